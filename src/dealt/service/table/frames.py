"""Frames: a table as one viewer may see it.

Every frame is built here, by adding what the viewer may know.  Nothing reads cards from the state
itself: boards and hands come from `view(seat)`, lines of the log from `Table.event`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from msgspec import structs

from dealt import agents
from dealt.core.agent import Action
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.presentation import with_orders
from dealt.core.sheet import Sheet
from dealt.core.table import Table
from dealt.core.view import lines
from dealt.core.zones import Event
from dealt.history.heads import hashed
from dealt.language import message, say, spoken
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table import seats as seating
from dealt.service.table.parts import (
    Chance,
    Line,
    OpenAction,
    OwnPart,
    RequestInfo,
    SeatInfo,
    SeatKind,
    SeatNews,
    SheetData,
    TableRow,
)
from dealt.service.table.refusals import Refused
from dealt.service.table.state import TableState

_LOG_LINES = 30
MOVES_TOLD = 8  # the latest lines, which contain data about what moved; older ones are words
_SEAT_NEWS = {
    "taken": message("{name} plays on for {other}"),
    "back": message("{name} is back"),
    "left": message("{name} plays on for {other}"),
    "moved": message("{name} plays on at another device"),
    "level": message("{name} now plays at another level: {other}"),
    "swapped": message("{name} and {other} have changed seats"),
}
_MOST_WORDS = 1 << 13  # cached texts of actions; large games have more actions


@dataclass(frozen=True)
class Viewer:
    """The viewer of a frame.

    Attributes:
        person: None: a spectator.
        looking: the seat to look from, for a person with several; None: none of them.
    """

    person: str | None
    looking: int | None = None


def seat_of(state: TableState, viewer: Viewer) -> int | None:
    """The seat from which a viewer looks; with several seats, the one chosen by `look`."""
    seats = state.seats_of(viewer.person)
    if len(seats) == 1:
        return seats[0]
    return viewer.looking if viewer.looking in seats else None


def is_own_move(state: TableState, viewer: Viewer) -> bool:
    """Whether the seat that a viewer looks from made the last move; true without such a seat.

    People who share a screen are one person here, but each may undo only the own move.
    """
    seat, table = seat_of(state, viewer), state.table
    return seat is None or table is None or not table.history or table.history[-1][0] == seat


class Showing:
    """Frames of one state in the current language; what all viewers share is built once.

    Args:
        state: of the table; it must not change meanwhile.
        present: the persons who are connected.
        deadline: when its clock runs out, milliseconds since 1970; None: no clock.
    """

    def __init__(
        self, state: TableState, present: Collection[str], deadline: int | None = None
    ) -> None:
        self._state, self._deadline = state, deadline
        table = state.table
        entries = [] if table is None else _events(state, len(state.by), None, _LOG_LINES)
        self._entries = _in_short(entries)
        numbers = range(0 if table is None else len(table.history))[-_LOG_LINES:]
        self._private = [n for n in numbers if table is not None and not table.is_public(n)]
        self._open = self._open_frame(present)

    def frame(self, viewer: Viewer, *, may_sit: bool = False) -> p.TableFrame:
        """The whole table as a viewer, who may be allowed to sit, may see it."""
        state, table = self._state, self._state.table
        seat, person = seat_of(state, viewer), viewer.person
        own, log = None, self._open.log
        may_undo = person is not None and state.may_undo(person) and is_own_move(state, viewer)
        may_practise = person is not None and not may_undo and state.moves_to_choice(person) > 0
        if table is not None and seat is not None:
            own, log = self._own_part(table, seat), self._log(table, seat)
        return structs.replace(
            self._open,
            host=viewer.person == state.acting_host,
            may_sit=may_sit,
            seats=self._seats(viewer, may_sit),
            requests=self._requests(viewer.person),
            undo=may_undo or may_practise,
            undo_marks=may_practise and not state.practice,
            own=own,
            log=log,
        )

    def _open_frame(self, present: Collection[str]) -> p.TableFrame:
        """The table as a spectator sees it."""
        state = self._state
        table, match = state.table, state.match
        options = {} if match is None else match.options
        return p.TableFrame(
            table=state.name,
            version=state.version,
            moved=state.moved,
            phase=state.phase,
            title=say(state.game.title),
            settings=state.settings,
            options={
                o.name: o.text(options[o.name]) for o in state.game.options if o.name in options
            },
            rounds=state.settings.rounds if match is None else match.rounds,
            host=False,
            may_sit=False,
            seats=[_seat_info(state, i, present) for i in range(len(state.places))],
            match=state.matches,
            round=0 if match is None else len(match.tables),
            turn=state.turn,
            undo=False,
            practice=state.practice,
            deadline=self._deadline,
            board=None if table is None else table.view(0).open,
            own=None,
            log=_latest(state, self._entries),
            sheet=None if match is None else sheet_data(match.sheet, say(match.game.title)),
            reasons=None if match is None else reasons(match),
            outcome="" if table is None else table.outcome,
            winners=_winners(state),
            chance=_chance_at_hand(state),
            next=_chance_to_come(state),
            chat=[Line(who, text) for who, text in state.chat],
            requests=[],
            moves=0 if table is None else len(table.history),
            archived=hashed(state.name, state.matches) if state.phase == "over" else "",
        )

    def _seats(self, viewer: Viewer, may_sit: bool) -> list[SeatInfo]:
        """All seats; the viewer's own and those that can be taken are marked."""
        seats, own = [*self._open.seats], self._state.seats_of(viewer.person)
        for seat in own:
            seats[seat] = structs.replace(seats[seat], yours=True)
        if own or not may_sit:
            return seats
        return [
            structs.replace(info, take=seating.take_of(self._state, viewer.person, seat))
            for seat, info in enumerate(seats)
        ]

    def _requests(self, person: str | None) -> list[RequestInfo]:
        """The requests that the viewer has made, or may answer."""
        requests = []
        for request in seating.pending(self._state):
            is_own = request.person == person
            decides = seating.asked_person(self._state, request) == person
            if is_own or (decides and not request.declined):
                requests.append(
                    RequestInfo(
                        number=request.number,
                        name=request.name,
                        seat=request.seat,
                        own=request.own,
                        mine=is_own,
                        decide=decides and not is_own,
                        declined=request.declined,
                    )
                )
        return requests

    def _own_part(self, table: Table, seat: int) -> OwnPart | None:
        """What only one seat may see of the current round."""
        if seat >= len(table.names):
            return None  # a seat for the next match
        is_in_turn = not table.is_over and table.seat_in_turn == seat
        return OwnPart(
            seat=seat,
            zones=with_orders(table.game, table.view(seat).own).zones,
            actions=open_actions(table) if is_in_turn else [],
        )

    def _log(self, table: Table, seat: int) -> list[Event]:
        """The latest lines of the round; those of the seat's own actions say more."""
        first = len(table.history) - len(self._entries)
        own = [n for n in self._private if self._entries[n - first].seat == seat]
        if not own:
            return self._open.log
        lines = [*self._entries]
        for number in own:
            doer = self._state.doers[-1].get(number)
            lines[number - first] = event(table, number, seat, self._state.by[-1][number], doer)
        return _latest(self._state, _in_short(lines))


def _seat_info(state: TableState, seat: int, present: Collection[str]) -> SeatInfo:
    """A seat as everybody sees it."""
    place = state.places[seat]
    name = place.name
    if not state.is_between_matches:
        name = state.names[seat]
    kind: SeatKind = "empty" if place.is_empty else "bot" if place.person is None else "person"
    return SeatInfo(
        name=name or None,
        kind=kind,
        level=place.level,
        by=place.name if place.name and place.name != name else None,
        present=place.person in present if place.person is not None else False,
        away=place.away,
        ready=place.ready,
        committed=place.commit is not None,
        revealed=place.entropy is not None,
        yours=False,
        kept=place.reserved_for is not None,
        take="",
        partners=seating.partners_of(state.game, len(state.places), seat),
    )


def open_actions(table: Table) -> list[OpenAction]:
    """The actions open to the seat to move."""
    language = spoken()
    return [_open_action(table.game, action, language) for action in table.actions]


@lru_cache(maxsize=_MOST_WORDS)
def _open_action(game: Game, action: Action, language: str) -> OpenAction:
    """One open action; the language is an argument because the answer is cached."""
    return OpenAction(
        id=action.id,
        text=game.wording.action_phrase(action.id),
        verb=action.verb,
        cards=action.cards,
        source=action.source,
        targets=action.targets,
        form=action.form and say(action.form),
        shows=action.shows,
        kind=action.kind and say(action.kind),
    )


def _events(
    state: TableState, number: int, seat: int | None, most: int | None = None
) -> list[Event]:
    """The latest actions of a round as a seat or (None) a spectator heard of them."""
    assert state.match is not None, "what was done without a match"
    table, by, doers = state.match.tables[number - 1], state.by[number - 1], state.doers[number - 1]
    first = 0 if most is None else max(0, len(by) - most)
    return [event(table, n, seat, by[n], doers.get(n)) for n in range(first, len(by))]


def _in_short(lines: list[Event]) -> list[Event]:
    """Lines of the log, older ones without data about what moved: clients animate the latest."""
    old = [Event(seat=e.seat, text=e.text) if e.verb else e for e in lines[:-MOVES_TOLD]]
    return [*old, *lines[-MOVES_TOLD:]]


def event(table: Table, number: int, seat: int | None, who: str, doer: str | None = None) -> Event:
    """An action as a seat or (None) a spectator heard of it; for `doer` see `TableState.doers`."""
    name = doer or table.names[table.history[number][0]]
    if who in ("away", "clock"):  # somebody absent, or too slow
        name = say("{name} (computer player)", name=name)
    elif who not in ("person", "bot"):  # another level, for one that was not ready
        name = say("{name} ({level} until {other} is ready)", name=name, level=say(who),
                   other=say(agents.STRONG))  # fmt: skip
    return table.event(number, seat, name)


def _with_news(state: TableState, number: int, lines: list[Event]) -> list[Event]:
    """The latest lines of a round, with changes of seats among them."""
    first = len(state.by[number - 1]) - len(lines)
    news = [each for each in state.seat_news[number - 1] if each.after >= first]
    placed: list[tuple[float, Event]] = [*enumerate(lines, first)]
    placed += [(each.after - 0.5, _seat_event(state, each)) for each in news]
    return [line for _, line in sorted(placed, key=itemgetter(0))]


def _seat_event(state: TableState, news: SeatNews) -> Event:
    """A line about a seat, with the verb `seat`."""
    other = news.other
    if news.kind == "level":
        level = agents.levels(state.game).get(other)
        other = other if level is None else say(level.word)
    text = say(_SEAT_NEWS[news.kind], name=news.name, other=other)
    return Event(seat=news.seat, text=text, verb="seat")


def seat_lines(state: TableState) -> list[str]:
    """The changes of seats in the latest round, or since its end."""
    return [_seat_event(state, news).text for each in state.seat_news[-1:] for news in each]


def _latest(state: TableState, lines: list[Event]) -> list[Event]:
    """The log as a frame shows it; the last line may be about an undone move."""
    if state.table is not None:
        lines = _with_news(state, len(state.by), lines)
    if state.took_back is not None:
        text = say("{name} took a move back", name=state.took_back)
        lines = [*lines, Event(seat=state.turn or 0, text=text, verb="undo")]
    return lines[-_LOG_LINES:]


def _winners(state: TableState) -> list[str]:
    """The leaders of a match that is over, even if it ended before its last round."""
    match = state.match
    if match is None or state.phase != "over":
        return []
    return [match.names[seat] for seat in match.game.leaders(tuple(match.totals.values()))]


def reasons(match: Match) -> SheetData | None:
    """Why a finished round gave its points; its receipt shows all cards anyway."""
    sheet = match.game.wording.points_sheet(match) if match.table.is_over else None
    return None if sheet is None else sheet_data(sheet, sheet.title)


def sheet_data(sheet: Sheet, title: str) -> SheetData:
    """A score sheet under a title, for a frame."""
    return SheetData(
        title=title,
        columns=list(sheet.columns),
        rows=[
            [cell if isinstance(cell, str | int) else str(cell) for cell in row]
            for row in sheet.rows
        ],
        notes=list(sheet.notes),
    )


def _chance_at_hand(state: TableState) -> Chance | None:
    """What was published before the last deal; only its receipt has the dealer's secret."""
    if state.match is None or not state.receipts:  # dealt from a seed or a stacked deck
        return None
    receipt = state.receipts[-1]
    return Chance(
        match=receipt.subject.match,
        round=receipt.subject.round,
        commitment=receipt.commitment,
        commitments=list(receipt.commitments),
        entropy=list(receipt.entropy),
    )


def _chance_to_come(state: TableState) -> Chance | None:
    """What is published so far before the next deal."""
    if state.seal is None or state.settings.is_arranged:
        return None
    return Chance(
        match=state.seal.match,
        round=state.seal.round,
        commitment=state.seal.commitment,
        commitments=[place.commit for place in state.places],
        entropy=[place.entropy for place in state.places],
    )


# --- answers --------------------------------------------------------------------------------------


def in_words(state: TableState, viewer: Viewer) -> str:
    """The table in plain lines as a viewer may see it; empty before the first deal."""
    seat = seat_of(state, viewer)
    if state.table is None:
        return ""
    view = state.table.view(seat or 0)
    return str(view) if seat is not None else "\n".join(lines(view.open, None))


def round_number(state: TableState, number: int | None) -> int:
    """A round number of this match, by default the last; raises Refused if there is none."""
    rounds = 0 if state.match is None else len(state.match.tables)
    number = rounds if number is None else number
    if not 1 <= number <= rounds:
        raise Refused("unknown", "no round {n}; rounds played: {all}", n=number, all=rounds)
    return number


def log_frame(state: TableState, viewer: Viewer, message: m.Log) -> p.LogFrame:
    """The log of a round of this match.

    Raises:
        Refused: there is no such round.
    """
    number = round_number(state, message.round)
    seat = None if message.open else seat_of(state, viewer)
    most = max(0, len(state.by[number - 1]) - message.first)
    entries = _with_news(state, number, _events(state, number, seat, most))
    return p.LogFrame(ack=message.ack, table=state.name, round=number, lines=entries)


def receipt_frame(state: TableState, message: m.Dealing) -> p.ReceiptFrame:
    """The receipt of a finished round of this match.

    Raises:
        Refused: there is none, or the round is not over.
    """
    if state.settings.is_arranged:
        raise Refused("fair", "these cards come from a seed or a stacked deck: nothing to check")
    if message.match != state.matches or not 1 <= message.round <= len(state.receipts):
        raise no_round(message)
    if state.match is not None and not state.match.tables[message.round - 1].is_over:
        raise Refused("phase", "the receipt of a round is given once it is over")
    return p.ReceiptFrame(ack=message.ack, receipt=state.receipts[message.round - 1].to_data())


def no_round(message: m.Dealing) -> Refused:
    """A round of a table that was not dealt, or whose match has been deleted."""
    return Refused(
        "unknown", "match {match} has no round {n}", match=message.match, n=message.round
    )


def record_frame(state: TableState, message: m.Record) -> p.RecordFrame:
    """The record of the match, with the receipts of its rounds.

    Raises:
        Refused: the match is not over, and its decks are secret.
    """
    is_open = state.is_between_matches or state.settings.is_arranged
    if state.match is None or not is_open:
        raise Refused("phase", "the record of a match is given once it is over")
    record = state.match.record.to_data()
    if not state.settings.is_arranged:
        record["receipts"] = [receipt.to_data() for receipt in state.receipts]
    return p.RecordFrame(ack=message.ack, record=record)


def table_row(state: TableState, person: str | None) -> TableRow:
    """A table as the lobby lists it."""
    match = state.match
    return TableRow(
        table=state.name,
        game=state.settings.game,
        title=say(state.game.title),
        names=[place.name for place in state.places if place.name],
        levels=[place.level for place in state.places if place.name],
        free=sum(place.is_empty for place in state.places),
        phase=state.phase,
        yours=bool(state.seats_of(person)),
        label=state.settings.label,
        host=person == state.host,
        changed_at=state.changed_at,
        round=0 if match is None else len(match.tables),
        rounds=None if match is None else match.rounds,
        points=[] if match is None else [*match.totals.values()],
    )
