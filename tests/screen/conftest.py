"""Somebody at a table of the same process."""

import pytest

from tests.screen.playing import sitting


@pytest.fixture
def player(request):
    """Sits where the mark `sitting` of a test says; without one, before the menus."""
    mark = request.node.get_closest_marker("sitting")
    return sitting() if mark is None else sitting(*mark.args, **mark.kwargs)
