"""An evening with friends: seats fill as they come, the host begins, what was played is kept."""

import pytest

from dealt.service.hall.service import LISTED_S
from tests.service.talk import Client, house, open_table

FRIENDS = {"game": "president", "seats": 3, "rounds": 1, "friends": True}


async def guests(service, host, *names):
    """Friends who come by the link of the host and take the next seat."""
    code = (await host.say("invite", kind="player"))["code"]
    clients = []
    for name in names:
        client = await Client.of(service, name)
        table = await service.join(client.session.person, name, code)
        await client.done("enter", table=table)
        await client.done("sit")
        clients.append(client)
    return clients


def names(frame):
    return [seat["name"] for seat in frame["seats"]]


async def test_seats_are_taken_as_people_come_and_added_if_there_are_more(service):
    """Up to what the game allows; the host begins for all, computer players take the rest."""
    ana = await Client.of(service, "Ana")
    await ana.done("open", settings=FRIENDS)
    await ana.done("sit")
    bob, cid, _, eve = await guests(service, ana, "Bob", "Cid", "Dee", "Eve")
    assert names(await ana.table()) == ["Ana", "Bob", "Cid", "Dee", "Eve"]
    assert (await bob.done("sit"))["version"] == (await ana.table())["version"]
    await cid.done("stand")
    assert (await bob.refused("begin"))[0] == "rights"
    assert (await ana.refused("begin", level="nobody"))[0] == "settings"
    await bob.done("ready", commit="ab" * 32)
    await ana.done("begin", level="seed")
    frame = await ana.table()
    assert names(frame) == ["Ana", "Bob", "Bia", "Dee", "Eve"]
    assert frame["phase"] == "revealing", "Bob's number has a part in the deal"
    service.clock.time += 11
    await service.tick()
    assert (await eve.table())["phase"] == "playing"
    assert (await ana.refused("begin"))[0] == "phase"
    await cid.done("sit")
    assert names(await ana.table())[2] == "Cid", "back again, though the seat was not said"


async def test_a_full_table_says_so(service):
    """At a table that adds none, and where the game allows no more."""
    ana = await Client.of(service, "Ana")
    await ana.done("open", settings={**FRIENDS, "game": "penney", "seats": 2})
    await ana.done("sit")
    (bob,) = await guests(service, ana, "Bob")
    cid = await Client.of(service, "Cid")
    code = (await ana.say("invite", kind="player"))["code"]
    await cid.done("enter", table=await service.join(cid.session.person, "Cid", code))
    assert await cid.refused("sit") == ("seat", "no seat is free now")
    assert names(await bob.table()) == ["Ana", "Bob"]


async def test_matches_are_kept_with_who_won_and_with_whom(path):
    """People alone are counted; a rematch is one word of the host; it outlives the service."""
    async with house(path) as service:
        ana = await Client.of(service, "Ana")
        name = (await ana.done("open", settings={**FRIENDS, "label": "Our Thursday"}))["table"]
        await ana.done("sit")
        (bob,) = await guests(service, ana, "Bob")
        for _ in range(2):
            await ana.done("begin", level="random")
            while (frame := await ana.table())["phase"] == "playing":
                await (ana, bob)[frame["turn"]].play()
        assert frame["phase"] == "over"
        history = await ana.say("history")
        assert [match["number"] for match in history["matches"]] == [2, 1]
        last = history["matches"][0]
        assert (last["game"], last["names"]) == ("president", ["Ana", "Bob", "Bia"])
        assert last["levels"] == [None, None, "random"]
        assert [last["names"][seat] for seat in last["winners"]] == frame["winners"]
        columns = frame["sheet"]["rows"][-1][1:]
        assert last["points"] == columns
        rows = {row["name"]: row for row in history["standings"]}
        assert set(rows) == {"Ana", "Bob"} and rows["Ana"]["matches"] == 2
        wins = sum(m["names"][s] == "Ana" for m in history["matches"] for s in m["winners"])
        assert rows["Ana"]["wins"] == wins
        assert rows["Ana"]["first_at"] <= rows["Ana"]["last_at"]
        (pair,) = history["pairs"]
        assert (pair["one"], pair["two"], pair["matches"]) == ("Ana", "Bob", 2)
        person, token = ana.session.person, ana.token
    async with house(path) as service:
        again = Client(service, token)
        await again.say("hello", protocol=2, token=token)
        assert again.session.person == person
        await again.done("enter", table=name)
        assert {**(await again.say("history")), "ack": 0} == {**history, "ack": 0}


async def test_the_host_closes_a_table_and_nobody_finds_it_any_more(path):
    """People at the table read so; the link, the lobby and a new start know nothing of it."""
    async with house(path) as service:
        ana, bob = await Client.of(service, "Ana"), await Client.of(service, "Bob")
        name = await open_table(ana, "mason-rummy", 2, "seed", label="Cards")
        await bob.done("enter", table=name)
        row = (await bob.say("lobby"))["tables"][0]
        assert (row["label"], row["host"]) == ("Cards", False)
        assert (await ana.say("lobby"))["tables"][0]["host"]
        code = (await ana.say("invite", kind="player"))["code"]
        assert (await bob.refused("close", table=name))[0] == "rights"
        await ana.done("close", table=name)
        bob.read()
        assert bob.frames[-1]["is"] == "closing" and bob.frames[-1]["code"] == "closed"
        for client in (ana, bob):
            assert (await client.say("lobby"))["tables"] == []
            assert (await client.refused("enter", table=name))[0] == "unknown"
        assert (await ana.refused("close", table=name))[0] == "unknown"
        with pytest.raises(Exception, match="does not work"):
            await service.join(bob.session.person, "Bob", code)
    async with house(path) as service:
        assert (await (await Client.of(service, "Eve")).say("lobby"))["tables"] == []


async def test_old_tables_are_listed_no_more_unless_they_have_a_name(service):
    """They can still be entered by their address."""
    ana = await Client.of(service, "Ana")
    old = await open_table(ana, "mason-rummy", 2, "seed")
    named_table = await open_table(ana, "mason-rummy", 2, "seed", label="Our Thursday")
    assert len((await ana.say("lobby"))["tables"]) == 2
    service.clock.time += LISTED_S + 1
    assert [row["table"] for row in (await ana.say("lobby"))["tables"]] == [named_table]
    await ana.done("enter", table=old)


async def test_an_invitation_has_a_picture_if_it_is_known_where_the_page_is(service):
    """A QR code of the whole link."""
    segno = pytest.importorskip("segno")
    ana = await Client.of(service, "Ana")
    await open_table(ana, "mason-rummy", 2, "seed")
    assert (await ana.say("invite", kind="player"))["picture"] is None
    page = "https://cards.example/games/"
    link = await ana.say("invite", kind="player", page=page)
    code = segno.make(f"{page}#/join/{link['code']}", micro=False, error="m")
    dark = sum(cell for row in code.matrix for cell in row)
    assert link["picture"]["path"].count("M") == dark
    assert link["picture"]["size"] == len(code.matrix) + 8
    refused = await ana.say("invite", kind="player", page="javascript:1")
    assert refused["code"] == "unreadable"
