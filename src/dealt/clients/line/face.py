"""How a game is played at prompts: the first questions, the play itself, and the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dealt.clients.line.client_match import AnyMatch
from dealt.clients.line.order import Order
from dealt.clients.line.seating import Setup, ask_setup
from dealt.core.game import Game
from dealt.core.match import Match

Seated = tuple[str, str | None]


def ask_in_boxes(game: Game, order: Order, seed: int) -> Setup:
    """Ask for players, rounds and seats in the documents' boxes."""
    screen = order.screen
    own_name = order.matches.own_name() if screen.takes_defaults else ""
    return ask_setup(game, screen, order.rounds, seed, order.options, own_name)


def _play_in_lines(match: AnyMatch, order: Order) -> None:
    """Play with boxes for the table, the hand and numbered moves."""
    from dealt.clients.line.any_game import LineSitting

    LineSitting(match, order.screen, order.hints_shown()).run()


@dataclass(frozen=True)
class Results:
    """How finished matches of a game are counted, with any face.

    Attributes:
        place: the default file at a terminal.
        check: raises StorageError if the file at a place is something else.
        add: counts a match in the file at a place; each seat has a name and, of a computer player,
            a level. Raises StorageError.
    """

    place: Callable[[], str]
    check: Callable[[str], object]
    add: Callable[[Match, str, Sequence[Seated]], None]


@dataclass(frozen=True)
class Face:
    """How a game is played at prompts; the defaults suit any game.

    Attributes:
        play: plays a match whose seats are known.
        run: the document's menus, see `Order.runs_menus`, which ask for seats and play.
        results: where to count finished matches; None: nowhere.
    """

    play: Callable[[AnyMatch, Order], None] = _play_in_lines
    run: Callable[[Game, Order], None] | None = None
    results: Results | None = None
