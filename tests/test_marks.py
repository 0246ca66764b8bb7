"""The marks by which the tests are shared out."""

import pytest


@pytest.mark.xdist_group("marked")
def test_tests_of_a_group_run_in_one_process(request):
    """Told by the name of a test to who shares them out; a mark without effect goes unseen."""
    shared = request.config.getoption("loadgroup", default=False)
    assert request.node.nodeid.endswith("@marked") == bool(shared)
