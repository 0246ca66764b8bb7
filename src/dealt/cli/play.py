"""Playing at a table of this account: `dealt play`."""

from __future__ import annotations

from typing import Any

import click

from dealt.cli import table
from dealt.cli.simulate import GameName, rules_option
from dealt.cli.words import SeatingCommand, seat_option


@click.command(cls=SeatingCommand)
@click.argument("game", type=GameName(), required=False)
@seat_option
@click.option("--seed", type=click.IntRange(0), help="Deal the same cards again.")
@click.option(
    "--rounds", type=click.IntRange(1), help="Rounds to play. Tranca otherwise plays to its target."
)
@rules_option
@click.option("--deck", metavar="FILE", help="A stacked deck, used in every round.")
@click.option(
    "--scores",
    metavar="FILE",
    help="Keep scores over matches in FILE. At a terminal they are kept by default: Mason Rummy in"
    " scores.csv, President in president.csv.",
)
@click.option(
    "--hints/--no-hints",
    default=None,
    help="Show what a choice is worth. Mason Rummy's own menus do so only with --hints  [--hints]",
)
@click.option(
    "--adviser", metavar="NAME", help="Also show what this computer player would do: strong, AI ..."
)
@click.option(
    "--position", metavar="TEXT", help="Begin in this position; see dealt analyse for the text."
)
@click.option("--record", metavar="FILE", help="Write a record of the match, for dealt replay.")
@click.option(
    "--resume/--new",
    default=None,
    help="Resume the same match if it was not finished, or begin a new one  [--resume at a"
    " terminal; --new with --seed, --deck or without a terminal]",
)
@click.option("--join", metavar="LINK", help="Join a table on another server.")
@click.option("--data", metavar="FILE", help="Where your own tables are saved  [dealt-table.db]")
@click.option(
    "--plain",
    is_flag=True,
    envvar="DEALT_PLAIN",
    help="Use plain prompts, for screen readers; DEALT_PLAIN=1 does the same.",
)
def play(game: Any, plain: bool, join: str | None, data: str | None, **ordered: Any) -> None:
    """Play GAME, or choose one from a menu. Your match is saved move by move.

    The table fills the terminal; --plain, a pipe, a small terminal or an option that only prompts
    know shows plain prompts at the same table. Mason Rummy has the menus of its document unless
    you give --seat. Run the same command to resume a match; in a second terminal it shows the same
    table. A script gets a new match unless it says --resume.

    A seat is a person's name, the level of a computer player, or one of your own, as module:NAME.
    Without seats you choose who plays. Without GAME, --plain or a missing
    terminal lets computer players play a match of every game.

    Computer players also give advice: with --adviser strong, each turn of a person shows what
    strong would do and why, based on what that person can see.
    """
    from dealt.clients.line import play as face
    from dealt.clients.line.matches import Matches
    from dealt.clients.line.order import Order, screen_order
    from dealt.terminal.console import Leave, is_terminal

    order = Order(**ordered, plain=plain, matches=Matches(data))
    if game is None and order.position is not None:
        from dealt.core.position import game_name

        game = GameName().convert(game_name(order.position), None, None)
    try:
        if join is not None:
            fields = {"seats": order.seats, **screen_order(game, order)}
            table.join({**fields, "join": join, "data": data}, order)
            return
        if face.fits_screen(game, order, plain=plain) and table.is_shown(
            {**screen_order(game, order), "data": data}
        ):
            return
        if game is not None:
            face.play(game, order)
        elif plain or is_terminal():
            face.choose_game(order)
        else:
            face.show_all(order)
    except (EOFError, Leave):
        click.echo()  # the end of input is a way to leave
    finally:
        order.matches.close()
