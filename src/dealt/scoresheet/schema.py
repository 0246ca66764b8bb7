"""The tables of a score sheet's file, how the file is created and checked, and its matches.

A table can be added without a new version, as older versions of dealt leave it alone.
"""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import CheckConstraint, Connection, ForeignKey, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from dealt.errors import DealtError, ScoreError, SetupError, StorageError
from dealt.games.tranca.scoring import winner_of
from dealt.language import Phrase, message, reason
from dealt.scoresheet.card_text import MOST_POINTS
from dealt.scoresheet.evening import Deal, Evening, Seat
from dealt.scoresheet.evenings import MOST_ROUNDS
from dealt.scoresheet.leaderboard import no_formula
from dealt.scoresheet.standings import names_in
from dealt.storage.files import make_database_private, storage_errors


class _Base(DeclarativeBase):
    """The base of all tables."""


def _texts(*columns: str) -> tuple[CheckConstraint, ...]:
    """Constraints that columns have texts, as SQLite itself accepts any type."""
    return tuple(CheckConstraint(f"typeof({column}) = 'text'") for column in columns)


class MatchRow(_Base):
    """A match."""

    __tablename__ = "matches"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    target: Mapped[int]
    decks: Mapped[int]
    sides: Mapped[list[SideRow]] = relationship(order_by="SideRow.place", lazy="selectin")
    evening: Mapped[EveningRow | None] = relationship(lazy="selectin")

    __table_args__ = (
        *_texts("title"),
        CheckConstraint("typeof(target) = 'integer' AND target > 0"),
        CheckConstraint("decks IN (2, 3)"),
    )


class SideRow(_Base):
    """A player or a team in a match."""

    __tablename__ = "sides"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    place: Mapped[int]
    name: Mapped[str]
    entries: Mapped[list[EntryRow]] = relationship(order_by="EntryRow.id", lazy="selectin")
    players: Mapped[list[PlayerRow]] = relationship(
        order_by="PlayerRow.place", lazy="selectin", cascade="all, delete-orphan"
    )

    __table_args__ = (
        UniqueConstraint("match_id", "place"),
        UniqueConstraint("match_id", "name"),
        *_texts("name"),
    )


class PlayerRow(_Base):
    """A player of a side."""

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    side_id: Mapped[int] = mapped_column(ForeignKey("sides.id"))
    place: Mapped[int]
    name: Mapped[str]

    __table_args__ = _texts("name")


class EntryRow(_Base):
    """The points of a side in a round; of several for one round the last counts."""

    __tablename__ = "entries"

    id: Mapped[int] = mapped_column(primary_key=True)
    side_id: Mapped[int] = mapped_column(ForeignKey("sides.id"))
    round: Mapped[int]
    points: Mapped[int]
    cards: Mapped[str | None]
    photos: Mapped[list[PhotoRow]] = relationship(
        order_by="PhotoRow.id", cascade="all, delete-orphan"
    )

    __table_args__ = (
        CheckConstraint(f"typeof(round) = 'integer' AND round BETWEEN 1 AND {MOST_ROUNDS}"),
        CheckConstraint("typeof(points) = 'integer'"),
        CheckConstraint("typeof(cards) IN ('text', 'null')"),
    )


class PhotoRow(_Base):
    """A photo that an entry was read from."""

    __tablename__ = "photos"

    id: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"))
    shows: Mapped[str]
    picture: Mapped[bytes]
    read: Mapped[str]
    corrected: Mapped[str]

    __table_args__ = (
        CheckConstraint("typeof(picture) = 'blob'"),
        *_texts("shows", "read", "corrected"),
    )


class LetterRow(_Base):
    """The meaning of the letter c in a match."""

    __tablename__ = "letters"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    c: Mapped[str]

    __table_args__ = (CheckConstraint("c IN ('H', 'C')"),)


class UnfinishedRow(_Base):
    """The unfinished entry of a side."""

    __tablename__ = "unfinished"

    id: Mapped[int] = mapped_column(primary_key=True)
    side_id: Mapped[int] = mapped_column(ForeignKey("sides.id"))
    round: Mapped[int]
    typed: Mapped[str]
    photos: Mapped[list[UnfinishedPhotoRow]] = relationship(
        order_by="UnfinishedPhotoRow.id", lazy="selectin", cascade="all, delete-orphan"
    )

    __table_args__ = (
        UniqueConstraint("side_id", "round"),
        *_texts("typed"),
    )


class UnfinishedPhotoRow(_Base):
    """A photo of an unfinished entry."""

    __tablename__ = "unfinished_photos"

    id: Mapped[int] = mapped_column(primary_key=True)
    unfinished_id: Mapped[int] = mapped_column(ForeignKey("unfinished.id"))
    shows: Mapped[str]
    picture: Mapped[bytes]
    read: Mapped[str]

    __table_args__ = (
        CheckConstraint("typeof(picture) = 'blob'"),
        *_texts("shows", "read"),
    )


class EveningRow(_Base):
    """The identity of a match, which is the same on every machine.

    `data` has, as JSON, the fields of an `EveningData` that no other table has.
    """

    __tablename__ = "evenings"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    data: Mapped[str]

    __table_args__ = _texts("data")


class EntryDataRow(_Base):
    """Further fields of an entry from a page, as JSON."""

    __tablename__ = "entry_data"

    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"), primary_key=True)
    data: Mapped[str]

    __table_args__ = _texts("data")


class NameRow(_Base):
    """A correction of a name, see `dealt.scoresheet.evenings.NameData`."""

    __tablename__ = "names"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    right: Mapped[str]
    at: Mapped[str]

    __table_args__ = _texts("name", "right", "at")


_APPLICATION = 0x54524E43  # the application id of the database: TRNC
VERSION = 1  # of the tables


def begin_transaction(connection: Connection) -> None:
    """Begin a transaction; a writing one waits for others now, not half way through."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def claim_place(path: Path) -> None:
    """Create a private file for a score sheet, or check the existing one.

    Raises:
        StorageError: there can be no score sheet at this path.
    """
    with storage_errors(message("cannot use {path}: {reason}"), path):
        if path.is_dir():
            raise StorageError("cannot use {path}: it is a folder; name a file in it", path=path)
        if path.exists() and not path.is_file():
            raise StorageError("cannot use {path}: not a file", path=path)
        if not path.parent.is_dir():
            raise StorageError(
                "cannot use {path}: there is no folder {parent}", path=path, parent=path.parent
            )
        for place in (path, path.parent):
            if place.exists() and not os.access(place, os.W_OK):
                raise StorageError(
                    "cannot use {path}: {place} is read-only", path=path, place=place
                )
    make_database_private(path)


def prepare(connection: Connection, path: Path) -> None:
    """Create the tables of a new file, or check that an old one is an intact score sheet."""

    def query(text: str) -> Any:
        return connection.exec_driver_sql(text).scalar()

    whose, version = query("PRAGMA application_id"), query("PRAGMA user_version")
    if not whose and not version and not query("SELECT count(*) FROM sqlite_master"):
        _Base.metadata.create_all(connection)
        connection.exec_driver_sql(f"PRAGMA application_id = {_APPLICATION}")
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
        return
    if whose != _APPLICATION:
        raise StorageError("{path} is a database of another program, not a score sheet", path=path)
    if version > VERSION:
        raise StorageError(
            "{path} was written by a newer dealt: its tables have version {version}, this one "
            "reads {own}",
            path=path, version=version, own=VERSION,
        )  # fmt: skip
    answer = query("PRAGMA integrity_check(1)")
    if answer != "ok":
        raise StorageError(
            "{path} is damaged: {found}", path=path, found=" ".join(str(answer).split())
        )
    # older sheets lack the later tables
    for name, table in _Base.metadata.tables.items():
        if name not in ("matches", "sides", "entries"):
            table.create(connection, checkfirst=True)


def failure(error: Exception, path: Path) -> StorageError:
    """The StorageError for an error of the database."""
    if isinstance(error, OSError):
        return StorageError("cannot use {path}: {reason}", path=path, reason=reason(error))
    text = " ".join(str(getattr(error, "orig", None) or error).split())
    for word, problem in _PROBLEMS.items():
        if word in text:
            return StorageError(problem, path=path, reason=Phrase("No space left on device"))
    return StorageError("cannot use {path}: {reason}", path=path, reason=text)


_IN_USE = message("{path} is in use by another program; try again when it is done")
_PROBLEMS = {  # by what SQLite says
    "locked": _IN_USE,
    "busy": _IN_USE,
    "not a database": message("{path} is not a score sheet; name another file"),
    "readonly": message("cannot write {path}: it is read-only"),
    "full": message("cannot write {path}: {reason}"),
}


# --- the matches ----------------------------------------------------------------------------------


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
        typed: as JSON, see `dealt.scoresheet.terminal.side`.
        photos: the photos it was read from, without corrections.
    """

    typed: str
    photos: tuple[KeptPhoto, ...] = ()


@dataclass(frozen=True)
class Entry:
    """The points of a side in a round, as entered.

    Attributes:
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
        named_players: for each side the players named for it, if any.
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
        return len(self.rounds) + (len(self.waiting) == len(self.sides))

    @property
    def waiting(self) -> list[str]:
        """The sides without points in the open round."""
        latest = self.rounds[-1] if self.rounds else {}
        return [side for side in self.sides if side not in latest] or [*self.sides]

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
