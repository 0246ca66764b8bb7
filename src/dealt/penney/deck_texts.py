"""Decks of Penney's game from files, one by one as texts, even decks of any length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealt.errors import DealtError, DeckError
from dealt.games.penney.choices import COLOURS
from dealt.games.penney.trace import deck_of
from dealt.language import Phrase
from dealt.penney.deck_files import Paths, deck_chunks, deck_files, reading
from dealt.penney.deck_formats import (
    HEAD,
    JSON_BEGINS,
    array_of,
    deck_lines,
    json_decks,
    looks_like_text,
)
from dealt.penney.decks import CARDS

if TYPE_CHECKING:
    from dealt.penney.decks import Decks

_AT_ONCE = 1 << 12  # decks in memory
_LETTERS = str.maketrans("01", COLOURS)
_BRACKETS = str.maketrans("", "", ";[]\"'")


def decks_in(paths: Paths, *, any_length: bool = False) -> Iterator[str]:
    """All decks of files and folders, one after the other, as texts such as `RBRRB...`.

    Args:
        paths: files, and folders, which mean the deck files in them.
        any_length: decks may have any number of red and of black cards. The file must then show
            where a deck ends: text with one deck per line, a JSON list of decks, or a .npy array of
            shape (decks, cards) or of texts.

    Raises:
        StorageError: a path does not exist, or cannot be read.
        DeckError: a file does not contain decks, or one of its decks is wrong; the decks before it
            are yielded.
    """
    for path in deck_files(paths):
        yield from _decks_of(path, any_length=any_length)


def _decks_of(path: Path, *, any_length: bool) -> Iterator[str]:
    """All decks of one file, see `decks_in`."""
    if any_length:
        yield from _of_any_length(path)
        return
    for words in deck_chunks(path, most=_AT_ONCE):
        yield from _texts_of(words)


def _texts_of(words: Decks) -> list[str]:
    """Decks of 52 cards given as words, see `dealt.penney.decks`, converted to texts."""
    return [f"{word:0{CARDS}b}".translate(_LETTERS) for word in words.tolist()]


def _of_any_length(path: Path) -> Iterator[str]:
    with reading(path):
        for number, deck in enumerate(_decks_of_any_length(path), 1):
            try:
                yield deck_of(deck)
            except DeckError as error:
                where = Phrase("{file}: deck {n}", {"file": path, "n": number})
                raise DeckError("{where}: {error}", where=where, error=error) from None


def _decks_of_any_length(path: Path) -> Iterator[str | list[Any]]:
    """The decks of a file, unchanged."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    if head.startswith(b"\x93NUMPY"):
        yield from _in_array(path)
    elif not looks_like_text(head):
        raise DeckError(
            "{file} does not say where a deck ends; decks of any length are text with one "
            "deck per line, a JSON list, or a .npy array of shape (decks, cards)",
            file=path,
        )
    elif JSON_BEGINS.match(head):
        for deck in json_decks(path):
            yield deck if isinstance(deck, str | list) else [deck]
    else:
        for _, line in deck_lines(path):
            yield line.decode("utf-8", "replace").translate(_BRACKETS)


def _in_array(path: Path) -> Iterator[Any]:
    array = array_of(path)
    is_text = array.dtype.kind in "US" and array.ndim in (1, 2)
    if not is_text and (array.dtype.kind not in "biuf" or array.ndim != 2):
        raise DeckError(
            "{file} holds {kind} of shape {shape}; decks of any length are 0 and 1 of shape "
            "(decks, cards), or texts",
            file=path, kind=str(array.dtype)[:60], shape=array.shape,
        )  # fmt: skip
    for row in array:
        yield row.astype(str).tolist() if is_text else row.tolist()


def rows_of(
    paths: Paths, skip: Callable[[Path, DealtError], None], *, any_length: bool = False
) -> Iterator[tuple[Path, Iterable[str]]]:
    """Each file with its decks; all files are located before any is read.

    Args:
        paths: see `decks_in`.
        skip: called for each file without decks, if other files have some.
        any_length: see `decks_in`.
    """
    return _with_decks(deck_files(paths), skip, any_length=any_length)


def _with_decks(
    files: Sequence[Path], skip: Callable[[Path, DealtError], None], *, any_length: bool
) -> Iterator[tuple[Path, Iterable[str]]]:
    first: DealtError | None = None
    is_any = False
    for path in files:
        decks = _decks_of(path, any_length=any_length)
        try:
            begun = [*islice(decks, 1)]
        except DealtError as error:
            if len(files) == 1:
                raise
            first = first or error
            skip(path, error)
        else:
            is_any = True
            yield path, chain(begun, decks)
    if first is not None and not is_any:
        raise first
