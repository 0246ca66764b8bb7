"""Commands that seat computer players: their help lists the levels."""

from __future__ import annotations

import click

from dealt.cli.words import Command
from dealt.language import say

seat_option = click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME|LEVEL",
    help="A person, a computer player of a level, or your own as module:NAME; can be repeated.",
)


class SeatingCommand(Command):
    """A command whose help ends with the levels of computer players."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the levels of every game, and those that only some games have."""
        from dealt import agents
        from dealt.games import games

        ladder = ", ".join(agents.LADDER)
        rows = [(say("every game"), say("{levels}; AI is {own}", levels=ladder, own=agents.SEED))]
        for game in games():
            usual = {*agents.LADDER, agents.OWN}
            more = [name for name in agents.bots(game) if name not in usual]
            if more:
                rows.append((game.name, say("also {levels}", levels=", ".join(more))))
        rows.append((say("your own"), say("module:NAME, or a file of weights")))
        with formatter.section(say("Levels of computer players")):
            formatter.write_dl(rows)
        super().format_epilog(ctx, formatter)
