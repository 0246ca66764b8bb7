"""Deck files: all formats give the same decks, and errors are named."""

import io
import re
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.errors import DeckError, StorageError
from dealt.penney import deck_files as penney_decks
from dealt.penney.deck_files import about, deck_chunks, deck_files
from dealt.penney.decks import cards_of, deal, pack
from tests.brackets import in_brackets, outside
from tests.penney.formats import WRITERS, lines, some_decks


def read(path, most=penney_decks.CHUNK):
    """All decks of a file, as cards."""
    chunks = list(deck_chunks(path, most=most))
    assert all(0 < len(chunk) <= most and chunk.dtype == np.uint64 for chunk in chunks)
    return cards_of(np.concatenate(chunks))


@pytest.mark.parametrize("name", WRITERS)
@given(seed=st.integers(0, 1 << 40), n=st.integers(1, 9), most=st.integers(2, 9))
@settings(max_examples=12)
def test_every_format_gives_the_same_decks(name, seed, n, most, tmp_path_factory):
    """With any name and any reader, the decks are those written."""
    if name == "many.npz":
        n += 1
    path = tmp_path_factory.mktemp("decks") / name
    cards = some_decks(n, seed)
    WRITERS[name](path, cards)
    # NumPy puts its own suffix after a name that has none of its own
    assert (read(path, most) == cards).all()
    guess = about(path)
    assert guess == n or path.suffix in (".txt", ".csv", ".json")


@pytest.mark.parametrize("name", WRITERS)
def test_a_large_file_of_any_format(name, tmp_path):
    """More decks than a format is told from."""
    cards = some_decks(3001)
    WRITERS[name](tmp_path / name, cards)
    assert (read(tmp_path / name, 1000) == cards).all()
    assert about(tmp_path / name) == pytest.approx(3001, rel=0.6 if "truths" in name else 0.01)


def test_without_the_instruction_of_numpy_2_decks_are_checked_too(tmp_path, monkeypatch):
    """NumPy 1.26 has no bitwise_count."""
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    cards = some_decks(5)
    cards.tofile(tmp_path / "a.bin")
    assert (read(tmp_path / "a.bin") == cards).all()
    cards[3] = 0
    cards.tofile(tmp_path / "a.bin")
    with pytest.raises(DeckError, match="deck 4 has 52 red and 0 black"):
        read(tmp_path / "a.bin")


def npy(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def with_card(value, kind=np.int64, deck=2):
    cards = some_decks(5).astype(kind)
    cards[deck, 7] = value
    return cards


def one_red_more(deck=2):
    cards = some_decks(5)
    cards[deck, int(np.argmax(cards[deck] == 1))] = 0
    return cards


def text(change=lambda rows: rows):
    rows = ["".join("RB"[card] for card in deck) for deck in some_decks(5)]
    return "\n".join(change(rows)).encode()


def changed(row, new):
    return lambda rows: [*rows[:row], new(rows[row]), *rows[row + 1 :]]


RED_MORE = "deck 3 has 27 red and 25 black cards; a deck has 26 of each"
PACKED_ROWS = np.packbits(some_decks(5), axis=1)
LAST_BIT = np.array([[0, 0, 0, 0, 0, 0, 1]], np.uint8)
ARCHIVE = io.BytesIO()
np.savez(ARCHIVE, some_decks(5))
DEFLATED = io.BytesIO()
np.savez_compressed(DEFLATED, some_decks(500))
CUT_MEMBER = io.BytesIO()
with zipfile.ZipFile(CUT_MEMBER, "w") as archive_of_cut:
    archive_of_cut.writestr("a.npy", npy(np.asfortranarray(some_decks(5)))[:-3])

BAD = {
    "empty.bin": (b"", "is empty; it should have at least one deck of 52 cards"),
    "unknown.bin": (
        bytes(range(256)) * 3,
        "is not in a known format of deck files; known formats are raw",
    ),
    "half.bin": (some_decks(5).tobytes()[:-9], "43 cards are left over after 4 whole decks"),
    "short.bin": (b"\0\1\0", "3 cards are left over after 0 whole decks; every deck has 52"),
    "red.bin": (one_red_more().tobytes(), RED_MORE),
    "value.bin": (
        with_card(7, np.uint8).tobytes(),
        "deck 3 has 7, which is not a colour: 0 or R is",
    ),
    "half.bits": (pack(deal(1, 0, 5))[:-3], "32 cards are left over after 4 whole decks"),
    "nibble.bits": (pack(deal(1, 0, 5))[:-1] + b"\1", "4 cards are left over after 5 whole decks"),
    "red.bits": (np.packbits(one_red_more()).tobytes(), RED_MORE),
    "all_red.bits": (bytes([0, 2] * 13), "deck 1 has 49 red and 3 black cards"),
    "red_rows.bin": (np.packbits(one_red_more(), axis=1).tobytes(), RED_MORE),
    "half_row.bin": (PACKED_ROWS.tobytes()[:-2], "40 cards are left over after 4 whole decks"),
    "row.npy": (npy(np.vstack([PACKED_ROWS, LAST_BIT])), "deck 6 has bits after its 52 cards"),
    "zeros.npy": (npy(np.zeros((5, 7), np.uint8)), "deck 1 has 52 red and 0 black cards"),
    "value.npy": (npy(with_card(-1)), "deck 3 has -1, which is not a colour"),
    "large.npy": (npy(with_card(1 << 40)), f"deck 3 has {1 << 40}, which is not a colour"),
    "letter.npy": (npy(with_card("X", "U1")), "deck 3 has 'X', which is not a colour"),
    "no_letter.npy": (npy(with_card("", "U1")), "deck 3 has '\\x00', which is not a colour"),
    "far_letter.npy": (npy(with_card("♠", "U1")), "deck 3 has '♠', which is not a colour"),
    "byte.npy": (npy(with_card(b"\xff", "S1")), "deck 3 has 'ÿ', which is not a colour"),
    "no_unicode.npy": (
        npy(with_card("X", "U1")).replace(b"X\0\0\0", b"X\0\0\x80"),
        "deck 3 has 2147483736, which is not a colour",
    ),
    "red.npy": (npy(one_red_more()), RED_MORE),
    "float.npy": (npy(some_decks(5) * 0.5), "deck 1 has 0.5, which is not a colour"),
    "complex.npy": (npy(some_decks(5) * 1j), "holds complex128 of shape (5, 52); decks are num"),
    "wide.npy": (npy(np.zeros((5, 53), np.int8)), "holds int8 of shape (5, 53); decks are num"),
    "cube.npy": (npy(some_decks(4).reshape(2, 2, 52)), "holds uint8 of shape (2, 2, 52)"),
    "single.npy": (npy(np.int64(3)), "holds int64 of shape (); decks are"),
    "none.npy": (npy(some_decks(5)[:0]), "holds uint8 of shape (0, 52)"),
    "flat.npy": (npy(some_decks(5).ravel()), "holds uint8 of shape (260,); decks are numbers"),
    "objects.npy": (
        npy(some_decks(5).astype(object)),
        "holds Python objects, which run code when they are read; save decks.astype(numpy.uint8)",
    ),
    "header.npy": (npy(some_decks(5))[:40], "is damaged, cut short or not a NumPy array"),
    "syntax.npy": (
        npy(some_decks(5)).replace(b"'shape'", b"(((((((").replace(b"'descr'", b"'''''''"),
        "is damaged, cut short or not a NumPy array",
    ),
    "cut.npy": (npy(some_decks(5))[:-9], "is damaged, cut short or not a"),
    "cut_fortran.npy": (
        npy(np.asfortranarray(some_decks(5)))[:-9],
        "is damaged, cut short or not a",
    ),
    "more.npy": (npy(some_decks(5)) + npy(some_decks(5)), "goes on after its array; save one"),
    "more_fortran.npy": (npy(np.asfortranarray(some_decks(5))) + b"a", "goes on after its array"),
    "cut.npz": (ARCHIVE.getvalue()[:-60], "is damaged, or not a NumPy archive: File is not a zip"),
    "bits.npz": (
        DEFLATED.getvalue()[:200] + b"AAAA" + DEFLATED.getvalue()[204:],
        "is damaged, or not a NumPy archive: ",
    ),
    "cut_member.npz": (CUT_MEMBER.getvalue(), "is damaged, or not a NumPy archive: "),
    "header.txt": (b"deck\n" + text(), "deck 1 (line 1) has 'd', which is not a colour"),
    "letter.txt": (
        text(changed(2, lambda row: row[:5] + "X" + row[6:])),
        "deck 3 (line 3) has 'X', which is not a colour: 0 or R is red, 1 or B is black",
    ),
    "far_letter.txt": (
        text(changed(2, lambda row: row[:5] + "♥" + row[6:])),
        "deck 3 (line 3) has '♥', which is not a colour",
    ),
    "short.txt": (
        b"# five\n" + text(changed(3, lambda row: row[:-1])),
        "deck 4 (line 5) has 51 cards; a deck has 52",
    ),
    "red.txt": (text(changed(2, lambda row: row.replace("B", "R", 1))), "deck 3 (line 3) has 27 r"),
    "tiny.txt": (b"RBRB\n", "deck 1 (line 1) has 4 cards; a deck has 52"),
    "notes.txt": (b"# nothing but notes\n" * 9, "has no decks; it should have one per line"),
    "cut.json": (b'["' + text()[:60], "is not JSON: "),
    "deep.json": (b"[" * 100_000, "is not JSON: "),
    "none.json": (b"{" + b" " * 99 + b"}", "is not a list of decks; a deck is a list of cards"),
    "number.json": (
        b'["' + text()[:52] + b'", 5]',
        "deck 2 is '5': a deck must be a list of cards",
    ),
    "card.json": (b"[[0, 10, " + b"1, " * 50 + b"0]]", "deck 1 has '10', which is not a colour"),
    "letters.json": (b'[["X"' + b", 1" * 51 + b"]]", "deck 1 has 'X', which is not a colour"),
    "text.json": (b'["' + b"R" * 51 + b'"]', "deck 1 has 51 cards; a deck has 52"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_damaged_file_gets_one_line(name, tmp_path):
    """The file, the deck, what is wrong and what would be right."""
    data, message = BAD[name]
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(DeckError, match=re.escape(message)) as raised:
        read(path)
    assert str(raised.value).startswith(str(path)) and "\n" not in str(raised.value)
    words_of_zipfile = str(raised.value).partition("archive of NumPy: ")[2]
    with in_brackets():
        with pytest.raises(DeckError) as caught:
            read(path)
        assert not outside(str(caught.value).removesuffix(words_of_zipfile))


def refusal(path):
    """The error of a file; empty if it has decks."""
    try:
        assert len(read(path))
    except DeckError as error:
        return str(error)
    return ""


@given(data=st.binary(max_size=300), start=st.sampled_from([b"", b"\x93NUMPY\1\0v\0", b"PK\3\4"]))
@settings(max_examples=300)
def test_any_bytes_are_decks_or_refused(data, start, tmp_path_factory):
    """No file brings down its reader."""
    path = tmp_path_factory.mktemp("any") / "a"
    path.write_bytes(start + data)
    assert "\n" not in refusal(path) and len(refusal(path)) < 300


@pytest.mark.parametrize("name", ["a.npy", "a.npz", "many.npz", "fortran.npy", "a.bin", "a.txt"])
@given(place=st.integers(0, 2000), byte=st.integers(0, 255))
@settings(max_examples=60)
def test_a_file_with_one_byte_changed_is_decks_or_refused(name, place, byte, tmp_path_factory):
    """Nor does one that is nearly right."""
    path = tmp_path_factory.mktemp("any") / name
    (WRITERS | {"a.npy": WRITERS["uint8.npy"]})[name](path, some_decks(9))
    data = bytearray(path.read_bytes())
    data[place % len(data)] = byte
    path.write_bytes(data)
    assert "\n" not in refusal(path) and len(refusal(path)) < 300


def test_archives_without_decks_say_what_they_hold(tmp_path):
    """The first reason is given; objects are never read."""
    path = tmp_path / "a.npz"
    np.savez(path, seeds=np.arange(104))
    with pytest.raises(
        DeckError, match=r"a.npz: seeds.npy holds int64 of shape \(104,\); decks are"
    ):
        read(path)
    np.savez(path, decks=some_decks(5).astype(object))
    with pytest.raises(DeckError, match=r"a.npz: decks.npy holds Python objects, which run code"):
        read(path)
    np.savez(path)
    with pytest.raises(DeckError, match=r"a.npz holds no decks"):
        read(path)


@pytest.mark.parametrize("changed", [1, 128])
def test_an_archive_with_a_byte_changed_is_refused_in_our_words(changed, tmp_path):
    """Wherever in its index; what that says may then lie before the file, or be the same."""
    path = tmp_path / "a.npz"
    np.savez(path, decks=some_decks(2))
    whole, cards = path.read_bytes(), read(path)
    refused = 0
    for at in range(whole.index(b"PK\1\2"), len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ changed]) + whole[at + 1 :])
        try:
            assert (read(path) == cards).all()
        except DeckError:
            refused += 1
    assert refused > 20


def test_a_wrong_deck_in_an_archive_is_not_passed_over(tmp_path):
    """An array of decks of which one is wrong is not taken for something else."""
    np.savez(tmp_path / "a.npz", np.packbits(one_red_more(), axis=1))
    with pytest.raises(DeckError, match=RED_MORE):
        read(tmp_path / "a.npz")
    np.savez(tmp_path / "a.npz", some_decks(4), one_red_more())
    with pytest.raises(DeckError, match="deck 7 has 27 red"):
        read(tmp_path / "a.npz")


def test_a_locked_archive_is_refused(tmp_path):
    """One that needs a password."""
    data = bytearray(ARCHIVE.getvalue())
    for sign, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(sign) + flags] |= 1
    (tmp_path / "a.npz").write_bytes(data)
    with pytest.raises(DeckError, match=r"a.npz is damaged, or not a NumPy archive: .*password"):
        read(tmp_path / "a.npz")


def test_folders_and_missing_paths_are_refused(tmp_path, monkeypatch):
    """Missing, a folder, a pipe, or not readable."""
    with pytest.raises(StorageError, match=r"deck file '.*a.bin' not found"):
        read(tmp_path / "a.bin")
    with pytest.raises(StorageError, match=r"cannot read .*: not a file"):
        about(tmp_path)
    (tmp_path / "a.bin").write_bytes(some_decks(1).tobytes())

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(tmp_path), "open", refuse)
    for attempt in (read, about):
        with pytest.raises(StorageError, match=r"cannot read .*a.bin: Permission denied"):
            attempt(tmp_path / "a.bin")
    (tmp_path / "a.csv").touch()
    with pytest.raises(StorageError, match=r"cannot read .*: Permission denied"):
        deck_files(tmp_path)


def test_a_folder_stands_for_its_deck_files_in_natural_order(tmp_path):
    """Metadata, tables, hidden files and folders are not among them."""
    good = ["Bytes_1.bin", "bytes_2.bin", "bytes_10.bin", "x.BITS", "x.npy", "x.npz", "x.txt"]
    good += ["y1.csv", "y2.json", "y3.json", "y10.json"]
    for name in good:
        (tmp_path / name).write_bytes(b"broken")
    lines(start="# decks\n\n")(tmp_path / "y1.csv", some_decks(2))
    (tmp_path / "y2.json").write_text("[\n [0, 1]]")
    (tmp_path / "y10.json").write_text('\ufeff["R')
    (tmp_path / "y3.json").write_text("[0, 1]\n[0, 1]")
    others = {
        "scores.csv": "p1_choice, p2_choice\n0,1",
        "scores.ledger.json": '{\n "what": 1}',
        "decks.json": '{"format": 1}',
        "seeds.json": "[1, 2, 3]",
        "seeds2.json": "[\n 1,\n 2\n]",
        "empty.json": "",
        ".hidden.bin": "a",
        "README.md": "a",
        "ByCards.svg": "<svg>",
    }
    for name, content in others.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "more.bin").mkdir()
    assert [path.name for path in deck_files(tmp_path)] == good
    hidden = tmp_path / ".hidden.bin"
    assert deck_files([hidden, str(tmp_path)])[0] == hidden, "a file that is named is taken"
    assert deck_files(str(hidden)) == [hidden]


def test_paths_are_checked_before_anything_is_read(tmp_path):
    """A path that does not exist, and a folder without decks."""
    with pytest.raises(StorageError, match=r"deck file '.*none.bin' not found"):
        deck_files([tmp_path / "none.bin"])
    with pytest.raises(DeckError, match=r"has no deck files; their names end in .bits, .bin, "):
        deck_files(tmp_path)
    (tmp_path / "inner").mkdir()
    with pytest.raises(DeckError, match=r"subfolders are not read, name them: inner"):
        deck_files(tmp_path)


def test_a_raw_file_is_read_in_little_memory(tmp_path):
    """Neither raw bytes nor bits nor arrays are read whole."""
    import tracemalloc

    words = np.tile(deal(1, 0, 1000, fast=False), 100)
    (tmp_path / "a.bin").write_bytes(cards_of(words).tobytes())
    (tmp_path / "a.bits").write_bytes(pack(words))
    np.save(tmp_path / "c.npy", cards_of(words))
    np.save(tmp_path / "f.npy", np.asfortranarray(cards_of(words)))
    lines()(tmp_path / "a.txt", cards_of(words))
    for path in deck_files(tmp_path):
        tracemalloc.start()
        assert sum(len(chunk) for chunk in deck_chunks(path, most=1000)) == 100_000
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1_500_000, path
