"""The matches of a score sheet's file as evenings, to move them; and evenings put into the file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from dealt.errors import DealtError, SetupError
from dealt.games.tranca.house import HouseRules, house_rules
from dealt.games.tranca.scoring import score
from dealt.language import say
from dealt.scoresheet.card_text import CLUBS
from dealt.scoresheet.evening_data import people_of
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
from dealt.scoresheet.people import People, check_person
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
from dealt.scoresheet.standings import RoundCounts, names_in
from dealt.scoresheet.store import LONGEST_TITLE, ScoreSheet
from dealt.scoresheet.typed import read_round

IN_TABLES = {"title", "sides", "players", "target", "decks", "rounds", "earlier", "suitOfC"}


def stored(sheet: ScoreSheet) -> Evenings:
    """All matches of a score sheet, the oldest first, and the corrections of names.

    Raises:
        StorageError: see `ScoreSheet`.
    """
    with sheet.transaction() as session:
        return Evenings([evening for _, evening in _evenings(session)], _names(session))


def backup(sheet: ScoreSheet) -> str:
    """The text of a file with everything that `stored` returns; photos are not in it.

    Raises:
        StorageError: see `ScoreSheet`.
    """
    with sheet.transaction(writing=True) as session:
        pairs = _evenings(session)
        evenings = marked(evening for _, evening in pairs)
        for (row, _), evening in zip(pairs, evenings, strict=True):
            _identify(session, row, evening)
        return Evenings(evenings, _names(session)).text()


def photos_in(sheet: ScoreSheet) -> int:
    """How many photos a score sheet has.

    Raises:
        StorageError: see `ScoreSheet`.
    """
    with sheet.transaction() as session:
        return session.scalar(select(func.count()).select_from(PhotoRow)) or 0


def restore(sheet: ScoreSheet, other: Evenings) -> Report:
    """Merge evenings into a score sheet, all or none.

    Raises:
        ParseError: they are too many.
        StorageError: see `ScoreSheet`.
    """
    with sheet.transaction(writing=True) as session:
        pairs = _evenings(session)
        names = _names(session)
        rows = {evening["id"]: (row, evening) for row, evening in pairs}
        merged, report = merge(Evenings([evening for _, evening in pairs], names), other)
        for evening in merged.evenings:
            row, before = rows.get(evening["id"], (None, None))
            if before != evening:
                _write(session, row, evening)
        session.add_all(_name_row(each) for each in merged.names if each not in names)
        return report


def people(sheet: ScoreSheet) -> People:
    """Who is who on a score sheet.

    Raises:
        StorageError: see `ScoreSheet`.
    """
    with sheet.transaction() as session:
        return _people(session)


def correct_name(
    sheet: ScoreSheet, name: str, right: str, *, is_trial: bool = False
) -> tuple[str, list[str]]:
    """Count somebody's results under another name from now on; the same name: as entered again.

    Args:
        sheet: where the evenings are kept.
        name: somebody's name on the sheet.
        right: the name to count it under.
        is_trial: save nothing.

    Returns:
        The right name before that, and what changes in words; without changes nothing is saved.

    Raises:
        SetupError: a name is not valid, or the two cannot be one person, see `People.correction`.
        StorageError: see `ScoreSheet`.
    """
    name, right = check_person(name), check_person(right)
    with sheet.transaction(writing=not is_trial) as session:
        people = _people(session)
        correction, lines = people.correction(name, right)
        if lines and not is_trial:
            times = [NameData(name, right, now("microseconds")), *_names(session)]
            latest = max(times, key=instant).at  # by whatever clock: it counts from now on
            session.add(_name_row(NameData(correction.name, correction.right, latest)))
        return people.name(name), lines


def evening_of(evenings: Evenings, name: str) -> Evening:
    """An evening by the number of its match, the beginning of its title, or `last`.

    Raises:
        SetupError: there is none.
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


def _evenings(session: Session, *, has_counts: bool = True) -> list[tuple[MatchRow, Evening]]:
    """All matches with their evenings, the oldest first; counting their cards takes longest."""
    letters = {row.match_id: row.c for row in session.scalars(select(LetterRow))}
    data = {row.entry_id: json.loads(row.data) for row in session.scalars(select(EntryDataRow))}
    rows = session.scalars(select(MatchRow).order_by(MatchRow.id))
    return [(row, _evening(row, letters.get(row.id, ""), data, has_counts)) for row in rows]


def _evening(
    row: MatchRow, letter: str, data: Mapping[int, dict[str, Any]], has_counts: bool
) -> Evening:
    """What the rows of a match say; `data` has more of its entries, by their numbers."""
    identity: dict[str, Any] = {"id": _id_of(row), "begun": ""}
    identity |= json.loads(row.evening.data) if row.evening else {}
    rules = house_rules(identity.get("rules") or {})
    rounds: list[list[Any]] = []
    earlier = []
    for place, side in enumerate(row.sides):
        latest = {entry.round: entry.id for entry in side.entries}
        for entry in side.entries:
            while len(rounds) < entry.round:
                rounds.append([None] * len(row.sides))
            if latest[entry.round] == entry.id:
                cell = {"provisional": False, "draft": None, **data.get(entry.id, {})}
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
    """What is counted in the cards of an entry; None if they cannot be read any more."""
    try:
        scored = score(**read_round(cards, c=CLUBS), lenient=True, rules=rules)
        return {**vars(RoundCounts.from_score(scored))}
    except (DealtError, TypeError):
        return None


def _id_of(row: MatchRow) -> str:
    """The same id in each copy of a file whose matches had none yet."""
    first = [(e.round, side.place, e.points) for side in row.sides for e in side.entries[:1]]
    return f"match.{hashed([row.id, row.title, [side.name for side in row.sides], first])}"


def _names(session: Session) -> list[NameData]:
    rows = session.scalars(select(NameRow).order_by(NameRow.id))
    return sorted((NameData(row.name, row.right, row.at) for row in rows), key=instant)


def _name_row(correction: NameData) -> NameRow:
    return NameRow(name=correction.name, right=correction.right, at=correction.at)


def _identify(session: Session, row: MatchRow, evening: Evening) -> None:
    """Keep what only the table of evenings has."""
    data = {name: value for name, value in evening.items() if name not in IN_TABLES}
    session.merge(EveningRow(match_id=row.id, data=json.dumps(data, ensure_ascii=False)))


def _write(session: Session, row: MatchRow | None, evening: Evening) -> None:
    """Put an evening into the tables: a new match, or one with other entries after its own."""
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
        players = names_in(typed) if typed.strip() else ()
        if [each.name for each in side.players] != [*players]:
            side.players = [
                PlayerRow(place=i, name=_printable(each)) for i, each in enumerate(players)
            ]
    session.add(row)
    session.flush()
    _identify(session, row, evening)
    if evening.get("suitOfC"):
        session.merge(LetterRow(match_id=row.id, c=evening["suitOfC"]))
    for side in row.sides:
        _write_entries(session, side, evening)


def _write_entries(session: Session, side: SideRow, evening: Evening) -> None:
    """Append what a side's entries lack; an entry that is not there any more is taken out."""
    history = [each for each in evening.get("earlier", ()) if each["side"] == side.place]
    for number, cells in enumerate(evening["rounds"], 1):
        entry = cells[side.place] if side.place < len(cells) else None
        had = [each for each in side.entries if each.round == number]
        if entry is None:
            for each in had:
                side.entries.remove(each)
                session.delete(each)
            continue
        log = [each for each in history if each["round"] == number]
        missing = [x for x in log if x["points"] not in [each.points for each in had]]
        latest = had[-1] if had else None
        cards = entry.get("cards")
        is_there = latest and (latest.points, latest.cards) == (entry["points"], cards)
        for each in [*missing, entry] if missing or not is_there else ():
            latest = EntryRow(round=number, points=each["points"], cards=each.get("cards"))
            side.entries.append(latest)
        session.flush()
        known = {"points", "cards", *(["counts"] if cards else [])}
        data = {name: value for name, value in entry.items() if value and name not in known}
        if data and latest:
            text = json.dumps(data, ensure_ascii=False)
            session.merge(EntryDataRow(entry_id=latest.id, data=text))


def _title(evening: Evening) -> str:
    """The title, else the day, else the sides."""
    title = evening.get("title") or evening.get("begun", "")[:10] or ", ".join(evening["sides"])
    title = _printable(title)[:LONGEST_TITLE]
    return title if evening["id"] == family(evening) else say("{title}, other version", title=title)


def _unique(names: Iterable[str]) -> list[str]:
    """The names of sides that can be shown, each of them once."""
    unique: list[str] = []
    for number, name in enumerate(names, 1):
        label = _printable(name) or f"{number}"
        unique.append(f"{label} {number}" if label in unique else label)
    return unique


def _printable(text: str) -> str:
    """The characters that can be printed."""
    return "".join(each for each in text if each.isprintable()).strip()
