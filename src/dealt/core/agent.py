"""Players: what a computer player is, and the seats of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from msgspec import Struct

if TYPE_CHECKING:
    from dealt.core.fields import Numbers
    from dealt.core.view import View

# a choice in the language of the rules: choose(observation, open actions, how many) -> action
Policy = Callable[["Numbers", "Numbers", int], int]


class Action(Struct, frozen=True):
    """One thing a player may do.

    Attributes:
        id: its number among all actions of the game.
        text: the words by which programs and files know it, in English; they read back as the id.
        verb: what is done, a short word of the game's own: `draw`, `lay`, `pass`.
        cards: faces to be chosen from the own hand, in any order; a face that is wild stands for
            others, see `Game.wild`.
        source: the zone from which cards come, see `dealt.core.zones`; None: none move.
        targets: the zones to which they go; where there are several, the first one gets them, and
            the others mean the same.
        form: what the cards are together, in English, such as `pair`; lists keep one form together.
        shows: faces that tell actions apart but are in nobody's hand, in their order.
        kind: what a list of such actions is called, in English, such as `new run`; empty: by its
            form, or else by its verb.
        laid: the faces that lie there afterwards, where the words have wild ones; none: those of
            the words.
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


@runtime_checkable
class Agent(Protocol):
    """A computer player: it gets what a person in its seat would get, and nothing else."""

    name: str

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """One of `actions`, which are open to the seat of `view` now."""


class Deals(Protocol):
    """All that a player may learn of the cards it cannot see: deals that could be."""

    @property
    def past(self) -> Sequence[tuple[int, int]]:
        """Seats and actions of the round so far; -1 for an action that the seat did not see."""

    def one(self, seed: int) -> Any:
        """A plain state with another possible deal of all that the player's seat cannot know.

        It depends on `seed` and on what the seat knows, and on nothing else.
        """


@runtime_checkable
class Searcher(Protocol):
    """A computer player that looks at possible deals before it chooses."""

    name: str

    def search(self, view: View, actions: Sequence[Action], deals: Deals) -> Action:
        """One of `actions`, which are open to the seat of `view` now."""


AnyAgent = Agent | Searcher


@runtime_checkable
class Explaining(Protocol):
    """A computer player that can say why it chose as it did."""

    @property
    def why(self) -> str:
        """Why, in half a sentence; empty if there is nothing to say."""


# what a player says of its choice: explain(view, open actions, the chosen one) -> half a sentence
Explain = Callable[["View", Sequence[Action], Action], str]


class PolicyAgent:
    """A player whose choice is a function in the language of the rules.

    Args:
        name: what the player is called.
        policy: gets the observation and the ids of the open actions, gives one of these.
        explain: says why, if it can be said.
    """

    def __init__(self, name: str, policy: Policy, explain: Explain | None = None) -> None:
        self.name = name
        self.policy = policy
        self._explain = explain
        self._last: tuple[View, Sequence[Action], Action] | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """What the policy says."""
        number = self.policy(list(view.observation), [a.id for a in actions], len(actions))
        chosen = next(action for action in actions if action.id == number)
        self._last = view, actions, chosen
        return chosen

    @property
    def why(self) -> str:
        """Why it chose as it did the last time; empty if it cannot say."""
        if self._last is None or self._explain is None:
            return ""
        return self._explain(*self._last)


@dataclass(frozen=True)
class Seat:
    """A place at a table: a name, and the computer player there or None for a person."""

    name: str
    agent: AnyAgent | None = None
