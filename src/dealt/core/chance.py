"""Chance: the deck of game n of seed k is a pure function of (k, n).

A generator is two words, `rng[0]` and `rng[1]`: a list of int in plain play, an array of uint64 in
compiled play.  The first is the splitmix64 counter; in the second a signed count becomes an
unsigned word, because signed and unsigned numbers must never meet in one expression.  This module
and the decks of Penney's game, which are words of 52 bits, are the only places with unsigned 64-bit
arithmetic; everything it returns to a rule is signed.

Source: splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014);
bounded numbers by Lemire, "Fast random integer generation in an interval" (2019), which is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from dealt.core.arguments import whole_number
from dealt.core.fields import Numbers
from dealt.language import message

if TYPE_CHECKING:
    from dealt.cards import Deck

WORD = 0xFFFFFFFFFFFFFFFF
_HALF = 0xFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15

# what a stream of random numbers is for: streams of one game never overlap by design
DECKS = 0
PLAYERS = 1
HIDDEN = 2
MATCHES = 3

MAX_SEED = (1 << 63) - 1

Words = MutableSequence[int]


def check_seed(seed: object) -> int:
    """Check a seed and return it.

    Raises:
        SetupError: not a whole number from 0 to MAX_SEED.
    """
    return whole_number(message("seed"), seed, 0, MAX_SEED)


def new_rng() -> Words:
    """A generator for plain play; `start` sets it."""
    return [0, 0]


def word(rng: Words) -> int:
    """The next 64 random bits; unsigned, so rules must not use it."""
    rng[0] = (rng[0] + GAMMA) & WORD
    return mixed(rng[0])


def mixed(z: int) -> int:
    """The 64 random bits of a counter; unsigned, like the counter."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def ones(bits: int) -> int:
    """The number of 1 bits; a single machine instruction in compiled play."""
    return bits.bit_count()


def start(rng: Words, seed: int, game: int, use: int) -> None:
    """Set `rng` to the random stream of game number `game` of `seed`, for one `use`."""
    rng[0] = seed
    for part in (game, use):
        rng[1] = part
        rng[0] = (word(rng) + rng[1]) & WORD
    rng[0] = word(rng)


def below(rng: Words, n: int) -> int:
    """A random number from 0 to n - 1, all exactly equally likely; 1 <= n < 2**32."""
    rng[1] = n
    bound = rng[1]
    while True:
        product = (word(rng) >> 32) * bound
        low = product & _HALF
        if low >= bound or low >= (_HALF + 1) % bound:
            # by way of a float, which makes the word signed in compiled play; exact below 2**53
            return int(float(product >> 32))


def shuffle(rng: Words, cards: Numbers, n: int) -> None:
    """Shuffle the first `n` cards; every order is equally likely (Fisher-Yates)."""
    for last in range(n - 1, 0, -1):
        other = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


def sort(cards: Numbers, n: int) -> None:
    """Sort the first `n` cards in ascending order."""
    for i in range(1, n):
        card = cards[i]
        at = i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


def shuffle_hidden(rng: Words, cards: Numbers, n: int) -> None:
    """Shuffle cards that somebody cannot see; the result does not depend on their order before."""
    sort(cards, n)
    shuffle(rng, cards, n)


class Dealer(NamedTuple):
    """What is needed to deal one deck after another.

    Attributes:
        rng: a generator, set to each deck's own stream.
        cards: the cards of the pack.
        replacing: 0: decks are shuffled; 1: each place is drawn from all cards, with replacement.
        deck: the last deck dealt, of the same length, in dealing order.
    """

    rng: Words
    cards: Numbers
    replacing: int
    deck: Numbers


def deck_of(dealer: Dealer, seed: int, game: int) -> None:
    """Deal the deck of game number `game` of `seed` into `dealer.deck`.

    Args:
        dealer: the cards, the generator and room for the deck.
        seed: 0 to MAX_SEED.
        game: 0 to MAX_SEED; the deck depends only on seed and game.
    """
    rng, cards, deck = dealer.rng, dealer.cards, dealer.deck
    n = len(cards)
    start(rng, seed, game, DECKS)
    if dealer.replacing:
        for i in range(n):
            deck[i] = cards[below(rng, n)]
    else:
        for i in range(n):
            deck[i] = cards[i]
        shuffle(rng, deck, n)


class CardNeeded(Exception):  # noqa: N818 - not an error
    """The rules have read a card that lies face down.

    Attributes:
        place: its place in the deck.
    """

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class _FaceDown:
    """A card that nobody has read, in a plain state."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place

    def _read(self, *_: object) -> NoReturn:
        """Deal the card: every question to a number ends here.

        Raises:
            CardNeeded: always.
        """
        raise CardNeeded(self.place)

    __index__ = __int__ = __float__ = __bool__ = __hash__ = __neg__ = __invert__ = __abs__ = _read
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __pow__ = __rpow__ = _read
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _read
    __truediv__ = __rtruediv__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _read
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _read
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _read

    def __repr__(self) -> str:
        return f"FaceDown({self.place})"


class CardByCard:
    """How chance deals a round, card by card, for programs that search a game's whole tree.

    A card is dealt when the rules first read it: to sort it into a hand, to show it to a seat, to
    count it.  Until then it lies face down, as an object that can be moved and nothing else.  So
    cards that nobody gets are never dealt, and the tree is as small as it can be without knowing
    what the cards mean.

    Attributes:
        nodes: greatest number of chance nodes in a round.
        outcomes: the outcomes of a chance node are 0 to outcomes - 1.
    """

    def __init__(self, pack: Deck, replacing: bool) -> None:
        self._pack = pack
        self._replacing = replacing
        self.nodes = len(pack)
        self.outcomes = len(pack.faces)
        self._face_down = [_FaceDown(place) for place in range(len(pack))]

    def face_down(self, place: int) -> _FaceDown:
        """The card at a place of the deck, which lies face down."""
        return self._face_down[place]

    def due(self, dealt: Mapping[int, int], actions: Sequence[int]) -> int | None:
        """The place of the deck that is dealt next, before the rules read it; None: none is."""
        return None

    def deck(self, dealt: Mapping[int, int]) -> list[Any]:
        """The deck to play with, of which some cards may lie face down.

        Args:
            dealt: the cards dealt so far, by place, in the order in which they came.
        """
        if not dealt:
            return self._face_down
        return [dealt.get(place, card) for place, card in enumerate(self._face_down)]

    def chances(self, dealt: Mapping[int, int]) -> list[tuple[int, float]]:
        """Each card that can come next, with its probability."""
        if self._replacing:
            return [(card, 1 / self.outcomes) for card in range(self.outcomes)]
        left = self.left(dealt)
        each = 1 / sum(left)
        return [(card, n * each) for card, n in enumerate(left) if n]

    def left(self, dealt: Mapping[int, int]) -> list[int]:
        """How many of each card have not been dealt."""
        counts = [self._pack.copies] * self.outcomes
        for card in dealt.values():
            counts[card] -= 1
        return counts

    def cards(self, outcome: int) -> tuple[int, ...]:
        """The cards that an outcome deals, in consecutive places."""
        return (outcome,)

    def whole(self, dealt: Mapping[int, int]) -> list[int]:
        """A complete deck: the cards that nobody has got are in ascending order."""
        gone = Counter(dealt.values())
        others = []
        for card in self._pack.cards():
            if gone[card]:
                gone[card] -= 1
            else:
                others.append(card)
        rest = iter(others)
        return [dealt[place] if place in dealt else next(rest) for place in range(len(self._pack))]

    def text(self, outcome: int) -> str:
        """An outcome in words."""
        return self._pack.faces[outcome]


def face_down(s: Any) -> Iterator[tuple[Any, Any, int]]:
    """The cards of a plain state that lie face down: what holds each, where, and its place."""
    for field in s.FIELDS:
        value = getattr(s, field.name)
        if type(value) is _FaceDown:
            yield _Attributes(s), field.name, value.place
        elif type(value) is list:
            yield from _face_down_in(value)


def _face_down_in(cards: list[Any]) -> Iterator[tuple[Any, Any, int]]:
    """The same for the cards of a list."""
    for at, value in enumerate(cards):
        if type(value) is _FaceDown:
            yield cards, at, value.place
        elif type(value) is list:
            yield from _face_down_in(value)


class _Attributes:
    """The attributes of a state as items."""

    def __init__(self, s: Any) -> None:
        self._s = s

    def __getitem__(self, name: str) -> Any:
        return getattr(self._s, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self._s, name, value)


def turn_up(s: Any, cards: Mapping[int, int]) -> bool:
    """Turn cards of a plain state face up, by their places; return whether there were any."""
    lying = [(holder, at, place) for holder, at, place in face_down(s) if place in cards]
    for holder, at, place in lying:
        holder[at] = cards[place]
    return bool(lying)
