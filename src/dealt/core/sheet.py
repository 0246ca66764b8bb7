"""Sheets: titled tables of results, to be drawn by a face or written as data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Cell = str | int | Fraction


@dataclass(frozen=True)
class Sheet:
    """A table of results.

    Attributes:
        title: what it is about.
        columns: the headings.
        rows: the cells; a Fraction is exact and shown as a decimal number.
        notes: lines to go under it.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """The sheet for JSON; fractions are texts such as `-3/7`."""
        return {
            "title": self.title,
            "rows": [
                {
                    column: str(cell) if isinstance(cell, Fraction) else cell
                    for column, cell in zip(self.columns, row, strict=True)
                }
                for row in self.rows
            ],
            "notes": list(self.notes),
        }
