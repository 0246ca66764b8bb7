"""Speed: `make bench`.  Results are kept in README.md beside this file; nothing here is asserted
about time.
"""

import random
import subprocess
import sys
from math import inf
from time import process_time

import pytest

import dealt
from dealt.agents.kinds import (
    choice_among,
    first_player,
    in_place_of,
    second_player,
    third_player,
)
from dealt.core.compiled import compiled
from dealt.games import game
from dealt.games.president.bots import best_answer
from dealt.games.president.exact import least_moves, open_plays, situation
from dealt.games.president.state import PLAYS, STRAIGHT, TOP_STRAIGHT, TYPES
from dealt.games.three_card_poker import exact, state
from dealt.simulate import compiled_play
from dealt.simulate.batches import play_random
from dealt.simulate.compiled_play import play_round
from dealt.simulate.lineup import Lineup
from dealt.simulate.matches import kinds_of, play

ROUNDS = {
    "mason-rummy": 20_000,
    "president": 20_000,
    "three-card-poker": 500_000,
    "tranca": 10_000,
}
PLAIN_ROUNDS = {"mason-rummy": 100, "president": 50, "three-card-poker": 1_000, "tranca": 20}
SEATS = [(name, number) for name in ROUNDS for number in game(name).seats]


@pytest.mark.parametrize(("name", "number"), SEATS)
def test_random_rounds_compiled(benchmark, name, number):
    """Random rounds in compiled play on one core; extra_info: million decisions a second."""
    found, rounds = game(name), ROUNDS[name]
    play_random(found, 10, seed=1, seats=number)
    batch = benchmark.pedantic(
        play_random, (found, rounds), {"seed": 1, "seats": number}, rounds=5, warmup_rounds=1
    )
    decisions = int(batch.decisions.sum())
    benchmark.extra_info["million decisions/s"] = decisions / benchmark.stats["min"] / 1e6


def unchecked(kind, seen, actions, n, offered):
    """`kinds.choice_among` without its check."""
    if kind == 1:
        return first_player(seen, actions, n)
    if kind == 2:
        return second_player(seen, actions, n)
    return third_player(seen, actions, n)


@pytest.mark.parametrize("player", ["AI", "good"])
@pytest.mark.parametrize("name", ["mason-rummy", "president", "tranca"])
def test_choices_checked(benchmark, monkeypatch, name, player):
    """600 matches of compiled players, with and without the check of their choices, in turns; CPU
    time, the best of 9. extra_info: million decisions a second, and the cost of the check in %.
    """
    found = game(name)
    lineup = Lineup.of(found, [player] * found.seats_offered, rounds=3)
    told = {**in_place_of(kinds_of(lineup)[1]), choice_among: unchecked}
    without = compiled({"round": play_round}, found.verbs(), instead=told)["round"]
    drivers = {"checked": compiled_play.driver, "unchecked": lambda *told: without}
    seconds = dict.fromkeys(drivers, inf)
    decisions = sum(ending.decisions for ending in play(lineup, 1, 0, 600, fast=True))

    def measure():
        for kind, driver in drivers.items():
            monkeypatch.setattr(compiled_play, "driver", driver)
            start = process_time()
            play(lineup, 1, 0, 600, fast=True)
            seconds[kind] = min(seconds[kind], process_time() - start)

    benchmark.pedantic(measure, rounds=9, warmup_rounds=1)
    for kind in drivers:
        benchmark.extra_info[kind] = decisions / seconds[kind] / 1e6
    benchmark.extra_info["cost in %"] = 100 * (seconds["checked"] / seconds["unchecked"] - 1)


@pytest.mark.parametrize("name", PLAIN_ROUNDS)
def test_random_rounds_plain(benchmark, name):
    """The same rounds in plain play; extra_info: thousand decisions a second."""
    found, rounds = game(name), PLAIN_ROUNDS[name]
    seats = 4 if 4 in found.seats else found.seats[0]
    told = {"seed": 1, "seats": seats, "fast": False}
    batch = benchmark.pedantic(play_random, (found, rounds), told, rounds=5, warmup_rounds=1)
    decisions = int(batch.decisions.sum())
    benchmark.extra_info["thousand decisions/s"] = decisions / benchmark.stats["min"] / 1e3


def test_random_rounds_on_two_threads(benchmark):
    """Compiled Mason Rummy rounds on two threads, to be held against one."""
    found = game("mason-rummy")
    play_random(found, 10, seed=1)
    benchmark.pedantic(
        play_random, (found, 20_000), {"seed": 1, "threads": 2}, rounds=5, warmup_rounds=1
    )


def exact_odds_anew():
    for cached in (exact.hand_odds, exact.odds):
        cached.cache_clear()
    return [exact.odds(model) for model in state.MODELS]


def test_exact_odds_of_both_models(benchmark):
    """All 455 hands of both dealing models of Three-card Poker."""
    benchmark(exact_odds_anew)


@pytest.mark.parametrize(("name", "seats"), [("mason-rummy", 3), ("president", 4), ("tranca", 4)])
def test_a_match_of_computer_players(benchmark, name, seats):
    """A whole match through tables, views and words."""
    benchmark(lambda: dealt.match(name, ["AI"] * seats, seed=1).run())


def hands(size):
    """A thousand random hands of President, as masks of cards."""
    dice = random.Random(size)
    return [sum(1 << card for card in dice.sample(range(52), size)) for _ in range(1_000)]


@pytest.mark.parametrize("size", [13, 17, 26])
def test_least_moves(benchmark, size):
    """The least number of moves for each of 1,000 hands, plain; extra_info: the slowest, in ms."""
    options = game("president").option_values({})
    found = iter(hands(size))
    benchmark.pedantic(lambda: least_moves(next(found), options), rounds=1_000)
    benchmark.extra_info["slowest ms"] = benchmark.stats["max"] * 1e3


@pytest.mark.parametrize("size", [13, 26])
def test_the_president_ai_answers(benchmark, size):
    """The document's computer player, plain: its answer to a low straight, for 1,000 hands."""
    found = iter(hands(size))
    straight = 1 + sum(kind < STRAIGHT for kind, _, _ in PLAYS)
    options = game("president").option_values({})

    def answer():
        s = situation(next(found), options, straight)
        plays = open_plays(s)
        return best_answer(s.hand[0], TOP_STRAIGHT, (1 << TYPES) - 1, plays, len(plays))

    benchmark.pedantic(answer, rounds=1_000)
    benchmark.extra_info["slowest ms"] = benchmark.stats["max"] * 1e3


@pytest.mark.parametrize(
    "code",
    [
        "pass",
        "import dealt",
        "import dealt; dealt.match('mason-rummy', ['A', 'B'])",
        "import numpy",
    ],
)
def test_start(benchmark, code):
    """A fresh interpreter; the time of `pass` is to be taken off."""
    benchmark.pedantic(
        subprocess.run, ([sys.executable, "-c", code],), {"check": True}, rounds=15, warmup_rounds=2
    )


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["odds", "three-card-poker"]])
def test_command_line(benchmark, arguments):
    """A whole command, the interpreter's start included."""
    command = [sys.executable, "-m", "dealt", *arguments]
    options = {"check": True, "stdout": subprocess.DEVNULL}
    benchmark.pedantic(subprocess.run, (command,), options, rounds=15, warmup_rounds=2)
