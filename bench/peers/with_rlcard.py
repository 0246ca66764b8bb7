"""Leduc poker at random in RLCard, whose players put in blinds of 1 and 2 instead of an ante."""

import random

import rlcard
from measure import measure, on_one_core

ROUNDS = 1_000

env = rlcard.make("leduc-holdem", config={"seed": 1})


def steps(seed: int) -> tuple[int, float]:
    """Its environment, step by step."""
    dice, made = random.Random(seed), 0
    for _ in range(ROUNDS):
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(dice.choice(list(state["legal_actions"])))
            made += 1
    return ROUNDS, made


def game_alone(seed: int) -> tuple[int, float]:
    """The game below the environment, without observations."""
    dice, game, made = random.Random(seed), env.game, 0
    for _ in range(ROUNDS):
        game.init_game()
        while not game.is_over():
            game.step(dice.choice(game.get_legal_actions()))
            made += 1
    return ROUNDS, made


on_one_core()
measure("RLCard, its game alone", game_alone)
measure("RLCard, its environment", steps)
