"""How all tests run: no deadlines, and in continuous integration the same examples every time."""

import os

import pytest
from hypothesis import settings

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
os.environ["DEALT_LANGUAGE"] = "en"  # whatever the system speaks

# by which coverage is measured in the programs that a test starts
MEASURING = ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START")

# the tests of the rules; along all others coverage is measured only when that is asked for, since
# it makes them twice as long
RULES = ("tests/games/", "tests/contract/")
EVERYWHERE = os.environ.get("MEASURE") == "everything"


def is_measured(item):
    """Whether coverage is measured along a test."""
    return item.get_closest_marker("no_cover") is None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """What takes long comes first, so that no process is left alone with it in the end."""
    items.sort(key=is_measured)
    for item in items:
        if not (EVERYWHERE or item.nodeid.startswith(RULES)):
            item.add_marker(pytest.mark.no_cover)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Where coverage is not measured, neither is it in the programs that the test starts."""
    names = () if is_measured(item) else MEASURING
    kept = {name: os.environ.pop(name) for name in names if name in os.environ}
    try:
        return (yield)
    finally:
        os.environ.update(kept)
