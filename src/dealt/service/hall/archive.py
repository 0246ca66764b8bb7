"""What people ask of the archive: to list, step through, name and delete their matches."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from msgspec import Struct, structs

from dealt._version import __version__
from dealt.core.zones import Event
from dealt.errors import ParseError
from dealt.history.archived import (
    LAST,
    MOST_EVER,
    Filter,
    Held,
    doers_of,
    in_order,
    unpack,
    with_receipts,
)
from dealt.history.heads import hashed
from dealt.history.moving import FIRST_LINE, is_first_line, line_of, restored
from dealt.history.statistics import pairs, standings, statistics
from dealt.language import message, say, spoken
from dealt.service.hall.again import NO_MATCH
from dealt.service.hall.puzzling import encoded_puzzle
from dealt.service.hall.reviewing import ReviewJob, part_text, read_part, replayed
from dealt.service.hall.service import Service
from dealt.service.hall.steps import ROUND_NOT_YOURS, part_of
from dealt.service.table import frames
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.questions import Question, Reply
from dealt.service.table.refusals import Refused, clean_name
from dealt.service.table.state import TableState


def is_aside(message: m.Message) -> bool:
    """Whether a message is about the archive or a puzzle, not about the client's table."""
    is_of_archive = getattr(message, "own", False) or getattr(message, "of", None) is not None
    return is_of_archive or isinstance(message, m.Puzzle)


async def answer(service: Service, person: str, address: str, message: Any) -> p.Frame | bytes:
    """The answer to a message about the archive, or to one about a puzzle.

    Raises:
        Refused: the person has no such match, or it cannot be shown.
    """
    archive = service.store.archive
    if isinstance(message, m.Puzzle):
        today = datetime.fromtimestamp(service.clock(), UTC).date().isoformat()
        puzzle: bytes = await service.workers.do(address, encoded_puzzle, message, today)
        return puzzle
    if isinstance(message, m.History):
        return await history(service, person, message)
    if isinstance(message, m.Entitle):
        title = clean_name(message.title) if message.title else ""
        if not await archive.entitle(person, message.of, title):
            raise _unknown()
        return p.Done(ack=message.ack)
    if isinstance(message, m.Delete):
        if not await archive.delete(person, message.of):
            raise _unknown()
        return p.Done(ack=message.ack)
    held = await archive.match(person, message.of)
    if held is None or held.record is None:
        raise _unknown()
    if isinstance(message, m.Review):
        return await _reviewed(service, person, address, held, message)
    if isinstance(message, m.Record):
        return p.RecordFrame(ack=message.ack, record=with_receipts(unpack(held.record)))
    frame: bytes = await service.workers.do(address, _encoded_archived, held, message)
    return frame


def _unknown() -> Refused:
    return Refused("unknown", NO_MATCH)


async def history(
    service: Service, person: str, message: m.History, table: str = ""
) -> p.HistoryFrame:
    """A person's own matches, or those of a table."""
    archive, is_first = service.store.archive, message.before is None
    choice = Filter(
        message.game or "",
        message.since,
        message.before,
        message.last or LAST,
        message.most,
        message.daily,
    )
    everything = structs.replace(choice, most=MOST_EVER) if is_first else choice
    if table:
        heads = in_order(await archive.of_table(table), everything)
    else:
        heads = await archive.heads(person, everything)
    return p.HistoryFrame(
        ack=message.ack,
        table=table,
        matches=heads[: message.most],
        standings=standings(heads) if table and is_first else [],
        pairs=pairs(heads) if table and is_first else [],
        figures=statistics(heads) if not table and is_first else None,
    )


async def receipt(service: Service, state: TableState, message: m.Dealing) -> p.ReceiptFrame:
    """The receipt of a round at a table, for everybody there.

    Raises:
        Refused: there is none, or the round is not over.
    """
    if message.match >= state.matches or state.settings.is_arranged:
        return frames.receipt_frame(state, message)
    packed = await service.store.archive.record(hashed(state.name, message.match))
    receipts = [] if packed is None else with_receipts(unpack(packed)).get("receipts", [])
    if not 1 <= message.round <= len(receipts):
        raise frames.no_round(message)
    return p.ReceiptFrame(ack=message.ack, receipt=receipts[message.round - 1])


def _encoded_archived(held: Held, message: m.Steps) -> bytes:
    """A frame with some steps of an archived match, as its holder may see them.

    Raises:
        Refused: the round or step was not played, or the seat was another person's.
    """
    head, rounds = held.head, held.holding.seats
    number = len(rounds) if message.round is None else message.round
    if not 1 <= number <= len(rounds):
        raise Refused("unknown", "no round {n}; rounds played: {all}", n=number, all=len(rounds))
    seats = rounds[number - 1]
    seat = seats[0] if len(seats) == 1 else message.seat
    if message.seat is not None and message.seat not in seats:
        raise Refused("seat", ROUND_NOT_YOURS)
    match = replayed(str(held.record))
    doers = doers_of(unpack(str(held.record)))[number - 1]
    table = match.tables[number - 1]

    def event_of(n: int) -> Event:
        by = "bot" if head.levels[table.history[n][0]] else "person"
        return frames.event(table, n, seat, doers.by.get(n, by), doers.names.get(n))

    pair = match.at(number - 1), table
    steps = part_of(pair, number, seat, message.first, message.face_up, event_of)
    return p.encode(structs.replace(steps, ack=message.ack, match=head.number, seats=seats))


async def _reviewed(
    service: Service, person: str, address: str, held: Held, message: m.Review
) -> p.ReviewFrame:
    """The next decisions of a review; what was judged before is in the archive."""
    head = held.head
    seat = head.seat if message.seat is None else message.seat
    if seat is None or seat >= len(head.names):
        raise Refused("seat", "name a seat, 0 to {last}", last=len(head.names) - 1)
    archive, maker = service.store.archive, f"{__version__} {spoken()}"
    part = read_part(await archive.review(head.id, seat, maker))
    if part is None or (part.summary.left and message.first >= len(part.judged)):
        before = [] if part is None else part.judged
        job = ReviewJob(head.game, str(held.record), seat, before, spoken())
        part = await service.thinkers.review(job, address)
        await archive.put_review(person, head.id, seat, maker, part_text(part))
    first, summary = min(message.first, len(part.judged)), part.summary
    return p.ReviewFrame(
        ack=message.ack,
        of=head.id,
        seat=seat,
        name=summary.name,
        unit=say(summary.unit),
        first=first,
        left=summary.left,
        decisions=part.judged[first:],
        rounds=summary.rounds,
        cards=summary.cards,
        cost=summary.cost,
        words=part.words,
    )


# --- a file of matches ----------------------------------------------------------------------------

MOST_LINES = 100  # in one answer
_MOST_FILE = 8 << 20  # bytes of a part that is read
_AT_HOME = message("a file of matches is read at home or in a browser, where it is yours alone")


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /history: a part of a file.

    Attributes:
        text: the first line of the file, and some of its others.
        line: the number of the first of these.
        file: the name of the file.
    """

    text: str
    line: int = 2
    file: str = ""


async def saved(service: Service, question: Question) -> Reply:
    """GET /history: a person's matches as lines of a file, after those before `?before=&last=`."""
    person, _ = await question.person()
    query, archive = question.query, service.store.archive
    try:
        before = int(query["before"]) if "before" in query else None
    except ValueError:
        raise Refused("unreadable", "before is a time in milliseconds") from None
    choice = Filter(before=before, last=query.get("last", LAST), most=MOST_LINES)
    lines = [FIRST_LINE] if before is None else []
    for head in await archive.heads(person, choice):
        held = await archive.match(person, head.id)
        if held is not None:  # deleted meanwhile
            lines.append(line_of(held))
    return Reply("".join(f"{line}\n" for line in lines).encode(), "application/x-ndjson")


async def restore(service: Service, question: Question) -> Reply:
    """POST /history: add the matches in a part of a file, each once; at own tables only."""
    if not service.around.own:
        raise Refused("settings", _AT_HOME)
    person, _ = await question.person()
    part = await question.read(_Part, _MOST_FILE)
    first, *lines = part.text.split("\n")
    try:
        is_file = is_first_line(first)
    except ParseError as error:
        raise Refused("unreadable", error) from None
    if not is_file:
        raise Refused("unreadable", "not a file of matches")
    numbered = [(number, line) for number, line in enumerate(lines, part.line) if line]
    added = await restored(service.store.archive, person, numbered, part.file)
    return Reply.from_data(added._asdict())
