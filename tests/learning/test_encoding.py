"""Encoded observations: inputs from 0 to 1 that say all that the numbers say."""

from dataclasses import replace

import numpy as np
import pytest
from examples.kuhn import GAME as KUHN
from examples.leduc import GAME as LEDUC

from dealt.errors import SetupError
from dealt.games import games
from dealt.learning.gym_env import Encoding
from dealt.testing.walk import Walk

GAMES = [*games(), KUHN, LEDUC]
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def decoded(game, inputs):
    """The numbers that inputs stand for."""
    numbers, at = [], 0
    for n, least, most, kind in game.sizes.ranges:
        for _ in range(n):
            if kind == "choice":
                part = inputs[at : at + most - least + 1]
                assert sorted(part) == [0] * (most - least) + [1]
                numbers.append(least + int(part.argmax()))
                at += len(part)
            elif kind == "amount":
                numbers.append(least + round(float(inputs[at]) * (most - least)))
                at += 1
            else:
                part = inputs[at : at + most.bit_length()].astype(int).tolist()
                numbers.append(sum(bit << digit for digit, bit in enumerate(part)))
                at += len(part)
    assert at == len(inputs)
    return numbers


@EACH_GAME
def test_numbers_can_be_read_from_the_inputs(game):
    """Nothing is lost, in any game, under any options; many rows are each row by itself."""
    encoding, rows = Encoding(game), []
    for seed in (1, 2, 3):
        walk = Walk(game, seed)
        for s, _ in list(walk.positions())[:: 9 if game.sizes.observation > 200 else 2]:
            for seat in range(s.seats):
                numbers = [0] * game.sizes.observation
                game.rules.observe(s, seat, numbers)
                rows.append(numbers)
    inputs = encoding(np.array(rows, np.int32))
    assert inputs.dtype == np.float32 and inputs.shape == (len(rows), encoding.width)
    assert inputs.min() == 0 and inputs.max() == 1
    for row, each in zip(rows[::7], inputs[::7], strict=True):
        assert decoded(game, each) == row
        assert (encoding(np.array(row, np.int32)) == each).all()


def test_environments_give_inputs():
    """Gymnasium's checker passes; many environments give what each gives; agents get the same."""
    gym_env = pytest.importorskip("dealt.learning.gym_env")
    from gymnasium.utils.env_checker import check_env

    from dealt.learning.gym_vector import DealtVectorEnv

    settings = {"seats": 4, "players": "random", "observations": "encoded", "fast": False}
    env = gym_env.gymnasium.make("dealt/president-v0", masked=True, **settings).unwrapped
    check_env(env)
    envs = DealtVectorEnv("president", 3, **settings)
    observations, _ = envs.reset(seed=1)
    assert (
        observations[2] == env.reset(seed=3)[0]["observation"]
    ).all() and observations in envs.observation_space
    pettingzoo_env = pytest.importorskip("dealt.learning.pettingzoo_env")
    zoo = pettingzoo_env.raw_env("president", seats=4, observations="encoded", fast=False)
    zoo.reset(seed=1)
    assert zoo.observe("seat_1") in zoo.observation_space("seat_1")


def test_invalid_observations_cannot_be_encoded():
    """One line says what to do."""
    with pytest.raises(SetupError, match="leduc does not say what the numbers"):
        Encoding(replace(LEDUC, sizes=replace(LEDUC.sizes, ranges=())))
    gym_env = pytest.importorskip("dealt.learning.gym_env")
    with pytest.raises(SetupError, match="observations='bits'; it can be 'numbers' or 'encoded'"):
        gym_env.DealtEnv("president", observations="bits")
