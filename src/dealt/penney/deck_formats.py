"""Deck files of Penney's game: recognizing their format, and reading the decks.

The format is recognized by the content of a file; its name only decides if the content does not.
Known formats are raw bytes (one byte per card), NumPy arrays, one bit per card with or without
gaps, and text.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import json
import re
import sys
import tokenize
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dealt.errors import DeckError
from dealt.language import Phrase, message, no_json, say
from dealt.penney.decks import BLACKS, CARDS, cards_of, words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealt.penney.decks import Decks

HEAD = 1 << 16  # bytes to recognize a format by
_HEAD_DECKS = 1024
_LONGEST_LINE = 1 << 20

_FORMATS = message("raw bytes, .npy, .npz, 1 bit per card, text and JSON")

# the meaning of a byte of text: 0 is red, 1 is black, 2 is not a colour
_COLOUR_OF = {**dict.fromkeys(b"Rr0", 0), **dict.fromkeys(b"Bb1", 1)}
MEANING = bytes(_COLOUR_OF.get(byte, 2) for byte in range(256))
BETWEEN = b" \t\r\n\f,;[]\"'"
JSON_BEGINS = re.compile(rb'\s*(\[\s*[\["]|\{)')


class DamagedError(DeckError):
    """A file contains decks, and also something else between or after them."""


class _Form(NamedTuple):
    """The format of a file.

    Attributes:
        decks: number of decks; an estimate for text.
        blocks: yields at most this number of decks at a time, as words or as cards of any kind.
    """

    decks: int
    blocks: Callable[[int], Iterator[NDArray[Any]]]


def recognised(path: Path) -> _Form:
    """The format of a file, recognized by its first bytes and its size.

    Raises:
        DeckError: the format is not known.
        OSError: the file cannot be read.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(HEAD)
    if not head:
        raise DeckError(
            "{file} is empty; it should have at least one deck of {n} cards", file=path, n=CARDS
        )
    if head.startswith(b"\x93NUMPY"):
        array = _checked_shape(array_of(path), path)
        return _Form(len(array), partial(_array_blocks, array, path))
    if head.startswith((b"PK\3\4", b"PK\5\6")):
        words = _archived(path)
        return _Form(
            len(words), lambda most: (words[at : at + most] for at in range(0, len(words), most))
        )
    if 2 * (head.count(0) + head.count(1)) > len(head):
        return _Form(size // CARDS, partial(_raw_blocks, path))
    is_text = looks_like_text(head)
    if not is_text or size < CARDS:  # text needs a byte a card
        bits = _bits_a_deck(head, size) or (CARDS if path.suffix.lower() == ".bits" else 0)
        if bits:
            return _Form(8 * size // bits, partial(_packed_blocks, path, bits))
    if not is_text:
        raise DeckError(
            "{file} is not in a known format of deck files; known formats are {formats}",
            file=path, formats=Phrase(_FORMATS),
        )  # fmt: skip
    head = head.removeprefix(codecs.BOM_UTF8)
    colours = len(head.translate(MEANING, BETWEEN).replace(b"\2", b""))
    blocks = _json_blocks if JSON_BEGINS.match(head) else _text_blocks
    return _Form(max(1, size * colours // (len(head) * CARDS)), partial(blocks, path))


def checked_words(cards: NDArray[Any], path: Path, before: int) -> Decks:
    """Cards of any kind, as an array of shape (decks, 52), converted to words.

    Raises:
        DeckError: a card is not a colour; `before` decks of the file come before these.
    """
    import numpy as np

    is_text = cards.dtype.kind in "US"
    values = _codes(cards) if is_text else cards
    colours = np.frombuffer(MEANING, np.uint8)[np.minimum(values, 255)] if is_text else values
    is_wrong = colours.dtype.kind == "f" and bool(((colours != 0) & (colours != 1)).any())
    if is_wrong or colours.min() < 0 or colours.max() > 1:
        row, place = np.argwhere((colours != 0) & (colours != 1))[0]
        value = values[row, place].item()
        # not all numbers that an array can have for a letter are letters
        card = chr(value) if is_text and value <= sys.maxunicode else value
        raise _no_colour(card, _deck(path, before + row + 1))
    return words_of(colours)


def _codes(letters: NDArray[Any]) -> NDArray[Any]:
    """The character codes of the letters in an array."""
    import numpy as np

    number = np.uint32 if letters.dtype.kind == "U" else np.uint8
    return np.ascontiguousarray(letters, letters.dtype.newbyteorder("=")).view(number)


def _deck(path: Path, deck: int) -> Phrase:
    """The place of a deck in a file, by its number from 1, for errors."""
    return Phrase("{file}: deck {n}", {"file": path, "n": deck})


def _no_colour(card: object, where: object) -> DeckError:
    """The message for a card that is not a colour; `where` names the file and the deck."""
    return DeckError(
        "{where} has {card}, which is not a colour: 0 or R is red, 1 or B is black",
        where=where, card=repr(card)[:30],
    )  # fmt: skip


def check_colours(words: Decks, path: Path, before: int) -> None:
    """Raise DeckError unless every deck has as many black cards as red ones."""
    import numpy as np

    if hasattr(np, "bitwise_count"):
        blacks = np.bitwise_count(words)
    else:  # NumPy before 2.0
        blacks = cards_of(words).sum(axis=1, dtype=np.uint8)
    bad_rows = np.flatnonzero(blacks != BLACKS)
    if len(bad_rows):
        row = int(bad_rows[0])
        error = _uneven(_deck(path, before + row + 1), int(blacks[row]))
        if before or len(bad_rows) < len(words):
            raise DamagedError(error)
        raise error


def _uneven(where: object, blacks: int) -> DeckError:
    return DeckError(
        "{where} has {red} red and {black} black cards; a deck has {n} of each",
        where=where, red=CARDS - blacks, black=blacks, n=BLACKS,
    )  # fmt: skip


def _left_over(path: Path, cards: int, decks: int) -> DeckError:
    error = DeckError(
        "{file}: {cards} cards are left over after {decks} whole decks; every deck has {n}",
        file=path, cards=cards, decks=decks, n=CARDS,
    )  # fmt: skip
    return DamagedError(error) if decks else error


# --- a byte or a bit a card -----------------------------------------------------------------------

_ROW = 56  # bits of a deck that begins with a new byte


def _raw_blocks(path: Path, most: int) -> Iterator[NDArray[Any]]:
    import numpy as np

    before = 0
    with path.open("rb") as file:
        while data := file.read(most * CARDS):
            decks, left = divmod(len(data), CARDS)
            if left:
                raise _left_over(path, left, before + decks)
            yield np.frombuffer(data, np.uint8).reshape(decks, CARDS)
            before += decks


def _packed_blocks(path: Path, bits: int, most: int) -> Iterator[NDArray[Any]]:
    before = 0
    size = max(1, most // 2) * bits // 4  # two decks fill whole bytes
    with path.open("rb") as file:
        while data := file.read(size):
            decks, left = divmod(8 * len(data), bits)
            if left and (left != 4 or data[-1] & 15):
                raise _left_over(path, left, before + decks)
            yield _without_gaps(_unpacked(data, bits), path, before)
            before += decks


def _unpacked(data: bytes, bits: int) -> NDArray[Any]:
    """Packed decks of this many bits each, as one byte per bit."""
    import numpy as np

    decks = 8 * len(data) // bits
    return np.unpackbits(np.frombuffer(data, np.uint8), count=decks * bits).reshape(decks, bits)


def _without_gaps(rows: NDArray[Any], path: Path, before: int) -> NDArray[Any]:
    """The cards of unpacked decks, without the zeros that fill their last byte."""
    more = rows[:, CARDS:].any(axis=1)
    if more.any():
        raise DeckError(
            "{deck} has bits after its {n} cards; they should be 0",
            deck=_deck(path, before + int(more.argmax()) + 1), n=CARDS,
        )  # fmt: skip
    return rows[:, :CARDS]


def _bits_a_deck(data: bytes, size: int) -> int:
    """The bits per deck with which most decks are balanced; 0 if there are none.

    Args:
        data: the first bytes of the file.
        size: how many bytes it has.
    """
    # half a byte is left over after an odd number of decks without gaps
    shares = {bits: (_share(data, bits), 8 * size % bits in (0, 4)) for bits in (CARDS, _ROW)}
    best = max(shares, key=shares.__getitem__)
    return best if shares[best][0] > 0.5 else 0


def _share(data: bytes, bits: int) -> float:
    """The share of the first decks that are valid with this many bits each."""
    rows = _unpacked(data[: _HEAD_DECKS * bits // 8], bits)
    is_deck = (rows[:, :CARDS].sum(axis=1) == BLACKS) & ~rows[:, CARDS:].any(axis=1)
    return float(is_deck.mean()) if len(rows) else 0.0


# --- arrays of NumPy ------------------------------------------------------------------------------

_SHAPES = message("decks are numbers, bool or letters of shape (decks, {n})")
_FAULTS = (ValueError, SyntaxError, TypeError, EOFError, OverflowError, tokenize.TokenError)


def array_of(path: Path) -> NDArray[Any]:
    """The array in a .npy file, memory-mapped if possible.

    Raises:
        DeckError: it is damaged, has Python objects, or more follows.
    """
    import numpy as np

    with warnings.catch_warnings(action="ignore"):  # of headers that are odd but can be read
        array: NDArray[Any]
        try:
            array = np.load(path, mmap_mode="r", allow_pickle=False)
        except _FAULTS as error:
            if "objects" in str(error):
                raise _objects(path) from None
            try:
                array = np.load(path, allow_pickle=False)  # an empty one cannot be mapped
            except _FAULTS:
                raise DeckError(
                    "{file} is damaged, cut short or not a NumPy array", file=path
                ) from None
    if isinstance(array, np.memmap) and array.offset + array.nbytes < path.stat().st_size:
        raise DeckError(
            "{file} goes on after its array; save one array per file, or use numpy.savez", file=path
        )
    return array


def _objects(name: object) -> DeckError:
    return DeckError(
        "{file} holds Python objects, which run code when they are read; save "
        "decks.astype(numpy.uint8)",
        file=name,
    )


def _checked_shape(array: NDArray[Any], name: object) -> NDArray[Any]:
    """An array with one deck per row, as cards, packed bits or letters.

    Raises:
        DeckError: it is of another shape or kind.
    """
    shape, kind = array.shape, array.dtype.kind
    letters = {"U": array.dtype.itemsize // 4, "S": array.dtype.itemsize}.get(kind, 0)
    if len(shape) == 1 and shape[0] and letters == CARDS:  # a text a deck
        return array.view(f"{array.dtype.str[:2]}1").reshape(-1, CARDS)
    is_cards = shape[1:] == (CARDS,) and (kind in "biuf" or letters == 1)
    if len(shape) == 2 and shape[0] and (is_cards or _is_packed(array)):
        return array
    raise DeckError(
        "{file} holds {kind} of shape {shape}; {wanted}",
        file=name, kind=str(array.dtype)[:60], shape=shape, wanted=Phrase(_SHAPES, {"n": CARDS}),
    )  # fmt: skip


def _is_packed(array: NDArray[Any]) -> bool:
    return bool(array.dtype == "u1" and array.shape[1:] == (_ROW // 8,))


def _array_blocks(array: NDArray[Any], path: Path, most: int) -> Iterator[NDArray[Any]]:
    for at in range(0, len(array), most):
        yield _cards_in(array[at : at + most], path, at)


def _cards_in(array: NDArray[Any], path: Path, before: int) -> NDArray[Any]:
    """The cards in an array; `before` decks of the file come before these."""
    if _is_packed(array):
        return _without_gaps(_unpacked(array.tobytes(), _ROW), path, before)
    return array


def _archived(path: Path) -> Decks:
    """The decks in the arrays of an archive that contain decks."""
    import numpy as np

    parts: list[Decks] = []
    faults: list[DeckError] = []
    with _unpacking(path), zipfile.ZipFile(path):
        pass  # NumPy leaves a file open that it cannot unpack
    with _unpacking(path), np.load(path, allow_pickle=False) as archive:
        for name in archive.files:
            try:
                array = _checked_shape(archive[name], f"{path}: {name}.npy")
            except DeckError as error:
                faults.append(error)
                continue
            except ValueError as error:
                if "allow_pickle" not in str(error):
                    raise
                faults.append(_objects(f"{path}: {name}.npy"))
                continue
            if not _is_packed(array) or _share(array[:_HEAD_DECKS].tobytes(), _ROW) > 0.5:
                before = sum(map(len, parts))
                parts.append(checked_words(_cards_in(array, path, before), path, before))
    if not parts:
        holds_none = DeckError(
            "{file} holds no decks; {wanted}", file=path, wanted=Phrase(_SHAPES, {"n": CARDS})
        )
        raise DeckError(faults[0] if faults else holds_none)
    return np.concatenate(parts)


@contextlib.contextmanager
def _unpacking(path: Path) -> Iterator[None]:
    """Turn errors of a damaged archive into this package's."""
    try:
        yield
    except DeckError:
        raise
    except (zipfile.BadZipFile, zlib.error, KeyError, RuntimeError, *_FAULTS) as error:
        where = Phrase("{file} is damaged, or not a NumPy archive", {"file": path})
        raise DeckError("{where}: {error}", where=where, error=str(error)[:60]) from None
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        # its index points before the beginning of the file
        raise DeckError("{file} is damaged, or not a NumPy archive", file=path) from None


# --- text -----------------------------------------------------------------------------------------


def looks_like_text(head: bytes) -> bool:
    """Whether a file with this beginning is text."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return all(byte >= 32 or byte in b"\t\n\r\f" for byte in set(head))


def deck_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a text with their numbers, without comments and blank lines.

    Raises:
        DeckError: there are none.
    """
    is_empty = True
    with path.open("rb") as file:
        for number, line in enumerate(iter(partial(file.readline, _LONGEST_LINE), b""), 1):
            text = line.removeprefix(codecs.BOM_UTF8).strip()
            if text and not text.startswith(b"#"):
                is_empty = False
                yield number, text
    if is_empty:
        raise DeckError(
            "{file} has no decks; it should have one per line, such as RBRB...", file=path
        )


def json_decks(path: Path) -> list[Any]:
    """A list of decks in JSON, each a list of cards or a text.

    Raises:
        DeckError: the file is not one.
    """
    try:
        decks = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise DeckError("{file} is not JSON: {reason}", file=path, reason=no_json(error)) from None
    if not isinstance(decks, list) or not decks:
        raise DeckError(
            "{file} is not a list of decks; a deck is a list of cards, or a text", file=path
        )
    return decks


def _text_blocks(path: Path, most: int) -> Iterator[NDArray[Any]]:
    decks: list[bytes] = []
    for deck, (line, text) in enumerate(deck_lines(path), 1):
        where = say("{file}: deck {n} (line {line})", file=path, n=deck, line=line)
        decks.append(_from_text(text, where))
        if len(decks) == most:
            yield _joined(decks)
            decks = []
    if decks:
        yield _joined(decks)


def _json_blocks(path: Path, most: int) -> Iterator[NDArray[Any]]:
    decks = json_decks(path)
    for at in range(0, len(decks), most):
        part = enumerate(decks[at : at + most], at + 1)
        yield _joined([_from_json(deck, _deck(path, number)) for number, deck in part])


def _from_json(deck: object, where: object) -> bytes:
    if isinstance(deck, str):
        return _from_text(deck.encode(), where)
    if not isinstance(deck, list):
        raise DeckError(
            "{where} is {given}: a deck must be a list of cards, or a text",
            where=where, given=repr(str(deck)[:20]),
        )  # fmt: skip
    cards = [str(int(card)) if isinstance(card, bool) else str(card) for card in deck]
    for card in cards:
        if len(card) != 1:
            raise _no_colour(card, where)
    return _from_text("".join(cards).encode(), where)


def _from_text(text: bytes, where: object) -> bytes:
    """The colours of a deck, one byte per card."""
    deck = text.translate(MEANING, BETWEEN)
    if 2 in deck:
        strange = text.translate(None, BETWEEN).decode(errors="replace")
        raise _no_colour(next(c for c in strange if MEANING[min(ord(c), 255)] == 2), where)
    if len(deck) != CARDS:
        raise DeckError(
            "{where} has {n} cards; a deck has {right}", where=where, n=len(deck), right=CARDS
        )
    if deck.count(1) != BLACKS:
        raise DamagedError(_uneven(where, deck.count(1)))
    return deck


def _joined(decks: list[bytes]) -> Decks:
    import numpy as np

    return words_of(np.frombuffer(b"".join(decks), np.uint8).reshape(-1, CARDS))
