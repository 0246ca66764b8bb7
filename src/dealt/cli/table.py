"""The table on the whole terminal: `dealt table`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dealt.cli.simulate import GameName
from dealt.cli.words import SeatingCommand, seat_option
from dealt.clients.seat_choices import phase_text
from dealt.errors import SetupError, StorageError
from dealt.extras import not_installed
from dealt.language import say

if TYPE_CHECKING:
    from dealt.clients.line.order import Order


@click.command(cls=SeatingCommand)
@click.argument("game", type=GameName(), required=False)
@seat_option
@click.option("--join", metavar="LINK", help="Join a table on another server.")
@click.option("--data", metavar="FILE", help="Where your own tables are kept  [dealt-table.db]")
def table(game: object, seats: tuple[str, ...], join: str | None, data: str | None) -> None:
    """Show your tables. With GAME, play it on the full screen, as dealt play GAME does.

    In a terminal your tables and the games stand in a menu; elsewhere they are listed. With a LINK
    you play with people elsewhere. GAME can be one of your own, as module:NAME.
    """
    if game is None and join is None and not seats and not _is_terminal():
        _list_tables(data)
        return
    name = getattr(game, "name", None)
    if name is not None:
        from dealt.games import add

        add(name)
    show({"game": name, "seats": seats, "join": join, "data": data})


def show(order: dict[str, Any]) -> None:
    """Show the full-screen table; `order` has the fields of `clients.plan.Plan`.

    Raises:
        DealtError: it cannot be had here.
    """
    try:
        from dealt.clients.plan import Plan
        from dealt.clients.screen.start import open_table
    except ModuleNotFoundError as error:
        raise SetupError(not_installed(error.name, "table")) from None
    click.echo(open_table(Plan(**order)))


def join(fields: dict[str, Any], order: Order) -> None:
    """Join a table by a link: on the full screen, or by prompts where they are asked for.

    Args:
        fields: of `clients.plan.Plan`.
        order: what prompts show.

    Raises:
        DealtError: the link leads nowhere, or the server refuses.
    """
    if not order.plain and _is_terminal():
        show(fields)
        return
    from dealt.clients.line.joining import play_there
    from dealt.clients.plan import Plan

    play_there(Plan(**fields), order)


def _is_terminal() -> bool:
    from dealt.clients.terminal_size import why_no_table

    return why_no_table() is None


def _list_tables(data: str | None) -> None:
    """Print the tables of this account, the latest first."""
    from dealt.clients.line.own_tables import OwnTables
    from dealt.core.sheet import Sheet
    from dealt.terminal.console import Console

    tables = OwnTables(data)
    try:
        rows = tables.rows()
    finally:
        tables.close()
    if not rows:
        click.echo(say("No tables yet. dealt play GAME opens one."))
        return
    cells = tuple((row.title, ", ".join(row.names), phase_text(row.phase)) for row in rows)
    columns = (say("game"), say("players"), say("state"))
    note = say("dealt play GAME goes on with the latest table of GAME.")
    Console().show(Sheet(say("Your tables"), columns, cells, (note,)))


def is_shown(order: Any, *, plain: str = "dealt play --plain") -> bool:
    """Show the full-screen table; False, with a line that says why, where it cannot be had.

    Args:
        order: fields of `clients.plan.Plan`.
        plain: the command that uses plain prompts instead.
    """
    from dealt.clients.terminal_size import why_no_table

    problem: object = why_no_table()
    if problem is None:
        click.echo(say("Opening the table. For plain prompts: {command}", command=plain))
        try:
            from dealt.clients.plan import Plan
            from dealt.clients.screen.start import open_table

            click.echo(open_table(Plan(**order)))
        except ModuleNotFoundError as error:
            problem = str(not_installed(error.name, "table"))
        except StorageError as error:  # in use by another program, say
            problem = str(error)
        else:
            return True
    from dealt.terminal.console import Console

    Console().say(say("Using plain prompts: {why}", why=problem), cards=False)
    return False


COMMANDS = (table,)
