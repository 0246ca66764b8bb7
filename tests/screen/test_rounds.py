"""Whole rounds by keys alone, in all games."""

import msgspec
import pytest

from dealt.clients.plan import Plan
from dealt.clients.screen.dialogs import CurtainScreen
from dealt.clients.screen.round_end import RevealScreen, victory
from dealt.clients.screen.start import counted
from dealt.core.zones import Hand
from dealt.service.table.parts import SheetData
from tests.own_games import EIGHTS, LEDUC, offered
from tests.screen.playing import LARGE, MOST_KEYS, SMALL, sitting


async def take_turn(player):
    """A turn's next decision: the first of the list, or the last card of the hand."""
    if player.frame.settings.game == EIGHTS:
        await play_what_fits(player)
    elif player.hand.has_focus:
        await player.press("home" if player.frame.settings.game == "president" else "end", "enter")
        if player.note.startswith("No:"):
            await player.press("p")
    else:
        await player.press("down", "enter")


async def play_what_fits(player):
    """The first card of the hand that fits; of an eight the first suit that is offered; or draw."""
    fit = {card for action in player.frame.own.actions for card in action.cards}
    if fit:
        assert player.hand.has_focus
        await player.press("home")
        while player.hand.at_cursor not in fit:
            await player.press("right")
    else:
        await player.press("down")  # in the list: to draw or to pass
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
            await player.press("down", "enter")
        assert player.frame.version > before, player.screen()
    raise AssertionError("the round does not end")


# a round of Tranca is long: the form sets its limit of turns to 10
TEN_TURNS = ("end", "up", "right", "right", "right", "right", "home", "enter")


SHORT = 2  # a seed with which two hands of Crazy Eights are soon played

# what the score page tells besides the points, a line a reason
WHY = {
    "mason-rummy": ("Round 1", "Ana: ", "left in the hand"),
    "tranca": ("clean canastras", "morto not used", "this round", "all rounds"),
}


@pytest.fixture(autouse=True)
def own_games():
    """Two games of one's own are offered, too."""
    with offered(LEDUC, EIGHTS):
        yield


@pytest.mark.parametrize(
    ("game", "seats", "size"),
    [
        ("penney", ("Ana", "seed"), SMALL),
        ("three-card-poker", ("Ana",), LARGE),
        ("mason-rummy", ("Ana", "good"), SMALL),
        ("president", ("Ana", "good", "good", "good"), SMALL),
        ("tranca", (), LARGE),
        (LEDUC, ("Ana", "AI"), SMALL),
        (EIGHTS, ("Ana", "AI", "AI"), LARGE),
    ],
)
async def test_a_whole_round_by_keys(game, seats, size):
    """It ends, its outcome is announced, and the next round can begin."""
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
        screen = player.screen()
        assert all(reason in screen for reason in WHY.get(game, ("round 1", "total")))
        await player.press("escape", "home", "enter")
        assert player.frame.round == 2


async def test_a_match_that_ends_is_counted_once(tmp_path, monkeypatch):
    """In the file that prompts write, with one row for each name; what is something else stays."""
    game, file, row = "mason-rummy", "scores.csv", '"AI","'
    monkeypatch.chdir(tmp_path)
    (tmp_path / file).touch()
    lines = []
    short = {"rounds": 1, "options": {"turn_limit": 10}}
    plan = Plan(game, ("Ana", "AI"), settings=short)
    async with sitting(plan, ended=lambda state: lines.append(counted(state))) as player:
        await play_round(player)
        assert lines == [f"Result saved to {file}."]
        content = (tmp_path / file).read_text()
        assert content.count("\n") == 3 and '"Ana","' in content and row in content
        (tmp_path / file).write_text("shopping list")
        await player.press("escape", "down", "enter")  # play again
        await play_round(player)
        assert lines[1].startswith("Results will not be kept: ")
        assert (tmp_path / file).read_text() == "shopping list"


def hands_of(frame):
    """The hands as they lie open for all."""
    return [zone for zone in frame.board.zones if isinstance(zone, Hand)]


@pytest.mark.parametrize("game", [LEDUC, EIGHTS])
async def test_two_people_at_one_screen_play_a_game_of_another_package(game):
    """The curtain hides each hand from the other; at the end all cards lie open."""
    async with sitting(Plan(game, ("Ana", "Bob")), seed=SHORT) as player:
        names = set()
        for _ in range(MOST_KEYS):
            if isinstance(player.app.screen, CurtainScreen):
                assert player.frame.own is None
                names.add(player.app.screen.names[0])
                await player.press("space")
            if player.frame.phase != "playing":
                break
            assert player.frame.own.seat == player.frame.turn
            assert not any(zone.cards for zone in hands_of(player.frame))
            version = player.frame.version
            await player.type(player.frame.own.actions[0].text)
            assert player.frame.version > version, player.screen()
        assert names == {"Ana", "Bob"} and player.frame.phase == "between"
        is_shown = player.frame.log[-1].verb != "fold"
        for hand in hands_of(player.frame):
            assert len(hand.cards) == hand.count * is_shown
        assert player.offered[0] == "next round"


@pytest.mark.sitting(Plan("penney", ("Ana", "seed")))
async def test_a_row_is_drawn_card_by_card_and_any_key_shows_it_all(player):
    """Nothing of the outcome is seen before."""
    player.app.pace_s = 0.01
    await player.press("down", "down")
    await player.pilot.press("enter")
    await player.until(lambda: isinstance(player.app.screen, RevealScreen))
    await player.until(lambda: player.app.screen._at > 3)
    assert "won" in player.screen() and "wins by" not in player.screen()
    await player.press("x")
    assert "Bia wins by tricks" in player.screen()


@pytest.mark.parametrize(
    ("winners", "yours", "expected"),
    [
        (["Ana"], True, "You won by 30 points."),
        (["Ana"], False, "Ana won by 30 points."),
        (["Ana", "Bia"], True, "You won by 70 points."),
        (["Ana", "Bia", "Rui"], True, "A draw."),
        ([], True, ""),
    ],
)
@pytest.mark.sitting(Plan("mason-rummy", ("Ana", "good", "good")))
async def test_the_end_of_a_match_says_by_how_much(player, winners, yours, expected):
    """The next of the others counts, for the most and for the fewest points."""
    frame = player.frame
    seats = [msgspec.structs.replace(s, yours=s.yours and yours) for s in frame.seats]
    names = [seat.name for seat in seats]
    sheet = SheetData("", ["", *names], [["round 1", 0, 0, 0], ["total", 10, 40, 80]], [])
    over = {"phase": "over", "winners": winners, "sheet": sheet, "seats": seats}
    assert victory(msgspec.structs.replace(frame, **over)) == expected


async def test_a_match_that_is_over_is_gone_through_forwards_and_back():
    """Not before it is over; the way out leads back to the table."""
    async with sitting(Plan("three-card-poker", ("Ana",), settings={"rounds": 1})) as player:
        await player.press("f5")
        assert "once the match is over" in player.note
        await play_round(player)
        assert player.frame.phase == "over"
        await player.press("f5")
        await player.calm()
        assert "step 1 of" in player.screen()
        await player.press("right", "end", "left", "home", "p", "q")
        assert "play again" in player.offered[0]
