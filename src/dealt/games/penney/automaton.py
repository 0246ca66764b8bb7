"""Penney's game: what to remember while a deck is drawn, as a small automaton.

A state is the longest end of the cards drawn since the last trick with which one of the choices
begins. Two choices of length L therefore need at most 2 L - 1 states, no matter how many cards
there are.

Source: Aho and Corasick, "Efficient string matching" (1975).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from dealt.errors import SetupError
from dealt.games.penney.choices import colours

_Word = tuple[int, ...]

NOBODY = 0
_FIRST = 1
SECOND = 2
DROPPED = -1


@dataclass(frozen=True)
class Reading:
    """How tricks are read off a deck and scored; the default follows the rules.

    Other readings are mistakes that published tables contain; see `audit`.

    Attributes:
        short: number of cards missing from each trick.
        skip_first, skip_second: a card is skipped after a trick of this player.
        overlap: the window is not reset, so that tricks can share cards.
        one_trick: only the first trick counts.
        counts_skipped: the skipped card counts in the next trick.
        needs_both: a trick counts only if both choices occur in the rest of the deck, from its
            first card on.
        counter: each player's matching cards are counted, and after a mismatch the counter is 0:
            RESET_LOST, where the card that does not match is lost, or RESET_KEPT, where it may be
            the first of a new match. 0: windows are compared.
        in_blocks: after as many cards as a choice has without a trick, as many new ones are drawn.
        late: the first window is missed, of each deck (LATE_ONCE) or after each trick, too (LATE).
        misses_last: the last card of a deck is not drawn.
    """

    short: int = 0
    skip_first: bool = False
    skip_second: bool = False
    overlap: bool = False
    one_trick: bool = False
    counts_skipped: bool = False
    needs_both: bool = False
    counter: int = 0
    in_blocks: bool = False
    late: int = 0
    misses_last: bool = False

    @property
    def is_stepped(self) -> bool:
        """Whether it follows from what is remembered from card to card."""
        return bool(self.counter or self.in_blocks or self.late)


RESET_LOST, RESET_KEPT = 1, 2
LATE_ONCE, LATE = 1, 2
RULES = Reading()


@dataclass(frozen=True)
class Automaton:
    """What each colour does in each state.

    Attributes:
        after: the next state, `after[state][colour]`; the start is state 0.
        winner: the winner of a trick with that card: NOBODY, FIRST or SECOND.
        passing: states in which the next card is skipped and belongs to nobody.
        final: states after which no card belongs to anybody.
        rest: the next state once nobody is to win another trick; DROPPED if somebody would.
        accepted: states in which a deck may end; if empty, all.
    """

    after: tuple[tuple[int, int], ...]
    winner: tuple[tuple[int, int], ...]
    rest: tuple[tuple[int, int], ...]
    passing: frozenset[int] = frozenset()
    final: frozenset[int] = frozenset()
    accepted: frozenset[int] = frozenset()


def automaton(first: int, second: int, length: int, reading: Reading = RULES) -> Automaton:
    """The automaton of two different choices of the same length.

    Raises:
        SetupError: the choices are the same.
    """
    if first == second:
        raise SetupError("both players made the same choice; the choices must differ")
    words = (colours(first, length), colours(second, length))
    if reading.needs_both:
        return _with_both(words)
    if reading.is_stepped:
        return _stepped(words, reading)
    prefixes = sorted({word[:end] for word in words for end in range(length)}, key=_shortest)
    number = {prefix: state for state, prefix in enumerate(prefixes)}
    skips = {_FIRST: reading.skip_first, SECOND: reading.skip_second}
    skipping = len(prefixes)
    ended = skipping + any(skips.values())
    after, winner = [], []
    for prefix in prefixes:
        nexts, wins = [], []
        for colour in (0, 1):
            window = (*prefix, colour)
            won = words.index(window) + 1 if window in words else NOBODY
            state = number[_known_end(window[1:] if won else window, number)]
            if won and not reading.overlap:
                state = skipping if skips[won] else 0
            nexts.append(ended if won and reading.one_trick else state)
            wins.append(won)
        after.append((nexts[0], nexts[1]))
        winner.append((wins[0], wins[1]))
    over = frozenset({skipping} if any(skips.values()) else ())
    final = frozenset({ended} if reading.one_trick else ())
    after += [(0, 0)] * len(over) + [(ended, ended)] * len(final)
    winner += [(NOBODY, NOBODY)] * (len(over) + len(final))
    passing = frozenset() if reading.counts_skipped else over
    return Automaton(tuple(after), tuple(winner), _lost(after, winner), passing, final)


def _lost(
    after: Sequence[tuple[int, int]], winner: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """The next states of decks in which nobody wins another trick."""
    return tuple(
        (
            DROPPED if winner[state][0] else after[state][0],
            DROPPED if winner[state][1] else after[state][1],
        )
        for state in range(len(after))
    )


# --- other ways to find a trick -------------------------------------------------------------------


def _stepped(words: Sequence[_Word], reading: Reading) -> Automaton:
    """The automaton of all that is remembered from card to card, from the first one on."""
    start: tuple[Any, ...] = (0, 0)
    step: Callable[..., tuple[Any, int]]
    if reading.counter:
        step = partial(_counters, words, reading.counter)
    else:
        start = ((), bool(reading.late))
        step = partial(_window, words, reading)
    number = {start: 0}
    after, winner = [], []
    for memory in (waiting := [start]):
        nexts, wins = [], []
        for colour in (0, 1):
            memory_after, won = step(memory, colour)
            if memory_after not in number:
                number[memory_after] = len(number)
                waiting.append(memory_after)
            nexts.append(number[memory_after])
            wins.append(won)
        after.append((nexts[0], nexts[1]))
        winner.append((wins[0], wins[1]))
    return Automaton(tuple(after), tuple(winner), _lost(after, winner))


def _counters(
    words: Sequence[_Word], counter: int, matching: tuple[int, ...], colour: int
) -> tuple[tuple[int, ...], int]:
    """How many cards of each choice match after one more, and who has them all."""
    counts = []
    for player, (word, count) in enumerate(zip(words, matching, strict=True), 1):
        is_match = word[count] == colour
        count_after = count + 1 if is_match else int(counter == RESET_KEPT and word[0] == colour)
        if count_after == len(word):
            return (0,) * len(words), player
        counts.append(count_after)
    return tuple(counts), NOBODY


def _window(
    words: Sequence[_Word], reading: Reading, memory: tuple[_Word, bool], colour: int
) -> tuple[tuple[_Word, bool], int]:
    """The cards in play after one more, whether their first window is missed, and who wins it."""
    cards, is_late = memory
    colours = (*cards, colour)
    if len(colours) < len(words[0]):
        return (colours, is_late), NOBODY
    if colours in words and not is_late:
        return ((), reading.late == LATE), words.index(colours) + 1
    return (() if reading.in_blocks else colours[1:], False), NOBODY


# --- both choices must come up --------------------------------------------------------------------


class _Rest(NamedTuple):
    """The rest of a deck in which no trick counts any more.

    Attributes:
        window: the last cards, with those of the last trick.
        cards: how many were drawn since that trick, as far as that matters.
        came_up: for each choice, whether it did among them.
        missed: the choice, 0 or 1, without which the last trick would not have counted; None: it
            came up meanwhile, or there was no trick.
    """

    window: _Word
    cards: int
    came_up: tuple[bool, bool]
    missed: int | None

    @property
    def is_right(self) -> bool:
        """Whether a deck may end here: the last trick counted, and the next one would not have."""
        return not all(self.came_up) and self.missed is None

    def after(self, colour: int, words: tuple[_Word, _Word]) -> _Rest | None:
        """With a card more; None if a trick would have counted after all."""
        length = len(words[0])
        colours = (*self.window, colour)[-length:]
        cards = min(length, self.cards + 1)
        missed = None if self.missed is not None and colours == words[self.missed] else self.missed
        places = [
            old or cards == length and colours == word
            for old, word in zip(self.came_up, words, strict=True)
        ]
        window = colours[1:] if len(colours) == length else colours
        rest = _Rest(window, cards, (places[0], places[1]), missed)
        return None if all(places) else rest


def _with_both(words: tuple[_Word, _Word]) -> Automaton:
    """The automaton where tricks count only as long as both choices still come up.

    A trick that counts is followed by one that counts, or by a rest. The start and the states after
    a trick of each player go on like the start, and as a rest each in its own way.
    """
    length = len(words[0])
    prefixes = sorted({word[:end] for word in words for end in range(length)}, key=_shortest)
    number = {prefix: state for state, prefix in enumerate(prefixes)}
    won = {place: len(prefixes) + place for place in (0, 1)}
    after, winner = [], []
    for prefix in [*prefixes, (), ()]:
        nexts, wins = [], []
        for colour in (0, 1):
            window = (*prefix, colour)
            taker = words.index(window) + 1 if window in words else NOBODY
            nexts.append(won[taker - 1] if taker else number[_known_end(window, number)])
            wins.append(taker)
        after.append((nexts[0], nexts[1]))
        winner.append((wins[0], wins[1]))
    rests = {0: _Rest((), 0, (False, False), None)}
    for place, word in enumerate(words):
        rests[won[place]] = _Rest(word[1:], 0, (False, False), 1 - place)
    numbers = {rest: state for state, rest in rests.items()}
    waiting = list(numbers)
    moves: dict[int, tuple[int, int]] = {}
    while waiting:
        rest = waiting.pop()
        to = []
        for colour in (0, 1):
            step = rest.after(colour, words)
            if step is not None and step not in numbers:
                numbers[step] = len(prefixes) + len(numbers) - 1
                waiting.append(step)
            to.append(DROPPED if step is None else numbers[step])
        moves[numbers[rest]] = to[0], to[1]
    states = len(prefixes) + len(numbers) - 1
    more = states - len(after)
    lost = tuple(moves.get(state, (DROPPED, DROPPED)) for state in range(states))
    accepted = frozenset(state for rest, state in numbers.items() if rest.is_right)
    nothing = [(NOBODY, NOBODY)] * more
    return Automaton((*after, *nothing), (*winner, *nothing), lost, accepted=accepted)


def _shortest(prefix: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return len(prefix), prefix


def _known_end(window: tuple[int, ...], states: dict[tuple[int, ...], int]) -> tuple[int, ...]:
    """The longest end of what was seen that is known."""
    while window not in states:
        window = window[1:]
    return window
