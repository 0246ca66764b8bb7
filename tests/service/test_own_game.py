"""A game of one's own at the table service: nothing there knows it before it is added."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from dealt import games
from dealt.cli import serve
from dealt.core.game import Bots, Level, Option
from dealt.errors import SetupError
from dealt.service.table import offers
from dealt.service.table import protocol as p
from dealt.service.table.parts import LevelInfo
from dealt.service.web import serving
from tests.own_games import EIGHTS, LEDUC, offered
from tests.service.talk import Client, fresh_file, house, open_table, two_at_table


@pytest.fixture
def added():
    """Leduc poker and Crazy Eights among the games that are offered."""
    with offered(LEDUC, EIGHTS) as games:
        yield games


async def test_zones_and_actions_go_out_as_data(added, tmp_path):
    """One's own card in the own part only; chips go to the pot; nobody parses a text."""
    async with house(tmp_path / "tables.db") as service:
        ana = await Client.of(service, "Ana")
        info = next(game for game in ana.frames[-1]["games"] if game["name"] == LEDUC)
        assert info["ranks"] == ["J", "Q", "K"] and info["suits"] == ["H", "S"]
        await open_table(ana, LEDUC, 2, "AI", rounds=1)
        await ana.done("ready")
        frame = await ana.table()
        zones = {zone["id"]: zone for zone in frame["board"]["zones"]}
        assert list(zones) == ["public", "pot", "hand:0", "chips:0", "hand:1", "chips:1"]
        assert all("cards" not in zone for zone in zones.values())
        (hand,) = frame["own"]["zones"]
        assert hand["id"] == "hand:0" and len(hand["cards"]) == 1
        assert frame["own"]["actions"][-1] == {
            "id": 2,
            "text": "raise",
            "verb": "raise",
            "source": "chips:0",
            "targets": ["pot"],
        }
        await ana.finish()
        log = (await ana.table())["log"]
        assert log[0]["verb"] in ("call", "raise") and log[0]["text"].split()[0] in ("Ana", "AI")


def held(frame):
    """The cards in the own hand of a frame."""
    return frame["own"]["zones"][0]["cards"]


async def test_two_people_play_crazy_eights(added, service):
    """Nobody sees the other's cards; zones and cards say what is meant, and get the reason."""
    ana, bob, _ = await two_at_table(service, EIGHTS)
    frames = [await ana.table(), await bob.table()]
    assert len({*held(frames[0]), *held(frames[1])}) == 14
    assert frames[0]["board"] == frames[1]["board"]
    public = str({**frames[0], "own": None})
    assert not any(f"'{card}'" in public for frame in frames for card in held(frame))
    turn = frames[0]["turn"]
    mover, waits = (ana, bob) if turn == 0 else (bob, ana)
    fact = frames[turn]["board"]["facts"][0]
    assert fact["code"] == "suit"
    fits = [card for action in frames[turn]["own"]["actions"] for card in action.get("cards", ())]
    wrong = next(card for card in held(frames[turn]) if card not in fits)
    reason = (await mover.say("why", cards=[wrong], zone="discard"))["text"]
    assert f"it must be {fact['value']}, of the same rank, or an eight" in reason
    code, reason = await mover.refused("why", cards=[wrong], zone=f"hand:{1 - turn}")
    assert (code, reason) == ("unreadable", "cards go to the discard pile")
    code, _ = await waits.refused("why", cards=held(frames[1 - turn])[:1], zone="discard")
    assert code == "turn"
    await mover.play()  # draw
    last = (await waits.table())["log"][-1]
    assert last["verb"] == "draw" and "cards" not in last
    assert last["text"].endswith(" drew a card")
    for _ in range(300):
        frame = await ana.table()
        if frame["phase"] != "playing":
            break
        await (ana, bob)[frame["turn"]].play(0)
    hands = [zone for zone in frame["board"]["zones"] if zone["kind"] == "hand"]
    assert [len(zone.get("cards", ())) for zone in hands] == [zone["count"] for zone in hands]


async def test_a_table_waits_until_its_game_is_offered_again(tmp_path):
    """One line says which game is missing; with it people go on where they were."""
    path = fresh_file(tmp_path)
    with offered(EIGHTS):
        async with house(tmp_path / "tables.db") as service:
            ana, _, name = await two_at_table(service, EIGHTS)
            before = await ana.table()
            token = ana.token
    async with house(path) as service:
        ana = Client(service, token)
        welcome = await ana.say("hello", protocol=p.PROTOCOL, token=token)
        assert EIGHTS not in [game["name"] for game in welcome["games"]]
        message = f"the game of this table, {EIGHTS}, is not offered here now"
        assert await ana.refused("enter", table=name) == ("settings", message)
    with offered(EIGHTS):
        async with house(tmp_path / "tables.db") as service:
            ana = Client(service, token)
            await ana.say("hello", protocol=p.PROTOCOL, token=token)
            await ana.done("enter", table=name)
            after = await ana.table()
            assert (after["board"], after["own"]) == (before["board"], before["own"])


def test_the_command_offers_games_of_one_s_own(monkeypatch):
    """Several, beside those of the package; a wrong name ends in one line, and nothing opens."""
    opened = []
    monkeypatch.setattr(
        serving, "serve", lambda offer, say: opened.append([game.name for game in games.games()])
    )
    with offered():
        options = [word for place in (LEDUC, EIGHTS) for word in ("--game", place)]
        assert CliRunner().invoke(serve.serve, options).exception is None
        error = CliRunner().invoke(serve.serve, ["--game", "nowhere:GAME"]).exception
    assert opened == [[*games.ROWS, LEDUC, EIGHTS]]
    assert isinstance(error, SetupError) and "cannot import game 'nowhere:GAME'" in str(error)
    assert len(opened) == 1


def test_words_of_choices_and_levels_are_those_of_the_game(added, monkeypatch):
    """A choice or a level that a game says nothing about is shown by its name."""
    own = games.game(EIGHTS)
    tie = Option("tie", 0, "ties", {"suit": 0, "nobody": 1, "yes": 2}, words={"nobody": "no one"})
    levels = {"meek": Level("meek", "draws first")}
    by_name = {**own.bots.by_name, "meek": own.bots.by_name["AI"], "bold": own.bots.by_name["AI"]}
    changed = replace(own, options=(tie,), bots=Bots(by_name, levels))
    monkeypatch.setitem(games.ADDED, EIGHTS, changed)
    games.registered.cache_clear()
    infos = {info.name: info for info in offers.game_infos("pt-BR")}
    option = next(each for each in infos[EIGHTS].options if each.name == "tie")
    assert option.words == {"suit": "suit", "nobody": "no one", "yes": "sim"}
    words = infos[EIGHTS].level_words
    assert words["meek"] == LevelInfo("meek", "draws first") and "bold" not in words
    assert words["strong"] == LevelInfo("forte", "pensa mais")
    equal = next(each for each in infos["president"].options if each.name == "equal_values")
    assert equal.words == {"suit": "vence o naipe mais alto", "never": "nunca vencem uma à outra"}


async def test_a_table_goes_on_after_a_player_chooses_a_closed_action(tmp_path):
    """A random one moves in its place, and the log has the reason; advice says so."""
    place = "tests.simulate.misplays:GAME"
    with offered(place):
        async with house(tmp_path / "tables.db") as service:
            ana = await Client.of(service, "Ana")
            await open_table(ana, place, 2, "far", rounds=2)
            await ana.done("ready")
            code, reason = await ana.refused("hint", adviser="far")
            assert code == "busy" and "far (seat " in reason and "not open: no action 99" in reason
            assert (await ana.finish())["phase"] == "over"
            wrong = "chose an action that is not open: no action 99; ids go from 0 to 2"
            assert any(wrong in line for line in service.heard)
