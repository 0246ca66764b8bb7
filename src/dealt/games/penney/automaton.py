"""Penney's game: what to remember while a deck is drawn, as a small automaton.

A state is the longest end of the cards drawn since the last trick with which one of the choices
begins. Two choices of length L therefore need at most 2 L - 1 states, no matter how many cards
there are. Mistaken ways to find a trick remember something else, see `Reading`; they are those of
two players.

Source: Aho and Corasick, "Efficient string matching" (1975).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dealt.games.penney.choices import COLOURS

if TYPE_CHECKING:
    from collections.abc import Sequence

NOBODY = 0
FIRST = 1
SECOND = 2
LAST = 3  # the player who won the last trick
BOTH = (FIRST, SECOND)

RESET_LOST, RESET_KEPT = 1, 2
LATE_ONCE, LATE = 1, 2

# what is remembered beside the window
_NORMAL, _MISSED, _SKIPPED, _ENDED = "", "missed", "skipped", "ended"


@dataclass(frozen=True)
class Reading:
    """How tricks are read off a deck and scored; the default follows the rules.

    Other readings are mistakes of published tables; see `dealt.penney.published.misreadings`.

    Attributes:
        short: number of cards missing from each trick; below 0: too many.
        skip: players after whose tricks a card is skipped.
        overlap: players after whose tricks the window is not cleared, so that tricks can share
            cards.
        one_trick: only the first trick counts.
        counts_skipped: the skipped card counts in the next trick.
        piles_up: the pile is not cleared, so that a trick has all cards drawn so far.
        rest: the player who gets what is left over: FIRST, SECOND or LAST.
        counter: each player's matching cards are counted, and after a mismatch the counter is 0:
            RESET_LOST, where the card that does not match is lost, or RESET_KEPT, where it may be
            the first of a new match. 0: windows are compared.
        in_blocks: after as many cards as a choice has without a trick, as many new ones are drawn.
        late: the first window is missed, of each deck (LATE_ONCE) or after each trick, too (LATE).
        misses_last: the last card of a deck is not drawn.
    """

    short: int = 0
    skip: tuple[int, ...] = ()
    overlap: tuple[int, ...] = ()
    one_trick: bool = False
    counts_skipped: bool = False
    piles_up: bool = False
    rest: int = NOBODY
    counter: int = 0
    in_blocks: bool = False
    late: int = 0
    misses_last: bool = False


RULES = Reading()


@dataclass(frozen=True)
class Automaton:
    """What each letter does in each state.

    Attributes:
        players: number of players.
        after: the next state, `after[state][letter]`; the start is state 0.
        winner: who wins a trick with that card: NOBODY, FIRST, SECOND and so on.
        closed: states in which the next card belongs to nobody.
    """

    players: int
    after: tuple[tuple[int, ...], ...]
    winner: tuple[tuple[int, ...], ...]
    closed: frozenset[int] = frozenset()

    @cached_property
    def by_letter(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """For each letter, the next states and the winners, by state."""
        return tuple(
            zip(zip(*self.after, strict=True), zip(*self.winner, strict=True), strict=True)
        )


def automaton(words: Sequence[str], letters: str = COLOURS, reading: Reading = RULES) -> Automaton:
    """The automaton of different choices; the longest that is complete wins."""
    step = _counted if reading.counter else _compared
    start: tuple[Any, ...] = (
        (0,) * len(words) if reading.counter else ("", _MISSED if reading.late else _NORMAL)
    )
    numbers = {start: 0}
    after, winner = [], []
    for memory in (waiting := [start]):
        steps = [step(words, reading, memory, letter) for letter in letters]
        for memory_after, _ in steps:
            if memory_after not in numbers:
                numbers[memory_after] = len(numbers)
                waiting.append(memory_after)
        after.append(tuple(numbers[memory_after] for memory_after, _ in steps))
        winner.append(tuple(won for _, won in steps))
    open_ones = {_NORMAL, _MISSED} | ({_SKIPPED} if reading.counts_skipped else set())
    closed = frozenset(
        n for memory, n in numbers.items() if not reading.counter and memory[1] not in open_ones
    )
    return Automaton(len(words), tuple(after), tuple(winner), closed)


def _compared(
    words: Sequence[str], reading: Reading, memory: tuple[Any, ...], letter: str
) -> tuple[tuple[Any, ...], int]:
    """The window after one more card, with what else is remembered, and who wins the trick."""
    window, mode = memory
    if mode == _ENDED:
        return memory, NOBODY
    if mode == _SKIPPED:
        return ("", _NORMAL), NOBODY
    window += letter
    complete = [word for word in words if window.endswith(word)] if mode != _MISSED else []
    won = words.index(max(complete, key=len)) + 1 if complete else NOBODY
    if won and reading.one_trick:
        return ("", _ENDED), won
    if won in reading.skip:
        return ("", _SKIPPED), won
    if won and won not in reading.overlap:
        return ("", _MISSED if reading.late == LATE else _NORMAL), won
    if reading.in_blocks or mode == _MISSED:
        if len(window) < len(words[0]):
            return (window, mode), won
        window = "" if reading.in_blocks else window[1:]
    while not any(word.startswith(window) and word != window for word in words):
        window = window[1:]
    return (window, _NORMAL), won


def _counted(
    words: Sequence[str], reading: Reading, memory: tuple[Any, ...], letter: str
) -> tuple[tuple[Any, ...], int]:
    """How many cards of each choice match after one more, and who has them all."""
    counts = []
    for player, (word, count) in enumerate(zip(words, memory, strict=True), 1):
        is_match = word[count] == letter
        is_new = reading.counter == RESET_KEPT and word[0] == letter
        counts.append(count + 1 if is_match else int(is_new))
        if counts[-1] == len(word):
            return (0,) * len(words), player
    return tuple(counts), NOBODY
