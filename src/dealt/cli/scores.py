"""The commands for real rounds and their results: `score`, `results`, `scoresheet`."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from dealt.cli import vision
from dealt.cli.forms import CSV, draw, form_options, show_sheets
from dealt.cli.history import data_option
from dealt.cli.simulate import GameName
from dealt.cli.words import Command, OneOf
from dealt.errors import SetupError, StorageError
from dealt.language import message, say, say_n

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dealt.core.sheet import Sheet
    from dealt.history.heads import Head
    from dealt.history.own import History
    from dealt.scoresheet.leaderboard import Drawn
    from dealt.scoresheet.store import ScoreSheet

RULES = ("tranca", "buraco-open", "buraco-closed", "canasta")  # dealt.games.tranca.house.PRESETS


@click.command("score", cls=Command)
@click.argument("game", type=OneOf(["tranca"]), metavar="GAME")
@click.argument("file", required=False)
@click.option(
    "--lenient", is_flag=True, help="Score whatever can be scored, and list what is wrong."
)
@click.option("--decks", type=click.Choice(["2", "3"]), help="How many decks of cards  [2]")
@click.option("--rules", type=OneOf(RULES), metavar="NAME", help="Rules to count by  [tranca]")
@form_options
@vision.photo_options
def _score(
    game: str,
    file: str | None,
    lenient: bool,
    decks: str | None,
    rules: str | None,
    form: str | None,
    **photos: Any,
) -> None:
    """Score a round of GAME (tranca), from FILE or from photos.

    FILE has one sequence per line, such as 4H 5H 6H, and lines such as dollars: 2, hand: AS 9H,
    morto: used, final move: yes; or the same as JSON. - is standard input. Without a morto line the
    morto counts as not taken, which costs 100 points. --rules counts by other rules: buraco-open,
    buraco-closed or canasta.

    With --photo TABLE.jpg the cards are read from photos instead. In a terminal you are asked about
    everything doubtful and about what no photo shows; without a terminal the score is provisional
    while questions are open.
    """
    if vision.wants_photos(file, lenient, photos):
        if decks is not None and photos["match"] is not None:
            raise click.UsageError(
                say("leave out --decks: the match already says how many decks it uses")
            )
        if rules is not None:
            raise click.UsageError(
                say("leave out --rules: photos are counted as Tranca or by --match")
            )
        vision.score_photos(2 if decks is None else int(decks), form, photos)
        return
    from dealt.scoresheet.typed import score_file

    assert file is not None
    if file == "-" and sys.stdin.isatty():
        line = say(
            "One sequence per line, such as 4H 5H 6H; then dollars: 2, hand: AS 9H, morto: "
            "used, final move: yes. End with Ctrl-D."
        )
        click.echo(line, err=True)
    number = None if decks is None else int(decks)
    scored = score_file(file, lenient=lenient, decks=number, rules=rules or "")
    show_sheets(lambda: [scored.sheet()], form, data=scored.to_data)
    from dealt.games.tranca.seed import note_on_example

    note = note_on_example(scored)
    if note is not None:
        click.echo(note, err=True)


@click.command("results", cls=Command)
@click.argument("game", type=GameName(), metavar="GAME")
@click.option("--scores", metavar="FILE", help="A file in which an older dealt kept President's.")
@data_option
@form_options
def _results(game: Any, scores: str | None, data: str | None, form: str | None) -> None:
    """Show who won how often in GAME.

    All matches at your own tables count, but for practice, arranged decks and matches that were
    ended early. Of President you also see how often each player got each role, and the streaks.
    """
    from dealt.history.own import History
    from dealt.history.statistics import counted
    from dealt.storage.files import TextFile

    if scores is not None:
        if game.name != "president":
            raise SetupError("--scores is for the results of president alone")
        from dealt.games.president import results

        rows = results.read(TextFile(scores))
        _show_one(lambda: results.sheet(rows, say("Results in {file}", file=scores)), form)
        return
    with History(data) as history:
        heads = list(counted(history.matches(game.name)))
        if form is None and not heads:
            click.echo(say("No match has been finished yet."))
        elif game.name == "president":
            _show_one(lambda: _roles(history, heads), form)
        else:
            _show_one(lambda: _standings(heads), form)


def _show_one(sheet: Callable[[], Sheet], form: str | None) -> None:
    """Show a sheet, which is made in the language of the form."""
    show_sheets(lambda: [sheet()], form, data=lambda: sheet().to_data())


def _roles(history: History, heads: Sequence[Head]) -> Sheet:
    """The results of President's players, computer players with their levels."""
    from dealt.games.president import results

    def called(name: str, level: str | None) -> str:
        return name if level is None or name.startswith(level) else f"{name} ({level})"

    matches = []
    for head in heads:
        names = [called(*seat) for seat in zip(head.names, head.levels, strict=True)]
        rounds = [part.scores or () for part in history.record(head.id).played]
        matches.append((names, rounds, head.winners))
    return results.sheet(results.results(matches), say("Results"))


def _standings(heads: Sequence[Head]) -> Sheet:
    """How often each person has won."""
    from dealt.core.sheet import Sheet
    from dealt.history.statistics import standings

    rows = tuple((row.name, row.matches, row.wins) for row in standings(heads))
    return Sheet(say("Results"), (say("name"), say("matches"), say("won")), rows)


_NOTHING_DRAWN = {
    "leaderboard": message("nothing to draw yet: no evening with rounds has a date"),
    "statistics": message("nothing to draw yet: no round was entered by cards"),
    "partners": message("nothing to draw yet: no match is over"),
}


@click.command("scoresheet", cls=Command)
@click.argument("game", type=OneOf(["tranca"]), metavar="GAME")
@click.option("--file", metavar="FILE", help="Where the sheet is kept  [tranca.db]")
@click.option("--leaderboard", is_flag=True, help="Show who has won the most matches.")
@click.option("--statistics", is_flag=True, help="Show canastras, dollars, mortos and more.")
@click.option("--partners", is_flag=True, help="Show who wins with whom, and against whom.")
@click.option("--rounds", is_flag=True, help="Show every round with its points by part.")
@click.option("--evening", metavar="NAME", help="Show a match by its title or number, or the last.")
@click.option("--picture", metavar="FILE", help="Draw it to a .svg file, or .png with matplotlib.")
@click.option("--rules", type=OneOf(RULES), metavar="NAME", help="Rules of new matches  [tranca]")
@click.option("--backup", metavar="FILE", help="Save all evenings to one file.")
@click.option("--restore", metavar="FILE", help="Read saved evenings and merge them.")
@click.option("--join", metavar="NAME=RIGHT", help="Count NAME as the player RIGHT.")
@click.option("--yes", is_flag=True, help="Join without asking.")
@form_options
def _scoresheet(
    game: str,
    file: str | None,
    form: str | None,
    rules: str | None,
    evening: str | None,
    picture: str | None,
    backup: str | None,
    restore: str | None,
    join: str | None,
    yes: bool,
    **boards: bool,
) -> None:
    """Keep score of matches of GAME (tranca) at a real table.

    Everything is saved at once. Input can be piped in. A round can be entered on one line, such
    as 500 300.

    --leaderboard, --statistics, --partners and --rounds show results over all matches, also as
    JSON, CSV or Markdown. --evening NAME shows one match, as text to send to somebody; NAME can be
    last. --picture FILE draws one of them: points over the evening, points per round by month
    (--leaderboard), canastras per round (--statistics), or who wins with whom (--partners).

    --rules NAME starts new matches with the rules of tranca, buraco-open, buraco-closed or canasta.
    A match can change them in its menu.

    --backup and --restore move evenings between machines, and to and from the page.

    --join Anna=Ana shows what changes, and asks before it saves that; without a terminal, or with
    --yes, it does not ask. --join Anna=Anna undoes it.

    The sheet is tranca.db in the current folder if there is one, else in your folder for data.
    """
    from dealt.storage.files import kept_at

    file = file or kept_at("tranca.db")
    board_names = [name for name, is_wanted in boards.items() if is_wanted]
    moves = [each for each in (backup, restore, join) if each is not None]
    if moves:
        others = evening, picture, form
        if board_names or len(moves) > 1 or any(each is not None for each in others):
            raise click.UsageError(say("use --backup, --restore and --join one at a time, alone"))
        _move(file, backup, restore, join, yes)
        return
    if evening is not None and not board_names:
        _show_evening(file, evening, form, picture)
        return
    if board_names or form is not None or picture is not None:
        if evening is not None or (picture is not None and len(board_names) != 1):
            raise click.UsageError(
                say("--evening and --picture go with one of the tables, or with each other")
            )
        _show_boards(file, board_names, form, picture)
        return
    _keep(file, rules or "")


def _keep(file: str, rules: str) -> None:
    """Run the menus of a score sheet."""
    from dealt.clients.line.phone import Phone
    from dealt.scoresheet.store import ScoreSheet
    from dealt.scoresheet.terminal.desk import Desk
    from dealt.terminal.console import Console

    with closing(Phone()) as phone:
        Desk(ScoreSheet(file), Console(), phone, rules).run()


def _move(
    file: str, backup: str | None, restore: str | None, join: str | None, is_sure: bool
) -> None:
    """Save the evenings of a sheet, merge saved ones into it, or correct a name."""
    from dealt.scoresheet import archive
    from dealt.scoresheet.evenings import read
    from dealt.scoresheet.store import ScoreSheet
    from dealt.storage.files import TextFile

    if restore is not None:
        text = TextFile(restore).read()
        if text is None:
            raise StorageError("file {file} not found", file=restore)
        evenings = read(text, restore)  # before the sheet is created
        sheet = ScoreSheet(file)
        for line in archive.restore(sheet, evenings).lines():
            click.echo(line)
        _show_problems(sheet)
        return
    _check_there(file, "dealt scoresheet tranca")
    sheet = ScoreSheet(file)
    if backup is not None:
        if os.path.realpath(backup) == os.path.realpath(file):
            raise StorageError("{file} is the score sheet itself; name another file", file=backup)
        TextFile(backup, is_private=True).write(archive.backup(sheet))
        click.echo(say("Written to {file}", file=backup))
        photos = archive.photos_in(sheet)
        if photos:
            click.echo(
                say_n(
                    "1 photo is not in it; it stays in {file}.",
                    "{n} photos are not in it; they stay in {file}.",
                    photos,
                    file=file,
                )
            )
    elif join is not None:
        _join(sheet, join, is_sure)


def _join(sheet: ScoreSheet, names: str, is_sure: bool) -> None:
    """Correct a name, after showing the changes and asking at a terminal."""
    from dealt.scoresheet.archive import correct_name
    from dealt.terminal.console import Console, is_terminal

    name, sign, right = names.partition("=")
    if not sign:
        raise click.UsageError(say("--join takes two names, as in --join Anna=Ana"))
    person, lines = correct_name(sheet, name, right, is_trial=True)
    facts = {"name": name.strip(), "right": person}
    for line in lines:
        click.echo(line)
    if not lines:
        is_undo = name.strip() == right.strip()
        alone = say("Nothing changes: {name} is not joined to another name.", **facts)
        click.echo(alone if is_undo else say("Nothing changes: {name} counts as {right}.", **facts))
        return
    if not is_sure and is_terminal():
        answers = (say("Yes"), say("No"))
        try:
            is_sure = Console().choose(say("Save this?"), answers, answers) == 1
        except EOFError:
            is_sure = False
        if not is_sure:
            click.echo(say("Nothing was changed."))
            return
    correct_name(sheet, name, right)
    if name.strip() != right.strip():
        click.echo(
            say("To undo this: --join {undo}", undo=shlex.quote(f"{facts['name']}={facts['name']}"))
        )


def _show_problems(sheet: ScoreSheet) -> None:
    """Print the joins of names that do not count, on standard error."""
    from dealt.scoresheet.archive import people

    for line in people(sheet).problems():
        click.echo(line, err=True)


def _show_evening(file: str, name: str, form: str | None, picture: str | None) -> None:
    """Show one match of a score sheet, as text or in another form, and as a picture."""
    from dealt.scoresheet.archive import evening_of, stored
    from dealt.scoresheet.evening_data import people_of, played
    from dealt.scoresheet.leaderboard import evening_picture, text_of
    from dealt.scoresheet.store import ScoreSheet

    _check_there(file, "dealt scoresheet tranca")
    evenings = stored(ScoreSheet(file))
    (match,) = played([evening_of(evenings, name)], people_of(evenings))
    drawn = evening_picture(match)
    if drawn is None:
        click.echo(say("No rounds have been entered yet."))
        return
    show_sheets(lambda: [drawn.sheet], form, people=lambda: click.echo(text_of(match)))
    _draw(drawn, picture)


def _draw(drawn: Drawn, picture: str | None) -> None:
    """Write a picture to a file, if one is named."""
    if picture is None:
        return
    draw(drawn.figure, picture)
    click.echo(say("Written to {file}", file=picture), err=True)


def _show_boards(file: str, board_names: list[str], form: str | None, picture: str | None) -> None:
    """Show the results over all matches in a score sheet."""
    if not board_names:
        raise click.UsageError(say("add --leaderboard, --statistics, --partners or --rounds"))
    if form == CSV and len(board_names) > 1:
        raise click.UsageError(say("--csv writes one table: name one"))
    from dealt.scoresheet.archive import played_matches
    from dealt.scoresheet.leaderboard import BOARDS
    from dealt.scoresheet.store import ScoreSheet

    _check_there(file, "dealt scoresheet tranca")  # reading results creates no sheet
    sheet = ScoreSheet(file)
    matches = played_matches(sheet)
    boards = [BOARDS[name] for name in board_names]
    sheets = [sheet for board in boards for sheet in board.sheets(matches)]
    if form is None and not sheets:
        click.echo(say("No rounds have been entered yet."))
        return
    _show_problems(sheet)
    show_sheets(
        lambda: sheets,
        form,
        data=lambda: {name: BOARDS[name].records(matches) for name in board_names},
        csv=lambda: boards[0].csv(matches),
    )
    if picture is not None:
        from dealt.scoresheet.leaderboard import BOARD_PICTURES

        if board_names[0] not in BOARD_PICTURES:
            raise click.UsageError(say("rounds are drawn for a single evening; add --evening NAME"))
        drawn = BOARD_PICTURES[board_names[0]](matches)
        if drawn is None:
            raise click.UsageError(say(_NOTHING_DRAWN[board_names[0]]))
        _draw(drawn, picture)


def _check_there(file: str, command: str) -> None:
    """Raise StorageError if the file is missing, naming the command that creates it."""
    if not os.path.exists(file):  # noqa: PTH110
        raise StorageError(
            "file {file} not found; {command} creates one", file=file, command=command
        )


COMMANDS = (_score, _results, _scoresheet)
