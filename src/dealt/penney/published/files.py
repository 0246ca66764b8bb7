"""Reading published tables of Penney's game.

A table is read in few forms: rows of pairs below a header with the names in `NAMES`, or with names
that the caller explains; matrices with choices before the rows and above the columns; the files of
this program; and sentences. What a form leaves open, such as the scoring, is read both ways, see
`Table.others`.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from dealt.errors import ParseError, SetupError, StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST, choice_text, parse_choice
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS
from dealt.language import Phrase, listed, message, no_json, say
from dealt.penney.published.cells import (
    DECIDED,
    Key,
    Raw,
    TableCells,
    check_request,
    number_of,
    tables_of,
    whole_of,
)
from dealt.penney.published.tables import (
    DRAW,
    LOSS,
    RESULTS,
    WIN,
    Table,
)
from dealt.penney.scores_csv import line_text
from dealt.storage.files import storage_errors, text_of

# the names of columns in the long form, in English and Portuguese; those of a result may be joined
# with those of a scoring, such as `wins_tricks` or `vitorias_vazas`
NAMES = {
    "first": "first mine p1_choice primeira minha",
    "second": "second other p2_choice segunda outra",
    "pair": "pair par",
    "by": "by por",
    "decks": "decks games_total baralhos",
    WIN: "win wins won vitoria vitorias",
    DRAW: "draw draws drawn tie ties tied empate empates",
    LOSS: "loss losses lost derrota derrotas",
    DECIDED: "decided decididos",
}
BY_NAMES = {TRICKS: "tricks trick vazas vaza", CARDS: "cards card cartas carta"}
_VALUES = (*RESULTS, DECIDED)
ROLES = (*NAMES, *(f"{value}_{by}" for value, by in product(_VALUES, SCORINGS)))
_MEANINGLESS = {"p1", "percent"}  # of the original document's files
_HINTS = {  # words in other names, from which columns are proposed
    "second": "2 two p2 b opponent opp reply their theirs y adversario",
    "first": "1 one p1 a me my player x eu jogador",
    "decks": "n games total count simulations partidas jogos",
}
_SIZES = {1 << length: length for length in range(SHORTEST, LONGEST + 1)}
_CELL = re.compile(r"\[?([^()\[\]]*)(?:\(([^()\[\]]*)\))?\]?")


class _Row(NamedTuple):
    """A line of fields."""

    where: object
    fields: list[str]


# --- files ----------------------------------------------------------------------------------------


def read_table(
    path: str | os.PathLike[str],
    decks: int | None = None,
    by: str | None = None,
    columns: str | None = None,
) -> Table:
    """Read a published table.

    Args:
        path: the file.
        decks: number of decks, if the file does not state it.
        by: the scoring, `tricks` or `cards`, if the file does not state it.
        columns: which column has what, such as `first=A,second=B,win=Wins,draw=Ties`, if their
            names are not those of `NAMES`; the roles are `ROLES`.

    Raises:
        StorageError: it cannot be read or understood, or states another number of decks.
        SetupError: an invalid number of decks, scoring or role.
    """
    name = str(path)
    with (
        storage_errors(message("cannot read {path}: {reason}"), name),
        Path(path).open("rb") as file,
    ):
        data = file.read()
    if data[:2] in {b"\x93N", b"PK", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"}:
        raise StorageError("{file} is not text; save the table in it as CSV", file=name)
    return parse_table(text_of(io.BytesIO(data), name), name, decks, by, columns)


def parse_table(
    text: str,
    name: str,
    decks: int | None = None,
    by: str | None = None,
    columns: str | None = None,
) -> Table:
    """Read a table as `read_table` does, from text; errors call the file `name`."""
    check_request(decks, by)
    roles = _roles_given(columns) if columns else {}
    if not (body := text.strip()):
        raise StorageError("{file} is empty", file=name)
    cells = TableCells(name)
    if body[0] in "{[":
        _read_json(body, cells, roles)
    else:
        if not (rows := _rows(body, name)):
            raise StorageError("{file} is empty", file=name)
        if roles or not _read_matrices(rows, cells):
            _read_rows(rows, cells, roles)
    return tables_of(cells, decks, by)


def _rows(text: str, name: str) -> list[_Row]:
    """The lines as fields, separated by commas, semicolons, tabs, bars or blanks."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    full = [line for line in lines if line.strip()]
    mark = next((m for m in "\t;|," if 2 * sum(m in line for line in full) >= len(full)), "")
    rows = []
    for at, line in enumerate(lines, 1):
        if mark:
            inner = line.strip().strip("|") if mark == "|" else line
            try:
                fields = next(csv.reader([inner], delimiter=mark, skipinitialspace=True), [])
            except csv.Error:
                fields = [inner]
        else:
            fields = re.sub(r"\s+(?=[(\]])|(?<=[(\[])\s+", "", line).split()
        fields = [field.strip(" *`") for field in fields]
        while len(fields) > 1 and not fields[-1]:
            fields.pop()
        if any(re.sub(r"[-:=+\s]", "", field) for field in fields):
            rows.append(_Row(line_text(name, at), fields))
    return rows


# --- rows of pairs --------------------------------------------------------------------------------


def _plain(text: str) -> str:
    """A name in lower case, without accents, its words joined by `_`."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("%", " percent "))
    return "_".join(re.findall(r"[a-z0-9]+", letters.encode("ascii", "ignore").decode()))


def _role_of(name: str) -> str:
    """What a column of this name has; empty if it is not a name of the long form."""
    plain = _plain(name)
    for role, names in NAMES.items():
        if plain in names.split():
            return role
    words = [word for word in plain.split("_") if word not in _MEANINGLESS]
    values = [role for role in _VALUES for word in words if word in NAMES[role].split()]
    scorings = [by for by in SCORINGS for word in words if word in BY_NAMES[by].split()]
    is_known = len(values) == 1 and len(words) == 1 + len(scorings) <= 2
    return "_".join([*values, *scorings]) if is_known else ""


def _roles_given(columns: str) -> dict[str, str]:
    """The role of each column that the caller names."""
    roles = {}
    for part in columns.split(","):
        role, _, column = (piece.strip() for piece in part.partition("="))
        if role.replace("-", "_") not in ROLES or not column:
            raise SetupError(
                "--columns has {given}; write first=...,second=...,win=...; the names before "
                "= are {roles}",
                given=repr(part.strip()[:30]), roles=", ".join(ROLES),
            )  # fmt: skip
        roles[column] = role.replace("-", "_")
    return roles


def _read_rows(rows: Sequence[_Row], cells: TableCells, given: Mapping[str, str]) -> None:
    """Read the rows below a header."""
    header = rows[0].fields
    roles = _roles(header, cells, given)
    records = []
    for row in rows[1:]:
        if len(row.fields) > len(header):
            raise StorageError(
                "{where} has {n} fields, its header {header}",
                where=row.where, n=len(row.fields), header=len(header),
            )  # fmt: skip
        records.append((row.where, dict(zip(header, row.fields, strict=False))))
    _read_records(records, roles, cells)


def _roles(header: Sequence[str], cells: TableCells, given: Mapping[str, str]) -> dict[str, str]:
    """The role of each column; StorageError if there are too few, with what could be written."""
    if given:
        if missing := [column for column in given if column not in header]:
            raise StorageError(
                "{file} has no column {column}; its columns are {names}",
                file=cells.name, column=repr(missing[0]), names=", ".join(header)[:200],
            )  # fmt: skip
        return dict(given)
    roles = {name: role for name in header if (role := _role_of(name))}
    has_pair = {"first", "second"} <= {*roles.values()} or "pair" in roles.values()
    if has_pair and any(role.split("_")[0] in _VALUES for role in roles.values()):
        if ignored := [name for name in header if name and name not in roles]:
            cells.notes.append(say("Columns that are not read: {names}.", names=listed(ignored)))
        return roles
    facts = {"file": cells.name, "names": ", ".join(header)[:100]}
    if proposal := _proposed(header):
        raise StorageError(
            "{file} has columns that are not known: {names}; say what they are, perhaps --columns "
            "{proposal}",
            **facts, proposal=f'"{proposal}"',
        )  # fmt: skip
    raise StorageError(
        "{file} is not a table of Penney's game; write a row for each pair below a header such as "
        "first,second,decks,wins_tricks,draws_tricks, or a matrix with choices before its rows and "
        "above its columns",
        file=cells.name,
    )


def _proposed(header: Sequence[str]) -> str:
    """What could be written after --columns; empty if no column seems to be a result."""
    proposed: dict[str, str] = {}
    for name in header:
        words = {*_plain(name).split("_")}
        by = next((f"_{by}" for by in SCORINGS if words & {*BY_NAMES[by].split()}), "")
        value = next((v for v in _VALUES if words & {*NAMES[v].split()}), "")
        if value == WIN and words & {*_HINTS["second"].split()}:
            value = LOSS
        role = f"{value}{by}" if value else ""
        for other in ("pair", "by", *_HINTS) if not role else ():
            hints = {*NAMES[other].split(), *_HINTS.get(other, "").split()}
            role = role or (other if words & hints else "")
        if role and "," not in name:
            proposed.setdefault(role, name)
    if not any(role.split("_")[0] in _VALUES for role in proposed):
        return ""
    if "pair" not in proposed:
        proposed = {"first": "...", "second": "...", **proposed}
    return ",".join(f"{role}={proposed[role]}" for role in ROLES if role in proposed)


def _read_records(
    records: Iterable[tuple[object, Mapping[str, Any]]], roles: Mapping[str, str], cells: TableCells
) -> None:
    """Read rows as mappings from names to texts."""
    rows = [
        (where, {role: _text(record.get(name)) for name, role in roles.items()})
        for where, record in records
    ]
    texts = [row[role] for _, row in rows for role in ("first", "second") if role in row]
    if texts and all(re.fullmatch("[01]+", text) for text in texts):  # zeros may be lost: 1 for 001
        cells.length = max(map(len, texts))
    percents = {role for name, role in roles.items() if "%" in name or "percent" in _plain(name)}
    for where, row in rows:
        both = [row.get("first", ""), row.get("second", "")]
        if "pair" in row:
            both = re.findall("[RB]{2,}|[HT]{2,}|[01]{2,}", row["pair"].upper())
        elif cells.length and all(both):
            both = [text.zfill(cells.length) for text in both]
        if len(both) != 2 or not all(both):
            raise StorageError("{where} does not have two choices", where=where)
        choice, other = cells.choices(both, where)
        by = _by_of(row["by"], where) if row.get("by") else ""
        if row.get("decks"):
            cells.decks[choice, other] = whole_of(row["decks"], where)
        for role, text in row.items():
            value, _, scoring = role.partition("_")
            raw = number_of(text, where) if value in _VALUES else None
            if raw is not None:
                raw = raw._replace(is_percent=raw.is_percent or role in percents)
                cells.add((scoring or by, value), (choice, other), raw)


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()


def _by_of(text: str, where: object) -> str:
    """The scoring that a field names."""
    for by in SCORINGS:
        if _plain(text) in BY_NAMES[by].split():
            return by
    raise StorageError(
        "{where} has {given}, which is not a scoring: tricks or cards",
        where=where, given=repr(text[:20]),
    )  # fmt: skip


# --- matrices -------------------------------------------------------------------------------------


def _head(fields: Sequence[str]) -> list[int]:
    """The choices above the columns of a matrix; empty if the line is something else."""
    texts = [field for field in fields if field]
    texts = texts[1:] if len(texts) - 1 in _SIZES else texts
    try:
        choices = [parse_choice(text) for text in texts]
    except ParseError:
        return []
    length = _SIZES.get(len(texts), 0)
    is_whole = sorted(choices) == list(range(len(texts)))
    return choices if length and is_whole and {*map(len, texts)} == {length} else []


def _read_matrices(rows: Sequence[_Row], cells: TableCells) -> bool:
    """Read all matrices, with the words above each; return whether there are any."""
    head: list[int] = []
    words: list[str] = []
    for row in rows:
        if columns := _head(row.fields):
            head, cells.length, cells.is_matrix = columns, _SIZES[len(columns)], True
            scorings = [by for word in words for by in SCORINGS if word in BY_NAMES[by].split()]
            is_draw = {*words} & {*NAMES[DRAW].split()} and not {*words} & {*NAMES[WIN].split()}
            key = (scorings or [""])[-1], DRAW if is_draw else WIN
            words = []
        elif head and len(row.fields) == len(head) + 1:
            _read_line(row, head, key, cells)
        else:
            head = []
            text = " ".join(row.fields)
            words += _plain(text).split("_")
            if decks := re.search(r"(\d[\d,.' ]*\d) (?:decks|baralhos)", text):
                cells.stated = int(re.sub(r"\D", "", decks[1]))
    return cells.is_matrix


def _read_line(row: _Row, head: Sequence[int], key: Key, cells: TableCells) -> None:
    """Read one line of a matrix; a cell may have draws in brackets."""
    (choice,) = cells.choices(row.fields[:1], row.where)
    for other, text in zip(head, row.fields[1:], strict=True):
        parts = _CELL.fullmatch(text.strip())
        if choice == other:
            continue
        raw = number_of(parts[1] if parts else text, row.where)
        if raw is not None:
            cells.add(key, (choice, other), raw)
        if parts and parts[2] and (draw := number_of(parts[2], row.where)) is not None:
            cells.add((key[0], DRAW), (choice, other), draw)


# --- JSON -----------------------------------------------------------------------------------------


def _read_json(text: str, cells: TableCells, given: Mapping[str, str]) -> None:
    """Read what this program prints with --json, or a list of rows."""
    try:
        data = json.loads(text, parse_float=str, parse_int=str)
    except (ValueError, RecursionError) as error:
        raise StorageError(
            "{file} is not JSON: {reason}", file=cells.name, reason=no_json(error)
        ) from None
    rows = data
    if isinstance(data, dict) and isinstance(data.get("pairs"), list):
        rows = [*_own_rows(data["pairs"], data.get("decks"))]
        cells.red, cells.black = (
            int(data[name]) if str(data.get(name)).isdigit() else None for name in ("red", "black")
        )
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise StorageError(
            "{file} is not a list of rows; write a row for each pair, such as "
            '[{{"first": "RRR", "second": "RRB", "wins_tricks": ...}}, ...]',
            file=cells.name,
        )
    wheres = (Phrase("{file}: row {n}", {"file": cells.name, "n": n + 1}) for n in range(len(rows)))
    header = list(dict.fromkeys(str(name) for row in rows for name in row))
    _read_records(zip(wheres, rows, strict=True), _roles(header, cells, given), cells)


def _own_rows(pairs: Sequence[Any], decks: object) -> Iterator[dict[str, Any]]:
    """The rows of `dealt odds penney --json` and `dealt simulate penney --json`."""
    for entry, by in product(pairs, SCORINGS):
        results = entry.get(by) if isinstance(entry, dict) else None
        if isinstance(results, dict):
            row = {"first": entry.get("mine"), "second": entry.get("other"), "by": by}
            counts = {
                name: value.get("decks") if isinstance(value, dict) else value
                for name, value in results.items()
            }
            yield {**row, "decks": decks, **counts}


# --- sentences ------------------------------------------------------------------------------------

_SENTENCE = re.compile(
    r"(?P<wins>\d[\d.,']*)\s*(?P<sign>%)?(?:\s*(?:of|out of|in|de|em)\s*(?P<decks>\d[\d.,']*))?"
)
_AFTER = {
    DRAW: r"(\d[\d.,']*)\s*(%?)\s*(?:draw|tie|empate)",
    LOSS: r"(\d[\d.,']*)\s*(%?)\s*(?:loss|derrota)",
}


def parse_sentences(texts: Sequence[str], decks: int | None = None, by: str | None = None) -> Table:
    """Read sentences such as `RBB beats BBB by tricks 995 of 1,000, 4 draws` as a table.

    If a sentence names one choice only, every other one may be its opponent.

    Raises:
        StorageError: a sentence has no choice, or no number of wins.
    """
    check_request(decks, by)
    cells = TableCells(say("the sentence"), is_sentence=True)
    alone: list[int] = []
    for text in texts:
        choices = list(dict.fromkeys(re.findall(r"\b(?:[RB]{2,6}|[HT]{2,6})\b", text)))[:2]
        wins = _SENTENCE.search(text)
        if not choices or wins is None:
            raise StorageError(
                "{given} is neither a file nor a sentence such as: RBB beats BBB 995 of 1,000, "
                "4 draws",
                given=repr(text[:60]),
            )
        numbers = cells.choices(choices, cells.name)
        alone += numbers if len(numbers) == 1 else ()
        pair = (numbers[0], numbers[-1])
        scoring = next(
            (s for s in SCORINGS if {*BY_NAMES[s].split()} & {*_plain(text).split("_")}), ""
        )
        of = int(re.sub(r"\D", "", wins["decks"] or "0")) or decks
        cells.stated = cells.stated or of
        numbers_in: list[tuple[str, Any, Any]] = [(WIN, wins["wins"], wins["sign"])]
        for result, pattern in _AFTER.items():
            numbers_in += [(result, after[1], after[2]) for after in re.finditer(pattern, text)][:1]
        for result, digits, sign in numbers_in:
            cells.add((scoring, result), pair, _in_sentence(digits, sign, of, text))
    if alone and len(texts) > 1:
        raise StorageError("of several sentences, each needs two choices, such as RBB beats BBB")
    table = tables_of(cells, decks, by)
    return _against_each(table, alone[0]) if alone else table


def _in_sentence(digits: str, sign: str | None, decks: int | None, text: str) -> Raw:
    """A number in a sentence, as a percentage: 99.5%, or a count with any separators."""
    if sign and (raw := number_of(digits.rstrip(".,'") + sign, repr(text[:60]))):
        return raw
    if not decks:
        raise StorageError(
            "{given} has a count, but not the number of decks, as in 995 of 1,000",
            given=repr(text[:60]),
        )
    count = int(re.sub(r"\D", "", digits))
    return Raw(100 * count / decks, 0, is_percent=True, where=repr(text[:60]), half=0.0)


def _against_each(table: Table, choice: int) -> Table:
    """A table of one choice, with each other choice as the opponent."""
    tables = []
    for one, other in product((table, *table.others), range(1 << table.length)):
        if other != choice:
            numbers = {(by, a, other, result): n for (by, a, _, result), n in one.numbers.items()}
            text = choice_text(other, table.length)
            note = say("No opponent is named; read against {choice}.", choice=text)
            tables.append(replace(one, numbers=numbers, notes=(*one.notes, note), others=()))
    return replace(tables[0], others=tuple(tables[1:]))
