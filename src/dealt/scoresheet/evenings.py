"""Evenings of Tranca as data: saved to one file, read back and merged elsewhere.

>>> own = read('{"version": 1, "id": "a", "sides": ["Ana", "Bia"], "target": 100, "rounds": []}')
>>> merged, report = merge(own, own)
>>> len(merged.evenings), report.present
(1, 1)

An evening is a dict with the fields of `EveningData`; fields of a later version are carried along.
`saved` has a mark of each state in which it was written to a file or read from one.  Of two states
of an evening, one whose mark the other has in `saved` is the earlier one.  If neither is earlier,
it was changed on both sides, and both states stay.

Ids of versions of one evening begin alike, see `family`, so a large file can be merged part by
part, in linear time.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain, repeat
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from dealt.errors import DealtError, ParseError
from dealt.language import message, message_n, say, say_n
from dealt.scoresheet.evening import Evening as Setup
from dealt.scoresheet.evening import Number, Points, Text
from dealt.scoresheet.standings import RoundCounts, names_in

FORMAT, VERSION = "tranca evenings", 1
MOST_SIDES = 6
MOST_ROUNDS = 999
_MOST_SAVED = 50  # states of an evening whose marks it carries
_MOST_COMPARED = 20  # versions of an evening that a state without a known mark is compared with
# a later state may have emptied these
_COMPARED = frozenset({"players", "rules", "seats", "dealer"})
_FOREIGN = message("{file} is not a file of saved evenings, or is damaged")

Evening = dict[str, Any]
_SideNumber = Annotated[int, Meta(ge=0, lt=MOST_SIDES)]


class _DraftData(Struct):
    """The lists of a `dealt.scoresheet.round.edits.DraftData`, which the page has checked."""

    photos: list[Any]
    cards: list[Any]
    melds: list[Any]
    hand: list[Any]


class _EntryData(Struct):
    """The points of a side in a round.

    Attributes:
        provisional: questions about its cards are open.
        draft: the cards in the page's form.
        cards: the cards in the terminal's form.
    """

    points: Points
    provisional: bool = False
    draft: _DraftData | None = None
    counts: RoundCounts | None = None
    cards: str | None = None


class _EarlierData(Struct):
    """Points of a round, from 1, and a side, from 0, that were corrected later."""

    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    side: _SideNumber
    points: Points
    cards: str | None = None


class EveningData(Struct):
    """An evening.

    Attributes:
        rounds: each with an entry for each side; None for a side without points yet.
        id: the same on every machine.
        begun: date and time in ISO 8601, or empty.
        players: the players of each side as typed; empty if the name of the side lists them.
        earlier: the history of corrections.
        rules, seats, dealer: see `dealt.scoresheet.evening.Evening.to_data`.
        saved: marks of saved states, see the module.
        suit_of_c: the meaning of the letter c of a typed card; empty if unknown.
    """

    sides: Annotated[
        list[Annotated[str, Meta(max_length=80)]], Meta(min_length=1, max_length=MOST_SIDES)
    ]
    target: Annotated[int, Meta(ge=1, le=2**53)]
    rounds: Annotated[
        list[Annotated[list[_EntryData | None], Meta(max_length=MOST_SIDES)]],
        Meta(max_length=MOST_ROUNDS),
    ]
    id: Annotated[str, Meta(max_length=10_000)] = ""
    begun: Text = ""
    title: Annotated[str, Meta(max_length=80)] = ""
    players: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(max_length=MOST_SIDES)] = []
    decks: Literal[2, 3] = 2
    earlier: list[_EarlierData] = []
    rules: dict[Text, int | Text] = {}
    seats: list[Number] = []
    dealer: tuple[Number, Annotated[int, Meta(ge=1)]] = (0, 1)
    saved: list[Text] = []
    suit_of_c: Literal["", "H", "C"] = msgspec.field(name="suitOfC", default="")

    def members(self) -> list[tuple[str, ...]]:
        """The players of each side."""
        typed = [*self.players, *[""] * len(self.sides)]
        pairs = zip(self.sides, typed, strict=False)
        return [names_in(names if names.strip() else side) for side, names in pairs]


class NameData(Struct):
    """A correction: `name` counts as `right` or, if they are equal, separately again.

    `at` is its time, in ISO 8601.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    right: Annotated[str, Meta(min_length=1, max_length=40)]
    at: Text = ""


@dataclass(frozen=True)
class Evenings:
    """All evenings of a store, the oldest first, and the corrections of names, in order."""

    evenings: Sequence[Evening] = ()
    names: Sequence[NameData] = ()

    def text(self) -> str:
        """The file to save."""
        names = msgspec.to_builtins(self.names)
        data = {"format": FORMAT, "version": VERSION, "evenings": self.evenings, "names": names}
        return json.dumps(data, ensure_ascii=False) + "\n"


@dataclass
class Report:
    """The numbers of evenings added, updated and already present after a merge.

    `apart` counts those that were changed on both sides, `names` new corrections of names.
    """

    added: int = 0
    updated: int = 0
    present: int = 0
    names: int = 0
    apart: int = 0

    def lines(self) -> list[str]:
        """The numbers above 0 as sentences, in the current language."""
        numbers = self.added, self.updated, self.present, self.names, self.apart
        lines = [say_n(*texts, n) for texts, n in zip(_REPORTED, numbers, strict=True) if n]
        return lines or [say("There are no evenings in this file.")]


_REPORTED = (
    message_n("1 evening added.", "{n} evenings added."),
    message_n("1 evening brought up to date.", "{n} evenings brought up to date."),
    message_n("1 evening was here already.", "{n} evenings were here already."),
    message_n("1 correction of a name added.", "{n} corrections of names added."),
    message_n(
        "1 evening was changed here and in the file: both are kept, and the one from here counts.",
        "{n} evenings were changed here and in the file: both are kept, and those from here count.",
    ),
)


def read(text: str, name: str = "") -> Evenings:
    """The evenings in a backup file, or the single one in an older file; `name` is for messages.

    Raises:
        ParseError: it is empty, broken, another file, or of a newer version.
    """
    name = name or say("the file")
    if not text.strip():
        raise ParseError("{file} is empty: choose a file of saved evenings", file=name)
    try:
        data = msgspec.json.decode(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        data = None
    is_old = isinstance(data, dict) and {"sides", "rounds"} <= data.keys()
    if not isinstance(data, dict) or not (is_old or data.get("format") == FORMAT):
        raise ParseError(_FOREIGN, file=name)
    version = data.get("version")
    if type(version) is int and version > VERSION:
        raise ParseError(
            "{file} was written by a newer dealt: it has version {version}, this one reads {own}",
            file=name, version=version, own=VERSION,
        )  # fmt: skip
    return checked([data] if is_old else data.get("evenings"), data.get("names", ()), name)


def checked(evenings: Any, names: Any = (), file: str = "") -> Evenings:
    """Validated evenings and corrections of names, from a file or, without one, from the page.

    Raises:
        ParseError: a field is missing or not valid.
    """
    good: list[Evening] = []
    try:
        for raw in evenings:
            data = msgspec.convert(raw, EveningData)
            _setup(raw)
            identity = {"id": data.id or _id_of(raw), "title": data.title, "begun": data.begun}
            rows = [row[: len(data.sides)] for row in raw["rounds"]]
            good.append({**raw, **identity, "rounds": rows})
        return Evenings(good, msgspec.convert(names, list[NameData]))
    except (msgspec.ValidationError, DealtError, ValueError, TypeError, AttributeError):
        if file:
            raise ParseError(_FOREIGN, file=file) from None
        raise ParseError(
            "evening {n} on this page cannot be read: remove it from the earlier evenings",
            n=len(good) + 1,
        ) from None


def merge(own: Evenings, other: Evenings, report: Report | None = None) -> tuple[Evenings, Report]:
    """Stored evenings merged with those of a file; both must have been `checked`.

    Args:
        own: the stored evenings; those of families that the file lacks may be left out.
        other: those of the file.
        report: of the parts before this one, if the file is merged part by part.
    """
    report = report or Report()
    merged = _Merge(own.evenings)
    for each in other.evenings:
        merged.take(each, report)
    evenings = [state.evening for state in merged.states]
    if len(evenings) > len(own.evenings):
        evenings.sort(key=lambda each: each.get("begun", ""))
    corrections = {(each.at, each.name, each.right): each for each in (*own.names, *other.names)}
    names = sorted(corrections.values(), key=instant)
    report.names += len(names) - len({(x.at, x.name, x.right) for x in own.names})
    return Evenings(evenings, names), report


def marked(evenings: Iterable[Evening]) -> list[Evening]:
    """The evenings with marks of their current states, to be saved."""
    return [
        {**each, "saved": [*dict.fromkeys((*each.get("saved", ()), mark(each)))][-_MOST_SAVED:]}
        for each in evenings
    ]


def mark(evening: Evening) -> str:
    """The mark of a state of an evening: a hash of names, target, points, rules and seats."""
    n = len(evening["sides"])
    players = [*evening.get("players", ()), *[""] * n][:n]
    points = _points(evening)
    return hashed([evening["sides"], players, evening["target"], points, _setup(evening)])


def family(evening: Mapping[str, Any]) -> str:
    """The part of the id that all versions of an evening share; the first version counts."""
    return str(evening.get("id", "")).partition("~")[0]


def new_identity() -> dict[str, str]:
    """The id and the time of an evening that begins now."""
    return {"id": uuid.uuid4().hex, "begun": now()}


def now(timespec: str = "seconds") -> str:
    """The current date and time in ISO 8601, with the local offset."""
    return datetime.now().astimezone().isoformat(timespec=timespec)


def counting(evenings: Iterable[Evening]) -> list[Evening]:
    """The evenings without second versions of those that were changed on both sides."""
    first: dict[object, Evening] = {}
    for number, each in enumerate(evenings):
        key = family(each) or number
        if key not in first or each["id"] == key:
            first[key] = each
    return list(first.values())


def instant(correction: NameData) -> float:
    """The time of a correction in seconds; 0 if it cannot be read."""
    try:
        return datetime.fromisoformat(correction.at).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0


class _State:
    """A state of an evening, with cached values for comparisons."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    @cached_property
    def mark(self) -> str:
        return mark(self.evening)

    @cached_property
    def setup(self) -> dict[str, Any]:
        return _setup(self.evening)

    @cached_property
    def points(self) -> list[list[int | None]]:
        return _points(self.evening)

    @cached_property
    def corrected(self) -> set[tuple[int, int, int]]:
        earlier = self.evening.get("earlier", ())
        return {(each["round"], each["side"], each["points"]) for each in earlier}

    def is_in(self, other: _State) -> bool:
        """Whether another state has, or has corrected, everything in this one."""
        one, its = self.evening, other.evening
        players, its_players = ([*filter(None, x.get("players", ()))] for x in (one, its))
        return (
            one["sides"] == its["sides"][: len(one["sides"])]
            and one["target"] == its["target"]
            and self.setup == other.setup
            and players in ([], its_players)
            and len(self.points) <= len(other.points)
            and all(
                had is None or had == has or (number, side, had) in other.corrected
                for number, rows in enumerate(zip(self.points, other.points, strict=False), 1)
                for side, (had, has) in enumerate(zip(*rows, strict=False))
            )
        )


class _Merge:
    """A merge of evenings into stored ones."""

    def __init__(self, evenings: Iterable[Evening]) -> None:
        self.states: list[_State] = []
        self._ids: set[str] = set()
        self._families: dict[str, list[_State]] = {}
        self._by_mark: dict[tuple[str, str], _State] = {}  # by the mark of the current state
        self._by_saved: dict[tuple[str, str], _State] = {}  # by the marks of saved states
        for each in evenings:
            self._add(_State(each))

    def take(self, new: Evening, report: Report) -> None:
        """Merge an evening of a file, and count the outcome in the report."""
        state, name = _State(new), family(new)
        with_mark = {**new, "saved": [*dict.fromkeys((*new.get("saved", ()), state.mark))]}
        relatives = self._families.get(name, [])
        latest = relatives[max(1, len(relatives) - _MOST_COMPARED) :]
        compared = [*relatives[:1], *latest]
        marks = ((name, each) for each in new.get("saved", ()))
        before = next((self._by_mark[key] for key in marks if key in self._by_mark), None)
        after = self._by_saved.get((name, state.mark))
        same = self._by_mark.get((name, state.mark))
        if same is before is after is None:  # no common mark
            before = next((each for each in compared if each.is_in(state)), None)
            after = next((each for each in compared if state.is_in(each)), None)
        if same is not None:
            self._change(same, _filled(same.evening, with_mark))
            report.present += 1
        elif before is not None:
            self._change(before, _filled({**with_mark, "id": before.evening["id"]}, before.evening))
            report.updated += 1
        elif after is not None:
            saved = (*after.evening.get("saved", ()), *with_mark["saved"])
            self._change(after, {**after.evening, "saved": [*dict.fromkeys(saved)]})
            report.present += 1
        elif relatives:
            version = f"{name}~{state.mark}"
            while version in self._ids:
                version += "~"
            self._add(_State({**with_mark, "id": version}))
            report.apart += 1
        else:
            self._add(_State(with_mark))
            report.added += 1

    def _add(self, state: _State) -> None:
        self.states.append(state)
        self._ids.add(state.evening["id"])
        self._families.setdefault(family(state.evening), []).append(state)
        self._index(state)

    def _change(self, state: _State, evening: Evening) -> None:
        key = (family(state.evening), state.mark)
        if self._by_mark.get(key) is state:
            del self._by_mark[key]
        state.__dict__.clear()  # the cached values are those of the old evening
        state.evening = evening
        self._index(state)

    def _index(self, state: _State) -> None:
        name = family(state.evening)
        self._by_mark.setdefault((name, state.mark), state)
        for each in state.evening.get("saved", ()):
            self._by_saved.setdefault((name, each), state)


def _filled(later: Evening, earlier: Evening) -> Evening:
    """A later state of an evening, with the cards and history that only an earlier one has."""
    history = [*earlier.get("earlier", ()), *later.get("earlier", ())]
    rounds: list[list[Any]] = []
    befores = chain(earlier["rounds"], repeat([]))
    for number, (row, before) in enumerate(zip(later["rounds"], befores, strict=False), 1):
        rounds.append([*row])
        for side, (entry, old) in enumerate(zip(row, before, strict=False)):
            if entry and old and entry["points"] == old["points"]:
                rounds[-1][side] = _completed(entry, old)
            elif old:
                was = {"round": number, "side": side, "points": old["points"]}
                history.append({**was, "cards": old["cards"]} if old.get("cards") else was)
    unique = {json.dumps(each, sort_keys=True): each for each in history}
    return {
        **_completed(later, earlier),
        "rounds": rounds,
        "earlier": [*unique.values()],
        "saved": [*dict.fromkeys((*earlier.get("saved", ()), *later.get("saved", ())))],
    }


def _completed(later: dict[str, Any], earlier: Mapping[str, Any]) -> dict[str, Any]:
    """A later state, with the fields that it leaves empty taken from an earlier one."""
    missing = {
        name: value
        for name, value in earlier.items()
        if value and later.get(name) in (None, "", [], {}) and name not in _COMPARED & later.keys()
    }
    return {**later, **missing}


def _setup(evening: Evening) -> dict[str, Any]:
    """The rules, the seats and the dealer, with defaults filled in."""
    return {**Setup.from_data(evening).to_data(), "begun": ""}


def _points(evening: Evening) -> list[list[int | None]]:
    """The points by round and side."""
    n = len(evening["sides"])
    return [
        [entry and entry["points"] for entry in [*row, *[None] * n][:n]]
        for row in evening["rounds"]
    ]


def _id_of(evening: Evening) -> str:
    """The id of an evening saved without one, as the page computed it."""
    points = [[entry and entry["points"] for entry in row] for row in evening["rounds"]]
    return json.dumps([evening["sides"], points], ensure_ascii=False, separators=(",", ":"))


def hashed(data: Any) -> str:
    """A short hash of JSON values."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
