"""Where files of one's own are kept when nobody says where, and that nobody else reads them."""

import contextlib
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dealt.errors import StorageError
from dealt.service.store.store import Store
from dealt.storage.files import VARIABLE, kept_at
from tests.program import run


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder for a user's data; the current folder is another one."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
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
    begun = run("scoresheet", "tranca", typed=typed, cwd=home / "elsewhere")
    assert begun.returncode == 0 and str(home / "data") in begun.stdout
    (home / "other").mkdir()
    for folder in ("elsewhere", "other"):
        output = run("scoresheet", "tranca", typed="2\n1\n", cwd=home / folder).stdout
        assert "Friday" in output
        assert list((home / folder).iterdir()) == []


def open_to_others(folder):
    """What lies in a folder and lets others than its owner do something."""
    paths = [path for path in folder.rglob("*") if path.exists()]  # locks go meanwhile
    return {path.name for path in paths if stat.S_IMODE(path.stat().st_mode) & 0o077}


@pytest.mark.no_cover
@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX systems")
def test_nobody_else_reads_cards_tokens_and_names(home):
    """Though the umask takes nothing away; what was open to others is closed at the next use."""
    folder, data = home / "elsewhere", home / "data" / "dealt"
    folder.chmod(0o755)
    before = os.umask(0)
    try:
        for sheet in ("sheet.db", "moved.db", "tables.db"):  # of before
            (folder / sheet).touch(0o666)
        for _ in range(2):
            _use_everything(folder, data)
            assert open_to_others(folder) == {"whole.json"}  # its match is over
            assert stat.S_IMODE(folder.stat().st_mode) == 0o755  # was there before
            others = open_to_others(home) - open_to_others(folder)
            assert others <= {"elsewhere", "config", "data"}  # of the user, not of this program
            used = {path.name for path in home.rglob("*")}
            assert used >= {"dealt-table.db", "tranca.db", "table-keys.json", "copy.db"}
            for path in home.rglob("*"):
                path.chmod(0o755 if path.is_dir() else 0o644)
    finally:
        os.umask(before)


def _use_everything(folder, data):
    """Each program that keeps something; files that are open are looked at, too."""
    for copy in (folder / "copy.db", folder / "half.json"):
        copy.unlink(missing_ok=True)
    run("play", "mason-rummy", "--plain", "--new", typed="Ana\nq\n", cwd=folder)
    game = ("play", "three-card-poker", "--plain", "--new", "--rounds", "1", "--record")
    run(*game, "half.json", typed="q\n", cwd=folder)
    run(*game, "whole.json", typed="play\n", cwd=folder)
    typed = "1\nFriday\nAna\nBia\n\n1\n"
    for place in ((), ("--file", "sheet.db")):
        run("scoresheet", "tranca", *place, typed=typed, cwd=folder)
    run("scoresheet", "tranca", "--backup", "evenings.json", cwd=folder)
    run("scoresheet", "tranca", "--file", "moved.db", "--restore", "evenings.json", cwd=folder)
    with contextlib.closing(Store(data / "dealt-table.db", shared=True)):
        assert {"dealt-table.db-wal", "dealt-table.db-shm"} <= {
            path.name for path in data.iterdir()
        }
        assert open_to_others(data) == set()
    command = [sys.executable, "-m", "dealt", "serve", "--port", "0", "--data", "tables.db"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as service:
        try:
            service.stdout.readline()
            assert (folder / "tables.db-wal").exists() and (folder / "tables.db.control").exists()
            assert (
                run("tables", "backup", "copy.db", "--data", "tables.db", cwd=folder).stderr == ""
            )
            assert not {name for name in open_to_others(folder) if "db" in name}
        finally:
            service.terminate()
