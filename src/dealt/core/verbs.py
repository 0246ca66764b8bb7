"""The verbs that the rules of every game define, as a game's drivers see them.

These have no bodies: a driver that calls `legal(s, out)` is bound to the verbs of one game, see
`dealt.core.compiled`.  `s` is a state whose seats, options and carried-over fields are set.
"""

from typing import Any

from dealt.core.chance import Words
from dealt.core.fields import Numbers


def deal(s: Any, deck: Numbers) -> None:
    """Fill a fresh round from a deck order."""


def carry_over(s: Any, before: Any) -> None:
    """Set in `s`, the next round, what the finished round `before` leaves to it."""


def legal(s: Any, out: Numbers) -> int:  # type: ignore[empty-body]
    """Write the ids of the open actions into `out`, ascending; return how many.

    The only statement of legality; the order is part of the contract.
    """


def apply(s: Any, action: int) -> None:
    """Play an action that `legal` offers."""


def is_over(s: Any) -> bool:  # type: ignore[empty-body]
    """Whether the round has ended."""


def score(s: Any, out: Numbers) -> None:
    """Write the points of each seat, in the game's own terms."""


def observe(s: Any, seat: int, out: Numbers) -> None:
    """Write what `seat` may know, as numbers."""


def redeal(s: Any, seat: int, rng: Words) -> None:
    """Replace what `seat` cannot know by another possible deal."""
