"""The review of a match: what each decision of a seat cost, and how good its cards were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from dealt.core.match import Match
from dealt.errors import SetupError
from dealt.history.decisions import Decision, Summary
from dealt.history.judging import Judged, judge, standing, unit_of, usual_effort


def review(match: Match, seat: str | int, *, is_ended: bool = False) -> Review:
    """The review of a seat, which looks only at what that seat could know.

    Args:
        match: a match that is over, such as `dealt.replay(record)`.
        seat: name or number of the seat.
        is_ended: the match was ended before its last round was over, and will not go on.

    Raises:
        SetupError: the match is still running, or nobody has this seat.
    """
    if not (match.is_over or is_ended):
        raise SetupError("the match is still running: a review is made once it is over")
    return Review(match, match.table.seat(seat))


class Review:
    """A review being made: decisions are judged one by one, in order of play.

    Args:
        match: the match.
        seat: number of the seat.
        judged: what has been judged before, from the beginning.
        effort: share of the usual number of possible deals, see `judge`.

    Attributes:
        judged: what has been judged so far, with the first turns of rounds.
    """

    def __init__(
        self,
        match: Match,
        seat: int,
        judged: Sequence[Decision] = (),
        effort: float | None = None,
    ) -> None:
        self.match, self.seat = match, seat
        self.effort = usual_effort() if effort is None else effort
        self.steps = match.steps
        self._places: list[tuple[int, bool]] = []  # steps, and whether it is the first of a round
        first = set()
        for place, step in enumerate(self.steps):
            if step.move is not None and step.table.seat_in_turn == seat:
                if step.round not in first or len(step.table.actions) > 1:
                    self._places.append((place, step.round not in first))
                first.add(step.round)
        self.total = len(self._places)
        self.judged = [*judged[: self.total]]

    def __iter__(self) -> Iterator[Decision]:
        """Judge what has not been judged yet."""
        for place, is_first in self._places[len(self.judged) :]:
            self.judged.append(self._judge(place, is_first=is_first))
            yield self.judged[-1]

    def _judge(self, place: int, *, is_first: bool) -> Decision:
        step = self.steps[place]
        table, move = step.table, step.move
        assert move is not None, "a decision without a move"
        decision: dict[str, Any] = {"best": move.text, "forced": True}
        if len(table.actions) > 1:
            judged = judge(table, move, salt=str(step.round), effort=self.effort)
            decision = {**_verdict(judged), "hint": table.hint()}
        return Decision(
            step=place, round=step.round, number=step.number, played=move.text,
            phrase=self.match.game.wording.action_phrase(move.id),
            ahead=standing(table, effort=self.effort) if is_first else None,
            **decision,
        )  # fmt: skip

    def summary(self) -> Summary:
        """What has been judged so far; a round that is not finished does not count."""
        count = len(self.judged)
        left = self.steps[self._places[count][0]].round if count < self.total else None
        judged = [each for each in self.judged if left is None or each.round < left]
        cards = [each.ahead for each in judged if each.ahead is not None]
        return Summary(
            name=self.match.names[self.seat],
            unit=unit_of(self.match.game),
            left=self.total - count,
            effort=self.effort,
            rounds=len(cards),
            decisions=tuple(each for each in self.judged if not each.forced),
            cards=_a_round(cards, len(cards)),
            cost=_a_round([(each.cost, each.error) for each in judged], len(cards)),
        )


def _verdict(judged: Judged) -> dict[str, Any]:
    return {
        "best": judged.best.text,
        "cost": judged.cost,
        "error": judged.error,
        "deals": judged.deals,
        "exact": judged.exact,
        "mistake": judged.is_mistake,
        "reason": judged.reason,
    }


def _a_round(values: Sequence[tuple[float, float]], rounds: int) -> tuple[float, float]:
    """The sum of independent values with their errors, by round."""
    n = max(1, rounds)
    return sum(value for value, _ in values) / n, hypot(*(error for _, error in values)) / n
