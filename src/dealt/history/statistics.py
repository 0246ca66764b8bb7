"""Figures over matches: those of a person, or of all who played at a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations

from msgspec import Struct, structs

from dealt.errors import SetupError
from dealt.games import registered
from dealt.history.heads import Head
from dealt.nearest import same
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
        places: how often the person's side was first, second, and so on, by points, in matches of
            more than two sides.
        decisions, mistakes: in the matches that have been reviewed; 0: none has.
    """

    total: Tally
    games: list[Tally]
    levels: list[Tally]
    people: list[Tally]
    streak: int
    longest: int
    places: list[int]
    decisions: int = 0
    mistakes: int = 0


class Standing(Struct, frozen=True):
    """How often somebody has won at a table, and since when."""

    name: str
    matches: int
    wins: int
    first_at: int
    last_at: int


class PairInfo(Struct, frozen=True):
    """How often two people have played with each other, and how often each of them won."""

    one: str
    two: str
    matches: int
    one_wins: int
    two_wins: int


def statistics(heads: Iterable[Head]) -> Figures:
    """The figures of the reader's matches, of those that count and had one seat of the reader."""
    matches = [head for head in counted(heads) if head.seat is not None]
    streak = longest = 0
    for head in matches:
        streak = streak + 1 if is_won(head) else 0
        longest = max(longest, streak)
    ranked = Counter(place for head in matches if (place := _place(head)) is not None)
    return Figures(
        total=_tally("", matches),
        games=_tallies(matches, lambda head: [head.game]),
        levels=_tallies(matches, lambda head: [level for level in head.levels if level]),
        people=_tallies(matches, _others),
        streak=streak,
        longest=longest,
        places=[ranked[place] for place in range(max(ranked, default=-1) + 1)],
    )


def standings(heads: Iterable[Head]) -> list[Standing]:
    """How often each person has won, the most wins first."""
    played: dict[str, list[Head]] = {}
    for head in counted(heads):
        for own in _of_people(head):
            played.setdefault(same(_name(own)), []).append(own)
    rows = [
        Standing(
            name=_name(matches[-1]),
            matches=len(matches),
            wins=sum(map(is_won, matches)),
            first_at=matches[0].ended_at,
            last_at=matches[-1].ended_at,
        )
        for matches in played.values()
    ]
    return sorted(rows, key=lambda row: (-row.wins, row.matches, row.name))


def pairs(heads: Iterable[Head]) -> list[PairInfo]:
    """How often each pair of people played and won, the most frequent pair first."""
    by_pair: dict[tuple[str, str], PairInfo] = {}
    for head in counted(heads):
        for one, two in combinations(sorted(_of_people(head), key=lambda own: same(_name(own))), 2):
            key, names = (same(_name(one)), same(_name(two))), (_name(one), _name(two))
            before = by_pair.get(key, PairInfo(*names, 0, 0, 0))
            wins = before.one_wins + is_won(one), before.two_wins + is_won(two)
            by_pair[key] = PairInfo(*names, before.matches + 1, *wins)
    return sorted(by_pair.values(), key=lambda pair: (-pair.matches, pair.one, pair.two))


def counted(heads: Iterable[Head]) -> Iterator[Head]:
    """The matches that count, the earliest first: with a new deal and an end, not for practice.

    Deals of the day are single rounds, and have results of their own.
    """
    deals = set()
    for head in sorted(heads, key=lambda head: head.ended_at):
        is_apart = head.arranged or head.practice or head.day
        if head.deal not in deals and head.over and not is_apart:
            yield head
        deals.add(head.deal)


def _of_people(head: Head) -> list[Head]:
    """The match as each person at the table would have it."""
    seats = [seat for seat, level in enumerate(head.levels) if level is None]
    return [structs.replace(head, seat=seat) for seat in seats]


def _name(head: Head) -> str:
    """The name of the match's reader."""
    assert head.seat is not None, "a match without a seat"
    return head.names[head.seat]


def is_won(head: Head) -> bool:
    """Whether the reader won; alone against the house, with points above 0."""
    is_alone = len(head.names) == 1
    return head.points[0] > 0 if is_alone else head.seat in head.winners


def _place(head: Head) -> int | None:
    """The place of the reader's side by points, from 0; None: there are only two sides."""
    assert head.seat is not None, "a match without a seat"
    sides: Sequence[int] = range(len(head.names))
    with suppress(SetupError):  # a game of somebody's own that is not loaded
        sides = registered(head.game).seating.sides(len(head.names))
    if len({*sides}) < 3:
        return None
    if is_won(head) or not head.winners:
        return 0
    own, best = head.points[head.seat], head.points[head.winners[0]]
    pairs = zip(sides, head.points, strict=True)
    return len({side for side, points in pairs if points != own and (points > own) == (best > own)})


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
    wins = sum(map(is_won, matches))
    low, high = share_interval(len(matches), wins) if matches else (0.0, 1.0)
    return Tally(name, len(matches), wins, low, high)
