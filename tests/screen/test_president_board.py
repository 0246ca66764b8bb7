"""President on the full-screen table: requests, and who is last with cards left."""

import random

from dealt.clients.screen.boards import asked, board_lines
from dealt.clients.screen.choices import open_choices
from dealt.clients.screen.faces import USUAL
from dealt.clients.screen.menus import Plan, SetupScreen
from dealt.service import frames
from dealt.service import protocol as p
from tests.screen.playing import in_loop, sitting
from tests.service import leaks


def drawn(frame):
    return "\n".join(line.plain for line in board_lines(frame, USUAL, 80, 24))


def test_requests_are_offered_and_shown_and_the_last_player_is_not_out():
    settings = p.Settings(game="president", seats=4, options={"trade": "request"}, rounds=2)
    table = leaks.Table(settings, random.Random(1))
    table.seat()
    table.agree()
    state = table.state
    while state.is_playing:
        table.play(state.table.actions[-1].id)
    told = drawn(frames.table_frame(state, frames.Viewer("ana"), ()))
    assert told.count("out, place") == 3 and "1 card in hand, last, place 4" in told
    table.agree()
    seat = state.turn
    viewer = frames.Viewer(leaks.NAMES[seat].lower())
    frame = frames.table_frame(state, viewer, ())
    assert "after the trade" in drawn(frame)
    assert asked(frame).startswith("to ask ") and "for 2 cards" in asked(frame)
    choices = open_choices(frame, (), {}, links=False)
    assert [choice.text for choice in choices][-2:] == ["ask for aces", "ask for twos"]
    assert len(choices) == 13 and not any(choice.cards for choice in choices)
    table.play(choices[-1].said["action"])
    table.play(choices[-2].said["action"])
    for person in ("ana", "bob", "cid", "dee"):
        assert "Asked for: twos, aces" in drawn(
            frames.table_frame(state, frames.Viewer(person), ())
        )


@in_loop
async def test_the_form_offers_four_players_first():
    async with sitting(Plan("president")) as player:
        assert isinstance(player.app.screen, SetupScreen)
        assert "◂ 4 ▸" in player.screen() and "Seat 4" in player.screen()
        assert "Seat 5" not in player.screen()
