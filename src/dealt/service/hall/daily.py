"""The deal of the day: one round of each game, the same for everybody, against computer players.

A client sends the moves made so far, and gets what the seat sees then; the first finished match is
archived.
The deal, and the computer players' moves, follow from the date alone, so the same moves lead to the
same table everywhere; and `strong` plays the same deal from the same seat for comparison.  Friends'
results are in the archive of a service that they share, see `Store.friends`.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from dealt import agents, match
from dealt.agents.names import given_name
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.presentation import with_orders
from dealt.core.table import Table
from dealt.core.zones import AnyZone, Board, Event
from dealt.errors import SetupError
from dealt.games import game as game_called
from dealt.games import registered
from dealt.history.archived import AnyArchive, Archived
from dealt.history.heads import day_id
from dealt.history.moving import from_match
from dealt.language import ENGLISH, language_of, number, say, say_n, speaking, spoken
from dealt.service.hall.steps import part_of
from dealt.service.hall.thinking import TOO_SLOW, AnyThinkers, Job, has_failed
from dealt.service.store.table_store import Comparison, FriendResult
from dealt.service.table.frames import event, open_actions, reasons, sheet_data
from dealt.service.table.limits import Clock
from dealt.service.table.parts import OpenAction, SheetData, Time
from dealt.service.table.questions import Question, Reply
from dealt.service.table.refusals import GUEST, Refused, clean_name

_DOMAIN = "dealt daily 1"
_FIRST = date(2026, 1, 1)
_AHEAD = timedelta(days=1)  # somewhere it is tomorrow already
_LATE = timedelta(days=1)  # somewhere it is yesterday still, and a round goes on past midnight
_MOST_KEPT = 100  # matches in memory, so that the next move need not play all again
_MOST_MOVES = 1000
_MOST_DEAL = 9 * _MOST_MOVES  # bytes of a finished deal
_MOVES = re.compile(r"(\d{1,7}(\.\d{1,7})*)?", re.ASCII)
_STEP = re.compile(r"\d{1,5}", re.ASCII)
_LOG_LINES = 30
_WAIT_S = 3.0  # before `strong` is asked again, which takes a minute to compile
_MOST_WAITS = 60
_SEAT = 0  # the reader's
STRONG, GOOD = "strong", "good"
_OTHER = "⬜"  # somebody else's place
# the reader's place: not compared yet, better than the computer player, the same, worse
_OWN = {None: "🟦", 1: "🟩", 0: "🟨", -1: "🟥"}


class DailyResult(Struct, frozen=True):
    """The seat's result of a deal, compared with the others and a strong computer player.

    Attributes:
        points: of the seat.
        low_wins: whether fewer points are better.
        place: 1 is the best; partners share one.
        places: number of places; 1: nobody else gets points.
        level: the computer player that played from the same seat.
        strong: its points, once it is done.
        lead: 1: the seat did better, 0: the same, -1: worse; None: it is not done.
        text: to share: a few short lines without cards.
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
        names: of the players; `seat` is the reader's.
        log: the latest lines.
        outcome, sheet, reasons, result: empty until the round is over.
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


class _FinishedDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /daily/GAME: the moves that end a deal of the day, by their ids.

    Attributes:
        at: when it was finished, if that was earlier; milliseconds since 1970.
    """

    day: Annotated[str, Meta(max_length=10)]
    moves: Annotated[list[Annotated[int, Meta(ge=0, lt=10**7)]], Meta(max_length=_MOST_MOVES)]
    at: Time | None = None


# the results of friends: friends(person, day, game)
Friends = Callable[[str, str, str], Awaitable[list[FriendResult]]]
_Deal = tuple[str, str, tuple[int, ...]]  # the game, the date, and the moves of the seat so far


class Days:
    """Answers requests about deals of the day.

    Args:
        thinkers: where `strong` thinks, and moves are played again.
        clock: seconds since 1970.
        archive: gets each person's first match of a deal.
        friends: see `Store.friends`; None: a tab has none.
    """

    def __init__(
        self,
        thinkers: AnyThinkers,
        clock: Clock,
        archive: AnyArchive,
        friends: Friends | None = None,
    ) -> None:
        self._thinkers, self._workers = thinkers, thinkers.workers
        self._clock, self._archive, self._friends = clock, archive, friends
        self._strong: dict[tuple[str, str], asyncio.Task[int]] = {}

    async def moment(self, question: Question) -> Reply:
        """GET /daily/GAME: a `DailyMoment` after some moves; once over, compared with `strong`."""
        deal, language, name = self._deal_of(question)
        strong = None
        if question.query.get("compare") != "0":
            points = await self._workers.do(question.address, _result, deal)
            strong = None if points is None else self._compared(*deal[:2])
        return await self._workers.reply(question, 0, _moment, deal, language, name, strong)

    async def steps(self, question: Question) -> Reply:
        """GET /daily/GAME/steps: some steps of a finished deal, see `dealt.service.hall.steps`."""
        first = question.query.get("first", "0")
        if not _STEP.fullmatch(first):
            raise Refused("unreadable", "the number of a step is a whole number from 0")
        deal, language, name = self._deal_of(question)
        more = language, name, int(first), question.query.get("face_up") == "1"
        return await self._workers.reply(question, 0, _steps, deal, *more)

    async def compare(self, question: Question) -> Reply:
        """POST /daily/GAME: archive a finished deal, and compare it with those of friends.

        The moves are played again here, so that nobody can claim another result.
        """
        game = game_of(question)
        person, _ = await question.person()
        deal = await question.read(_FinishedDeal, _MOST_DEAL)
        day, moves = self._day(deal.day or "?"), _checked(deal.moves)
        points = await self._first(question, (game.name, day, moves), deal.at)
        if self._friends is None:
            return Reply.from_data(Comparison(points, []))
        if date.fromisoformat(day) < self._today - _LATE:
            raise Refused("unknown", "results of {day} are no longer compared", day=repr(day))
        return Reply.from_data(Comparison(points, await self._friends(person, day, game.name)))

    async def _first(self, question: Question, deal: _Deal, at: int | None) -> int:
        """The points of a person's first match of a deal; this one, unless there is another."""
        person, name = await question.person()
        time = int(self._clock() * 1000)
        time = time if at is None else min(at, time)
        match = await self._workers.do(
            question.address, _finished, deal, person, name, time, spoken()
        )
        if match is None:
            raise Refused("phase", "results are compared once you have finished the deal")
        if not await self._archive.number(match.head.id):  # a deleted one was the first
            await self._archive.add([match])
        first = await self._archive.match(person, match.head.id)
        strong = self._known(*deal[:2])
        if strong is not None and first is not None and first.head.strong is None:
            await self._archive.compare(match.head.id, strong)
        return (match if first is None else first).head.points[_SEAT]

    def _deal_of(self, question: Question) -> tuple[_Deal, str, str]:
        """The deal of a request, the language, and the reader's name; empty: none given."""
        game = game_of(question)
        language = language_of(question.query.get("lang", "")) or ENGLISH
        moves = question.query.get("moves", "")
        if not _MOVES.fullmatch(moves):
            raise Refused("unreadable", "moves are numbers with dots between them")
        actions = [int(move) for move in moves.split(".") if move]
        name = clean_name(question.query["name"]) if "name" in question.query else ""
        day = self._day(question.query.get("day", ""))
        return (game.name, day, _checked(actions)), language, name

    @property
    def _today(self) -> date:
        """The date, by UTC."""
        return datetime.fromtimestamp(self._clock(), UTC).date()

    def _day(self, day: str) -> str:
        """A valid date, by default today; raises Refused if there is no deal for it."""
        today = self._today
        if day == "":
            return today.isoformat()
        with contextlib.suppress(ValueError):
            date_of = date.fromisoformat(day)
            if _FIRST <= date_of <= today + _AHEAD and date_of.isoformat() == day:
                return day
        raise Refused("unknown", "no deal for the day {day}", day=repr(day[:20]))

    def _compared(self, game: str, day: str) -> int | None:
        """The score of `strong`, which begins to play at the first call; None: not done yet."""
        key = game, day
        if key in self._strong and self._strong[key].done() and has_failed(self._strong[key]):
            del self._strong[key]  # it failed: let it try again
        if key not in self._strong:
            while len(self._strong) >= _MOST_KEPT:
                self._strong.pop(next(iter(self._strong))).cancel()
            self._strong[key] = asyncio.ensure_future(self._by_strong(game, day))
            self._strong[key].add_done_callback(has_failed)
        return self._known(game, day)

    def _known(self, game: str, day: str) -> int | None:
        """The score of `strong`, if it has played; None: not done yet."""
        task = self._strong.get((game, day))
        is_known = task is not None and task.done() and not has_failed(task)
        return task.result() if task is not None and is_known else None

    async def _by_strong(self, game: str, day: str) -> int:
        level, waits = _level_of(game_called(game)), 0
        actions: tuple[int, ...] = ()
        while True:
            job: Job | int = await self._workers.do(None, _next_job, (game, day, actions), level)
            if isinstance(job, int):
                return job
            chosen = await self._thinkers.choose(job)
            if chosen.level == level:
                actions = (*actions, chosen.action)
                continue
            waits += 1  # it is not ready yet, and the player in its place does not count
            if waits > _MOST_WAITS:
                raise Refused("busy", TOO_SLOW, name=level)
            await asyncio.sleep(_WAIT_S)


def game_of(question: Question) -> Game:
    """The game in the path of a request; raises Refused if there is none."""
    try:
        return registered(question.path["game"])
    except SetupError as error:
        raise Refused("unknown", error) from None


def _checked(actions: Sequence[int]) -> tuple[int, ...]:
    """The moves of a seat; raises Refused if there are too many."""
    if len(actions) > _MOST_MOVES:
        raise Refused("unreadable", "a round has {n} moves at most", n=_MOST_MOVES)
    return tuple(actions)


def _seed_of(game: Game, day: str) -> int:
    """The seed of a day, which everybody can compute, and nobody chose."""
    digest = sha256(f"{_DOMAIN}\n{game.name}\n{game.version}\n{day}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def _level_of(game: Game) -> str:
    """The computer player that plays the same deal for comparison."""
    return STRONG if STRONG in agents.bots(game) else agents.usual(game)


def _dealt_on(game: Game, day: str) -> Match:
    """The deal of a day, with computer players in all seats but the first."""
    level = GOOD if GOOD in game.bots.by_name else agents.usual(game)
    seats = [GUEST, *[level] * (game.seats_offered - 1)]
    dealt = match(game, seats, seed=_seed_of(game, day), rounds=1)
    dealt.name_seats(_names_for(GUEST, len(seats)))
    return dealt


def _names_for(name: str, seats: int) -> list[str]:
    """The names of a person and of computer players, which all differ."""
    names = [name]
    while len(names) < seats:
        names.append(given_name(names))
    return names


def _play(table: Table, action: int) -> None:
    """Play a move of the seat, and let computer players answer; raises Refused if not open."""
    if table.is_over or action not in [each.id for each in table.actions]:
        raise Refused("illegal", "that move is not open now")
    table.play(action)


def _score_of(table: Table) -> int:
    """The score of the seat, once the round is over."""
    return list(table.scores.values())[_SEAT]


# --- in a worker ----------------------------------------------------------------------------------

_matches: OrderedDict[_Deal, Match] = OrderedDict()


def _played(deal: _Deal) -> Match:
    """The match of a day after some moves, played again unless it is in memory.

    Raises:
        Refused: one of the moves is not open.
    """
    name, day, actions = deal
    match = _matches.pop(deal, None)
    if match is None:
        match = _matches.pop((name, day, actions[:-1]), None) if actions else None
        left = actions[-1:]
        if match is None:
            match, left = _dealt_on(game_called(name), day), actions
        for action in left:
            _play(match.table, action)
    _matches[deal] = match
    while len(_matches) > _MOST_KEPT:
        _matches.popitem(last=False)
    return match


def _result(deal: _Deal) -> int | None:
    """The score of the seat; None: the round is not over."""
    table = _played(deal).table
    return _score_of(table) if table.is_over else None


def _finished(deal: _Deal, person: str, name: str, at: int, language: str) -> Archived | None:
    """The match of a finished deal, for the archive; None: the round is not over."""
    with speaking(language):
        match = _match_for(deal, name)
    if not match.table.is_over:
        return None
    game, day, _ = deal
    number = day_id(game, day, person)
    return from_match(match, person, at, seat=_SEAT, id=number, day=day)


def _next_job(deal: _Deal, level: str) -> Job | int:
    """The position for a computer player in the seat, or its score at the end."""
    table = _played(deal).table
    seed = _seed_of(table.game, deal[1])
    return _score_of(table) if table.is_over else Job.from_table(table, level, seed)


def _match_for(deal: _Deal, name: str) -> Match:
    """The match of a deal, with the reader's name in the current language."""
    match = _played(deal)
    match.name_seats(_names_for(name or say(GUEST), len(match.names)))
    return match


def _moment(deal: _Deal, language: str, name: str, strong: int | None) -> bytes:
    """The content of `Days.moment`."""
    with speaking(language):
        return msgspec.json.encode(_moment_of(_match_for(deal, name), deal[1], strong))


def _steps(deal: _Deal, language: str, name: str, first: int, face_up: bool) -> bytes:
    """The content of `Days.steps`."""
    with speaking(language):
        match = _match_for(deal, name)
        rounds = match.at(0), match.table
        steps = part_of(rounds, 1, _SEAT, first, face_up, lambda n: _event(match.table, n))
        return msgspec.json.encode(steps)


def _event(table: Table, n: int) -> Event:
    """One action as the seat heard of it."""
    return event(table, n, _SEAT, "person")


def _moment_of(match: Match, day: str, strong: int | None) -> DailyMoment:
    """A table as the seat sees it, in the current language."""
    table, title = match.table, say(match.game.title)
    view = table.view(_SEAT)
    moves = len(table.history)
    return DailyMoment(
        game=table.game.name,
        title=title,
        day=day,
        names=table.names,
        seat=_SEAT,
        board=view.open,
        zones=with_orders(table.game, view.own).zones,
        actions=[] if table.is_over else open_actions(table),
        log=[_event(table, n) for n in range(max(0, moves - _LOG_LINES), moves)],
        outcome=table.outcome if table.is_over else "",
        sheet=_sheet_of(match, title) if table.is_over else None,
        reasons=reasons(match),
        result=_result_of(table, day, strong) if table.is_over else None,
    )


def _sheet_of(match: Match, title: str) -> SheetData:
    """The score sheet without its totals, because there is one round."""
    sheet = sheet_data(match.sheet, title)
    return replace(sheet, rows=sheet.rows[:1])


def _result_of(table: Table, day: str, strong: int | None) -> DailyResult:
    """The seat's result of a finished deal."""
    game, scores = table.game, list(table.scores.values())
    points = scores[_SEAT]
    sides = [side.seats for side in table.view(_SEAT).open.sides]
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
    """A result to share, in lines of about 30 letters: a coloured square is the reader's place."""
    n = result.points
    points = say_n("{number} point", "{number} points", abs(n), number=number(n))
    own = _OWN[result.lead]
    row = _OTHER * (result.place - 1) + own + _OTHER * (result.places - result.place)
    compared = ""
    if result.strong is not None:
        compared = " " + say("computer: {points}", points=number(result.strong))
    last = [] if result.places == 1 and not compared else [row + compared]
    return "\n".join([title, f"{day}: {points}", *last])
