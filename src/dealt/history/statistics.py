"""Figures over the matches that a person has played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from dealt.history.heads import Head
from dealt.simulate.estimates import share_interval


class Tally(Struct, frozen=True):
    """How many matches somebody has won.

    Attributes:
        name: of the game, the level or the person; empty: over all.
        matches, wins: how many were played and won.
        low, high: the 95 % interval of the share of wins.
    """

    name: str
    matches: int
    wins: int
    low: float
    high: float


class Figures(Struct, frozen=True):
    """A person's figures over matches.

    Attributes:
        total: over all.
        games, levels, people: by game, by computer player and by other person at the table.
        streak, longest: matches won in a row, now and at best.
        places: how often the person was first, second, and so on, by points.
    """

    total: Tally
    games: list[Tally]
    levels: list[Tally]
    people: list[Tally]
    streak: int
    longest: int
    places: list[int]


def statistics(heads: Iterable[Head]) -> Figures:
    """The figures of the reader's matches.

    Counted are matches that were played to the end from the reader's one seat, and neither
    arranged, nor for practice, nor with a deal known from an earlier one.
    """
    matches, deals = [], set()
    for head in sorted(heads, key=lambda head: head.ended_at):
        is_new = head.deal not in deals
        deals.add(head.deal)
        if is_new and head.over and head.seat is not None and not (head.arranged or head.practice):
            matches.append(head)
    streak = longest = 0
    for head in matches:
        streak = streak + 1 if _is_won(head) else 0
        longest = max(longest, streak)
    places = [0] * max((len(head.names) for head in matches), default=0)
    for head in matches:
        places[_place(head)] += 1
    return Figures(
        total=_tally("", matches),
        games=_tallies(matches, lambda head: [head.game]),
        levels=_tallies(matches, lambda head: [level for level in head.levels if level]),
        people=_tallies(matches, _others),
        streak=streak,
        longest=longest,
        places=places,
    )


def _is_won(head: Head) -> bool:
    """Whether the reader won; alone against the house, with points above 0."""
    is_alone = len(head.names) == 1
    return head.points[0] > 0 if is_alone else head.seat in head.winners


def _place(head: Head) -> int:
    """The place by points, from 0; all winners are first."""
    assert head.seat is not None, "a match without a seat"
    if _is_won(head):
        return 0
    own = head.points[head.seat]
    first = head.points[head.winners[0]] if head.winners else own
    return sum((points > own) == (first >= own) and points != own for points in head.points)


def _others(head: Head) -> list[str]:
    pairs = enumerate(zip(head.names, head.levels, strict=True))
    return [name for seat, (name, level) in pairs if level is None and seat != head.seat]


def _tallies(matches: Sequence[Head], names_of: Callable[[Head], Iterable[str]]) -> list[Tally]:
    """The tallies by name, the most matches first; a match counts once for each of its names."""
    by_name: dict[str, list[Head]] = {}
    for head in matches:
        for name in dict.fromkeys(names_of(head)):
            by_name.setdefault(name, []).append(head)
    tallies = [_tally(name, heads) for name, heads in by_name.items()]
    return sorted(tallies, key=lambda tally: (-tally.matches, tally.name))


def _tally(name: str, matches: Sequence[Head]) -> Tally:
    wins = sum(map(_is_won, matches))
    low, high = share_interval(len(matches), wins) if matches else (0.0, 1.0)
    return Tally(name, len(matches), wins, low, high)
