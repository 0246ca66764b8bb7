"""Python's looks for garbage leave out what has lived for a while, and find it in the end."""

import asyncio
import gc
import weakref

import pytest
import uvicorn

from dealt.service.table.limits import Limits
from dealt.service.web.control import WHOLE_S, GarbageLooks
from dealt.service.web.serving import TICKS_TO_SET_ASIDE, Callers, Server


class Cycle:
    """Something that only a look for garbage can free."""

    def __init__(self):
        self.own = self


@pytest.fixture
def clock():
    seconds = [50.0]
    yield seconds
    gc.unfreeze()


def test_objects_set_aside_are_collected_from_time_to_time(clock):
    """Not by Python's own looks; an hour later by all means."""
    looks = GarbageLooks(lambda: clock[0])
    cycle = Cycle()
    lives = weakref.ref(cycle)
    looks.set_aside()
    assert gc.get_freeze_count() > 1000
    del cycle
    gc.collect()
    assert lives() is not None
    clock[0] += WHOLE_S - 1
    looks.set_aside()
    assert lives() is not None
    clock[0] += 2
    looks.set_aside()
    assert lives() is None


def test_young_objects_are_collected_as_usual(clock):
    """Python looks at it as ever."""
    GarbageLooks(lambda: clock[0]).set_aside()
    cycle = Cycle()
    lives = weakref.ref(cycle)
    del cycle
    gc.collect()
    assert lives() is None


def test_a_server_sets_aside_what_lives_every_few_seconds(clock):
    """And goes on serving."""
    callers = Callers(Limits(), lambda: 0.0, is_behind_proxy=False)
    server = Server(uvicorn.Config(lambda: None), service=None, callers=callers)
    gc.unfreeze()
    assert not asyncio.run(server.on_tick(TICKS_TO_SET_ASIDE - 1))
    assert gc.get_freeze_count() == 0
    assert not asyncio.run(server.on_tick(TICKS_TO_SET_ASIDE))
    assert gc.get_freeze_count() > 1000
