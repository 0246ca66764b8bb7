"""Positions at the command line: played, analysed, and refused in one line."""

import json
from fractions import Fraction
from functools import partial

import pytest

import dealt
from dealt.agents.analysis import analyse
from dealt.errors import IllegalAction, SetupError
from tests.program import run

ENDING = "president; hand 0: 2C KH 4S; hand 1: 3S 9H 5C; turn=1; unknown=deal"


def test_a_position_is_played(tmp_path, monkeypatch):
    """The person sits in the seat to move; the record begins there and can be replayed."""
    monkeypatch.chdir(tmp_path)
    order = ["play", "--position", ENDING, "--record", "r.json", "--seed", "3"]
    result = run(*order, typed="3S\npass\n")
    assert result.returncode == 0 and "played 3S" in result.stdout
    played = json.loads((tmp_path / "r.json").read_text())["played"][0]
    assert played["deck"] == "" and played["position"].startswith("president; seats=2; hand 0: ")
    assert run("replay", "r.json").returncode == 0


@pytest.mark.parametrize(
    ("order", "wrong"),
    [
        (["play", "penney", "--position", ENDING], "the position is one of president"),
        (["play", "--position", "presidnt; turn=1"], "did you mean president?"),
        (["play", "--seat", "Ana", "--position", ENDING], "for 2 to 7 players, not 1"),
        (["play", "--position", ENDING, "--option", "pairs=no"], "pairs is set by the position"),
        (["analyse", "president; hand 0: 2C 2C"], "too often in the position: 2C"),
        (["analyse", ENDING, "--player", "stong"], "did you mean strong?"),
        (["analyse", ENDING, "--playouts", "0"], "not a valid number of playouts"),
        (["analyse", "-"], "no game ''"),
    ],
)
def test_wrong_input_gets_one_line(order, wrong):
    """Nothing is played then."""
    result = run(*order)
    assert result.returncode == 2 and wrong in result.stderr and result.stderr.count("\n") == 1


def test_moves_are_ranked_with_standard_errors():
    """By the rules, for any players; a winning play comes first."""
    text = "penney; deck: ?52; choice=2,-1; turn=1"
    result = run("analyse", text, "--player", "random", "--playouts", "700", "--json")
    rows = json.loads(result.stdout)["rows"]
    assert len(rows) == 7 and {row["deals"] for row in rows} == {100}
    (better,) = [column for column in rows[0] if column.startswith("better than")]
    gains = [Fraction(row[better]) for row in rows]
    assert gains == sorted(gains, reverse=True)
    assert "standard error" in run("analyse", text, "--player", "random", "--playouts", "14").stdout


def test_a_search_compares_all_moves():
    """Its own shortlist and its certainty do not leave any out."""
    table = dealt.position(ENDING)
    analysis = analyse(table, "good", playouts=300, fast=False)
    assert {each.action.text for each in analysis.tried} == {"3S", "5C", "9H"}
    assert sum(each.is_simple for each in analysis.tried) == 1
    only = dealt.position("president; hand 0: 2C; hand 1: 3S; turn=1; played: ?50")
    assert [each.action.text for each in analyse(only, "good", fast=False).tried] == ["3S"]
    with pytest.raises(SetupError, match="no computer player"):
        analyse(table, "nobody")
    with pytest.raises(SetupError, match="playouts must be a whole number, 1 or more, not 0"):
        analyse(table, "good", playouts=0)
    only.run()
    only.play("3S")
    with pytest.raises(IllegalAction, match="the round is over"):
        analyse(only)


@pytest.mark.parametrize("player", ["strong", "good", "random"])
def test_moves_are_compared_with_one_of_them(player):
    """With any of them, all or some, also a single one: the same deals, so gains add up."""
    table = dealt.match("president", ["A", "B", "C"], seed=5).table
    moves = table.actions[:3]
    few = partial(analyse, table, player, playouts=60, fast=False)
    usual = few(against=moves[1], moves=moves)
    again = few(against=moves[2].text, moves=[moves[1].id])
    assert [{each.action for each in result.tried} for result in (usual, again)] == [
        {*moves}, {*moves[1:]},
    ]  # fmt: skip
    assert [each.action for each in usual.tried if each.is_simple] == [moves[1]]
    assert next(each.gain for each in again.tried if each.is_simple) == 0
    alone = few(playouts=8, moves=[])
    assert len(alone.tried) == 1 and alone.tried[0].deals >= 2
    with pytest.raises(IllegalAction):
        few(against="2S")


def test_the_shortlist_of_a_search_is_kept_if_asked():
    table = dealt.match("mason-rummy", ["A", "B"], seed=5).table
    table.play("draw stock")
    few = partial(analyse, table, playouts=60, fast=False)
    counts = [len(few(shortlist=short).tried) for short in (True, False)]
    assert counts[0] <= counts[1] == len(table.actions)
