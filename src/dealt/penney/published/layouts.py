"""Layouts of published tables of Penney's game: matrices, and rows with pairs of choices.

Numbers are put into a `Draft`, each with what its names say about it. What they leave open, such as
whether the second number of `80(8)` is draws or losses, is decided when the table is compared with
the exact odds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from dealt.errors import StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST
from dealt.language import say
from dealt.penney.published.claims import DRAW, LOSS, OPPOSITE, WIN
from dealt.penney.published.draft import Draft, Pair, Role
from dealt.penney.published.records import read_records
from dealt.penney.published.words import (
    RESULT_WORDS,
    Words,
    cell_of,
    choice_of,
    choices_of,
    decks_in,
    is_cell,
    is_number,
    plain,
    words_of,
)
from dealt.penney.scores_csv import fields_text, line_text

SIZES = {1 << length: length for length in range(SHORTEST, LONGEST + 1)}
FLAT = {size * size: length for size, length in SIZES.items()}
PAIRS = {size * (size - 1): length for size, length in SIZES.items()}
MOST_PARTS = 6  # numbers of one pair: win, draw and loss by each scoring

Row = tuple[int, list[str]]  # the number of a line, and its fields


# --- cells ----------------------------------------------------------------------------------------


def text_of(value: object) -> str:
    """A JSON value as text."""
    if isinstance(value, list):
        parts = [_bit(part) if isinstance(part, str | bool) else "?" for part in value]
        return (" " if all(len(part) == 1 for part in parts) else " / ").join(parts)
    if isinstance(value, dict):
        return "?"
    return "" if value is None else str(value)


def _bit(part: str | bool) -> str:
    return part if isinstance(part, str) else str(int(part))


def parts_of(cell: object) -> list[tuple[str, str]]:
    """The texts in a cell, each with its name there."""
    if isinstance(cell, dict):
        return [(name, text) for name, text in flattened(cell).items()]
    return [("", text_of(cell))]


def flattened(row: Mapping[str, Any], before: str = "") -> dict[str, str]:
    """A row of nested names, with one name for each text."""
    flat: dict[str, str] = {}
    for name, value in row.items():
        title = f"{before} {name}".strip()
        if isinstance(value, dict):
            flat.update(flattened(value, title))
        else:
            flat[title] = text_of(value)
    return flat


def role_of(title: str, words: Words, result: str | None = None) -> Role:
    """The meaning of numbers with this name, as far as it is clear."""
    meant = words.result if result is None else result
    if words.with_draws:
        meant = LOSS if words.player != 2 else WIN
    elif words.player == 2 and meant:
        meant = OPPOSITE[meant]
    return words.by, meant, title


def add_cell(draft: Draft, title: str, pair: Pair, cell: object, where: object) -> None:
    """Add the numbers in a cell of a matrix with this title.

    The cell of a choice against itself may contain anything.
    """
    try:
        _add_parts(draft, title, pair, cell, where)
    except StorageError:
        if not _may_be_equal(draft, pair):
            raise


def _may_be_equal(draft: Draft, pair: Pair) -> bool:
    """Whether a place is one of a choice against itself, or may be if rows run against columns."""
    last = (1 << draft.length) - 1
    return pair[0] == pair[1] or not draft.is_aligned and sum(pair) == last


def _add_parts(draft: Draft, title: str, pair: Pair, cell: object, where: object) -> None:
    for name, text in parts_of(cell):
        raws = cell_of(text, where)
        full = f"{title} {name}".strip()
        words = words_of(full)
        if words.is_aside or words.is_decks:
            continue
        for place, raw in enumerate(raws):
            role = role_of(full, words)
            if len(raws) > 1:
                role = _part_role(full, words, place, is_list=isinstance(cell, list))
            _rank(draft, role, words)
            draft.add(role, pair, raw)


def _part_role(title: str, words: Words, place: int, *, is_list: bool) -> Role:
    """What the numbers in a cell such as `80(8)` are: first the wins, but in lists."""
    title_words = set(re.findall("[a-z]+", plain(title)))
    if is_list:
        return words.by, "", f"{title} ({place + 1})".strip()
    if place == 0:
        return words.by, WIN, title
    name = f"{title} ({place + 1})".strip()
    rest = [result for result in (DRAW, LOSS) if title_words & RESULT_WORDS[result]]
    return words.by, rest[0] if len(rest) == 1 else "", name


def _rank(draft: Draft, role: Role, words: Words) -> None:
    """Note down whether numbers are counts, shares, what should be, or sums."""
    rank = 2 * words.is_exact + words.is_share
    if words.with_draws:
        rank = 5
        draft.rests.add(role)
    draft.ranks.setdefault(role, rank)


# --- arrays ---------------------------------------------------------------------------------------


def shape_of(value: object) -> tuple[int, ...] | None:
    """The lengths of nested lists; None if they differ."""
    if not isinstance(value, list):
        return ()
    shapes = {shape_of(part) for part in value}
    inner = shapes.pop() if len(shapes) == 1 else None
    return None if inner is None else (len(value), *inner)


def read_array(draft: Draft, title: str, value: list[Any], where: object) -> bool:
    """Read unlabelled matrices in nested lists; false if there are none."""
    shape = shape_of(value)
    axes = _axes(shape) if shape else None
    if shape is None or axes is None:
        return False
    rest = [axis for axis in range(len(shape)) if axis not in axes[0]]
    parts = list(product(*(range(shape[axis]) for axis in rest)))
    if len(parts) > MOST_PARTS:
        return False
    draft.set_length(axes[1], where)
    draft.is_named = False
    draft.is_aligned = draft.is_aligned and len(axes[0]) == 1 and shape[axes[0][0]] in PAIRS
    for part in parts:
        name = title + "".join(f"[{place}]" for place in part)
        for at in product(*(range(shape[axis]) for axis in axes[0])):
            index = dict(zip([*rest, *axes[0]], [*part, *at], strict=True))
            cell: Any = value
            for axis in range(len(shape)):
                cell = cell[index[axis]]
            _add_unnamed(draft, title, name, _pair_at(at, axes[1], shape[axes[0][0]]), cell, where)
    return True


def _axes(shape: tuple[int, ...]) -> tuple[tuple[int, ...], int] | None:
    """The axes of both choices, or the one of all pairs, and how long choices are."""
    for first in range(len(shape)):
        for second in range(first + 1, len(shape)):
            if shape[first] == shape[second] and shape[first] in SIZES:
                return (first, second), SIZES[shape[first]]
    for axis, n in enumerate(shape):
        if n in FLAT or n in PAIRS:
            return (axis,), FLAT.get(n) or PAIRS[n]
    return None


def _pair_at(at: tuple[int, ...], length: int, n: int) -> Pair:
    """The pair at a place in a matrix, or in a list of all cells, or of all but the diagonal."""
    size = 1 << length
    if len(at) == 2:
        return at[0], at[1]
    if n in FLAT:
        return divmod(at[0], size)
    mine, other = divmod(at[0], size - 1)
    return mine, other + (other >= mine)


def _add_unnamed(
    draft: Draft, title: str, name: str, pair: Pair, cell: object, where: object
) -> None:
    """Add a cell of one of several matrices that stand under one title."""
    place = say(
        "{where}: row {row}, column {column}", where=where, row=pair[0] + 1, column=pair[1] + 1
    )
    if name == title:
        add_cell(draft, title, pair, cell, place)
        return
    words = words_of(title)
    try:
        raws = cell_of(text_of(cell), place)
    except StorageError:
        if not _may_be_equal(draft, pair):
            raise
        return
    for at, raw in enumerate(raws):
        role = (words.by, words.result, name if not at else f"{name} ({at + 1})")
        _rank(draft, role, words)
        draft.add(role, pair, raw)


def has_numbers(value: object) -> bool:
    """Whether nested lists or names contain any numbers."""
    if isinstance(value, dict):
        return any(has_numbers(part) for part in value.values())
    if isinstance(value, list):
        return any(has_numbers(part) for part in value)
    return isinstance(value, str) and is_number(value)


# --- matrices under names -------------------------------------------------------------------------


def read_named_matrix(draft: Draft, title: str, value: Mapping[str, Any], where: object) -> None:
    """Read a matrix whose rows, and perhaps cells, are labelled with choices."""
    (rows, length) = choices_of(value) or ([], 0)
    draft.set_length(length, where)
    for mine, row in zip(rows, value.values(), strict=True):
        cells = row if isinstance(row, dict) else None
        names = choices_of(cells) if cells else (list(range(1 << length)), length)
        texts = list(cells.values() if cells else row)
        if names is None or names[1] != length or len(texts) != len(names[0]):
            raise StorageError(
                "{where} has a row of {n} that cannot be understood", where=where, n=len(texts)
            )
        for other, cell in zip(names[0], texts, strict=True):
            add_cell(draft, title, (mine, other), cell, where)


# --- lines ----------------------------------------------------------------------------------------


def read_rows(draft: Draft, rows: list[Row], title: Sequence[str] = ()) -> None:
    """Read matrices, or rows with pairs of choices, from lines of fields below a title.

    Raises:
        StorageError: they cannot be understood.
    """
    titles = list(title)
    while len(rows) > 1 and _is_title(rows[0][1]):
        titles.append(rows[0][1][0])
        rows = rows[1:]
    if not _read_plain_matrices(draft, rows, titles):
        if any(heads(row) for _, row in rows):
            _read_matrices(draft, rows, titles)
        else:
            _read_list(draft, rows, titles)


def _is_title(row: Sequence[str]) -> bool:
    full = [field for field in row if field]
    return bool(row[0]) and (row[0].startswith("#") or len(full) == 1 and not is_number(full[0]))


def said_in(titles: Sequence[str]) -> Words:
    """What the lines above some numbers say about them, the nearest one first."""
    words = [words_of(title) for title in reversed(titles)]
    by = next((each.by for each in words if each.by), "")
    naming = next((each for each in words if each.result), None)
    result = naming.result if naming else ""
    result = OPPOSITE[result] if naming and naming.player == 2 else result
    return Words(by, result, 0, is_share=False, is_decks=False)


def _title_of(titles: Sequence[str]) -> str:
    """The same as a title that says as much."""
    words = said_in(titles)
    return f"{words.by} {words.result}".strip()


def _read_plain_matrices(draft: Draft, rows: list[Row], titles: list[str]) -> bool:
    """Matrices without names, one under the other; false if there is anything else."""
    if rows and _is_count(rows[0][1]):  # numbers over the columns, and before the rows
        size = len([field for field in rows[0][1] if field])
        body = [(n, row) for n, row in rows[1:] if not _is_count(row)]
        if body and all(len(row) in {size, size + 1} for _, row in body):
            rows = [(n, row[-size:]) for n, row in body]
            draft.is_aligned = draft.is_aligned and len(rows) == size
    texts = [row for _, row in rows]
    if begin_with_choices(texts) or have_index_columns(texts) or have_index_columns(texts[1:]):
        return False
    blocks: list[tuple[list[str], list[list[str]]]] = []
    waiting = list(titles)
    for _, row in rows:
        if len(row) in SIZES and all(is_cell(cell) for cell in row):
            if waiting or not blocks or len(blocks[-1][1]) == len(row):
                blocks.append(([*waiting], []))
            waiting = []
            blocks[-1][1].append(row)
        else:
            waiting.append(" ".join(row))
    if not blocks or any(len(block) != len(block[0]) for _, block in blocks):
        return False
    for number, (above, block) in enumerate(blocks, 1):
        text = " ".join(above)
        draft.decks = draft.decks or decks_in(text)
        name = _title_of(above) or (f"{number}" if len(blocks) > 1 else "")
        read_array(draft, name, block, draft.name)
    return True


def begin_with_choices(rows: Sequence[Sequence[str]]) -> bool:
    """Whether most rows begin with two different choices, as `000,001`."""
    fits = 0
    for row in rows:
        choices = choices_of(row[:1]), choices_of(row[1:2])
        is_pair = len(row) > 2 and choices[0] is not None and choices[1] is not None
        fits += is_pair and len(row[0]) == len(row[1]) and row[0] != row[1]
    return 2 * fits >= len(rows)


def have_index_columns(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether rows begin with two different choices each, by their numbers or as 1, 10, 11."""
    if len(rows) not in PAIRS or min(map(len, rows)) < 3:
        return False
    pairs = {(text_of(row[0]), text_of(row[1])) for row in rows}
    names = {name for pair in pairs for name in pair}
    return len(pairs) == len(rows) and len(names) in SIZES and all(a != b for a, b in pairs)


def _is_count(row: Sequence[str]) -> bool:
    """Whether fields are 0, 1, 2 and so on, as over the columns of a matrix without names."""
    full = list(row[1:] if row and not row[0] else row)
    return len(full) in SIZES and full == [str(place) for place in range(len(full))]


class _Head(NamedTuple):
    """The choices over the columns of a matrix, how long they are, and where the first stands."""

    columns: list[int]
    length: int
    first: int


def heads(row: Sequence[str]) -> _Head | None:
    """The choices above the columns of a matrix, wherever they begin in the row."""
    full = [place for place, field in enumerate(row) if field]
    for size in sorted(SIZES, reverse=True):
        for at in range(len(full) - size + 1):
            names = [row[place] for place in full[at : at + size]]
            choices = choices_of(names)
            is_run = full[at + size - 1] - full[at] == size - 1
            if choices and is_run and len(set(choices[0])) == 1 << choices[1] == size:
                return _Head(choices[0], choices[1], full[at])
    return None


def _read_matrices(draft: Draft, rows: list[Row], titles: list[str]) -> None:
    """Matrices with the names of choices, one under the other; lines above each say what it is."""
    above = list(titles)
    head: _Head | None = None
    left = 0  # rows that are still to come
    title = ""
    for number, row in rows:
        where = line_text(draft.name, number)
        columns = heads(row)
        name = choices_of(row[:1])
        if columns:
            head = columns
            left = len(head.columns)
            draft.set_length(head.length, where)
            corner = row[0] if name is None else ""
            title = _title_of([*above, corner])
            draft.decks = draft.decks or decks_in(" ".join([*above, corner]))
            above = []
        elif left and head:
            _read_matrix_row(draft, title, head, row, where)
            left -= 1
        elif name is not None and head and _is_row_of(head, row):
            raise StorageError("{where} is one row too many", where=where)
        else:
            above += [",".join(row), " ".join(row)]  # whatever stood between the fields


def _is_row_of(head: _Head, row: Sequence[str]) -> bool:
    """Whether a line is one of numbers, and not words below a matrix that begin like a choice."""
    return len(row) >= len(head.columns) and all(is_cell(field) for field in row[1:] if field)


def _read_matrix_row(draft: Draft, title: str, head: _Head, row: list[str], where: object) -> None:
    """A row of a matrix: the choice that stands nearest before its numbers, and these."""
    size = len(head.columns)
    labels = row[: max(1, head.first)]
    choices = [choice_of(label, draft.length) for label in labels if label]
    named = [choice for choice in choices if choice is not None]
    if not named:
        raise StorageError(
            "{where} begins with {given}, which is not a choice",
            where=where, given=repr(row[0][:20]),
        )  # fmt: skip
    cells = row[max(1, head.first) :]
    while len(cells) > size and (not cells[-1] or head.first + size < len(row) - 1):
        cells = cells[:-1]
    if len(cells) > size:
        raise StorageError(fields_text(where, len(row), size + 1))
    for other, text in zip(head.columns, cells, strict=False):
        add_cell(draft, title, (named[-1], other), text, where)


def _read_list(draft: Draft, rows: list[Row], titles: list[str]) -> None:
    """Rows of pairs of choices below a header."""
    (first, header), *body = rows
    header_line = line_text(draft.name, first)
    if _is_second_header(header, body):
        header = [f"{one} {two}" for one, two in zip(header, body[0][1], strict=True)]
        body = body[1:]
    if _is_data(header):
        body, header = rows, [""] * len(header)
    while header and not header[-1] and not all(row[len(header) - 1 :] for _, row in body):
        header = header[:-1]
    if header and not header[-1] and not any(row[len(header) - 1 :][:1] != [""] for _, row in body):
        header = header[:-1]
    table = []
    for number, row in body:
        fields = row[: len(header)] if not any(row[len(header) :]) else row
        if len(fields) != len(header):
            raise StorageError(
                "{where} has {n} fields, its header {header}",
                where=line_text(draft.name, number), n=len(fields), header=len(header),
            )  # fmt: skip
        table.append((line_text(draft.name, number), fields))
    draft.decks = draft.decks or decks_in(" ".join(titles))
    read_records(draft, header, table, header_line, said_in(titles))


def _is_second_header(header: Sequence[str], body: Sequence[Row]) -> bool:
    """Whether the header has two lines, such as scorings above results."""
    if len(body) < 2 or len(body[0][1]) != len(header):
        return False
    second = [field for field in body[0][1] if field]
    words = [words_of(field) for field in second]
    is_text = not any(is_cell(field) or choices_of([field]) for field in second)
    return is_text and sum(bool(each.result or each.by) for each in words) >= 2


def _is_data(header: Sequence[str]) -> bool:
    """Whether the first line is not a header but has two choices and a number."""
    choices = [field for field in header[:3] if choices_of([field])]
    return len(choices) >= 2 and len(header) > 2 and any(is_number(field) for field in header[2:])
