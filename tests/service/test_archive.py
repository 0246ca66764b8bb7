"""The archive of finished matches: who has them, for how long, and what is in them."""

import json
import sqlite3
from contextlib import closing
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from dealt import __version__, replay
from dealt.core.record import Record
from dealt.errors import StorageError
from dealt.games import registered
from dealt.history.archived import Archived, Filter, Holding, doers_of, unpack, with_receipts
from dealt.history.statistics import pairs, standings, statistics
from dealt.service.hall.archive import restore, saved
from dealt.service.store import keeping
from dealt.service.table.questions import Question
from dealt.service.table.refusals import Refused
from tests.service.talk import Client, Keeping, Shelved, fresh_file, house, open_table
from tests.service.test_arranged import own
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


async def test_a_match_whose_process_was_killed_at_its_end_is_archived_later(path, monkeypatch):
    """When its table is loaded again: it is there once, and nothing else has changed."""
    async with house(path) as service:
        ana, bob, _ = await two_matches(service)
        before, person, name = await held(service, ana), ana.session.person, ana.session.live.name

        async def killed(*_):
            raise StorageError("killed")

        monkeypatch.setattr(service.store.archive, "add", killed)
        await play(ana, bob)
        assert await held(service, ana) == before
    for _ in range(2):
        async with house(path) as service:
            await service.tables.load(name)
            heads = await service.store.archive.heads(person, Filter())
            assert [head.number for head in heads] == [3, 2, 1]
            assert heads[1:] == before
            assert await service.store.archive.number(name) == 3


async def test_a_database_written_before_there_was_an_archive_fills_it(tmp_path):
    """So does one whose process was killed before the end of a match was in the archive."""
    path = tmp_path / "tables.db"
    async with house(path) as service:
        service.store.trim = AsyncMock()  # which came later than the archive
        ana, _, _ = await two_matches(service)
        before, person = await held(service, ana), ana.session.person
    if Keeping.store is Shelved:
        texts = Shelved.shelves[path].texts
        for key in [key for key in texts if key.startswith(("kept/", "match/", "record/"))]:
            del texts[key]
    else:
        with closing(sqlite3.connect(path)) as database:
            for table in ("holdings", "matches", "kept"):
                database.execute(f"DROP TABLE {table}")
            database.execute("UPDATE alembic_version SET version_num = '0002'")
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


async def test_matches_that_ended_together_are_all_on_some_page(path):
    """Whatever the length of a page; and each person is called as in the latest match."""
    async with house(path) as service:
        ana, _, _ = await two_matches(service)
        archive, person = service.store.archive, ana.session.person
        (head, _) = await held(service, ana)
        more = [replace(head, id=f"{n:016x}", number=n + 3) for n in range(5)]
        await archive.add([Archived(each, None, {person: Holding([[0]], 0)}) for each in more])
        for most in (1, 2, 7):
            ids, page, fields = [], [None], {}
            while page:
                frame = await ana.say("history", own=True, most=most, **fields)
                page = frame["matches"]
                ids += [each["id"] for each in page]
                if page:
                    fields = {"before": page[-1]["ended_at"], "last": page[-1]["id"]}
            assert len(ids) == len(set(ids)) == 7
        renamed = replace(head, names=["Ana Maria", *head.names[1:]], number=3, id=more[0].id)
        await archive.delete(person, renamed.id)
        renamed = replace(renamed, ended_at=head.ended_at + 1, deal="other")
        table = ana.session.live.name
        if Keeping.store.__name__ == "Store":
            await archive.add([Archived(renamed, None, {person: Holding([[0]], 0)})], table)
            names = [each["names"][0] for each in (await ana.say("history"))["matches"]]
            assert names == ["Ana Maria"] * 3


@pytest.mark.parametrize(
    ("changes", "counted"),
    [({}, 1), ({"practice": True}, 0), ({"arranged": True}, 0), ({"over": False}, 0)],
)
async def test_the_same_matches_count_for_a_person_and_at_a_table(path, changes, counted):
    """By one rule; no deal twice."""
    async with house(path) as service:
        ana, _, _ = await two_matches(service)
        head = replace((await held(service, ana))[0], **changes)
    for heads in ([head], [head, replace(head, id="0", ended_at=head.ended_at + 1)]):
        assert statistics(heads).total.matches == counted
        assert [row.matches for row in standings(heads)] == [1, 1] * counted
        assert [pair.matches for pair in pairs(heads)] == [1] * counted


async def test_old_matches_are_deleted_unless_their_table_has_a_name(path):
    """With a word they are, too; nobody has them any more."""
    if Keeping.store.__name__ != "Store":
        pytest.skip("a tab deletes nothing by age")
    async with house(path) as service:
        ana, _, _ = await two_matches(service)
        archive, person = service.store.archive, ana.session.person
        (head, _) = await held(service, ana)
        nameless = replace(head, id="0" * 16, label="")
        await archive.add([Archived(nameless, None, {person: Holding([[0]], 0)})])
        for with_labels, left in ((False, 2), (True, 0)):
            spare = [ana.session.live.name]
            later = head.ended_at + 1
            await keeping.prune(service.store, later, spare=spare, with_labels=with_labels)
            assert len(await held(service, ana)) == left
        assert (await ana.say("history"))["matches"] == []


async def a_finished_match(service, game):
    """A person who has played two rounds at a table of her own, with its head and the match."""
    ana = await Client.of(own(service), "Ana")
    seats = registered(game).seats[0]
    name = await open_table(ana, game, seats, *["random"] * (seats - 1), rounds=2)
    await ana.done("ready")
    await ana.finish()
    (head,) = await held(service, ana)
    return ana, head, service.tables.live[name].state.match


@pytest.mark.parametrize("game", ["president", "tranca", "three-card-poker", "mason-rummy"])
async def test_the_cards_of_a_match_are_dealt_again(path, game):
    """In each of its rounds, with other players; the match does not count, and says of which."""
    async with house(path) as service:
        ana, head, first = await a_finished_match(service, game)
        seats = len(first.names)
        again = {"game": "penney", "seats": 9, "again": head.id}
        name = (await ana.done("open", settings=again))["table"]
        await ana.done("sit", seat=seats - 1)
        for seat in range(seats - 1):
            await ana.done("bot", seat=seat, level="seed")
        settings = (await ana.table())["settings"]
        changed = {**settings, "label": "Again", "rounds": 5}
        await ana.done("change", settings=changed)
        assert (await ana.table())["settings"] == {**settings, "label": "Again"}
        assert (await ana.refused("change", settings={**settings, "again": None}))[0] == "settings"
        await ana.done("ready")
        await ana.finish()
        second = service.tables.live[name].state.match
        assert [second.deck(n) for n in (0, 1)] == [first.deck(n) for n in (0, 1)]
        assert (second.options, second.rounds) == (first.options, first.rounds)
        latest = (await held(service, ana))[0]
        assert (latest.deal, latest.again, latest.arranged) == (head.deal, head.id, True)
        assert statistics(await held(service, ana)).total.matches == 1
        assert (await ana.refused("open", settings={**again, "again": "0"}))[0] == "unknown"
        token = ana.token
    async with house(path) as service:
        ana = Client(own(service), token)
        await ana.say("hello", protocol=2, token=token)
        await ana.done("enter", table=name)
        await ana.done("ready")
        assert service.tables.live[name].state.match.deck(0) == first.deck(0)


@pytest.mark.parametrize("game", ["president", "tranca", "three-card-poker", "mason-rummy"])
async def test_a_match_is_played_on_from_one_of_its_steps(path, game):
    """The position is that of the step, with the same seat to move; it is practice from there."""
    async with house(path) as service:
        ana, head, first = await a_finished_match(service, game)
        seats = len(first.names)
        last = len(first.tables[1].history)
        settings = {"game": game, "seats": 1, "again": head.id}
        for step in ([2, last], [3, 0], [0, 0]):
            assert (await ana.refused("open", settings={**settings, "step": step}))[0] == "settings"
        name = (await ana.done("open", settings={**settings, "step": [2, last - 1]}))["table"]
        for seat in range(seats - 1):
            await ana.done("bot", seat=seat, level="seed")
        await ana.done("sit", seat=seats - 1)
        await ana.done("ready")
        state = service.tables.live[name].state
        before = first.at(1, last - 1)
        assert state.match.at(0).position == before.position
        assert state.match.at(0).seat_in_turn == before.seat_in_turn
        assert (await ana.table())["practice"]
        await ana.finish()
        latest = (await held(service, ana))[0]
        assert (latest.again, latest.practice, latest.played) == (head.id, True, 1)
        assert statistics(await held(service, ana)).total.matches == 1


async def test_cards_are_dealt_again_at_own_tables_alone(path):
    """At a served one nobody could know who has seen them."""
    async with house(path) as service:
        ana, _, _ = await two_matches(service)
        (head, _) = await held(service, ana)
        settings = {"game": "president", "seats": 3, "again": head.id}
        assert (await ana.refused("open", settings=settings))[0] == "settings"


def asked(client, *, query=None, body=None):
    """A request outside of the socket by a client's person."""

    async def content():
        yield b"" if body is None else json.dumps(body).encode()

    async def person():
        return client.session.person, ""

    headers = {"content-type": "application/json"}
    return Question("10.0.0.1", {}, query or {}, headers, content, person)


async def test_a_file_takes_matches_from_a_service_to_a_browser(path, tmp_path):
    """In parts, each match once; a server gives only one's own, and takes none."""
    async with house(path) as service:
        ana, _, zoe = await two_matches(service)
        heads = await held(service, ana)
        text = (await saved(service, asked(ana))).content.decode()
        first, *lines = text.splitlines()
        assert json.loads(first) == {"dealt history": 1} and len(lines) == 2
        last = {"before": str(heads[0].ended_at), "last": heads[0].id}
        assert (await saved(service, asked(ana, query=last))).content.decode() == lines[1] + "\n"
        if Keeping.store.__name__ == "Store":  # a tab has one person
            assert (await saved(service, asked(zoe))).content.decode() == first + "\n"
        with pytest.raises(Refused, match="at home or in a browser"):
            await restore(service, asked(ana, body={"text": text}))
    wrong = lines[0].replace('"points":[', '"points":[7,')
    async with house(fresh_file(tmp_path), own=True) as service:
        bia = await Client.of(service, "Bia")
        part = {"text": "\n".join([first, lines[1], wrong, "", "{"]), "file": "all.gz", "line": 102}
        answer = json.loads((await restore(service, asked(bia, body=part))).content)
        assert (answer["added"], answer["present"]) == (2, 0)  # points come from the record
        assert answer["problems"] == ["all.gz, line 105: not a match"]
        again = json.loads((await restore(service, asked(bia, body={"text": text}))).content)
        assert again == {"added": 0, "present": 2, "problems": []}
        assert [(x.id, x.points, x.seat) for x in await held(service, bia)] == [
            (x.id, x.points, x.seat) for x in heads
        ]
        for text, why in (
            ("", "not a file"),
            ("{}", "not a file"),
            ('{"dealt history": 9}', "new"),
        ):
            with pytest.raises(Refused, match=why):
                await restore(service, asked(bia, body={"text": text}))
