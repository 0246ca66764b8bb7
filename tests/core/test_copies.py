"""Copies of tables, matches and games: each goes its own way, made in any of three ways."""

import copy
import pickle
import random
from dataclasses import replace

import pytest

import dealt
from dealt import agents
from dealt.errors import SetupError
from dealt.games import game, games
from tests.own_games import EIGHTS


def through_a_pickle(original):
    """What another process would get."""
    return pickle.loads(pickle.dumps(original))


COPYING = (copy.copy, copy.deepcopy, through_a_pickle)
WAYS = pytest.mark.parametrize("way", COPYING)


def play_on(match, seed):
    """Random moves of the person up to the end."""
    dice = random.Random(seed)
    while not match.is_over:
        if match.table.is_over:
            match.next_round().run()
        else:
            match.play(dice.choice(match.table.actions))
    return match.record


def begun(the_game, player, moves):
    """A match in which the person has made some moves."""
    seats = the_game.seats[0]
    match = dealt.match(the_game.name, ["Ana", *[player] * (seats - 1)], seed=moves, rounds=2)
    for _ in range(moves):
        if match.table.is_over:
            break
        match.play(match.table.actions[-1])
    return match


@pytest.mark.parametrize(
    ("name", "player"),
    [(each.name, player) for each in games() for player in agents.bots(each) if player != "strong"]
    + [(EIGHTS, "random")],
)
def test_a_copy_of_a_match_goes_its_own_way(name, player):
    """The same moves lead to the same end in either order; names differ by then."""
    for moves in (0, 3):
        match = begun(game(name), player, moves)
        before, twins = match.record, [way(match) for way in COPYING]
        for twin in twins:
            twin.rename(0, "Eva")
            assert [table.names[0] for table in twin.tables] == ["Eva"] * len(match.tables)
            play_on(twin, 7)
            assert match.record == before and match.names[0] == "Ana"
            assert twin.table.record == twin.record
        end = play_on(match, 7)
        assert match.table.record == match.record
        assert all(twin.record.played == end.played for twin in twins)


@WAYS
def test_a_copy_of_a_table_knows_what_has_been_played(way):
    """Its tricks, its log, and whom to ask for a hint."""
    match = dealt.match("president", ["Ana", "Bob", "Eva", "Dan"], seed=2)
    for _ in range(4):
        match.play(match.table.actions[0])
    table = match.table
    twin = way(table)
    assert str(twin) == str(table) and twin.log("Ana") == table.log("Ana")
    assert twin.hint("good") == table.hint("good")
    twin.play(twin.actions[0])
    assert len(twin.history) == len(table.history) + 1 == len(twin.record.played[0].actions)
    assert len(table.record.played[0].actions) == 4


@WAYS
@pytest.mark.parametrize("name", [*[each.name for each in games()], EIGHTS])
def test_a_game_is_not_copied(way, name):
    """Nothing changes it; a pickle names it."""
    original = game(name)
    twin = way(original)
    rules, same = (getattr(each.rules, "module", each.rules) for each in (original, twin))
    assert twin.name == original.name and rules is same
    assert ":" in name or twin is original


def test_a_game_that_stands_nowhere_cannot_be_pickled():
    """One line says what would help."""
    with pytest.raises(SetupError, match="nowhere cannot be pickled: give it a name in a module"):
        pickle.dumps(replace(game("president"), name="nowhere"))


@pytest.mark.parametrize("the_game", games(), ids=lambda each: each.name)
def test_a_possible_deal_is_a_table_of_people_with_what_the_seat_knows(the_game):
    """A search asks no player of the true table, and leaves it unchanged."""
    table = begun(the_game, "AI", 2).table
    before = table.position
    possible = table.deals("Ana").table(4)
    assert possible.position == table.deals(0).table(4).position
    assert possible.view("Ana").own == table.view("Ana").own
    assert possible.actions == table.actions and not possible.history
    assert [(seat.name, seat.agent) for seat in possible.seats] == [
        (name, None) for name in table.names
    ]
    while not possible.is_over:
        possible.play(possible.choice_of("random"))
    assert table.position == before
