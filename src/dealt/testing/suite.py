"""All checks, run on a game one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealt.language import ENGLISH, Phrase, resolve, say, speaking
from dealt.testing import boards, checks, deals, positions, speeds
from dealt.testing.check import Check
from dealt.testing.walk import ROUNDS, Broken

if TYPE_CHECKING:
    from dealt.core.game import Game

# by name, in the order in which they are made
CHECKS: Mapping[str, Check] = {
    check.name: check
    for check in (
        checks.facts_are_complete,
        checks.chance_comes_from_outside,
        checks.rounds_end,
        checks.rounds_repeat,
        deals.deals_begin_anew,
        checks.cards_are_conserved,
        checks.legal_is_what_can_be_played,
        checks.scores_lie_in_bounds,
        checks.numbers_fit_their_fields,
        boards.actions_can_be_said,
        boards.views_are_made_of_parts,
        boards.actions_are_data,
        checks.records_can_be_replayed,
        positions.positions_have_a_text,
        checks.players_choose_what_is_open,
        checks.redealing_reaches_all_that_is_hidden,
        checks.hidden_cards_do_not_show,
        checks.redealing_depends_on_what_is_known,
        checks.redealing_fits_the_past,
        speeds.plain_play_is_compiled_play,
    )
}

USUAL_ROUNDS = 300  # that a check looks at, unless told
PATIENCE = 2.0  # seconds after the first match, unless told how many rounds

# checks without which the others prove nothing
_FIRST = (checks.facts_are_complete, checks.chance_comes_from_outside, checks.rounds_end)
_OK, _FAILED, _SKIPPED = "ok", "failed", "skipped"


@dataclass(frozen=True)
class Result:
    """The result of a check.

    Attributes:
        check: the check.
        status: `ok`, `failed` or `skipped`.
        rounds: number of rounds examined; 0: it needs none.
        broken: what is wrong; None if nothing is.
        reason: why it was skipped or ended early; None if it was run in full.
    """

    check: Check
    status: str
    rounds: int = 0
    broken: Broken | None = None
    reason: Phrase | None = None

    def __str__(self) -> str:
        """One line, in the language that is spoken."""
        if self.broken is not None:
            return f"{self.broken}"
        return say(self.check.promise) if self.reason is None else f"{self.reason}"

    def to_data(self) -> dict[str, Any]:
        """The result as JSON values, with words in English."""
        broken = self.broken
        with speaking(ENGLISH):
            return {
                "check": self.check.name,
                "promise": self.check.promise,
                "status": self.status,
                "rounds": self.rounds,
                "why": None if self.reason is None else str(self.reason),
                "wrong": None if broken is None else str(broken.phrase),
                "facts": {} if broken is None else broken.data(),
                "where": None if broken is None or not broken.where else broken.where.to_data(),
            }


def examine(
    game: Game,
    *,
    rounds: int | None = None,
    seed: int = 0,
    checks: Iterable[Check] = tuple(CHECKS.values()),
) -> Iterator[Result]:
    """Run checks on a game, one after the other; results come as they are found.

    Args:
        game: any game.
        rounds: minimum number of rounds for each check; None: some hundred, or as many as fit into
            a few seconds.
        seed: seed of the first match; later matches use the numbers after it.
        checks: the checks to run, in order.

    Returns:
        One result for each check.
    """
    by_fault: dict[str, Check] = {}  # what is wrong: the check that found it
    first: Check | None = None  # a failed one without which the others prove nothing
    for check in checks:
        missing = check.missing()
        if missing is None and first is not None and (check.is_by_seed or first == _FIRST[0]):
            missing = Phrase("fix {check} first", {"check": first.name})
        if missing is not None:
            yield Result(check, _SKIPPED, reason=missing)
            continue
        result = _result(game, check, rounds, seed)
        if result.broken is not None:
            fault = str(resolve(result.broken.facts.get("wrong", result.broken.phrase)))
            if fault in by_fault:
                reason = Phrase("the same fault as in {check}", {"check": by_fault[fault].name})
                result = Result(check, _SKIPPED, result.rounds, reason=reason)
            elif check in _FIRST:
                first = check
            by_fault.setdefault(fault, check)
        yield result


def _result(game: Game, check: Check, rounds: int | None, seed: int) -> Result:
    """What one check comes to."""
    matches = -(-(rounds or USUAL_ROUNDS) // ROUNDS) if check.is_by_seed else 1
    looked_at, until = 0, 0.0
    for number in range(matches):
        if number == 1:  # what is compiled first does not count
            until = time.monotonic() + PATIENCE
        if number > 1 and rounds is None and time.monotonic() > until:
            reason = Phrase(
                "{promise} (only {n} rounds in the time allowed)",
                {"promise": Phrase(check.promise), "n": looked_at},
            )
            return Result(check, _OK, looked_at, reason=reason)
        looked_at += ROUNDS if check.is_by_seed else 0
        try:
            check(game, seed + number)
        except Broken as broken:
            return Result(check, _FAILED, looked_at, broken)
    return Result(check, _OK, looked_at)
