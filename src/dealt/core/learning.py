"""What a game gives to players that learn to weigh its moves, in the language of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dealt.core.agent import Policy
from dealt.core.fields import Numbers


@dataclass(frozen=True)
class Features:
    """What moves are looked at for.

    A player that weighs takes the action whose numbers, each times its weight, add up to most;
    equal: the one with the lowest id.

    Attributes:
        names: of the numbers, in order.
        facts: how many numbers `prepare` writes.
        prepare: prepare(observation, facts), once for each decision.
        describe: describe(facts, action, out): the numbers of one action.
        weights: those learned so far.
        opponents: players to learn against, two at most; it also meets itself.
        seats: how many sit at a table when it learns.
    """

    names: tuple[str, ...]
    facts: int
    prepare: Callable[[Numbers, Numbers], None]
    describe: Callable[[Numbers, int, Numbers], None]
    weights: tuple[int, ...]
    opponents: tuple[Policy, ...]
    seats: int
