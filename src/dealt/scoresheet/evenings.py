"""Evenings of Tranca as data: saved to one file, read back and merged elsewhere.

>>> own = read('{"version": 1, "id": "a", "sides": ["Ana", "Bia"], "target": 100, "rounds": []}')
>>> merged, report = merge(own, own)
>>> len(merged.evenings), report.present
(1, 1)

An evening is a dict with the fields of `EveningData`; fields of a later version are carried along.
`saved` has a mark of each state in which it was written to a file or read from one.  Of two states
of an evening, one whose mark the other has in `saved` is the earlier one.  If neither is earlier,
it was changed on both sides, and both states stay.

There may be any number of evenings.  The ids that belong together begin alike, see `family`, so
that a place can merge a file part by part; all work grows with the length of what is merged.
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
from dealt.scoresheet.fields import Number, Points, Text
from dealt.scoresheet.standings import RoundCounts

FORMAT, VERSION = "tranca evenings", 1
MOST_SIDES = 6
MOST_ROUNDS = 999
_MOST_SAVED = 50  # states of an evening whose marks it carries
MOST_COMPARED = 20  # versions of an evening that a state without a known mark is compared with
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


class EntryData(Struct):
    """The points of a side in a round.

    Attributes:
        points: what counts.
        provisional: questions about its cards are open.
        draft: the cards as the page has them.
        counts: what was counted, if known.
        cards: the cards as the terminal has them.
    """

    points: Points
    provisional: bool = False
    draft: _DraftData | None = None
    counts: RoundCounts | None = None
    cards: str | None = None


class _EarlierData(Struct):
    """Points that were corrected later: of a round, from 1, and a side, from 0."""

    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    side: _SideNumber
    points: Points
    cards: str | None = None


class EveningData(Struct):
    """An evening; null for a side that has no points in a round yet.

    Attributes:
        sides: the names of the players or teams.
        target: the points that end it.
        rounds: each with an entry of each side.
        id: the same wherever it is moved.
        begun: date and time in ISO 8601, or empty.
        title: a title to find it by, or empty.
        players: the players of each side as typed; empty if the name of the side lists them.
        decks: 2, or 3 with six players.
        earlier: the history of corrections.
        rules, seats, dealer: see `dealt.scoresheet.evening.Evening.to_data`.
        saved: see the module.
        suit_of_c: what the letter c of a typed card stands for; empty: not known.
    """

    sides: Annotated[
        list[Annotated[str, Meta(max_length=80)]], Meta(min_length=1, max_length=MOST_SIDES)
    ]
    target: Annotated[int, Meta(ge=1, le=2**53)]
    rounds: Annotated[
        list[Annotated[list[EntryData | None], Meta(max_length=MOST_SIDES)]],
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


class NameData(Struct):
    """A correction: `name` is the person `right`, or, if they are equal, a person of its own again.

    `at` is the time of the correction, in ISO 8601.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    right: Annotated[str, Meta(min_length=1, max_length=40)]
    at: Text = ""


@dataclass(frozen=True)
class Evenings:
    """All evenings of a place, the oldest first, and the corrections of names, in order."""

    evenings: Sequence[Evening] = ()
    names: Sequence[NameData] = ()

    def text(self) -> str:
        """The file to save."""
        names = msgspec.to_builtins(self.names)
        data = {"format": FORMAT, "version": VERSION, "evenings": self.evenings, "names": names}
        return json.dumps(data, ensure_ascii=False) + "\n"


@dataclass
class Report:
    """How many evenings of a file were new, brought up to date, and there already.

    `apart` counts those that were changed on both sides, `names` new corrections of names.
    """

    added: int = 0
    updated: int = 0
    present: int = 0
    names: int = 0
    apart: int = 0

    def lines(self) -> list[str]:
        """In the current language, without what did not happen."""
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
    """The evenings in a file: all of a place, or one as earlier versions saved it.

    Args:
        text: what is in the file.
        name: of the file, for messages.

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
    """Evenings and corrections of names with the fields that they must have.

    Args:
        evenings: a list of them.
        names: a list of corrections.
        file: where they come from, for messages; empty: they are the page's own.

    Raises:
        ParseError: something is missing, or of another kind.
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
    """The evenings of a place together with those of a file; both must have been `checked`.

    Args:
        own: of the place; those of families that the file lacks may be left out.
        other: of the file.
        report: what came of the parts before this one, if the file is merged part by part.
    """
    report = report or Report()
    place = _Place(own.evenings)
    for each in other.evenings:
        place.take(each, report)
    evenings = [state.evening for state in place.states]
    if len(evenings) > len(own.evenings):
        evenings.sort(key=lambda each: each.get("begun", ""))
    corrections = {(each.at, each.name, each.right): each for each in (*own.names, *other.names)}
    names = sorted(corrections.values(), key=instant)
    report.names += len(names) - len({(x.at, x.name, x.right) for x in own.names})
    return Evenings(evenings, names), report


def marked(evenings: Iterable[Evening]) -> list[Evening]:
    """The evenings with the marks of their states, as they are written to a file."""
    return [
        {**each, "saved": [*dict.fromkeys((*each.get("saved", ()), mark(each)))][-_MOST_SAVED:]}
        for each in evenings
    ]


def mark(evening: Evening) -> str:
    """What tells a state of an evening from another: names, target, points, rules and seats."""
    n = len(evening["sides"])
    players = [*evening.get("players", ()), *[""] * n][:n]
    points = _points(evening)
    return hashed([evening["sides"], players, evening["target"], points, _setup(evening)])


def family(evening: Mapping[str, Any]) -> str:
    """The id without what tells an evening from another state of it; the first of them counts."""
    return str(evening.get("id", "")).partition("~")[0]


def new_identity() -> dict[str, str]:
    """The id and the beginning of an evening that begins now."""
    return {"id": uuid.uuid4().hex, "begun": now()}


def now(timespec: str = "seconds") -> str:
    """Date and time in ISO 8601, with the offset of this place."""
    return datetime.now().astimezone().isoformat(timespec=timespec)


def counting(evenings: Iterable[Evening]) -> list[Evening]:
    """The evenings without the second states of those that were changed on both sides."""
    first: dict[object, Evening] = {}
    for number, each in enumerate(evenings):
        key = family(each) or number
        if key not in first or each["id"] == key:
            first[key] = each
    return list(first.values())


def instant(correction: NameData) -> float:
    """The time of a correction in seconds; 0 where none can be read."""
    try:
        return datetime.fromisoformat(correction.at).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0


class _State:
    """A state of an evening, and what it is compared by, each worked out once."""

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
        """Whether everything in this state is in another one, or was corrected there."""
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


class _Place:
    """The evenings of a place while others are put to them.

    Args:
        evenings: what it has.
    """

    def __init__(self, evenings: Iterable[Evening]) -> None:
        self.states: list[_State] = []
        self._ids: set[str] = set()
        self._families: dict[str, list[_State]] = {}
        self._by_mark: dict[tuple[str, str], _State] = {}  # of what each evening is now
        self._by_saved: dict[tuple[str, str], _State] = {}  # of what each has been
        for each in evenings:
            self._add(_State(each))

    def take(self, new: Evening, report: Report) -> None:
        """Put an evening of a file to them, and count in the report what came of it."""
        state, name = _State(new), family(new)
        seen = {**new, "saved": [*dict.fromkeys((*new.get("saved", ()), state.mark))]}
        relatives = self._families.get(name, [])
        latest = relatives[max(1, len(relatives) - MOST_COMPARED) :]
        compared = [*relatives[:1], *latest]
        marks = ((name, each) for each in new.get("saved", ()))
        before = next((self._by_mark[key] for key in marks if key in self._by_mark), None)
        after = self._by_saved.get((name, state.mark))
        same = self._by_mark.get((name, state.mark))
        if same is before is after is None:  # no mark of theirs is known
            before = next((each for each in compared if each.is_in(state)), None)
            after = next((each for each in compared if state.is_in(each)), None)
        if same is not None:
            self._change(same, _filled(same.evening, seen))
            report.present += 1
        elif before is not None:
            self._change(before, _filled({**seen, "id": before.evening["id"]}, before.evening))
            report.updated += 1
        elif after is not None:
            saved = (*after.evening.get("saved", ()), *seen["saved"])
            self._change(after, {**after.evening, "saved": [*dict.fromkeys(saved)]})
            report.present += 1
        elif relatives:
            version = f"{name}~{state.mark}"
            while version in self._ids:
                version += "~"
            self._add(_State({**seen, "id": version}))
            report.apart += 1
        else:
            self._add(_State(seen))
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
        state.__dict__.clear()  # what was worked out is of the evening before
        state.evening = evening
        self._index(state)

    def _index(self, state: _State) -> None:
        name = family(state.evening)
        self._by_mark.setdefault((name, state.mark), state)
        for each in state.evening.get("saved", ()):
            self._by_saved.setdefault((name, each), state)


def _filled(later: Evening, earlier: Evening) -> Evening:
    """An evening with what only an earlier state, or another copy, of it has: cards, history."""
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
    """The fields of something, and those of an earlier state that it leaves out."""
    missing = {
        name: value
        for name, value in earlier.items()
        if value and later.get(name) in (None, "", [], {}) and name not in _COMPARED & later.keys()
    }
    return {**later, **missing}


def _setup(evening: Evening) -> dict[str, Any]:
    """The rules, the seats and the dealer, as they are also if nothing is said of them."""
    return {**Setup.from_data(evening).to_data(), "begun": ""}


def _points(evening: Evening) -> list[list[int | None]]:
    """The points by round and side."""
    n = len(evening["sides"])
    return [
        [entry and entry["points"] for entry in [*row, *[None] * n][:n]]
        for row in evening["rounds"]
    ]


def _id_of(evening: Evening) -> str:
    """The id of an evening saved before it had one, as the page made it."""
    points = [[entry and entry["points"] for entry in row] for row in evening["rounds"]]
    return json.dumps([evening["sides"], points], ensure_ascii=False, separators=(",", ":"))


def hashed(data: Any) -> str:
    """A short text that is another one for other data."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
