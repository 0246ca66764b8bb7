"""The command that compares the moves of a position: `dealt analyse POSITION`."""

from __future__ import annotations

import sys

import click

from dealt.cli.forms import form_options, show_sheets
from dealt.cli.simulate import Count
from dealt.cli.words import Command
from dealt.language import message


@click.command("analyse", cls=Command)
@click.argument("position", metavar="POSITION")
@click.option(
    "--player", default="strong", show_default=True, help="Who plays the rounds to their end."
)
@click.option(
    "--playouts", type=Count(message("playouts")), help="Rounds for all moves together  [20000]"
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@form_options
def analyse(position: str, player: str, playouts: int | None, seed: int, form: str | None) -> None:
    """Compare all moves of POSITION, the best first.

    POSITION is the text of a position, such as "president; hand 0: 2C KH; hand 1: 3S 9H;
    unknown=deal"; - reads it from standard input. Tables print it, see dealt.position.

    Every move is tried in many deals that are possible for the player to move, and computer players
    play on. Small differences mean little: look at their standard errors.
    """
    import dealt
    from dealt.agents.analysis import analyse as compare

    text = sys.stdin.read() if position == "-" else position
    table = dealt.position(text if ";" in text else f"{text};", seed=seed)
    analysis = compare(table, player, playouts=playouts, seed=seed)
    show_sheets(lambda: [analysis.sheet()], form, data=lambda: analysis.sheet().to_data())
