"""A published table of Penney's game while it is being read, and the meaning of its numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, permutations, product
from pathlib import Path

from dealt.errors import DealtError, StorageError
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS
from dealt.language import Phrase, decimal, listed, message, number, say
from dealt.penney.odds_report import BY
from dealt.penney.published.arrangements import NAMES
from dealt.penney.published.claims import (
    COUNTS,
    DRAW,
    FRACTIONS,
    LOSS,
    PERCENTS,
    RESULTS,
    WIN,
    Matrix,
    Number,
    Numbers,
    Table,
    pair_text,
)
from dealt.penney.published.words import MOST_DECKS, Raw, decks_in, words_of

TWO_MATRICES = {
    WIN: message("{file} has two matrices of wins {by}"),
    DRAW: message("{file} has two matrices of draws {by}"),
    LOSS: message("{file} has two matrices of losses {by}"),
}
NAMED_BY = {
    TRICKS: message("By tricks, by the name of the file."),
    CARDS: message("By cards, by the name of the file."),
}
MOST_DECIMALS = 9  # beyond which a number is not taken to be rounded
ROUNDED = MOST_DECIMALS + 1  # decimals of a number that is not
FULL = 20  # numbers of draws of which some is above one percent

SAME_SUM = 0.001  # by how much sums of rounded numbers differ, as a part of them
FREE = 2  # numbers of which anything is tried that is not said
MOST_WAYS = 64  # to say which numbers are wins and which are draws
STEADY = 0.75  # of the numbers have as many digits as the longest, if those are rounded alike
OFTEN = 0.4  # of them have as many decimals, if decks are few enough to leave some out

Pair = tuple[int, int]
Key = tuple[str, str]  # a scoring and a result
Role = tuple[str, str, str]  # the same as far as they are known, and the name of the numbers


@dataclass
class Draft:
    """What has been read so far.

    Attributes:
        name: file name, for errors.
        parts: for each scoring and result (empty if unknown) and name in the file, the numbers by
            pairs of choices.
        ranks: if there are several sets of similar numbers, those of the lowest rank count: counts,
            shares, expected values, sums.
        rests: numbers that contain everything except what their role says.
        length: colours in a choice; 0 if nothing has been read yet.
        decks: number of decks, according to the file.
        red, black: cards in a deck, according to the file.
        is_named: whether rows and columns are labelled with choices.
        is_aligned: whether rows and columns are known to be in the same order.
        is_oriented: whether the file states whose wins it shows.
        notes: assumptions made.
    """

    name: str
    parts: dict[Role, dict[Pair, Raw]] = field(default_factory=dict)
    ranks: dict[Role, int] = field(default_factory=dict)
    rests: set[Role] = field(default_factory=set)
    length: int = 0
    decks: int | None = None
    red: int | None = None
    black: int | None = None
    is_named: bool = True
    is_aligned: bool = True
    is_oriented: bool = False
    notes: list[str] = field(default_factory=list)

    def set_length(self, length: int, where: object) -> None:
        """Note the length of choices; StorageError if it was different before."""
        if self.length not in {0, length}:
            raise StorageError(
                "{where} has choices of {n} colours, others {other}",
                where=where, n=length, other=self.length,
            )  # fmt: skip
        self.length = length

    def add(self, role: Role, pair: Pair, raw: Raw | None) -> None:
        """Add a number; StorageError if its place is taken."""
        numbers = self.parts.setdefault(role, {})
        if raw is not None:
            if pair in numbers:
                names = pair_text(*pair, self.length)
                raise StorageError("{where} repeats {pair}", where=raw.where, pair=names)
            numbers[pair] = raw


@dataclass
class _Assigned:
    """A draft in which every number has its place; `numbers` by scoring and result."""

    draft: Draft
    numbers: dict[Key, dict[Pair, Raw]]
    rests: set[Key]
    notes: list[str]
    is_far_fetched: bool = False

    @property
    def name(self) -> str:
        return self.draft.name


def finished(draft: Draft, decks: int | None, by: str | None) -> Table:
    """The finished table, with other ways to read it in `others`."""
    draft.parts = {role: numbers for role, numbers in draft.parts.items() if numbers}
    roles = {role[0] for role in draft.parts} - {""}
    if by and roles - {by}:
        raise StorageError(
            "{file} is {found}, not {by}",
            file=draft.name,
            found=lambda: listed([say(BY[each]) for each in sorted(roles)]),
            by=Phrase(BY[by]),
        )
    if decks is not None and draft.decks not in {None, decks}:
        raise StorageError(
            "{file} says it is based on {n} decks, not {decks}",
            file=draft.name, n=lambda: number(draft.decks or 0), decks=lambda: number(decks),
        )  # fmt: skip
    tables: list[Table] = []
    first: DealtError | None = None
    for assigned in _ways(draft, by):
        try:
            tables.append(_table(assigned, decks))
            if tables[-1].decks is not None:
                unsized = _table(assigned, decks, is_named=False)
                # a number of decks in the name of a file is no more than a guess
                tables += [replace(unsized, is_far_fetched=True)] if unsized.decks is None else []
        except StorageError as error:
            first = first or error
    if not tables:
        raise first or StorageError(
            "{file} has no numbers for two different choices", file=draft.name
        )
    return replace(tables[0], others=tuple(tables[1:]))


# --- which numbers are wins -----------------------------------------------------------------------


def _ways(draft: Draft, by: str | None) -> Iterator[_Assigned]:
    """Every way to say which numbers are wins, draws and losses by which scoring.

    What the name of the file says is no more than a guess, so it is followed first, and then not.
    """
    stem = words_of(Path(draft.name).stem)
    roles = _without_doubles(draft)
    orders: set[tuple[Key, ...]] = set()
    for scoring, result, is_free in (
        (by or stem.by, stem.result, False),
        (by or "", "", False),
        (by or "", "", True),
    ):
        is_named_by = bool(scoring) and not by
        known = [(role[0] or scoring, role[1]) for role in roles]
        if is_free and len(roles) > FREE:
            break
        known = known if is_free else _with_wins(known, result)
        free = _choices(known) if is_free else _assignments(known)
        ways = _ways_by_sums(draft, roles, known) or free
        for keys in ways:
            if keys in orders or len(set(keys)) < len(keys):
                continue
            orders.add(keys)
            notes = []
            if is_named_by and not all(role[0] for role in roles):
                notes.append(say(NAMED_BY[scoring]))
            if not all(each for role in known for each in role):
                notes.append(_assigned_text(roles, keys))
            numbers = {key: draft.parts[role] for role, key in zip(roles, keys, strict=True)}
            rests = {key for role, key in zip(roles, keys, strict=True) if role in draft.rests}
            yield _Assigned(draft, numbers, rests, notes, is_far_fetched=is_free)


def _name_of(role: Role) -> str:
    """What numbers are called where nobody says what they are."""
    name = role[2].strip()
    if part := re.search(r"\((\d)\)$", name):
        return say("number {n} of a cell", n=part[1])
    return name[:40] or say("the numbers")


def _with_wins(known: list[Key], in_name: str) -> list[Key]:
    """What is known; of several results of a scoring one that is not named is the wins."""
    drafts = []
    for by, result in known:
        alike = [key for key in known if key[0] == by]
        is_alone = sum(not key[1] for key in alike) == 1 and (by, WIN) not in known
        usual = DRAW if in_name == DRAW and len(known) == 1 else WIN
        drafts.append((by, usual if not result and is_alone else result))
    return drafts


def _assigned_text(roles: Sequence[Role], keys: Sequence[Key]) -> str:
    """Which numbers were taken for what."""
    both = [
        say("{name}: {what}", name=_name_of(role), what=say(NAMES[key]))
        for role, key in zip(roles, keys, strict=True)
    ]
    return say("Not stated, so read the way that fits best: {roles}.", roles="; ".join(both))


def _without_doubles(draft: Draft) -> list[Role]:
    """The roles that count: of the same numbers as counts and as shares, the counts.

    Raises:
        StorageError: there are two matrices of the same.
    """
    roles: dict[Key, Role] = {}
    loose = []
    rank = {role: draft.ranks.get(role, 0) for role in draft.parts}
    for role in sorted(draft.parts, key=lambda role: rank[role]):
        by, result, _ = role
        if not by or not result:
            loose.append(role)
        elif (by, result) not in roles:
            roles[by, result] = role
        elif rank[role] == rank[roles[by, result]]:
            raise StorageError(TWO_MATRICES[result], file=draft.name, by=Phrase(BY[by]))
    kept = {*roles.values(), *(role for role in loose if not _is_repeated(role, roles, rank))}
    return [role for role in draft.parts if role in kept]


def _is_repeated(role: Role, roles: Mapping[Key, Role], rank: Mapping[Role, int]) -> bool:
    """Whether numbers of which no scoring is said are, as shares, some that are there as counts."""
    same = [known for (_, result), known in roles.items() if result == role[1]]
    scorings = {by for by, _ in roles}
    is_other = all(rank[role] != rank[known] for known in same)
    return not role[0] and bool(role[1]) and len(same) == len(scorings) > 0 and is_other


def _assignments(known: Sequence[Key]) -> Iterator[tuple[Key, ...]]:
    """Every way to give each of some numbers a scoring and a result of its own."""
    assignments: dict[tuple[Key, ...], None] = {}
    for ways in (_grids(len(known)), _choices(known)):
        for keys in ways:
            agrees = all(
                by in {"", key[0]} and result in {"", key[1]}
                for (by, result), key in zip(known, keys, strict=True)
            )
            if agrees and len(set(keys)) == len(keys):
                assignments.setdefault(keys)
            if len(assignments) >= MOST_WAYS:
                break
        if assignments:
            break
    yield from assignments


def _ways_by_sums(
    draft: Draft, roles: Sequence[Role], known: Sequence[Key]
) -> list[tuple[Key, ...]]:
    """The ways in which win, draw and loss of each pair have the same sum by each scoring.

    Six sets of numbers of which nothing is known; any other number gives none.
    """
    if len(roles) != 6 or any(each for role in known for each in role):
        return []
    numbers = [draft.parts[role] for role in roles]
    ways = []
    for three in combinations(range(6), 3):
        if 0 not in three or not _is_constant([numbers[place] for place in three]):
            continue
        rest = [place for place in range(6) if place not in three]
        if not _is_constant([numbers[place] for place in rest]):
            continue
        for first, second in product(permutations(RESULTS), permutations(RESULTS)):
            for one, other in (SCORINGS, SCORINGS[::-1]):
                key_of = dict(zip(three, ((one, result) for result in first), strict=True))
                key_of |= dict(zip(rest, ((other, result) for result in second), strict=True))
                ways.append(tuple(key_of[place] for place in range(6)))
    return ways


def _is_constant(parts: Sequence[Mapping[Pair, Raw]]) -> bool:
    """Whether the numbers of different choices sum to the same for every pair."""
    pairs = [pair for pair in parts[0] if pair[0] != pair[1]]
    if not pairs or any(pair not in part for part in parts for pair in pairs):
        return False
    totals = [sum(part[pair].value for part in parts) for pair in pairs]
    return max(totals) - min(totals) <= SAME_SUM * max(totals)


def _grids(n: int) -> Iterator[tuple[Key, ...]]:
    """So many matrices in an order that people keep: the same results by each scoring."""
    for scorings in (1, 2):
        size, left = divmod(n, scorings)
        if left or not 1 <= size <= len(RESULTS):
            continue
        for by in permutations(SCORINGS, scorings):
            for results in permutations(RESULTS, size):
                if WIN not in results:
                    continue
                yield tuple((b, r) for b in by for r in results)
                yield tuple((b, r) for r in results for b in by)


def _choices(known: Sequence[Key]) -> Iterator[tuple[Key, ...]]:
    """All that is not said, in any way; of many matrices none."""
    options = [
        [(b, r) for b in ([by] if by else SCORINGS) for r in ([result] if result else RESULTS)]
        for by, result in known
    ]
    ways = 1
    for option in options:
        ways *= len(option)
    if ways <= MOST_WAYS**2:
        yield from product(*options)


# --- the table ------------------------------------------------------------------------------------


def _table(draft: _Assigned, asked: int | None, *, is_named: bool = True) -> Table:
    """The table in which every number has its place; `is_named`: by the name of the file, too."""
    notes = [*draft.draft.notes, *draft.notes]
    stem = Path(draft.name).stem
    known = draft.draft.decks or asked
    kinds = {key: _kind(draft, key, known) for key in draft.numbers}
    is_counted = COUNTS in kinds.values()
    if known is None and is_counted:
        known = _counted(draft, kinds)
    if known is None and is_named and decks_in(stem):
        known = decks_in(stem)
        notes.append(say("{n} decks, by the name of the file.", n=number(known or 0)))
    if known is None and is_counted:
        raise StorageError(
            "{file} has counts, but not the number of decks; add --decks N",
            file=draft.name,
        )
    parts: dict[str, Numbers] = {}
    for scoring in SCORINGS:
        if any(key[0] == scoring for key in draft.numbers):
            matrices = [_shares(draft, (scoring, result), kinds, known) for result in RESULTS]
            parts[scoring] = Numbers(*matrices)
    main = next((kinds[by, WIN] for by in SCORINGS if (by, WIN) in kinds), FRACTIONS)
    source = draft.draft
    table = Table(
        known, parts.get(TRICKS), parts.get(CARDS), source.length, main,
        source.is_named, source.is_oriented, tuple(notes), is_aligned=source.is_aligned,
        red=source.red, black=source.black, is_far_fetched=draft.is_far_fetched,
    )  # fmt: skip
    if not table.entries:
        raise StorageError("{file} has no numbers for two different choices", file=draft.name)
    return table


def _raws(draft: _Assigned, key: Key) -> list[Raw]:
    """The numbers of one scoring and result, of different choices.

    Where rows may run against columns, either diagonal may be that of equal choices.
    """
    last = 0 if draft.draft.is_aligned else (1 << draft.draft.length) - 1
    return [
        raw
        for (a, b), raw in draft.numbers.get(key, {}).items()
        if a != b and not (last and a + b == last)
    ]


def _is_whole(raws: Iterable[Raw]) -> bool:
    return all(raw.value == int(raw.value) for raw in raws)


def _kind(draft: _Assigned, key: Key, decks: int | None) -> str:
    """How numbers are written: what their size and their signs say."""
    by, result = key
    raws = _raws(draft, key)
    top = max((raw.value for raw in raws), default=0)
    if any(raw.is_percent for raw in raws):
        return PERCENTS
    if result == DRAW:
        main = next((k for k in ((by, WIN), (by, LOSS)) if k in draft.numbers), None)
        kind = FRACTIONS if main is None else _kind(draft, main, decks)
        if kind == FRACTIONS and top > 1:
            is_count = main is not None and _is_whole(raws) or top > 100
            return COUNTS if is_count else PERCENTS
        if kind != FRACTIONS and not _is_whole(raws) and top <= 1 and len(raws) >= FULL:
            return FRACTIONS
        if kind == COUNTS and not _is_whole(raws):
            return PERCENTS
        return COUNTS if kind == PERCENTS and top > 100 else kind
    raws = _raws(draft, (by, WIN)) + _raws(draft, (by, LOSS))
    top = max((raw.value for raw in raws), default=0)
    if top <= 1 + 1e-9:
        return FRACTIONS
    if not _is_whole(raws):
        if top > 101:
            raw = max(raws, key=lambda raw: raw.value)
            raise StorageError(
                "{where} has {given}, which is neither a count nor a percentage",
                where=raw.where, given=partial(decimal, f"{raw.value:g}"),
            )  # fmt: skip
        return PERCENTS
    if top > 100:
        return COUNTS
    totals = set(_totals(draft, by))
    if decks is None:
        return COUNTS if len(totals) == 1 and totals != {100} else PERCENTS
    return COUNTS if totals == {decks} or not totals and top <= decks <= 100 else PERCENTS


def _totals(draft: _Assigned, by: str) -> list[float]:
    """Win, draw and loss of each pair together, where all three are there.

    Rows may run against columns, in the wins and in the draws; then as most totals are the same.
    """
    either = (False,) if draft.draft.is_aligned else (False, True)
    ways = [_turned_totals(draft, by, *turn) for turn in product(either, either, either)]
    return max(ways, key=_most_alike)


def _most_alike(totals: Sequence[float]) -> int:
    return Counter(totals).most_common(1)[0][1] if totals else 0


def _turned_totals(
    draft: _Assigned, by: str, wins_run_against: bool, draws_run_against: bool, is_transposed: bool
) -> list[float]:
    """The totals, if wins or draws are turned round, or draws transposed."""
    wins, draws, losses = (draft.numbers.get((by, result), {}) for result in RESULTS)
    size = 1 << draft.draft.length
    if {(by, WIN), (by, LOSS)} & draft.rests:
        return []

    def place(a: int, b: int, *, runs_against: bool) -> Pair:
        return (size - 1 - a if runs_against else a), b

    turned = []
    for a, b in permutations(range(size), 2):
        here = place(a, b, runs_against=wins_run_against)
        win = wins.get(here)
        loss = losses.get(here, wins.get(place(b, a, runs_against=wins_run_against)))
        pair = (b, a) if is_transposed else (a, b)
        draw = draws.get(
            place(*pair, runs_against=draws_run_against),
            draws.get(place(*pair[::-1], runs_against=draws_run_against)),
        )
        if win and loss and draw:
            turned.append(win.value + draw.value + loss.value)
    return turned


def _counted(draft: _Assigned, kinds: Mapping[Key, str]) -> int | None:
    """How many decks most pairs count; None if wins are counted and draws are not."""
    totals = [
        round(total)
        for by in SCORINGS
        if all(kind == COUNTS for key, kind in kinds.items() if key[0] == by)
        for total in _totals(draft, by)
    ]
    decks = Counter(totals).most_common(1)[0][0] if totals else 0
    return decks if 1 <= decks <= MOST_DECKS else None


def _shares(
    draft: _Assigned,
    key: Key,
    kinds: Mapping[Key, str],
    decks: int | None,
) -> Matrix:
    """The numbers of one scoring and result as chances."""
    size = range(1 << draft.draft.length)
    numbers = draft.numbers.get(key, {})
    kind = kinds.get(key, FRACTIONS)
    scale = {COUNTS: decks or 1, PERCENTS: 100, FRACTIONS: 1}[kind]
    half = _halves(_raws(draft, key), kind)
    rest = key in draft.rests
    for raw in _raws(draft, key):
        if kind == COUNTS and raw.value != int(raw.value):
            raise StorageError(
                "{where} has {given} among counts",
                where=raw.where, given=partial(decimal, f"{raw.value:g}"),
            )  # fmt: skip

    def number_of(pair: Pair) -> Number | None:
        raw = numbers.get(pair)
        if raw is None:
            return None
        chance = raw.value / scale
        return Number(1 - chance if rest else chance, half(raw) / scale)

    return tuple(tuple(number_of((mine, other)) for other in size) for mine in size)


def _halves(raws: Sequence[Raw], kind: str) -> Callable[[Raw], float]:
    """Half a unit of the last digit to which each number is rounded; 0 if they are not."""
    if not raws or kind == COUNTS or kind == FRACTIONS and _is_whole(raws):
        return lambda raw: raw.slack
    places = _decimals(raws)
    return lambda raw: max(raw.slack, 0.5 * 10.0 ** -places(raw) if places(raw) < ROUNDED else 0.0)


def _decimals(raws: Sequence[Raw]) -> Callable[[Raw], int]:
    """To how many decimals each number is rounded: all to the same, to so many digits, or neither.

    Zeros at the end may not have been written; so one number in ten looks shorter than it is.
    """
    if _is_whole(raws) and not any(raw.is_percent for raw in raws):
        return lambda raw: 0  # 48.0 where all numbers are whole
    if (longest := max(raw.decimals for raw in raws)) > MOST_DECIMALS:
        longest = _without_noise(raws)
        return lambda raw: longest
    there = [raw for raw in raws if raw.value]
    if sum(raw.decimals == longest for raw in there) >= STEADY * len(there):
        return lambda raw: longest
    digits = max(_digits(raw, raw.decimals) for raw in there)
    if sum(_digits(raw, raw.decimals) == digits for raw in there) >= STEADY * len(there):
        return lambda raw: max(raw.decimals, raw.decimals + digits - _digits(raw, raw.decimals))
    if sum(raw.decimals == longest for raw in there) >= OFTEN * len(there):
        return lambda raw: longest
    usual = Counter(raw.decimals for raw in there).most_common(1)[0][0]
    return lambda raw: max(raw.decimals, usual)


def _digits(raw: Raw, decimals: int) -> int:
    """How many digits a number has, without zeros before the first."""
    return len(str(round(raw.value * 10**decimals)))


def _without_noise(raws: Sequence[Raw]) -> int:
    """The decimals of numbers such as 40.410000000000004, which is 40.41; ROUNDED: more than 9."""
    slack = 1e-13 * max(1.0, *(raw.value for raw in raws))
    for places in range(MOST_DECIMALS + 1):
        if all(abs(raw.value - round(raw.value, places)) <= slack for raw in raws):
            return places
    return ROUNDED
