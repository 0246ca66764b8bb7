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
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dealt.errors import DeckError
from dealt.language import Phrase, message, no_json, say
from dealt.penney.decks import BLACKS, CARDS, cards_of, pack, unpack, words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealt.penney.decks import Decks

HEAD = 1 << 16  # bytes that a format is told from
HEAD_DECKS = 1024
LONGEST_LINE = 1 << 20

KNOWN = message("raw bytes, .npy, .npz, 1 bit per card, text and JSON")

# what a byte of text says: 0 is red, 1 is black, 2 is no colour
COLOUR_OF = {**dict.fromkeys(b"Rr0", 0), **dict.fromkeys(b"Bb1", 1)}
MEANING = bytes(COLOUR_OF.get(byte, 2) for byte in range(256))
BETWEEN = b" \t\r\n\f,;[]\"'"
JSON_BEGINS = re.compile(rb'\s*(\[\s*[\["]|\{)')


class DamagedError(DeckError):
    """A file contains decks, but also something between or after them that is not one."""


class Form(NamedTuple):
    """The format of a file.

    Attributes:
        decks: number of decks; an estimate for text.
        blocks: yields at most this number of decks at a time, as words or as cards of any kind.
    """

    decks: int
    blocks: Callable[[int], Iterator[NDArray[Any]]]


def recognised(path: Path) -> Form:
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
        return _npy(path)
    if head.startswith((b"PK\3\4", b"PK\5\6")):
        return _npz(path)
    if 2 * (head.count(0) + head.count(1)) > len(head):
        return Form(size // CARDS, partial(_raw_blocks, path))
    is_text = looks_like_text(head)
    if not is_text or size < CARDS:  # text needs a byte a card
        layout = _layout_of(head, size)
        if layout is None and path.suffix.lower() == ".bits":
            layout = OWN
        if layout is not None:
            return Form(8 * size // layout.bits, partial(_packed_blocks, path, layout))
    if not is_text:
        raise DeckError(
            "{file} is not in a known format of deck files; known formats are {formats}",
            file=path, formats=Phrase(KNOWN),
        )  # fmt: skip
    head = head.removeprefix(codecs.BOM_UTF8)
    colours = len(head.translate(MEANING, BETWEEN).replace(b"\2", b""))
    blocks = _json_blocks if JSON_BEGINS.match(head) else _text_blocks
    return Form(max(1, size * colours // (len(head) * CARDS)), partial(blocks, path))


def checked_words(cards: NDArray[Any], path: Path, done: int) -> Decks:
    """Cards of any kind, as an array of shape (decks, 52), converted to words.

    Raises:
        DeckError: a card is not a colour; `done` decks of the file come before these.
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
        shown = chr(value) if is_text and value <= sys.maxunicode else value
        raise no_colour(shown, _deck(path, done + row + 1))
    return words_of(colours)


def _codes(letters: NDArray[Any]) -> NDArray[Any]:
    """The numbers of the letters in an array of them."""
    import numpy as np

    number = np.uint32 if letters.dtype.kind == "U" else np.uint8
    return np.ascontiguousarray(letters, letters.dtype.newbyteorder("=")).view(number)


def _deck(path: Path, deck: int) -> Phrase:
    """A deck of a file, by its number from 1, for errors."""
    return Phrase("{file}: deck {n}", {"file": path, "n": deck})


def no_colour(card: object, where: object) -> DeckError:
    """The message for a card that is not a colour; `where` names the file and the deck."""
    return DeckError(
        "{where} has {card}, which is not a colour: 0 or R is red, 1 or B is black",
        where=where, card=repr(card)[:30],
    )  # fmt: skip


def check_colours(words: Decks, path: Path, done: int) -> None:
    """Raise DeckError unless a deck has as many black cards as red ones."""
    import numpy as np

    if hasattr(np, "bitwise_count"):
        blacks = np.bitwise_count(words)
    else:  # NumPy before 2.0
        blacks = cards_of(words).sum(axis=1, dtype=np.uint8)
    bad_rows = np.flatnonzero(blacks != BLACKS)
    if len(bad_rows):
        row = int(bad_rows[0])
        error = _uneven(_deck(path, done + row + 1), int(blacks[row]))
        if done or len(bad_rows) < len(words):
            raise DamagedError(error)
        raise error


def _uneven(where: object, blacks: int) -> DeckError:
    return DeckError(
        "{where} has {red} red and {black} black cards; a deck has {n} of each",
        where=where, red=CARDS - blacks, black=blacks, n=BLACKS,
    )  # fmt: skip


def _left_over(path: Path, cards: int, done: int) -> DeckError:
    error = DeckError(
        "{file}: {cards} cards are left over after {decks} whole decks; every deck has {n}",
        file=path, cards=cards, decks=done, n=CARDS,
    )  # fmt: skip
    return DamagedError(error) if done else error


def _raw_blocks(path: Path, most: int) -> Iterator[NDArray[Any]]:
    import numpy as np

    done = 0
    with path.open("rb") as file:
        while data := file.read(most * CARDS):
            decks, left = divmod(len(data), CARDS)
            if left:
                raise _left_over(path, left, done + decks)
            yield np.frombuffer(data, np.uint8).reshape(decks, CARDS)
            done += decks


# --- packed, a bit a card -------------------------------------------------------------------------


class _Layout(NamedTuple):
    """How decks lie in bytes: with so many bits each, of a byte the `order` one first."""

    bits: int
    order: Any


OWN = _Layout(CARDS, "big")
ROW = 56  # bits of a deck that begins with a new byte
ROWS = (_Layout(ROW, "big"), _Layout(ROW, "little"))
LAYOUTS = (OWN, *ROWS, _Layout(CARDS, "little"))


def _layout_of(data: bytes, size: int, layouts: Iterable[_Layout] = LAYOUTS) -> _Layout | None:
    """The layout by which most decks have as many black cards as red ones, the first of several.

    Args:
        data: the first bytes of the file.
        size: how many bytes it has.
        layouts: those to choose from.
    """

    def key(layout: _Layout) -> tuple[float, bool]:
        # half a byte is left over after an odd number of decks without gaps
        return _share(data, layout), 8 * size % layout.bits in (0, 4)

    best = max(layouts, key=key)
    return best if _share(data, best) > 0.5 else None


def _share(data: bytes, layout: _Layout) -> float:
    """How many of the first decks are decks by a layout, 0 to 1."""
    decks = min(HEAD_DECKS, 8 * len(data) // layout.bits)
    if not decks:
        return 0.0
    bits = _bits(data, decks, layout)
    right = (bits[:, :CARDS].sum(axis=1) == BLACKS) & ~bits[:, CARDS:].any(axis=1)
    return float(right.mean())


def _bits(data: bytes, decks: int, layout: _Layout) -> NDArray[Any]:
    import numpy as np

    flat = np.unpackbits(
        np.frombuffer(data, np.uint8), count=decks * layout.bits, bitorder=layout.order
    )
    return flat.reshape(decks, layout.bits)


def _packed_blocks(path: Path, layout: _Layout, most: int) -> Iterator[NDArray[Any]]:
    done = 0
    size = max(1, most // 2) * layout.bits // 4  # two decks fill whole bytes in any layout
    with path.open("rb") as file:
        while data := file.read(size):
            decks, left = divmod(8 * len(data), layout.bits)
            spare = data[-1] & 15 if layout.order == "big" else data[-1] >> 4
            if left and (left != 4 or spare):
                raise _left_over(path, left, done + decks)
            yield _packed_cards(data, decks, layout, path, done)
            done += decks


def _packed_cards(data: bytes, decks: int, layout: _Layout, path: Path, done: int) -> NDArray[Any]:
    """The cards of some packed decks, or the decks as words."""
    if layout == OWN:
        return unpack(data, decks)
    bits = _bits(data, decks, layout)
    more = bits[:, CARDS:].any(axis=1)
    if more.any():
        raise DeckError(
            "{deck} has bits after its {n} cards; they should be 0",
            deck=_deck(path, done + int(more.argmax()) + 1), n=CARDS,
        )  # fmt: skip
    return bits[:, :CARDS]


# --- arrays of NumPy ------------------------------------------------------------------------------

WANTED = message("decks are numbers, bool or letters of shape (decks, {n})")
DAMAGED = message("{file} is damaged, cut short or not a NumPy array")
FAULTS = (ValueError, SyntaxError, TypeError, EOFError, OverflowError, tokenize.TokenError)


def array_of(path: Path) -> NDArray[Any]:
    """The array in a .npy, which is not read but mapped where that can be done.

    Raises:
        DeckError: it is damaged, has Python objects, or more follows.
    """
    import numpy as np

    with warnings.catch_warnings(action="ignore"):  # of headers that are odd but can be read
        array: NDArray[Any]
        try:
            array = np.load(path, mmap_mode="r", allow_pickle=False)
        except FAULTS as error:
            if "objects" in str(error):
                raise DeckError(_objects(path)) from None
            try:
                array = np.load(path, allow_pickle=False)  # an empty one cannot be mapped
            except FAULTS:
                raise DeckError(DAMAGED, file=path) from None
    if isinstance(array, np.memmap) and array.offset + array.nbytes < path.stat().st_size:
        raise DeckError(
            "{file} goes on after its array; save one array per file, or use numpy.savez", file=path
        )
    return array


def _objects(name: object) -> Phrase:
    return Phrase(
        "{file} holds Python objects, which run code when they are read; save "
        "decks.astype(numpy.uint8)",
        {"file": name},
    )


def _kind(array: NDArray[Any], name: object) -> str:
    """How decks lie in an array; DeckError if there are none."""
    shape, kind = array.shape, array.dtype.kind
    letters = {"U": array.dtype.itemsize // 4, "S": array.dtype.itemsize}.get(kind, 0)
    if shape and shape[0]:
        if len(shape) == 1 and letters == CARDS:
            return "texts"
        if len(shape) == 2 and shape[1] == ROW // 8 and array.dtype == "u1":
            return "rows"
        if (kind in "biuf" or letters == 1) and (len(shape) == 1 or shape[1:] == (CARDS,)):
            return "flat" if len(shape) == 1 else "cards"
    raise DeckError(
        "{file} holds {kind} of shape {shape}; {wanted}",
        file=name, kind=str(array.dtype)[:60], shape=shape, wanted=Phrase(WANTED, {"n": CARDS}),
    )  # fmt: skip


def _npy(path: Path) -> Form:
    array = array_of(path)
    kind = _kind(array, path)
    if kind == "flat":
        decks, left = divmod(len(array), CARDS)
        if left:
            raise _left_over(path, left, decks)
        array = array.reshape(decks, CARDS)
    return Form(len(array), partial(_array_blocks, array, kind, path))


def _npz(path: Path) -> Form:
    """An archive of arrays, of which those are read that are decks; they are read whole."""
    import numpy as np

    found: list[Decks] = []
    faults: list[DeckError] = []
    done = 0
    with _unpacking(path), zipfile.ZipFile(path):
        pass  # NumPy leaves a file open that it cannot unpack
    with _unpacking(path), np.load(path, allow_pickle=False) as archive:
        for name in archive.files:
            try:
                array = archive[name]
                kind = _kind(array, f"{path}: {name}.npy")
            except DeckError as error:
                faults.append(error)
                continue
            except ValueError as error:
                if "allow_pickle" not in str(error):
                    raise
                faults.append(DeckError(_objects(f"{path}: {name}.npy")))
                continue
            if _begins_with_decks(array, kind, path):
                array = array.reshape(-1, CARDS) if kind == "flat" else array
                blocks = _array_blocks(array, kind, path, len(array), done)
                found += [checked_words(block, path, done) for block in blocks]
                done += len(array)
    if not found:
        if faults:
            raise DeckError(faults[0])
        wanted = Phrase(WANTED, {"n": CARDS})
        raise DeckError("{file} holds no decks; {wanted}", file=path, wanted=wanted)
    words = np.concatenate(found)
    return Form(done, lambda most: (words[at : at + most] for at in range(0, done, most)))


@contextlib.contextmanager
def _unpacking(path: Path) -> Iterator[None]:
    """What is wrong with an archive, as our errors."""
    try:
        yield
    except DeckError:
        raise
    except (zipfile.BadZipFile, zlib.error, KeyError, RuntimeError, *FAULTS) as error:
        where = Phrase("{file} is damaged, or not a NumPy archive", {"file": path})
        raise DeckError("{where}: {error}", where=where, error=str(error)[:60]) from None
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        # its index says that something begins before the file does
        raise DeckError("{file} is damaged, or not a NumPy archive", file=path) from None


def _begins_with_decks(array: NDArray[Any], kind: str, path: Path) -> bool:
    """Whether an array of an archive is one of decks, and not of seeds, sizes or the like."""
    if kind == "rows":
        part = array[:HEAD_DECKS]
        return _layout_of(part.tobytes(), part.size, ROWS) is not None
    if kind != "flat":
        return True
    if len(array) % CARDS:
        return False
    try:
        part = checked_words(array[: HEAD_DECKS * CARDS].reshape(-1, CARDS), path, 0)
    except DeckError:
        return False
    return _share(pack(part), OWN) > 0.5


def _array_blocks(
    array: NDArray[Any], kind: str, path: Path, most: int, done: int = 0
) -> Iterator[NDArray[Any]]:
    """The cards in an array with a deck in each row; `done` decks of the file come before these."""
    import numpy as np

    layout = None
    for at in range(0, len(array), most):
        part = array[at : at + most]
        if kind == "rows":
            data = part.tobytes()
            layout = layout or _layout_of(data, len(data), ROWS) or ROWS[0]
            yield _packed_cards(data, len(part), layout, path, done + at)
        elif kind == "texts":
            letters = np.ascontiguousarray(part).view(f"{array.dtype.str[:2]}1")
            yield letters.reshape(-1, CARDS)
        else:
            yield part


# --- text -----------------------------------------------------------------------------------------


def looks_like_text(head: bytes) -> bool:
    """Whether a file that begins like this is text."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return all(byte >= 32 or byte in b"\t\n\r\f" for byte in set(head))


def _text_blocks(path: Path, most: int) -> Iterator[NDArray[Any]]:
    """A deck a line; lines that are blank or begin with `#` are none."""
    decks: list[bytes] = []
    done = 0
    with path.open("rb") as file:
        for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE), b""), 1):
            text = line.removeprefix(codecs.BOM_UTF8).strip()
            if not text or text.startswith(b"#"):
                continue
            done += 1
            where = say("{file}: deck {n} (line {line})", file=path, n=done, line=number)
            decks.append(_from_text(text, where))
            if len(decks) == most:
                yield _joined(decks)
                decks = []
    if not done:
        raise DeckError(
            "{file} has no decks; it should have one per line, such as RBRB...", file=path
        )
    if decks:
        yield _joined(decks)


def _json_blocks(path: Path, most: int) -> Iterator[NDArray[Any]]:
    """A list of decks, each a list of cards or a text."""
    try:
        decks = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise DeckError("{file} is not JSON: {reason}", file=path, reason=no_json(error)) from None
    if not isinstance(decks, list) or not decks:
        raise DeckError(
            "{file} is not a list of decks; a deck is a list of cards, or a text", file=path
        )
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
            raise no_colour(card, where)
    return _from_text("".join(cards).encode(), where)


def _from_text(text: bytes, where: object) -> bytes:
    """The colours of a deck, a byte a card."""
    deck = text.translate(MEANING, BETWEEN)
    if 2 in deck:
        strange = text.translate(None, BETWEEN).decode(errors="replace")
        raise no_colour(next(c for c in strange if MEANING[min(ord(c), 255)] == 2), where)
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
