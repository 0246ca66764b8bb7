"""Tables as people publish them: right ones are never called wrong, wrong ones never right."""

import numpy as np
import pytest

from dealt.penney.audit import CONSISTENT, INCONSISTENT, audit
from dealt.penney.published.claims import RESULTS
from dealt.penney.published.reading import read_table
from tests.games.penney_wrong_tables import MISREAD, recoloured, sampled
from tests.penney.generated_tables import right as right_of
from tests.penney.layouts import LAYOUTS, asked
from tests.penney.tables_written import Rows, array, as_csv, save


def right(n):
    """Right results: dealt up to 100,000 decks, drawn from the exact chances beyond."""
    return right_of(n, 5)


def read(folder, name, results, n):
    """The table that a layout is read as."""
    return read_table(save(folder, *LAYOUTS[name](results, n)), **asked(name, n))


def distances(table, results, n):
    """How far numbers are from results, beyond their rounding, by scoring and result."""
    far = {}
    for e in table.entries:
        exact = results[e.by][e.choice, e.other][RESULTS.index(e.result)] / n
        off = abs(e.chance - exact) - e.half
        far[e.by, e.result] = max(off, far.get((e.by, e.result), 0))
    return far


@pytest.mark.parametrize("n", [1_000, 100_000, 10_000_000])
@pytest.mark.parametrize("name", LAYOUTS)
def test_right_tables_are_consistent_in_every_layout(name, n, tmp_path):
    """All numbers are where they belong, as exactly as they are written."""
    report = audit(read(tmp_path, name, right(n), n))
    assert report.verdict == CONSISTENT, (report.statement, report.notes)
    assert report.table.decks is None or report.table.decks <= n
    assert len(report.table.entries) >= 56
    if n == 100_000 and name != "differing decks":
        # from BBB to RRR is the same by symmetry, for wins and for draws
        other = report.table if report.table.is_named else recoloured(report.table)
        far, far_recoloured = (distances(each, right(n), n) for each in (report.table, other))
        assert max(min(far[part], far_recoloured[part]) for part in far) < 1e-6


@pytest.mark.no_cover
@pytest.mark.parametrize("cause", ["overlap", "skip after both", "stops early"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_wrong_tables_are_not_consistent_in_any_layout(name, cause, tmp_path):
    """However they can be turned."""
    n = 1_000_000
    report = audit(read(tmp_path, name, sampled(MISREAD[cause], n, 3), n))
    assert report.verdict == INCONSISTENT, (report.statement, report.notes)
    assert any(cause in each.parts for each in report.causes), report.causes


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
def test_the_name_of_a_file_is_only_a_guess_at_its_content(name, part, tmp_path):
    """Where it is wrong, the table is read as it is, and the report says so."""
    by, place, note_part = part
    np.save(tmp_path / name, array(right(100_000)[by], place, 100_000))
    report = audit(read_table(tmp_path / name))
    assert report.verdict == CONSISTENT, (report.statement, report.notes)
    assert report.table.decks is None or report.table.decks <= 100_000
    assert name == "wins_tricks_n5000000.npy" or any(note_part in note for note in report.notes)


def test_draws_beside_wins_are_recognised_under_any_name(tmp_path):
    """Two arrays of an archive, of which one has a name that means nothing."""
    results = right(100_000)["tricks"]
    wins, draws = (array(results, place, 100_000) for place in (0, 1))
    np.savez(tmp_path / "a.npz", tricks=wins, b=draws)
    report = audit(read_table(tmp_path / "a.npz"))
    assert report.verdict == CONSISTENT and "b: draws by tricks" in report.notes[0]
    np.savez(tmp_path / "b.npz", tricks=wins, b=draws * 1.3)
    assert audit(read_table(tmp_path / "b.npz")).verdict == INCONSISTENT


@pytest.mark.parametrize("order", ["WTL", "WLT", "TWL"])
def test_a_tie_can_be_a_t_beside_w_and_l(order, tmp_path):
    """They add up to the number of decks."""
    n = 100_000
    codes = {"W": "tw", "T": "td", "L": "tl"}
    rows = Rows(f"p1,p2,{','.join(order)}", f"a b {' '.join(codes[x] for x in order)}")
    (tmp_path / "table.csv").write_text(as_csv(rows.table(right(n), n)), encoding="utf-8")
    report = audit(read_table(tmp_path / "table.csv"))
    assert (report.verdict, report.table.decks) == (CONSISTENT, n)


def test_a_report_and_a_table_are_short_in_print(tmp_path):
    """As all reports are."""
    table = read(tmp_path, "npy of both", right(100_000), 100_000)
    assert str(table) == "112 numbers by tricks, of 100,000 decks"
    report = str(audit(table)).splitlines()
    assert report[0].endswith(": consistent") and len(report) < 10
