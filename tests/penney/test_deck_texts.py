"""Decks of Penney's game from files as texts: those of 52 cards, and of any length."""

import json

import numpy as np
import pytest

from dealt.errors import DeckError, StorageError
from dealt.games.penney import outcomes, results
from dealt.penney.deck_files import Store
from dealt.penney.deck_texts import decks_in
from dealt.penney.decks import cards_of, deal


def test_decks_of_52_cards_are_those_dealt(tmp_path):
    """As texts, in order, from a folder of files."""
    Store(tmp_path / "decks").deal(70, 5)
    expected = ["".join("RB"[card] for card in deck) for deck in cards_of(deal(5, 0, 70))]
    assert list(decks_in(tmp_path / "decks")) == expected


@pytest.mark.parametrize("form", ["text", "csv", "digits", "json", "json texts", "npy", "letters"])
def test_decks_of_any_length(tmp_path, form):
    """A deck a line, lists in JSON, arrays of NumPy; any mix of colours."""
    decks = ["RBRRBB", "RRRRRR", "BRBRBR"]
    rows = [["RB".index(card) for card in deck] for deck in decks]
    path = tmp_path / "decks.txt"
    if form == "text":
        path.write_text("# six cards\nR B R R B B\n\nrrrrrr\nBRBRBR", encoding="utf-8")
    elif form == "csv":
        path.write_text('"R","B","R","R","B","B"\n[R,R,R,R,R,R]\nB;R;B;R;B;R\n', encoding="utf-8")
    elif form == "digits":
        path.write_text("010011\n000000\n101010\n", encoding="utf-8")
    elif form == "json":
        path.write_text(json.dumps(rows), encoding="utf-8")
    elif form == "json texts":
        path.write_text(json.dumps(decks), encoding="utf-8")
    else:
        path = tmp_path / "decks.npy"
        np.save(path, np.array(rows, np.uint8) if form == "npy" else np.array(decks))
    assert list(decks_in(path, any_length=True)) == decks


def test_outcomes_are_cumulative_over_files(tmp_path):
    """One mapping by both choices, of files with decks of different lengths."""
    (tmp_path / "a.txt").write_text("RBRRBB\nRRR\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("BB\n", encoding="utf-8")
    decks = decks_in([tmp_path / "a.txt", tmp_path / "b.txt"], any_length=True)
    outcomes_of_pairs = outcomes(results(decks))
    assert outcomes_of_pairs["RRR", "RRB"] == outcomes_of_pairs["RRB", "RRR"][::-1] == (1, 1, 1)
    assert outcomes_of_pairs["BBB", "RBB"] == (0, 2, 1) and len(outcomes_of_pairs) == 56


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("a.txt", b"RB\nRXB\n", "a.txt: deck 2: the deck has 'X', which is not a colour"),
        ("a.txt", b"", "a.txt has no decks"),
        ("a.txt", b"# nothing\n", "a.txt has no decks"),
        ("a.json", b"[[0, 1], [2]]", "a.json: deck 2: the deck has 2, which is not a colour"),
        ("a.json", b"[[0, 1]", "a.json is not JSON"),
        ("a.json", b'{"decks": 3}', "a.json is not a list of decks"),
        ("a.bin", bytes([0, 1] * 26), "a.bin does not say where a deck ends"),
        ("a.npy", b"\x93NUMPY\1\0xx", "a.npy is damaged, cut short or not a NumPy array"),
    ],
)
def test_unreadable_files_are_named(tmp_path, name, content, text):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DeckError) as raised:
        list(decks_in(tmp_path / name, any_length=True))
    assert text in str(raised.value)


def test_arrays_that_hold_no_decks_and_missing_files(tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.zeros(52))
    with pytest.raises(DeckError, match="float64 of shape"):
        list(decks_in(path, any_length=True))
    with pytest.raises(StorageError, match="not found"):
        list(decks_in(tmp_path / "b.txt", any_length=True))
    (tmp_path / "c.txt").mkdir()
    with pytest.raises(DeckError, match="has no deck files"):
        list(decks_in(tmp_path / "c.txt", any_length=True))
