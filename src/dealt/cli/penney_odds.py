"""The exact odds of Penney's game: choices of a pack, coins, dice and other letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.forms import check_picture, draw, form_options, show_sheets
from dealt.cli.penney_games import BY, show_map
from dealt.cli.words import Command
from dealt.errors import SetupError
from dealt.language import message, say

if TYPE_CHECKING:
    from dealt.core.sheet import Sheet
    from dealt.games.penney.count import Progress
    from dealt.games.penney.odds_report import Question


_QUICK = 120  # cards of a pack that two or three players go through in a second


@click.command("penney", cls=Command)
@click.argument("choices", nargs=-1, metavar="[CHOICE]...")
@click.option("--length", type=int, help="Colours in a choice, 2 to 6  [3]")
@click.option("--endless", is_flag=True, help="Cards that never end, with the deck's shares.")
@click.option("--letters", help="Letters that come equally often without end, such as 123456.")
@click.option("--weights", help="How often letters come, without end, such as H=2,T=1.")
@click.option("--red", type=int, default=26, help="Red cards in the deck  [26]")
@click.option("--black", type=int, default=26, help="Black cards in the deck  [26]")
@click.option("--by", type=BY, help="One scoring only.")
@click.option(
    "--why", "explain", is_flag=True, help="Explain in sentences why the best reply is best."
)
@click.option("--replies", is_flag=True, help="The best replies to all choices together.")
@click.option(
    "--waits", type=click.IntRange(1, 1000), help="The chance of each wait up to this number."
)
@click.option("--cycles", is_flag=True, help="Choices that beat one another in a circle.")
@click.option(
    "--picture", metavar="FILE", callback=check_picture, help="Draw the circles, .png or .svg."
)
@click.option("--decimal", "decimals", is_flag=True, help="Decimal numbers beside the fractions.")
@form_options
def odds(
    choices: tuple[str, ...],
    length: int | None,
    red: int,
    black: int,
    by: str | None,
    explain: bool,
    form: str | None,
    picture: str | None,
    **request: Any,
) -> None:
    """Print the exact odds of Penney's game.

    They are those of every pair of choices, over all decks. JSON counts in exact integers; CSV
    of all pairs has the layout of scores.csv.

    With one CHOICE, such as RBR: all replies to it. With two, such as RRB BRR: the first against
    the second. With more, or of unequal lengths: who takes the first trick, and who the most.
    Heads and tails, such as HHT THH, and other letters come without end: which comes first, and
    how long one waits.
    """
    from dealt.games.penney.choices import LENGTH, LONGEST, SHORTEST
    from dealt.games.penney.exact import check_length
    from dealt.games.penney.odds_report import Question
    from dealt.games.penney.tally import SCORINGS

    choices = tuple(_separated(choices))
    size = LENGTH if length is None else check_length(length)
    question = Question(size, red, black, (by,) if by else SCORINGS)
    weights = _weights(choices, question, request)
    if picture and not request["cycles"]:
        raise SetupError("--picture draws circles; add --cycles")
    if request["cycles"]:
        _show_cycles(choices, question, weights, form, picture)
        return
    sizes = {*map(len, choices)}
    is_pair = len(choices) < 2 or sizes <= {*range(SHORTEST, LONGEST + 1)}
    is_race = weights is not None or len(choices) > 2 or (len(sizes) > 1 and length is None)
    if is_race or not is_pair or request["replies"] or request["waits"]:
        if explain:
            raise SetupError("--why explains one choice of a pack, or two of the same length")
        _show_race(choices, question, weights, form, request)
        return
    _show_pairs(choices, question, length, form, explain=explain)


def _show_pairs(
    choices: Sequence[str],
    question: Question,
    length: int | None,
    form: str | None,
    *,
    explain: bool,
) -> None:
    """Print all pairs of a pack, all replies to a choice, or one of them."""
    from dealt.games.penney import exact
    from dealt.games.penney import odds_report as report
    from dealt.penney.scores_csv import scores_text

    reply = against = None
    if len(choices) == 2:
        reply, against, length = exact.pair(choices[0], choices[1], length)
    elif choices:
        against, length = exact.read(choices[0], length)
    question = replace(question, length=length or question.length)
    exact.check_deck(question.red, question.black)
    if explain and against is None:
        raise SetupError("--why explains the best reply to a choice; name one, such as RBR")
    if against is None:
        show_sheets(
            lambda: [report.best_replies(question, scoring) for scoring in question.by],
            form,
            data=lambda: report.data(question),
            csv=lambda: scores_text(question.tally),
            people=lambda: _show_odds(question),
        )
    elif explain and form is None:
        for scoring in question.by:
            click.echo("\n".join(report.explain(question, against, scoring, reply)) + "\n")
    else:
        _show_replies(question, against, reply, form)


def _separated(choices: Sequence[str]) -> Iterator[str]:
    """The choices, which may also stand with commas between them."""
    for choice in choices:
        parts = choice.split(",")
        yield from parts if min(map(len, parts)) > 1 else [choice]


def _weights(
    choices: Sequence[str], question: Question, request: dict[str, Any]
) -> dict[str, Any] | None:
    """How often letters come without end; None: they are cards of a pack."""
    from dealt.games.penney import race

    if request["letters"] and request["weights"]:
        raise SetupError("use one of --letters and --weights")
    if request["weights"]:
        return race.read_weights(request["weights"])
    if request["letters"]:
        return dict.fromkeys(request["letters"].upper(), 1)
    used = {*"".join(choices).upper()}
    if used & {*race.COIN} and used & {*race.PACK}:
        raise SetupError("write all choices with the same letters: H and T, or R and B")
    is_coin = bool(choices) and used <= {*race.COIN}
    if request["endless"] and not is_coin:
        return {letter: n for letter, n in question.pack.items() if n}
    return dict.fromkeys(race.COIN, 1) if is_coin else None


@contextmanager
def _counting(n: int, players: int = 2) -> Iterator[Progress]:
    """The progress of what takes longer than a second; Ctrl-C ends it."""
    from dealt.terminal.progress import Work

    if n <= _QUICK and players <= 3:
        yield lambda n, total: None
        return
    with Work(message("Counting"), message("cards drawn")) as work:

        def progress(n: int, total: int) -> None:
            work.progress(n, total)
            if work.is_stopped:
                raise KeyboardInterrupt

        yield progress


def _show_race(
    choices: Sequence[str],
    question: Question,
    weights: dict[str, Any] | None,
    form: str | None,
    request: dict[str, Any],
) -> None:
    """Print which of some sequences comes first: in a pack, or where letters never end."""
    sheets = _pack_sheets if weights is None else _race_sheets

    def in_form() -> list[Sheet]:
        some = sheets(choices, question, weights, request)
        return some if request["decimals"] or weights is None else [*map(_without_decimals, some)]

    show_sheets(in_form, form)


def _race_sheets(
    choices: Sequence[str], question: Question, weights: Any, request: dict[str, Any]
) -> list[Sheet]:
    from dealt.games.penney import race

    if not choices:
        return [race.best_replies_sheet(weights, question.length)]
    raced = race.race(choices, weights)
    sheets = [*raced.sheets()]
    if request["waits"]:
        sheets.append(raced.wait_sheet(request["waits"]))
    if request["replies"] or len(choices) == 1:
        sheets.append(race.replies_sheet(raced.sequences, weights))
    return sheets


def _pack_sheets(
    choices: Sequence[str], question: Question, weights: Any, request: dict[str, Any]
) -> list[Sheet]:
    from dealt.games.penney import choices as colours
    from dealt.games.penney import exact, pack_race

    exact.check_deck(question.red, question.black)
    words, pack = [*map(colours.letters, choices)], question.pack
    if not words:
        raise SetupError("name the choices, such as {sample}", sample="RRB BRR")
    with _counting(sum(pack.values()), len(words) + request["replies"]) as progress:
        if request["replies"]:
            return [pack_race.replies_sheet(words, pack, by, progress) for by in question.by]
        dealt = pack_race.pack_race(words, pack, progress)
    return [*dealt.sheets(), *([dealt.wait_sheet(request["waits"])] if request["waits"] else [])]


def _without_decimals(sheet: Sheet) -> Sheet:
    """A sheet with its exact fractions alone."""
    places = [n for n, column in enumerate(sheet.columns) if column != say("decimal")]
    rows = tuple(tuple(row[n] for n in places) for row in sheet.rows)
    return replace(sheet, columns=tuple(sheet.columns[n] for n in places), rows=rows)


def _show_cycles(
    choices: Sequence[str],
    question: Question,
    weights: dict[str, Any] | None,
    form: str | None,
    picture: str | None,
) -> None:
    """Print and draw the choices that beat one another in a circle."""
    from dealt.games.penney import cycles, exact, race
    from dealt.games.penney.odds_report import BY as SAID_BY
    from dealt.penney.figures import circle

    if weights is None and choices:
        raise SetupError("--cycles compares all choices of a pack; name none, or add --endless")

    def by_scoring() -> dict[str, cycles.Cycles]:
        if weights is not None:
            words = choices or race.words_of(weights, exact.check_length(question.length))
            return {"": cycles.cycles(words, weights)}
        return {say(SAID_BY[by]): cycles.tally_cycles(question.tally, by) for by in question.by}

    def sheets() -> list[Sheet]:
        return [
            replace(sheet, title=f"{sheet.title} {by}".strip())
            for by, each in by_scoring().items()
            for sheet in each.sheets()
        ]

    show_sheets(sheets, form)
    if picture:
        draw(circle(by_scoring()), picture)


def _show_replies(question: Question, against: int, reply: int | None, form: str | None) -> None:
    """Print how replies, or one of them, do against a choice."""
    from dealt.games.penney import odds_report as report

    def counted(write: Callable[[Question, int, int | None], Any]) -> Callable[[], Any]:
        def written() -> Any:
            with _counting(question.red + question.black) as progress:
                return write(replace(question, progress=progress), against, reply)

        return written

    show_sheets(
        counted(report.all_replies),
        form,
        data=counted(report.replies_data),
        csv=counted(report.replies_csv),
    )


def _show_odds(question: Question) -> None:
    """Print heat maps, unless they are too wide, and the best replies."""
    from dealt.games.penney import odds_report as report
    from dealt.games.penney.choices import LENGTH
    from dealt.terminal.console import Console

    for by in question.by:
        if question.length <= LENGTH + 1:
            show_map(question.tally, by)
        Console().show(report.best_replies(question, by))
