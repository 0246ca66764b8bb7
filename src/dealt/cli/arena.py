"""The commands that compare players and moves: `dealt arena`, `dealt analyse`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import click

from dealt.cli.forms import check_picture, draw, form_options, show_figure, show_sheets
from dealt.cli.simulate import STOPPED, Count, GameName, in_pieces, placed, rules_option
from dealt.cli.words import Command, LevelName, SeatingCommand
from dealt.core.sheet import Sheet
from dealt.language import message, say

_UNHEARD = message(
    "A position does not say what was played before: all deals that fit its cards are equally "
    "likely."
)


@click.command("arena", cls=SeatingCommand)
@click.argument("game", type=GameName())
@click.argument("players", nargs=-1, metavar="PLAYER PLAYER...")
@click.option("--deals", type=Count(message("deals")), default="100", show_default=True)
@click.option(
    "--rounds", type=click.IntRange(1), default=1, show_default=True, help="Rounds of a match."
)
@click.option("--seats", type=int, help="Seats at a table  [the fewest]")
@click.option("--first-only", is_flag=True, help="Only the first player against each other one.")
@rules_option
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@placed
@click.option(
    "--picture", metavar="FILE", callback=check_picture, help="Draw the results, as .png or .svg."
)
@form_options
def arena(
    game: Any,
    players: tuple[str, ...],
    deals: int,
    rounds: int,
    seats: int | None,
    first_only: bool,
    options: dict[str, int | str],
    seed: int,
    ledger: str | None,
    picture: str | None,
    form: str | None,
    **where: Any,
) -> None:
    """Let computer players of GAME compete. Each pair plays the same cards in every seat.

    Players are the levels below, or your own: module:NAME, or a file of weights. dealt play GAME
    takes the same names. The result depends only on the players, the seed and the number of deals;
    more deals can be added later to a --ledger. Players that take their time, such as strong and
    your own, work in processes.
    """
    from dealt.simulate.arena import Contest, is_ready, job, play
    from dealt.terminal.progress import Work

    contest = Contest.of(
        game, players, seats=seats, options=options, rounds=rounds, first_only=first_only
    )
    work = Work(message("Playing"), message("deals"), lambda: is_ready(contest))
    with in_pieces(work, job(contest, deals, seed=seed), ledger, where) as means:
        result = play(contest, deals, seed=seed, **means)
    if result.deals:
        _show(result, picture, form)
    if work.is_stopped:
        sys.exit(STOPPED)


def _show(result: Any, picture: str | None, form: str | None) -> None:
    """Print a result, and draw it if asked for."""
    from dealt.figures.simulations import ladder

    if form is not None:
        show_sheets(result.sheets, form, data=result.to_dict)
    else:
        from dealt.terminal.console import Console

        meetings, ratings = result.sheets()
        Console().show(meetings)
        show_figure(ladder(result))
        Console().show(ratings)
    draw(ladder(result), picture)


@click.command("analyse", cls=Command)
@click.argument("position", metavar="POSITION")
@click.option(
    "--player",
    default="strong",
    type=LevelName(),
    show_default=True,
    help="Who plays the rounds to their end.",
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

    def sheet() -> Sheet:
        moves = analysis.sheet()
        return replace(moves, notes=(*moves.notes, say(_UNHEARD)))

    show_sheets(lambda: [sheet()], form, data=lambda: sheet().to_data())
