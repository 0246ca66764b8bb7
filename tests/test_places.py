"""Where files of one's own are kept when nobody says where."""

from pathlib import Path

import pytest

from dealt.errors import StorageError
from dealt.storage.places import VARIABLE, kept_at
from tests.program import run


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder for a user's data; the current folder is another one."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "data"))
    return tmp_path


def test_new_files_go_to_the_folder_of_the_user(home):
    """It is made, and nothing lands in the current folder."""
    place = Path(kept_at("tranca.db"))
    assert place.name == "tranca.db" and home in place.parents and place.parent.is_dir()
    assert list(Path().iterdir()) == []


def test_a_file_that_is_here_stays_here(home):
    """As those from before are."""
    Path("tranca.db").touch()
    assert kept_at("tranca.db") == "tranca.db"
    assert kept_at("dealt-table.db") != "dealt-table.db"


def test_another_folder_can_be_named(home, monkeypatch):
    """In the environment; one that cannot be made is named in one line."""
    monkeypatch.setenv(VARIABLE, str(home / "mine"))
    assert kept_at("tranca.db") == str(home / "mine" / "tranca.db")
    (home / "file").touch()
    monkeypatch.setenv(VARIABLE, str(home / "file" / "in"))
    with pytest.raises(StorageError, match="cannot make the folder"):
        kept_at("tranca.db")


@pytest.mark.no_cover
def test_a_score_sheet_is_the_same_wherever_one_stands(home):
    """A match that was begun in one folder goes on in another; the sheet is named."""
    typed = "1\nFriday\nAna\nBia\n\n1\n"
    begun = run("scoresheet", "tranca", given=typed, cwd=home / "elsewhere")
    assert begun.returncode == 0 and str(home / "data") in begun.stdout
    (home / "other").mkdir()
    for folder in ("elsewhere", "other"):
        told = run("scoresheet", "tranca", given="2\n1\n", cwd=home / folder).stdout
        assert "Friday" in told
        assert list((home / folder).iterdir()) == []
