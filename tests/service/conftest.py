"""The same tests for a served service and for that of a tab."""

import pytest

from tests.service.talk import Keeping, Shelved, tab_thinkers


@pytest.fixture(params=["served", "tab"])
def kept(request, monkeypatch):
    """Have what `house` makes keep tables in a database, or as a tab of a browser does."""
    if request.param == "tab":
        monkeypatch.setattr(Keeping, "store", Shelved)
        monkeypatch.setattr(Keeping, "thinkers", staticmethod(tab_thinkers))
    yield request.param
    Shelved.shelves.clear()
