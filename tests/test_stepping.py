"""Going through a match step by step, forwards and back, in every game."""

import pytest

import dealt
from dealt.clients.line.replay import walk
from dealt.clients.stepping import Walk
from dealt.core.zones import Hand
from dealt.games import games
from dealt.terminal.console import Console


def _way(game, rounds=2):
    level = "seed" if game.name == "penney" else "good"
    seats = [level] * max(game.seats[0], min(2, game.seats[-1]))
    return Walk(dealt.match(game, seats, seed=7, rounds=rounds).run())


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_way_back_shows_the_tables_of_the_way_there(game):
    way = _way(game)
    there = [way.frame]
    while way.go("forward"):
        there.append(way.frame)
    assert len(there) == len(way)
    back = [way.frame]
    while way.go("back"):
        back.append(way.frame)
    assert back[::-1] == there


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_from_one_seat_only_its_view_is_open(game):
    way = _way(game, rounds=1)
    way.go("hands")
    while way.go("forward"):
        table = way.match.steps[way.place].table
        assert way.frame.board == table.view(way.seat).open
        assert way.text == str(table.view(way.seat))


def test_all_hands_are_open_until_one_seat_looks():
    way = _way(dealt.games.game("president"))
    hands = [zone for zone in way.frame.board.zones if isinstance(zone, Hand)]
    assert all(hand.cards for hand in hands)
    way.go("hands")
    hidden = [zone for zone in way.frame.board.zones if isinstance(zone, Hand) and zone.seat]
    assert not any(hand.cards for hand in hidden)


def test_a_position_of_the_way_begins_a_match():
    way = _way(dealt.games.game("mason-rummy"))
    for _ in range(5):
        way.go("forward")
    assert dealt.position(way.position).position == way.position


def test_prompts_go_on_and_back_and_say_what_they_understand(monkeypatch, capsys):
    answers = iter(["", "back", "back", "round 2", "round 9", "nonsense", "hands", "q"])
    screen = Console()
    monkeypatch.setattr(screen, "ask", lambda prompt: next(answers))
    walk(_way(dealt.games.game("president")), screen)
    text = capsys.readouterr().out
    assert text.count("Round 1: The cards have been dealt.") == 2
    assert "There is nothing in that direction." in text
    assert "Round 2: The cards have been dealt." in text
    assert "enter the number of a round, 1 to 2" in text
    assert "enter forward, back, next" in text
