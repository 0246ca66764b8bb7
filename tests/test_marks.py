"""The marks by which the tests are shared out, and along which of them coverage is measured."""

import os
import sys

import pytest

from tests.marks import SLOW


@pytest.mark.xdist_group("marked")
def test_tests_of_a_group_run_in_one_process(request):
    """Told by the name of a test to who shares them out; a mark without effect goes unseen."""
    shared = request.config.getoption("loadgroup", default=False)
    assert request.node.nodeid.endswith("@marked") == bool(shared)


def test_every_name_of_a_slow_test_is_one(pytestconfig):
    """A renamed test would come back into `make test` without a word."""
    sources = {}
    for name in SLOW:
        path, _, test = name.partition("::")
        source = sources.setdefault(path, (pytestconfig.rootpath / path).read_text("utf-8"))
        assert f"def {test.partition('[')[0]}" in source, name


@pytest.mark.skipif(os.environ.get("MEASURE") != "rules", reason="make test measures the rules")
def test_no_tracer_runs_along_this_test():
    """Nor along any other that is not one of the rules; in no process, or all take four times as
    long.
    """
    assert sys.gettrace() is None
