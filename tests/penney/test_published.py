"""Tables as people publish them: right ones are never called wrong, wrong ones never right."""

from functools import cache

import pytest

from dealt.penney.audit import CONSISTENT, INCONSISTENT, audit
from dealt.penney.misreadings import MISREADINGS, RIGHT
from dealt.penney.published.reading import read_table
from tests.games.penney_wrong_tables import counted, sampled
from tests.penney.published_layouts import PUBLISHED, save
from tests.penney.short_layouts import MORE, layouts

MISREAD = {misreading.name: misreading for misreading in reversed(MISREADINGS)}


@cache
def right(n):
    """Right results: dealt up to 100,000 decks, drawn from the exact chances beyond."""
    return counted(n, seed=5) if n <= 100_000 else sampled(RIGHT, n, 7)


@pytest.mark.parametrize("n", [1_000, 100_000, 10_000_000])
@pytest.mark.parametrize("name", PUBLISHED)
def test_right_tables_are_consistent_in_every_layout(name, n, tmp_path):
    """Of a thousand decks, of a hundred thousand, of ten million."""
    found = audit(read_table(save(tmp_path, *PUBLISHED[name](right(n), n))))
    assert found.verdict == CONSISTENT, (found.statement, found.notes)
    assert found.table.decks is None or found.table.decks <= n
    assert len(found.table.entries) >= 56


@pytest.mark.parametrize("name", MORE)
def test_right_tables_are_consistent_in_short_layouts(name, tmp_path):
    """And the same with wrong numbers are not."""
    n = 100_000
    found = audit(read_table(save(tmp_path, *layouts(right(n), n)[name])))
    assert found.verdict == CONSISTENT, (found.statement, found.notes)
    wrong = sampled(MISREAD["overlap"], n, 3)
    found = audit(read_table(save(tmp_path, *layouts(wrong, n)[name])))
    assert found.verdict == INCONSISTENT, (found.statement, found.notes)


@pytest.mark.no_cover
@pytest.mark.parametrize("cause", ["overlap", "skip after both", "stops early"])
@pytest.mark.parametrize("name", PUBLISHED)
def test_wrong_tables_are_not_consistent_in_any_layout(name, cause, tmp_path):
    """However they can be turned."""
    found = audit(
        read_table(
            save(tmp_path, *PUBLISHED[name](sampled(MISREAD[cause], 1_000_000, 3), 1_000_000))
        )
    )
    assert found.verdict == INCONSISTENT, (found.statement, found.notes)
    assert any(cause in each.parts for each in found.causes), found.causes
