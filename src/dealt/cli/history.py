"""The command for what was played: `dealt history`."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.forms import JSON, form_options, show_sheets
from dealt.cli.simulate import GameName
from dealt.cli.words import Command
from dealt.errors import SetupError
from dealt.language import decimal, listed, message, say, say_n

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dealt.core.record import Record
    from dealt.core.sheet import Sheet
    from dealt.history.heads import Head
    from dealt.history.own import History
    from dealt.history.statistics import Figures, Tally

_LATEST = "last"  # in place of an id
_DAY = "%Y-%m-%d"
_SHORT = 6  # letters of an id that lists show
_MOST = 500  # matches in a list


data_option = click.option(
    "--data", metavar="FILE", help="Where your own tables are saved  [dealt-table.db]"
)


@click.command("history", cls=Command)
@click.argument("match", required=False)
@click.option("--game", type=GameName(), help="Only matches of this game.")
@click.option(
    "--since", type=click.DateTime([_DAY]), metavar="YYYY-MM-DD", help="Only matches from then on."
)
@click.option("--rename", metavar="TITLE", help="Give MATCH a name.")
@click.option("--delete", is_flag=True, help="Delete MATCH; it cannot be brought back.")
@click.option("--record", metavar="FILE", help="Save the record of MATCH, to take it elsewhere.")
@click.option("--save", metavar="FILE", help="Save all matches to FILE, to take them elsewhere.")
@click.option("--restore", metavar="FILE", help="Add the matches saved in FILE, or of a record.")
@data_option
@form_options
def _history(
    match: str | None,
    game: Any,
    since: datetime | None,
    rename: str | None,
    delete: bool,
    record: str | None,
    save: str | None,
    restore: str | None,
    data: str | None,
    form: str | None,
) -> None:
    """List the matches you have finished, and how often you won.

    MATCH is the id in the list, its first letters, or last. dealt replay MATCH goes through it
    step by step, and dealt review MATCH says what each decision cost.
    """
    from dealt.history.own import History

    if match is None and (rename is not None or delete or record is not None):
        raise SetupError("name the match: an id of dealt history, or last")
    with History(data) as history:
        if restore is not None:
            _restore(history, restore)
        if save is not None:
            n = history.save(save)
            click.echo(
                say_n("1 match saved to {file}.", "{n} matches saved to {file}.", n, file=save)
            )
        if match is not None:
            _change(history, match, rename, record, form, delete=delete)
        elif save is None and restore is None:
            heads = history.matches("" if game is None else game.name, since)
            _show(heads if form else heads[:_MOST], history.figures(heads), form)


def _restore(history: History, file: str) -> None:
    """Add the matches of a file, and say what came of it; exit with 1 if a line is bad."""
    from dealt.terminal.progress import Work

    with Work(message("Reading"), message("matches")) as work:

        def goes_on(count: int, total: int) -> bool:
            work.progress(count, total)
            return not work.stopped()

        added, present, problems = history.restore(file, goes_on)
    for problem in problems:
        click.echo(f"dealt: {problem}", err=True)
    text = say_n(
        "1 match added; {present} here already.",
        "{n} matches added; {present} here already.",
        added,
        present=present,
    )
    click.echo(text)
    if problems:
        click.get_current_context().exit(1)


def _change(
    history: History,
    match: str,
    title: str | None,
    record: str | None,
    form: str | None,
    *,
    delete: bool,
) -> None:
    """Save, name, delete or show one match."""
    head = history.find(match)
    if record is not None:
        from dealt.storage.records import save_record

        save_record(history.record(head.id), record)
        click.echo(say("Saved to {file}.", file=record))
    if title is not None:
        history.rename(head.id, title)
    if delete:
        history.delete(head.id)
        from dealt.clients.rows import title_of

        click.echo(say("Deleted: {match}.", match=title_of(head)))
    elif record is None:
        _show([history.find(head.id)], None, form)


def recorded(place: str, data: str | None = None) -> tuple[Record, Head | None]:
    """The record in a file, or of a match of one's own with its head.

    Args:
        place: the file; or `last`, or the id of a match in the tables at `data`.
        data: the file of tables; None: the account's.

    Raises:
        DealtError: there is neither, or it cannot be read.
    """
    from pathlib import Path

    from dealt.storage.records import load_record

    is_id = place == _LATEST or (len(place) >= _SHORT and set(place) <= set("0123456789abcdef"))
    if Path(place).exists() or not is_id:
        return load_record(place), None
    from dealt.history.own import History

    with History(data) as history:
        return history.record(place), history.find(place)


def _show(heads: Sequence[Head], figures: Figures | None, form: str | None) -> None:
    if form is None and not heads:
        click.echo(say("No match has been finished yet."))
        return
    import msgspec

    data = {"matches": heads, "figures": figures}
    show_sheets(
        lambda: [_list(heads), *([] if figures is None or form == "csv" else [_figures(figures)])],
        form,
        data=(lambda: msgspec.to_builtins(data)) if form == JSON else None,
    )


def _list(heads: Sequence[Head]) -> Sheet:
    """The matches, one a row."""
    from dealt.clients.rows import title_of
    from dealt.core.sheet import Sheet

    rows = []
    for head in heads:
        winners = listed([head.names[seat] for seat in head.winners]) if head.over else ""
        marks = [say("practice")] * head.practice + [say("ended early")] * (not head.over)
        mark = ", ".join(marks)
        won = f"{winners} ({mark})" if winners and mark else winners or mark
        points = ", ".join(f"{name} {n}" for name, n in zip(head.names, head.points, strict=True))
        at = datetime.fromtimestamp(head.ended_at / 1000)
        day = f"{at:{_DAY} %H:%M}"
        title = title_of(head)
        rows.append((head.id[:_SHORT], day, title, points, won))
    columns = (say("match"), say("day"), say("game"), say("points"), say("won by"))
    return Sheet(say("Your matches"), columns, tuple(rows))


def _figures(figures: Figures) -> Sheet:
    """Who won how often: over all, by game, by computer player and by person."""
    from dealt.clients.rows import game_title
    from dealt.core.sheet import Sheet

    def row(tally: Tally, name: str) -> tuple[str | int, ...]:
        share = decimal(f"{tally.wins / tally.matches:.0%}") if tally.matches else ""
        interval = f"{tally.low:.0%} - {tally.high:.0%}" if tally.matches else ""
        return name, tally.matches, tally.wins, share, interval

    rows = [row(figures.total, say("all matches"))]
    rows += [row(each, game_title(each.name)) for each in figures.games]
    rows += [row(each, say("against {name}", name=say(each.name))) for each in figures.levels]
    rows += [row(each, say("with {name}", name=each.name)) for each in figures.people]
    streak = say_n("won in a row: 1", "won in a row: {n}", figures.streak)
    notes = [f"{streak}; {say('at most: {n}', n=figures.longest)}"]
    if figures.places:
        places = ", ".join(map(str, figures.places))
        notes.append(say("how often 1st, 2nd, ... among three or more: {places}", places=places))
    if figures.decisions:
        share = decimal(f"{1 - figures.mistakes / figures.decisions:.0%}")
        played_well = say_n(
            "{share} of 1 reviewed decision without a mistake",
            "{share} of {n} reviewed decisions without a mistake",
            figures.decisions, share=share,
        )  # fmt: skip
        notes.append(played_well)
    interval = say("{level} interval", level=say("95 %"))
    columns = ("", say("matches"), say("won"), say("share"), interval)
    return Sheet(say("How often you won"), columns, tuple(rows), tuple(notes))


COMMANDS = [_history]
