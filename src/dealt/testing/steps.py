"""Single steps that run plain or compiled: the verbs of a game called with (states, i).

`states` is a list of plain states or a structured array with one row per state.  Compiled code is
always called this way, never with a single record.
"""

from collections.abc import Callable
from typing import Any

from dealt.core.chance import HIDDEN, Words, start
from dealt.core.fields import Numbers
from dealt.core.verbs import apply, carry_over, deal, is_over, legal, observe, redeal, score


def deal_at(states: Any, i: int, deck: Numbers) -> None:
    """Deal round `i`."""
    deal(states[i], deck)


def carry_over_at(states: Any, i: int, before: Any, j: int) -> None:
    """Copy into round `i` what carries over from round `j` of `before`."""
    carry_over(states[i], before[j])


def legal_at(states: Any, i: int, out: Numbers) -> int:
    """Write the open actions of round `i`; return their number."""
    return legal(states[i], out)


def apply_at(states: Any, i: int, action: int) -> None:
    """Play an action in round `i`."""
    apply(states[i], action)


def is_over_at(states: Any, i: int) -> bool:
    """Whether round `i` has ended."""
    return is_over(states[i])


def score_at(states: Any, i: int, out: Numbers) -> None:
    """Write the points of each seat of round `i`."""
    score(states[i], out)


def observe_at(states: Any, i: int, seat: int, out: Numbers) -> None:
    """Write what `seat` may know of round `i`."""
    observe(states[i], seat, out)


def redeal_at(states: Any, i: int, seat: int, rng: Words, seed: int) -> None:
    """Replace what `seat` cannot know of round `i`, as determined by `seed`."""
    start(rng, seed, 0, HIDDEN)
    redeal(states[i], seat, rng)


STEPS: dict[str, Callable[..., Any]] = {
    "deal": deal_at,
    "carry_over": carry_over_at,
    "legal": legal_at,
    "apply": apply_at,
    "is_over": is_over_at,
    "score": score_at,
    "observe": observe_at,
    "redeal": redeal_at,
}
