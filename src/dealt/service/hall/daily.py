"""The deal of the day: one round of each game, the same for everybody, against computer players.

Whoever plays says which moves have been made so far, and hears what the seat sees then; nothing of
that is kept.  The deal and what the computer players do follow from the date alone, so the same
moves lead to the same table everywhere; and `strong` plays the same deal from the same seat for
comparison.  What friends have made of it is kept by a service that they share, see `Comparing`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from hashlib import sha256
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dealt import agents, match
from dealt.agents.given_names import given_name
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.presentation import with_orders
from dealt.core.table import Table
from dealt.core.zones import AnyZone, Board, Event
from dealt.games import game as game_called
from dealt.language import number, say, say_n, speaking
from dealt.service.hall.steps import part_of
from dealt.service.hall.thinking import AnyThinkers, Job
from dealt.service.table.frames import event, open_actions, reasons, sheet_data
from dealt.service.table.parts import OpenAction, SheetData
from dealt.service.table.questions import Question, Reply
from dealt.service.table.refusals import GUEST, Refused

DOMAIN = "dealt daily 1"
FIRST = date(2026, 1, 1)
AHEAD = timedelta(days=1)  # somewhere it is tomorrow already
LATE = timedelta(days=1)  # somewhere it is yesterday still, and a round goes on past midnight
MOST_KEPT = 100  # tables that are not dealt and played again for the next move
MOST_MOVES = 1000
LOG_LINES = 30
WAIT_S = 3.0  # until `strong` is asked again, which takes a minute to be compiled
MOST_WAITS = 60
SEAT = 0  # of whoever plays
STRONG, GOOD = "strong", "good"
OTHER = "⬜"  # a place that somebody else has
# the own place: not compared yet, better than the computer player, the same, worse
OWN = {None: "🟦", 1: "🟩", 0: "🟨", -1: "🟥"}


class DailyResult(Struct, frozen=True):
    """What the seat has made of a deal, beside the others and a strong computer player.

    Attributes:
        points: of the seat.
        low_wins: whether fewer points are better.
        place: 1 is the best; partners share one.
        places: how many there are; 1: nobody else gets points.
        level: what the computer player is called that has played from the same seat.
        strong: its points, once it is done.
        lead: 1: more was made than by it, 0: the same, -1: less; None: it is not done.
        text: to be shared: a few short lines that name no card.
    """

    points: int
    low_wins: bool
    place: int
    places: int
    level: str
    strong: int | None
    lead: int | None
    text: str


class DailyMoment(Struct, frozen=True):
    """The table after the moves so far, as the seat sees it.

    Attributes:
        day: the date.
        names: who plays; `seat` is the reader's.
        log: the latest lines.
        outcome, sheet, reasons, result: once the round is over; else empty.
    """

    game: str
    title: str
    day: str
    names: tuple[str, ...]
    seat: int
    board: Board
    zones: tuple[AnyZone, ...]
    actions: list[OpenAction]
    log: list[Event]
    outcome: str
    sheet: SheetData | None
    reasons: SheetData | None
    result: DailyResult | None


class FriendResult(Struct, frozen=True):
    """What somebody has made of a deal, by the name that was given."""

    name: str
    points: int


class Comparison(Struct, frozen=True):
    """What the reader and friends have made of a deal.

    Attributes:
        points: the reader's own first result.
        friends: of people with whom the reader has sat at a table, the latest first.
    """

    points: int
    friends: list[FriendResult]


class Comparing(Protocol):
    """Keeps results, see `dealt.service.hall.friends`."""

    async def compare(self, person: str, day: str, game: str, points: int, at: int) -> Comparison:
        """Keep a result, unless there is one of this person, and show those of friends."""


class Daily:
    """Deals of the day.

    Args:
        thinkers: where `strong` thinks, and moves are played again.
        today: gives the date, by UTC.
    """

    def __init__(self, thinkers: AnyThinkers, today: Callable[[], date]) -> None:
        self._thinkers, self._workers = thinkers, thinkers.workers
        self._today = today
        self._strong: dict[tuple[str, str], asyncio.Task[int]] = {}

    async def moment(
        self,
        question: Question,
        game: Game,
        day: str,
        actions: Sequence[int],
        language: str,
        name: str = "",
        *,
        compare: bool = True,
    ) -> Reply:
        """What the seat sees after these moves of its own, a `DailyMoment`.

        Args:
            question: whose address it costs something.
            game: what is played.
            day: a date such as `2026-11-24`; empty: today.
            actions: the moves of the seat so far, by their ids.
            language: of texts.
            name: what whoever plays is called; empty: has given no name.
            compare: whether `strong` plays a finished deal, too, which takes a while.

        Raises:
            Refused: there is no deal for this day, or a move is not open.
        """
        deal = game.name, self._day(day), _checked(actions)
        strong = None
        if compare and await self._workers.do(question.address, _result, *deal) is not None:
            strong = self._compared(game, deal[1])
        return await self._workers.reply(question, 0, _moment, *deal, language, name, strong)

    async def steps(
        self,
        question: Question,
        game: Game,
        day: str,
        actions: Sequence[int],
        language: str,
        name: str = "",
        *,
        first: int = 0,
        face_up: bool = False,
    ) -> Reply:
        """Some steps of a finished deal shown again, see `dealt.service.hall.steps`.

        Args:
            question: whose address it costs something.
            game: what is played.
            day: a date, see `moment`.
            actions: the moves of the seat, by their ids.
            language: of texts.
            name: what whoever plays is called; empty: has given no name.
            first: the number of the first step, from 0.
            face_up: whether all hands are shown.

        Raises:
            Refused: the deal is not over, or see `moment`.
        """
        deal = game.name, self._day(day), _checked(actions)
        return await self._workers.reply(question, 0, _steps, *deal, language, name, first, face_up)

    async def result(self, address: str, game: Game, day: str, actions: Sequence[int]) -> int:
        """The score of the seat after these moves, which end the round of a day that is not past.

        Raises:
            Refused: they do not end it, are not open, or the day is another one.
        """
        if day == "" or date.fromisoformat(self._day(day)) < self._today() - LATE:
            raise Refused("unknown", "results of {day} are no longer compared", day=repr(day))
        points: int | None = await self._workers.do(
            address, _result, game.name, day, _checked(actions)
        )
        if points is None:
            raise Refused("phase", "results are compared once you have finished the deal")
        return points

    def _day(self, day: str) -> str:
        """The date that is meant.

        Raises:
            Refused: it is no date, or there is no deal for it.
        """
        today = self._today()
        if day == "":
            return today.isoformat()
        with contextlib.suppress(ValueError):
            date_of = date.fromisoformat(day)
            if FIRST <= date_of <= today + AHEAD and date_of.isoformat() == day:
                return day
        raise Refused("unknown", "no deal for the day {day}", day=repr(day[:20]))

    def _compared(self, game: Game, day: str) -> int | None:
        """What `strong` made of the deal; it begins to play when that is first asked for."""
        key = game.name, day
        if key in self._strong and self._strong[key].done() and _is_noticed(self._strong[key]):
            del self._strong[key]  # it could not play, and is asked again
        if key not in self._strong:
            while len(self._strong) >= MOST_KEPT:
                self._strong.pop(next(iter(self._strong))).cancel()
            self._strong[key] = asyncio.ensure_future(self._by_strong(game, day))
            self._strong[key].add_done_callback(_is_noticed)
        task = self._strong[key]
        return task.result() if task.done() and not _is_noticed(task) else None

    async def _by_strong(self, game: Game, day: str) -> int:
        level, waits = _level_of(game), 0
        actions: tuple[int, ...] = ()
        while True:
            job: Job | int = await self._workers.do(None, _next_job, game.name, day, actions, level)
            if isinstance(job, int):
                return job
            chosen = await self._thinkers.choose(job)
            if chosen.level == level:
                actions = (*actions, chosen.action)
                continue
            waits += 1  # it is not ready yet: nobody else is to play in its place
            if waits > MOST_WAITS:
                raise Refused("busy", "{name} is taking too long; ask again", name=level)
            await asyncio.sleep(WAIT_S)


def _checked(actions: Sequence[int]) -> tuple[int, ...]:
    """The moves of a seat; raises Refused if there are too many."""
    if len(actions) > MOST_MOVES:
        raise Refused("unreadable", "a round has {n} moves at most", n=MOST_MOVES)
    return tuple(actions)


def _is_noticed(task: asyncio.Task[int]) -> bool:
    """Whether a task has failed, as those do that are under way when the service stops."""
    return task.cancelled() or task.exception() is not None


def _seed_of(game: Game, day: str) -> int:
    """The seed of a day: everybody can work it out, and nobody chose it."""
    digest = sha256(f"{DOMAIN}\n{game.name}\n{game.version}\n{day}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def _level_of(game: Game) -> str:
    """The computer player that plays the same deal for comparison."""
    return STRONG if STRONG in agents.bots(game) else agents.usual(game)


def _dealt_on(game: Game, day: str) -> Match:
    """The deal of a day, with the computer players in all seats but the first."""
    level = GOOD if GOOD in game.bots.by_name else agents.usual(game)
    seats = [GUEST, *[level] * (game.seats_offered - 1)]
    dealt = match(game, seats, seed=_seed_of(game, day), rounds=1)
    dealt.name_seats(_names_for(GUEST, len(seats)))
    return dealt


def _names_for(name: str, seats: int) -> list[str]:
    """Who plays: somebody of this name, and computer players with other ones."""
    names = [name]
    while len(names) < seats:
        names.append(given_name(names))
    return names


def _play(table: Table, action: int) -> None:
    """A move of the seat; the computer players answer.

    Raises:
        Refused: it is not open.
    """
    if table.is_over or action not in [each.id for each in table.actions]:
        raise Refused("illegal", "that move is not open now")
    table.play(action)


def _score_of(table: Table) -> int:
    """The score of the seat, once the round is over."""
    return list(table.scores.values())[SEAT]


# --- by a worker ----------------------------------------------------------------------------------

_matches: OrderedDict[tuple[str, str, tuple[int, ...]], Match] = OrderedDict()


def _played(name: str, day: str, actions: tuple[int, ...]) -> Match:
    """The match of a day after some moves; dealt and played again if it is not at hand.

    Raises:
        Refused: one of the moves is not open.
    """
    game = game_called(name)
    match = _matches.pop((name, day, actions), None)
    if match is None:
        match = _matches.pop((name, day, actions[:-1]), None) if actions else None
        left = actions[-1:]
        if match is None:
            match, left = _dealt_on(game, day), actions
        for action in left:
            _play(match.table, action)
    _matches[name, day, actions] = match
    while len(_matches) > MOST_KEPT:
        _matches.popitem(last=False)
    return match


def _result(game: str, day: str, actions: tuple[int, ...]) -> int | None:
    """The score of the seat; None: the round is not over."""
    table = _played(game, day, actions).table
    return _score_of(table) if table.is_over else None


def _next_job(game: str, day: str, actions: tuple[int, ...], level: str) -> Job | int:
    """The position for a computer player in the seat, or its score at the end."""
    table = _played(game, day, actions).table
    seed = _seed_of(game_called(game), day)
    return _score_of(table) if table.is_over else Job.from_table(table, level, seed)


def _moment(
    game: str,
    day: str,
    actions: tuple[int, ...],
    language: str,
    name: str,
    strong: int | None,
) -> bytes:
    """See `Daily.moment`."""
    match = _played(game, day, actions)
    with speaking(language):
        match.name_seats(_names_for(name or say(GUEST), len(match.names)))
        return msgspec.json.encode(_moment_of(match, day, strong))


def _steps(
    game: str,
    day: str,
    actions: tuple[int, ...],
    language: str,
    name: str,
    first: int,
    face_up: bool,
) -> bytes:
    """See `Daily.steps`."""
    match = _played(game, day, actions)
    with speaking(language):
        match.name_seats(_names_for(name or say(GUEST), len(match.names)))
        rounds = match.dealt_again(0), match.table
        steps = part_of(rounds, 1, SEAT, first, face_up, lambda n: _event(match.table, n))
        return msgspec.json.encode(steps)


def _event(table: Table, n: int) -> Event:
    """One action as the seat heard of it."""
    return event(table, n, SEAT, "person")


def _moment_of(match: Match, day: str, strong: int | None) -> DailyMoment:
    """A table as the seat sees it, in the language that is spoken."""
    table, title = match.table, say(match.game.title)
    view = table.view(SEAT)
    moves = len(table.history)
    return DailyMoment(
        game=table.game.name,
        title=title,
        day=day,
        names=table.names,
        seat=SEAT,
        board=view.open,
        zones=with_orders(table.game, view.own).zones,
        actions=[] if table.is_over else open_actions(table),
        log=[_event(table, n) for n in range(max(0, moves - LOG_LINES), moves)],
        outcome=table.outcome if table.is_over else "",
        sheet=_sheet_of(match, title) if table.is_over else None,
        reasons=reasons(match),
        result=_result_of(table, day, strong) if table.is_over else None,
    )


def _sheet_of(match: Match, title: str) -> SheetData:
    """The points of the one round; they are the totals, too."""
    sheet = sheet_data(match.sheet, title)
    return replace(sheet, rows=sheet.rows[:1])


def _result_of(table: Table, day: str, strong: int | None) -> DailyResult:
    """What the seat has made of a deal that is over."""
    game, scores = table.game, list(table.scores.values())
    points = scores[SEAT]
    sides = [side.seats for side in table.view(SEAT).open.sides]
    sides = sides or [(seat,) for seat in range(len(scores))]
    better = [side for side in sides if game.worth(scores[side[0]]) > game.worth(points)]
    gain = None if strong is None else game.worth(points) - game.worth(strong)
    level = agents.levels(game)[_level_of(game)].word
    result = DailyResult(
        points=points,
        low_wins=game.match.low_wins,
        place=1 + len(better),
        places=len(sides),
        level=say(level),
        strong=strong,
        lead=None if gain is None else (gain > 0) - (gain < 0),
        text="",
    )
    return replace(result, text=_text_of(result, say(game.title), day))


def _text_of(result: DailyResult, title: str, day: str) -> str:
    """A result to be shared, in lines of about 30 letters: a square is the own place among all."""
    n = result.points
    points = say_n("{number} point", "{number} points", abs(n), number=number(n))
    own = OWN[result.lead]
    row = OTHER * (result.place - 1) + own + OTHER * (result.places - result.place)
    compared = ""
    if result.strong is not None:
        compared = " " + say("computer: {points}", points=number(result.strong))
    last = [] if result.places == 1 and not compared else [row + compared]
    return "\n".join([title, f"{day}: {points}", *last])
