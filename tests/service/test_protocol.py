"""The protocol: strict reading, one schema, and frames that nobody can do harm with."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.cli.serve import protocol
from dealt.core.zones import Board, Event
from dealt.games import registered
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.commands import ORDERS
from dealt.service.table.limits import Limits
from dealt.service.table.parts import OpenAction, OwnPart
from dealt.service.table.protocol import schema
from dealt.service.table.refusals import Refused, _cleaned, clean_line, clean_name
from tests.service.talk import Client, Clock, fresh_file, house, in_loop, open_table, two_at_table

MESSAGES = m.ClientMessage.__args__
FRAMES = p.ServerFrame.__args__
UNASKED = ("table", "said", "closing")


def test_the_schema_names_every_message_and_frame():
    """And forbids other fields in messages."""
    parts = json.loads(CliRunner().invoke(protocol).output)["$defs"]
    assert all(kind.__name__ in parts for kind in (*MESSAGES, *FRAMES))
    for kind in MESSAGES:
        assert parts[kind.__name__]["additionalProperties"] is False
        assert kind.__doc__
        assert parts[kind.__name__]["properties"]["do"]["enum"] == [kind.__struct_config__.tag]


def test_the_schema_tells_what_is_always_sent():
    """All fields of a frame; a client may leave out what has a default."""
    parts = schema()["$defs"]
    for name in ("TableFrame", "Done", "GameInfo", "Settings"):
        assert set(parts[name]["required"]) == set(parts[name]["properties"]), name
    assert parts["TableFrame"]["properties"]["settings"] == {"$ref": "#/$defs/Settings"}
    assert parts["Open"]["properties"]["settings"] == {"$ref": "#/$defs/WantedSettings"}
    assert parts["WantedSettings"]["required"] == ["game", "seats"]
    assert "said" not in parts["OpenAction"]["required"]  # omit_defaults
    assert "ack" not in parts["Ping"]["required"]


def test_the_schema_needs_nothing_but_msgspec():
    """A wheel is built, the page with it, where no library of the games is."""
    code = (
        "import sys, msgspec.json; before = set(sys.modules);"
        "import dealt.service.table.protocol;"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(new - sys.stdlib_module_names - {'dealt'}))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == []


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'{"do":"nothing"}',
        b'{"do":"ping","more":1}',
        b'{"do":"ping","ack":-1}',
        b'{"do":"ping","ack":1.5}',
        b'{"do":"sit","seat":"0"}',
        b'{"do":"sit","seat":16}',
        b'{"do":"sit","seat":true}',
        b'{"do":"enter","table":"../x"}',
        b'{"do":"play","move":"a b","version":1}',
        b'{"do":"ready","commit":"xyz"}',
        b'{"do":"open","settings":{"game":"penney","seats":2,"file":"x"}}',
        b'{"do":"(join","code_hash":"' + b"0" * 64 + b'"}',
        b'{"do":"(arrive"}',
        b'{"do":"say","text":"' + b"x" * 5000 + b'"}',
        b'{"do":"say","text":' + b"[" * 3000,
        b"\xff\xfe",
        b"\x00",
    ],
    ids=lambda frame: repr(frame[:30]),
)
def test_an_invalid_message_is_refused_in_one_line(frame):
    """Unknown fields, wrong kinds, too long, too deep, no text."""
    with pytest.raises(Refused) as refused:
        m.decode(frame)
    assert refused.value.code == "unreadable"
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def examples():
    """The JSON of the page about the protocol, value by value."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "protocol.md").read_text(
        encoding="utf-8"
    )
    for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL):
        rest = block.strip()
        while rest:
            value, end = json.JSONDecoder().raw_decode(rest)
            yield value
            rest = rest[end:].lstrip()


def test_the_examples_of_the_page_are_of_this_protocol():
    """Messages, frames, boards, actions and events have the fields that they have here."""
    parts = list(examples())
    assert [next(iter(value)) for value in parts] == ["board", "do", "id", "do", "is"]
    view, play, action, reason, told_frame = parts
    exactly(view["board"], Board)
    exactly(view["own"], OwnPart)
    for event in view["log"]:
        exactly(event, Event)
    exactly(action, OpenAction)
    exactly(told_frame, p.Told)
    for message in (play, reason):
        m.decode(json.dumps(message).encode())
    action_text = registered("mason-rummy").words.action_text
    for each in (action, *view["own"]["actions"]):
        assert action_text(each["id"]) == each["text"]


def exactly(value, kind):
    """Check that an example says neither more nor less than what would be sent."""
    assert json.loads(msgspec.json.encode(msgspec.convert(value, kind))) == value


def test_internal_orders_are_refused_as_messages():
    """Nobody can join by a hash, or make a link work, from outside."""
    own = {kind for kind in ORDERS if kind not in MESSAGES}
    assert {kind.__name__ for kind in own} == {"MakeCode", "Join", "Arrive", "Depart"}


words = st.sampled_from(["a", "t" + "0" * 16, "seed", "penney", "0" * 32, "f" * 64, "draw stock"])
values = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 1 << 54), st.text(max_size=20), words,
    st.floats(allow_nan=False, allow_infinity=False),  # JSON has neither
    st.lists(st.integers(0, 3), max_size=3), st.dictionaries(words, st.integers(0, 3), max_size=2),
)  # fmt: skip
fields = st.sampled_from(sorted({name for kind in MESSAGES for name in kind.__struct_fields__}))
likely = st.builds(
    lambda do, rest: {"do": do, **rest},
    st.sampled_from([kind.__struct_config__.tag for kind in MESSAGES if kind is not m.Leave]),
    st.dictionaries(fields, values, max_size=4),
)
frames = st.one_of(st.binary(max_size=200), likely.map(lambda order: json.dumps(order).encode()))


@settings(max_examples=15)
@given(frames_sent=st.lists(frames, max_size=25))
@in_loop
async def test_fuzzed_frames_change_no_table_and_end_no_other_connection(
    tmp_path_factory, frames_sent
):
    """A stranger at the table says anything at all: the game and the others go on."""
    async with house(fresh_file(tmp_path_factory.mktemp("fuzz"))) as service:
        ana, eve = await Client.of(service, "Ana"), await Client.of(service, "Eve", "10.9.9.9")
        name = await open_table(ana, "mason-rummy", 2, "seed")
        await ana.done("ready")
        await eve.done("enter", table=name)
        before = await ana.table()
        for frame in frames_sent:
            await eve.raw(frame)
        if not any(
            b'"sit"' in frame for frame in frames_sent
        ):  # a free seat may be taken, and given up
            after = await ana.table()
            assert {**after, "version": 0} == {**before, "version": 0}
        assert not [line for line in service.heard if "mistake" in line]
        assert ana.session.closing is None
        await ana.play()


wrong = st.one_of(
    st.builds(lambda n: {"do": "say", "text": "\u00e9" * n}, st.integers(200, m.MOST_BYTES)),
    st.builds(lambda n: {"do": "play", "action": n, "more": [[]] * n}, st.integers(0, 40)),
    st.sampled_from([{"do": "fly"}, {}, {"do": ["play"]}, {"do": "hello", "protocol": 1}]),
)
# a frame, a step of the machine's clock, or time that passes
moments = st.one_of(likely, wrong, st.integers(-(10**7), 10**7), st.floats(0, 0.2))


@settings(max_examples=30)
@given(moments=st.lists(moments, max_size=90))
@in_loop
async def test_each_frame_has_one_answer_even_if_the_clock_jumps(tmp_path_factory, moments):
    """With the frame's own number: in a burst, too long, unknown, with the date set back or on."""
    clock, timer = Clock(), Clock()
    folder = tmp_path_factory.mktemp("clock")
    few = Limits(frames_burst=10)
    async with house(fresh_file(folder), clock=clock, timer=timer, limits=few) as service:
        ana = await Client.of(service, "Ana")
        await open_table(ana, "mason-rummy", 2, "seed")
        await ana.done("ready")
        numbers = []
        for number, moment in enumerate(moments, 1000):
            if isinstance(moment, dict):
                numbers.append(number)
                await ana.session.receive(json.dumps({**moment, "ack": number}).encode())
                ana.read()
            elif isinstance(moment, int):
                clock.time += moment
            else:
                timer.time += moment
            await service.tick()
        await service.tables.tasks.settle()
        ana.read()
        answered = [frame.get("ack") for frame in ana.frames if frame["is"] not in UNASKED]
        assert sorted(ack for ack in answered if ack != 7) == numbers, "7: to open the table"
        assert ana.session.closing is None
        clock.time -= 3600
        timer.time += 10
        assert (await ana.say_at_once("ping"))["is"] == "pong"


async def test_a_repeated_move_is_played_once_and_answered_alike(tmp_path):
    """At once, by a new connection, after a new start, and when others have moved."""
    path = fresh_file(tmp_path)
    async with house(path) as service:
        ana, bob, name = await two_at_table(service, "president")
        mover, other = (ana, bob) if (await ana.table())["turn"] == 0 else (bob, ana)
        table = await mover.table()
        action = table["own"]["actions"][0]["id"]
        order = {"move": "once", "version": table["version"], "action": action}
        first = await mover.done("play", **order)
        assert await mover.done("play", **order) == first
        again = await mover.again()
        await again.done("enter", table=name)
        assert await again.done("play", **order) == first
        await other.play()
        assert await again.done("play", **order) == first
        assert (await again.refused("play", **{**order, "move": "twice"}))[0] in ("turn", "stale")
        before = await again.table()
        token = again.token
    async with house(path) as service:
        back = Client(service, token)
        await back.say("hello", protocol=p.PROTOCOL, token=token)
        await back.done("enter", table=name)
        assert await back.done("play", **order) == first
        assert (await back.table())["board"] == before["board"]


async def test_a_player_who_says_anything_plays_by_the_rules(tmp_path):
    """Texts of actions, real ones among them, said by who is in turn: no mistake of ours."""
    dice = random.Random(4)
    texts = [
        "run 3S 4S 5S", "meld 7C 7D 7H", "lay off 7H", "discard", "discard 99", "\u0663", "fly",
        "draw stock draw stock", "give", "9" * 200, "new 2 2 2", "lay 2 on 1", "\x00", "DISCARD as",
    ]  # fmt: skip
    async with house(fresh_file(tmp_path)) as service:
        for game, seats in (("mason-rummy", 2), ("tranca", 2), ("president", 2), ("penney", 2)):
            ana = await Client.of(service, "Ana")
            await open_table(ana, game, seats, "seed", rounds=1)
            await ana.done("ready")
            for number, text in enumerate([*texts, *(make_up(dice) for _ in range(40))]):
                version = (await ana.table())["version"]
                answer = await ana.say("play", move=f"x{number}", version=version, text=text)
                assert answer["is"] == "done" or answer["code"] in (
                    "unreadable",
                    "illegal",
                    "phase",
                )
                reason = tap(dice, await ana.table(), text)
                answer = await ana.say("why", **reason)
                assert answer["is"] == "told" or answer["code"] in ("unreadable", "phase", "turn")
        assert service.heard == []


def tap(dice, table, text):
    """Cards and a zone: those of the table, and others."""
    own = table["own"] or {"zones": []}
    faces = [face for zone in own["zones"] for face in zone.get("cards", [])] + ["", "7H", text[:9]]
    zones = [zone["id"] for zone in table["board"]["zones"]] + [None, "", "hand", text[:30]]
    return {
        "cards": dice.sample(faces, min(len(faces), dice.randrange(5))),
        "zone": dice.choice(zones),
    }


def make_up(dice):
    """A text of letters that actions are made of."""
    return "".join(
        dice.choice("23TJQKA cdhsp,takenwlyo \u00e9\u4e00\t") for _ in range(dice.randrange(1, 30))
    )


# --- names and chat -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  Ana   Maria ", "Ana Maria"),
        ("a\x1b[2Jb\x07", "a [2Jb"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\u2066b\u2069\u200e\u200fc\ufeff", "abc"),
        ("a\u200db", "ab"),
        ("\U0001f469\u200d\U0001f4bb", "\U0001f469\u200d\U0001f4bb"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("\U0001f44d\U0001f3fd", "\U0001f44d\U0001f3fd"),
        ("\U0001f1e7\U0001f1f7", "\U0001f1e7\U0001f1f7"),
        ("z" + "\u0301" * 40, "\u017a\u0301\u0301\u0301"),
        ("a\u2028b\r\nc", "a b c"),
        ("Zo\u0065\u0308", "Zo\u00eb"),
        ("\U000e0041x", "x"),
        ("\ue000y\ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace"), "y\ufffd"),
    ],
)  # fmt: skip
def test_control_characters_are_removed(text, cleaned):
    """Control, bidirectional and invisible letters go; emoji and accents stay."""
    assert _cleaned(text) == cleaned


@given(text=st.text(max_size=300))
def test_cleaning_leaves_one_line_and_nothing_to_clean(text):
    """For any text."""
    cleaned = _cleaned(text)
    assert _cleaned(cleaned) == cleaned
    assert "\n" not in cleaned
    assert "\x1b" not in cleaned
    assert not {"\u202e", "\u202d", "\u2066", "\u200f"} & set(cleaned)
    msgspec.json.encode(cleaned)


def test_invalid_names_and_chat_lines_are_refused():
    """Nothing to be seen, too long, a formula."""
    for name in ("", " ", "\u200b", "x" * 25, "=1+1", "+1", "-a", "@a", "\uff1d1", "..."):
        with pytest.raises(Refused):
            clean_name(name)
    assert clean_name("\U0001f0a1") == "\U0001f0a1"
    with pytest.raises(Refused):
        clean_line("\u200b\n")
    with pytest.raises(Refused):
        clean_line("x" * 281)
