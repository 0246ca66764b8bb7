"""Several windows of one account at its own tables, each in a process of its own."""

import asyncio
import contextlib
import random
import signal
import sys

import pytest

from dealt.service.hall.tables import rebuilt
from dealt.service.store.store import Store
from dealt.service.table import events as ev
from tests.service.talk import Client, fresh_file, house, open_table
from tests.service.windows import PATIENCE_S, Window, windows

WAITING = ("seating", "between", "over")  # for somebody to be ready
pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(sys.platform == "win32", reason="a process is killed as POSIX does it"),
]


def own_turn(frame):
    """Whether a window may move."""
    return frame["phase"] == "playing" and bool((frame["own"] or {}).get("actions"))


async def move(window, name, choice=0):
    """Play one of the open actions; the version of the table then."""
    frame = await window.until(own_turn)
    action = frame["own"]["actions"][choice]["id"]
    answer = await window.done("play", move=name, version=frame["version"], action=action)
    return answer["version"]


async def seen(windows, version):
    """All windows show a version of the table."""
    for window in windows:
        await window.until(lambda frame: frame["version"] >= version)


@pytest.mark.parametrize("is_own", [True, False])
async def test_windows_of_one_process_attend_a_table_together(tmp_path, is_own):
    """At one's own tables; elsewhere the newer one puts the older one out."""
    async with house(fresh_file(tmp_path), own=is_own) as service:
        one = await Client.of(service, "Ana")
        two = await one.again()
        name = await open_table(one, "mason-rummy", 2, "seed")
        await one.done("ready")
        await two.done("enter", table=name)
        assert [f["code"] for f in one.read() if f["is"] == "closing"] == ["elsewhere"][is_own:]
        if is_own:
            await two.play()
            before = await one.table()
            assert before["board"] == (await two.table())["board"]
            assert before["undo"]
            await one.done("undo", version=before["version"])
            assert (await two.table())["version"] == before["version"] + 1
            await one.play()
            await one.done("leave")
            await service.tick()
            assert (await two.table())["seats"][0]["present"]


async def test_two_windows_play_by_turns_and_one_goes_on_alone(tmp_path):
    """Both see each move; a free seat is taken; the one that held the table is killed."""
    path, keys = tmp_path / "own.db", tmp_path / "keys.json"
    async with windows(path, keys, 2) as (one, two):
        settings = {"game": "president", "seats": 3}
        name = (await one.done("open", settings=settings))["table"]
        await one.done("sit", seat=0)
        for seat in (1, 2):
            await one.done("bot", seat=seat, level="seed")
        rows = (await two.say("lobby"))["tables"]
        assert [row["table"] for row in rows] == [name]
        await two.done("enter", table=name)
        await two.until(lambda frame: frame["seats"][2]["kind"] == "bot")
        # the other takes a seat for somebody beside it; both look from their own
        await two.done("sit", seat=1, hot=True, name="Bia")
        await one.until(lambda frame: frame["seats"][1]["name"] == "Bia")
        await one.done("ready")
        for window, seat in ((one, 0), (two, 1)):
            await window.until(lambda frame: frame["phase"] == "playing")
            assert (await window.until(lambda frame: frame["own"]))["own"]["seat"] == seat
        version = 0
        for number in range(4):
            frame = await one.until(lambda frame: frame["turn"] in (0, 1))
            mover = (one, two)[frame["turn"]]
            version = await move(mover, f"m{number}")
            await seen((one, two), version)
            stale = await mover.say("play", move="s", version=1, action=0)
            assert stale["code"] in ("stale", "turn"), stale
        one.kill()
        await two.until(lambda frame: frame["turn"] in (0, 1))
        await two.done("look", seat=(await two.until(lambda f: f["turn"] in (0, 1)))["turn"])
        version = await move(two, "alone")
        assert two.frame["version"] >= version
    store = Store(path)
    assert rebuilt(name, await store.events(name)).version >= version
    store.close()


async def test_a_window_that_is_stopped_is_named_and_does_nothing_late(tmp_path):
    """Others hear what to do; what they have given up is not done when it goes on."""
    path, keys = tmp_path / "own.db", tmp_path / "keys.json"
    async with windows(path, keys, 2) as (one, two):
        name = (await one.done("open", settings={"game": "penney", "seats": 2}))["table"]
        await one.done("sit", seat=0)
        await two.done("enter", table=name)
        one.send_signal(signal.SIGSTOP)
        refused = await two.say("bot", seat=1, level="seed")
        assert "continue it with fg" in refused["why"]
        one.send_signal(signal.SIGCONT)
        await one.say("ping")
        assert (await one.until(lambda frame: True))["seats"][1]["kind"] == "empty"
        await two.done("bot", seat=1, level="seed")


async def play_on(window, name, dice, acknowledged):
    """Play in one window as fast as it goes until it is killed."""
    number = 0
    with contextlib.suppress(EOFError, ConnectionError):
        await window.done("enter", table=name)
        while True:
            frame = await window.until(lambda f: own_turn(f) or f["phase"] in WAITING)
            if frame["phase"] != "playing":
                await window.say("ready")
                await window.until(lambda f, v=frame["version"]: f["version"] > v)
                continue
            number += 1
            move = f"{id(window)}.{number}"
            action = dice.choice(frame["own"]["actions"])["id"]
            order = {"move": move, "version": frame["version"], "action": action}
            answer = await window.say("play", **order)
            if answer["is"] == "done":
                acknowledged[answer["version"]] = move
            else:  # another window was quicker, or the table is changing hands
                assert answer["code"] in ("stale", "turn", "phase", "busy", "illegal"), answer
                await asyncio.sleep(0.02)
            await asyncio.sleep(dice.random() / 20)


async def test_windows_killed_at_any_moment_lose_no_acknowledged_move(tmp_path):
    """Three at one table; one after the other is killed, and another one comes."""
    path, keys, dice = tmp_path / "own.db", tmp_path / "keys.json", random.Random(5)
    acknowledged = {}
    async with windows(path, keys, 3) as opened:
        one = opened[0]
        settings = {"game": "mason-rummy", "seats": 3, "rounds": 99}
        name = (await one.done("open", settings=settings))["table"]
        await one.done("sit", seat=0)
        for seat in (1, 2):
            await one.done("bot", seat=seat, level="seed")
        players = [
            asyncio.create_task(play_on(window, name, dice, acknowledged)) for window in opened
        ]
        for kill in range(8):
            count = len(acknowledged)
            async with asyncio.timeout(PATIENCE_S):
                while len(acknowledged) < count + 3:
                    await asyncio.sleep(0.05)
                    failed = [each for each in players if each.done() and each.exception()]
                    assert not failed, [each.exception() for each in failed]
            await asyncio.sleep(dice.random())
            opened[dice.choice((-3, -2, -1))].kill()
            if kill < 7:
                opened.append(await Window.on(path, keys))
                play = play_on(opened[-1], name, dice, acknowledged)
                players.append(asyncio.create_task(play))
    await asyncio.gather(*players)
    store = Store(path)
    rows = await store.events(name)
    rebuilt(name, rows)  # every event is legal where it stands
    for version, move in acknowledged.items():
        event = ev.read_event(rows[version - 1].body)
        assert isinstance(event, ev.Played), version
        assert event.move == move, version
    store.close()
    assert len(acknowledged) >= 24
