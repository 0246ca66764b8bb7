"""Whole rounds by keys alone, in all games."""

import pytest

from dealt.terminal.table.menus import Plan
from tests.table.playing import LARGE, MOST_KEYS, SMALL, in_loop, sitting


async def take_turn(player):
    """A turn's next decision: whatever the list offers first, or the last card of the hand."""
    if player.hand.has_focus:
        await player.press("home" if player.frame.settings.game == "president" else "end", "enter")
        if player.note.startswith("No:"):
            await player.press("p")
    else:
        await player.press("enter")


async def play_round(player):
    """Play to the end of the round; how many decisions that took."""
    for decisions in range(MOST_KEYS):
        if player.frame.phase != "playing":
            return decisions
        assert player.frame.seats[player.frame.turn].yours
        before = player.frame.version
        await take_turn(player)
        if player.frame.version == before:  # several things can be done with a card
            await player.press("enter")
        assert player.frame.version > before, player.screen()
    raise AssertionError("the round does not end")


# a round of Tranca is long: the form sets its limit of turns to 10
TEN_TURNS = ("end", "up", "right", "right", "right", "right", "home", "enter")


# what the score page tells besides the points, a line a reason
WHY = {
    "mason-rummy": ("Round 1", "Ana: ", "left in the hand"),
    "tranca": ("clean canastras", "morto not used", "this round", "all rounds"),
}


@pytest.mark.parametrize(
    ("game", "seats", "size"),
    [
        ("penney", ("Ana", "seed"), SMALL),
        ("three-card-poker", ("Ana",), LARGE),
        ("mason-rummy", ("Ana", "good"), SMALL),
        ("president", ("Ana", "good", "good", "good"), SMALL),
        ("tranca", (), LARGE),
    ],
)
@in_loop
async def test_a_whole_round_by_keys(game, seats, size):
    """It ends, its outcome is told, and the next round can be had."""
    async with sitting(Plan(game, seats), size=size) as player:
        if not seats:
            await player.press(*TEN_TURNS)
            assert player.frame.options["turn_limit"] == "10"
        decisions = await play_round(player)
        assert decisions >= 1
        assert player.frame.phase == "between"
        outcome = player.frame.outcome
        assert outcome
        assert player.note.startswith(outcome[0].upper())
        assert player.offered[0] == "next round"
        assert (player.frame.reasons is not None) == (game in WHY)
        await player.press("t")
        told = player.screen()
        assert all(reason in told for reason in WHY.get(game, ("round 1", "total")))
        await player.press("escape", "home", "enter")
        assert player.frame.round == 2
