"""Penney's game: how the rules are misread, and correct odds written down wrong.

Every known misreading has its own odds, which are counted as exactly as the correct ones, see
`count`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from dealt.core.compiled import has_numba
from dealt.games.penney.automaton import (
    LATE,
    LATE_ONCE,
    RESET_KEPT,
    RESET_LOST,
    RULES,
    Reading,
)
from dealt.games.penney.choices import other_colours
from dealt.games.penney.count import differences
from dealt.games.penney.tally import CARDS, TRICKS
from dealt.language import message, say
from dealt.penney import dealings
from dealt.penney.dealings import COINS, FAIR, Dealing
from dealt.penney.fit import Chances, Expected, Triple
from dealt.penney.published.claims import DRAW, RESULTS, Entry, Table, is_mirrored

# weights of a number: my wins, draws, the other's wins
Weights = tuple[float, float, float]

AS_ORDERED = ""
LOWER_FIRST = message(
    "of two choices, the one nearer to RRR played first, and the table was mirrored"
)
_HIGHER_FIRST = message(
    "of two choices, the one nearer to BBB played first, and the table was mirrored"
)


@dataclass(frozen=True)
class _Misreading:
    """A wrong way to read tricks off a deck, and to score them; `name` and `text` are messages."""

    name: str
    text: str
    reading: Reading
    order: str = AS_ORDERED

    @property
    def parts(self) -> tuple[str, ...]:
        """Its name, unless it is the correct way."""
        return (self.name,) if self.name else ()


@dataclass(frozen=True)
class Change:
    """A wrong way to write down correct odds.

    Attributes:
        name, text: what is wrong, as messages.
        weights: of win, draw and loss in each number written down.
        is_decided: whether shares are relative to decks without a draw.
    """

    name: str
    text: str
    weights: tuple[Weights, Weights, Weights] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    is_decided: bool = False


def _misread(names: tuple[str, str], order: str = AS_ORDERED, **reading: Any) -> _Misreading:
    """A misreading with its names, which differs from the rules in the given fields."""
    return _Misreading(*names, Reading(**reading), order)


RIGHT = _Misreading("", "", RULES)
_FIRST = message("skip after first"), message("a card is skipped after a trick of the first player")
_SECOND = (
    message("skip after second"),
    message("a card is skipped after a trick of the second player"),
)
_BOTH = message("skip after both"), message("a card is skipped after a trick of either player")
_COUNTED_FIRST = (
    message("skip counted after first"),
    message("a card is skipped after a trick of the first player, and counts in the next trick"),
)
_COUNTED_SECOND = (
    message("skip counted after second"),
    message("a card is skipped after a trick of the second player, and counts in the next trick"),
)
_COUNTED_BOTH = (
    message("skip counted after both"),
    message("a card is skipped after a trick of either player, and counts in the next trick"),
)
_SHORT_1 = message("short by 1"), message("tricks are counted with one card too few")
_SHORT_2 = message("short by 2"), message("tricks are counted with two cards too few")
_SHORT_3 = message("short by 3"), message("tricks are counted without the three cards that match")
_OVERLAP = message("overlap"), message("the window is not cleared, so tricks share cards")
_STOPS = (
    message("stops early"),
    message("scoring stops as soon as one choice can no longer come up in the rest of a deck"),
)
_LOST = (
    message("counter reset"),
    message("a mismatch sets a player's count of matching cards to 0, and loses the card"),
)
_KEPT = (
    message("counter reset"),
    message("a mismatch sets a player's count of matching cards to 0 or to the card itself"),
)
_BLOCKS = (
    message("separate windows"),
    message("after three cards without a trick three new ones are drawn"),
)
_LATE_ONCE = (
    message("first window missed"),
    message("the first three cards of a deck are not compared"),
)
_LATE = (
    message("first window missed"),
    message("the first three cards after each trick are not compared"),
)
MISREADINGS = (
    _misread(_SHORT_1, short=1),
    _misread(_SHORT_2, short=2),
    _misread(_SHORT_3, short=3),
    _misread(_FIRST, skip_first=True),
    _misread(_SECOND, skip_second=True),
    _misread(_FIRST, LOWER_FIRST, skip_first=True),
    _misread(_FIRST, _HIGHER_FIRST, skip_first=True),
    _misread(_BOTH, skip_first=True, skip_second=True),
    _misread(_OVERLAP, overlap=True),
    _misread((message("one trick"), message("only the first trick counts")), one_trick=True),
    _misread(_COUNTED_FIRST, skip_first=True, counts_skipped=True),
    _misread(_COUNTED_SECOND, skip_second=True, counts_skipped=True),
    _misread(_COUNTED_FIRST, LOWER_FIRST, skip_first=True, counts_skipped=True),
    _misread(_COUNTED_FIRST, _HIGHER_FIRST, skip_first=True, counts_skipped=True),
    _misread(_COUNTED_BOTH, skip_first=True, skip_second=True, counts_skipped=True),
    _misread(_STOPS, needs_both=True),
    _misread(_LOST, counter=RESET_LOST),
    _misread(_KEPT, counter=RESET_KEPT),
    _misread(_BLOCKS, in_blocks=True),
    _misread(_LATE_ONCE, late=LATE_ONCE),
    _misread(_LATE, late=LATE),
    _misread(
        (message("last card missed"), message("the last card of a deck is not drawn")),
        misses_last=True,
    ),
)

AS_IS = Change("", "")
_NONE = (0, 0, 0)
_MINE, _DRAWN, _THEIRS = AS_IS.weights
_AMONG_WINS = message("draws as wins"), message("draws are counted among the wins")
_AMONG_LOSSES = message("draws as losses"), message("draws are counted among the losses")
_HALVED = message("draws halved"), message("a draw counts as half a win")
_LEFT_OUT = message("draws left out"), message("shares are of the decks that are not a draw")
CHANGES = (
    Change(*_AMONG_WINS, ((1, 1, 0), _DRAWN, _THEIRS)),
    Change(*_AMONG_WINS, ((1, 1, 0), _NONE, _THEIRS)),
    Change(
        message("draws as wins"),
        message("draws are counted as wins for both"),
        ((1, 1, 0), _DRAWN, (0, 1, 1)),
    ),
    Change(*_AMONG_LOSSES, (_MINE, _NONE, (0, 1, 1))),
    Change(*_AMONG_LOSSES, (_MINE, _DRAWN, (0, 1, 1))),
    Change(*_HALVED, ((1, 0.5, 0), _DRAWN, (0, 0.5, 1))),
    Change(*_HALVED, ((1, 0.5, 0), _NONE, (0, 0.5, 1))),
    Change(
        message("wins and draws exchanged"),
        message("wins stand under draws"),
        (_DRAWN, _MINE, _THEIRS),
    ),
    Change(
        message("draws and losses exchanged"),
        message("losses stand under draws"),
        (_MINE, _THEIRS, _DRAWN),
    ),
    Change(*_LEFT_OUT, is_decided=True),
    Change(*_LEFT_OUT, (_MINE, _NONE, _THEIRS), is_decided=True),
)

SWAPPED = message("players swapped")
EXCHANGED = message("scorings exchanged")
CUT_OFF = message("cut off")
ONLY = {
    TRICKS: message("by tricks alone: {wrong}"),
    CARDS: message("by cards alone: {wrong}"),
}


# --- exact chances --------------------------------------------------------------------------------


@cache
def chances(
    by: str,
    length: int,
    red: int,
    black: int,
    misreading: _Misreading = RIGHT,
    dealing: Dealing = FAIR,
) -> Chances:
    """The exact chances of all pairs under one scoring, for one reading of the rules.

    Decks that are shuffled in some way are sampled; their chances are near the exact ones.

    Returns:
        Win, draw and loss of the first choice of each pair, in either order.
    """
    if dealing.shuffle:
        return _sampled(by, length, dealing)
    if dealing.cards:
        red, black = dealing.cards - dealing.cards // 2, dealing.cards // 2
    reading = misreading.reading
    if by == TRICKS or reading.one_trick:
        by, reading = TRICKS, replace(reading, short=0, counts_skipped=False)
    if reading.skip_second and not reading.skip_first:
        mirrored = replace(reading, skip_first=True, skip_second=False)
        first = chances(by, length, red, black, _Misreading("", "", mirrored), dealing)
        return {(choice, other): first[other, choice][::-1] for choice, other in first}
    counted = _counted(by, length, red, black, reading, dealing.is_independent)
    if misreading.order == AS_ORDERED:
        return counted
    lower_first = misreading.order == LOWER_FIRST
    return {
        (choice, other): triple if (choice < other) == lower_first else counted[other, choice][::-1]
        for (choice, other), triple in counted.items()
    }


def _sampled(by: str, length: int, dealing: Dealing) -> Chances:
    """The chances of all pairs over shuffled decks, none of them 0."""
    tally = dealings.sampled(dealing.shuffle, dealing.order, dealing.sampled, length)
    counts = {
        pair: [count(by, *pair) + 0.5 for count in (tally.won, tally.drawn, tally.lost)]
        for pair in tally.pairs()
    }
    decks = tally.decks + 1.5
    return {pair: (a / decks, b / decks, c / decks) for pair, (a, b, c) in counts.items()}


@cache
def _counted(
    by: str, length: int, red: int, black: int, reading: Reading, is_independent: bool
) -> Chances:
    """The chances of all pairs; symmetric pairs are counted once."""
    triples: dict[tuple[int, int], Triple] = {}
    mirrors = reading.skip_first == reading.skip_second
    for choice in range(1 << length):
        for other in range(1 << length):
            if choice == other or (choice, other) in triples:
                continue
            triple = triple_of(choice, other, length, by, red, black, reading, is_independent)
            alike = [(choice, other)]
            if red == black or is_independent:
                alike.append((other_colours(choice, length), other_colours(other, length)))
            for one, two in alike:
                triples[one, two] = triple
                if mirrors:
                    triples[two, one] = turned(triple)
    return triples


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
    """The chances of one pair, see `differences`."""
    decks = [(red, black)]
    if reading.misses_last and not is_independent:
        decks = [(red - 1, black)] * (red > 0) + [(red, black - 1)] * (black > 0)
    elif reading.misses_last:
        decks = [(red + black - 1, 0)]
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


# --- hypotheses -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hypothesis:
    """What may be wrong with a table.

    Attributes:
        misreading: how tricks were read.
        dealing: how the decks were made.
        change: what was written down.
        is_swapped: whether the wins are those of the other player.
        is_exchanged: whether tricks and cards were exchanged.
        is_cut_off: whether digits were cut off instead of rounded.
        only: the scoring that is wrong, the other one being correct; empty: both.
        is_free: whether swapping the players does not count as a mistake.
    """

    misreading: _Misreading = RIGHT
    change: Change = AS_IS
    dealing: Dealing = FAIR
    is_swapped: bool = False
    is_exchanged: bool = False
    is_cut_off: bool = False
    only: str = ""
    is_free: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """Short names of what is wrong."""
        flags = (
            (SWAPPED, self.is_swapped and not self.is_free),
            (EXCHANGED, self.is_exchanged),
            (CUT_OFF, self.is_cut_off),
        )
        names = (self.dealing.name, self.change.name)
        return (
            *self.misreading.parts,
            *(name for name in names if name),
            *(name for name, is_so in flags if is_so),
        )

    @property
    def text(self) -> str:
        """What is wrong, in the current language."""
        messages = [self.misreading.text, self.misreading.order, self.change.text]
        texts = [say(text) for text in messages if text]
        texts += [str(self.dealing.text)] if self.dealing.name else []
        if self.is_swapped and not self.is_free:
            texts.append(say("the wins are the other player's"))
        if self.is_exchanged:
            texts.append(say("tricks and cards are exchanged"))
        if self.is_cut_off:
            texts.append(say("digits are cut off instead of rounded"))
        joined = "; ".join(texts)
        return say(ONLY[self.only], wrong=joined) if self.only else joined

    def expectation(self, table: Table, red: int, black: int) -> Callable[[Entry], Expected]:
        """What each number should be."""
        exact: dict[str, Chances] = {}
        for by in table.scorings:
            is_meant = not self.only or by == self.only
            source = by
            if self.is_exchanged and is_meant:
                source = TRICKS if by == CARDS else CARDS
            exact[by] = chances(
                source, table.length, red, black, self.misreading if is_meant else RIGHT,
                self.dealing if is_meant else FAIR,
            )  # fmt: skip
        weights: dict[str, Weights] = dict(zip(RESULTS, self.change.weights, strict=True))
        right: dict[str, Weights] = dict(zip(RESULTS, AS_IS.weights, strict=True))

        def expected(entry: Entry) -> Expected:
            triple = exact[entry.by][entry.choice, entry.other]
            if self.only and entry.by != self.only:
                return _weighted(triple, right[entry.result])
            if self.is_swapped:
                triple = turned(triple)
            is_decided = self.change.is_decided and entry.result != DRAW
            return _weighted(triple, weights[entry.result], is_decided=is_decided)

        return expected


def turned(triple: Triple) -> Triple:
    """A triple from the other player's point of view."""
    win, draw, loss = triple
    return loss, draw, win


def _weighted(triple: Triple, weights: Weights, *, is_decided: bool = False) -> Expected:
    """The mean of a number with these weights for the results."""
    (a, b, c), (win, draw, loss) = weights, triple
    mean = a * win + b * draw + c * loss
    if is_decided:
        decided = 1 - draw
        if decided <= 0:
            return Expected(0.0, 0.0)
        mean /= decided
        return Expected(mean, mean * (1 - mean) / decided, is_share=False)
    square = a * a * win + b * b * draw + c * c * loss
    return Expected(mean, square - mean * mean, is_share=square == mean)


def hypotheses(table: Table, only: str = "") -> Iterator[Hypothesis]:
    """Everything a table may be, with up to two mistakes; the one without comes first."""
    base = Hypothesis(only=only, is_free=not table.is_oriented)
    swapped, exchanged = replace(base, is_swapped=True), replace(base, is_exchanged=True)
    singles = [base, swapped, exchanged]
    if any(entry.half for entry in table.entries):
        singles.append(replace(base, is_cut_off=True))
    yield from singles
    yield replace(swapped, is_exchanged=True)
    for start in singles[3:]:
        yield from (replace(start, is_swapped=True), replace(start, is_exchanged=True))
    readings = [m for m in MISREADINGS if m.order == AS_ORDERED or is_mirrored(table)]
    singles.append(replace(base, dealing=COINS))
    yield singles[-1]
    for start in singles:
        yield from (replace(start, misreading=misreading) for misreading in readings)
        yield from (replace(start, change=change) for change in CHANGES)
    for misreading in readings:
        for start in (base, swapped) if base.is_free else (base,):
            yield from (replace(start, misreading=misreading, change=c) for c in CHANGES)
