"""Drafts of rounds of Tranca as data: what a page keeps, sends and gets back."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from dealt.errors import ParseError
from dealt.scoresheet.draft import HAND, Draft, DraftCard, DraftMeld, DraftPhoto, PileFacts

MOST_CARDS = 200
MOST_MELDS = 100
MOST_PHOTOS = 12
MOST_OPTIONS = 8

Face = Annotated[str, Meta(pattern=r"^[2-9TJQKA][CDHS]$")]
NoFace = Annotated[str, Meta(pattern=r"^([2-9TJQKA][CDHS])?$")]
Lowest = Annotated[str, Meta(pattern=r"^([4-9TJQKA][CDHS]|set|twos)?$")]
Place = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
NoPlace = Annotated[int, Meta(ge=-1, le=MOST_CARDS)]
Pixel = Annotated[float, Meta(ge=-20_000, le=20_000)]
Corner = tuple[Pixel, Pixel]
Cards = Annotated[list[Place], Meta(max_length=MOST_CARDS)]
Faces = Annotated[list[Face], Meta(max_length=MOST_CARDS)]
Morto = Literal["used", "unused", "none"]


class Strict(Struct, forbid_unknown_fields=True):
    """A struct that refuses unknown fields."""


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


def draft_of(data: DraftData) -> Draft:
    """The draft for some data.

    Raises:
        ParseError: numbers in it do not match.
    """
    _check(data)
    draft = Draft(data.decks, data.morto, data.final_move)
    draft.photos = [
        DraftPhoto(
            photo.shows,
            photo.width,
            photo.height,
            tuple(tuple(outline) for outline in photo.outlines),
            (),  # what was read of each stands with its card
            tuple(photo.inferred),
            tuple(photo.advice),
            photo.model,
        )
        for photo in data.photos
    ]
    draft.cards = [
        DraftCard(
            c.photo,
            c.number,
            c.read,
            c.face,
            c.confidence,
            tuple(c.options),
            c.checked,
            c.removed,
            c.others,
        )
        for c in data.cards
    ]
    draft.hand = list(data.hand)
    for meld in data.melds:
        legal = None if meld.legal is None else tuple(meld.legal)
        draft_meld = DraftMeld(list(meld.cards), _pile_of(meld.pile), legal, meld.checked)
        if draft.open_cards(draft_meld):
            draft.melds.append(draft_meld)
    return draft


def _pile_of(data: _PileData | None) -> PileFacts | None:
    if data is None:
        return None
    return PileFacts(
        data.crosswise,
        data.sure,
        data.count,
        data.lowest,
        data.stands_for,
        tuple(data.faces),
        data.is_visible,
        data.checked,
    )


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
    """The data of a draft."""
    return DraftData(
        2 if draft.decks == 2 else 3,
        draft.morto,  # type: ignore[arg-type]  # one of the words of `Morto`
        draft.final_move,
        [_photo_data(photo) for photo in draft.photos],
        [
            _CardData(
                c.photo,
                c.number,
                c.read,
                c.face,
                round(c.confidence, 3),
                list(c.options[:MOST_OPTIONS]),
                c.checked,
                c.removed,
                c.others,
            )
            for c in draft.cards
        ],
        [_meld_data(meld) for meld in draft.melds],
        list(draft.hand),
    )


def _meld_data(meld: DraftMeld) -> _MeldData:
    facts, pile = meld.pile, None
    if facts is not None:
        pile = _PileData(
            facts.crosswise,
            facts.sure,
            facts.count,
            facts.lowest,
            facts.stands_for,
            list(facts.faces),
            facts.is_visible,
            facts.checked,
        )
    legal = None if meld.legal is None else list(meld.legal)
    return _MeldData(list(meld.cards), pile, legal, meld.checked)


def _photo_data(photo: DraftPhoto) -> _PhotoData:
    return _PhotoData(
        "hand" if photo.shows == HAND else "table",
        photo.width,
        photo.height,
        [[(round(x, 1), round(y, 1)) for x, y in outline] for outline in photo.outlines],
        list(photo.inferred),
        list(photo.advice),
        photo.model,
    )
