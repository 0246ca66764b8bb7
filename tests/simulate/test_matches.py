"""Many matches: compiled and plain alike, in any shards, with right sums and standard errors."""

import csv
import io
import json
import pickle
import random
import statistics
from collections import Counter
from dataclasses import replace
from itertools import compress
from math import comb

import pytest

import dealt
from dealt.cli.main import cli
from dealt.core.match import replay
from dealt.core.record import Record
from dealt.errors import SetupError
from dealt.games import game
from dealt.simulate.distributions import Distribution
from dealt.simulate.estimates import Estimate, half_of, half_of_share
from dealt.simulate.lineup import Lineup
from dealt.simulate.matches import job, kinds_of, match_seed, play, records, simulate
from dealt.simulate.shards import processes, threads
from dealt.storage.ledger import LedgerFile
from tests import program

TABLES = [
    ("three-card-poker", ["random"], {}),
    ("three-card-poker", ["AI"], {}),
    ("penney", ["random", "random"], {"scoring": "cards"}),
    ("penney", ["AI", "bad"], {}),
    ("mason-rummy", ["AI", "random", "AI"], {"turn_limit": 40}),
    ("president", ["good", "AI", "learned", "random"], {}),
    ("president", ["good", "AI", "learned", "random"], {"trade": "request"}),
    ("tranca", ["AI", "random"], {"target": 1000}),
]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "players", "options"),
    [pytest.param(*row, marks=pytest.mark.xdist_group(row[0])) for row in TABLES],
)
def test_compiled_matches_are_plain_matches(name, players, options):
    """Totals, winners, rounds and decisions, match by match; in parts or in one go."""
    lineup = Lineup.of(game(name), players, options)
    fast = play(lineup, 5, 2, 6)
    assert fast == play(lineup, 5, 2, 6, fast=False)
    assert fast == play(lineup, 5, 2, 3) + play(lineup, 5, 5, 3)
    assert bool(kinds_of(lineup)[0]) == (
        "AI" not in players or name not in ("three-card-poker", "penney")
    )


def test_match_i_is_the_match_of_its_seed():
    """Played by hand with the seed of that match it ends the same; its record can be replayed."""
    lineup = Lineup.of(game("mason-rummy"), ["AI", "random"])
    ending = play(lineup, 9, 4, 1, fast=False)[0]
    match = dealt.match("mason-rummy", ["AI", "random"], seed=match_seed(9, 4)).run()
    assert tuple(match.totals.values()) == ending.totals
    assert tuple(match.names[seat] for seat in ending.winners) == match.winners
    (record,) = records(lineup, 9, 4, 1)
    assert replay(Record.from_json(record.to_json()), lineup.game).totals == match.totals


def test_the_report_is_that_of_the_matches():
    """Means and standard errors, held against the statistics module; any shards and workers."""
    lineup = Lineup.of(game("penney"), ["random"] * 2, rounds=2)
    endings = play(lineup, 3, 0, 60, fast=False)
    report = simulate(lineup, 60, seed=3)
    assert report == simulate(lineup, 60, seed=3, shard=7, workers=threads(3))
    assert report == simulate(lineup, 60, seed=3, shard=40, workers=processes(2))
    assert report.matches == 60 and report.is_whole
    for seat, seat_report in enumerate(report.seats):
        points = [ending.totals[seat] for ending in endings]
        wins = [int(seat in ending.winners) for ending in endings]
        shared = [int(seat in ending.winners and len(ending.winners) > 1) for ending in endings]
        for estimate, numbers in (
            (seat_report.points, points),
            (seat_report.wins, wins),
            (seat_report.shared, shared),
        ):
            assert estimate.mean == pytest.approx(statistics.mean(numbers))
            assert estimate.standard_error == pytest.approx(statistics.stdev(numbers) / 60**0.5)
        in_rounds = Counter(each[seat] for ending in endings for each in ending.points)
        assert {n: times for n, times in report.points[seat].bins() if times} == in_rounds
        assert points == [sum(each[seat] for each in ending.points) for ending in endings]
    assert report.rounds == Estimate(2.0, 0.0) and report.lengths == Distribution(2, 1, (120,))
    assert report.decisions.mean == statistics.mean(ending.decisions for ending in endings)
    assert json.loads(json.dumps(report.to_dict()))["seats"][1]["player"] == "random"
    assert [row[1] for row in report.sheet().rows] == ["random"] * 2


def test_a_ledger_of_other_counts_is_refused(tmp_path):
    """From before there were distributions, or with other bins: in one line, and not misread."""
    lineup = Lineup.of(game("penney"), ["random"] * 2)
    current = job(lineup, 50, seed=3)
    earlier = replace(current, work="dealt.simulate.matches:play_shard", settings=lineup.settings())
    narrow = replace(current, settings={**current.settings, "bins": "0 to 9 by 1, 0 to 9 by 1"})
    for number, other in enumerate((earlier, narrow)):
        LedgerFile(tmp_path / str(number), other).close()
        with pytest.raises(
            SetupError, match="is the ledger of another job: its (work|settings) is"
        ):
            LedgerFile(tmp_path / str(number), current)


def test_a_table_can_be_written_down_and_read():
    """For other processes."""
    for name, players, options in TABLES:
        for rounds in (None, 2):
            lineup = Lineup.of(game(name), players, options, rounds)
            assert pickle.loads(pickle.dumps(lineup)) == lineup


def test_little_that_is_played_is_reported_as_it_is():
    """Stopped before the first match; one match."""
    lineup = Lineup.of(game("penney"), ["random", "random"])
    assert simulate(lineup, 5, seed=1, stopped=lambda: True) is None
    one = simulate(lineup, 1, seed=1)
    assert one.matches == 1 and one.seats[0].points.standard_error is None
    assert "One match gives no standard error." in str(one) and "+-" not in str(one)
    assert "null" in json.dumps(one.to_dict(), allow_nan=False)
    assert "+-: half of a 95 % interval." in str(simulate(lineup, 2, seed=1))


@pytest.mark.no_cover
@pytest.mark.parametrize("n", [2, 3, 5, 10, 30, 250])
def test_95_of_100_intervals_hold_what_is_estimated(n):
    """Of numbers with a normal spread, also where there are few; and of shares, near 0 and 1, too.

    A share is exact: each count has its chance. Wilson's intervals hold 95 % on average.
    """
    dice = random.Random(n)
    held = 0
    for _ in range(1500):
        numbers = [dice.gauss(0, 1) for _ in range(n)]
        error = statistics.stdev(numbers, sum(numbers) / n) / n**0.5
        held += abs(sum(numbers) / n) <= half_of(n, error)
    assert held / 1500 == pytest.approx(0.95, abs=0.02)
    estimates = [Estimate.of_share(n, k) for k in range(n + 1)]
    holding = []
    for share in (place / 40 for place in range(1, 40)):
        chances = [comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]
        hold = [abs(each.mean - share) <= each.half for each in estimates]
        holding.append(sum(compress(chances, hold)))
    assert statistics.mean(holding) > 0.945 and min(holding) > 0.8


def test_numbers_that_are_all_equal_show_no_spread():
    """Their interval is left out; shares have what can be known."""
    assert str(Estimate.from_sums(50, 150, 450)) == "3.00"
    assert str(Estimate.of_share(200, 200)) == "1.00 +- 0.02"
    assert str(Estimate.of_share(200, 0)) == "0.0000 +- 0.0188"
    assert half_of_share(100, 1.0, 0.0) == pytest.approx(0.0362, abs=1e-4)
    assert half_of_share(100, 0.5, 0.0) == pytest.approx(0.0181, abs=1e-4)
    assert half_of(1, None) is half_of_share(1, 1.0, None) is None


def test_invalid_tables_are_refused():
    """One line each."""
    rummy = game("mason-rummy")
    for call, reason in (
        (lambda: Lineup.of(rummy, ["AI"]), "Mason Rummy is for 2 or 3 players, not 1"),
        (
            lambda: Lineup.of(rummy, ["AI", "Ana"]),
            "no computer player 'Ana' for Mason Rummy; available",
        ),
        (lambda: Lineup.of(rummy, ["AI", "AI"], {"x": 1}), "mason-rummy has no option 'x'"),
        (
            lambda: Lineup.of(rummy, ["AI", "AI"], rounds=0),
            "rounds must be a whole number, 1 or more, not 0",
        ),
        (lambda: simulate(Lineup.of(rummy, ["AI", "AI"]), 0, seed=1), "0 in all"),
        (lambda: play(Lineup.of(rummy, ["AI", "AI"]), -1, 0, 1), "seed -1"),
    ):
        with pytest.raises(SetupError, match=reason):
            call()


# --- the command ----------------------------------------------------------------------------------


def run(*arguments, cwd=None):
    """A finished `dealt simulate`."""
    return program.run("simulate", *arguments, cwd=cwd)


def test_the_command_reports_in_each_form(tmp_path):
    """As a table, as JSON, as CSV; the records of all matches; a ledger to go on from."""
    order = ["three_card_poker", "--player", "AI", "--matches", "30", "--seed", "4"]
    text = run(*order).stdout
    title = "three-card-poker, model=deck: 30 matches, seed 4\n"  # the model is always told (C5)
    assert text.startswith(title + "seat  player  points\n")  # nobody to win against
    assert "30 matches in" in text and "wins" not in text
    data = json.loads(run(*order, "--json").stdout)
    assert data["matches"] == 30 and data["seats"][0]["player"] == "AI"
    (row,) = csv.DictReader(io.StringIO(run(*order, "--csv").stdout))
    assert float(row["points"]) == data["seats"][0]["points"]["mean"] and "wins" not in row
    assert row["rules"] == "model=deck" and data["rules"] == ["model=deck"]
    other = run(*order, "--option", "model=independent").stdout
    assert other.startswith("three-card-poker, model=independent: 30 matches, seed 4\n")
    result = run(*order, "--records", "r.jsonl", "--ledger", "l", "--json", cwd=tmp_path)
    assert json.loads(result.stdout) == data
    lines = (tmp_path / "r.jsonl").read_text().splitlines()
    assert len(lines) == 30
    totals = [replay(Record.from_json(line), game("three-card-poker")).totals for line in lines]
    mean = statistics.mean(total["AI"] for total in totals)
    assert mean == pytest.approx(data["seats"][0]["points"]["mean"])
    result = run(*order[:-4], "--matches", "50", "--seed", "4", "--ledger", "l", cwd=tmp_path)
    assert "50 matches" in result.stdout
    result = run(*order[:-1], "5", "--ledger", "l", cwd=tmp_path)
    assert result.returncode == 2 and "its seed is 4, not 5" in result.stderr


def test_the_command_shows_and_draws_how_results_are_spread(tmp_path, capsys):
    """Under the table, as a picture, and as CSV, a line for each number that came up."""
    order = ["simulate", "three-card-poker", "--player", "AI", "--matches", "20", "--seed", "4"]
    picture = tmp_path / "p.svg"
    cli.main([*order, "--histogram", "--picture", str(picture)], standalone_mode=False)
    printed = capsys.readouterr().out
    assert "Decisions of a round\n   always 1\n1  █" in printed and "seat 1, AI" in printed
    assert "three-card-poker, model=deck: 200 rounds, seed 4" in picture.read_text()
    cli.main([*order, "--csv", "--histogram"], standalone_mode=False)
    csv_rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert csv_rows[0] == {
        "what": "decisions", "seat": "", "player": "", "from": "1", "to": "1", "rounds": "200",
        "rules": "model=deck",
    }  # fmt: skip
    assert [row["from"] for row in csv_rows[1:]] == ["-20", "-10", "10", "20"]
    assert sum(int(row["rounds"]) for row in csv_rows) == 400
    cli.main([*order, "--json"], standalone_mode=False)
    data = json.loads(capsys.readouterr().out)
    assert data["lengths"]["counts"] == [200] and sum(data["points"][0]["counts"]) == 200
    with pytest.raises(SetupError, match="cannot save a figure as .pdf"):
        cli.main([*order, "--picture", "p.pdf"], standalone_mode=False)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "players"),
    [
        ([], ["AI", "AI"]),
        (["--seats", "3"], ["AI"] * 3),
        (["--player", "random"], ["random"] * 2),
        (["--player", "random", "--seats", "4"], ["random"] * 4),
        (["--player", "random", *["--player", "AI"] * 2], ["random", "AI", "AI"]),
    ],
)
def test_one_player_is_enough_for_all_seats(arguments, players, capsys):
    order = ["simulate", "president", "--matches", "2", "--seed", "1", "--option", "pairs=no"]
    cli.main([*order, *arguments, "--json"], standalone_mode=False)
    data = json.loads(capsys.readouterr().out)
    assert [seat["player"] for seat in data["seats"]] == players and data["rules"] == ["pairs=no"]
    assert sum(seat["wins"]["mean"] for seat in data["seats"]) == pytest.approx(1)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["tranca", "--player", "Ana", "--player", "AI"], "no computer player 'Ana' for Tranca"),
        (["tranca", "--seats", "5"], "Tranca is for 2, 3, 4 or 6 players, not 5"),
        (
            ["tranca", *["--player", "AI"] * 3, "--seats", "4"],
            "--seats 4 and 3 players; give --player once for all seats, or once for each",
        ),
        (["tranca", "--option", "target"], "'target' has no value: write NAME=VALUE"),
        (
            ["tranca", "--matches", "no"],
            "'no' is not a valid number of matches: must be 1 or more, such as 1000000, 1e6 or 1M",
        ),
    ],
)
def test_wrong_input_gets_one_line(arguments, reason):
    """Exit status 2 and no traceback."""
    result = run(*arguments)
    assert result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1
    assert reason in result.stderr
