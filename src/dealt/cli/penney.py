"""The commands for Penney's game: odds, simulation, decks, scores, figures, audit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.forms import draw, form_options, show_sheets
from dealt.cli.penney_games import BY, COMMANDS, echo_skipped, show_map, tally_from
from dealt.cli.simulate import STOPPED, Count, in_pieces, placed
from dealt.cli.words import Command, Group
from dealt.errors import SetupError
from dealt.language import decimal, message, number, say

if TYPE_CHECKING:
    from dealt.games.penney.tally import Tally
    from dealt.penney.score_files import Report

SIDE = click.Choice(["mine", "opponent"])
COUNT = Count(message("decks"))
_DAMAGED = 2  # the exit status of errors


@click.command("penney", cls=Command)
@click.option(
    "--decks", type=COUNT, default="1e8", show_default=True, help="Number of decks, such as 1e9."
)
@click.option("--seed", type=click.IntRange(0), help="Deal the same decks again.")
@click.option("--length", type=int, default=3, help="Colours in a choice, 2 to 6  [3]")
@placed
@form_options
def simulate(
    decks: int,
    seed: int | None,
    length: int,
    ledger: str | None,
    form: str | None,
    **where: Any,
) -> None:
    """Deal decks and score every pair of choices, by tricks and by cards.

    The result depends only on the seed and the number of decks. Ctrl-C keeps what is done; with
    --ledger the same command continues from there. JSON has counts and standard errors, CSV has
    the counts in the layout of scores.csv.
    """
    from dealt import fresh_seed
    from dealt.penney import comparison, simulation
    from dealt.penney.scores_csv import scores_text
    from dealt.terminal.progress import Work, timed

    seed = fresh_seed() if seed is None else seed
    job = simulation.job(decks, seed=seed, length=length)
    work = Work(message("Dealing"), message("decks"), lambda: simulation.is_ready(length))
    with in_pieces(work, job, ledger, where) as means, timed() as elapsed:
        tally = simulation.simulate(decks, seed=seed, length=length, **means)
    show_sheets(
        lambda: [comparison.sheet(tally)],
        form,
        data=lambda: {"seed": seed, **comparison.data(tally)},
        csv=lambda: scores_text(tally),
        people=lambda: _show_tally(tally),
    )
    if form is None:
        line = say(
            "{decks} decks of seed {seed} in {seconds} s",
            decks=number(tally.decks), seed=seed, seconds=decimal(f"{elapsed[0]:.1f}"),
        )  # fmt: skip
        click.echo(line)
    if work.is_stopped:
        sys.exit(STOPPED)


def _show_tally(tally: Tally) -> None:
    """Print heat maps of the counts, and how far they are from the exact odds."""
    from dealt.games.penney.tally import SCORINGS
    from dealt.penney.comparison import sheet
    from dealt.terminal.console import Console

    for by in SCORINGS if tally.length <= 4 else ():
        show_map(tally, by)
    Console().show(sheet(tally))


@click.group("penney", cls=Group)
def penney() -> None:
    """Decks, scores, figures and tables of Penney's game."""


for _command in COMMANDS:
    penney.add_command(_command)


@penney.command()
@click.argument("decks", type=COUNT, metavar="N")
@click.option("--seed", type=click.IntRange(0), help="The same seed deals the same decks.")
@click.option("--out", default="decks", show_default=True, metavar="DIR", help="Where to write it.")
@click.option(
    "--original", is_flag=True, help="The original project's files: N decks, 10,000 per file."
)
def deal(decks: int, seed: int | None, out: str, original: bool) -> None:
    """Deal N new decks into files. A file has up to a million decks, one bit per card.

    A folder has decks of one seed. Later runs continue where the last one ended; no deck is dealt
    twice.

    With --original: the same decks as the original project's program, a byte per card, starting
    at its file number SEED, or at 1.
    """
    from dealt.penney.deck_files import ORIGINAL_DECKS_A_FILE, Store
    from dealt.terminal.progress import Work

    store = Store(out)
    with Work(message("Dealing"), message("decks")) as work:
        if original:
            files, left = divmod(decks, ORIGINAL_DECKS_A_FILE)
            if left:
                raise SetupError(
                    "{decks} decks; the document's files have {each} each, so ask for a multiple "
                    "of that",
                    decks=decks, each=ORIGINAL_DECKS_A_FILE,
                )  # fmt: skip
            first = 1 if seed is None else seed
            written = store.original(range(first, first + files), progress=work.progress)
            line = say(
                "{decks} decks in {files} files in {folder}, as the document's",
                decks=number(decks), files=len(written), folder=out,
            )  # fmt: skip
            click.echo(line)
            return
        dealt = store.deal(decks, seed, progress=work.progress)
    last = dealt.first + dealt.decks - 1
    line = say(
        "decks {first} to {last} of seed {seed} in {folder}",
        first=number(dealt.first), last=number(last), seed=dealt.seed, folder=out,
    )  # fmt: skip
    click.echo(line)


@penney.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--scores", default="scores.csv", show_default=True, help="Existing counts to add to."
)
@click.option("--show", is_flag=True, help="Print the heat maps of all that is counted.")
def score(paths: tuple[str, ...], scores: str, show: bool) -> None:
    """Score deck files into scores.csv. Adds the results of every pair of choices.

    A PATH is a file or a folder of files: one byte or one bit per card, .npy, .npz, or text. No
    deck is counted twice: a file is recognized by its decks, whatever its name, and if it has grown
    only the new ones are counted. Files without decks are skipped with a message; subfolders are
    not read. Ctrl-C keeps what is done.
    """
    from dealt.penney.score_files import Scorer
    from dealt.terminal.progress import Work

    with Work(message("Scoring"), message("decks")) as work:
        report = Scorer(scores).score(list(paths), progress=work.progress, stopped=work.stopped)
    _echo_left_out(report)
    if show and report.total.decks:
        _show_tally(report.total)
    text = message(
        "{decks} decks counted (files: {files} new, {known} known); {total} decks in {file}"
    )
    if report.skipped:
        text = message(
            "{decks} decks counted (files: {files} new, {known} known, {skipped} skipped); "
            "{total} decks in {file}"
        )
    line = say(
        text, decks=number(report.decks), files=report.files + report.continued,
        known=report.known_files, skipped=len(report.skipped),
        total=number(report.total.decks), file=scores,
    )  # fmt: skip
    click.echo(line)
    if report.is_stopped:
        sys.exit(STOPPED)
    if report.damaged:
        sys.exit(_DAMAGED)


def _echo_left_out(report: Report) -> None:
    """Print which files were skipped, and why, and which subfolders were not read."""
    for path, problem in report.skipped:
        echo_skipped(path, problem)
    for path in report.unread:
        inner = message("subfolder {path} is not read; name it too to count its decks")
        other = message("skipped {path}: not the name of a deck file")
        click.echo(say(inner if path.is_dir() else other, path=path), err=True)


@penney.command()
@click.argument("decks", type=COUNT, metavar="N")
@click.option("--seed", type=click.IntRange(0), help="Seed of a new folder of decks.")
@click.option("--decks", "folder", default="decks", show_default=True, metavar="DIR")
@click.option("--scores", default="scores.csv", show_default=True, metavar="FILE")
@click.option("--figures", "out", default="figures", show_default=True, metavar="DIR")
def augment(decks: int, seed: int | None, folder: str, scores: str, out: str) -> None:
    """Deal and score N new decks. Adds them to scores.csv and redraws the figures."""
    from dealt.figures.drawing import check_drawing
    from dealt.penney.deck_files import Store
    from dealt.penney.score_files import Scorer
    from dealt.terminal.progress import Work

    check_drawing()  # before anything is dealt
    scorer = Scorer(scores)
    scorer.scores.check_writable()
    with Work(message("Dealing"), message("decks")) as work:
        Store(folder).deal(decks, seed, progress=work.progress)
    with Work(message("Scoring"), message("decks")) as work:
        report = scorer.score([folder], progress=work.progress, stopped=work.stopped)
    _echo_left_out(report)
    line = say(
        "{decks} decks counted; {total} decks in {file}",
        decks=number(report.decks), total=number(report.total.decks), file=scores,
    )  # fmt: skip
    click.echo(line)
    if report.is_stopped:
        sys.exit(STOPPED)
    _draw(report.total, out, "mine", _ALL_FORMATS)


@penney.command()
@click.option("--scores", metavar="FILE", help="Counted results instead of the exact odds.")
@click.option("--out", default="figures", show_default=True, metavar="DIR")
@click.option("--side", type=SIDE, default="mine", help="Whose chances  [mine]")
@click.option("--length", type=int, default=3, help="Colours in a choice, 2 to 6  [3]")
@click.option(
    "--format",
    "formats",
    type=click.Choice(["png", "svg", "html"]),
    multiple=True,
    help="Can be repeated  [all]",
)
@click.option("--show", is_flag=True, help="Print the heat maps here instead.")
def figures(
    scores: str | None, out: str, side: str, length: int, formats: tuple[str, ...], show: bool
) -> None:
    """Draw the two heat maps. They show the chance of every choice against every other.

    The columns are my choice, the rows the opponent's; a cell is percent won and (drawn); the box
    in a row is the best reply.
    """
    tally = tally_from(scores, length)
    if show:
        from dealt.games.penney.tally import SCORINGS

        for by in SCORINGS:
            show_map(tally, by, side)
    else:
        _draw(tally, out, side, formats or _ALL_FORMATS)


_ALL_FORMATS = ("svg", "png", "html")


def _draw(tally: Tally, out: str, side: str, formats: tuple[str, ...]) -> None:
    """Write the heat maps into a folder, and print their names."""
    from dealt.figures.drawing import check_drawing, save
    from dealt.games.penney import exact
    from dealt.games.penney.tally import SCORINGS
    from dealt.penney.figures import heat_map
    from dealt.penney.heat_page import page
    from dealt.storage.files import TextFile, new_folder

    if "png" in formats:
        check_drawing()
    folder = new_folder(out)
    written = []
    for kind in dict.fromkeys(formats):
        if kind == "html":
            text = page(tally, None if tally.is_exact else exact.tally(tally.length))
            TextFile(folder / "penney.html").write(text)
            written.append("penney.html")
        else:
            for by in SCORINGS:
                save(heat_map(tally, by, side=side), folder / f"by-{by}.{kind}")
                written.append(f"by-{by}.{kind}")
    click.echo(say("in {folder}: {files}", folder=out, files=", ".join(written)))


@penney.command()
@click.argument("choice", metavar="MINE")
@click.argument("other")
@click.option("--by", type=BY, default="tricks", show_default=True)
@click.option("--out", metavar="FILE", help="A .png or .svg  [differences-MINE-OTHER-BY.svg]")
def differences(choice: str, other: str, by: str, out: str | None) -> None:
    """Draw by how many tricks or cards MINE beats OTHER."""
    from dealt.games.penney import exact
    from dealt.penney.figures import differences as figure

    odds = exact.odds(choice, other, by)
    first, second, length = exact.pair(choice, other)
    path = out or f"differences-{odds.mine}-{odds.other}-{by}.svg"
    draw(figure(odds.differences, first, second, by, length=length), path)
    click.echo(path)


@penney.command()
@click.argument("choice", metavar="MINE")
@click.argument("other")
@click.option("--by", type=BY, default="tricks", show_default=True)
@click.option("--decks", type=COUNT, default="1e7", show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--out", metavar="FILE", help="A .png or .svg  [convergence-MINE-OTHER-BY.svg]")
def convergence(choice: str, other: str, by: str, decks: int, seed: int, out: str | None) -> None:
    """Draw how a simulation converges to the exact value. MINE plays against OTHER."""
    from fractions import Fraction

    from dealt.games.penney import exact
    from dealt.games.penney.odds_report import BY as SAID_BY
    from dealt.penney.figures import convergence as figure
    from dealt.penney.simulation import growing
    from dealt.terminal.progress import Work

    first, second, length = exact.pair(choice, other)
    odds = exact.odds(choice, other, by)
    files = []
    with Work(message("Dealing"), message("decks")) as work:
        for tally in growing(decks, seed=seed, length=length):
            files.append((tally.decks, tally.won(by, first, second)))
            work.progress(tally.decks, decks)
            if work.is_stopped:
                break
    path = out or f"convergence-{odds.mine}-{odds.other}-{by}.svg"
    title = say(
        "{mine} against {other} {by}, seed {seed}",
        mine=odds.mine, other=odds.other, by=say(SAID_BY[by]), seed=seed,
    )  # fmt: skip
    draw(figure(Fraction(odds.wins, odds.decks), files, title), path)
    click.echo(path)


@penney.command()
@click.argument("tables", nargs=-1, required=True, metavar="FILE|TEXT...")
@click.option("--decks", type=COUNT, help="Decks simulated, if the table does not say.")
@click.option("--by", type=BY, help="Its scoring, if the table does not say.")
@click.option(
    "--columns", metavar="TEXT", help="What its columns are: first=A,second=B,win=C,draw=D."
)
@form_options
def audit(
    tables: tuple[str, ...],
    decks: int | None,
    by: str | None,
    columns: str | None,
    form: str | None,
) -> None:
    """Check a published table and say what is wrong with it.

    FILE has a row for each pair of choices below the columns first, second, decks, wins_tricks,
    draws_tricks, wins_cards, draws_cards, or a matrix with choices before its rows and above its
    columns. Any other names are explained by --columns.

    A TEXT is a sentence such as "RBB beats BBB 995 of 1,000, 4 draws"; there can be several.
    docs/howto/audit.md describes all forms.
    """
    from dealt.penney.audit import audit as compared
    from dealt.penney.published.files import parse_sentences, read_table

    def audited() -> Any:  # the notes of the table are in the language in which it was read
        if len(tables) == 1 and (" " not in tables[0] or Path(tables[0]).exists()):
            return compared(read_table(tables[0], decks, by, columns))
        return compared(parse_sentences(tables, decks, by))

    show_sheets(lambda: audited().sheets(), form, data=lambda: audited().to_data())
