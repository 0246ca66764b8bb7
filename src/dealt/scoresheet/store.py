"""Score sheets of matches that people play at a real table, in a SQLite file.

>>> import tempfile, pathlib
>>> folder = tempfile.TemporaryDirectory()
>>> sheet = ScoreSheet(pathlib.Path(folder.name) / "tranca.db")
>>> match = sheet.new_match("Friday", ["Ana", "Bob"])
>>> sheet.add_round(match, {"Ana": 1625, "Bob": -85})
1
>>> sheet.correct_round(match, 1, "Bob", 85)
>>> sheet.match(match).totals, sheet.match(match).leaders, sheet.match(match).winner
({'Ana': 1625, 'Bob': 85}, ['Ana'], None)
>>> folder.cleanup()

An entry is never changed: a correction is a later entry for the same round and side, which replaces
it.  Each method is one transaction, on disk when it returns.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from sqlalchemy import create_engine, event, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from dealt.errors import DealtError, SetupError
from dealt.games.tranca.scoring import TARGET
from dealt.language import listed, message
from dealt.nearest import same
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.evenings import MOST_ROUNDS, new_identity
from dealt.scoresheet.people import check_name, check_person
from dealt.scoresheet.schema import (
    SIDES,
    EntryRow,
    EveningRow,
    KeptPhoto,
    LetterRow,
    MatchRow,
    MatchSheet,
    PhotoRow,
    PlayerRow,
    SideRow,
    Unfinished,
    UnfinishedPhotoRow,
    UnfinishedRow,
    begin_transaction,
    check_points,
    check_target,
    claim_place,
    failure,
    prepare,
    sheet_of,
)

LONGEST_TITLE = 60
_MOST_PLAYERS = 6  # of a side
_SECONDS_TO_WAIT = 5.0  # for another program that writes


class ScoreSheet:
    """The matches in a file, which is created if it does not exist.

    Args:
        path: the file.
        wait: seconds to wait for another program that is writing to it.

    Raises:
        StorageError: the file is not a score sheet, or cannot be read and written; so do all
            methods.  Those that name a match or a side raise SetupError if there is none.
    """

    def __init__(self, path: str | os.PathLike[str], *, wait: float = _SECONDS_TO_WAIT) -> None:
        self.path = Path(path)
        self._wait = wait
        self._mode = "rwc"
        self._engine = create_engine("sqlite://", creator=self._connect, poolclass=NullPool)
        event.listen(self._engine, "begin", begin_transaction)
        claim_place(self.path)
        with self.transaction(writing=True) as session:
            prepare(session.connection(), self.path)
        self._mode = "rw"  # a deleted file is not created again

    def new_match(
        self,
        title: str,
        sides: Sequence[str],
        *,
        target: int = TARGET,
        decks: int = 2,
        players: Mapping[str, Sequence[str]] | None = None,
        evening: Evening | None = None,
    ) -> int:
        """Start a match and return its number.

        Args:
            title: a title to find it by.
            sides: the names of two to six players or teams.
            target: the points that end it.
            decks: 2, or 3 as with six players.
            players: by side, see `name_players`; by default those in the name of the side.
            evening: its rules and seats; it begins now.
        """
        title = check_name(title, message("title"), LONGEST_TITLE)
        names = [check_person(name) for name in sides]
        if len(names) not in SIDES:
            raise SetupError("a match has 2 to 6 sides, not {n}", n=len(names))
        if len(set(map(same, names))) < len(names):
            raise SetupError("two sides have the same name: {names}", names=", ".join(names))
        if type(decks) is not int or decks not in (2, 3):
            raise SetupError("the number of decks must be 2 or 3")
        rows = [
            SideRow(place=place, name=name, entries=[], players=[])
            for place, name in enumerate(names)
        ]
        row = MatchRow(title=title, target=check_target(target), decks=decks, sides=rows)
        for side, members in (players or {}).items():
            _name_players(row, side, members)
        data = new_identity() | (evening or Evening()).to_data()
        row.evening = EveningRow(data=json.dumps(data))
        with self.transaction(writing=True) as session:
            session.add(row)
            session.flush()
            return row.id

    def name_players(self, match: int, side: str, players: Sequence[str]) -> None:
        """Set a side's players for the leaderboard and the statistics; none: those in its name.

        Raises:
            SetupError: an invalid name, or a repeated one.
        """
        with self.transaction(writing=True) as session:
            _name_players(_match_row(session, match), side, players)

    def change_evening(self, match: int, evening: Evening, target: int | None = None) -> None:
        """Set the rules and seats of a match and, unless None, the points that end it."""
        with self.transaction(writing=True) as session:
            row = _match_row(session, match)
            row.target = row.target if target is None else check_target(target)
            data = {} if row.evening is None else json.loads(row.evening.data)
            text = json.dumps(data | evening.to_data(), ensure_ascii=False)
            session.merge(EveningRow(match_id=row.id, data=text))

    def play_again(self, match: int) -> int:
        """Start a new match of the same people by the same rules, and return its number.

        The next dealer is the one whose turn it was.
        """
        old = self.match(match)
        players = dict(zip(old.sides, old.named_players, strict=True))
        return self.new_match(
            old.title,
            old.sides,
            target=old.target,
            decks=old.decks,
            players=players,
            evening=replace(old.evening, begun="", dealer=old.deal.dealer, dealt_round=1),
        )

    def matches(self) -> list[MatchSheet]:
        """All matches, the latest first."""
        with self.transaction() as session:
            rows = session.scalars(select(MatchRow).order_by(MatchRow.id.desc()))
            return [sheet_of(row) for row in rows]

    def match(self, match: int) -> MatchSheet:
        """The current state of a match."""
        with self.transaction() as session:
            return sheet_of(_match_row(session, match))

    def add_round(
        self, match: int, points: Mapping[str, int], cards: Mapping[str, str] | None = None
    ) -> int:
        """Enter the points of every side in a round and return its number.

        `cards` are those they were scored from, by side, as text.

        Raises:
            SetupError: missing sides, an incomplete earlier round, or a match that is won.
            ScoreError: points out of range.
        """
        with self.transaction(writing=True) as session:
            row = _match_row(session, match)
            sheet = sheet_of(row)
            for side in points:
                _side_of(row, side)
            missing = [side for side in sheet.sides if side not in points]
            if missing:
                missing_text = partial(listed, missing)
                raise SetupError("the round has no points of {missing}", missing=missing_text)
            number = sheet.open_round
            for side in sheet.sides:
                _check_open(sheet, number, side)
                entry = (cards or {}).get(side)
                _enter(session, _side_of(row, side), number, points[side], entry)
        return number

    def enter(
        self,
        match: int,
        number: int,
        side: str,
        points: int,
        cards: str | None = None,
        photos: Sequence[KeptPhoto] = (),
    ) -> None:
        """Enter one side's result in the open round, and keep the photos it was read from.

        Raises:
            SetupError: unknown round, already entered, or a match that is won.
            ScoreError: points out of range.
        """
        with self.transaction(writing=True) as session:
            row = _match_row(session, match)
            _check_open(sheet_of(row), number, side)
            _enter(session, _side_of(row, side), number, points, cards, photos)

    def check_enterable(self, match: int, side: str) -> None:
        """Check that a side can enter a result now, before asking for it.

        Raises:
            SetupError: already entered, or a match that is won.
        """
        with self.transaction() as session:
            row = _match_row(session, match)
            sheet = sheet_of(row)
            _side_of(row, side)
            _check_open(sheet, sheet.open_round, side)

    def correct_round(
        self,
        match: int,
        number: int,
        side: str,
        points: int,
        cards: str | None = None,
        photos: Sequence[KeptPhoto] = (),
    ) -> None:
        """Enter a side's result in a round again; earlier entries are kept in the history.

        Raises:
            SetupError: unknown round, or nothing entered yet.
            ScoreError: points out of range.
        """
        with self.transaction(writing=True) as session:
            row = _match_row(session, match)
            of_side = _side_of(row, side)
            if not any(entry.round == number for entry in of_side.entries):
                raise SetupError(
                    "round {number} has no points of {side} to correct", number=number, side=side
                )
            _enter(session, of_side, number, points, cards, photos)

    def unfinished(self, match: int, number: int, side: str) -> Unfinished | None:
        """The unfinished entry of a side in a round, if any."""
        with self.transaction() as session:
            row = _unfinished(session, _side_of(_match_row(session, match), side), number)
            if row is None:
                return None
            photos = (KeptPhoto(each.shows, each.picture, each.read, "") for each in row.photos)
            return Unfinished(row.typed, tuple(photos))

    def keep_unfinished(
        self, match: int, number: int, side: str, unfinished: Unfinished | None
    ) -> None:
        """Store the unfinished entry of a side in a round, or delete it if None."""
        with self.transaction(writing=True) as session:
            of_side = _side_of(_match_row(session, match), side)
            row = _unfinished(session, of_side, number)
            if unfinished is None or row is None or len(row.photos) != len(unfinished.photos):
                _drop_unfinished(session, of_side, number)
                row = None
            if unfinished is None:
                return
            if row is None:
                photos = [
                    UnfinishedPhotoRow(shows=each.shows, picture=each.picture, read=each.read)
                    for each in unfinished.photos
                ]
                row = UnfinishedRow(side_id=of_side.id, round=number, photos=photos)
                session.add(row)
            row.typed = unfinished.typed

    def suit_of_c(self, match: int) -> str:
        """The meaning of the letter c in a match: `H`, `C`, or empty if unknown."""
        with self.transaction() as session:
            row = session.get(LetterRow, _match_row(session, match).id)
            return "" if row is None else row.c

    def set_suit_of_c(self, match: int, suit: str) -> None:
        """Store the meaning of the letter c in a match, `H` or `C`."""
        with self.transaction(writing=True) as session:
            session.merge(LetterRow(match_id=_match_row(session, match).id, c=suit))

    def photos(self, match: int) -> list[KeptPhoto]:
        """The photos of a match, in the order of entry; of a corrected round only the latest."""
        with self.transaction() as session:
            sides = _match_row(session, match).sides
            entries = {
                entry.id: (entry.round, side.name) for side in sides for entry in side.entries
            }
            rows = session.scalars(
                select(PhotoRow).where(PhotoRow.entry_id.in_(entries)).order_by(PhotoRow.id)
            )
            photos: dict[tuple[int, str], dict[int, list[KeptPhoto]]] = {}
            for row in rows:
                place = entries[row.entry_id]
                photo = KeptPhoto(row.shows, row.picture, row.read, row.corrected, *place)
                photos.setdefault(place, {}).setdefault(row.entry_id, []).append(photo)
            return [photo for by_entry in photos.values() for photo in by_entry[max(by_entry)]]

    def _connect(self) -> sqlite3.Connection:
        address = f"{self.path.absolute().as_uri()}?mode={self._mode}"
        return sqlite3.connect(address, uri=True, timeout=self._wait, isolation_level=None)

    @contextlib.contextmanager
    def transaction(self, *, writing: bool = False) -> Iterator[Session]:
        """A session in one transaction; a writing one locks out other writers from the start."""
        try:
            with Session(self._engine) as session, session.begin():
                session.connection(execution_options={"writing": writing})
                yield session
        except DealtError:
            raise
        except (SQLAlchemyError, OSError, ValueError, sqlite3.Error) as error:
            raise failure(error, self.path) from None


def _enter(
    session: Session,
    of_side: SideRow,
    number: int,
    points: int,
    cards: str | None,
    photos: Sequence[KeptPhoto] = (),
) -> None:
    """Add an entry of a side with its photos, in place of the unfinished one."""
    rows = [
        PhotoRow(shows=x.shows, picture=x.picture, read=x.read, corrected=x.corrected)
        for x in photos
    ]
    of_side.entries.append(
        EntryRow(round=number, points=check_points(points), cards=cards, photos=rows)
    )
    _drop_unfinished(session, of_side, number)


def _unfinished(session: Session, of_side: SideRow, number: int) -> UnfinishedRow | None:
    """The row of an unfinished entry, if any."""
    return session.scalar(
        select(UnfinishedRow).where(
            UnfinishedRow.side_id == of_side.id, UnfinishedRow.round == number
        )
    )


def _drop_unfinished(session: Session, of_side: SideRow, number: int) -> None:
    """Delete the unfinished entry of a side in a round."""
    row = _unfinished(session, of_side, number)
    if row is not None:
        session.delete(row)
        session.flush()


def _match_row(session: Session, match: int) -> MatchRow:
    row = session.get(MatchRow, match)
    if row is None:
        raise SetupError("there is no match {match}", match=match)
    return row


def _side_of(row: MatchRow, name: str) -> SideRow:
    for side in row.sides:
        if side.name == name:
            return side
    names = listed([side.name for side in row.sides])
    raise SetupError(
        "{name} does not play in {title}; {names} do", name=repr(name), title=row.title, names=names
    )


def _name_players(row: MatchRow, side: str, players: Sequence[str]) -> None:
    """Set the players of a side; raises SetupError if they are not valid."""
    of_side = _side_of(row, side)
    names = [check_person(name) for name in players]
    if len(names) > _MOST_PLAYERS:
        raise SetupError("a side has at most {most} players", most=_MOST_PLAYERS)
    names_in_use = {same(each.name) for other in row.sides if other is not of_side
             for each in other.players}  # fmt: skip
    for name in names:
        if same(name) in names_in_use:
            raise SetupError("{name} is already playing; enter another name", name=name)
        names_in_use.add(same(name))
    of_side.players = [PlayerRow(place=place, name=name) for place, name in enumerate(names)]


def _check_open(sheet: MatchSheet, number: int, side: str) -> None:
    """Raise SetupError unless a side can enter a result in a round."""
    if sheet.winner is not None:
        raise SetupError(
            "{title} is won by {winner}; rounds can only be corrected",
            title=sheet.title, winner=sheet.winner,
        )  # fmt: skip
    if sheet.open_round > MOST_ROUNDS:
        raise SetupError("a sheet has at most {most} rounds", most=MOST_ROUNDS)
    if any(entry.round == number and entry.side == side for entry in sheet.entries):
        raise SetupError(
            "{side} already has points in round {number}; correct them instead",
            side=side,
            number=number,
        )
    if number != sheet.open_round:
        raise SetupError(
            "round {open_round} is to be entered next, not round {number}",
            open_round=sheet.open_round, number=number,
        )  # fmt: skip
