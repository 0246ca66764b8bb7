"""Positions of a round dealt card by card by chance, for libraries that search.

A position is rebuilt from the cards dealt and the actions played; a serialized one is a record of
these.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from dealt import games
from dealt.core.agent import Action, Seat
from dealt.core.chance import HIDDEN, new_rng, start
from dealt.core.record import Record, RoundRecord
from dealt.core.table import Table
from dealt.errors import IllegalAction, ParseError, SetupError

if TYPE_CHECKING:
    from dealt.cards import Deck
    from dealt.core.dealing import CardByCard
    from dealt.core.game import Game


@dataclass(frozen=True, eq=False)
class SetUp:
    """A game with seats and options, and how it is dealt."""

    game: Game
    seats: int
    options: dict[str, int]

    @cached_property
    def pack(self) -> Deck:
        """The cards of a round."""
        return self.game.deck_for(self.seats, self.options)

    @cached_property
    def blank(self) -> Any:
        """A blank state, to be copied and dealt."""
        return self.game.fresh(self.seats, self.options)

    @cached_property
    def dealing(self) -> CardByCard:
        """How chance deals the cards."""
        return self.game.cards.dealing(self.pack, self.game.cards.with_replacement(self.options))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """`seat 0`, `seat 1` and so on."""
        return tuple(f"seat {seat}" for seat in range(self.seats))


# set-ups by game, seats and options, so that a position that travels finds its own again
_SET_UPS: dict[tuple[str, int, tuple[int, ...]], SetUp] = {}


def set_up(game: Game, seats: int, options: Mapping[str, int | str]) -> SetUp:
    """A game with seats and options; the same arguments give the same object.

    Raises:
        SetupError: the seats or options are not available.
    """
    game.check_seats(seats)
    values = game.option_values(options)
    key = (game.name, seats, tuple(values.values()))
    if key not in _SET_UPS or _SET_UPS[key].game is not game:
        _SET_UPS[key] = SetUp(game, seats, values)
    return _SET_UPS[key]


class Position:
    """A round from before its first card to its end.

    Attributes:
        setup: the game, the seats and the options.
        deck: the cards dealt so far, in order.
        actions: the actions played so far.
        redeals: the redeals so far: number of actions before, seat, key.
    """

    __slots__ = (
        "_chances",
        "_is_shared",
        "_memory",
        "_open",
        "_s",
        "_turns",
        "actions",
        "deck",
        "redeals",
        "setup",
    )  # fmt: skip

    def __init__(self, setup: SetUp) -> None:
        self.setup = setup
        self.deck: list[int] = []
        self.actions: list[int] = []
        self.redeals: list[tuple[int, int, int]] = []
        self._s: Any = None
        self._turns: list[tuple[int, str, str]] = []  # who, in full, as the others heard it
        self._memory = [b""] * setup.seats  # of what each seat has seen at its own turns
        self._is_shared = False
        self._open: list[int] | None = None  # until something changes, likewise the chances
        self._chances: list[tuple[int, float]] | None = None

    @classmethod
    def imagined(
        cls,
        setup: SetUp,
        s: Any,
        seat: int,
        heard: Sequence[tuple[int, int, str]],
        observations: Sequence[Sequence[int]],
    ) -> Self:
        """A position that a seat cannot tell from the one it is in; no record of it can be made.

        Args:
            setup: the game with its seats and options.
            s: a plain state of a possible deal.
            seat: the seat.
            heard: for each action so far who played it, its id, or -1 if the seat did not see it,
                and its words as the seat heard them.
            observations: what the seat saw at each of its turns so far.
        """
        position = cls(setup)
        position.deck, position._s = list(setup.pack.cards()), s
        position.actions = [action for _, action, _ in heard]
        position._turns = [(actor, text, text) for actor, _, text in heard]
        for observation in observations:
            position._remember(seat, list(observation))
        return position

    def table(self) -> Table:
        """The round as a table, for computer players; nothing is to be played at it.

        Raises:
            SetupError: cards are still being dealt.
        """
        if self.is_chance:
            raise SetupError("the cards are still being dealt; nobody has a turn")
        seats = [Seat(name) for name in self.setup.names]
        table = Table(self.setup.game, seats, self._s.copy())
        table.history = [
            (actor, Action(number, text))
            for (actor, text, _), number in zip(self._turns, self.actions, strict=True)
        ]
        return table

    def _remember(self, seat: int, observation: list[int]) -> None:
        """What a seat sees at its turn becomes part of what it knows."""
        memory = repr((self._memory[seat], observation))
        self._memory[seat] = hashlib.blake2b(memory.encode(), digest_size=8).digest()

    def copy(self) -> Self:
        """An independent position; contents are copied only when either of the two changes."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        self._is_shared = twin._is_shared = True
        return twin

    def _part(self, *, state: bool = True) -> None:
        """Share nothing with a copy any more, before a change; the state only if it is kept."""
        self._open = self._chances = None
        if self._is_shared:
            self.deck = self.deck.copy()
            self.actions = self.actions.copy()
            self.redeals = self.redeals.copy()
            self._turns = self._turns.copy()
            self._memory = self._memory.copy()
            if state and self._s is not None:
                self._s = self._s.copy()
            self._is_shared = False

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuilt, (self.record.to_json(), tuple(self.redeals))

    @property
    def record(self) -> Record:
        """What is needed to rebuild the position, except `redeals`."""
        text = self.setup.game.words.action_text
        deck = self.setup.dealing.whole(self.deck) if self.is_over else self.deck
        return Record(
            game=self.setup.game.name,
            version=self.setup.game.version,
            options=self.setup.options,
            seats=self.setup.names,
            seed=None,
            rounds=1,
            played=(
                RoundRecord(
                    deck=self.setup.pack.text(deck),
                    actions=tuple(text(action) for action in self.actions),
                    scores=tuple(self._points()) if self.is_over else None,
                ),
            ),
        )

    @property
    def is_chance(self) -> bool:
        """Whether a card or a hand is to be dealt next."""
        return self.setup.dealing.is_due(self.deck, self.actions)

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self._s is not None and self.setup.game.rules.is_over(self._s)

    @property
    def turn(self) -> int:
        """The seat to move."""
        turn: int = self._s.turn
        return turn

    def chances(self) -> list[tuple[int, float]]:
        """What can be dealt next, and the probability of each."""
        if self._chances is None:
            self._chances = self.setup.dealing.chances(self.deck)
        return self._chances

    def deal(self, outcome: int) -> None:
        """Deal what chance chose.

        Raises:
            IllegalAction: it cannot be dealt now; nothing has changed.
        """
        if all(outcome != possible for possible, _ in self.chances()):
            cards = self.setup.pack.text(self.deck) or "nothing"
            raise IllegalAction(f"outcome {outcome} is not possible now; dealt so far: {cards}")
        self._part(state=False)
        self.deck.extend(self.setup.dealing.cards(outcome))
        if not self.is_chance:
            self._lay()
            for action in self.actions:
                self.setup.game.rules.apply(self._s, action)

    def _lay(self) -> None:
        self._s = self.setup.blank.copy()
        self.setup.game.rules.deal(self._s, self.setup.dealing.whole(self.deck))

    def open_actions(self) -> list[int]:
        """The ids of the open actions, ascending; none once the round is over."""
        if self._open is None:
            out = [0] * self.setup.game.sizes.actions
            self._open = out[: self.setup.game.rules.legal(self._s, out)]
        return self._open

    def apply(self, action: int) -> None:
        """Play an open action.

        Raises:
            IllegalAction: it is not open; nothing has changed.
        """
        if action not in self.open_actions():
            raise IllegalAction(f"action {action} is not open to seat {self.turn}")
        self._part()
        seat, game = self.turn, self.setup.game
        texts = game.words.action_text(action), game.wording.public_text(action)
        self._turns.append((seat, *texts))
        self._remember(seat, self.observation(seat))
        self.actions.append(action)
        if not self.is_chance:
            self.setup.game.rules.apply(self._s, action)

    def redeal(self, seat: int, key: int) -> None:
        """Deal everything that a seat cannot know again.

        It is unknown what the others would have seen so far, so they have forgotten it.

        Args:
            seat: the seat.
            key: determines the deal.

        Raises:
            SetupError: nothing has been dealt yet.
        """
        if self._s is None:
            raise SetupError("no seat has seen a card yet; there is nothing to redeal")
        self._part()
        rng = new_rng()
        start(rng, key, seat, HIDDEN)
        self.setup.game.rules.redeal(self._s, seat, rng)
        self._memory = [self._memory[i] if i == seat else b"" for i in range(self.setup.seats)]
        self.redeals.append((len(self.actions), seat, key))

    def rewards(self) -> list[int]:
        """The points of each seat, negated if the fewest win; 0 before the end."""
        points = self._points() if self.is_over else [0] * self.setup.seats
        return [self.setup.game.worth(x) for x in points]

    def _points(self) -> list[int]:
        points = [0] * self.setup.seats
        self.setup.game.rules.score(self._s, points)
        return points

    def observation(self, seat: int) -> list[int]:
        """What a seat may know, as numbers; 0 while the deck is being dealt."""
        numbers = [0] * self.setup.game.sizes.observation
        if self._s is not None:
            self.setup.game.rules.observe(self._s, seat, numbers)
        return numbers

    def view_text(self, seat: int) -> str:
        """What a seat may know, for people and as numbers."""
        if self._s is None:
            return f"seen by seat {seat}: cards are dealt"
        view = self.setup.game.words.view(self._s, seat, self.setup.names)
        return f"seen by seat {seat}\n{view}\n{self.observation(seat)}"

    def information(self, seat: int) -> str:
        """Everything a seat has heard, in order, and what it saw on its turns and sees now.

        What it saw on its turns is condensed into one number, which differs if that differs.
        """
        lines = [
            f"{self.setup.names[who]}: {text if who == seat else report}"
            for who, text, report in self._turns
        ]
        present = f"{self._memory[seat].hex()} {self.observation(seat)}"
        return "\n".join([f"known to seat {seat}", *lines, present])

    def __str__(self) -> str:
        game = self.setup.game
        if self._s is None or self.is_chance:
            return f"{game.title}, dealing: {self.setup.pack.text(self.deck)} {self.actions}"
        state = "over" if self.is_over else f"{self.setup.names[self.turn]} in turn"
        places = game.words.cards_in_play(self._s)
        lines = [f"{place}: {self.setup.pack.text(cards)}" for place, cards in places.items()]
        return "\n".join([f"{game.title}, {len(self.actions)} actions, {state}", *lines])


def rebuilt(text: str, redeals: tuple[tuple[int, int, int], ...]) -> Position:
    """The position of a record, replayed.

    Args:
        text: the record.
        redeals: see `Position`.

    Raises:
        ParseError: it is not a record, or one of another version of the rules.
    """
    record = Record.from_json(text)
    seats, options = len(record.seats), tuple(record.options.values())
    setup = _SET_UPS.get((record.game, seats, options)) or set_up(
        games.game(record.game), seats, record.options
    )
    if record.version != setup.game.version:
        raise ParseError(
            f"record of {record.game} rules version {record.version}; "
            f"these are {setup.game.version}"
        )
    position = Position(setup)
    (played,) = record.played
    position.deck = [setup.pack.parse(face, strict=True) for face in played.deck.split()]
    if not position.is_chance:
        position._lay()
    waiting = list(redeals)
    for number in range(len(played.actions) + 1):
        while waiting and waiting[0][0] == number:
            position.redeal(*waiting.pop(0)[1:])
        if number < len(played.actions):
            position.apply(setup.game.words.parse_action(played.actions[number]))
    return position
