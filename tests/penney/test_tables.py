"""Published tables of Penney's game: the documented forms are read, anything else refused."""

import json
import pickle

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dealt.errors import DealtError, SetupError, StorageError
from dealt.games.penney.choices import choice_text
from dealt.penney.audit import CONSISTENT, INCONSISTENT, audit
from dealt.penney.published.files import parse_sentences, parse_table, read_table
from dealt.penney.published.tables import COUNTS, PERCENTS
from dealt.penney.scores_csv import HEADER, output_text, scores_text
from tests.brackets import in_brackets, outside
from tests.games.penney_wrong_tables import MISREAD, counted, sampled
from tests.games.penney_wrong_tables import tally as tally_of
from tests.penney.generated_tables import Writer, as_csv, checked

N = 20_000


@pytest.mark.parametrize("seed", [*range(0, 40, 4), 44, 122, 179, 463])
def test_generated_right_tables_are_not_accused(seed, tmp_path):
    """Four at a time, the last ones once accused; `generated_tables` audits thousands."""
    for each in range(seed, seed + 4):
        verdict, words = checked(each, tmp_path)
        assert verdict not in {"accused", "not read"}, (each, words)


# --- the forms ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tally():
    """What is counted on some decks."""
    return tally_of(N, seed=31)


def test_the_files_of_the_document_are_read(tally, tmp_path):
    """`scores.csv` and `output.csv`, each number with its rounding."""
    for text, kind, half, n in (
        (scores_text(tally), COUNTS, 0, 336),
        (output_text(tally), PERCENTS, 0.00005, 224),
    ):
        (tmp_path / "table.csv").write_text(text, encoding="utf-8")
        table = read_table(tmp_path / "table.csv")
        assert (table.decks, table.kind, len(table.entries)) == (N, kind, n)
        assert {entry.half for entry in table.entries} == {half}
        assert audit(table).verdict == CONSISTENT


@pytest.mark.parametrize(
    ("header", "row", "decks"),
    [
        (
            HEADER, "000,001,772058,2020565,2207377,99955,2356590,2543455", 5_000_000,
        ),
        (
            "p1_choice,p2_choice,p1_win%_tricks,tricks_tie%,p1_win%_cards,cards_tie%,games_total",
            "RRR,RRB,40.41%,15.44%,47.13%,2.00%,5000000", 5_000_000,
        ),
        ("primeira,segunda,por,baralhos,vitórias,empates", "RRR,RRB,vazas,1000,404,155", 1000),
        ("par;decididos vazas;baralhos", "RRR x RRB;47,82%;10000", 10_000),
        ("pair;decided tricks;decks", "HHH v HHT;47.82%;10000", 10_000),
        ("pair\tby\twins\tties\tdecks", "RRR v RRB\tcards\t0.47\t0.02\t1000", 1000),
    ],
)  # fmt: skip
def test_one_row_is_enough(header, row, decks):
    """Published rows of the document's program, and the long form in both languages."""
    report = audit(parse_table(f"{header}\n{row}\n", "table.csv"))
    assert report.table.decks == decks and report.verdict == CONSISTENT, report.statement
    assert not report.remarks


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_matrix_may_have_my_choices_in_its_rows_or_columns(is_turned):
    """It is read as it fits, and the report says how."""
    results = counted(N, seed=31)["tricks"]
    rows = [["By tricks, 20,000 decks"], ["", *map(choice_text, range(8))]]
    for a in range(8):
        cells = []
        for b in range(8):
            win, draw, _ = results[(b, a) if is_turned else (a, b)] if a != b else (0, 0, 0)
            cells.append(f"{100 * win / N:.1f} ({100 * draw / N:.1f})" if a != b else "--")
        rows.append([choice_text(a), *cells])
    report = audit(parse_table(as_csv(rows), "table.csv"))
    assert report.verdict == CONSISTENT and report.table.decks == N
    note = "Columns are my choices." if is_turned else "Rows are my choices."
    assert note in report.notes and report.table.scorings == ("tricks",)


def test_the_scoring_may_be_open():
    """Both are tried."""
    results = sampled(n=100_000)["cards"]
    rows = [["first", "second", "wins", "draws", "losses"]]
    rows += [[choice_text(a), choice_text(b), *counts] for (a, b), counts in results.items()]
    report = audit(parse_table(as_csv(rows), "table.csv"))
    assert report.verdict == CONSISTENT and report.table.scorings == ("cards",)
    assert "The scoring is not stated; read by cards." in report.notes
    assert audit(parse_table(as_csv(rows), "t", by="tricks")).verdict == INCONSISTENT


def test_rows_of_any_number_of_decks():
    """Each by its own; judged as if all had the fewest."""
    rows = [["first", "second", "by", "decks", "wins", "draws", "losses"]]
    for n, pairs in ((10_000, range(4)), (40_000, range(4, 8))):
        results = counted(n)["tricks"]
        rows += [
            [choice_text(a), choice_text(b), "tricks", n, *counts]
            for (a, b), counts in results.items()
            if min(a, b) in pairs
        ]
    report = audit(parse_table(as_csv(rows), "table.csv"))
    assert (report.verdict, report.table.decks) == (CONSISTENT, 10_000), report.statement
    assert "Pairs have 10,000 to 40,000 decks each" in report.notes[0]


# --- other names of columns -----------------------------------------------------------------------

OTHER = "Player 1,Player 2,P1 Wins (Cards),Ties (Cards),Spread,Sims\nRRR,RRB,470,20,3.1,1000\n"


def test_other_names_are_refused_with_what_could_be_written():
    """And read if that is written."""
    with pytest.raises(StorageError, match="columns that are not known: Player 1, ") as refused:
        parse_table(OTHER, "table.csv")
    proposal = str(refused.value).partition('--columns "')[2].rstrip('"')
    assert proposal == (
        "first=Player 1,second=Player 2,win_cards=P1 Wins (Cards),draw_cards=Ties (Cards)"
    )
    table = parse_table(OTHER, "table.csv", columns=f"{proposal},decks=Sims")
    assert table.decks == 1000 and table.places["cards", 0, 1, "win"].chance == 0.47
    for columns, words in (
        ("first=Player 1,second=A", "has no column 'A'; its columns are Player 1, "),
        ("first", "--columns has 'first'; write first=...,second=...,win="),
        ("mine=Player 1", "--columns has 'mine=Player 1'"),
    ):
        with pytest.raises(DealtError, match="line|column") as refused:
            parse_table(OTHER, "table.csv", columns=columns)
        assert words in str(refused.value)


def test_columns_that_are_not_read_are_listed():
    """Standard errors, say."""
    table = parse_table("first,second,wins_tricks,sd\nRRR,RRB,40.4,0.1\n", "table.csv", 1000)
    assert table.notes == ("Columns that are not read: sd.",)


# --- sentences ------------------------------------------------------------------------------------

# from Humble and Nishiyama's article: what the second player wins, draws and loses of 1,000 games
SIMULATED = (
    ("RBB", "BBB", 995, 4), ("RBB", "BBR", 930, 40), ("BBR", "BRB", 805, 79),
    ("RRB", "RBB", 890, 68), ("BBR", "BRR", 872, 65), ("RRB", "RBR", 792, 85),
    ("BRR", "RRB", 922, 51), ("BRR", "RRR", 988, 6),
)  # fmt: skip


def test_sentences_are_read_as_a_table():
    """All eight of a published simulation, in either language."""
    for form in (
        "{} beats {} by tricks {} of 1,000, {} draws",
        "{} vence {} em vazas: {} de 1.000, {} empates",
    ):
        report = audit(parse_sentences([form.format(*row) for row in SIMULATED]))
        assert report.verdict == CONSISTENT, report.statement
        assert len(report.fit.cells) == 16 and report.table.decks == 1000
    wrong = parse_sentences(["RBB beats BBB by tricks 500 of 1,000"])
    assert audit(wrong).verdict == INCONSISTENT
    for text in ("RBB v BBR: 93.5%, 3.8% draws", "HTT v TTH: 93.5%, 3.8% draws"):
        assert audit(parse_sentences([text], 10_000)).verdict == CONSISTENT


def test_a_sentence_may_name_one_choice():
    """Then every other one may be the opponent."""
    report = audit(parse_sentences(["RBB wins 995 of 1,000, 4 draws"]))
    assert report.verdict == CONSISTENT
    assert any("read against BBB" in note for note in report.notes)
    for texts, words in (
        (["RBB wins"], "neither a file nor a sentence"),
        (["RBB beats BBB 995 times"], "not the number of decks"),
        (["RBB wins 9 of 10", "BBB wins 9 of 10"], "each needs two choices"),
        (["RBB beats BB 9 of 10"], "which is not a choice"),
    ):
        with pytest.raises(StorageError, match=words):
            parse_sentences(texts)


# --- refused --------------------------------------------------------------------------------------

NO_TABLE = "is not a table of Penney's game; write a row for each pair"
HEAD = "first,second,wins_tricks,draws_tricks\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" \n\n", "is empty"),
        ("hello", NO_TABLE),
        ("one,two\nthree,four\n", NO_TABLE),
        (HEAD, "no numbers for two different choices"),
        (HEAD + "000,001,5,2\n000,001,5,2\n", "line 3 repeats RRR v RRB"),
        (HEAD + "000,002,5,2\n", "line 2 has '000 002', which is not a choice"),
        (HEAD + "RRR,RRBB,5,2\n", "which is not a choice"),
        (HEAD + "RRR,,5,2\n", "line 2 does not have two choices"),
        (HEAD + "000,001,5,-2\n", "line 2 has '-2', which is not a number from 0 up"),
        (HEAD + "000,001,5,1e999\n", "which is not a number"),
        (HEAD + "000,001,5,2,7\n", "line 2 has 5 fields, its header 4"),
        (HEAD + "000,001,500,200\n000,010,400.5,3\n", "neither a count nor a percentage"),
        (HEAD + "000,001,500,200\n", "not the number of decks; add --decks"),
        (HEAD + "000,000,5,2\n", "no numbers for two different choices"),
        ("first,second,decks,wins\nRRR,RRB,many,5\n", "'many'"),
        ("first,second,by,wins\nRRR,RRB,points,5\n", "'points', which is not a scoring"),
        (",RR,RB,BR,BB\nRR,,a,2,3\n", "line 2 has 'a'"),
        (",RR,RB,BR,BB\nRR,,1,2,3\nRR,,1,2,3\n", "repeats"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("{}", "is not a list of rows"),
        ('{"tricks": [[1, 2], [3, 4]]}', "is not a list of rows"),
        ('[{"p1": "RRR"}, {"p2": 3}]', NO_TABLE),
    ],
)
def test_a_file_without_a_table_is_refused_in_one_line(text, reason):
    """The line says which file and line it is about."""
    with pytest.raises(StorageError) as refused:
        parse_table(text, "some.file")
    assert reason in str(refused.value)
    assert str(refused.value).startswith("some.file") and "\n" not in str(refused.value)
    assert len(str(refused.value)) < 260
    with in_brackets():
        with pytest.raises(StorageError) as caught:
            parse_table(text, "some.file")
        assert not outside(str(caught.value))


def test_files_that_cannot_be_read(tmp_path):
    """Missing, a folder, no text, arrays and pickles."""
    np.save(tmp_path / "array.npy", np.zeros(3))
    (tmp_path / "table.pkl").write_bytes(pickle.dumps([1]))
    (tmp_path / "bytes").write_bytes(bytes(range(256)))
    for name, words in (
        ("none.csv", "cannot read"),
        (".", "cannot read"),
        ("bytes", "not a text file"),
        ("array.npy", "is not text; save the table in it as CSV"),
        ("table.pkl", "is not text; save the table in it as CSV"),
    ):
        with pytest.raises(StorageError, match=words):
            read_table(tmp_path / name)


def test_questions_that_contradict_the_table_are_refused(tally):
    """Decks and scorings that cannot be, or that are not those of the file."""
    with pytest.raises(StorageError, match="says it is based on 20,000 decks, not 10"):
        parse_table(output_text(tally), "o.csv", 10)
    with pytest.raises(StorageError, match="by cards and by tricks, not by cards"):
        parse_table(scores_text(tally), "scores.csv", by="cards")
    for decks in (0, -5, 10**16):
        with pytest.raises(SetupError):
            parse_table(scores_text(tally), "scores.csv", decks)
    with pytest.raises(SetupError, match="no scoring"):
        parse_table(scores_text(tally), "scores.csv", by="points")


def read_or_refused(text):
    """Any content is read or refused in one line."""
    try:
        table = parse_table(text, "some_cards.csv")
    except DealtError as error:
        line = str(error)
        assert line and "\n" not in line
    else:
        assert table.entries
        assert all(entry.chance >= 0 and entry.half >= 0 for entry in table.entries)


WORDS = [
    "first", "second", "000", "001", "RRR", "BBB", "0", "1", "10", "tricks", "cards", "wins", "by",
    "decks", "%", "40.41%", "80(8)", "(", ")", ",", ";", "\t", "\n", "\r", " ", '"', "{", "}", "[",
    "]", ":", "null", "NaN", "1e400", "-", "1e-400", "\ufeff", "\u2028", "RR", "RB", "BR", "BB",
]  # fmt: skip
SAMPLES = [Writer(seed).table()[0] for seed in range(20)]


@settings(max_examples=300)
@given(
    sample=st.sampled_from(["", *SAMPLES]),
    places=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from(["", *WORDS]))),
)
@example("RR,RB,BR,BB\nRR,0,0,0,0", [])
@example("first,second,cards_wins\n00,01,1e400", [])
def test_any_damaged_table_is_read_or_refused(sample, places):
    """Cut, doubled and overwritten anywhere."""
    for where, length, new in places:
        at = int(where * len(sample))
        sample = sample[:at] + new + sample[at + length :]
    read_or_refused(sample)


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


@pytest.mark.no_cover
@pytest.mark.parametrize("cause", ["overlap", "skip after both", "one trick"])
def test_wrong_tables_are_not_consistent_in_any_form(cause, monkeypatch, tmp_path):
    """However they are written."""
    monkeypatch.setattr(
        "tests.penney.generated_tables.right", lambda n, seed: sampled(MISREAD[cause], n=n)
    )
    for seed in range(12):
        writer = Writer(seed)
        if writer.n >= 60_000:
            (tmp_path / "table").write_text(writer.table()[0], encoding="utf-8")
            report = audit(read_table(tmp_path / "table", writer.n))
            assert report.verdict == INCONSISTENT, (seed, report.statement)
