"""What a service does before it serves: nothing that grows with its tables, nothing needless."""

import contextlib
import sqlite3
import subprocess
import sys

import pytest

from dealt.errors import StorageError
from dealt.service.store.store import Store
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


def test_a_database_of_today_is_opened_without_alembic(tmp_path):
    """Loading it takes a fifth of the whole start, and a base install has none."""
    opens = "import sys; from dealt.service.store.store import Store; Store(sys.argv[1]).close()"
    tells = f"{opens}; print('alembic' in sys.modules)"
    for _ in ("new", "known"):
        result = subprocess.run(
            [sys.executable, "-c", tells, str(tmp_path / "t.db")],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert result.stdout.strip() == "False"


def test_an_old_file_says_what_it_needs(tmp_path, monkeypatch):
    """Where Alembic is not installed."""
    path = fresh_file(tmp_path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.commit()
    for name in ("alembic", "alembic.operations"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(
        StorageError,
        match="an older dealt: .*pip install 'alembic",
    ):
        Store(path)
