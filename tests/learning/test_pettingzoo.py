"""PettingZoo's own tests, and what an episode of all seats is."""

import numpy as np
import pytest

from dealt.errors import IllegalAction, ParseError, SetupError
from dealt.games import games
from tests.learning.conftest import short

pytest.importorskip("pettingzoo", reason="needs PettingZoo: pip install 'dealt[pettingzoo]'")

from pettingzoo.test import api_test, seed_test

from dealt.learning import pettingzoo_env

pytestmark = [
    # PettingZoo expects arrays, except of the environments that it knows by name; like these,
    # ours give a dict with a mask, which is all 0 once nobody is in turn
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]

EVERY_TABLE = pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in games() for seats in game.seats],
    ids=lambda part: part if isinstance(part, int) else part.name,
)


@pytest.mark.no_cover
@EVERY_TABLE
def test_pettingzoo_finds_nothing_wrong(game, seats, capsys):
    """`api_test` and `seed_test` pass for every game and every number of seats."""

    def environment():
        return pettingzoo_env.env(game, seats=seats, options=short(game), rounds=2)

    api_test(environment(), num_cycles=1_000)
    seed_test(environment, num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


def play(env, dice):
    """Play an episode at random; return what each agent got in all."""
    gained = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, reward, is_over, stopped, _ = env.last()
        gained[agent] += reward
        assert not stopped
        mask = observation["action_mask"]
        action = None if is_over else int(dice.choice(np.flatnonzero(mask)))
        assert mask.any() != is_over
        env.step(action)
    return gained


@EVERY_TABLE
def test_rewards_are_the_points(game, seats):
    """Each seat gets what the table scores, negated where few win; a second round adds its own."""
    settings = {"seats": seats, "options": short(game)}
    env = pettingzoo_env.raw_env(game, **settings)
    env.reset(seed=2)
    gained = play(env, np.random.default_rng(1))
    scores = env._matches.table(0).scores.values()
    points = [-x if game.match.low_wins else x for x in scores]
    assert list(gained.values()) == points
    env = pettingzoo_env.raw_env(game, rounds=2, **settings)
    env.reset(seed=2)
    two = play(env, np.random.default_rng(1))
    scores = env._matches.table(0).scores.values()
    second = [-x if game.match.low_wins else x for x in scores]
    assert list(two.values()) == [a + b for a, b in zip(points, second, strict=True)]


def test_who_is_out_of_turn_sees_but_cannot_act():
    """Every seat has its own observation; the mask is for the seat in turn."""
    env = pettingzoo_env.env("president", seats=3)
    env.reset(seed=4)
    observations = [env.observe(agent) for agent in env.agents]
    assert sum(part["action_mask"].any() for part in observations) == 1
    assert len({part["observation"].tobytes() for part in observations}) == 3
    for part in observations:
        assert part["observation"].dtype == np.int32 and part["action_mask"].dtype == np.int8


def test_episodes_follow_each_other():
    """A reset without a seed deals another match, determined by the seed before."""
    env = pettingzoo_env.env("mason-rummy")
    hands = []
    for seed in (1, None, None, 1, None):
        env.reset(seed=seed)
        hands.append(env.observe("seat_0")["observation"].tolist())
    assert hands[:2] == hands[3:] and hands[0] != hands[1] != hands[2]


def test_an_action_that_is_not_open_ends_the_episode_or_raises(caplog, capsys):
    """Only who did it is punished; the bare environment raises."""
    env = pettingzoo_env.env("mason-rummy", penalty=-99)
    env.reset(seed=1)
    env.step(50)
    assert play_out(env) == {"seat_0": -99, "seat_1": 0}
    env = pettingzoo_env.env("mason-rummy")
    env.reset(seed=1)
    env.step(50)
    assert play_out(env) == {"seat_0": -151, "seat_1": 0}
    env = pettingzoo_env.env("mason-rummy", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat 0 cannot discard"):
        env.step(50)
    with pytest.raises(ParseError, match="no action 670"):
        env.step(670)
    with pytest.raises(SetupError, match="illegal='ignore'"):
        pettingzoo_env.env("mason-rummy", illegal="ignore")


def play_out(env):
    """What all agents get at an end that has come."""
    got = {}
    for agent in env.agent_iter():
        got[agent] = env.last()[1]
        env.step(None)
    return got


def test_the_view_can_be_printed():
    """`ansi` is the view of the seat in turn."""
    env = pettingzoo_env.env("tranca", seats=4, render_mode="ansi")
    env.reset(seed=1)
    assert "Hand of seat 0" in env.render()
    env.close()
    assert str(env) == "dealt_tranca_v0"
    with pytest.raises(SetupError, match="render_mode='human'"):
        pettingzoo_env.env("tranca", render_mode="human")
