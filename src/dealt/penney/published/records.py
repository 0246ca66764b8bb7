"""Published tables of Penney's game with a row for each pair of choices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dealt.errors import StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST
from dealt.games.penney.tally import SCORINGS
from dealt.language import number as number_text
from dealt.language import say
from dealt.penney.published.claims import DRAW, LOSS, OPPOSITE, WIN
from dealt.penney.published.draft import Draft, Pair, Role
from dealt.penney.published.words import (
    Raw,
    Words,
    cell_of,
    choice_of,
    choices_of,
    is_cell,
    number_of,
    pairs_of,
    whole_of,
    words_of,
)

NO_WORDS = Words("", "", 0, is_share=False, is_decks=False)
NAME = re.compile(r"[^\W\d][^\d]*[12]?[^\d]*")  # of a scoring or a result in a row
PERCENT_TOP = 60.0  # what the highest percentage exceeds, and no mean number of cards

Line = tuple[object, list[str]]  # where it stands, and its fields


@dataclass
class Columns:
    """The columns of a table and their meaning.

    Attributes:
        header: their names.
        words: the meaning of these names.
        body: the rows.
        pairs: the pair of choices of each row.
        taken: columns of choices, scorings and results.
        by, result: the columns that name the scoring and the result of a row.
    """

    header: list[str]
    words: list[Words]
    body: Sequence[Line]
    pairs: list[Pair]
    taken: set[int]
    by: int | None = None
    result: int | None = None

    def values(self, column: int) -> list[str]:
        """The texts in a column."""
        return [row[column] for _, row in self.body]


def read_records(
    draft: Draft, header: list[str], body: Sequence[Line], where: object, title: Words = NO_WORDS
) -> None:
    """Read rows with pairs of choices; each has a place to name in errors.

    Args:
        draft: filled with what is read.
        header: names of the columns; may be empty.
        body: the rows.
        where: place of the header, for errors.
        title: text that applies to all rows.

    Raises:
        StorageError: they contain no choices or no wins.
    """
    if not body:
        raise StorageError(
            "{where} is not a table of Penney's game; write a row for each pair below a header "
            "such as p1,p2,tricks_wins,tricks_draws, or a matrix below RRR ... BBB",
            where=where,
        )
    small = [name.strip().lower() for name in header]
    if {"w", "l", "t"} <= set(small):  # a tie; alone the letter may be anything
        header = ["ties" if name == "t" else header[at] for at, name in enumerate(small)]
    table = _columns(draft, header, body, where)
    roles = _roles(table, where, title)
    numbers = [role for role, _ in roles.values()]
    names_players = {table.words[column].player for column in roles} - {0}
    draft.is_oriented = bool(names_players) and _choices_name_players(table)
    decks = _decks(draft, table, numbers)
    for at, (line, row) in enumerate(table.body):
        for column, (role, words) in roles.items():
            for place, raw in enumerate(cell_of(row[column], line)):
                part = _in_row(role, table, row, title)
                if place:
                    part = (part[0], "", f"{part[2]} ({place + 1})")
                elif words.with_draws:
                    draft.rests.add(part)
                draft.ranks.setdefault(part, _rank(words))
                draft.add(part, table.pairs[at], _of_all(raw, decks, at))


def _of_all(raw: Raw | None, decks: list[int] | None, row: int) -> Raw | None:
    """A count as a share, where each row is of another number of decks."""
    if raw is None or decks is None:
        return raw
    return raw._replace(value=raw.value / decks[row], decimals=99)


def _rank(words: Words) -> int:
    return 5 if words.with_draws else 2 * words.is_exact + words.is_share


def _in_row(role: Role, table: Columns, row: Sequence[str], title: Words) -> Role:
    """What a number is, with what other columns of its row say."""
    by, result, name = role
    by = by or (words_of(row[table.by]).by if table.by is not None else "") or title.by
    if table.result is not None:
        words = words_of(row[table.result])
        result = words.result or {1: WIN, 2: LOSS}.get(words.player, "")
        if words.result and words.player == 2:
            result = OPPOSITE[words.result]
    return by, result or title.result, name


# --- choices --------------------------------------------------------------------------------------


def _columns(draft: Draft, header: list[str], body: Sequence[Line], where: object) -> Columns:
    """What the columns are, with the pairs of choices of all rows."""
    words = [words_of(name) for name in header]
    table = Columns(header, words, body, [], set())
    both = _choice_columns(table)
    if both is not None:
        table.taken = set(both)
        table.pairs = _pairs(draft, table, both)
    elif not _read_pair_column(draft, table) and not _read_index_columns(draft, table):
        raise StorageError(
            "{where} names no two columns of choices, such as p1 and p2", where=where
        )
    for column in range(len(header)):
        if column in table.taken or any(not value for value in table.values(column)):
            continue
        values = set(table.values(column))
        if not all(NAME.fullmatch(value) for value in values):
            continue
        named = [words_of(value) for value in values]
        if table.by is None and all(each.by for each in named):
            table.by = column
            table.taken.add(column)
        elif table.result is None and all(each.result or each.player for each in named):
            table.result = column
            table.taken.add(column)
    return table


def _choice_columns(table: Columns) -> tuple[int, int] | None:
    """The columns of the first and of the second player's choice; None if there are no two."""
    columns = []
    for column in range(len(table.header)):
        words = table.words[column]
        values = table.values(column)
        fits = sum(choices_of([value]) is not None or value in {"0", "1"} for value in values)
        if not words.result and not words.is_decks and 2 * fits >= len(values) > 0:
            columns.append(column)
    players = [column for column in columns if table.words[column].player]
    if {table.words[column].player for column in players} == {1, 2}:
        columns = [column for column in columns if column in players]
    elif len(columns) > 2:
        columns = [column for column in columns if table.header[column]] or columns
    if len(columns) < 2:
        return None
    first, second = columns[:2]
    each = table.words[first].player, table.words[second].player
    return (second, first) if each in {(2, 1), (2, 0), (0, 1)} else (first, second)


def _choices_name_players(table: Columns) -> bool:
    """Whether the columns of choices say whose they are."""
    return any(
        table.words[column].player
        for column in table.taken
        if column not in {table.by, table.result}
    )


def _pairs(draft: Draft, table: Columns, both: tuple[int, int]) -> list[Pair]:
    """The choices in two columns."""
    each = [choices_of([row[column]]) for _, row in table.body for column in both]
    lengths = Counter(each_pair[1] for each_pair in each if each_pair)
    if lengths:  # else the first row says what is no choice
        draft.length = lengths.most_common(1)[0][0]
    pairs = []
    for where, row in table.body:
        pair = []
        for column in both:
            choice = choice_of(row[column], draft.length)
            if choice is None:
                raise StorageError(
                    "{where} has {given}, which is not a choice",
                    where=where, given=repr(row[column][:20]),
                )  # fmt: skip
            pair.append(choice)
        pairs.append((pair[0], pair[1]))
    return pairs


def _read_pair_column(draft: Draft, table: Columns) -> bool:
    """A column of both choices, such as `RRR vs RRB`."""
    for column in range(len(table.header)):
        pairs = pairs_of(table.values(column))
        if pairs:
            table.pairs, length = pairs
            draft.set_length(length, draft.name)
            table.taken.add(column)
            return True
    return False


def _read_index_columns(draft: Draft, table: Columns) -> bool:
    """Choices by their numbers, 0 to 7."""
    whole = [
        column
        for column in range(len(table.header))
        if all(value.isdigit() and len(value) <= 2 for value in table.values(column))
        and not table.words[column].result and not table.words[column].is_decks
    ]  # fmt: skip
    for length in range(SHORTEST, LONGEST + 1):
        wanted = {str(place) for place in range(1 << length)}
        fits = [column for column in whole if set(table.values(column)) == wanted]
        if len(fits) >= 2:
            first, second = sorted(fits[:2], key=lambda column: table.words[column].player)
            table.taken = {first, second}
            table.pairs = [(int(row[first]), int(row[second])) for _, row in table.body]
            draft.set_length(length, draft.name)
            draft.is_named = False
            return True
    return False


# --- numbers --------------------------------------------------------------------------------------


def _roles(table: Columns, where: object, title: Words) -> dict[int, tuple[Role, Words]]:
    """The columns of numbers, with what each is as far as that is said."""
    roles: dict[int, tuple[Role, Words]] = {}
    for column, words in enumerate(table.words):
        if column in table.taken or words.is_decks or words.is_aside:
            continue
        result = OPPOSITE[words.result] if words.player == 2 and words.result else words.result
        if words.with_draws:
            result = WIN if words.player == 2 else LOSS
        name = table.header[column]
        if result or table.result is not None and _is_numeric(table, column):
            roles[column] = (words.by, result, name), words
    roles = _first_of_each(roles)
    has_wins = {role[0] for role, _ in roles.values() if role[1] in {WIN, LOSS}}
    if table.result is None and (not has_wins or "" not in has_wins and len(has_wins) < 2):
        roles.update(_guessed(table, roles, has_wins))
    if not any(role[1] != DRAW or title.result == DRAW for role, _ in roles.values()):
        raise StorageError(
            "{where} names no column of wins, such as p1_wins_tricks; it names {names}",
            where=where, names=repr(", ".join(table.header)[:60]),
        )  # fmt: skip
    return roles


def _first_of_each(roles: dict[int, tuple[Role, Words]]) -> dict[int, tuple[Role, Words]]:
    """One column of each kind: counts rather than shares, if there are both."""
    kept: dict[tuple[str, str], int] = {}
    for column in sorted(roles, key=lambda column: (_rank(roles[column][1]), column)):
        kept.setdefault(roles[column][0][:2], column)
    return {column: roles[column] for column in sorted(kept.values())}


def _is_numeric(table: Columns, column: int) -> bool:
    values = table.values(column)
    return all(is_cell(value) for value in values) and any(values)


def _guessed(
    table: Columns, roles: dict[int, tuple[Role, Words]], known: set[str]
) -> dict[int, tuple[Role, Words]]:
    """Columns that do not speak of wins, and have them all the same, such as `tricks p1`."""
    left = [
        column
        for column, words in enumerate(table.words)
        if column not in table.taken and column not in roles
        and not words.is_decks and not words.is_aside and _is_numeric(table, column)
    ]  # fmt: skip
    guessed: dict[int, tuple[Role, Words]] = {}
    for by in ("", *SCORINGS):
        mine = {1: None, 2: None} | {
            table.words[column].player or 1: column
            for column in reversed(left)
            if table.words[column].by == by and (by or table.words[column].player)
        }
        draw = next((c for c, (role, _) in roles.items() if role[:2] == (by, DRAW)), None)
        if by not in known and mine[1] is not None and _are_results(table, mine[1], mine[2], draw):
            for player, result in ((1, WIN), (2, LOSS)):
                column = mine[player]
                if column is not None:
                    words, several = table.words[column], _has_several(table, column)
                    role = by, "" if several else result, table.header[column]
                    guessed[column] = role, words
    if guessed or known or any(table.header) or len(left) > 6:
        return guessed
    return {column: (("", "", str(column + 1)), NO_WORDS) for column in left}


def _has_several(table: Columns, column: int) -> bool:
    """Whether there are cells of several numbers, such as win, draw and loss."""
    return any(len(cell_of(row[column], where)) > 1 for where, row in table.body)


def _are_results(table: Columns, win: int, loss: int | None, draw: int | None) -> bool:
    """Whether numbers count decks or are shares of them, and are not sums of tricks or cards."""

    def numbers(column: int) -> list[Raw | None]:
        return [cell_of(row[column], where)[0] for where, row in table.body]

    if _has_several(table, win):
        return True
    raws = [raw for raw in numbers(win) if raw]
    top = max((raw.value for raw in raws), default=0.0)
    if any(raw.is_percent for raw in raws) or top <= 1:
        return True
    if any(raw.value != int(raw.value) for raw in raws):
        return PERCENT_TOP < top <= 100
    if loss is None or draw is None:
        return False
    each = zip(numbers(win), numbers(loss), numbers(draw), strict=True)
    return len({sum(raw.value if raw else 0 for raw in three) for three in each}) == 1 < len(raws)


# --- decks ----------------------------------------------------------------------------------------


def _decks(draft: Draft, table: Columns, roles: Sequence[Role]) -> list[int] | None:
    """Note down how many decks the rows are of; returns them if they differ and rows are whole.

    Raises:
        StorageError: they differ, and are not what the rows count.
    """
    counts = [
        column
        for column, words in enumerate(table.words)
        if words.is_decks and column not in table.taken
    ]
    if not counts:
        return None
    decks = [whole_of(row[counts[0]], where) for where, row in table.body]
    if len(set(decks)) == 1:
        draft.decks = draft.decks or decks[0]
        return None
    if _count_all(table, roles, decks):
        draft.decks = min(decks)
        draft.notes.append(
            say(
                "Pairs have {least} to {most} decks each; judged as if all had {least}.",
                least=number_text(min(decks)), most=number_text(max(decks)),
            )
        )  # fmt: skip
        return decks
    at = next(at for at, each in enumerate(decks) if each != decks[0])
    raise StorageError(
        "{where} has {n} decks, others have {other}",
        where=table.body[at][0], n=number_text(decks[at]), other=number_text(decks[0]),
    )  # fmt: skip


def _count_all(table: Columns, roles: Sequence[Role], decks: list[int]) -> bool:
    """Whether win, draw and loss of each row are its decks, by every scoring."""
    place: Callable[[Role], int] = lambda role: table.header.index(role[2])  # noqa: E731
    for by in {role[0] for role in roles}:
        columns = [place(role) for role in roles if role[0] == by]
        if len(columns) != 3:
            return False
        for (where, row), n in zip(table.body, decks, strict=True):
            raws = [number_of(row[column], where) for column in columns]
            if sum(raw.value if raw else 0 for raw in raws) != n:
                return False
    return bool(roles)
