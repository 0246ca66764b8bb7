"""The commands for single games of Penney's game, for scorers of it, and percentages."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.forms import form_options, show_figure, show_sheets
from dealt.cli.words import Command
from dealt.errors import SetupError, StorageError
from dealt.language import message, say

if TYPE_CHECKING:
    from dealt.games.penney.tally import Tally
    from dealt.games.penney.trace import Played, Result
    from dealt.penney.scorer_check import Finding

BY = click.Choice(["tricks", "cards"])
_DIFFERS = 1  # the exit status if a scorer does
LINE = "___"  # between the cards, as in the document's example


@click.command("trace", cls=Command)
@click.argument("first")
@click.argument("second")
@click.argument("deck", nargs=-1, required=True)
@click.option("--short", is_flag=True, help="Print one line per card.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def _trace(first: str, second: str, deck: tuple[str, ...], short: bool, as_json: bool) -> None:
    """Show card by card how DECK is scored for two choices.

    The deck can have any length, and may come first: dealt penney trace RRR RRB "R B R R B B".
    """
    from dealt.games.penney import play
    from dealt.games.penney.trace import end_lines, setup_lines, step_lines

    many, one, other = (len("".join(each.split())) for each in (first, second, " ".join(deck)))
    if many > one == other:  # the deck stands first, as in the document's example
        first, second, deck = second, " ".join(deck), (first,)
    played = play(" ".join(deck), first, second)
    if as_json:
        click.echo(json.dumps(_data(played), indent=1))
        return
    if short:
        lines = _short_lines(played)
    else:
        lines = [*setup_lines(played), LINE]
        for step in played.steps:
            lines += [*step_lines(played, step), LINE]
    click.echo("\n".join([*lines, *end_lines(played)]))


def _short_lines(played: Played) -> list[str]:
    """One line for each card, and one for each trick."""
    from dealt.core.view import cards_text

    lines = []
    wide = len(str(len(played.deck)))
    for step in played.steps:
        compared = "  ".join(
            f"{step.window} {'==' if same else '!='} {choice}"
            for same, choice in zip(step.equal, played.choices, strict=False)
        )
        lines.append(f"{step.number:{wide}} {step.card}  {compared}".rstrip())
        if step.winner is not None:
            line = say(
                "player {n} wins the trick: {cards}",
                n=step.winner + 1, cards=cards_text(step.waiting),
            )  # fmt: skip
            lines.append(f"{' ' * wide}    {line}")
    return lines


def _data(played: Played) -> dict[str, Any]:
    return {
        "deck": played.deck,
        "choices": played.choices,
        "tricks": played.tricks,
        "cards": played.cards,
        "left": played.left,
        "by_tricks": played.outcome("tricks"),
        "by_cards": played.outcome("cards"),
        "steps": [
            {
                "card": step.card,
                "window": step.window,
                "drawn": step.waiting,
                "winner": None if step.winner is None else step.winner + 1,
            }
            for step in played.steps
        ],
    }


@click.command("results", cls=Command)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--pair", nargs=2, metavar="FIRST SECOND", help="Two choices instead of all pairs.")
@click.option("--total", is_flag=True, help="One row for each pair, over all decks.")
@click.option("--any-length", is_flag=True, help="Decks of any length, see above.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each row.")
def _results(
    paths: tuple[str, ...],
    pair: tuple[str, str] | None,
    total: bool,
    any_length: bool,
    as_json: bool,
) -> None:
    """List the result of each game in deck files, as CSV.

    A row has the deck, both choices, tricks and cards of both players, and whether player 1 won,
    lost or tied by tricks and by cards. All 56 pairs of choices are played on each deck. A PATH is
    a file or a folder of files, as for dealt penney score; scores.csv is not changed.

    With --any-length a deck can have any number of red and black cards: text with one deck per
    line, a JSON list, or a .npy array of shape (decks, cards).
    """
    from dealt.games.penney.trace import Result
    from dealt.penney.deck_texts import rows_of

    files = rows_of(paths, echo_skipped, any_length=any_length)
    if total:
        _write(_totals(files, pair), TOTALS, as_json)
    else:
        rows = ((str(path), *row) for path, row in _games(files, pair))
        _write(rows, ("file", *Result._fields), as_json)


def echo_skipped(path: Any, problem: Any) -> None:
    """Print which file was skipped, and why."""
    reason = str(problem).removeprefix(f"{path}: ").removeprefix(f"{path} ")
    click.echo(say("skipped {file}: {reason}", file=path, reason=reason), err=True)


TOTALS = (
    *("first", "second", "decks", "tricks_won", "tricks_tied", "tricks_lost"),
    *("cards_won", "cards_tied", "cards_lost"),
)


def _games(files: Any, pair: tuple[str, str] | None) -> Iterator[tuple[Any, Result]]:
    """The games of each file."""
    from dealt.games.penney import results as games_of

    for path, decks in files:
        for row in games_of(decks, pair):
            yield path, row


def _totals(files: Any, pair: tuple[str, str] | None) -> Iterator[Sequence[object]]:
    """The outcomes of both scorings for each pair of choices, over all files."""
    from collections import Counter

    from dealt.games.penney.trace import LOST, TIED, WON

    counted: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for _, row in _games(files, pair):
        counts = counted.setdefault((row.first, row.second), Counter())
        counts.update([("tricks", row.by_tricks), ("cards", row.by_cards)])
    for choices, counts in counted.items():
        ended = [counts[by, outcome] for by in ("tricks", "cards") for outcome in (WON, TIED, LOST)]
        yield (*choices, sum(ended[:3]), *ended)


def _write(rows: Iterator[Sequence[object]], names: Sequence[str], as_json: bool) -> None:
    """Print rows as they come."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    for number, row in enumerate(rows):
        if as_json:
            click.echo(json.dumps(dict(zip(names, row, strict=True))))
            continue
        if number == 0:  # not before: computing the first row checks the choices
            writer.writerow(names)
        writer.writerow(row)


@click.command("percentages", cls=Command)
@click.option("--scores", metavar="FILE", help="Counted results instead of the exact odds.")
@click.option("--length", type=int, default=3, help="Colours in a choice, 2 to 6  [3]")
@click.option("--by", type=BY, help="One scoring only.")
@click.option(
    "--decimals", type=int, default=0, show_default=True, help="Decimals of each percentage."
)
@form_options
def _percentages(
    scores: str | None, length: int, by: str | None, decimals: int, form: str | None
) -> None:
    """Print how often each choice wins, in percent. Draws are in brackets.

    With --csv: a row for each pair, as in the output.csv of the original project.
    """
    from dealt.games.penney.tally import SCORINGS
    from dealt.penney.percentages import sheet
    from dealt.penney.scores_csv import output_text

    tally = tally_from(scores, length)
    scorings = (by,) if by else SCORINGS
    show_sheets(
        lambda: [sheet(tally, scoring, decimals) for scoring in scorings],
        form,
        csv=lambda: output_text(tally),
    )


def tally_from(scores: str | None, length: int = 3) -> Tally:
    """The counts of a scores.csv, or the exact odds."""
    from dealt.games.penney import exact
    from dealt.penney.scores_csv import read_scores

    if scores is None:
        return exact.tally(length)
    tally = read_scores(scores)
    if tally is None:
        raise StorageError(
            "file {file} not found; {command} creates one",
            file=scores,
            command="dealt penney score",
        )
    return tally


@click.command("check", cls=Command)
@click.argument("scorer")
@click.option("--decks", type=click.IntRange(1), default=100, show_default=True, help="How many.")
@click.option("--pairs", nargs=2, metavar="FIRST SECOND", help="Two choices instead of all pairs.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the decks.")
@click.option(
    "--seconds", type=click.FloatRange(1), default=60.0, show_default=True, help="For each scorer."
)
@form_options
def _check(
    scorer: str,
    decks: int,
    pairs: tuple[str, str] | None,
    seed: int,
    seconds: float,
    form: str | None,
) -> None:
    """Compare a scorer of your own with the rules, game by game.

    SCORER is a file such as scorer.py with a function score(deck, first, second), for example
    score("RBBR...", "RRB", "RBR"), that returns the tricks of both players, then their cards;
    scorer.py:NAME or module:NAME; a command in quotes that reads lines such as "RBBR RRB RBR" and
    prints four numbers for each; or a folder of such files, one scorer each.
    """
    from dealt.penney.scorer_check import check as compared
    from dealt.penney.scorer_check import overview
    from dealt.terminal.progress import Work

    folder = Path(scorer)
    places = [scorer]
    if folder.is_dir():
        places = [str(path) for path in sorted(folder.glob("*.py")) if path.name[0] != "_"]
        if not places:
            raise SetupError("{folder} has no files of Python", folder=scorer)
    findings: list[Finding] = []
    with Work(message("Comparing"), message("games")) as work:

        def go_on(games: int, total: int) -> bool:
            work.progress(len(findings) * total + games, len(places) * total)
            return not work.is_stopped

        for place in places:
            findings.append(
                compared(place, decks, seed=seed, pair=pairs, seconds=seconds, go_on=go_on)
            )
            if work.is_stopped:
                break
    is_single = not folder.is_dir()
    show_sheets(
        lambda: [overview(findings)],
        form,
        data=lambda: [_finding_data(each) for each in findings],
        people=(lambda: _show_finding(findings[0])) if is_single else None,
    )
    if not all(each.is_right for each in findings):
        sys.exit(_DIFFERS)


def _show_finding(finding: Finding) -> None:
    """One scorer in full."""
    from dealt.terminal.console import Console

    click.echo(f"{finding.name}: {finding.verdict}")
    for note in finding.notes:
        click.echo(note)
    difference = finding.difference
    if difference is None:
        return
    click.echo()
    Console().show(difference.sheet())
    if not difference.suspects:
        click.echo(say("It looks like none of the mistakes known here."))
    for suspect in difference.suspects:
        click.echo(say("It looks like this: {mistake}", mistake=suspect))


def _finding_data(finding: Finding) -> dict[str, Any]:
    difference = finding.difference
    found: dict[str, Any] = {
        "scorer": finding.name,
        "games": finding.games,
        "agrees": finding.is_right,
        "problem": finding.problem or None,
        "notes": finding.notes,
        "difference": None,
    }
    if difference is not None:
        found["difference"] = {
            "deck": difference.number,
            "game": difference.game,
            "by_the_rules": difference.right,
            "scorer": difference.other,
            "shortest": difference.short,
            "looks_like": difference.suspects,
        }
    return found


def show_map(tally: Tally, by: str, side: str = "mine") -> None:
    """Print the heat map of a scoring."""
    from dealt.penney.figures import heat_map

    show_figure(heat_map(tally, by, side=side))
    click.echo()


COMMANDS = (_trace, _results, _percentages, _check)
