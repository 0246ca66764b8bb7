"""Drafts of rounds of Tranca as data: what a page keeps, sends and gets back."""

from __future__ import annotations

from copy import copy
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, field
from msgspec.structs import replace

from dealt.errors import ParseError
from dealt.games.tranca.house import TRANCA, HouseRules
from dealt.scoresheet.draft import Draft, DraftCard, DraftMeld, DraftPhoto, PileFacts
from dealt.scoresheet.fields import MOST_CARDS, MOST_OPTIONS, MOST_PHOTOS, Cards, Morto, Strict

MOST_MELDS = 100


class DraftData(Strict):
    """See `dealt.scoresheet.draft.Draft`."""

    decks: Literal[2, 3] = 2
    morto: Morto | None = None
    final_move: bool | None = None
    photos: Annotated[list[DraftPhoto], Meta(max_length=MOST_PHOTOS)] = field(default_factory=list)
    cards: Annotated[list[DraftCard], Meta(max_length=MOST_CARDS)] = field(default_factory=list)
    melds: Annotated[list[DraftMeld], Meta(max_length=MOST_MELDS)] = field(default_factory=list)
    hand: Cards = field(default_factory=list)


def draft_of(data: DraftData, rules: HouseRules = TRANCA) -> Draft:
    """The draft for some data, counted by some rules.

    Raises:
        ParseError: numbers in it do not match.
    """
    _check(data)
    draft = Draft(**_parts(data), rules=rules)
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


def _is_pile(data: DraftData, cards: list[int], pile: PileFacts) -> bool:
    """Whether a pile has one top card; what is in it is known once that is."""
    return len(cards) == 1 and (pile.lowest != "" or data.cards[cards[0]].face == "")


def data_of(draft: Draft) -> DraftData:
    """The data of a draft; what was read of each photo stands with its cards."""
    data = DraftData(**_parts(draft))
    data.photos = [
        replace(
            photo,
            faces=UNSET,
            outlines=tuple(
                tuple((round(x, 1), round(y, 1)) for x, y in corners) for corners in photo.outlines
            ),
        )
        for photo in data.photos
    ]
    for card in data.cards:
        card.confidence, card.options = round(card.confidence, 3), card.options[:MOST_OPTIONS]
    return data


def _parts(source: Draft | DraftData) -> dict[str, Any]:
    """What a draft and its data have in common, copied."""
    return {
        **{name: getattr(source, name) for name in ("decks", "morto", "final_move")},
        "photos": [*source.photos],
        "cards": [copy(card) for card in source.cards],
        "melds": [
            replace(meld, cards=[*meld.cards], pile=copy(meld.pile)) for meld in source.melds
        ],
        "hand": [*source.hand],
    }
