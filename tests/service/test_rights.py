"""Tables: links, settings, chat, the lobby, parts in the chance, limits, and refusals."""

import asyncio
import json
from dataclasses import replace

import pytest

from dealt.errors import StorageError
from dealt.games import games, registered
from dealt.service.table import commands, fairness
from dealt.service.table import protocol as p
from dealt.service.table.limits import Limits, limits_for
from dealt.service.table.refusals import Refused
from dealt.service.web.session import Session
from tests.service.talk import Client, Clock, Keeping, hand_in, house, open_table, two_at_table

pytestmark = pytest.mark.usefixtures("kept")


async def test_private_tables_are_entered_by_links(service):
    """A code lets people in to play or to watch, until the host makes it worthless."""
    ana, bob, eve = [await Client.of(service, name) for name in ("Ana", "Bob", "Eve")]
    settings = {"game": "Mason_Rummy", "seats": 2}
    name = (await ana.done("open", settings=settings))["table"]
    assert (await ana.table())["settings"]["game"] == "mason-rummy"
    assert (await bob.refused("enter", table=name))[0] == "unknown"
    play = (await ana.say("invite", kind="player"))["code"]
    watch = (await ana.say("invite", kind="watcher"))["code"]
    for code in (play, watch):
        assert len(code) == 22
    assert await service.join(bob.session.person, "Bob", play) == name
    assert await service.join(eve.session.person, "Eve", watch) == name
    await bob.done("enter", table=name)
    await bob.done("sit", seat=1)
    await eve.done("enter", table=name)
    assert (await eve.refused("sit", seat=0))[0] == "rights"
    await ana.done("revoke", kind="player")
    with pytest.raises(Refused, match="does not work"):
        await service.join(eve.session.person, "Eve", play)
    with pytest.raises(Refused, match="does not work"):
        await service.join(eve.session.person, "Eve", "A" * 22)


async def test_strangers_take_no_room_at_a_table(path):
    """Neither links of those who make few, nor the places of those who play."""
    async with house(path, limits=Limits(attending=3)) as service:
        ana, bob, name = await two_at_table(service, "mason-rummy", begun=False)
        first = (await ana.say("invite", kind="player"))["code"]
        codes = [(await bob.say("invite", kind="player"))["code"] for _ in range(60)]
        for code in (first, codes[-1], codes[-commands.MOST_CODES + 1]):
            assert await service.join(bob.session.person, "Bob", code) == name
        with pytest.raises(Refused, match="does not work"):
            await service.join(bob.session.person, "Bob", codes[0])
        bob.gone()
        for stranger in ("Eve", "Zoe"):
            await (await Client.of(service, stranger)).done("enter", table=name)
        late = await Client.of(service, "Mia")
        assert (await late.refused("enter", table=name))[0] == "busy"
        await (await bob.again()).done("enter", table=name)


async def test_a_seat_moves_to_another_device_by_its_own_link(service):
    """Once; the person who had it has it no longer."""
    ana, phone = await Client.of(service, "Ana"), await Client.of(service, "Phone")
    name = await open_table(ana, "mason-rummy", 2, "seed", public=False)
    await ana.done("ready")
    hand = hand_in(await ana.table())
    assert (await ana.refused("invite", kind="seat", seat=1))[0] == "seat"
    code = (await ana.say("invite", kind="seat"))["code"]
    await service.join(phone.session.person, "Phone", code)
    ana.read()
    await phone.done("enter", table=name)
    assert hand_in(await phone.table()) == hand
    assert ana.frames[-1]["code"] == "revoked"
    assert (await ana.refused("sync"))[0] == "phase", "nobody looks on who may not"
    with pytest.raises(Refused):
        await service.join(ana.session.person, "Ana", code)


async def test_chat_is_clean_and_kept(service):
    """What could steer a screen is gone; emoji stay; the latest lines are shown to who comes."""
    ana, eve = await Client.of(service, "Ana"), await Client.of(service, "Eve")
    name = await open_table(ana, "mason-rummy", 2, "seed")
    await eve.done("enter", table=name)
    await ana.done("say", text="well \x1b[31mplayed\u202e \U0001f44d\u200d\n!")
    lines = [frame for frame in eve.read() if frame["is"] == "said"]
    assert [(line["who"], line["text"]) for line in lines] == [
        ("Ana", "well [31mplayed \U0001f44d !")
    ]
    assert (await eve.table())["chat"][-1]["text"] == lines[0]["text"]
    assert (await ana.refused("say", text="\u200b\u2066"))[0] == "chat"
    assert (await ana.refused("say", text="x" * 281))[0] == "chat"


async def test_settings_change_between_matches_only(service):
    """And not so that somebody loses a seat; nobody starts by other settings than agreed."""
    ana, bob, _ = await two_at_table(service, "mason-rummy", begun=False)
    await bob.done("ready")
    await ana.done("change", settings={"game": "PRESIDENT", "seats": 3, "public": True})
    assert (await ana.table())["settings"]["game"] == "president"
    assert not (await ana.table())["seats"][1]["ready"]
    code, reason = await ana.refused("change", settings={"game": "penney", "seats": 5})
    assert (code, reason) == ("settings", "Penney's game is for 2 players, not 5")
    few = {"game": "three-card-poker", "seats": 1}
    assert await ana.refused("change", settings=few) == ("settings", "Bob would have no seat")
    bad = {"game": "president", "seats": 3, "options": {"pairs": "maybe"}}
    assert "yes or no" in (await ana.refused("change", settings=bad))[1]
    assert (await ana.refused("change", settings={"game": "os:path", "seats": 2}))[0] == "settings"
    await ana.done("bot", seat=2, level="learned")
    back = {"game": "mason-rummy", "seats": 3, "public": True}
    assert "does not play that game" in (await ana.refused("change", settings=back))[1]
    await ana.done("ready")
    await bob.done("ready")
    assert (await ana.refused("change", settings=back))[0] == "phase"
    assert (await ana.refused("clear", seat=2))[0] == "phase"


async def test_a_match_without_a_last_round_is_ended_by_the_host(service):
    """And another one can begin at the same table."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "penney", 2, "seed")
    assert (await ana.refused("finish"))[0] == "phase"
    await ana.done("ready")
    await ana.play()
    assert (await ana.refused("record"))[0] == "phase"
    await ana.done("finish")
    table = await ana.table()
    assert table["phase"] == "over" and table["winners"]  # who is ahead
    assert (await ana.say("record"))["record"]["played"]
    await ana.done("ready")
    table = await ana.table()
    assert (table["match"], table["round"], table["phase"]) == (2, 1, "playing")
    assert (await ana.say("dealing", match=1, round=1))["is"] == "receipt"
    assert (await ana.refused("dealing", match=2, round=1))[0] == "phase"


async def test_the_log_has_what_its_reader_may_know(service):
    """All of a round, also an earlier one."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "president", 2, "seed", rounds=2)
    assert (await ana.refused("log"))[0] == "unknown"
    await ana.done("ready")
    while (await ana.table())["phase"] == "playing":
        await ana.play()
    lines = (await ana.say("log", round=1))["lines"]
    assert len(lines) > 5
    for line in lines:
        assert line["text"].split()[0] == ("Ana", "Bia")[line["seat"]]
        assert (line["verb"] == "play") == ("cards" in line)
    assert (await ana.refused("log", round=2))[0] == "unknown"


async def test_players_have_a_part_in_the_chance(service):
    """Commit, reveal, deal, verify; who reveals something else is refused."""
    ana, bob, name = await two_at_table(service, "penney", begun=False, rounds=1)
    promise = (await ana.table())["next"]["commitment"]
    numbers = "1f" * 16, "2e" * 16
    for player, number in zip((ana, bob), numbers, strict=True):
        commit = fairness.player_commitment(name, 1, 1, number)
        assert (await player.refused("reveal", entropy=number))[0] == "phase"
        await player.done("ready", commit=commit)
    assert (await ana.table())["phase"] == "revealing"
    assert (await ana.refused("reveal", entropy=numbers[1]))[0] == "fair"
    assert (await ana.refused("ready"))[0] == "phase"
    for player, number in zip((ana, bob), numbers, strict=True):
        await player.done("reveal", entropy=number)
    assert (await ana.table())["phase"] == "playing"
    assert (await ana.table())["chance"]["commitment"] == promise
    await ana.play(0)
    await bob.play(0)
    receipt = await bob.say("dealing", match=1, round=1)
    receipt_of_round = fairness.Receipt.from_json(json.dumps(receipt["receipt"]))
    assert receipt_of_round.entropy == numbers
    assert receipt_of_round.commitment == promise
    fairness.verify(receipt_of_round, registered("penney"))


async def test_a_player_who_does_not_reveal_delays_no_deal(service):
    """After ten seconds the deal goes on without that number, and the receipt shows it."""
    clock = service.clock
    ana = await Client.of(service, "Ana")
    name = await open_table(ana, "penney", 2, "seed", rounds=1)
    await ana.done("ready", commit=fairness.player_commitment(name, 1, 1, "00" * 16))
    assert (await ana.table())["phase"] == "revealing"
    clock.time += 11
    await service.tick()
    table = await ana.table()
    assert table["phase"] == "playing"
    assert table["chance"]["entropy"] == [None, None]
    assert table["chance"]["commitments"][0]


async def test_computer_players_alone_play_while_somebody_looks_on(service):
    """A table of computer players stands still when nobody looks."""
    ana = await Client.of(service, "Ana")
    settings = {"game": "president", "seats": 3, "rounds": 2}
    name = (await ana.done("open", settings=settings))["table"]
    for seat in range(3):
        await ana.done("bot", seat=seat, level="good")
    await ana.done("ready")
    table = await ana.table()
    assert table["phase"] == "over"
    assert len(table["sheet"]["rows"]) == 3
    assert [seat["name"] for seat in table["seats"]] == ["Bia", "Rui", "Lia"]
    assert {seat["level"] for seat in table["seats"]} == {"good"}
    assert name in service.tables.live
    ana.gone()
    service.clock.time += 3600
    await service.tick()
    assert name not in service.tables.live


async def test_the_lobby_lists_public_and_own_tables(path):
    """After the service was stopped, too."""
    async with house(path) as service:
        ana, bob = await Client.of(service, "Ana"), await Client.of(service, "Bob")
        own_table = (await ana.done("open", settings={"game": "penney", "seats": 2}))["table"]
        await ana.done("leave")
        open_to_all = await open_table(ana, "tranca", 4, "seed")
        tokens = ana.token, bob.token
    async with house(path) as service:
        ana, bob = [Client(service, token) for token in tokens]
        for client in (ana, bob):
            await client.say("hello", protocol=p.PROTOCOL, token=client.token)
        rows = (await ana.say("lobby"))["tables"]
        assert {row["table"] for row in rows} == {own_table, open_to_all}
        (row,) = (await bob.say("lobby"))["tables"]
        assert (row["free"], row["yours"], row["names"]) == (2, False, ["Ana", "Bia"])
        assert row["levels"] == [None, "seed"]
        await ana.done("enter", table=own_table)
        service.clock.time += 5
        await ana.done("sit", seat=0)
        rows = (await ana.say("lobby"))["tables"]
        assert [row["table"] for row in rows] == [own_table, open_to_all], "the latest first"


async def test_rates_are_kept(path):
    """Frames, chat and tables; who goes far beyond is disconnected."""
    limits = Limits(frames_s=1, frames_burst=5, excess=3, tables_min=2, sockets=4)
    clock = Clock()
    async with house(path, clock=clock, limits=limits) as service:
        ana = await Client.of(service, "Ana")
        clock.time += 60
        for _ in range(2):
            await ana.done("open", settings={"game": "penney", "seats": 2})
        assert (await ana.refused("open", settings={"game": "penney", "seats": 2}))[0] == "rate"
        clock.time += 60
        await ana.done("sit", seat=0)
        for _ in range(3):
            last = await ana.say("say", text="x")
        assert last["is"] == "done"
        clock.time -= 0.05
        assert (await ana.refused("say", text="x"))[0] == "rate"
        clock.time += 60
        for _ in range(12):
            await ana.session.receive(b'{"do":"ping"}')
        kinds = [(frame["is"], frame.get("code")) for frame in ana.read()]
        assert kinds.count(("pong", None)) == 5
        assert kinds[-1] == ("closing", "rate")
        assert ana.session.closing == 1008
        others = [Session(service, "10.0.0.1") for _ in range(3)]
        with pytest.raises(Refused, match="connections of one address"):
            Session(service, "10.0.0.1")
        service.disconnect(others[0])
        Session(service, "10.0.0.1")
        Session(service, "10.0.0.2")


async def test_slow_readers_are_disconnected(service):
    """Who does not read 64 frames loses the connection, not the seat."""
    ana = await Client.of(service, "Ana")
    name = await open_table(ana, "penney", 2, "seed")
    for _ in range(70):
        service.clock.time += 1
        await ana.session.receive(b'{"do":"ping"}')
    assert [frame["is"] for frame in ana.read()] == ["closing"]
    assert ana.session.closing == 1013
    ana.gone()
    again = await ana.again()
    await again.done("enter", table=name)
    assert (await again.table())["seats"][0]["yours"]


async def test_hello_comes_first(service):
    """With a protocol that is spoken here, and by somebody."""
    ana = Client(service, "x" * 43)
    assert (await ana.refused("lobby"))[0] == "phase"
    assert (await ana.refused("hello", protocol=99))[0] == "unreadable"
    assert (await ana.refused("hello", protocol=p.PROTOCOL))[0] == "rights"
    assert (await ana.refused("hello", protocol=p.PROTOCOL, token="x" * 43))[0] == "rights"
    ana = await Client.of(service, "Ana")
    welcome = await ana.say("hello", protocol=p.PROTOCOL, name="  Anna  ")
    assert welcome["name"] == "Anna"
    assert {game["name"] for game in welcome["games"]} == {game.name for game in games()}
    assert (await ana.refused("hello", protocol=p.PROTOCOL, name="=1+1"))[0] == "name"
    assert (await ana.refused("sync"))[0] == "phase"
    assert (await ana.refused("enter", table="t" + "0" * 16))[0] == "unknown"
    assert (await ana.say("ping"))["is"] == "pong"
    silent = Client(service, "x" * 43)
    service.clock.time += 61
    await service.tick()
    assert (silent.session.closing, ana.session.closing) == (1008, None)


async def test_a_misplaced_request_is_refused_with_its_reason(service):
    """Missing seats, texts that are not actions, links that may not be made."""
    ana, bob = await Client.of(service, "Ana"), await Client.of(service, "Bob")
    assert (await ana.refused("ready"))[0] == "phase"
    name = await open_table(ana, "mason-rummy", 3, "seed")
    await bob.done("enter", table=name)
    for code, do, message in (
        ("seat", "bot", {"seat": 7, "level": "good"}),
        ("settings", "bot", {"seat": 2, "level": "none"}),
        ("seat", "clear", {"seat": 7}),
        ("seat", "invite", {"kind": "seat", "seat": 1}),
        ("phase", "play", {"move": "a", "version": 1, "text": "draw stock"}),
        ("phase", "reveal", {"entropy": "0" * 32}),
        ("unknown", "log", {}),
        ("unknown", "dealing", {"match": 1, "round": 1}),
        ("phase", "record", {}),
        ("phase", "hello", {"protocol": p.PROTOCOL}),
    ):
        assert (await ana.refused(do, **message))[0] == code, do
    for do, message in (
        ("bot", {"seat": 2, "level": "good"}),
        ("clear", {"seat": 1}),
        ("finish", {}),
        ("revoke", {"kind": "player"}),
    ):
        assert await bob.refused(do, **message) == (
            "rights", "only the host of the table may do that",
        )  # fmt: skip
    assert (await bob.refused("ready"))[0] == "seat"
    await ana.done("clear", seat=2)  # it is empty already
    await ana.done("clear", seat=1)
    assert [seat["kind"] for seat in (await ana.table())["seats"]] == [
        "person",
        "empty",
        "empty",
    ]
    await ana.done("bot", seat=1, level="good")
    await ana.done("bot", seat=2, level="good")
    await ana.done("ready", ready=False)
    await ana.done("ready")
    assert (await ana.refused("ready"))[0] == "phase"
    assert (await bob.refused("sit", seat=0))[0] == "seat"
    version = (await ana.table())["version"]
    both = {"move": "a", "version": version, "action": 0, "text": "draw stock"}
    assert (await ana.refused("play", **both))[0] == "unreadable"


async def test_an_invitation_names_the_address_at_which_others_reach_the_service(service):
    """Where it is offered to a network, also to a host who sits at the machine itself."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "penney", 2)
    assert (await ana.say("invite", kind="player"))["origin"] is None
    service.around = replace(service.around, origin="http://192.168.0.7:8420")
    assert (await ana.say("invite", kind="seat"))["origin"] == "http://192.168.0.7:8420"


async def test_the_host_s_seat_given_up_makes_another_one_host(service):
    """So that a table is never without one who may change it."""
    ana, bob, _ = await two_at_table(service, "penney", begun=False)
    await ana.done("stand")
    assert (await bob.table())["host"]
    assert not (await ana.table())["host"]
    await bob.done("stand")
    assert (await bob.table())["host"], "nobody else is there"


async def test_an_unsaved_event_is_not_shown(service, monkeypatch):
    """A full disk: the move is refused, nobody sees it, and it can be played later."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "mason-rummy", 2, "seed")
    await ana.done("ready")
    table = await ana.table()
    right = Keeping.store.append

    async def full(store, batch, notice=None):
        raise StorageError("cannot use tables.db: database or disk is full")

    monkeypatch.setattr(Keeping.store, "append", full)
    move = {"move": "a", "version": table["version"], "text": "draw stock"}
    assert (await ana.refused("play", **move))[0] == "busy"
    assert await ana.table() == table
    assert "full" in service.heard[0]
    monkeypatch.setattr(Keeping.store, "append", right)
    await ana.done("play", **move)


async def test_a_mistake_of_ours_ends_nothing(service, monkeypatch):
    """One line in the log without what was said; the connection, the table and the clock go on."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "penney", 2, "seed")

    def wrong(*arguments):
        raise RuntimeError("the cards are RBRBRB")

    with monkeypatch.context() as broken:
        broken.setattr(commands, "order", wrong)
        assert await ana.refused("ready") == ("busy", "the service made a mistake")
    await ana.done("ready")
    with monkeypatch.context() as broken:
        broken.setattr(service.thinkers, "choose", wrong)
        await ana.play()
        assert (await ana.table())["turn"] == 1
    assert len(service.heard) == 2
    assert all(line.startswith("dealt: mistake: RuntimeError at ") for line in service.heard)
    assert not [line for line in service.heard if "RBR" in line]
    await service.tick()
    await service.tables.tasks.settle()
    assert (await ana.table())["phase"] == "between"


async def test_a_computer_player_waits_a_moment(service):
    """So that people can follow; a person who comes back meanwhile moves instead."""
    clock = service.clock
    ana, bob, name = await two_at_table(service, "penney", stand_in_s=5)
    ana.gone()
    thinks, goes_on = asyncio.Event(), asyncio.Event()

    async def slowly(job):
        thinks.set()
        await goes_on.wait()
        return 0

    service.thinkers.choose = slowly
    clock.time += 10
    await service.tick()
    await thinks.wait()
    session = Session(service, "10.0.0.1")
    hello = {"do": "hello", "protocol": p.PROTOCOL, "token": ana.token}
    await session.receive(json.dumps(hello).encode())
    await session.receive(json.dumps({"do": "enter", "table": name}).encode())
    goes_on.set()
    await service.tables.tasks.settle()
    table = await bob.table()
    assert (table["turn"], table["log"]) == (0, [])
    assert not table["seats"][0]["away"]


def test_a_class_of_thirty_behind_one_address_can_play():
    """By the usual limits; more people have more, and fewer no less."""
    usual = Limits()
    assert limits_for(1) == limits_for(40) == usual
    assert usual.sockets >= 3 * 30 and usual.tables_min >= 30 and usual.posts_min >= 5 * 30
    more = limits_for(120)
    assert (more.sockets, more.posts_min) == (3 * usual.sockets, 3 * usual.posts_min)
