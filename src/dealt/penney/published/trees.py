"""Published tables of Penney's game in nested names and lists, as in JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealt.errors import StorageError
from dealt.language import say
from dealt.penney.published.claims import WIN
from dealt.penney.published.draft import Draft
from dealt.penney.published.layouts import (
    begin_with_choices,
    flattened,
    has_numbers,
    have_index_columns,
    heads,
    read_array,
    read_named_matrix,
    read_rows,
    shape_of,
    text_of,
)
from dealt.penney.published.records import read_records
from dealt.penney.published.words import (
    Words,
    choices_of,
    decks_in,
    is_number,
    pairs_of,
    whole_of,
    words_of,
)

DEEPEST = 6  # of names within names
COLUMN = "choices"  # the name of a column of pairs that were names


def read_tree(draft: Draft, data: Any) -> None:
    """Read everything in a JSON value, with numbers as texts.

    Raises:
        StorageError: it contains no table.
    """
    _read_value(draft, (), data, 0)
    if isinstance(data, dict):
        _name_matrices(draft, data)
    if not any(draft.parts.values()):
        raise StorageError(
            "{file} has no matrix of wins, such as under 'tricks', and no numbers under pairs such "
            "as 'RRR_RRB'",
            file=draft.name,
        )


def _read_value(draft: Draft, path: tuple[str, ...], value: Any, depth: int) -> None:
    """Whatever stands under a name: a matrix, rows, a number of decks, or names again."""
    title = " ".join(path)
    where = f"{draft.name}: {title[:30]!r}" if title else draft.name
    if depth > DEEPEST:
        raise StorageError("{where} has names within names within names", where=where)
    if path and words_of(path[-1]).is_aside:
        return
    if isinstance(value, dict):
        _read_names(draft, path, value, depth, where)
    elif isinstance(value, list):
        _read_items(draft, path, value, depth, where)
    elif path and isinstance(value, str):
        _read_word(draft, path[-1], value, where)


def _read_word(draft: Draft, name: str, value: str, where: object) -> None:
    """A number of decks, or of red and black cards; or a title that names it."""
    if words_of(name).is_decks and value:
        draft.decks = draft.decks or whole_of(value, where)
    elif name in {"red", "black"} and value.isdigit() and len(value) < 4:
        setattr(draft, name, int(value))
    elif name.lower() in {"title", "name", "description"}:
        draft.decks = draft.decks or decks_in(value)


def _read_names(
    draft: Draft, path: tuple[str, ...], value: Mapping[str, Any], depth: int, where: object
) -> None:
    """What stands under several names."""
    title = " ".join(path)
    inner = [cell for cell in value.values() if isinstance(cell, dict | list)]
    if isinstance(value.get("data"), list) and isinstance(value.get("columns"), list):
        _read_split(draft, title, value)
        return
    records = _records_under(value, words_of(title).result or WIN)
    if records is not None:
        _read_dicts(draft, title, records, where)
        return
    choices = choices_of(value)
    if choices and len(inner) == len(value) and (has_numbers(value) or not inner):
        read_named_matrix(draft, title, value, where)
        return
    for name, part in value.items():
        _read_value(draft, (*path, str(name)), part, depth + 1)


def _records_under(value: Mapping[str, Any], result: str) -> list[dict[str, Any]] | None:
    """Rows under names: pairs of choices, numbers of rows, or columns; None: something else.

    A number that stands alone under a pair is of that result.
    """
    parts = list(value.values())
    if len(value) < 2:
        return None
    is_deep = all(isinstance(part, dict | list) for part in parts)
    is_flat = not any(isinstance(part, dict | list) for part in parts)
    if pairs_of(value) and (is_deep or is_flat):
        return [{COLUMN: name, **_cells(part, result)} for name, part in value.items()]
    if all(isinstance(part, dict) for part in parts):
        keys = [tuple(part) for part in parts]
        if all(name.isdigit() for name in value) and len(set(keys)) == 1 and _has_choices(parts):
            return parts
        if len(set(keys)) == 1 and not choices_of(keys[0]):
            rows = [
                dict(zip(value, cells, strict=True))
                for cells in zip(*(part.values() for part in parts), strict=True)
            ]
            return rows if _has_choices(rows) else None
    if all(isinstance(part, list) for part in parts) and len({len(part) for part in parts}) == 1:
        rows = [dict(zip(value, cells, strict=True)) for cells in zip(*parts, strict=True)]
        return rows if _has_choices(rows) else None
    return None


def _cells(part: Any, result: str) -> dict[str, Any]:
    """What stands under a pair of choices, as columns."""
    if isinstance(part, dict):
        return dict(part)
    if isinstance(part, list):
        return {f"[{place}]": cell for place, cell in enumerate(part)}
    return {result: part}


def _has_choices(rows: Sequence[Any]) -> bool:
    """Whether rows name pairs of choices."""
    if not rows or not all(isinstance(row, dict) for row in rows):
        return False
    rows = [flattened(row) for row in rows]
    named = [name for name in rows[0] if all(_is_choice(row.get(name)) for row in rows)]
    pairs = [name for name in rows[0] if pairs_of(text_of(row.get(name)) for row in rows)]
    return len(named) >= 2 or bool(pairs)


def _is_choice(value: Any) -> bool:
    text = text_of(value)
    return bool(choices_of([text])) or text in {"0", "1"}


def _read_dicts(draft: Draft, title: str, rows: Sequence[Mapping[str, Any]], where: object) -> None:
    """Rows of names and values."""
    flat = [flattened(row) for row in rows]
    header = list(dict.fromkeys(name for row in flat for name in row))
    body = [
        (
            say("{file}: row {n}", file=where, n=number),
            [row.get(name, "") for name in header],
        )
        for number, row in enumerate(flat, 1)
    ]
    names = ["" if name.startswith("[") and name.endswith("]") else name for name in header]
    if not any(name for name in names if name != COLUMN):
        names = [""] * len(names)
    words = words_of(title)
    words_here = Words(words.by, words.result, 0, is_share=False, is_decks=False)
    read_records(draft, names, body, where, words_here)


def _read_split(draft: Draft, title: str, value: Mapping[str, Any]) -> None:
    """Rows, the names of columns, and perhaps those of rows."""
    header = [text_of(name) for name in value["columns"]]
    index = value.get("index")
    rows = [[text_of(cell) for cell in row] for row in value["data"] if isinstance(row, list)]
    if isinstance(index, list) and len(index) == len(rows):
        names = [text_of(name) for name in index]
        if choices_of(names) or pairs_of(names):
            header = ["", *header]
            rows = [[name, *row] for name, row in zip(names, rows, strict=True)]
    read_rows(draft, list(enumerate([header, *rows], 1)), [title] if title else [])


def _read_items(
    draft: Draft, path: tuple[str, ...], value: list[Any], depth: int, where: object
) -> None:
    """What stands in a list."""
    title = " ".join(path)
    is_meant = bool(words_of(title).by or words_of(title).result)
    if value and all(isinstance(row, dict) for row in value):
        if depth == 0 or _has_choices(value):
            _read_dicts(draft, title, value, where)
            return
        for row in value:
            _read_value(draft, path, row, depth + 1)
        return
    if not has_numbers(value):
        return
    shape = shape_of(value) or ()
    if len(shape) == 2 and have_index_columns(value):
        texts = [[text_of(cell) for cell in row] for row in value]
        body = [(f"{where}: {at}", row) for at, row in enumerate(texts, 1)]
        words = words_of(title)
        words_here = Words(words.by, words.result, 0, is_share=False, is_decks=False)
        read_records(draft, [""] * shape[1], body, where, words_here)
    elif len(shape) == 2 and (_is_list_of_rows(value) or not _is_numeric(value)):
        texts = [[text_of(cell) for cell in row] for row in value]
        read_rows(draft, list(enumerate(texts, 1)), [title] if title else [])
    elif (
        (is_meant or value and isinstance(value[0], list))
        and read_array(draft, title, value, where)
        or depth == 0
        and read_array(draft, title, value, where)
    ):
        return
    elif is_meant:
        raise StorageError(
            "{where} is not a matrix of 8 rows and 8 columns, or the like", where=where
        )
    elif all(isinstance(part, list | dict) for part in value):
        for place, part in enumerate(value):
            _read_value(draft, (*path, f"[{place}]"), part, depth + 1)


def _is_numeric(value: Sequence[Sequence[Any]]) -> bool:
    """Whether all that is in some rows is numbers, but perhaps on the diagonals."""
    if any(heads([text_of(cell) for cell in row]) for row in value[:1]):
        return False
    cells = [cell for row in value for cell in row]
    good = sum(cell is None or not isinstance(cell, str) or is_number(cell) for cell in cells)
    return good >= len(cells) - 2 * len(value)


def _is_list_of_rows(value: Sequence[Any]) -> bool:
    """Whether these are rows that begin with two choices or a pair of them."""
    rows = [[text_of(cell) for cell in row] for row in value]
    begins = [row[0] for row in rows[1:] if row] or [""]
    return begin_with_choices(rows) or pairs_of(begins) is not None


def _name_matrices(draft: Draft, data: Mapping[str, Any]) -> None:
    """Put matrices in order by a list of choices beside them, such as under `labels`."""
    for value in data.values():
        if draft.is_named or not isinstance(value, list) or len(value) != 1 << draft.length:
            continue
        choices = choices_of([text_of(name) for name in value])
        if choices and choices[1] == draft.length and len(set(choices[0])) == len(value):
            order = choices[0]
            for role, numbers in draft.parts.items():
                draft.parts[role] = {(order[a], order[b]): raw for (a, b), raw in numbers.items()}
            draft.is_named = draft.is_aligned = True
