"""What a game gives to players that learn to weigh moves, in the language of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dealt.core.agent import Policy
from dealt.core.fields import Numbers


@dataclass(frozen=True)
class Features:
    """The numbers by which moves are judged.

    A weighing player multiplies each number by its weight and takes the action with the largest
    sum; among equals, the one with the lowest id.

    Attributes:
        names: names of the numbers, in order.
        facts: length of what `prepare` writes.
        prepare: prepare(observation, facts), called once for each decision.
        describe: describe(facts, action, out) writes the numbers of one action.
        weights: the weights learned so far.
        opponents: players to learn against, at most two; it also plays against itself.
        seats: number of players at the table while it learns.
        heaviest: heaviest(observation, open actions, how many, weights) -> the action of a player
            with these weights, for a game in which some choices are not made by features; None:
            the one with the largest sum.
    """

    names: tuple[str, ...]
    facts: int
    prepare: Callable[[Numbers, Numbers], None]
    describe: Callable[[Numbers, int, Numbers], None]
    weights: tuple[int, ...]
    opponents: tuple[Policy, ...]
    seats: int
    heaviest: Callable[[Numbers, Numbers, int, Sequence[int]], int] | None = None
