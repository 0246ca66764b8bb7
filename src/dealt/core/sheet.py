"""Sheets: titled results in columns, to be drawn, written as data, or made a data frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from html import escape
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING, Any, Protocol

from dealt.errors import SetupError
from dealt.extras import not_installed
from dealt.language import decimal

if TYPE_CHECKING:
    from dealt.core.view import View

Cell = str | int | Fraction


@dataclass(frozen=True, repr=False)
class Sheet:
    """A titled list of results.

    Attributes:
        title: what it is about.
        columns: the headings.
        rows: the cells; a Fraction is exact and shown as a decimal number.
        notes: lines shown below.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.title}; {len(self.rows)} rows>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        sides = ["left" if is_left else "right" for is_left in left_columns(self)]
        rows = [_html_row("th", self.columns, sides)]
        rows += [_html_row("td", [cell_text(cell) for cell in row], sides) for row in self.rows]
        notes = "".join(f"<div>{escape(note)}</div>" for note in self.notes)
        title = f"<caption>{escape(self.title)}</caption>"
        return f"<table>{title}{''.join(rows)}</table>{notes}"

    def __str__(self) -> str:
        """The title, the rows in columns, and the notes."""
        return "\n".join((self.title, columns(self), *self.notes))

    def to_data(self) -> dict[str, Any]:
        """The sheet as JSON values; fractions are texts such as `-3/7`."""
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

    def csv(self) -> str:
        """The headings and the rows as CSV; fractions as decimal numbers, in full precision."""
        rows = ([float(x) if isinstance(x, Fraction) else x for x in row] for row in self.rows)
        return csv_text([self.columns, *rows])

    def markdown(self) -> str:
        """The title, the rows as a table in Markdown, and the notes."""
        sides = [":--" if is_left else "--:" for is_left in left_columns(self)]
        rows = [self.columns, *([cell_text(cell) for cell in row] for row in self.rows)]
        cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
        table = [f"| {' | '.join(row)} |" for row in (cells[0], sides, *cells[1:])]
        notes = [f"\n{note}" for note in self.notes]
        return "\n".join((f"**{self.title}**\n", *table, *notes, ""))

    def to_frame(self) -> Any:
        """The rows as a data frame, see `dealt.core.sheet`; fractions become floats.

        A heading that is empty is called `name`.
        """
        return data_frame(
            {
                column or "name": [
                    float(cell) if isinstance(cell, Fraction) else cell for cell in cells
                ]
                for column, cells in zip(self.columns, zip(*self.rows, strict=True), strict=True)
            }
        )


class Displayed:
    """A result that is one line at a prompt, and tables in a notebook.

    A dataclass that inherits this says `repr=False`.
    """

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).partition(chr(10))[0]}>"

    def _repr_html_(self) -> str | None:
        """For notebooks; None: the line is enough."""
        return "".join(sheet._repr_html_() for sheet in self.sheets()) or None

    def sheets(self) -> tuple[Sheet, ...]:
        """The result as tables, if it has any."""
        return ()


class _RoundPlayed(Protocol):
    """What a sheet shows of a finished round, such as a `Table`."""

    @property
    def scores(self) -> dict[str, int]:
        """Points of this round, by name."""

    def view(self, seat: int, /) -> View:
        """What a seat may know."""

    def places(self) -> dict[str, str]:
        """Every place with its cards."""


class MatchPlayed(Protocol):
    """What a sheet shows of a match whose last round is finished, such as a `Match`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""

    @property
    def tables(self) -> Sequence[_RoundPlayed]:
        """The rounds."""

    @property
    def table(self) -> _RoundPlayed:
        """The last round."""

    @property
    def totals(self) -> dict[str, int]:
        """Points of all rounds, by name."""


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV."""
    from csv import writer

    text = StringIO()
    writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def column_widths(sheet: Sheet) -> list[int]:
    """The width of each column, including its heading."""
    return [
        max(len(cell) for cell in (column, *(cell_text(row[i]) for row in sheet.rows)))
        for i, column in enumerate(sheet.columns)
    ]


def left_columns(sheet: Sheet) -> list[bool]:
    """Whether each column holds text, which is aligned left; numbers are aligned right."""
    return [all(isinstance(row[i], str) for row in sheet.rows) for i in range(len(sheet.columns))]


def columns(sheet: Sheet) -> str:
    """The headings and rows of a sheet as columns of plain text."""
    rows = [sheet.columns, *([cell_text(cell) for cell in row] for row in sheet.rows)]
    widths = column_widths(sheet)
    left = left_columns(sheet)
    lines = []
    for row in rows:
        cells = zip(row, widths, left, strict=True)
        lines.append("  ".join(c.ljust(w) if to_left else c.rjust(w) for c, w, to_left in cells))
    return "\n".join(line.rstrip() for line in lines)


def _html_row(tag: str, cells: Sequence[str], sides: Sequence[str]) -> str:
    """A row of a table in HTML; an empty heading heads nothing."""
    row = []
    for cell, side in zip(cells, sides, strict=True):
        kind = tag if cell else "td"
        row.append(f'<{kind} style="text-align:{side}">{escape(cell)}</{kind}>')
    return f"<tr>{''.join(row)}</tr>"


def cell_text(cell: Cell) -> str:
    """A cell as people read it; fractions with five decimals."""
    return decimal(f"{float(cell):.5f}") if isinstance(cell, Fraction) else str(cell)


_LIBRARIES = ("polars", "pandas")


def data_frame(columns: Mapping[str, Sequence[Any] | Any]) -> Any:
    """A data frame of polars, or else of pandas, with columns of one length.

    Raises:
        SetupError: neither polars nor pandas is installed.
    """
    library = next((name for name in _LIBRARIES if find_spec(name) is not None), None)
    if library is None:
        raise SetupError(not_installed(_LIBRARIES[0], "data"))
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
