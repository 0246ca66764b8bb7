"""Computer players: their interface, the seats of a table, advisers, and errors of players."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from msgspec import Struct

from dealt.core.chance import HIDDEN, check_seed, new_rng, start
from dealt.errors import DealtError, ParseError, PlayerError, SetupError
from dealt.language import Phrase

if TYPE_CHECKING:
    from dealt.core.fields import Numbers
    from dealt.core.view import View

# a choice in the language of the rules: choose(observation, open actions, how many) -> action
Policy = Callable[["Numbers", "Numbers", int], int]


class Action(Struct, frozen=True):
    """One action that a player may take.

    Attributes:
        id: its number among all actions of the game.
        text: the English words by which programs and files know it; they can be read back.
        verb: what the player does, one of the game's own short words: `draw`, `lay`, `pass`.
        cards: faces to choose from the player's hand, in any order; a wild face stands for others,
            see `Game.wild`.
        source: the zone the cards come from, see `dealt.core.zones`; None if no card moves.
        targets: the zones the cards go to; if there are several, the first one gets them, and
            choosing any of the others means the same.
        form: what the cards are together, in English, such as `pair`; lists keep actions of one
            form together.
        shows: faces that tell actions apart but are in nobody's hand, in order.
        kind: heading for a list of such actions, in English, such as `new run`; if empty, the form
            or else the verb is used.
        laid: the faces that end up on the table, if the text names wild ones; if empty, those in
            the text.
    """

    id: int
    text: str
    verb: str = ""
    cards: tuple[str, ...] = ()
    source: str | None = None
    targets: tuple[str, ...] = ()
    form: str = ""
    shows: tuple[str, ...] = ()
    kind: str = ""
    laid: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action(id={self.id}, text={self.text!r})"

    def __deepcopy__(self, memo: object) -> Action:
        """The action itself, which nothing changes."""
        return self


def fits(
    cards: Sequence[str],
    chosen: Sequence[str],
    wild: Mapping[str, Collection[str]],
    *,
    exactly: bool,
) -> bool:
    """Whether an action that needs `cards` of a hand is done with those chosen there.

    Args:
        cards: see `Action.cards`.
        chosen: faces of the hand.
        wild: see `Game.cards`.
        exactly: with no others, too.
    """
    if exactly and len(chosen) != len(cards):
        return False
    left = Counter(cards)
    for face in chosen:
        fitting = (face, *(each for each, faces in wild.items() if face in faces))
        card = next((card for card in fitting if left[card]), None)
        if card is None:
            return False
        left[card] -= 1
    return True


@runtime_checkable
class Agent(Protocol):
    """A computer player: it is given what a person in its seat would see, and nothing else."""

    name: str

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """One of `actions`, which the seat of `view` may take now."""


@dataclass(frozen=True)
class Standing:
    """A match as everybody knows it while one of its rounds is played.

    Attributes:
        totals: points of each seat in the rounds before.
        played: number of the rounds before.
        rounds: rounds of the match; None: the game decides, see `MatchRules`.
    """

    totals: tuple[int, ...]
    played: int
    rounds: int | None


class Deals:
    """All that a player may learn about hidden cards: deals that are possible.

    Args:
        game: a `Game`.
        state: of the true deal, which stays hidden.
        seat: the seat whose knowledge counts.
        history: what has been done in the round, and by which seat.
        seat_people: seats people at a table with another state.
        standing: the match so far; None: the round is played for itself.
    """

    def __init__(
        self,
        game: Any,
        state: Any,
        seat: int,
        history: Sequence[tuple[int, Action]],
        seat_people: Callable[[Any], Any],
        standing: Standing | None = None,
    ) -> None:
        self._game, self._state, self._seat = game, state, seat
        self._history, self._seat_people = history, seat_people
        self.standing = standing

    def __repr__(self) -> str:
        return f"<deals that are possible for seat {self._seat} of {self._game.title}>"

    @property
    def past(self) -> list[tuple[int, int]]:
        """The seats and actions of the round so far; -1 for an action that the seat did not see."""
        words_of = self._game.wording.public_text
        return [
            (actor, action.id if actor == self._seat or words_of(action.id) == action.text else -1)
            for actor, action in self._history
        ]

    @property
    def heard(self) -> list[str]:
        """The words of each action of the round so far as the seat heard them."""
        words_of = self._game.wording.public_text
        return [
            action.text if actor == self._seat else words_of(action.id)
            for actor, action in self._history
        ]

    def one(self, seed: int) -> Any:
        """A plain state in which everything unknown to the seat has been dealt again at random.

        It depends only on `seed` and on what the seat knows.
        """
        rng, deal = new_rng(), self._state.copy()
        start(rng, check_seed(seed), 0, HIDDEN)
        self._game.rules.redeal(deal, self._seat, rng)
        return deal

    def table(self, seed: int) -> Any:
        """A `Table` with that deal, to be played on: all seats are people, nobody has moved yet."""
        return self._seat_people(self.one(seed))


@runtime_checkable
class Searcher(Protocol):
    """A computer player that tries possible deals before it chooses."""

    name: str

    def search(self, view: View, actions: Sequence[Action], deals: Deals) -> Action:
        """One of `actions`, which the seat of `view` may take now."""


AnyAgent = Agent | Searcher

# makes a computer player from its name, or from what else stands for one; None: there is none
MakeAdviser = Callable[[Any], AnyAgent | None]


def choice_by(
    agent: AnyAgent, view: View, actions: Sequence[Action], deals: Callable[[], Deals]
) -> Action:
    """What a computer player chooses; one that searches also gets the possible deals."""
    if isinstance(agent, Searcher):
        return agent.search(view, actions, deals())
    return agent.choose(view, actions)


@runtime_checkable
class Explaining(Protocol):
    """A computer player that can explain its choice."""

    @property
    def why(self) -> str:
        """The reason in half a sentence; empty if there is nothing to say."""


# what a player says of its choice: explain(view, open actions, the chosen one) -> half a sentence
_Explain = Callable[["View", Sequence[Action], Action], str]


class PolicyAgent:
    """A player whose choice is a function in the language of the rules.

    Args:
        name: the player's name.
        policy: takes the observation and the ids of the open actions, and returns one of them.
        explain: gives the reason, if there is one to give.
    """

    def __init__(self, name: str, policy: Policy, explain: _Explain | None = None) -> None:
        self.name = name
        self.policy = policy
        self._explain = explain
        self._last: tuple[View, Sequence[Action], Action] | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The policy's choice.

        Raises:
            PlayerError: it is none of `actions`.
        """
        number = self.policy(list(view.observation), [a.id for a in actions], len(actions))
        chosen = chosen_by(self.name, actions, number)
        self._last = view, actions, chosen
        return chosen

    @property
    def why(self) -> str:
        """The reason for the last choice; empty if there is none to give."""
        if self._last is None or self._explain is None:
            return ""
        return self._explain(*self._last)


def chosen_by(player: str, actions: Sequence[Action], number: int) -> Action:
    """The open action that a player has chosen by its id.

    Raises:
        PlayerError: it is none of `actions`.
    """
    for action in actions:
        if action.id == number:
            return action
    raise not_open(player, number)


def not_open(player: str, action: object) -> PlayerError:
    """The error of a player that chose an action by an id that is not open."""
    return PlayerError(
        "computer player {player} chose action {action}, which is not open",
        player=player, action=action,
    )  # fmt: skip


@dataclass(frozen=True)
class Seat:
    """A place at a table: a name, and its computer player, or None for a person."""

    name: str
    agent: AnyAgent | None = None


def action_id(given: object, actions: int) -> int:
    """The id of an action that is given as data, or by its id; True and False are none.

    Args:
        given: the action.
        actions: ids are 0 to actions - 1.

    Raises:
        ParseError: it is something else, or there is no such action.
    """
    number = given.id if isinstance(given, Action) else given
    try:
        number = operator.index(None if isinstance(number, bool) else number)  # type: ignore[arg-type]
    except TypeError:
        raise ParseError(
            "{said} is not an action; give words, an id or an Action", said=repr(given)[:60]
        ) from None
    if not 0 <= number < actions:
        raise ParseError("no action {n}; ids go from 0 to {last}", n=number, last=actions - 1)
    return number


class Advisers:
    """Makes each computer player once, so that it can keep what it has learned.

    Args:
        make: makes a computer player; None: a table without any.
    """

    def __init__(self, make: MakeAdviser | None) -> None:
        self.make = make
        self._agents: dict[Any, AnyAgent] = {}

    def of(self, given: Any) -> AnyAgent:
        """The computer player that is given.

        Raises:
            SetupError: the player was not found.
        """
        if isinstance(given, Agent | Searcher) and not isinstance(given, type):
            return given
        is_kept = isinstance(given, Hashable)
        if is_kept and given in self._agents:
            return self._agents[given]
        adviser = None if self.make is None else self.make(given)
        if adviser is None:
            raise SetupError("no computer player {name} to ask at this table", name=repr(given))
        if is_kept:
            self._agents[given] = adviser
        return adviser


_SOME_ACTIONS = 6  # that an error lists


def player_at(player: str, seat: int, place: tuple[int, int | None] | None) -> Phrase:
    """A computer player, and where it went wrong.

    Args:
        player: its name.
        seat: its number, from 0.
        place: the number of the round, from 1, and the seed of the match; None: it is in none.
    """
    facts = {"player": player, "seat": seat + 1}
    if place is None or place[1] is None:
        return Phrase("computer player {player} (seat {seat})", facts)
    number, seed = place
    return Phrase(
        "computer player {player} (seat {seat}, round {round} of seed {seed})",
        {**facts, "round": number, "seed": seed},
    )


def not_open_error(who: Phrase, wrong: DealtError, actions: Sequence[str]) -> PlayerError:
    """The error of one that chose an action that is not open.

    Args:
        who: see `player_at`.
        wrong: what is wrong with its choice.
        actions: the texts of the open actions.
    """
    more = len(actions) - _SOME_ACTIONS
    listed: Phrase | str = ", ".join(actions[:_SOME_ACTIONS])
    if more > 0:
        listed = Phrase("{actions} and {n} more", {"actions": listed, "n": more})
    return PlayerError(
        "{who} chose an action that is not open: {wrong}; open: {actions}",
        who=who, wrong=wrong, actions=listed,
    )  # fmt: skip
