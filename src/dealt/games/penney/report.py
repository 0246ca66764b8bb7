"""Penney's game: the exact odds as sheets, as data, and in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dealt.core.game import listed
from dealt.core.sheet import Sheet
from dealt.games.penney import exact
from dealt.games.penney.choices import COLOURS, LENGTH, choice_text, colours, in_order
from dealt.games.penney.exact import BLACK, RED, Odds
from dealt.games.penney.tally import SCORINGS, Tally, share_text

MOST_LISTED = 6  # names in a note; of more only the number is told


@dataclass(frozen=True)
class Question:
    """What odds are asked for.

    Attributes:
        length: colours in a choice.
        red, black: the cards in the deck.
        by: the scorings, one or both.
        fast: compiled.
    """

    length: int = LENGTH
    red: int = RED
    black: int = BLACK
    by: tuple[str, ...] = SCORINGS
    fast: bool = False

    @property
    def tally(self) -> Tally:
        """The wins of all pairs."""
        return exact.tally(self.length, self.red, self.black, fast=self.fast)

    @property
    def deck(self) -> str:
        """The deck in words."""
        return f"{self.red} red and {self.black} black cards"

    def odds(self, mine: int, other: int, by: str) -> Odds:
        """Everything about one pair."""
        return exact.odds(mine, other, by, red=self.red, black=self.black, length=self.length)


def sheets(question: Question) -> tuple[Sheet, ...]:
    """The best reply to each choice, a sheet for each scoring."""
    return tuple(best_replies(question, by) for by in question.by)


def best_replies(question: Question, by: str) -> Sheet:
    """The best reply to each choice by one scoring."""
    counted = question.tally
    rows = []
    for other in in_order(question.length):
        reply = exact.best_reply(other, by, counted)
        rows.append(
            (
                counted.text(other),
                " ".join(counted.text(choice) for choice in reply.best),
                share_text(reply.wins, counted.decks),
                share_text(reply.draws, counted.decks),
                share_text(reply.losses, counted.decks),
            )
        )
    return Sheet(
        f"Best replies by {by}, exact over all {counted.decks:,} decks of {question.deck}",
        ("against", "best reply", "wins", "draws", "loses"),
        tuple(rows),
        notes=tuple(notes(counted, by)),
    )


def notes(counted: Tally, by: str) -> list[str]:
    """The best first choice, the best mixture and the fair pairs, a line each."""
    first = exact.best_first(by, counted)
    left = 1 - Fraction(exact.best_reply(first[0], by, counted).wins, counted.decks)
    left_over = share_text(left.numerator, left.denominator)
    lines = [f"Hardest to answer: {names(counted, first)}; the best reply leaves {left_over}."]
    if counted.length <= LENGTH + 1:
        mixed = exact.mixed(by, counted)
        parts = [
            f"{counted.text(choice)} {share_text(x.numerator, x.denominator)}"
            for choice, x in enumerate(mixed.shares)
            if x
        ]
        lines.append(f"Choosing at the same time nothing beats {listed(parts)} of the time.")
    fair = exact.fair_pairs(by, counted)
    pairs = [f"{counted.text(i)}-{counted.text(j)}" for i, j in fair]
    told = f": {', '.join(pairs)}" if 0 < len(pairs) <= MOST_LISTED else ""
    lines.append(f"Pairs in which both win equally often: {len(fair)}{told}.")
    return lines


def names(counted: Tally, choices: tuple[int, ...]) -> str:
    """Some choices for a sentence."""
    if len(choices) > MOST_LISTED:
        return f"{len(choices)} choices, such as {counted.text(choices[0])}"
    return listed([counted.text(choice) for choice in choices], "or")


def replies(question: Question, other: int, by: str) -> Sheet:
    """All replies to one choice by one scoring, the best first."""
    counted = question.tally
    found = [
        question.odds(mine, other, by) for mine in range(1 << question.length) if mine != other
    ]
    found.sort(key=lambda odds: (-odds.wins, odds.losses))
    rows = []
    for odds in found:
        first = exact.first_trick(odds.mine, odds.other, red=question.red, black=question.black)
        rows.append(
            (
                odds.mine,
                share_text(odds.wins, odds.decks),
                share_text(odds.draws, odds.decks),
                share_text(odds.losses, odds.decks),
                f"{float(odds.mean):+.3f}",
                f"{odds.spread:.3f}",
                f"{float(odds.taken[0]):.3f} - {float(odds.taken[1]):.3f}",
                share_text(first.mine, odds.decks),
                share_text(*exact.conway(odds.mine, odds.other).as_integer_ratio()),
            )
        )
    return Sheet(
        f"Replies to {counted.text(other)} by {by}, exact over all decks of {question.deck}",
        (
            *("reply", "wins", "draws", "loses", f"more {by}", "spread"),
            *("on average", "first trick", "endless"),
        ),
        tuple(rows),
        notes=(
            f"more {by}: than the other on average; spread: the standard deviation of that.",
            "first trick: who takes it; endless: the same with coins instead of a deck (Conway).",
        ),
    )


# --- why ------------------------------------------------------------------------------------------


def why(question: Question, other: int, by: str) -> list[str]:
    """In sentences: which reply to a choice is best, and why that and not another."""
    counted = question.tally
    best = exact.best_reply(other, by, counted).best[0]
    odds = question.odds(best, other, by)
    against = counted.text(other)
    wins, draws = share_text(odds.wins, odds.decks), share_text(odds.draws, odds.decks)
    lines = [
        f"The best reply to {against} by {by} is {odds.mine}: wins {wins}, draws {draws}.",
        f"It takes {described(odds)}.",
    ]
    lines += rivals(question, odds, other, by)
    lines += rule_of_thumb(question, odds, other, by)
    lines += overlap(odds, question)
    return lines


def described(odds: Odds) -> str:
    """Mean and spread of a pair, in words."""
    more = "more" if odds.mean >= 0 else "fewer"
    return (
        f"{abs(float(odds.mean)):.2f} {odds.by} {more} than {odds.other} on average"
        f" ({float(odds.taken[0]):.2f} to {float(odds.taken[1]):.2f}), with a spread of"
        f" {odds.spread:.2f}: {distance(odds)}"
    )


def distance(odds: Odds) -> str:
    """How far the mean is from a draw, in spreads."""
    if not odds.spread:
        return "always the same"
    return f"{float(odds.mean) / odds.spread:.2f} spreads above a draw"


def rivals(question: Question, best: Odds, other: int, by: str) -> list[str]:
    """A reply that has more on average and still wins less often, if there is one."""
    found = [
        question.odds(mine, other, by)
        for mine in range(1 << question.length)
        if mine != other and choice_text(mine, question.length) != best.mine
    ]
    rival = max(found, key=lambda odds: odds.mean, default=None)
    if rival is None or rival.mean <= best.mean or rival.wins == best.wins:
        return []
    wins = share_text(rival.wins, rival.decks)
    return [
        f"{rival.mine} would take {described(rival)}.",
        f"That is more on average, but less sure: it wins only {wins} of all decks.",
    ]


def rule_of_thumb(question: Question, best: Odds, other: int, by: str) -> list[str]:
    """What the rule that people know says here."""
    second = colours(other, question.length)[1]
    rule = COLOURS[1 - second] + choice_text(other, question.length)[:-1]
    if rule == best.other:
        return []
    told = "The rule of thumb (the opposite of the second colour, then all colours but the last)"
    if rule == best.mine:
        return [f"{told} says so too."]
    odds = exact.odds(rule, best.other, by, red=question.red, black=question.black)
    return [f"{told} says {rule}, which wins {share_text(odds.wins, odds.decks)}."]


def overlap(odds: Odds, question: Question) -> list[str]:
    """How one choice comes before the other, and what that makes of the first trick."""
    length = len(odds.mine)
    before = max((k for k in range(length) if odds.mine.endswith(odds.other[:k])), default=0)
    after = max((k for k in range(length) if odds.other.endswith(odds.mine[:k])), default=0)
    first = exact.first_trick(odds.mine, odds.other, red=question.red, black=question.black)
    lines = []
    if before > after:
        lines.append(
            f"{odds.mine} ends as {odds.other} begins ({odds.other[:before]}), so it often comes"
            f" first where {odds.other} is on its way."
        )
    in_decks = share_text(first.mine, odds.decks)
    with_coins = share_text(*exact.conway(odds.mine, odds.other).as_integer_ratio())
    lines.append(
        f"It takes the first trick in {in_decks} of all decks; with coins instead of cards it would"
        f" come first {with_coins} of the time."
    )
    return lines


# --- data -----------------------------------------------------------------------------------------


def data(question: Question) -> dict[str, Any]:
    """All pairs by both scorings as plain data: exact integers, the number of decks in each."""
    counted = question.tally
    pairs = []
    for mine, other in counted.pairs():
        entry: dict[str, Any] = {"mine": counted.text(mine), "other": counted.text(other)}
        for by in question.by:
            entry[by] = {
                "wins": counted.won(by, mine, other),
                "draws": counted.drawn(by, mine, other),
                "losses": counted.lost(by, mine, other),
            }
        pairs.append(entry)
    found: dict[str, Any] = {
        "game": "penney",
        "length": question.length,
        "red": question.red,
        "black": question.black,
        "decks": counted.decks,
        "pairs": pairs,
        "best": {},
    }
    for by in question.by:
        found["best"][by] = {
            "replies": {
                counted.text(other): [counted.text(m) for m in counted.best_replies(by, other)]
                for other in range(1 << question.length)
            },
            "first": [counted.text(choice) for choice in exact.best_first(by, counted)],
            "fair": [[counted.text(i), counted.text(j)] for i, j in exact.fair_pairs(by, counted)],
        }
        if question.length <= LENGTH + 1:
            shares = exact.mixed(by, counted).shares
            found["best"][by]["mixed"] = {
                counted.text(choice): str(x) for choice, x in enumerate(shares) if x
            }
    return found


def replies_data(question: Question, other: int) -> list[dict[str, Any]]:
    """All replies to one choice as plain data, with the distribution of the difference."""
    found = []
    for mine in range(1 << question.length):
        for by in question.by if mine != other else ():
            odds = question.odds(mine, other, by)
            first = exact.first_trick(odds.mine, odds.other, red=question.red, black=question.black)
            found.append(
                {
                    "mine": odds.mine,
                    "other": odds.other,
                    "by": by,
                    "decks": odds.decks,
                    "wins": odds.wins,
                    "draws": odds.draws,
                    "losses": odds.losses,
                    "mean": str(odds.mean),
                    "spread": odds.spread,
                    "taken": [str(x) for x in odds.taken],
                    "differences": {str(d): n for d, n in odds.differences.items()},
                    "first_trick": [first.mine, first.other, first.nobody],
                    "endless": str(exact.conway(odds.mine, odds.other)),
                }
            )
    return found
