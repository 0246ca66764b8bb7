"""What a seat may know as HTML, for notebooks."""

from __future__ import annotations

from html import escape

from dealt.cards import RANKS_ONLY, Deck
from dealt.core.zones import Board, Own, zones_of
from dealt.language import say


def board_html(board: Board, own: Own | None, deck: Deck = RANKS_ONLY) -> str:
    """A table: a line for each zone, the facts, and whose turn it is."""
    names = {seat.seat: seat.name for seat in board.seats}
    rows = []
    for zone in zones_of(board, own):
        title = zone.label or names.get(-1 if zone.seat is None else zone.seat, "")
        rows.append(
            f'<tr><th style="text-align:left">{escape(title)}</th>'
            f'<td style="text-align:left">{zone.html(deck)}</td></tr>'
        )
    lines = [fact.text for fact in board.facts]
    if board.ask is not None:
        name = names[board.ask.seat]
        lines.append(say("Turn: {name}, {asked}", name=name, asked=board.ask.text))
    below = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return f"<table>{''.join(rows)}</table>{below}"
