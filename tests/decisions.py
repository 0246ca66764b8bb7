"""Decisions with what a far larger search says of them: `python -m tests.decisions` records them.

Each is a pair of moves, the choice of the simple player and the best of the others at first look,
at some moment of a match between quick players.
"""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

import dealt
from dealt.agents.search import SearchAgent, Tried, plan_of
from dealt.core.table import Table

FILE = Path(__file__).parent / "data" / "search.decisions.json"
_SEARCHES = 16  # of a reference, each with other seeds
_PLAYED = (  # game, players, matches, decisions in all
    ("president", ("good", "AI", "learned", "good"), 3, 38),
    ("mason-rummy", ("good", "good"), 1, 6),
    ("tranca", ("good", "good", "good", "good"), 1, 6),
)


class Decision(NamedTuple):
    """A recorded decision.

    Attributes:
        table: before the move.
        own: the id of the simple player's choice.
        other: the id of the move that is compared with it.
        gain: by how much it is better, by many searches.
        error: the standard error of that.
    """

    table: Table
    own: int
    other: int
    gain: float
    error: float

    def compared(self, seed: int) -> Tried:
        """The other move as one search with the usual number of playouts sees it."""
        return compared(self.table, self.own, self.other, seed)


def recorded() -> list[Decision]:
    """All recorded decisions."""
    matches = [
        (dealt.replay(json.dumps(row["record"])), row) for row in json.loads(FILE.read_text())
    ]
    return [
        Decision(match.at(number, moves), own, other, gain, error)
        for match, row in matches
        for number, moves, own, other, gain, error in row["decisions"]
    ]


def compared(table: Table, own: int, other: int, seed: int) -> Tried:
    """A move as one search compares it with another, for the round's points alone."""
    plan = plan_of(table.game)
    assert plan is not None
    agent = SearchAgent(
        table.game, seed, plan=replace(plan, sure=0.0, ending=None, for_match=False)
    )
    view, deals = table.view(table.seat_in_turn), table.deals(table.seat_in_turn)
    agent.search(view, table.actions, deals, against=own, moves=[other])
    return next(each for each in agent.ranking if not each.is_simple)


def _decision(table: Table) -> tuple[int, int, float, float] | None:
    """The two moves at a table and the reference; None where only one is open."""
    plan = plan_of(table.game)
    assert plan is not None
    agent = SearchAgent(table.game, 1, plan=replace(plan, ending=None, for_match=False))
    seat = table.seat_in_turn
    agent.search(table.view(seat), table.actions, table.deals(seat))
    if len(agent.ranking) < 2:
        return None
    own = next(each.action.id for each in agent.ranking if each.is_simple)
    others = [each for each in agent.ranking if not each.is_simple]
    other = max(others, key=lambda each: (each.deals, each.gain)).action.id
    gains = [compared(table, own, other, 1_000 + seed).gain for seed in range(_SEARCHES)]
    return own, other, round(mean(gains), 5), round(stdev(gains) / sqrt(_SEARCHES), 5)


def record() -> None:
    """Write the file again."""
    rows = []
    for name, players, matches, decisions in _PLAYED:
        for number in range(matches):
            match = dealt.match(name, players, seed=4_000 + number, rounds=1)
            steps = [step for step in match.steps if step.move and len(step.table.actions) > 1]
            picked = []
            for step in Random(number).sample(steps, len(steps)):
                found = _decision(step.table)
                if found is not None and (found[2] or found[3]):  # else all is decided
                    picked.append((step.round, step.number, *found))
                    print(name, len(picked), *picked[-1], flush=True)
                if len(picked) * matches >= decisions:
                    break
            rows.append({"record": json.loads(match.record.to_json()), "decisions": picked})
    FILE.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    record()
