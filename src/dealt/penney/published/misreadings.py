"""Penney's game: how tables come to be wrong.

One scorer with mistakes has other odds, and right odds can be written down wrong or be of other
decks. A mistake changes some fields of a `Hypothesis`; mistakes that change different fields can
come together. Their odds are counted as exactly as the correct ones, see `count`, pair by pair as
they are asked for: a single number rules most hypotheses out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import Any

from dealt.core.compiled import has_numba
from dealt.games.penney.automaton import (
    BOTH,
    FIRST,
    LAST,
    LATE,
    LATE_ONCE,
    RESET_KEPT,
    RESET_LOST,
    RULES,
    SECOND,
    Reading,
)
from dealt.games.penney.choices import other_colours
from dealt.games.penney.count import differences
from dealt.games.penney.tally import CARDS, TRICKS
from dealt.language import message, say
from dealt.penney.published import dealings
from dealt.penney.published.dealings import COINS, COINS_TEXT, FAIR, Dealing
from dealt.penney.published.fit import Chances, Expected, Triple
from dealt.penney.published.tables import DRAW, RESULTS, Entry, Table, is_mirrored

# weights of a number: my wins, draws, the other's wins
Weights = tuple[float, float, float]

_SWAPPED_ROLES = {FIRST: SECOND, SECOND: FIRST}


@dataclass(frozen=True)
class Mistake:
    """One thing that is wrong with a table.

    Attributes:
        name, text: what is wrong, briefly and as a clause, as messages.
        reading: the fields of `Reading` that differ from the rules.
        more: the fields of `Hypothesis` that differ.
    """

    name: str
    text: str
    reading: dict[str, Any] = field(default_factory=dict, hash=False)
    more: dict[str, Any] = field(default_factory=dict, hash=False)

    @property
    def is_of_first(self) -> bool:
        """Whether it concerns the first player alone."""
        return any(self.reading.get(name) == (FIRST,) for name in ("skip", "overlap")) or FIRST in {
            self.reading.get("rest"),
            self.more.get("ties"),
        }

    @property
    def is_of_cards(self) -> bool:
        """Whether it leaves the tricks as they are."""
        return bool(self.reading) and {*self.reading} <= _OF_CARDS or "is_fixed" in self.more


_OF_CARDS = {"short", "piles_up", "rest"}
SWAPPED = message("players swapped")
EXCHANGED = message("scorings exchanged")
CUT_OFF = message("cut off")
AS_ORDERED = ""
LOWER_FIRST = message(
    "of two choices, the one nearer to RRR played first, and the table was mirrored"
)
HIGHER_FIRST = message(
    "of two choices, the one nearer to BBB played first, and the table was mirrored"
)
ONLY = {
    TRICKS: message("by tricks alone: {wrong}"),
    CARDS: message("by cards alone: {wrong}"),
}
_SKIP = {
    (FIRST,): (
        message("skip after first"),
        message("a card is skipped after a trick of the first player"),
    ),
    (SECOND,): (
        message("skip after second"),
        message("a card is skipped after a trick of the second player"),
    ),
    BOTH: (message("skip after both"), message("a card is skipped after a trick of either player")),
}
_COUNTED = {
    (FIRST,): (
        message("skip counted after first"),
        message(
            "a card is skipped after a trick of the first player, and counts in the next trick"
        ),
    ),
    (SECOND,): (
        message("skip counted after second"),
        message(
            "a card is skipped after a trick of the second player, and counts in the next trick"
        ),
    ),
    BOTH: (
        message("skip counted after both"),
        message("a card is skipped after a trick of either player, and counts in the next trick"),
    ),
}
_OVERLAP = {
    BOTH: (message("overlap"), message("the window is not cleared, so tricks share cards")),
    (FIRST,): (
        message("overlap after first"),
        message("the window is not cleared after a trick of the first player"),
    ),
    (SECOND,): (
        message("overlap after second"),
        message("the window is not cleared after a trick of the second player"),
    ),
}
_SHORT = {
    1: (message("short by 1"), message("tricks are counted with one card too few")),
    2: (message("short by 2"), message("tricks are counted with two cards too few")),
    3: (message("short by 3"), message("tricks are counted without the three cards that match")),
    -1: (message("long by 1"), message("tricks are counted with one card too many")),
    -2: (message("long by 2"), message("tricks are counted with two cards too many")),
    -3: (message("long by 3"), message("tricks are counted with three cards too many")),
}
_REST = {
    LAST: (
        message("leftovers to the last winner"),
        message("the cards left over go to the winner of the last trick"),
    ),
    FIRST: (
        message("leftovers to the first player"),
        message("the cards left over go to the first player"),
    ),
    SECOND: (
        message("leftovers to the second player"),
        message("the cards left over go to the second player"),
    ),
}
_RESET = message("counter reset")
_WINDOW = message("first window missed")
READINGS = (
    *(Mistake(*names, {"short": short}) for short, names in _SHORT.items()),
    Mistake(
        message("pile not cleared"),
        message("the pile is not cleared, so a trick has all cards drawn so far"),
        {"piles_up": True},
    ),
    *(Mistake(*names, {"overlap": players}) for players, names in _OVERLAP.items()),
    *(Mistake(*names, {"rest": player}) for player, names in _REST.items()),
    *(Mistake(*names, {"skip": players}) for players, names in _SKIP.items()),
    *(
        Mistake(*names, {"skip": players, "counts_skipped": True})
        for players, names in _COUNTED.items()
    ),
    Mistake(message("one trick"), message("only the first trick counts"), {"one_trick": True}),
    Mistake(
        _RESET,
        message("a mismatch sets a player's count of matching cards to 0, and loses the card"),
        {"counter": RESET_LOST},
    ),
    Mistake(
        _RESET,
        message("a mismatch sets a player's count of matching cards to 0 or to the card itself"),
        {"counter": RESET_KEPT},
    ),
    Mistake(
        message("separate windows"),
        message("after three cards without a trick three new ones are drawn"),
        {"in_blocks": True},
    ),
    Mistake(
        _WINDOW, message("the first three cards of a deck are not compared"), {"late": LATE_ONCE}
    ),
    Mistake(
        _WINDOW, message("the first three cards after each trick are not compared"), {"late": LATE}
    ),
    Mistake(
        message("last card missed"),
        message("the last card of a deck is not drawn"),
        {"misses_last": True},
    ),
)

AS_IS: tuple[Weights, Weights, Weights] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_NONE = (0, 0, 0)
_MINE, _DRAWN, _THEIRS = AS_IS
_AMONG_WINS = message("draws as wins"), message("draws are counted among the wins")
_AMONG_LOSSES = message("draws as losses"), message("draws are counted among the losses")
_HALVED = message("draws halved"), message("a draw counts as half a win")


def _written(names: tuple[str, str], *weights: Weights) -> Mistake:
    """Wins, draws and losses as other sums than they are."""
    return Mistake(*names, more={"weights": weights})


TIES = {
    FIRST: (message("ties to the first player"), message("ties are counted for the first player")),
    SECOND: (
        message("ties to the second player"),
        message("ties are counted for the second player"),
    ),
}
CHANGES = (
    *(Mistake(*names, more={"ties": player}) for player, names in TIES.items()),
    _written(_AMONG_WINS, (1, 1, 0), _DRAWN, _THEIRS),
    _written(
        (message("draws as wins"), message("draws are counted as wins for both")),
        (1, 1, 0), _DRAWN, (0, 1, 1),
    ),
    _written(_AMONG_LOSSES, _MINE, _DRAWN, (0, 1, 1)),
    _written(_HALVED, (1, 0.5, 0), _DRAWN, (0, 0.5, 1)),
    _written(_HALVED, (1, 0.5, 0), _NONE, (0, 0.5, 1)),
    _written(
        (message("wins and draws exchanged"), message("wins stand under draws")),
        _DRAWN, _MINE, _THEIRS,
    ),
    _written(
        (message("draws and losses exchanged"), message("losses stand under draws")),
        _MINE, _THEIRS, _DRAWN,
    ),
    Mistake(
        message("draws left out"),
        message("shares are of the decks that are not a draw"),
        more={"is_decided": True},
    ),
)  # fmt: skip
FLAGS = (
    Mistake(SWAPPED, message("the wins are the other player's"), more={"is_swapped": True}),
    Mistake(EXCHANGED, message("tricks and cards are exchanged"), more={"is_exchanged": True}),
    Mistake(
        message("tricks of fixed size"),
        message("each trick counts the same number of cards"),
        more={"is_fixed": True},
    ),
)
_CUT = Mistake(CUT_OFF, message("digits are cut off instead of rounded"), more={"is_cut_off": True})
_COINS = Mistake(COINS.name, COINS_TEXT, more={"dealing": COINS})


# --- exact chances --------------------------------------------------------------------------------


@cache
def triple_of(
    choice: int,
    other: int,
    length: int,
    by: str,
    red: int,
    black: int,
    reading: Reading = RULES,
    is_independent: bool = False,
) -> Triple:
    """The chances of a win, a draw and a loss of a pair; symmetric pairs are counted once."""
    if by == TRICKS or reading.one_trick:
        by = TRICKS
        reading = replace(reading, short=0, counts_skipped=False, piles_up=False, rest=0)
    if choice > other:
        skip, overlap = (
            tuple(sorted(_SWAPPED_ROLES[player] for player in part))
            for part in (reading.skip, reading.overlap)
        )
        rest = _SWAPPED_ROLES.get(reading.rest, reading.rest)
        turned_reading = replace(reading, skip=skip, overlap=overlap, rest=rest)
        return turned(
            triple_of(other, choice, length, by, red, black, turned_reading, is_independent)
        )
    twins = other_colours(choice, length), other_colours(other, length)
    if (red == black or is_independent) and min(twins) < choice:
        return triple_of(*twins, length, by, red, black, reading, is_independent)
    decks = [(red, black)]
    if reading.misses_last and is_independent:
        decks = [(red + black - 1, 0)]
    elif reading.misses_last:
        decks = [(red - 1, black)] * (red > 0) + [(red, black - 1)] * (black > 0)
    counts: Counter[int] = Counter()
    for reds, blacks in decks:
        counts.update(
            differences(
                choice, other, length, by, red=reds, black=blacks, reading=reading,
                is_independent=is_independent, fast=has_numba(),
            )
        )  # fmt: skip
    total = counts.total()
    wins = sum(n for score, n in counts.items() if score > 0)
    return wins / total, counts[0] / total, (total - wins - counts[0]) / total


def turned(triple: Triple) -> Triple:
    """A triple from the other player's point of view."""
    win, draw, loss = triple
    return loss, draw, win


@cache
def chances(by: str, length: int, red: int, black: int, reading: Reading = RULES) -> Chances:
    """The exact chances of all pairs under one scoring, for one reading of the rules.

    Returns:
        Win, draw and loss of the first choice of each pair, in either order.
    """
    size = range(1 << length)
    return {
        (choice, other): triple_of(choice, other, length, by, red, black, reading)
        for choice in size
        for other in size
        if choice != other
    }


# --- hypotheses -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hypothesis:
    """What may be wrong with a table.

    Attributes:
        mistakes: the mistakes, none of them two times.
        order: which of two choices plays first, as a message; empty: the one that stands first.
        reading: how tricks are read.
        dealing: how the decks are made.
        weights: of win, draw and loss in each number written down.
        ties: the player for whom draws are counted.
        is_decided: whether shares are relative to decks without a draw.
        is_swapped: whether the wins are those of the other player.
        is_exchanged: whether tricks and cards are exchanged.
        is_fixed: whether each trick counts the same number of cards.
        is_cut_off: whether digits are cut off instead of rounded.
        only: the scoring that is wrong, the other one being correct; empty: both.
    """

    mistakes: tuple[Mistake, ...] = ()
    order: str = AS_ORDERED
    reading: Reading = RULES
    dealing: Dealing = FAIR
    weights: tuple[Weights, Weights, Weights] = AS_IS
    ties: int = 0
    is_decided: bool = False
    is_swapped: bool = False
    is_exchanged: bool = False
    is_fixed: bool = False
    is_cut_off: bool = False
    only: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """Short names of what is wrong."""
        names = [mistake.name for mistake in self.mistakes]
        return (*names, self.dealing.name) if self._is_dealt else tuple(names)

    @property
    def _is_dealt(self) -> bool:
        return bool(self.dealing.name) and _COINS not in self.mistakes

    @property
    def text(self) -> str:
        """What is wrong, in the current language."""
        texts = [say(text) for mistake in self.mistakes for text in (mistake.text,)]
        texts += [say(self.order)] if self.order else []
        texts += [str(self.dealing.text)] if self._is_dealt else []
        joined = "; ".join(texts)
        return say(ONLY[self.only], wrong=joined) if self.only else joined

    def expectation(self, table: Table, red: int, black: int) -> Callable[[Entry], Expected]:
        """What each number should be."""
        weights: dict[str, Weights] = dict(zip(RESULTS, self.weights, strict=True))
        right: dict[str, Weights] = dict(zip(RESULTS, AS_IS, strict=True))

        @cache
        def expected(by: str, choice: int, other: int, result: str) -> Expected:
            is_right = bool(self.only) and by != self.only
            if is_right:
                triple = triple_of(choice, other, table.length, by, red, black)
                is_decided = table.is_decided and result != DRAW
                return _weighted(triple, right[result], is_decided=is_decided)
            triple = self.triple(by, choice, other, table.length, red, black)
            if self.is_swapped:
                triple = turned(triple)
            is_decided = (table.is_decided or self.is_decided) and result != DRAW
            return _weighted(triple, weights[result], is_decided=is_decided)

        return lambda entry: expected(*entry[:4])

    def triple(self, by: str, choice: int, other: int, length: int, red: int, black: int) -> Triple:
        """The chances of a pair, if the mistakes concern its scoring."""
        is_turned = self.order and (choice < other) != (self.order == LOWER_FIRST)
        if is_turned:
            choice, other = other, choice
        if self.is_exchanged:
            by = TRICKS if by == CARDS else CARDS
        if self.is_fixed:
            by = TRICKS
        if self.dealing.shuffle:
            triple = dealings.sampled_chances(self.dealing, by, length)[choice, other]
        else:
            if self.dealing.cards:
                red, black = self.dealing.cards - self.dealing.cards // 2, self.dealing.cards // 2
            is_independent = self.dealing.is_independent
            triple = triple_of(choice, other, length, by, red, black, self.reading, is_independent)
        if self.ties:
            win, draw, loss = triple
            triple = (win + draw, 0.0, loss) if self.ties == FIRST else (win, 0.0, loss + draw)
        return turned(triple) if is_turned else triple


def _weighted(triple: Triple, weights: Weights, *, is_decided: bool = False) -> Expected:
    """The mean of a number with these weights for the results."""
    (a, b, c), (win, draw, loss) = weights, triple
    mean = a * win + b * draw + c * loss
    if is_decided:
        decided = 1 - draw
        if decided <= 0:
            return Expected(0.0, 0.0)
        mean /= decided
        return Expected(mean, mean * (1 - mean) / decided, is_share=weights in AS_IS)
    square = a * a * win + b * b * draw + c * c * loss
    return Expected(mean, square - mean * mean, is_share=square == mean)


def hypothesis_of(*mistakes: Mistake, order: str = AS_ORDERED, only: str = "") -> Hypothesis:
    """Some mistakes as one hypothesis."""
    reading: dict[str, Any] = {}
    more: dict[str, Any] = {}
    for mistake in mistakes:
        reading |= mistake.reading
        more |= mistake.more
    changed = Reading(**reading) if reading else RULES
    return Hypothesis(tuple(mistakes), order, changed, only=only, **more)


def mistakes_in(table: Table) -> list[Mistake]:
    """The mistakes that can show in a table."""
    mistakes = [*READINGS, *CHANGES, *FLAGS, _COINS]
    if table.is_decided:
        mistakes = [mistake for mistake in mistakes if mistake not in CHANGES]
    if any(entry.half for entry in table.entries):
        mistakes.append(_CUT)
    if CARDS not in table.scorings:
        mistakes = [m for m in mistakes if not m.is_of_cards and "counts_skipped" not in m.reading]
    return mistakes


def together(mistakes: Iterable[Mistake], n: int) -> Iterator[tuple[Mistake, ...]]:
    """Any `n` of some mistakes that change different fields."""
    for some in combinations(mistakes, n):
        fields = [name for mistake in some for name in (*mistake.reading, *mistake.more)]
        if len({*fields}) == len(fields):
            yield some


def hypotheses(table: Table, only: str = "", n: int = 1) -> Iterator[Hypothesis]:
    """Everything that `n` mistakes make of a table, 0 to 2."""
    is_whole = is_mirrored(table)
    for mistakes in together(mistakes_in(table), n):
        if only and all(m.is_of_cards for m in mistakes):
            continue
        is_of_first = any(mistake.is_of_first for mistake in mistakes)
        orders = (LOWER_FIRST, HIGHER_FIRST) if is_of_first and is_whole else ()
        for order in (AS_ORDERED, *orders):
            yield hypothesis_of(*mistakes, order=order, only=only)
