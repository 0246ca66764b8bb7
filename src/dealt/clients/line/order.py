"""The order given on the command line of `dealt play`, and how the full screen takes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dealt import agents, games
from dealt.clients.line.client_match import ClientMatch
from dealt.clients.line.matches import Matches
from dealt.clients.line.requests import Hints
from dealt.clients.plan import RESUMING
from dealt.core.game import Game
from dealt.core.position import game_name, read_position
from dealt.errors import DealtError, SetupError
from dealt.language import say
from dealt.storage.records import read_deck
from dealt.terminal.boxes import Screen
from dealt.terminal.console import Console, is_terminal
from dealt.terminal.verbs import LOOKS, verb_in

PERSON = "Player"


@dataclass(frozen=True)
class Order:
    """The player's order on the command line; None and empty mean not set.

    `looks` does what one of `LOOKS` and its words ask for, as the command of that name does.
    """

    seats: Sequence[str] = ()
    seed: int | None = None
    rounds: int | None = None
    options: Mapping[str, int | str] = field(default_factory=dict)
    deck: str | None = None
    scores: str | None = None
    record: str | None = None
    hints: bool | None = None
    adviser: str | None = None
    position: str | None = None
    resume: bool | None = None
    plain: bool = False
    menus: bool = False
    matches: Matches = field(default_factory=Matches, compare=False)
    looks: Callable[[str, str], None] | None = field(default=None, compare=False)

    @property
    def cards_are_open(self) -> bool:
        """Whether the cards are left entirely to chance."""
        return self.seed is None and self.deck is None and self.position is None

    @property
    def screen(self) -> Screen:
        """The screen to ask and print on."""
        return Screen(aloud=self.plain, others=self.look_back)

    def look_back(self, answer: str) -> bool:
        """Show what was played before, or a puzzle, if an answer asks for it; whether it did."""
        verb = verb_in(answer)
        if self.looks is None or verb is None or verb[0].name not in LOOKS:
            return False
        try:
            self.looks(verb[0].name, verb[1])
        except DealtError as error:
            Console().say(str(error))
        return True

    @property
    def runs_menus(self) -> bool:
        """Whether the menus of a game's document are shown: where asked for, and to a script."""
        return self.menus or not (self.plain or is_terminal())

    @property
    def resumes(self) -> bool:
        """Whether an unfinished match is resumed; by default a script begins a new one."""
        if self.resume is None:
            return is_terminal() and self.cards_are_open
        return self.resume

    def refuse(self, *names: str, problem: str, **facts: str) -> None:
        """Raise SetupError if any of these options is set; `problem` is a message."""
        for name in names:
            if getattr(self, name):
                flag = {"seats": "seat", "options": "option"}.get(name, name)
                raise SetupError(problem, option=f"--{flag}", **facts)

    def latest(self, game: Game) -> ClientMatch | None:
        """The latest unfinished match that fits the order, if it is to be resumed.

        A line says so.
        """
        if not self.resumes:
            return None
        table = self.matches.find(game, self.seats, self.settings(game))
        if table is None:
            return None
        match = self.matches.resume(game, table)
        Console().say(say(RESUMING), cards=False)
        return match

    def settings(self, game: Game) -> dict[str, Any]:
        """The fields of `Settings` in the order, without the seats.

        Raises:
            DealtError: the order is not possible.
        """
        settings: dict[str, Any] = {}
        if self.options:
            game.option_values(self.options)
            settings["options"] = dict(self.options)
        for name in ("seed", "rounds", "position"):
            if getattr(self, name) is not None:
                settings[name] = getattr(self, name)
        if self.deck is not None:
            (deck,) = decks_for(game, self, len(self.seats) or game.seats_offered)
            settings["deck"] = " ".join(deck)
        return settings

    def hints_shown(self, *, unless_said: bool = True) -> Hints:
        """The hints shown at a person's turn; `unless_said` is the default for the game's own."""
        return Hints(own=unless_said if self.hints is None else self.hints, adviser=self.adviser)


def screen_order(game: Game | None, order: Order) -> dict[str, Any]:
    """An order in the form that the full screen takes, see `clients.plan.Plan`.

    Raises:
        DealtError: the order is not possible.
    """
    if game is None:
        return {}
    games.add(game.name)
    if order.position is not None:
        seats = order.seats or seats_in(game, order.position)
        order = replace(order, seats=seats, rounds=order.rounds or 1)
    settings = order.settings(game)
    return {"game": game.name, "seats": order.seats, "settings": settings, "resumes": order.resumes}


def seats_in(game: Game, position: str) -> list[str]:
    """The seats of a position: a person to move, and computer players."""
    other = games.game(game_name(position))
    if other.name != game.name:
        raise SetupError(
            "the position is one of {other}, not of {game}", other=other.name, game=game.name
        )
    state = read_position(game, position)
    others = agents.usual(game)
    return [PERSON if seat == state.turn else others for seat in range(state.seats)]


def decks_for(game: Game, order: Order, seats: int) -> list[list[str]]:
    """The stacked deck of the order, if any, checked for the number of players."""
    pack = game.deck_for(seats, game.option_values(order.options))
    return [] if order.deck is None else [read_deck(order.deck, pack)]
