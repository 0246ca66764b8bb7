"""What a player can do at the table, and the messages for what is refused."""

import asyncio
import json
import threading

import pytest
from textual import events

from dealt.clients.plan import Plan, checked
from dealt.clients.screen.dialogs import CurtainScreen, PageScreen
from dealt.clients.screen.frame_text import hand_of
from dealt.clients.screen.menus import HomeScreen, SetupScreen
from dealt.clients.screen.room import RoomScreen
from dealt.errors import DealtError
from dealt.service.hall import thinking
from dealt.service.table import fairness
from dealt.service.table import protocol as p
from dealt.service.table.parts import Line
from dealt.service.web.local import Keys
from dealt.service.web.session import Session
from tests.own_games import EIGHTS, offered
from tests.screen.playing import sitting
from tests.service.talk import fresh_file

RUMMY = Plan("mason-rummy", ("Ana", "good"))


@pytest.mark.sitting(Plan("president", ("Ana", "Bob")))
async def test_hot_seat_shows_no_card_before_the_curtain_is_lifted(player):
    """Neither at first nor after a move; lifting the cover shows that hand alone."""
    hands = []
    for _ in range(2):
        assert isinstance(player.app.screen, CurtainScreen)
        assert player.frame.own is None
        name, _ = player.app.screen.names
        assert f"Pass the screen to {name}." in player.screen()
        assert "hand of" not in player.screen()
        await player.press("space")
        assert isinstance(player.app.screen, RoomScreen)
        assert f"hand of {name}" in player.screen()
        hands.append(player.held)
        assert not set(hands[0]) & set(hands[-1]) or len(hands) == 1
        await player.press("home", "enter")
    assert player.app.screen.names[0] != name


@pytest.mark.sitting(RUMMY)
async def test_a_refusal_says_why_and_the_rules_begin_with_the_ruling(player):
    """A single card that fits nothing, asked by words."""
    await player.type("draw stock")
    card = player.held[0]
    version = player.frame.version
    await player.type(f"lay off {card}")
    assert player.frame.version == version
    assert player.note.startswith("No: ")
    assert "fits none of your melds and runs" in player.note and "R7" not in player.note
    await player.press("f1")
    assert isinstance(player.app.screen, PageScreen)
    screen = player.screen()
    assert screen.index("R7.") < screen.index("single card")
    assert "test_R7" not in screen


@pytest.mark.sitting(RUMMY)
async def test_new_words_replace_refused_words(player):
    await player.type("xyz")
    assert "'xyz'" in player.note
    version = player.frame.version
    await player.press(*"draw", "space", *"stock", "enter")
    assert player.frame.version > version
    assert player.line.value == ""


@pytest.mark.sitting(RUMMY)
async def test_cards_that_mean_nothing_are_refused_with_the_reason(player):
    """Two cards of the hand without a group; before that, a card has to be drawn."""
    player.hand.focus()
    await player.press("home", "enter")
    assert "first a card must be drawn" in player.note
    await player.type("draw stock")
    player.hand.focus()
    await player.press("home", "space", "right", "space", "enter")
    assert "a meld or a run needs at least 3 cards" in player.note
    assert player.hand.chosen
    await player.press("escape")
    assert not player.hand.chosen
    assert player.note == "Your turn, to lay down or discard."


@pytest.mark.sitting(RUMMY)
async def test_the_list_follows_cards_and_words(player):
    """Chosen cards and typed words leave what goes with them."""
    await player.type("draw stock")
    assert len(player.offered) == 11
    await player.press("escape", "home", "space")
    assert len(player.offered) == 1
    await player.press("space", "slash", *"disc")
    assert len(player.offered) == 11
    await player.press("space", "0")
    assert player.offered == []
    assert "nothing with these words" in player.screen()


@pytest.mark.sitting(Plan("mason-rummy", ("Ana", "Bob")))
async def test_a_move_that_showed_nothing_is_taken_back(player):
    """A meld or a card from the discard pile; not a card from the stock, whose face is known."""
    await player.press("space")
    await player.type("draw discard")
    assert "u takes your last move back." in player.note
    before = player.held
    await player.press("escape", "u")
    assert len(player.held) == len(before) - 1
    await player.type("draw stock")
    await player.type("undo")
    assert player.note.startswith("No: ")
    assert len(player.held) == len(before)


@pytest.mark.sitting(RUMMY)
async def test_orders_without_the_words_that_belong_to_them(player):
    """They name the missing word, and the table hears nothing."""
    for word in ("say", "why", "/say "):
        await player.type(word)
        assert player.note.startswith("No: ")
        assert " For example: " in player.note
    assert player.frame.chat == []
    for length, reason in ((200, "cannot read"), (201, "That is too long")):
        await player.type("x" * length)
        assert player.note.startswith(f"No: {reason}")
    with pytest.raises(DealtError, match="length"):  # what the service cannot read at all
        await player.app.client.ask("say", text="")


@pytest.mark.parametrize("words", ["fly", "discard", "discard 1X", "meld", "play 3D", "[b]x[/b]"])
@pytest.mark.sitting(RUMMY)
async def test_unreadable_words_get_one_line(player, words):
    """Nothing is played, and what was typed stands there to be mended."""
    await player.type("draw stock")
    version = player.frame.version
    await player.type(words)
    assert player.note.startswith("No: ")
    assert player.frame.version == version
    assert player.line.value == words


@pytest.mark.sitting(RUMMY)
async def test_words_are_read_with_letters_and_with_symbols(player):
    """`6♦` and `6d` are 6D; the symbol is what the screen shows."""
    await player.type("draw stock")
    card = player.held[0]
    symbol = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "P": "★"}[card[1]]
    await player.type(f"discard {card[0].lower()}{symbol}")
    assert f"Ana discarded {card}" in [event.text for event in player.frame.log]


@pytest.mark.sitting(RUMMY)
async def test_orders_other_than_moves_work_by_keys_and_words(player):
    """Hint, why, sort, chat, log, score and help, by keys and by words."""
    await player.type("why discard 2C")
    assert "first a card must be drawn" in player.note
    await player.press("escape", "h")
    assert "good would" in player.note
    came = player.held
    await player.type("sort")
    assert "by suit" in player.screen()
    assert came == player.held
    await player.press("escape", "c", *"hi", "enter")
    assert player.frame.chat == [Line("Ana", "hi")]
    assert "Ana says: hi" in player.screen()
    await player.press("escape")
    for key, title in (("l", "Round 1"), ("t", "the score"), ("f2", "Keys and words")):
        await player.press(key)
        assert title in player.screen()
        await player.press("escape")
    await player.press("p")
    assert player.note.startswith("No: ")


async def test_keys_pressed_at_once_are_typed():
    """Letters before the line is drawn are text: a q does not leave the table."""
    for key, begins in (("c", "say "), ("slash", ""), ("colon", "")):
        async with sitting(RUMMY) as player:
            for pressed in (key, "q", "c", "slash"):
                player.app.post_message(events.Key(pressed, {"slash": "/"}.get(pressed, pressed)))
            await player.calm()
            assert player.app.is_running
            assert player.line.value == f"{begins}qc/"


@pytest.mark.sitting(Plan("tranca", ("Ana", "good", "good", "good")))
async def test_several_things_can_be_done_with_a_card(player):
    """The list keeps them, to choose from."""
    cards = {}
    for _ in range(300):
        if player.frame.phase != "playing":
            break
        own, drawing = player.frame.own, player.frame.board.ask.code == "draw"
        laid = [a for a in own.actions if a.verb == "lay"]
        cards = {c for a in laid if len(a.cards) == 1 for c in a.cards}
        if cards and not drawing:
            break
        chosen = laid[0] if laid else own.actions[0 if drawing else -1]
        await player.app.client.play(action=chosen.id)
        await player.calm()
    card = cards.pop()
    player.hand.focus()
    await player.calm()
    await player.press("home")
    while player.hand.at_cursor != card:
        await player.press("right")
    version = player.frame.version
    await player.press("enter")
    assert player.frame.version == version
    assert "several moves" in player.note
    assert len(player.offered) >= 2
    await player.press("down", "enter")
    assert player.frame.version > version


@pytest.mark.sitting(RUMMY)
async def test_the_player_has_a_part_in_the_chance(player):
    """What was committed to before the deal was revealed, by the person alone."""
    person, computer = player.frame.chance.entropy
    assert len(bytes.fromhex(person)) == fairness.ENTROPY_BYTES
    assert computer is None
    deal = player.frame.table, 1, 1
    assert player.frame.chance.commitments[0] == fairness.player_commitment(*deal, person)


# --- leaving and coming back ----------------------------------------------------------------------


async def test_the_same_command_comes_back_to_the_same_table(tmp_path):
    """With the same cards; a match that is over is not come back to."""
    path, keys = fresh_file(tmp_path), Keys(tmp_path / "keys.json")
    async with sitting(RUMMY, path=path, keys=keys) as player:
        await player.type("draw stock")
        before = player.frame
        await player.press("escape", "q")
    async with sitting(RUMMY, path=path, keys=keys) as player:
        assert player.frame.table == before.table
        assert player.frame.own == before.own
        assert player.frame.board == before.board
        await player.press("m")
        assert isinstance(player.app.screen, HomeScreen)
        assert "Mason Rummy  Ana 0, Bia 0 · round 1 of 3" in player.screen()
        await player.press("enter")
        assert player.frame.table == before.table
    assert (tmp_path / "keys.json").stat().st_mode & 0o077 == 0


async def test_a_table_of_a_game_of_one_s_own_waits_for_the_game(tmp_path):
    """Without it the list of games lacks it, and the table; with it both are there again."""
    path, keys = fresh_file(tmp_path), Keys(tmp_path / "keys.json")
    with offered(EIGHTS):
        async with sitting(Plan(EIGHTS, ("Ana", "AI")), path=path, keys=keys) as player:
            before = player.frame
    async with sitting(path=path, keys=keys) as player:
        assert isinstance(player.app.screen, HomeScreen)
        assert "Crazy Eights" not in player.screen()
    with offered(EIGHTS):
        async with sitting(path=path, keys=keys) as player:
            assert "Crazy Eights  Ana 0, Bia 0 · round 1" in player.screen()
            await player.press("enter")
            assert (player.frame.table, player.held) == (before.table, hand_of(before))


async def test_a_table_from_the_menus(player):
    """Three players, two of them here, one named; then the cards are dealt."""
    await player.press("down", "down", "enter")
    assert isinstance(player.app.screen, SetupScreen)
    await player.press("down", "n")  # oneself, wherever the cursor is
    await player.press(*["backspace"] * 9, *"Ana", "enter")
    await player.press("down", "down", "left", "left", "left", "left")
    assert "somebody here" not in player.screen()
    assert "Guest 2" in player.screen()
    await player.press("down", "down", "right", "home", "enter")
    assert isinstance(player.app.screen, CurtainScreen)
    assert [info.name for info in player.frame.seats] == ["Ana", "Guest 2", "Bia"]
    assert player.frame.rounds == 1
    await player.press("q")
    assert player.app.failure is None


async def test_a_person_can_be_called_as_a_level_is():
    """With `person:` on the command line, and by the name in the form."""
    async with sitting(checked(Plan("mason-rummy", ("person:good", "good")))) as player:
        assert [(info.name, info.kind) for info in player.frame.seats] == [
            ("good", "person"), ("Bia", "bot"),
        ]  # fmt: skip
    async with sitting(Plan("mason-rummy")) as player:
        await player.press("n", *["backspace"] * 9, *"good", "enter", "home", "enter")
        assert [info.kind for info in player.frame.seats] == ["person", "bot", "bot"]
        assert player.frame.seats[0].name == "good"


@pytest.mark.sitting(Plan("tranca"))
async def test_escape_leaves_the_setup(player):
    """Back to the list of games; nothing was opened."""
    assert isinstance(player.app.screen, SetupScreen)
    await player.press("escape")
    assert isinstance(player.app.screen, HomeScreen)
    assert "Back " not in player.screen()


@pytest.mark.sitting(RUMMY)
async def test_a_lost_connection_comes_back_by_itself(player):
    """A line says so; other questions meanwhile get one line."""
    client, before = player.app.client, player.frame
    held = client._wait  # the next try is held back until the screen was looked at
    gate = asyncio.Event()

    async def at_the_gate(seconds):
        await gate.wait()

    client._wait = at_the_gate
    client.wire._session.close(1001)
    await player.until(lambda: client.trouble)
    await player.calm()
    assert "no connection, trying again" in player.screen()
    assert player.note == "The connection was lost."
    await player.press("down", "enter")
    assert player.note.startswith("No: the connection was lost")
    client._wait = held
    gate.set()
    await player.until(lambda: not client.trouble)
    await player.calm()
    assert "trying again" not in player.screen()
    await player.press("enter")
    assert player.frame.version > before.version


async def test_a_second_connection_takes_the_table_over(tmp_path):
    """The first screen says so, and shows no table any more."""
    keys = Keys(tmp_path / "keys.json")
    async with sitting(RUMMY, keys=keys) as player:
        other = Session(player.service, "elsewhere")
        hello = {"do": "hello", "protocol": p.PROTOCOL, "token": keys.key("this machine")}
        for message in (hello, {"do": "enter", "table": player.frame.table}):
            await other.receive(json.dumps(message).encode())
        await player.until(lambda: isinstance(player.app.screen, HomeScreen))
        await player.calm()
        assert "you have connected again elsewhere" in player.screen()
        player.service.disconnect(other)


@pytest.mark.sitting(Plan("mason-rummy", ("Ana", "good")))
async def test_a_name_is_changed_at_the_table(player):
    """By a word at the line; computer players have names of people, their level beside them."""
    assert "Bia, good" in player.screen()
    await player.type("name Anna")
    assert [info.name for info in player.frame.seats] == ["Anna", "Bia"]
    assert "Anna: 10 cards in hand" in player.screen()
    await player.type("name =1")
    assert "must not begin with" in player.note
    await player.type("name")
    assert "For example: name Ana" in player.note


@pytest.mark.sitting(Plan("mason-rummy", ("Ana", "Bob")))
async def test_at_a_screen_that_is_shared_the_one_who_looks_is_renamed(player):
    """And nobody else."""
    await player.press("space")
    seat = player.frame.own.seat
    await player.type("name Zoe")
    expected = ["Ana", "Bob"]
    expected[seat] = "Zoe"
    assert [info.name for info in player.frame.seats] == expected


async def test_a_hint_overtaken_by_a_move_is_dropped(monkeypatch):
    """It would be about another position."""
    may_end = threading.Event()
    monkeypatch.setattr(thinking, "advise", lambda job: may_end.wait(60) and "too late")
    async with sitting(Plan("mason-rummy", ("Ana", "good"))) as player:
        await player.pilot.press("h")
        player.line.focus()
        player.line.value = "draw stock"
        await player.pilot.press("enter")
        await player.until(lambda: player.frame.log)
        may_end.set()
        await player.calm()
        assert "too late" not in player.note
        assert not player.note.startswith("No: ")
