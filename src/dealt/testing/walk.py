"""Random matches of a game for checks to examine: every state on the way, and its position."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from dealt.core.agent import Seat
from dealt.core.chance import HIDDEN, deck_of, new_rng, start
from dealt.core.table import Table
from dealt.errors import DealtError
from dealt.language import say
from dealt.simulate.lineup import check_open

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.language import Phrase

ROUNDS = 3  # of a match, so that what carries over matters
_MANY = 1000  # actions that a check tries one by one
_SHORT = 60  # a turn limit that most rounds reach, so that a check sees many rounds
LAST = 12  # actions that a text names; data have all


@dataclass(frozen=True)
class Where:
    """A position in the random matches of a game.

    Attributes:
        game: the game.
        seed: seed of the match; it determines the number of players, the options, the decks and all
            moves.
        seats: the number of players.
        options: the options by name.
        round: number of the round, from 1; 0: before the first deal.
        played: the actions of the round, which may have grown since.
        count: number of actions of `played` that lead here.
    """

    game: Game = field(repr=False)
    seed: int
    seats: int
    options: dict[str, int]
    round: int = 0
    played: Sequence[int] = ()
    count: int = 0

    @property
    def actions(self) -> tuple[int, ...]:
        """The ids of the round's actions that lead here."""
        return tuple(self.played[: self.count])

    def to_data(self) -> dict[str, Any]:
        """The position as JSON values, with all actions in the game's own words."""
        return {
            "seed": self.seed,
            "seats": self.seats,
            "options": self.options,
            "round": self.round,
            "actions": [text_of(self.game, action) for action in self.actions],
        }

    def __str__(self) -> str:
        rules = "".join(f", {rule}" for rule in self._rules())
        if not self.round:
            return say(
                "seed {seed}, players: {seats}{rules}",
                seed=self.seed, seats=self.seats, rules=rules,
            )  # fmt: skip
        return say(
            "seed {seed}, players: {seats}{rules}, round {round}, after: {actions}",
            seed=self.seed, seats=self.seats, rules=rules, round=self.round,
            actions=self._actions(),
        )  # fmt: skip

    def _rules(self) -> Iterator[str]:
        """The options that are not the usual ones."""
        for option in self.game.options:
            value = self.options.get(option.name, option.default)
            if value != option.default:
                yield f"{option.name}={option.text(value)}"

    def _actions(self) -> str:
        """What was played, or the last part of it."""
        if not self.count:
            return say("the deal")
        last = ", ".join(text_of(self.game, action) for action in self.actions[-LAST:])
        if self.count <= LAST:
            return last
        return say("{n} actions, the last ones {actions}", n=self.count, actions=last)


class Broken(DealtError):  # noqa: N818 - what a promise is, then
    """A promise that a game does not keep; the text says what is wrong, and where.

    Attributes:
        where: the position; None if it does not depend on one.
    """

    code = "broken"

    def __init__(
        self, message: str | Phrase | DealtError, /, where: Where | None = None, **facts: object
    ) -> None:
        super().__init__(message, **facts)
        self.where = where

    def __str__(self) -> str:
        problem = super().__str__()
        return problem if self.where is None else f"{problem} ({self.where})"


class Begun(NamedTuple):
    """How a round began.

    Attributes:
        s: the state before the deal, with what carried over.
        deck: the deck.
    """

    s: Any
    deck: Sequence[int]

    def dealt(self, game: Game, deck: Sequence[int]) -> Any:
        """The state after the deal of a deck."""
        s = self.s.copy()
        game.rules.deal(s, list(deck))
        return s


class Walk:
    """A random match of a game, and the position that a check has reached.

    Args:
        game: the game.
        seed: determines seats, options, decks and actions.

    Attributes:
        where: the last position returned.
        begun: how its round began.
    """

    begun: Begun

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.seats, self.options = set_up(game, seed)
        self.where = Where(game, seed, self.seats, self.options)

    def rounds(self) -> Iterator[tuple[Any, list[int]]]:
        """The rounds, each dealt, with the deck; the caller plays them, and the results carry over.

        The caller reports each action with `note`.
        """
        before = None
        for number in range(ROUNDS):
            self._played: list[int] = []
            self.where = Where(
                self.game, self.seed, self.seats, self.options, number + 1, self._played
            )
            s = self.game.fresh(self.seats, self.options)
            if before is not None:
                self.game.rules.carry_over(s, before)
            deck = deck_for(self.game, self.seats, self.options, self.seed, number)
            self.begun = Begun(s.copy(), deck)
            self.game.rules.deal(s, list(deck))
            yield s, deck
            before = s

    def note(self, action: int) -> None:
        """Report that an action has been played in the current round."""
        self._played.append(action)
        last = self.where
        self.where = Where(
            self.game, self.seed, self.seats, self.options, last.round, self._played, last.count + 1
        )

    def positions(self) -> Iterator[tuple[Any, list[int]]]:
        """All states, including the last of each round, with their decks.

        Raises:
            DealtError: the round cannot be continued, or never ends.
        """
        dice = random.Random(self.seed)
        for s, deck in self.rounds():
            yield s, deck
            while not self.game.rules.is_over(s):
                self.note(play_any(self.game, s, dice))
                if self.where.count > self.game.sizes.most_decisions:
                    raise Broken(
                        "a round goes on after {n} decisions; see most_decisions",
                        n=self.game.sizes.most_decisions,
                    )
                yield s, deck

    def some(self, n: int) -> Iterator[Any]:
        """Up to `n` states, chosen by the seed, all equally likely."""
        dice = random.Random(self.seed)
        sample: list[tuple[Any, Where, Begun]] = []
        for number, (s, _) in enumerate(self.positions()):
            place = number if number < n else dice.randrange(number + 1)
            if place < n:
                sample[place : place + 1] = [(s.copy(), self.where, self.begun)]
        for s, self.where, self.begun in sample:
            yield s


def reach(where: Where) -> Any:
    """The state at a position, for a debugger or a test.

    Args:
        where: the position, as given in an error.

    Returns:
        A plain state; playing on from it changes nothing else.

    Raises:
        LookupError: the position no longer occurs, since the rules have changed.
    """
    walk = Walk(where.game, where.seed)
    for s, _ in walk.positions():
        if (walk.where.round, walk.where.actions) == (where.round, where.actions):
            return s
    raise LookupError(str(where))


def set_up(game: Game, seed: int) -> tuple[int, dict[str, int]]:
    """Seats and options for a seed; different seeds cover all numbers of seats and all options."""
    dice = random.Random(seed)
    seats = game.seats[seed % len(game.seats)]
    values = {}
    for option in game.options:
        if option.name == "turn_limit":
            values[option.name] = option.default if seed % 20 == 0 else _SHORT
        elif isinstance(option.choices, range):
            values[option.name] = dice.choice(option.choices)
        else:
            values[option.name] = dice.choice(list(option.choices.values()))
    return seats, game.option_values(values)


def deck_for(game: Game, seats: int, options: dict[str, int], seed: int, number: int) -> list[int]:
    """The deck of one round."""
    dealer = game.dealer(seats, options)
    deck_of(dealer, seed, number)
    return list(dealer.deck)


def rounds_of(game: Game, seed: int) -> Iterator[tuple[Any, list[int]]]:
    """The rounds of a random match, see `Walk.rounds`."""
    return Walk(game, seed).rounds()


def some_positions(game: Game, seed: int, n: int) -> list[Any]:
    """Up to `n` states of one random match, see `Walk.some`."""
    return list(Walk(game, seed).some(n))


def open_actions(game: Game, s: Any) -> list[int]:
    """The ids of the open actions."""
    out = [-1] * game.sizes.actions
    return out[: game.rules.legal(s, out)]


def play_any(game: Game, s: Any, dice: random.Random) -> int:
    """Play an open action in a round that is not over; return its id.

    Raises:
        SetupError: there is none.
    """
    legal = open_actions(game, s)
    check_open(game, legal)
    action = dice.choice(legal)
    game.rules.apply(s, action)
    return action


def some_actions(game: Game, seed: int) -> list[int]:
    """Ids of all kinds, open or not: all of them, or a selection if there are very many."""
    if game.sizes.actions <= _MANY:
        return list(range(game.sizes.actions))
    ends = [*range(_MANY // 4), *range(game.sizes.actions - _MANY // 4, game.sizes.actions)]
    return sorted({*ends, *random.Random(seed).sample(range(game.sizes.actions), _MANY // 2)})


def names_of(s: Any) -> tuple[str, ...]:
    """A name for each seat."""
    names = ("Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")
    return names[: s.seats] + tuple(f"Hal {n}" for n in range(len(names), s.seats))


def table_of(game: Game, s: Any) -> Table:
    """A table at a given state, with people in all seats."""
    return Table(game, [Seat(name) for name in names_of(s)], s)


def redealt(game: Game, s: Any, seat: int, seed: int) -> Any:
    """A copy with other cards where `seat` cannot see them."""
    twin, rng = s.copy(), new_rng()
    start(rng, seed, seat, HIDDEN)
    game.rules.redeal(twin, seat, rng)
    return twin


def text_of(game: Game, action: int) -> str:
    """An action in the game's own words, or its number if it has none."""
    try:
        return str(game.words.action_text(action))
    except Exception:  # somebody's own words may do anything
        return str(action)
