"""Columns of results as a data frame of polars, or of pandas where polars is not installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from dealt.errors import SetupError
from dealt.extras import not_installed

LIBRARIES = ("polars", "pandas")


def data_frame(columns: Mapping[str, Sequence[Any] | Any]) -> Any:
    """A data frame with these columns: lists or NumPy arrays of the same length.

    Raises:
        SetupError: neither polars nor pandas is installed.
    """
    library = next((name for name in LIBRARIES if find_spec(name) is not None), None)
    if library is None:
        raise SetupError(not_installed(LIBRARIES[0], "data"))
    return import_module(library).DataFrame(dict(columns))


def rows_frame(rows: Sequence[Any]) -> Any:
    """A data frame with a row for each of some dataclasses of one kind, such as endings.

    A tuple, such as the points of each seat, has a column for each place: `totals_1`, `totals_2`.
    Tuples of different lengths, and nested ones, are left out.
    """
    columns: dict[str, list[Any]] = {}
    for name in [field.name for field in fields(rows[0])] if rows else []:
        values = [getattr(row, name) for row in rows]
        if not isinstance(values[0], tuple):
            columns[name] = values
        elif len({len(value) for value in values}) == 1 and not _is_nested(values[0]):
            for place, each in enumerate(zip(*values, strict=True), 1):
                columns[f"{name}_{place}"] = list(each)
    return data_frame(columns)


def _is_nested(value: tuple[Any, ...]) -> bool:
    return any(isinstance(part, tuple) for part in value)
