"""Files: read whole and replaced whole, after any failure."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import dealt
from dealt.core.match import replay
from dealt.errors import ParseError, StorageError
from dealt.games import game
from dealt.storage.files import MOST_BYTES, TextFile
from dealt.storage.records import load_record, save_record

DYING = """
import os, sys
from dealt.storage.files import TextFile

def die(*_, **__):
    os._exit(9)

where, when = sys.argv[2:]
kept = getattr(os, where)
def then_die(*arguments, **named):
    kept(*arguments, **named)
    os._exit(9)

setattr(os, where, die if when == "before" else then_die)
TextFile(sys.argv[1]).write("new" * 100_000)
os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="syncing of POSIX systems")
@pytest.mark.parametrize(
    ("where", "when", "left"),
    [
        ("ftruncate", "before", "old"),
        ("ftruncate", "after", "none"),
        ("write", "before", "none"),
        ("write", "after", "old"),
        ("fsync", "before", "old"),
        ("fsync", "after", "old"),
        ("replace", "before", "old"),
        ("replace", "after", "new"),
    ],
)
def test_death_at_each_step_leaves_the_old_file_or_the_new(where, when, left, tmp_path):
    """The process dies right before or after each step of a replacement."""
    path = tmp_path / "a.txt"
    if left != "none":
        path.write_text("old")
    result = subprocess.run([sys.executable, "-c", DYING, str(path), where, when], check=False)
    assert result.returncode == 9
    assert TextFile(path).read() == {"old": "old", "new": "new" * 100_000, "none": None}[left]
    TextFile(path).write("next")
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"], "litter of the dead is used up"
    assert TextFile(path).read() == "next"


COUNTER = """
import sys
from dealt.games.mason_rummy.seed import ScoreTable
from dealt.storage.files import TextFile
for _ in range(100):
    ScoreTable(TextFile(sys.argv[1])).add_game([("Ana", True, 5)])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX systems")
def test_programs_that_share_a_scores_file_lose_no_game(tmp_path):
    """Three programs add 100 games each at the same time: all 300 are counted."""
    path = str(tmp_path / "scores.csv")
    programs = [subprocess.Popen([sys.executable, "-c", COUNTER, path]) for _ in range(3)]
    assert [program.wait(timeout=120) for program in programs] == [0, 0, 0]
    assert '"Ana","300","0","5"' in (tmp_path / "scores.csv").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX systems")
def test_devices_and_pipes_are_written_to_and_not_replaced(tmp_path):
    """A pipe or a device stays what it is; scores are not read from one."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    TextFile(pipe).write("hello")
    assert reader.communicate(timeout=300)[0] == "hello"
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(StorageError, match="cannot read .*pipe: not a file"):
        TextFile(pipe).read()


def test_a_file_that_may_not_be_written_is_left_alone(tmp_path, monkeypatch):
    """Neither a write-protected file nor one in a write-protected folder is replaced."""
    file = TextFile(tmp_path / "a.txt")
    file.write("old")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    for name, stand_in in (("access", lambda *_: False), ("open", refuse)):
        monkeypatch.setattr(os, name, stand_in)
        for attempt in (lambda: file.write("new"), file.check_writable, file.locked().__enter__):
            with pytest.raises(StorageError, match=r"cannot write .*a.txt: Permission denied"):
                attempt()
        monkeypatch.undo()
        assert file.read() == "old"
    with pytest.raises(StorageError, match="it is a folder"):
        TextFile(tmp_path).check_writable()
    for path in (tmp_path / ("x" * 300), "a\0b"):
        for attempt in (TextFile(path).read, TextFile(path).check_writable):
            with pytest.raises(StorageError, match="cannot"):
                attempt()


def test_a_lock_leaves_no_litter_and_takes_nothing_away(tmp_path, monkeypatch):
    """Whether nothing is written under it, or the writer is interrupted when all is done."""
    file = TextFile(tmp_path / "a.txt")
    with file.locked():
        assert (tmp_path / ".a.txt.new").exists()
    file.check_writable()
    assert list(tmp_path.iterdir()) == []
    replace = os.replace

    def replace_and_be_overtaken(new, path):
        replace(new, path)
        Path(new).write_text("of the next writer")
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", replace_and_be_overtaken)
    with pytest.raises(KeyboardInterrupt):
        file.write("done")
    assert file.read() == "done"
    assert (tmp_path / ".a.txt.new").read_text() == "of the next writer"


def test_a_game_is_not_counted_twice_when_saving_is_interrupted(tmp_path, monkeypatch):
    """The file has been replaced already when the interrupt comes."""
    from dealt.games.mason_rummy.seed import ScoreTable
    from dealt.storage import files

    def interrupted(_):
        raise KeyboardInterrupt

    table = ScoreTable(TextFile(tmp_path / "s.csv"))
    monkeypatch.setattr(files, "_sync_folder", interrupted)
    with pytest.raises(KeyboardInterrupt):
        table.add_game([("Ana", True, 5)])
    monkeypatch.undo()
    table.save_unsaved()
    assert '"Ana","1","0","5"' in (tmp_path / "s.csv").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="devices of POSIX systems")
def test_a_record_can_go_to_standard_output(tmp_path):
    """Into a pipe, and into a file that holds what was printed before."""
    command = f"{sys.executable} -m dealt play three-card-poker --seat AI --record /dev/stdout"
    for end in ("| cat", "> out.txt; cat out.txt"):
        result = subprocess.run(
            ["bash", "-c", f"{command} {end}"], cwd=tmp_path, capture_output=True, text=True,
            check=True, timeout=300,
        )  # fmt: skip
        assert "total" in result.stdout and '"dealt record": 1' in result.stdout


def test_a_failed_write_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    """After any failure before the replacement, the old text stays."""
    file = TextFile(tmp_path / "a.txt")
    file.write("old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space")))
    with pytest.raises(StorageError, match=r"cannot write .*a.txt: No space"):
        file.write("new")
    assert file.read() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_text_comes_back_as_it_was_written(tmp_path):
    """Line ends and letters of all kinds; a missing file is None."""
    file = TextFile(tmp_path / "a.txt")
    assert file.read() is None
    for text in ("", "ä\n\r\nß", "x" * 100_000):
        file.write(text)
        assert file.read() == text
    assert str(file).endswith("a.txt")


def test_bytes_are_replaced_as_texts_are(tmp_path):
    """Bytes that are not text come back as they were; a failed write leaves them alone."""
    file = TextFile(tmp_path / "a.png")
    for data in (b"", b"\x89PNG\r\n\x1a\n\0\xff", b"\0" * 100_000):
        file.write_bytes(data)
        assert (tmp_path / "a.png").read_bytes() == data
    with pytest.raises(StorageError, match=r"cannot write .*a.png"):
        file.write("\ud800")
    assert (tmp_path / "a.png").read_bytes() == data
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
    with pytest.raises(StorageError, match="cannot write .*nowhere"):
        TextFile(tmp_path / "nowhere" / "a.png").write_bytes(b"x")


def test_links_and_permissions_stay(tmp_path):
    """A link to a scores file stays a link; the mode of the file is kept."""
    (tmp_path / "real.csv").write_text("old")
    (tmp_path / "real.csv").chmod(0o640)
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    TextFile(tmp_path / "link.csv").write("new")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "real.csv").stat().st_mode) == 0o640
    mask = os.umask(0o022)
    try:
        TextFile(tmp_path / "fresh.csv").write("x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "fresh.csv").stat().st_mode) == 0o644


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX systems")
@pytest.mark.parametrize(("before", "is_private"), [(None, True), (0o644, True), (0o600, False)])
def test_private_files_are_never_open_to_others(before, is_private, tmp_path, monkeypatch):
    """Not for a moment, with any umask; nor by an old file at the temporary place."""
    path, left = tmp_path / "secret", tmp_path / ".secret.new"
    mask, opened, really_open = os.umask(0), [], os.open

    def watched(*arguments):
        handle = really_open(*arguments)
        opened.append((os.fstat(handle).st_ino, stat.S_IMODE(os.fstat(handle).st_mode)))
        return handle

    try:
        if before is not None:
            path.touch()
            path.chmod(before)
        left.touch(0o666)
        monkeypatch.setattr(os, "open", watched)
        with left.open() as reader:
            TextFile(path, is_private=is_private).write("seed")
            assert reader.read() == ""
    finally:
        os.umask(mask)
    modes = [mode for inode, mode in opened if inode == path.stat().st_ino]
    assert modes and {stat.S_IMODE(path.stat().st_mode), *modes} == {0o600}
    assert [*tmp_path.iterdir()] == [path]


def test_unreadable_and_unwritable_files_are_named(tmp_path):
    """A folder, a missing folder, no text, far too much."""
    with pytest.raises(StorageError, match="cannot read"):
        TextFile(tmp_path).read()
    with pytest.raises(StorageError, match="cannot write .*nowhere"):
        TextFile(tmp_path / "nowhere" / "a.txt").write("x")
    (tmp_path / "b").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StorageError, match="not a text file"):
        TextFile(tmp_path / "b").read()
    with (tmp_path / "big").open("wb") as big:
        big.truncate(MOST_BYTES + 1)
    with pytest.raises(StorageError, match="larger than 64 MiB"):
        TextFile(tmp_path / "big").read()


def test_records_are_saved_and_loaded(tmp_path):
    """A saved match is replayed from its file to the same totals."""
    match = dealt.match("mason-rummy", ["AI", "random"], seed=11).run()
    save_record(match.record, tmp_path / "m.json")
    record = load_record(tmp_path / "m.json")
    assert record == match.record
    assert replay(record, game(record.game)).totals == match.totals


def test_files_that_are_not_records_are_named(tmp_path):
    with pytest.raises(StorageError, match="not found"):
        load_record(tmp_path / "none.json")
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(ParseError, match=r"x.json: not a record"):
        load_record(tmp_path / "x.json")
