"""The server: who is let in, what is sent along, and how it begins and ends."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from dealt.errors import SetupError
from dealt.games import games
from dealt.language import speaking
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.table import protocol as p
from dealt.service.table.limits import Limits, source_of
from dealt.service.web import cameras, serving
from dealt.service.web.server import NO_PAGE, Site, app
from tests.service.talk import fresh_file

HERE = "http://127.0.0.1:8420"
SOCKET = "ws://127.0.0.1:8420/socket"
SITE = Site(frozenset({HERE, "https://cards.example"}))
SERVE = "from dealt.cli.serve import serve; serve()"


@pytest.fixture
def served(tmp_path):
    """A client of a service, over its ASGI application."""
    store = Store(fresh_file(tmp_path))
    service = Service(
        store, in_threads(), limits=Limits(posts_min=9), around=Surroundings(say=print)
    )
    with TestClient(app(service, SITE, page=tmp_path / "none"), base_url=HERE) as client:
        client.service = service
        yield client
    store.close()


def talk(socket, do, **message):
    """Say something; the answer to it."""
    socket.send_text(json.dumps({"do": do, **message}))
    while (frame := json.loads(socket.receive_text()))["is"] in ("table", "said"):
        pass
    return frame


def test_health_metrics_and_schema(served):
    """What machines ask for."""
    assert served.get("/health").json()["ok"] is True
    assert re.search(r"^dealt_tables 0$", served.get("/metrics").text, re.MULTILINE)
    schema = served.get("/protocol").json()
    assert schema["$defs"]["Play"]["additionalProperties"] is False
    assert served.get("/protocol").headers["content-encoding"] == "gzip"
    assert served.get("/").text.strip() == NO_PAGE


def test_rules_are_served_in_the_language_that_is_asked_for(served):
    """Of each game; in English where there is no translation, and never of a module by its name."""
    for game in games():
        for lang in ("en", "pt-BR"):
            answer = served.get(f"/rules/{game.name}?lang={lang}")
            with speaking(lang):
                assert answer.text == game.document()
            assert answer.headers["content-language"] == lang
            assert answer.headers["content-type"].startswith("text/markdown")
    assert served.get("/rules/tranca?lang=xx").headers["content-language"] == "en"
    for name in ("bridge", "examples.leduc:GAME"):
        assert served.get(f"/rules/{name}").json()["code"] == "unknown"


def test_headers_forbid_what_the_page_does_not_need(served):
    """On every answer, also a refusal."""
    for answer in (served.get("/health"), served.post("/join", json={}), served.get("/none")):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "require-trusted-types-for 'script'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:8420"},
        {"host": "127.0.0.1:8421"},
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:8421"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8420"},
    ],
    ids=str,
)
def test_other_hosts_and_origins_are_refused(served, headers):
    """A page of somebody else can neither read nor connect."""
    assert served.get("/health", headers=headers).status_code == 403
    assert served.post("/session", json={}, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), served.websocket_connect(SOCKET, headers=headers):
        pass
    assert served.service.sessions == set()


def test_a_session_is_a_cookie_that_no_script_reads(served, tmp_path):
    """Its token is nowhere in clear; by https it is sent by https only."""
    answer = served.post("/session", json={"name": "Ana"})
    cookie = answer.headers["set-cookie"]
    token = re.match(r"dealt_8420=([A-Za-z0-9_-]{43});", cookie)[1]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie
    assert token not in answer.text
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert token.encode() not in stored
    again = served.post("/session", json={"name": "Anna"})
    assert "set-cookie" not in again.headers
    assert again.json() == {"person": answer.json()["person"], "name": "Anna"}
    headers = {"host": "cards.example", "origin": "https://cards.example"}
    served.cookies.clear()
    assert "Secure" in served.post("/session", json={}, headers=headers).headers["set-cookie"]


def test_a_socket_knows_its_person_by_the_cookie(served):
    """And plays; without a cookie it may not."""
    with served.websocket_connect(SOCKET) as socket:
        assert talk(socket, "hello", protocol=p.PROTOCOL)["code"] == "rights"
    served.post("/session", json={"name": "Ana"})
    with served.websocket_connect(SOCKET, headers={"origin": HERE}) as socket:
        assert talk(socket, "hello", protocol=p.PROTOCOL)["name"] == "Ana"
        settings = {"game": "three-card-poker", "seats": 1}
        name = talk(socket, "open", settings=settings)["table"]
        talk(socket, "sit", seat=0)
        talk(socket, "ready")
        answer = talk(socket, "play", move="a", version=99, text="fold")
        assert answer["code"] == "stale"
        code = talk(socket, "invite", kind="player")["code"]
    served.cookies.clear()
    assert served.post("/join", json={"code": code}).status_code == 403
    served.post("/session", json={"name": "Bob"})
    assert served.post("/join", json={"code": code}).json() == {"table": name}
    assert served.post("/join", json={"code": "A" * 22}).status_code == 404


def test_a_client_without_cookies_is_known_by_the_token_that_it_asked_for(served):
    """For the socket, links and its own name; a client with a cookie gets no token."""
    answer = served.post("/session", json={"name": "Ana", "token": True})
    assert "set-cookie" not in answer.headers
    token = answer.json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    with served.websocket_connect(SOCKET, headers={"origin": HERE}) as socket:
        assert talk(socket, "hello", protocol=p.PROTOCOL, token=token)["name"] == "Ana"
        name = talk(socket, "open", settings={"game": "president", "seats": 3})["table"]
        code = talk(socket, "invite", kind="player")["code"]
    session = served.post("/session", json={"token": True}, headers=headers).json()
    assert session == {"person": answer.json()["person"], "name": "Ana"}
    assert served.post("/join", json={"code": code}, headers=headers).json() == {"table": name}
    assert served.post("/join", json={"code": code}).status_code == 403
    wrong = {"authorization": "Bearer nobody"}
    assert served.post("/join", json={"code": code}, headers=wrong).status_code == 403
    served.post("/session", json={"name": "Bob"})
    assert "token" not in served.post("/session", json={"token": True}).json()


def test_bodies_are_read_strictly(served):
    """Other fields, other kinds, far too long, no JSON, too many: refused in one line."""
    for body in (b"", b"[]", b'{"name":1}', b'{"name":"a","x":1}', b"\xff", b"[" * 3000):
        answer = served.post("/session", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["code"] == "unreadable"
    long = json.dumps({"name": "x" * 9000})
    answer = served.post("/session", content=long, headers={"content-type": "application/json"})
    assert "4,096 bytes at most" in answer.json()["why"]
    assert served.post("/session", data={"name": "a"}).status_code == 400
    assert served.post("/session", json={}).json()["name"] == "Guest"
    assert served.post("/session", json={}).status_code == 429


def test_one_address_has_so_many_sockets(tmp_path):
    """And is let in again when one has ended."""
    store = Store(fresh_file(tmp_path))
    service = Service(store, in_threads(), limits=Limits(sockets=1))
    with TestClient(app(service, SITE), base_url=HERE) as client:
        with (
            client.websocket_connect(SOCKET),
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(SOCKET),
        ):
            pass
        with client.websocket_connect(SOCKET) as socket:
            assert talk(socket, "ping")["is"] == "pong"
    store.close()


def test_the_page_is_served_from_its_folder_alone(tmp_path):
    """No address leads out of it."""
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><title>dealt</title>")
    for hidden in (".sources", ".git/config", "../secret"):
        (page / hidden).parent.mkdir(exist_ok=True)
        (page / hidden).write_text("secret")
    store = Store(fresh_file(tmp_path))
    service = Service(store, in_threads())
    with TestClient(app(service, SITE, page=page), base_url=HERE) as client:
        assert "<title>dealt</title>" in client.get("/").text
        assert client.get("/health").json()["ok"]
        outside = ("/../secret", "/%2e%2e/secret", "/..%2fsecret", "//etc/passwd", "/%00")
        for path in (*outside, "/.sources", "/%2esources", "/./.sources", "/.git/config"):
            assert client.get(path).status_code in (400, 404), path
    store.close()


def test_a_proxy_tells_the_address(tmp_path):
    """The last one that it added; all other entries are ignored."""
    from starlette.requests import HTTPConnection

    def address(proxies, *forwarded, client="127.0.0.1"):
        headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
        scope = {"type": "http", "headers": headers, "client": (client, 1)}
        return Site(SITE.origins, proxies=proxies).address(HTTPConnection(scope))

    assert address(1, "6.6.6.6, 10.0.0.9") == "10.0.0.9"
    assert address(0, "6.6.6.6, 10.0.0.9") == "127.0.0.1"
    assert address(2, "6.6.6.6, 10.0.0.9") == "6.6.6.6"
    assert address(1, "6.6.6.6", "10.0.0.9") == "10.0.0.9", "a line of its own"
    assert address(0, client="::ffff:10.0.0.9") == "10.0.0.9"
    for garbage in ("", "unknown", "_hidden", "10.0.0.9, ", "1.2.3.4.5", "::1::2", "[", "x" * 9999):
        assert address(1, garbage) == "127.0.0.1", garbage


@pytest.mark.parametrize(
    ("addresses", "source"),
    [
        (["10.0.0.9", " 10.0.0.9:4711", "::ffff:10.0.0.9", "[::FFFF:a00:9]:80"], "10.0.0.9"),
        (
            ["2001:db8:1:2::1", "[2001:db8:1:2:ffff::]:80", "2001:DB8:1:2:a:b:c:d%eth0"],
            "2001:db8:1:2::/64",
        ),
        (["2001:db8:1:3::1"], "2001:db8:1:3::/64"),
        (["::1", "[::1]"], "::/64"),
    ],
)
def test_an_address_is_counted_as_its_network(addresses, source):
    """With a port, brackets or a zone; a network of IPv6 has 2**64."""
    assert {source_of(address) for address in addresses} == {source}


def test_links_and_names_of_a_service():
    """On this machine alone; in a network; behind a proxy."""
    site, link = serving.site_of(serving.Offer(), 8420, None)
    assert link == "http://127.0.0.1:8420/"
    assert serving._origin_of(serving.Offer(), link) is None
    assert site.hosts == {"127.0.0.1:8420", "localhost:8420"}
    site, link = serving.site_of(serving.Offer(lan=True), 8420, "192.168.0.7")
    assert link == "http://192.168.0.7:8420/"
    assert serving._origin_of(serving.Offer(lan=True), link) == "http://192.168.0.7:8420"
    assert "192.168.0.7:8420" in site.hosts
    site, link = serving.site_of(serving.Offer(public_url="https://Cards.example/"), 8420, None)
    assert (link, site.proxies) == ("https://cards.example/", 1)
    for url in ("cards.example", "ftp://x", "https://", "https://x/y?z=1"):
        with pytest.raises(SetupError, match=r"not like https://cards\.example"):
            serving.site_of(serving.Offer(public_url=url), 8420, None)
    offer = serving.Offer(public_url="https://Example.org/Cards/", proxies=2)
    site, link = serving.site_of(offer, 8420, None)
    assert (link, site.prefix, site.proxies) == ("https://example.org/Cards/", "/Cards", 2)
    assert serving._origin_of(offer, link) == "https://example.org/Cards"
    site, link = serving.site_of(serving.Offer(host="0.0.0.0"), 8420, None)
    assert site.hosts == {"127.0.0.1:8420", "localhost:8420"}
    site, _ = serving.site_of(serving.Offer(host="::1"), 8420, None)
    assert "[::1]:8420" in site.hosts


def test_a_service_for_a_network_shows_its_link(tmp_path, monkeypatch):
    """As text and as a picture to be photographed; the host hears what is missing for players."""
    lines = []
    monkeypatch.setattr(serving, "PAGE", tmp_path)
    monkeypatch.setattr(serving, "qr_text", lambda link: f"picture of {link}")
    monkeypatch.setattr(cameras, "NEEDED", ("no_such_library",))
    store = Store(fresh_file(tmp_path))
    serving._announce(serving.Offer(lan=True), store, "http://192.168.0.7:8420/", lines.append)
    store.close()
    assert lines[0].startswith("Tables at http://192.168.0.7:8420/ (kept in ")
    assert lines[2] == "picture of http://192.168.0.7:8420/"
    assert lines[3] == f"Note: {NO_PAGE}."
    assert lines[4].startswith("Note: photos of cards are not read here; to read them: pip install")


@pytest.mark.parametrize(
    ("columns", "encoding", "terminal", "variables", "shows"),
    [
        (80, "utf-8", True, {}, "\x1b[97;40m\u2588\u2588"),
        (80, "utf-8", True, {"NO_COLOR": "1"}, "\u2588\u2588"),
        (37, "utf-8", True, {}, None),
        (80, "utf-8", False, {}, None),
        (80, "ascii", True, {}, None),
        (80, "utf-8", True, {"TERM": "dumb"}, None),
    ],
    ids=["colour", "no colour", "narrow", "pipe", "ascii", "dumb"],
)
def test_a_link_is_drawn_where_a_phone_can_read_it(
    monkeypatch, columns, encoding, terminal, variables, shows
):
    """Elsewhere the link alone is shown: half a code is none."""
    screen = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    screen.isatty = lambda: terminal
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"COLUMNS": f"{columns}", "TERM": "xterm", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", screen)
    picture = cameras.qr_text("http://192.168.0.7:8420/#/camera/abcdefghijklmnopqrstuv")
    if shows is None:
        assert picture is None
    else:
        lines = picture.split("\n")
        assert len(lines) == 21 and all(line.startswith(shows) for line in lines[:-1])


def test_a_port_in_use_gets_one_line():
    """With what to do."""
    listening = serving.listen(serving.Offer(port=0))
    port = listening.getsockname()[1]
    with pytest.raises(SetupError, match=rf"cannot listen on port {port}: .*try --port 0"):
        serving.listen(serving.Offer(port=port))
    assert listening.getsockname()[0] == "127.0.0.1", "this machine alone"
    listening.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.no_cover
def test_ctrl_c_ends_a_service_in_good_order(tmp_path, number):
    """It says where it is, tells who is there, and stops; the exit status is 0."""
    command = [sys.executable, "-c", SERVE, "--port", "0", "--data", str(tmp_path / "tables.db")]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        try:
            first = process.stdout.readline()
            link = re.search(r"http://127\.0\.0\.1:\d+/", first)[0]
            with urllib.request.urlopen(f"{link}health", timeout=300) as answer:
                assert json.load(answer)["ok"]
            with connect(f"{link.replace('http', 'ws')}socket") as socket:
                socket.send('{"do":"ping"}')
                assert json.loads(socket.recv(20))["is"] == "pong"
                process.send_signal(number)
                assert json.loads(socket.recv(20))["code"] == "stopping"
                with pytest.raises(ConnectionClosed) as closed:
                    socket.recv(20)
                assert closed.value.rcvd.code in (1001, 1012)
            rest, _ = process.communicate(timeout=300)
        finally:
            process.kill()
    assert rest.splitlines()[-1] == "Stopped; every table is kept."
    assert "Traceback" not in rest
    assert process.returncode == 0
