"""Going through a match step by step, forwards and back, in every game."""

import pytest

import dealt
from dealt.clients.line.matches import Matches
from dealt.clients.line.order import Order
from dealt.clients.line.play import play_planned
from dealt.clients.line.replay import walk
from dealt.clients.plan import plan_again
from dealt.clients.stepping import Walk
from dealt.core.zones import Hand
from dealt.games import games
from dealt.history.own import History
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


def test_one_plays_on_from_a_step_of_ones_own_match(monkeypatch, tmp_path, capsys):
    """At a table of one's own, as practice; where nobody moves, a line says so."""
    answers = iter(["last", "play", "first", "", "play"])
    screen = Console()
    monkeypatch.setattr(screen, "ask", lambda prompt: next(answers))
    place = walk(_way(dealt.games.game("president")), screen, is_own=True)
    assert place == (1, 1) and "Nobody moves here" in capsys.readouterr().out
    match = dealt.match("penney", ["Ana", "AI"], seed=3, rounds=1)
    match.play(match.table.actions[0])
    match.run()
    data = str(tmp_path / "tables.db")
    with History(data) as history:
        head = history.add(match)
    answers = iter(["RRB"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    order = Order(plain=True, matches=Matches(data))
    play_planned(plan_again(head, (1, 0), data), order)
    order.matches.close()
    with History(data) as history:
        assert [head.practice for head in history.matches()] == [True, False]
