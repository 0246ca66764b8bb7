"""How the screen is used by mouse and by its palette, and what it looks like to each terminal."""

import pytest

from dealt.clients.plan import Plan
from dealt.clients.screen.board import Area
from dealt.clients.screen.dialogs import PageScreen
from dealt.clients.screen.looks import FELT, LOOKS, PLAIN, TERMINAL, first_look, remember
from dealt.clients.screen.menus import SetupScreen
from tests.screen.playing import sitting

RUMMY = Plan("mason-rummy", ("Ana", "good"))


def place_of(player, text):
    """Where a text begins on the screen, columns and lines; in the title it does not count."""
    lines = player.screen().splitlines()
    row = next(n for n, line in enumerate(lines) if n and text in line)
    return lines[row].index(text), row


async def click(player, text):
    await player.pilot.click(offset=place_of(player, text))
    await player.calm()


@pytest.mark.sitting(RUMMY)
async def test_everything_listed_can_be_clicked(player):
    """Keys of the last line, the sheet's page, and back."""
    await click(player, "t score")
    assert isinstance(player.app.screen, PageScreen)
    await click(player, "esc: back")
    await click(player, "h hint")
    assert player.note and not player.note.startswith("Your turn")
    await click(player, "draw")  # in the list
    assert any("drew" in event.text for event in player.frame.log)


@pytest.mark.sitting(Plan("mason-rummy"))
async def test_the_form_is_changed_by_clicks(player):
    """An arrow changes its row."""
    assert isinstance(player.app.screen, SetupScreen)
    _, row = place_of(player, "◂")
    before = player.screen().splitlines()[row]
    await player.pilot.click(offset=(player.screen().splitlines()[row].index("▸"), row))
    await player.calm()
    assert player.screen().splitlines()[row] != before


@pytest.mark.parametrize("name", LOOKS)
async def test_every_look_shows_the_same(name):
    """Letter by letter; only colours differ."""
    async with sitting(RUMMY) as player:
        before = await player.still()
        player.app.action_look(name)
        player.app.clear_notifications()
        assert await player.still() == before


def strips(player):
    """The lines of the screen as they are drawn, with styles."""
    return player.app.screen._compositor.render_strips()


@pytest.mark.parametrize("name", [*LOOKS, "NO_COLOR"])
async def test_the_chosen_cards_stand_out_in_every_look(name, monkeypatch):
    """The bar differs from its neighbours by more than weight; without colour none is assumed."""
    if name == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    async with sitting(RUMMY) as player:
        player.app.action_look(name if name in LOOKS else "felt")
        player.app.clear_notifications()
        await player.press("down")
        lines = strips(player)
        bar, other, focused, blurred = (
            next(s.style for line in lines[1:-1] for s in line if s.text.strip() == text)
            for text in ("draw stock", "draw discard", "you may", "log")
        )
        assert bar.reverse or bar.bgcolor != other.bgcolor
        assert (focused.reverse, focused.bgcolor) != (blurred.reverse, blurred.bgcolor)
        if name in ("plain", "NO_COLOR"):
            assert player.app.look is PLAIN
            colours = {c for line in lines for s in line for c in (s.style.color, s.style.bgcolor)}
            assert all(colour is None or colour.is_default for colour in colours)


def test_the_look_chosen_last_is_the_first(tmp_path):
    """Unless the terminal cannot show it, or the file says something else."""
    memory = tmp_path / "new" / "look"
    assert first_look(memory, "truecolor", is_plain=False) is FELT
    assert first_look(memory, "standard", is_plain=False) is TERMINAL
    remember(LOOKS["contrast"].name, memory)
    assert first_look(memory, "256", is_plain=False).name == "contrast"
    assert first_look(memory, "256", is_plain=True) is PLAIN
    memory.write_bytes(b"\xff\xfe")
    assert first_look(memory, "256", is_plain=False) is FELT


@pytest.mark.sitting(Plan("tranca", ("Ana", "good", "good", "good")), size=(60, 20))
async def test_parts_of_the_board_out_of_sight_are_counted_and_reachable(player):
    """A hint does not move the board."""
    area = player.app.screen.query_one(Area)
    height = area.size.height
    await player.press("h")
    assert area.size.height == height
    await player.pilot.resize_terminal(60, 16)
    assert "more line" in await player.still()
    for _ in range(5):
        await player.press("pagedown")
    assert "above: PgUp" in await player.still() and "more line" not in player.screen()
    assert player.frame.seats[3].name in player.screen()
