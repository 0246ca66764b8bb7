"""Whether a game has what a game needs: told before anything is played."""

import sys
import types
from dataclasses import replace

import pytest
from examples.leduc import GAME

from dealt import games
from dealt.core.game import MatchRules, Option, Seating
from dealt.core.validation import WORDS, check_game, faults
from dealt.errors import SetupError
from dealt.simulate.arena import Contest
from dealt.simulate.lineup import Lineup
from dealt.simulate.matches import job


def without(module, *names):
    """A module that lacks functions."""
    names_left = {name: each for name, each in vars(module).items() if name not in names}
    copy = types.ModuleType(module.__name__)
    vars(copy).update(names_left)
    return copy


def changed(**facts):
    """The example, with other facts."""
    return replace(GAME, name="mine", **facts)


def sizes(**numbers):
    """The sizes of the example, some of them changed."""
    return replace(GAME.sizes, **numbers)


@pytest.mark.parametrize("game", games.games(), ids=lambda game: game.name)
def test_the_games_of_the_package_lack_nothing(game):
    assert list(faults(game)) == []
    assert list(faults(GAME)) == [] and len(WORDS) == 9


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        (changed(rules=without(GAME.rules, "is_over")), "its rules lack is_over"),
        (
            changed(words=without(GAME.words, "outcome_text", "event_text")),
            "its words lack event_text, outcome_text",
        ),
        (changed(seats=3), "seats is 3; it must be the numbers of players, such as (2, 3)"),
        (changed(seats=()), "seats is (); it must be the numbers of players, such as (2, 3)"),
        (changed(seats=(3, 2)), "seats is (3, 2); the numbers must ascend, from 1 or more"),
        (changed(seats=(0, 2)), "seats is (0, 2); the numbers must ascend, from 1 or more"),
        (changed(seating=Seating(usual=3)), "seating.usual is 3; it must be one of seats"),
        (
            changed(match=MatchRules(rounds=None)),
            "rounds is None, and no match_is_over says when a match ends",
        ),
        (changed(sizes=sizes(actions=0)), "actions is 0: must be a number from 1"),
        (changed(sizes=sizes(observation=2.5)), "observation is 2.5: must be a number from 1"),
        (changed(sizes=sizes(observation=15)), "ranges are of 14 numbers; an observation has 15"),
        (
            changed(sizes=sizes(points_sum="0")),
            "points_sum is '0': must be a number, a function of the number of seats, or None",
        ),
        (
            changed(options=(Option("limit", 2, "raises", range(5)),)),
            "its state has no field limit",
        ),
        (
            changed(options=(Option("starter", 0, "who begins", range(200)),)),
            "option starter can be 199, but its field cannot",
        ),
        (
            changed(options=(Option("said", 0, "what", {"nothing": 0}),)),
            "option said can be 0, but its field cannot",
        ),
        (
            changed(options=(Option("starter", 0, "who", range(2), 1, came_later=True),)),
            (
                "option starter came later: it cannot have with_people, since what was stored "
                "before it has its default"
            ),
        ),
        (
            changed(options=(Option("raises", 9, "raises", range(5)),)),
            "the default of option raises, 9, is not one of its choices",
        ),
        (
            changed(options=(Option("raises", 2, "raises", {"no": 0, "yes": 1}),)),
            "the default of option raises, 2, is not one of its choices",
        ),
    ],
)
def test_a_missing_part_of_a_game_gets_one_line(game, wrong):
    assert list(faults(game)) == [wrong]
    with pytest.raises(SetupError) as raised:
        check_game(game)
    assert str(raised.value) == f"game mine: {wrong}"


def test_several_faults_stand_in_one_line():
    game = changed(seats=3, match=MatchRules(rounds=None), sizes=sizes(actions=0, observation=0))
    with pytest.raises(SetupError) as raised:
        check_game(game)
    assert str(raised.value).count(";") == 3 and "\n" not in str(raised.value)


def test_a_game_that_is_named_is_examined(monkeypatch):
    """Before it is played, wherever it is named."""
    from examples import leduc

    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(leduc, "LAME", changed(seats=3), raising=False)
    with pytest.raises(SetupError, match="^game examples.leduc:LAME: seats is 3; it must be"):
        games.game("examples.leduc:LAME")


def test_results_by_other_rules_are_not_added_to_a_ledger():
    """The version is among the settings of a job; the first is not told, as before."""
    seats = {"players": ["random", "random"], "rounds": 2}
    one, two = (
        job(Lineup.of(changed(version=version), **seats), 10, seed=1).settings for version in (1, 2)
    )
    assert "version" not in one and {**one, "version": 2} == two
    contest = Contest.of(changed(version=2), ["random", "AI"])
    assert contest.settings()["version"] == 2
