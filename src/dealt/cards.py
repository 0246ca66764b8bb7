"""Suits, ranks and decks, and the conversion between a card and its text.

A card is a small integer, its index in the `faces` of its deck; a deck may hold several copies of
each face.  Text is always two characters for a card with a suit (`TH` is the ten of hearts).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape

from dealt.errors import DeckError, ParseError
from dealt.language import ENGLISH, message, message_n, quote, say, spoken

RANKS = "23456789TJQKA"
SUITS = "CDHSP"
RANK_NAMES = (
    message("two"),
    message("three"),
    message("four"),
    message("five"),
    message("six"),
    message("seven"),
    message("eight"),
    message("nine"),
    message("ten"),
    message("jack"),
    message("queen"),
    message("king"),
    message("ace"),
)
_TENS = "TX"
_RANK_OF = {letter: i for i, letter in enumerate(RANKS)} | {"X": RANKS.index("T")}
SUIT_NAMES = {
    "C": message("clubs"),
    "D": message("diamonds"),
    "H": message("hearts"),
    "S": message("spades"),
    "P": message("patriots"),
}
SUIT_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "P": "★"}
SUIT_OF = {symbol: suit for suit, symbol in SUIT_SYMBOLS.items()}
JOKER = "WJ"  # for score sheets of games with jokers; no deck of a game here has any
SELECTORS = "\ufe0e\ufe0f"  # variation selectors: draw a symbol as text, or in colour


INKS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "P": "patriots"}


@dataclass(frozen=True)
class Face:
    """The front of a card: its rank, suit, colour and name.

    Attributes:
        text: as used in files and actions: `TC`.
        rank: as printed on the card: `10`; empty if it has none.
        suit: the symbol; empty if it has none.
        ink: a token for the colour: `clubs`, `plain`; `red` and `black` fill the whole card.
        name: for reading aloud, in the current language: `ten of clubs`.
    """

    text: str
    rank: str
    suit: str
    ink: str
    name: str


@dataclass(frozen=True, repr=False)
class Deck:
    """A deck of cards for a game.

    Attributes:
        name: its name for people.
        faces: the text of each distinct card; a card is an index into it.
        copies: number of copies of each face.
        colours: faces that are just a colour, and its name, such as `R`: `red`.
    """

    name: str
    faces: tuple[str, ...]
    copies: int = 1
    colours: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    _card_of: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_card_of", {face: i for i, face in enumerate(self.faces)})

    def __repr__(self) -> str:
        return f"<Deck of {self.name}>"

    def __len__(self) -> int:
        return len(self.faces) * self.copies

    def times(self, copies: int) -> "Deck":
        """Several of these decks shuffled together, as in games with two or three packs."""
        return Deck(f"{copies} x {self.name}", self.faces, self.copies * copies)

    def face_of(self, text: str) -> Face:
        """A face with its drawing and its name."""
        if text in self.colours:
            return Face(text, "", "", self.colours[text], say(self.colours[text]))
        if text == JOKER:
            return Face(text, "★", "", "plain", say("joker"))
        letter, suit = text[:1], text[1:]
        if letter not in _RANK_OF or suit not in ("", *SUIT_NAMES):
            return Face(text, text, "", "plain", text)
        rank = "10" if letter in _TENS else letter
        if not suit:
            return Face(text, rank, "", "plain", say(RANK_NAMES[_RANK_OF[letter]]))
        return Face(text, rank, SUIT_SYMBOLS[suit], INKS[suit], long_name(text))

    def cards(self) -> list[int]:
        """All cards in the order of `faces`, with copies side by side."""
        return [card for card in range(len(self.faces)) for _ in range(self.copies)]

    def parse(self, text: str, *, strict: bool = False) -> int:
        """The card that `text` names.

        Args:
            text: a face; unless `strict`, lower case, `10` for the ten, a suit symbol, as in `4♥`
                and `4H♥`, and blanks around it are accepted too.
            strict: accept only the exact face, as files require.

        Raises:
            ParseError: the deck has no such card.
        """
        face = text if strict else _without_symbol(text.strip().upper().replace("10", "T"))
        if face not in self._card_of:
            raise ParseError(
                "unknown card {card}; cards of this game look like {sample}",
                card=repr(text[:20]), sample=self._sample(),
            )  # fmt: skip
        return self._card_of[face]

    def knows(self, text: str) -> bool:
        """Whether `parse` can read a text as a card."""
        try:
            self.parse(text)
        except ParseError:
            return False
        return True

    def order(self, faces: Iterable[str], *, replacing: bool = False) -> list[int]:
        """The cards of a whole stacked deck, in dealing order.

        Args:
            faces: the text of each card.
            replacing: any card may appear in any place, see `dealt.core.chance.deck_of`.

        Raises:
            DeckError: a card is missing, unknown, or appears too often.
        """
        faces = list(faces)
        unknown = [face for face in faces if face not in self._card_of]
        if unknown:
            raise DeckError(
                "unknown card {card}; cards look like {sample}",
                card=repr(unknown[0][:20]), sample=self._sample(),
            )  # fmt: skip
        if len(faces) != len(self):
            needed = len(self)
            raise DeckError("{n} cards where {needed} are needed", n=len(faces), needed=needed)
        twice = [face for face, n in Counter(faces).items() if n > self.copies]
        if twice and not replacing:
            raise DeckError(
                message_n("{card} appears twice", "{card} appears more than {n} times"),
                n=self.copies, card=twice[0],
            )  # fmt: skip
        return [self._card_of[face] for face in faces]

    def text(self, cards: Iterable[int]) -> str:
        """The faces of `cards`, separated by blanks."""
        return " ".join(self.faces[card] for card in cards)

    def _sample(self) -> str:
        faces = dict.fromkeys((self.faces[0], self.faces[len(self.faces) // 2]))
        return ", ".join(map(repr, faces))  # in quotes: as they are typed


def _without_symbol(text: str) -> str:
    """Remove a suit symbol: `4H` for `4♥` and `4H♥`; other text unchanged."""
    text = text.rstrip(SELECTORS)
    suit = SUIT_OF.get(text[-1:])
    return text if suit is None else text[:-1].removesuffix(suit) + suit


def long_name(face: str) -> str:
    """The name of `TH` in words: `ten of hearts`."""
    if face == JOKER:
        return say("joker")
    rank, suit = RANK_NAMES[_RANK_OF[face[0]]], SUIT_NAMES[face[1]]
    return say("{rank} of {suit}", rank=say(rank), suit=say(suit))


def written(face: str) -> str:
    """A card of a French pack, or a joker, as people write it: `TH`, or `10♥` if not in English."""
    if face == JOKER:
        return say("joker")
    if spoken() == ENGLISH:
        return face
    return ("10" if face[0] in _TENS else face[0]) + SUIT_SYMBOLS[face[1]]


def all_written(faces: Iterable[str]) -> str:
    """Cards as people write them, with blanks between, see `written`."""
    return " ".join(map(written, faces))


def read_card(text: object) -> str:
    """The short name of a card of a French pack: `4H` for `four_hearts`, `4h`, `4♥` and `4H♥`.

    Raises:
        ParseError: the text does not name a card.
    """
    if isinstance(text, str):
        name = text.strip()
        short = _without_symbol(name.upper().replace("10", "T"))
        if short in FRENCH.faces:
            return short
        if name.lower() in LONG_NAMES:
            return LONG_NAMES[name.lower()]
    raise ParseError("unknown card {card}; cards look like '4H', '10S' or 'KD'", card=quote(text))


def in_letters(answer: str) -> str:
    """An answer with the suits of its cards in letters: both `4H♥`, as shown, and `4♥` are 4H."""
    for letter, symbol in SUIT_SYMBOLS.items():
        for suit in (letter, letter.lower()):
            answer = answer.replace(suit + symbol, suit)
        answer = answer.replace(symbol, letter)
    return answer


def _suited(suits: str) -> tuple[str, ...]:
    return tuple(rank + suit for suit in suits for rank in RANKS)


FRENCH = Deck(message("52 cards"), _suited("CDHS"))
FIVE_SUITS = Deck(message("65 cards with Patriots"), _suited(SUITS))
RANKS_ONLY = Deck(message("52 cards without suits"), tuple("23456789XJQKA"), copies=4)

LONG_NAMES = {
    f"{name}_{SUIT_NAMES[suit]}": rank + suit
    for rank, name in zip(RANKS, RANK_NAMES, strict=True)
    for suit in "CDHS"
}


# --- pictures, in the colours and the form of the page --------------------------------------------

_INKS = {
    "clubs": "#6b4f9e",
    "diamonds": "#0a58ff",
    "hearts": "#c1121f",
    "spades": "#1b1b1f",
    "patriots": "#00806a",
    "red": "#c1121f",
    "black": "#1b1b1f",
}
_PAPER = "#fffdf7"
_CARD = (
    '<svg width="40" height="56" viewBox="0 0 100 140" role="img" style="margin:1px">'
    '<title>{name}</title><rect x="2" y="2" width="96" height="136" rx="10" fill="{paper}" '
    'stroke="#8886" stroke-width="3"/>{front}</svg>'
)
_CORNER = (
    '<text x="12" y="44" font-size="42" font-weight="600" font-family="sans-serif" '
    'fill="{ink}">{rank}</text>'
)
_PIP = '<text x="50" y="{y}" text-anchor="middle" font-size="{size}" fill="{ink}">{text}</text>'


def card_html(text: str, deck: Deck = RANKS_ONLY) -> str:
    """The front of a card, as a small picture with its name.

    Args:
        text: a face.
        deck: it says which faces are colours.
    """
    face = deck.face_of(text)
    ink = _INKS.get(face.ink, "#1b1b1f")
    if text in deck.colours:
        front = _PIP.format(y=94, size=70, ink="#fff", text=escape(text))
        return _CARD.format(name=escape(face.name), paper=ink, front=front)
    if face.suit:
        pip = _PIP.format(y=118, size=66, ink=ink, text=f"{SUIT_SYMBOLS[text[1]]}\ufe0e")
        front = _CORNER.format(ink=ink, rank=face.rank) + pip
    else:
        size = 56 if len(face.rank) < 3 else 30
        front = _PIP.format(y=90, size=size, ink=ink, text=escape(face.rank))
    return _CARD.format(name=escape(face.name), paper=_PAPER, front=front)


def _back() -> str:
    """A card face down."""
    front = '<rect x="14" y="14" width="72" height="112" rx="6" fill="#2f5d50"/>'
    return _CARD.format(name=escape(say("face down")), paper=_PAPER, front=front)


def cards_html(faces: Iterable[str], hidden: int = 0, deck: Deck = RANKS_ONLY) -> str:
    """Cards beside each other, and a back with the number of those that are face down."""
    fronts = "".join(card_html(face, deck) for face in faces)
    return f"{fronts} {_back()} &times;&nbsp;{hidden}" if hidden > 0 else fronts
