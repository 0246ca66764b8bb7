"""The leaderboard and the statistics of players and teams over matches of Tranca.

>>> ana = PlayedSide("Ana & Bia", ("Ana", "Bia"), (SideRound(1625), SideRound(2000)), has_won=True)
>>> caio = PlayedSide("Caio", ("Caio",), (SideRound(-85), SideRound(300)))
>>> evening = [PlayedMatch((ana, caio))]
>>> [(row.name, row.won, row.points, row.best) for row in leaderboard(players(evening))]
[('Ana', 1, 3625, 2000), ('Bia', 1, 3625, 2000), ('Caio', 0, 215, 300)]
>>> [row.name for row in teams(evening)]
['Ana & Bia']

Each member of a team gets the team's points in full.  Rounds count as soon as they are entered; a
match counts, and can be won, once it is over.  Canastras, dollars and other details are known only
for rounds that were entered by cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import permutations

from dealt.games.tranca import scoring
from dealt.games.tranca.scoring import Breakdown
from dealt.language import message
from dealt.nearest import same
from dealt.scoresheet.evening import Number, Points, Text

BETWEEN = re.compile(r"[&+/,;]|\s(?:and|e)\s", re.IGNORECASE)
MOST_PEOPLE = 36  # six sides of six
PARTS = {  # the lines of a score: their codes for programs
    scoring.TABLE: "table",
    scoring.CLEAN: "clean",
    scoring.DIRTY: "dirty",
    scoring.REAL: "real",
    scoring.ACE_TO_ACE: "ace_to_ace",
    scoring.TWOS: "twos",
    scoring.DOLLARS: "dollars",
    scoring.FINAL_MOVE: "final_move",
    scoring.HAND: "hand",
    scoring.TRANCAS: "trancas",
    scoring.MORTO: "morto",
}


@dataclass(frozen=True)
class RoundCounts:
    """The counts of a side at the end of a round.

    Attributes:
        clean, dirty, twos: canastras of each kind.
        dollars, trancas: red threes laid down, and black ones left in the hand.
        parts: the points by part, see `PARTS`; empty if only the counts are known.
    """

    clean: Number
    dirty: Number
    twos: Number
    dollars: Number
    trancas: Number
    morto_used: bool
    final_move: bool
    parts: Mapping[Text, Points] = field(default_factory=dict)

    @classmethod
    def from_score(cls, score: Breakdown) -> RoundCounts:
        """The counts of a score."""
        count = score.count
        return cls(
            clean=count(scoring.CLEAN) + count(scoring.REAL) + count(scoring.ACE_TO_ACE),
            dirty=count(scoring.DIRTY),
            twos=count(scoring.TWOS),
            dollars=count(scoring.DOLLARS),
            trancas=count(scoring.TRANCAS),
            morto_used=not count(scoring.MORTO),
            final_move=bool(count(scoring.FINAL_MOVE)),
            parts={PARTS[line.label]: line.points for line in score.lines},
        )


@dataclass(frozen=True)
class SideRound:
    """A round of a side.

    Attributes:
        counts: the counts behind the points; None if these were typed.
        number: of the round in its match, from 1.
    """

    points: int
    counts: RoundCounts | None = None
    number: int = 0


@dataclass(frozen=True)
class PlayedSide:
    """A side of a match.

    Attributes:
        players: its members; one name for somebody who plays alone.
    """

    name: str
    players: tuple[str, ...]
    rounds: tuple[SideRound, ...]
    has_won: bool = False


@dataclass(frozen=True)
class PlayedMatch:
    """A match, over or not.

    Attributes:
        begun: date and time in ISO 8601, or empty if unknown.
        target: the points that end it; 0 if unknown.
    """

    sides: tuple[PlayedSide, ...]
    title: str = ""
    begun: str = ""
    target: int = 0

    @cached_property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return any(side.has_won for side in self.sides)


@dataclass
class Standing:
    """The results of a player or a team, as they are added up.

    Attributes:
        name: in its latest spelling.
        kind: `player` or `team`.
        place: on a leaderboard, from 1.
        matches, won: finished matches, and those won.
        unfinished: matches that are not over.
        rounds: all rounds, including those of unfinished matches.
        counted: the counts of the rounds entered by cards.
    """

    name: str = ""
    kind: str = "player"
    place: int = 0
    matches: int = 0
    won: int = 0
    unfinished: int = 0
    rounds: list[SideRound] = field(default_factory=list)
    points: int = 0
    counted: list[RoundCounts] = field(default_factory=list)

    def add(self, side: PlayedSide, *, is_over: bool) -> None:
        """Add the rounds of a side in a match."""
        self.matches += is_over
        self.unfinished += not is_over
        self.won += side.has_won
        self.rounds += side.rounds
        self.points += sum(each.points for each in side.rounds)
        self.counted += [each.counts for each in side.rounds if each.counts is not None]

    @property
    def a_round(self) -> Fraction:
        """Points per round, exactly."""
        return Fraction(self.points, len(self.rounds))

    @property
    def best(self) -> int:
        """The points of the best round."""
        return max(each.points for each in self.rounds)

    def total(self, count: str) -> int:
        """The sum of a field of `RoundCounts`, such as `clean`, over the rounds `counted`."""
        return sum(getattr(counts, count) for counts in self.counted)

    @property
    def mortos_not_used(self) -> int:
        """The number of `counted` rounds in which no morto was used."""
        return len(self.counted) - self.total("morto_used")


_RELATIONS = (message("with"), message("against"))


@dataclass(frozen=True)
class _Pair:
    """The results of a player with a partner, or against an opponent.

    Attributes:
        kind: `with` a partner, or `against` an opponent.
        matches, won: finished matches, and those that `player` won.
        rounds: rounds of the player's side, including those of unfinished matches.
    """

    player: str
    other: str
    kind: str
    matches: int
    won: int
    rounds: int


def players(matches: Iterable[PlayedMatch]) -> list[Standing]:
    """All players with at least one round, by name; the matches are in order of time."""
    return _standings(matches, lambda side: [((same(name),), name) for name in side.players])


def teams(matches: Iterable[PlayedMatch]) -> list[Standing]:
    """All sides of two or more players with at least one round, by name; members define a team."""

    def team(side: PlayedSide) -> list[tuple[tuple[str, ...], str]]:
        members = tuple(sorted({same(name) for name in side.players}))
        return [(members, side.name)] if len(members) > 1 else []

    return _standings(matches, team, "team")


def leaderboard(standings: Iterable[Standing]) -> list[Standing]:
    """Most matches won first; among equals, most points per round."""
    return sorted(standings, key=lambda row: (-row.won, -row.a_round, same(row.name)))


def places(board: Sequence[Standing]) -> list[int]:
    """The place of each row of a leaderboard, from 1; equal rows share one."""
    first: dict[tuple[int, Fraction], int] = {}
    keys = ((row.won, row.a_round) for row in board)
    return [first.setdefault(key, number) for number, key in enumerate(keys, 1)]


def pairs(matches: Iterable[PlayedMatch]) -> list[_Pair]:
    """Each player with each partner and each opponent, by name, partners first.

    Evenings of more than `MOST_PEOPLE` are skipped, as no table seats so many.
    """
    tallies: dict[tuple[str, bool, str], list[int]] = {}
    names: dict[str, str] = {}
    for match in matches:
        seats = [
            (number, same(name), name)
            for number, side in enumerate(match.sides)
            for name in (side.players if side.rounds else ())
        ]
        for (number, player, name), (other_number, other, _) in (
            permutations(seats, 2) if len(seats) <= MOST_PEOPLE else ()
        ):
            if player == other:
                continue
            names[player] = name
            side = match.sides[number]
            tally = tallies.setdefault((player, number != other_number, other), [0, 0, 0])
            tally[0] += match.is_over
            tally[1] += side.has_won
            tally[2] += len(side.rounds)
    return [
        _Pair(names[player], names[other], _RELATIONS[apart], *tally)
        for (player, apart, other), tally in sorted(tallies.items())
    ]


def names_in(side: str) -> tuple[str, ...]:
    """The players in the name of a side, such as `Ana & Bia`: between `&`, `+`, `/`, `,`, `;`,
    `and` or `e`; else the name itself.

    >>> names_in("Ana, Bia e Caio"), names_in("Eleanor")
    (('Ana', 'Bia', 'Caio'), ('Eleanor',))
    """
    names = {same(part): part.strip() for part in BETWEEN.split(side) if part.strip()}
    return tuple(names.values()) or (side,)


def _standings(
    matches: Iterable[PlayedMatch],
    who: Callable[[PlayedSide], list[tuple[tuple[str, ...], str]]],
    kind: str = "player",
) -> list[Standing]:
    """The standings by the keys and names that `who` returns for each side."""
    tallies: dict[tuple[str, ...], Standing] = {}
    for match in matches:
        for side in match.sides:
            for key, name in who(side) if side.rounds else ():
                tally = tallies.setdefault(key, Standing(kind=kind))
                tally.name = name
                tally.add(side, is_over=match.is_over)
    return sorted(tallies.values(), key=lambda row: same(row.name))
