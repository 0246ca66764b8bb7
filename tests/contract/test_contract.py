"""What every game promises, checked along random games of each."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dealt
from dealt.games import games
from dealt.simulate.batches import play_random
from dealt.testing import CHECKS
from dealt.testing.walk import ROUNDS

GAMES = games()
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
# what compiles a game runs in one process, so that it is compiled once
EACH_COMPILED = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.xdist_group(game.name)) for game in GAMES],
    ids=[game.name for game in GAMES],
)

seeds = st.integers(0, (1 << 63) - 1)
some = settings(max_examples=40)

# many rounds; `test_every_promise_is_kept_in_a_few_matches` covers the same code, and measuring
# coverage along all of them would take most of the time
unmeasured = pytest.mark.no_cover

PROMISES = [check for check in CHECKS.values() if check.is_by_seed and check.name != "compiled"]

COMPARED = 2_016  # rounds played at both speeds
PARTS = 8


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
        match = dealt.match(game.name, (["AI", "random"] * 3)[:seats], seed=seed, rounds=1).run()
        sheet = game.wording.points_sheet(match)
        if sheet is None:
            assert not hasattr(game.words, "points_sheet")
            return
        row = next(row for row in sheet.rows if row[0] == "this round")
        sides = [match.names[side.seats[0]] for side in match.table.view(0).open.sides]
        assert list(row[1:]) == [match.table.scores[name] for name in sides or match.names]


@unmeasured
@EACH_GAME
@some
@given(seed=seeds)
def test_cards_are_conserved(game, seed):
    """After every action the places hold the cards of the deck, each once."""
    CHECKS["cards"](game, seed)


@unmeasured
@EACH_GAME
@settings(max_examples=15)
@given(seed=seeds)
def test_legal_is_what_can_be_played(game, seed):
    """Before the end something is open; a table accepts exactly that."""
    CHECKS["legal"](game, seed)


@EACH_GAME
def test_actions_can_be_said(game):
    """Every action is printed, read, and comes back the same."""
    CHECKS["words"](game, 0)


@EACH_GAME
def test_computer_players_choose_what_is_open(game):
    """Each of them, with each number of seats; and the facts are complete."""
    CHECKS["facts"](game)
    CHECKS["players"](game)


@unmeasured
@EACH_GAME
@settings(max_examples=5)
@given(seed=seeds)
def test_chance_comes_from_outside(game, seed):
    """A match played again is the same, whatever was played between."""
    CHECKS["chance"](game, seed)


@unmeasured
@EACH_GAME
@settings(max_examples=10)
@given(seed=seeds)
def test_records_can_be_replayed(game, seed):
    """A match played again from its record ends in the same states."""
    CHECKS["records"](game, seed)
    CHECKS["positions"](game, seed)


@unmeasured
@EACH_COMPILED
@pytest.mark.parametrize("part", range(PARTS))
def test_plain_play_is_compiled_play(game, part):
    """Over 2,000 rounds both speeds offer the same actions and reach the same states."""
    each = COMPARED // PARTS
    for seed in range(part * each, (part + 1) * each, ROUNDS):
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
@pytest.mark.parametrize("part", range(4))
def test_hidden_cards_do_not_show(game, part):
    """Re-dealing what a seat cannot see changes nothing that it is told."""
    changed = sum(CHECKS["secrets"](game, seed) for seed in range(part, 100, 4))
    assert changed > 25


@unmeasured
@EACH_GAME
@settings(max_examples=25)
@given(seed=st.integers(0, 1 << 60))
def test_redealing_reaches_all_that_is_hidden(game, seed):
    """What a seat cannot see after the deal is what re-dealing changes."""
    CHECKS["redeal"](game, seed)


@unmeasured
@EACH_GAME
@settings(max_examples=15)
@given(seed=st.integers(0, 1 << 60))
def test_redealing_depends_on_what_is_known(game, seed):
    """A deal made anew does not depend on the hidden cards of the old one."""
    CHECKS["guesses"](game, seed)


@unmeasured
@EACH_GAME
def test_redealing_fits_the_past(game):
    """The moves so far were open in every deal; most rounds were played again to their position."""
    assert sum(CHECKS["past"](game, seed) for seed in range(10)) > 50


@unmeasured
@EACH_GAME
@some
@given(seed=seeds)
def test_rounds_end_and_scores_lie_in_bounds(game, seed):
    """A round ends within its limit, with points as declared."""
    CHECKS["rounds"](game, seed)
    CHECKS["scores"](game, seed)


@unmeasured
@EACH_GAME
@some
@given(seed=seeds)
def test_numbers_fit_their_fields(game, seed):
    """No value in plain play is larger than compiled play can keep."""
    CHECKS["fields"](game, seed)


@EACH_GAME
def test_the_declared_facts_are_those_of_the_modules(game):
    """A game has a title, rules to read, bots called AI, and seats in rising order."""
    assert game.document().startswith(f"# {game.title}\n")
    assert "AI" in game.bots.by_name
    assert list(game.seats) == sorted(set(game.seats))
    assert next(field.name for field in game.state.FIELDS) == "seats"
