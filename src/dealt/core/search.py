"""What a game gives to players that search: functions in the language of the rules.

A search works in a few states: ROOT, a possible deal of all that its seat cannot know; DEAL, the
possible deal at hand; PLAYED, a round that is being played out; PAST, room for what has been.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dealt.core.agent import Policy
from dealt.core.chance import Words, below
from dealt.core.fields import Numbers
from dealt.core.verbs import redeal, unbound
from dealt.language import message

ROOT, DEAL, PLAYED, PAST = range(4)
STATES = 4

# the kinds of players who play a round out: at random, as the one who searches, or as the others
RANDOM, OWN, OTHERS = range(3)
MOST_OTHERS = 2

# of the most promising actions: shortlist(observation, open actions, how many, most) -> how many
Shortlist = Callable[[Numbers, Numbers, int, int], int]


def copy_state(states: Any, to: int, source: int) -> None:
    """Stands for the copying of a state, which lists and arrays do differently."""
    raise unbound("copy_state")


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
    """Make states[DEAL] a deal that could be, and say who plays as whom.

    This is the deal for games that say nothing better: each possible one equally likely, and each
    other seat as likely to be of one kind as of another.

    Args:
        states: see the module; states[DEAL] is the last deal, if there was one.
        seat: the seat that searches.
        rng: a generator.
        number: how many deals there were before.
        others: how many kinds of other players there are.
        past: the actions of the round so far, as the seat heard of them: seat, action, seat,
            action and so on; -1 for an action that it did not see.
        kinds: gets the kind of player for each seat.
        out: scratch: room for all actions.
        seen: scratch: room for an observation.
    """
    copy_state(states, DEAL, ROOT)
    redeal(states[DEAL], seat, rng)
    for other in range(states[DEAL].seats):
        kinds[other] = OTHERS + below(rng, others)
    kinds[seat] = OWN


NextDeal = Callable[[Any, int, Words, int, int, Numbers, Numbers, Numbers, Numbers], None]


@dataclass(frozen=True)
class Searching:
    """What a search of a game stands on.

    Attributes:
        player: plays the rounds out in the seat that searches; its choice is to be bettered.
        others: how the other seats may play, MOST_OTHERS at most.
        next_deal: deals that could be, see `next_deal`.
        shortlist: puts the most promising actions first, for games that offer very many.
        longest: decisions after which a round that is played out is scored as it stands.
        guard: standard errors by which an action must be better than the player's choice.
        playouts: how many rounds are played out for a choice, unless told.
        sure: standard errors after which an action that is worse than the player's choice is no
            longer tried, nor is one that is alone and better; 0: all have their share of playouts.
        unit: what the scores of a round are counted in.
        constant_sum: all scores of a round add up to the same, as places do; a choice is then said
            to be better by one's own score, not by the distance to the others.
        ending: ending(a possible deal, seat) -> an action that is sure to be the best, -1 if none
            is known to be; it is asked first, and plain.
    """

    player: Policy
    others: tuple[Policy, ...]
    next_deal: NextDeal = next_deal
    shortlist: Shortlist | None = None
    longest: int = 400
    guard: float = 1.5
    playouts: int = 4_000
    sure: float = 0.0
    unit: str = message("points")
    constant_sum: bool = False
    ending: Callable[[Any, int], int] | None = None
