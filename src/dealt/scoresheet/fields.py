"""The types of fields of drafts and corrections, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

MOST_CARDS = 200
MOST_PHOTOS = 12
MOST_OPTIONS = 8

Face = Annotated[str, Meta(pattern=r"^([2-9TJQKA][CDHS]|WJ)$")]
NoFace = Annotated[str, Meta(pattern=r"^([2-9TJQKA][CDHS]|WJ)?$")]
Lowest = Annotated[str, Meta(pattern=r"^([4-9TJQKA][CDHS]|set|twos)?$")]
Place = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
NoPlace = Annotated[int, Meta(ge=-1, le=MOST_CARDS)]
_Pixel = Annotated[float, Meta(ge=-20_000, le=20_000)]
Corner = tuple[_Pixel, _Pixel]
Cards = Annotated[list[Place], Meta(max_length=MOST_CARDS)]
Faces = Annotated[list[Face], Meta(max_length=MOST_CARDS)]
FaceTuple = Annotated[tuple[Face, ...], Meta(max_length=MOST_CARDS)]
Morto = Literal["used", "unused", "none"]
Text = Annotated[str, Meta(max_length=40)]
Points = Annotated[int, Meta(ge=-999_999, le=999_999)]
Number = Annotated[int, Meta(ge=0, le=200)]
RulesData = Annotated[dict[Text, int | Text], Meta(max_length=40)]


class Strict(Struct, forbid_unknown_fields=True):
    """A struct that refuses unknown fields."""
