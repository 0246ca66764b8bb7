"""The roles of columns in a published table of Penney's game: wins, draws or losses.

Names are hints. Everything that they leave open is tried in every way in which win, draw and loss
of each pair sum to the number of decks; which way fits is decided by the exact odds, see `audit`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product
from pathlib import Path

from dealt.errors import DealtError, StorageError
from dealt.games.penney.odds_report import BY
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS
from dealt.language import Phrase, decimal, listed, message, number, say
from dealt.penney.published.arrangements import NAMES, Arrangement
from dealt.penney.published.claims import (
    COUNTS,
    DRAW,
    FRACTIONS,
    LOSS,
    PERCENTS,
    RESULTS,
    WIN,
    Number,
    Place,
    Table,
    totals_in,
)
from dealt.penney.published.columns import Both, Column, Facts, may_be_equal
from dealt.penney.published.words import (
    MOST_DECKS,
    ROUNDED,
    Raw,
    are_whole,
    decimals_of,
    decks_in,
    whole_of,
    words_of,
)

_NAMED_BY = {
    TRICKS: message("By tricks, by the name of the file."),
    CARDS: message("By cards, by the name of the file."),
}
FULL = 20  # among so many draws in percent, some are above one
_PERCENT_TOP = 60.0  # the highest percentage is above this, a mean number of cards never is
_FREE = 2  # columns up to which all unstated roles are tried
_MOST_COLUMNS = 6  # win, draw and loss by each scoring
_SIZES_TRIED = 3  # numbers of decks, if the sums of pairs differ

Key = tuple[str, str]  # a scoring and a result
Keys = tuple[Key, ...]


@dataclass
class _Assigned:
    """Columns with their scoring and result."""

    facts: Facts
    columns: dict[Key, Column]
    notes: list[str]
    is_far_fetched: bool = False


def table_of(columns: Sequence[Column], facts: Facts, decks: int | None, by: str | None) -> Table:
    """The table that columns form, with other ways to read them in `others`.

    Args:
        columns: the numbers.
        facts: what the file says beside them.
        decks: number of decks, according to the caller.
        by: the scoring, likewise.

    Raises:
        StorageError: they are not results of pairs, or contradict the caller.
    """
    chosen = _chosen(columns, facts)
    if facts.decks and decks is not None and facts.decks != decks:
        raise StorageError(
            "{file} says it is based on {n} decks, not {decks}",
            file=facts.name, n=lambda: number(facts.decks or 0), decks=lambda: number(decks),
        )  # fmt: skip
    stated = {column.words.by for column in chosen} - {""}
    if by and stated - {by}:
        raise StorageError(
            "{file} is {scorings}, not {by}",
            file=facts.name,
            scorings=lambda: listed([say(BY[each]) for each in sorted(stated)]),
            by=Phrase(BY[by]),
        )
    facts.is_oriented = facts.is_oriented and any(column.words.player for column in chosen)
    tables: list[Table] = []
    first: DealtError | None = None
    for assigned in _ways(chosen, facts, by):
        try:
            tables += _tables(assigned, decks)
        except StorageError as error:
            first = first or error
    if not tables:
        raise first or StorageError(
            "{file} has no numbers for two different choices", file=facts.name
        )
    return replace(tables[0], others=tuple(tables[1:]))


# --- which columns count --------------------------------------------------------------------------


def _chosen(columns: Sequence[Column], facts: Facts) -> list[Column]:
    """The columns with results of pairs: those that say so, or else those that may be.

    Raises:
        StorageError: there are none.
    """
    filled = [column for column in columns if any(a != b for a, b in column.numbers)]
    if not filled:
        raise StorageError("{file} has no numbers for two different choices", file=facts.name)
    columns = [column for column in filled if not column.words.is_decks]
    chosen = _without_doubles([column for column in columns if column.words.result])
    scorings = {column.words.by for column in chosen if column.words.result != DRAW}
    if not scorings or "" not in scorings and len(scorings) < len(SCORINGS):
        chosen += _open(columns, scorings, facts)
    chosen += [column for column in columns if column.part and column not in chosen]
    may_be_wins = any(column.words.result != DRAW for column in chosen)
    if not chosen or facts.is_listed and not may_be_wins and not facts.is_sorted:
        raise StorageError(
            "{file} names no column of wins, such as p1_wins_tricks; it names {names}",
            file=facts.name, names=repr(", ".join(column.name for column in filled)[:60]),
        )  # fmt: skip
    _share_out(chosen, filled, facts)
    return chosen


def _without_doubles(columns: Sequence[Column]) -> list[Column]:
    """The columns, without shares that repeat counts."""
    chosen: list[Column] = []
    for column in sorted(columns, key=lambda column: column.words.rank):
        by, rank = column.words.by, column.words.rank
        same = [each.words for each in chosen if each.words.result == column.words.result]
        is_double = any(words.by == by and (by or words.rank != rank) for words in same)
        scorings = {each.words.by for each in chosen}
        is_share = len(same) == len(scorings) > 0 and all(words.rank != rank for words in same)
        if not is_double and not (is_share and not by):
            chosen.append(column)
    return [column for column in columns if column in chosen]


def _open(columns: Sequence[Column], scorings: set[str], facts: Facts) -> list[Column]:
    """Columns that do not mention wins but may hold them, such as `tricks p1`."""
    opened = []
    for column in columns:
        words = column.words
        is_wanted = words.by not in scorings if words.by else not scorings
        is_nameless = not re.search("[A-Za-z]", column.name) and len(columns) <= _MOST_COLUMNS
        if words.result or not is_wanted:
            continue
        if not facts.is_listed or is_nameless or _is_result(column, columns):
            if words.player and facts.is_listed and not column.part:
                result = WIN if words.player == 1 else LOSS
                column.words = words._replace(result=result)
            opened.append(column)
    return opened


def _is_result(column: Column, columns: Sequence[Column]) -> bool:
    """Whether numbers count decks or are shares of them, not sums of tricks or cards."""
    raws = [*column.numbers.values()]
    top = max(raw.value for raw in raws)
    if any(raw.is_percent for raw in raws) or top <= 1:
        return True
    if not all(raw.is_whole for raw in raws):
        return _PERCENT_TOP < top <= 100
    others = [each for each in columns if each is not column]
    return any(_is_constant([column, *two]) for two in combinations(others, 2))


def _is_constant(columns: Sequence[Column]) -> bool:
    """Whether the numbers of several pairs have the same sum for every pair."""
    pairs = [pair for pair in columns[0].numbers if pair[0] != pair[1]]
    if len(pairs) < 2 or any(pair not in each.numbers for each in columns for pair in pairs):
        return False
    totals = [sum(each.numbers[pair].value for each in columns) for pair in pairs]
    raws = [each.numbers[pair] for each in columns for pair in pairs]
    whole = are_whole(raws)
    is_count = whole and max(totals) > 102 and not any(raw.is_percent for raw in raws)
    decimals = 0 if whole else max(raw.decimals for raw in raws)
    slack = 0.0 if is_count else 3 * 10.0**-decimals
    return max(totals) - min(totals) <= slack + 1e-9 * max(totals)


def _share_out(chosen: Sequence[Column], filled: Sequence[Column], facts: Facts) -> None:
    """Note the decks of each row; if they differ, convert counts to shares.

    Raises:
        StorageError: they differ, and are not what the rows count.
    """
    column = next((each for each in filled if each.words.is_decks), None)
    if column is None:
        return
    decks = {pair: whole_of(f"{raw.value:.0f}", raw.where) for pair, raw in column.numbers.items()}
    if len({*decks.values()}) == 1:
        facts.decks = facts.decks or min(decks.values())
        return
    scorings = {each.words.by for each in chosen}
    by_scoring = [[each for each in chosen if each.words.by == by] for by in scorings]
    is_all = all(
        len(three) == len(RESULTS)
        and n == sum(each.numbers[pair].value for each in three if pair in each.numbers)
        for pair, n in decks.items()
        for three in by_scoring
    )
    if not is_all:
        usual, *rest = decks
        pair = next(pair for pair in rest if decks[pair] != decks[usual])
        raise StorageError(
            "{where} has {n} decks, others have {other}",
            where=column.numbers[pair].where, n=number(decks[pair]), other=number(decks[usual]),
        )  # fmt: skip
    for each in chosen:
        each.numbers = {
            pair: raw._replace(value=raw.value / decks[pair], decimals=99)
            for pair, raw in each.numbers.items()
        }
    facts.decks = min(decks.values())
    facts.notes.append(
        say(
            "Pairs have {least} to {most} decks each; judged as if all had {least}.",
            least=number(min(decks.values())), most=number(max(decks.values())),
        )
    )  # fmt: skip


# --- which results they are -----------------------------------------------------------------------


def _ways(columns: Sequence[Column], facts: Facts, by: str | None) -> Iterator[_Assigned]:
    """Every assignment of scorings and results to columns.

    The file name is only a guess, so it is followed first, and then ignored.
    """
    stem = words_of(Path(facts.name).stem)
    yielded: set[Keys] = set()
    for scoring, result, is_free in (
        (by or stem.by, stem.result, False),
        (by or "", "", False),
        (by or "", "", True),
    ):
        if is_free and len(columns) > _FREE:
            break
        roles = [(column.words.by or scoring, column.words.result) for column in columns]
        roles = roles if is_free else _with_wins(roles, result)
        ways = _distinct(_options(roles)) if is_free else _assignments(columns, roles)
        for keys in ways:
            if keys in yielded:
                continue
            yielded.add(keys)
            notes = []
            if scoring and not by and not all(column.words.by for column in columns):
                notes.append(say(_NAMED_BY[scoring]))
            if not all(each for role in roles for each in role):
                notes.append(_assigned_text(columns, keys))
            yield _Assigned(facts, dict(zip(keys, columns, strict=True)), notes, is_free)


def _with_wins(roles: Sequence[Key], in_name: str) -> list[Key]:
    """The stated roles; the only column of a scoring without a result has the wins."""
    stated = []
    for by, result in roles:
        alike = [key for key in roles if key[0] == by]
        is_alone = sum(not key[1] for key in alike) == 1 and (by, WIN) not in roles
        usual = DRAW if in_name == DRAW and len(roles) == 1 else WIN
        stated.append((by, usual if not result and is_alone else result))
    return stated


def _assigned_text(columns: Sequence[Column], keys: Keys) -> str:
    """A note on which numbers were read as what."""
    both = []
    for column, key in zip(columns, keys, strict=True):
        name = column.name.strip()[:40] or say("the numbers")
        if column.part and not column.name.strip("()0123456789 "):
            name = say("number {n} of a cell", n=column.part)
        both.append(say("{name}: {what}", name=name, what=say(NAMES[key])))
    return say("Not stated, so read the way that fits best: {roles}.", roles="; ".join(both))


def _options(roles: Sequence[Key]) -> list[list[Key]]:
    """All possible roles of each column."""
    return [
        [(b, r) for b in ([by] if by else SCORINGS) for r in ([result] if result else RESULTS)]
        for by, result in roles
    ]


def _assignments(columns: Sequence[Column], roles: Sequence[Key]) -> list[Keys]:
    """The likeliest ways to give each column its own scoring and result.

    Those in which win, draw and loss sum to the same for every pair; if none do, those in which
    the columns are in a usual order; else all.
    """
    every = [*_distinct(_options(roles))]
    sums = {
        three: _is_constant([columns[at] for at in three])
        for three in combinations(range(len(columns)), len(RESULTS))
    }
    summed = [keys for keys in every if _has_sums(keys, sums)] if len(every) > 1 else []
    orderly = [keys for keys in summed or every if _is_orderly(keys)]
    return [*dict.fromkeys((*orderly, *summed))] or every


def _distinct(options: Sequence[Sequence[Key]], before: Keys = ()) -> Iterator[Keys]:
    """All ways to choose one of each option without repetition."""
    if len(before) == len(options):
        yield before
        return
    for key in options[len(before)]:
        if key not in before:
            yield from _distinct(options, (*before, key))


def _has_sums(keys: Keys, sums: Mapping[tuple[int, ...], bool]) -> bool:
    """Whether win, draw and loss of each complete scoring have one sum for all pairs."""
    places = [tuple(at for at, key in enumerate(keys) if key[0] == by) for by in SCORINGS]
    full = [three for three in places if len(three) == len(RESULTS)]
    return bool(full) and all(sums[three] for three in full)


def _is_orderly(keys: Keys) -> bool:
    """Whether each scoring has the same results in the same order."""
    orders = {tuple(result for by, result in keys if by == each) for each in SCORINGS} - {()}
    size = len(keys) // len({by for by, _ in keys})
    blocks = [{by for by, _ in keys[at : at + size]} for at in range(0, len(keys), size)]
    turns = [{result for _, result in keys[at : at + 2]} for at in range(0, len(keys), 2)]
    is_grouped = all(len(block) == 1 for block in blocks) or all(len(turn) == 1 for turn in turns)
    return len(orders) == 1 and is_grouped and any(result == WIN for _, result in keys)


# --- the table ------------------------------------------------------------------------------------


def _tables(assigned: _Assigned, requested: int | None) -> Iterator[Table]:
    """The tables with every column in place, for each possible number of decks."""
    facts = assigned.facts
    stem = decks_in(Path(facts.name).stem)
    stated = facts.decks or requested
    kinds = {key: _kind(assigned, key, stated) for key in assigned.columns}
    is_counted = COUNTS in kinds.values()
    counted = _counted(assigned, kinds) if stated is None and is_counted else []
    if stated is None and not counted and is_counted and not stem:
        raise StorageError(
            "{file} has counts, but not the number of decks; add --decks N", file=facts.name
        )
    sizes: list[int | None] = [stated] if stated else [*counted] or [stem]
    for decks in sizes:
        notes = [*facts.notes, *assigned.notes]
        if decks and not stated and not counted:
            notes.append(say("{n} decks, by the name of the file.", n=number(decks)))
        yield _table(assigned, kinds, decks, notes)
        if decks and not stated and not counted and not is_counted:
            # a number of decks in a file name is only a guess
            yield replace(_table(assigned, kinds, None, notes[:-1]), is_far_fetched=True)


def _table(
    assigned: _Assigned, kinds: Mapping[Key, str], decks: int | None, notes: Sequence[str]
) -> Table:
    facts = assigned.facts
    numbers: dict[Place, Number] = {}
    for key in product(SCORINGS, RESULTS):
        for pair, chance in _shares(assigned, key, kinds, decks):
            numbers[key[0], *pair, key[1]] = chance
    main = next((kinds[by, WIN] for by in SCORINGS if (by, WIN) in kinds), FRACTIONS)
    return Table(
        decks, numbers, facts.length, main,
        facts.is_named, facts.is_oriented, tuple(notes), is_aligned=facts.is_aligned,
        red=facts.red, black=facts.black, is_far_fetched=assigned.is_far_fetched,
    )  # fmt: skip


def _raws(assigned: _Assigned, key: Key) -> list[Raw]:
    """The numbers of one scoring and result, for different choices."""
    column = assigned.columns.get(key)
    numbers = column.numbers if column else {}
    return [raw for pair, raw in numbers.items() if not may_be_equal(pair, assigned.facts)]


def _kind(assigned: _Assigned, key: Key, decks: int | None) -> str:
    """The way numbers are written, judged by their size and signs."""
    by, result = key
    raws = _raws(assigned, key)
    if any(raw.is_percent for raw in raws):
        return PERCENTS
    if result == DRAW:
        return _kind_of_draws(assigned, by, raws, decks)
    raws = _raws(assigned, (by, WIN)) + _raws(assigned, (by, LOSS))
    top = max((raw.value for raw in raws), default=0)
    if top <= 1 + 1e-9:
        return FRACTIONS
    if not are_whole(raws):
        if top > 101:
            raw = max(raws, key=lambda raw: raw.value)
            raise StorageError(
                "{where} has {given}, which is neither a count nor a percentage",
                where=raw.where, given=partial(decimal, f"{raw.value:g}"),
            )  # fmt: skip
        return PERCENTS
    if top > 100:
        return COUNTS
    totals = {*_totals(assigned, by)}
    if decks is None:
        return COUNTS if len(totals) == 1 and totals != {100} else PERCENTS
    return COUNTS if totals == {decks} or not totals and top <= decks <= 100 else PERCENTS


def _kind_of_draws(assigned: _Assigned, by: str, raws: Sequence[Raw], decks: int | None) -> str:
    """The same for draws, which are few: usually written like the wins beside them."""
    top = max((raw.value for raw in raws), default=0)
    main = next((k for k in ((by, WIN), (by, LOSS)) if k in assigned.columns), None)
    kind = FRACTIONS if main is None else _kind(assigned, main, decks)
    if kind == FRACTIONS and top > 1:
        return COUNTS if main is not None and are_whole(raws) or top > 100 else PERCENTS
    if kind != FRACTIONS and not are_whole(raws) and top <= 1 and len(raws) >= FULL:
        return FRACTIONS
    if kind == COUNTS and not are_whole(raws):
        return PERCENTS
    return COUNTS if kind == PERCENTS and top > 100 else kind


def _totals(assigned: _Assigned, by: str) -> list[float]:
    """Win, draw and loss of each pair added up, where all three exist.

    Rows may run against columns, in the wins and in the draws; then as most totals are the same.
    """
    columns = {result: column for (b, result), column in assigned.columns.items() if b == by}
    if any(column.words.with_draws for column in columns.values()):
        return []
    size = 1 << assigned.facts.length
    turns = (False,) if assigned.facts.is_aligned else (False, True)
    ways = []
    for wins_reversed, transposed, draws_reversed in product(turns, repeat=3):
        as_wins = Arrangement(is_reversed=wins_reversed)
        as_draws = Arrangement(is_transposed=transposed, is_reversed=draws_reversed)
        values = {
            (by, *(as_draws if result == DRAW else as_wins).pair(*pair, size), result): raw.value
            for result, column in columns.items()
            for pair, raw in column.numbers.items()
        }
        ways.append([*totals_in(values).values()])
    return max(ways, key=lambda totals: max(Counter(totals).values(), default=0))


def _counted(assigned: _Assigned, kinds: Mapping[Key, str]) -> list[int]:
    """The number of decks that most pairs count; none if only wins are counts."""
    totals = Counter(
        round(total)
        for by in SCORINGS
        if all(kind == COUNTS for key, kind in kinds.items() if key[0] == by)
        for total in _totals(assigned, by)
    )
    enough = sum(totals.values()) // _SIZES_TRIED
    usual = [n for n, often in totals.most_common(_SIZES_TRIED) if often >= enough]
    return [n for n in usual if 1 <= n <= MOST_DECKS]


def _shares(
    assigned: _Assigned, key: Key, kinds: Mapping[Key, str], decks: int | None
) -> Iterator[tuple[Both, Number]]:
    """The numbers of one scoring and result as chances, by pair."""
    column, raws = assigned.columns.get(key), _raws(assigned, key)
    if column is None:
        return
    kind = kinds[key]
    scale = {COUNTS: decks or 1, PERCENTS: 100, FRACTIONS: 1}[kind]
    half = _halves(raws, kind)
    for raw in raws:
        if kind == COUNTS and not raw.is_whole:
            raise StorageError(
                "{where} has {given} among counts",
                where=raw.where, given=partial(decimal, f"{raw.value:g}"),
            )  # fmt: skip
    for pair, raw in column.numbers.items():
        chance = raw.value / scale
        yield pair, Number(1 - chance if column.words.with_draws else chance, half(raw) / scale)


def _halves(raws: Sequence[Raw], kind: str) -> Callable[[Raw], float]:
    """Half a unit of the digit to which each number is rounded; 0 if not rounded."""
    if not raws or kind == COUNTS or kind == FRACTIONS and are_whole(raws):
        return lambda raw: raw.slack
    places = decimals_of(raws)
    return lambda raw: max(raw.slack, 0.5 * 10.0 ** -places(raw) if places(raw) < ROUNDED else 0.0)
