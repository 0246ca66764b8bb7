"""What a game gives to players that search or learn: functions in the language of the rules.

A search works in a few states: ROOT, a possible deal of all that its seat cannot know; DEAL, the
deal it is trying; PLAYED, a round that it plays to the end; PAST, room for earlier positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dealt.core.agent import Policy
from dealt.core.chance import Words, below
from dealt.core.compiled import copy_state, redeal
from dealt.core.fields import Numbers
from dealt.language import message

ROOT, DEAL, PLAYED, PAST = range(4)
STATES = 4

# the kinds of players who play a round out: at random, as the one who searches, or as the others
RANDOM, OWN, OTHERS = range(3)

# of the most promising actions: shortlist(observation, open actions, how many, most) -> how many
_Shortlist = Callable[[Numbers, Numbers, int, int], int]


def next_deal(
    states: Any,
    seat: int,
    rng: Words,
    number: int,
    others: int,
    past: Numbers,
    kinds: Numbers,
    out: Numbers,
    seen: Numbers,
) -> None:
    """Make states[DEAL] a possible deal, and choose the kind of player in each seat.

    This is the default for games without a better one: all possible deals are equally likely, and
    so are all kinds of other players.

    Args:
        states: see the module; states[DEAL] still holds the previous deal, if there was one.
        seat: the seat that searches.
        rng: a generator.
        number: number of deals tried so far.
        others: number of kinds of other players.
        past: the actions of the round so far, as the seat heard of them: seat, action, seat, action
            and so on; -1 for an action that it did not see.
        kinds: filled with the kind of player in each seat.
        out: scratch: room for all actions.
        seen: scratch: room for an observation.
    """
    copy_state(states, DEAL, ROOT)
    redeal(states[DEAL], seat, rng)
    for other in range(states[DEAL].seats):
        kinds[other] = OTHERS + below(rng, others)
    kinds[seat] = OWN


_NextDeal = Callable[[Any, int, Words, int, int, Numbers, Numbers, Numbers, Numbers], None]


@dataclass(frozen=True)
class Searching:
    """What a search of a game needs.

    Attributes:
        player: plays the searching seat in playouts; the search tries to improve on its choice.
        others: how the other seats may play, at most two ways.
        next_deal: makes possible deals, see `next_deal`.
        shortlist: puts the most promising actions first, for games with very many.
        longest: decisions after which a playout stops and is scored as it stands.
        guard: number of standard errors by which an action must beat the player's choice.
        playouts: default number of playouts per choice.
        sure: number of standard errors after which an action is dropped if it is worse than the
            player's choice, and the search ends if the only other action is better; 0: all get
            their share of playouts.
        unit: the unit of a round's scores.
        constant_sum: all scores of a round add up to the same number, as places do; choices are
            then compared by the player's own score, not by the distance to the others.
        for_match: whether the last of several rounds is played for the match: for the best total,
            not for its own points.
        ending: ending(a possible deal, seat) -> an action that is certainly best, -1 if none is
            known; it is asked first, in plain Python.
    """

    player: Policy
    others: tuple[Policy, ...]
    next_deal: _NextDeal = next_deal
    shortlist: _Shortlist | None = None
    longest: int = 400
    guard: float = 1.5
    playouts: int = 4_000
    sure: float = 0.0
    unit: str = message("points")
    constant_sum: bool = False
    for_match: bool = False
    ending: Callable[[Any, int], int] | None = None


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
