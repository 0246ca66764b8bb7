"""Speed: `make bench`.  Results are kept in README.md beside this file; nothing here is asserted
about time.
"""

import subprocess
import sys

import pytest

import dealt
from dealt.games import game
from dealt.games.three_card_poker import exact
from dealt.simulate.batches import play_random

ROUNDS = {"mason-rummy": 20_000, "three-card-poker": 500_000}
PLAIN_ROUNDS = {"mason-rummy": 100, "three-card-poker": 1_000}


@pytest.mark.parametrize("name", ROUNDS)
@pytest.mark.parametrize("seats", [0, -1], ids=["fewest", "most"])
def test_random_rounds_compiled(benchmark, name, seats):
    """Random rounds in compiled play on one core; extra_info: million decisions a second."""
    found, rounds = game(name), ROUNDS[name]
    number = found.seats[seats]
    play_random(found, 10, seed=1, seats=number)
    batch = benchmark.pedantic(
        play_random, (found, rounds), {"seed": 1, "seats": number}, rounds=5, warmup_rounds=1
    )
    decisions = int(batch.decisions.sum())
    benchmark.extra_info["million decisions/s"] = decisions / benchmark.stats["min"] / 1e6


@pytest.mark.parametrize("name", PLAIN_ROUNDS)
def test_random_rounds_plain(benchmark, name):
    """The same rounds in plain play; extra_info: thousand decisions a second."""
    found, rounds = game(name), PLAIN_ROUNDS[name]
    batch = benchmark.pedantic(
        play_random, (found, rounds), {"seed": 1, "fast": False}, rounds=5, warmup_rounds=1
    )
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
    return [exact.odds(model) for model in exact.MODELS]


def test_exact_odds_of_both_models(benchmark):
    """All 455 hands of both dealing models of Three-card Poker."""
    benchmark(exact_odds_anew)


def test_a_match_of_computer_players(benchmark):
    """A whole match of Mason Rummy through tables, views and words."""
    benchmark(lambda: dealt.match("mason-rummy", ["AI", "AI", "AI"], seed=1).run())


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
