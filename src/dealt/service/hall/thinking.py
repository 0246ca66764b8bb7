"""What computer players are asked, and what they answer, wherever they think.

A computer player gets what a person in its seat would get: `Table` asks it as at any other table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol, TypeVar

from dealt import agents, games
from dealt.agents.random import RandomAgent
from dealt.core.agent import Action, AnyAgent, Seat
from dealt.core.fields import copied
from dealt.core.game import Game
from dealt.core.table import Table
from dealt.language import message, speaking, spoken
from dealt.service.table.limits import Addresses
from dealt.service.table.questions import Question, Reply

T = TypeVar("T")

GETTING_READY = message("{name} is warming up. Until then: {told}")


@dataclass(frozen=True)
class Job:
    """A position to think about, so that it can go to another process.

    Attributes:
        game: name of the game.
        names: who sits there.
        fields: the state, field by field.
        history: seats and actions of the round so far.
        level: the computer player.
        seed: decides what chance decides.
        language: in which a reason is told.
        seconds: that a search takes; None: as it does usually.
        address: of the computer player, if it is one of the host's own, see `agents.offer`.
    """

    game: str
    names: tuple[str, ...]
    fields: dict[str, Any]
    history: tuple[tuple[int, int], ...]
    level: str
    seed: int
    language: str
    seconds: float | None = None
    address: str | None = None

    @staticmethod
    def from_table(table: Table, level: str, seed: int) -> Job:
        """The position of a table; it can go on meanwhile.

        A random player stands in for one that is not offered: a table that was stored may name
        anything, and nothing is imported for its sake.
        """
        level = level if level in agents.bots(table.game) else agents.RANDOM
        history = tuple((seat, action.id) for seat, action in table.history)
        address = agents.OFFERED.get(table.game.name, {}).get(level)
        return Job(
            table.game.name, table.names, table.fields(), history, level, seed, spoken(),
            address=address,
        )  # fmt: skip

    def by(self, level: str) -> Job:
        """The same position for another computer player, one of the game's own."""
        return replace(self, level=level, address=None)

    def table(self) -> Table:
        """The table again, with the computer player in the seat in turn."""
        game = games.game(self.game)
        s = game.state()
        for name, value in self.fields.items():
            setattr(s, name, copied(value))  # a job can be done again
        seats = [Seat(name) for name in self.names]
        seats[s.turn] = Seat(self.names[s.turn], self._player(game))
        table = Table(game, seats, s, make_adviser=lambda name: self._player(game))
        text = game.words.action_text
        table.history = [(seat, Action(number, text(number))) for seat, number in self.history]
        return table

    def _player(self, game: Game) -> AnyAgent:
        given = self.level if self.address is None else self.address
        player = agents.bot(game, given, self.seed, clock=time.monotonic, seconds=self.seconds)
        return RandomAgent(self.seed) if player is None else player


@dataclass(frozen=True)
class Choice:
    """What was chosen.

    Attributes:
        action: its id.
        level: the computer player that chose it; another one if that of the job was not ready.
    """

    action: int
    level: str


def quick_level(job: Job) -> str:
    """Who chooses in the place of one that takes too long, such as a search that is compiled."""
    quick = agents.GOOD
    is_there = quick in agents.bots(games.game(job.game))
    return quick if is_there and job.level != quick else agents.RANDOM


@cache
def is_search(game: str, level: str) -> bool:
    """Whether a computer player searches, and so takes a while."""
    return agents.is_search(games.game(game), level)


def choose(job: Job) -> int:
    """The action that the computer player chooses."""
    return job.table().step().id


def advise(job: Job) -> str:
    """What the computer player would do in the seat in turn, and why."""
    with speaking(job.language):
        return job.table().hint(job.level)


def hint(job: Job) -> str:
    """What the game says to the seat in turn about its choice."""
    with speaking(job.language):
        return job.table().hint()


class AnyWorkers(Protocol):
    """Where everything is worked out that is not a move, see `dealt.service.hall.workers`.

    Attributes:
        accounts: what each address has cost; None: nobody is charged.
    """

    accounts: Addresses | None

    async def do(self, address: str | None, work: Callable[..., Any], *arguments: Any) -> Any:
        """What a function returns, in the language of whoever asks.

        Args:
            address: whom it costs something; None: nobody.
            work: a function of a module.
            arguments: what can go to another process.

        Raises:
            Refused: it takes too long or too much memory, or the worker broke down.
            Exception: whatever the function raises.
        """

    async def reply(
        self, question: Question, most: int, work: Callable[..., bytes], *arguments: Any
    ) -> Reply:
        """Have the answer to a question worked out; it comes back as JSON.

        Args:
            question: whose body is handed over before the arguments, unless `most` is 0.
            most: bytes of the body.
            work: makes the content of the reply.
            arguments: the rest of its arguments.

        Raises:
            Refused: see `do`; or the body is longer, or its address has asked too much lately.
        """

    def close(self) -> None:
        """Work no more; whoever waits is refused."""


class AnyThinkers(Protocol):
    """Where computer players think, and whatever else takes a while.

    Attributes:
        workers: for all but choices.
        choices: choices that were asked for.
        late: choices that took too long.
    """

    workers: AnyWorkers
    choices: int
    late: int

    def warm(self) -> None:
        """Make ready what will be needed first."""

    def prepare(self, game: str, level: str) -> None:
        """Begin to make a computer player ready that will be needed; in the running loop."""

    async def choose(self, job: Job) -> Choice:
        """What the computer player chooses, or a quick one in its place."""

    async def advise(self, job: Job, address: str) -> str:
        """What the computer player would do, and why, for somebody at an address.

        Raises:
            Refused: it takes too long.
        """

    async def aside(self, work: Callable[..., T], *arguments: object) -> T:
        """Do something to objects of this process, so that nobody waits if that can be helped."""

    def close(self) -> None:
        """Let what thinks go."""
