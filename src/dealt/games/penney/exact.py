"""Penney's game: exact odds over all decks; nothing is sampled.

>>> from dealt.games.penney import exact
>>> reply = exact.odds("BBR", "RBR", by="cards")
>>> reply.wins, reply.draws, reply.losses
(...)

A player's chance is the number of decks won divided by the number of all decks, C(52, 26) for a
whole pack. "Mine" is the choice in question, "other" the opponent's.

If both choose at once, the best mixture of choices is exact, too.  What i wins against j, j loses
against i, so the value of the game is 0, and a mixture is best if no choice of the other player
wins against it.  Source: the simplex method with Bland's rule, "New finite pivoting rules for the
simplex method" (1977), which never cycles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, sqrt

from dealt.core.compiled import has_numba
from dealt.core.sheet import Displayed, Sheet
from dealt.errors import SetupError
from dealt.games.penney.automaton import Reading
from dealt.games.penney.choices import (
    COLOURS,
    LENGTH,
    LONGEST,
    SHORTEST,
    choice_text,
    letters,
    other_colours,
    parse_choice,
)
from dealt.games.penney.count import (
    TOGETHER,
    Progress,
    differences,
    left_over,
    mean_and_variance,
)
from dealt.games.penney.race import race
from dealt.games.penney.tally import CARDS, TRICKS, Counts, Tally, check_scoring, share_text
from dealt.language import Phrase, decimal, listed, message, say


@dataclass(frozen=True)
class Mixed:
    """A mixture: how often to make each choice; the fractions sum to 1."""

    shares: tuple[Fraction, ...]

    def __str__(self) -> str:
        """The choices that are made, by their number, with their shares."""
        return ", ".join(f"{choice}: {self.shares[choice]}" for choice in self.choices)

    @property
    def choices(self) -> tuple[int, ...]:
        """The choices with a positive share."""
        return tuple(choice for choice, share in enumerate(self.shares) if share)


def best_mixed(wins: Sequence[Sequence[int]]) -> Mixed:
    """A mixture against which nothing wins on average.

    Args:
        wins: `wins[i][j]` is what choice i wins, minus what it loses, against choice j.
    """
    size = len(wins)
    most = max((abs(x) for row in wins for x in row), default=0) + 1
    # maximize the sum of y with A y <= 1, y >= 0, where all of A is above 0: y is the best
    # mixture of the one who wants little, up to its sum
    rows = [
        [Fraction(x + most) for x in row] + [Fraction(i == j) for j in range(size)] + [Fraction(1)]
        for i, row in enumerate(wins)
    ]
    goal = [Fraction(-1)] * size + [Fraction(0)] * (size + 1)
    basis = list(range(size, 2 * size))
    while (entering := next((j for j, x in enumerate(goal[:-1]) if x < 0), None)) is not None:
        at = entering
        leaving = min(
            (i for i in range(size) if rows[i][at] > 0),
            key=lambda i: (rows[i][-1] / rows[i][at], basis[i]),
        )
        _pivot(rows, goal, leaving, entering)
        basis[leaving] = entering
    shares = [Fraction(0)] * size
    for i, column in enumerate(basis):
        if column < size:
            shares[column] = rows[i][-1] / goal[-1]
    return Mixed(tuple(shares))


def _pivot(rows: list[list[Fraction]], goal: list[Fraction], leaving: int, entering: int) -> None:
    """Let a column enter the basis in place of a row's."""
    by = rows[leaving][entering]
    rows[leaving] = [x / by for x in rows[leaving]]
    for row in [*(row for i, row in enumerate(rows) if i != leaving), goal]:
        times = row[entering]
        if times:
            row[:] = [x - times * y for x, y in zip(row, rows[leaving], strict=True)]


RED = BLACK = 26
_MOST_CARDS = 1000  # of a deck; the time grows with the fourth power of this
ODDS = {
    TRICKS: message("{mine} against {other} by tricks: wins {wins}, draws {draws}, loses {losses}"),
    CARDS: message("{mine} against {other} by cards: wins {wins}, draws {draws}, loses {losses}"),
}
_ONE_TRICK = Reading(one_trick=True)


@dataclass(frozen=True, repr=False)
class Odds(Displayed):
    """The exact results of one choice against another under one scoring.

    Attributes:
        mine, other: the choices, such as `RRB`.
        by: `tricks` or `cards`.
        red, black: numbers of cards in the deck.
        differences: number of decks for each value of my number minus the other's.
        taken: average winnings of each player, mine first.
    """

    mine: str
    other: str
    by: str
    red: int
    black: int
    differences: Mapping[int, int]
    taken: tuple[Fraction, Fraction]

    def __str__(self) -> str:
        shares = [
            decimal(share_text(decks, self.decks)) for decks in (self.wins, self.draws, self.losses)
        ]
        return say(
            ODDS[self.by], mine=self.mine, other=self.other,
            wins=shares[0], draws=shares[1], losses=shares[2],
        )  # fmt: skip

    def sheets(self) -> tuple[Sheet, ...]:
        """The numbers and the shares of decks that are won, drawn and lost."""
        counts = {say("wins"): self.wins, say("draws"): self.draws, say("loses"): self.losses}
        rows = [(name, decks, Fraction(decks, self.decks)) for name, decks in counts.items()]
        return (Sheet(str(self), ("", say("decks"), say("share")), tuple(rows)),)

    @property
    def decks(self) -> int:
        """The number of all decks."""
        return comb(self.red + self.black, self.red)

    @property
    def wins(self) -> int:
        """The number of decks that I win."""
        return sum(n for difference, n in self.differences.items() if difference > 0)

    @property
    def draws(self) -> int:
        """The number of drawn decks."""
        return self.differences.get(0, 0)

    @property
    def losses(self) -> int:
        """The number of decks that the other player wins."""
        return self.decks - self.wins - self.draws

    @property
    def mean(self) -> Fraction:
        """My number minus the other's, on average."""
        mean: Fraction = mean_and_variance(self.differences)[0]
        return mean

    @property
    def spread(self) -> float:
        """The standard deviation of the difference."""
        return sqrt(mean_and_variance(self.differences)[1])

    @property
    def is_fair(self) -> bool:
        """Whether both players win equally many decks."""
        return self.wins == self.losses


@dataclass(frozen=True)
class FirstTrick:
    """How many decks give the first trick to each player."""

    mine: int
    other: int
    nobody: int


def read(choice: str | int, length: int | None = None) -> tuple[int, int]:
    """A choice and its length, given as text or as a number and the length.

    Raises:
        ParseError: not a choice.
        SetupError: too short or too long.
    """
    if length is not None:
        check_length(length)
    if isinstance(choice, str):
        number = parse_choice(choice, length)
        length = length or len(letters(choice))
    else:
        number, length = choice, LENGTH if length is None else length
    check_length(length)
    if not 0 <= number < 1 << length:
        raise SetupError(
            "no choice {number}; choices of {length} colours are numbered 0 to {most}",
            number=number, length=length, most=2**length - 1,
        )  # fmt: skip
    return number, length


def check_length(length: int) -> int:
    """Check the length of choices and return it; SetupError if it is not allowed."""
    if not SHORTEST <= length <= LONGEST:
        raise SetupError(
            "length {length}: a choice must have {shortest} to {longest} colours"
            if length < SHORTEST
            else "length {length}: a choice must have {shortest} to {longest} colours; longer"
            " ones make too many pairs to count them all",
            length=length, shortest=SHORTEST, longest=LONGEST,
        )  # fmt: skip
    return length


def check_deck(red: int, black: int) -> None:
    """Raise SetupError if such a deck is not possible."""
    if red < 0 or black < 0 or red + black > _MOST_CARDS:
        raise SetupError(
            "a deck of {red} red and {black} black cards: each must be 0 or more, and at "
            "most {most} in all",
            red=red, black=black, most=_MOST_CARDS,
        )  # fmt: skip


def pair(mine: str | int, other: str | int, length: int | None = None) -> tuple[int, int, int]:
    """Two choices as numbers, and their length.

    Raises:
        ParseError: not a choice.
        SetupError: the choices are equal, or differ in length.
    """
    first, length = read(mine, length)
    second, other_length = read(other, length if not isinstance(other, str) else None)
    if length != other_length:
        raise SetupError(
            "{mine} and {other} have {length} and {other_length} colours",
            mine=mine, other=other, length=length, other_length=other_length,
        )  # fmt: skip
    if first == second:
        raise SetupError(
            Phrase(
                "both choose {choice}; the choices must differ",
                {"choice": choice_text(first, length)},
                rule="N1",
            )
        )
    return first, second, length


def odds(
    mine: str | int,
    other: str | int,
    by: str = TRICKS,
    *,
    red: int = RED,
    black: int = BLACK,
    length: int | None = None,
    progress: Progress = lambda drawn, cards: None,
) -> Odds:
    """The exact results of one choice against another.

    Args:
        mine: my choice, as text or as a number.
        other: the opponent's choice.
        by: `tricks` or `cards`.
        red: number of red cards in the deck.
        black: number of black cards in the deck.
        length: colours in a choice given as a number; 3 by default.
        progress: gets the number of cards drawn, and of all, in a large deck.

    Raises:
        ParseError, SetupError: the choices, the scoring or the deck are not valid.
    """
    first, second, length = pair(mine, other, length)
    check_deck(red, black)
    check_scoring(by)
    leads = differences(first, second, length, by, red=red, black=black, progress=progress)
    mean = mean_and_variance(leads)[0]
    if by == CARDS:
        left = left_over(first, second, length, red, black)
        together = red + black - mean_and_variance(left)[0]
    else:
        both = differences(first, second, length, by, red=red, black=black, worth=TOGETHER)
        together = mean_and_variance(both)[0]
    winnings = ((together + mean) / 2, (together - mean) / 2)
    names = choice_text(first, length), choice_text(second, length)
    return Odds(*names, by, red, black, leads, winnings)


def first_trick(
    mine: str | int,
    other: str | int,
    *,
    red: int = RED,
    black: int = BLACK,
    length: int | None = None,
) -> FirstTrick:
    """How often each player takes the first trick."""
    first, second, length = pair(mine, other, length)
    check_deck(red, black)
    leads = differences(first, second, length, TRICKS, red=red, black=black, reading=_ONE_TRICK)
    return FirstTrick(leads.get(1, 0), leads.get(-1, 0), leads.get(0, 0))


def conway(
    mine: str | int,
    other: str | int,
    *,
    weights: Sequence[int] = (RED, BLACK),
    length: int | None = None,
) -> Fraction:
    """The chance that `mine` comes up first in an endless deck, where no card depends on another.

    The first trick of a deck approaches it as the deck grows and its shares of colours stay.

    See `dealt.games.penney.race`, where other sequences race, too.

    Args:
        mine: a choice, as text or as a number.
        other: the choice that it races against.
        weights: how often each colour comes, in the order of their numbers, such as the cards of
            a deck; 0 or more each. Only their ratio matters.
        length: colours in a choice given as a number; 3 by default.

    Raises:
        ParseError, SetupError: the choices or the weights are not valid.
    """
    first, second, length = pair(mine, other, length)
    if len(weights) != len(COLOURS) or min(weights) < 0:
        raise SetupError(
            "weights {weights}: must be {n} numbers from 0 up, one for each colour",
            weights=listed([str(weight) for weight in weights]), n=len(COLOURS),
        )  # fmt: skip
    names = [choice_text(choice, length) for choice in (first, second)]
    shares = {colour: weight for colour, weight in zip(COLOURS, weights, strict=True) if weight}
    possible = [set(name) <= set(shares) for name in names]
    return race(names, shares).chances[0] if all(possible) else Fraction(possible[0])


# --- all pairs ------------------------------------------------------------------------------------


@cache
def tally(
    length: int = LENGTH, red: int = RED, black: int = BLACK, *, fast: bool | None = None
) -> Tally:
    """The wins of every pair under both scorings, over all decks.

    Pairs that only swap the players are counted once; so are pairs that only swap the colours, if
    there are as many red cards as black ones.

    Args:
        length: colours in a choice, 2 to 6.
        red: number of red cards in the deck.
        black: number of black cards in the deck.
        fast: use compiled play if 64 bits are enough, which is worth it for long choices; by
            default for more than four colours if numba is installed. The counts are the same.

    Raises:
        SetupError: the length or the deck is not allowed.
    """
    check_length(length)
    check_deck(red, black)
    if fast is None:
        fast = length > LENGTH + 1 and has_numba()
    counts = [_table(length, red, black, by, fast=fast) for by in (TRICKS, CARDS)]
    return Tally(comb(red + black, red), counts[0], counts[1], length, is_exact=True)


def _table(length: int, red: int, black: int, by: str, *, fast: bool) -> Counts:
    size = 1 << length
    table = [[0] * size for _ in range(size)]
    for first in range(size):
        for second in range(first + 1, size):
            twins = [(first, second)]
            if red == black:
                twins.append((other_colours(second, length), other_colours(first, length)))
            if twins[-1] < twins[0]:
                continue
            leads = differences(first, second, length, by, red=red, black=black, fast=fast)
            wins = sum(n for difference, n in leads.items() if difference > 0)
            losses = sum(n for difference, n in leads.items() if difference < 0)
            table[first][second], table[second][first] = wins, losses
            if len(twins) == 2:
                # with the colours changed the players are in the other order
                table[twins[1][1]][twins[1][0]], table[twins[1][0]][twins[1][1]] = wins, losses
    return tuple(map(tuple, table))


@dataclass(frozen=True)
class Reply:
    """The best reply to a choice."""

    other: int
    best: tuple[int, ...]
    wins: int
    draws: int
    losses: int


def best_reply(other: str | int, by: str = TRICKS, counted: Tally | None = None) -> Reply:
    """The choices that win most often against a choice.

    Args:
        other: the choice to answer.
        by: `tricks` or `cards`.
        counted: the tally to use; by default all decks of a pack.
    """
    number, length = read(other, counted.length if counted is not None else None)
    counted = counted or tally(length)
    best = counted.best_replies(check_scoring(by), number)
    return Reply(number, best, *counted.outcome(by, best[0], number))


def best_first(by: str = TRICKS, counted: Tally | None = None) -> tuple[int, ...]:
    """The first choices that lose least often to their best reply."""
    counted = counted or tally()
    lost = {other: best_reply(other, by, counted).wins for other in range(1 << counted.length)}
    return tuple(other for other, wins in lost.items() if wins == min(lost.values()))


def mixed(by: str = TRICKS, counted: Tally | None = None) -> Mixed:
    """The best mixture of choices if both players choose at once, by wins minus losses.

    Both may then make the same choice, which counts as a draw.
    """
    counted = counted or tally()
    counts = counted.counts(by)
    size = range(1 << counted.length)
    wins = [[counts[i][j] - counts[j][i] for j in size] for i in size]
    best = best_mixed(wins)
    twins = [other_colours(choice, counted.length) for choice in size]
    if all(wins[i][j] == wins[twins[i]][twins[j]] for i in size for j in size):
        # the same with other colours is as good, and so is half of each: that is easier to remember
        return Mixed(tuple((best.shares[i] + best.shares[twins[i]]) / 2 for i in size))
    return best


def fair_pairs(by: str = TRICKS, counted: Tally | None = None) -> tuple[tuple[int, int], ...]:
    """The pairs in which both players win equally often, the lower choice first."""
    counted = counted or tally()
    counts = counted.counts(by)
    return tuple((i, j) for i, j in counted.pairs() if i < j and counts[i][j] == counts[j][i])
