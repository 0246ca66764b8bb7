"""President, a second time: naive on purpose, to be held against the real rules.

Cards are rank then suit ("3D", "TC", "2S"); a move is a tuple of cards, lowest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

Move = tuple[str, ...]

RANKS = "3456789TJQKA2"
SUITS = "DCHS"
ORDER: list[str] = [rank + suit for rank in RANKS for suit in SUITS]
PLACE: dict[str, int] = {card: place for place, card in enumerate(ORDER)}
VALUE: dict[str, int] = {card: 3 + RANKS.index(card[0]) for card in ORDER}
SUIT: dict[str, int] = {card: SUITS.index(card[1]) for card in ORDER}
TWO = 15
PLURALS = [
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
    "aces",
    "twos",
]
PASS: Move = ()

KINDS: list[str] = [
    "single",
    "pair",
    "three",
    "four",
    "straight",
    "flush",
    "full house",
    "four plus one",
    "straight flush",
]


@dataclass(frozen=True)
class Rules:
    """The options of the game; the defaults are the document's reading."""

    two_in_straights: bool = True
    equal_values: str = "suit"
    pass_is_final: bool = False
    twos_end_trick: bool = False
    passing: str = "anyone"
    pairs: bool = True
    threes: bool = True
    fours: bool = True
    straights: bool = True
    flushes: bool = True
    full_houses: bool = True
    fours_plus_one: bool = True
    straight_flushes: bool = True
    trade: str = "highest"

    def allows(self, name: str) -> bool:
        """Whether moves of this kind may be played; singles always may."""
        switches = {
            "single": True,
            "pair": self.pairs,
            "three": self.threes,
            "four": self.fours,
            "straight": self.straights,
            "flush": self.flushes,
            "full house": self.full_houses,
            "four plus one": self.fours_plus_one,
            "straight flush": self.straight_flushes,
        }
        return switches.get(name, False)


DOCUMENT = Rules()


# ---------------------------------------------------------------- cards and moves


def in_order(cards: Iterable[str]) -> Move:
    """The cards from lowest to highest."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def kind(cards: Iterable[str], *, two_in_straights: bool = True) -> str:
    """What the cards are, taken together."""
    held = list(cards)
    size = len(held)
    if size == 0:
        return "empty"
    if len(set(held)) < size:
        return "scattered"
    values = sorted([VALUE[card] for card in held])
    different = set(values)
    if size <= 4:
        if len(different) > 1:
            return "scattered"
        return ["single", "pair", "three", "four"][size - 1]
    if size > 5:
        return "scattered"
    is_flush = len({card[1] for card in held}) == 1
    is_straight = all(high == low + 1 for low, high in pairwise(values))
    if TWO in values and not two_in_straights:
        is_straight = False
    if is_flush and is_straight:
        return "straight flush"
    if is_flush:
        return "flush"
    if is_straight:
        return "straight"
    how_often = sorted([values.count(value) for value in different])
    if how_often == [2, 3]:
        return "full house"
    if how_often == [1, 4]:
        return "four plus one"
    return "scattered"


def kind_by(move: Iterable[str], rules: Rules) -> str:
    """The kind of a move under these rules, allowed or not."""
    return kind(move, two_in_straights=rules.two_in_straights)


def strength(move: Iterable[str], rules: Rules = DOCUMENT) -> tuple[int, ...]:
    """What two moves of one kind are compared by."""
    cards = in_order(move)
    name = kind_by(cards, rules)
    if name not in KINDS:
        raise ValueError(f"no move: {cards}")
    if name in ("full house", "four plus one"):
        values = [VALUE[card] for card in cards]
        most = 3 if name == "full house" else 4
        return tuple({value for value in values if values.count(value) == most})
    top = cards[-1]
    return (VALUE[top], SUIT[top])


def beats(move: Iterable[str], previous: Iterable[str], rules: Rules = DOCUMENT) -> bool:
    """Whether the move has as many cards as the one before and is strictly higher."""
    higher, theirs = in_order(move), in_order(previous)
    if len(higher) != len(theirs):
        return False
    my_kind, their_kind = kind_by(higher, rules), kind_by(theirs, rules)
    if my_kind not in KINDS or their_kind not in KINDS:
        return False
    if my_kind != their_kind:
        return KINDS.index(my_kind) > KINDS.index(their_kind)
    if len(higher) <= 4 and rules.equal_values == "never":
        return VALUE[higher[0]] > VALUE[theirs[0]]
    return strength(higher, rules) > strength(theirs, rules)


def order_key(
    move: Iterable[str], rules: Rules = DOCUMENT
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """A total order of moves: kind, strength, then the cards from the lowest on."""
    cards = in_order(move)
    places = tuple(PLACE[card] for card in cards)
    return (KINDS.index(kind_by(cards, rules)), strength(cards, rules), places)


@lru_cache(maxsize=128)
def moves_of_size(hand: frozenset[str], size: int, rules: Rules) -> tuple[Move, ...]:
    """Every allowed move of so many cards: look at all the subsets there are."""
    allowed = [name for name in KINDS if rules.allows(name)]
    subsets = combinations(in_order(hand), size)
    return tuple([cards for cards in subsets if kind_by(cards, rules) in allowed])


def valid_moves(
    hand: Iterable[str],
    previous: Iterable[str] = PASS,
    containing: str | None = None,
    rules: Rules = DOCUMENT,
) -> list[Move]:
    """All moves the hand may make, lowest first; nothing previous is a free lead."""
    held = frozenset(hand)
    before = tuple(previous)
    sizes = [len(before)] if before else [1, 2, 3, 4, 5]
    moves = [move for size in sizes for move in moves_of_size(held, size, rules)]
    if before:
        moves = [move for move in moves if beats(move, before, rules)]
    if containing is not None:
        moves = [move for move in moves if containing in move]
    return sorted(moves, key=lambda move: order_key(move, rules))


def sorted_by_hand_type(moves: Iterable[Move], rules: Rules = DOCUMENT) -> list[Move]:
    """The greatest kind first, and within a kind the lowest move first."""
    moves_in_order = list(moves)
    result: list[Move] = []
    for name in reversed(KINDS):
        block = [move for move in moves_in_order if kind_by(move, rules) == name]
        result.extend(sorted(block, key=lambda move: order_key(move, rules)))
    return result


# ---------------------------------------------------------------- the player of the document


def greater_than(kinds1: Iterable[str], kinds2: Iterable[str]) -> bool:
    """Whether the first list of distinct kinds is greater, compared from the greatest down."""
    first = sorted([KINDS.index(name) for name in kinds1], reverse=True)
    second = sorted([KINDS.index(name) for name in kinds2], reverse=True)
    for own_card, theirs in zip(first, second, strict=False):
        if own_card != theirs:
            return own_card > theirs
    return len(first) > len(second)


def kinds_of(hand: Iterable[str], rules: Rules = DOCUMENT) -> list[str]:
    """The distinct kinds of all moves in a hand, greatest first."""
    present = {kind_by(move, rules) for move in valid_moves(hand, rules=rules)}
    return [name for name in reversed(KINDS) if name in present]


def moves_by_kind(hand: Iterable[str], rules: Rules) -> dict[str, list[frozenset[str]]]:
    """All moves of a hand, put together by kind."""
    result: dict[str, list[frozenset[str]]] = {name: [] for name in KINDS}
    for move in valid_moves(hand, rules=rules):
        result[kind_by(move, rules)].append(frozenset(move))
    return result


def kinds_without(by_kind: dict[str, list[frozenset[str]]], gone: Iterable[str]) -> list[str]:
    """The kinds of the rest of a hand: its moves are those that use no card that is gone."""
    away = frozenset(gone)
    return [
        name for name in reversed(KINDS) if any(away.isdisjoint(move) for move in by_kind[name])
    ]


def ai_move(
    hand: Iterable[str],
    previous: Iterable[str] = PASS,
    containing: str | None = None,
    rules: Rules = DOCUMENT,
) -> Move:
    """The move of the document's player, or a pass when it has no answer."""
    held = set(hand)
    before = tuple(previous)
    moves = valid_moves(held, before, containing, rules)
    if not moves:
        return PASS
    for move in moves:
        if set(move) == held:
            return move
    if not before:
        return sorted_by_hand_type(moves, rules)[0]
    by_kind = moves_by_kind(held, rules)
    best = moves[0]
    best_kinds = kinds_without(by_kind, best)
    for move in moves[1:]:
        kinds = kinds_without(by_kind, move)
        if greater_than(kinds, best_kinds):
            best, best_kinds = move, kinds
    return best


def ai_choose_cards(hand: Iterable[str], n: int, rules: Rules = DOCUMENT) -> Move:
    """The n cards the document's player gives away, best first."""
    cards = in_order(hand)
    by_kind = moves_by_kind(cards, rules)
    remaining = list(cards)
    chosen: list[str] = []
    while remaining and len(chosen) < n:
        best = remaining[0]
        for card in remaining[1:]:
            if greater_than(kinds_without(by_kind, [card]), kinds_without(by_kind, [best])):
                best = card
        remaining.remove(best)
        chosen.append(best)
    return tuple(chosen)


def least_moves(hand: Iterable[str], rules: Rules = DOCUMENT) -> int:
    """The least number of allowed moves that sheds the whole hand; for small hands."""
    cards = in_order(set(hand))
    bit = {card: 1 << i for i, card in enumerate(cards)}
    moves = [sum(bit[card] for card in move) for move in valid_moves(cards, rules=rules)]
    least = [0]
    for subset in range(1, 1 << len(cards)):
        least.append(1 + min(least[subset - move] for move in moves if subset & move == move))
    return least[-1]


def roles(n: int) -> list[str]:
    """The roles for the places 1 to n."""
    table = {
        2: "p b",
        3: "p n b",
        4: "p vp vb b",
        5: "p vp n vb b",
        6: "p vp n n vb b",
        7: "p vp n n n vb b",
    }
    names = {
        "p": "President",
        "vp": "Vice-President",
        "n": "Neutral",
        "vb": "Vice-Bum",
        "b": "Bum",
    }
    return [names[short] for short in table[n].split()]


# ---------------------------------------------------------------- a round


class Round:
    """One round: the deal, the trading of a later round, and the play to the last player."""

    def __init__(
        self, order: Sequence[int], deck: Sequence[str], later: bool, rules: Rules = DOCUMENT
    ) -> None:
        """Deal the deck in turn order and get ready for the first decision."""
        n = len(order)
        self.order = list(order)
        self.rules = rules
        self.hands: dict[int, set[str]] = {seat: set() for seat in order}
        dealt = 52 // n * n
        for i in range(dealt):
            self.hands[self.order[i % n]].add(deck[i])
        self.leftover: list[str] = list(deck[dealt:])
        self.played: list[str] = []
        self.finished: list[int] = []
        self.previous: Move = PASS
        self.mover: int | None = None
        self.passed: set[int] = set()
        self.chosen: list[str] = []
        self.wanted: list[str] = []
        self.trades: list[tuple[int, int, int]] = []
        self.containing: str | None = None
        self.turn: int | None = self.order[0]
        self.phase = "playing"
        if later:
            self.phase = self._first_of_trade()
            self.trades.append((self.order[0], self.order[-1], 2))
            if n >= 4:
                self.trades.append((self.order[1], self.order[-2], 1))
        else:
            self.containing = in_order(deck[:dealt])[0]
            for seat in self.order:
                if self.containing in self.hands[seat]:
                    self.turn = seat

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.turn is None

    def still_in(self) -> list[int]:
        """The seats that have not finished, in turn order."""
        return [seat for seat in self.order if seat not in self.finished]

    def open_moves(self) -> list[str]:
        """What the seat in turn may do."""
        if self.turn is None:
            return []
        hand = self.hands[self.turn]
        if self.phase == "giving":
            return ["give " + card for card in in_order(hand) if card not in self.chosen]
        if self.phase == "asking":
            return ["ask for " + plural for plural in PLURALS]
        moves = valid_moves(hand, self.previous, self.containing, self.rules)
        texts = [" ".join(move) for move in moves]
        if self.previous != PASS and (self.rules.passing == "anyone" or not moves):
            texts.append("pass")
        return texts

    def play(self, text: str) -> None:
        """Do one of the open moves for the seat in turn."""
        if self.turn is None or text not in self.open_moves():
            raise ValueError(f"not open: {text}")
        if self.phase == "giving":
            self._give(text.removeprefix("give "))
        elif self.phase == "asking":
            self._ask(RANKS[PLURALS.index(text.removeprefix("ask for "))])
        elif text == "pass":
            self._pass(self.turn)
        else:
            self._move(self.turn, tuple(text.split()))

    def _first_of_trade(self) -> str:
        """What a trade begins with."""
        return "asking" if self.rules.trade == "request" else "giving"

    def _ask(self, rank: str) -> None:
        """Remember one rank; when there is one for each card, the own gifts are chosen."""
        self.wanted.append(rank)
        if len(self.wanted) == self.trades[0][2]:
            self.phase = "giving"

    def _given_up(self, lower: int, count: int) -> set[str]:
        """What the lower seat has to hand over, before anything reaches it."""
        left = in_order(self.hands[lower])
        if self.rules.trade == "highest":
            return set(left[-count:])
        up: list[str] = []
        for rank in self.wanted:
            rest = [card for card in left if card not in up]
            matching = [card for card in rest if card[0] == rank]
            up.append((matching or rest)[-1])
        return set(up)

    def _give(self, card: str) -> None:
        """Choose one card to give; when the choice is complete the cards change hands."""
        self.chosen.append(card)
        upper, lower, count = self.trades[0]
        if len(self.chosen) < count:
            return
        down = set(self.chosen)
        up = self._given_up(lower, count)
        self.hands[upper] = (self.hands[upper] - down) | up
        self.hands[lower] = (self.hands[lower] - up) | down
        self.chosen, self.wanted = [], []
        self.trades.pop(0)
        if self.trades:
            self.phase = self._first_of_trade()
            self.turn = self.trades[0][0]
        else:
            self.phase = "playing"
            self.turn = self.order[0]

    def _pass(self, seat: int) -> None:
        """Pass, and see whether that frees the lead."""
        self.passed.add(seat)
        self._go_on(seat)

    def _move(self, seat: int, move: Move) -> None:
        """Play the cards, and see who has finished and whether the trick has ended."""
        self.hands[seat] -= set(move)
        self.played.extend(move)
        self.previous = move
        self.mover = seat
        self.containing = None
        if not self.rules.pass_is_final:
            self.passed = set()
        if not self.hands[seat]:
            self.finished.append(seat)
        if len(self.still_in()) == 1:
            self.finished.extend(self.still_in())
            self.turn = None
        elif self.rules.twos_end_trick and all(card[0] == "2" for card in move):
            self._free_lead(seat)
        else:
            self._go_on(seat)

    def _go_on(self, seat: int) -> None:
        """Free the lead if all others have passed, else let the next one who may act do so."""
        assert self.mover is not None
        others = [other for other in self.still_in() if other != self.mover]
        if all(other in self.passed for other in others):
            self._free_lead(self.mover)
        elif self.rules.pass_is_final:
            self.turn = self._next_after(seat, self.passed)
        else:
            self.turn = self._next_after(seat, set())

    def _free_lead(self, mover: int) -> None:
        """A new free lead for the last mover, or for the next one still in."""
        self.previous = PASS
        self.passed = set()
        self.turn = mover if mover not in self.finished else self._next_after(mover, set())

    def _next_after(self, seat: int, skipped: set[int]) -> int:
        """The next seat in turn order that is still in and is not skipped."""
        place = self.order.index(seat)
        for step in range(1, len(self.order) + 1):
            other = self.order[(place + step) % len(self.order)]
            if other not in self.finished and other not in skipped:
                return other
        raise AssertionError("nobody is left to act")
