"""Gymnasium's own checker, and what an episode against chosen players is."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from dealt.core.agent import PolicyAgent
from dealt.core.compiled import VERBS, has_numba
from dealt.errors import IllegalAction, ParseError, PlayerError, SetupError
from dealt.games import game, games
from dealt.games.penney.state import DECK, NO_CHOICE
from tests.learning.conftest import short

gymnasium = pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install 'dealt[gym]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from dealt.learning.gym_env import DealtEnv  # noqa: E402

GAMES = games()
EACH_GAME = pytest.mark.parametrize("played", GAMES, ids=lambda game: game.name)


@EACH_GAME
@pytest.mark.parametrize(
    "settings_of",
    [
        lambda played: {},
        lambda played: {"masked": True, "rounds": 2, "render_mode": "ansi"},
        lambda played: {"seats": played.seats[-1], "seat": played.seats[-1] - 1},
        lambda played: {"players": "random", "options": short(played)},
    ],
    ids=["as-it-is", "masked", "last-seat", "against-random"],
)
def test_gymnasium_finds_nothing_wrong(played, settings_of):
    """Its checker passes every registered game without a warning."""
    environment = gymnasium.make(f"dealt/{played.name}-v0", **settings_of(played))
    check_env(environment.unwrapped)


def episode(env, seed, dice):
    """All that happens in an episode of random play."""
    observation, info = env.reset(seed=seed)
    steps, is_over = [(observation, 0.0)], False
    while not is_over:
        action = dice.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, is_over, stopped, info = env.step(action)
        assert not stopped and "illegal" not in info
        assert is_over or info["action_mask"].any()
        steps.append((observation, reward))
    return steps


@EACH_GAME
def test_a_seed_makes_an_episode(played):
    """Everything that happens comes from the seed and the actions; another seed gives others."""
    env = DealtEnv(played, players="random", options=short(played), rounds=2)
    one, same, other = (episode(env, seed, np.random.default_rng(1)) for seed in (3, 3, 4))
    assert len(one) == len(same)
    for (observation, reward), (again, rewarded) in zip(one, same, strict=True):
        assert (observation == again).all() and reward == rewarded
        assert observation.dtype == np.int32 and observation in env.observation_space
    together = zip(one, other, strict=False)
    assert len(one) != len(other) or any((a[0] != b[0]).any() for a, b in together)


@pytest.mark.skipif(not has_numba(), reason="numba is not installed")
@pytest.mark.parametrize(
    "played",
    [pytest.param(game, marks=pytest.mark.xdist_group(game.name)) for game in GAMES],
    ids=[game.name for game in GAMES],
)
@pytest.mark.parametrize("players", ["random", "AI"])
def test_compiled_play_is_plain_play(played, players):
    """With any players, both speeds give the same numbers, texts and refusals."""
    settings = {"players": players, "options": short(played), "rounds": 3, "render_mode": "ansi"}
    settings |= {"seats": played.seats[-1], "seat": played.seats[-1] // 2}
    envs = [DealtEnv(played, fast=fast, **settings) for fast in (False, True)]
    assert [env._matches.fast for env in envs] == [False, True]
    for seed in range(3):
        steps = [(*env.reset(seed=seed), env.render()) for env in envs]
        dice, is_over = np.random.default_rng(seed), False
        while not is_over:
            np.testing.assert_equal(*steps)
            mask = steps[0][-2]["action_mask"]
            action = dice.choice(np.flatnonzero(mask if dice.random() < 0.98 else 1 - mask))
            steps = [(*env.step(action), env.render()) for env in envs]
            is_over = steps[0][2]
        np.testing.assert_equal(*steps)


def test_players_that_cannot_be_compiled_play_in_plain_python():
    """A player with a memory of its own is asked, one move after the other."""
    calls = []

    def counts(observation, actions, n):
        calls.append(n)
        return actions[len(calls) % n]

    env = DealtEnv("president", players=PolicyAgent("counts", counts), seats=3)
    assert not env._matches.fast
    episode(env, 1, np.random.default_rng(1))
    assert len(calls) > 5


@EACH_GAME
def test_the_reward_is_the_score_of_the_seat(played):
    """In one round it is what the table scores, negated where few points win."""
    seat = played.seats[-1] - 1
    env = DealtEnv(played, seat=seat, seats=played.seats[-1], options=short(played))
    for seed in range(3):
        *before, (_, reward) = episode(env, seed, np.random.default_rng(seed))
        assert not any(part for _, part in before)
        scores = list(env._matches.table(0).scores.values())
        assert reward == (-scores[seat] if played.match.low_wins else scores[seat])


def test_rewards_of_rounds_add_up():
    """Each round that ends brings its points; in President the roles carry over."""
    env = DealtEnv("president", seats=4, rounds=4, players="random")
    rewards = [reward for _, reward in episode(env, 1, np.random.default_rng(2))]
    assert -16 <= sum(rewards) <= -4 and 2 <= sum(1 for reward in rewards if reward) <= 4
    assert env._matches.table(0).fields()["is_later_round"]


def test_players_are_names_or_agents():
    """One for all, or one for each other seat in order, around the learner's."""

    class First:
        name = "first"
        asked = 0

        def choose(self, view, actions):
            First.asked += 1
            assert view.names[view.seat] in ("first", "first 2")
            return actions[0]

    env = DealtEnv("president", seat=1, players=["AI", First(), "random"])
    env.reset(seed=1)
    names = env._matches.table(0).names
    assert names == ("AI", "seat", "first", "random")
    env = DealtEnv("president", seats=3, players=First())
    episode(env, 2, np.random.default_rng(3))
    assert First.asked > 3


def test_players_that_search_are_players():
    """They get deals that could be, as they do at a table."""

    class Looks:
        name = "looks"
        saw = 0

        def search(self, view, actions, deals):
            Looks.saw += deals.one(1).turn == view.seat
            return actions[-1]

    env = DealtEnv("mason-rummy", players=Looks(), options={"turn_limit": 10})
    episode(env, 1, np.random.default_rng(1))
    assert Looks.saw > 5


def test_an_action_that_is_not_open_ends_the_episode_or_raises():
    """Its reward is worse than any other; the reason stands in `info`."""
    env = DealtEnv("mason-rummy")
    env.reset(seed=1)
    _, reward, is_over, stopped, info = env.step(50)
    assert (reward, is_over, stopped) == (-151.0, True, False)
    assert info["illegal"].startswith("seat cannot discard")
    with pytest.raises(SetupError, match="the episode is over; call reset"):
        env.step(0)
    env = DealtEnv("mason-rummy", illegal="penalty", penalty=-7.5)
    env.reset(seed=1)
    assert env.step(50)[1] == -7.5
    env = DealtEnv("mason-rummy", illegal="raise")
    observation, _ = env.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat cannot discard"):
        env.step(50)
    assert (env._observe()[0] == observation).all()
    assert not env.step(0)[2]
    with pytest.raises(ParseError, match="no action 670"):
        env.step(670)


def test_what_the_seat_sees_can_be_printed_and_masked():
    """`ansi` is the view; masks come by three ways."""
    env = gymnasium.make("dealt/three-card-poker-v0", render_mode="ansi", masked=True)
    observation, info = env.reset(seed=5)
    assert "\nHand of seat: " in env.render() and "to play or fold" in env.render()
    assert observation["action_mask"].tolist() == info["action_mask"].tolist() == [1, 1]
    assert env.unwrapped.action_masks().tolist() == [True, True]
    observation, reward, is_over, _, info = env.step(0)
    assert is_over and reward in (-20, 10, 20) and not info["action_mask"].any()
    assert "Dealer: " in env.render()
    blind = DealtEnv("penney")
    blind.reset(seed=5)
    assert blind.render() is None


def test_a_match_without_a_turn_is_skipped():
    """If the others end the round before the seat is in turn, another one is dealt."""
    penney = game("penney")
    verbs = {name: getattr(penney.rules, name) for name in VERBS}
    ended = []

    def is_over(s):
        soon = s.deck[0] == 0 and s.choice[0] != NO_CHOICE
        ended.append(soon)
        return soon or s.drawn == DECK

    rules = SimpleNamespace(**{**verbs, "is_over": is_over})
    env = DealtEnv(replace(penney, rules=rules), seat=1, players="random")
    for seed in range(8):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].sum() == 7 and env._matches.table(0).fields()["deck"][0] == 1
    assert any(ended)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": 9}, "2 to 7 players, not 9"),
        ({"seat": 2}, "seat 2: must be a whole number from 0 to 1"),
        ({"players": "Ana"}, "no computer player 'Ana'; President has random, easy, seed"),
        ({"players": ["AI"] * 7}, "2 to 7 players, not 8"),
        ({"players": ["AI"], "seats": 3}, "1 players for 2 other seats"),
        ({"options": {"pairs": "perhaps"}}, "option pairs is 'perhaps'"),
        ({"rounds": 0}, "rounds 0: must"),
        ({"illegal": "ignore"}, "illegal='ignore'"),
        ({"render_mode": "human"}, "render_mode='human'"),
    ],
)
def test_invalid_arguments_are_refused(settings, message):
    """One line says what is wrong."""
    with pytest.raises(SetupError, match=message):
        DealtEnv(**{"game": "president", **settings})


def test_another_player_s_closed_choice_is_its_own_error():
    """The learner is not punished for it."""
    rummy = game("mason-rummy")
    far = PolicyAgent("far", lambda observation, actions, n: rummy.sizes.actions)
    env = DealtEnv(rummy, players=far, seat=1)
    with pytest.raises(PlayerError, match=r"computer player far \(seat \d\) chose an action"):
        env.reset(seed=1)
