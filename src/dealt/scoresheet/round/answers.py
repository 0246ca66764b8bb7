"""Answers for a page that scores rounds: points and cards that were typed, a scored draft.

Nothing is stored here: the page keeps the draft, and sends it with each correction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from dealt.errors import ParseError
from dealt.games.tranca import scoring
from dealt.games.tranca.house import BLACK_THREES, house_rules
from dealt.games.tranca.judging import RED_THREES, judge
from dealt.games.tranca.scoring import Breakdown
from dealt.language import say
from dealt.scoresheet.card_text import (
    AmbiguousCardError,
    c_in_english,
    read_line,
    read_points,
    read_typed,
)
from dealt.scoresheet.evening import RulesData, Strict
from dealt.scoresheet.round.draft import Draft, DraftData, DraftMeld, Faces
from dealt.scoresheet.round.edits import MOST_ADDED, AnyEdit, correct, data_of, draft_of
from dealt.scoresheet.round.keypad import press
from dealt.scoresheet.round.questions import proposals, questions
from dealt.scoresheet.standings import PARTS, RoundCounts

_MOST_EDITS = 20
MOST_KEYS = 400
MOST_SIDES = 6
LONGEST_LINE = 200  # letters

Typed = Annotated[str, Meta(max_length=LONGEST_LINE)]


class SheetBody(Strict):
    """The body of POST /sheet.

    Attributes:
        keys: the keys pressed since then, see `dealt.scoresheet.round.keypad`.
        rules: changes of the original rules, see `dealt.games.tranca.house.changes`.
        labels: whether to return the labels of its photos, too.
    """

    draft: DraftData
    edits: Annotated[list[AnyEdit], Meta(max_length=_MOST_EDITS)] = field(default_factory=list)
    keys: Annotated[list[Annotated[str, Meta(max_length=8)]], Meta(max_length=MOST_KEYS)] = field(
        default_factory=list
    )
    labels: bool = False
    rules: RulesData = field(default_factory=dict)


class PointsBody(Strict):
    """The body of POST /sheet/points.

    Attributes:
        text: the typed points of a side, or of several sides on one line.
        sides: the names of the sides of such a line, in order.
    """

    text: Typed
    sides: Annotated[
        list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=MOST_SIDES)
    ]


def points_of(body: PointsBody) -> dict[str, Any]:
    """The typed points: one number, or one for each side.

    Raises:
        ScoreError: they cannot be read.
    """
    return {"points": read_line(body.text, body.sides) or [read_points(body.text)]}


class CardsBody(Strict):
    """The body of POST /sheet/cards.

    Attributes:
        c: the meaning of the letter c, `H` or `C`; empty if unknown.
        place: `table` for a meld, or `hand`; there, suits that do not matter can be left out.
    """

    text: Typed
    c: Literal["H", "C", ""] = ""
    place: Literal["table", "hand", ""] = ""
    beside: Faces = field(default_factory=list)
    decks: Literal[2, 3] = 2
    has_jokers: bool = False


def cards_of(body: CardsBody) -> dict[str, Any]:
    """The faces of the typed cards; null if the meaning of the letter c is needed.

    Raises:
        ParseError: they cannot be read.
    """
    try:
        faces = read_typed(
            body.text, body.c or c_in_english(body.text), body.place,
            beside=body.beside, decks=body.decks, has_jokers=body.has_jokers,
        )  # fmt: skip
    except AmbiguousCardError:
        return {"faces": None}
    if not 1 <= len(faces) <= MOST_ADDED:
        raise ParseError("enter 1 to {most} cards, not {n}", most=MOST_ADDED, n=len(faces))
    return {"faces": faces}


def sheet_of(body: SheetBody) -> dict[str, Any]:
    """The corrected draft, its score line by line, the open questions, and the keypad.

    Raises:
        ParseError, ScoreError, SetupError: the draft, a key, a correction or a rule is not valid.
    """
    draft = draft_of(body.draft, house_rules(body.rules))
    entry, meld = press(draft, body.keys)
    correct(draft, *body.edits)
    answer = _answer(draft, labels=body.labels)
    return {**answer, "pad": {**asdict(entry), "meld": meld}}


def _answer(draft: Draft, *, labels: bool) -> dict[str, Any]:
    """The page's form of a draft."""
    score = draft.score()
    open_questions = questions(draft)
    answer = {
        "draft": data_of(draft),
        "total": score.total,
        "counts": asdict(RoundCounts.from_score(score)),
        "lines": _lines(draft, score),
        "melds": [_meld_shown(draft, meld) for meld in draft.melds],
        "errors": score.errors,
        "warnings": score.warnings,
        "questions": open_questions,
        "options": [proposals(draft, number) for number in range(len(draft.cards))],
        "provisional": bool(open_questions),
    }
    if labels:
        answer["labels"] = [draft.label(number) for number in range(len(draft.photos))]
    return answer


def _meld_shown(draft: Draft, meld: DraftMeld) -> dict[str, Any]:
    """The verdict on a meld, with its text; for a pile, on the cards guessed or named."""
    open_faces = [card.face for card in draft.open_cards(meld) if card.face]
    verdict = judge(draft.faces(meld) or open_faces, draft.rules)
    return {**verdict.to_data(), "text": str(verdict)}


def _lines(draft: Draft, score: Breakdown) -> list[dict[str, Any]]:
    """The lines of the score, each with the numbers of its cards."""
    of_line: dict[str, list[int]] = {line.label: [] for line in score.lines}
    for meld in draft.melds:
        open_cards = [i for i in meld.cards if draft.cards[i].face and not draft.cards[i].removed]
        black = draft.black_threes
        of_line[scoring.TABLE] += [i for i in open_cards if i not in black]
        if scoring.DOLLARS in of_line:
            of_line[scoring.DOLLARS] += [i for i in open_cards if draft.cards[i].face in RED_THREES]
        faces = draft.faces(meld)
        canastra = judge(faces, draft.rules).canastra if faces else None
        if canastra is not None:
            of_line[scoring.BONUSES[canastra]] += open_cards
    for i in _hand(draft):
        is_tranca = scoring.TRANCAS in of_line and draft.cards[i].face in BLACK_THREES
        of_line[scoring.TRANCAS if is_tranca else scoring.HAND].append(i)
    return [
        {
            "code": PARTS[line.label],
            "label": say(line.label),
            "count": line.count,
            "points": line.points,
            "cards": of_line[line.label],
        }
        for line in score.lines
    ]


def _hand(draft: Draft) -> Iterator[int]:
    return (i for i in draft.hand if draft.cards[i].face and not draft.cards[i].removed)
