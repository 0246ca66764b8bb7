"""The verbs that the rules of every game define, as a game's drivers see them.

A driver that calls `legal(s, out)` is bound to the verbs of one game by `dealt.core.compiled`;
called without that they raise.  `s` is a state whose seats, options and what carries over are set.
"""

from typing import Any

from dealt.core.chance import Words
from dealt.core.fields import Numbers


def unbound(verb: str) -> TypeError:
    """The error of a verb that no game has been bound to."""
    return TypeError(f"verb {verb!r} is bound to no game; see dealt.core.compiled")


def deal(s: Any, deck: Numbers) -> None:
    """Fill a fresh round from a deck order."""
    raise unbound("deal")


def carry_over(s: Any, before: Any) -> None:
    """Set in `s`, the next round, what the finished round `before` leaves to it."""
    raise unbound("carry_over")


def legal(s: Any, out: Numbers) -> int:
    """Write the ids of the open actions into `out`, ascending; return how many.

    The only statement of legality; the order is part of the contract.
    """
    raise unbound("legal")


def apply(s: Any, action: int) -> None:
    """Play an action that `legal` offers."""
    raise unbound("apply")


def is_over(s: Any) -> bool:
    """Whether the round has ended."""
    raise unbound("is_over")


def score(s: Any, out: Numbers) -> None:
    """Write the points of each seat, in the game's own terms."""
    raise unbound("score")


def observe(s: Any, seat: int, out: Numbers) -> None:
    """Write what `seat` may know, as numbers."""
    raise unbound("observe")


def redeal(s: Any, seat: int, rng: Words) -> None:
    """Replace what `seat` cannot know by another possible deal."""
    raise unbound("redeal")
