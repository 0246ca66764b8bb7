"""Leduc poker at random in pgx: many rounds abreast, each begun anew when it is over."""

import os

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import pgx
from measure import measure, on_one_core

ABREAST = 8_192
STEPS = 400

env = pgx.make("leduc_holdem")
init, step = jax.vmap(env.init), jax.vmap(env.step)


def one_step(carry, key):
    """An action in every round; rounds that are over are dealt anew."""
    state, over = carry
    for_action, for_deal = jax.random.split(key)
    weights = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
    state = step(state, jax.random.categorical(for_action, weights))
    ended = state.terminated
    fresh = init(jax.random.split(for_deal, ABREAST))

    def chosen(new, old):
        return jnp.where(ended.reshape(-1, *[1] * (old.ndim - 1)), new, old)

    return (jax.tree.map(chosen, fresh, state), over + ended.sum()), None


@jax.jit
def run(key):
    """How many rounds have ended after all steps."""
    for_deal, for_steps = jax.random.split(key)
    state = init(jax.random.split(for_deal, ABREAST))
    (_, over), _ = jax.lax.scan(one_step, (state, 0), jax.random.split(for_steps, STEPS))
    return over


def play(seed):
    """Rounds and decisions; the rounds that are not over at the end are counted as decisions."""
    return int(run(jax.random.PRNGKey(seed))), ABREAST * STEPS


on_one_core()
measure("pgx, 8,192 rounds abreast", play)
