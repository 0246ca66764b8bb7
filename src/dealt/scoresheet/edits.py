"""Score sheets of Tranca for the page: a draft comes in, and goes back corrected and scored.

The service keeps nothing: whoever scores a round has its draft, and sends it with each correction.
All that a correction does, and every point, is the work of `dealt.scoresheet.draft` and of
`dealt.games.tranca.scoring`, as at a terminal.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, field
from starlette.requests import Request
from starlette.responses import Response

from dealt.errors import DealtError
from dealt.games.tranca import scoring
from dealt.games.tranca.scoring import BLACK_THREES, RED_THREES, Breakdown, judge
from dealt.language import number as numeral
from dealt.language import say
from dealt.scoresheet.draft import Draft, DraftMeld, check_pile, guessed
from dealt.scoresheet.proposals import proposals
from dealt.scoresheet.questions import questions
from dealt.scoresheet.standings import RoundCounts
from dealt.service.drafts import (
    MOST_CARDS,
    MOST_PHOTOS,
    Cards,
    DraftData,
    Face,
    Faces,
    Lowest,
    Morto,
    NoFace,
    PhotoData,
    Place,
    Strict,
    data_of,
    draft_of,
)
from dealt.service.refusals import Refused

T = TypeVar("T")

MOST_BODY = 256 * 1024
MOST_EDITS = 20
MOST_DOLLARS = 6
LINES = {  # of a score: the codes for programs
    scoring.TABLE: "table",
    scoring.CLEAN: "clean",
    scoring.DIRTY: "dirty",
    scoring.TWOS: "twos",
    scoring.DOLLARS: "dollars",
    scoring.FINAL_MOVE: "final_move",
    scoring.HAND: "hand",
    scoring.TRANCAS: "trancas",
    scoring.MORTO: "morto",
}


# --- corrections ----------------------------------------------------------------------------------


class Edit(Strict, tag_field="do"):
    """A correction."""


class Rename(Edit, tag="rename"):
    """Say what a card is; its own face confirms it."""

    card: Place
    face: Face


class Remove(Edit, tag="remove"):
    """Say that something is no card of the round."""

    card: Place


class Add(Edit, tag="add"):
    """Add cards to a meld, to the hand, or as a meld of their own."""

    faces: Annotated[list[Face], Meta(min_length=1, max_length=20)]
    meld: Place | None = None
    hand: bool = False


class Put(Edit, tag="put"):
    """Put a card to a meld, into the hand, or to a place of its own."""

    card: Place
    meld: Place | None = None
    hand: bool = False


class SetPile(Edit, tag="pile"):
    """Say what is in a pile; `told` names all its cards."""

    meld: Place
    count: Annotated[int, Meta(ge=1, le=99)]
    crosswise: bool
    lowest: Lowest = ""
    stands_for: NoFace = ""
    told: Faces = field(default_factory=list)


class MakePile(Edit, tag="make pile"):
    """Take a card that lies alone for the top of a pile."""

    meld: Place


class Single(Edit, tag="single"):
    """Say that there is nothing under a card."""

    meld: Place


class Dollars(Edit, tag="dollars"):
    """Say how many red threes lie where one was seen."""

    meld: Place
    count: Annotated[int, Meta(ge=1, le=MOST_DOLLARS)]


class TakeLegal(Edit, tag="legal"):
    """Take cards that are no sequence for the likeliest one."""

    meld: Place


class Leave(Edit, tag="leave"):
    """Say that a meld is as it lies there."""

    meld: Place


class AllThere(Edit, tag="all there"):
    """Say that cards are what they are, however many there are of one face."""

    cards: Cards


class Facts(Edit, tag="facts"):
    """Say what no photo shows; null: not known."""

    morto: Morto | None
    final_move: bool | None
    decks: Literal[2, 3] = 2


class Join(Edit, tag="join"):
    """Take in another photo, as `POST /photo` has read it."""

    part: DraftData


class Drop(Edit, tag="drop"):
    """Leave a photo out, with all that was read on it."""

    photo: Place


AnyEdit = (
    Rename | Remove | Add | Put | SetPile | MakePile | Single | Dollars | TakeLegal | Leave
    | AllThere | Facts | Join | Drop
)  # fmt: skip


class SheetBody(Strict):
    """The body of POST /sheet.

    Attributes:
        draft: the round so far.
        edits: what is to be corrected, one after the other.
        labels: whether the labels of its photos are wanted, too.
    """

    draft: DraftData
    edits: Annotated[list[AnyEdit], Meta(max_length=MOST_EDITS)] = field(default_factory=list)
    labels: bool = False


class Correcting:
    """A draft that takes corrections.

    Args:
        data: the draft as it came.

    Raises:
        Refused: see `draft_of`.
    """

    def __init__(self, data: DraftData) -> None:
        self.draft = draft_of(data)
        self.photos = data.photos

    def take(self, edit: AnyEdit) -> None:
        """Do one correction.

        Raises:
            Refused: there is no such card, meld or photo, or it cannot be.
        """
        ways: dict[type[Any], Callable[[Any], None]] = {
            Rename: self._rename,
            Remove: self._remove,
            Add: self._add,
            Put: self._put,
            SetPile: self._pile,
            MakePile: self._make_pile,
            Single: self._single,
            Dollars: self._dollars,
            TakeLegal: self._take_legal,
            Leave: lambda e: self.draft.leave(self._meld(e.meld)),
            AllThere: self._all_there,
            Facts: self._facts,
            Join: lambda e: self._join(e.part),
            Drop: self._drop,
        }
        ways[type(edit)](edit)
        draft = self.draft
        draft.melds = [meld for meld in draft.melds if draft.open_cards(meld)]

    def _card(self, number: int) -> int:
        if number >= len(self.draft.cards):
            raise Refused("unreadable", "there is no card {n}", n=number)
        return number

    def _meld(self, number: int) -> int:
        if number >= len(self.draft.melds):
            raise Refused("unreadable", "there is no meld {n}", n=number)
        return number

    def _rename(self, edit: Rename) -> None:
        card, draft = self._card(edit.card), self.draft
        draft.rename(card, edit.face)
        if card not in draft.hand and not any(card in meld.cards for meld in draft.melds):
            draft.melds.append(DraftMeld([card]))  # its meld went when it was taken away

    def _remove(self, edit: Remove) -> None:
        self.draft.remove(self._card(edit.card))

    def _add(self, edit: Add) -> None:
        meld = edit.meld
        if len(self.draft.cards) + len(edit.faces) > MOST_CARDS:
            raise Refused("settings", "a round has {n} cards at most", n=MOST_CARDS)
        if not edit.hand and meld is None:
            self.draft.add(edit.faces[0])
            meld, edit.faces = len(self.draft.melds) - 1, edit.faces[1:]
        elif not edit.hand and meld is not None:
            self._no_pile(self._meld(meld))
        for face in edit.faces:
            self.draft.add(face, meld, to_hand=edit.hand)

    def _no_pile(self, meld: int) -> None:
        if self.draft.melds[meld].pile is not None:
            raise Refused("settings", "the cards of a pile are said as a whole")

    def _put(self, edit: Put) -> None:
        card, draft = self._card(edit.card), self.draft
        if edit.hand:
            if card not in draft.hand:
                draft.move(card, None)
                draft.melds.pop()
                draft.hand.append(card)
            return
        target = None if edit.meld is None else draft.melds[self._meld(edit.meld)]
        if target is not None:
            self._no_pile(draft.melds.index(target))
        if card in draft.hand:
            draft.hand.remove(card)
            draft.melds.append(DraftMeld([card]))
        else:
            for meld in draft.melds:
                if card in meld.cards:
                    meld.pile = None  # a pile is known by its top card
        if target is None or card not in target.cards:
            draft.move(card, None if target is None else draft.melds.index(target))

    def _pile(self, edit: SetPile) -> None:
        draft, meld = self.draft, self.draft.melds[self._meld(edit.meld)]
        there = draft.open_cards(meld)
        if len(there) != 1 or there[0].face[:1] in ("", "3"):
            raise Refused("settings", "a pile has one top card, and no three is in one")
        top, seen = there[0].face, meld.pile is None or meld.pile.seen
        try:
            facts = guessed(
                top, crosswise=edit.crosswise, sure=True, count=edit.count, lowest=edit.lowest
            )
            if edit.stands_for and not edit.crosswise:
                facts.stands_for = edit.stands_for
            if edit.told:
                facts = replace(facts, told=tuple(edit.told), count=len(edit.told))
            wrong = check_pile(top, facts, draft.decks)
        except (ValueError, IndexError):
            wrong = say(
                "no pile of {n} cards with {card} on top is like that", n=edit.count, card=top
            )
        if wrong is not None:
            raise Refused("settings", wrong)
        meld.cards = [card for card in meld.cards if not draft.cards[card].removed]
        meld.pile = replace(facts, seen=seen, checked=True)

    def _make_pile(self, edit: MakePile) -> None:
        meld = self.draft.melds[self._meld(edit.meld)]
        if len(self.draft.open_cards(meld)) != 1:
            raise Refused("settings", "a pile has one top card")
        meld.cards = [card for card in meld.cards if not self.draft.cards[card].removed]
        self.draft.make_pile(edit.meld)

    def _single(self, edit: Single) -> None:
        self.draft.melds[self._meld(edit.meld)].pile = None

    def _dollars(self, edit: Dollars) -> None:
        meld = self.draft.melds[self._meld(edit.meld)]
        there = self.draft.open_cards(meld)
        if len(there) != 1 or there[0].face not in RED_THREES:
            raise Refused("settings", "dollars lie under a red three")
        if len(self.draft.cards) + edit.count > MOST_CARDS:
            raise Refused("settings", "a round has {n} cards at most", n=MOST_CARDS)
        self.draft.pile_of_dollars(edit.meld, edit.count)

    def _take_legal(self, edit: TakeLegal) -> None:
        if self.draft.melds[self._meld(edit.meld)].legal is None:
            raise Refused("settings", "there is no likelier sequence")
        self.draft.take_legal(edit.meld)

    def _all_there(self, edit: AllThere) -> None:
        for card in edit.cards:
            self.draft.cards[self._card(card)].checked = True

    def _facts(self, edit: Facts) -> None:
        self.draft.morto, self.draft.final_move = edit.morto, edit.final_move
        self.draft.decks = edit.decks

    def _join(self, part: DraftData) -> None:
        """Put another draft behind this one; its facts do not count."""
        other, draft = draft_of(part), self.draft
        many = len(draft.cards) + len(other.cards) > MOST_CARDS
        if many or len(draft.photos) + len(other.photos) > MOST_PHOTOS:
            raise Refused(
                "settings", "a round has {photos} photos, {cards} cards at most",
                photos=MOST_PHOTOS, cards=MOST_CARDS,
            )  # fmt: skip
        cards, photos = len(draft.cards), len(draft.photos)
        for card in other.cards:
            draft.cards.append(replace(card, photo=card.photo + photos if card.photo >= 0 else -1))
        for meld in other.melds:
            draft.melds.append(replace(meld, cards=[card + cards for card in meld.cards]))
        draft.hand += [card + cards for card in other.hand]
        draft.photos += other.photos
        self.photos = [*self.photos, *part.photos]

    def _drop(self, edit: Drop) -> None:
        draft, gone = self.draft, edit.photo
        if gone >= len(draft.photos):
            raise Refused("unreadable", "there is no photo {n}", n=gone)
        kept = [i for i, card in enumerate(draft.cards) if card.photo != gone]
        number = {old: new for new, old in enumerate(kept)}
        for meld in draft.melds:
            before = len(meld.cards)
            meld.cards = [number[card] for card in meld.cards if card in number]
            if len(meld.cards) < before:
                meld.legal = None
        draft.hand = [number[card] for card in draft.hand if card in number]
        draft.cards = [
            replace(draft.cards[i], photo=draft.cards[i].photo - (draft.cards[i].photo > gone))
            for i in kept
        ]
        del draft.photos[gone]
        self.photos = [photo for i, photo in enumerate(self.photos) if i != gone]


# --- what goes back -------------------------------------------------------------------------------


def sheet_of(body: SheetBody) -> dict[str, Any]:
    """The corrected draft, its score line by line, and what is still open.

    Raises:
        Refused: a draft or a correction that cannot be.
    """
    try:
        correcting = Correcting(body.draft)
        for edit in body.edits:
            correcting.take(edit)
        return told(correcting.draft, correcting.photos, labels=body.labels)
    except Refused:
        raise
    except DealtError as error:
        raise Refused("settings", error) from None


def told(draft: Draft, photos: list[PhotoData], *, labels: bool) -> dict[str, Any]:
    """What the page shows of a draft."""
    score = draft.score()
    asked = questions(draft)
    answer = {
        "draft": data_of(draft, photos),
        "total": score.total,
        "counts": asdict(RoundCounts.of(score)),
        "lines": _lines(draft, score),
        "melds": [_meld_told(draft, meld) for meld in draft.melds],
        "errors": score.errors,
        "warnings": score.warnings,
        "questions": asked,
        "options": [proposals(draft, number) for number in range(len(draft.cards))],
        "provisional": bool(asked),
    }
    if labels:
        answer["labels"] = [draft.label(number) for number in range(len(photos))]
    return answer


def _meld_told(draft: Draft, meld: DraftMeld) -> dict[str, Any]:
    """What a meld is, in words as well; what lies under the top of a pile as guessed or said."""
    open_faces = [card.face for card in draft.open_cards(meld) if card.face]
    found = judge(draft.faces(meld) or open_faces)
    return {**found.to_data(), "text": str(found)}


def _lines(draft: Draft, score: Breakdown) -> list[dict[str, Any]]:
    """The lines of the score, each with the numbers of the cards that make it."""
    of_line: dict[str, list[int]] = {line.label: [] for line in score.lines}
    bonus = {"clean": scoring.CLEAN, "dirty": scoring.DIRTY, "twos": scoring.TWOS}
    for meld in draft.melds:
        there = [i for i in meld.cards if draft.cards[i].face and not draft.cards[i].removed]
        of_line[scoring.TABLE] += [i for i in there if draft.cards[i].face not in BLACK_THREES]
        of_line[scoring.DOLLARS] += [i for i in there if draft.cards[i].face in RED_THREES]
        faces = draft.faces(meld)
        canastra = judge(faces).canastra if faces else None
        if canastra is not None:
            of_line[bonus[canastra]] += there
    for i in _hand(draft):
        black = draft.cards[i].face in BLACK_THREES
        of_line[scoring.TRANCAS if black else scoring.HAND].append(i)
    return [
        {
            "code": LINES[line.label],
            "label": say(line.label),
            "count": line.count,
            "points": line.points,
            "cards": of_line[line.label],
        }
        for line in score.lines
    ]


def _hand(draft: Draft) -> Iterator[int]:
    return (i for i in draft.hand if draft.cards[i].face and not draft.cards[i].removed)


# --- on HTTP --------------------------------------------------------------------------------------


async def scored(request: Request) -> Response:
    """POST /sheet: a draft with corrections; the draft and its score come back.

    Raises:
        Refused: what came cannot be read, or cannot be.
    """
    body = await read_body(request, SheetBody, MOST_BODY)
    return Response(msgspec.json.encode(sheet_of(body)), media_type="application/json")


async def read_body(request: Request, kind: type[T], most: int) -> T:
    """What a request carries as JSON.

    Raises:
        Refused: it is none of this kind, or longer than allowed.
    """
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refused("unreadable", "the body is application/json")
    data = await body_of(request, most)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("unreadable", " ".join(str(error).split())[:200]) from None


async def body_of(request: Request, most: int) -> bytes:
    """What a request carries.

    Raises:
        Refused: more bytes than allowed.
    """
    said = request.headers.get("content-length", "0")
    data = bytearray()
    with contextlib.suppress(ValueError):
        if int(said) > most:
            raise Refused("unreadable", "the body has {n} bytes at most", n=numeral(most))
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refused("unreadable", "the body has {n} bytes at most", n=numeral(most))
    return bytes(data)
