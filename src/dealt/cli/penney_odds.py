"""The exact odds of Penney's game: choices of a pack, coins, dice and other letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dealt.cli.forms import form_options, show_sheets
from dealt.cli.penney_games import BY, show_map
from dealt.cli.words import Command
from dealt.errors import SetupError

if TYPE_CHECKING:
    from dealt.core.sheet import Sheet
    from dealt.games.penney.odds_report import Question


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
@form_options
def odds(
    choices: tuple[str, ...],
    length: int | None,
    endless: bool,
    letters: str | None,
    weights: str | None,
    red: int,
    black: int,
    by: str | None,
    explain: bool,
    form: str | None,
) -> None:
    """Print the exact odds of Penney's game.

    They are those of every pair of choices, over all decks. JSON counts in exact integers; CSV
    of all pairs has the layout of scores.csv.

    With one CHOICE, such as RBR: all replies to it. With two, such as RRB BRR: the first against
    the second. With more, or of unequal lengths: who takes the first trick, and who the most.
    Heads and tails, such as HHT THH, and other letters come without end: which comes first, and
    how long one waits.
    """
    from dealt.games.penney import exact
    from dealt.games.penney import odds_report as report
    from dealt.games.penney.choices import LENGTH
    from dealt.games.penney.tally import SCORINGS
    from dealt.penney.scores_csv import scores_text

    is_race = endless or letters or weights or _is_race(choices)
    if is_race or len(choices) > 2 or (len({*map(len, choices)}) > 1 and length is None):
        _show_race(
            choices, (red, black), letters, weights, form, endless=endless, packed=not is_race
        )
        return
    reply = against = None
    if len(choices) == 2:
        reply, against, length = exact.pair(*choices, length)
    elif choices:
        against, length = exact.read(choices[0], length)
    length = exact.check_length(LENGTH if length is None else length)
    exact.check_deck(red, black)
    question = report.Question(length, red, black, (by,) if by else SCORINGS)
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


def _show_replies(question: Question, against: int, reply: int | None, form: str | None) -> None:
    """Print how replies, or one of them, do against a choice."""
    from dealt.games.penney import odds_report as report

    show_sheets(
        lambda: [report.replies(question, against, scoring, reply) for scoring in question.by],
        form,
        data=lambda: report.replies_data(question, against, reply),
        csv=lambda: report.replies_csv(question, against, reply),
    )


def _is_race(choices: tuple[str, ...]) -> bool:
    """Whether choices are of heads and tails, which have no deck."""
    from dealt.games.penney.race import COIN

    return bool(choices) and set("".join(choices).upper()) <= set(COIN)


def _show_race(
    choices: tuple[str, ...],
    deck: tuple[int, int],
    letters: str | None,
    weights: str | None,
    form: str | None,
    *,
    endless: bool,
    packed: bool,
) -> None:
    """Print which of some sequences comes first: in a pack, or where letters never end."""
    from dealt.games.penney import choices as colours
    from dealt.games.penney import exact, race

    if not choices:
        raise SetupError("name the sequences that race, such as {sample}", sample="HHT THH")
    if letters and weights:
        raise SetupError("use one of --letters and --weights")
    pack = dict(zip(colours.COLOURS, deck, strict=True))
    if packed:
        exact.check_deck(*deck)
        dealt = race.pack_race([*map(colours.letters, choices)], pack)
        show_sheets(lambda: list(dealt.sheets()), form)
        return
    shares: Any = pack if endless else dict.fromkeys(letters or "", 1) or None
    if weights:
        shares = race.read_weights(weights)
    raced = race.race(choices, shares)

    def sheets() -> list[Sheet]:
        first = raced.sequences[0]
        alone = [race.replies_sheet(first, shares)] if len(choices) == 1 else []
        return [*raced.sheets(), *alone]

    show_sheets(sheets, form)


def _show_odds(question: Question) -> None:
    """Print heat maps, unless they are too wide, and the best replies."""
    from dealt.games.penney import odds_report as report
    from dealt.games.penney.choices import LENGTH
    from dealt.terminal.console import Console

    for by in question.by:
        if question.length <= LENGTH + 1:
            show_map(question.tally, by)
        Console().show(report.best_replies(question, by))
