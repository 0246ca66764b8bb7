"""Published tables of Penney's game as NumPy arrays, .npy and .npz.

Nothing in a file is executed: arrays of Python objects are refused.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Any

from dealt.errors import StorageError
from dealt.language import Phrase

MOST_ITEMS = 1 << 20


def arrays_in(data: bytes, name: str) -> Any:
    """The array in a .npy, or those in a .npz by name, as lists of texts.

    Args:
        data: the file.
        name: file name, for errors.

    Raises:
        StorageError: it is damaged, or contains Python objects.
    """
    import numpy as np

    try:
        loaded = np.load(io.BytesIO(data), allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            return _texts(loaded, name)
        arrays = {}
        for key in loaded.files:
            try:
                arrays[key] = _texts(loaded[key], name)
            except ValueError as error:
                if "pickle" not in str(error).lower() and "object" not in str(error).lower():
                    raise
                arrays[key] = None  # such as names; the numbers beside it are read
    except ValueError as error:
        if "pickle" in str(error).lower() or "object" in str(error).lower():
            raise StorageError(objects_text(name)) from None
        raise StorageError(_damaged(name)) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError, OSError, SyntaxError):
        raise StorageError(_damaged(name)) from None
    if arrays and not any(value is not None for value in arrays.values()):
        raise StorageError(objects_text(name))
    return arrays


def objects_text(name: str) -> Phrase:
    """The message for arrays of Python objects."""
    return Phrase(
        "{file} holds Python objects, which run code when they are read; save the numbers alone: "
        "matrix.astype(float)",
        {"file": name},
    )


def _damaged(name: str) -> Phrase:
    return Phrase("{file} is damaged, or not a NumPy array", {"file": name})


def _texts(array: Any, name: str) -> Any:
    """An array as lists of texts, with as many digits as its numbers have."""
    if array.size > MOST_ITEMS:
        raise StorageError(
            "{file} has {n} numbers; a table has a few hundred", file=name, n=array.size
        )
    if array.dtype.names:
        names = array.dtype.names
        return [dict(zip(names, map(_text, row), strict=True)) for row in array.ravel().tolist()]
    if array.dtype.kind == "S":
        array = array.astype("U")
    if array.dtype.kind == "f" and array.dtype.itemsize < 8:  # as many digits as it has
        array = array.astype("U")
    return _text(array.tolist())


def _text(value: Any) -> Any:
    """A value of Python, or those in lists, as texts."""
    if isinstance(value, list):
        return [_text(part) for part in value]
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float) and value != value:
        return None
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
