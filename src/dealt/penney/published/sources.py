"""The sources of published tables of Penney's game: files as nested names, lists and texts.

Nothing in a file is executed: pickles, and arrays of Python objects, are refused. Numbers stay
texts, with as many digits as they are written with.
"""

from __future__ import annotations

import ast
import csv
import html
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from dealt.errors import StorageError
from dealt.language import Phrase, no_json
from dealt.penney.published.words import GROUPED
from dealt.penney.scores_csv import line_text

_MOST_ITEMS = 1 << 20


class Figure(str):
    """A number in a file, distinct from text."""

    __slots__ = ()


class Row(NamedTuple):
    """A line of a table in a text."""

    where: object
    fields: list[str]


Block = tuple[list[str], list[Row]]  # the lines above a table, and its rows

# --- arrays of NumPy ------------------------------------------------------------------------------


def arrays_in(data: bytes, name: str) -> Any:
    """The array in a .npy, or those in a .npz by name, as lists.

    Args:
        data: the file.
        name: file name, for errors.

    Raises:
        StorageError: it is damaged, or contains Python objects.
    """
    import numpy as np

    objects = Phrase(
        "{file} holds Python objects, which run code when they are read; save the numbers alone: "
        "matrix.astype(float)",
        {"file": name},
    )
    try:
        loaded = np.load(io.BytesIO(data), allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            return _lists(loaded, name)
        arrays = {}
        for key in loaded.files:
            try:
                arrays[key] = _lists(loaded[key], name)
            except ValueError:
                arrays[key] = None  # such as names; the numbers beside it are read
    except ValueError as error:
        if "pickle" in str(error).lower() or "object" in str(error).lower():
            raise StorageError(objects) from None
        raise StorageError(_damaged(name)) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError, OSError, SyntaxError):
        raise StorageError(_damaged(name)) from None
    if arrays and not any(value is not None for value in arrays.values()):
        raise StorageError(objects)
    return arrays


def _damaged(name: str) -> Phrase:
    return Phrase("{file} is damaged, or not a NumPy array", {"file": name})


def _lists(array: Any, name: str) -> Any:
    """An array as lists of texts, with all digits of its numbers."""
    if array.size > _MOST_ITEMS:
        raise StorageError(
            "{file} has {n} numbers; a table has a few hundred", file=name, n=array.size
        )
    if array.dtype.names:
        rows = array.ravel().tolist()
        return [dict(zip(array.dtype.names, map(plain, row), strict=True)) for row in rows]
    if array.dtype.kind == "S" or array.dtype.kind == "f" and array.dtype.itemsize < 8:
        is_number = array.dtype.kind == "f"
        texts = array.astype("U").tolist()
        return plain(texts, Figure) if is_number else plain(texts)
    return plain(array.tolist())


def plain(value: Any, text: type[str] = str) -> Any:
    """A Python value as nested names, lists and texts."""
    if isinstance(value, dict):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set):
        return [plain(part, text) for part in value]
    if isinstance(value, bool):
        return Figure(int(value))
    if value is None or value != value:
        return None
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return text(value) if isinstance(value, str) else Figure(value)


# --- JSON -----------------------------------------------------------------------------------------


def tree_of(text: str, name: str) -> Any:
    """Parse JSON, lines of JSON, or Python lists and dictionaries.

    Raises:
        StorageError: it is none of these.
    """

    def read(part: str) -> Any:
        return json.loads(
            part, parse_float=Figure, parse_int=Figure,
            parse_constant=lambda word: None if word == "NaN" else word,
        )  # fmt: skip

    try:
        return read(text)
    except (ValueError, RecursionError) as error:
        problem = StorageError("{file} is not JSON: {reason}", file=name, reason=no_json(error))
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        if len(lines) > 1 and all(line.lstrip().startswith("{") for line in lines):
            return [read(line) for line in lines]
        return plain(ast.literal_eval(re.sub(r"\bnp\.\w+\(([^()]*)\)", r"\1", text)))
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        raise problem from None


def outputs_of(notebook: Any) -> str:
    """The printed and displayed output of a Jupyter notebook, as one page."""
    parts = []
    for cell in notebook["cells"]:
        texts = [cell.get("source")] if cell.get("cell_type") == "markdown" else []
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            texts.append(output.get("text") or data.get("text/html") or data.get("text/plain"))
        parts += ["".join(text) if isinstance(text, list) else str(text or "") for text in texts]
    return "\n\n".join(parts)


# --- text -----------------------------------------------------------------------------------------

FRAME = re.compile(r"[\s|+:=\-\u2500-\u257f]*")
_BARS = str.maketrans({"\u2502": "|", "\u2503": "|", "\u2551": "|"})
LATEX = re.compile(
    r"(?<!\\)%.*|\\(?:hline|toprule|midrule|bottomrule|centering|label\{[^}]*\}|cline\{[^}]*\}"
    r"|(?:begin|end)\{[^}]*\}(?:\{[^}]*\})*(?:\[[^\]]*\])?|cellcolor(?:\[[^\]]*\])?\{[^}]*\}"
    r"|caption|multicolumn\{\d+\}\{[^}]*\}|rowcolor\{[^}]*\}|small|footnotesize)"
)
_BOXED = re.compile(r"\[([^\[\]\s]*\([^()\s]*\))\]")  # the best reply
_NUMBER = re.compile(r"[\d.,%()\[\]\s<>/|;\u00b1-]+")
_COMMAS = re.compile(r"\d+(?:,\d+)+")
_HTML_PART = re.compile(
    r"<(?P<tag>h[1-6]|caption|p|title|t[dh])(?P<more>(?:\s[^>]*)?)>(?P<text>.*?)"
    r"(?=</(?P=tag)>|<t[dhr][\s>]|</?table)|<(?P<begin>tr|table)[\s>]",
    re.IGNORECASE | re.DOTALL,
)


def blocks_of(text: str, name: str) -> list[Block]:
    """The tables in a text, at least one.

    Raises:
        StorageError: the text is empty.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    barred = [line for line in lines if line.translate(_BARS).count("|") >= 2]
    if re.search(r"<t[dh][\s>]", text, re.IGNORECASE):
        blocks = _of_html(text, name)
    elif "&" in text and r"\\" in text:
        body = "\n".join(LATEX.sub("", line) for line in lines).replace(r"\&", "and")
        body = re.sub(r"[{}$]", "", body.replace(r"\\", "\n"))
        blocks = _of_marks(body.split("\n"), "&", name)
    elif len(barred) >= 3 and not any(";" in line or "\t" in line for line in barred):
        blocks = _of_marks([line.translate(_BARS) for line in lines], "|", name)
    else:
        blocks = [([], rows)] if (rows := _rows(lines, name)) else []
    if not blocks:
        raise StorageError("{file} has nothing but commas", file=name)
    return blocks


def _of_marks(lines: Sequence[str], mark: str, name: str) -> list[Block]:
    """Tables whose fields are between marks; other lines are titles."""
    blocks: list[Block] = []
    titles: list[str] = []
    for number, line in enumerate(lines, 1):
        if FRAME.fullmatch(line):
            continue
        fields = [field.strip(" *`_") for field in line.strip().split(mark)]
        if mark == "|":
            fields = fields[line.strip().startswith("|") :]
            fields = fields[: len(fields) - line.strip().endswith("|")]
        if len(fields) < 2:
            titles.append(line.strip())
            continue
        if titles or not blocks:
            blocks.append((titles, []))
            titles = []
        blocks[-1][1].append(Row(line_text(name, number), fields))
    return blocks


def _of_html(text: str, name: str) -> list[Block]:
    """The tables of an HTML page; a cell that spans fields is repeated."""
    blocks: list[Block] = []
    titles: list[str] = []
    below: dict[int, int] = {}  # columns that are taken from above, and in how many rows
    for part in _HTML_PART.finditer(text):
        if part["begin"]:
            if part["begin"].lower() == "table":
                blocks.append((titles, []))
                titles, below = [], {}
            elif blocks:
                line = text.count("\n", 0, part.start()) + 1
                blocks[-1][1].append(Row(line_text(name, line), []))
            continue
        words = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", part["text"])).split())
        if part["tag"].lower() not in {"td", "th"}:
            (blocks[-1][0] if part["tag"].lower() == "caption" and blocks else titles).append(words)
        elif blocks and blocks[-1][1]:
            _add_field(blocks[-1][1][-1].fields, words, part["more"], below)
    full = [(above, [row for row in rows if any(row.fields)]) for above, rows in blocks]
    return [(above, rows) for above, rows in full if rows]


def _add_field(row: list[str], words: str, attributes: str, below: dict[int, int]) -> None:
    spans = dict(re.findall(r"(colspan|rowspan)\s*=\s*[\"']?(\d{1,2})\b", attributes.lower()))
    while below.get(len(row)):
        below[len(row)] -= 1
        row.append("")
    wide, high = int(spans.get("colspan", 1)), int(spans.get("rowspan", 1))
    if high > 1:
        below.update({len(row) + place: high - 1 for place in range(wide)})
    row += [words] * max(1, wide)


def _rows(lines: Sequence[str], name: str) -> list[Row]:
    """The non-empty lines as fields, separated by blanks if by nothing else."""
    full = [line for line in lines if line.strip() and not line.startswith("#")]
    delimiter = next(
        (
            mark
            for mark in "\t;|,"
            if 2 * sum(line.count(mark) > (mark == "|") for line in full) >= len(full) > 0
        ),
        "",
    )
    rows: list[Row] = []
    if not delimiter:
        rows = [Row(line_text(name, at), _split(line)) for at, line in enumerate(lines, 1)]
    else:
        reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
        try:
            for fields in reader:
                row = [cell.strip() for cell in fields]
                rows.append(Row(line_text(name, reader.line_num), row))
        except csv.Error:
            raise StorageError(
                "{where} has a field that is too long or runs into the next one",
                where=line_text(name, reader.line_num),
            ) from None
    return [row for row in rows if any(row.fields)]


def _split(line: str) -> list[str]:
    """Split a line at blanks; `80 (8)` and `40.1 %` are one field each."""
    line = re.sub(r"([(\[])\s+", r"\1", line)
    line = re.sub(r"(?<=[\d%.])\s+(?=[(%])", "", line)
    line = _BOXED.sub(r"\1", line)
    return (re.sub(r"[\[\]]", " ", line) if line.lstrip().startswith("[") else line).split()


def points_in(blocks: list[Block]) -> Iterator[list[Block]]:
    """The ways to read commas in numbers: decimal, thousands, or either."""
    cells = [
        cell for _, rows in blocks for row in rows for cell in row.fields if _NUMBER.fullmatch(cell)
    ]
    commas = [comma for cell in cells for comma in _COMMAS.findall(cell)]
    is_large = any(text.count(",") > 1 or float(text.replace(",", ".")) > 101 for text in commas)
    if not commas or is_large or any(re.search(r"\d\.\d", cell) for cell in cells):
        yield blocks
        return
    yield [
        (titles, [Row(row.where, [_with_points(cell) for cell in row.fields]) for row in rows])
        for titles, rows in blocks
    ]
    if all(GROUPED.fullmatch(text) for text in commas):
        yield blocks


def _with_points(cell: str) -> str:
    if not _NUMBER.fullmatch(cell):
        return cell
    return _COMMAS.sub(lambda commas: commas[0].replace(",", "."), cell)
