"""The vector environment: both speeds, any rows and any threads give the numbers of the rules."""

import numpy as np
import pytest

from dealt.core.compiled import has_numba
from dealt.core.fields import dtype
from dealt.errors import IllegalAction, SetupError
from dealt.games import games
from dealt.learning.vector import MOST_ROWS, VectorEnv
from dealt.testing.walk import deck_for, open_actions, set_up

GAMES = games()
EACH_GAME = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.xdist_group(game.name)) for game in GAMES],
    ids=[game.name for game in GAMES],
)
needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed")

ROWS = 7


def steps(env, n, seed=0):
    """The environment after each of `n` random steps."""
    dice = np.random.default_rng(seed)
    for _ in range(n):
        yield env.step(env.sample_actions(dice))


def lists(env):
    """The open actions of each row."""
    return [env.ids[row, : env.counts[row]].tolist() for row in range(env.n)]


@pytest.mark.no_cover
@needs_numba
@EACH_GAME
def test_compiled_play_is_plain_play(game):
    """Over many rounds both speeds give the same numbers, bit for bit, on one thread and on two."""
    rounds = 0
    for seed in range(1, 5):
        seats, options = set_up(game, seed)
        settings = {"seats": seats, "options": options, "seed": seed, "carrying": seed < 4}
        plain = VectorEnv(game, ROWS, fast=False, **settings)
        with VectorEnv(game, ROWS, fast=True, threads=1 + seed % 2, **settings) as fast:
            dice = np.random.default_rng(seed)
            for number in range(150):
                assert_same(plain, fast, number)
                actions = fast.sample_actions(dice)
                assert (plain.sample_actions(np.random.default_rng(number)) >= 0).all()
                plain.step(actions)
                fast.step(actions)
            rounds += plain.number.sum()
    assert rounds > 20


def assert_same(plain, fast, number):
    """All arrays are equal, and have the same types."""
    for name in ("turn", "number", "counts", "rewards", "done"):
        one, other = getattr(plain, name), getattr(fast, name)
        assert one.dtype == other.dtype and (one == other).all(), name
    assert lists(plain) == lists(fast)
    if number % 10 == 0:
        assert (plain.observations() == fast.observations()).all()
        last = plain.seats - 1
        assert (plain.observations(last) == fast.observations(last)).all()
        assert (plain.legal_mask() == fast.legal_mask()).all()
        assert str(plain.view(3)) == str(fast.view(3))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("carrying", [True, False])
def test_rows_are_matches_by_the_rules(game, carrying):
    """Each row is what the rules give for its decks, which depend on seed, row and round alone."""
    seats, options = set_up(game, 11)
    env = VectorEnv(game, 3, seats=seats, options=options, seed=5, fast=False, carrying=carrying)
    states = [first_state(game, seats, options, 5, row) for row in range(3)]
    numbers = [0] * 3
    for _ in range(200):
        actions = env.sample_actions(np.random.default_rng(sum(numbers)))
        rewards, ends = (part.copy() for part in env.step(actions))
        for row, action in enumerate(actions.tolist()):
            s, points = states[row], [0] * seats
            game.rules.apply(s, action)
            assert ends[row] == game.rules.is_over(s)
            if ends[row]:
                game.rules.score(s, points)
                numbers[row] += 1
                before = s if carrying else None
                number = numbers[row] * MOST_ROWS + row
                states[row] = first_state(game, seats, options, 5, number, before)
            assert rewards[row].tolist() == [-x if game.match.low_wins else x for x in points]
            assert lists(env)[row] == open_actions(game, states[row])
            assert env.turn[row] == states[row].turn
    assert env.number.tolist() == numbers and min(numbers) > 0


def first_state(game, seats, options, seed, number, before=None):
    """A round dealt."""
    s = game.fresh(seats, options)
    if before is not None:
        game.rules.carry_over(s, before)
    game.rules.deal(s, deck_for(game, seats, options, seed, number))
    return s


def test_more_rows_change_no_row():
    """Row 2 of 3 and row 2 of 5 are the same match."""
    few, many = (VectorEnv("president", n, seed=3, fast=False) for n in (3, 5))
    for _ in range(60):
        actions = many.ids[:, 0].copy()
        few.step(actions[:3])
        many.step(actions)
        assert (few.rewards == many.rewards[:3]).all() and lists(few) == lists(many)[:3]


def test_what_is_open_is_in_lists_and_masks():
    """Both name the same actions; the lists grow to the longest."""
    env = VectorEnv("president", 40, seed=2, fast=False)
    assert env.ids.shape[1] > 64
    mask = env.legal_mask()
    assert mask.dtype == np.bool_ and mask.shape == (40, env.game.sizes.actions)
    ids, counts = env.legal_lists()
    assert (mask.sum(axis=1) == counts).all() and counts.max() <= ids.shape[1]
    assert [np.flatnonzero(row).tolist() for row in mask] == lists(env)


def test_sampled_actions_are_equally_likely():
    """Of 8 choices each comes up as often as chance has it, and only open ones do."""
    env = VectorEnv("penney", 2_000, seed=1, fast=False)
    frequencies = np.bincount(env.sample_actions(np.random.default_rng(1)), minlength=8)
    assert abs(frequencies - 250).max() < 5 * (250 * 7 / 8) ** 0.5
    env.step(np.full(2_000, 3))
    frequencies = np.bincount(env.sample_actions(np.random.default_rng(2)), minlength=8)
    assert frequencies[3] == 0 and frequencies.min() == 0 < np.delete(frequencies, 3).min()


def test_an_action_that_is_not_open_changes_nothing():
    """The error says where and whose; the other rows have not moved either."""
    env = VectorEnv("mason-rummy", 4, seed=1, fast=False)
    before = [s.fields() for s in env._states]
    with pytest.raises(
        IllegalAction, match="row 2: action 99 is not open to seat 0, in round 0 of seed 1"
    ):
        env.step(np.array([0, 1, 99, 99]))
    with pytest.raises(IllegalAction, match="row 0: action -1"):
        env.step(np.array([-1, 0, 0, 0]))
    assert [s.fields() for s in env._states] == before


@needs_numba
@pytest.mark.xdist_group("three-card-poker")
def test_compiled_rows_refuse_actions_too():
    """Nothing that is not open gets into compiled code, which checks nothing itself."""
    env = VectorEnv("three-card-poker", 4, seed=1, fast=True)
    before = env._states.copy()
    for wrong in (-1, 2, 1 << 40):
        with pytest.raises(IllegalAction, match="row 1"):
            env.step(np.array([0, wrong, 0, 0]))
    assert (env._states == before).all() and before.dtype == dtype(env.game.state)


@pytest.mark.parametrize(
    "actions", [np.zeros(3, int), np.zeros(4), [0, 0, 0, None], np.zeros((4, 1), int)]
)
def test_actions_are_one_integer_for_each_row(actions):
    """Anything else is refused in one line."""
    env = VectorEnv("mason-rummy", 4, fast=False)
    with pytest.raises(SetupError, match=r"they are integers \(4,\)"):
        env.step(actions)


def test_a_reset_starts_again():
    """The same seed gives the same decks, another one others."""
    env = VectorEnv("tranca", 5, seed=8, fast=False)
    first = env.observations().copy()
    list(steps(env, 30))
    env.reset()
    assert (env.observations() == first).all() and not env.number.any() and not env.done.any()
    env.reset(9)
    assert (env.observations() != first).any()
    other = VectorEnv("tranca", 5, seed=9, fast=False)
    assert (env.observations() == other.observations()).all()


def test_rewards_are_high_for_who_wins():
    """Where few points win they are negated; only rounds that have ended bring any."""
    env = VectorEnv("president", 6, seats=4, seed=1, fast=False)
    ended = 0
    for rewards, ends in steps(env, 150):
        assert (np.sort(rewards[ends], axis=1) == [-4, -3, -2, -1]).all()
        assert not rewards[~ends].any()
        ended += ends.sum()
    assert ended >= 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("penney", 0), "rows 0: must"),
        (("penney", 1 << 31), "rows 2147483648: must"),
        (("chess", 1), "no game 'chess'"),
    ],
)
def test_invalid_arguments_are_refused(arguments, message):
    """One line says what is wrong."""
    with pytest.raises(SetupError, match=message):
        VectorEnv(*arguments)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seats": 9}, "President is for 2 to 7 players, not 9"),
        ({"options": {"pears": 1}}, "no option 'pears'"),
        ({"seed": -1}, "seed -1"),
        ({"threads": 0}, "threads 0: must"),
    ],
)
def test_wrong_arguments_are_refused(settings, message):
    """One line says what is wrong."""
    with pytest.raises(SetupError, match=message):
        VectorEnv("president", 2, fast=False, **settings)
    with pytest.raises(SetupError, match="seat 2: must be a whole number from 0 to 1"):
        VectorEnv("president", 2, fast=False).observations(2)
