"""The marks by which the tests are shared out, and along which of them coverage is measured."""

import os
import sys

import pytest


@pytest.mark.xdist_group("marked")
def test_tests_of_a_group_run_in_one_process(request):
    """Told by the name of a test to who shares them out; a mark without effect goes unseen."""
    shared = request.config.getoption("loadgroup", default=False)
    assert request.node.nodeid.endswith("@marked") == bool(shared)


@pytest.mark.skipif(os.environ.get("MEASURE") != "rules", reason="make test measures the rules")
def test_no_tracer_runs_along_this_test():
    """Nor along any other that is not one of the rules; in no process, or all take four times as
    long.
    """
    assert sys.gettrace() is None
