"""Leduc poker at random in OpenSpiel, by the three loops that its wheel has."""

import random

import pyspiel
from measure import measure, on_one_core

GAME = pyspiel.load_game("leduc_poker")
ROLLOUTS = 200_000
GAMES = 5_000


def after_the_deal() -> pyspiel.State:
    """The first decision of a round; the public card is still to be dealt."""
    state = GAME.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def decisions_after(state: pyspiel.State) -> float:
    """How many decisions follow on average; what is open does not depend on the cards."""
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    if state.is_terminal():
        return 0.0
    actions = state.legal_actions()
    return 1 + sum(decisions_after(state.child(action)) for action in actions) / len(actions)


EACH = decisions_after(after_the_deal())


def rollouts(seed: int) -> tuple[int, float]:
    """A loop in C++: the rollouts of its tree search, from one deal of the private cards."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=seed)
    search = pyspiel.MCTSBot(GAME, evaluator, 2.0, 1, 100, False, seed, False)
    search.mcts_search(after_the_deal())  # one simulation: all rollouts start here
    return ROLLOUTS, ROLLOUTS * EACH


def games(seed: int) -> tuple[int, float]:
    """A loop in C++: games between two of its random players."""
    players = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(2)]
    for number in range(GAMES):
        pyspiel.evaluate_bots(GAME.new_initial_state(), players, seed * GAMES + number)
    return GAMES, GAMES * EACH


def states(seed: int) -> tuple[int, float]:
    """A loop in Python over its states."""
    dice, made = random.Random(seed), 0
    for _ in range(GAMES):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(dice.choice(state.legal_actions()))
    return GAMES, made


on_one_core()
measure("OpenSpiel, rollouts of its tree search, C++", rollouts)
measure("OpenSpiel, games of random players, C++", games)
measure("OpenSpiel, loop in Python", states)
