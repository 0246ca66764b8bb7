"""Where computer players think: beside the service, and not for ever."""

import asyncio
import multiprocessing
from dataclasses import replace

import pytest

from dealt import agents, match
from dealt.games import games
from dealt.web import thinkers
from dealt.web.refusals import Refused
from dealt.web.thinkers import Job, choose, in_processes, in_threads
from tests.web.talk import in_loop


def job_for(game, level, seed=3):
    """A position in the middle of a round, and the table it is from."""
    seats = ["seed"] * game.seats[-1]
    made = match(game, ["Ana", *seats[1:]], seed=seed, rounds=1)
    return Job.of(made.table, level, 5), made.table


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("level", ["random", "seed", "good"])
def test_a_computer_player_chooses_as_at_any_table(game, level):
    """From a position that was sent elsewhere: the same choice."""
    job, table = job_for(game, level)
    made = agents.bot(game, level, 5)
    assert choose(job) == made.choose(table.view(0), table.actions).id


@in_loop
async def test_a_choice_that_takes_too_long_is_made_by_a_quick_player(monkeypatch):
    """The game goes on, by `good` or, if that is the slow one, at random; advice is refused."""
    asked = in_threads(budget_s=0.01)

    async def slow(self, work, job):
        raise TimeoutError

    monkeypatch.setattr(thinkers.Thinkers, "_do", slow)
    job, table = job_for(games()[2], "good")
    assert await asked.choose(job) in [action.id for action in table.actions]
    strong = replace(job, level="strong")
    assert await asked.choose(strong) == choose(job)
    assert (asked.made, asked.late) == (2, 2)
    with pytest.raises(Refused, match="good needs too long"):
        await asked.advise(job)
    asked.close()


@in_loop
async def test_the_budget_is_kept(monkeypatch):
    """A thread that thinks on is not waited for."""
    job, _ = job_for(games()[2], "good")
    import threading

    done = threading.Event()
    monkeypatch.setattr(thinkers, "advise", lambda job: done.wait(20))
    asked = in_threads(budget_s=0.02)
    with pytest.raises(Refused, match="too long"):
        await asked.advise(job)
    done.set()
    asked.close()


@pytest.mark.no_cover
@in_loop
async def test_workers_of_their_own_are_replaced_when_they_die():
    """One choice is made by a quick player, the next ones by a new worker."""
    job, table = job_for(games()[2], "seed")
    asked = in_processes(1)
    asked.warm()
    first = await asked.choose(job)
    assert asked.late == 0
    for worker in multiprocessing.active_children():
        worker.kill()
        await asyncio.to_thread(worker.join)
    assert await asked.choose(job) in [action.id for action in table.actions]
    assert await asked.choose(job) == first
    assert asked.late <= 1
    assert "would" in await asked.advise(job)
    asked.close()
    for worker in multiprocessing.active_children():
        await asyncio.to_thread(worker.join, 20)
    assert multiprocessing.active_children() == []
