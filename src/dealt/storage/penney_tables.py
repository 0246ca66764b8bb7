"""Reading published tables of Penney's game, in all the layouts that people keep them in.

A layout is known by what is in the file, not by its name:

- the document's `scores.csv` and `output.csv`, and other lists with a row for each pair of choices,
  whose columns are understood by the words in their names, such as `p1_win%_tricks`,
  `Player 2 Wins (Cards)` or `draws_tricks`;
- matrices as text, whose cells are `40.41%`, `80(8)` or `47.18% (2.00%)`, with or without names;
- JSON: matrices under names such as `cards` and `tricks_ties`, or a list of rows.

Whether numbers are counts, percents or fractions is told by their size. What a file leaves open may
be in its name, such as the scoring and the number of decks in `winrates_cards_n5000000.csv`.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dealt.errors import SetupError, StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST
from dealt.games.penney.published import DRAW, OPPOSITE, WIN, Table
from dealt.games.penney.tally import check_scoring
from dealt.language import no_json, say
from dealt.language import number as number_text
from dealt.storage.files import read_text
from dealt.storage.penney_draft import Draft, finished
from dealt.storage.penney_table import fields_text, line_text
from dealt.storage.penney_words import (
    MOST_DECKS,
    Words,
    cell_of,
    choice_of,
    choices_of,
    decks_in,
    is_cell,
    number_of,
    whole_of,
    words_of,
)

DEEPEST = 6  # of names within names


def read_table(
    path: str | os.PathLike[str], decks: int | None = None, by: str | None = None
) -> Table:
    """A published table.

    Args:
        path: the file.
        decks: of how many decks it is, if the file does not say.
        by: the scoring, `tricks` or `cards`, if the file does not say.

    Raises:
        StorageError: it cannot be read or understood; or it says another number of decks.
        SetupError: no such number of decks or scoring.
    """
    try:
        text = read_text(Path(path))
    except FileNotFoundError:
        why = say("it is not there")
        raise StorageError(say("cannot read {path}: {reason}", path=path, reason=why)) from None
    return parse_table(text, str(path), decks, by)


def parse_table(text: str, name: str, decks: int | None = None, by: str | None = None) -> Table:
    """What `read_table` returns, from the text of a file, which errors call `name`."""
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        wrong = say(
            "a table of {n} decks; it is of 1 to {most}", n=decks, most=number_text(MOST_DECKS)
        )
        raise SetupError(wrong)
    if by is not None:
        check_scoring(by)
    draft = Draft(name)
    body = text.strip()
    if not body:
        raise StorageError(say("{file} is empty", file=name))
    if body[0] in "{[":
        _read_json(draft, body)
    else:
        _read_lines(draft, _rows(text, name))
    return finished(draft, decks, by)


# --- lines ----------------------------------------------------------------------------------------

Row = tuple[int, list[str]]  # the number of a line, and its fields


def _rows(text: str, name: str) -> list[Row]:
    """The lines that are not empty, in fields."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    delimiter = _delimiter(lines)
    rows = []
    if not delimiter:
        rows = [(number, line.split()) for number, line in enumerate(lines, 1)]
    else:
        reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
        try:
            for fields in reader:
                rows.append((reader.line_num, [cell.strip() for cell in fields]))
        except csv.Error:
            wrong = say(
                "{where} has a field that is too long or cannot be told from the next",
                where=line_text(name, reader.line_num),
            )
            raise StorageError(wrong) from None
    if delimiter == ";":  # where a comma is the decimal point
        rows = [(n, [re.sub(r"(?<=\d),(?=\d)", ".", cell) for cell in row]) for n, row in rows]
    return [(number, fields) for number, fields in rows if any(fields)]


def _delimiter(lines: list[str]) -> str:
    """What stands between fields; empty: blanks."""
    full = [line for line in lines if line.strip()]
    for delimiter in "\t;":
        if 2 * sum(line.count(delimiter) > 1 for line in full) >= len(full):
            return delimiter
    return "," if any("," in line for line in full) else ""


def _read_lines(draft: Draft, rows: list[Row]) -> None:
    if not rows:
        raise StorageError(say("{file} has nothing but commas", file=draft.name))
    header = rows[0][1]
    if len(rows) == _size_of(header) and all(is_cell(cell) for _, row in rows for cell in row):
        _read_plain_matrix(draft, [row for _, row in rows], "", draft.name)
    elif any(_heads(row) for _, row in rows):
        _read_matrices(draft, rows)
    else:
        _read_list(draft, rows)


def _size_of(row: Sequence[Any]) -> int:
    """The length of a row of a matrix; -1 if no matrix has such rows."""
    return len(row) if len(row) in {1 << n for n in range(SHORTEST, LONGEST + 1)} else -1


def _heads(row: Sequence[str]) -> tuple[list[int], int] | None:
    """The choices over the columns of a matrix, with or without a corner before them."""
    for part in (row[1:], row):
        names = [name for name in part if name]
        found = choices_of(names) if _size_of(names) > 0 else None
        if found and len(set(found[0])) == 1 << found[1]:
            return found
    return None


def _read_matrices(draft: Draft, rows: list[Row]) -> None:
    """Matrices with the names of choices, one under the other; lines above each say what it is."""
    title: list[str] = []
    columns: list[int] = []
    left = 0  # rows that are still to come
    key = "", WIN
    for number, row in rows:
        where = line_text(draft.name, number)
        head = _heads(row)
        name = choices_of(row[:1])
        if head:
            columns, length = head
            left = len(columns)
            draft.set_length(length, where)
            said = " ".join([*title, row[0] if name is None else ""])
            key = words_of(said).by, words_of(said).result or WIN
            draft.decks = draft.decks or decks_in(said)
            title = []
        elif left:
            _read_matrix_row(draft, key, columns, row, where)
            left -= 1
        elif name is not None and len(row) > 2:
            raise StorageError(say("{where} is one row too many", where=where))
        else:
            title.append(",".join(row))


def _read_matrix_row(
    draft: Draft, key: tuple[str, str], columns: list[int], row: list[str], where: str
) -> None:
    name = choice_of(row[0], draft.length)
    if name is None:
        wrong = say(
            "{where} begins with {given}, which is no choice", where=where, given=repr(row[0][:20])
        )
        raise StorageError(wrong)
    while len(row) > len(columns) + 1 and not row[-1]:
        row = row[:-1]
    if len(row) > len(columns) + 1:
        raise StorageError(fields_text(where, len(row), len(columns) + 1))
    for other, text in zip(columns, row[1:], strict=False):
        win, draw = cell_of(text, where)
        draft.add(key, (name, other), win)
        draft.add((key[0], DRAW), (name, other), draw)


def _read_plain_matrix(draft: Draft, rows: Sequence[Sequence[str]], title: str, where: str) -> None:
    """A matrix without names."""
    words = words_of(title)
    draft.set_length(len(rows).bit_length() - 1, where)
    draft.is_named = False
    if _is_upside_down(rows):
        rows = rows[::-1]
        draft.notes.append(say("Rows run against columns: the empty diagonal shows it."))
    key = words.by, words.result or WIN
    for mine, row in enumerate(rows):
        for other, text in enumerate(row):
            place = say(
                "{where}: row {row}, column {column}", where=where, row=mine + 1, column=other + 1
            )
            win, draw = cell_of(text, place)
            draft.add(key, (mine, other), win)
            draft.add((words.by, DRAW), (mine, other), draw)


def _is_upside_down(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the diagonal from the lower left is empty, and not the other one."""

    def is_empty(text: str) -> bool:
        win, draw = cell_of(text, "")
        return draw is None and (win is None or win.value == 0)

    size = len(rows)
    if not all(is_empty(rows[place][size - 1 - place]) for place in range(size)):
        return False
    return not all(is_empty(rows[place][place]) for place in range(size))


def _read_list(draft: Draft, rows: list[Row]) -> None:
    """Rows of pairs of choices below a header."""
    (first, header), *body = rows
    header_line = line_text(draft.name, first)
    while header and not header[-1]:
        header = header[:-1]
    table = []
    for number, row in body:
        fields = row[: len(header)] if not any(row[len(header) :]) else row
        if len(fields) != len(header):
            wrong = say(
                "{where} has {n} fields, its header {header}",
                where=line_text(draft.name, number), n=len(fields), header=len(header),
            )  # fmt: skip
            raise StorageError(wrong)
        table.append((line_text(draft.name, number), fields))
    _read_records(draft, header, table, header_line)


def _read_records(
    draft: Draft, header: list[str], body: list[tuple[str, list[str]]], header_line: str
) -> None:
    """Rows of pairs of choices, each with the place to name in errors."""
    if not body:
        wrong = say(
            "{where} is no table of Penney's game that can be understood", where=header_line
        )
        raise StorageError(wrong)
    words = [words_of(name) for name in header]
    mine, other = _choice_columns(header, words, body, header_line)
    results = _result_columns(header, words, header_line)
    players = {words[column].player for column in results.values()}
    draft.is_oriented = bool(players - {0})
    counts = [column for column, said in enumerate(words) if said.is_decks and column != mine]
    each = [choices_of([row[column]]) for _, row in body for column in (mine, other)]
    draft.length = Counter(found[1] for found in each if found).most_common(1)[0][0]
    for where, row in body:
        pair = []
        for column in (mine, other):
            choice = choice_of(row[column], draft.length)
            if choice is None:
                wrong = say(
                    "{where} has {given}, which is no choice",
                    where=where, given=repr(row[column][:20]),
                )  # fmt: skip
                raise StorageError(wrong)
            pair.append(choice)
        for key, column in results.items():
            draft.add(key, (pair[0], pair[1]), number_of(row[column], where))
        if counts:
            decks = whole_of(row[counts[0]], where)
            if draft.decks not in {None, decks}:
                wrong = say(
                    "{where} is of {n} decks, others of {other}",
                    where=where, n=number_text(decks), other=number_text(draft.decks or 0),
                )  # fmt: skip
                raise StorageError(wrong)
            draft.decks = decks


def _choice_columns(
    header: list[str], words: list[Words], body: list[tuple[str, list[str]]], where: str
) -> tuple[int, int]:
    """The columns of the first and of the second player's choice."""
    found = []
    for column in range(len(header)):
        said = words[column]
        values = [row[column] for _, row in body]
        fits = sum(choices_of([value]) is not None or value in {"0", "1"} for value in values)
        if not said.result and not said.is_decks and 2 * fits >= len(values):
            found.append(column)
    if len(found) < 2:
        wrong = say("{where} names no two columns of choices, such as p1 and p2", where=where)
        raise StorageError(wrong)
    first, second = found[:2]
    if (words[first].player, words[second].player) in {(2, 1), (2, 0), (0, 1)}:
        return second, first
    return first, second


def _result_columns(
    header: list[str], words: list[Words], where: str
) -> dict[tuple[str, str], int]:
    """The columns of each scoring and result; counts rather than shares, if there are both."""
    found: dict[tuple[str, str], int] = {}
    for column in sorted(range(len(header)), key=lambda column: words[column].is_share):
        by, result, player, _, is_decks = words[column]
        if result and not is_decks:
            key = by, OPPOSITE[result] if player == 2 else result
            found.setdefault(key, column)
    if not any(result != DRAW for _, result in found):
        wrong = say(
            "{where} names no column of wins, such as p1_wins_tricks; it names {names}",
            where=where, names=repr(", ".join(header)[:60]),
        )  # fmt: skip
        raise StorageError(wrong)
    return found


# --- JSON -----------------------------------------------------------------------------------------


def _read_json(draft: Draft, text: str) -> None:
    def constant(word: str) -> str | None:
        return None if word == "NaN" else word

    try:
        data = json.loads(text, parse_float=str, parse_int=str, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        wrong = say("{file} is not JSON: {reason}", file=draft.name, reason=no_json(error))
        raise StorageError(wrong) from None
    if isinstance(data, list) and data and all(isinstance(row, dict) for row in data):
        header = [str(name) for name in data[0]]
        body = [
            (
                say("{file}: row {n}", file=draft.name, n=number),
                [_text(row.get(name)) for name in header],
            )
            for number, row in enumerate(data, 1)
        ]
        _read_records(draft, header, body, draft.name)
    elif isinstance(data, list):
        _read_value(draft, (), data, 0)
    else:
        _read_value(draft, (), data, 0)
        _name_matrices(draft, data)
    if not draft.numbers:
        wrong = say("{file} has no matrix of wins, such as under 'tricks'", file=draft.name)
        raise StorageError(wrong)


def _text(value: object) -> str:
    """A value of JSON as text."""
    if isinstance(value, list):
        return " ".join(part if isinstance(part, str) else "?" for part in value)
    if isinstance(value, dict):
        return "?"
    return "" if value is None else str(value)


def _read_value(draft: Draft, path: tuple[str, ...], value: Any, depth: int) -> None:
    """Whatever stands under a name: a matrix, a number of decks, or names again."""
    title = " ".join(path)
    where = f"{draft.name}: {title[:30]!r}" if title else draft.name
    if depth > DEEPEST:
        raise StorageError(say("{where} has names within names within names", where=where))
    words = words_of(path[-1]) if path else words_of("")
    if isinstance(value, dict):
        choices = choices_of(value)
        inner = [cell for cell in value.values() if isinstance(cell, dict | list)]
        if choices and len(inner) == len(value):
            _read_named_matrix(draft, title, value, where)
            return
        for name, part in value.items():
            _read_value(draft, (*path, str(name)), part, depth + 1)
    elif isinstance(value, list):
        is_meant = bool(words_of(title).by or words_of(title).result)
        matrix = _matrix(value) if is_meant or value and isinstance(value[0], list) else None
        if matrix is not None and all(len(row) == len(matrix) for row in matrix):
            _read_plain_matrix(draft, matrix, title, where)
        elif matrix is not None and is_meant:
            wrong = say("{where} is no matrix of 8 rows and 8 columns, or the like", where=where)
            raise StorageError(wrong)
    elif words.is_decks and isinstance(value, str):
        draft.decks = whole_of(value, where)


def _matrix(value: list[Any]) -> list[list[str]] | None:
    """Rows of texts, from a list of lists or from all cells in a row; None if it is neither."""
    if value and all(isinstance(row, list) for row in value):
        return [[_text(cell) for cell in row] for row in value] if _size_of(value) > 0 else [[]]
    for size in (1 << n for n in range(SHORTEST, LONGEST + 1)):
        if len(value) == size * size and not any(isinstance(cell, list | dict) for cell in value):
            cells = [_text(cell) for cell in value]
            return [cells[at : at + size] for at in range(0, len(cells), size)]
    return None


def _read_named_matrix(draft: Draft, title: str, value: Mapping[str, Any], where: str) -> None:
    """A matrix of which each row stands under its choice, and perhaps each cell."""
    words = words_of(title)
    (rows, length) = choices_of(value) or ([], 0)
    draft.set_length(length, where)
    for mine, row in zip(rows, value.values(), strict=True):
        cells = row if isinstance(row, dict) else None
        names = choices_of(cells) if cells else (list(range(1 << length)), length)
        texts = [_text(cell) for cell in (cells.values() if cells else row)]
        if names is None or names[1] != length or len(texts) != len(names[0]):
            wrong = say(
                "{where} has a row of {n} that cannot be understood", where=where, n=len(texts)
            )
            raise StorageError(wrong)
        for other, text in zip(names[0], texts, strict=True):
            win, draw = cell_of(text, where)
            draft.add((words.by, words.result or WIN), (mine, other), win)
            draft.add((words.by, DRAW), (mine, other), draw)


def _name_matrices(draft: Draft, data: Mapping[str, Any]) -> None:
    """Put matrices in order by a list of choices beside them, such as under `labels`."""
    for value in data.values():
        if draft.is_named or not isinstance(value, list) or len(value) != 1 << draft.length:
            continue
        found = choices_of([_text(name) for name in value])
        if found and found[1] == draft.length and len(set(found[0])) == len(value):
            order = found[0]
            for key, numbers in draft.numbers.items():
                draft.numbers[key] = {(order[a], order[b]): raw for (a, b), raw in numbers.items()}
            draft.is_named = True
