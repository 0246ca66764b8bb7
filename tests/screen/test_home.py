"""An evening: tables to continue, the history, the review of a match, the same deal again."""

import pytest
from textual.widgets import OptionList

from dealt.clients.plan import Plan
from dealt.clients.screen.history import HistoryScreen
from dealt.clients.screen.menus import HomeScreen, SetupScreen
from dealt.clients.screen.puzzle import PuzzleScreen
from dealt.clients.screen.replay import ReplayScreen
from dealt.clients.screen.review import ReviewScreen

POKER = Plan("three-card-poker", ("Ana",), settings={"rounds": 1})


@pytest.mark.sitting(POKER, own=True)
async def test_tables_are_named_and_closed_from_the_list(player):
    """With names, points, round and time, so that twins can be told apart."""
    await player.press("m")
    assert "Continue\n     Three-card Poker  Ana 0 · round 1 of 1 · today " in await player.still()
    await player.press("n", *"Club", "enter")
    assert "Three-card Poker, Club  Ana 0" in await player.still()
    await player.press("d", "enter")  # the question stands at `back`
    assert "Club" in await player.still()
    await player.press("d", "down", "enter")
    assert "Continue" not in await player.still()
    await player.press("d")
    assert isinstance(player.app.screen, HomeScreen)


@pytest.mark.sitting(POKER, own=True)
async def test_a_finished_match_is_gone_through_reviewed_and_dealt_again(player):
    """From the table and from the history, where it can be named and deleted."""
    held = player.held
    await player.press("r")
    assert "once the match is over" in player.note
    await player.press("down", "enter")
    assert "review the match" in player.offered and "the same deal again" in player.offered
    await player.press("r")
    assert isinstance(player.app.screen, ReviewScreen)
    await player.until(lambda: "1 decision judged" in player.screen())
    await player.press("escape", "m")
    assert "Continue" not in await player.still()
    await player.press("h", "n", *"First", "enter")
    assert isinstance(player.app.screen, HistoryScreen)
    await player.until(lambda: "First  Three-card Poker · Ana" in player.screen())
    await player.press("g")
    await player.until(lambda: "Three-card Poker: " in player.screen())
    await player.press("enter")
    assert isinstance(player.app.screen, ReplayScreen)
    await player.press("escape", "a")
    assert isinstance(player.app.screen, SetupScreen)
    await player.press("enter")
    await player.until(lambda: player.frame is not None and player.frame.phase == "playing")
    assert player.frame.settings.again and player.held == held
    await player.press("m", "h", "d", "down", "enter")
    await player.until(lambda: "No match has been finished yet." in player.screen())


@pytest.mark.sitting(
    Plan("three-card-poker", ("Ana",), settings={"rounds": 1, "seed": 5}), own=True
)
async def test_a_mistake_is_shown_with_its_board(player):
    """King, queen and jack were folded; Enter goes there."""
    await player.press("down", "down", "enter", "r")
    await player.until(lambda: "1. Round 1, move 1: fold" in player.screen())
    screen = await player.still()
    assert "26.24 points better" in screen
    assert "Dealer" in screen
    await player.press("enter")
    assert isinstance(player.app.screen, ReplayScreen) and player.app.screen.way.place == 0
    await player.press("escape", "t")
    assert isinstance(player.app.screen, SetupScreen)
    await player.press("enter")
    await player.until(lambda: player.frame is not None and player.frame.phase == "playing")
    assert player.frame.practice


@pytest.mark.sitting
async def test_a_digit_or_a_letter_goes_to_a_row(player):
    """In any list; letters that are keys stay keys."""
    menu = player.app.screen.query_one("#menu", OptionList)
    await player.press("2")
    assert str(menu.highlighted_option.prompt).strip().startswith("Three-card Poker")
    await player.press("p")
    assert str(menu.highlighted_option.prompt).strip().startswith("President")
    await player.press("p", "p", "9", "0", "x")
    assert str(menu.highlighted_option.prompt).strip().startswith("Penney")


@pytest.mark.sitting
async def test_a_puzzle_is_solved_from_the_list(player):
    """With its position and moves; the answer is in words, and others follow."""
    await player.press("z")
    await player.until(lambda: "What would you play as" in player.screen())
    await player.press("enter")
    first = await player.still()
    assert "Right!" in first or "The best move: " in first
    await player.press("n")
    assert "What would you play as" in await player.still()
    await player.press("g", "escape", "end", "enter")
    assert isinstance(player.app.screen, PuzzleScreen)
