"""Tranca: the score of one side of a round, from the cards at its end (section 7; T10).

Cards are written as in the original document (`four_hearts`), short (`4H`, `10H`, `th`) or with
symbols (`4♥`, `4H♥`), in a list or in a text with blanks or commas.  Their order does not matter.

>>> score(["4H 5H 6H 7H 8H 9H 2C"], dollars=2, hand="KS", morto="used").total
350
>>> score(["7D 8D JD"])
Traceback (most recent call last):
dealt.errors.ScoreError: sequence 1 (7D 8D JD): 9D and TD are missing, and there is no 2
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dealt.cards import FRENCH, JOKER, all_written
from dealt.core.sheet import Sheet
from dealt.errors import ParseError, ScoreError
from dealt.games.tranca.house import BLACK_THREES, PRESETS, TRANCA, HouseRules
from dealt.games.tranca.judging import (
    RED_THREES,
    CardCounts,
    CardRow,
    Cards,
    Finding,
    Remark,
    judge,
    read_cards,
)
from dealt.language import Phrase, listed, message, message_n, quote, say

TARGET, TARGET_OF_SIX = PRESETS["tranca"].targets  # points that end a match; of six people (T9)

TABLE = message("cards on the table")
CLEAN = message("clean canastras")
DIRTY = message("dirty canastras")
REAL = message("canastras of 13 cards")
ACE_TO_ACE = message("canastras from ace to ace")
TWOS = message("canastras of twos")
DOLLARS = message("dollars")
FINAL_MOVE = message("final move")
HAND = message("other cards in hand")  # than trancas
TRANCAS = message("trancas in the hand")
MORTO = message("morto not used")

BONUSES = {"clean": CLEAN, "dirty": DIRTY, "real": REAL, "ace_to_ace": ACE_TO_ACE, "twos": TWOS}
MORTOS = ("none", "unused", "used")  # T8
DECKS = (2, 3)
JOKERS_OF_A_DECK = 2
_MORTO_CARDS = 11
MOST_DOLLARS = 99  # a larger number is a slip of the keyboard


@dataclass(frozen=True)
class Line:
    """One line of a score: its label, the number, and its points."""

    label: str
    count: int
    points: int


@dataclass(frozen=True)
class Breakdown:
    """The score of one side of a round, line by line.

    Attributes:
        lines: in the document's rules always the same nine, in the same order; costs have negative
            points.
        sequences: the classification of each sequence, in the order given.
        faults: what may not lie on the table, but is scored leniently.
        doubts: what is unlikely to be right.
    """

    lines: tuple[Line, ...]
    sequences: tuple[Finding, ...]
    faults: tuple[Remark, ...] = ()
    doubts: tuple[Remark, ...] = ()

    @property
    def errors(self) -> tuple[str, ...]:
        """The faults, in words."""
        return tuple(map(str, self.faults))

    @property
    def warnings(self) -> tuple[str, ...]:
        """The doubts, in words."""
        return tuple(map(str, self.doubts))

    @property
    def total(self) -> int:
        """The points of the round."""
        return sum(line.points for line in self.lines)

    def __str__(self) -> str:
        return str(self.sheet())

    def line(self, label: str) -> Line:
        """The line for `label`, one of the names such as `TABLE` and `CLEAN` of this module."""
        return next(line for line in self.lines if line.label == label)

    def count(self, label: str) -> int:
        """How many there are of what a line counts; 0 where the rules have no such line."""
        return sum(line.count for line in self.lines if line.label == label)

    def to_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "total": self.total,
            "lines": [
                {"label": line.label, "count": line.count, "points": line.points}
                for line in self.lines
            ],
            "sequences": [finding.to_data() for finding in self.sequences],
            "errors": list(self.errors),
            "warnings": list(self.warnings),
            "remarks": [
                {"kind": kind, **remark.to_data()}
                for kind, remarks in (("error", self.faults), ("warning", self.doubts))
                for remark in remarks
            ],
        }

    def sheet(self, title: str | None = None) -> Sheet:
        """One row for each line and the total; sequences, errors and warnings below."""
        rows = [(say(line.label), line.count, line.points) for line in self.lines]
        notes = []
        for number, finding in enumerate(self.sequences, 1):
            cards = all_written(finding.cards) or say("no cards")
            notes.append(f"{number}. {cards}: {say('no sequence') if finding.reason else finding}")
        notes += [say("Error: {what}", what=error) for error in self.errors]
        notes += [say("Warning: {what}", what=warning) for warning in self.warnings]
        return Sheet(
            say("Score of the round") if title is None else title,
            (say("for"), say("how many"), say("points")),
            (*rows, (say("total"), "", self.total)),
            tuple(notes),
        )


@dataclass(frozen=True)
class _Round:
    """The facts of a round, read.

    Attributes:
        laid: the cards laid down as dollars, where they are named; `unnamed` is how many more.
    """

    sequences: tuple[Finding, ...]
    laid: tuple[str, ...]
    unnamed: int
    hand: tuple[str, ...]
    morto: str
    final_move: bool
    decks: int
    rules: HouseRules

    @property
    def table(self) -> tuple[str, ...]:
        """All cards on the table that are named."""
        return (*(card for finding in self.sequences for card in finding.cards), *self.laid)

    @property
    def dollars(self) -> int:
        """How many red threes count apart on the table."""
        named_dollars = sum(card in RED_THREES for card in self.table)
        return named_dollars + self.unnamed if self.rules.threes else 0

    def canastras(self, kind: str) -> int:
        """How many canastras there are of a kind."""
        return sum(finding.canastra == kind for finding in self.sequences)

    @property
    def has_canastra(self) -> bool:
        """Whether there is a canastra of any kind."""
        return any(finding.canastra is not None for finding in self.sequences)

    @property
    def has_final_canastra(self) -> bool:
        """Whether there is a canastra that allows going out."""
        clean = any(finding.canastra and finding.is_clean for finding in self.sequences)
        return clean if self.rules.clean_to_go_out else self.has_canastra

    @property
    def earns_dollars(self) -> bool:
        """Whether red threes count for the side (T4)."""
        melds = any(finding.kind not in ("dollars", "invalid") for finding in self.sequences)
        return (True, self.has_canastra, melds)[self.rules.dollars_need]


def score(
    sequences: Iterable[Cards],
    *,
    dollars: int | Cards = 0,
    hand: Cards = (),
    morto: str = "none",
    final_move: bool = False,
    lenient: bool = False,
    decks: int = 2,
    rules: HouseRules = TRANCA,
) -> Breakdown:
    """The points of a side at the end of a round.

    Args:
        sequences: the cards of each sequence on the table; red threes alone can be one of them.
        dollars: the red threes beside the sequences, as a number or as cards.
        hand: all cards left in the hands of the side.
        morto: `none`, `unused` or `used`.
        final_move: whether the side made the last move of the round.
        lenient: score all that can be scored: the cards of an invalid sequence count, but it is not
            a canastra; `errors` lists what is wrong.
        decks: 2, or 3 as with six players; by the document's rules only warnings depend on it.
        rules: the values of the house, see `dealt.games.tranca.house`.

    Raises:
        ParseError: an unknown card.
        ScoreError: an invalid sequence, a three in the wrong place, or an argument out of range;
            one line names all that is wrong.
    """
    if not isinstance(lenient, bool):
        raise ScoreError(cannot_be("lenient", quote(lenient), ("True", "False")))
    facts = _facts(sequences, dollars, hand, morto, final_move, decks, rules)
    faults = _faults(facts)
    if faults and not lenient:
        raise ScoreError("{errors}", errors=lambda: "; ".join(map(str, faults)))
    return Breakdown(tuple(_lines(facts)), facts.sequences, tuple(faults), tuple(_doubts(facts)))


def _lines(facts: _Round) -> Iterator[Line]:
    """What counts, line by line, as far as the rules have it."""
    rules, table = facts.rules, facts.table
    on_table = sum(map(rules.value, table)) + facts.unnamed * rules.value(RED_THREES[0])
    yield Line(TABLE, len(table) + facts.unnamed, on_table)
    for kind, label in BONUSES.items():
        if rules.bonus(kind) or kind in ("clean", "dirty"):
            count = facts.canastras(kind)
            yield Line(label, count, count * rules.bonus(kind))
    if rules.threes:
        earned = rules.dollars(facts.dollars, is_earned=facts.earns_dollars, decks=facts.decks)
        yield Line(DOLLARS, facts.dollars, earned)  # T4
    yield Line(FINAL_MOVE, int(facts.final_move), rules.final_move * facts.final_move)
    trancas = sum(card in BLACK_THREES for card in facts.hand) if rules.threes else 0
    others = [card for card in facts.hand if not (rules.threes and card in BLACK_THREES)]
    yield Line(HAND, len(others), -sum(map(rules.value, others)))
    if rules.threes:
        yield Line(TRANCAS, trancas, rules.tranca * trancas)  # T5
    if rules.morto:
        missed = int(facts.morto != "used")  # T8
        yield Line(MORTO, missed, rules.morto * missed)


def winner_of(totals: Sequence[int], target: int) -> int | None:
    """Which side has won a match after a whole round (T9); None if it goes on.

    The winner has reached the target, and no other side has as many points.
    """
    best = max(totals)
    return totals.index(best) if best >= target and totals.count(best) == 1 else None


def read_dollars(dollars: int | Cards) -> int | tuple[str, ...]:
    """Dollars: a number, or the cards laid down as dollars, which may include others by mistake.

    Raises:
        ScoreError: neither a number from 0 to 99 nor cards.
    """
    if isinstance(dollars, int) and not isinstance(dollars, bool) and 0 <= dollars <= MOST_DOLLARS:
        return dollars
    if isinstance(dollars, str) or not isinstance(dollars, int):
        with contextlib.suppress(ParseError):
            return read_cards(dollars)
    raise ScoreError(no_dollars(quote(dollars)))


def no_dollars(value: str | Phrase) -> Phrase:
    """What dollars can be, and what was given instead."""
    return Phrase(
        "dollars is {given}: must be a number from 0 to {most}, or red threes such as 3H 3D",
        {"given": value, "most": MOST_DOLLARS},
    )


def _facts(
    sequences: Iterable[Cards],
    dollars: int | Cards,
    hand: Cards,
    morto: str,
    final_move: bool,
    decks: int,
    rules: HouseRules,
) -> _Round:
    """The arguments of `score`, read and checked."""
    if isinstance(sequences, str) or not isinstance(sequences, Iterable):
        raise ScoreError(
            "sequences is {given}: must be a list of sequences", given=quote(sequences)
        )
    dollars_laid = read_dollars(dollars)
    laid, unnamed = ((), dollars_laid) if isinstance(dollars_laid, int) else (dollars_laid, 0)
    if morto not in MORTOS:
        raise ScoreError(cannot_be("morto", quote(morto), MORTOS))
    if not isinstance(final_move, bool):
        raise ScoreError(cannot_be("final_move", quote(final_move), ("True", "False")))
    if type(decks) is not int or decks not in DECKS:
        raise ScoreError(cannot_be("decks", quote(decks), ("2", "3")))
    findings = tuple(judge(cards, rules) for cards in sequences)
    return _Round(findings, laid, unnamed, read_cards(hand), morto, final_move, decks, rules)


def cannot_be(name: str, value: str | Phrase, allowed: Sequence[str]) -> Phrase:
    """What an entry is, and what it should be."""
    words = partial(listed, allowed, "or")
    facts = {"what": name, "given": value, "allowed": words}
    return Phrase("{what} is {given}: must be {allowed}", facts)


def _faults(facts: _Round) -> list[Remark]:
    """Everything that may not lie on the table."""
    faults = []
    for number, finding in enumerate(facts.sequences, 1):
        if finding.fault is not None:
            cards = CardRow(finding.cards)
            values: dict[str, Any] = {"number": number, "cards": cards, "reason": finding.fault}
            faults.append(Remark("no-sequence", "sequence {number} ({cards}): {reason}", values))
    others = [card for card in facts.laid if card not in RED_THREES]
    if others:
        values = {"n": len(others), "cards": tuple(others)}
        faults.append(
            Remark(
                "no-red-three",
                message_n(
                    "dollars: {cards} is not a red three", "dollars: {cards} are not red threes"
                ),
                values,
            )
        )
    return faults


def _doubts(facts: _Round) -> list[Remark]:
    """Everything that can hardly be (T10)."""
    doubts = _too_many(facts)
    if facts.final_move:
        doubts += _about_final_move(facts)
    rules = facts.rules
    red = [card for card in facts.hand if rules.threes and card in RED_THREES]
    if red:
        words: str | tuple[str, str] = message("{cards} in the hand, not laid down")
        if rules.dollar_card == TRANCA.dollar_card:
            words = message_n(
                "{cards} in the hand, not laid down: it counts -5",
                "{cards} in the hand, not laid down: each counts -5",
            )
        doubts.append(Remark("dollar-in-hand", words, {"n": len(red), "cards": tuple(red)}))
    least = _MORTO_CARDS - 2 * facts.decks  # all dollars in it, and none could be replaced
    if rules.morto and facts.morto == "unused" and len(facts.hand) < least:
        few = message("a morto not used leaves {least} cards or more in the hand, not {n}")
        values = {"least": least, "n": len(facts.hand)}
        doubts.append(Remark("few-cards-with-morto", few, values))
    return doubts


def _about_final_move(facts: _Round) -> list[Remark]:
    """What can hardly be if the side has made the final move."""
    doubts = []
    if not facts.rules.morto:
        pass
    elif facts.morto == "none":
        without = message(
            "a final move without a used morto, which is possible only if "
            "no morto was left for the side"
        )
        doubts.append(Remark("final-move-no-morto", without))
    elif facts.morto == "unused":
        without = message(
            "a final move without a used morto, which is possible only if "
            "a partner has the morto in the hand"
        )
        doubts.append(Remark("final-move-morto-unused", without))
    if not facts.has_final_canastra:
        doubts.append(final_move_without_canastra(facts.rules))
    if facts.hand:
        words = message_n(
            "a final move with 1 card in the hand: only partners can hold cards",
            "a final move with {n} cards in the hand: only partners can hold cards",
        )
        doubts.append(Remark("final-move-hand", words, {"n": len(facts.hand)}))
    return doubts


def final_move_without_canastra(rules: HouseRules = TRANCA) -> Remark:
    """What is wrong with such a move, and how it is counted (T10)."""
    words = message(
        "a final move without a canastra, which the rules do not allow; its 100 points are "
        "counted as entered"
    )
    if rules.clean_to_go_out:
        words = message(
            "going out without a clean canastra, which these rules do not allow; its points are "
            "counted as entered"
        )
    elif rules.final_move != TRANCA.final_move:
        words = message(
            "going out without a canastra, which the rules do not allow; its points are counted "
            "as entered"
        )
    return Remark("final-move-no-canastra", words)


def _too_many(facts: _Round) -> list[Remark]:
    """More copies of a card, and more dollars, than the decks have."""
    doubts = []
    counts = Counter((*facts.table, *facts.hand))
    most = dict.fromkeys(FRENCH.faces, facts.decks)
    most[JOKER] = JOKERS_OF_A_DECK * facts.decks if facts.rules.joker else 0
    many = [(card, counts[card]) for card in most if counts[card] > most[card]]
    if many:
        values = {"n": facts.decks, "cards": CardCounts(tuple(many))}
        doubts.append(Remark("many-copies", "more copies than {n} decks have: {cards}", values))
    red = facts.dollars + sum(card in RED_THREES for card in facts.hand)
    if facts.rules.threes and red > 2 * facts.decks:
        values = {"n": red, "decks": facts.decks, "most": 2 * facts.decks}
        doubts.append(Remark("many-dollars", "{n} dollars, and {decks} decks have {most}", values))
    return doubts
