"""Cards as small pictures in HTML, for notebooks: in the colours and the form of the page's."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from dealt.cards import RANKS_ONLY, SUIT_SYMBOLS, Deck
from dealt.language import say

INKS = {
    "clubs": "#6b4f9e",
    "diamonds": "#0a58ff",
    "hearts": "#c1121f",
    "spades": "#1b1b1f",
    "patriots": "#00806a",
    "red": "#c1121f",
    "black": "#1b1b1f",
}
PAPER = "#fffdf7"
CARD = (
    '<svg width="40" height="56" viewBox="0 0 100 140" role="img" style="margin:1px">'
    '<title>{name}</title><rect x="2" y="2" width="96" height="136" rx="10" fill="{paper}" '
    'stroke="#8886" stroke-width="3"/>{front}</svg>'
)
CORNER = (
    '<text x="12" y="44" font-size="42" font-weight="600" font-family="sans-serif" '
    'fill="{ink}">{rank}</text>'
)
PIP = '<text x="50" y="{y}" text-anchor="middle" font-size="{size}" fill="{ink}">{text}</text>'


def card_html(text: str, deck: Deck = RANKS_ONLY) -> str:
    """The front of a card, as a small picture with its name.

    Args:
        text: a face.
        deck: it says which faces are colours.
    """
    face = deck.face_of(text)
    ink = INKS.get(face.ink, "#1b1b1f")
    if text in deck.colours:
        front = PIP.format(y=94, size=70, ink="#fff", text=escape(text))
        return CARD.format(name=escape(face.name), paper=ink, front=front)
    if face.suit:
        pip = PIP.format(y=118, size=66, ink=ink, text=f"{SUIT_SYMBOLS[text[1]]}\ufe0e")
        front = CORNER.format(ink=ink, rank=face.rank) + pip
    else:
        size = 56 if len(face.rank) < 3 else 30
        front = PIP.format(y=90, size=size, ink=ink, text=escape(face.rank))
    return CARD.format(name=escape(face.name), paper=PAPER, front=front)


def _back() -> str:
    """A card face down."""
    front = '<rect x="14" y="14" width="72" height="112" rx="6" fill="#2f5d50"/>'
    return CARD.format(name=escape(say("face down")), paper=PAPER, front=front)


def cards_html(faces: Iterable[str], hidden: int = 0, deck: Deck = RANKS_ONLY) -> str:
    """Cards beside each other, and a back with the number of those that are face down."""
    fronts = "".join(card_html(face, deck) for face in faces)
    return f"{fronts} {_back()} &times;&nbsp;{hidden}" if hidden > 0 else fronts
