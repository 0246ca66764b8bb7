"""Evenings of Tranca as data: saved to one file, read back and merged elsewhere.

>>> own = read('{"version": 1, "id": "a", "sides": ["Ana", "Bia"], "target": 100, "rounds": []}')
>>> merged, report = merge(own, own)
>>> len(merged.evenings), report.present
(1, 1)

An evening is a dict with the fields of `EveningData`; fields of a later version are carried along.
`saved` has a mark of each state in which it was written to a file or read from one.  Of two states
of an evening, one whose mark the other has in `saved` is the earlier one.  If neither is earlier,
it was changed on both sides, and both states stay.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from dealt.errors import DealtError, ParseError
from dealt.language import message, message_n, say, say_n
from dealt.scoresheet.evening import Evening as Setup
from dealt.scoresheet.fields import Number, Points, Text
from dealt.scoresheet.standings import RoundCounts

FORMAT, VERSION = "tranca evenings", 1
MOST_EVENINGS = 300
MOST_SIDES = 6
MOST_ROUNDS = 999
MOST_SAVED = 50  # states of an evening whose marks it carries
_FOREIGN = message("{file} is not a file of saved evenings, or is damaged")

Evening = dict[str, Any]
SideNumber = Annotated[int, Meta(ge=0, lt=MOST_SIDES)]


class _DraftData(Struct):
    """What each draft has, see `dealt.scoresheet.draft_data.DraftData`; the page has it checked."""

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


class EarlierData(Struct):
    """Points that were corrected later: of a round, from 1, and a side, from 0."""

    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    side: SideNumber
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
    """

    sides: Annotated[list[Text], Meta(min_length=1, max_length=MOST_SIDES)]
    target: Annotated[int, Meta(ge=1)]
    rounds: Annotated[
        list[Annotated[list[EntryData | None], Meta(max_length=MOST_SIDES)]],
        Meta(max_length=MOST_ROUNDS),
    ]
    id: Annotated[str, Meta(max_length=10_000)] = ""
    begun: Text = ""
    title: Annotated[str, Meta(max_length=80)] = ""
    players: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(max_length=MOST_SIDES)] = []
    decks: Literal[2, 3] = 2
    earlier: list[EarlierData] = []
    rules: dict[Text, int | Text] = {}
    seats: list[Number] = []
    dealer: tuple[Number, Annotated[int, Meta(ge=1)]] = (0, 1)
    saved: list[Text] = []


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

    `apart` has the new ids of those that were changed on both sides.
    """

    added: int = 0
    updated: int = 0
    present: int = 0
    names: int = 0
    apart: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """In the current language, without what did not happen."""
        numbers = self.added, self.updated, self.present, self.names, len(self.apart)
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
        data = json.loads(text.removeprefix("\ufeff"))
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


def checked(evenings: Any, names: Any = (), name: str = "") -> Evenings:
    """Evenings and corrections of names with the fields that they must have.

    Raises:
        ParseError: something is missing, or of another kind.
    """
    try:
        found = msgspec.convert(evenings, list[EveningData])
        for raw in evenings:
            _setup(raw)
        return Evenings(
            [
                {**raw, "id": data.id or _id_of(raw), "title": data.title, "begun": data.begun}
                for raw, data in zip(evenings, found, strict=True)
            ],
            msgspec.convert(names, list[NameData]),
        )
    except (msgspec.ValidationError, DealtError, ValueError, TypeError, AttributeError):
        raise ParseError(_FOREIGN, file=name or say("the file")) from None


def merge(own: Evenings, other: Evenings) -> tuple[Evenings, Report]:
    """The evenings of a place together with those of a file; both must have been `checked`.

    Raises:
        ParseError: there would be more than `MOST_EVENINGS`.
    """
    evenings, report = list(own.evenings), Report()
    for each in other.evenings:
        _merge_one(evenings, each, report)
    if len(evenings) > max(MOST_EVENINGS, len(own.evenings)):
        raise ParseError(
            "{n} evenings are too many: {most} can be kept", n=len(evenings), most=MOST_EVENINGS
        )
    if report.added or report.apart:
        evenings.sort(key=lambda each: each.get("begun", ""))
    corrections = {(each.at, each.name, each.right): each for each in (*own.names, *other.names)}
    names = sorted(corrections.values(), key=instant)
    report.names = len(names) - len({(x.at, x.name, x.right) for x in own.names})
    return Evenings(evenings, names), report


def marked(evenings: Iterable[Evening]) -> list[Evening]:
    """The evenings with the marks of their states, as they are written to a file."""
    return [
        {**each, "saved": [*dict.fromkeys((*each.get("saved", ()), mark(each)))][-MOST_SAVED:]}
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


def _merge_one(evenings: list[Evening], new: Evening, report: Report) -> None:
    """Put an evening of a file among those of a place."""
    relatives = [i for i, each in enumerate(evenings) if family(each) == family(new)]
    for i in relatives:
        if mark(evenings[i]) == mark(new):
            evenings[i] = _filled(evenings[i], new)
            report.present += 1
            return
    for i in relatives:
        if _is_earlier(evenings[i], new):
            evenings[i] = _filled({**new, "id": evenings[i]["id"]}, evenings[i])
            report.updated += 1
            return
    if any(_is_earlier(new, evenings[i]) for i in relatives):
        report.present += 1
    elif relatives:
        new = {**new, "id": f"{family(new)}~{mark(new)}"}
        evenings.append(new)
        report.apart.append(new["id"])
    else:
        evenings.append(new)
        report.added += 1


def _is_earlier(one: Evening, other: Evening) -> bool:
    """Whether everything in a state of an evening is in the other one or was corrected there."""
    if mark(one) in other.get("saved", ()):
        return True
    n = len(one["sides"])
    earlier = {(each["round"], each["side"], each["points"]) for each in other.get("earlier", ())}
    players, other_players = ([*filter(None, x.get("players", ()))] for x in (one, other))
    points, others = _points(one), _points(other)
    return (
        one["sides"] == other["sides"][:n]
        and one["target"] == other["target"]
        and _setup(one) == _setup(other)
        and players in ([], other_players)
        and len(points) <= len(others)
        and all(
            had is None or had == has or (number, side, had) in earlier
            for number, (row, other_row) in enumerate(zip(points, others, strict=False), 1)
            for side, (had, has) in enumerate(zip(row, other_row, strict=False))
        )
    )


def _filled(later: Evening, earlier: Evening) -> Evening:
    """An evening with what only an earlier state, or another copy, of it has: cards, history."""
    filled = {**earlier, **{name: value for name, value in later.items() if value}}
    history = [*earlier.get("earlier", ()), *later.get("earlier", ())]
    rounds: list[list[Any]] = []
    for number, row in enumerate(later["rounds"], 1):
        before = [*earlier["rounds"], *[[]] * number][number - 1]
        rounds.append([*row])
        for side, (entry, old) in enumerate(zip(row, before, strict=False)):
            if entry and old and entry["points"] == old["points"]:
                known = {name: value for name, value in entry.items() if value is not None}
                rounds[-1][side] = {**old, **known}
            elif old:
                was = {"round": number, "side": side, "points": old["points"]}
                history.append({**was, "cards": old["cards"]} if old.get("cards") else was)
    unique = {json.dumps(each, sort_keys=True): each for each in history}
    return {
        **filled,
        "rounds": rounds,
        "earlier": [*unique.values()],
        "saved": [*dict.fromkeys((*earlier.get("saved", ()), *later.get("saved", ())))],
    }


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
