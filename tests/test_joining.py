"""Tables of another server at plain prompts: `dealt play --plain --join LINK`."""

import asyncio
import contextlib
import threading
from concurrent.futures import Future

import pytest

from dealt.clients.line.background import BackgroundClient, MovedElsewhereError
from dealt.clients.line.client_match import ClientMatch
from dealt.clients.wire import Remote, read_link
from dealt.core.zones import Hand
from dealt.errors import IllegalAction, ParseError
from dealt.service.table.refusals import Refused
from dealt.service.web.local import Keys
from tests.program import at_a_terminal, interrupt, run, spawn
from tests.served import host, listen, served
from tests.service.talk import Client, fresh_file, open_table


@contextlib.asynccontextmanager
async def hosted(folder, game="penney", seats=2, **settings):
    """A server where Ana has a table; she, the link to it, and the server."""
    async with served(fresh_file(folder), listen(), folder) as (service, origin):
        ana = await Client.of(service, "Ana")
        await open_table(ana, game, seats, **settings)
        code = (await ana.say("invite", kind="player"))["code"]
        yield ana, f"{origin}/#/join/{code}", service


async def until(holds):
    """Wait until something holds."""
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


async def play_on(ana):
    """Ana plays whenever it is her turn, until the match is over."""
    while (table := await ana.table())["phase"] != "over":
        if table["phase"] in ("between", "seating") and not table["seats"][0]["ready"]:
            if all(seat["kind"] != "empty" for seat in table["seats"]):
                await ana.done("ready")
        elif table["turn"] == 0:
            await ana.play(0)
        await asyncio.sleep(0.02)


def join(link, answers, *more):
    """What is printed to somebody who joins with these lines of input."""
    lines = "".join(f"{line}\n" for line in answers)
    return asyncio.to_thread(run, "play", "--plain", "--join", link, *more, typed=lines)


async def test_a_file_of_answers_sits_down_and_plays_a_match(tmp_path):
    """Seats, moves, who is waited for and points are lines; the input ends after the match."""
    async with hosted(tmp_path, rounds=2) as (ana, link, _):
        playing = asyncio.create_task(play_on(ana))
        answers = ["sit on seat 2", "what", "begin", "why BBB", "seats", "log", "7", "say thanks"]
        done = await join(link, [*answers, "verify", "6"], "--seat", "Bob")
        playing.cancel()
    assert (done.returncode, done.stderr) == (0, ""), done
    for line in (
        "Penney's game\nseat 1: Ana\nseat 2: free\n1. sit on seat 2\n> sit on seat 2\n",
        "'what' is not a valid choice: enter a number from 1 to ",
        "Round 1 of 2. Turn order: Ana, Bob\n",
        "Ana chose RRR\n",
        "> why BBB\nthat is allowed now\n",
        "1. Ana: a person\n2. Bob: a person, whose turn it is\n",
        "Round 1, from its beginning\nAna chose RRR\n",
        "End of round 1 of 2:\n",
        "Round 2 of 2. Turn order: ",
        "Bob says: thanks\n",
        "Round 1 was dealt as promised\n",
        "total: Ana ",
    ):
        assert line in done.stdout, line
    assert "Bob chose " in done.stdout and "1. play again\n" in done.stdout


async def test_a_new_table_is_opened_and_left_at_prompts(tmp_path):
    """With a game and no seats others are invited; the next time the match goes on."""
    async with hosted(tmp_path) as (_, link, _service):
        origin = link.partition("#")[0]
        answers = ["Cleo", "invite", *["computer player seed"] * 2, "begin", "name Lia", "hint"]
        done = await join(origin, [*answers, "q"], "mason-rummy")
        assert (done.returncode, done.stderr) == (0, ""), done
        for line in (
            "What should others call you? Cleo\n",
            "seat 1: Cleo\nseat 2: free\n",
            f"Whoever has this link can play: {origin}#/join/",
            ", computer player\n1. begin\n",
            "Round 1 of 3. Turn order: Cleo, ",
            "Hand of Cleo:\n",
            "Turn: Lia, ",
            "Everything is saved there. Run the same command to resume.\n",
        ):
            assert line in done.stdout, line
        again = await join(origin, ["q"], "mason-rummy", "--resume")
        assert "Resuming the match that is saved" in again.stdout
        listed = await join(origin, ["1", "q"])
        assert "Which game? (Enter for 1)\n1. Continue Mason Rummy: Lia" in listed.stdout
        assert "Hand of Lia:\n" in listed.stdout


async def test_what_cannot_be_is_refused_in_a_line(tmp_path):
    """A link that does not work, options of one's own tables, nobody who answers."""
    async with hosted(tmp_path) as (_, link, _service):
        origin = link.partition("#")[0]
        for more, line in (
            ((f"{origin}#{'x' * 22}",), "this link does not work, or no longer"),
            ((link, "--record", "x.json"), "--record is for your own tables"),
            ((link, "--data", "x.db"), "--data is for your own tables"),
            (("http://127.0.0.1:9/#/table/t1",), "no dealt server at http://127.0.0.1:9"),
            (("nowhere",), "is no link to a table"),
        ):
            done = await join(more[0], [], *more[1:], "--seat", "Bob")
            assert done.returncode == 2 and line in done.stderr, done
            assert "Traceback" not in done.stderr


@contextlib.asynccontextmanager
async def joined(folder, game="mason-rummy", **settings):
    """Ana at her server, and Bob's client at her table, its first round dealt."""
    async with hosted(folder, game, **settings) as (ana, link, _):
        keys = Keys(folder / "keys.json")
        wire = contextlib.nullcontext(Remote(read_link(link), keys))
        background = await asyncio.to_thread(BackgroundClient, wire)
        client = background.client

        def begin():
            background.do(client.rename("Bob"))
            background.do(client.enter(background.do(client.wire.first_table())))
            background.do(client.order("sit", seat=1))
            background.do(client.order("ready"))

        await asyncio.to_thread(begin)
        await ana.done("ready")
        await asyncio.to_thread(background.wait, lambda: client.table.phase == "playing")
        lines = []
        try:
            yield ana, background, await asyncio.to_thread(ClientMatch, background, lines.append)
        finally:
            await asyncio.to_thread(background.close)


async def test_a_match_shows_what_its_seat_may_see(tmp_path):
    """One's own hand and no other; what others do is waited for, move by move."""
    async with joined(tmp_path) as (ana, _, match):
        table = match.table
        assert match.names == ("Ana", "Bob") and match.own_seats == [1] and match.rounds == 3
        assert (table.seat_in_turn, table.turn, table.actions) == (0, "Ana", ())
        hands = [zone for zone in table.view(1).zones if isinstance(zone, Hand)]
        assert [bool(hand.cards) for hand in hands] == [False, True]
        assert not any(zone.cards for zone in table.view(0).zones if isinstance(zone, Hand))
        stepping = asyncio.create_task(asyncio.to_thread(table.step))
        await ana.play(0)
        await stepping
        assert len(table.history) == 1
        assert await asyncio.to_thread(table.log, 1) == [table.event(0, None).text]
        await ana.done("say", text="hello")
        with pytest.raises(MovedElsewhereError):
            await asyncio.to_thread(table.step)
        assert match.news() == ["Ana says: hello"] and match.news() == []


async def test_a_move_is_read_here_and_refused_there(tmp_path):
    """By its words and its id; the server says why one is not open, and what is too late."""
    async with joined(tmp_path) as (ana, background, match):
        while (await ana.table())["turn"] == 0:
            await ana.play(0)
        await until(lambda: background.client.table.turn == 1)
        await asyncio.to_thread(match.catch_up)
        table = match.table
        action = table.actions[0]
        assert table.read(action.text).id == action.id and table.read(action.id) == action
        with pytest.raises(ParseError):
            table.read("fly")
        with pytest.raises(IllegalAction, match="Bob cannot "):
            await asyncio.to_thread(table.read, "discard KS")
        assert isinstance(await asyncio.to_thread(table.hint), str)
        await asyncio.to_thread(table.step, action)
        assert [seat for seat, _ in table.history][-1] == 1
        with pytest.raises(Refused):
            await asyncio.to_thread(match.order, "begin")


async def test_an_answer_counts_no_more_once_somebody_has_moved(tmp_path):
    """Other news do not matter to it."""

    def answer_later(match, answered):
        with match.left_alone():
            answered.wait()

    async with joined(tmp_path) as (ana, background, match):
        for do in (ana.play(0), ana.done("say", text="hello")):
            before, answered = background.client.table, threading.Event()
            asking = asyncio.create_task(asyncio.to_thread(answer_later, match, answered))
            await do
            await until(lambda before=before: background.client.table is not before)
            answered.set()
            with (
                pytest.raises(MovedElsewhereError)
                if do.__name__ == "play"
                else contextlib.nullcontext()
            ):
                await asking


async def test_ctrl_c_cancels_what_is_waited_for(tmp_path, monkeypatch):
    """The client itself goes on."""
    async with joined(tmp_path) as (_, background, _match):
        cancelled = []

        async def forever():
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

        def press(self, timeout=None):
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(Future, "result", press)
            with pytest.raises(KeyboardInterrupt):
                background.do(forever())
        await until(lambda: cancelled)
        await asyncio.to_thread(background.do, background.client.ask("ping"))


async def test_a_server_that_ends_is_waited_for(tmp_path):
    """What is asked meanwhile is refused in a line; the connection can be closed."""
    path, folder = fresh_file(tmp_path), tmp_path
    async with served(path, listen(), folder) as (service, origin):
        _, _, code = await host(service)
        wire = Remote(read_link(f"{origin}/#/join/{code}"), Keys(folder / "keys.json"))
        background = await asyncio.to_thread(BackgroundClient, contextlib.nullcontext(wire))
        table = await asyncio.to_thread(background.do, wire.first_table())
        await asyncio.to_thread(background.do, background.client.enter(table))
        frame, events = await asyncio.to_thread(background.moment)
        assert (frame.table, events) == (table, [])
    await until(lambda: background.client.trouble)
    with pytest.raises(Refused, match="trying again"):
        await asyncio.to_thread(background.do, background.client.ask("ping"))
    await asyncio.to_thread(background.close)
    await asyncio.to_thread(background.close)


@at_a_terminal
async def test_at_a_terminal_what_others_say_and_do_is_shown(tmp_path):
    """While a prompt waits, too; Ctrl-C leaves."""
    async with hosted(tmp_path) as (ana, link, _):

        def sit():
            bob = spawn("play", "--plain", "--join", link, "--seat", "Bob", cwd=tmp_path)
            bob.expect_exact("1. sit on seat 2")
            bob.sendline("1")
            bob.expect_exact("1. begin")
            return bob

        bob = await asyncio.to_thread(sit)
        await ana.done("ready")
        await asyncio.to_thread(bob.expect_exact, "The table has changed; press Enter to see it.")
        await asyncio.to_thread(bob.sendline, "begin")
        await asyncio.to_thread(bob.expect_exact, "Ana's turn.")
        await ana.play(0)
        await asyncio.to_thread(bob.expect_exact, "Turn: Bob, to choose")
        await ana.done("say", text="hello")
        await asyncio.to_thread(bob.expect_exact, "Ana says: hello")
        await asyncio.to_thread(interrupt, bob)
