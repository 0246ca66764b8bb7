"""Tables of another service, reached by a link over a socket of this machine."""

import asyncio
import contextlib
import json

import pytest

from dealt.clients import table_client as client_module
from dealt.clients.plan import Plan
from dealt.clients.screen.app import TableApp
from dealt.clients.screen.dialogs import AskScreen
from dealt.clients.screen.menus import HomeScreen
from dealt.clients.table_client import LateError, TableClient
from dealt.clients.wire import Address, Local, LostError, Remote, read_link
from dealt.errors import DealtError, SetupError
from dealt.service.table import protocol as p
from dealt.service.web.local import Keys
from tests.screen.playing import SMALL, Player, at_once
from tests.served import host, listen, served
from tests.service.talk import fresh_file, house


@contextlib.asynccontextmanager
async def coming(link, keys, plan=None):
    """Somebody at a terminal who comes by a link."""
    client = TableClient(Remote(read_link(link), keys), wait=at_once)
    program = TableApp(client, plan or Plan(), links=True)
    async with program.run_test(size=SMALL) as pilot:
        player = Player(program, pilot, None)
        await player.until(lambda: client.welcome is not None or program.failure)
        yield player


async def test_somebody_comes_by_a_link_and_plays(tmp_path):
    """Asked for a name, seated, dealt; after a stop of the service the table comes back."""
    path, listening, keys = fresh_file(tmp_path), listen(), Keys(tmp_path / "keys.json")
    port = listening.getsockname()[1]
    async with contextlib.AsyncExitStack() as player_stays:
        async with served(path, listening, tmp_path) as (service, origin):
            ana, table, code = await host(service)
            player = await player_stays.enter_async_context(coming(f"{origin}/#{code}", keys))
            await player.until(lambda: isinstance(player.app.screen, AskScreen))
            await player.press(*"Bob", "enter")
            await player.until(lambda: player.frame is not None)
            await player.calm()
            assert player.frame.table == table
            assert "sit on seat 2" in player.offered
            await player.press("down", "enter")
            await player.until(lambda: player.frame.seats[1].yours)
            await player.calm()
            assert player.frame.seats[1].name == "Bob"
            await player.type("begin")
            await ana.done("ready")
            await player.until(lambda: player.frame.phase == "playing")
            before = player.frame
        await player.until(lambda: player.app.client.trouble)
        await player.calm()
        assert "trying again" in player.screen()
        async with served(path, listen(port), tmp_path):
            await player.until(lambda: not player.app.client.trouble and player.frame is not before)
            assert player.frame.own == before.own
            await player.press("escape", "m")
            await player.until(lambda: isinstance(player.app.screen, HomeScreen))
            await player.calm()
            assert "Mason Rummy  Ana 0, Bob 0 · round 1" in player.screen()
            await player_stays.aclose()


async def test_a_link_that_does_not_work_ends_the_program_with_a_line(tmp_path):
    """The line is the service's own."""
    async with served(fresh_file(tmp_path), listen(), tmp_path) as (_, origin):
        keys = Keys(tmp_path / "keys.json")
        plan = Plan(name="Bob")
        async with coming(f"{origin}/#{'x' * 22}", keys, plan) as player:
            await player.until(lambda: player.app.failure is not None)
        assert str(player.app.failure) == f"{origin}: this link does not work, or no longer"
        assert player.app.return_code == 2


async def test_nobody_answers(tmp_path):
    """The first time that ends the program: there is nothing to come back to."""
    listening = listen()
    port = listening.getsockname()[1]
    listening.close()
    client = TableClient(
        Remote(Address(f"http://127.0.0.1:{port}"), Keys(tmp_path / "k")), wait=at_once
    )
    with pytest.raises(LostError, match=f"no dealt server at http://127.0.0.1:{port}: "):
        await client.run()


async def test_something_else_answers(tmp_path):
    """A server without a table service gets one line."""

    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfish")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        client = TableClient(Remote(Address(f"http://127.0.0.1:{port}"), Keys(tmp_path / "k")))
        with pytest.raises(SetupError, match="is not a dealt server"):
            await client.run()


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("http://192.168.1.5:8420/", Address("http://192.168.1.5:8420")),
        ("http://h:1/#" + "a" * 22, Address("http://h:1", code="a" * 22)),
        ("https://h/#/join/" + "b" * 22, Address("https://h", code="b" * 22)),
        ("https://h/cards/#/join/" + "b" * 22, Address("https://h/cards", code="b" * 22)),
        ("http://[::1]:8/#/table/t12", Address("http://[::1]:8", table="t12")),
    ],
)
def test_links_are_read(link, address):
    """As the page and the terminal show them."""
    assert read_link(link) == address
    assert address.socket.startswith("wss" if link.startswith("https") else "ws:")
    assert address.socket.endswith("/socket")


@pytest.mark.parametrize(
    "link",
    [
        "",
        "abc",
        "ftp://h/#x",
        "http://",
        "http://h:x/",
        "http://h/p q",
        "http://h/../p",
        "http://h/?q",
        "http://u:p@h/",
        "http://h/#short",
        "file:///etc/passwd",
        "http://h/#/join/../" + "a" * 22,
    ],
)
def test_invalid_links_are_refused_in_one_line(link):
    """The line says what one looks like."""
    with pytest.raises(SetupError, match="is no link to a table; one looks like http") as error:
        read_link(link)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}', "\0"])
def test_damaged_keys_are_reported(tmp_path, text):
    """They are not overwritten in silence."""
    path = tmp_path / "keys.json"
    path.write_text(text, encoding="utf-8")
    for use in (lambda keys: keys.key("here"), lambda keys: keys.save("here", "x")):
        with pytest.raises(DealtError, match="is damaged"):
            use(Keys(path))
    assert path.read_text(encoding="utf-8") == text


# --- answers that do not come ---------------------------------------------------------------------


class Losing(Local):
    """A wire on which frames are lost, as `loses` says: by what they do, and what is lost of them.

    Attributes:
        sent: the frames that were sent.
        opened: how often it was opened.
    """

    def __init__(self, service):
        super().__init__(service)
        self.loses, self.sent, self.opened, self._dead = [], [], 0, set()

    async def open(self):
        self.opened += 1
        return await super().open()

    async def send(self, data):
        frame = json.loads(data)
        self.sent.append(frame)
        fate = next((each for each in self.loses if each[0] == frame["do"]), (None, None))
        if fate in self.loses:
            self.loses.remove(fate)
        if fate[1] == "answer":
            self._dead.add(frame["ack"])
        if fate[1] == "rate":
            self._session.send(p.RefusedFrame(ack=frame["ack"], code="rate", why="too fast"))
        elif fate[1] != "frame":
            await super().send(data)

    async def receive(self):
        while (data := await super().receive()) is not None:
            if json.loads(data).get("ack") not in self._dead:
                break
        return data


@contextlib.asynccontextmanager
async def talking(path, *loses):
    """A client on such a wire."""
    async with house(path) as service:
        client = TableClient(Losing(service), wait=at_once)
        client.wire.loses += loses
        running = asyncio.create_task(client.run())
        while client.welcome is None:
            assert not running.done(), running.exception()
            await asyncio.sleep(0.01)
        yield client
        running.cancel()
        await asyncio.wait([running])


async def at_a_table(client):
    """One's turn at Penney's game against a computer player."""
    await client.ask("open", settings={"game": "penney", "seats": 2})
    await client.ask("sit", seat=0)
    await client.ask("bot", seat=1, level="seed")
    await client.begin()
    while client.table is None or client.table.turn != 0:
        await asyncio.sleep(0.01)


def moves(client):
    """The names of the moves that were sent."""
    return [frame["move"] for frame in client.wire.sent if frame["do"] == "play"]


@pytest.mark.parametrize("fate", ["frame", "answer"])
async def test_a_move_without_an_answer_is_sent_again_and_played_once(tmp_path, monkeypatch, fate):
    """By the same name; nobody waits for ever, though the connection itself is fine."""
    monkeypatch.setattr(client_module, "ANSWER_S", 0.05)
    async with talking(fresh_file(tmp_path)) as client:
        await at_a_table(client)
        client.wire.loses.append(("play", fate))
        await client.play(action=client.table.own.actions[0].id)
        assert len(moves(client)) == 2 and len(set(moves(client))) == 1
        assert client.wire.opened == 1


async def test_a_missing_answer_is_reported_and_the_choice_is_free_again(tmp_path, monkeypatch):
    """The same action is still the same move; and a question in words is as bounded."""
    monkeypatch.setattr(client_module, "ANSWER_S", 0.05)
    monkeypatch.setattr(client_module, "HINT_S", 0.05)
    async with talking(fresh_file(tmp_path)) as client:
        await at_a_table(client)
        client.wire.loses += [("play", "frame")] * 2 + [("log", "frame"), ("hint", "frame")]
        action = client.table.own.actions[0].id
        with pytest.raises(LateError, match="the service did not answer; try again"):
            await client.play(action=action)
        for do in ("log", "hint"):
            with pytest.raises(LateError):
                await client.ask(do)
        await client.play(action=action)
        assert len(moves(client)) == 3 and len(set(moves(client))) == 1


async def test_a_long_answer_is_waited_for_though_later_ones_come(tmp_path):
    """A review is answered in no order: a ping meanwhile does not make it late."""
    async with talking(fresh_file(tmp_path)) as client:
        client.wire.loses.append(("review", "answer"))
        reviewing = asyncio.create_task(client.ask("review", of="none"))
        await asyncio.sleep(0)
        await client.ask("ping")
        assert not reviewing.done()
        reviewing.cancel()


async def test_a_connection_that_says_nothing_is_given_up(tmp_path, monkeypatch):
    """At the greeting, refused or unheard, and later; the client comes back by itself."""
    monkeypatch.setattr(client_module, "PING_S", 0.2)
    path = fresh_file(tmp_path)
    async with house(path) as service:
        for fate in ("frame", "rate"):
            client = TableClient(Losing(service), wait=at_once)
            client.wire.loses.append(("hello", fate))
            with pytest.raises(LostError, match="does not answer|too fast"):
                await client.run()
    async with talking(path) as client:
        client.wire.loses.append(("ping", "frame"))
        while client.wire.opened < 2 or client.trouble:
            await asyncio.sleep(0.01)
