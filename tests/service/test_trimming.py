"""Events of archived matches give way to a snapshot: nobody notices, and nothing is lost."""

import asyncio
import random
from itertools import islice

import pytest

from dealt.errors import StorageError
from dealt.games import games
from dealt.history.archived import Filter
from dealt.history.own import History
from dealt.service.hall.tables import rebuilt
from dealt.service.store.store import Store
from dealt.service.store.table_store import Row
from dealt.service.table import events as ev
from dealt.service.table import frames
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.state import Trimmed
from tests.service import leaks
from tests.service.talk import Client, Shelved, house, open_table


class Logged(leaks.Table):
    """A table in memory whose rows are kept."""

    def __init__(self, *args):
        self.rows = []
        super().__init__(*args)

    def happen(self, events):
        for event in events:
            super().happen([event])
            self.rows.append(Row(self.at, ev.event_text(event)))

    def trimmed(self):
        """The table as loaded from its snapshot and the rows after it."""
        snapshot = self.state.snapshot
        row = Row(snapshot.changed_at, ev.event_text(snapshot))
        return rebuilt("t0", [row, *self.rows[snapshot.version :]], self.state.matches)


def play(table, matches):
    """Play random moves; the table at some positions of each match after the first."""
    while True:
        if table.state.is_between_matches:
            if table.state.matches == matches:
                return
            table.agree()
        elif not table.state.is_playing:
            table.agree()
        elif table.dice.random() < leaks.CHANGES:
            table.change_seats()
        if table.state.matches > 1 and table.dice.random() < 0.1:
            yield table
        table.play(table.dice.choice(table.state.table.actions).id)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_no_frame_differs_by_a_byte_after_trimming(game):
    """From every seat, for spectators, and for who has given a seat up."""
    dice = random.Random(game.name)
    table = Logged(leaks.settings_for(game, dice), dice)
    table.seat()
    table.say("ana", m.Say(text="good luck"))
    table.happen([ev.CodeMade(kind="player", code_hash="0" * 64)])
    for number, _ in enumerate(islice(play(table, 3), 6)):
        state, trimmed = table.state, table.trimmed()
        people = [table.holder(seat) for seat in range(len(state.names))]
        for viewer in map(frames.Viewer, (*people, table.gone, None)):
            before = leaks.all_that_is_sent(state, viewer, number)
            assert leaks.all_that_is_sent(trimmed, viewer, number) == before
        assert (trimmed.waiting_since, trimmed.began_at) == (state.waiting_since, state.began_at)
        assert ev.event_text(Trimmed.from_state(trimmed)) == ev.event_text(
            Trimmed.from_state(state)
        )


async def rows_of(service, name):
    """The events that are stored of a table, after a check that only the first is a snapshot."""
    rows = await service.store.events(name)
    kinds = [isinstance(ev.read_event(row.body), Trimmed) for row in rows]
    assert not any(kinds[1:])
    return rows, kinds[0]


async def at_table(service, token, name):
    """A person who comes to a table."""
    client = Client(service, token)
    await client.say("hello", protocol=p.PROTOCOL, token=token)
    await client.done("enter", table=name)
    return client


async def opened(service):
    """Ana at a table with computer players, where each match has one round; its name."""
    ana = await Client.of(service, "Ana")
    return ana, await open_table(ana, "president", 3, "random", "random", rounds=1)


async def play_match(ana):
    await ana.done("ready")
    await ana.finish()


@pytest.mark.usefixtures("kept")
async def test_a_table_answers_of_earlier_matches_as_before(path):
    """Receipts, records and steps; the last match stays whole; what is deleted is gone for good."""
    async with house(path) as service:
        ana, name = await opened(service)
        before, decks = {}, []
        for number in (1, 2, 3):
            await play_match(ana)
            before[number] = await ana.say("dealing", match=number, round=1)
            decks.append(before[number]["receipt"]["deck"])
            rows, is_trimmed = await rows_of(service, name)
            assert is_trimmed == (number > 1)
            assert [any(deck in row.body for row in rows) for deck in decks] == [
                *[False] * (number - 1), True
            ]  # fmt: skip
        for number, answer in before.items():
            assert await ana.say("dealing", match=number, round=1) == answer
        assert (await ana.refused("dealing", match=1, round=2))[0] == "unknown"
        assert (await ana.refused("dealing", match=4, round=1))[0] == "unknown"
        first = (await ana.say("history", own=True))["matches"][-1]["id"]
        assert (await ana.say("record", of=first))["record"]["receipts"] == [before[1]["receipt"]]
        assert (await ana.say("steps", of=first))["is"] == "steps"
        await ana.done("delete", of=first)
        assert (await ana.refused("dealing", match=1, round=1))[0] == "unknown"
        token, frame = ana.token, await ana.table()
    if service.store.__class__ is Store:
        gone = [deck.encode() not in path.read_bytes() for deck in decks]
        assert gone == [True, True, False], "not even in unused pages of the file"
    async with house(path) as service:
        again = await (await at_table(service, token, name)).table()
        assert {**again, "deadline": None} == {**frame, "deadline": None}
        assert len(await service.store.archive.of_table(name)) == 2


async def fail(*_):
    raise StorageError("killed")


def killed(service, monkeypatch, where):
    """Let the process be killed at a point of writing, as far as the disk is concerned."""
    store = service.store
    if where == "before the archive":
        monkeypatch.setattr(store.archive, "add", fail)
    elif where == "before trimming":
        monkeypatch.setattr(store, "trim", fail)
    elif where == "after trimming":
        trim = store.trim

        async def trim_and_fail(*arguments):
            await trim(*arguments)
            await fail()

        monkeypatch.setattr(store, "trim", trim_and_fail)
    elif isinstance(store, Shelved):
        monkeypatch.setattr(store, "_write", fail)
    else:
        ask = store.ask

        def half(connection, work):
            work(connection)
            raise StorageError("killed")

        async def ask_and_fail(work, **settings):
            is_trim = work.__qualname__.startswith("Store.trim")
            return await ask((lambda c: half(c, work)) if is_trim else work, **settings)

        monkeypatch.setattr(store, "ask", ask_and_fail)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    "where", ["before the archive", "before trimming", "within trimming", "after trimming"]
)
async def test_a_process_killed_at_any_point_of_writing_loses_nothing(path, monkeypatch, where):
    """The table is as it was, all matches are in the archive, and it is trimmed when loaded."""
    async with house(path) as service:
        ana, name = await opened(service)
        await play_match(ana)
        receipt = await ana.say("dealing", match=1, round=1)
        with monkeypatch.context() as patches:
            if where == "before the archive":
                killed(service, patches, where)
            await play_match(ana)
            if isinstance(service.store, Shelved) and where == "within trimming":
                where = "before trimming"  # one write of the browser, all or nothing
            killed(service, patches, where)
            await ana.done("ready")
            frame, token, person = await ana.table(), ana.token, ana.session.person
            service.tables.live[name].owned = False  # the dead do nothing more
            await service.stop()
    async with house(path) as service:
        ana = await at_table(service, token, name)
        assert (await ana.table())["board"] == frame["board"]
        heads = await service.store.archive.heads(person, Filter())
        assert [head.number for head in heads] == [2, 1]
        rows, is_trimmed = await rows_of(service, name)
        assert is_trimmed and rebuilt(name, rows, 2).matches == 3
        assert await ana.say("dealing", match=1, round=1) == receipt
        await ana.finish()
        await play_match(ana)
        numbers = [head.number for head in await service.store.archive.of_table(name)]
        assert sorted(numbers) == [1, 2, 3, 4]


async def test_a_process_behind_the_snapshot_loads_the_table_anew(place):
    """It shows what the other shows; neither of two that trim undoes what the other did."""
    async with house(place, shared=True) as one, house(place, shared=True) as two:
        ana, name = await opened(one)
        bob = await Client.of(two, "Bob")
        await bob.done("enter", table=name)
        await play_match(ana)
        late = await one.store.events(name)
        await play_match(ana)
        await ana.done("ready")
        rows, is_trimmed = await rows_of(one, name)
        assert is_trimmed
        assert two.tables.live[name].state.matches == 0
        frame = await bob.table()
        shown = await ana.table()
        assert (frame["version"], frame["match"]) == (shown["version"], 3)
        assert frame["board"] == shown["board"]
        assert (await bob.say("dealing", match=2, round=1))["is"] == "receipt"
        await two.store.trim(name, len(late), late[-1])  # by a process that knows less
        assert await one.store.events(name) == rows


def test_a_match_whose_process_was_killed_is_in_the_history(tmp_path, monkeypatch):
    """Without its table being opened again; one that still goes on is not."""
    path = tmp_path / "own.db"

    async def play():
        async with house(path, own=True) as service:
            ana, _ = await opened(service)
            await play_match(ana)
            with monkeypatch.context() as patches:
                killed(service, patches, "before the archive")
                await play_match(ana)
            other, _ = await opened(service)
            await other.done("ready")
            return ana.session.person

    person = asyncio.run(play())
    monkeypatch.setattr(History, "_person_at", lambda *_: person)
    with History(path) as history:
        assert [head.number for head in history.matches()] == [2, 1]
        history.delete("last")
    with History(path) as history:
        assert [head.number for head in history.matches()] == [1]
