"""The columns of published tables of Penney's game: numbers by pairs of choices, under a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, permutations, product

from dealt.errors import StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST
from dealt.penney.published.claims import DRAW, LOSS, WIN, pair_text
from dealt.penney.published.leaves import SIZES, At, Choice, Label, Leaf, Path, names_in
from dealt.penney.published.words import (
    RESULT_WORDS,
    Pair,
    Raw,
    Words,
    cell_of,
    choice_of,
    choices_of,
    decks_in,
    is_cell,
    is_number,
    pairs_of,
    whole_of,
    words_along,
    words_in,
    words_of,
)

NAME = re.compile(r"[^\W\d][^\d]*[12]?[^\d]*")  # of a scoring or a result in a row
_NUMBER_OF_CHOICE = re.compile(r"\d{1,2}(\.0)?")
_DESCRIBING = {"title", "name", "description"}

Both = tuple[int, int]  # choices


def _lists() -> dict[int, tuple[int, list[Both]]]:
    """The length of choices and the pairs, for each size of a list of all pairs."""
    pairs_by_size: dict[int, tuple[int, list[Both]]] = {}
    for length in range(LONGEST, SHORTEST - 1, -1):
        choices = range(1 << length)
        pairs_by_size[len(choices) ** 2] = length, [*product(choices, choices)]
        pairs_by_size[len(choices) ** 2 - len(choices)] = length, [*permutations(choices, 2)]
        if length > SHORTEST:
            pairs_by_size[len(choices) * (len(choices) - 1) // 2] = (
                length,
                [*combinations(choices, 2)],
            )
    return pairs_by_size


_LISTS = _lists()


@dataclass
class Column:
    """Numbers of one kind, by pairs of choices.

    Attributes:
        name: as in the file, for people.
        words: what the name says.
        numbers: the numbers.
        part: which of several numbers in each cell these are; 0: there is only one.
    """

    name: str
    words: Words
    numbers: dict[Both, Raw] = field(default_factory=dict)
    part: int = 0


@dataclass
class Facts:
    """The facts a file states besides its numbers.

    Attributes:
        name: file name.
        length: colours in a choice.
        decks, red, black: number of decks, and of cards in each.
        is_named: whether rows and columns are labelled with choices.
        is_aligned: whether rows and columns are known to be in the same order.
        is_oriented: whether the file states whose wins it shows.
        is_listed: whether it is a list with a row for each pair.
        is_sorted: whether rows name their results.
        notes: assumptions made.
    """

    name: str
    length: int = 0
    decks: int | None = None
    red: int | None = None
    black: int | None = None
    is_named: bool = True
    is_aligned: bool = True
    is_oriented: bool = False
    is_listed: bool = False
    is_sorted: bool = False
    notes: list[str] = field(default_factory=list)


# --- rows whose values are choices ----------------------------------------------------------------


@dataclass
class _Records:
    """Rows of leaves by column; a column's `id` is the labels before and after the row."""

    columns: dict[tuple[Path, Path], dict[int, Leaf]]

    def __post_init__(self) -> None:
        self.words = {
            (before, after): words_along(_hints(names_in(after or before[-1:])))
            for before, after in self.columns
        }

    def texts(self, column: tuple[Path, Path]) -> list[str]:
        return [leaf.text for leaf in self.columns[column].values()]


_ColumnId = tuple[Path, Path]


def keyed(leaves: Iterable[Leaf], facts: Facts) -> list[Leaf]:
    """The leaves, with each row's choices as labels of its other leaves."""
    for nth in range(2):  # lists, and lists within lists
        tables: dict[tuple[Path, int], dict[_ColumnId, dict[int, Leaf]]] = {}
        rest = []
        for leaf in leaves:
            spots = [at for at, label in enumerate(leaf.path) if isinstance(label, At)]
            if len(spots) <= nth:
                rest.append(leaf)
                continue
            spot = spots[nth]
            before, after = leaf.path[:spot], leaf.path[spot + 1 :]
            at = leaf.path[spot]
            assert isinstance(at, At)
            table = (before if after else before[:-1], at.size)
            column = tables.setdefault(table, {}).setdefault((before, after), {})
            column[at.place] = leaf
        for columns in tables.values():
            rest += _with_keys(_Records(columns), facts)
        leaves = rest
    return rest


def _with_keys(records: _Records, facts: Facts) -> list[Leaf]:
    """The leaves of rows; unchanged if no columns hold choices."""
    every = [leaf for column in records.columns.values() for leaf in column.values()]
    by_row, keys = _keys(records, facts)
    if not keys:
        return every
    used = {*keys}
    facts.is_listed = (
        facts.is_listed
        or any(isinstance(label, Pair) for both in by_row.values() for label in both)
        or len(keys) == 2
    )
    for column in records.columns:
        texts = [text for text in records.texts(column) if text]
        is_cell_of_matrix = any(isinstance(label, Choice) for label in column[1])
        is_words = bool(texts) and all(NAME.fullmatch(text) for text in texts)
        if column in used or is_cell_of_matrix or not is_words:
            continue
        meanings = [words_of(text) for text in {*texts}]
        if all(each.by or each.result or each.player for each in meanings):
            used.add(column)
            facts.is_sorted = facts.is_sorted or not all(each.by for each in meanings)
            for place, leaf in records.columns[column].items():
                is_player = not words_of(leaf.text).result and words_of(leaf.text).player
                by_row.setdefault(place, []).append(f"{leaf.text} wins" if is_player else leaf.text)
    return [
        leaf._replace(path=(*before, *by_row[place], *after))
        for (before, after), column in records.columns.items()
        if (before, after) not in used
        for place, leaf in column.items()
        if place in by_row
    ]


def _keys(records: _Records, facts: Facts) -> tuple[dict[int, list[Label]], list[_ColumnId]]:
    """The choices of each row, and the columns that hold them."""
    above = [label for column in records.columns for label in column[1]]
    length = next((label.length for label in above if isinstance(label, Choice)), 0)
    columns = [
        column
        for column, words in records.words.items()
        if not words.result and not words.is_decks
        and not any(isinstance(label, Choice) for label in column[1])
    ]  # fmt: skip
    choices = [column for column in columns if _are_choices(records.texts(column), length)]
    if length and choices:
        return _labelled(records, choices[-1:], partial(_choice, length=length)), choices
    for column in columns:
        pairs = pairs_of(records.texts(column)) if len(choices) < 2 else None
        if pairs:
            places = records.columns[column]
            return {place: [pair] for place, pair in zip(places, pairs, strict=True)}, [column]
    both = _players(choices, records)
    if len(both) == 2:
        lengths = [choices_of([text]) for column in both for text in records.texts(column)]
        length = Counter(each[1] for each in lengths if each).most_common(1)[0][0]
        read: Callable[[str], Choice | None] = partial(_choice, length=length)
    else:
        both = _players(_numbered(columns, records), records)
        numbers = {int(float(text)) for column in both for text in records.texts(column)}
        read = partial(_numbered_choice, numbers=numbers)
    if len(both) < 2:
        return {}, []
    facts.is_oriented = facts.is_oriented or any(records.words[column].player for column in both)
    return _labelled(records, both, read), both


def _are_choices(texts: Sequence[str], length: int) -> bool:
    """Whether most texts are choices, such as `RRB`, or all can be, such as `1` for 001.

    `length` is that of the choices above the columns beside them; 0: there are none.
    """
    if length:
        return 2 * sum(choice_of(text, length) is not None for text in texts) >= len(texts)
    written = [
        text for text in texts if not text.isdigit() or text.startswith("00") or text[:2] == "01"
    ]
    fits = [text for text in texts if "." not in text and choices_of([text])]
    if {*written} & {*fits} and 2 * len(fits) >= len(texts):
        return True
    choices, length = choices_of(texts) or ([], SHORTEST)
    fewest = (1 << length) - 1
    return len({*choices}) >= fewest and len(texts) >= (3 if length > SHORTEST else 4) * fewest


def _players(columns: Sequence[_ColumnId], records: _Records) -> list[_ColumnId]:
    """The columns of the first and of the second player's choice."""
    players = [records.words[column].player for column in columns]
    if {1, 2} <= {*players}:
        columns = [column for column, player in zip(columns, players, strict=True) if player]
    elif len(columns) > 2:
        columns = [column for column in columns if names_in(column[0] + column[1])] or columns
    both = [*columns[:2]]
    order = [records.words[column].player for column in both]
    return both[::-1] if order in ([2, 1], [2, 0], [0, 1]) else both


def _labelled(
    records: _Records, columns: Sequence[_ColumnId], read: Callable[[str], Choice | None]
) -> dict[int, list[Label]]:
    """The choices that columns name in each row, read with `read`."""
    labels: dict[int, list[Label]] = {}
    for column in columns:
        for place, leaf in records.columns[column].items():
            choice = read(leaf.text)
            if choice is None:
                raise StorageError(
                    "{where} has {given}, which is not a choice",
                    where=leaf.where, given=repr(leaf.text[:20]),
                )  # fmt: skip
            labels.setdefault(place, []).append(choice)
    return {place: both for place, both in labels.items() if len(both) == len(columns)}


def _choice(text: str, length: int) -> Choice | None:
    choice = choice_of(text, length)
    return None if choice is None else Choice(choice, length)


def _numbered_choice(text: str, numbers: set[int]) -> Choice:
    """A choice by its number, counted from the lowest of all numbers."""
    return Choice(int(float(text)) - min(numbers), SIZES[len(numbers)], is_named=False)


def _numbered(columns: Sequence[_ColumnId], records: _Records) -> list[_ColumnId]:
    """Two columns of choices by their numbers, 0 to 7 or 1 to 8."""
    whole = [
        column
        for column in columns
        if all(_NUMBER_OF_CHOICE.fullmatch(text) for text in records.texts(column))
    ]
    for one, other in combinations(whole, 2):
        pairs = [*zip(records.texts(one), records.texts(other), strict=False)]
        numbers = {int(float(text)) for pair in pairs for text in pair}
        is_all = len(numbers) in SIZES and numbers in (
            {*range(len(numbers))},
            {*range(1, len(numbers) + 1)},
        )
        if is_all and len({*pairs}) == len(pairs) >= 3 * len(numbers):
            return [one, other]
    return []


# --- columns --------------------------------------------------------------------------------------


def columns_of(leaves: Sequence[Leaf], facts: Facts) -> list[Column]:
    """The columns of numbers in a file, and the facts beside them.

    Raises:
        StorageError: a number cannot be read, or stands there twice.
    """
    cells: dict[tuple[str, ...], list[tuple[Both, Leaf]]] = {}
    rest = []
    for leaf in leaves:
        placed = _placed(leaf, facts)
        if placed is None:
            rest.append(leaf)
        else:
            cells.setdefault(placed[1], []).append((placed[0], leaf))
    order = _note(rest, facts)
    columns = []
    for names, numbers in cells.items():
        columns += _parts(names, numbers, facts)
    if order and not facts.is_named:
        for column in columns:
            column.numbers = {(order[a], order[b]): raw for (a, b), raw in column.numbers.items()}
        facts.is_named = facts.is_aligned = True
    letters = {column.name.lower().split()[-1] for column in columns if column.name.split()}
    if {"w", "l", "t"} <= letters:  # a tie; alone, the letter could mean anything
        for column in columns:
            if column.name.lower().split()[-1] == "t":
                column.words = words_of(f"{column.name} ties")
    return columns


def _placed(leaf: Leaf, facts: Facts) -> tuple[Both, tuple[str, ...]] | None:
    """The pair and the column names of a leaf; None if it belongs to no pair."""
    choices = [label for label in leaf.path if isinstance(label, Choice | Pair)]
    placed = _named_pair(choices, leaf.path) if choices else _unnamed_pair(leaf.path)
    if placed is None:
        return None
    both, length, used = placed
    if facts.length not in {0, length}:
        raise StorageError(
            "{where} has choices of {n} colours, others {other}",
            where=leaf.where, n=length, other=facts.length,
        )  # fmt: skip
    facts.length = length
    facts.is_named = facts.is_named and bool(choices) and all(label.is_named for label in choices)
    facts.is_aligned = facts.is_aligned and (bool(choices) or len(used) == 1)
    left = [*leaf.path]
    for label in used:
        left.remove(label)
    return both, tuple(names_in(tuple(left)))


_Found = tuple[Both, int, Sequence[Label]]  # a pair, the length of its choices, and its labels


def _named_pair(choices: Sequence[Choice | Pair], path: Path) -> _Found | None:
    """The pair named by labels, at least one of which is a choice."""
    for label in choices:
        if isinstance(label, Pair):
            return (label.choice, label.other), label.length, [label]
    length = choices[0].length
    places = [label for label in path if isinstance(label, At) and label.size == 1 << length]
    used = sorted([*choices[:2], *places][:2], key=path.index)
    numbers = [label.place if isinstance(label, At) else label[0] for label in used]
    return ((numbers[0], numbers[1]), length, used) if len(used) == 2 else None


def _unnamed_pair(path: Path) -> _Found | None:
    """The pair meant by places in a matrix, or in a list of all pairs."""
    places = [label for label in path if isinstance(label, At)]
    sizes = Counter(at.size for at in places if at.size in SIZES)
    size = max((size for size, n in sizes.items() if n > 1), default=0)
    if size:
        one, other = [at for at in places if at.size == size][:2]
        return (one.place, other.place), SIZES[size], [one, other]
    for at in places:
        if at.size in _LISTS:
            length, pairs = _LISTS[at.size]
            return pairs[at.place], length, [at]
    return None


def _note(leaves: Sequence[Leaf], facts: Facts) -> list[int]:
    """Note the facts beside the numbers; return the order of choices that is listed."""
    lists: dict[Path, list[str]] = {}
    for leaf in leaves:
        is_aside = words_along(names_in(leaf.path)).is_aside
        is_single = any(isinstance(label, Choice) for label in leaf.path)
        if is_single and not is_aside and is_number(leaf.text):
            raise StorageError(
                "{where} has {given} under a single choice; a number is of two",
                where=leaf.where, given=repr(leaf.text[:20]),
            )  # fmt: skip
        names = [label for label in leaf.path if isinstance(label, str)]
        name = names[-1] if names else ""
        if words_of(name).is_decks and not words_of(name).is_aside and leaf.text:
            facts.decks = facts.decks or whole_of(leaf.text, leaf.where)
        elif name in {"red", "black"} and leaf.text.isdigit() and len(leaf.text) < 4:
            setattr(facts, name, int(leaf.text))
        elif name.lower() in _DESCRIBING:
            facts.decks = facts.decks or decks_in(leaf.text)
        if isinstance(leaf.path[-1:][0] if leaf.path else "", At):
            lists.setdefault(leaf.path[:-1], []).append(leaf.text)
    for texts in lists.values():
        choices = choices_of(texts)
        if choices and choices[1] == facts.length and len({*choices[0]}) == 1 << facts.length:
            return choices[0]
    return []


def may_be_equal(pair: Both, facts: Facts) -> bool:
    """Whether a place is on the diagonal, or may be if rows and columns run oppositely."""
    last = (1 << facts.length) - 1
    return pair[0] == pair[1] or not facts.is_aligned and sum(pair) == last


def _hints(names: Sequence[str]) -> list[str]:
    """The names among labels, without places in lists."""
    return [name for name in names if not name.startswith("[")]


def _parts(
    names: tuple[str, ...], cells: Sequence[tuple[Both, Leaf]], facts: Facts
) -> list[Column]:
    """A column for each number in the cells; none if the cells are texts."""
    name = " ".join(names).strip()
    words = words_along(_hints(names))
    facts.decks = facts.decks or decks_in(name)
    good = [is_cell(leaf.text) for pair, leaf in cells if not may_be_equal(pair, facts)]
    if words.is_aside or not (words.result or words.is_decks) and 2 * sum(good) < len(good):
        return []
    columns: dict[int, Column] = {}
    pairs: set[Both] = set()
    for pair, leaf in cells:
        if pair in pairs:
            where, both = leaf.where, pair_text(*pair, facts.length)
            raise StorageError("{where} repeats {pair}", where=where, pair=both)
        pairs.add(pair)
        try:
            raws = cell_of(leaf.text, leaf.where)
        except StorageError:
            if not may_be_equal(pair, facts):
                raise
            continue
        for part, raw in enumerate(raws):
            if raw is not None:
                columns.setdefault(part, Column(name, words, part=part)).numbers[pair] = raw
    for part, column in columns.items() if len(columns) > 1 else ():
        column.name, column.part = f"{name} ({part + 1})".strip(), part + 1
        rest = [result for result in (DRAW, LOSS) if {*words_in(name)} & RESULT_WORDS[result]]
        first = words.result or (WIN if len(columns) == 2 else "")
        result = first if part == 0 else rest[0] if len(rest) == 1 else ""
        column.words = words._replace(result=result, by=words.by)
    return [*columns.values()]
