"""Penney's game: what has to be kept in mind while a deck is drawn, as a small automaton.

A state is the longest end of the cards drawn since the last trick with which one of the choices
begins; so two choices of length L need at most 2 L - 1 states, however many cards there are.

Source: Aho and Corasick, "Efficient string matching" (1975).
"""

from __future__ import annotations

from dataclasses import dataclass

from dealt.errors import SetupError
from dealt.games.penney.choices import colours

NOBODY = 0
FIRST = 1
SECOND = 2


@dataclass(frozen=True)
class Reading:
    """How tricks are read off a deck and scored; by default as the rules say.

    The others are misreadings that published tables show; see `audit`.

    Attributes:
        short: cards that each trick counts too few.
        skip_first, skip_second: a card is passed over after a trick of this player.
        overlap: the window is not reset, so that tricks can share cards.
        one_trick: only the first trick counts.
    """

    short: int = 0
    skip_first: bool = False
    skip_second: bool = False
    overlap: bool = False
    one_trick: bool = False


RULES = Reading()


@dataclass(frozen=True)
class Automaton:
    """What happens with each colour in each state.

    Attributes:
        after: the next state, `after[state][colour]`; the start is state 0.
        winner: who wins a trick with that card: NOBODY, FIRST or SECOND.
        passing: states in which the next card is passed over, and belongs to nobody.
        final: states after which no card belongs to anybody.
    """

    after: tuple[tuple[int, int], ...]
    winner: tuple[tuple[int, int], ...]
    passing: frozenset[int] = frozenset()
    final: frozenset[int] = frozenset()


def automaton(first: int, second: int, length: int, reading: Reading = RULES) -> Automaton:
    """The automaton of two different choices of the same length.

    Raises:
        SetupError: the choices are the same.
    """
    if first == second:
        raise SetupError("both players have the same choice; they choose different ones")
    words = (colours(first, length), colours(second, length))
    prefixes = sorted({word[:end] for word in words for end in range(length)}, key=_shortest)
    number = {prefix: state for state, prefix in enumerate(prefixes)}
    skips = {FIRST: reading.skip_first, SECOND: reading.skip_second}
    skipping = len(prefixes)
    ended = skipping + any(skips.values())
    after, winner = [], []
    for prefix in prefixes:
        nexts, wins = [], []
        for colour in (0, 1):
            seen = (*prefix, colour)
            won = words.index(seen) + 1 if seen in words else NOBODY
            state = number[_known_end(seen[1:] if won else seen, number)]
            if won and not reading.overlap:
                state = skipping if skips[won] else 0
            nexts.append(ended if won and reading.one_trick else state)
            wins.append(won)
        after.append((nexts[0], nexts[1]))
        winner.append((wins[0], wins[1]))
    passing = frozenset({skipping} if any(skips.values()) else ())
    final = frozenset({ended} if reading.one_trick else ())
    after += [(0, 0)] * len(passing) + [(ended, ended)] * len(final)
    winner += [(NOBODY, NOBODY)] * (len(passing) + len(final))
    return Automaton(tuple(after), tuple(winner), passing, final)


def _shortest(prefix: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return len(prefix), prefix


def _known_end(seen: tuple[int, ...], known: dict[tuple[int, ...], int]) -> tuple[int, ...]:
    """The longest end of what was seen that is known."""
    while seen not in known:
        seen = seen[1:]
    return seen
