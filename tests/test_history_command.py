"""`dealt history`: what was played at one's own tables."""

import asyncio
import gzip
import json

import pytest

from dealt.clients.table_client import TableClient
from dealt.clients.wire import own_wire
from dealt.storage.records import load_record
from tests.test_cli import run


async def _play(path, matches):
    async with own_wire(path) as wire:
        client = TableClient(wire)
        running = asyncio.create_task(client.run())
        await client.until(lambda: client.welcome is not None)
        for number in range(matches):
            settings = {"game": "three-card-poker", "seats": 1, "rounds": 1, "seed": number}
            await client.ask("open", settings=settings)
            await client.ask("sit", seat=0, name="Ana")
            await client.ready()
            await client.until(lambda: client.table.own is not None and client.table.own.actions)
            frame = client.table
            action = frame.own.actions[0].id
            await client.ask("play", action=action, move="m1", version=frame.version)
            await client.until(lambda: client.table.phase == "over")
            await client.leave()
        running.cancel()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder with the tables of two finished matches."""
    folder = tmp_path_factory.mktemp("history")
    asyncio.run(_play(str(folder / "tables.db"), 2))
    return folder


def _history(folder, *words):
    return run("history", *words, "--data", "tables.db", cwd=folder)


def test_matches_are_listed_with_how_often_one_won(played):
    listed = json.loads(_history(played, "--json").stdout)
    assert [head["game"] for head in listed["matches"]] == ["three-card-poker"] * 2
    assert listed["figures"]["total"]["matches"] == 2
    text = _history(played).stdout
    assert text.count("Three-card Poker") >= 2 and "How often you won" in text
    assert _history(played, "--game", "tranca").stdout == "No match has been finished yet.\n"


def test_a_record_is_taken_elsewhere_and_replays(played):
    assert _history(played, "last", "--record", "match.json").stdout == "Saved to match.json.\n"
    assert load_record(played / "match.json").game == "three-card-poker"
    assert "Round 1" in run("replay", "match.json", cwd=played).stdout


def test_all_matches_are_taken_elsewhere_in_a_file(played, tmp_path):
    """Reading it again adds nothing; a bad line is named, and the others are there."""
    assert _history(played, "--save", "all.gz").stdout == "2 matches saved to all.gz.\n"
    file = str(played / "all.gz")
    for line in ("2 matches added; 0 here already.", "0 matches added; 2 here already."):
        assert _history(tmp_path, "--restore", file).stdout == f"{line}\n"
    with gzip.open(file, "at") as more:
        more.write("{}\n")
    answer = _history(tmp_path, "--restore", file)
    assert answer.returncode == 1 and answer.stdout.startswith("0 matches added; 2 here")
    assert answer.stderr == f"dealt: {file}, line 4: not a match: no entry 'id'\n"


def test_a_match_is_named_and_deleted(tmp_path):
    played = tmp_path
    asyncio.run(_play(str(played / "tables.db"), 2))
    first = json.loads(_history(played, "--json").stdout)["matches"][-1]["id"]
    assert "Poker night" in _history(played, first, "--rename", "Poker night").stdout
    assert _history(played, first, "--delete").stdout == "Deleted: Poker night.\n"
    assert len(json.loads(_history(played, "--json").stdout)["matches"]) == 1


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["zzz"], "no match 'zzz'; dealt history lists them"),
        (["--delete"], "name the match: an id of dealt history, or last"),
    ],
)
def test_what_is_not_there_gets_one_line(played, words, line):
    answer = _history(played, *words)
    assert answer.returncode == 2 and answer.stderr == f"dealt: {line}\n"
