"""A match at a table of a service, as its client sees it, for any prompts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dealt.clients.line.background import BackgroundClient, MovedElsewhereError
from dealt.clients.seat_choices import name_of
from dealt.core.agent import Action, Seat
from dealt.core.game import Game
from dealt.core.sheet import Sheet
from dealt.core.view import View
from dealt.core.zones import Board, Event, Own
from dealt.errors import IllegalAction
from dealt.games import registered
from dealt.language import Phrase, message, say
from dealt.service.table import protocol as p
from dealt.service.table.parts import SheetData
from dealt.service.table.refusals import Refused

PASSING = ("stale", "rate", "busy")  # refusals of an unrequested hint
NO_MOVES = ("seat", "undo")  # verbs of lines about the table
_NOTICE = message("Somebody has moved in another window; press Enter to see it.")


class Elsewhere:
    """The player of a seat that is not played here, a person or a computer player."""

    name = ""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Never called: this player chooses elsewhere."""
        raise NotImplementedError


class ClientTable:
    """One round, with the interface of `dealt.core.table.Table`; it waits for others' moves.

    Args:
        match: that it belongs to.
        number: of the round, from 1.

    Attributes:
        history: seats and their actions, as far as the reader may know them.
    """

    def __init__(self, match: ClientMatch, number: int) -> None:
        self.game = match.game
        self._match = match
        self._number = number
        self._events: list[Event] = []
        self.history: list[tuple[int, Action]] = []

    def follow(self, events: Sequence[Event]) -> None:
        """Take over all events of the round."""
        self._events = [event for event in events if event.verb not in NO_MOVES]
        self.history = [
            (event.seat, Action(-1, event.text, event.verb, event.cards)) for event in self._events
        ]

    @property
    def _frame(self) -> p.TableFrame:
        return self._match.shown

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats and their players, as in `Table.seats`."""
        return self._match.seats

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self._number < self._frame.round or self._frame.phase != "playing"

    @property
    def seat_in_turn(self) -> int:
        """The seat to move; after the round, one of the reader's seats if any."""
        if self._frame.turn is not None:
            return self._frame.turn
        return next(iter(self._match.own_seats), 0)

    @property
    def turn(self) -> str | None:
        """The name of the player to move."""
        return None if self.is_over else self._match.names[self.seat_in_turn]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions, if the seat to move is the reader's."""
        own = self._frame.own
        return tuple(
            Action(
                each.id,
                self.game.words.action_text(each.id),
                each.verb,
                each.cards,
                each.source,
                each.targets,
                each.form,
                each.shows,
                each.kind,
            )
            for each in (own.actions if own is not None else ())
        )

    @property
    def scores(self) -> dict[str, int]:
        """The points of each seat in this round."""
        return self._match.points_in(self._number - 1)

    @property
    def outcome(self) -> str:
        """The outcome of the round."""
        return self._frame.outcome

    def log(self, name: int) -> list[str]:
        """The actions so far, as far as the reader may know them."""
        return [event.text for event in self._events]

    def event(self, number: int, seat: int | None) -> Event:
        """An action by its number, as far as the reader may know it."""
        return self._events[number]

    def view(self, name: int) -> View:
        """A seat's view; for seats of others, only the public part."""
        frame = self._match.frame(name)
        own = frame.own
        zones = own.zones if own is not None and own.seat == name else ()
        board = frame.board or Board(seats=(), zones=())
        return View(name, self._match.names, (), board, Own(name, zones))

    def read(self, move: str | int) -> Action:
        """Read a move; the service explains why one is not open."""
        number = self.game.words.parse_action(move) if isinstance(move, str) else move
        action = next((each for each in self.actions if each.id == number), None)
        if action is None:
            raise self._match.refusal(number)
        return action

    def find_action(self, cards: Sequence[str], zone: str | None) -> int:
        """The action, open or not, that these cards and this zone mean."""
        return self.game.wording.find_action(self.view(self.seat_in_turn), cards, zone)

    def step(self, action: Action | None = None) -> None:
        """Play an action of the reader, or wait for the next one played elsewhere.

        Raises:
            MovedElsewhereError: more than one move was made, or something else happened.
            Refused: the action cannot be played.
        """
        moves = len(self.history)
        if action is None:
            self._match.wait_for_news()
        else:
            self._match.play(action.id)
        if self is not self._match.table or len(self.history) != moves + 1:
            raise MovedElsewhereError("the table has moved on since; look again")

    def hint(self, adviser: Any = None) -> str:
        """Ask the service for a hint."""
        return self._match.hint(adviser)


class ClientMatch:
    """A match at the table that a client attends, with the first round dealt.

    Args:
        background: holds the client.
        tell: prints a line while the prompts wait for others.

    Attributes:
        game: that is played.
        shown: the table as the prompts show it.
        tables: the rounds so far.

    Raises:
        SetupError: the game is not known here.
    """

    def __init__(self, background: BackgroundClient, tell: Callable[[str], None]) -> None:
        self._background = background
        self._tell = tell
        self.tables: list[ClientTable] = []
        self.shown, events = background.moment()
        self.game: Game = registered(self.shown.settings.game)
        self._follow(events)
        self._seat_lines = self._seat_news(events)
        self._chat = self.shown.chat
        self._awaited = 0, 0  # round and events at the last wait

    def _follow(self, events: Sequence[Event]) -> None:
        """Add a table for each round dealt, and bring the last one up to date."""
        self._events = events
        for number in range(len(self.tables), self.shown.round):
            self.tables.append(ClientTable(self, number + 1))
        self.tables[-1].follow(events)

    def _catch_up(self) -> None:
        before = self.shown
        self.shown, events = self._background.moment()
        if self.shown.match != before.match or not self.shown.round:
            raise Refused("phase", "another match has begun at this table; look again")
        if self.shown.round != before.round:
            self._seat_lines = []
        self._follow(events)

    # --- what is shown

    @property
    def own_seats(self) -> list[int]:
        """The seats played at these prompts."""
        return [number for number, info in enumerate(self.shown.seats) if info.yours]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(name_of(self.shown, seat) for seat in range(len(self.shown.seats)))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats and their players; those who play elsewhere have a stand-in agent."""
        pairs = zip(self.names, self.shown.seats, strict=True)
        return tuple(Seat(name, None if info.yours else Elsewhere()) for name, info in pairs)

    @property
    def rounds(self) -> int | None:
        """The number of rounds in the match."""
        return self.shown.rounds

    @property
    def options(self) -> dict[str, int]:
        """The options of the game."""
        return self.game.option_values(self.shown.options)

    @property
    def table(self) -> ClientTable:
        """The current round."""
        return self.tables[-1]

    @property
    def totals(self) -> dict[str, int]:
        """The points of each seat over all rounds."""
        return self.points_in(-1)

    def points_in(self, row: int) -> dict[str, int]:
        """The points of each seat in a row of the score sheet."""
        sheet = self.shown.sheet
        cells = [] if sheet is None else sheet.rows[row][1:]
        return {name: int(cell) for name, cell in zip(self.names, cells, strict=True)}

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.shown.phase == "over"

    @property
    def sheet(self) -> Sheet:
        """The score sheet of the match."""
        return _sheet(self.shown.sheet) or Sheet(self.game.title, (), ())

    def reasons(self) -> Sheet | None:
        """The reasons for the last round's points; None if the outcome explains them."""
        return _sheet(self.shown.reasons)

    def frame(self, seat: int) -> p.TableFrame:
        """The latest frame of the table for one of the reader's seats."""
        own = self.shown.own
        if seat in self.own_seats and (own is None or own.seat != seat):
            self._do("look", seat=seat)
            self._background.wait(lambda: self._looks_from(seat))
            self._catch_up()
        return self.shown

    def _looks_from(self, seat: int) -> bool:
        frame = self._background.client.table
        return frame is None or (frame.own is not None and frame.own.seat == seat)

    # --- what is done

    def _do(self, do: str, **fields: Any) -> p.Frame | None:
        return self._background.do(self._background.client.order(do, **fields))

    def order(self, do: str, **fields: Any) -> None:
        """Send an order about seats, names or chat, in the form of the protocol."""
        self._do(do, **fields)

    def play(self, action: int) -> None:
        """Play an action of the table as last shown.

        Raises:
            MovedElsewhereError: the table has moved on.
            Refused: it is not possible.
        """
        try:
            self._do("play", version=self.shown.version, action=action)
        except Refused as refused:
            if self.catch_up():
                raise MovedElsewhereError("the table has moved on since; look again") from refused
            raise
        self._catch_up()

    def take_back(self) -> None:
        """Take back the last move."""
        if len(self.own_seats) > 1:  # the person looking now did not make the move
            self._do("look", seat=None)
        self._do("undo", version=self.shown.version)

    def wait_for_news(self) -> None:
        """Print whose turn it is, and wait until the table changes.

        Raises:
            Refused: the client has left the table.
        """
        client, turn = self._background.client, self.shown.turn
        place = self.shown.round, len(self._events)
        if place != self._awaited and turn is not None and self.shown.seats[turn].kind == "person":
            self._awaited = place
            self._tell(say("{name}'s turn.", name=self.names[turn]))
        self._background.wait(lambda: client.table is not self.shown or bool(client.trouble))
        if client.trouble:
            self._tell(say("{trouble}; trying again", trouble=client.trouble))
        self._catch_up()

    def next_round(self) -> None:
        """Wait for everybody to be ready, printing who is missing, and have the next round dealt.

        Raises:
            Refused: the match cannot go on.
        """
        number, names = len(self.tables), list[str]()
        if self.own_seats and self.shown.phase == "between":
            self._do("ready")
        while len(self.tables) == number and not self.is_over:
            late = [
                info.name or ""
                for info in self.shown.seats
                if info.kind == "person" and not (info.yours or info.ready)
            ]
            if late and late != names and self.shown.phase == "between":
                self._tell(say("Not ready yet: {names}.", names=", ".join(late)))
            names = late
            self.wait_for_news()

    def catch_up(self) -> bool:
        """Show the table as it is now; return whether anybody has moved."""
        if self._background.client.table is self.shown:
            return False
        before = self._place()
        self._catch_up()
        return self._place() != before

    def _place(self) -> tuple[object, ...]:
        history = [event.text for event in self._events]
        return self.shown.round, self.shown.phase, history, self.own_seats

    @contextlib.contextmanager
    def left_alone(self) -> Iterator[None]:
        """Announce what others do or say while a prompt waits.

        Raises:
            MovedElsewhereError: somebody has moved.
        """
        client, moved, notices = self._background.client, self.shown.moved, [say(_NOTICE)]

        def lines() -> list[str]:
            frame = client.table
            chat = [] if frame is None else self._new_chat(frame)
            has_moved = frame is None or frame.moved != moved
            return chat + [notices.pop() for _ in notices[:] if has_moved]

        with self._background.announcing(lines):
            yield
        if self.catch_up():
            raise MovedElsewhereError("the table has moved on since; look again")

    def news(self) -> list[str]:
        """The changes of seats and the chat since the last call."""
        seat_lines, before = self._seat_news(self._events), len(self._seat_lines)
        self._seat_lines = seat_lines
        return [*seat_lines[before:], *self._new_chat(self.shown)]

    def _seat_news(self, events: Sequence[Event]) -> list[str]:
        return [event.text for event in events if event.verb == "seat"]

    def _new_chat(self, frame: p.TableFrame) -> list[str]:
        """The chat of others since the last call."""
        old, self._chat = self._chat, frame.chat
        same = next(n for n in range(len(old), -1, -1) if old[len(old) - n :] == frame.chat[:n])
        own = {info.name for info in frame.seats if info.yours}
        return [
            say("{name} says: ", name=line.who) + line.text
            for line in frame.chat[same:]
            if line.who not in own
        ]

    def check_deal(self, number: int) -> None:
        """Raise DealtError if a finished round was not dealt as promised."""
        client = self._background.client
        receipt = self._background.do(client.receipt(self.shown.match, number))
        client.commitments.check(receipt, self.names)

    def hint(self, adviser: Any = None) -> str:
        """Ask for a hint; the result is empty while the service is busy."""
        fields = {} if adviser is None else {"adviser": str(adviser)}
        try:
            return self._background.do(self._background.client.ask_text("hint", **fields))
        except Refused as refused:
            if refused.code in PASSING:
                return ""
            raise

    def refusal(self, action: int) -> IllegalAction:
        """The service's reason why an action is not open."""
        answer = self._background.do(self._background.client.ask("why", action=action))
        assert isinstance(answer, p.Told), "no other frame is an answer to why"
        return IllegalAction(Phrase(answer.text, rule=answer.rule))


def _sheet(data: SheetData | None) -> Sheet | None:
    """A score sheet in the form that prompts show."""
    if data is None:
        return None
    rows = tuple(tuple(row) for row in data.rows)
    return Sheet(data.title, tuple(data.columns), rows, tuple(data.notes))
