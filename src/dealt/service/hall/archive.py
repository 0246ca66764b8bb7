"""What people ask of the archive: to list, step through, name and delete their matches."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from dealt._version import __version__
from dealt.core.zones import Event
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
from dealt.history.statistics import pairs, standings, statistics
from dealt.language import say, spoken
from dealt.service.hall.again import NO_MATCH
from dealt.service.hall.reviewing import ReviewJob, part_text, read_part, replayed
from dealt.service.hall.service import Service
from dealt.service.hall.steps import ROUND_NOT_YOURS, part_of
from dealt.service.table import frames
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.refusals import Refused, clean_name


def is_of_archive(message: m.Message) -> bool:
    """Whether a message is about the archive, not about the table that the client attends."""
    return getattr(message, "own", False) or getattr(message, "of", None) is not None


async def answer(service: Service, person: str, address: str, message: Any) -> p.Frame | bytes:
    """The answer to a message about the archive.

    Raises:
        Refused: the person has no such match, or it cannot be shown.
    """
    archive = service.store.archive
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
        message.game or "", message.since, message.before, message.last or LAST, message.most
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
