"""Penney's game: decks other than 26 red and 26 black cards in a uniformly random order.

Published tables may be of other decks: of coin flips, of more or fewer cards, or shuffled so that
not every order is equally likely. The chances of independent colours and of other decks are counted
exactly. Those of a bad shuffle are estimated by shuffling many decks in that way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from dealt.errors import SetupError
from dealt.games.penney.choices import LENGTH
from dealt.games.penney.tally import Tally
from dealt.language import Phrase, message
from dealt.penney.decks import BLACKS, CARDS
from dealt.penney.scoring import score

if TYPE_CHECKING:
    from dealt.penney.decks import Decks

AT_ONCE = 1 << 15  # decks shuffled at a time
SEED = 1
FEWEST_CARDS, MOST_CARDS = 10, 104  # of decks of other sizes

_ALTERNATING = sum(1 << place for place in range(0, CARDS, 2))
ORDERS = {  # the order before shuffling; the first card is the highest digit
    message("all red cards first"): (1 << BLACKS) - 1,
    message("all black cards first"): ((1 << BLACKS) - 1) << BLACKS,
    message("red and black in turn"): _ALTERNATING,
    message("black and red in turn"): _ALTERNATING << 1,
}


@dataclass(frozen=True)
class Dealing:
    """How the decks of a table are made.

    Attributes:
        name: short name as a message; empty for the right deck.
        text: what that means.
        is_independent: whether each card is red or black independently of the others.
        cards: how many cards a deck has, half of them of each colour; 0: as the rules say.
        shuffle: a way to shuffle, of `_SHUFFLES`; empty: all orders are equally likely.
        order: the cards before they are shuffled, as a word.
        sampled: number of decks from which the chances of a shuffle are estimated.
    """

    name: str = ""
    text: Phrase = field(default=Phrase(""), compare=False)
    is_independent: bool = False
    cards: int = 0
    shuffle: str = ""
    order: int = 0
    sampled: int = 0


FAIR = Dealing()
OTHER_DECK = message("another deck")
_BIASED = message("biased shuffle")
COINS = Dealing(
    message("independent colours"),
    Phrase("each card is red or black independently of the others, as in coin flips"),
    is_independent=True,
)


def deck_of(cards: int, *, is_independent: bool) -> Dealing:
    """A dealing with another number of cards, half of each colour or independent."""
    facts = {"n": cards}
    if is_independent:
        text = Phrase("decks are {n} independent colours, as in coin flips", facts)
    else:
        text = Phrase("decks have {n} cards, half of them red", facts)
    return Dealing(COINS.name if is_independent else OTHER_DECK, text, is_independent, cards)


# --- shuffles -------------------------------------------------------------------------------------

ANY = message("each card swapped with a card at any place")
_ANY_BACKWARDS = message("each card from the last swapped with a card at any place")
_EARLIER = message("each card swapped with a card before it, never with itself")
PAIRS = message("as many swaps of two cards at random places as there are cards")
_SHUFFLES = (ANY, _ANY_BACKWARDS, _EARLIER, PAIRS)


def shuffles() -> tuple[Dealing, ...]:
    """Every known way to shuffle that is not uniform, from every usual order of the cards.

    None without NumPy, which shuffles the decks.
    """
    try:
        import numpy as np  # noqa: F401
    except ImportError:
        return ()
    return tuple(
        Dealing(
            _BIASED,
            Phrase(
                "the shuffle is not uniform: {shuffle}, starting with {order}",
                {"shuffle": Phrase(shuffle), "order": Phrase(name)},
            ),
            shuffle=shuffle,
            order=order,
        )
        for shuffle in _SHUFFLES
        for name, order in ORDERS.items()
    )


@cache
def sampled(shuffle: str, order: int, decks: int, length: int = LENGTH) -> Tally:
    """The scores of decks shuffled in some way; always the same decks."""
    import numpy as np

    if shuffle not in _SHUFFLES:
        raise SetupError("unknown shuffle: {shuffle}", shuffle=shuffle)
    rng = np.random.default_rng(SEED)
    total = Tally.empty(length)
    for start in range(0, decks, AT_ONCE):
        words = np.full(min(AT_ONCE, decks - start), order, np.uint64)
        total += score(_shuffled(words, shuffle, rng), length=length)
    return total


def _shuffled(words: Decks, shuffle: str, rng: Any) -> Decks:
    """The decks after all swaps; places count from the first card."""
    import numpy as np

    n = len(words)
    for step in range(CARDS):
        place: Any = CARDS - 1 - step if shuffle == _ANY_BACKWARDS else step
        high = CARDS
        if shuffle == _EARLIER:
            place, high = CARDS - 1 - step, CARDS - 1 - step
            if not high:
                continue
        if shuffle == PAIRS:
            place = rng.integers(0, CARDS, n, np.uint64)
        words = _swapped(words, np.uint64(place), rng.integers(0, high, n, np.uint64))
    return words


def _swapped(words: Decks, one: Any, other: Any) -> Decks:
    """The decks, each with two cards swapped."""
    import numpy as np

    last = np.uint64(CARDS - 1)
    one, other = last - one, last - other
    unequal = (words >> one ^ words >> other) & np.uint64(1)
    swapped: Decks = words ^ (unequal << one) ^ (unequal << other)
    return swapped
