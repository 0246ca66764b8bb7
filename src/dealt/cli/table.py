"""The table on the whole terminal: `dealt table`."""

from __future__ import annotations

import click

from dealt.cli.simulate import GameName
from dealt.cli.words import Command
from dealt.errors import SetupError, StorageError
from dealt.extras import not_installed
from dealt.language import say


@click.command(cls=Command)
@click.argument("game", type=GameName(), required=False)
@click.option("--seat", "seats", multiple=True, metavar="NAME|bot", help="A player; repeat it.")
@click.option("--join", metavar="LINK", help="Come to a table that somebody else serves.")
@click.option("--data", metavar="FILE", help="Where one's own tables are kept  [dealt-table.db]")
def table(game: object, seats: tuple[str, ...], join: str | None, data: str | None) -> None:
    """Play GAME at a table on the whole terminal. Without GAME choose one.

    GAME can be one of your own, as module:NAME. Play alone against computer players; with several
    people at this screen, which is passed round; or by a LINK with people elsewhere. Every move is
    saved: the same command comes back to a match that is not over. It needs 80 columns and 24
    lines; dealt play asks and tells line by line.
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

    why: object = why_no_table()
    if why is None:
        click.echo(say("Opening the table; line by line: dealt play --plain"))
        try:
            from dealt.clients.screen.start import Order, open_table

            click.echo(open_table(Order()))
        except ModuleNotFoundError as error:
            why = str(not_installed(error.name, "table"))
        except StorageError as error:  # in use by another terminal, say
            why = str(error)
        else:
            return True
    click.echo(say("Line by line: {why}", why=why))
    return False


COMMANDS = (table,)
