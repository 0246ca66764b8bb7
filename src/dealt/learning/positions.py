"""Immutable positions of a round, for search; chance deals each card when a seat first gets it.

A step leads to another position, which knows where it came from.  A pickled position is the list
of its steps.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, Self

from dealt import agents
from dealt.core.agent import Action, Seat
from dealt.core.chance import (
    HIDDEN,
    CardNeeded,
    Words,
    below,
    face_down,
    new_rng,
    shuffle,
    start,
    turn_up,
)
from dealt.core.record import Record, RoundRecord
from dealt.core.table import Table
from dealt.errors import IllegalAction, ParseError, SetupError
from dealt.learning.setups import SetUp, known_set_up

Step = int | tuple[int, int]

NOTHING = -1
LONG = 4_000  # letters of a seat's history; longer ones are not cached at each position


class Position:
    """A round from before its first card to its end.

    Attributes:
        setup: the game, the seats and the options.
        dealt: the cards dealt so far, by their places in the deck, in the order in which they came.
        due: the place that chance deals next; None at a seat's turn, or at the end.
        before: the position before the last step; None at the beginning.
        step: the outcome or action that led here, or the seat and the key of a redeal.
        is_over: whether the round has ended.
    """

    __slots__ = (
        "_actor", "_chances", "_open", "_past", "_pending", "_possible", "_s", "_seen", "_text",
        "before", "dealt", "due", "is_over", "setup", "step",
    )  # fmt: skip

    due: int | None
    is_over: bool

    def __init__(self, setup: SetUp, before: Position | None = None, step: Step = NOTHING) -> None:
        self.setup, self.before, self.step = setup, before, step
        self.dealt: dict[int, int] = {} if before is None else before.dealt
        self._actor: int | None = None  # the seat whose action the step was
        self._text: str | None = None  # of an action of an imagined position
        # caches: observations and histories by seat, the chances and their outcomes
        self._seen: dict[int, list[int]] = {}
        self._past: dict[int, tuple[str, bytes]] = {}
        self._chances: list[tuple[int, float]] | None = None
        self._possible: set[int] | None = None
        self._open: list[int] = []
        if before is not None:
            return
        if not setup.text:
            self._go_on(setup.blank, NOTHING)
        elif setup.deals == 1:
            self._begin(0)
        else:
            self._pending, self._s, self.is_over, self.due = NOTHING, setup.blank, False, 0

    def _begin(self, world: int) -> None:
        """Begin in one of the worlds of a position, in which no card lies face down."""
        self.dealt = dict(enumerate(self.setup.pack.cards()))
        self._pending, self._s = NOTHING, self.setup.world(world)
        self.is_over, self.due = False, None
        self._look(self._s)

    @classmethod
    def imagined(
        cls,
        setup: SetUp,
        s: Any,
        seat: int,
        heard: Sequence[tuple[int, int, str]],
        observations: Sequence[Sequence[int]],
    ) -> Position:
        """A position that a seat cannot tell from its own; it cannot be pickled.

        Args:
            setup: the game with its seats and options.
            s: a plain state of a possible deal.
            seat: the seat.
            heard: for each action so far its actor, its id, or -1 if the seat did not see it, and
                its public text for the seat.
            observations: of the seat at each of its turns so far.
        """
        position = Position(setup)
        for actor, action, text in heard:
            position = cls(setup, position, action)
            position._actor, position._text = actor, text
        position = cls(setup, position)
        position.dealt = dict(enumerate(setup.pack.cards()))
        position._s, position._pending = s, NOTHING
        position.is_over, position.due = False, None
        position._look(s)
        memory = b""
        for observation in observations:
            memory = remembered(memory, observation)
        lines = [f"\n{setup.names[actor]}: {text}" for actor, _, text in heard]
        position._past[seat] = "".join(lines), memory
        return position

    def table(self) -> Table:
        """The round as a table, for computer players to look at only.

        Raises:
            SetupError: cards are still being dealt.
        """
        if self.due is not None:
            raise SetupError("the cards are still being dealt; nobody has a turn")
        seats = [Seat(name) for name in self.setup.names]
        adviser = partial(agents.adviser, self.setup.game, seed=0)
        table = Table(self.setup.game, seats, self._face_up().copy(), make_adviser=adviser)
        action_text = self.setup.game.words.action_text
        for position in self._way():
            number, actor = position.step, position._actor
            if actor is not None and isinstance(number, int):
                text = action_text(number) if position._text is None else position._text
                table.history.append((actor, Action(number, text)))
        return table

    def after(self, step: int) -> Position:
        """The position after an outcome of chance, or an action of the seat to move.

        Raises:
            IllegalAction: it is not possible, or not open.
        """
        if self.due is not None:
            return self._after_chance(step)
        if step not in self._open:
            raise IllegalAction(f"action {step} is not open to seat {self.turn}")
        child = Position(self.setup, self, step)
        child._actor = self.turn
        child._go_on(self._s, step)
        return child

    def _after_chance(self, outcome: int) -> Position:
        """The position after an outcome of chance."""
        if self._possible is None:
            self._possible = {possible for possible, _ in self.chances()}
        if outcome not in self._possible:
            gone = self.setup.pack.text(self.dealt.values()) or "nothing"
            raise IllegalAction(f"outcome {outcome} is not possible now; dealt so far: {gone}")
        if self.setup.text:
            child = Position(self.setup, self, outcome)
            child._begin(outcome)
            return child
        dealing, place = self.setup.dealing, self.due
        assert place is not None
        cards = {place + n: card for n, card in enumerate(dealing.cards(outcome))}
        child = Position(self.setup, self, outcome)
        child.dealt = self.dealt | cards
        s = self._s
        if self._pending != NOTHING:
            s = s.copy()
            if not turn_up(s, cards):  # the rules have moved other cards there: replay
                s = child._replayed()
        child._go_on(s, self._pending)
        return child

    def _replayed(self) -> Any:
        """The state before the last action, dealt and played from the beginning."""
        s = self.setup.blank.copy()
        self.setup.game.rules.deal(s, self.setup.dealing.deck(self.dealt))
        for action in self.actions[:-1]:
            self.setup.game.rules.apply(s, action)
        return s

    def _go_on(self, s: Any, pending: int) -> None:
        """Play an action, or deal, until a face-down card is needed.

        Args:
            s: the state before, which is not changed.
            pending: the action; NOTHING: the deal.
        """
        setup = self.setup
        self._pending, self._s, self.is_over = pending, s, False
        self.due = setup.dealing.due(self.dealt, () if pending == NOTHING else (pending,))
        if self.due is not None:
            return
        after = s.copy()
        try:
            if pending == NOTHING:
                setup.game.rules.deal(after, setup.dealing.deck(self.dealt))
            else:
                setup.game.rules.apply(after, pending)
            self._look(after)
        except CardNeeded as needed:
            self.due = needed.place
        else:
            self._s, self._pending = after, NOTHING

    def _look(self, s: Any) -> None:
        """List the open actions and take every seat's observation.

        Raises:
            CardNeeded: the rules read a face-down card.
        """
        setup = self.setup
        rules, sizes = setup.game.rules, setup.game.sizes
        if rules.is_over(s):
            rules.score(s, [0] * setup.seats)
            self.is_over = True
            return
        out = [0] * sizes.actions
        self._open = out[: rules.legal(s, out)]
        if len(self.dealt) < setup.size:
            for seat in range(setup.seats):
                self._seen[seat] = numbers = [0] * sizes.observation
                rules.observe(s, seat, numbers)

    def redealt(self, seat: int, key: int) -> Position:
        """The position with everything that a seat cannot know dealt again.

        The others' memories are empty there, since nobody knows what they would have seen.

        Args:
            seat: the seat.
            key: determines the deal.

        Raises:
            SetupError: nothing has been dealt yet.
        """
        if self._s is self.setup.blank:
            raise SetupError("no seat has seen a card yet; there is nothing to redeal")
        child = Position(self.setup, self, (seat, key))
        s, rng = self._s.copy(), new_rng()
        start(rng, key, seat, HIDDEN)
        hidden = {place: (holder, at) for holder, at, place in face_down(s)}
        cards = self._some_left(rng)
        turn_up(s, {place: cards.pop() for place in hidden})
        values = Counter(self.dealt.values()) + Counter(h[at] for h, at in hidden.values())
        self.setup.game.rules.redeal(s, seat, rng)
        values -= Counter(holder[at] for holder, at in hidden.values())
        child.dealt = dict(zip(self.dealt, values.elements(), strict=True))
        for place, (holder, at) in hidden.items():
            holder[at] = self.setup.dealing.face_down(place)
        child._s, child._pending, child._open = s, self._pending, self._open
        child.due, child.is_over = self.due, self.is_over
        return child

    def _some_left(self, rng: Words) -> list[int]:
        """Cards for all places that lie face down, in random order."""
        setup, n = self.setup, self.setup.size - len(self.dealt)
        if setup.game.replaces(setup.options):
            return [below(rng, len(setup.pack.faces)) for _ in range(n)]
        counts = enumerate(setup.dealing.left(self.dealt))
        cards = [card for card, count in counts for _ in range(count)]
        shuffle(rng, cards, n)
        return cards

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # nothing changes it

    def __reduce__(self) -> tuple[Any, ...]:
        setup = self.setup
        game = setup.game.name, setup.game.version, setup.seats, setup.options
        return rebuilt, (*game, setup.text, setup.deals, self.steps)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps from the beginning."""
        return tuple(position.step for position in self._way())

    @property
    def actions(self) -> list[int]:
        """All actions from the beginning."""
        return [
            position.step
            for position in self._way()
            if position._actor is not None and isinstance(position.step, int)
        ]

    def _way(self) -> list[Position]:
        """The positions from after the first step to this one."""
        way: list[Position] = []
        position = self
        while position.before is not None:
            way.append(position)
            position = position.before
        return way[::-1]

    @property
    def record(self) -> Record:
        """The round as a record; cards not dealt yet follow in ascending order.

        Raises:
            SetupError: the round did not begin with a deal.
        """
        setup = self.setup
        if setup.text:
            raise SetupError("a round that begins with a position has no record")
        text = setup.game.words.action_text
        return Record(
            game=setup.game.name,
            version=setup.game.version,
            options=setup.options,
            seats=setup.names,
            seed=None,
            rounds=1,
            played=(
                RoundRecord(
                    deck=setup.pack.text(setup.dealing.whole(self.dealt)),
                    actions=tuple(text(action) for action in self.actions),
                    scores=tuple(self._points()) if self.is_over else None,
                ),
            ),
        )

    @property
    def turn(self) -> int:
        """The seat to move."""
        turn: int = self._s.turn
        return turn

    def open_actions(self) -> list[int]:
        """The ids of the open actions, ascending; none once the round is over."""
        return self._open

    def chances(self) -> list[tuple[int, float]]:
        """Each outcome of the next deal, with its probability."""
        if self._chances is None:
            setup = self.setup
            worlds = [(number, 1 / setup.deals) for number in range(setup.deals)]
            self._chances = worlds if setup.text else setup.dealing.chances(self.dealt)
        return self._chances

    def rewards(self) -> list[int]:
        """The points of each seat, negated if the fewest win; 0 before the end."""
        points = self._points() if self.is_over else [0] * self.setup.seats
        return [self.setup.game.worth(x) for x in points]

    def _points(self) -> list[int]:
        points = [0] * self.setup.seats
        self.setup.game.rules.score(self._s, points)
        return points

    def observation(self, seat: int) -> list[int]:
        """The observation of a seat; 0 while the deck is being dealt."""
        if seat not in self._seen:
            self._seen[seat] = numbers = [0] * self.setup.game.sizes.observation
            if self._s is not self.setup.blank:
                self.setup.game.rules.observe(self._face_up(), seat, numbers)
        return self._seen[seat]

    def _face_up(self) -> Any:
        """The state with all cards face up, for rules that show a seat its part of it."""
        if len(self.dealt) == self.setup.size:
            return self._s
        s = self._s.copy()
        turn_up(s, dict(enumerate(self.setup.dealing.whole(self.dealt))))
        return s

    def view_text(self, seat: int) -> str:
        """The view of a seat, for people and as numbers."""
        if self._s is self.setup.blank:
            return f"seen by seat {seat}: cards are dealt"
        view = self.setup.game.words.view(self._face_up(), seat, self.setup.names)
        return f"seen by seat {seat}\n{view}\n{self.observation(seat)}"

    def information(self, seat: int) -> str:
        """A seat's information state: all it heard, in order, and its observations.

        Earlier observations, at its turns, are condensed into a hash.
        """
        heard, memory = self._memory_of(seat)
        return f"known to seat {seat}{heard}\n{memory.hex()} {self.observation(seat)}"

    def _memory_of(self, seat: int) -> tuple[str, bytes]:
        """A seat's history so far, and the hash of its observations at its turns."""
        position, way = self, []
        while position.before is not None and seat not in position._past:
            way.append(position)
            position = position.before
        heard, memory = position._past.get(seat, ("", b""))
        for position in reversed(way):
            actor, step = position._actor, position.step
            if actor is not None and isinstance(step, int) and position.before is not None:
                heard += self.setup.lines(actor, step)[actor != seat]
                if actor == seat:
                    memory = remembered(memory, position.before.observation(seat))
            elif isinstance(step, tuple) and step[0] != seat:
                memory = b""
        if len(heard) < LONG:
            self._past[seat] = heard, memory
        return heard, memory

    def __str__(self) -> str:
        setup, game = self.setup, self.setup.game
        cards = setup.pack.text(self.dealt.values())
        if self.due is not None:
            return f"{game.title}, dealing: {cards} {self.actions} {self.due}"
        state = "over" if self.is_over else f"{setup.names[self.turn]} in turn"
        places = game.words.cards_in_play(self._face_up())
        lines = [f"{place}: {setup.pack.text(held)}" for place, held in places.items()]
        return "\n".join([f"{game.title}, {len(self.actions)} actions, {state}", *lines])


def remembered(memory: bytes, observation: Sequence[int]) -> bytes:
    """The hash of a seat's observations, with one more added."""
    return hashlib.blake2b(memory + array("q", observation).tobytes(), digest_size=8).digest()


def rebuilt(
    name: str,
    version: int,
    seats: int,
    options: dict[str, int],
    text: str,
    deals: int,
    steps: Sequence[Step],
) -> Position:
    """The position of a game after some steps.

    Args:
        name: of the game.
        version: of its rules.
        seats: number of seats.
        options: the options by name.
        text: see `SetUp`.
        deals: see `SetUp`.
        steps: see `Position`.

    Raises:
        ParseError: it belongs to another version of the rules.
    """
    setup = known_set_up(name, seats, options, text, deals)
    if version != setup.game.version:
        raise ParseError(
            f"position of {name} rules version {version}; these are {setup.game.version}"
        )
    position = Position(setup)
    for step in steps:
        position = position.after(step) if isinstance(step, int) else position.redealt(*step)
    return position
