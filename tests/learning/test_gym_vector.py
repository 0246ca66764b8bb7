"""Rows side by side are Gymnasium's own environments side by side, in all that they return."""

import copy
import pickle

import numpy as np
import pytest

from dealt.errors import IllegalAction, SetupError
from dealt.games import games
from tests.learning.conftest import short

gymnasium = pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install 'dealt[gym]'")

from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv  # noqa: E402

import dealt.learning.gym_env  # noqa: E402, F401 - registers the games
from dealt.learning.gym_env import DealtEnv  # noqa: E402
from dealt.learning.gym_vector import DealtVectorEnv  # noqa: E402

GAMES = games()
ROWS = 5
EACH_GAME = pytest.mark.parametrize(
    "played",
    [pytest.param(game, marks=pytest.mark.xdist_group(game.name)) for game in GAMES],
    ids=[game.name for game in GAMES],
)
EACH_MODE = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)


def choices(infos, dice):
    """An open action for each row where there is one; now and then one that may not be open."""
    masks = infos["action_mask"]
    actions = [dice.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
    strays = dice.random(len(actions)) < 0.02
    return np.where(strays, dice.integers(masks.shape[1], size=len(actions)), actions)


def as_lists(value):
    """Arrays of objects as lists, which NumPy compares by what is in them."""
    if isinstance(value, dict):
        return {name: as_lists(part) for name, part in value.items()}
    if isinstance(value, tuple):
        return tuple(map(as_lists, value))
    return value.tolist() if getattr(value, "dtype", None) == np.dtype("O") else value


def assert_same(one, other):
    """Nothing that two environments have returned differs."""
    np.testing.assert_equal(as_lists(one), as_lists(other))


@EACH_GAME
@EACH_MODE
def test_rows_are_environments_side_by_side(played, mode):
    """Observations, rewards, ends and infos are those of `SyncVectorEnv`, in every mode."""
    settings = {"players": "random", "options": short(played), "rounds": 2}
    settings |= {"seats": played.seats[-1], "seat": played.seats[-1] - 1}
    settings["masked"] = mode is AutoresetMode.SAME_STEP
    ours = DealtVectorEnv(played, ROWS, autoreset_mode=mode, **settings)
    theirs = SyncVectorEnv([lambda: DealtEnv(played, **settings)] * ROWS, autoreset_mode=mode)
    for name in ("metadata", "single_observation_space", "single_action_space",
                 "observation_space", "action_space", "num_envs"):  # fmt: skip
        expected = getattr(theirs, name)
        assert getattr(ours, name) == expected, name
    dice, ends = np.random.default_rng(3), 0
    both = [env.reset(seed=7) for env in (ours, theirs)]
    assert_same(*both)
    infos = both[0][1]
    for _ in range(120):
        actions = choices(infos, dice)
        both = [env.step(actions) for env in (ours, theirs)]
        assert_same(*both)
        infos, ended = both[0][-1], both[0][2]
        ends += ended.sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            both = [env.reset(options={"reset_mask": ended.copy()}) for env in (ours, theirs)]
            assert_same(*both)
            masks = infos["action_mask"].copy()
            masks[ended] = both[0][1]["action_mask"][ended]
            infos = {"action_mask": masks}
    assert ends


@pytest.mark.xdist_group("president")
def test_gymnasium_makes_it():
    """`make_vec` gives the environment for every game, with its arguments; spaces hold."""
    envs = gymnasium.make_vec("dealt/president-v0", num_envs=3, seats=4, render_mode="ansi")
    assert isinstance(envs, VectorEnv) and isinstance(envs.unwrapped, DealtVectorEnv)
    assert envs.spec.id == "dealt/president-v0" and "dealt/president-v0" in repr(envs)
    observations, infos = envs.reset(seed=[4, None, 9])
    assert observations in envs.observation_space
    assert all("Hand of seat" in text for text in envs.render())
    actions = envs.action_space.sample(
        mask=tuple(mask.astype(np.int8) for mask in infos["action_mask"])
    )
    observations, rewards, ended, stopped, _ = envs.step(actions)
    assert observations in envs.observation_space and rewards.dtype == np.float64
    assert ended.dtype == stopped.dtype == bool and not stopped.any()
    envs.close()
    single = gymnasium.make("dealt/president-v0", seats=4)
    assert (single.reset(seed=4)[0] == envs.unwrapped.reset(seed=4)[0][0]).all()


@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))]
)
@pytest.mark.xdist_group("penney")
def test_a_copy_goes_its_own_way(way):
    """Both play the same from here, as neither knows of the other."""
    envs = DealtVectorEnv("penney", 4, players="good", seat=1, rounds=3)
    _, infos = envs.reset(seed=1)
    for _ in range(5):
        actions = choices(infos, np.random.default_rng(1))
        infos = envs.step(actions)[-1]
    ways = []
    for each in (way(envs), envs):
        dice, steps, infos_of_step = np.random.default_rng(2), [], infos
        for _ in range(90):
            step = each.step(choices(infos_of_step, dice))
            steps.append(step)
            infos_of_step = step[-1]
        ways.append(steps)
    assert_same(*ways)


@pytest.mark.xdist_group("president")
def test_lists_are_masks():
    """Without masks in the infos the lists say what is open."""
    settings = {"seats": 3, "players": "random"}
    envs = DealtVectorEnv("president", 6, mask_infos=False, **settings)
    assert envs.reset(seed=2)[1] == {}
    for _ in range(60):
        ids, counts = envs.legal_lists()
        masks = envs.action_masks()
        assert (masks.sum(axis=1) == counts).all()
        for row, mask in enumerate(masks):
            assert ids[row, : counts[row]].tolist() == np.flatnonzero(mask).tolist()
        *_, ended, _, infos = envs.step(np.where(counts > 0, ids[:, 0], 0))
        assert infos == {} and (counts == 0).sum() <= 6 and ended.sum() <= 6


@pytest.mark.xdist_group("president")
def test_an_action_that_is_not_open():
    """It ends the row by a penalty, with the reason; or raises an error, and nothing is played."""
    envs = DealtVectorEnv("president", 3, fast=False)
    observations, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    closed = int(infos["action_mask"][1].argmin())
    actions[1] = closed
    _, rewards, ended, _, infos = envs.step(actions)
    assert rewards[1] == envs.penalty and ended.tolist() == [False, True, False]
    assert infos["illegal"][1].startswith("seat cannot") and infos["illegal"][0] is None
    envs = DealtVectorEnv("president", 3, illegal="raise", fast=False)
    envs.reset(seed=1)
    with pytest.raises(IllegalAction, match="row 1: seat cannot"):
        envs.step(actions)
    actions[1] = infos["action_mask"][1].argmax()
    assert (envs._look(envs._all)[0] == observations).all()


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda envs: DealtVectorEnv("president", 0), "num_envs 0: must be a whole number"),
        (lambda envs: DealtVectorEnv("president", 2, autoreset_mode="Never"), "'Never'; it can be"),
        (lambda envs: DealtVectorEnv("president", 2, players="Ana"), "no computer player 'Ana'"),
        (lambda envs: envs.step(np.zeros(3, int)), r"they are integers \(2,\)"),
        (lambda envs: envs.step(np.zeros(2)), r"they are integers \(2,\)"),
        (lambda envs: envs.reset(seed=[1]), "1 seeds for 2 rows"),
        (lambda envs: envs.reset(options={"reset_mask": [True, True]}), "reset_mask: must be"),
        (lambda envs: envs.reset(options={"reset_mask": np.zeros(2, bool)}), "at least one row"),
        (lambda envs: [envs.step(np.array([7, 7])) for _ in range(2)], "row 0 is over; call reset"),
    ],
)
@pytest.mark.xdist_group("penney")
def test_invalid_arguments_are_refused(act, message):
    """One line says what is wrong."""
    envs = DealtVectorEnv("penney", 2, autoreset_mode="Disabled", fast=False)
    envs.reset(seed=1)
    with pytest.raises(SetupError, match=message):
        act(envs)


@pytest.mark.xdist_group("president")
def test_pictures():
    """Each row has one, all of one size; a view on paper is not empty."""
    pytest.importorskip("matplotlib")
    envs = gymnasium.make_vec("dealt/tranca-v0", num_envs=2, render_mode="rgb_array", fast=False)
    envs.reset(seed=1)
    one, two = envs.render()
    assert one.shape == two.shape == (720, 960, 3) and one.dtype == np.uint8
    assert (one != two).any() and 0 < (one < 128).mean() < 0.3
    env = gymnasium.make("dealt/tranca-v0", render_mode="rgb_array", fast=False)
    env.reset(seed=1)
    assert (env.render() == one).all()
