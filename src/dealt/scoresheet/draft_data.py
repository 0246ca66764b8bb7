"""Drafts of rounds of Tranca as data: what a page keeps, sends and gets back."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from dealt.errors import ParseError
from dealt.games.tranca.house import TRANCA, HouseRules
from dealt.scoresheet.draft import Draft

MOST_CARDS = 200
MOST_MELDS = 100
MOST_PHOTOS = 12
MOST_OPTIONS = 8

Face = Annotated[str, Meta(pattern=r"^([2-9TJQKA][CDHS]|WJ)$")]
NoFace = Annotated[str, Meta(pattern=r"^([2-9TJQKA][CDHS]|WJ)?$")]
Lowest = Annotated[str, Meta(pattern=r"^([4-9TJQKA][CDHS]|set|twos)?$")]
Place = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
NoPlace = Annotated[int, Meta(ge=-1, le=MOST_CARDS)]
Pixel = Annotated[float, Meta(ge=-20_000, le=20_000)]
Corner = tuple[Pixel, Pixel]
Cards = Annotated[list[Place], Meta(max_length=MOST_CARDS)]
Faces = Annotated[list[Face], Meta(max_length=MOST_CARDS)]
Morto = Literal["used", "unused", "none"]
RulesData = Annotated[
    dict[Annotated[str, Meta(max_length=40)], int | Annotated[str, Meta(max_length=40)]],
    Meta(max_length=40),
]


class Strict(Struct, forbid_unknown_fields=True):
    """A struct that refuses unknown fields."""


AnyData = TypeVar("AnyData", bound=Strict)


class _PhotoData(Strict):
    """A photo of a draft, without the picture.

    Attributes:
        shows: `table` or `hand`.
        width, height: size in pixels.
        outlines: the corners of each card that was read.
        inferred: numbers of the cards whose face was inferred.
        advice: what is wrong with it.
        model: the version of the networks.
    """

    shows: Literal["table", "hand"]
    width: Annotated[int, Meta(ge=1, le=20_000)]
    height: Annotated[int, Meta(ge=1, le=20_000)]
    outlines: Annotated[
        list[Annotated[list[Corner], Meta(max_length=8)]], Meta(max_length=MOST_CARDS)
    ] = field(default_factory=list)
    inferred: Cards = field(default_factory=list)
    advice: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(max_length=8)] = field(
        default_factory=list
    )
    model: Annotated[str, Meta(max_length=80)] = ""


class _CardData(Strict):
    """See `dealt.scoresheet.draft.DraftCard`."""

    photo: NoPlace
    number: NoPlace
    read: NoFace
    face: NoFace
    confidence: Annotated[float, Meta(ge=0, le=1)]
    options: Annotated[list[Face], Meta(max_length=MOST_OPTIONS)] = field(default_factory=list)
    checked: bool = False
    removed: bool = False
    others: bool = False


class _PileData(Strict):
    """See `dealt.scoresheet.draft.PileFacts`."""

    crosswise: bool
    sure: bool
    count: Annotated[int, Meta(ge=1, le=99)]
    lowest: Lowest
    stands_for: NoFace = ""
    faces: Faces = field(default_factory=list, name="told")
    is_visible: bool = field(default=True, name="seen")
    checked: bool = False


class _MeldData(Strict):
    """See `dealt.scoresheet.draft.DraftMeld`."""

    cards: Cards
    pile: _PileData | None = None
    legal: Faces | None = None
    checked: bool = False


class DraftData(Strict):
    """See `dealt.scoresheet.draft.Draft`."""

    decks: Literal[2, 3] = 2
    morto: Morto | None = None
    final_move: bool | None = None
    photos: Annotated[list[_PhotoData], Meta(max_length=MOST_PHOTOS)] = field(default_factory=list)
    cards: Annotated[list[_CardData], Meta(max_length=MOST_CARDS)] = field(default_factory=list)
    melds: Annotated[list[_MeldData], Meta(max_length=MOST_MELDS)] = field(default_factory=list)
    hand: Cards = field(default_factory=list)


def draft_of(data: DraftData, rules: HouseRules = TRANCA) -> Draft:
    """The draft for some data, counted by some rules.

    Raises:
        ParseError: numbers in it do not match.
    """
    _check(data)
    draft = msgspec.convert(data, Draft, from_attributes=True)
    draft.rules = rules
    draft.melds = [meld for meld in draft.melds if draft.open_cards(meld)]
    return draft


def _check(data: DraftData) -> None:
    """Raise ParseError if a draft does not hang together."""
    placed = [*data.hand, *(card for meld in data.melds for card in meld.cards)]
    if len(set(placed)) < len(placed):
        raise ParseError("a draft in which a card is in two places")
    fits = all(card < len(data.cards) for card in placed)
    for card in data.cards:
        # a card of a photo has an outline there
        outlines = data.photos[card.photo].outlines if 0 <= card.photo < len(data.photos) else []
        fits = fits and card.photo < len(data.photos) and card.number < max(len(outlines), 1)
    for meld in data.melds:
        fits = (
            fits and bool(meld.cards) and (meld.legal is None or len(meld.legal) == len(meld.cards))
        )
        fits = fits and (meld.pile is None or _is_pile(data, meld.cards, meld.pile))
    if not fits:
        raise ParseError("a draft with numbers of cards or photos that are not there")


def _is_pile(data: DraftData, cards: list[int], pile: _PileData) -> bool:
    """Whether a pile has one top card; what is in it is known once that is."""
    return len(cards) == 1 and (pile.lowest != "" or data.cards[cards[0]].face == "")


def data_of(draft: Draft) -> DraftData:
    """The data of a draft; what was read of each photo stands with its cards."""
    photos = [
        _copied(
            _PhotoData,
            photo,
            outlines=[
                [(round(x, 1), round(y, 1)) for x, y in corners] for corners in photo.outlines
            ],
        )
        for photo in draft.photos
    ]
    cards = [
        _copied(
            _CardData,
            card,
            confidence=round(card.confidence, 3),
            options=list(card.options[:MOST_OPTIONS]),
        )
        for card in draft.cards
    ]
    melds = [
        _copied(_MeldData, meld, pile=None if meld.pile is None else _copied(_PileData, meld.pile))
        for meld in draft.melds
    ]
    return _copied(DraftData, draft, photos=photos, cards=cards, melds=melds)


def _copied(kind: type[AnyData], source: Any, **changes: Any) -> AnyData:
    """The data of an object with the same attributes, some of them given; nothing is checked."""
    values = {name: getattr(source, name) for name in kind.__struct_fields__} | changes
    return kind(**{n: list(v) if isinstance(v, list | tuple) else v for n, v in values.items()})
