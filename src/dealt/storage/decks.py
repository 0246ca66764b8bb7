"""Deck files: the cards of a stacked deck in dealing order, separated by white space."""

from __future__ import annotations

import os
from pathlib import Path

from dealt.cards import Deck
from dealt.errors import DeckError, StorageError
from dealt.storage.files import read_text


def read_deck(path: str | os.PathLike[str], deck: Deck) -> list[str]:
    """All faces in a deck file, in order.

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
