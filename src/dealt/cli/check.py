"""The command that holds a game to what every game promises: `dealt check GAME`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from dealt.cli.words import Command
from dealt.language import message, say, say_n

if TYPE_CHECKING:
    from dealt.testing import Result

SHOWN = {"ok": message("ok"), "wrong": message("WRONG"), "skipped": message("skipped")}
WIDTH = 10  # of the names of checks


@click.command("check", cls=Command)
@click.argument("game", metavar="MODULE:GAME")
@click.option(
    "--rounds",
    type=click.IntRange(1),
    help="Rounds for each check  [300, or as many as two seconds allow]",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def check(game: str, rounds: int | None, seed: int, as_json: bool) -> None:
    """Test a game of your own against what every game promises.

    MODULE:GAME can also be the name of a game of this package. Random rounds are played, and each
    check prints one line: ok, skipped with the reason, or what is wrong and where: seed, round and
    the actions that lead there. The exit status is 1 if something is wrong.
    """
    from dealt.games import unexamined
    from dealt.testing import examine

    found = unexamined(game)
    results = []
    for result in examine(found, rounds=rounds, seed=seed):
        results.append(result)
        if not as_json:
            click.echo(line(result))
    wrong = sum(result.status == "wrong" for result in results)
    if as_json:
        import json

        data = [result.to_data() for result in results]
        told = {"game": found.name, "seed": seed, "ok": not wrong, "checks": data}
        click.echo(json.dumps(told, indent=1))
    elif wrong:
        click.echo(say_n(
            "{game}: 1 check found something wrong", "{game}: {n} checks found something wrong",
            wrong, game=found.name,
        ))  # fmt: skip
    else:
        click.echo(say("{game} keeps all promises that were checked", game=found.name))
    if wrong:
        sys.exit(1)


def line(result: Result) -> str:
    """A result in one line."""
    status = say(SHOWN[result.status])
    return f"{status:8}{result.check.name:{WIDTH}}{result}"
