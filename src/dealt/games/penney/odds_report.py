"""Penney's game: the exact odds as sheets, as data, and in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dealt.core.sheet import Sheet, csv_text
from dealt.games.penney import exact
from dealt.games.penney.choices import COLOURS, LENGTH, choice_text, colours, in_order
from dealt.games.penney.count import Progress
from dealt.games.penney.exact import BLACK, RED, FirstTrick, Odds
from dealt.games.penney.tally import SCORINGS, Tally, share_text
from dealt.language import decimal, listed, message, number, say

_MOST_LISTED = 6  # names in a note; of more it gives only the number
BY = {"tricks": message("by tricks"), "cards": message("by cards")}
_MORE = {"tricks": message("more tricks"), "cards": message("more cards")}
_SO_MANY = {
    ("tricks", True): message("{n} tricks more than {other}"),
    ("tricks", False): message("{n} tricks fewer than {other}"),
    ("cards", True): message("{n} cards more than {other}"),
    ("cards", False): message("{n} cards fewer than {other}"),
}


@dataclass(frozen=True)
class Question:
    """Which odds to report.

    Attributes:
        length: colours in a choice.
        red, black: numbers of cards in the deck.
        by: the scorings, one or both.
        progress: gets the number of cards drawn, and of all, for each pair.
    """

    length: int = LENGTH
    red: int = RED
    black: int = BLACK
    by: tuple[str, ...] = SCORINGS
    progress: Progress = lambda drawn, cards: None

    @property
    def pack(self) -> dict[str, int]:
        """The number of cards of each colour."""
        return dict(zip(COLOURS, (self.red, self.black), strict=True))

    @property
    def tally(self) -> Tally:
        """The wins of all pairs."""
        return exact.tally(self.length, self.red, self.black)

    @property
    def deck(self) -> str:
        """The deck in words."""
        return say("{red} red and {black} black cards", red=self.red, black=self.black)

    def odds(self, choice: int, other: int, by: str) -> Odds:
        """The exact results of one pair."""
        return exact.odds(
            choice, other, by,
            red=self.red, black=self.black, length=self.length, progress=self.progress,
        )  # fmt: skip

    def first_trick(self, odds: Odds) -> FirstTrick:
        """The decks in which each player of a pair takes the first trick."""
        return exact.first_trick(odds.mine, odds.other, red=self.red, black=self.black)

    def endless(self, odds: Odds) -> Fraction:
        """The chance of mine to come first if the deck never ends, with its shares of colours."""
        return exact.conway(odds.mine, odds.other, weights=(self.red, self.black))


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
                share(reply.wins, counted.decks),
                share(reply.draws, counted.decks),
                share(reply.losses, counted.decks),
            )
        )
    title = say(
        "Best replies {by}, exact over all {decks} decks of {deck}",
        by=say(BY[by]), decks=number(counted.decks), deck=question.deck,
    )  # fmt: skip
    return Sheet(
        title,
        (say("against"), say("best reply"), say("wins"), say("draws"), say("loses")),
        tuple(rows),
        notes=tuple(_notes(counted, by)),
    )


def _notes(counted: Tally, by: str) -> list[str]:
    """The best first choice, the best mixture and the fair pairs, one line each."""
    first = exact.best_first(by, counted)
    left = 1 - Fraction(exact.best_reply(first[0], by, counted).wins, counted.decks)
    hardest = say(
        "Hardest to answer: {choices}; the best reply leaves {share}.",
        choices=_names(counted, first), share=share(left.numerator, left.denominator),
    )  # fmt: skip
    lines = [hardest]
    if counted.length <= LENGTH + 1:
        mixed = exact.mixed(by, counted)
        parts = [
            f"{counted.text(choice)} {share(x.numerator, x.denominator)}"
            for choice, x in enumerate(mixed.shares)
            if x
        ]
        mixture = listed(parts)
        lines.append(
            say(
                "If both choose at once, the best strategy is {mixture} of the time.",
                mixture=mixture,
            )
        )
    fair = exact.fair_pairs(by, counted)
    pairs = [f"{counted.text(i)}-{counted.text(j)}" for i, j in fair]
    count = f"{len(fair)}: {', '.join(pairs)}" if 0 < len(pairs) <= _MOST_LISTED else f"{len(fair)}"
    lines.append(say("Pairs in which both win equally often: {pairs}.", pairs=count))
    return lines


def _names(counted: Tally, choices: tuple[int, ...]) -> str:
    """Some choices, listed for a sentence."""
    if len(choices) > _MOST_LISTED:
        sample = counted.text(choices[0])
        return say("{n} choices, such as {sample}", n=len(choices), sample=sample)
    return listed([counted.text(choice) for choice in choices], "or")


def all_replies(question: Question, other: int, reply: int | None = None) -> list[Sheet]:
    """All replies to one choice under each scoring, see `replies`."""
    return [replies(question, other, by, reply) for by in question.by]


def replies(question: Question, other: int, by: str, reply: int | None = None) -> Sheet:
    """All replies to one choice under one scoring, the best first; or one of them."""
    choices = range(1 << question.length) if reply is None else (reply,)
    lines = [question.odds(choice, other, by) for choice in choices if choice != other]
    lines.sort(key=lambda odds: (-odds.wins, odds.losses))
    rows = tuple(
        (
            odds.mine,
            share(odds.wins, odds.decks),
            share(odds.draws, odds.decks),
            share(odds.losses, odds.decks),
            decimal(f"{float(odds.mean):+.3f}"),
            decimal(f"{odds.spread:.3f}"),
            decimal(f"{float(odds.taken[0]):.3f} - {float(odds.taken[1]):.3f}"),
            share(question.first_trick(odds).mine, odds.decks),
            share(*question.endless(odds).as_integer_ratio()),
        )
        for odds in lines
    )
    title = say(
        "Replies to {choice} {by}, exact over all decks of {deck}",
        choice=choice_text(other, question.length), by=say(BY[by]), deck=question.deck,
    )  # fmt: skip
    if reply is not None:
        title = say(
            "{mine} against {other} {by}, exact over all decks of {deck}",
            mine=lines[0].mine, other=lines[0].other, by=say(BY[by]), deck=question.deck,
        )  # fmt: skip
    more = say(_MORE[by])
    return Sheet(
        title,
        (
            *(say("reply"), say("wins"), say("draws"), say("loses"), more, say("spread")),
            *(say("on average"), say("first trick"), say("endless")),
        ),
        rows,
        notes=(
            say(
                "{more}: on average, compared with the other; spread: the standard "
                "deviation of that.",
                more=more,
            ),
            say(
                "first trick: how often the reply takes it; endless: the same in an endless deck "
                "with the same proportion of red."
            ),
        ),
    )


def share(part: int, whole: int) -> str:
    """A share in percent, written as the language has it, see `share_text`."""
    return decimal(share_text(part, whole))


# --- why ------------------------------------------------------------------------------------------


def explain(question: Question, other: int, by: str, reply: int | None = None) -> list[str]:
    """In sentences: which reply to a choice is best, and why; or how one reply does."""
    if reply is not None:
        odds = question.odds(reply, other, by)
        return [
            f"{odds}.",
            say("It takes {more}.", more=_described(odds)),
            *_overlap(odds, question),
        ]
    counted = question.tally
    best = exact.best_reply(other, by, counted).best[0]
    odds = question.odds(best, other, by)
    against = counted.text(other)
    first = say(
        "The best reply to {choice} {by} is {reply}: wins {wins}, draws {draws}.",
        choice=against, by=say(BY[by]), reply=odds.mine,
        wins=share(odds.wins, odds.decks), draws=share(odds.draws, odds.decks),
    )  # fmt: skip
    lines = [first, say("It takes {more}.", more=_described(odds))]
    lines += _rivals(question, odds, other, by)
    lines += _rule_of_thumb(question, odds, other, by)
    lines += _overlap(odds, question)
    return lines


def _described(odds: Odds) -> str:
    """Mean and standard deviation of a pair, in words."""
    so_many = _SO_MANY[odds.by, odds.mean >= 0]
    return say(
        "{more} on average ({mine} to {theirs}), with a spread of {spread}: {distance}",
        more=say(so_many, n=_two_places(abs(odds.mean)), other=odds.other),
        mine=_two_places(odds.taken[0]), theirs=_two_places(odds.taken[1]),
        spread=_two_places(odds.spread), distance=_distance(odds),
    )  # fmt: skip


def _two_places(value: Fraction | float) -> str:
    """A number with two decimals, written as the language has it."""
    return decimal(f"{float(value):.2f}")


def _distance(odds: Odds) -> str:
    """The distance of the mean from a draw, in standard deviations."""
    if not odds.spread:
        return say("always the same")
    spreads = _two_places(abs(float(odds.mean)) / odds.spread)
    if odds.mean < 0:
        return say("{n} spreads below a draw", n=spreads)
    return say("{n} spreads above a draw", n=spreads)


def _rivals(question: Question, best: Odds, other: int, by: str) -> list[str]:
    """A reply with a larger mean that still wins less often, if there is one."""
    lines = [
        question.odds(choice, other, by)
        for choice in range(1 << question.length)
        if choice != other and choice_text(choice, question.length) != best.mine
    ]
    rival = max(lines, key=lambda odds: odds.mean, default=None)
    if rival is None or rival.mean <= best.mean or rival.wins == best.wins:
        return []
    return [
        say("{reply} would take {more}.", reply=rival.mine, more=_described(rival)),
        say(
            "That is more on average, but less sure: it wins only {share} of all decks.",
            share=share(rival.wins, rival.decks),
        ),
    ]


def _rule_of_thumb(question: Question, best: Odds, other: int, by: str) -> list[str]:
    """What the well-known rule of thumb says here."""
    second = colours(other, question.length)[1]
    rule = COLOURS[1 - second] + choice_text(other, question.length)[:-1]
    if rule == best.other:
        return []
    if rule == best.mine:
        return [
            say(
                "The rule of thumb (the opposite of the second colour, then all colours but the "
                "last) says so too."
            )
        ]
    odds = exact.odds(rule, best.other, by, red=question.red, black=question.black)
    sentence = say(
        "The rule of thumb (the opposite of the second colour, then all colours but the last) "
        "says {reply}, which wins {share}.",
        reply=rule, share=share(odds.wins, odds.decks),
    )  # fmt: skip
    return [sentence]


def _overlap(odds: Odds, question: Question) -> list[str]:
    """How one choice tends to come before the other, and how that affects the first trick."""
    length = len(odds.mine)
    before = max((k for k in range(length) if odds.mine.endswith(odds.other[:k])), default=0)
    after = max((k for k in range(length) if odds.other.endswith(odds.mine[:k])), default=0)
    first = question.first_trick(odds)
    lines = []
    if before > after and first.mine > first.other:
        ends = say(
            "{reply} ends as {choice} begins ({colours}), so it often comes first where {choice} "
            "is on its way.",
            reply=odds.mine, choice=odds.other, colours=odds.other[:before],
        )  # fmt: skip
        lines.append(ends)
    lines.append(
        say(
            "It takes the first trick in {in_decks} of all decks; in an endless deck with the "
            "same proportion of red it would come first {endless} of the time.",
            in_decks=share(first.mine, odds.decks),
            endless=share(*question.endless(odds).as_integer_ratio()),
        )
    )
    return lines


# --- data -----------------------------------------------------------------------------------------


def data(question: Question) -> dict[str, Any]:
    """All pairs under both scorings as plain data: exact integers, the number of decks for each."""
    counted = question.tally
    pairs = []
    for choice, other in counted.pairs():
        entry: dict[str, Any] = {"mine": counted.text(choice), "other": counted.text(other)}
        for by in question.by:
            entry[by] = counted.outcome(by, choice, other)._asdict()
        pairs.append(entry)
    report: dict[str, Any] = {
        "game": "penney",
        "length": question.length,
        "red": question.red,
        "black": question.black,
        "decks": counted.decks,
        "pairs": pairs,
        "best": {},
    }
    for by in question.by:
        report["best"][by] = {
            "replies": {
                counted.text(other): [counted.text(m) for m in counted.best_replies(by, other)]
                for other in range(1 << question.length)
            },
            "first": [counted.text(choice) for choice in exact.best_first(by, counted)],
            "fair": [[counted.text(i), counted.text(j)] for i, j in exact.fair_pairs(by, counted)],
        }
        if question.length <= LENGTH + 1:
            shares = exact.mixed(by, counted).shares
            report["best"][by]["mixed"] = {
                counted.text(choice): str(x) for choice, x in enumerate(shares) if x
            }
    return report


def replies_csv(question: Question, other: int, reply: int | None = None) -> str:
    """All replies to one choice, or one, as CSV with exact integers."""
    names = ("mine", "other", "by", "decks", "wins", "draws", "losses")
    rows = replies_data(question, other, reply)
    return csv_text([names, *([row[name] for name in names] for row in rows)])


def replies_data(question: Question, other: int, reply: int | None = None) -> list[dict[str, Any]]:
    """All replies to one choice, or one, as plain data, with the distribution of the difference."""
    rows = []
    for choice in range(1 << question.length) if reply is None else (reply,):
        for by in question.by if choice != other else ():
            odds = question.odds(choice, other, by)
            first = question.first_trick(odds)
            rows.append(
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
                    "endless": str(question.endless(odds)),
                }
            )
    return rows
