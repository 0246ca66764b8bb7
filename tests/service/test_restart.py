"""What a service does before it serves: nothing that grows with its tables, nothing needless."""

import pytest

from dealt.service.table import protocol as p
from tests.service.talk import Client, Keeping, fresh_file, house, open_table

pytestmark = pytest.mark.usefixtures("kept")


async def test_tables_are_taken_up_when_somebody_comes(tmp_path, monkeypatch):
    """Not when the service starts, and each alone."""
    path = fresh_file(tmp_path)
    async with house(path) as service:
        ana = await Client.of(service, "Ana")
        names = [await open_table(ana, "penney", 2, "seed") for _ in range(5)]
        await ana.done("ready")
        token = ana.token
    reads = []
    kind = Keeping.store
    events = kind.events
    monkeypatch.setattr(
        kind, "events", lambda store, table, after=0: reads.append(table) or events(store, table)
    )
    async with house(path) as service:
        service.start()
        await service.tick()
        assert reads == []
        assert not service.tables.live
        ana = Client(service, token)
        await ana.say("hello", protocol=p.PROTOCOL, token=token)
        await ana.done("enter", table=names[-1])
        assert reads == [names[-1]]
        assert (await ana.table())["phase"] == "playing"
