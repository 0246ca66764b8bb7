"""The matches that were played at a table: who won how often, with whom, since when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from msgspec.structs import replace

from dealt.core.match import Match
from dealt.games import registered
from dealt.language import say
from dealt.nearest import same
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.parts import MatchInfo, PairInfo, Place, Standing

MOST_MATCHES = 500  # that are shown, the latest


@dataclass(frozen=True)
class PastMatch:
    """A match that is over.

    Attributes:
        info: the match as it is shown, but for the game, which is there by its name.
        persons: who sat on each seat at the end; None: a computer player.
    """

    info: MatchInfo
    persons: tuple[str | None, ...]


def past_match(number: int, match: Match, places: Sequence[Place], at: int) -> PastMatch:
    """The match that has just ended, to be kept.

    Args:
        number: of the match at the table.
        match: the match.
        places: who sits there.
        at: milliseconds since 1970.
    """
    points = [*match.totals.values()]
    info = MatchInfo(
        number=number,
        game=match.game.name,
        ended_at=at,
        names=[*match.names],
        levels=[place.level for place in places],
        points=points,
        winners=[*match.game.leaders(points)],
    )
    return PastMatch(info, tuple(place.person for place in places))


def history_frame(table: str, past: Sequence[PastMatch], message: m.History) -> p.HistoryFrame:
    """The matches that were played at a table, the latest first."""
    return p.HistoryFrame(
        ack=message.ack,
        table=table,
        matches=[
            replace(each.info, game=say(registered(each.info.game).title))
            for each in reversed(past[-MOST_MATCHES:])
        ],
        standings=_standings(past),
        pairs=_pairs(past),
    )


def _standings(past: Sequence[PastMatch]) -> list[Standing]:
    """Who of the people has won how often, whoever won most first."""
    by_name: dict[str, Standing] = {}
    for match, seats in _people(past):
        for seat, who in seats.items():
            before = by_name.get(same(who))
            won = seat in match.winners
            by_name[same(who)] = Standing(
                name=who,
                matches=1 + (0 if before is None else before.matches),
                wins=won + (0 if before is None else before.wins),
                first_at=match.ended_at if before is None else before.first_at,
                last_at=match.ended_at,
            )
    return sorted(by_name.values(), key=lambda row: (-row.wins, row.matches, row.name))


def _pairs(past: Sequence[PastMatch]) -> list[PairInfo]:
    """Who played with whom, and who of the two won how often; the most frequent first."""
    by_pair: dict[tuple[str, str], PairInfo] = {}
    for match, seats in _people(past):
        by_name = sorted(((who, seat) for seat, who in seats.items()), key=lambda x: same(x[0]))
        for (one, a), (two, b) in combinations(by_name, 2):
            before = by_pair.get((same(one), same(two))) or PairInfo(one, two, 0, 0, 0)
            by_pair[same(one), same(two)] = PairInfo(
                one=one,
                two=two,
                matches=before.matches + 1,
                one_wins=before.one_wins + (a in match.winners),
                two_wins=before.two_wins + (b in match.winners),
            )
    return sorted(by_pair.values(), key=lambda pair: (-pair.matches, pair.one, pair.two))


def _people(past: Sequence[PastMatch]) -> Iterable[tuple[MatchInfo, dict[int, str]]]:
    """The matches, with the people of each by seat, called as they were last.

    Somebody who comes by another device is another person of the service, but of the same name.
    """
    latest = {
        person: name
        for match in past
        for person, name in zip(match.persons, match.info.names, strict=True)
        if person is not None
    }
    for match in past:
        people = {
            seat: latest[person] for seat, person in enumerate(match.persons) if person is not None
        }
        yield match.info, people
