"""The history of this account: the matches finished at its own tables, and others added to them."""

from __future__ import annotations

import contextlib
import gzip
import os
import secrets
import time
import zlib
from collections.abc import Callable, Coroutine, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO, Any, Self, TypeVar

from msgspec import structs
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import SQLAlchemyError

from dealt.core.match import Match
from dealt.core.record import Record
from dealt.core.sheet import data_frame
from dealt.errors import ParseError, SetupError
from dealt.history.archive import Archive
from dealt.history.archived import MOST_EVER, Filter, record_of
from dealt.history.heads import Head
from dealt.history.moving import (
    FIRST_LINE,
    Restored,
    from_match,
    from_record,
    is_first_line,
    line_of,
    restored,
)
from dealt.history.statistics import Figures, counted, is_won, statistics
from dealt.language import message, say
from dealt.service.hall.reviewing import read_part
from dealt.service.hall.service import hashed
from dealt.service.hall.tables import finished
from dealt.service.store.database import (
    PERSONS,
    engine_of,
    migrate,
    plain_error,
    url_of,
    used_file,
)
from dealt.service.store.store import events_of
from dealt.service.table.refusals import GUEST
from dealt.service.web.local import DATA, own_keys
from dealt.storage.files import CANNOT_WRITE, OWNER_ALONE, kept_at, storage_errors
from dealt.storage.records import load_record

T = TypeVar("T")
LATEST = "last"  # in place of an id
_CANNOT_READ = message("cannot read {path}: {reason}")
_MOST_LINE = 1 << 24  # bytes
_GZIP = b"\x1f\x8b"
_DAMAGE = EOFError, zlib.error, gzip.BadGzipFile


class History:
    """The matches of this account, the latest first; use it in a `with` block, or close it.

    Args:
        path: the file of own tables; by default the account's, which `dealt play` uses.

    Raises:
        StorageError: the file cannot be used.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        place = kept_at(DATA) if path is None else os.fspath(path)
        self._url = url_of(place)
        self._use = used_file(self._url, is_shared=True)
        self._connection: Connection | None = None
        try:
            with self._errors():
                self._connection = engine_of(self._url, is_shared=True).connect()
                migrate(self._connection, self._url, is_shared=True)
            self._archive = Archive(self._ask)
            self._person = self._person_at(str(Path(place).absolute()))
            self._catch_up()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._use is not None:
            self._use.close()

    def matches(self, game: str = "", since: date | None = None) -> list[Head]:
        """The matches of a game, or of all games, that ended on that day or later."""
        choice = Filter(game, _milliseconds(since), most=MOST_EVER)
        return _now(self._archive.heads(self._person, choice))

    def reviewed(self) -> dict[str, tuple[int, int]]:
        """The decisions and the mistakes of your seat in each match reviewed to its end."""
        reviews = {id_: read_part(text) for id_, text in _now(self._archive.reviews(self._person))}
        return {
            id_: (sum(not d.forced for d in part.judged), sum(d.mistake for d in part.judged))
            for id_, part in reviews.items()
            if part is not None and not part.summary.left
        }

    def figures(self, heads: Sequence[Head]) -> Figures:
        """How often you won these matches, and how well those that were reviewed were played."""
        reviewed = self.reviewed()
        rows = [reviewed[head.id] for head in counted(heads) if head.id in reviewed]
        decisions, mistakes = map(sum, zip(*rows, strict=True)) if rows else (0, 0)
        return structs.replace(statistics(heads), decisions=decisions, mistakes=mistakes)

    def find(self, match: str) -> Head:
        """The match whose id begins so, or the `last` one; raises SetupError if there is none."""
        fitting = [head for head in self.matches() if match in (LATEST, head.id[: len(match)])]
        if not fitting and match == LATEST:
            raise SetupError("no match has been finished yet")
        if not fitting or (match != LATEST and len(fitting) > 1):
            raise SetupError("no match {match}; dealt history lists them", match=repr(match))
        return fitting[0]

    def record(self, match: str) -> Record:
        """The record of a match, for `dealt.replay`; raises SetupError if it has none."""
        held = _now(self._archive.match(self._person, self.find(match).id))
        if held is None or held.record is None:
            raise SetupError("of the match {match} only the result is known", match=repr(match))
        return record_of(held.record)

    def add(self, match: Match, seat: str | None = None, title: str = "") -> Head:
        """Add a match that a program has played, once.

        Args:
            match: it has ended.
            seat: the name of your player; by default the only person among the seats.
            title: a name for the match.

        Raises:
            SetupError: the match is not over, or nobody has that name.
        """
        people = [number for number, each in enumerate(match.seats) if each.agent is None]
        if seat is not None and seat not in match.names:
            raise SetupError("nobody is called {name}", name=repr(seat))
        number = people[0] if len(people) == 1 else None
        if seat is not None:
            number = match.names.index(seat)
        added = from_match(match, self._person, _time_ms(), seat=number, title=title)
        _now(self._archive.add([added]))
        return self.find(added.head.id)

    def rename(self, match: str, title: str) -> None:
        """Give a match a name."""
        _now(self._archive.entitle(self._person, self.find(match).id, title))

    def delete(self, match: str) -> None:
        """Delete a match for good."""
        _now(self._archive.delete(self._person, self.find(match).id))

    def to_frame(self, game: str = "", since: date | None = None) -> Any:
        """A data frame with a row for each match.

        `points`, `won`, `decisions` and `mistakes` are those of your seat; the last two need a
        review.
        """
        heads, reviewed = self.matches(game, since), self.reviewed()
        judged = [reviewed.get(head.id, (None, None)) for head in heads]
        return data_frame(
            {
                "id": [head.id for head in heads],
                "game": [head.game for head in heads],
                "ended_at": [datetime.fromtimestamp(head.ended_at / 1000, UTC) for head in heads],
                "seconds": [head.seconds for head in heads],
                "players": [", ".join(head.names) for head in heads],
                "points": [None if head.seat is None else head.points[head.seat] for head in heads],
                "won": [None if head.seat is None else is_won(head) for head in heads],
                "over": [head.over for head in heads],
                "practice": [head.practice for head in heads],
                "arranged": [head.arranged for head in heads],
                "title": [head.title for head in heads],
                "decisions": [decisions for decisions, _ in judged],
                "mistakes": [mistakes for _, mistakes in judged],
            }
        )

    # --- a file of matches

    def save(self, path: str | os.PathLike[str]) -> int:
        """Write all matches to a file that `restore` reads; how many.

        Raises:
            StorageError: it cannot be written; an older file stays.
        """
        path, heads = Path(path), self.matches()
        part = path.with_name(f"{path.name}.part")
        with storage_errors(CANNOT_WRITE, path):
            try:
                handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ALONE)
                with (
                    os.fdopen(handle, "wb") as file,
                    gzip.open(file, "wt", encoding="utf-8") as out,
                ):
                    out.write(f"{FIRST_LINE}\n")
                    for head in heads:
                        held = _now(self._archive.match(self._person, head.id))
                        if held is not None:  # another window may have deleted it
                            out.write(f"{line_of(held)}\n")
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
        return len(heads)

    def restore(
        self, path: str | os.PathLike[str], goes_on: Callable[[int, int], bool] | None = None
    ) -> Restored:
        """Add the matches of a file that `save` wrote, or the one of a record, each once.

        A line that cannot be read is left out, and becomes a problem.

        Args:
            path: of the file.
            goes_on: called before each line: how many came before, and how many there are;
                False: stop.

        Raises:
            DealtError: the file cannot be read, or is neither.
        """
        path = Path(path)
        if not _is_history(path):
            ids = {head.id for head in self.matches()}
            at = int(path.stat().st_mtime * 1000)
            match = from_record(load_record(path), self._person, at)
            _now(self._archive.add([match]))
            present = int(match.head.id in ids)
            return Restored(1 - present, present, [])
        total = sum(1 for _ in _lines(path))
        go_on = None if goes_on is None else lambda count: goes_on(count, total)
        return _now(restored(self._archive, self._person, _lines(path), str(path), go_on))

    # --- the database

    def _person_at(self, place: str) -> str:
        """The id of the account's person at a file; a new one, if it has none."""
        keys = own_keys()
        key = keys.key(place)
        query = select(PERSONS.c.id).where(PERSONS.c.token_hash == hashed(key or ""))
        person: str | None = _now(self._ask(lambda c: c.execute(query).scalar()))
        if person is None:
            person, token = secrets.token_hex(8), secrets.token_urlsafe(32)
            row = {"id": person, "token_hash": hashed(token), "name": say(GUEST)}
            _now(self._ask(lambda c: c.execute(insert(PERSONS), {**row, "made_at": _time_ms()})))
            keys.save(place, token, before=key)
        return person

    def _catch_up(self) -> None:
        """Archive what has ended at tables since, even if their process was killed then."""
        for table in _now(self._archive.behind(begun=True)):
            number = _now(self._archive.number(table))
            matches = finished(table, _now(self._ask(partial(events_of, table=table))), number)
            _now(self._archive.add(matches, table))

    async def _ask(self, work: Callable[[Connection], T], *, writes: bool = False) -> T:
        assert self._connection is not None, "asked after it was closed"
        with self._errors(), self._connection.begin():
            return work(self._connection)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise plain_error(error, self._url) from None


def _now(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that waits for nothing, in a running loop, too."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError("it waits for something")


def _milliseconds(since: date | None) -> int:
    if since is None:
        return 0
    at = since if isinstance(since, datetime) else datetime(since.year, since.month, since.day)
    return int(at.timestamp() * 1000)


def _time_ms() -> int:
    return time.time_ns() // 1_000_000


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """A file to read, unpacked."""
    with storage_errors(_CANNOT_READ, path), path.open("rb") as file:
        is_packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        unpacked: Any = gzip.GzipFile(fileobj=file) if is_packed else file
        yield unpacked


def _is_history(path: Path) -> bool:
    """Whether a file has matches; raises ParseError if it is neither that nor text."""
    with _opened(path) as file:
        try:
            return is_first_line(file.readline(_MOST_LINE).decode())
        except (*_DAMAGE, UnicodeDecodeError):
            raise ParseError("{file} is neither a saved history nor a record", file=path) from None


def _lines(path: Path) -> Iterator[tuple[int, str | ParseError]]:
    """The numbered lines of a file of matches, after the first; an error for a damaged one."""
    with _opened(path) as file:
        file.readline()
        for number in count(2):
            try:
                line = file.readline(_MOST_LINE)
            except _DAMAGE:
                yield number, ParseError("the file is damaged, or was not copied whole")
                return
            if not line:
                return
            try:
                yield number, line.decode()
            except UnicodeDecodeError:
                yield number, ParseError("not a match")
