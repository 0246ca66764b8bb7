"""Heat maps of Penney's game as one page of HTML: tables with real numbers, and nothing to load."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from html import escape

from dealt.errors import SetupError
from dealt.figures.colours import blue, code, ink
from dealt.figures.penney_heat import (
    ACROSS,
    BEST,
    BY,
    DOWN,
    MINE,
    SIDES,
    WHOSE,
    HeatCell,
    HeatMap,
    heat_of,
    source_text,
)
from dealt.games.penney.tally import SCORINGS, Tally, share_text

STEPS = 20  # colours between 0 and 100 %
FEWEST = 10  # a chance is compared where at least so many decks either way are to be expected

STYLE = """
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
    """A page with the heat maps of both scorings from both sides, complete in itself.

    Args:
        tally: what was counted, of choices of 2 to 6 colours.
        exact: all decks, to be held against what was counted.

    Raises:
        SetupError: choices too short or too long, or `exact` is not, or is of another length.
    """
    if exact is not None and not (exact.is_exact and exact.length == tally.length):
        raise SetupError(
            f"an exact tally of choices of {tally.length} colours is needed, "
            f"not {source_text(exact)} of {exact.length}"
        )
    parts = [*legend(tally)]
    for side in SIDES:
        parts += [f"<h2>{escape(WHOSE[side])} chance of a win</h2>", '<div class="maps">']
        for by in SCORINGS:
            parts += table(heat_of(tally, by, side), exact)
        parts.append("</div>")
    if exact is not None and not tally.is_exact:
        parts += comparison(tally, exact)
    title = escape(f"Penney's game with cards, {source_text(tally)}")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>{STYLE}{colours()}</style>",
            "</head>",
            "<body>",
            "<main>",
            "<h1>Penney's game with cards</h1>",
            *parts,
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def colours() -> str:
    """The styles of the steps from 0 to 100 %: on a dark page, the more the lighter."""
    light: list[str] = []
    dark = [f":root {{ {DARK} }}"]
    for step in range(STEPS + 1):
        for rules, share in ((light, step / STEPS), (dark, 1 - step / STEPS)):
            shade = blue(share)
            rules.append(f".p{step} {{ background: {code(shade)}; color: {ink(shade)}; }}")
    inner = "\n".join(dark)
    return "\n".join(light) + f"\n@media (prefers-color-scheme: dark) {{\n{inner}\n}}\n"


def step_of(share: float) -> str:
    """The style of a share, 0 to 1."""
    return f"p{round(share * STEPS)}"


def legend(tally: Tally) -> Iterator[str]:
    """How to read the tables, and what they are made of."""
    count = 1 << tally.length
    decks = "decks of 26 red and 26 black cards"
    if tally.is_exact:
        source = f"The numbers are exact: all {tally.decks:,} {decks} are counted."
    else:
        source = f"{tally.decks:,} simulated {decks} were scored (N={tally.decks:,})."
    yield f"<p>{escape(source)}</p>"
    yield "<h2>How to read the tables</h2>"
    yield "<ul>"
    for line in (
        f"Across is my choice, down the opponent's: {count} sequences of red (R) and black (B).",
        "80(8) means: a win in 80 of 100 decks, and a draw in 8; the other 12 are lost.",
        "By tricks, whoever takes more tricks wins; by cards, whoever takes more cards.",
    ):
        yield f"<li>{escape(line)}</li>"
    yield "<li>The colour of a cell goes with its wins:"
    yield '<div class="scroll"><table class="scale"><caption class="aside">Colours</caption><tr>'
    yield "".join(
        f'<td class="{step_of(share / 100)}">{share}%</td>' for share in range(0, 101, 20)
    )
    yield "</tr></table></div></li>"
    yield "<li>A box and bold numbers mark the best reply: on my side, the choice that wins most"
    yield "often against that of its row; on the opponent's, against that of its column. Where"
    yield "several are exactly equal, all are marked.</li>"
    yield "<li>Point at a cell to see how many decks it stands for.</li>"
    yield "</ul>"


def table(heat: HeatMap, exact: Tally | None) -> Iterator[str]:
    """One heat map."""
    count = len(heat.names)
    name = escape(", ".join(heat.title), quote=True)
    yield f'<div class="scroll" role="region" aria-label="{name}" tabindex="0">'
    yield "<table>"
    yield f"<caption>{'<br>'.join(escape(line) for line in heat.title)}</caption>"
    yield "<thead>"
    across = f'<th scope="colgroup" colspan="{count}">{escape(ACROSS)}</th>'
    yield f'<tr><td colspan="2" rowspan="2"></td>{across}</tr>'
    heads = [f'<th scope="col">{escape(name)}</th>' for name in heat.names]
    yield f"<tr>{''.join(heads)}</tr>"
    yield "</thead>"
    yield "<tbody>"
    for place, (name, row) in enumerate(zip(heat.names, heat.rows, strict=True)):
        first = f'<th scope="rowgroup" rowspan="{count}">{escape(DOWN)}</th>' if not place else ""
        cells = "".join(cell_text(heat, cell, exact) for cell in row)
        yield f'<tr>{first}<th scope="row">{escape(name)}</th>{cells}</tr>'
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def cell_text(heat: HeatMap, cell: HeatCell | None, exact: Tally | None) -> str:
    """One cell; its title has the counts."""
    if cell is None:
        return '<td class="same"><span class="aside">same choice</span></td>'
    about = (
        f"{cell.won:,} won, {cell.drawn:,} drawn, {cell.lost:,} lost of {cell.decks:,}"
        f" ({share_text(cell.won, cell.decks)} and {share_text(cell.drawn, cell.decks)} drawn)"
    )
    if exact is not None:
        me, you = (cell.mine, cell.other) if heat.side == MINE else (cell.other, cell.mine)
        won, drawn = exact.won(heat.by, me, you), exact.drawn(heat.by, me, you)
        about += (
            f"; exact {share_text(won, exact.decks)} and {share_text(drawn, exact.decks)} drawn"
        )
    best, words = "", cell.text
    if cell.is_best:
        best, about = " best", f"{BEST[heat.side]}; {about}"
        words = f'{words}<span class="aside"> best</span>'
    title = escape(about, quote=True)
    return f'<td class="{step_of(cell.share)}{best}" title="{title}">{words}</td>'


def comparison(tally: Tally, exact: Tally) -> Iterator[str]:
    """How far what was counted is from all decks."""
    yield "<h2>Against the exact odds</h2>"
    yield "<p>How far the shares of wins and draws are from the exact ones, in standard errors."
    yield "Among so many, chance alone brings a largest one of 2 to 4.</p>"
    yield '<div class="scroll"><table class="facts"><caption class="aside">Differences</caption>'
    yield '<thead><tr><th scope="col">Scoring</th><th scope="col">Compared</th>'
    yield '<th scope="col">Largest</th><th scope="col">Where</th></tr></thead>'
    yield "<tbody>"
    for by in SCORINGS:
        found = deviations(tally, exact, by)
        size, where = max(found, default=(0.0, ""))
        cells = (f"{len(found)} shares", f"{size:.2f}", where)
        yield f'<tr><th scope="row">{escape(BY[by])}</th>'
        yield f"{''.join(f'<td>{escape(text)}</td>' for text in cells)}</tr>"
    yield "</tbody></table></div>"


def deviations(tally: Tally, exact: Tally, by: str) -> list[tuple[float, str]]:
    """For each pair's wins and draws, how many standard errors they are off, and where that is."""
    found = []
    for mine, other in tally.pairs():
        pair = f"{tally.text(mine)} against {tally.text(other)}"
        found.append((tally.won(by, mine, other), exact.won(by, mine, other), f"wins of {pair}"))
        if mine < other:  # draws are the same from both sides
            drawn = tally.drawn(by, mine, other), exact.drawn(by, mine, other)
            found.append((*drawn, f"draws of {pair}"))
    compared = []
    for seen, all_decks, where in found:
        expected = Fraction(tally.decks * all_decks, exact.decks)
        spread = expected * (1 - Fraction(all_decks, exact.decks))
        if spread >= FEWEST:
            compared.append((abs(float(seen - expected)) / math.sqrt(spread), where))
    return compared
