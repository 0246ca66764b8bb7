"""The recipes of docs/howto/hosting.md, from their own files, as far as goes without internet."""

import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import connect

from dealt.service.table import protocol as p
from tests.service.talk import fresh_file

HOSTING = Path(__file__).parents[2] / "docs" / "hosting"
PATIENCE_S = 240
NAMES = ("cards.example", "example.org")


def needs(program):
    """The path of a program; without it the test is skipped."""
    path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if path is None:
        pytest.skip(f"{program} is not installed")
    return path


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(*command, until, **options):
    """A program, from when `until` answers."""
    process = subprocess.Popen(list(map(str, command)), **options)
    try:
        limit = time.monotonic() + PATIENCE_S
        while not until():
            assert process.poll() is None, f"{command[0]} has stopped"
            assert time.monotonic() < limit, f"{command[0]} does not answer"
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def answers(port):
    """Whether anybody listens there."""

    def look():
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False

    return look


def serving(folder, port, *options):
    """`dealt serve` in a process of its own."""
    folder.mkdir()
    command = [sys.executable, "-m", "dealt", "serve", "--port", str(port)]
    command += ["--data", str(fresh_file(folder)), *map(str, options)]
    return running(*command, until=answers(port), stdout=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate for the names of the recipes, and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    files = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        [
            needs("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=cards.example",
            "-addext", "subjectAltName=" + ",".join(f"DNS:{name}" for name in NAMES),
            "-out", files[0], "-keyout", files[1],
        ],
        check=True, capture_output=True,
    )  # fmt: skip
    return files


class Visitor:
    """Somebody far away, for whom a name leads to a port of this machine.

    The certificate has to be for that name.
    """

    def __init__(self, certificate, name, port, prefix=""):
        self.name, self.port, self.prefix = name, port, prefix
        self.trust = ssl.create_default_context(cafile=certificate)
        self.cookie = ""

    def ask(self, path, body=None):
        """The answer of the service, and its headers."""
        plain = socket.create_connection(("127.0.0.1", self.port))
        connection = HTTPConnection(self.name, self.port, timeout=PATIENCE_S)
        connection.sock = self.trust.wrap_socket(plain, server_hostname=self.name)
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body)
        with contextlib.closing(connection):
            connection.request("GET" if body is None else "POST", self.prefix + path, data, headers)
            answer = connection.getresponse()
            assert answer.status == 200, path
            self.cookie = answer.headers.get("Set-Cookie", self.cookie).partition(";")[0]
            return answer.read().decode(), answer.headers

    def plays(self):
        """Come, open a table, sit down, and make a move; the link to it."""
        _, headers = self.ask("/session", {"name": "Ana"})
        assert "Secure" in headers["Set-Cookie"]
        plain = socket.create_connection(("127.0.0.1", self.port))
        with connect(
            f"wss://{self.name}:{self.port}{self.prefix}/socket",
            sock=plain,
            ssl=self.trust,
            origin=f"https://{self.name}:{self.port}",
            additional_headers={"Cookie": self.cookie},
        ) as talk:

            def until(fits):
                while not fits(frame := json.loads(talk.recv(PATIENCE_S))):
                    pass
                return frame

            def say(do, **message):
                talk.send(json.dumps({"do": do, "ack": 1, **message}))
                return until(lambda frame: frame.get("ack") == 1)

            talk.send(json.dumps({"do": "hello", "protocol": p.PROTOCOL}))
            assert until(lambda frame: frame["is"] == "welcome")["name"] == "Ana"
            say("open", settings={"game": "three-card-poker", "seats": 1})
            say("sit")
            talk.send(json.dumps({"do": "ready"}))
            table = until(lambda frame: frame["is"] == "table" and frame["phase"] == "playing")
            played = say("play", move="m1", version=table["version"], text="fold")
            assert played["is"] == "done"
            invitation = say("invite", kind="player")
            return f"{invitation['origin']}/#/join/{invitation['code']}"


def checks(visitor, base):
    """The page or why there is none, a game, and the link that people send each other."""
    assert json.loads(visitor.ask("/health")[0])["ok"]
    assert visitor.plays().startswith(f"{base}/#/join/")


def filled(name, folder, changes):
    """A recipe with the names, ports and files of the test, in a folder."""
    text = (HOSTING / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{name} has no {old}"
        text = text.replace(old, str(new))
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def ports():
    return {name: free_port() for name in ("whole", "path", "https")}


@contextlib.contextmanager
def two_services(tmp_path, ports):
    """One for a whole name, one under a path."""
    whole, path = (f"https://{name}:{ports['https']}" for name in NAMES)
    with (
        serving(tmp_path / "one", ports["whole"], "--public-url", whole),
        serving(tmp_path / "two", ports["path"], "--public-url", f"{path}/cards"),
    ):
        yield whole, f"{path}/cards"


def test_behind_nginx(tmp_path, certificate, ports):
    """With TLS, as a whole name and under a path."""
    program = needs("nginx")
    recipe = filled(
        "nginx.conf", tmp_path,
        {
            "listen 443 ssl": f"listen 127.0.0.1:{ports['https']} ssl",
            "/etc/ssl/cards/fullchain.pem": certificate[0],
            "/etc/ssl/cards/privkey.pem": certificate[1],
            "127.0.0.1:8420": f"127.0.0.1:{ports['whole']}",
            "127.0.0.1:8421": f"127.0.0.1:{ports['path']}",
            "    server 127.0.0.1:8422;\n": "",
        },
    )  # fmt: skip
    places = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = tmp_path / "main.conf"
    main.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log stderr;"
        f"events {{}} http {{ access_log off; {places} include {recipe}; }}",
        encoding="utf-8",
    )
    nginx = running(program, "-p", tmp_path, "-c", main, until=answers(ports["https"]))
    with two_services(tmp_path, ports) as (whole, path), nginx:
        checks(Visitor(certificate[0], NAMES[0], ports["https"]), whole)
        checks(Visitor(certificate[0], NAMES[1], ports["https"], "/cards"), path)


def test_behind_caddy(tmp_path, certificate, ports):
    """With TLS, as a whole name and under a path."""
    program = needs("caddy")
    tls = f"\ttls {certificate[0]} {certificate[1]}\n"
    recipe = filled(
        "Caddyfile", tmp_path,
        {
            "cards.example {\n": f"{NAMES[0]}:{ports['https']} {{\n{tls}",
            "example.org {\n": f"{NAMES[1]}:{ports['https']} {{\n{tls}",
            "127.0.0.1:8420": f"127.0.0.1:{ports['whole']}",
            "127.0.0.1:8421": f"127.0.0.1:{ports['path']}",
        },
    )  # fmt: skip
    text = recipe.read_text(encoding="utf-8")
    recipe.write_text(
        f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{text}", encoding="utf-8"
    )
    home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    command = [program, "run", "--config", recipe, "--adapter", "caddyfile"]
    caddy = running(*command, until=answers(ports["https"]), env=home, stderr=subprocess.DEVNULL)
    with two_services(tmp_path, ports) as (whole, path), caddy:
        checks(Visitor(certificate[0], NAMES[0], ports["https"]), whole)
        checks(Visitor(certificate[0], NAMES[1], ports["https"], "/cards"), path)


def test_a_path_that_the_proxy_leaves_is_taken_away(tmp_path):
    """Both ways of a proxy work."""
    port = free_port()
    offered = f"https://example.org:{port}/cards"
    with serving(tmp_path / "one", port, "--public-url", offered):
        for path in ("/cards/health", "/health"):
            request = Request(f"http://127.0.0.1:{port}{path}")
            with urlopen(request, timeout=PATIENCE_S) as answer:
                assert json.load(answer)["ok"]


def test_the_unit_of_systemd_is_sound(tmp_path):
    """As systemd sees it, with the program of the test; its command is understood."""
    program = needs("systemd-analyze")
    unit = filled("dealt.service", tmp_path, {"/opt/dealt/bin/dealt": sys.executable})
    result = subprocess.run(
        [program, "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0 and "dealt.service" not in result.stderr, result.stderr
    text = (HOSTING / "dealt.service").read_text(encoding="utf-8")
    command = re.search(r"^ExecStart=\S+/dealt (.*)$", text, re.MULTILINE)
    options = command[1].replace("/var/lib/dealt/tables.db", str(tmp_path / "tables.db")).split()
    understood(options, tmp_path)


def understood(words, tmp_path):
    """Serve by these words of a recipe, at another port; the service answers."""
    port = free_port()
    command = [sys.executable, "-m", "dealt", *words, "--port", port]
    with (
        running(*command, until=answers(port), stdout=subprocess.DEVNULL),
        urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE_S) as answer,
    ):
        assert json.load(answer)["ok"]


def test_the_container_s_command_and_health_check_work(tmp_path):
    """Without a container: what it runs, and how it is asked whether it is well."""
    text = (HOSTING / "Containerfile").read_text(encoding="utf-8")
    command = json.loads(re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)[1])
    check = json.loads(re.search(r"^HEALTHCHECK .*? CMD (\[.*\])$", text, re.MULTILINE)[1])
    assert command[0] == "dealt" and check[0] == "python"
    port = free_port()
    words = [word.replace("/data/", f"{tmp_path}/") for word in command[1:]]
    asked = [word.replace("8420", str(port)) for word in check[1:]]
    program = [sys.executable, "-m", "dealt", *words, "--port", port]
    with running(*program, until=answers(port), stdout=subprocess.DEVNULL):
        assert subprocess.run([sys.executable, *asked], check=False).returncode == 0
    assert subprocess.run([sys.executable, *asked], check=False, capture_output=True).returncode


def test_compose_waits_for_the_database_and_keeps_it():
    """The file is read as compose reads it, and its command is one of `dealt serve`."""
    yaml = pytest.importorskip("yaml")
    services = yaml.safe_load((HOSTING / "compose.yaml").read_text(encoding="utf-8"))["services"]
    words = services["dealt"]["command"].split()
    from dealt.cli.serve import serve

    options = {name for option in serve.params for name in option.opts}
    assert words[:2] == ["dealt", "serve"]
    assert {word for word in words if word.startswith("--")} <= options
    assert services["dealt"]["depends_on"]["database"]["condition"] == "service_healthy"
    assert services["database"]["healthcheck"]["test"][1] == "pg_isready"
    assert services["database"]["volumes"] == ["tables:/var/lib/postgresql/data"]
    context = HOSTING / services["dealt"]["build"]["context"]
    assert (context / services["dealt"]["build"]["dockerfile"]).samefile(HOSTING / "Containerfile")
