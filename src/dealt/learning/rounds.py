"""Shared by the adapters: games and options as arguments, seeds, rewards, copies."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from dealt.errors import SetupError
from dealt.extras import not_installed

if TYPE_CHECKING:
    from dealt.core.game import Game

Options = Mapping[str, int | str]

SEEDS = 1 << 62  # seeds that adapters draw for rounds and players are below it


def missing(library: str, extra: str) -> SetupError:
    """The error raised if an adapter's library is not installed."""
    return SetupError(not_installed(library, extra))


def worst_reward(game: Game) -> int:
    """The lowest possible reward of a round."""
    return min(map(game.worth, game.sizes.score_bounds))


class Sharing:
    """What copies share until one of them is asked for it, as copying it takes long."""

    _shared: frozenset[str] = frozenset()

    def _share(self, twin: Sharing, *names: str) -> None:
        """Let a copy share attributes."""
        self._shared = twin._shared = frozenset(names)

    def _own(self, name: str) -> Any:
        """An attribute, which from now on no copy shares."""
        if name in self._shared:
            setattr(self, name, deepcopy(getattr(self, name)))
            self._shared -= {name}
        return getattr(self, name)
