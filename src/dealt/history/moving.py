"""Matches as lines of a file, which moves them from one machine or face to another.

The first line is `{"dealt history": 1}`, each further one a match: the entries of its head, and
`seats` and `record`.  Entries of a newer dealt are kept.  Results come from the record, replayed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sized
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from dealt import games
from dealt.core.match import Match, replay
from dealt.core.record import Record
from dealt.errors import DealtError, ParseError, SetupError
from dealt.history.archived import (
    MOST_EVER,
    AnyArchive,
    Archived,
    Data,
    Filter,
    Held,
    Holding,
    others_in,
    unpack,
    with_others,
)
from dealt.history.heads import Head, hashed, head_of
from dealt.language import say, wrong_entry

_FORMAT, _VERSION = "dealt history", 1
FIRST_LINE = json.dumps({_FORMAT: _VERSION})
_TOGETHER = 200  # matches in a transaction
_ID = re.compile(r"[0-9a-f]{1,40}")
_REPLAYED = {  # what `head_of` takes from the match
    "game", "version", "deal", "options", "rounds", "played", "over", "names", "levels", "points",
    "winners",
}  # fmt: skip


def is_first_line(line: str) -> bool:
    """Whether a file that begins with this line has matches; raises ParseError if of a newer form.

    Otherwise it may be a record.
    """
    try:
        data = json.loads(line)
    except ValueError:
        return False
    if not isinstance(data, dict) or _FORMAT not in data:
        return False
    if data[_FORMAT] != _VERSION:
        raise ParseError("written by a newer dealt; update dealt to read it")
    return True


def line_of(held: Held) -> str:
    """A match as a line."""
    record = None if held.record is None else unpack(held.record)
    data = with_others(held.head, held.others)
    data |= {"seats": held.holding.seats, "record": record}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _id_in(line: str) -> str:
    """The id of the match in a line; empty: it cannot be read."""
    return str(_data(line).get("id", ""))


def read_line(line: str, person: str) -> Archived:
    """The match in a line, for a person.

    Raises:
        ParseError: it is not a match, or its record does not fit the rules.
    """
    data = _data(line)
    record: Data | None = data.pop("record", None)
    try:
        head = msgspec.convert(data, Head)
        seats = msgspec.convert(data.pop("seats", []), list[list[int]])
    except msgspec.ValidationError as error:
        raise ParseError("not a match: {wrong}", wrong=wrong_entry(error)) from None
    if record is not None:
        head = _checked(head, Record.from_json(json.dumps(record)))
    number = len(head.names)
    fields: list[tuple[Sized, int]] = [
        (seats, head.played),
        (head.levels, number),
        (head.points, number),
    ]
    places = [*head.winners, *(seat for own in seats for seat in own), head.seat or 0]
    is_whole = all(len(field) == n for field, n in fields) and set(places) <= set(range(number))
    if not is_whole or not _ID.fullmatch(head.id):
        raise ParseError("not a match: its entries contradict each other")
    holdings = {person: Holding(seats, head.seat, head.title)}
    return Archived(head, record, holdings, others_in(data))


class Restored(NamedTuple):
    """What came of a file: matches added and those that were there, and a line for each bad one."""

    added: int
    present: int
    problems: list[str]


async def restored(
    archive: AnyArchive,
    person: str,
    lines: Iterable[tuple[int, str | ParseError]],
    name: str,
    goes_on: Callable[[int], bool] | None = None,
) -> Restored:
    """Add the matches of a file to a person's, each once; a bad line is left out.

    Args:
        archive: gets them.
        person: whose they are from now on.
        lines: numbered, without the first one; or why one cannot be read.
        name: of the file.
        goes_on: called before each line with how many came before; False: stop.
    """
    ids = {head.id for head in await archive.heads(person, Filter(most=MOST_EVER))}
    before, present, problems, waiting = len(ids), 0, list[str](), list[Archived]()
    for count, (number, line) in enumerate(lines):
        if goes_on is not None and not goes_on(count):
            break
        try:
            if isinstance(line, ParseError):
                raise line
            if _id_in(line) in ids:
                present += 1
                continue
            waiting.append(read_line(line, person))
            ids.add(waiting[-1].head.id)
        except DealtError as error:
            problems.append(say("{file}, line {n}: {error}", file=name, n=number, error=error))
        if len(waiting) == _TOGETHER:
            await archive.add(waiting)
            waiting = []
    await archive.add(waiting)
    return Restored(len(ids) - before, present, problems)


def _data(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise ParseError("not a match")
    return data


def _checked(head: Head, record: Record) -> Head:
    """The head with what the record says, if its rules are those of today."""
    try:
        game = games.of_record(record.game)
    except SetupError:
        return head  # somebody's own, which is not loaded
    if record.version != game.version or len(head.levels) != len(record.seats):
        return head
    others = {name: value for name, value in structs.asdict(head).items() if name not in _REPLAYED}
    match = replay(record, game)
    return head_of(match, _first(match, record), head.levels, **others)


def _first(match: Match, record: Record) -> str:
    """The deck or position of the first round."""
    return record.played[0].position or match.pack.text(match.deck(0))


def from_match(
    match: Match,
    person: str,
    at: int,
    *,
    seat: int | None = None,
    record: Record | None = None,
    **others: Any,
) -> Archived:
    """A match of a program or a record, for the archive.

    Args:
        match: it has ended.
        person: who gets it, and may see all seats.
        at: when it ended, milliseconds since 1970.
        seat: the person's; None: any.
        record: of the match, as it was stored; None: it is new.
        others: further attributes of `Head`.

    Raises:
        SetupError: a round is still being played.
    """
    if not match.table.is_over:
        raise SetupError("the match is not over; play it to the end first")
    record = match.record if record is None else record
    levels = [None if each.agent is None else each.agent.name for each in match.seats]
    data = record.to_data()
    head = head_of(
        match, _first(match, record), levels,
        began_at=at, ended_at=at, seat=seat, arranged=bool(record.played[0].position),
        **{"id": hashed(data), **others},
    )  # fmt: skip
    seats = [*range(len(levels))] if seat is None else [seat]
    return Archived(head, data, {person: Holding([seats] * len(match.tables), seat, head.title)})


def from_record(record: Record, person: str, at: int) -> Archived:
    """The match of a record, for the archive; arguments and errors as in `from_match`."""
    match = replay(record, games.of_record(record.game))
    return from_match(match, person, at, record=record)
