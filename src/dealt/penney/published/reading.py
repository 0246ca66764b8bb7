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

import io
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from dealt.errors import SetupError, StorageError
from dealt.games.penney.tally import check_scoring
from dealt.language import Phrase, reason
from dealt.language import number as number_text
from dealt.penney.published.claims import Table
from dealt.penney.published.columns import Facts, columns_of, keyed
from dealt.penney.published.leaves import Leaf, leaves_of, leaves_of_rows
from dealt.penney.published.roles import table_of
from dealt.penney.published.sources import arrays_in, blocks_of, outputs_of, points_in, tree_of
from dealt.penney.published.words import MOST_DECKS
from dealt.storage.files import MOST_BYTES, text_of

NUMPY = b"\x93NUMPY"
ARCHIVE = b"PK\x03\x04"
LFS = "version https://git-lfs.github.com/spec/"
_PICKLES = {".pkl", ".pickle", ".joblib", ".p"}
_PICKLED = tuple(b"\x80" + bytes([protocol]) for protocol in range(2, 6))
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
        problem = Phrase("it does not exist")
        raise StorageError("cannot read {path}: {reason}", path=name, reason=problem) from None
    except (OSError, ValueError) as error:
        problem = reason(error)
        raise StorageError("cannot read {path}: {reason}", path=name, reason=problem) from None
    _check(decks, by)
    suffix = path.suffix.lower()
    if suffix in _PICKLES or data.startswith(_PICKLED):
        raise StorageError(
            "{file} is a pickle; pickle files can run code and are not read: save the table as "
            "CSV, JSON or .npy",
            file=name,
        )
    if data.startswith(NUMPY) or data.startswith(ARCHIVE) and suffix not in OTHERS:
        return _table([[*leaves_of(arrays_in(data, name), name)]], name, decks, by)
    if suffix in OTHERS:
        raise StorageError(
            "{file} is not read; save the table in it as CSV, JSON or .npy", file=name
        )
    return parse_table(text_of(io.BytesIO(data), name), name, decks, by)


def _check(decks: int | None, by: str | None) -> None:
    """Raise SetupError for an impossible number of decks or scoring."""
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        raise SetupError(
            "a table of {n} decks: must be 1 to {most}", n=decks, most=number_text(MOST_DECKS)
        )
    if by is not None:
        check_scoring(by)


def parse_table(text: str, name: str, decks: int | None = None, by: str | None = None) -> Table:
    """Read a table as `read_table` does, from text; errors call the file `name`."""
    _check(decks, by)
    body = text.strip()
    if not body:
        raise StorageError(
            "{file} is empty; a table is CSV, JSON, .npy, Markdown or text", file=name
        )
    if body.startswith(LFS):
        raise StorageError(
            "{file} is a Git LFS pointer, not the file itself; fetch it with git lfs pull",
            file=name,
        )
    if body[0] in "{[":
        try:
            tree = tree_of(body, name)
        except StorageError:
            if not body.startswith("[[") or "]" not in body:
                raise
        else:
            if not isinstance(tree, dict) or "cells" not in tree or "nbformat" not in tree:
                return _table([[*leaves_of(tree, name)]], name, decks, by)
            text = outputs_of(tree)
    tables: list[Table] = []
    first: StorageError | None = None
    for blocks in points_in(blocks_of(text, name)):
        try:
            tables.append(_table([leaves_of_rows(block) for block in blocks], name, decks, by))
        except StorageError as error:
            first = first or error
    if first is not None and not tables:
        raise first
    others = (*tables[0].others, *(t for table in tables[1:] for t in (table, *table.others)))
    return replace(tables[0], others=others)


def _table(parts: Sequence[Iterable[Leaf]], name: str, decks: int | None, by: str | None) -> Table:
    """All tables of a file as one; unrelated ones are skipped if there are several."""
    facts, columns = Facts(name), []
    first: StorageError | None = None
    for part in parts:
        before = replace(facts, notes=[*facts.notes])
        try:
            columns += columns_of(keyed(part, facts), facts)
        except StorageError as error:
            if len(parts) == 1:
                raise
            first, facts = first or error, before
    if first is not None and not columns:
        raise first
    if not columns:
        raise StorageError(
            "{file} is not a table of Penney's game; write a row for each pair below a header "
            "such as p1,p2,tricks_wins,tricks_draws, a matrix below RRR ... BBB, or in JSON "
            "numbers under pairs such as 'RRR_RRB'",
            file=name,
        )
    return table_of(columns, facts, decks, by)
