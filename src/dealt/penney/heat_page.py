"""Heat maps of Penney's game as one HTML page: pictures with tips, nothing to load."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from dealt.errors import SetupError
from dealt.figures.drawing import svg
from dealt.games.penney.tally import SCORINGS, Tally
from dealt.language import message, number, say, spoken
from dealt.penney.comparison import sheet
from dealt.penney.figures import MINE, OPPONENT, SIDES, heat_map, source_text

_HEADINGS = {MINE: message("My chance of a win"), OPPONENT: message("Opponent's chance of a win")}
_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 1rem; max-width: 85rem; font: 1rem/1.5 Verdana, sans-serif; }
.maps { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem),
  1fr)); }
.maps svg { max-width: 100%; height: auto; }
.maps text { pointer-events: none; }
.dark { display: none; }
td, th { padding: .125rem 1rem .125rem 0; text-align: left; }
@media (prefers-color-scheme: dark) { .light { display: none; } .dark { display: block; } }
"""


def page(tally: Tally, exact: Tally | None = None) -> str:
    """A self-contained page with the heat maps of both scorings from both sides.

    Args:
        tally: the counts, for choices of 2 to 6 colours.
        exact: the tally of all decks, to compare with.

    Raises:
        SetupError: choices too short or too long, `exact` not exact or of another length.
    """
    if exact is not None and not (exact.is_exact and exact.length == tally.length):
        raise SetupError(
            "an exact tally of choices of {n} colours is needed, not {source} of {length}",
            n=tally.length, source=source_text(exact), length=exact.length,
        )  # fmt: skip
    parts = [*_legend(tally)]
    for side in SIDES:
        parts += [f"<h2>{escape(say(_HEADINGS[side]))}</h2>", '<div class="maps">']
        for by in SCORINGS:
            figure = heat_map(tally, by, side=side, exact=exact or tally)
            parts.append(f'<div class="light">{svg(figure)}</div>')
            parts.append(f'<div class="dark">{svg(figure, dark=True)}</div>')
        parts.append("</div>")
    if exact is not None and not tally.is_exact:
        parts.append(sheet(tally)._repr_html_())
    heading = say("Penney's game with cards")
    title, body = escape(f"{heading}, {source_text(tally)}"), "\n".join(parts)
    return f"""\
<!DOCTYPE html>
<html lang="{spoken()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(heading, quote=False)}</h1>
{body}
</main>
</body>
</html>
"""


def _legend(tally: Tally) -> Iterator[str]:
    """How to read the maps, and how they were made."""
    decks = number(tally.decks)
    if tally.is_exact:
        source = say(
            "The numbers are exact: all {decks} decks of 26 red and 26 black cards are counted.",
            decks=decks,
        )
    else:
        source = say(
            "{decks} simulated decks of 26 red and 26 black cards were scored (N={decks}).",
            decks=decks,
        )
    yield f"<p>{escape(source)}</p>"
    yield f"<h2>{escape(say('How to read the maps'))}</h2>"
    yield "<ul>"
    for line in (
        say(
            "Across is my choice, down the opponent's: {n} sequences of red (R) and black (B).",
            n=1 << tally.length,
        ),
        say("80(8) means: a win in 80 of 100 decks, and a draw in 8; the other 12 are lost."),
        say("By tricks, whoever takes more tricks wins; by cards, whoever takes more cards."),
        say("The colour of a cell goes with its wins: the darker, the more."),
        say(
            "A box and bold numbers mark the best reply: on my side, the choice that wins most "
            "often against that of its row; on the opponent's, against that of its column. Where "
            "several are exactly equal, all are marked."
        ),
        say("Point at a cell to see how many decks it stands for."),
    ):
        yield f"<li>{escape(line, quote=False)}</li>"
    yield "</ul>"
