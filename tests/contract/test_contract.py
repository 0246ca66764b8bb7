"""What every game promises, checked along random games of each."""

import pytest
from examples.crazy_eights import GAME as EIGHTS
from hypothesis import given, settings
from hypothesis import strategies as st

import dealt
from dealt.games import games
from dealt.simulate.batches import play_random
from dealt.testing import CHECKS
from dealt.testing.walk import ROUNDS

GAMES = (*games(), EIGHTS)
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
# what compiles a game runs in one process, so that it is compiled once
EACH_COMPILED = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.xdist_group(game.name)) for game in GAMES],
    ids=[game.name for game in GAMES],
)

# many rounds; `test_every_promise_is_kept_in_a_few_matches` covers the same code, and measuring
# coverage along all of them would take most of the time
unmeasured = pytest.mark.no_cover

PROMISES = [check for check in CHECKS.values() if check.is_by_seed and check.name != "compiled"]
FACTS = [check for check in CHECKS.values() if not check.is_by_seed]
# matches, of those promises that have no test of their own
MATCHES = {
    "rounds": 40, "repeats": 5, "cards": 40, "legal": 15, "scores": 40, "fields": 40,
    "records": 10, "positions": 10, "redeal": 25, "guesses": 15,
}  # fmt: skip

# seeds of the rounds played at both speeds, over 2,000, and of the deals made again; `make test`
# has a few of them
SPEEDS = {"few": range(0, 63, ROUNDS), "many": range(63, 2_016, ROUNDS)}
DEALS = {"few": range(25), "many": range(25, 100)}


@EACH_GAME
@pytest.mark.parametrize("check", PROMISES, ids=str)
def test_every_promise_is_kept_in_a_few_matches(game, check):
    """For the measure of coverage: always the same two matches, one of the most seats."""
    for seed in (1, len(game.seats) - 1):
        check(game, seed)


@EACH_GAME
def test_the_reasons_of_the_points_add_up_to_them(game):
    """The sheet, made from the cards of a finished round, has the scores that the rules give."""
    for seed in range(12):
        seats = game.seats[seed % len(game.seats)]
        match = dealt.match(game, (["AI", "random"] * 3)[:seats], seed=seed, rounds=1).run()
        sheet = game.wording.points_sheet(match)
        if sheet is None:
            assert not hasattr(game.words, "points_sheet")
            return
        row = next(row for row in sheet.rows if row[0] == "this round")
        sides = [match.names[side.seats[0]] for side in match.table.view(0).open.sides]
        assert list(row[1:]) == [match.table.scores[name] for name in sides or match.names]


@EACH_GAME
@pytest.mark.parametrize("check", FACTS, ids=str)
def test_facts_outside_of_a_match_are_as_promised(game, check):
    """The facts, the words of each action, the sources of chance, the computer players."""
    check(game)


@unmeasured
@EACH_GAME
@pytest.mark.parametrize("check", MATCHES)
def test_every_promise_is_kept_in_many_matches(game, check):
    """Of any seed."""

    @settings(max_examples=MATCHES[check])
    @given(seed=st.integers(0, 1 << 60))
    def is_kept(seed):
        CHECKS[check](game, seed)

    is_kept()


@unmeasured
@EACH_COMPILED
@pytest.mark.parametrize("part", SPEEDS)
def test_plain_play_is_compiled_play(game, part):
    """Both speeds offer the same actions and reach the same states."""
    for seed in SPEEDS[part]:
        CHECKS["compiled"](game, seed)


@unmeasured
@EACH_COMPILED
def test_results_do_not_depend_on_threads(game):
    """One thread, three threads and plain play give the same numbers."""
    one = play_random(game, 300, seed=9, seats=game.seats[-1])
    three = play_random(game, 300, seed=9, seats=game.seats[-1], threads=3)
    plain = play_random(game, 60, seed=9, seats=game.seats[-1], fast=False, threads=2)
    assert (one.scores == three.scores).all() and (one.decisions == three.decisions).all()
    assert (one.scores[:60] == plain.scores).all() and (one.decisions[:60] == plain.decisions).all()


@unmeasured
@EACH_GAME
@pytest.mark.parametrize("part", DEALS)
def test_hidden_cards_do_not_show(game, part):
    """Re-dealing hidden cards leaves a seat's view unchanged."""
    changed = sum(CHECKS["secrets"](game, seed) for seed in DEALS[part])
    assert changed > len(DEALS[part])


@unmeasured
@EACH_GAME
def test_redealing_fits_the_past(game):
    """The moves so far were open in every deal; most rounds were played again to their position."""
    assert sum(CHECKS["past"](game, seed) for seed in range(10)) > 50


@EACH_GAME
def test_the_declared_facts_are_those_of_the_modules(game):
    """A game has a title, rules to read, bots called AI, and seats in rising order."""
    assert game.document().startswith(f"# {game.title}\n")
    assert "AI" in game.bots.by_name
    assert list(game.seats) == sorted(set(game.seats))
    assert next(field.name for field in game.state.FIELDS) == "seats"
