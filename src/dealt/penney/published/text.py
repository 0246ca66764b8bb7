"""Fields in lines of text: commas and the like, columns of blanks, Markdown, LaTeX and HTML."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import NamedTuple

from dealt.errors import StorageError
from dealt.penney.published.words import GROUPED
from dealt.penney.scores_csv import line_text

Row = tuple[int, list[str]]  # the number of a line, and its fields

FRAME = re.compile(r"[\s|+:=\-\u2500-\u257f]*")
BARS = str.maketrans({"\u2502": "|", "\u2503": "|", "\u2551": "|"})
LATEX_LINE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|centering|label\{[^}]*\}|cline\{[^}]*\}"
    r"|(?:begin|end)\{[^}]*\}(?:\{[^}]*\})*(?:\[[^\]]*\])?|cellcolor(?:\[[^\]]*\])?\{[^}]*\}"
    r"|caption|multicolumn\{\d+\}\{[^}]*\}|rowcolor\{[^}]*\}|small|footnotesize)"
)
BOXED = re.compile(r"\[([^\[\]\s]*\([^()\s]*\))\]")  # the best reply
NUMERIC = re.compile(r"[\d.,%()\[\]\s<>/|;\u00b1-]+")
COMMAS = re.compile(r"\d+(?:,\d+)+")
TITLES = {"h1", "h2", "h3", "h4", "h5", "h6", "caption", "p", "title"}


class Block(NamedTuple):
    """A table in a text, with the lines above it."""

    titles: list[str]
    rows: list[Row]


def blocks_of(text: str, name: str) -> list[Block]:
    """The tables in a text, at least one.

    Raises:
        StorageError: the text is empty.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if re.search(r"<t[dh][\s>]", text, re.IGNORECASE):
        blocks = _of_html(text)
    elif _is_latex(text):
        blocks = _of_marks(_latex_lines(lines), "&")
    elif _is_framed(lines):
        blocks = _of_marks([line.translate(BARS) for line in lines], "|")
    else:
        rows = _rows(lines, name)
        blocks = [Block([], rows)] if rows else []
    if not blocks:
        raise StorageError("{file} has nothing but commas", file=name)
    return blocks


# --- marked tables --------------------------------------------------------------------------------


def _is_latex(text: str) -> bool:
    return "&" in text and r"\\" in text


def _latex_lines(lines: Sequence[str]) -> list[str]:
    """Lines of a table of LaTeX, a row each, without what only draws."""
    text = "\n".join(re.sub(r"(?<!\\)%.*", "", line) for line in lines)
    text = text.replace(r"\&", "and").replace(r"\\", "\n")
    return [re.sub(r"[{}$]", "", LATEX_LINE.sub("", line)) for line in text.split("\n")]


def _is_framed(lines: Sequence[str]) -> bool:
    """Whether there are tables between bars, as of Markdown."""
    barred = [line for line in lines if _has_bars(line.translate(BARS))]
    return len(barred) >= 3 and not any(";" in line or "\t" in line for line in barred)


def _has_bars(line: str) -> bool:
    return line.count("|") >= 2


def _of_marks(lines: Sequence[str], mark: str) -> list[Block]:
    """Tables whose fields stand between marks; all other lines are titles."""
    blocks: list[Block] = []
    waiting: list[str] = []
    is_inside = False
    for number, line in enumerate(lines, 1):
        if FRAME.fullmatch(line):
            is_inside = is_inside and bool(line.strip())
            continue
        fields = [field.strip(" *`_") for field in line.strip().split(mark)]
        if mark == "|" and line.strip().startswith("|"):
            fields = fields[1:]
        if mark == "|" and line.strip().endswith("|"):
            fields = fields[:-1]
        if len(fields) < 2:
            waiting.append(line.strip())
            is_inside = False
            continue
        if not is_inside:
            blocks.append(Block(waiting, []))
            waiting = []
            is_inside = True
        blocks[-1].rows.append((number, fields))
    return _joined(blocks)


def _joined(blocks: list[Block]) -> list[Block]:
    """Tables, those without a line between them in one."""
    joined: list[Block] = []
    for block in blocks:
        if joined and not block.titles:
            joined[-1].rows.extend(block.rows)
        else:
            joined.append(block)
    return joined


class _Tables(HTMLParser):
    """Collects the tables of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[Block] = []
        self.titles: list[str] = []
        self.text: list[str] | None = None
        self.span = (1, 1)
        self.below: dict[int, int] = {}  # columns that are taken from above, and in how many rows

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"td", "th"}:
            spans = [dict(attrs).get(name) or "1" for name in ("colspan", "rowspan")]
            wide, high = (int(span) if span.isdigit() and len(span) < 3 else 1 for span in spans)
            self.span = wide, high
        if tag == "table":
            self.blocks.append(Block(self.titles, []))
            self.titles = []
            self.below = {}
        elif tag == "tr" and self.blocks:
            self.blocks[-1].rows.append((self.getpos()[0], []))
            self._fill()
        elif tag in {"td", "th"} or tag in TITLES:
            self.text = []
        elif tag == "br" and self.text is not None:
            self.text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        text = " ".join("".join(self.text or []).split())
        if tag in {"td", "th"} and self.blocks and self.blocks[-1].rows:
            row = self.blocks[-1].rows[-1][1]
            wide, high = self.span
            if high > 1:
                self.below |= {len(row) + place: high - 1 for place in range(wide)}
            row += [text, *[""] * (wide - 1)]
            self._fill()
        elif tag == "caption" and self.blocks:
            self.blocks[-1].titles.append(text)
        elif tag in TITLES:
            self.titles.append(text)
        else:
            return
        self.text = None

    def _fill(self) -> None:
        """Leave the columns empty that are taken from above."""
        row = self.blocks[-1].rows[-1][1]
        while self.below.get(len(row)):
            self.below[len(row)] -= 1
            row.append("")

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text.append(data)


def _of_html(text: str) -> list[Block]:
    page = _Tables()
    page.feed(text)
    blocks = []
    for block in page.blocks:
        rows = [(number, row) for number, row in block.rows if any(row)]
        if rows:
            blocks.append(Block(block.titles, rows))
    return blocks


# --- fields between commas and the like -----------------------------------------------------------


def _rows(lines: Sequence[str], name: str) -> list[Row]:
    """The lines that are not empty, in fields."""
    delimiter = _delimiter(lines)
    rows: list[Row] = []
    if not delimiter:
        rows = [(number, _split(line)) for number, line in enumerate(lines, 1)]
    else:
        reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
        try:
            for fields in reader:
                rows.append((reader.line_num, [cell.strip() for cell in fields]))
        except csv.Error:
            raise StorageError(
                "{where} has a field that is too long or runs into the next one",
                where=line_text(name, reader.line_num),
            ) from None
    return [(number, fields) for number, fields in rows if any(fields)]


def _split(line: str) -> list[str]:
    """Fields between blanks; `80 (8)` and `40.1 %` are one each."""
    line = re.sub(r"([(\[])\s+", r"\1", line)
    line = re.sub(r"(?<=[\d%.])\s+(?=[(%])", "", line)
    line = BOXED.sub(r"\1", line)
    return re.sub(r"[\[\]]", " ", line).split() if line.lstrip().startswith("[") else line.split()


def _delimiter(lines: Sequence[str]) -> str:
    """What stands between fields; empty: blanks."""
    full = [line for line in lines if line.strip() and not line.startswith("#")]
    for delimiter in "\t;|":
        if 2 * sum(line.count(delimiter) > 1 for line in full) >= len(full) > 0:
            return delimiter
    return "," if 2 * sum("," in line for line in full) >= len(full) > 0 else ""


def with_points(rows: list[Row]) -> list[Row]:
    """Rows with decimal points in place of decimal commas."""
    return [
        (n, [COMMAS.sub(_pointed, cell) if NUMERIC.fullmatch(cell) else cell for cell in row])
        for n, row in rows
    ]


def _pointed(number: re.Match[str]) -> str:
    return number[0].replace(",", ".")


def points_in(blocks: list[Block]) -> list[list[Block]]:
    """The ways to read commas in numbers: as decimal signs, thousands separators, or either."""
    cells = [
        cell for block in blocks for _, row in block.rows for cell in row if NUMERIC.fullmatch(cell)
    ]
    commas = [comma for cell in cells for comma in COMMAS.findall(cell)]
    if not commas:
        return [blocks]
    pointed = [Block(block.titles, with_points(block.rows)) for block in blocks]
    has_points = any(re.search(r"\d\.\d", cell) for cell in cells)
    is_large = any(text.count(",") > 1 or float(text.replace(",", ".")) > 101 for text in commas)
    if has_points or is_large:
        return [blocks]
    if all(GROUPED.fullmatch(text) for text in commas):
        return [pointed, blocks]
    return [pointed]
