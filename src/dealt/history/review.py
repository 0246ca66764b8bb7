"""The review of a match: what each decision of a seat cost, and how good its cards were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from msgspec import Struct

from dealt.core.match import Match
from dealt.errors import SetupError
from dealt.history.judging import Judged, judge, standing, unit_of

_COSTLIEST = 3


class Decision(Struct, frozen=True, kw_only=True):
    """One decision of the reviewed seat, or its first turn in a round; texts are in one language.

    Attributes:
        step: its place among the steps of the match.
        round: number of the round, from 0.
        number: how many actions of the round came before.
        played, best: the move and the best one, as typed; the same if none looked better.
        phrase: the move in words.
        forced: it was the only move, so that nothing was decided.
        cost: by how much the best move is better, in units; luck can make it negative.
        error: standard error of the cost; 0 if it is exact.
        deals: possible deals in which the two were compared; 0: none.
        exact: whether the cost is known for certain.
        mistake: whether the cost matters, and chance does not explain it.
        reason: the comparison, in the words of a hint.
        hint: the hint of the game at that moment; it may be empty.
        ahead: at the first turn of a round, how far ahead its cards are; with its standard error.
    """

    step: int
    round: int
    number: int
    played: str
    best: str
    phrase: str
    forced: bool = False
    cost: float = 0.0
    error: float = 0.0
    deals: int = 0
    exact: bool = False
    mistake: bool = False
    reason: str = ""
    hint: str = ""
    ahead: tuple[float, float] | None = None

    def to_data(self) -> dict[str, Any]:
        """The decision for JSON; rounds and moves are counted from 1."""
        return {
            "round": self.round + 1,
            "move": self.number + 1,
            "played": self.played,
            "best": self.best,
            "cost": self.cost,
            "standard_error": self.error,
            "deals": self.deals,
            "exact": self.exact,
            "mistake": self.mistake,
            "reason": self.reason,
            "hint": self.hint,
        }


class Summary(Struct, frozen=True, kw_only=True):
    """Cards and skill of one seat in a match, apart.

    Attributes:
        name: the player.
        unit: a message: the unit of all values.
        left: how many decisions are not judged yet.
        rounds: rounds that count: those of which every decision was judged.
        decisions: what was judged, in order of play.
        cards: how far ahead the cards were at its first turn, on average over the rounds, if
            everybody plays on by the rule of thumb; with its standard error.
        cost: what its decisions cost in a round, on average; with its standard error. It can be a
            little below 0, by chance.
    """

    name: str
    unit: str
    left: int
    rounds: int
    decisions: tuple[Decision, ...]
    cards: tuple[float, float]
    cost: tuple[float, float]

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """What chance does not explain, the costliest first."""
        mistakes = [each for each in self.decisions if each.mistake]
        return tuple(sorted(mistakes, key=lambda each: -each.cost))

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

    Args:
        match: the match.
        seat: number of the seat.
        judged: what has been judged before, from the beginning.
        effort: share of the usual number of possible deals, see `judge`.

    Attributes:
        judged: what has been judged so far, with the first turns of rounds.
    """

    def __init__(
        self, match: Match, seat: int, judged: Sequence[Decision] = (), effort: float = 1.0
    ) -> None:
        self.match, self.seat, self.effort = match, seat, effort
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
