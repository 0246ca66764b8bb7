"""Boards on the full-screen table: requests, who is last, the play to beat, sides, chips."""

import random
import re
from typing import get_args

import pytest
from msgspec import structs

from dealt.clients.choices import open_choices
from dealt.clients.plan import Plan
from dealt.clients.screen.board import board_lines
from dealt.clients.screen.frame_text import task_text
from dealt.clients.screen.looks import USUAL
from dealt.clients.screen.menus import SetupScreen
from dealt.core.zones import AnyZone, Counter, Group, Hand, Pile, Tape, Trick, TrickPlay, Zone
from dealt.language import listed
from dealt.service.table import frames
from dealt.service.table.parts import Settings
from tests.own_games import LEDUC, offered
from tests.screen.playing import sitting
from tests.service import leaks


def drawn(frame, width=80, height=24):
    return "\n".join(line.plain for line in board_lines(frame, USUAL, width, height))


def begun(name, seats, **more):
    """A table that has been dealt, from the place of who looks at it."""
    table = leaks.Table(Settings(game=name, seats=seats, rounds=1, **more), random.Random(1))
    table.seat()
    table.agree()
    return table


def seen(table):
    return frames.Showing(table.state, ()).frame(frames.Viewer("ana"))


def test_the_play_to_beat_is_named_after_passes():
    table = begun("president", 4)
    table.play(table.state.table.actions[0].id)
    leader = table.state.table.names[table.state.table.history[0][0]]
    table.play(table.state.table.actions[0].id)
    assert table.state.table.history[-1][1].verb == "pass"
    assert f"to beat: {leader}'s play" in drawn(seen(table), height=3)
    lines = drawn(seen(table)).splitlines()  # as people sit: below the name
    place = next(line.index("to beat") for line in lines if "to beat" in line)
    name = next(line.index(leader) for line in lines if leader in line)
    assert abs(place - name) < 12


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_partners_have_a_line_for_their_side(seats):
    """It names them all; who plays alone has the note in the own line."""
    lines = drawn(seen(begun("tranca", seats)), height=9).splitlines()
    expected_lines = [
        line.replace(" (not connected)", "").split(", dollars")[0].strip("▸ ")
        for line in lines
        if "morto not" in line
    ]
    names = leaks.NAMES[:seats]
    sides = [listed(names[side::2]) for side in range(2)]
    own = "11 cards in hand, " if seats == 2 else ""
    assert expected_lines == [f"{side}: {own}morto not taken" for side in sides]


def test_chips_are_drawn_as_far_as_there_is_room():
    """A sign a chip; three dots where more are counted than fit. The number stands beside them."""
    with offered(LEDUC):
        table = begun(LEDUC, 2)
        for text in ("raise", "raise"):
            action = next(a for a in table.state.table.actions if a.text == text)
            table.play(action.id)
        frame = seen(table)
        drawings = [drawn(frame, height=height).splitlines() for height in (24, 12)]
        for lines in drawings:  # as people sit, and in a list
            assert any(line.endswith(" ●●●●●●●●") for line in lines)
            assert any(line.endswith("8 chips") for line in lines)
            assert any(line.endswith("5 chips ●●●●●") for line in lines)
        narrow = drawn(frame, width=21, height=11).splitlines()
        assert narrow[1].endswith(" ●●●●●●…") and narrow[2].endswith("8 chips")
        assert "Pot: 8 ●●●●●●●●" in drawn(frame, height=1)


def with_zone(zone):
    """A frame whose board has one zone."""
    frame = seen(begun("president", 3))
    return structs.replace(frame, board=structs.replace(frame.board, zones=(zone,)))


EACH_KIND = {
    Pile: {"count": 1, "cards": ("7H",)},
    Hand: {"count": 1, "cards": ("7H",)},
    Group: {"cards": ("7H",)},
    Trick: {"plays": (TrickPlay(0, ("7H",)),), "best": 0},
    Tape: {"items": ("7H",)},
    Counter: {"value": 7, "unit": "coins", "text": "7 coins"},
}


@pytest.mark.parametrize("seat", [None, 1], ids=["middle", "seat"])
@pytest.mark.parametrize("kind", get_args(AnyZone))
def test_each_kind_of_zone_is_drawn_wherever_it_lies(kind, seat):
    """Every zone in the middle or before a seat is drawn."""
    zone = kind(id="some", label="Some", seat=seat, **EACH_KIND[kind])
    assert "7" in drawn(with_zone(zone))


def test_a_kind_of_zone_that_nothing_draws_is_an_error():
    """It is not left out in silence."""

    class Dice(Zone, frozen=True, kw_only=True, tag="dice"):
        pass

    with pytest.raises(AssertionError, match="Dice"):
        drawn(with_zone(Dice(id="some", label="Some")))


def test_requests_are_offered_and_shown_and_the_last_player_is_not_out():
    settings = Settings(game="president", seats=4, options={"trade": "request"}, rounds=2)
    table = leaks.Table(settings, random.Random(1))
    table.seat()
    table.agree()
    state = table.state
    while state.is_playing:
        table.play(state.table.actions[-1].id)
    drawing = drawn(frames.Showing(state, ()).frame(frames.Viewer("ana")))
    assert drawing.count("out, place") == 3 and "1 card in hand, last, place 4" in drawing
    table.agree()
    seat = state.turn
    viewer = frames.Viewer(leaks.NAMES[seat].lower())
    frame = frames.Showing(state, ()).frame(viewer)
    assert "after the trade" in drawn(frame)
    assert task_text(frame).startswith("to ask ") and "for 2 cards" in task_text(frame)
    choices = open_choices(frame, {}, {}, links=False)
    assert [choice.text for choice in choices][-2:] == ["ask for aces", "ask for twos"]
    assert len(choices) == 13 and not any(choice.cards for choice in choices)
    table.play(choices[-1].fields["action"])
    table.play(choices[-2].fields["action"])
    for person in ("ana", "bob", "cid", "dee"):
        assert "Asked for: twos, aces" in drawn(
            frames.Showing(state, ()).frame(frames.Viewer(person))
        )


@pytest.mark.sitting(Plan("president"))
async def test_the_form_offers_four_players_first(player):
    assert isinstance(player.app.screen, SetupScreen)
    assert "◂ 4 ▸" in player.screen() and "Seat 4" in player.screen()
    assert "Seat 5" not in player.screen()


RUNS = [
    f"{low}{suit} {middle}{suit} {high}{suit}"
    for suit in "CDHS"
    for low, middle, high in ("456", "789", "TJQ")
][:11]
LATE = "; ".join(
    [
        "tranca",
        *(f"group 1 {n}: {run}" for n, run in enumerate(RUNS)),
        "pile: KC",
        "unknown=deal",
    ]
)
LATE_TRANCA = Plan("tranca", ("Ana", "random"), settings={"position": LATE, "rounds": 1})


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_late_tranca_is_whole(size):
    """Eleven sequences of the other side, each with its number."""
    async with sitting(LATE_TRANCA, size=size, own=True) as player:
        await player.until(lambda: player.frame is not None and player.frame.phase == "playing")
        screen = await player.still()
    for number in range(1, 12):
        assert re.search(rf"\b{number}\b", screen), (number, screen)
    assert "Q♥" in screen and "PgDn" not in screen
