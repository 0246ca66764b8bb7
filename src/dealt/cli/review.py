"""The commands that teach: `dealt review`, and puzzles from positions."""

from __future__ import annotations

from itertools import chain
from typing import Any

import click

from dealt.cli.forms import JSON, form_options, show_sheets
from dealt.cli.history import data_option, recorded
from dealt.cli.puzzle import puzzle
from dealt.cli.simulate import game_of_file, own_game_option
from dealt.cli.words import Command
from dealt.language import message


@click.command("review", cls=Command)
@click.argument("file")
@click.option("--seat", "seats", multiple=True, metavar="NAME", help="Whose play  [all people]")
@click.option("--all", "everyone", is_flag=True, help="All seats, and compare them.")
@data_option
@own_game_option
@form_options
def review(
    file: str, seats: tuple[str, ...], everyone: bool, data: str | None, own: Any, form: str | None
) -> None:
    """Review a match: what each decision cost.

    FILE is its record, its id in dealt history, or last. A search weighs each decision by what that
    player could see. Shows the three costliest, and how good the cards were. Ctrl-C stops early.
    """
    import dealt
    from dealt.history import report
    from dealt.history.review import review as begin
    from dealt.terminal.progress import Work

    record, _ = recorded(file, data)
    match = dealt.replay(record, game_of_file(file, record.game, own))
    names = match.names if everyone else seats or report.people(match)
    reviews = [begin(match, name) for name in names]
    total = sum(each.total for each in reviews)
    with Work(message("Reviewing"), message("decisions")) as work:
        for count, _ in enumerate(chain.from_iterable(reviews), 1):
            work.progress(count, total)
            if work.stopped():
                break
    summaries = [each.summary() for each in reviews]

    def lines() -> None:
        for each in reviews:
            click.echo("\n".join(report.report(each)) + "\n")
        if len(reviews) > 1:
            show_sheets(lambda: [report.comparison(summaries)], None)

    facts = [each.to_data() for each in summaries] if form == JSON else None
    show_sheets(lambda: [report.comparison(summaries)], form, data=lambda: facts, people=lines)


COMMANDS = [review, puzzle]
