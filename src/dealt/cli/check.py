"""The command that tests a game of your own: `dealt check GAME`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from dealt.cli.words import Command
from dealt.language import message, say, say_n

if TYPE_CHECKING:
    from dealt.testing import Result

SHOWN = {"ok": message("ok"), "failed": message("FAILED"), "skipped": message("skipped")}
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
    check prints one line: ok, skipped, or what is wrong and where, with the seed, the round and the
    actions that lead there. The exit status is 1 if a check fails.
    """
    from dealt.games import unexamined
    from dealt.testing import examine

    the_game = unexamined(game)
    results = []
    for result in examine(the_game, rounds=rounds, seed=seed):
        results.append(result)
        if not as_json:
            click.echo(_line(result))
    failed = sum(result.status == "failed" for result in results)
    if as_json:
        import json

        data = [result.to_data() for result in results]
        report = {"game": the_game.name, "seed": seed, "ok": not failed, "checks": data}
        click.echo(json.dumps(report, indent=1))
    else:
        click.echo(
            _ending(the_game.name, failed, sum(each.status == "skipped" for each in results))
        )
    if failed:
        sys.exit(1)


def _ending(game: str, failed: int, skipped: int) -> str:
    """All results in one line."""
    if failed:
        return say_n("{game}: 1 check failed", "{game}: {n} checks failed", failed, game=game)
    if skipped:
        return say_n(
            "{game}: no check failed, 1 was skipped", "{game}: no check failed, {n} were skipped",
            skipped, game=game,
        )  # fmt: skip
    return say("{game}: all checks passed", game=game)


def _line(result: Result) -> str:
    """A result in one line."""
    status = say(SHOWN[result.status])
    return f"{status:8}{result.check.name:{WIDTH}}{result}"
