"""The level `easy`: it overlooks moves at a rate, and plays like `good` among the others."""

import pytest

from dealt import agents
from dealt.core.match import Match
from dealt.games import games, registered
from dealt.simulate.lineup import Lineup
from dealt.simulate.matches import play
from tests.program import run

ROUNDS = {"three-card-poker": 60}  # of a single decision


def played(game, name):
    """The moves of some rounds between players of one level."""
    seats = [name] * game.seats_offered
    return [
        [
            action.id
            for _, action in Match(game, agents.seats(game, seats, seed), seed=seed, rounds=1)
            .run()
            .table.history
        ]
        for seed in range(ROUNDS.get(game.name, 5))
    ]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_it_plays_as_good_does_but_for_what_it_overlooks(game):
    """At rate 0 not at all otherwise; the same seed overlooks the same; every move is open."""
    good, easy = played(game, "good"), played(game, "easy")
    assert played(game, "easy-0") == good
    assert played(game, "easy") == easy == played(game, "easy-25") != good
    assert easy != played(game, "easy-100") != good


def test_it_is_between_random_and_good():
    """Three-card Poker, by the points of one seat."""
    game = registered("three-card-poker")
    points = [
        sum(each.totals[0] for each in play(Lineup.of(game, [name]), 1, 0, 300, fast=False))
        for name in ("random", "easy", "good")
    ]
    assert points == sorted(points)


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("arena penney easy-40 good --deals 8 --threads 1", "easy-40"),
        ("simulate president --player easy-40 --matches 2 --threads 1", "easy-40"),
        ("play penney --seat Ana --seat easy-40 --seed 3 --plain", "(easy-40)"),
        ("arena penney easy-101 good", "no computer player 'easy-101' for Penney's game"),
        ("play penney --seat Ana --seat easy-101", "is not a level of Penney"),
    ],
)
def test_a_rate_is_part_of_the_name(arguments, answer, tmp_path):
    result = run(*arguments.split(), typed="RBR\nq\n", cwd=tmp_path)
    assert answer in result.stdout + result.stderr
