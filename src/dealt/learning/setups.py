"""Games with seats and options, and the positions a round begins with, for search programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from dealt import games
from dealt.core.position import read_position
from dealt.errors import SetupError

if TYPE_CHECKING:
    from dealt.cards import Deck
    from dealt.core.chance import CardByCard
    from dealt.core.game import Game


@dataclass(frozen=True, eq=False)
class SetUp:
    """A game with seats and options, and its deal.

    Attributes:
        game: the game.
        seats: number of seats.
        options: all options with their values.
        text: of the position that a round begins with; empty: the deal.
        deals: number of deals of the cards that the position leaves open, all equally likely.
    """

    game: Game
    seats: int
    options: dict[str, int]
    text: str = ""
    deals: int = 1

    @cache  # noqa: B019 - set-ups are never freed
    def world(self, number: int) -> Any:
        """The state that a round begins with in one of the deals of a position."""
        return read_position(self.game, self.text, seed=number)

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
        """The deal, card by card."""
        return self.game.cards.dealing(self.pack, self.game.replaces(self.options))

    @cached_property
    def size(self) -> int:
        """The number of cards in the deck."""
        return len(self.pack)

    @cached_property
    def texts(self) -> dict[int, tuple[str, str]]:
        """A cache of actions as texts, in full and in public."""
        return {}

    def lines(self, actor: int, action: int) -> tuple[str, str]:
        """The lines for an action of a seat, in full and in public."""
        if action not in self.texts:
            in_full = self.game.words.action_text(action)
            self.texts[action] = in_full, self.game.wording.public_text(action)
        in_full, public = self.texts[action]
        name = self.names[actor]
        return f"\n{name}: {in_full}", f"\n{name}: {public}"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """`seat 0`, `seat 1` and so on."""
        return tuple(f"seat {seat}" for seat in range(self.seats))


# set-ups by game, seats and options, so that an unpickled position shares that of the others
_SET_UPS: dict[tuple[Any, ...], SetUp] = {}


def set_up(
    game: Game, seats: int, options: Mapping[str, int | str], text: str = "", deals: int = 1
) -> SetUp:
    """A game with seats and options; the same arguments give the same object.

    Args:
        game: the game.
        seats: number of seats.
        options: options by name.
        text: of a position, which has seats and options of its own; see `SetUp`.
        deals: see `SetUp`.

    Raises:
        SetupError: the seats or options are not available, or the game has no such position.
        ParseError: the position cannot be read.
    """
    if deals < 1:
        raise SetupError(f"{deals} deals; at least one is needed")
    if text:
        s = read_position(game, text)
        seats, options = s.seats, {each.name: getattr(s, each.name) for each in game.options}
    game.check_seats(seats)
    values = game.option_values(options)
    key = (game.name, seats, tuple(values.items()), text, deals)
    if key not in _SET_UPS or _SET_UPS[key].game is not game:
        _SET_UPS[key] = SetUp(game, seats, values, text, deals)
    return _SET_UPS[key]


def known_set_up(name: str, seats: int, options: Mapping[str, int], text: str, deals: int) -> SetUp:
    """The set-up of an unpickled position, see `set_up`, including games of your own."""
    key = name, seats, tuple(options.items()), text, deals
    return _SET_UPS.get(key) or set_up(games.game(name), seats, options, text, deals)
