"""Decks of Penney's game from files, one by one as texts, even decks of any length."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealt.errors import DealtError, DeckError, StorageError
from dealt.games.penney.choices import COLOURS
from dealt.games.penney.trace import deck_of
from dealt.language import Phrase, no_json, reason
from dealt.penney.deck_files import AnyPath, Paths, deck_chunks, deck_files
from dealt.penney.deck_formats import HEAD, JSON_BEGINS, array_of, looks_like_text
from dealt.penney.decks import CARDS

if TYPE_CHECKING:
    from dealt.penney.decks import Decks

AT_ONCE = 1 << 12  # decks in memory
LETTERS = str.maketrans("01", COLOURS)
BRACKETS = str.maketrans("", "", ";[]\"'")


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
        yield from decks_of(path, any_length=any_length)


def decks_of(path: AnyPath, *, any_length: bool = False) -> Iterator[str]:
    """All decks of one file, see `decks_in`."""
    path = Path(path)
    if any_length:
        yield from _of_any_length(path)
        return
    for words in deck_chunks(path, most=AT_ONCE):
        yield from texts_of(words)


def texts_of(words: Decks) -> list[str]:
    """Decks of 52 cards given as words, see `dealt.penney.decks`, converted to texts."""
    return [f"{word:0{CARDS}b}".translate(LETTERS) for word in words.tolist()]


def _of_any_length(path: Path) -> Iterator[str]:
    number = 0
    try:
        for number, deck in enumerate(_raw_decks(path), 1):
            try:
                yield deck_of(deck)
            except DeckError as error:
                where = Phrase("{file}: deck {n}", {"file": path, "n": number})
                raise DeckError("{where}: {error}", where=where, error=error) from None
    except OSError as error:
        raise StorageError(
            "cannot read {path}: {reason}", path=path, reason=reason(error)
        ) from None
    if not number:
        raise DeckError(
            "{file} has no decks; it should have one per line, such as RBRB...", file=path
        )


def _raw_decks(path: Path) -> Iterator[Any]:
    """The decks of a file as they stand there."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    if head.startswith(b"\x93NUMPY"):
        return _of_array(path)
    if not looks_like_text(head):
        raise DeckError(
            "{file} does not say where a deck ends; decks of any length are text with one "
            "deck per line, a JSON list, or a .npy array of shape (decks, cards)",
            file=path,
        )
    return _of_json(path) if JSON_BEGINS.match(head) else _of_text(path)


def _of_array(path: Path) -> Iterator[Any]:
    array = array_of(path)
    kind, texts = array.dtype.kind, array.dtype.kind in "US"
    if (texts and array.ndim not in (1, 2)) or (
        not texts and (kind not in "biuf" or array.ndim != 2)
    ):
        raise DeckError(
            "{file} holds {kind} of shape {shape}; decks of any length are 0 and 1 of shape "
            "(decks, cards), or texts",
            file=path, kind=str(array.dtype)[:60], shape=array.shape,
        )  # fmt: skip
    for row in array:
        cards = row.astype(str).tolist() if texts else row.tolist()
        yield cards


def _of_json(path: Path) -> Iterator[Any]:
    try:
        decks = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise DeckError("{file} is not JSON: {reason}", file=path, reason=no_json(error)) from None
    if not isinstance(decks, list):
        raise DeckError(
            "{file} is not a list of decks; a deck is a list of cards, or a text", file=path
        )
    for deck in decks:
        yield deck if isinstance(deck, str | list) else [deck]


def _of_text(path: Path) -> Iterator[str]:
    """A deck a line; lines that are blank or begin with `#` are none."""
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        for line in file:
            text = line.strip()
            if text and not text.startswith("#"):
                yield text.translate(BRACKETS)


def rows_of(
    paths: Paths, skip: Callable[[Path, DealtError], None], *, any_length: bool = False
) -> Iterator[tuple[Path, Iterable[str]]]:
    """Each file with its decks; all files are located before the first is read.

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
        decks = decks_of(path, any_length=any_length)
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
