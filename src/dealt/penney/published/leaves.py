"""Published tables of Penney's game as numbers under labels, for files of any shape.

Everything in a file is a leaf: a text under labels, which are names, choices, pairs of choices, and
places in lists. In a list of rows, the columns whose values are choices become labels of the rest.
What then stands under two choices is a number of that pair; its other labels name the column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from dealt.errors import StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST
from dealt.language import Phrase
from dealt.penney.published.sources import Block, Figure, Row
from dealt.penney.published.words import (
    NOTHING,
    Pair,
    choices_of,
    decks_in,
    is_cell,
    is_number,
    is_pair,
    pairs_of,
    words_along,
)

_DEEPEST = 6  # of names within names
SIZES = {1 << length: length for length in range(SHORTEST, LONGEST + 1)}


class Choice(NamedTuple):
    """A choice as a label; `is_named` unless it is a number from 0 up."""

    number: int
    length: int
    is_named: bool = True


class At(NamedTuple):
    """A place in a list of this length."""

    place: int
    size: int


Label = str | Choice | Pair | At
Path = tuple[Label, ...]


class Leaf(NamedTuple):
    """A text in a file, with the labels above it, and its place for errors."""

    path: Path
    text: str
    where: object


def names_in(path: Path) -> list[str]:
    """The names among labels, with numbers for places in lists."""
    return [
        label if isinstance(label, str) else f"[{label.place}]"
        for label in path
        if isinstance(label, str | At)
    ]


# --- names and lists ------------------------------------------------------------------------------


def leaves_of(value: Any, name: str, path: Path = ()) -> Iterator[Leaf]:
    """The leaves of nested names and lists.

    Raises:
        StorageError: names stand within names too often.
    """
    if sum(isinstance(label, str) for label in path) > _DEEPEST:
        raise StorageError("{where} has names within names within names", where=_where(name, path))
    if isinstance(value, dict):
        if isinstance(value.get("data"), list) and isinstance(value.get("columns"), list):
            yield from _leaves_of_frame(value, name, path)
            return
        length = next((label.length for label in path if isinstance(label, Choice)), 0)
        for label, part in zip(_labels(list(value), length), value.values(), strict=True):
            yield from leaves_of(part, name, (*path, label))
    elif isinstance(value, list):
        joined = _joined(value) if path and isinstance(path[-1], str) else None
        if joined is not None:
            yield Leaf(path, joined, _where(name, path))
        elif _is_grid(value):
            rows = [
                Row(_where(name, (*path, At(at, len(value)))), [_text(cell) for cell in row])
                for at, row in enumerate(value)
            ]
            yield from leaves_of_rows(([], rows), path)
        else:
            for at, part in enumerate(value):
                yield from leaves_of(part, name, (*path, At(at, len(value))))
    else:
        yield Leaf(path, _text(value), _where(name, path))


def _text(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else str(value)


def _where(name: str, path: Path) -> object:
    """A place in a file, for errors."""
    title = " ".join(names_in(tuple(label for label in path if isinstance(label, str))))
    where: object = f"{name}: {title[:30]!r}" if title else name
    places = [label.place + 1 for label in path if isinstance(label, At)][-2:]
    if len(places) == 2:
        facts = {"where": where, "row": places[0], "column": places[1]}
        return Phrase("{where}: row {row}, column {column}", facts)
    return Phrase("{file}: row {n}", {"file": where, "n": places[0]}) if places else where


def _labels(names: Sequence[str], length: int) -> list[Label]:
    """The labels that names are: choices, pairs, places in a list, or just names.

    `length` is that of a choice above them; 0: there is none.
    """
    if length and (choices := choices_of(names, length)):
        return [Choice(choice, length) for choice in choices[0]]
    choices, pairs = choices_of(names), pairs_of(names)
    if pairs and not (choices and len(names) == 1 << choices[1]):
        return [*pairs]
    is_number = all(name.isdigit() for name in names)
    if choices and (not is_number or len(names) > 1 and (choices[1] > SHORTEST or len(names) > 2)):
        return [Choice(number, choices[1]) for number in choices[0]]
    if all(name.isdigit() and len(name) < 6 for name in names) and len(names) > 2:
        numbers = [int(name) for name in names]
        size = 1 << max(numbers).bit_length()
        if size in SIZES and len(names) >= size - 1:
            return [At(number, size) for number in numbers]
        if sorted(numbers) in (list(range(len(names))), list(range(1, len(names) + 1))):
            return [At(place, len(names)) for place in range(len(names))]
    return _some_choices(names)


def _some_choices(names: Sequence[str]) -> list[Label]:
    """The names with choices among them, if most are choices; else the names."""
    readings = [choices_of([name]) if not name.isdigit() else None for name in names]
    lengths = Counter(choices[1] for choices in readings if choices)
    length, n = lengths.most_common(1)[0] if lengths else (0, 0)
    if 2 * n < len(names):
        return [*names]
    return [
        Choice(choices[0][0], length) if choices and choices[1] == length else name
        for name, choices in zip(names, readings, strict=True)
    ]


def _joined(items: Sequence[Any]) -> str | None:
    """The choice or pair of choices in a short list; None if neither."""
    if not 2 <= len(items) <= LONGEST:
        return None
    texts = []
    for item in items:
        text = _joined(item) if isinstance(item, list) else item
        if not isinstance(text, str | bool):
            return None
        texts.append(str(int(text)) if isinstance(text, bool) else text)
    if all(text in {*"01RBrb"} for text in texts):
        return "".join(texts)
    is_pair = len(texts) == 2 and not any(isinstance(text, Figure) for text in texts)
    return " ".join(texts) if is_pair and choices_of(texts) else None


def _is_grid(rows: Sequence[Any]) -> bool:
    """Whether a list has rows of fields, some of which are texts."""
    if len(rows) < 2 or not all(isinstance(row, list) and row for row in rows):
        return False
    cells = [cell for row in rows for cell in row]
    if any(isinstance(cell, list | dict) for cell in cells):
        return False
    return any(
        isinstance(cell, str) and not isinstance(cell, Figure) and cell.lower() not in NOTHING
        for cell in cells
    )


def _leaves_of_frame(value: Mapping[str, Any], name: str, path: Path) -> Iterator[Leaf]:
    """The leaves of rows with column names, and perhaps row names."""
    header = [_text(cell) for cell in value["columns"]]
    rows = [[_text(cell) for cell in row] for row in value["data"] if isinstance(row, list)]
    index = value.get("index")
    if isinstance(index, list) and len(index) == len(rows):
        header = ["", *header]
        names = [" ".join(map(_text, at)) if isinstance(at, list) else _text(at) for at in index]
        rows = [[text, *row] for text, row in zip(names, rows, strict=True)]
    where = _where(name, path)
    yield from leaves_of_rows(([], [Row(where, row) for row in [header, *rows]]), path)


# --- rows of fields -------------------------------------------------------------------------------


def leaves_of_rows(block: Block, path: Path = ()) -> Iterator[Leaf]:
    """The leaves of matrices and lists, one below the other under their titles.

    Raises:
        StorageError: a row has another number of fields than its header.
    """
    titles, rows = [*block[0]], [row for row in block[1] if any(row.fields)]
    parts = _matrices_in if any(_run(row.fields) for row in rows) else _lists_in
    for above, heads, body in parts(rows):
        yield from _leaves_of_block([*titles, *above], heads, body, path)
        titles = []


Part = tuple[list[str], list[Row], list[Row]]  # titles, the lines of the header, and the rows


def _matrices_in(rows: Sequence[Row]) -> Iterator[Part]:
    """The matrices below rows of choices; other lines are words about the next one."""
    above: list[str] = []
    words: list[str] = []
    heads: list[Row] = []
    body: list[Row] = []
    size = 0
    for row in rows:
        run = _run(row.fields)
        full = [field for field in row.fields if field]
        is_more = len(row.fields) >= size and all(map(is_cell, full[1:])) and choices_of(full[:1])
        if run:
            if body:
                yield above, heads, body
            above, words, heads, body, size = words, [], [row], [], len(run[1])
        elif heads and (len(body) < size and (body or len(full) > 1) or is_more):
            body.append(row)
        else:
            words += _words_of(row)
    if body:
        yield above, heads, body


def _lists_in(rows: Sequence[Row]) -> Iterator[Part]:
    """The rows below headers, and the matrices without choices."""
    titles: list[str] = []
    heads: list[Row] = []
    body: list[Row] = []
    width = Counter(len(row.fields) for row in rows).most_common(1)[0][0] if rows else 0
    for at, row in enumerate(rows):
        is_title = _is_title(row.fields, width)
        if is_title and heads and not body:
            raise _misfit(row, len(heads[-1].fields))
        if is_title or _is_head(row.fields, rows[at + 1 : at + 2]):
            if body:
                yield titles, heads, body
                titles, heads, body = [], [], []
            if is_title:
                titles += _words_of(row)
            else:
                heads.append(row)
        else:
            body.append(row)
    if body:
        yield titles, heads, body


def _words_of(row: Row) -> list[str]:
    """A line of words, with its separators as blanks."""
    return [",".join(row.fields), " ".join(row.fields)]


def _misfit(row: Row, right: int) -> StorageError:
    return StorageError(
        "{where} has {n} fields, its header {header}",
        where=row.where, n=len(row.fields), header=right,
    )  # fmt: skip


def _is_title(fields: Sequence[str], width: int) -> bool:
    """Whether a line is a title above a table, not column names."""
    full = [field for field in fields if field]
    if full[0].startswith("#"):
        return True
    is_named = _run(fields) or choices_of(full[:1]) or is_pair(full[0]) or is_cell(full[0])
    if not fields[0] or is_named:
        return False
    is_other = len(fields) != width and (len(full) < 3 or any(map(is_number, full)))
    return len(full) == 1 < width or is_other


def _is_head(fields: Sequence[str], after: Sequence[Row]) -> bool:
    """Whether fields name columns, by choices, by numbers from 0, or by words."""
    if _run(fields):
        return True
    full = [field for field in fields if field]
    if after and full == [str(place) for place in range(len(full))] and len(full) > 2:
        return len(after[0].fields) - len(full) in {0, 1}
    if choices_of(full[:1]) or is_pair(full[0]):
        return False
    return not any(is_number(field) for field in full) and any(
        field.lower() not in NOTHING for field in full
    )


def _run(fields: Sequence[str]) -> tuple[int, list[int], int] | None:
    """The start, choices and length of a run of all choices, or None."""
    full = [place for place, field in enumerate(fields) if field]
    for size in sorted(SIZES, reverse=True):
        for at in range(len(full) - size + 1):
            choices = choices_of([fields[place] for place in full[at : at + size]])
            is_run = full[at + size - 1] - full[at] == size - 1
            if choices and is_run and len(set(choices[0])) == 1 << choices[1] == size:
                return full[at], *choices
    return None


def _leaves_of_block(
    titles: Sequence[str], heads: Sequence[Row], body: Sequence[Row], path: Path
) -> Iterator[Leaf]:
    """The leaves of one table."""
    width = len(heads[-1].fields) if heads else max(len(row.fields) for row in body)
    numbers = [row.fields[0] for row in body]
    is_numbered = numbers in ([*map(str, range(len(body)))], [*map(str, range(1, len(body) + 1))])
    is_wider = heads and all(len(row.fields) == width + 1 and row.fields[-1] for row in body)
    if is_wider and heads[-1].fields[0] and (is_numbered or _run(heads[-1].fields)):
        heads = [Row(head.where, ["", *head.fields]) for head in heads]
        width += 1
    labels = _columns([head.fields for head in heads], width)
    body = [Row(row.where, _fitted(row, heads, width)) for row in body]
    if heads and is_numbered and not heads[-1].fields[0]:
        labels[0] = None
    if heads and _run(heads[-1].fields):
        titles = [*titles, heads[-1].fields[0]]
    path = (*path, *_title_of(titles))
    whole = width if not heads and _are_stacked(body, width) else len(body)
    for at, row in enumerate(body):
        part: Path = (At(at // whole, len(body) // whole),) if whole < len(body) else ()
        for label, text in zip(labels, row.fields, strict=True):
            if label is not None:
                yield Leaf((*path, *part, At(at % whole, whole), *label), text, row.where)


def _title_of(titles: Sequence[str]) -> list[str]:
    """The words above a table about its numbers: scoring, result, decks, or nothing."""
    words, decks = words_along(titles), decks_in("; ".join(titles))
    facts = [words.by, words.result, f"n={decks}" if decks else ""]
    title = " ".join(fact for fact in facts if fact)
    return [title] if title else []


def _are_stacked(rows: Sequence[Row], width: int) -> bool:
    """Whether rows are stacked matrices without names, and not rows of pairs."""
    if width not in SIZES or len(rows) % width:
        return False
    pairs = {(row.fields[0], row.fields[1]) for row in rows}
    is_list = len(pairs) == len(rows) > width and all(
        text.isdigit() and (len(text) < 3 or choices_of([text])) for pair in pairs for text in pair
    )
    return not is_list and all(is_cell(field) for row in rows for field in row.fields)


def _fitted(row: Row, heads: Sequence[Row], width: int) -> list[str]:
    """The fields of a row, adjusted to the number of columns."""
    fields = row.fields
    while len(fields) > width and not fields[-1]:
        fields = fields[:-1]
    missing = heads[-1].fields[len(fields) :] if heads else []
    if len(fields) > width or heads and any(missing) and not _run(heads[-1].fields):
        raise _misfit(row, width)
    return [*fields, *[""] * (width - len(fields))]


def _columns(heads: Sequence[Sequence[str]], width: int) -> list[Path | None]:
    """The labels of each column; in several header lines, empty fields repeat to the right."""
    labels: list[list[Label]] = [[] for _ in range(width)]
    for line, head in enumerate(heads):
        run = _run(head)
        before = ""
        for place, field in enumerate(head):
            before = field or (before if line < len(heads) - 1 else "")
            if run and run[0] <= place < run[0] + len(run[1]):
                labels[place].append(Choice(run[1][place - run[0]], run[2]))
            elif before and not (field.isdigit() and not run):
                labels[place].append(before)
    is_indexed = bool(heads) and not heads[-1][0] and not any(labels[1:])
    return [
        tuple(label) or (At(place - is_indexed, width - is_indexed),)
        for place, label in enumerate(labels)
    ]
