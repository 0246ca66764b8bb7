"""Each person at a table reads in a language of their own; programs and files know one."""

import json

import msgspec
import pytest

import dealt
from dealt.agents import GIVEN_NAMES
from dealt.games import games
from dealt.language import speaking
from dealt.service.hall.thinking import Job, advise
from dealt.service.table import frames
from dealt.service.table import protocol as p
from tests.brackets import in_brackets, outside
from tests.service.talk import Client

NAMES = ("Zoé 1", "Bot 2")
# what is the same for every reader: names, codes, cards, words for programs
SAME = {
    "is", "table", "phase", "record", "settings", "options", "kind", "level", "game", "name",
    "names", "winners", "commitment", "person", "code", "language", "title", "levels", "chat",
    "default", "choices", "cards", "commitments", "entropy", "id", "verb", "source", "target",
    "targets", "shows", "unit", "ranks", "suits", "wild", "items", "value", "ink", "rank",
    "suit", "tone", "reason", "rule", "facts", "take", "archived",
}  # fmt: skip


pytestmark = pytest.mark.usefixtures("kept")


def texts(frame):
    """What stands in a frame for its reader."""
    if isinstance(frame, dict):
        for name, value in frame.items():
            if name not in SAME:
                yield from texts(value)
    elif isinstance(frame, list):
        for value in frame:
            yield from texts(value)
    elif isinstance(frame, str):
        yield frame


async def hello(client, language):
    return await client.say("hello", protocol=p.PROTOCOL, token=client.token, language=language)


async def test_two_readers_at_a_table_have_each_their_language(service):
    """Frames, refusals, hints, the log: and those of an old client are as before."""
    ana, bob = [await Client.of(service, name) for name in ("Ana", "Bob")]
    assert (await hello(ana, "pt-BR"))["language"] == "pt-BR"
    welcome = await hello(bob, "de-DE")  # which there is not
    assert welcome["language"] == "en"
    assert "canastra brasileira" in str(ana.frames) and "Brazilian" in str(welcome)
    settings = {"game": "tranca", "seats": 2, "public": True}
    table = (await ana.done("open", settings=settings))["table"]
    await ana.done("sit", seat=0)
    await bob.done("enter", table=table)
    await bob.done("sit", seat=1)
    for one in (ana, bob):
        await one.done("ready")
    turn = (await ana.table())["turn"]
    mover, other = (ana, bob) if turn == 0 else (bob, ana)
    await mover.done("play", text="draw", move="m1", version=(await mover.table())["version"])
    portuguese, yours = await ana.table(), await bob.table()
    name = portuguese["seats"][turn]["name"]
    assert portuguese["log"][0]["text"].startswith(f"{name} comprou")
    assert yours["log"][0]["text"].startswith(f"{name} drew")
    labels = [{z.get("label") for z in frame["board"]["zones"]} for frame in (portuguese, yours)]
    assert "Lixo" in labels[0] and "Discard pile" in labels[1]
    read = [(await one.say("read"))["text"] for one in (ana, bob)]
    assert "Lixo: vazio" in read[0] and "Discard pile: empty" in read[1]
    code, reason = await other.refused("play", text="draw", move="m2", version=1)
    assert code == "turn" and reason == (f"é a vez de {name}" if other is ana else f"{name}'s turn")
    hint = (await mover.say("hint"))["text"]
    assert ("para bater ainda falta" if mover is ana else "to go out") in hint
    for one, view in ((ana, portuguese), (bob, yours)):
        assert (await one.say("log"))["lines"] == view["log"]
    assert (await ana.say("hint", adviser="AI"))["is"] in ("told", "refused")


async def test_words_in_ones_language_are_read(service):
    """And what is kept of them is in none."""
    ana = await Client.of(service, "Ana")
    await hello(ana, "pt")
    await ana.done("open", settings={"game": "tranca", "seats": 2, "rounds": 1})
    await ana.done("sit", seat=0)
    await ana.done("bot", seat=1, level="random")
    await ana.done("ready")
    table = await ana.table()
    first = table["own"]["actions"][0]
    assert (first["verb"], first["text"]) == ("draw", "comprar")
    await ana.done("play", text=" Comprar ", move="m1", version=table["version"])
    state = service.tables.live[table["table"]].state
    assert state.match.record.played[0].actions[0] == "draw"
    code, reason = await ana.refused("play", text="pular", move="m2", version=table["version"] + 1)
    assert code == "unreadable" and reason.startswith("não entendi 'pular'")


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
async def test_the_log_of_a_match_has_one_language(game, service):
    """In a language of brackets nothing of any frame stands outside of them."""
    with in_brackets():
        ana = await Client.of(service, NAMES[0])
        await hello(ana, "pt-BR")
        seats = game.seats[0]
        await ana.done("open", settings={"game": game.name, "seats": seats, "rounds": 2})
        await ana.done("sit", seat=0)
        for seat in range(1, seats):
            await ana.done("bot", seat=seat, level="random")
        for _ in range(90):
            table = await ana.table()
            if table["phase"] == "over":
                break
            if table["phase"] != "playing":
                await ana.done("ready")
                continue
            version, action = table["version"], table["own"]["actions"][0]["id"]
            for adviser in (None, "AI"):
                await ana.say("hint", adviser=adviser)
            await ana.say("why", action=game.sizes.actions - 1)
            held = [zone.get("cards", []) for zone in table["own"]["zones"]]
            for zone in table["board"]["zones"]:
                await ana.say("why", cards=held[0][:1] if held else [], zone=zone["id"])
            await ana.say("read")
            await ana.done("play", action=action, move=f"m{version}", version=version)
            await ana.refused("play", text="xx", move=f"n{version}", version=0)
        await ana.say("log")
        await ana.say("record")
        names_in_frames = [
            seat["name"] or "" for frame in ana.frames for seat in frame.get("seats", [])
        ]
        names = [*{*names_in_frames, *NAMES, *GIVEN_NAMES, "random", "AI", "xx"}]
        kinds = {text: frame["is"] for frame in ana.frames[2:] for text in texts(frame)}
        for text, kind in kinds.items():
            assert not outside(text, names), (kind, text)


async def test_a_removed_player_reads_so_in_their_language(service):
    """However is to be told something by what another connection does."""
    ana = await Client.of(service, "Ana")
    await hello(ana, "pt-BR")
    table = (await ana.done("open", settings={"game": "penney", "seats": 2}))["table"]
    again = await ana.again()
    await again.done("enter", table=table)
    assert ana.read()[-1]["why"] == "você se conectou de novo em outro lugar"
    service.farewell()
    assert again.read()[-1]["why"] == "the service stops; come back"
    assert ana.read()[-1]["why"] == "o serviço está parando; volte depois"


def test_a_computer_player_gives_its_reason_in_the_language_of_who_asks():
    """It may think in another process, which knows no language by itself."""
    table = dealt.table("mason-rummy", ["Ana", "AI"], seed=3)
    with speaking("pt-BR"):
        job = Job.from_table(table, "good", 1)
    assert job.language == "pt-BR" and advise(job).startswith("bom escolheria comprar")
    assert advise(Job.from_table(table, "good", 1)).startswith("good would draw")


def test_only_the_text_of_an_action_depends_on_the_reader():
    """And what is usual, or is not there, is left out."""
    table = dealt.table("tranca", ["Ana", "AI"], seed=3)
    action = json.loads(msgspec.json.encode(frames.open_actions(table)[0]))
    moves = {"verb": "draw", "source": "stock", "targets": ["hand:0"]}
    assert action == {"id": 0, "text": "draw", **moves}
    with speaking("pt-BR"):
        other = json.loads(msgspec.json.encode(frames.open_actions(table)[0]))
    assert other == {**action, "text": "comprar"}
