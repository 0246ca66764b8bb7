"""How all tests run: no deadlines, and in continuous integration the same examples every time."""

import asyncio
import contextlib
import importlib
import inspect
import os
import signal
import tempfile

import pytest
from coverage import Coverage
from hypothesis import settings

from tests.marks import SLOW

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
os.environ["DEALT_LANGUAGE"] = "en"  # whatever the system speaks
os.environ["DEALT_DATA_DIR"] = "."  # nothing of a test is kept for good
CONFIG = tempfile.TemporaryDirectory()
os.environ["XDG_CONFIG_HOME"] = CONFIG.name

# by which coverage is measured in the programs that a test starts
MEASURING = ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START")

# what every line of is to be reached, and the tests that do so; a tracer that runs only along these
# costs little, while along everything it makes plain rules six times slower
REACHED = [f"src/dealt/games/*/{part}.py" for part in ("rules", "view", "words")]
GAMES = ("mason_rummy", "penney", "president", "three_card_poker", "tranca")
PARTS = (
    "", "_functions", "_greedy", "_hidden", "_intent", "_menus", "_rounds", "_scoring", "_trade",
    "_views", "_words",
)  # fmt: skip
RULES = (
    "tests/contract/",
    "tests/core/test_position.py",
    "tests/games/test_said.py",
    "tests/service/test_reasons.py",
    *(f"tests/games/test_{game}{part}.py" for game in GAMES for part in PARTS),
)

LONGEST_S = 600  # of a test that is a coroutine, so that none hangs; not a speed to keep

rules_reached = pytest.StashKey[Coverage]()


def listen_to_ctrl_c():
    """What a shell starts in the background ignores Ctrl-C, and all that it starts would, too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def takes_long(item):
    """Whether a test goes over code that shorter tests cover."""
    return item.get_closest_marker("no_cover") is not None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Two more than there are cores: those with a browser wait for it most of the time."""
    return (os.cpu_count() or 1) + 2


def pytest_configure(config):
    """The rules are first read while it is seen which of their lines are."""
    listen_to_ctrl_c()
    if os.environ.get("MEASURE") == "rules":
        reached = Coverage(include=REACHED, branch=True, data_suffix=True, config_file=False)
        with reached.collect():
            from dealt.games import games

            games()
        config.stash[rules_reached] = reached


def pytest_unconfigure(config):
    """Each process leaves a file of what it has reached."""
    if rules_reached in config.stash:
        config.stash[rules_reached].save()


def pytest_collection(session):
    """Of several processes, each begins to read all tests at another place.

    What one has compiled the others find: in a fresh clone, each test is compiled once, not by all.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args != session.config.getini("testpaths"):
        return
    folder = session.config.rootpath
    paths = [path.relative_to(folder) for path in sorted(folder.glob("tests/**/test_*.py"))]
    names = [".".join(path.with_suffix("").parts) for path in paths if "wheel" not in path.parts]
    start = len(names) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for name in names[start:] + names[:start]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # collecting reports it
            importlib.import_module(name)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """What takes long comes first, so that no process is left alone with it in the end."""
    items.sort(key=takes_long, reverse=True)


def pytest_itemcollected(item):
    """Those that prove something rare at length are marked, see `marks.SLOW`."""
    if item.nodeid.startswith(SLOW):
        item.add_marker(pytest.mark.slow)


def forget_actions():
    """An action that words keep from a test that is not measured would not be seen made."""
    from dealt.games import games

    for game in games():
        cached = getattr(game.words, "_action", None)
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Tests that are coroutines run in a loop; what their fixtures open is closed there again."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None

    async def run():
        values = {
            name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
        }
        async with contextlib.AsyncExitStack() as stack:
            for name, value in values.items():
                if isinstance(value, contextlib.AbstractAsyncContextManager):
                    values[name] = await stack.enter_async_context(value)
            await pyfuncitem.obj(**values)

    asyncio.run(asyncio.wait_for(run(), LONGEST_S))
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Coverage is measured along the tests that are meant for it, and along no others."""
    if not takes_long(item):
        if rules_reached in item.config.stash and item.nodeid.startswith(RULES):
            forget_actions()
            with item.config.stash[rules_reached].collect():
                return (yield)
        return (yield)
    settings = {name: os.environ.pop(name) for name in MEASURING if name in os.environ}
    try:
        return (yield)
    finally:
        os.environ.update(settings)
