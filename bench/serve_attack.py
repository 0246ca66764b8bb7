"""Moves at a table while somebody else asks the service for whatever takes long.

    python -m bench.serve_attack [--seconds 20] [--askers 6] [CHECKOUT ...]

`dealt serve` of each checkout (this one by default) runs on 127.0.0.1 with a table of two people
and two computer players. The people move as soon as it is their turn; measured is the time until a
move is answered, first with nobody else there, then while so many askers send well-formed requests
that cost much, each from an address of its own, as fast as they are answered. Nothing leaves the
machine, and all ends after the seconds.
"""

import argparse
import asyncio
import collections
import http.client
import io
import json
import multiprocessing
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from websockets.asyncio.client import connect

HOST = "127.0.0.1"
PROTOCOL = 2
SEATS = 4
MOST_REQUESTS = 5000  # of one asker
START_S = 60


def evening(number, points, rounds=1):
    row = [{"points": points}, {"points": number}]
    return {"id": f"x~{number}", "sides": ["A", "B"], "target": 10**6, "rounds": [row] * rounds}


def requests():
    """The costly requests: method, address, media type and body."""
    from PIL import Image

    chain = [{"name": f"n{n}", "right": f"n{n + 1}", "at": ""} for n in range(1500)]
    old, new = ([evening(n, points) for n in range(150)] for points in (0, 1))
    many = [evening(n, n, rounds=40) for n in range(300)]
    text = json.dumps({"format": "tranca evenings", "version": 1, "evenings": new})
    bodies = {
        "/sheet/restore": {"evenings": old, "names": [], "text": text, "file": "a.json"},
        "/sheet/results": {"evenings": [], "names": chain},
        "/sheet/backup": {"evenings": many, "names": chain},
        "/sheet": {"draft": {}, "edits": [{"do": "add", "faces": ["5H"] * 11}] * 20},
    }
    photo = io.BytesIO()
    Image.new("I;16", (7200, 7080), 300).save(photo, "PNG")
    asked = [("POST", path, "application/json", json.dumps(body).encode())
             for path, body in bodies.items()]  # fmt: skip
    asked += [("GET", path, "", b"") for path in ("/protocol", f"/rules/{'a' * 60_000}")]
    asked.append(("POST", "/sheet/results", "application/json", b"[" * 4_000_000))
    asked.append(("POST", "/photo?shows=table", "image/png", photo.getvalue()))
    return asked


def ask(port, number, until, asked, counts):
    """Send the requests one after the other until the time is over; count the answers."""
    os.nice(5)
    found = collections.Counter()
    for n in range(MOST_REQUESTS):
        if time.monotonic() > until:
            break
        method, path, kind, body = asked[(n + number) % len(asked)]
        headers = {"Content-Type": kind, "X-Forwarded-For": f"10.1.{number}.1"}
        line = http.client.HTTPConnection(HOST, port, timeout=max(1, until + 30 - time.monotonic()))
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            answer.read()
            found[f"{path[:16]} {answer.status}"] += 1
        except OSError as error:
            found[f"{path[:16]} {type(error).__name__}"] += 1
        finally:
            line.close()
    counts.put(found)


class Person:
    """Somebody at the table, who plays the last open action whenever there is one."""

    def __init__(self, socket):
        self.socket, self.version, self.times = socket, -1, []
        self.begun, self.ack = {}, 0

    async def say(self, do, **message):
        self.ack += 1
        self.begun[self.ack] = do, time.perf_counter()
        await self.socket.send(json.dumps({"do": do, "ack": self.ack, **message}))
        return self.ack

    async def read(self):
        """The next frame; the time of a move that it answers is noted."""
        frame = json.loads(await self.socket.recv())
        do, began = self.begun.pop(frame.get("ack"), ("", 0))
        if do == "play" and frame["is"] == "done":
            self.times.append(1000 * (time.perf_counter() - began))
        return frame

    async def done(self, do, **message):
        ack = await self.say(do, **message)
        while True:
            frame = await asyncio.wait_for(self.read(), START_S)
            if frame["is"] == "welcome" or frame.get("ack") == ack:
                assert frame["is"] in ("done", "welcome"), frame
                return frame

    async def play(self, until):
        """Move until the time is over."""
        await self.say("sync")
        while (left_s := until - time.monotonic()) > 0:
            try:
                frame = await asyncio.wait_for(self.read(), left_s)
            except TimeoutError:
                return
            if frame["is"] != "table" or frame["version"] <= self.version:
                continue
            own = frame["own"] or {}
            if frame["phase"] in ("between", "over"):
                self.version = frame["version"]
                await self.say("ready")
            elif own.get("actions"):
                self.version = frame["version"]
                await self.say("play", move=f"{self.ack}", version=self.version,
                               action=own["actions"][-1]["id"])  # fmt: skip


async def table(port, seconds, askers, asked):
    """Two people and two computer players; the times of moves without and with the askers."""
    tokens = []
    for name in ("Ana", "Bob"):
        body = json.dumps({"name": name, "token": True}).encode()
        headers = {"Content-Type": "application/json", "X-Forwarded-For": "10.2.0.1"}
        new = urllib.request.Request(f"http://{HOST}:{port}/session", body, headers)
        tokens.append(json.load(urllib.request.urlopen(new))["token"])
    address = {"X-Forwarded-For": "10.2.0.1"}
    url = f"ws://{HOST}:{port}/socket"
    options = {"additional_headers": address, "ping_interval": None}
    async with connect(url, **options) as one, connect(url, **options) as two:
        ana, bob = people = [Person(one), Person(two)]
        for person, token in zip(people, tokens, strict=True):
            await person.done("hello", protocol=PROTOCOL, token=token)
        settings = {"game": "president", "seats": SEATS, "public": True, "rounds": 999}
        name = (await ana.done("open", settings=settings))["table"]
        await ana.done("sit", seat=0)
        for seat in range(2, SEATS):
            await ana.done("bot", seat=seat, level="good")
        await bob.done("enter", table=name)
        await bob.done("sit", seat=1)
        for person in people:
            await person.done("ready")
        found = []
        for count in (0, askers):
            until, counts = time.monotonic() + seconds, multiprocessing.Queue()
            asking = [
                multiprocessing.Process(target=ask, args=(port, number, until, asked, counts))
                for number in range(count)
            ]
            for process in asking:
                process.start()
            for person in people:
                person.times, person.version = [], -1
            await asyncio.gather(*(person.play(until) for person in people))
            answers = collections.Counter()
            for _ in asking:
                answers += await asyncio.to_thread(counts.get, timeout=60 + seconds)
            found.append((sorted(ana.times + bob.times), answers))
        return found


def free_port():
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def measure(checkout, seconds, askers, asked):
    """Start the service of a checkout, and print how long moves took."""
    port = free_port()
    environment = {**os.environ, "PYTHONPATH": str(Path(checkout) / "src")}
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-c", "from dealt.cli.main import cli; cli()", "serve",
            "--port", str(port), "--proxies", "1", "--pause", "0.05", "--data", f"{folder}/t.db",
        ]  # fmt: skip
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as server:
            try:
                wait_for(port)
                found = asyncio.run(table(port, seconds, askers, asked))
            finally:
                server.terminate()
    for title, (times, answers) in zip(("alone", "asked"), found, strict=True):
        if len(times) < 2:
            print(f"{checkout} {title}: {len(times)} moves in {seconds} s")
            continue
        p95 = statistics.quantiles(times, n=20)[-1]
        print(f"{checkout} {title}: {len(times)} moves, median {statistics.median(times):.0f} ms, "
              f"p95 {p95:.0f}, max {times[-1]:.0f}; load {os.getloadavg()[0]:.0f}")  # fmt: skip
        for what, count in sorted(answers.items()):
            print(f"    {count:5} {what}")


def wait_for(port):
    """Wait until a service answers."""
    until = time.monotonic() + START_S
    while True:
        try:
            urllib.request.urlopen(f"http://{HOST}:{port}/health").read()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("checkouts", nargs="*", default=[str(Path(__file__).parent.parent)])
    asked.add_argument("--seconds", type=int, default=20)
    asked.add_argument("--askers", type=int, default=6)
    wanted = asked.parse_args()
    costly = requests()
    for checkout in wanted.checkouts:
        measure(checkout, wanted.seconds, wanted.askers, costly)


if __name__ == "__main__":
    main()
