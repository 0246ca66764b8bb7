"""Where computer players think: beside the service, and not for ever."""

import asyncio
import json
import multiprocessing
import os
import threading
from dataclasses import replace

import pytest

from dealt import agents, match
from dealt.games import games
from dealt.service.hall import thinkers, workers
from dealt.service.hall import thinking as thinking_in
from dealt.service.hall.thinkers import Thinkers, in_processes, in_threads
from dealt.service.hall.thinking import Choice, Job, choose
from dealt.service.hall.workers import Workers
from dealt.service.table.refusals import Refused
from tests.service.talk import Client, fresh_file, house, lines_of, open_table

HERE = "10.0.0.1"


def job_for(game, level, seed=3):
    """A position in the middle of a round, and the table it is from."""
    seats = ["seed"] * game.seats[-1]
    played = match(game, ["Ana", *seats[1:]], seed=seed, rounds=1)
    return Job.from_table(played.table, level, 5), played.table


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("level", ["random", "seed", "good"])
def test_a_computer_player_chooses_as_at_any_table(game, level):
    """From a position that was sent elsewhere: the same choice."""
    job, table = job_for(game, level)
    bot = agents.bot(game, level, 5)
    assert choose(job) == bot.choose(table.view(0), table.actions).id


async def test_a_choice_that_takes_too_long_is_made_by_a_quick_player(monkeypatch):
    """The game goes on, by `good` or, if that is the slow one, at random; advice is refused."""
    thinking = in_threads(budget_s=0.01)

    async def slow(self, work, job, address=None):
        raise Refused("busy", "late")

    monkeypatch.setattr(thinkers.Thinkers, "_do", slow)
    job, table = job_for(games()[2], "good")
    choice = await thinking.choose(job)
    assert (choice.level, choice.action in [a.id for a in table.actions]) == ("random", True)
    strong = replace(job, level="strong")
    assert await thinking.choose(strong) == Choice(choose(job), "good")
    assert (thinking.choices, thinking.late) == (2, 2)
    with pytest.raises(Refused, match="good is taking too long"):
        await thinking.advise(job, HERE)
    thinking.close()


async def test_the_budget_is_kept(monkeypatch):
    """A thread that thinks on is not waited for."""
    job, _ = job_for(games()[2], "good")
    may_end = threading.Event()
    monkeypatch.setattr(thinking_in, "advise", lambda job: may_end.wait(20))
    thinking = in_threads(budget_s=0.02)
    with pytest.raises(Refused, match="too long"):
        await thinking.advise(job, HERE)
    may_end.set()
    thinking.close()


@pytest.mark.no_cover
async def test_workers_of_their_own_are_replaced_when_they_die():
    """One choice is made by a quick player, the next ones by a new worker."""
    job, table = job_for(games()[2], "seed")
    thinking = in_processes(1)
    thinking.warm()
    first = await thinking.choose(job)
    assert thinking.late == 0
    for worker in multiprocessing.active_children():
        worker.kill()
        await asyncio.to_thread(worker.join)
    assert (await thinking.choose(job)).action in [action.id for action in table.actions]
    assert await thinking.choose(job) == first
    assert thinking.late <= 1
    assert "would" in await thinking.advise(job, HERE)
    thinking.close()
    await asyncio.to_thread(worker.join, 20)
    assert not worker.is_alive()


# --- searches that have to be compiled first ------------------------------------------------------


class SlowCompiler:
    """Stands for the compiler: it takes as long as the test says."""

    def __init__(self, monkeypatch):
        self.begun, self.done = threading.Event(), threading.Event()
        self.asked_for = []
        monkeypatch.setattr(thinkers, "make_ready", self.make_ready)
        # what a search would do is of no interest here
        monkeypatch.setattr(Job, "_player", self.player)

    def make_ready(self, game):
        self.asked_for.append(game)
        self.begun.set()
        assert self.done.wait(60)

    @staticmethod
    def player(job, game):
        bot = agents.bot(game, "good" if job.level == "strong" else job.level, job.seed)
        bot.name = job.level
        return bot


@pytest.fixture
def compiler(monkeypatch):
    slow = SlowCompiler(monkeypatch)
    yield slow
    slow.done.set()


def one():
    """A worker in a thread."""
    return Workers(in_threads=True)


def impatient():
    """Workers in threads, whose searches are not waited for."""
    return Thinkers(one(), one(), make_searcher=one, patience_s=0)


async def test_while_a_search_is_compiled_good_answers_and_says_so(compiler):
    """At once, by itself; and the search as soon as it is ready. It is compiled once."""
    job, _ = job_for(games()[3], "strong")
    thinking = impatient()
    advice = await thinking.advise(job, HERE)
    assert advice.startswith("strong is warming up. Until then: good would")
    assert (await thinking.choose(job)).level == "good"
    assert compiler.begun.wait(20)
    compiler.done.set()
    while (choice := await thinking.choose(job)).level == "good":
        await asyncio.sleep(0.01)
    assert choice.level == "strong"
    assert (await thinking.advise(job, HERE)).startswith("strong would")
    assert compiler.asked_for == ["president"]
    assert thinking.late == 0
    thinking.close()


async def test_a_search_that_cannot_be_compiled_is_reported(monkeypatch, compiler):
    """Then `good` is asked instead, again and again."""

    def fail(game):
        raise ValueError("no compiler")

    monkeypatch.setattr(thinkers, "make_ready", fail)
    job, _ = job_for(games()[3], "strong")
    thinking = Thinkers(one(), one(), make_searcher=one, patience_s=20)
    for _ in range(2):
        advice = await thinking.advise(job, HERE)
        assert advice.startswith("strong cannot be prepared here. Instead: good would")
        assert (await thinking.choose(job)).level == "good"
    thinking.close()


async def test_good_answers_if_no_process_can_start(monkeypatch):
    """The table goes on."""

    def none(self):
        raise OSError("no more processes")

    monkeypatch.setattr(workers._ProcessWorker, "_start", none)
    job, _ = job_for(games()[3], "strong")
    thinking = Thinkers(one(), one(), make_searcher=Workers)
    thinking.prepare("president", "strong")
    assert (await thinking.choose(job)).level == "good"
    assert (await thinking.advise(job, HERE)).startswith("strong cannot be prepared here")
    thinking.close()


async def test_compiling_holds_up_nothing(tmp_path, compiler):
    """Neither a word, nor a move, nor a hint, nor another table; the log says who has chosen."""
    async with house(fresh_file(tmp_path), thinkers=impatient()) as service:
        ana, eve = await Client.of(service, "Ana"), await Client.of(service, "Eve")
        await open_table(ana, "president", 3, "strong", "good")
        assert compiler.begun.wait(20), "it is compiled as soon as the player has a seat"
        await ana.done("ready")
        assert (await ana.say("say", text="hello"))["is"] == "done"
        assert "strong is warming up" in (await ana.say("hint", adviser="strong"))["text"]
        lines = []
        while not any(line.startswith("Bia (good until strong is ready) ") for line in lines):
            await ana.play()
            lines += lines_of(await ana.table())
            assert len(lines) < 1000, "the search has had no choice at all"
        await open_table(eve, "president", 3, "good", "seed")
        await eve.done("ready")
        await eve.play()
        assert not compiler.done.is_set()
        await ana.finish()
        assert service.heard == []


async def test_a_hint_that_takes_long_holds_up_nothing_and_is_dropped_by_a_move(
    tmp_path, monkeypatch
):
    """Chat and moves of the one who asks are answered meanwhile, and other tables go on."""
    begun, may_end = threading.Event(), threading.Event()

    def slow(job):
        begun.set()
        assert may_end.wait(60)
        return "too late"

    monkeypatch.setattr(thinking_in, "advise", slow)
    thinking = in_threads(workers=2)
    async with house(fresh_file(tmp_path), thinkers=thinking) as service:
        ana, eve = await Client.of(service, "Ana"), await Client.of(service, "Eve")
        await open_table(ana, "mason-rummy", 2, "seed")
        await ana.done("ready")
        table = await ana.table()
        order = json.dumps({"do": "hint", "ack": 1, "adviser": "seed"}).encode()
        await ana.session.receive(order)
        await asyncio.to_thread(begun.wait, 20)
        assert (await ana.say_at_once("say", text="hm"))["is"] == "done"
        assert (await ana.say_at_once("ping"))["is"] == "pong"
        name = (await eve.say_at_once("open", settings={"game": "president", "seats": 3}))["table"]
        for seat in range(3):
            await eve.say_at_once("bot", seat=seat, level="seed")
        await eve.say_at_once("ready")
        state = service.tables.live[name].state
        while state.match is None or not state.match.tables[0].is_over:
            await asyncio.sleep(0.01)
        assert not any(frame.get("ack") == 1 for frame in ana.frames)
        action = table["own"]["actions"][0]["id"]
        move = {"move": "a", "version": table["version"], "action": action}
        assert (await ana.say_at_once("play", **move))["is"] == "done"
        dropped = await ana.answer_to(1)
        assert (dropped["is"], dropped["code"]) == ("refused", "stale")
        assert "the hint was dropped" in dropped["why"]
        may_end.set()
        assert service.heard == []


async def test_the_next_question_takes_the_place_of_the_last_one(tmp_path, monkeypatch):
    """Someone who left the table gets no answer."""
    may_end = threading.Event()
    monkeypatch.setattr(thinking_in, "advise", lambda job: may_end.wait(60) and "told")
    async with house(fresh_file(tmp_path)) as service:
        ana = await Client.of(service, "Ana")
        await open_table(ana, "mason-rummy", 2, "seed")
        await ana.done("ready")
        service.clock.time += 60
        for ack in (1, 2):
            order = {"do": "hint", "ack": ack, "adviser": "seed"}
            await ana.session.receive(json.dumps(order).encode())
        assert (await ana.answer_to(1))["code"] == "stale"
        assert (await ana.say_at_once("leave"))["is"] == "done"
        assert (await ana.answer_to(2))["code"] == "stale"
        may_end.set()


@pytest.mark.no_cover
async def test_a_search_has_a_process_of_its_own(tmp_path, monkeypatch):
    """While it gets ready there, quick players choose here; then it chooses itself."""
    monkeypatch.setenv("DEALT_CACHE_DIR", os.environ.get("DEALT_CACHE_DIR", str(tmp_path)))
    job, _ = job_for(games()[4], "strong")
    thinking = in_threads(budget_s=120)
    others = set(multiprocessing.active_children())  # of earlier tests, at their end
    thinking.prepare("tranca", "good")
    assert set(multiprocessing.active_children()) <= others, "nothing is compiled for the others"
    thinking.prepare("tranca", "strong")
    while not set(multiprocessing.active_children()) - others:
        await asyncio.sleep(0.01)
    assert (await thinking.choose(replace(job, level="good"))).level == "good"
    thinking.close()
    for worker in multiprocessing.active_children():
        await asyncio.to_thread(worker.join, 20)
    assert multiprocessing.active_children() == []
