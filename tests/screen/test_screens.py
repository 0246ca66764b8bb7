"""Screens as they look, from the smallest to the whole of a large monitor.

`python -m tests.screen.test_screens [NAME...]` draws them anew.
"""

import asyncio
import sys
from pathlib import Path

import pytest

from dealt.cards import SUIT_NAMES
from dealt.clients.plan import Plan
from dealt.clients.screen.looks import FELT
from tests.own_games import EIGHTS, LEDUC, offered
from tests.screen.playing import LARGE, SMALL, sitting

OWN = ("leduc", "crazy-eights")  # games of one's own
SIZES = (60, 20), SMALL, LARGE, (200, 60)
SHOTS = Path(__file__).parent / "shots"

# what is shown: who sits where, and the keys until then
SCREENS = {
    "home": (Plan(), ()),
    "setup": (Plan("president"), ("down", "down", "down", "right")),
    "penney": (Plan("penney", ("Ana", "seed")), ("down", "down", "enter")),
    "three-card-poker": (Plan("three-card-poker", ("Ana",)), ()),
    "mason-rummy": (
        Plan("mason-rummy", ("Ana", "good", "good")),
        ("down", "enter", "right", "space"),
    ),
    "president": (Plan("president", ("Ana", *["good"] * 4)), ("s", "h")),
    "tranca": (
        Plan("tranca", ("Ana", "good", "good", "good")),
        ("down", "enter", "end", "enter", "h"),
    ),
    "leduc": (Plan(LEDUC, ("Ana", "AI")), ("down", "down", "enter")),
    "crazy-eights": (Plan(EIGHTS, ("Ana", "AI", "AI")), ("home", "space", "s")),
    "curtain": (Plan("tranca", ("Ana", "Bob")), ()),
    "score": (Plan("three-card-poker", ("Ana",)), ("down", "enter", "t")),
    "rules": (Plan("mason-rummy", ("Ana", "good")), ("f1",)),
    "seats": (Plan("president", ("Ana", "good", "seed", "good")), ("w",)),
    "keys": (Plan("mason-rummy", ("Ana", "good")), ("question_mark",)),
}


async def shots_of(name):
    """A screen at all sizes."""
    plan, keys = SCREENS[name]
    with offered(*([plan.game] if name in OWN else [])):
        async with sitting(plan, size=SMALL) as player:
            for key in keys:
                await player.press(key)
            screens = {}
            for size in SIZES:
                await player.pilot.resize_terminal(*size)
                screens[size] = await player.still()
    return screens


def path_of(name, size):
    return SHOTS / f"{name}-{size[0]}x{size[1]}.txt"


@pytest.mark.parametrize("name", SCREENS)
async def test_screens_look_as_they_did(name):
    """Line by line; who changes a screen looks at it and draws it anew."""
    for size, screen in (await shots_of(name)).items():
        assert screen == path_of(name, size).read_text(encoding="utf-8"), f"{name} {size}"
        assert len(screen.splitlines()) <= size[1]


@pytest.mark.sitting(Plan("mason-rummy", ("Ana", "good")))
async def test_suits_have_their_colours_on_paper(player):
    """Each card of the hand is drawn in the ink of its suit."""
    svg = player.app.export_screenshot().lower()
    assert FELT.paper in svg
    for face in player.held:
        assert FELT.inks[SUIT_NAMES[face[1]]] in svg


async def test_suits_can_be_distinguished_without_colour(monkeypatch):
    """By their symbols; NO_COLOR leaves no ink."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with sitting(Plan("mason-rummy", ("Ana", "good"))) as player:
        svg = player.app.export_screenshot().lower()
        assert not any(ink in svg for suit, ink in FELT.inks.items() if suit != "spades")
        assert "★" in player.screen()


@pytest.mark.sitting(Plan("penney", ("Ana", "seed")))
async def test_only_keys_that_work_are_named(player):
    """A game without a hand has no keys for cards; letters typed at the line are text."""
    screen = player.screen()
    assert "s sort" not in screen and "h hint" in screen
    await player.press("slash")
    assert "h hint" not in player.screen() and "esc back" in player.screen()
    await player.press("f2")
    assert "At the hand" not in player.screen() and "At the list" in player.screen()
    await player.press("escape", "escape")
    assert "h hint" in player.screen()


if __name__ == "__main__":
    SHOTS.mkdir(exist_ok=True)
    for screen_name in sys.argv[1:] or SCREENS:
        for shot_size, drawn_text in asyncio.run(shots_of(screen_name)).items():
            path_of(screen_name, shot_size).write_text(drawn_text, encoding="utf-8")
