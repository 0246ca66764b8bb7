"""What prompts show: a match and its rounds, played in this process or at a table service."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from dealt.core.agent import Action, Seat
from dealt.core.game import Game
from dealt.core.sheet import Sheet
from dealt.core.view import View
from dealt.core.zones import Event
from dealt.errors import DealtError
from dealt.service.table import protocol as p


class MovedElsewhereError(DealtError):
    """The table is not as it was shown: somebody has moved at another window."""


class AnyTable(Protocol):
    """A round as it is shown, see `dealt.core.table.Table`."""

    game: Game

    @property
    def seats(self) -> Sequence[Seat]:
        """Who plays."""

    @property
    def history(self) -> Sequence[tuple[int, Action]]:
        """Who has done what."""

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""

    @property
    def seat_in_turn(self) -> int:
        """The number of the seat to move."""

    @property
    def turn(self) -> str | None:
        """The name of the seat to move, None once the round is over."""

    @property
    def actions(self) -> Sequence[Action]:
        """What the seat to move may do."""

    @property
    def scores(self) -> Mapping[str, int]:
        """Points of each seat, by name."""

    @property
    def outcome(self) -> str:
        """How the round ended; empty while it goes on."""

    def log(self, name: int) -> Sequence[str]:
        """What has been done so far, as a seat has heard of it."""

    def event(self, number: int, seat: int | None) -> Event:
        """One action, as a seat or (None) a spectator has heard of it."""

    def view(self, name: int) -> View:
        """What a seat may know."""

    def read(self, move: str | int) -> Action:
        """The open action that the seat to move means; errors as `Table.read`."""

    def find_action(self, cards: Sequence[str], zone: str | None) -> int:
        """The action that the seat to move means by cards and a zone; errors as `Table.why`."""

    def step(self, action: Action | None = None) -> object:
        """Play an action of a person here; None: have the seat to move play, and wait for it."""

    def hint(self, adviser: Any = None) -> str:
        """What the seat to move should know about its choice; errors as `Table.hint`."""


class AnyMatch(Protocol):
    """A match as it is shown, see `dealt.core.match.Match`; a seat without an agent plays here."""

    game: Game

    @property
    def seats(self) -> Sequence[Seat]:
        """Who plays."""

    @property
    def names(self) -> Sequence[str]:
        """What they are called."""

    @property
    def rounds(self) -> int | None:
        """How many rounds there are; None: as many as the game has it."""

    @property
    def options(self) -> Mapping[str, int]:
        """The options of the game."""

    @property
    def tables(self) -> Sequence[AnyTable]:
        """The rounds so far."""

    @property
    def table(self) -> AnyTable:
        """The round at hand."""

    @property
    def totals(self) -> Mapping[str, int]:
        """Points of the rounds that are over, by name."""

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""

    @property
    def sheet(self) -> Sheet:
        """The score sheet."""

    def next_round(self) -> object:
        """Have the next round dealt."""


class ServedMatch(ABC):
    """What a match at a table of a service can do besides.

    Attributes:
        is_own: whether the table is of this account, so that several people of it may sit there.
    """

    is_own = True

    @abstractmethod
    def left_alone(self) -> contextlib.AbstractContextManager[None]:
        """While a prompt waits, others may play.

        Raises:
            MovedElsewhereError: somebody has moved meanwhile.
        """

    @abstractmethod
    def catch_up(self) -> bool:
        """Take in what was done at the table; whether anything was."""

    @abstractmethod
    def news(self) -> list[str]:
        """What has happened beside the moves since this was asked last, a line each."""

    @abstractmethod
    def take_back(self) -> None:
        """Take the last move back.

        Raises:
            Refused: it is somebody else's, or it showed a hidden card.
        """

    @abstractmethod
    def frame(self, seat: int) -> p.TableFrame:
        """The table as other windows show it, from a seat of the reader."""

    @abstractmethod
    def order(self, do: str, **fields: Any) -> None:
        """Do something about seats, names or chat, as the protocol has it.

        Raises:
            Refused: it is not done.
        """

    @abstractmethod
    def check_deal(self, number: int) -> None:
        """Compare a round that is over with what was promised.

        Raises:
            DealtError: nothing was promised, or it was dealt otherwise.
        """

    @abstractmethod
    def reasons(self) -> Sheet | None:
        """Why the last round gave its points; None: the outcome says it all."""


@contextlib.contextmanager
def left_alone(match: object) -> Iterator[None]:
    """While a prompt waits, others may play at a match of a service, see `ServedMatch`."""
    with match.left_alone() if isinstance(match, ServedMatch) else contextlib.nullcontext():
        yield
