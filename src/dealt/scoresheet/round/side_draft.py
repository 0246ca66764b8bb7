"""The unfinished entry of a side as text, stored until the round is entered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, field
from msgspec.structs import replace

from dealt.errors import ParseError
from dealt.games.tranca.house import TRANCA, HouseRules
from dealt.games.tranca.scoring import MOST_DOLLARS
from dealt.scoresheet.evening import Strict
from dealt.scoresheet.match_sheet import KeptPhoto
from dealt.scoresheet.round.draft import UNREAD, Draft, DraftData, Faces, Morto
from dealt.scoresheet.round.edits import draft_of


class TypedSide(Strict):
    """The cards of a side typed so far; None for unanswered questions.

    Attributes:
        sequences: the sequences on the table.
        is_laid: whether these are all.
        dollars: how many red threes lie beside them, or which.
        hand: the cards left in the hand.
        morto, final_move: see `dealt.games.tranca.scoring.score`.
    """

    sequences: list[Faces] = field(default_factory=list)
    is_laid: bool = False
    dollars: Annotated[int, Meta(ge=0, le=MOST_DOLLARS)] | Faces | None = None
    hand: Faces | None = None
    morto: Morto | None = None
    final_move: bool | None = None

    def ask_again(self) -> None:
        """Reset all answers except the sequences."""
        self.is_laid = False
        self.dollars = self.hand = self.morto = self.final_move = None


class SideDraft(Strict):
    """The unfinished entry of a side: typed cards, or a draft read from photos."""

    cards: TypedSide | None = None
    draft: DraftData | None = field(default=None, name="seen")

    def restored(self, photos: Sequence[KeptPhoto], rules: HouseRules = TRANCA) -> Draft | None:
        """The draft of a round with these photos; None if they do not match."""
        if self.draft is None or len(photos) != len(self.draft.photos):
            return None
        try:
            draft = draft_of(self.draft, rules)
            faces = [[card["face"] for card in json.loads(photo.read)["cards"]] for photo in photos]
        except (ParseError, ValueError, KeyError, TypeError):
            return None
        draft.photos = [
            replace(photo, faces=tuple("" if face == UNREAD else face for face in read))
            for photo, read in zip(draft.photos, faces, strict=True)
        ]
        return draft

    def to_text(self) -> str:
        """The entry as JSON."""
        return msgspec.json.encode(self).decode()


def side_draft(text: str) -> SideDraft:
    """The entry of a text; empty if another version of dealt wrote it differently."""
    try:
        return msgspec.json.decode(text, type=SideDraft)
    except (msgspec.DecodeError, RecursionError):
        return SideDraft()
