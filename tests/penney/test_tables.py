"""Published tables of Penney's game: every layout is read, and anything else refused in a line."""

import json

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dealt.errors import DealtError, SetupError, StorageError
from dealt.games.penney.choices import choice_text
from dealt.penney.audit import INCONSISTENT, audit
from dealt.penney.published.claims import COUNTS, FRACTIONS, PERCENTS
from dealt.penney.published.reading import parse_table, read_table
from tests.brackets import in_brackets, outside
from tests.games.penney_wrong_tables import MISREAD, changed, counted, sampled, times
from tests.penney.layouts import LAYOUTS, asked
from tests.penney.layouts_json import class_json
from tests.penney.layouts_texts import named_matrix
from tests.penney.tables_written import DRAW, NAMES, PAIRS, SCORES, WIN, as_csv, matrix, shares

N = 200_000
HEADER = SCORES + "\n"


@pytest.fixture(scope="module")
def right():
    """What is counted on 200,000 decks."""
    return counted(N, seed=31)


def text_of(name, results, n):
    """A file in some layout."""
    return LAYOUTS[name](results, n)[1]


def read(name, results, n=N):
    """The table that it is read as, without a file name."""
    return parse_table(text_of(name, results, n), name, **asked(name, n))


# --- every layout is read, see also `test_published` ----------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "half"),
    [
        ("scores", COUNTS, 0),
        ("counts", COUNTS, 0),
        ("everything", COUNTS, 0),
        ("class, counts", COUNTS, 0),
        ("output", PERCENTS, 0.00005),
        ("class", PERCENTS, 0.0005),
        ("matrix", PERCENTS, 0.00005),
        ("whole percents", PERCENTS, 0.005),
        ("semicolons", PERCENTS, 0.00005),
        ("second's", FRACTIONS, 0.0000005),
    ],
)
def test_kinds_and_rounding(name, kind, half, right):
    """Their size decides whether numbers are counts, percents or fractions."""
    table = read(name, right)
    assert table.kind == kind
    assert [entry.half for entry in table.entries] == pytest.approx([half] * len(table.entries))


def test_names_and_orientation(right):
    """Which of them a file says."""
    for name, is_named, is_oriented in (
        ("scores", True, True),
        ("second's", True, True),
        ("counts", True, False),
        ("matrix", True, False),
        ("class", False, False),
    ):
        table = read(name, right)
        assert (table.is_named, table.is_oriented) == (is_named, is_oriented)


CAUSES = {
    "short by 2": lambda n: sampled(MISREAD["short by 2"], n, 5),
    "scorings exchanged": lambda n: changed(counted(n, seed=33), exchanged=True),
    "repeated decks": lambda n: times(counted(n // 40, seed=34), 40),
}
COARSE = ["plain", "whole percents", "two matrices"]
STATED = [
    *("scores", "old scores", "output", "class", "class, singular", "class, fractions"),
    *("class, counts", "class, exchanged", "names", "rows", "counts", "everything", "second's"),
    *("semicolons", "matrix"),
]


@pytest.mark.no_cover
@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize("name", STATED + COARSE)
def test_the_cause_is_named_in_every_layout(name, cause):
    """The same wrong numbers, however they are written."""
    if cause == "short by 2" and asked(name, N).get("by") == "tricks":
        return  # tricks count nothing
    if cause == "repeated decks" and name in COARSE:
        return  # too coarse, or too few numbers, for 5,000 decks counted 40 times
    report = audit(read(name, CAUSES[cause](N)))
    assert report.verdict == INCONSISTENT
    assert report.causes[0].parts == (cause,) and report.causes[0].fits


def test_swapped_players_are_named_where_a_file_says_whose_wins_it_has():
    """Elsewhere the table is read as it fits."""
    results = changed(counted(N, seed=35), swapped=True)
    for name in ("scores", "output", "everything", "second's"):
        report = audit(read(name, results))
        assert report.causes[0].parts == ("players swapped",), name
    for name in ("class", "matrix", "counts", "names", "plain"):
        report = audit(read(name, results))
        assert report.verdict == "consistent"
        assert any("rows are the opponent's choices" in note for note in report.notes)


# --- facts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "decks"),
    [
        ("000,001,154065,403729,442206,19913,471668,508419,", 1_000_000),
        ("000,001,772058,2020565,2207377,99955,2356590,2543455", 5_000_000),
    ],
)
def test_published_rows_of_the_documents_program(row, decks):
    """One row is enough to be read and judged; the rest is missing."""
    report = audit(parse_table(HEADER + row + "\n", "scores.csv"))
    assert report.table.decks == decks and report.verdict == "consistent"
    assert "27 of 28 pairs are missing" in report.remarks[0].text


def test_a_published_row_of_output():
    """Percents with two decimals."""
    header = "p1_choice,p2_choice,p1_win%_tricks,tricks_tie%,p1_win%_cards,cards_tie%,games_total"
    report = audit(parse_table(f"{header}\nRRR,RRB,40.41%,15.44%,47.13%,2.00%,5000000\n", "o.csv"))
    assert report.table.decks == 5_000_000 and report.verdict == "consistent"


# --- what a file leaves open ----------------------------------------------------------------------


def test_the_name_of_a_file_can_say_the_rest(right, tmp_path):
    """Scoring and decks; a number that was taken from a name is noted."""
    path = tmp_path / "winrates_cards_n200000.csv"
    path.write_text(named_matrix(right, N))
    table = read_table(path)
    assert table.decks == N and table.scorings == ("cards",)
    notes = [note.split(",")[0] for note in table.notes]
    assert (
        notes[0] == "By cards"
        and notes[-1] == "200"
        and "number 2 of a cell" in notes[1] + str(table.notes)
    )
    assert parse_table(text_of("scores", right, N), "scores_of_70_decks.csv").decks == N
    for name, decks in (
        ("tricks N=5000.csv", 5000),
        ("tricks_700_decks.csv", 700),
        ("tricks.csv", None),
    ):
        assert parse_table(named_matrix(right, N, "tricks"), name).decks == decks


def test_counts_say_how_many_decks_there_were(right):
    """If wins and draws are all there."""
    text = text_of("scores", right, N)
    assert parse_table(text, "scores.csv").decks == N
    fields = [line.split(",") for line in text.splitlines()]
    without = "\n".join(",".join((row[0], row[1], row[3])) for row in fields)
    with pytest.raises(StorageError, match="not the number of decks; add --decks"):
        parse_table(without, "scores.csv")
    assert parse_table(without, "scores.csv", N).decks == N


@pytest.mark.parametrize("places", [(WIN,), (DRAW,), (WIN, DRAW)])
def test_counts_in_arrays_do_not_say_how_many_decks(places, right, tmp_path):
    """Not even all of them, where draws or losses are missing."""
    arrays = np.array([matrix(right["tricks"], place) for place in places], np.int64)
    np.save(tmp_path / "counts.npy", arrays if len(places) > 1 else arrays[0])
    if places != (WIN, DRAW):
        with pytest.raises(StorageError, match="not the number of decks; add --decks"):
            read_table(tmp_path / "counts.npy")
    assert audit(read_table(tmp_path / "counts.npy", N)).verdict == "consistent"


def test_small_counts_are_not_read_as_percents():
    """Of 60 decks, each row sums to 60; of 100 it makes no difference."""
    for n in (60, 100):
        table = parse_table(text_of("scores", counted(n), n), "scores.csv")
        assert table.decks == (60 if n == 60 else None) or n == 100
        assert max(entry.chance for entry in table.entries) <= 1
    table = parse_table(text_of("scores", counted(60), 60), "scores.csv", 60)
    assert table.kind == COUNTS


def test_wins_in_percent_beside_draws_in_decks(right):
    """The size of a matrix decides its kind."""
    percents = shares(right, N, 100, 2)
    text = json.dumps(
        {
            "tricks": matrix(percents["tricks"], WIN),
            "tricks_ties": [
                [int(c) for c in row] for row in matrix(right["tricks"], DRAW, empty=0)
            ],
            "n": N,
        }
    )
    report = audit(parse_table(text, "results.json"))
    assert report.verdict == "consistent" and len(report.table.entries) == 112


def test_numbers_with_noise_of_the_machine():
    """40.410000000000004 is 40.41 to two decimals; a third of something is not rounded."""
    rows = [[0.0] * 8 for _ in range(8)]
    for a, b in PAIRS:
        rows[a][b] = 40.410000000000004 if a < b else 59.589999999999996
    text = json.dumps({"tricks": rows, "n": 10})
    assert parse_table(text, "x").entries[0].half == pytest.approx(0.00005)
    rows[0][1] = 100 / 3
    assert parse_table(json.dumps({"tricks": rows, "n": 10}), "x").entries[0].half == 0


def test_rows_that_run_against_columns(right):
    """The empty diagonal shows it."""
    percents = shares(right, N, 100, 2)
    upside_down = matrix(percents["cards"], WIN, range(8), None)[::-1]
    report = audit(parse_table(json.dumps({"cards": upside_down, "n": N}), "x"))
    assert (
        report.verdict == "consistent"
        and "rows and columns run in opposite orders" in report.notes[0]
    )


def test_labels_name_the_rows(right):
    """A list of choices beside matrices gives their order."""
    order = [3, 1, 4, 0, 5, 2, 6, 7]
    data = class_json(right, N, 100, 2, order)
    labelled = {**data, "sequences": [NAMES[choice] for choice in order]}
    table = parse_table(json.dumps(labelled), "x")
    assert table.is_named and audit(table).verdict == "consistent"
    assert audit(parse_table(json.dumps(data), "x")).verdict == INCONSISTENT


def test_choices_of_other_lengths():
    """Two and four colours."""
    for length in (2, 4):
        names = [choice_text(choice, length) for choice in range(1 << length)]
        rows = [[name, *(50 if name != other else "" for other in names)] for name in names]
        table = parse_table(as_csv([["", *names], *rows]), "tricks.csv", 1000)
        assert table.length == length and len(table.entries) == len(names) * (len(names) - 1)


# --- refused --------------------------------------------------------------------------------------

NO_TABLE = "is not a table of Penney's game; write a row for each pair"
ROW = "000,001,154065,403729,442206,19913,471668,508419\n"
HEAD = "p1,p2,tricks_p1_wins,tricks_ties\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is empty"),
        (" \n\n", "is empty"),
        ("hello", NO_TABLE),
        ("one,two\nthree,four\n", NO_TABLE),
        (HEADER, NO_TABLE),
        (HEADER + ROW + ROW, "line 3 repeats RRR v RRB"),
        (HEADER + ROW + ROW.replace("001", "002"), "line 3 has '002', which is not a choice"),
        (HEAD + "000,001,5,2\n000,01x,5,2\n", "line 3 has '01x', which is not a choice"),
        (HEAD + "000,001,5,-2\n", "line 2 has '-2', which is not a number from 0 up"),
        (HEAD + "000,001,5,inf\n", "line 2 has 'inf'"),
        (HEAD + "000,001,5,1e999\n", "too large"),
        (HEAD + "000,001,5\n", "line 2 has 3 fields, its header 4"),
        (HEAD + "000,001,5,2,7\n", "line 2 has 5 fields, its header 4"),
        (HEAD + "<<<<<<< Updated\n000,001,5,2\n", "line 2 has 1 fields, its header 4"),
        (HEAD + "000,001,500,200\n000,010,400.5,3\n", "neither a count nor a percentage"),
        (HEAD + "000,000,5,2\n", "no numbers for two different choices"),
        ("p1,p2,p1_cards,p2_cards,draw_cards\n000,001,5,2,0\n", "names no column of wins"),
        ("n,p1,p2,tricks_wins\n9,000,001,5\n8,001,000,4\n", "has 8 decks, others have 9"),
        ("n,p1,p2,tricks_wins\nmany,000,001,5\n", "'many'"),
        ("n,p1,p2,tricks_wins\n0,000,001,5\n", "not a number of decks"),
        (",RR,RB,BR,BB\nRR,,1,2,3\nRX,1,,2,3\n", "line 3 has 'RX', which is not a choice"),
        (",RR,RB,BR,BB\nRR,,1,2,3,4\n", "line 2 has 6 fields, its header 5"),
        (",RR,RB,BR,BB\nRR,,1,2,3\nRR,,1,2,3\n", "repeats"),
        (",RR,RB,BR,BB\nRR,,a,2,3\n", "line 2 has 'a'"),
        (
            ",RR,RB,BR,BB\n" + "RR,,1,2,3\nRB,1,,2,3\nBR,1,2,,3\nBB,1,2,3,\nBB,1,2,3\n",
            "line 6 repeats BB v RR",
        ),
        (
            '{"tricks": {"RR": [0,1,2,3], "RB": [1,0,2]}}',
            "under a single choice; a number is of two",
        ),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("{}", NO_TABLE),
        ("[]", NO_TABLE),
        ('{"n": 5}', NO_TABLE),
        ('{"tricks": [[1, 2], [3]]}', NO_TABLE),
        ('{"tricks": [[0,4,2,3],[1,0,2,3],[1,2,0,3],[1,"x y",3,0]]}', "row 4 has 'x y'"),
        ('{"tricks": [[0,1,2,3],[1,0,2,3],[1,2,0,3],[1,true,3,0]]}', "'True'"),
        ('{"n": "many", "tricks": []}', "'many'"),
        ('{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":1}}}}}}}}', "names within names"),
        ('[{"p1": "RRR"}, {"p2": 3}]', NO_TABLE),
        ('"' * 3 + "\n" + "x" * 200_000 + ",", "line"),
    ],
)
def test_a_file_without_a_table_is_refused_in_one_line(text, reason):
    """The line says which file and line it is about."""
    with pytest.raises(StorageError) as refused:
        parse_table(text, "some.file")
    assert reason in str(refused.value)
    assert str(refused.value).startswith("some.file") and "\n" not in str(refused.value)
    assert len(str(refused.value)) < 220
    with in_brackets():
        with pytest.raises(StorageError) as caught:
            parse_table(text, "some.file")
        assert not outside(str(caught.value))


def test_questions_that_contradict_the_table_are_refused():
    """Decks and scorings that cannot be, or that are not those of the file."""
    text = text_of("scores", counted(1000), 1000)
    with pytest.raises(StorageError, match=r"says it is based on 5,000,000 decks, not 10"):
        parse_table(text_of("output", counted(1000), 5_000_000), "o.csv", 10)
    with pytest.raises(StorageError, match="by cards and by tricks, not by cards"):
        parse_table(text, "scores.csv", by="cards")
    for decks in (0, -5, 10**16):
        with pytest.raises(SetupError):
            parse_table(text, "scores.csv", decks)
    with pytest.raises(SetupError, match="no scoring"):
        parse_table(text, "scores.csv", by="points")


def test_files_that_cannot_be_read(tmp_path):
    """Missing, a folder, no text."""
    with pytest.raises(StorageError, match="it does not exist"):
        read_table(tmp_path / "none.csv")
    with pytest.raises(StorageError, match="cannot read"):
        read_table(tmp_path)
    (tmp_path / "bytes").write_bytes(bytes(range(256)))
    with pytest.raises(StorageError, match="not a text file"):
        read_table(tmp_path / "bytes")


def test_outputs_of_a_notebook_are_read(right):
    """What a cell printed, and what it showed as HTML."""
    header, *rows = text_of("output", right, N).splitlines()
    cells = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in row.split(",")) + "</tr>"
        for row in [header, *rows]
    )
    html_output = {
        "output_type": "execute_result",
        "data": {"text/html": [f"<table>{cells}</table>"]},
    }
    printed = {"output_type": "stream", "text": [text_of("output", right, N)]}
    for output in (html_output, printed):
        notebook = {"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [output]}]}
        report = audit(parse_table(json.dumps(notebook), "scores.ipynb"))
        assert report.verdict == "consistent" and report.table.decks == N


def test_a_pointer_of_git_lfs_is_named():
    """The file itself is elsewhere."""
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
    with pytest.raises(StorageError, match="Git LFS pointer, not the file itself"):
        parse_table(pointer, "results.npy")


def read_or_refused(text):
    """Any content is read or refused in one line; what is read can be audited."""
    try:
        table = parse_table(text, "some_cards.csv")
    except DealtError as error:
        message = str(error)
        table = None
    else:
        message = "read"
    assert message and "\n" not in message
    if table is not None:
        assert table.entries
        assert all(entry.chance >= 0 and entry.half >= 0 for entry in table.entries)


WORDS = [
    "p1", "p2", "000", "001", "RRR", "BBB", "0", "1", "10", "tricks", "cards", "wins", "draws",
    "n", "%", "40.41%", "80(8)", "(", ")", ",", ";", "\t", "\n", "\r", " ", '"', "'", "{", "}", "[",
    "]", ":", "null", "NaN", "1e400", "-", "1e-400", "\ufeff", "\u2028", "RR", "RB", "BR", "BB",
]  # fmt: skip


@settings(max_examples=300)
@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS)).map("".join)))
@example("RR,RB,BR,BB\nRR,0,0,0,0")
@example('{"cards": {"RR": [1,2,3,4]}}')
@example("[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]")
@example("p1,p2,cards_wins\n00,01,1e400")
def test_any_text_is_read_or_refused(text):
    """Letters, or what tables are made of."""
    read_or_refused(text)


SAMPLES = [text_of(name, counted(50), 50) for name in STATED + COARSE]


@settings(max_examples=200)
@given(
    sample=st.sampled_from(SAMPLES),
    places=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from(["", *WORDS]))),
)
def test_any_damaged_table_is_read_or_refused(sample, places):
    """Cut, doubled and overwritten anywhere."""
    for where, length, new in places:
        at = int(where * len(sample))
        sample = sample[:at] + new + sample[at + length :]
    read_or_refused(sample)


@example({"p1": ["0"], "p2": ["0"]})
@example({"RRB": {"0000": 1, "1": 2}})
@settings(max_examples=60)
@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=5)
        ),
        max_leaves=40,
    )
)
def test_any_json_is_read_or_refused(data):
    """Of any shape."""
    read_or_refused(json.dumps(data))


def test_numpy_writes_what_is_read(right, tmp_path):
    """`savetxt` with blanks and with commas."""
    percents = np.array(matrix(shares(right, N, 100)["cards"], WIN))
    for delimiter in (" ", ","):
        path = tmp_path / "cards.txt"
        np.savetxt(path, percents, fmt="%.4f", delimiter=delimiter)
        report = audit(read_table(path, N))
        assert report.verdict == "consistent" and not report.table.is_named
