"""Enter does the one thing that the last line announces; a player takes the own move back."""

import asyncio

import pytest
from textual import events
from textual.widgets import Input, Static

from dealt.clients.plan import Plan
from dealt.clients.screen.dialogs import CurtainScreen
from dealt.clients.screen.lists import ChoiceList
from dealt.service.hall import bots
from dealt.service.hall.bots import PAUSE_S
from tests.own_games import EIGHTS, LEDUC, offered
from tests.screen.playing import LARGE, SMALL, sitting

RUMMY = Plan("mason-rummy", ("Ana", "good"))
TWO = Plan("mason-rummy", ("Ana", "Bob"))
EACH = [
    Plan("penney", ("Ana", "seed")),
    Plan("three-card-poker", ("Ana",)),
    RUMMY,
    Plan("president", ("Ana", "good", "good")),
    Plan("tranca", ("Ana", "good", "good", "good")),
    Plan(LEDUC, ("Ana", "AI")),
    Plan(EIGHTS, ("Ana", "AI")),
]


def announced(player):
    """What the last line says that Enter does."""
    return str(player.app.screen.query_one("#keys", Static).render()).split(" · ")[0]


def at_the_bar(player):
    """The move at which the list has its bar."""
    option = player.app.screen.query_one(ChoiceList).highlighted_option
    return None if option is None else str(option.prompt)


@pytest.mark.parametrize("plan", EACH, ids=lambda plan: plan.game)
async def test_enter_alone_moves_nothing_however_often_it_is_pressed(plan):
    """At a turn that has come by itself, and after a move of one's own; the keys are named."""
    with offered(LEDUC, EIGHTS):
        async with sitting(plan) as player:
            for _ in range(3):
                version = player.frame.version
                for _ in range(4):
                    player.app.post_message(events.Key("enter", None))
                await player.calm()
                assert player.frame.version == version
                assert player.note.startswith("Choose with the arrow keys first")
                assert announced(player) in ("left, right: choose a card", "up, down: choose")
                assert at_the_bar(player) is player.hand.at_cursor is None
                await player.press("up", "down")
                assert not player.note.startswith("Choose with the arrow keys first")
                await player.app.client.play(action=player.frame.own.actions[0].id)
                await player.calm()
                if player.frame.phase != "playing":
                    break


@pytest.mark.sitting(RUMMY)
async def test_two_quick_enters_draw_and_discard_nothing(player):
    """Both come before the table has answered; the second one is for nothing."""
    await player.press("down")
    for _ in range(2):
        player.app.post_message(events.Key("enter", None))
    await player.calm()
    assert [event.text for event in player.frame.log] == ["Ana drew from the stock"]
    assert len(player.held) == 11


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_list_the_hand_and_the_last_line_show_the_same_move(size):
    """Wherever the keys go, and it is what Enter does."""
    async with sitting(RUMMY, size=size) as player:
        await player.press("down")
        assert announced(player) == f"enter: {at_the_bar(player)}" == "enter: draw stock"
        title = player.app.screen.query_one("#actions-title")
        assert title.has_class("focused")
        await player.press("enter")
        assert player.hand.has_focus and not title.has_class("focused")
        for key in ("right", "right", "left", "end"):
            await player.press(key)
            assert at_the_bar(player).startswith("discard ")
            assert announced(player) == f"enter: {at_the_bar(player)}"
        card = player.hand.at_cursor
        await player.press("home", "space", "right")
        assert announced(player) == f"enter: {at_the_bar(player)}"
        assert player.hand.at_cursor not in player.hand.chosen
        await player.press("space")
        assert (announced(player), at_the_bar(player)) == ("enter: why not?", None)
        await player.press("escape")
        assert (announced(player), at_the_bar(player)) == ("left, right: choose a card", None)
        await player.press("end", "enter")
        assert f"Ana discarded {card}" in [event.text for event in player.frame.log]


@pytest.mark.sitting(RUMMY)
async def test_words_are_announced_too(player):
    """The move that they mean, or the words themselves where that is still open."""
    await player.press("slash")
    assert announced(player) == "esc back"
    await player.press("d")
    assert (announced(player), at_the_bar(player)) == ("enter: d", None)
    await player.press("space", "s")
    assert (announced(player), at_the_bar(player)) == ("enter: draw stock", "draw stock")


@pytest.mark.parametrize("game", ["mason-rummy", "president"])
async def test_arrow_keys_never_enter_the_line(game):
    """They go along the hand, up to the list and back; letters stay keys all the while."""
    async with sitting(Plan(game, ("Ana", "good"))) as player:
        if game == "mason-rummy":
            await player.press("down", "enter")
        for key in ("down", "down", "right", "down", "end", "down", "up", "up", "left", "down"):
            player.hand.focus()
            await player.press(key, "down")
            assert not isinstance(player.app.focused, Input), key
        await player.press("up")
        assert player.app.focused is player.app.screen.query_one(ChoiceList)
        assert announced(player) == f"enter: {at_the_bar(player)}"
        await player.press("left")
        assert player.hand.has_focus and player.hand.at_cursor is not None
        await player.press("h")
        assert player.line.value == "" and "good would" in player.note
        await player.press("tab")
        assert isinstance(player.app.focused, Input)


@pytest.mark.sitting(TWO)
async def test_a_second_enter_shows_nobody_the_next_hand(player):
    """The curtain is lifted by another key than the one that moves."""
    await player.press("enter", "enter")
    assert isinstance(player.app.screen, CurtainScreen) and player.frame.own is None
    await player.press("space", "down", "enter", "end")
    for _ in range(3):
        player.app.post_message(events.Key("enter", None))
    await player.calm()
    assert isinstance(player.app.screen, CurtainScreen) and player.frame.own is None


@pytest.mark.sitting(TWO)
async def test_only_the_player_who_moved_takes_the_move_back(player):
    """At the curtain; the next one, who looks already, is not offered it and cannot do it."""
    assert "takes your last move back" not in player.screen()
    await player.press("u", "space", "down", "enter", "end")
    mover, hand = player.frame.own.seat, sorted(player.held)
    name, other = (player.frame.seats[seat].name for seat in (mover, 1 - mover))
    await player.press("enter")
    assert f"Pass the screen to {other}." in player.screen()
    assert f"{name}, u takes your last move back." in player.screen()
    await player.press("u")
    assert f"Pass the screen to {name}." in player.screen()
    assert "takes your last move back" not in player.screen(), "a card was drawn"
    await player.press("space")
    assert (player.frame.own.seat, sorted(player.held)) == (mover, hand)
    await player.press("end", "enter", "space")
    version = player.frame.version
    assert player.frame.own.seat == 1 - mover
    assert not player.frame.undo and "back" not in player.note
    await player.press("u")
    assert player.note.startswith("No: the last move is not yours")
    assert player.frame.version == version


async def test_ones_own_move_is_taken_back_before_a_computer_player_moves(monkeypatch):
    """It waits longer while that can be done, and anew after the next move."""
    pauses = []

    async def until_released(seconds):
        pauses.append(seconds)
        player.gate = asyncio.Event()
        await player.gate.wait()

    monkeypatch.setattr(bots, "sleep", until_released)
    async with sitting(RUMMY, pause_s=PAUSE_S) as player:
        await player.press("down", "enter", "end")
        hand = player.held
        await player.pilot.press("enter")
        await player.until(lambda: player.frame.undo and pauses)
        assert pauses == [2 * PAUSE_S] and pauses[0] >= 0.7
        await player.until(lambda: "u takes your last move back." in player.note)
        await player.pilot.press("u")
        await player.until(lambda: player.held == hand)
        first = player.gate
        await player.pilot.press("home", "enter")
        await player.until(lambda: len(player.held) == 10)
        first.set()
        await player.until(lambda: len(pauses) == 2)
        assert player.frame.undo, "the pause of the move that was taken back ends no other one"
        player.gate.set()
        await player.until(lambda: len(player.frame.log) > 2)
        assert player.frame.undo_marks and pauses[2] == PAUSE_S
        assert "takes your last move back" not in player.note
        await player.pilot.press("u")
        await player.until(lambda: "practice, and it will not count; undo again" in player.note)
        await player.pilot.press("u")
        await player.until(lambda: player.frame.practice and "· practice" in player.screen())
