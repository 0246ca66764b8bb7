"""A match at a table of a service, as its client sees it, for any prompts."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from dealt import agents
from dealt.clients.line.background import BackgroundClient, Moment, MovedElsewhereError
from dealt.clients.line.shown_match import ShownMatch
from dealt.clients.seat_choices import late_names
from dealt.core.agent import Action, Seat
from dealt.core.match import Match
from dealt.core.record import Record
from dealt.core.table import Table
from dealt.core.view import View
from dealt.core.zones import Event, Own
from dealt.errors import IllegalAction
from dealt.language import ENGLISH, Phrase, message, say, speaking
from dealt.service.table import protocol as p
from dealt.service.table.refusals import Refused

PASSING = ("stale", "rate", "busy")  # refusals of an unrequested hint
NO_MOVES = ("seat", "undo")  # verbs of lines about the table
_MOVED = message("the table has moved on since; look again")
_NOTICE = message("Somebody has moved in another window; press Enter to see it.")


class ClientTable:
    """One round, with the interface of `dealt.core.table.Table`; it waits for others' moves.

    Args:
        match: that it belongs to.
        number: of the round, from 1.

    Attributes:
        history: seats and their actions, as far as everybody may know them.
    """

    def __init__(self, match: ClientMatch, number: int) -> None:
        self.game = match.game
        self._match = match
        self._number = number
        self._events: list[Event] = []
        self.history: list[tuple[int, Action]] = []

    def follow(self, events: Sequence[Event], first: int) -> None:
        """Take over the events of the round from a number on."""
        self._events[first:] = events
        self.history[first:] = [
            (event.seat, Action(-1, event.text, event.verb, event.cards, form=event.form))
            for event in events
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
        own = self._match.frame(self.seat_in_turn).own
        return tuple(
            Action(**{**structs.asdict(each), "text": self.game.words.action_text(each.id)})
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

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return self._match.names

    def log(self, name: int) -> list[str]:
        """The actions so far, as far as the reader may know them."""
        return self._match.log(self._number)

    def event(self, number: int, seat: int | None) -> Event:
        """An action by its number, as far as everybody may know it."""
        return self._events[number]

    def seat(self, name: str | int) -> int:
        """The number of a seat, given its name or its number."""
        return name if isinstance(name, int) else self.names.index(name)

    def view(self, name: int) -> View:
        """A seat's view; only the public part of a seat that does not look now."""
        own = self._match.frame(name).own
        zones = own.zones if own is not None and own.seat == name else ()
        return View(name, self.names, (), self._match.board(self._number), Own(name, zones))

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
            raise MovedElsewhereError(_MOVED)

    def hint(self, adviser: Any = None) -> str:
        """Ask the service for a hint; there is none after the round."""
        return "" if self.is_over else self._match.hint(adviser)


class ClientMatch(ShownMatch):
    """A match at the table that a client attends, with the first round dealt.

    Args:
        background: holds the client.
        tell: prints a line while the prompts wait for others.
        moment: what to show first; None: the table as it is now.

    Attributes:
        is_own: whether the table is one of this account.
        is_attended: whether anything has been entered at these prompts.
        tables: the rounds so far.

    Raises:
        SetupError: the game is not known here.
    """

    def __init__(
        self,
        background: BackgroundClient,
        tell: Callable[[str], None],
        moment: Moment | None = None,
    ) -> None:
        frame, events = background.moment() if moment is None else moment
        super().__init__(frame)
        self._background = background
        self._tell = tell
        self.is_own = background.client.wire.is_own
        self.tables: list[ClientTable] = []
        self._seat_news: list[str] = []
        self._follow(events, 0)
        self._seat_lines = self._seat_news
        self._chat = self.shown.chat
        self.is_attended = False
        self._awaited = 0, 0  # round and events at the last wait

    def _follow(self, events: Sequence[Event], first: int) -> None:
        """Add a table for each round dealt, and bring the last one up to date.

        Args:
            events: of the round.
            first: the number of the first one.
        """
        for number in range(len(self.tables), self.shown.round):
            self.tables.append(ClientTable(self, number + 1))
        events = [structs.replace(each, text=self.called(each.text)) for each in events]
        if not first:
            self._seat_news = [event.text for event in events if event.verb == "seat"]
        moves = [event for event in events if event.verb not in NO_MOVES]
        knows_moves = self.is_own or bool(self.shown.moves)  # older servers do not
        self.table.follow(moves[: self.shown.moves - first] if knows_moves else moves, first)
        if self.table.is_over:
            self.keep_board()

    def _first_new(self, frame: p.TableFrame) -> int:
        """The number of the first event of a frame that is not known here."""
        before, history = self.shown, self.table.history
        is_next = _news_in(frame)[:2] == _news_in(before)[:2] and frame.moves == len(history) + 1
        return len(history) if is_next and self.is_own else 0

    def _show(self, moment: Moment, first: int = 0) -> None:
        """Show the table as it was at a moment; the first events may be known."""
        before = self.shown
        self.shown, events = moment
        if self.shown.match != before.match or not self.shown.round:
            raise Refused("phase", "another match has begun at this table; look again")
        if self.shown.round != before.round:
            self._seat_lines = []
        self._follow(events, first)

    def _advance(self) -> None:
        """Show the table after its next change that matters."""
        before = _news_in(self.shown)
        while _news_in(self.shown) == before:
            moment = self._background.next_moment(self._first_new)
            self._show(moment, self._first_new(moment[0]))

    # --- what is shown

    @property
    def table(self) -> ClientTable:
        """The current round."""
        return self.tables[-1]

    @property
    def record(self) -> Record:
        """The record of the match.

        Raises:
            Refused: it is not over, and its decks are secret.
        """
        answer = self._do("record")
        assert isinstance(answer, p.RecordFrame), "no other frame is an answer to record"
        with speaking(ENGLISH):  # the names of levels
            return replace(Record.from_json(json.dumps(answer.record)), seats=self.names)

    def log(self, number: int) -> list[str]:
        """The actions of a round, from 1, as far as the reader may know them."""
        answer = self._do("log", round=number)
        assert isinstance(answer, p.LogFrame), "no other frame is an answer to log"
        return [self.called(e.text) for e in answer.lines if e.verb not in NO_MOVES]

    def frame(self, seat: int) -> p.TableFrame:
        """The table; to move, the reader looks from the seat.

        Raises:
            MovedElsewhereError: somebody has moved meanwhile.
        """
        own = self.shown.own
        is_to_move = seat == self.shown.turn and seat in self.own_seats
        if is_to_move and (own is None or own.seat != seat):
            self._do("look", seat=seat)
            self._background.wait(lambda: self._looks_from(seat))
            if self.catch_up():
                raise MovedElsewhereError(_MOVED)
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
                raise MovedElsewhereError(_MOVED) from refused
            raise
        self._advance()

    def take_back(self) -> None:
        """Take back the last move."""
        if len(self.own_seats) > 1:  # the person looking now did not make the move
            self._do("look", seat=None)
        fields = self._background.client.undo_fields()
        self._do("undo", version=self.shown.version, **fields)

    def wait_for_news(self) -> None:
        """Print whose turn it is, and wait until the table changes.

        Raises:
            Refused: the client has left the table.
        """
        client, turn = self._background.client, self.shown.turn
        place = self.shown.round, len(self.table.history)
        if place != self._awaited and turn is not None and self.shown.seats[turn].kind == "person":
            self._awaited = place
            self._tell(say("{name}'s turn.", name=self.names[turn]))
        if not self._background.has_news():
            self._background.wait(self._background.has_news)
        if client.trouble:
            self._tell(say("{trouble}; trying again", trouble=client.trouble))
        self._advance()

    def next_round(self) -> None:
        """Wait for everybody to be ready, printing who is missing, and have the next round dealt.

        Raises:
            Refused: the match cannot go on.
        """
        number, names = len(self.tables), list[str]()
        if self.own_seats and self.shown.phase == "between":
            try:
                self._do("ready")
            except Refused:  # another window has had it dealt
                if not self.catch_up():
                    raise
        while len(self.tables) == number and not self.is_over:
            late = late_names(self.shown, others=True)
            if late and late != names and self.shown.phase == "between":
                self._tell(say("Not ready yet: {names}.", names=", ".join(late)))
            names = late
            self.wait_for_news()

    def catch_up(self) -> bool:
        """Show the table as it is now; return whether anybody has moved."""
        if self._background.client.table is self.shown:
            return False
        before = self._place()
        self._show(self._background.moment())
        return self._place() != before

    def _place(self) -> tuple[object, ...]:
        history = [(seat, action.text) for seat, action in self.table.history]
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
        self.is_attended = True
        if self.catch_up():
            raise MovedElsewhereError(_MOVED)

    def news(self) -> list[str]:
        """The changes of seats and the chat since the last call."""
        before, self._seat_lines = len(self._seat_lines), self._seat_news
        return [*self._seat_news[before:], *self._new_chat(self.shown)]

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
        self._background.do(self._background.client.check_deal(number, self.names))

    def hint(self, adviser: Any = None) -> str:
        """Ask for a hint; the result is empty while another server is busy."""
        if self.is_own and adviser is not None and agents.is_address(adviser):
            adviser = agents.offer(self.game, adviser)
        fields = {} if adviser is None else {"adviser": str(adviser)}
        try:
            return self._background.do(self._background.client.ask_text("hint", **fields))
        except Refused as refused:
            if refused.code in PASSING and not self.is_own:
                return ""
            raise

    def refusal(self, action: int) -> IllegalAction:
        """The service's reason why an action is not open."""
        answer = self._background.do(self._background.client.ask("why", action=action))
        assert isinstance(answer, p.Told), "no other frame is an answer to why"
        return IllegalAction(Phrase(answer.text, rule=answer.rule))


def _news_in(frame: p.TableFrame) -> tuple[Any, ...]:
    """What in a frame is news for its reader."""
    seats = [(info.name, info.kind, info.yours, info.ready) for info in frame.seats]
    return (frame.match, frame.round), seats, frame.phase, frame.moved, frame.chat, frame.requests


AnyTable = Table | ClientTable
AnyMatch = Match | ClientMatch


@contextlib.contextmanager
def left_alone(match: AnyMatch | None) -> Iterator[None]:
    """Leave the match to others while a prompt waits.

    Raises:
        MovedElsewhereError: somebody has moved.
    """
    with match.left_alone() if isinstance(match, ClientMatch) else contextlib.nullcontext():
        yield
