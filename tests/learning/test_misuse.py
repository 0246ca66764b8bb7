"""Environments that are used in a wrong way: the library's own errors, before anything changes."""

import math

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pettingzoo_env = pytest.importorskip("dealt.learning.pettingzoo_env")

from dealt.errors import DealtError, SetupError  # noqa: E402 - once Gymnasium is there
from dealt.learning.gym_env import DealtEnv  # noqa: E402
from dealt.learning.gym_vector import DealtVectorEnv  # noqa: E402
from dealt.learning.vector import VectorEnv  # noqa: E402

WRONG = (-1, True, "", "nope", b"x", 0.5, math.nan, [], {"a": 1}, object(), np.int64(-1))
ROWS = (
    np.array([0, 0]), np.zeros((3, 2), int), np.full(3, 0.5), np.full(3, -1), np.full(3, 99),
    [True] * 3, ["a"] * 3, None, object(),
)  # fmt: skip
FIRST = np.array([True, False, False])


def rows(**more):
    return VectorEnv("penney", **{"n": 3, "fast": False, **more})


def learner(**more):
    return DealtEnv("penney", **{"fast": False, **more})


def learners(**more):
    return DealtVectorEnv("penney", **{"num_envs": 3, "fast": False, **more})


def table(**more):
    return pettingzoo_env.raw_env("penney", **more)


def begun(env):
    env.reset(seed=1)
    return env


CALLS = {  # how something is done with a wrong value
    **{f"rows {name}": lambda value, name=name: rows(**{name: value})
       for name in ("n", "seats", "options", "seed", "threads")},
    **{f"rows {name}": lambda value, name=name: getattr(rows(), name)(value)
       for name in ("reset", "observations", "view", "table", "step")},
    "rows seat": lambda value: rows().view(0, value),
    **{f"learner {name}": lambda value, name=name: learner(**{name: value})
       for name in ("seat", "seats", "options", "rounds", "illegal", "observations",
                    "render_mode")},
    "learner reset": lambda value: learner().reset(seed=value),
    "learner step": lambda value: begun(learner(illegal="raise")).step(value),
    **{f"learners {name}": lambda value, name=name: learners(**{name: value})
       for name in ("num_envs", "autoreset_mode")},
    "learners reset": lambda value: learners().reset(seed=value),
    "learners step": lambda value: begun(learners()).step(value),
    "learners mask": lambda value: begun(learners()).reset(options={"reset_mask": value}),
    **{f"table {name}": lambda value, name=name: table(**{name: value})
       for name in ("seats", "options", "rounds", "illegal", "render_mode")},
    "table reset": lambda value: table().reset(seed=value),
    "table step": lambda value: begun(table()).step(value),
    "table observe": lambda value: begun(table()).observe(value),
}  # fmt: skip


@pytest.mark.no_cover
@pytest.mark.parametrize("name", CALLS)
def test_wrong_values_are_refused(name):
    """By an error of this package, in one line."""
    arrays = [each for each in ROWS if each is not None]  # None: no mask
    for value in (*WRONG, *(arrays if name in ("rows step", "learners mask") else ())):
        with pytest.raises(DealtError) as refused:
            pytest.fail(f"{name} {value!r}: {CALLS[name](value)}")
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("actions", ROWS, ids=lambda value: type(value).__name__)
def test_wrong_actions_change_nothing(actions):
    env = begun(learners(illegal="raise"))
    before = env.legal_lists()[0].copy()
    with pytest.raises(DealtError):
        env.step(actions)
    assert (env.legal_lists()[0] == before).all()


@pytest.mark.parametrize(
    ("use", "right"),
    [
        (lambda: learner().step(0), "no episode has begun; call reset"),
        (lambda: learner().render(), "no episode has begun; call reset"),
        (lambda: learner().action_masks(), "no episode has begun; call reset"),
        (lambda: learners().step([0, 0, 0]), r"no episode has begun; call reset\(\)"),
        (lambda: learners().legal_lists(), r"no episode has begun; call reset\(\)"),
        (lambda: learners().render(), r"no episode has begun; call reset\(\)"),
        (
            lambda: learners().reset(options={"reset_mask": FIRST}),
            r"^reset_mask: no episode has begun; call reset\(\) for all rows first$",
        ),
        (
            lambda: gymnasium.make_vec("dealt/penney-v0", num_envs=3, fast=False).step([0, 0, 0]),
            r"call reset\(\) for all rows first$",
        ),
    ],
)
def test_an_environment_has_to_be_reset_first(use, right):
    with pytest.raises(SetupError, match=right):
        use()


def test_an_environment_that_is_closed_says_so():
    """Its threads are gone."""
    env = rows(threads=2)
    env.close()
    for use in (env.reset, env.legal_mask, lambda: env.step(env.ids[:, 0])):
        with pytest.raises(SetupError, match="the environment is closed"):
            use()
