"""Stepping through a match: each position with the move that came next, both ways."""

import pytest

import dealt
from dealt.agents import STRONG
from dealt.errors import SetupError


@pytest.fixture(scope="module", params=["president", "mason-rummy", "tranca", "penney"])
def record(request):
    return dealt.match(request.param, ["AI", "random"], seed=5, rounds=2).run().record


def test_each_step_has_the_table_before_its_move(record):
    """Whether one goes forwards, back, or to any place; tables do not change afterwards."""
    steps = dealt.replay(record).steps
    assert len(steps) == sum(len(part.actions) + 1 for part in record.played)
    forwards = [*steps]
    played = [part.actions for part in record.played]
    for step, texts in zip(forwards, [*played[0], None, *played[1], None], strict=True):
        assert (None if step.move is None else step.move.text) == texts
        assert step.table.is_over == (step.move is None)
        assert [a.text for _, a in step.table.history] == [*played[step.round][: step.number]]
    looks = [(step.table.fields(), [str(step.table.view(seat)) for seat in (0, 1)])
             for step in forwards]  # fmt: skip
    for place in [*reversed(range(len(steps))), 3, -1, 0]:
        table = steps[place].table
        assert (table.fields(), [str(table.view(seat)) for seat in (0, 1)]) == looks[place]
    assert [*steps.of(0), *steps.of(1)] == [*range(len(steps))]
    assert [steps[place].number for place in steps.of(1)] == [*range(len(played[1]) + 1)]
    with pytest.raises(SetupError, match="round 2: must be a whole number from 0 to 1"):
        steps.of(2)
    with pytest.raises(IndexError):
        steps[len(steps)]


def test_a_replayed_table_gives_advice():
    match = dealt.match("president", ["AI"] * 3, seed=5, rounds=1).run()
    assert dealt.replay(match.record).at(0, 3).hint(STRONG)
    with pytest.raises(SetupError, match="action 999: must be a whole number from 0 to"):
        match.at(0, 999)
