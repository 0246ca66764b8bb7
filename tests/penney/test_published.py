"""Tables as people publish them: right ones are never called wrong, wrong ones never right."""

from functools import cache

import numpy as np
import pytest

from dealt.games.penney.choices import choice_text
from dealt.penney.audit import CONSISTENT, INCONSISTENT, audit
from dealt.penney.misreadings import MISREADINGS, RIGHT
from dealt.penney.published.reading import read_table
from tests.games.penney_wrong_tables import counted, sampled
from tests.penney.published_layouts import PUBLISHED
from tests.penney.published_tables import array, save
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


WINS = ("tricks", 0, "wins by tricks")
DRAWS = ("tricks", 1, "draws by tricks")


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("penney_cards_game.npy", WINS),
        ("penney_n3_20240115.npy", WINS),
        ("wins_n3_2024.npy", WINS),
        ("d.npy", WINS),
        ("ties.npy", WINS),
        ("t_0.npy", DRAWS),
        ("wins.npy", DRAWS),
        ("cards.npy", DRAWS),
        ("results_of_us.npy", DRAWS),
        ("wins_tricks_n5000000.npy", WINS),
    ],
)
def test_the_name_of_a_file_is_no_more_than_a_guess(name, part, tmp_path):
    """Where it is wrong, the table is read as it is, and the report says so."""
    by, place, said = part
    np.save(tmp_path / name, array(right(100_000)[by], place, 100_000))
    found = audit(read_table(tmp_path / name))
    assert found.verdict == CONSISTENT, (found.statement, found.notes)
    assert found.table.decks is None or found.table.decks <= 100_000
    assert name == "wins_tricks_n5000000.npy" or any(said in note for note in found.notes)


def test_draws_beside_wins_are_found_whatever_their_names(tmp_path):
    """Two arrays of an archive, of which one has a name that means nothing."""
    results = right(100_000)["tricks"]
    wins, draws = (array(results, place, 100_000) for place in (0, 1))
    np.savez(tmp_path / "a.npz", tricks=wins, b=draws)
    found = audit(read_table(tmp_path / "a.npz"))
    assert found.verdict == CONSISTENT and "b: draws by tricks" in found.notes[0]
    np.savez(tmp_path / "b.npz", tricks=wins, b=draws * 1.3)
    assert audit(read_table(tmp_path / "b.npz")).verdict == INCONSISTENT


@pytest.mark.parametrize("order", ["WTL", "WLT", "TWL"])
def test_a_tie_can_be_a_t_beside_w_and_l(order, tmp_path):
    """They add up to the number of decks."""
    n = 100_000
    lines = [",".join(["p1", "p2", *order])]
    for (mine, other), counts in right(n)["tricks"].items():
        if mine != other:
            number = dict(zip("WTL", counts, strict=True))
            pair = [choice_text(choice, 3) for choice in (mine, other)]
            lines.append(",".join([*pair, *(str(number[letter]) for letter in order)]))
    (tmp_path / "table.csv").write_text("\n".join(lines), encoding="utf-8")
    found = audit(read_table(tmp_path / "table.csv"))
    assert (found.verdict, found.table.decks) == (CONSISTENT, n)


def test_a_report_and_a_table_are_short_in_print(tmp_path):
    """As all reports are."""
    table = read_table(save(tmp_path, *PUBLISHED["npy of both"](right(100_000), 100_000)))
    assert str(table) == "112 numbers by tricks, of 100,000 decks"
    told = str(audit(table)).splitlines()
    assert told[0].endswith(": consistent") and len(told) < 10
