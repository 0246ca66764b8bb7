"""Who chooses what is not open is named, at either speed, and nothing is played."""

import re

import pytest
from examples.leduc.bots import by_the_card
from examples.leduc.rules import legal

import dealt
from dealt import games
from dealt.agents.search import SearchAgent
from dealt.core.agent import Action, Seat
from dealt.core.match import Match
from dealt.core.search import Searching
from dealt.core.table import Table
from dealt.errors import DealtError, PlayerError, SetupError
from dealt.language import speaking
from dealt.simulate import arena
from dealt.simulate.lineup import Lineup, trial
from dealt.simulate.matches import _match_of, match_seed, play, simulate
from dealt.simulate.shards import processes
from tests.simulate import misplays
from tests.simulate.test_rehearsal import with_rules

PLACE = "tests.simulate.misplays:GAME"
SEED = 3


@pytest.fixture(scope="module")
def game():
    return games.game(PLACE)


def lineup(game, *players):
    return Lineup.of(game, players, rounds=10)


def error_of(game, *players, fast, n=40):
    with pytest.raises(PlayerError) as caught:
        play(lineup(game, *players), SEED, 0, n, fast=fast)
    return caught.value


@pytest.mark.parametrize("name", ["far", "rarely", "forging"])
def test_a_closed_choice_stops_both_speeds_with_the_same_line(game, name):
    """It names the player, the round, the seed of the match and what is wrong with the action."""
    fast, plain = (error_of(game, "AI", name, fast=fast) for fast in (True, False))
    if name != "rarely":  # of many matches plain play plays one after the other to its end
        assert str(fast) == str(plain)
    number = fast.data()["round"]
    seed = int(fast.data()["seed"])
    assert seed in [match_seed(SEED, i) for i in range(40)]
    fault = "cannot fold: there is nothing to call" if name == "rarely" else "no action 99; ids go "
    for line in (str(fast), str(plain)):
        start = rf"computer player {name} \(seat 2, round \d+ of seed \d+\) chose an action that is"
        assert re.match(f"{start} not open: .*; open: ", line)
        assert fault in line and "\n" not in line
    with pytest.raises(PlayerError, match=rf"round {number} of seed {seed}\) chose"):
        _match_of(lineup(game, "AI", name), seed).run()
    with speaking("pt-BR"):
        assert f"rodada {number}" in str(fast) and str(seed) in str(fast)


def test_those_who_play_after_it_play_as_before(game):
    """Nothing of a closed choice gets into compiled rules, which would write it anywhere."""
    sound = lineup(game, "AI", "tidying")
    before = play(sound, SEED, 0, 40, fast=True)
    for name in ("far", "rarely", "forging"):
        error_of(game, "AI", name, fast=True)
    assert play(sound, SEED, 0, 40, fast=True) == before
    assert play(sound, SEED, 0, 40, fast=False) == before
    assert before == play(lineup(game, "AI", "AI"), SEED, 0, 40, fast=True)


def test_simulations_and_arenas_stop_with_it(game):
    """After a trial that it stood; on other processes, too."""
    trial(lineup(game, "AI", "rarely"))
    for workers in (None, processes(1)):
        with pytest.raises(PlayerError, match=r"rarely \(seat 2, round \d+ of seed \d+\) chose"):
            simulate(lineup(game, "AI", "rarely"), 100, seed=SEED, workers=workers)
    contest = arena.Contest.of(game, ["AI", "rarely"], rounds=4)
    with pytest.raises(PlayerError, match="rarely cannot fold: there is nothing to call"):
        arena.play(contest, 40, seed=SEED)


def open_at_first(s, out):
    """Nothing is open after the first action."""
    return legal(s, out) if s.count < 1 else 0


def test_a_round_without_an_open_action_stops_compiled_play_as_well():
    """A random player chooses from nothing then."""
    broken = with_rules(legal=open_at_first)
    with pytest.raises(SetupError, match="nothing is open, and the round is not over"):
        play(lineup(broken, "random", "random"), SEED, 0, 2, fast=True)


# --- at a table -----------------------------------------------------------------------------------


class Stubborn:
    """Chooses always the same."""

    def __init__(self, choice):
        self.name, self.choice = "Stubborn", choice

    def choose(self, view, actions):
        return self.choice


@pytest.mark.parametrize(
    ("choice", "wrong"),
    [
        (None, "None is not an action; give words, an id or an Action"),
        (Action(0, "fold"), "Stubborn cannot fold: there is nothing to call"),
        (0, "Stubborn cannot fold: there is nothing to call"),
        ("fold", "Stubborn cannot fold: there is nothing to call"),
        (-1, "no action -1; ids go from 0 to 2"),
        (2.5, "2.5 is not an action; give words, an id or an Action"),
    ],
)
def test_every_answer_of_a_player_is_compared_with_the_open_actions(game, choice, wrong):
    """With the round and the seed where there is a match; nothing has changed."""
    match = Match(game, dealt.agents.seats(game, [Stubborn(choice), "AI"]), seed=7, rounds=2)
    before = match.table.fields()
    who, reason = "computer player Stubborn", f"chose an action that is not open: {wrong}; open: "
    with pytest.raises(PlayerError) as caught:
        match.run()
    assert str(caught.value) == f"{who} (seat 1, round 1 of seed 7) {reason}call, raise"
    assert match.table.fields() == before and match.table.history == []
    alone = Table(game, match.seats, match.table._state)
    for call in (alone.step, lambda: alone.hint(Stubborn(choice))):
        with pytest.raises(PlayerError) as caught:
            call()
        assert str(caught.value) == f"{who} (seat 1) {reason}call, raise"


def test_a_choice_in_other_words_is_the_open_action(game):
    """An id, its words, or an action that merely looks like one of those that are open."""
    for choice in (1, "check", Action(1, "whatever", "draw")):
        match = Match(game, dealt.agents.seats(game, [Stubborn(choice), "Ana"]), seed=7, rounds=1)
        match.table.step()
        assert match.record.played[0].actions == ("call",)


def test_a_person_s_move_is_not_refused_for_what_a_computer_player_does(game):
    """The person has moved; the error is of another kind than a refusal."""
    table = Match(game, dealt.agents.seats(game, ["Ana", "far"]), seed=7, rounds=1).table
    with pytest.raises(PlayerError, match=r"computer player far \(seat 2"):
        table.play("call")
    assert [action.text for _, action in table.history] == ["call"]


def test_nobody_is_asked_after_the_end(game):
    table = Match(game, dealt.agents.seats(game, ["AI", "AI"]), seed=7, rounds=1).run().table
    with pytest.raises(DealtError, match="the round is over"):
        table.choice_of(Stubborn(1))


# --- in a search ----------------------------------------------------------------------------------


def searching(player, other, **options):
    """A plan in whose playouts these play."""
    own, others = (misplays.POLICIES.get(name, by_the_card) for name in (player, other))
    return Searching(own, (others,), **options)


@pytest.mark.parametrize("fast", [True, False])
def test_a_closed_choice_in_a_playout_is_an_error(game, fast):
    """Not a move in rules that do not check it."""
    plan = searching("AI", "far")
    agent = SearchAgent(game, 1, plan=plan, playouts=40, fast=fast)
    with pytest.raises(
        PlayerError,
        match=r"^computer player strong \(seat 1, round 1 of seed 7\) chose an action that is not "
        "open: in a playout of strong, far chose action 99 for seat 1, which is not open; open: ",
    ):
        Match(game, [Seat("strong", agent), Seat("Ana")], seed=7, rounds=1).run()


def forged(observation, ids, n, most):
    """A shortlist of something else."""
    ids[0] = misplays.FAR
    return n


@pytest.mark.parametrize("players", [{"player": "far"}, {"shortlist": forged}])
def test_a_search_tries_open_actions_only(game, players):
    """Those of its simple player and of its shortlist are compared with the open ones."""
    plan = searching(**{"player": "AI", "other": "AI", **players})
    agent = SearchAgent(game, 1, plan=plan, playouts=40, fast=False)
    with pytest.raises(PlayerError, match=r"seed 7\) chose .*: no action 99; ids go from 0 to 2"):
        Match(game, [Seat("strong", agent), Seat("Ana")], seed=7, rounds=1).run()
