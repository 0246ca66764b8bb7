"""The commands for Penney's game as people use them: real processes, wrong input, Ctrl-C."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from dealt.cli.main import cli
from dealt.errors import DealtError
from dealt.games.penney import exact
from dealt.games.penney.choices import digits
from dealt.games.penney.tally import Tally
from dealt.penney import scoring
from dealt.penney.comparison import chi_squares, shares, sheet
from dealt.penney.decks import deal
from dealt.penney.scores_csv import read_scores
from dealt.terminal.progress import COMPILING, Work, _clock, _rate_of, _short
from tests.program import process, run, without_progress

ALL = 495918532948104
pytestmark = pytest.mark.xdist_group("penney")  # after the same has been compiled there


def said(*arguments, cwd=None):
    """What a command prints when all is well."""
    result = run(*arguments, cwd=cwd)
    assert result.returncode == 0, result.stderr
    assert without_progress(result.stderr) in ("", f"{COMPILING}\n"), result.stderr
    return result.stdout


# --- odds -----------------------------------------------------------------------------------------


@pytest.mark.no_cover
def test_the_odds_as_json_are_exact_integers():
    """All 56 pairs, both scorings, and what follows from them."""
    data = json.loads(said("odds", "penney", "--json"))
    assert data["decks"] == ALL and len(data["pairs"]) == 56
    for pair in data["pairs"]:
        for by in ("tricks", "cards"):
            odds = exact.odds(pair["mine"], pair["other"], by)
            shares = pair[by]
            assert shares == {"wins": odds.wins, "draws": odds.draws, "losses": odds.losses}
            assert sum(shares.values()) == ALL
    assert data["best"]["cards"]["replies"]["RBR"] == ["BBR"]
    assert data["best"]["tricks"]["mixed"] == {"RBB": "1/2", "BRR": "1/2"}
    assert data["best"]["tricks"]["first"] == ["RBR", "BRB"]
    assert len(data["best"]["tricks"]["fair"]) == 6


def test_the_odds_as_csv_have_the_layout_of_the_document():
    """Its columns, its rows, its order; the integers of the JSON."""
    rows = list(csv.reader(io.StringIO(said("odds", "penney", "--csv")), skipinitialspace=True))
    assert rows[0] == [
        "p1_choice", "p2_choice", "trick_ties", "p1_trick_wins", "p1_trick_loss",
        "card_ties", "p1_card_wins", "p1_card_loss",
    ]  # fmt: skip
    counted = exact.tally()
    for (own, other), row in zip(counted.pairs(), rows[1:], strict=True):
        assert row[:2] == [digits(own), digits(other)]
        assert int(row[3]) == counted.won("tricks", own, other)
        assert sum(map(int, row[5:])) == ALL


def test_other_lengths_and_decks():
    """Choices of two and of five colours; decks of any size."""
    data = json.loads(
        said("odds", "penney", "--length", "2", "--red", "3", "--black", "2", "--json")
    )
    assert data["decks"] == 10 and len(data["pairs"]) == 12
    assert "52 red and 52 black" in said("odds", "penney", "--red", "52", "--black", "52")
    text = said("odds", "penney", "--length", "5", "--red", "4", "--black", "4", "--by", "tricks")
    assert "against  best reply" in text and "Across" not in text
    data = json.loads(said("odds", "penney", "RRBB", "--red", "5", "--black", "5", "--json"))
    assert len(data) == 30 and all(len(entry["mine"]) == 4 for entry in data)
    for entry in data:
        assert sum(entry["differences"].values()) == entry["decks"] == 252


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("HHT THH --decimal", "HHT       1/4          0.25000  8"),
        ("HHT THH --waits 4", "      4  3/16          0.43750"),
        ("HHT THH --replies", "TTH    1/2"),
        ("--letters 123456 12 65", "12        1/2          36"),
        ("--weights H=2,T=1 HHT THH", "HHT       4/9          27/4"),
        ("--endless --red 39 --black 13 RRB BRR", "RRB       9/16         64/9"),
        ("--endless --by tricks", "RRR      BRR         7/8"),
        ("RRB,BRR,RBB --red 3 --black 3", "BRR                            9      0.45000"),
        ("RRB BRR --waits 4 --red 3 --black 3", "    4      4       0.20000  0.50000"),
        ("RRB BRR RBB --red 1 --black 1", "No deck has a trick."),
        ("RRRRRRR RRRRRRB", "RRRRRRB"),
        ("RRB BRR --red 70 --black 70 --by tricks", "RRB against BRR by tricks"),
        ("RRB RBR --replies --by cards --red 4 --black 4", "Replies to RRB and RBR by cards"),
        ("--cycles --by cards", "RRB > RBB > BBR > BRR > RRB  95.57% 99.76% 95.57% 99.76%"),
        ("--cycles --length 2 --by tricks", "no choices beat one another in a circle by tricks"),
    ],
)
def test_questions_of_races(arguments, line):
    """What a newcomer asks, one line of the answer each."""
    assert line in said("odds", "penney", *arguments.split())


def test_two_choices_are_a_pair():
    """The first against the second: a row, sentences, JSON; and invalid pairs."""
    text = said("odds", "penney", "RRB", "brr")
    for by in ("tricks", "cards"):
        odds = exact.odds("RRB", "BRR", by)
        assert f"RRB against BRR by {by}, exact over all decks of 26 red and 26 black" in text
        assert f"RRB    {odds.wins / odds.decks:.2%}  " in text
    text = said("odds", "penney", "RRB", "BRR", "--why", "--by", "tricks")
    assert text.startswith("RRB against BRR by tricks: wins 2.62%, draws 3.84%, loses 93.54%.\n")
    assert "1.76 spreads below a draw" in text
    (entry,) = json.loads(said("odds", "penney", "0001", "0110", "--by", "cards", "--json"))
    assert (entry["mine"], entry["other"]) == ("RRRB", "RBBR")
    assert entry["wins"] == exact.odds("RRRB", "RBBR", "cards").wins
    text = said("odds", "penney", "0001", "0110", "--by", "cards", "--csv")
    assert text.splitlines()[1].startswith(f"RRRB,RBBR,cards,{entry['decks']},{entry['wins']},")
    for choices, reason in (
        (["RRB", "RRB"], "both choose RRB; the choices must differ"),
        (["RRB", "RB"], "RB is the end of RRB"),
        (["RRB", "XYZ"], "'XYZ' is not a valid choice"),
    ):
        with pytest.raises(DealtError, match=reason):
            cli.main(["odds", "penney", *choices], standalone_mode=False)


def test_reasons_name_mean_spread_and_the_rule_of_thumb():
    """By cards the reply to RBR is not the one with the larger mean."""
    text = said("odds", "penney", "rbr", "--why")
    tricks, cards = text.strip().split("\n\n")
    assert tricks.startswith("The best reply to RBR by tricks is RRB: wins 80.11%, draws 8.28%.")
    assert "all colours but the last) says so too." in tricks
    assert cards.startswith("The best reply to RBR by cards is BBR: wins 91.77%, draws 1.39%.")
    assert "RRB would take 19.16 cards more" in cards and "1.18 spreads above a draw" in cards
    assert "it wins only 86.31% of all decks" in cards
    assert "says RRB, which wins 86.31%" in cards


def test_reasons_where_there_is_little_to_say():
    """A deck that always ends the same; a choice whose rule of thumb is itself."""
    text = said("odds", "penney", "RR", "--why", "--by", "tricks", "--red", "2", "--black", "0")
    assert "always the same" in text or "spreads above" in text
    text = said("odds", "penney", "RB", "--why", "--by", "tricks", "--red", "3", "--black", "3")
    assert "The best reply to RB by tricks is" in text


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["odds", "penney", "RXR"], "'RXR' is not a valid choice: write 3 colours, R or B"),
        (["odds", "penney", "R"], "length 1: a choice must have 2 to 6 colours"),
        (["odds", "penney", "--length", "7"], "length 7: a choice must have 2 to 6 colours"),
        (["odds", "penney", "--length", "0"], "length 0: a choice must have 2 to 6 colours"),
        (["odds", "penney", "RBR", "--length", "0"], "length 0: a choice must have 2 to 6 colours"),
        (["simulate", "penney", "--length", "0"], "length 0: a choice must have 2 to 6 colours"),
        (["penney", "figures", "--length", "0"], "length 0: a choice must have 2 to 6 colours"),
        (["penney", "percentages", "--length", "0"], "length 0: a choice must have 2 to 6 colours"),
        (["penney", "percentages", "--decimals", "-1"], "-1 decimals: choose 0 to 10"),
        (["penney", "trace", "RRR", "RRB", "RBX"], "the deck has 'X', which is not a colour"),
        (["penney", "trace", "RRR", "RRR", "RB"], "both choose RRR; the choices must differ"),
        (["penney", "trace", "RRR", "RRB"], "Missing argument 'DECK...'"),
        (["penney", "results", "nothing.txt"], "'nothing.txt' not found"),
        (
            ["odds", "penney", "RRB", "--length", "4"],
            "'RRB' is not a valid choice: write 4 colours",
        ),
        (["odds", "penney", "HHT", "RRB"], "with the same letters: H and T, or R"),
        (["odds", "penney", "HHT", "THH", "--why"], "of a pack, or two of the same length"),
        (["odds", "penney", "--waits", "3"], "name the choices, such as RRB BRR"),
        (["odds", "penney", "RRB", "--cycles"], "name none, or add --endless"),
        (["odds", "penney", "--picture", "x.svg"], "--picture draws circles; add --cycles"),
        (["odds", "penney", "--letters", "12", "--weights", "1=2", "12"], "use one of --letters"),
        (["odds", "penney", "--red", "-1"], "a deck of -1 red and 26 black cards"),
        (["odds", "penney", "--why"], "--why explains the best reply to a choice; name one"),
        (
            ["odds", "penney", "--by", "luck"],
            "'luck' is not valid: must be one of 'tricks', 'cards'",
        ),
        (["odds", "tranca"], "no exact odds for tranca; available for "),
        (["odds", "bridge"], "no game 'bridge'"),
        (["simulate", "bridge"], "no game 'bridge'"),
        (
            ["simulate", "penney", "--decks", "x"],
            "'x' is not a valid number of decks: must be 1 or more, such as 1000000, 1e6",
        ),
        (["simulate", "penney", "--decks", "1.5"], "'1.5' is not a valid number of decks"),
        (["simulate", "penney", "--decks", "0"], "'0' is not a valid number of decks"),
        (["simulate", "penney", "--threads", "0"], "0 threads; at least one is needed"),
        (["simulate", "penney", "--threads", "1", "--processes", "1"], "exclude each other"),
        (["simulate", "penney", "--length", "9"], "length 9: a choice must have 2 to 6 colours"),
        (["penney", "score", "nothing.bin"], "nothing.bin"),
        (
            ["penney", "figures", "--scores", "no.csv"],
            "file no.csv not found; dealt penney score creates",
        ),
        (["penney", "differences", "RRR", "RRR"], "both choose RRR; the choices must differ"),
        (["penney", "differences", "RRR", "BBB", "--out", "x.gif"], "x.gif"),
        (["penney", "deal", "15000", "--original"], "have 10000 each, so ask for a multiple"),
    ],
)
def test_wrong_input_gets_one_line(arguments, reason, tmp_path):
    """Exit status 2, nothing on the output, no traceback."""
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode == 2 and result.stdout == ""
    assert result.stderr.startswith("dealt: ") and result.stderr.count("\n") == 1
    assert reason in result.stderr


# --- single games, percentages --------------------------------------------------------------------


def test_the_example_of_the_document_is_traced():
    """Its own deck and choices, in its words; a line a card; as JSON."""
    text = said("penney", "trace", "RRR", "RRB", "R B R R B B")
    assert "Card 1: none\nCard 2: none\nCard 3: R\nNumber of cards drawn = 1\n" in text
    assert "Current sequence in play: RBR\n" in text
    assert "Player 2 tricks 0 -> 1\nPlayer 2 cards won 0 -> 5\n" in text
    assert text.count("___\n") == 7
    assert said("penney", "trace", "RRR", "RRB", *"RBRRBB", "--short").splitlines() == [
        "1 R",
        "2 B",
        "3 R  RBR != RRR  RBR != RRB",
        "4 R  BRR != RRR  BRR != RRB",
        "5 B  RRB != RRR  RRB == RRB",
        "     player 2 wins the trick: 5 cards",
        "6 B",
        *text.splitlines()[-2:],
    ]
    data = json.loads(said("penney", "trace", "RRR", "RRB", "RBRRBB", "--json"))
    assert data["tricks"] == [0, 1] and data["cards"] == [0, 5] and data["left"] == 1
    assert [step["winner"] for step in data["steps"]] == [None, None, None, None, 2, None]


def test_results_are_rows_and_their_totals_are_those_of_scores(tmp_path):
    """Each game of each deck; one row a pair; the same counts as `score` has."""
    said("penney", "deal", "30", "--seed", "1", cwd=tmp_path)
    said("penney", "score", "decks", cwd=tmp_path)
    rows = list(csv.DictReader(io.StringIO(said("penney", "results", "decks", cwd=tmp_path))))
    assert len(rows) == 30 * 56 and rows[-1]["deck"] == "30"
    assert rows[0]["file"].endswith("penney_1_0_30.bits")
    tally = read_scores(tmp_path / "scores.csv")
    totals = list(
        csv.DictReader(io.StringIO(said("penney", "results", "decks", "--total", cwd=tmp_path)))
    )
    assert len(totals) == 56
    for row in totals:
        pair = row["first"], row["second"]
        for by in ("tricks", "cards"):
            ended = [
                sum((r["first"], r["second"], r[f"by_{by}"]) == (*pair, outcome) for r in rows)
                for outcome in ("won", "tied", "lost")
            ]
            assert ended == [int(row[f"{by}_{outcome}"]) for outcome in ("won", "tied", "lost")]
            assert tuple(ended) == tally.outcomes(by)[pair]
    as_json = said("penney", "results", "decks", "--pair", "RRR", "RRB", "--json", cwd=tmp_path)
    games = [json.loads(line) for line in as_json.splitlines()]
    assert [game["deck"] for game in games] == list(range(1, 31))
    assert {game["first"] for game in games} == {"RRR"}


def test_the_percentages_of_a_scores_file(tmp_path):
    """In a grid, and in the layout of the original project, which the audit reads."""
    said("penney", "deal", "500", "--seed", "2", cwd=tmp_path)
    said("penney", "score", "decks", cwd=tmp_path)
    text = said("penney", "percentages", "--scores", "scores.csv", "--csv", cwd=tmp_path)
    header, first, *_ = text.splitlines()
    assert header == (
        "p1_choice,p2_choice,p1_win%_tricks,tricks_tie%,p1_win%_cards,cards_tie%,games_total"
    )
    tally = read_scores(tmp_path / "scores.csv")
    assert first.split(",")[:3] == ["RRR", "RRB", f"{tally.won('tricks', 0, 1) / 5:.2f}%"]
    (tmp_path / "output.csv").write_text(text, encoding="utf-8")
    assert "Verdict: consistent" in said("penney", "audit", "output.csv", cwd=tmp_path)
    grid = said("penney", "percentages", "--by", "tricks")
    assert "80(8)" in grid and "by cards" not in grid
    assert grid.splitlines()[1].split() == [
        "mine", "BBB", "BBR", "BRB", "BRR", "RBB", "RBR", "RRB", "RRR",
    ]  # fmt: skip


# --- simulate -------------------------------------------------------------------------------------


@pytest.mark.no_cover
def test_a_simulation_depends_on_its_seed_alone(tmp_path):
    """Threads, processes and a ledger give what scoring the decks gives."""
    whole = scoring.score(deal(5, 0, 30_000))
    ways = ([], ["--threads", "3"], ["--processes", "2"], ["--ledger", "l"], ["--ledger", "l"])
    for way in ways:
        text = said(
            "simulate", "penney", "--decks", "3e4", "--seed", "5", "--csv", *way, cwd=tmp_path
        )
        (tmp_path / "scores.csv").write_text(text)
        assert read_scores(tmp_path / "scores.csv") == whole
    result = run(
        "simulate", "penney", "--decks", "3e4", "--seed", "6", "--ledger", "l", cwd=tmp_path
    )
    assert "l is the ledger of another job: its seed is 5, not 6" in result.stderr


def test_a_simulation_tells_standard_errors():
    """As data, and as a sheet; the seed is shown so that it can be repeated."""
    data = json.loads(said("simulate", "penney", "--decks", "10k", "--seed", "5", "--json"))
    assert data["decks"] == 10_000 and data["seed"] == 5 and len(data["pairs"]) == 28
    wins = data["pairs"][0]["tricks"]["wins"]
    assert wins["share"] == wins["decks"] / 10_000
    assert wins["standard_error"] == pytest.approx(
        (wins["share"] * (1 - wins["share"]) / 10_000) ** 0.5
    )
    assert max(data["largest_z"].values()) < 5
    text = said("simulate", "penney", "--decks", "1e4", "--seed", "5")
    assert "N=10,000" in text and "Against the exact odds, 10,000 decks" in text
    assert "10,000 decks of seed 5 in " in text


def test_distances_from_the_exact_odds():
    """The exact odds themselves are at none; a wrong count is far off; no decks are at none."""
    counted = exact.tally()
    assert max(abs(share.z) for share in shares(counted)) == 0
    assert set(chi_squares(counted).values()) == {0.0}
    tally = scoring.score(deal(1, 0, 50_000))
    wrong = Tally(tally.decks, tally.cards, tally.tricks)
    assert max(abs(share.z) for share in shares(tally)) < 5
    assert max(abs(share.z) for share in shares(wrong)) > 50
    assert max(chi_squares(tally).values()) < 25 < max(chi_squares(wrong).values())
    assert sheet(Tally.empty()).notes == ("No decks.",)
    assert "tricks" in str(sheet(tally).rows)
    one = scoring.score(deal(1, 0, 1))
    assert sheet(one).rows[0][3:] == ("-", "-", "-")


def interrupted(arguments, folder, wait_for):
    """A process that gets Ctrl-C as soon as `wait_for()` holds."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dealt", *arguments], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "COLUMNS": "80"},
    )  # fmt: skip
    while not wait_for() and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.mark.no_cover
def test_ctrl_c_keeps_what_a_simulation_has_done(tmp_path):
    """Status 130, a report of what is done, and a ledger from which the rest is done later."""
    ledger = tmp_path / "l"
    order = ["simulate", "penney", "--decks", "1e11", "--seed", "5", "--ledger", "l", "--csv"]
    code, out, err = interrupted(
        order, tmp_path, lambda: ledger.exists() and ledger.read_bytes().count(b"\n") > 2
    )
    assert code == 130 and "Finishing the work in progress" in err
    (tmp_path / "part.csv").write_text(out)
    part = read_scores(tmp_path / "part.csv")
    shards = [json.loads(line)["n"] for line in ledger.read_text().splitlines()[1:]]
    assert part.decks == sum(shards) > 0


# --- files ----------------------------------------------------------------------------------------


def test_from_decks_to_figures(tmp_path):
    """Deal, score twice, augment, figures, differences, convergence: all in one folder."""
    assert said("penney", "deal", "3000", "--seed", "7", cwd=tmp_path) == (
        "decks 0 to 2,999 of seed 7 in decks\n"
    )
    text = said("penney", "score", "decks", "--show", cwd=tmp_path)
    assert "3,000 decks counted (files: 1 new, 0 known); 3,000 decks in scores.csv" in text
    assert "N=3,000" in text
    assert read_scores(tmp_path / "scores.csv") == scoring.score(deal(7, 0, 3000))
    assert "0 decks counted (files: 0 new, 1 known)" in said(
        "penney", "score", "decks", cwd=tmp_path
    )
    text = said("penney", "augment", "1_000", cwd=tmp_path)
    assert text.startswith("1,000 decks counted; 4,000 decks in scores.csv\nin figures: by-tricks")
    assert read_scores(tmp_path / "scores.csv") == scoring.score(deal(7, 0, 4000))
    names = {path.name for path in (tmp_path / "figures").iterdir()}
    assert names == {f"by-{by}.{kind}" for by in ("tricks", "cards") for kind in ("svg", "png")} | {
        "penney.html"
    }
    assert "N=4,000" in (tmp_path / "figures" / "by-tricks.svg").read_text()
    assert said("penney", "figures", "--format", "svg", "--side", "opponent", cwd=tmp_path) == (
        "in figures: by-tricks.svg, by-cards.svg\n"
    )
    assert "Opponent" in (tmp_path / "figures" / "by-tricks.svg").read_text()
    assert "N=4,000" in said("penney", "figures", "--scores", "scores.csv", "--show", cwd=tmp_path)
    assert said("penney", "differences", "RRB", "RBR", cwd=tmp_path).strip() in {
        path.name for path in tmp_path.iterdir()
    }
    out = said(
        "penney", "convergence", "RRB", "RBR", "--decks", "5e3", "--out", "c.png", cwd=tmp_path
    )
    assert out == "c.png\n" and (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


def test_the_document_s_own_files(tmp_path):
    """Ten thousand decks a file, from its first seed on."""
    text = said("penney", "deal", "20000", "--original", "--out", "data", cwd=tmp_path)
    assert text == "20,000 decks in 2 files in data, as the document's\n"
    assert sorted(path.name for path in (tmp_path / "data").glob("*.bin")) == [
        "bytes_1_10000.bin", "bytes_2_10000.bin",
    ]  # fmt: skip
    assert "20,000 decks counted (files: 2 new" in said("penney", "score", "data", cwd=tmp_path)


def test_files_with_errors_are_named_and_nothing_of_them_is_counted(tmp_path):
    """The file before is; the message names file and deck."""
    said("penney", "deal", "100", "--seed", "7", "--out", "a", cwd=tmp_path)
    (tmp_path / "b.txt").write_text("RB" * 26 + "\n" + "R" * 27 + "B" * 25 + "\n")
    result = run("penney", "score", "a", "b.txt", cwd=tmp_path)
    assert result.returncode == 2 and "b.txt" in result.stderr and "deck 2" in result.stderr
    assert read_scores(tmp_path / "scores.csv").decks == 100


def test_a_foreign_file_is_skipped_with_a_word_and_subfolders_are_named(tmp_path):
    """All good files are counted; the summary says how many were not."""
    said("penney", "deal", "100", "--seed", "7", "--out", "a", cwd=tmp_path)
    (tmp_path / "a" / "empty.bin").write_bytes(b"")
    (tmp_path / "a" / "inner").mkdir()
    result = run("penney", "score", "a", cwd=tmp_path)
    assert result.returncode == 0
    assert "100 decks counted (files: 1 new, 0 known, 1 skipped)" in result.stdout
    lines = result.stderr.splitlines()
    assert any(line.startswith("skipped a/empty.bin: is empty") for line in lines), lines
    assert "subfolder a/inner is not read; name it too to count its decks" in lines
    only = run("penney", "score", "a/empty.bin", cwd=tmp_path)
    assert only.returncode == 2 and "a/empty.bin is empty" in only.stderr


OWN = [
    ("odds", "penney", "--json"),
    ("odds", "penney", "--csv"),
    ("odds", "penney"),
    ("odds", "penney", "RRB", "--json"),
    ("odds", "penney", "--length", "2", "--red", "5", "--black", "4", "--json"),
    ("simulate", "penney", "--decks", "3e4", "--seed", "5", "--threads", "1", "--json"),
    ("simulate", "penney", "--decks", "3e4", "--seed", "5", "--threads", "1", "--csv"),
    ("simulate", "penney", "--decks", "3e4", "--seed", "5", "--threads", "1"),
    ("simulate", "penney", "--decks", "1e4", "--seed", "3", "--threads", "1", "--length", "2"),
    ("simulate", "penney", "--decks", "1e5", "--seed", "3", "--threads", "1"),
]


@pytest.mark.parametrize("order", OWN, ids=" ".join)
def test_the_audit_reads_what_the_program_prints(order, tmp_path):
    """Its odds and simulations, as JSON, as a scores.csv and as heat maps."""
    (tmp_path / "own.txt").write_text(said(*order))
    data = json.loads(said("penney", "audit", "own.txt", "--json", cwd=tmp_path))
    assert data["verdict"] == "consistent", data["statement"]
    if order[0] == "simulate":
        assert data["decks"] == float(order[3])
    else:
        assert any("exact odds" in note for note in data["notes"])


def test_the_audit_takes_sentences_and_explained_columns(tmp_path):
    """Anything else is refused in one line."""
    sentences = ("RBB beats BBB 995 of 1,000, 4 draws", "RBB beats BBR 930 of 1,000, 40 draws")
    assert "Verdict: consistent" in said("penney", "audit", *sentences)
    (tmp_path / "a.csv").write_text("Me,You,Wins,N\nRBB,BBB,995,1000\n")
    columns = ("--columns", "first=Me,second=You,win=Wins,decks=N")
    assert "Verdict: consistent" in said("penney", "audit", "a.csv", *columns, cwd=tmp_path)
    (tmp_path / "notes.md").write_text("# Notes\n\nNothing here.\n")
    np.save(tmp_path / "array.npy", np.zeros(3))
    for name, reason in (
        ("a.csv", '--columns "first=Me,second=...,decks=N,win=Wins"'),
        ("array.npy", "save the table in it as CSV"),
        ("notes.md", "write a row for each pair"),
        ("none.csv", "cannot read none.csv"),
        ("RBB is good", "neither a file nor a sentence"),
    ):
        result = run("penney", "audit", name, cwd=tmp_path)
        assert result.returncode == 2 and reason in result.stderr and result.stderr.count("\n") == 1


# --- progress -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (999, "999"), (1000, "1k"), (12_345_678, "12.3M"), (1e12, "1T")]
)
def test_numbers_are_short_in_a_bar(number, text):
    """Three digits and a letter."""
    assert _short(number) == text


def test_the_first_ctrl_c_asks_and_the_second_one_leaves():
    """What was there before is there afterwards."""
    before = signal.getsignal(signal.SIGINT)
    with Work("Dealing", "decks") as work:
        assert not work.stopped()
        signal.raise_signal(signal.SIGINT)
        assert work.stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_bar_has_rate_and_time_left(monkeypatch, capsys):
    """On a terminal; elsewhere nothing is printed."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with Work("Dealing", "decks") as work:
        work.progress(1, 10)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with Work("Dealing", "decks") as work:
        for decks in range(0, 5_000_001, 1_000_000):
            work.progress(decks, 10_000_000)
            time.sleep(0.01)
    printed = capsys.readouterr().err
    assert "Dealing" in printed and "5M/10M" in printed and "decks/s" in printed


def test_the_rate_is_that_of_all_the_time(monkeypatch):
    """Two parts that end together do not show the speed; without work there is no rate."""
    monkeypatch.setattr(time, "monotonic", lambda: 110.0)
    fields = {"unit": "decks", "since": 100.0, "before": 4}
    assert [_rate_of(decks, fields) for decks in (4, 5, 24)] == [0.0, 0.1, 2.0]
    assert _rate_of(24, {"unit": "decks"}) == 0.0
    assert [_clock(seconds) for seconds in (0.4, 59.6, 750, 11_100)] == [
        "0:00", "1:00", "12:30", "3:05:00",
    ]  # fmt: skip


def test_a_bar_says_why_nothing_is_done_yet(monkeypatch, capsys):
    """As long as the rules are compiled; then what is being done."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with Work("Playing", "matches", lambda: False) as work:
        work.progress(0, 10)
        work.progress(0, 10)
        assert "Compiling the rules" in capsys.readouterr().err
        work.progress(1, 10)
    printed = capsys.readouterr().err
    assert "Playing" in printed[printed.rindex("Compiling") if "Compiling" in printed else 0 :]


def test_a_line_says_so_where_there_is_no_bar(capsys):
    """Once, and only if something has to be compiled."""
    for is_ready, line in ((False, f"{COMPILING}\n"), (True, "")):
        with Work("Playing", "matches", lambda: is_ready) as work:  # noqa: B023
            for count in range(3):
                work.progress(count, 10)
        assert capsys.readouterr().err == line


def test_what_has_to_be_compiled_first_is_said_where_there_is_no_bar(tmp_path):
    """In one line on the standard error stream, once: what is printed stays the same."""
    order = ("simulate", "penney", "--decks", "64", "--seed", "5", "--length", "2", "--json")
    first, second = (process(*order, DEALT_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert without_progress(first.stderr) == f"{COMPILING}\n"
    assert without_progress(second.stderr) == ""
    assert first.stdout == second.stdout and first.returncode == second.returncode == 0


def test_a_foreign_file_among_decks_is_skipped_with_a_word(tmp_path):
    """Alone it is an error; its rows are those of the other files."""
    said("penney", "augment", "20", "--seed", "3", "--decks", "d", cwd=tmp_path)
    good = list((tmp_path / "d").iterdir())
    whole = said("penney", "results", "d", "--total", cwd=tmp_path)
    np.save(tmp_path / "d" / "foreign.npy", np.zeros((3, 3)))
    (tmp_path / "d" / "empty.txt").touch()
    result = run("penney", "results", "d", "--total", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, whole)
    assert sorted(line.split(":")[0] for line in result.stderr.splitlines()) == [
        "skipped d/empty.txt", "skipped d/foreign.npy",
    ]  # fmt: skip
    for path in good:
        path.unlink()
    assert run("penney", "results", "d", cwd=tmp_path).returncode == 2


def test_the_deck_of_a_trace_may_stand_first():
    """As it does in the document's example."""
    last = said("penney", "trace", "RRR", "RRB", "R B R R B B")
    assert said("penney", "trace", "R B R R B B", "RRR", "RRB") == last
    assert said("penney", "trace", "RBRRBB", "RRR", "RRB") == last
