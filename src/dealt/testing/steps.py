"""Single steps that run plain or compiled: the verbs of a game called with (states, i).

`states` is a list of plain states or a structured array with one row per state.  Compiled code is
always called this way, never with a single record.
"""

from collections.abc import Callable
from typing import Any

from dealt.core.chance import HIDDEN, Words, start
from dealt.core.compiled import apply, carry_over, deal, is_over, legal, observe, redeal, score
from dealt.core.fields import Numbers


def _deal_at(states: Any, i: int, deck: Numbers) -> None:
    """Deal round `i`."""
    deal(states[i], deck)


def _carry_over_at(states: Any, i: int, before: Any, j: int) -> None:
    """Copy into round `i` what carries over from round `j` of `before`."""
    carry_over(states[i], before[j])


def _legal_at(states: Any, i: int, out: Numbers) -> int:
    """Write the open actions of round `i`; return their number."""
    return legal(states[i], out)


def _apply_at(states: Any, i: int, action: int) -> None:
    """Play an action in round `i`."""
    apply(states[i], action)


def _is_over_at(states: Any, i: int) -> bool:
    """Whether round `i` has ended."""
    return is_over(states[i])


def _score_at(states: Any, i: int, out: Numbers) -> None:
    """Write the points of each seat of round `i`."""
    score(states[i], out)


def _observe_at(states: Any, i: int, seat: int, out: Numbers) -> None:
    """Write what `seat` may know of round `i`."""
    observe(states[i], seat, out)


def _redeal_at(states: Any, i: int, seat: int, rng: Words, seed: int) -> None:
    """Replace what `seat` cannot know of round `i`, as determined by `seed`."""
    start(rng, seed, 0, HIDDEN)
    redeal(states[i], seat, rng)


STEPS: dict[str, Callable[..., Any]] = {
    "deal": _deal_at,
    "carry_over": _carry_over_at,
    "legal": _legal_at,
    "apply": _apply_at,
    "is_over": _is_over_at,
    "score": _score_at,
    "observe": _observe_at,
    "redeal": _redeal_at,
}
