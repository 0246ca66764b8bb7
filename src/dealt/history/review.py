"""The review of a match: what each decision of a seat cost, and how good its cards were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from dealt.core.match import Match
from dealt.errors import SetupError
from dealt.history.judging import Judged, judge, standing, unit_of

_COSTLIEST = 3


@dataclass(frozen=True)
class Decision:
    """One decision of the reviewed seat.

    Attributes:
        step: its place among the steps of the match.
        round: number of the round, from 0.
        number: how many actions of the round came before.
        judged: what it cost.
        hint: what the game gave as a hint at that moment; it may be empty.
    """

    step: int
    round: int
    number: int
    judged: Judged
    hint: str

    def to_data(self) -> dict[str, Any]:
        """The decision for JSON; rounds and moves are counted from 1."""
        judged = self.judged
        return {
            "round": self.round + 1,
            "move": self.number + 1,
            "played": judged.move.text,
            "best": judged.best.text,
            "cost": judged.cost,
            "standard_error": judged.error,
            "deals": judged.deals,
            "exact": judged.exact,
            "mistake": judged.is_mistake,
            "reason": judged.reason,
            "hint": self.hint,
        }


@dataclass(frozen=True)
class Summary:
    """Cards and skill of one seat in a match, apart.

    Attributes:
        name: the player.
        unit: a message: the unit of all values.
        rounds: rounds that count: those of which every decision was judged.
        decisions: what was judged, in order of play.
        cards: how far ahead the cards were at its first turn, on average over the rounds, if
            everybody plays on by the rule of thumb; with its standard error.
        cost: what its decisions cost in a round, on average; with its standard error. It can be a
            little below 0, by chance.
    """

    name: str
    unit: str
    rounds: int
    decisions: tuple[Decision, ...]
    cards: tuple[float, float]
    cost: tuple[float, float]

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """What chance does not explain, the costliest first."""
        mistakes = [each for each in self.decisions if each.judged.is_mistake]
        return tuple(sorted(mistakes, key=lambda each: -each.judged.cost))

    @property
    def costliest(self) -> tuple[Decision, ...]:
        """The mistakes that cost most."""
        return self.mistakes[:_COSTLIEST]

    def to_data(self) -> dict[str, Any]:
        """The summary for JSON."""
        return {
            "name": self.name,
            "unit": self.unit,
            "rounds": self.rounds,
            "cards": {"mean": self.cards[0], "standard_error": self.cards[1]},
            "cost": {"mean": self.cost[0], "standard_error": self.cost[1]},
            "mistakes": len(self.mistakes),
            "decisions": [each.to_data() for each in self.decisions],
        }


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

    Attributes:
        match: the match.
        seat: number of the seat.
        decisions: what has been judged so far.
        total: how many decisions there are; a move without an alternative is not one.
    """

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.steps = match.steps
        self.decisions: list[Decision] = []
        self._places: list[int] = []
        self._first_turns: dict[int, int] = {}  # the step of the first turn in a round
        for place, step in enumerate(self.steps):
            if step.move is not None and step.table.seat_in_turn == seat:
                self._first_turns.setdefault(step.round, place)
                if len(step.table.actions) > 1:
                    self._places.append(place)
        self.total = len(self._places)

    def __iter__(self) -> Iterator[Decision]:
        """Judge what has not been judged yet."""
        for place in self._places[len(self.decisions) :]:
            step = self.steps[place]
            assert step.move is not None, "a decision without a move"
            judged = judge(step.table, step.move, salt=str(step.round))
            hint = step.table.hint()
            self.decisions.append(Decision(place, step.round, step.number, judged, hint))
            yield self.decisions[-1]

    def summary(self) -> Summary:
        """What has been judged so far; a round that is not finished does not count."""
        count = len(self.decisions)
        left = self.steps[self._places[count]].round if count < self.total else None
        rounds = [n for n in self._first_turns if left is None or n < left]
        tables = [self.steps[self._first_turns[n]].table for n in rounds]
        judged = [each.judged for each in self.decisions if each.round in rounds]
        return Summary(
            name=self.match.names[self.seat],
            unit=unit_of(self.match.game),
            rounds=len(rounds),
            decisions=tuple(self.decisions),
            cards=_a_round([standing(table) for table in tables], len(rounds)),
            cost=_a_round([(each.cost, each.error) for each in judged], len(rounds)),
        )


def _a_round(values: Sequence[tuple[float, float]], rounds: int) -> tuple[float, float]:
    """The sum of independent values with their errors, by round."""
    n = max(1, rounds)
    return sum(value for value, _ in values) / n, hypot(*(error for _, error in values)) / n
