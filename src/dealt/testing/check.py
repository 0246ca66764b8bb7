"""Checks: a check is a promise of every game, and a way to test it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealt.errors import DealtError
from dealt.language import ENGLISH, Phrase, speaking
from dealt.own_code import contained, what_was_raised
from dealt.testing.walk import Broken, Walk

if TYPE_CHECKING:
    from dealt.core.game import Game


def _always() -> None:
    """The condition of checks that need nothing special."""


@dataclass(frozen=True)
class Check:
    """A promise that every game makes, as a function of a game and a seed.

    Attributes:
        name: one word.
        promise: the promise, a sentence without its full stop.
        holds: examines a random match, or just the game if no seed matters; raises Broken, or an
            error of the game.
        is_by_seed: another seed may give another result.
        missing: returns why the check is impossible here; None: it is possible.
    """

    name: str
    promise: str
    holds: Callable[[Any], Any]
    is_by_seed: bool = True
    missing: Callable[[], Phrase | None] = _always

    def __call__(self, game: Game, seed: int = 0) -> Any:
        """Hold the promise against one random match.

        Args:
            game: any game.
            seed: of the match.

        Returns:
            What the check has counted; most count nothing.

        Raises:
            Broken: the promise is not kept; it says what is wrong, and where.
        """
        walk = Walk(game, seed) if self.is_by_seed else None
        with speaking(ENGLISH):  # what a game says of itself is compared with its English
            try:
                with contained:
                    return self.holds(walk or game)
            except Exception as error:  # somebody else's game may run into anything
                broken = _broken(error)
                if walk is not None and broken.where is None:
                    broken.where = walk.where
                raise broken from (error.__cause__ if broken is error else error)

    def __str__(self) -> str:
        return self.name


def _broken(error: Exception) -> Broken:
    """What an error says of a promise."""
    if isinstance(error, Broken):
        return error
    return Broken(error if isinstance(error, DealtError) else what_was_raised(error))


def promised(
    name: str,
    promise: str,
    *,
    is_by_seed: bool = True,
    missing: Callable[[], Phrase | None] = _always,
) -> Callable[[Callable[[Any], Any]], Check]:
    """Turn a function into a check."""

    def decorate(holds: Callable[[Any], Any]) -> Check:
        return Check(name, promise, holds, is_by_seed, missing)

    return decorate
