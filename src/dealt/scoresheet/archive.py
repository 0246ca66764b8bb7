"""Score sheets converted to evenings, for backups and results, and evenings merged into them.

`leaderboard(players(played_matches(ScoreSheet("tranca.db"))))` ranks the players of a file, see
`dealt.scoresheet.standings`.  All functions raise StorageError as `ScoreSheet` does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, groupby
from typing import Any, TypeVar

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import DeclarativeBase, Session

from dealt.errors import DealtError, SetupError
from dealt.games.tranca.house import HouseRules, house_rules
from dealt.games.tranca.scoring import score
from dealt.language import say
from dealt.scoresheet.card_text import CLUBS
from dealt.scoresheet.evening_data import people_of, played
from dealt.scoresheet.evenings import (
    Evening,
    Evenings,
    NameData,
    Report,
    family,
    hashed,
    instant,
    marked,
    merge,
    now,
)
from dealt.scoresheet.people import LONGEST_NAME, People, check_person
from dealt.scoresheet.schema import (
    EntryDataRow,
    EntryRow,
    EveningRow,
    LetterRow,
    MatchRow,
    NameRow,
    PhotoRow,
    PlayerRow,
    SideRow,
)
from dealt.scoresheet.standings import PlayedMatch, RoundCounts, names_in
from dealt.scoresheet.store import LONGEST_TITLE, ScoreSheet
from dealt.scoresheet.typed import read_round

T = TypeVar("T")
_IN_TABLES = {"title", "sides", "players", "target", "decks", "rounds", "earlier", "suitOfC"}


def stored(sheet: ScoreSheet) -> Evenings:
    """All matches of a score sheet, the oldest first, and the corrections of names."""
    with sheet.transaction() as session:
        return Evenings([evening for _, evening in _evenings(session)], _names(session))


def played_matches(sheet: ScoreSheet) -> list[PlayedMatch]:
    """All matches of a score sheet for results, the oldest first, with corrections applied."""
    evenings = stored(sheet)
    return played(evenings.evenings, people_of(evenings))


def backup(sheet: ScoreSheet) -> str:
    """The text of a backup file with everything that `stored` returns, without photos."""
    with sheet.transaction(writing=True) as session:
        pairs = _evenings(session)
        evenings = marked(evening for _, evening in pairs)
        _identify(session, [(row, each) for (row, _), each in zip(pairs, evenings, strict=True)])
        return Evenings(evenings, _names(session)).text()


def photos_in(sheet: ScoreSheet) -> int:
    """The number of photos in a score sheet."""
    with sheet.transaction() as session:
        return session.scalar(select(func.count()).select_from(PhotoRow)) or 0


def restore(sheet: ScoreSheet, other: Evenings) -> Report:
    """Merge evenings into a score sheet, in one transaction."""
    with sheet.transaction(writing=True) as session, session.no_autoflush:
        pairs = _evenings(session, {family(each) for each in other.evenings})
        names = _names(session)
        rows = {evening["id"]: (row, evening) for row, evening in pairs}
        merged, report = merge(Evenings([evening for _, evening in pairs], names), other)
        changed = [x for x in merged.evenings if rows.get(x["id"], ("", {}))[1] != x]
        written = [(_row_of(rows[x["id"]][0] if x["id"] in rows else None, x), x) for x in changed]
        session.add_all(row for row, _ in written)
        entries = [each for row, x in written for each in _write_entries(session, row, x)]
        before = {_key(each) for each in names}
        session.add_all(_name_row(each) for each in merged.names if _key(each) not in before)
        session.flush()  # only once: it takes longer than all else
        _identify(session, written)
        letters = [
            {"match_id": row.id, "c": x["suitOfC"]} for row, x in written if x.get("suitOfC")
        ]
        _replace(session, LetterRow, letters)
        known = set(session.scalars(select(EntryDataRow.entry_id)))
        data = [(row.id, each) for row, each in entries if each or row.id in known]
        _replace(session, EntryDataRow, [{"entry_id": n, "data": _json(x)} for n, x in data])
        return report


def people(sheet: ScoreSheet) -> People:
    """The people of a score sheet."""
    with sheet.transaction() as session:
        return _people(session)


def correct_name(
    sheet: ScoreSheet, name: str, right: str, *, is_trial: bool = False
) -> tuple[str, list[str]]:
    """Count a name as the person `right` from now on; two equal names undo this.

    Returns:
        The right name before that, and the changes in words; without changes, or as a trial,
        nothing is saved.

    Raises:
        SetupError: a name is not valid, or the two cannot be one person, see `People.correction`.
    """
    name, right = check_person(name), check_person(right)
    with sheet.transaction(writing=not is_trial) as session:
        people = _people(session)
        correction, lines = people.correction(name, right)
        if lines and not is_trial:
            times = [NameData(name, right, now("microseconds")), *_names(session)]
            latest = max(times, key=instant).at  # even if clocks differ, it counts from now on
            session.add(_name_row(NameData(correction.name, correction.right, latest)))
        return people.name(name), lines


def evening_of(evenings: Evenings, name: str) -> Evening:
    """An evening by the number of its match, the beginning of its title, or `last`.

    Raises:
        SetupError: it was not found.
    """
    matching = [
        each
        for number, each in enumerate(evenings.evenings, 1)
        if name in ("last", str(number)) or each["title"].casefold().startswith(name.casefold())
    ]
    if not matching:
        titles = ", ".join(each["title"] for each in evenings.evenings[-5:])
        raise SetupError("no evening {name}; the latest are: {titles}", name=name, titles=titles)
    return matching[-1]


def _people(session: Session) -> People:
    pairs = _evenings(session, has_counts=False)
    return people_of(Evenings([evening for _, evening in pairs], _names(session)))


def _evenings(
    session: Session, families: Collection[str] | None = None, *, has_counts: bool = True
) -> list[tuple[MatchRow, Evening]]:
    """The matches with their evenings, the oldest first: all, or those of some families.

    Without counts of their cards it is much faster.
    """
    letters = {row.match_id: row.c for row in session.scalars(select(LetterRow))}
    data = {row.entry_id: row.data for row in session.scalars(select(EntryDataRow))}
    return [
        (row, _evening(row, letters.get(row.id, ""), data, has_counts))
        for row in session.scalars(select(MatchRow).order_by(MatchRow.id))
        if families is None or family(_identity_of(row)) in families
    ]


def _identity_of(row: MatchRow) -> dict[str, Any]:
    """The fields of an evening that only the table of evenings has."""
    identity: dict[str, Any] = {"id": _id_of(row), "begun": ""}
    return identity | (json.loads(row.evening.data) if row.evening else {})


def _evening(row: MatchRow, letter: str, data: Mapping[int, str], has_counts: bool) -> Evening:
    """The evening of a match's rows; `data` has further fields of its entries, by id."""
    identity = _identity_of(row)
    rules = house_rules(identity.get("rules") or {})
    rounds: list[list[Any]] = []
    earlier = []
    for place, side in enumerate(row.sides):
        latest = {entry.round: entry.id for entry in side.entries}
        for entry in side.entries:
            while len(rounds) < entry.round:
                rounds.append([None] * len(row.sides))
            if latest[entry.round] == entry.id:
                cell = {"provisional": False, "draft": None, **json.loads(data.get(entry.id, "{}"))}
                cell["points"] = entry.points
                if entry.cards is not None:
                    counts = _counts(entry.cards, rules) if has_counts else None
                    cell |= {"cards": entry.cards, "counts": counts}
                rounds[entry.round - 1][place] = cell
            else:
                was = {"round": entry.round, "side": place, "points": entry.points}
                earlier.append({**was, "cards": entry.cards} if entry.cards else was)
    evening = {
        "version": 1,
        "title": row.title,
        "sides": [side.name for side in row.sides],
        "players": [", ".join(each.name for each in side.players) for side in row.sides],
        "target": row.target,
        "decks": row.decks,
        "rounds": rounds,
        "earlier": earlier,
        "suitOfC": letter,
    }
    return evening | identity


def _counts(cards: str, rules: HouseRules) -> dict[str, Any] | None:
    """The counts of an entry's cards; None if these cannot be read any more."""
    try:
        scored = score(**read_round(cards, c=CLUBS), lenient=True, rules=rules)
        return {**vars(RoundCounts.from_score(scored))}
    except (DealtError, TypeError):
        return None


def _id_of(row: MatchRow) -> str:
    """An id for a match without one, the same in each copy of its file."""
    first = [(e.round, side.place, e.points) for side in row.sides for e in side.entries[:1]]
    return f"match.{hashed([row.id, row.title, [side.name for side in row.sides], first])}"


def _names(session: Session) -> list[NameData]:
    rows = session.scalars(select(NameRow).order_by(NameRow.id))
    return sorted((NameData(row.name, row.right, row.at) for row in rows), key=instant)


def _name_row(correction: NameData) -> NameRow:
    return NameRow(name=correction.name, right=correction.right, at=correction.at)


def _key(correction: NameData) -> tuple[str, str, str]:
    return correction.at, correction.name, correction.right


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _replace(session: Session, table: type[DeclarativeBase], rows: list[dict[str, Any]]) -> None:
    """Insert rows, replacing those with the same keys."""
    if rows:
        session.execute(insert(table).prefix_with("OR REPLACE"), rows)


def _identify(session: Session, pairs: Iterable[tuple[MatchRow, Evening]]) -> None:
    """Store the fields that only the table of evenings has."""
    rows = [
        {"match_id": row.id, "data": _json({k: v for k, v in x.items() if k not in _IN_TABLES})}
        for row, x in pairs
    ]
    _replace(session, EveningRow, rows)


def _row_of(row: MatchRow | None, evening: Evening) -> MatchRow:
    """A match, new if None, updated from an evening except for its entries."""
    if row is None:
        row = MatchRow(title=_title(evening), sides=[])
    row.target, row.decks = evening["target"], evening.get("decks", 2)
    sides = evening["sides"] if len(evening["sides"]) > 1 else [*evening["sides"], ""]
    for place, name in enumerate(_unique(sides)):
        if place == len(row.sides):
            row.sides.append(SideRow(place=place, entries=[], players=[]))
        side = row.sides[place]
        side.name = name
        typed = [*evening.get("players", ()), *[""] * place, ""][place]
        players = [_printable(each) for each in names_in(typed)] if typed.strip() else []
        if [each.name for each in side.players] != players:
            side.players = [PlayerRow(place=i, name=each) for i, each in enumerate(players)]
    return row


def _write_entries(
    session: Session, row: MatchRow, evening: Evening
) -> Iterator[tuple[EntryRow, dict[str, Any]]]:
    """Add missing entries to a match and delete removed ones.

    Yields each entry that counts, with the fields that its table has no column for.
    """
    rounds = evening["rounds"]
    for side in row.sides:
        had = _by_round(side.entries, lambda each: each.round)
        history = [each for each in evening.get("earlier", ()) if each["side"] == side.place]
        logs = _by_round(history, lambda each: each["round"])
        cells = {
            number: row[side.place]
            for number, row in enumerate(rounds, 1)
            if side.place < len(row) and row[side.place] is not None
        }
        for each in [x for number in had.keys() - cells.keys() for x in had[number]]:
            side.entries.remove(each)
            session.delete(each)
            # its number may be given to another entry
            session.execute(delete(EntryDataRow).where(EntryDataRow.entry_id == each.id))
        for number, entry in cells.items():
            yield _entered(side, number, entry, had.get(number, []), logs.get(number, []))


def _by_round(things: Iterable[T], number: Callable[[T], int]) -> dict[int, list[T]]:
    ordered = sorted(things, key=number)
    return {key: [*each] for key, each in groupby(ordered, number)}


def _entered(
    side: SideRow,
    number: int,
    entry: Mapping[str, Any],
    had: Sequence[EntryRow],
    log: Sequence[Mapping[str, Any]],
) -> tuple[EntryRow, dict[str, Any]]:
    """The entry of a side's round, created if missing, and the fields without a column."""
    points = {each.points for each in had}
    missing = [each for each in log if each["points"] not in points]
    cards = entry.get("cards")
    is_there = had and (had[-1].points, had[-1].cards) == (entry["points"], cards)
    new = [
        EntryRow(round=number, points=each["points"], cards=each.get("cards"))
        for each in ([*missing, entry] if missing or not is_there else ())
    ]
    side.entries.extend(new)
    known = {"points", "cards", *(["counts"] if cards else [])}
    return [*had, *new][-1], {name: x for name, x in entry.items() if x and name not in known}


def _title(evening: Evening) -> str:
    """A title: its own, else the day, else the sides."""
    title = evening.get("title") or evening.get("begun", "")[:10] or ", ".join(evening["sides"])
    title = _printable(title)[:LONGEST_TITLE]
    return title if evening["id"] == family(evening) else say("{title}, other version", title=title)


def _unique(names: Iterable[str]) -> list[str]:
    """Printable names of sides, each different from the others."""
    unique: list[str] = []
    for number, name in enumerate(names, 1):
        label = _printable(name) or f"{number}"
        suffixes = (f" {n}" for n in count(number))
        others = (label[: LONGEST_NAME - len(each)] + each for each in suffixes)
        unique.append(next(each for each in chain([label], others) if each not in unique))
    return unique


def _printable(text: str) -> str:
    """A text without the characters that cannot be printed."""
    return "".join(each for each in text if each.isprintable()).strip()
