"""Suits, ranks and decks, and the way between a card and its text.

A card is a small integer, its place in the `faces` of its deck; a deck may hold several copies of
each face.  Text is always two characters for a card with a suit (`TH` is the ten of hearts).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from dealt.errors import DeckError, ParseError

RANKS = "23456789TJQKA"
SUITS = "CDHSP"
RANK_NAMES = (
    "two three four five six seven eight nine ten jack queen king ace".split()  # noqa: SIM905
)
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "P": "patriots"}
SUIT_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "P": "★"}


@dataclass(frozen=True)
class Deck:
    """The cards that a game is played with.

    Attributes:
        name: what people call it.
        faces: the text of each different card; a card is an index into it.
        copies: how many of each face there are.
    """

    name: str
    faces: tuple[str, ...]
    copies: int = 1
    _card_of: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_card_of", {face: i for i, face in enumerate(self.faces)})

    def __len__(self) -> int:
        return len(self.faces) * self.copies

    def times(self, copies: int) -> "Deck":
        """Several of this deck shuffled together, as in games with two or three packs."""
        return Deck(f"{copies} x {self.name}", self.faces, self.copies * copies)

    def cards(self) -> list[int]:
        """All cards in the order of `faces`, copies side by side."""
        return [card for card in range(len(self.faces)) for _ in range(self.copies)]

    def parse(self, text: str, *, strict: bool = False) -> int:
        """The card that `text` names.

        Args:
            text: a face; unless `strict`, also in small letters and with `10` for the ten.
            strict: accept the exact face only, as files must have it.

        Raises:
            ParseError: no card of this deck is called so.
        """
        face = text if strict else text.upper().replace("10", "T")
        if face not in self._card_of:
            raise ParseError(
                f"unknown card {text[:20]!r}; cards of this game look like {self._sample()}"
            )
        return self._card_of[face]

    def order(self, faces: Iterable[str], *, replacing: bool = False) -> list[int]:
        """The cards of a whole stacked deck, first dealt first.

        Args:
            faces: the text of each card.
            replacing: each place may hold any card, see `dealt.core.chance.deck_of`.

        Raises:
            DeckError: not every card of the deck exactly as often as it belongs there.
        """
        faces = list(faces)
        unknown = [face for face in faces if face not in self._card_of]
        if unknown:
            raise DeckError(f"unknown card {unknown[0][:20]!r}; cards look like {self._sample()}")
        if len(faces) != len(self):
            raise DeckError(f"{len(faces)} cards where {len(self)} are needed")
        twice = [face for face, n in Counter(faces).items() if n > self.copies]
        if twice and not replacing:
            times = "twice" if self.copies == 1 else f"more than {self.copies} times"
            raise DeckError(f"{twice[0]} is there {times}")
        return [self._card_of[face] for face in faces]

    def text(self, cards: Iterable[int]) -> str:
        """The faces of `cards`, a blank between."""
        return " ".join(self.faces[card] for card in cards)

    def _sample(self) -> str:
        return ", ".join(dict.fromkeys((self.faces[0], self.faces[len(self.faces) // 2])))


def long_name(face: str) -> str:
    """`TH` in words: `ten of hearts`."""
    return f"{RANK_NAMES[RANKS.index(face[0])]} of {SUIT_NAMES[face[1]]}"


def _suited(suits: str) -> tuple[str, ...]:
    return tuple(rank + suit for suit in suits for rank in RANKS)


FRENCH = Deck("52 cards", _suited("CDHS"))
FIVE_SUITS = Deck("65 cards with Patriots", _suited(SUITS))
RANKS_ONLY = Deck("52 cards without suits", tuple("23456789XJQKA"), copies=4)
