"""A server is killed while people play: nothing that it acknowledged may be lost.

    python -m tests.service.killing [GAMES]

Five or six games are played at once, one a person, as fast as the service lets them; at a random
moment the server is killed (SIGKILL). The events on the disk must lead to a legal table each and
hold, with the archive, every move that was acknowledged; a new server must take all tables up, and
the games go on.
"""

import asyncio
import contextlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from dealt.history.archived import record_of
from dealt.history.heads import hashed
from dealt.service.hall.tables import rebuilt
from dealt.service.store.store import Store
from dealt.service.table import events as ev
from dealt.service.table import protocol as p

SERVE = "from dealt.cli.serve import serve; serve()"
TABLES = (
    ("mason-rummy", 2), ("president", 3), ("tranca", 2), ("three-card-poker", 1), ("penney", 2),
    ("mason-rummy", 3),
)  # fmt: skip
SHORT = ("penney", "three-card-poker")  # here matches end, and their events are trimmed
GONE = (WebSocketException, OSError, EOFError)


class Server:
    """A server in a process of its own."""

    def __init__(self, data, log):
        command = [sys.executable, "-c", SERVE, "--port", "0", "--pause", "0", "--data", str(data)]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment
        )
        first = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/", first)[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def session(self, name):
        """The token of a new person."""
        return self.post("/session", {"name": name, "token": True})["token"]

    def post(self, path, body, token=""):
        """The answer to a body."""
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        request = urllib.request.Request(
            f"{self.url}{path}", data=json.dumps(body).encode(), headers=headers
        )
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.loads(answer.read())

    def kill(self):
        """End it at once; its children notice."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Player:
    """One person at one table, who says what has been acknowledged."""

    def __init__(self, token, game, seats, dice):
        self.token, self.game, self.seats, self.dice = token, game, seats, dice
        self.table = None
        self.acknowledged = {}  # version -> name of the move
        self.number = 0
        self.frame = None

    async def say(self, socket, do, **message):
        await socket.send(json.dumps({"do": do, **message}))
        while True:
            frame = json.loads(await socket.recv())
            if frame["is"] == "table":
                self.frame = frame
            elif frame["is"] == "closing":
                raise EOFError
            elif frame["is"] != "said":
                return frame

    async def come(self, server, socket):
        welcome = await self.say(socket, "hello", protocol=p.PROTOCOL, token=self.token)
        assert welcome["is"] == "welcome", welcome
        if self.table is None:
            rounds = 1 if self.game in SHORT else 9
            settings = {"game": self.game, "seats": self.seats, "rounds": rounds}
            self.table = (await self.say(socket, "open", settings=settings))["table"]
            await self.say(socket, "sit", seat=0)
            for seat in range(1, self.seats):
                await self.say(socket, "bot", seat=seat, level="seed")
        else:
            answer = await self.say(socket, "enter", table=self.table)
            assert answer["is"] == "done", answer

    async def play(self, server, most):
        """Play until the server is gone, or so many moves have been acknowledged."""
        url = f"ws://127.0.0.1:{server.port}/socket"
        with contextlib.suppress(*GONE):
            async with connect(url, max_size=None, ping_interval=None) as socket:
                await self.come(server, socket)
                while most:
                    most -= await self.step(socket)

    async def step(self, socket):
        """Do what is to be done; whether a move was acknowledged."""
        await socket.send('{"do":"sync"}')
        while (frame := json.loads(await socket.recv()))["is"] != "table":
            pass
        if frame["phase"] != "playing":
            await self.say(socket, "ready")
        elif frame["turn"] == 0 and frame["own"]["actions"]:
            self.number += 1
            move = f"m{self.number}"
            action = self.dice.choice(frame["own"]["actions"])["id"]
            message = {"move": move, "version": frame["version"], "action": action}
            answer = await self.say(socket, "play", **message)
            if answer["is"] == "done":
                self.acknowledged[answer["version"]] = move
                return 1
        await asyncio.sleep(0.05)  # the rates allow 20 frames a second
        return 0


async def kept(data, players):
    """Check the events on the disk; how many moves were acknowledged."""
    store = Store(data)
    count = 0
    for player in players:
        if player.table is None:
            continue
        rows = await store.events(player.table)
        state = rebuilt(player.table, rows)  # every event is legal where it stands
        archived = range(1, state.matches if state.trimmed else 1)
        records = [await store.archive.record(hashed(player.table, number)) for number in archived]
        rounds = [part for record in records for part in record_of(record).played]
        before = [version for version in player.acknowledged if version <= state.trimmed]
        assert len(before) <= sum(len(part.actions) for part in rounds), player.table
        for version in player.acknowledged.keys() - {*before}:
            event = ev.read_event(rows[version - max(1, state.trimmed)].body)
            assert isinstance(event, ev.Played), (player.table, version)
            assert event.move == player.acknowledged[version], (player.table, version)
        count += len(player.acknowledged)
    store.close()
    return count


async def once(folder, seed, tables=TABLES, *, seconds=0.8):
    """Play, kill within so many seconds, check, and play on.

    Returns how many moves were acknowledged, and how long a new server took to listen and to serve.
    """
    dice = random.Random(seed)
    data = Path(folder) / f"{seed}.db"
    with (Path(folder) / "log").open("a") as log:
        server = Server(data, log)
        try:
            players = [
                Player(server.session(f"P{i}"), *table, dice) for i, table in enumerate(tables)
            ]
            games = [asyncio.create_task(player.play(server, -1)) for player in players]
            while not all(player.acknowledged for player in players):
                await asyncio.sleep(0.05)
                failed = [game for game in games if game.done()]
                assert not failed, [game.exception() for game in failed]
            await asyncio.sleep(dice.random() * seconds)
        finally:
            server.kill()
        await asyncio.gather(*games)
        count = await kept(data, players)
        again = Server(data, log)
        listening = time.monotonic()
        try:
            await asyncio.gather(*(player.play(again, 1) for player in players))
            back = time.monotonic() - listening
        finally:
            again.kill()
        more = await kept(data, players)
    assert more >= count + len(players), "a game does not go on"
    return count, listening - again.began, back


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    games = count = 0
    starts, backs = [], []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range((number + len(TABLES) - 1) // len(TABLES)):
            losses, start, back = asyncio.run(once(folder, seed, seconds=4))
            games, count = games + len(TABLES), count + losses
            starts.append(start)
            backs.append(back)
    print(
        f"{games} games, {len(backs)} kills, {count} acknowledged moves, none lost; a new server "
        f"listens after {sorted(starts)[len(starts) // 2]:.2f} s (median), and has a move of every "
        f"table on the disk {sorted(backs)[len(backs) // 2]:.2f} s later (most {max(backs):.2f} s)"
    )


if __name__ == "__main__":
    main()
