"""Bridges: any player in PettingZoo and OpenSpiel, and their policies and bots at our tables."""

import random

import numpy as np
import pytest

import dealt
from dealt import games
from dealt.errors import PlayerError, SetupError
from dealt.learning.gym_env import DealtEnv
from dealt.simulate.lineup import Lineup
from dealt.simulate.matches import simulate
from tests import players

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("pettingzoo")

from dealt.learning import openspiel_game  # noqa: E402
from dealt.learning.openspiel_players import PlayerBot, StatePlayer  # noqa: E402
from dealt.learning.pettingzoo_env import env  # noqa: E402
from dealt.learning.pettingzoo_players import PlayerPolicy, PolicyPlayer  # noqa: E402

PRESIDENT = games.game("president")
OWN = ["AI", "tests.players:Dice", players.Hasty, players.first, players.Planner]


@pytest.mark.parametrize("player", OWN)
def test_any_player_sits_in_a_gymnasium(player):
    """The others of `DealtEnv`: names, addresses, classes, functions."""
    environment = DealtEnv("president", players=[player, "random"])
    _, info = environment.reset(seed=1)
    is_over = False
    while not is_over:
        _, _, is_over, _, info = environment.step(int(info["action_mask"].argmax()))


def play(environment, policies, seed):
    """The rewards of an episode."""
    environment.reset(seed=seed)
    rewards = {}
    for agent in environment.agent_iter():
        observation, reward, is_over, stopped, _ = environment.last()
        environment.step(None if is_over or stopped else policies[agent](observation, agent))
        if is_over:
            rewards[agent] = reward
    return rewards


def test_any_player_is_a_policy_in_pettingzoo():
    """As at a table: it is asked at its turn, and sees the same."""
    environment = env("president", seats=3)
    policies = {
        f"seat_{seat}": PlayerPolicy(environment, player, 5)
        for seat, player in enumerate([players.Hasty, "tests.players:Dice", "good"])
    }
    for seed in range(3):
        assert sorted(play(environment, policies, seed).values()) == [-3, -2, -1]
    environment.reset(seed=1)
    other = next(each for each in environment.agents if each != environment.agent_selection)
    with pytest.raises(SetupError, match=f"it is the turn of .*, not of {other}"):
        policies[other](None, other)
    with pytest.raises(SetupError, match="no computer player 'godo'"):
        PlayerPolicy(environment, "godo")


def last_open(observation):
    assert observation["observation"].dtype == np.int32
    return np.flatnonzero(observation["action_mask"])[-1]


def last_open_of(observation, agent):
    assert agent.startswith("seat_")
    return last_open(observation)


@pytest.mark.parametrize("policy", [last_open, last_open_of])
def test_a_policy_on_observations_sits_at_our_table(policy):
    """It plays as the player that does the same with actions; also in an arena's lineup."""
    for seed in range(3):
        seats = [PolicyPlayer("president", policy), "AI"]
        match = dealt.match("president", seats, seed=seed).run()
        same = dealt.match("president", [players.Hasty, "AI"], seed=seed).run()
        assert match.record.played == same.record.played
    assert match.names[0] == policy.__name__
    lineup = Lineup.of(PRESIDENT, [lambda game, seed: PolicyPlayer(game, policy), "AI"])
    assert simulate(lineup, 2, seed=1).matches == 2
    wrong = PolicyPlayer("president", lambda observation: 10**6, name="wrong")
    with pytest.raises(PlayerError, match="wrong .* chose an action that is not open"):
        dealt.match("president", [wrong, "AI"], seed=1)


# --- OpenSpiel ------------------------------------------------------------------------------------


def openspiel(name, **parameters):
    openspiel_game.game_of(games.game(name), parameters.get("seats", games.game(name).seats[0]), {})
    return pyspiel.load_game(openspiel_game._short_name(games.game(name)), parameters)


@pytest.mark.parametrize("name", ["president", "mason-rummy", "examples.leduc:GAME"])
def test_any_player_is_a_bot_in_openspiel(name):
    """OpenSpiel's own loop asks it."""
    game = openspiel(name)
    bots = [PlayerBot(game, each, 3) for each in ("AI", players.first)]
    state = game.new_initial_state()
    returns = pyspiel.evaluate_bots(state, bots, 7)
    assert state.is_terminal() and list(returns) == state.returns()


class Watching:
    """A policy that chooses by the information state, and notes it."""

    def __init__(self):
        self.notes = []

    def action_probabilities(self, state, player_id=None):
        assert state.current_player() == player_id and not state.is_terminal()
        text = state.information_state_string(player_id)
        self.notes.append((text, state.information_state_tensor(player_id)))
        open_now = state.legal_actions()
        chosen = random.Random(text).choice(open_now)
        return {action: float(action == chosen) for action in open_now}


@pytest.mark.parametrize("name", ["president", "mason-rummy", "examples.leduc:GAME"])
def test_a_policy_of_openspiel_knows_its_information_states_at_our_table(name):
    """They are those of the true state, which it never gets: strings and tensors, turn by turn."""
    game = games.game(name)
    watching = Watching()
    player = StatePlayer(game, watching, seed=1, name="watching")
    match = dealt.match(game, ["AI", player], seed=4, rounds=2)
    match.run()
    state = openspiel(name).new_initial_state()
    deck, history = match.deck(0), [action.id for _, action in match.tables[0].history]
    expected = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(deck[state.position.due])
            continue
        if state.current_player() == 1:
            facts = state.information_state_string(1), state.information_state_tensor(1)
            expected.append(facts)
        state.apply_action(history.pop(0))
    assert expected and watching.notes[: len(expected)] == expected
    assert len(watching.notes) > len(expected)  # and it begins anew in the second round


class Bot:
    """A bot that looks a move ahead in what it takes for the state."""

    def step(self, state):
        for action in state.legal_actions():
            state.child(action) if hasattr(state, "child") else state.clone().apply_action(action)
        return state.legal_actions()[-1]


def test_a_bot_of_openspiel_sits_at_our_table():
    """It can play on in the state that it gets; one that was not asked throughout is an error."""
    match = dealt.match("president", [StatePlayer("president", Bot()), "AI"], seed=2, rounds=1)
    same = dealt.match("president", [players.Hasty, "AI"], seed=2, rounds=1).run()
    assert match.run().record.played == same.record.played
    late = StatePlayer("president", Bot(), name="late")
    table = dealt.table("president", ["Ana", "AI"], seed=2)
    table.play(table.actions[0])
    with pytest.raises(PlayerError, match="late was not asked at all its turns of this round"):
        table.choice_of(late)
