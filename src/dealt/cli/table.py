"""The table on the whole terminal: `dealt table`."""

from __future__ import annotations

import click

from dealt.cli.levels import SeatingCommand, seat_option
from dealt.cli.simulate import GameName
from dealt.errors import SetupError, StorageError
from dealt.extras import not_installed
from dealt.language import say


@click.command(cls=SeatingCommand)
@click.argument("game", type=GameName(), required=False)
@seat_option
@click.option("--join", metavar="LINK", help="Join a table on another server.")
@click.option("--data", metavar="FILE", help="Where your own tables are kept  [dealt-table.db]")
def table(game: object, seats: tuple[str, ...], join: str | None, data: str | None) -> None:
    """Play GAME at a full-screen table. Without GAME, choose one from a menu.

    GAME can be one of your own, as module:NAME. Play alone against computer players, pass the
    screen round among several people, or use a LINK to play with people elsewhere. Every move is
    saved: run the same command again to resume a match. The table needs 80 columns and 24 lines;
    dealt play uses plain prompts instead.
    """
    try:
        from dealt.clients.screen.start import Order, open_table
    except ModuleNotFoundError as error:
        raise SetupError(not_installed(error.name, "table")) from None
    name = getattr(game, "name", None)
    if name is not None:
        from dealt.games import add

        add(name)
    click.echo(open_table(Order(game=name, seats=seats, join=join, data=data)))


def is_shown() -> bool:
    """Show the table for `dealt play`; False, with a line that says why, where it cannot be had."""
    from dealt.clients.screen.needs import why_no_table

    problem: object = why_no_table()
    if problem is None:
        click.echo(say("Opening the table. For plain prompts: dealt play --plain"))
        try:
            from dealt.clients.screen.start import Order, open_table

            click.echo(open_table(Order()))
        except ModuleNotFoundError as error:
            problem = str(not_installed(error.name, "table"))
        except StorageError as error:  # in use by another terminal, say
            problem = str(error)
        else:
            return True
    from dealt.clients.line.console import Console

    Console().say(say("Using plain prompts: {why}", why=problem), cards=False)
    return False


COMMANDS = (table,)
