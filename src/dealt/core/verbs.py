"""The verbs that the rules of every game define, as a game's drivers see them.

A driver that calls `legal(s, out)` is bound to the verbs of one game by `dealt.core.compiled`;
without that, verbs raise an error.  `s` is a state in which the seats, the options and anything
carried over are set.
"""

from typing import Any

from dealt.core.chance import Words
from dealt.core.fields import Numbers


def unbound(verb: str) -> TypeError:
    """The error raised by a verb that is not bound to a game."""
    return TypeError(f"verb {verb!r} is bound to no game; see dealt.core.compiled")


def copy_state(states: Any, to: int, source: int) -> None:
    """Make one of some states a copy of another; bound for lists and for arrays, not by a game."""
    raise unbound("copy_state")


def deal(s: Any, deck: Numbers) -> None:
    """Deal a fresh round from a deck order.

    Every field except the seats, the options and what carries over is set here.
    """
    raise unbound("deal")


def carry_over(s: Any, before: Any) -> None:
    """Copy into `s`, the next round, what carries over from the finished round `before`."""
    raise unbound("carry_over")


def legal(s: Any, out: Numbers) -> int:
    """Write the ids of the open actions into `out`, ascending; return their number.

    The only place that decides what is legal; the order is part of the contract.
    """
    raise unbound("legal")


def apply(s: Any, action: int) -> None:
    """Play an action that `legal` offers."""
    raise unbound("apply")


def is_over(s: Any) -> bool:
    """Whether the round has ended."""
    raise unbound("is_over")


def score(s: Any, out: Numbers) -> None:
    """Write the points of each seat, in the game's own units."""
    raise unbound("score")


def observe(s: Any, seat: int, out: Numbers) -> None:
    """Write what `seat` may know, as numbers."""
    raise unbound("observe")


def redeal(s: Any, seat: int, rng: Words) -> None:
    """Replace what `seat` cannot know with another possible deal."""
    raise unbound("redeal")
