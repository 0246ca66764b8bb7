"""The archive of finished matches: who has them, for how long, and what is in them."""

import json
import sqlite3
from contextlib import closing

import pytest

from dealt import __version__, replay
from dealt.core.record import Record
from dealt.history.archived import Filter, doers_of, unpack, with_receipts
from tests.service.talk import Client, Keeping, house
from tests.service.test_friends import FRIENDS, guests

pytestmark = pytest.mark.usefixtures("kept")


async def play(host, *others):
    """One match of the host and others; the last frame."""
    await host.done("begin", level="random")
    while (frame := await host.table())["phase"] == "playing":
        await (host, *others)[frame["turn"]].play()
    return frame


async def two_matches(service):
    """Two matches of Ana and Bob, with Zoe as a watcher; their clients."""
    ana = await Client.of(service, "Ana")
    await ana.done("open", settings={**FRIENDS, "label": "Our Thursday", "public": True})
    await ana.done("sit")
    (bob,) = await guests(service, ana, "Bob")
    zoe = await Client.of(service, "Zoe")
    await zoe.done("enter", table=ana.session.live.name)
    for _ in range(2):
        await play(ana, bob)
    return ana, bob, zoe


async def held(service, client):
    """The heads of the matches that a client's person has."""
    return await service.store.archive.heads(client.session.person, Filter())


async def test_who_has_played_has_the_match_and_nobody_else(path):
    """Whole, with receipts and with what others did; a watcher has nothing."""
    async with house(path) as service:
        ana, bob, zoe = await two_matches(service)
        heads = await held(service, ana)
        assert [head.number for head in heads] == [2, 1]
        assert (heads[0].levels, heads[0].over) == ([None, None, "random"], True)
        if Keeping.store.__name__ == "Store":  # a tab has one person
            assert [head.seat for head in heads] == [0, 0]
            assert [head.seat for head in await held(service, bob)] == [1, 1]
            assert await held(service, zoe) == []
        match = await service.store.archive.match(ana.session.person, heads[0].id)
        data = unpack(match.record)
        frame = (await ana.say("record"))["record"]
        assert with_receipts(data) == frame
        again = replay(Record.from_json(json.dumps(data)))
        assert [*again.totals.values()] == heads[0].points
        assert [each.by for each in doers_of(data)] == [{}]


async def test_a_match_is_added_once_and_a_deleted_one_not_again(path):
    """Whatever was written is there after a new start; the events bring nothing back."""
    async with house(path) as service:
        ana, _, _ = await two_matches(service)
        archive, person, name = service.store.archive, ana.session.person, ana.session.live.name
        heads = await held(service, ana)
        assert await archive.entitle(person, heads[0].id, "the long one")
        assert await archive.delete(person, heads[1].id)
        assert not await archive.delete(person, heads[1].id)
    async with house(path) as service:
        await service.tables.load(name)
        (head,) = await service.store.archive.heads(person, Filter())
        assert (head.id, head.title) == (heads[0].id, "the long one")


async def test_a_database_written_before_there_was_an_archive_fills_it(tmp_path):
    """So does one whose process was killed before the end of a match was in the archive."""
    if Keeping.store.__name__ != "Store":
        pytest.skip("a lobby of a tab loads its tables")
    path = tmp_path / "tables.db"
    async with house(path) as service:
        ana, _, _ = await two_matches(service)
        before, person = await held(service, ana), ana.session.person
    with closing(sqlite3.connect(path)) as database:
        for table in ("holdings", "matches", "kept"):
            database.execute(f"DROP TABLE {table}")
        database.commit()
    async with house(path) as service:
        await service.tables.catch_up()
        assert await service.store.archive.heads(person, Filter()) == before
        assert await service.store.archive.behind() == []


async def test_own_matches_are_listed_stepped_through_named_and_deleted(path):
    """Without a table; every id of somebody else's is as unknown as one that does not exist."""
    async with house(path) as service:
        ana, bob, zoe = await two_matches(service)
        frames = [
            await ana.say("steps", first=n, face_up=up) for up in (False, True) for n in (0, 9)
        ]
        record = (await ana.say("record"))["record"]
        await ana.done("leave")
        listed = await ana.say("history", own=True)
        one, two = (head["id"] for head in listed["matches"])
        assert (listed["table"], listed["figures"]["total"]["matches"]) == ("", 2)
        end = listed["matches"][0]["ended_at"]
        later = await ana.say("history", own=True, before=end, most=1, game="president")
        assert [head["id"] for head in later["matches"]] == [two]
        assert (await ana.say("history", own=True, game="tranca"))["matches"] == []
        again = [
            await ana.say("steps", of=one, first=n, face_up=up)
            for up in (False, True)
            for n in (0, 9)
        ]
        at_table = {"table": frames[0]["table"]}
        if Keeping.store.__name__ == "Store":  # a tab has one person
            assert [{**frame, **at_table} for frame in again] == frames
        assert (await ana.say("record", of=one))["record"] == record
        await ana.done("entitle", of=one, title="the long one")
        assert (await ana.say("history", own=True))["matches"][0]["title"] == "the long one"
        if Keeping.store.__name__ == "Store":
            for do, more in (
                ("steps", {}),
                ("record", {}),
                ("delete", {}),
                ("entitle", {"title": ""}),
            ):
                assert (await zoe.refused(do, of=one, **more))[0] == "unknown", do
                assert (await bob.refused(do, of="0" * 16, **more))[0] == "unknown", do
            await bob.done("delete", of=one)
        await ana.done("delete", of=one)
        assert (await ana.refused("steps", of=one))[0] == "unknown"
        assert [head["id"] for head in (await ana.say("history", own=True))["matches"]] == [two]


async def test_a_review_is_made_in_parts_and_stays_with_its_match(path):
    """A part asked for again is the same; who has no part in the match has no review of it."""
    async with house(path) as service:
        ana = await Client.of(service, "Ana")
        settings = {"game": "three-card-poker", "seats": 1, "rounds": 3}
        await ana.done("open", settings=settings)
        await ana.done("sit")
        await play(ana)
        for _ in range(2):
            await ana.done("ready")
            while (await ana.table())["phase"] == "playing":
                await ana.play()
        (head,) = (await ana.say("history", own=True))["matches"]
        parts = []
        while not parts or parts[-1]["left"]:
            first = sum(len(each["decisions"]) for each in parts)
            parts.append(await ana.say("review", of=head["id"], first=first))
        decisions = [each for part in parts for each in part["decisions"]]
        assert len(decisions) == 3 and all(each["exact"] for each in decisions)
        assert (parts[-1]["name"], parts[-1]["rounds"], len(parts[-1]["words"])) == ("Ana", 3, 2)
        whole = await ana.say("review", of=head["id"])
        assert (whole["left"], whole["decisions"]) == (0, decisions)
        late = await ana.say("review", of=head["id"], first=9)
        assert (late["first"], late["decisions"]) == (3, [])
        assert (await ana.refused("review", of=head["id"], seat=1))[0] == "seat"
        archive, person = service.store.archive, ana.session.person
        maker = f"{__version__} en"
        assert await archive.review(head["id"], 0, maker) is not None
        assert await archive.review(head["id"], 0, f"{__version__} pt-BR") is None
        if Keeping.store.__name__ == "Store":  # a tab has one person
            zoe = await Client.of(service, "Zoe")
            assert (await zoe.refused("review", of=head["id"]))[0] == "unknown"
        await ana.done("delete", of=head["id"])
        assert await archive.review(head["id"], 0, maker) is None
        await archive.put_review(person, head["id"], 0, maker, "{}")
        assert await archive.review(head["id"], 0, maker) is None
