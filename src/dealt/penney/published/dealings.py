"""Penney's game: decks other than 26 red and 26 black cards in a uniformly random order.

Published tables may be of other decks: of coin flips, of more or fewer cards, or shuffled so that
not every order is equally likely. The chances of independent colours and of other decks are counted
exactly. Those of a bad shuffle are estimated by shuffling many decks in that way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from dealt.games.penney.choices import LENGTH, other_colours
from dealt.games.penney.tally import Tally
from dealt.language import Phrase, message
from dealt.penney.decks import BLACKS, CARDS, cards_of, words_of
from dealt.penney.scoring import score

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
_FIRST_BLACK = 1 << CARDS - 1


@dataclass(frozen=True)
class Dealing:
    """How the decks of a table are made.

    Attributes:
        name: short name as a message; empty for the right deck.
        text: what that means.
        is_independent: whether each card is red or black independently of the others.
        cards: how many cards a deck has, half of them of each colour; 0: as the rules say.
        shuffle: a way to shuffle, of `_SHUFFLES`; empty: all orders are equally likely.
        size: number of swaps, riffles or keys.
        order: the cards before they are shuffled, as a word.
        sampled: number of decks from which the chances of a shuffle are estimated.
    """

    name: str = ""
    text: Phrase = field(default=Phrase(""), compare=False)
    is_independent: bool = False
    cards: int = 0
    shuffle: str = ""
    size: int = 0
    order: int = 0
    sampled: int = 0


FAIR = Dealing()
OTHER_DECK = message("another deck")
_BIASED = message("biased shuffle")
COINS_TEXT = message("each card is red or black independently of the others, as in coin flips")
COINS = Dealing(message("independent colours"), Phrase(COINS_TEXT), is_independent=True)


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
SWAPS = message("{n} swaps of two cards at random places")
RIFFLES = message("{n} riffles")
KEYS = message("sorted by random keys of {n} values, with equal ones in their old order")
_SHUFFLES: Mapping[str, tuple[int, ...]] = {  # with the sizes that are tried
    ANY: (0,),
    _ANY_BACKWARDS: (0,),
    _EARLIER: (0,),
    SWAPS: (26, 52, 100),
    RIFFLES: (1, 2, 3, 4, 5, 6),
    KEYS: (2, 4, 8, 10, 16, 26, 52),
}


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
                {"shuffle": Phrase(shuffle, {"n": size}), "order": Phrase(name)},
            ),
            shuffle=shuffle,
            size=size,
            order=order,
        )
        for shuffle, sizes in _SHUFFLES.items()
        for size in sizes
        for name, order in ORDERS.items()
    )


@cache
def sampled_chances(
    dealing: Dealing, by: str, length: int = LENGTH
) -> Mapping[tuple[int, int], tuple[float, float, float]]:
    """The chances of all pairs over shuffled decks, none of them 0; always the same decks."""
    is_black = dealing.order >= _FIRST_BLACK  # then red and black exchanged are counted
    order = dealing.order ^ ((1 << CARDS) - 1) if is_black else dealing.order
    tally = _sampled(dealing.shuffle, dealing.size, order, dealing.sampled, length)
    chances = {}
    for pair in tally.pairs():
        counts = tally.outcome(by, *pair)
        win, draw, loss = ((count + 0.5) / (tally.decks + 1.5) for count in counts)
        one, two = (other_colours(choice, length) if is_black else choice for choice in pair)
        chances[one, two] = (win, draw, loss)
    return chances


@cache
def _sampled(shuffle: str, size: int, order: int, decks: int, length: int) -> Tally:
    """The scores of decks shuffled in some way."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    total = Tally.empty(length)
    for start in range(0, decks, AT_ONCE):
        words = np.full(min(AT_ONCE, decks - start), order, np.uint64)
        sort = _sorted if shuffle in {RIFFLES, KEYS} else _swapped
        total += score(sort(words, shuffle, size, rng), length=length)
    return total


def _sorted(words: Any, shuffle: str, size: int, rng: Any) -> Any:
    """The decks sorted by few random keys, or riffled.

    Riffling n times undoes a sorting by 2**n keys: Bayer and Diaconis, "Trailing the dovetail
    shuffle to its lair" (1992).
    """
    import numpy as np

    cards = cards_of(words)
    keys = rng.integers(0, 1 << size if shuffle == RIFFLES else size, cards.shape, np.uint8)
    order = np.argsort(keys, axis=1, kind="stable")
    if shuffle == KEYS:
        return words_of(np.take_along_axis(cards, order, axis=1))
    riffled = np.empty_like(cards)
    np.put_along_axis(riffled, order, cards, axis=1)
    return words_of(riffled)


def _swapped(words: Any, shuffle: str, size: int, rng: Any) -> Any:
    """The decks after all swaps; places count from the first card."""
    import numpy as np

    n = len(words)
    for step in range(size or CARDS):
        place: Any = CARDS - 1 - step if shuffle in {_ANY_BACKWARDS, _EARLIER} else step
        high = place if shuffle == _EARLIER else CARDS
        if not high:
            continue
        if shuffle == SWAPS:
            place = rng.integers(0, CARDS, n, np.uint64)
        one = np.uint64(CARDS - 1) - np.asarray(place, np.uint64)
        other = np.uint64(CARDS - 1) - rng.integers(0, high, n, np.uint64)
        unequal = (words >> one ^ words >> other) & np.uint64(1)
        words = words ^ (unequal << one) ^ (unequal << other)
    return words
