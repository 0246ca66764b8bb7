"""Decisions of a seat as they were judged: what a review consists of, as data."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

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
        effort: share of the usual number of possible deals, see `judge`.
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
    effort: float
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
