"""The corrections that change a draft, and its conversion from and to data.

The page sends corrections, and the terminal creates them from typed lines, so there is only one way
to change a draft.
"""
# ruff: noqa: D102 - Edit.apply describes what each `apply` does and raises

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, field
from msgspec.structs import asdict, replace

from dealt.cards import written
from dealt.errors import ParseError, ScoreError
from dealt.games.tranca.house import TRANCA, HouseRules
from dealt.games.tranca.judging import RED_THREES
from dealt.scoresheet.evening import Strict
from dealt.scoresheet.round.draft import (
    MOST_CARDS,
    MOST_OPTIONS,
    MOST_PHOTOS,
    Cards,
    Draft,
    DraftCard,
    DraftData,
    DraftMeld,
    Face,
    Faces,
    Lowest,
    Morto,
    NoFace,
    PileFacts,
    Place,
    check_pile,
    guessed,
)


def draft_of(data: DraftData, rules: HouseRules = TRANCA) -> Draft:
    """The draft of some data, with these rules.

    Raises:
        ParseError: the data is inconsistent.
    """
    _check(data)
    draft = Draft(**asdict(data), rules=rules)
    draft.melds = [meld for meld in draft.melds if draft.open_cards(meld)]
    return draft


def _check(data: DraftData) -> None:
    """Raise ParseError if the data of a draft is inconsistent."""
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
    """Whether a pile has one top card, and a lowest card if the top is known."""
    return len(cards) == 1 and (pile.lowest != "" or data.cards[cards[0]].face == "")


def data_of(draft: Draft) -> DraftData:
    """The data of a draft, rounded, without the faces of its photos."""
    photos = [
        replace(
            photo,
            faces=UNSET,
            outlines=tuple(
                tuple((round(x, 1), round(y, 1)) for x, y in corners) for corners in photo.outlines
            ),
        )
        for photo in draft.photos
    ]
    cards = [
        replace(card, confidence=round(card.confidence, 3), options=card.options[:MOST_OPTIONS])
        for card in draft.cards
    ]
    return DraftData(
        draft.decks, draft.morto, draft.final_move, photos, cards, draft.melds, draft.hand
    )


_MOST_DOLLARS = 6
MOST_ADDED = 104  # cards at a time: all of two packs


class Edit(Strict, tag_field="do"):
    """A correction."""

    def apply(self, draft: Draft) -> None:
        """Apply it to the draft.

        Raises:
            ParseError: unknown card, meld or photo.
            ScoreError: it is not possible.
        """
        raise NotImplementedError


class Rename(Edit, tag="rename"):
    """Set the face of a card; the same face confirms it."""

    card: Place
    face: Face

    def apply(self, draft: Draft) -> None:
        card, number = _card(draft, self.card), self.card
        was, card.face = card.face, self.face
        card.checked, card.removed, card.others = True, False, False
        meld = draft.meld_of(number)
        if meld is None:
            if number not in draft.hand:
                draft.melds.append(DraftMeld([number]))  # its meld went with its removal
        elif was != card.face:
            _forget(meld)
            if (pile := meld.pile) is not None:  # it was described for another top card
                can_lie_alone = not was and card.face[0] == "3" and not pile.is_visible
                meld.pile = (
                    None
                    if can_lie_alone
                    else guessed(
                        card.face,
                        crosswise=pile.crosswise,
                        sure=pile.sure,
                        is_visible=pile.is_visible,
                    )
                )


class Remove(Edit, tag="remove"):
    """Remove a card that is not of the round, or belongs to somebody else."""

    card: Place
    others: bool = False

    def apply(self, draft: Draft) -> None:
        card = _card(draft, self.card)
        card.removed, card.others = True, self.others
        if (meld := draft.meld_of(self.card)) is not None:
            _forget(meld)


class Add(Edit, tag="add"):
    """Add cards to a meld, to the hand, or as a new meld."""

    faces: Annotated[list[Face], Meta(min_length=1, max_length=MOST_ADDED)]
    meld: Place | None = None
    hand: bool = False

    def apply(self, draft: Draft) -> None:
        first = len(draft.cards)
        if first + len(self.faces) > MOST_CARDS:
            raise ScoreError("a round has at most {n} cards", n=MOST_CARDS)
        numbers = [*range(first, first + len(self.faces))]
        if self.hand:
            draft.hand += numbers
        elif self.meld is None:
            draft.melds.append(DraftMeld(numbers))
        else:
            _lay(_open_meld(draft, self.meld), numbers)
        draft.cards += [DraftCard(-1, -1, "", x, 1.0, (x,), checked=True) for x in self.faces]


class Put(Edit, tag="put"):
    """Move a card to a meld, into the hand, or to a place of its own."""

    card: Place
    meld: Place | None = None
    hand: bool = False

    def apply(self, draft: Draft) -> None:
        _card(draft, self.card)
        target = None if self.hand or self.meld is None else _open_meld(draft, self.meld)
        if self.card in (draft.hand if self.hand else target.cards if target else ()):
            return
        if self.card in draft.hand:
            draft.hand.remove(self.card)
        elif (meld := draft.meld_of(self.card)) is not None:
            meld.pile = None  # a pile is known by its top card
            meld.cards.remove(self.card)
            _forget(meld)
        if self.hand:
            draft.hand.append(self.card)
        elif target is None:
            draft.melds.append(DraftMeld([self.card]))
        else:
            _lay(target, [self.card])


class SetPile(Edit, tag="pile"):
    """Set the cards of a pile; `faces` names all of them."""

    meld: Place
    count: Annotated[int, Meta(ge=1, le=99)]
    crosswise: bool
    lowest: Lowest = ""
    stands_for: NoFace = ""
    faces: Faces = field(default_factory=list, name="told")

    def apply(self, draft: Draft) -> None:
        meld = _meld(draft, self.meld)
        open_cards = draft.open_cards(meld)
        if len(open_cards) != 1 or open_cards[0].face[:1] in ("", "3"):
            raise ScoreError("a pile has one top card, and a three cannot be in one")
        top, is_visible = open_cards[0].face, meld.pile is None or meld.pile.is_visible
        try:
            facts = guessed(
                top, crosswise=self.crosswise, sure=True, count=self.count, lowest=self.lowest
            )
            if self.stands_for and not self.crosswise:
                facts.stands_for = self.stands_for
            if self.faces:
                facts = replace(facts, faces=tuple(self.faces), count=len(self.faces))
            problem = check_pile(top, facts, draft.decks, draft.rules)
        except (ValueError, IndexError):
            raise ScoreError(
                "no pile of {n} cards with {card} on top is like that",
                n=self.count,
                card=written(top),
            ) from None
        if problem is not None:
            raise ScoreError(problem)
        _drop_removed(draft, meld)
        meld.pile = replace(facts, is_visible=is_visible, checked=True)


class MakePile(Edit, tag="make pile"):
    """Treat a single card as the top of a pile."""

    meld: Place

    def apply(self, draft: Draft) -> None:
        meld = _meld(draft, self.meld)
        if len(draft.open_cards(meld)) != 1:
            raise ScoreError("a pile has one top card")
        _drop_removed(draft, meld)
        meld.pile = guessed(draft.cards[meld.cards[0]].face, crosswise=False, sure=False)


class Single(Edit, tag="single"):
    """Treat the top of a pile as a single card."""

    meld: Place

    def apply(self, draft: Draft) -> None:
        _meld(draft, self.meld).pile = None


class Dollars(Edit, tag="dollars"):
    """Set the number of red threes in a pile of which one was seen."""

    meld: Place
    count: Annotated[int, Meta(ge=1, le=_MOST_DOLLARS)]

    def apply(self, draft: Draft) -> None:
        meld = _meld(draft, self.meld)
        open_cards = draft.open_cards(meld)
        if len(open_cards) != 1 or open_cards[0].face not in RED_THREES:
            raise ScoreError("dollars lie under a red three")
        meld.pile = None
        top = RED_THREES.index(open_cards[0].face)
        further = [RED_THREES[(top + n) % 2] for n in range(1, self.count)]
        Add(further, self.meld).apply(draft)


class TakeLegal(Edit, tag="legal"):
    """Change cards that do not form a sequence to the likeliest one."""

    meld: Place

    def apply(self, draft: Draft) -> None:
        meld = _meld(draft, self.meld)
        if meld.legal is None:
            raise ScoreError("there is no likelier sequence")
        for card, face in zip(meld.cards, meld.legal, strict=True):
            Rename(card, face).apply(draft)


class Leave(Edit, tag="leave"):
    """Confirm a meld as it is."""

    meld: Place

    def apply(self, draft: Draft) -> None:
        _meld(draft, self.meld).checked = True


class AllThere(Edit, tag="all there"):
    """Confirm cards of which there seem to be too many."""

    cards: Cards

    def apply(self, draft: Draft) -> None:
        for card in self.cards:
            _card(draft, card).checked = True


class Facts(Edit, tag="facts"):
    """Set the facts that no photo shows; null: unknown."""

    morto: Morto | None
    final_move: bool | None
    decks: Literal[2, 3] = 2

    def apply(self, draft: Draft) -> None:
        draft.morto, draft.final_move, draft.decks = self.morto, self.final_move, self.decks


class _Join(Edit, tag="join"):
    """Add another photo, given as a draft, whose facts are ignored."""

    part: DraftData

    def apply(self, draft: Draft) -> None:
        other = draft_of(self.part)
        many = len(draft.cards) + len(other.cards) > MOST_CARDS
        if many or len(draft.photos) + len(other.photos) > MOST_PHOTOS:
            raise ScoreError(
                "a round has at most {photos} photos and {cards} cards",
                photos=MOST_PHOTOS, cards=MOST_CARDS,
            )  # fmt: skip
        cards, photos = len(draft.cards), len(draft.photos)
        for card in other.cards:
            draft.cards.append(replace(card, photo=card.photo + photos if card.photo >= 0 else -1))
        for meld in other.melds:
            draft.melds.append(replace(meld, cards=[card + cards for card in meld.cards]))
        draft.hand += [card + cards for card in other.hand]
        draft.photos += other.photos


class _Drop(Edit, tag="drop"):
    """Remove a photo with all its cards."""

    photo: Place

    def apply(self, draft: Draft) -> None:
        gone = self.photo
        if gone >= len(draft.photos):
            raise ParseError("there is no photo {n}", n=gone)
        remaining = [i for i, card in enumerate(draft.cards) if card.photo != gone]
        number = {old: new for new, old in enumerate(remaining)}
        for meld in draft.melds:
            before = len(meld.cards)
            meld.cards = [number[card] for card in meld.cards if card in number]
            if len(meld.cards) < before:
                meld.legal = None
        draft.hand = [number[card] for card in draft.hand if card in number]
        draft.cards = [
            replace(draft.cards[i], photo=draft.cards[i].photo - (draft.cards[i].photo > gone))
            for i in remaining
        ]
        del draft.photos[gone]


AnyEdit = (
    Rename | Remove | Add | Put | SetPile | MakePile | Single | Dollars | TakeLegal | Leave
    | AllThere | Facts | _Join | _Drop
)  # fmt: skip


def correct(draft: Draft, *edits: Edit) -> None:
    """Apply corrections, one after the other.

    Raises:
        ParseError, ScoreError: see `Edit.apply`; the corrections before it have been applied.
    """
    for edit in edits:
        edit.apply(draft)
        draft.melds = [meld for meld in draft.melds if draft.open_cards(meld)]


def _card(draft: Draft, number: int) -> DraftCard:
    if number >= len(draft.cards):
        raise ParseError("there is no card {n}", n=number)
    return draft.cards[number]


def _meld(draft: Draft, number: int) -> DraftMeld:
    if number >= len(draft.melds):
        raise ParseError("there is no meld {n}", n=number)
    return draft.melds[number]


def _open_meld(draft: Draft, number: int) -> DraftMeld:
    """A meld whose cards lie open."""
    meld = _meld(draft, number)
    if meld.pile is not None:
        raise ScoreError("the cards of a pile are entered as a whole")
    return meld


def _lay(meld: DraftMeld, cards: list[int]) -> None:
    """Add cards to a meld."""
    meld.cards += cards
    _forget(meld)


def _forget(meld: DraftMeld) -> None:
    """Reset the conclusions about a meld whose cards have changed."""
    meld.legal, meld.checked = None, False


def _drop_removed(draft: Draft, meld: DraftMeld) -> None:
    meld.cards = [card for card in meld.cards if not draft.cards[card].removed]
