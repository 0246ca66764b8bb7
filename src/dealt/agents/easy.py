"""A player that plays as `good` does among the moves it notices: it errs as people do.

Each move is overlooked with the same chance, by itself: a meld, a pile worth taking, the best card
to discard. So the errors are the next best moves, seldom worse ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dealt.core.agent import Action, Agent, PolicyAgent
from dealt.core.chance import PLAYERS, below, new_rng, start
from dealt.core.game import Game
from dealt.core.view import View

EASY = "easy"
RATE = 25  # per cent of the moves that are overlooked
_NAME = re.compile(rf"{EASY}(?:-(\d\d?|100))?")


def rate_in(name: str) -> int | None:
    """How many moves the player of this name overlooks, in per cent; None: it is another level."""
    matched = _NAME.fullmatch(name)
    if matched is None:
        return None
    return RATE if matched[1] is None else int(matched[1])


class EasyAgent:
    """Overlooks moves, and plays the best of the others; the choices depend only on the seed.

    Args:
        game: the game.
        player: judges the moves.
        seed: determines what is overlooked.
        rate: how many moves are overlooked, in per cent: with 0 it plays as `player` does, with
            100 at random.
    """

    def __init__(self, game: Game, player: Agent, seed: int, rate: int = RATE) -> None:
        self.name = EASY if rate == RATE else f"{EASY}-{rate}"
        self._game, self._player, self._rate = game, player, rate
        self._rng = new_rng()
        start(self._rng, seed, 0, PLAYERS)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The best of the actions noticed; any action if none was."""
        noticed = [each for each in actions if below(self._rng, 100) >= self._rate]
        by_id = {each.id: each for each in noticed or [actions[below(self._rng, len(actions))]]}
        for number in self._ranked(view, actions, [*by_id]):
            if number in by_id:
                return by_id[number]
        return [*by_id.values()][below(self._rng, len(by_id))]

    def _ranked(self, view: View, actions: Sequence[Action], noticed: list[int]) -> list[int]:
        """Actions in the order in which the player would take them, as far as it can say."""
        search = self._game.bots.search
        if not isinstance(self._player, PolicyAgent) or search is None or search.shortlist is None:
            return [self._player.choose(view, actions).id]
        obs, ids = list(view.observation), [each.id for each in actions]
        chosen = self._player.policy(obs, [*noticed], len(noticed))
        # a player that looks at its hand may choose what was overlooked
        return [chosen, *ids[: search.shortlist(obs, ids, len(ids), len(ids))]]
