"""The matches played at a table: who won how often, against whom, since when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from dealt.history.archived import MOST
from dealt.history.heads import Head
from dealt.nearest import same
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.parts import PairInfo, Standing
from dealt.service.table.state import PastMatch


def history_frame(table: str, past: Sequence[PastMatch], message: m.History) -> p.HistoryFrame:
    """The answer to `history`, the latest match first."""
    return p.HistoryFrame(
        ack=message.ack,
        table=table,
        matches=[each.head for each in reversed(past[-MOST:])],
        standings=_standings(past),
        pairs=_pairs(past),
    )


def _standings(past: Sequence[PastMatch]) -> list[Standing]:
    """How often each person has won, the most wins first."""
    played: dict[str, list[tuple[str, bool, int]]] = {}
    for match, seats in _people(past):
        for seat, who in seats.items():
            played.setdefault(same(who), []).append((who, seat in match.winners, match.ended_at))
    standings = [
        Standing(
            name=matches[-1][0],
            matches=len(matches),
            wins=sum(is_won for _, is_won, _ in matches),
            first_at=matches[0][2],
            last_at=matches[-1][2],
        )
        for matches in played.values()
    ]
    return sorted(standings, key=lambda row: (-row.wins, row.matches, row.name))


def _pairs(past: Sequence[PastMatch]) -> list[PairInfo]:
    """How often each pair of people played and won, the most frequent pair first."""
    by_pair: dict[tuple[str, str], PairInfo] = {}
    for match, seats in _people(past):
        by_name = sorted(((who, seat) for seat, who in seats.items()), key=lambda x: same(x[0]))
        for (one, a), (two, b) in combinations(by_name, 2):
            before = by_pair.get((same(one), same(two)), PairInfo(one, two, 0, 0, 0))
            wins = before.one_wins + (a in match.winners), before.two_wins + (b in match.winners)
            by_pair[same(one), same(two)] = PairInfo(one, two, before.matches + 1, *wins)
    return sorted(by_pair.values(), key=lambda pair: (-pair.matches, pair.one, pair.two))


def _people(past: Sequence[PastMatch]) -> Iterable[tuple[Head, dict[int, str]]]:
    """The matches, each with the latest names of its people, by seat."""
    latest = {
        person: name
        for match in past
        for person, name in zip(match.persons, match.head.names, strict=True)
        if person is not None
    }
    for match in past:
        if match.head.practice:
            continue
        people = {
            seat: latest[person] for seat, person in enumerate(match.persons) if person is not None
        }
        yield match.head, people
