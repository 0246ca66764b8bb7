"""Pictures that explain Three-card Poker: its cards, its features, three rounds, values of hands.

Each entry of `PICTURES` draws one, as the text of an SVG; the documentation shows them from
`docs/pictures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from dealt.games.three_card_poker import rules, words
from dealt.games.three_card_poker.state import ACE, DEALER_FOLDED, LOWEST_RANK, State
from dealt.language import message, say

WIDE, HIGH, ROUND = 44, 62, 6  # a card, in pixels
GAP = 6
STEP = WIDE + GAP
MARGIN = 20
LETTERS = 14  # of the words
INK, QUIET, EDGE, FELT = "#1a1a1a", "#5a5a5a", "#8a8a8a", "#f4f1e8"
FONT = "DejaVu Sans, Verdana, Arial, sans-serif"

# each feature with its two examples from the document
FEATURES = (
    (message("Three of a kind"), ("JJJ", "333")),
    (message("Straight"), ("987", "JX9")),
    (message("Pair"), ("AAX", "422")),
)
# the hands of the player and of the dealer
SCORED = ("744", "JX9", "333")
PLACES = (" · 16³", " · 16²", " · 16", "")
ROUNDS = (("KKX", "Q42"), ("987", "333"), ("AJ5", "X72"))


def _cards() -> str:
    """All thirteen cards, which have a rank and no suit."""
    ranks = range(LOWEST_RANK, ACE + 1)
    parts = []
    for place, rank in enumerate(ranks):
        parts.append(_card(MARGIN + place * STEP, MARGIN, rank))
        parts.append(
            _text(MARGIN + place * STEP + WIDE / 2, MARGIN + HIGH + 20, str(rank), QUIET, "middle")
        )
    wide = 2 * MARGIN + len(ranks) * STEP - GAP
    note = say("X is the ten. Below each card: its rank as a number.")
    parts.append(_text(MARGIN, MARGIN + HIGH + 46, note))
    return _picture(wide, MARGIN + HIGH + 64, say("The cards of the game"), parts)


def _features() -> str:
    """The three kinds of features, the strongest first, with two hands of each."""
    parts = []
    for row, (name, hands) in enumerate(FEATURES):
        top = MARGIN + row * (HIGH + 2 * GAP)
        parts.append(_text(MARGIN, top + HIGH / 2 + 5, say(name), weight="bold"))
        for place, hand in enumerate(hands):
            parts += _hand(MARGIN + 150 + place * (3 * STEP + 24), top, words.parse_hand(hand))
    wide = MARGIN + 150 + 2 * 3 * STEP + 24 - GAP + MARGIN
    high = 2 * MARGIN + len(FEATURES) * (HIGH + 2 * GAP) - 2 * GAP
    return _picture(wide, high, say("The three kinds of features, the strongest first"), parts)


def _examples() -> str:
    """Three rounds: the player's hand, the dealer's hand, and the result."""
    second = MARGIN + 3 * STEP + 40
    wide = second + 3 * STEP + 110
    parts = [
        _text(MARGIN, MARGIN + 8, say("Player"), weight="bold"),
        _text(second, MARGIN + 8, say("Dealer"), weight="bold"),
    ]
    for row, (own, dealer) in enumerate(ROUNDS):
        top = MARGIN + 20 + row * (HIGH + 44)
        s = _played(own, dealer)
        parts += _hand(MARGIN, top, s.hand) + _hand(second, top, s.dealer)
        points = rules.points_of(s.outcome)
        parts.append(
            _text(second + 3 * STEP + 18, top + HIGH / 2 + 9, f"{points:+}", weight="bold", size=24)
        )
        parts.append(_text(MARGIN, top + HIGH + 20, _reason(s), QUIET))
    high = MARGIN + 20 + len(ROUNDS) * (HIGH + 44)
    return _picture(wide, high, say("Three rounds of Three-card Poker"), parts)


def _scores() -> str:
    """The values of the original document's three hands: four digits in base 16 (C3)."""
    left = MARGIN + 3 * STEP + 40
    column = 100
    heads = (message("feature"), message("1st card"), message("2nd card"), message("3rd card"))
    parts = [
        _text(left + place * column, MARGIN + 8, say(head), weight="bold")
        for place, head in enumerate(heads)
    ]
    for row, hand in enumerate(SCORED):
        top = MARGIN + 20 + row * (HIGH + 2 * GAP)
        ranks = words.parse_hand(hand)
        parts += _hand(MARGIN, top, ranks)
        middle = top + HIGH / 2 + 7
        digits = (rules.feature(ranks), *ranks)
        for place, (digit, times) in enumerate(zip(digits, PLACES, strict=True)):
            parts.append(_text(left + place * column, middle, f"{digit}{times}", size=18))
        value = f"= {rules.score_hand(ranks)}"
        parts.append(_text(left + 4 * column, middle, value, weight="bold", size=20))
    high = 2 * MARGIN + 20 + len(SCORED) * (HIGH + 2 * GAP) - 2 * GAP
    return _picture(left + 4 * column + 130, high, say("The value of a hand"), parts)


def _played(hand: str, dealer: str) -> State:
    """A round in which the player plays this hand against that of the dealer."""
    s = State()
    s.hand[:], s.dealer[:] = words.parse_hand(hand), words.parse_hand(dealer)
    rules.apply(s, rules.PLAY)
    return s


def _reason(s: State) -> str:
    """Why such a round ended as it did: `a pair of kings beats queen high`."""
    if s.outcome == DEALER_FOLDED:
        return say("the dealer folds {hand}", hand=words.hand_name(s.dealer))
    return words.compared(s.hand, s.dealer)


PICTURES = {"cards": _cards, "features": _features, "examples": _examples, "scores": _scores}


# --- parts of a picture ---------------------------------------------------------------------------


def _picture(wide: float, high: float, title: str, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" '
        f'viewBox="0 0 {wide:g} {high:g}" role="img" font-family="{FONT}">'
    )
    ground = f'<rect width="{wide:g}" height="{high:g}" rx="8" fill="{FELT}"/>'
    return "\n".join((head, f"<title>{escape(title)}</title>", ground, *parts, "</svg>", ""))


def _hand(left: float, top: float, hand: Sequence[int]) -> list[str]:
    return [_card(left + place * STEP, top, rank) for place, rank in enumerate(hand)]


def _card(left: float, top: float, rank: int) -> str:
    letter = _text(left + WIDE / 2, top + HIGH / 2 + 10, words.faces([rank]), INK, "middle", 28)
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{WIDE}" height="{HIGH}" rx="{ROUND}" '
        f'fill="white" stroke="{EDGE}" stroke-width="1.5"/>{letter}'
    )


def _text(
    left: float,
    base: float,
    text: str,
    colour: str = INK,
    anchor: str = "start",
    size: int = LETTERS,
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{left:g}" y="{base:g}" fill="{colour}" font-size="{size}" '
        f'font-weight="{weight}" text-anchor="{anchor}">{escape(text)}</text>'
    )
