"""A match on a score sheet: its entries, totals and winner, converted from the rows of its file."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, field
from typing import Any

from dealt.errors import DealtError, ScoreError, SetupError, StorageError
from dealt.games.tranca.scoring import winner_of
from dealt.scoresheet.evening import Deal, Evening, Seat
from dealt.scoresheet.leaderboard import no_formula
from dealt.scoresheet.points import MOST_POINTS
from dealt.scoresheet.schema import EveningRow, MatchRow
from dealt.scoresheet.standings import names_in


@dataclass(frozen=True)
class KeptPhoto:
    """A photo stored with the points that were read from it.

    Attributes:
        shows: `table` or `hand`.
        picture: the photo as JPEG, without camera data.
        read: the reading as JSON, see `dealt.vision.reading.Reading.to_dict`.
        corrected: its true content as JSON, an entry of a `labels.json` with `corrections`.
        round, side: its round and side; 0 and empty before it is entered.
    """

    shows: str
    picture: bytes
    read: str
    corrected: str
    round: int = 0
    side: str = ""


@dataclass(frozen=True)
class Unfinished:
    """The unfinished entry of a side, which does not count yet.

    Attributes:
        typed: as JSON, see `dealt.scoresheet.terminal.photo_desk`.
        photos: the photos it was read from, without corrections.
    """

    typed: str
    photos: tuple[KeptPhoto, ...] = ()


@dataclass(frozen=True)
class Entry:
    """The points of a side in a round, as entered.

    Attributes:
        round, side, points: the entry.
        cards: the cards they were scored from, as text; None if the points were typed.
        counts: no later entry corrects it.
    """

    round: int
    side: str
    points: int
    cards: str | None
    counts: bool


@dataclass(frozen=True)
class MatchSheet:
    """The current state of a match.

    Attributes:
        id, title, target: identity of the match, and the points that end it.
        decks: number of decks in play; see `dealt.games.tranca.scoring.score`.
        sides: the names of the players or teams.
        entries: all entries, in order.
        named_players: for each side the players named for it, if any.
        evening: its rules, seats and day.
    """

    id: int
    title: str
    target: int
    decks: int
    sides: tuple[str, ...]
    entries: tuple[Entry, ...]
    named_players: tuple[tuple[str, ...], ...] = ()
    evening: Evening = field(default_factory=Evening)

    @property
    def players(self) -> dict[str, tuple[str, ...]]:
        """The members of each side: those named for it, else those in its name, as in Ana & Bia."""
        named_players = self.named_players or ((),) * len(self.sides)
        pairs = zip(self.sides, named_players, strict=True)
        return {side: players or names_in(side) for side, players in pairs}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, clockwise."""
        return self.evening.seats([*self.players.values()])

    @property
    def deal(self) -> Deal:
        """The roles in the open round."""
        return self.evening.deal([*self.players.values()], self.open_round)

    @property
    def rounds(self) -> list[dict[str, int]]:
        """The points of each round by side; the last round may be incomplete."""
        rounds: list[dict[str, int]] = []
        for entry in self.entries:
            while len(rounds) < entry.round:
                rounds.append({})
            rounds[entry.round - 1][entry.side] = entry.points  # a later entry is a correction
        return [{side: points[side] for side in self.sides if side in points} for points in rounds]

    @property
    def open_round(self) -> int:
        """The number of the round to enter or complete next."""
        rounds = self.rounds
        is_whole = not rounds or len(rounds[-1]) == len(self.sides)
        return len(rounds) + 1 if is_whole else len(rounds)

    @property
    def waiting(self) -> list[str]:
        """The sides without points in the open round."""
        rounds = self.rounds
        number = self.open_round
        entered = rounds[number - 1] if number <= len(rounds) else {}
        return [side for side in self.sides if side not in entered]

    @property
    def totals(self) -> dict[str, int]:
        """The sum of the points of each side."""
        return {side: sum(points.get(side, 0) for points in self.rounds) for side in self.sides}

    @property
    def leaders(self) -> list[str]:
        """The sides with the most points."""
        totals = self.totals
        return [side for side in self.sides if totals[side] == max(totals.values())]

    @property
    def winner(self) -> str | None:
        """The winner, decided after complete rounds."""
        is_whole = len(self.waiting) == len(self.sides)
        winner = winner_of(list(self.totals.values()), self.target) if is_whole else None
        return None if winner is None else self.sides[winner]

    def csv(self) -> str:
        """The rounds and totals, comma-separated, with a heading."""
        text = io.StringIO()
        writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
        writer.writerow(["round", *map(no_formula, self.sides)])
        for number, points in enumerate(self.rounds, 1):
            writer.writerow([number, *(points.get(side, "") for side in self.sides)])
        writer.writerow(["total", *self.totals.values()])
        return text.getvalue()


SIDES = range(2, 7)


def check_target(target: Any) -> int:
    """The points that end a match; raises SetupError if they are not valid."""
    if type(target) is not int or not 1 <= target <= MOST_POINTS:
        raise SetupError("the target must be 1 to {most}", most=MOST_POINTS)
    return int(target)


def check_points(points: Any) -> int:
    """The points of a round.

    Raises:
        ScoreError: not a whole number, or out of range.
    """
    if type(points) is not int or not -MOST_POINTS <= points <= MOST_POINTS:
        raise ScoreError(
            "points must be a whole number from {least} to {most}",
            least=-MOST_POINTS,
            most=MOST_POINTS,
        )
    return int(points)


def _evening(row: EveningRow | None) -> Evening:
    """A stored evening; on older sheets one with the original rules."""
    try:
        return Evening() if row is None else Evening.from_data(json.loads(row.data))
    except (DealtError, ValueError, TypeError, AttributeError) as error:
        number = row.match_id if row else 0
        raise StorageError(
            "the rules of match {id} cannot be read: {reason}", id=number, reason=str(error)
        ) from None


def sheet_of(row: MatchRow) -> MatchSheet:
    """The match of some rows."""
    if len(row.sides) not in SIDES:
        raise StorageError("the score sheet is damaged: match {id} has not 2 to 6 sides", id=row.id)
    rows = sorted(((e.id, e, side) for side in row.sides for e in side.entries), key=lambda x: x[0])
    last = {(side.id, entry.round): number for number, entry, side in rows}
    entries = tuple(
        Entry(e.round, side.name, e.points, e.cards, last[side.id, e.round] == number)
        for number, e, side in rows
    )
    names = tuple(side.name for side in row.sides)
    named_players = tuple(tuple(each.name for each in side.players) for side in row.sides)
    return MatchSheet(
        row.id, row.title, row.target, row.decks, names, entries, named_players,
        _evening(row.evening),
    )  # fmt: skip
