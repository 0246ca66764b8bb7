"""Copies of environments: each goes its own way, made in any of three ways."""

import copy
import pickle

import numpy as np
import pytest

from dealt.core.compiled import has_numba
from dealt.learning.vector import VectorEnv

WAYS = pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)


def alike(one, other):
    """Whether two observations are the same."""
    np.testing.assert_equal(one, other)


@WAYS
@pytest.mark.parametrize("masked", [False, True])
def test_a_copy_of_a_gymnasium_environment(way, masked):
    """The same actions lead to the same end; the next episode of both is the same, too."""
    gym_env = pytest.importorskip("dealt.learning.gym_env")
    env = gym_env.DealtEnv("president", players="good", seats=4, rounds=2, masked=masked)
    info = env.reset(seed=4)[1]
    for _ in range(2):
        info = env.step(int(np.flatnonzero(info["action_mask"])[0]))[-1]
    twin, mask = way(env), info["action_mask"]
    ways = []
    for each in (twin, env):
        steps, info, over = [], {"action_mask": mask}, False
        while not over:
            *step, info = each.step(int(np.flatnonzero(info["action_mask"])[-1]))
            steps.append(step)
            over = step[2]
        ways.append([*steps, each.reset()[0]])
    alike(*ways)


class Counting:
    """A player whose choices depend on how often it was asked."""

    name = "counting"
    times = 0

    def choose(self, view, actions):
        self.times += 1
        return actions[self.times % len(actions)]


@WAYS
def test_a_copy_has_players_of_its_own(way):
    """What one of them remembers is not what the player of the other does, in later episodes."""
    gym_env = pytest.importorskip("dealt.learning.gym_env")
    env = gym_env.DealtEnv("president", players=Counting(), seats=3, fast=False)
    info, ways = env.reset(seed=1)[1], []
    for each in (way(env), env):
        info_of_step, steps, ends = info, [], 0
        while ends < 3:
            *step, info_of_step = each.step(int(np.flatnonzero(info_of_step["action_mask"])[-1]))
            steps.append(step)
            if step[2]:
                ends += 1
                info_of_step = each.reset(seed=ends)[1]
        ways.append(steps)
    alike(*ways)


@WAYS
@pytest.mark.parametrize("name", ["raw_env", "env"])
def test_a_copy_of_a_pettingzoo_environment(way, name):
    """The original stays where it was while the copy is played to the end."""
    pettingzoo_env = pytest.importorskip("dealt.learning.pettingzoo_env")
    env = getattr(pettingzoo_env, name)("mason-rummy", seats=3)
    env.reset(seed=1)
    twin, before = way(env), env.observe(env.agent_selection)
    ends = []
    for each in (twin, env):
        alike(env.observe(env.agent_selection), before)
        while not all(each.terminations.values()) and len(each.agents) == 3:
            each.step(int(np.flatnonzero(each.observe(each.agent_selection)["action_mask"])[0]))
        ends.append(each.rewards)
    alike(*ends)


@WAYS
@pytest.mark.parametrize(
    "fast",
    [
        False,
        pytest.param(
            True,
            marks=[
                pytest.mark.xdist_group("penney"),
                pytest.mark.skipif(not has_numba(), reason="without numba"),
            ],
        ),
    ],
)
def test_a_copy_of_a_vector_environment(way, fast):
    """Rows, threads and decks to come are the copy's own."""
    env = VectorEnv("penney", 6, seed=3, threads=2, fast=fast)
    dice = np.random.default_rng(0)
    for _ in range(5):
        env.step(env.sample_actions(dice))
    with way(env) as twin:
        observations = env.observations().copy()
        ways = []
        for each in (twin, env):
            alike(env.observations(), observations)
            dice = np.random.default_rng(1)
            ways.append(
                [[part.copy() for part in each.step(each.sample_actions(dice))] for _ in range(40)]
            )
        alike(*ways)
    env.close()
