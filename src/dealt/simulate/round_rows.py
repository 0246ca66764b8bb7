"""Rounds of many matches as rows, for files of rounds and for counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from dealt.core.sheet import data_frame
from dealt.simulate.shards import Counts, Memory, Span

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.simulate.distributions import Bins


@dataclass(frozen=True)
class RoundRows:
    """Rounds in the order of their matches, one row each; lists, or arrays from compiled play.

    Attributes:
        matches: number of the match of each round, from 0.
        rounds: number of the round in its match, from 1.
        decisions: number of decisions.
        points: points of each seat, [seat][row].
    """

    matches: Any
    rounds: Any
    decisions: Any
    points: Sequence[Any]

    def columns(self) -> Mapping[str, Any]:
        """The rows by column: `match`, `round`, `decisions`, and `points_1` for the first seat."""
        return {
            "match": self.matches,
            "round": self.rounds,
            "decisions": self.decisions,
            **{f"points_{seat}": each for seat, each in enumerate(self.points, 1)},
        }

    @classmethod
    def joined(cls, parts: Sequence[tuple[Any, int, Any, Any]], first: int) -> RoundRows:
        """The rows of matches from compiled play, which goes round by round.

        Args:
            parts: for each round the numbers of its matches, the number of the round from 1, the
                points [match, seat], and the decisions.
            first: number of the first match.
        """
        import numpy as np

        matches = np.concatenate([part[0] for part in parts])
        order = np.argsort(matches, kind="stable")  # rounds of a match stay in order
        rounds = np.concatenate([np.full(len(part[0]), part[1]) for part in parts])[order]
        points = np.concatenate([part[2] for part in parts])[order]
        decisions = np.concatenate([part[3] for part in parts])[order]
        return cls(matches[order] + first, rounds, decisions, list(points.T))


def counts_of(game: Game, rows: RoundRows, n: int, bins: Sequence[Bins]) -> list[int]:
    """The counts of `n` matches from arrays of rows, see `dealt.simulate.matches.count_shard`.

    Args:
        game: the game.
        rows: all rounds of the matches.
        n: number of matches.
        bins: those of round lengths, then those of each seat's points.
    """
    import numpy as np

    which = rows.matches - rows.matches[0]
    totals = np.zeros((n, len(rows.points)), np.int64)
    np.add.at(totals, which, np.column_stack(rows.points))
    lengths = np.zeros(n, np.int64)
    np.add.at(lengths, which, rows.decisions)
    rounds = np.bincount(which, minlength=n)
    counts = [n, *(int((part**power).sum()) for part in (rounds, lengths) for power in (1, 2))]
    worth = totals * game.worth(1)
    leads = worth == worth.max(axis=1, keepdims=True)
    if len(rows.points) == 1:
        leads[:] = False  # nobody to win against
    is_shared = leads.sum(axis=1) > 1
    for seat in range(len(rows.points)):
        wins, points = leads[:, seat], totals[:, seat]
        counts += [int(wins.sum()), int((wins & is_shared).sum())]
        counts += [int(points.sum()), int((points**2).sum())]
    for each, numbers in zip(bins, (rows.decisions, *rows.points), strict=True):
        places = np.clip((numbers - each.least) // each.width + 1, 0, each.count + 1)
        counts += np.bincount(places, minlength=each.count + 2).tolist()
    return counts


class Rounds:
    """Collects all rounds of a simulation: pass its `add` to `simulate` as `rows`."""

    def __init__(self) -> None:
        self._parts: list[Mapping[str, Any]] = []

    def add(self, rows: RoundRows) -> None:
        """Add the next rounds."""
        self._parts.append(rows.columns())

    def to_frame(self) -> Any:
        """A data frame with a row for each round, see `RoundRows.columns`."""
        names = self._parts[0] if self._parts else ()
        return data_frame({name: [*chain(*(part[name] for part in self._parts))] for name in names})


class RowsInOrder(Memory):
    """A ledger in memory that passes the rows of shards on, in the order of the matches.

    Args:
        receive: called with the rows of each shard.
    """

    def __init__(self, receive: Callable[[RoundRows], None]) -> None:
        super().__init__()
        self._receive = receive
        self._waiting: dict[int, tuple[int, RoundRows]] = {}
        self._next = 0

    def add(self, span: Span, counts: Counts) -> None:
        """Store a finished shard, and pass on the rows whose turn it is."""
        assert isinstance(counts, CountedRows)
        super().add(span, list(counts))
        self._waiting[span.first] = span.n, counts.rows
        while self._next in self._waiting:
            n, rows = self._waiting.pop(self._next)
            self._next += n
            self._receive(rows)


class CountedRows(list[int]):
    """The counts of a shard, with its rows.

    Attributes:
        rows: the rounds of the shard.
    """

    def __init__(self, counts: Sequence[int], rows: RoundRows) -> None:
        super().__init__(counts)
        self.rows = rows

    def __reduce__(self) -> tuple[Any, ...]:
        return CountedRows, (list(self), self.rows)
