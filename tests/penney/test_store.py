"""The store of decks: each is dealt once, and none is lost."""

import hashlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from dealt.errors import SetupError, StorageError
from dealt.penney import deck_files as penney_decks
from dealt.penney.deck_files import Store, deck_chunks, deck_files
from dealt.penney.decks import cards_of, deal


@pytest.fixture
def small_files(monkeypatch):
    """Stores with files of 128 decks, dealt 64 at a time."""
    monkeypatch.setattr(penney_decks, "DECKS_A_FILE", 128)
    monkeypatch.setattr(penney_decks, "DEALT_AT_ONCE", 64)


def stored(folder):
    """All decks of a store's files, in order."""
    return np.concatenate([words for path in deck_files(folder) for words in deck_chunks(path)])


@pytest.mark.usefixtures("small_files")
def test_a_store_deals_the_decks_of_its_seed_one_after_the_other(tmp_path):
    """Exactly as many as asked for, in files of a limited size; the next call goes on."""
    store = Store(tmp_path / "new" / "decks")
    assert store.contents() is None
    progress_calls = []
    dealt = store.deal(300, 7, progress=lambda *at: progress_calls.append(at))
    assert [path.name for path in dealt.files] == [
        "penney_7_0_128.bits",
        "penney_7_128_128.bits",
        "penney_7_256_44.bits",
    ]
    assert (dealt.seed, dealt.first, dealt.decks) == (7, 0, 300)
    assert progress_calls == [(64, 300), (128, 300), (192, 300), (256, 300), (300, 300)]
    again = store.deal(1, fast=False)
    assert (again.first, again.decks, again.files[0].name) == (300, 1, "penney_7_300_1.bits")
    assert Store(store.folder).deal(np.int64(50), 7, fast=False).first == 301
    assert (stored(store.folder) == deal(7, 0, 351, fast=False)).all()
    contents = store.contents()
    assert (contents.seed, contents.next, len(contents.files)) == (7, 351, 5)
    names = {path.name for path in store.folder.iterdir()}
    assert names == {"decks.json", *(file.name for file in contents.files)}


@pytest.mark.usefixtures("small_files")
def test_the_metadata_say_how_a_file_is_read(tmp_path):
    """The line of NumPy in decks.json reads the files beside it, whose hashes are there."""
    Store(tmp_path).deal(150, 3, fast=False)
    metadata = json.loads((tmp_path / "decks.json").read_text())
    for file in metadata["files"]:
        name, n = str(tmp_path / file["name"]), file["decks"]
        cards = eval(metadata["read"], {"numpy": np, "name": name, "decks": n})
        assert (cards == cards_of(deal(3, file["first"], n, fast=False))).all()
        data = (tmp_path / file["name"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == file["sha256"]
    assert metadata["next"] == 150 and metadata["seed"] == 3


@pytest.mark.usefixtures("small_files")
def test_numbers_go_on_when_files_are_deleted(tmp_path):
    """No deck is dealt twice."""
    store = Store(tmp_path)
    for path in store.deal(200, 1, fast=False).files:
        path.unlink()
    assert store.deal(10, fast=False).first == 200


def test_a_new_store_has_a_seed_of_its_own(tmp_path):
    """If none is named; the next call takes the same."""
    one, two = (Store(tmp_path / name).deal(1, fast=False) for name in "ab")
    assert one.seed != two.seed
    assert Store(tmp_path / "a").deal(1, fast=False).seed == one.seed


def test_a_store_keeps_to_its_seed(tmp_path):
    """Another one is refused, and nothing is written."""
    store = Store(tmp_path)
    store.deal(1, 5, fast=False)
    with pytest.raises(SetupError, match="holds decks of seed 5, not 6; give seed 5 or none"):
        store.deal(1, 6, fast=False)
    assert store.contents().next == 1


@pytest.mark.parametrize("n", [0, -3, 1.5, "2", None])
def test_numbers_of_decks_are_checked(n, tmp_path):
    """At least one deck is dealt."""
    with pytest.raises(SetupError, match=r"decks: must be a whole number, 1 or more"):
        Store(tmp_path).deal(n, 1)
    with pytest.raises(SetupError, match=r"decks per file: must be a whole number, 1 or more"):
        Store(tmp_path).original([1], n)
    for seed in (-1, "a"):
        with pytest.raises(SetupError, match="seed"):
            Store(tmp_path).deal(1, seed)
    with pytest.raises(SetupError, match="decks"):
        Store(tmp_path).deal(1 << 63, 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("small_files")
def test_a_finished_file_that_is_not_noted_down_is_kept(tmp_path):
    """As a program leaves it that is killed between the file and the metadata."""
    store = Store(tmp_path)
    store.deal(128, 2, fast=False)
    before = (tmp_path / "decks.json").read_bytes()
    store.deal(100, fast=False)
    (tmp_path / "decks.json").write_bytes(before)
    (tmp_path / ".penney_2_128_5.bits.new").write_bytes(b"half")
    dealt = store.deal(30, fast=False)
    assert [path.name for path in dealt.files] == ["penney_2_228_30.bits"]
    assert (stored(tmp_path) == deal(2, 0, 258, fast=False)).all()
    assert not list(tmp_path.glob(".*"))


@pytest.mark.usefixtures("small_files")
def test_files_without_metadata_are_gone_on_from(tmp_path):
    """Their seed is in their names; a damaged one is dealt again."""
    store = Store(tmp_path)
    store.deal(128 + 60, 2, fast=False)
    (tmp_path / "decks.json").unlink()
    (tmp_path / "penney_2_0_128.bits").write_bytes(b"damaged")
    with pytest.raises(SetupError, match="holds decks of seed 2, not 3"):
        store.deal(1, 3, fast=False)
    assert store.deal(5, fast=False).first == 188
    assert (stored(tmp_path) == deal(2, 0, 193, fast=False)).all()


@pytest.mark.usefixtures("small_files")
def test_files_in_the_way_are_not_dealt_over(tmp_path):
    """A file that has some of the next decks, and is not in the metadata."""
    store = Store(tmp_path)
    for name in ("penney_2_10_5.bits", "penney_3_0_5.bits", "penney_4_0_9999.bits"):
        (tmp_path / name).touch()
    with pytest.raises(StorageError, match=r"decks.json is missing, .* are of several seeds"):
        store.deal(10, fast=False)
    (tmp_path / "penney_3_0_5.bits").unlink()
    (tmp_path / "penney_4_0_9999.bits").unlink()
    assert store.deal(10, fast=False).seed == 2
    (tmp_path / "penney_2_14_1.bits").touch()
    with pytest.raises(StorageError, match=r"penney_2_14_1.bits is in the way: its decks"):
        store.deal(1, fast=False)
    (tmp_path / "penney_2_14_1.bits").unlink()
    (tmp_path / "penney_3_0_5.bits").touch()
    assert store.deal(1, fast=False).first == 15, "a file of another seed is nobody's concern"
    (tmp_path / "penney_2_16_999.bits").touch()
    with pytest.raises(StorageError, match=r"penney_2_16_999.bits is in the way"):
        store.deal(1, fast=False)


GOOD = {
    "format": "dealt decks of Penney's game",
    "version": 1,
    "seed": 1,
    "next": 5,
    "files": [{"name": "penney_1_0_5.bits", "first": 0, "decks": 5, "sha256": ""}],
}
FILE = GOOD["files"][0]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "line 1 is not JSON"),
        ("[]", "an entry is of the wrong kind"),
        ("{}", "it has no 'format'"),
        ({"format": "peer"}, "format 'peer', known is .dealt decks"),
        ({"version": 2}, "version 2, known is 1"),
        ({"seed": -1}, "seed -1"),
        ({"seed": "a"}, "seed 'a'"),
        ({"seed": 2}, "file 'penney_1_0_5.bits' is not what its row says"),
        ({"next": 4}, "next deck 4 after 5 decks"),
        ({"next": 5.0}, "next deck 5.0 after 5 decks"),
        ({"files": [{"name": "a"}]}, "an entry is of the wrong kind"),
        ({"files": [FILE, FILE]}, "file 'penney_1_0_5.bits' is not after those before it"),
        ({"files": [{**FILE, "first": "0"}]}, "an entry is of the wrong kind"),
        ({"files": 5}, "an entry is of the wrong kind"),
        ("[" * 100_000, "brackets nested too deep"),
    ],
)
def test_invalid_metadata_are_refused(content, message, tmp_path):
    """A damaged or foreign decks.json."""
    text = content if isinstance(content, str) else json.dumps({**GOOD, **content})
    (tmp_path / "decks.json").write_text(text)
    with pytest.raises(StorageError, match=f"decks.json does not describe dealt decks .*{message}"):
        Store(tmp_path).contents()
    with pytest.raises(StorageError, match="restore the right one, or use another folder"):
        Store(tmp_path).deal(1)
    assert [path.name for path in tmp_path.iterdir()] == ["decks.json"]


def test_a_store_that_cannot_be_written(tmp_path, monkeypatch):
    """Its folder is a file, or is protected, or the disk is full."""
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"cannot make the folder .*file: File exists"):
        Store(tmp_path / "file").deal(1, 1)
    (tmp_path / ".penney_1_0_5.bits.new").mkdir()
    assert Store(tmp_path).deal(1, 1, fast=False).first == 0, "litter that stays does no harm"

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(StorageError, match=r"cannot write .*penney_1_1_1.bits: No space left"):
        Store(tmp_path).deal(1, fast=False)
    with pytest.raises(StorageError, match=r"cannot write .*bytes_1_10.bin: No space left"):
        Store(tmp_path).original([1], 10)
    monkeypatch.undo()
    assert Store(tmp_path).deal(1, fast=False).first == 1


def test_the_documents_own_files(tmp_path):
    """The same bytes as its program writes, with NumPy's old generator."""
    progress_calls = []
    files = Store(tmp_path).original([1, 5], 40, progress=lambda *at: progress_calls.append(at))
    assert [path.name for path in files] == ["bytes_1_40.bin", "bytes_5_40.bin"]
    assert progress_calls == [(40, 80), (80, 80)]
    assert Store(tmp_path).original([5], 40) == files[1:]
    for path, seed in zip(files, (1, 5), strict=True):
        np.random.seed(seed)
        expected = []
        for _ in range(40):
            deck = np.array([0] * 26 + [1] * 26, np.uint8)
            np.random.shuffle(deck)
            expected.append(deck.tobytes())
        assert path.read_bytes() == b"".join(expected)


DEALER = """
import sys
from dealt.penney.deck_files import Store
for _ in range(5):
    Store(sys.argv[1]).deal(7, 3, fast=False)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX systems")
def test_programs_that_deal_into_one_folder_wait_for_each_other(tmp_path):
    """Three programs deal 35 decks each: decks 0 to 104, each once."""
    programs = [subprocess.Popen([sys.executable, "-c", DEALER, str(tmp_path)]) for _ in range(3)]
    assert [program.wait(timeout=120) for program in programs] == [0, 0, 0]
    assert sorted(stored(tmp_path)) == sorted(deal(3, 0, 105, fast=False))
    assert Store(tmp_path).contents().next == 105
