"""A service for tests, and the same tests for a served one and for that of a tab."""

import pytest

from tests.service import postgres
from tests.service.talk import Keeping, Shelved, fresh_file, house, tab_thinkers


@pytest.fixture(params=["served", "tab"])
def kept(request, monkeypatch):
    """Have what `house` makes keep tables in a database, or as a tab of a browser does."""
    if request.param == "tab":
        monkeypatch.setattr(Keeping, "store", Shelved)
        monkeypatch.setattr(Keeping, "thinkers", staticmethod(tab_thinkers))
    yield request.param
    Shelved.shelves.clear()


@pytest.fixture
def path(tmp_path):
    """A new file with the tables."""
    return fresh_file(tmp_path)


@pytest.fixture
def service(path):
    """A service on such a file."""
    return house(path)


@pytest.fixture(scope="module")
def database():
    """The URL of a server."""
    try:
        with postgres.server() as url:
            yield url
    except postgres.NoServer as error:
        pytest.skip(str(error))


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """A database of each kind."""
    if request.param == "sqlite":
        return fresh_file(tmp_path)
    return request.getfixturevalue("database")
