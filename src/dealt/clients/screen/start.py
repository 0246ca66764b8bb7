"""What `dealt play` shows on a whole terminal: one's own service or another one, and its table."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from dealt import agents, games
from dealt.clients.screen.app import TableApp
from dealt.clients.screen.menus import Plan
from dealt.clients.screen.needs import check_terminal
from dealt.clients.screen.talk import Talk
from dealt.clients.screen.wire import Local, Remote, Wire, read_link
from dealt.core.game import Game
from dealt.errors import SetupError
from dealt.language import say
from dealt.service.cleaning import clean_name
from dealt.service.local import DATA, own_keys, service_on
from dealt.service.thinkers import allow_processes
from dealt.storage.places import kept_at

LOOK = "screen-look.txt"  # the name of the look that was chosen last


@dataclass(frozen=True)
class Order:
    """What was asked for on the command line; None and empty: not said.

    Attributes:
        game: its name.
        seats: people and computer players.
        join: a link.
        data: the file of one's own tables.
        settings: of a new table: `seed`, `deck`, `rounds`, `options`, as far as they were said.
        resumes: a match that was not finished goes on.
    """

    game: str | None = None
    seats: Sequence[str] = ()
    join: str | None = None
    data: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    resumes: bool = True


def open_table(order: Order) -> str:
    """Show the table until it is left; how to come back, in a line.

    Raises:
        DealtError: what was ordered cannot be had, here or there.
    """
    check_terminal()
    plan = plan_of(order)
    address = None if order.join is None else read_link(order.join)
    if address is not None and order.data is not None:
        raise SetupError(
            "--data is for your own tables; tables joined with --join are kept by their server"
        )

    data = order.data or ("" if address is not None else kept_at(DATA))
    if address is None:
        allow_processes()  # computer players of this machine

    async def run() -> TableApp:
        if address is not None:
            return await _show(Remote(address, own_keys()), plan, links=True)
        async with service_on(data) as service:
            wire = Local(service, own_keys(), place=str(Path(data).absolute()))
            return await _show(wire, plan, links=False)

    app = asyncio.run(run())
    if app.failure is not None:
        raise app.failure
    if address is not None:
        return say("Everything is saved there. Run the same command to resume.")
    return say("Saved to {file}. Run the same command to resume.", file=data)


async def _show(wire: Wire, plan: Plan, *, links: bool) -> TableApp:
    app = TableApp(Talk(wire), plan, links=links, memory=Path(click.get_app_dir("dealt")) / LOOK)
    with contextlib.suppress(NotImplementedError):  # loops of Windows know no signals
        # a program that is told to end leaves the terminal as it was
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, app.exit)
    await app.run_async()
    return app


def plan_of(order: Order) -> Plan:
    """What is to be opened.

    Raises:
        SetupError: no such game, or it is not for so many, or a name cannot be shown.
    """
    if order.join is not None and order.game is None and len(order.seats) == 1:
        return Plan(name=clean_name(order.seats[0]))
    if order.game is None:
        if order.seats:
            raise SetupError("--seat needs a game: dealt table GAME --seat NAME")
        return Plan()
    game = games.registered(order.game)
    seats = tuple(order.seats)
    if seats:
        seats = tuple(_level_of(game, seat, order) for seat in seats)
        if all(seat in agents.bots(game) for seat in seats):
            raise SetupError("somebody has to play: give a person's name with --seat")
        seats = tuple(
            seat
            if seat in agents.bots(game)
            else f"{agents.PERSON}{clean_name(agents.person_of(game, seat))}"
            for seat in seats
        )
        game.check_seats(len(seats))
    return Plan(game.name, seats, settings=dict(order.settings), resumes=order.resumes)


def _level_of(game: Game, seat: str, order: Order) -> str:
    """The name of a computer player of your own, which is offered here; other seats as they are.

    Raises:
        SetupError: there is no such player, or the tables are somebody else's.
    """
    if not agents.is_address(seat):
        return seat
    if order.join is not None:
        raise SetupError(
            "{player} plays at your own tables only; a host offers it with dealt serve --player "
            "{player}",
            player=seat,
        )
    return agents.offer(game, seat)
