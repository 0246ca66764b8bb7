"""The command `dealt puzzle`: what would you play?"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.simulate import GameName, rules_option
from dealt.cli.words import Command, plain_option
from dealt.errors import SetupError
from dealt.language import message, say

if TYPE_CHECKING:
    from dealt.history.puzzles import Puzzle


@click.command("puzzle", cls=Command)
@click.argument("game", required=False, type=GameName())
@click.option("--today", is_flag=True, help="The puzzle of the day, the same for everybody.")
@click.option("--number", type=click.IntRange(min=1), metavar="N", help="Puzzle N  [any]")
@click.option("--answer", is_flag=True, help="Show the answer without asking.")
@click.option("--file", metavar="FILE", help="Another collection than the package's.")
@click.option("--make", type=click.IntRange(min=1), metavar="N", help="Add N puzzles to FILE.")
@plain_option
@rules_option
def puzzle(
    game: Any, today: bool, number: int | None, answer: bool, file: str | None, make: int | None,
    plain: bool, options: dict[str, int | str],
) -> None:  # fmt: skip
    """Solve a puzzle: find the best move in a position of GAME.

    You see what the seat to move could see. Type a move or its number to compare it with the best.

    --make plays matches between computer players and keeps positions whose best move is clear but
    not obvious. Ctrl-C keeps the puzzles made so far; the same command continues.
    """
    from dealt.games import add
    from dealt.history import puzzles

    if game is not None:
        add(game.name)  # one of your own may be named by its puzzles, too
    if make is not None:
        _make(game, make, file, options)
        return
    some = puzzles.collection(file)
    if game is not None:
        some = [each for each in some if each.record.game == game.name]
    if not some:
        raise SetupError("no puzzles yet: dealt puzzle GAME --make 10 --file FILE makes some")
    if number is not None and number > len(some):
        raise SetupError("no puzzle {n}: there are 1 to {last}", n=number, last=len(some))
    now = datetime.now(UTC)
    day = now.date().isoformat() if today else now.isoformat()
    chosen = some[number - 1] if number else puzzles.of_day(some, day)
    click.echo(say("Puzzle {n} of {total}", n=some.index(chosen) + 1, total=len(some)))
    _ask(chosen, answer=answer, aloud=plain)


def _ask(chosen: Puzzle, *, answer: bool, aloud: bool) -> None:
    """Show a puzzle, read a move unless the answer is wanted, and answer it."""
    from dealt.terminal.boxes import Screen
    from dealt.terminal.console import Leave

    console, table = Screen(aloud=aloud), chosen.table
    console.say(chosen.question())
    if answer:
        console.say(chosen.solution)
        return
    actions = table.actions
    phrases = [table.game.wording.action_phrase(each.id) for each in actions]
    title = say("What would you play as {name}?", name=table.turn)
    try:
        number = console.choose(title, phrases, [each.text for each in actions])
    except (EOFError, KeyboardInterrupt, Leave):
        click.echo()
        return
    console.say(chosen.answer(actions[number - 1].text))


def _make(game: Any, total: int, file: str | None, options: dict[str, int | str]) -> None:
    """Add puzzles to a file, until there are as many more or Ctrl-C is pressed."""
    from dealt.history import puzzles
    from dealt.terminal.progress import Work

    if game is None or file is None:
        raise SetupError("name the game and the file: dealt puzzle GAME --make 10 --file FILE")
    count = 0
    with Work(message("Making"), message("puzzles")) as work:
        work.progress(0, total)
        for is_new in puzzles.added(game, file, options):
            count += is_new
            work.progress(count, total)
            if count == total or work.stopped():
                break
    click.echo(say("Puzzles in {file}: {n}", file=file, n=len(puzzles.collection(file))))
