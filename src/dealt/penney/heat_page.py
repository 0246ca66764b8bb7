"""Heat maps of Penney's game as one HTML page: tables with real numbers, nothing to load."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from dealt.errors import SetupError
from dealt.figures.colours import blue, code, ink
from dealt.figures.panels import Cell, Grid
from dealt.games.penney.tally import SCORINGS, Tally
from dealt.language import decimal, message, number, say, spoken
from dealt.penney.comparison import shares
from dealt.penney.figures import BY, MINE, OPPONENT, SIDES, heat_map, source_text

STEPS = 20  # colours between 0 and 100 %
_HEADINGS = {MINE: message("My chance of a win"), OPPONENT: message("Opponent's chance of a win")}
FEWEST = 10  # decks expected either way, from which on a chance is compared

_STYLE = """
:root { color-scheme: light dark; --page: #ffffff; --words: #1a1a1a; --line: #000000;
  --grey: #969696; }
body { margin: 0 auto; padding: 1rem; max-width: 75rem; background: var(--page);
  color: var(--words); font: 1rem/1.5 "DejaVu Sans", Verdana, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; }
.maps { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem),
  1fr)); }
.scroll { overflow-x: auto; padding: 2px; position: relative; }
table { border-collapse: separate; border-spacing: 3px; font-size: .875rem; }
caption { padding: 0 0 .5rem .25rem; font-size: 1rem; text-align: left; }
th { padding: .125rem .25rem; font-weight: normal; }
th[scope=row] { position: sticky; left: 0; background: var(--page); }
th[scope=rowgroup] { writing-mode: vertical-rl; transform: rotate(180deg); }
td { padding: .375rem .1875rem; min-width: 3.25rem; text-align: center; white-space: nowrap; }
td.same { background: var(--grey); }
td.best { outline: 3px solid var(--line); box-shadow: inset 0 0 0 2px var(--page);
  font-weight: bold; }
.facts td, .facts th { text-align: left; padding: .125rem 1rem .125rem 0; white-space: normal; }
.scale td { min-width: 2.5rem; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
"""
DARK = "--page: #121212; --words: #e8e8e8; --line: #ffffff; --grey: #5a5a5a;"


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
        figure = heat_map(tally, *SCORINGS, side=side, exact=exact)
        for panel in figure.groups[0]:
            if isinstance(panel, Grid):
                parts += _table(figure.title, panel)
        parts.append("</div>")
    if exact is not None and not tally.is_exact:
        parts += _comparison(tally, exact)
    heading = say("Penney's game with cards")
    title, body = escape(f"{heading}, {source_text(tally)}"), "\n".join(parts)
    return f"""\
<!DOCTYPE html>
<html lang="{spoken()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}{_colours()}</style>
</head>
<body>
<main>
<h1>{escape(heading, quote=False)}</h1>
{body}
</main>
</body>
</html>
"""


def _colours() -> str:
    """The styles of the steps from 0 to 100 %; on a dark page, larger shares are lighter."""
    light: list[str] = []
    dark = [f":root {{ {DARK} }}"]
    for step in range(STEPS + 1):
        for rules, share in ((light, step / STEPS), (dark, 1 - step / STEPS)):
            shade = blue(share)
            rules.append(f".p{step} {{ background: {code(shade)}; color: {ink(shade)}; }}")
    inner = "\n".join(dark)
    return "\n".join(light) + f"\n@media (prefers-color-scheme: dark) {{\n{inner}\n}}\n"


def _step_of(share: float) -> str:
    """The style of a share, 0 to 1."""
    return f"p{round(share * STEPS)}"


def _legend(tally: Tally) -> Iterator[str]:
    """How to read the tables, and how they were made."""
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
    yield f"<h2>{escape(say('How to read the tables'))}</h2>"
    yield "<ul>"
    for line in (
        say(
            "Across is my choice, down the opponent's: {n} sequences of red (R) and black (B).",
            n=1 << tally.length,
        ),
        say("80(8) means: a win in 80 of 100 decks, and a draw in 8; the other 12 are lost."),
        say("By tricks, whoever takes more tricks wins; by cards, whoever takes more cards."),
    ):
        yield f"<li>{escape(line)}</li>"
    yield f"<li>{escape(say('The colour of a cell goes with its wins:'))}"
    aside = f'<caption class="aside">{escape(say("Colours"))}</caption>'
    yield f'<div class="scroll"><table class="scale">{aside}<tr>'
    yield "".join(
        f'<td class="{_step_of(share / 100)}">{share}%</td>' for share in range(0, 101, 20)
    )
    yield "</tr></table></div></li>"
    for line in (
        say(
            "A box and bold numbers mark the best reply: on my side, the choice that wins most "
            "often against that of its row; on the opponent's, against that of its column. Where "
            "several are exactly equal, all are marked."
        ),
        say("Point at a cell to see how many decks it stands for."),
    ):
        yield f"<li>{escape(line, quote=False)}</li>"
    yield "</ul>"


def _table(title: str, grid: Grid) -> Iterator[str]:
    """One heat map."""
    count = len(grid.names)
    lines = [escape(line) for line in (title, grid.title, grid.note)]
    yield f'<div class="scroll" role="region" aria-label="{", ".join(lines)}" tabindex="0">'
    yield f"<table><caption>{'<br>'.join(lines)}</caption>"
    across = f'<th scope="colgroup" colspan="{count}">{escape(grid.across)}</th>'
    yield f'<thead><tr><td colspan="2" rowspan="2"></td>{across}</tr>'
    heads = [f'<th scope="col">{escape(name)}</th>' for name in grid.names]
    yield f"<tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    down = f'<th scope="rowgroup" rowspan="{count}">{escape(grid.down)}</th>'
    for name, row in zip(grid.names, grid.rows, strict=True):
        cells = "".join(_cell_text(cell, grid.mark) for cell in row)
        yield f'<tr>{down}<th scope="row">{escape(name)}</th>{cells}</tr>'
        down = ""
    yield "</tbody></table></div>"


def _cell_text(cell: Cell | None, mark: str) -> str:
    """One cell; its tooltip has the counts."""
    if cell is None:
        return f'<td class="same"><span class="aside">{escape(say("same choice"))}</span></td>'
    best, about, words = "", cell.about, cell.text
    if cell.is_marked:
        best, about = " best", f"{mark}; {about}"
        words = f'{words}<span class="aside"> {escape(say("best reply"))}</span>'
    return f'<td class="{_step_of(cell.share)}{best}" title="{escape(about)}">{words}</td>'


def _comparison(tally: Tally, exact: Tally) -> Iterator[str]:
    """How far the counts are from all decks."""
    sentence = say(
        "How far the shares of wins and draws are from the exact ones, in standard errors. "
        "With this many, chance alone makes the largest one about 2.5, and rarely more than 4."
    )
    yield f"<h2>{escape(say('Against the exact odds'))}</h2>"
    yield f"<p>{escape(sentence)}</p>"
    aside = f'<caption class="aside">{escape(say("Differences"))}</caption>'
    yield f'<div class="scroll"><table class="facts">{aside}'
    heads = (say("How it is scored"), say("Compared"), say("Largest"), say("Where"))
    columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield f"<thead><tr>{columns}</tr></thead>"
    yield "<tbody>"
    for by in SCORINGS:
        differences = deviations(tally, exact, by)
        size, where = max(differences, default=(0.0, ""))
        cells = (say("{n} shares", n=len(differences)), decimal(f"{size:.2f}"), where)
        yield f'<tr><th scope="row">{escape(say(BY[by]))}</th>'
        yield f"{''.join(f'<td>{escape(text)}</td>' for text in cells)}</tr>"
    yield "</tbody></table></div>"


def deviations(tally: Tally, exact: Tally, by: str) -> list[tuple[float, str]]:
    """The deviations of wins and draws in standard errors, with their pairs."""
    compared = []
    for each in shares(tally, exact) if tally.decks else ():
        if each.by == by and each.chance * (1 - each.chance) * tally.decks >= FEWEST:
            me, you = tally.text(each.choice), tally.text(each.other)
            where = message("wins of {mine} against {other}")
            if each.part == "draws":
                where = message("draws of {mine} against {other}")
            elif each.part == "losses":  # are wins of the other
                me, you = you, me
            compared.append((abs(each.z), say(where, mine=me, other=you)))
    return compared
