"""What is served while nothing can be written, and afterwards."""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from websockets.sync.client import connect

from dealt.errors import StorageError
from dealt.service.store import keeping
from dealt.service.store.store import Store
from dealt.service.table import protocol
from dealt.service.web.control import control_file, offered
from tests.service.talk import fresh_file

resource = pytest.importorskip("resource")
pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process"),
]

SERVE = "from dealt.cli.serve import serve; serve()"
POSTS = (
    "/session",
    "/join",
    "/daily/president",
    "/sheet",
    "/sheet/evening",
    "/sheet/results",
    "/photo",
)


class Guest:
    """Somebody who talks to a service in another process."""

    def __init__(self, link):
        self.link, self.cookie, self.acks = link, "", 0

    def ask(self, path, body=None):
        """The status and the body of an answer."""
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.link + path[1:], data, headers)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                self.cookie = self.cookie or answer.headers.get("Set-Cookie", "").partition(";")[0]
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def say(self, socket, do, **message):
        """The answer to a message."""
        self.acks += 1
        socket.send(json.dumps({"do": do, "ack": self.acks, **message}))
        while (frame := json.loads(socket.recv(20))).get("ack") != self.acks:
            pass
        return frame

    def goes_away_in_a_post(self, path):
        """Begin a request, and hang up."""
        host = re.search(r"127\.0\.0\.1:(\d+)", self.link)
        with socket.create_connection(("127.0.0.1", int(host[1])), 20) as line:
            head = f"POST {path} HTTP/1.1\r\nHost: {host[0]}\r\nContent-Length: 100\r\n"
            head += f"Content-Type: application/json\r\nCookie: {self.cookie}\r\n\r\n{{"
            line.sendall(head.encode())


def test_a_full_disk_is_reported_and_loses_nothing(tmp_path):
    """By health, by each answer in one line, and without a traceback; then all goes on."""
    data = fresh_file(tmp_path)
    command = [sys.executable, "-c", SERVE, "--port", "0", "--data", str(data)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        try:
            link = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
            _serves_with_a_full_disk(Guest(link), process.pid, data)
        finally:
            process.terminate()
        rest = process.communicate(timeout=300)[0]
    assert "Traceback" not in rest and "mistake" not in rest, rest
    assert f"dealt: cannot use {data}: " in rest


def _serves_with_a_full_disk(ana, pid, data):
    assert ana.ask("/session", {"name": "Ana"})[0] == 200
    with connect(f"{ana.link.replace('http', 'ws')}socket",
                 additional_headers={"Cookie": ana.cookie}) as line:  # fmt: skip
        line.send(json.dumps({"do": "hello", "protocol": protocol.PROTOCOL}))
        settings = {"game": "three-card-poker", "seats": 1, "rounds": 1}
        ana.say(line, "open", settings=settings)
        ana.say(line, "sit")
        line.send('{"do": "ready"}')
        while (table := json.loads(line.recv(20))).get("phase") != "playing":
            pass
        usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        written = data.with_name(f"{data.name}-wal").stat().st_size
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (written, usual[1]))
        try:
            move = {"move": "a", "version": table["version"], "text": "fold"}
            assert ana.say(line, "play", **move)["code"] == "busy"
            status, health = ana.ask("/health")
            assert (status, health["ok"]) == (503, False)
            assert re.fullmatch(r"the storage cannot be written: [\w /]+", health["why"])
            bob = Guest(ana.link)
            status, health = bob.ask("/session", {"name": "Bob"})
            assert (status, health["code"]) == (503, "busy")
            assert health["why"].startswith("the service cannot read or save anything now")
            assert str(data) not in health["why"]
            for path in POSTS:
                ana.goes_away_in_a_post(path)
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
        assert ana.say(line, "play", **move)["is"] == "done"
        assert ana.ask("/health")[1]["ok"] is True
        assert Guest(ana.link).ask("/session", {"name": "Bob"})[0] == 200


async def test_a_copy_that_cannot_be_written_names_its_own_file(tmp_path):
    """And leaves no half of it."""
    store = Store(fresh_file(tmp_path))
    folder = tmp_path / "none"
    with pytest.raises(StorageError, match=rf"cannot write {folder}/copy.db: it does not exist"):
        await keeping.backup(store, folder / "copy.db")
    store.close()


def test_the_secret_of_a_service_that_cannot_be_written_is_an_error_in_one_line(tmp_path):
    """Before anything is served."""
    data = str(tmp_path / "tables.db")
    control_file(data).mkdir()
    with (
        pytest.raises(StorageError, match=r"cannot write .*tables\.db\.control: "),
        offered(data, "http://127.0.0.1:8420"),
    ):
        pass
