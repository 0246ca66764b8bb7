"""`dealt tables`, with and without a service, and tables that go by themselves."""

import json
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from dealt.service.store import keeping
from dealt.service.store.store import Store
from dealt.service.web.control import Control, control_file
from tests import program
from tests.service.talk import Client, house, in_loop, open_table

DAY_S = 86_400


def dealt(*words):
    """What the program says, and whether it was content; it runs a loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        result = thread.submit(program.run, *map(str, words)).result()
    return result.returncode, result.stdout + result.stderr


@pytest.fixture
def served(path):
    """A service of its own process on the file; its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dealt", "serve", "--port", "0", "--data", path],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    line = process.stdout.readline()
    yield re.search(r"http://[\d.:]+", line)[0]
    process.terminate()
    process.wait(30)
    process.stdout.close()


async def some_tables(path):
    """One old, one old with a name, one young; their names."""
    async with house(path) as service:
        service.clock.time = time.time() - 40 * DAY_S
        ana = await Client.of(service, "Ana")
        old = await open_table(ana, "mason-rummy", 2, "seed")
        named_table = await open_table(ana, "mason-rummy", 2, "seed", label="Our Thursday")
        service.clock.time = time.time()
        young = await open_table(ana, "president", 3, "seed", "seed")
    return old, named_table, young


async def test_tables_are_listed_closed_copied_and_deleted(path, tmp_path):
    """Where nobody serves them."""
    old, named_table, young = await some_tables(path)
    where = ("--data", path)
    code, output = dealt("tables", "list", *where)
    assert code == 0
    assert [line.split()[0] for line in output.splitlines()] == [young, named_table, old]
    assert "mason-rummy  Our Thursday" in output
    copy = tmp_path / "copy.db"
    assert dealt("tables", "backup", copy, *where)[0] == 0
    assert dealt("tables", "backup", copy, *where) == (2, f"dealt: {copy} already exists\n")
    assert dealt("tables", "close", young, *where) == (0, f"Closed table {young}.\n")
    code, output = dealt("tables", "close", "nothing", *where)
    assert code == 2 and output == "dealt: there is no table nothing\n"
    assert dealt("tables", "prune", "--days", 50, *where) == (0, "Tables deleted: 0\n")
    assert dealt("tables", "prune", *where) == (0, "Tables deleted: 1\n")
    code, output = dealt("tables", "list", "--json", *where)
    rows = json.loads(output)
    assert [(row["name"], row["closed"]) for row in rows] == [(young, True), (named_table, False)]
    assert dealt("tables", "prune", "--named", *where) == (0, "Tables deleted: 1\n")
    async with house(copy) as service:
        for name in (old, named_table, young):
            assert (await service.tables.load(name)).state.version > 3
    assert dealt("tables", "list", "--data", tmp_path / "none.db")[0] == 2


async def test_the_same_is_done_to_a_service_that_runs(path, tmp_path, request):
    """By the secret in a file that nobody else may read; the copy is whole."""
    old, _, young = await some_tables(path)
    address = request.getfixturevalue("served")
    control = control_file(str(path))
    assert control.stat().st_mode & 0o777 == 0o600
    assert json.loads(control.read_text(encoding="utf-8"))["address"] == address
    where = ("--data", path)
    assert young in dealt("tables", "list", *where)[1]
    copy = tmp_path / "copy.db"
    code, output = dealt("tables", "backup", copy, *where)
    assert code == 0, output
    assert dealt("tables", "backup", copy, *where)[0] == 2
    assert dealt("tables", "close", young, *where)[0] == 0
    code, output = dealt("tables", "close", young, *where)
    assert code == 2 and "closed" in output
    assert dealt("tables", "prune", *where) == (0, "Tables deleted: 1\n")
    assert old not in dealt("tables", "list", *where)[1]
    store = Store(copy)
    assert {note.name for note in await keeping.notes(store)} >= {old, young}
    store.close()


def test_callers_without_the_secret_get_no_answer(served):
    """Nor through a proxy."""
    import httpx2 as httpx

    for headers in ({}, {"authorization": "Bearer x"}):
        answer = httpx.post(f"{served}/control", json={"do": "list"}, headers=headers)
        assert answer.status_code == 404


async def test_old_tables_go_by_themselves_but_those_in_use(path):
    """`--keep`: those without a name at which nothing has happened; never one in memory."""
    old, named_table, young = await some_tables(path)
    async with house(path) as service:
        service.clock.time = time.time()
        control = Control(service, keep_days=30)
        await service.tables.load(old)
        assert await control.do(keeping.Wish("prune", days=30)) == []
        async with service.tables.live[old].lock:
            await service.tables.forget(service.tables.live[old])
        assert await control.do(keeping.Wish("prune", days=30)) == [old]
        assert [note.name for note in await keeping.notes(service.store)] == [young, named_table]
        assert await service.store.events(old) == []


def test_tables_in_postgresql_are_kept_alike(database):
    """A table that somebody serves is left alone; copies are made by PostgreSQL's own program."""
    pytest.importorskip("psycopg")
    where = ("--data", database)

    @in_loop
    async def play():
        old, named_table, young = await some_tables(database)
        code, output = dealt("tables", "list", *where)
        assert code == 0
        assert [line.split()[0] for line in output.splitlines()] == [young, named_table, old]
        async with house(database) as service:
            service.clock.time = time.time()
            await service.tables.own(await service.tables.load(old))
            await service.tables.own(await service.tables.load(young))
            assert dealt("tables", "prune", *where) == (0, "Tables deleted: 0\n")
            code, output = dealt("tables", "close", young, *where)
            assert code == 2 and "is in use" in output
        assert dealt("tables", "prune", *where) == (0, "Tables deleted: 1\n")
        assert dealt("tables", "close", young, *where)[0] == 0
        code, output = dealt("tables", "list", *where)
        assert [line.split()[0] for line in output.splitlines()] == [young, named_table]
        assert output.splitlines()[0].endswith("closed")
        assert "pg_dump" in dealt("tables", "backup", "x.db", *where)[1]

    play()
