"""Join a table as planned: a name, a match to resume, or a new table and its seats."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import msgspec

from dealt.agents import PERSON
from dealt.clients.plan import Plan
from dealt.clients.table_client import TableClient
from dealt.service.table import protocol as p
from dealt.service.table.parts import TableRow
from dealt.service.table.refusals import guests


def levels_of(client: TableClient, game: str | None) -> dict[str, str]:
    """The computer players of a game and their levels in words; none if it is not known there."""
    info = client.game(game)
    names = [] if info is None else info.levels
    words = {} if info is None else info.level_words
    return {name: words[name].word if name in words else name for name in names}


async def take_name(client: TableClient, plan: Plan) -> bool:
    """Take the planned name; return whether a name must be asked for.

    Raises:
        DealtError: the service refuses.
    """
    assert client.welcome is not None, "a name before the answer to hello"
    name, levels = client.welcome.name, levels_of(client, plan.game)
    people = [seat.removeprefix(PERSON) for seat in plan.seats if seat not in levels]
    own_name = plan.name or (people[0] if people and name in guests() else None)
    if own_name is not None and own_name != name:
        await client.rename(own_name)
    return own_name is None and name in guests()


async def list_tables(client: TableClient) -> list[TableRow]:
    """The tables that may be entered; errors as in `TableClient.ask`."""
    lobby = await client.ask("lobby")
    return lobby.tables if isinstance(lobby, p.Tables) else []


@contextlib.contextmanager
def _unseen(client: TableClient) -> Iterator[None]:
    """Show nothing of a table meanwhile: what is half done, and no place for keys."""
    changed, client.changed = client.changed, lambda: None
    try:
        yield
    finally:
        client.changed = changed
        client.report()


async def name_table(client: TableClient, table: str, label: str) -> None:
    """Give one of the reader's tables a name, without showing it; errors as in `ask`."""
    with _unseen(client):
        await client.enter(table)
        await client.until(lambda: client.table is not None or client.attends is None)
        if client.table is not None:
            settings = {**msgspec.to_builtins(client.table.settings), "label": label}
            await client.ask("change", settings=settings)
        await client.leave()


async def resume(client: TableClient, plan: Plan) -> bool:
    """Enter the table of the saved match to resume; False if there is none.

    Raises:
        DealtError: the plan is not possible, or as the service refuses.
    """
    if not plan.resumes:
        return False
    table = await client.wire.saved_match(plan, await list_tables(client))
    if table is not None:
        await client.enter(table)
    return table is not None


async def open_table(client: TableClient, plan: Plan) -> None:
    """Open a table, seat the players, and deal if nobody is missing.

    Raises:
        DealtError: the service refuses.
    """
    settings = {"game": plan.game, "seats": len(plan.seats), "options": {}, **plan.settings}
    levels, is_first = levels_of(client, plan.game), True
    with _unseen(client):
        await client.ask("open", settings=settings)
        for seat, name in enumerate(plan.seats):
            if name in levels:
                await client.ask("bot", seat=seat, level=name)
            elif name:
                await client.ask("sit", seat=seat, name=name.removeprefix(PERSON), hot=not is_first)
                is_first = False
        if "" not in plan.seats:
            await client.ready()
