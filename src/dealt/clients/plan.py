"""The plan for a table at prompts or on a screen, and the saved match to resume."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dealt import agents, games
from dealt.core.game import Game
from dealt.errors import DealtError, SetupError
from dealt.history.heads import Head
from dealt.language import message
from dealt.service.hall.service import Service
from dealt.service.hall.tables import rebuilt
from dealt.service.table import events as ev
from dealt.service.table.refusals import clean_name
from dealt.service.table.state import TableState, Trimmed

RESUMING = message("Resuming the match that is saved; dealt play --new begins another one.")
_MOST_TABLES = 100  # searched for one to resume


@dataclass(frozen=True)
class Plan:
    """The plan for a table.

    Attributes:
        game: name of a game; None: ask.
        seats: levels of computer players and names of people, in order; `person:` before a name
            marks a person where it could be a level, and nothing stands for a free seat; empty:
            ask.
        name: the person's name at the table of a link; None: ask.
        settings: of a new table, if ordered: `seed`, `deck`, `rounds`, `options`.
        resumes: whether to resume an unfinished match.
        join: a link to another server; None: the person's own tables.
        data: the file of those tables; None: the account's file.
    """

    game: str | None = None
    seats: tuple[str, ...] = ()
    name: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    resumes: bool = True
    join: str | None = None
    data: str | None = None


def plan_again(head: Head, step: tuple[int, int], data: str | None) -> Plan:
    """The plan to play on from a step of a finished match, with its seats."""
    seats = tuple(
        f"{agents.PERSON}{name}" if level is None else level
        for name, level in zip(head.names, head.levels, strict=True)
    )
    settings = {"again": head.id, "step": step}
    return Plan(head.game, seats, settings=settings, resumes=False, data=data)


def checked(plan: Plan) -> Plan:
    """A plan with its game, seats and names checked.

    Raises:
        SetupError: the game is unknown or not for this many, or a name cannot be shown.
    """
    if plan.join is not None and plan.game is None and len(plan.seats) == 1:
        return replace(plan, name=clean_name(plan.seats[0]), seats=())
    if plan.game is None:
        if plan.seats:
            raise SetupError("--seat needs a game: dealt table GAME --seat NAME")
        return plan
    game = games.registered(plan.game)
    seats = tuple(_level_of(game, seat, plan) for seat in plan.seats)
    if seats:
        if all(agents.is_bot(game, seat) for seat in seats):
            raise SetupError("somebody has to play: give a person's name with --seat")
        seats = tuple(
            seat if agents.is_bot(game, seat)
            else f"{agents.PERSON}{clean_name(agents.person_of(game, seat))}"
            for seat in seats
        )  # fmt: skip
        game.check_seats(len(seats))
    return replace(plan, game=game.name, seats=seats)


def _level_of(game: Game, seat: str, plan: Plan) -> str:
    """The name of your own computer player, once it is available here; other seats unchanged.

    Raises:
        SetupError: the player is unknown, or the tables belong to another account.
    """
    if not agents.is_address(seat):
        return seat
    if plan.join is not None:
        raise SetupError(
            "{player} plays at your own tables only; a host offers it with dealt serve --player "
            "{player}",
            player=seat,
        )
    return agents.offer(game, seat)


async def unfinished(service: Service, person: str, game: Game) -> list[TableState]:
    """The unfinished matches of a game that a person has begun, the latest first."""
    states = []
    for name in await service.store.tables(person, _MOST_TABLES):
        rows = await service.store.events(name)
        opened = ev.read_event(rows[0].body) if rows else None
        if not isinstance(opened, ev.Opened | Trimmed) or opened.settings.game != game.name:
            continue
        with contextlib.suppress(DealtError):  # other rules: opening it reports that
            state = rebuilt(name, rows)
            is_begun = state.match is not None and not state.is_between_matches
            if is_begun and not state.is_closed and state.seats_of(person):
                states.append(state)
    return states


def is_ordered(
    state: TableState, game: Game, seats: Sequence[str], settings: Mapping[str, Any]
) -> bool:
    """Whether a saved match fits an order in everything the order names.

    Args:
        state: the table of the match.
        game: the game of the table.
        seats: people and computer players, as in an order; empty: any.
        settings: fields of its `Settings`, as far as they were ordered; options one by one.
    """
    saved = state.settings
    ordered = game.option_values({**saved.options, **settings.get("options", {})}, people=True)
    seated = [(place.level, "" if place.level else place.name) for place in state.places]
    if seats and seated != ordered_seats(game, seats):
        return False
    length = None if state.match is None else state.match.rounds  # as the game has it, if unsaid
    facts = {"seed": saved.seed, "deck": saved.deck, "position": saved.position, "rounds": length}
    is_same = all(value == settings.get(name, value) for name, value in facts.items())
    return is_same and game.option_values(saved.options, people=True) == ordered


def ordered_seats(game: Game, seats: Sequence[str]) -> list[tuple[str | None, str]]:
    """The level or the name of each seat in an order; a second Ana is `Ana 2`.

    Raises:
        SetupError: a player of your own cannot be loaded, or there are too many or too few.
    """
    game.check_seats(len(seats))
    seated: list[tuple[str | None, str]] = []
    for seat in seats:
        level = agents.offer(game, seat) if agents.is_address(seat) else seat
        if agents.is_bot(game, level):
            seated.append((level, ""))
            continue
        name = called = agents.person_of(game, seat)
        copy = 1
        while (None, name) in seated:
            copy += 1
            name = f"{called} {copy}"
        seated.append((None, name))
    return seated
