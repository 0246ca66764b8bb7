"""Reading published tables of Penney's game, in all common layouts.

A layout is recognized by the content of the file, not by its name:

- lists with a row for each pair of choices, such as the original document's `scores.csv` and
  `output.csv`, whose columns are understood by the words in their names: `p1_win%_tricks`, `Player
  2 Wins (Cards)`, `draws_tricks`;
- matrices as text, with cells such as `40.41%`, `80(8)` or `47.18% (2.00%)`, with or without names;
- both of these separated by commas, semicolons, tabs or blanks, and in Markdown, LaTeX and HTML;
- JSON: matrices under names such as `cards` and `tricks_ties`, rows, or numbers under pairs of
  choices such as `RRR_RRB`;
- NumPy arrays.

Whether numbers are counts, percents or fractions is recognized by their size. Missing facts, such
as the scoring and the number of decks, may be in the file name, as in
`winrates_cards_n5000000.csv`; anything still open is read in every possible way, see
`Table.others`.
"""

from __future__ import annotations

import ast
import io
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from dealt.errors import DealtError, SetupError, StorageError
from dealt.games.penney.tally import check_scoring
from dealt.language import Phrase, no_json, reason
from dealt.language import number as number_text
from dealt.penney.published.arrays import arrays_in
from dealt.penney.published.claims import Table
from dealt.penney.published.draft import Draft, finished
from dealt.penney.published.layouts import read_rows
from dealt.penney.published.text import Block, blocks_of, points_in
from dealt.penney.published.trees import read_tree
from dealt.penney.published.words import MOST_DECKS
from dealt.storage.files import MOST_BYTES, text_of

NUMPY = b"\x93NUMPY"
ARCHIVE = b"PK\x03\x04"
PICKLES = {".pkl", ".pickle", ".joblib", ".p"}
PICKLED = tuple(b"\x80" + bytes([protocol]) for protocol in range(2, 6))
OTHERS = {
    ".xlsx", ".xls", ".ods", ".parquet", ".feather", ".h5", ".hdf5", ".db", ".sqlite", ".sqlite3",
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf", ".gz", ".zip", ".mat",
}  # fmt: skip


def read_table(
    path: str | os.PathLike[str], decks: int | None = None, by: str | None = None
) -> Table:
    """Read a published table.

    Args:
        path: the file.
        decks: number of decks, if the file does not state it.
        by: the scoring, `tricks` or `cards`, if the file does not state it.

    Raises:
        StorageError: it cannot be read or understood, or states another number of decks.
        SetupError: an invalid number of decks, or an unknown scoring.
    """
    path = Path(path)
    name = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        why = Phrase("it does not exist")
        raise StorageError("cannot read {path}: {reason}", path=name, reason=why) from None
    except (OSError, ValueError) as error:
        why = reason(error)
        raise StorageError("cannot read {path}: {reason}", path=name, reason=why) from None
    _check(decks, by)
    suffix = path.suffix.lower()
    if suffix in PICKLES or data.startswith(PICKLED):
        raise StorageError(
            "{file} is a pickle; pickle files can run code and are not read: save the table as "
            "CSV, JSON or .npy",
            file=name,
        )
    if data.startswith(NUMPY) or data.startswith(ARCHIVE) and suffix not in OTHERS:
        return _parsed(Draft(name), arrays_in(data, name), decks, by)
    if suffix in OTHERS:
        raise StorageError(
            "{file} is not read; save the table in it as CSV, JSON or .npy", file=name
        )
    return parse_table(text_of(io.BytesIO(data), name), name, decks, by)


def _check(decks: int | None, by: str | None) -> None:
    """Raise SetupError for a number of decks or a scoring that cannot be."""
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        raise SetupError(
            "a table of {n} decks: must be 1 to {most}", n=decks, most=number_text(MOST_DECKS)
        )
    if by is not None:
        check_scoring(by)


def parse_table(text: str, name: str, decks: int | None = None, by: str | None = None) -> Table:
    """The same as `read_table`, from the text of a file, which errors call `name`."""
    _check(decks, by)
    body = text.strip()
    if not body:
        raise StorageError(
            "{file} is empty; a table is CSV, JSON, .npy, Markdown or text", file=name
        )
    if body[0] in "{[":
        try:
            tree = _tree(body, name)
        except StorageError:
            if not body.startswith("[[") or "]" not in body:
                raise
        else:
            return _parsed(Draft(name), tree, decks, by)
    tables: list[Table] = []
    first: StorageError | None = None
    for blocks in points_in(blocks_of(text, name)):
        try:
            tables.append(_read_blocks(blocks, name, decks, by))
        except StorageError as error:
            first = first or error
    if first is not None and not tables:
        raise first
    others = (*tables[0].others, *(t for table in tables[1:] for t in (table, *table.others)))
    return replace(tables[0], others=others)


def _parsed(draft: Draft, tree: Any, decks: int | None, by: str | None) -> Table:
    read_tree(draft, tree)
    return finished(draft, decks, by)


# --- text -----------------------------------------------------------------------------------------


def _read_blocks(blocks: list[Block], name: str, decks: int | None, by: str | None) -> Table:
    """All tables of a text in one; those of other things are passed over if there are several."""
    draft = Draft(name)
    first: DealtError | None = None
    for block in blocks:
        before = _copied(draft)
        try:
            read_rows(draft, block.rows, block.titles)
        except StorageError as error:
            if len(blocks) == 1:
                raise
            first = first or error
            draft = before
    if first is not None and not any(draft.parts.values()):
        raise first
    return finished(draft, decks, by)


def _copied(draft: Draft) -> Draft:
    """A draft as it is now."""
    fields = vars(draft).copy()
    fields["parts"] = {role: dict(numbers) for role, numbers in draft.parts.items()}
    for name in ("ranks", "rests", "notes"):
        fields[name] = fields[name].copy()
    return Draft(**fields)


# --- JSON -----------------------------------------------------------------------------------------


def _tree(text: str, name: str) -> Any:
    """A text of JSON, of lines of JSON, or of Python's own way to write lists and dictionaries.

    Raises:
        StorageError: it is none of these.
    """

    def constant(word: str) -> str | None:
        return None if word == "NaN" else word

    def read(part: str) -> Any:
        return json.loads(part, parse_float=str, parse_int=str, parse_constant=constant)

    try:
        return read(text)
    except (ValueError, RecursionError) as error:
        problem = StorageError("{file} is not JSON: {reason}", file=name, reason=no_json(error))
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        if len(lines) > 1 and all(line.lstrip().startswith("{") for line in lines):
            return [read(line) for line in lines]
        return _plain(ast.literal_eval(text))
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        raise problem from None


def _plain(value: Any) -> Any:
    """A value of Python as one of JSON, with texts for numbers and names."""
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(part) for part in value]
    return value if value is None or isinstance(value, bool) else str(value)
