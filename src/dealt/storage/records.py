"""Match records, and decks of cards, in files."""

from __future__ import annotations

import os
from pathlib import Path

from dealt.cards import Deck
from dealt.core.record import Record
from dealt.errors import DeckError, ParseError, StorageError
from dealt.storage.files import TextFile, read_text


def save_record(record: Record, path: str | os.PathLike[str], *, is_private: bool = False) -> None:
    """Write a record to a file, all at once.

    Args:
        record: of a match.
        path: of the file.
        is_private: only the owner can read the file, as the cards are still secret.

    Raises:
        StorageError: it cannot be written.
    """
    TextFile(path, is_private=is_private).write(record.to_json())


def load_record(path: str | os.PathLike[str]) -> Record:
    """The record in a file.

    Raises:
        StorageError: the file does not exist or cannot be read.
        ParseError: it is not a record.
    """
    try:
        return Record.from_json(read_text(Path(path)))
    except FileNotFoundError:
        raise StorageError("record file {path} not found", path=repr(str(path))) from None
    except ParseError as error:
        raise ParseError("{where}: {error}", where=path, error=error) from None


def read_deck(path: str | os.PathLike[str], deck: Deck) -> list[str]:
    """The faces in a deck file, in dealing order, separated by white space.

    Raises:
        DeckError: the file does not exist, cannot be read, or is not a deck of this kind.
    """
    if not str(path):
        raise DeckError("a deck file needs a name")
    try:
        faces = read_text(Path(path)).split()
        deck.order(faces)
    except FileNotFoundError:
        raise DeckError("deck file {path} not found", path=repr(str(path))) from None
    except StorageError as error:
        raise DeckError(error) from None
    except DeckError as error:
        raise DeckError("deck file {path}: {error}", path=repr(str(path)), error=error) from None
    return faces
