"""A round being played: whose turn it is, which actions are open, what each seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from dealt.core.agent import (
    Action,
    Advisers,
    AnyAgent,
    Deals,
    Explaining,
    MakeAdviser,
    Seat,
    Standing,
    action_id,
    choice_by,
    not_open_error,
    player_at,
)
from dealt.core.arguments import check_names, seat_number, whole_number
from dealt.core.position import position_text
from dealt.core.presentation import Glance, Tricks
from dealt.core.view import REASON, View, board_html
from dealt.core.zones import Event
from dealt.errors import (
    DealtError,
    IllegalAction,
    OwnCodeError,
    ParseError,
    PlayerError,
    SetupError,
)
from dealt.language import Phrase, message, say, spoken
from dealt.own_code import answer_of

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.record import Record

T = TypeVar("T")


class Table:
    """One round of a game, dealt, with named seats.

    People act through `play`; computer players then answer by themselves, so `turn` is always a
    person, or None once the round is over.  A table without people plays to the end with `run`.

    Args:
        game: the game being played.
        seats: the players, in order.
        state: a dealt state of the game.
        recorder: returns the record of the match that the round belongs to.
        make_adviser: makes a computer player, to be asked for a hint.
        standing: the match so far; None: the round is played for itself.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        state: Any,
        recorder: Callable[[], Record] | None = None,
        make_adviser: MakeAdviser | None = None,
        standing: Standing | None = None,
    ) -> None:
        self.game = game
        self.standing = standing
        self.seats = tuple(seats)
        self.names = tuple(seat.name for seat in seats)
        self.history: list[tuple[int, Action]] = []
        self._state = state
        self._recorder = recorder
        self._advisers = Advisers(make_adviser)
        self._examined = state  # the following is known of this state
        self._known: dict[Any, Any] = {}  # ids of the open actions, views by seat and language
        self._tricks = Tricks()

    def __copy__(self) -> Table:
        """An independent table, of an independent match if it has one."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy takes over; it works out again what follows from the state."""
        return {**vars(self), "_examined": None, "_known": {}}

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.game.rules.is_over(self._state)

    @property
    def seat_in_turn(self) -> int:
        """The number of the seat to move."""
        return int(self._state.turn)

    @property
    def turn(self) -> str | None:
        """The name of the seat to move, None once the round is over."""
        return None if self.is_over else self.names[self.seat_in_turn]

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the seat to move may do; empty once the round is over."""
        numbers = self._open()
        if not numbers:
            return ()
        action, view = self.game.words.action, self.view(self.seat_in_turn)
        return tuple([action(view, number) for number in numbers])

    @property
    def scores(self) -> dict[str, int]:
        """Points of each seat as the cards lie now, by name; final once the round is over."""
        points = [0] * len(self.seats)
        self.game.rules.score(self._state, points)
        return dict(zip(self.names, points, strict=True))

    @property
    def outcome(self) -> str:
        """How the round ended, in one line; empty while it goes on."""
        return self.game.words.outcome_text(self._state, self.names) if self.is_over else ""

    @property
    def record(self) -> Record:
        """What is needed to replay the match up to here, see `dealt.core.record`."""
        if self._recorder is None:
            raise SetupError("a table without a match has no record")
        return self._recorder()

    def rename(self, names: Sequence[str]) -> None:
        """Give all seats new names, in order.

        Raises:
            SetupError: not as many as there are seats, or one cannot be shown.
        """
        check_names(names, len(self.seats))
        pairs = zip(self.seats, names, strict=True)
        self.seats = tuple(replace(seat, name=name) for seat, name in pairs)
        self.names = tuple(names)
        self._known.clear()

    def log(self, name: str | int) -> list[str]:
        """What has been done so far, one sentence each, as a seat has heard of it."""
        seat = self.seat(name)
        return [self.event(number, seat).text for number in range(len(self.history))]

    def event(self, number: int, seat: int | None, name: str | None = None) -> Event:
        """One action, as a seat or (None) a spectator has heard of it.

        Args:
            number: its index in `history`; -1 is the latest.
            seat: the seat that hears of it.
            name: what to call the player who acted, if not by the name of the seat.

        Raises:
            SetupError: there is no such action, or no such seat.
        """
        actor, action = self._played(number)
        own = seat is not None and actor == self.seat(seat)
        text = self.game.wording.event_text(name or self.names[actor], action, own=own)
        is_known = own or self._is_public(action)
        return Event(
            seat=actor,
            text=text,
            verb=action.verb,
            cards=(action.cards or action.shows) if is_known else (),
            source=action.source,
            target=action.targets[0] if action.targets else None,
            form=say(action.form) if is_known and action.form else "",
        )

    def is_public(self, number: int) -> bool:
        """Whether everybody saw an action exactly as it was; arguments and errors as `event`."""
        return self._is_public(self._played(number)[1])

    def _played(self, number: int) -> tuple[int, Action]:
        """An action of the round, by its index, and its seat."""
        n = len(self.history)
        if not n:
            raise SetupError("nobody has moved in this round")
        return self.history[whole_number(message("action"), number, -n, n - 1)]

    def _is_public(self, action: Action) -> bool:
        """Whether everybody hears of an action as it is."""
        return self.game.wording.public_text(action.id) == action.text

    def view(self, name: str | int) -> View:
        """What a seat may know; a trick has all plays since the lead; `str` is for people.

        Args:
            name: name or number of the seat.

        Raises:
            SetupError: there is no such seat.
        """
        seat = self.seat(name)
        view = self._plain_view(seat)
        key = "whole", seat, spoken()
        if key not in self._known:
            self._known[key] = self._tricks.complete(view, self.history, self._is_public)
        return cast("View", self._known[key])

    def _plain_view(self, seat: int) -> View:
        """The view of a seat as the game makes it."""
        self._forget_another()
        key = "plain", seat, spoken()
        if key not in self._known:
            self._known[key] = self.game.words.view(self._state, seat, self.names)
        return cast("View", self._known[key])

    def fields(self) -> dict[str, Any]:
        """The whole state, field by field, hidden cards included: for all-seeing readers."""
        return dict(self._state.fields())

    def seat(self, name: str | int) -> int:
        """The number of a seat, given its name or its number."""
        return seat_number(self.names, name)

    def read(self, move: str | int | Action) -> Action:
        """The open action that the seat to move means.

        Args:
            move: words, an id, or one of `actions`.

        Raises:
            ParseError: it cannot be read.
            IllegalAction: it can be read, but is not open now; the text says why.
        """
        number = self._number_of(move)
        if isinstance(move, Action) and move.verb:
            return move  # one of `actions`
        glance = Glance(self.seat_in_turn, self.names, self._plain_view)
        return self.game.words.action(cast("View", glance), number)

    def _number_of(self, move: object) -> int:
        """The id of the open action that the seat to move means by a text, an id or an action."""
        if isinstance(move, str):
            move = self.game.words.parse_action(move)
        number = action_id(move, self.game.sizes.actions)
        action = {"action": partial(self.game.wording.verb_phrase, number)}
        if self.is_over:
            raise IllegalAction(Phrase("cannot {action}: the round is over", action, "round_over"))
        if number not in self._open():
            name, view = self.names[self.seat_in_turn], self.view(self.seat_in_turn)
            reason = self.game.words.refusal(view, number)
            raise IllegalAction("{name} cannot {action}: {why}", name=name, why=reason, **action)
        return number

    def why(self, cards: Sequence[str], zone: str | None) -> str:
        """Why the seat to move may not do what it means by choosing cards and a zone.

        Args:
            cards: faces of its own hand.
            zone: where they should go, or the zone chosen without cards; None: none yet.

        Returns:
            One line; empty if the action is allowed.

        Raises:
            ParseError: the choice has no meaning.
        """
        try:
            self.read(self.find_action(cards, zone))
        except IllegalAction as refused:
            return str(refused)
        return ""

    def find_action(self, cards: Sequence[str], zone: str | None) -> int:
        """The action, open or not, that the seat to move means by cards and a zone."""
        return self.game.wording.find_action(self.view(self.seat_in_turn), cards, zone)

    def play(self, move: str | int | Action) -> Action:
        """Play for the seat to move; then computer players play until it is a person's turn.

        Args:
            move: words such as `run 3S 4S 5S`, an id, or one of `actions`.

        Returns:
            The action that was understood.

        Raises:
            ParseError, IllegalAction: see `read`; nothing has changed then.
        """
        action = self.step(self.read(move))
        self.run()
        return action

    def step(self, action: Action | None = None) -> Action:
        """Play exactly one action for the seat to move.

        Args:
            action: one of `actions`; by default the computer player of the seat chooses.

        Raises:
            IllegalAction: the action is not open, or the round is over.
            PlayerError: the computer player chooses an action that is not open.
            SetupError: the seat belongs to a person and no action is given.
        """
        if action is None:
            seat = self.seats[self.seat_in_turn]
            if seat.agent is None:
                raise SetupError("{name} is not a computer player; choose a move", name=seat.name)
            action = self.choice_of(seat.agent)
        else:
            action = self.read(action)
        self.repeat(action)
        return action

    def repeat(self, action: Action) -> None:
        """Play an action known to be open, for example from this round's history; not checked."""
        actor = self.seat_in_turn
        if self._tricks.are_played:
            self._tricks.note(self._plain_view(actor).open, len(self.history))
        self.game.rules.apply(self._state, action.id)
        self.history.append((actor, action))
        self._known.clear()

    def _forget_another(self) -> None:
        """Forget what follows from the state, if another one has taken its place."""
        if self._examined is not self._state:
            self._examined = self._state
            self._known.clear()

    @property
    def position(self) -> str:
        """The position in one line, hidden cards included; `dealt.position` sets it up again."""
        return position_text(self.game, self._state)

    def twin(self) -> Table:
        """An independent table at the same position, with the same history."""
        twin = self._with(self.seats, self._state.copy())
        twin.history, twin._tricks = [*self.history], deepcopy(self._tricks)
        return twin

    def go_back(self, state: Any) -> None:
        """Undo the last action: the state is the one before it."""
        self._state = state
        self.history.pop()
        self._tricks.go_back(len(self.history))
        self._known.clear()

    def places(self, *, hidden_from: str | int | None = None) -> dict[str, str]:
        """Every place with its cards, or those a seat does not know: for all-seeing readers."""
        words, s = self.game.words, self._state
        places, pack = words.cards_in_play(s), self.game.deck_for(s.seats, self.game.options_of(s))
        which = places if hidden_from is None else words.hidden_places(s, self.seat(hidden_from))
        return {place: pack.text(places[place]) for place in which}

    def hint(self, adviser: Any = None) -> str:
        """What the seat to move should know about its choice, in one line.

        Args:
            adviser: a computer player, its name, or what else `dealt.match` takes as one, to be
                asked what it would do and why; by default the game gives what
                it can: odds, moves left, cards wanted.

        Returns:
            The line; empty if there is nothing to say, or the round is over.

        Raises:
            SetupError: there is no such computer player.
        """
        if self.is_over:
            return ""
        if adviser is None:
            return self.game.wording.hint(self.view(self.seat_in_turn))
        agent = self._advisers.of(adviser)
        action = self.choice_of(agent)
        reason = self._answer_of(agent, lambda: agent.why if isinstance(agent, Explaining) else "")
        purpose = self.game.wording.purpose(action.id)
        if action.text[:1].islower():
            sentence = say("{name} would {action}", name=say(agent.name), action=purpose)
        else:  # named by its cards alone
            sentence = say("{name} would play {cards}", name=say(agent.name), cards=purpose)
        return f"{sentence}{REASON}{reason}" if reason else sentence

    def choice_of(self, adviser: Any) -> Action:
        """What a computer player would do: one of `actions`.

        Args:
            adviser: see `hint`.

        Raises:
            PlayerError: it fails, or chooses something else.
            SetupError: there is no computer player of that name.
            IllegalAction: the round is over.
        """
        seat = self.seat_in_turn
        own = self.seats[seat].agent
        agent = self._advisers.of(adviser) if own is None or adviser is not own else own
        view, actions = self.view(seat), self.actions
        if not actions:
            raise IllegalAction("no computer player has a choice now: the round is over")
        deals = partial(self.deals, seat)
        chosen = self._answer_of(agent, lambda: choice_by(agent, view, actions, deals))
        try:
            return actions[self._open().index(self._number_of(chosen))]
        except (ParseError, IllegalAction) as error:
            raise self.misplay(self._called(agent), error) from None

    def _answer_of(self, agent: AnyAgent, question: Callable[[], T]) -> T:
        """What a computer player answers, which may be anybody's own code.

        Raises:
            PlayerError: it fails.
        """
        try:
            return answer_of(question)
        except PlayerError as error:
            raise self.misplay(self._called(agent), error) from None
        except OwnCodeError as error:
            who = player_at(self._called(agent), self.seat_in_turn, self._place())
            raise PlayerError("{who} failed: {wrong}", who=who, wrong=error) from error.__cause__

    def _called(self, agent: AnyAgent) -> str:
        """What errors call a computer player: as its seat is, with its own name."""
        seat = self.seats[self.seat_in_turn]
        player = seat.name if agent is seat.agent else agent.name
        return player if agent.name in player else f"{player}, {agent.name}"

    def misplay(
        self, player: str, wrong: DealtError, place: tuple[int, int] | None = None
    ) -> PlayerError:
        """The error of a computer player that chose an action that is not open.

        Args:
            player: its name.
            wrong: what is wrong with its choice.
            place: number of the round, from 1, and the seed of the match; by default those of the
                record, if the table has one.
        """
        number = wrong.facts.get("action")
        if isinstance(wrong, PlayerError) and isinstance(number, int):
            try:
                self._number_of(number)
            except (ParseError, IllegalAction) as error:  # which has words for the action
                wrong = error
        who = player_at(player, self.seat_in_turn, self._place() if place is None else place)
        texts = [self.game.words.action_text(number) for number in self._open()]
        return not_open_error(who, wrong, texts)

    def _place(self) -> tuple[int, int | None] | None:
        """The number of the round, from 1, and the seed of the match, if there is a match."""
        record = None if self._recorder is None else self._recorder()
        return None if record is None else (len(record.played), record.seed)

    def deals(self, name: str | int) -> Deals:
        """Deals that are possible given what a seat knows: what a search may look at.

        Args:
            name: name or number of the seat.

        Raises:
            SetupError: there is no such seat.
        """
        seat, history = self.seat(name), tuple(self.history)
        seat_people = partial(self._with, [*map(Seat, self.names)])
        return Deals(self.game, self._state, seat, history, seat_people, self.standing)

    def _with(self, seats: Sequence[Seat], state: Any) -> Table:
        """Another table of the same match, with the same advice but without the record."""
        return Table(self.game, seats, state, None, self._advisers.make, self.standing)

    def run(self) -> Table:
        """Let computer players play until it is a person's turn or the round is over."""
        while not self.is_over and self.seats[self.seat_in_turn].agent is not None:
            self.step()
        return self

    def reader(self) -> int:
        """The seat for whom the table is printed: the person to move, else the first person."""
        people = [i for i, seat in enumerate(self.seats) if seat.agent is None]
        is_turn = not people or not self.is_over and self.seat_in_turn in people
        return self.seat_in_turn if is_turn else people[0]

    def _open(self) -> list[int]:
        self._forget_another()
        if "open" not in self._known:
            ids = [0] * self.game.sizes.actions
            self._known["open"] = ids[: self.game.rules.legal(self._state, ids)]
        return cast("list[int]", self._known["open"])

    def __str__(self) -> str:
        return str(self.view(self.reader()))

    def _repr_html_(self) -> str:
        """For notebooks: as the reader sees it."""
        view = self.view(self.reader())
        return board_html(view.open, view.own, self.game.deck)

    def __repr__(self) -> str:
        return f"<{self.game.title}, {', '.join(self.names)}; turn: {self.turn or 'round over'}>"
