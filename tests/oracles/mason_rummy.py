"""Mason Rummy: a plain second implementation of the rules, made to compare against.

Cards are two-character strings such as "7H" and "TP".  The first character is the value
(2 3 4 5 6 7 8 9 T J Q K A, aces high), the second the suit (C D H S P).
Three parts: Round (one round of play), ai_action (the computer player) and Program (the
whole menu-driven program, fed with a list of input lines).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

RANKS = "23456789TJQKA"


SUITS = "CDHSP"


HAND_SIZE = 10


GROUP_SIZE = 3


Kind = Literal["run", "meld"]


Phase = Literal["draw", "play"]


def full_deck() -> list[str]:
    """All 65 cards, suit by suit, each suit from 2 to ace."""
    return [rank + suit for suit in SUITS for rank in RANKS]


def rank_of(card: str) -> int:
    """Place of the card's value in ascending order: 0 for a 2, 12 for an ace."""
    return RANKS.index(card[0])


def suit_of(card: str) -> int:
    """Place of the card's suit in the order C D H S P."""
    return SUITS.index(card[1])


def points(card: str) -> int:
    """A number counts itself, T J Q K count ten, an ace fifteen."""
    if card[0] == "A":
        return 15
    if card[0] in "TJQK":
        return 10
    return int(card[0])


def hand_points(cards: Iterable[str]) -> int:
    """Sum of the points of some cards."""
    return sum(points(card) for card in cards)


def ascending(cards: Iterable[str]) -> list[str]:
    """The cards by rank, and by suit where the rank is the same."""
    return sorted(cards, key=lambda card: (rank_of(card), suit_of(card)))


def check_deck(cards: list[str]) -> str | None:
    """Why these cards are no deck, or None: 65 known cards, none twice (R11)."""
    whole_deck = full_deck()
    for card in cards:
        if card not in whole_deck:
            return f"unknown card {card}"
    if len(cards) != len(whole_deck):
        return f"{len(cards)} cards instead of {len(whole_deck)}"
    for card in cards:
        if cards.count(card) > 1:
            return f"{card} is there more than once"
    return None


@dataclass
class Group:
    """Cards on the table: a run in ascending order, or a meld in suit order."""

    kind: Kind
    cards: list[str]


def is_meld(cards: list[str]) -> bool:
    """Three or more cards of one value."""
    return len(cards) >= GROUP_SIZE and len({card[0] for card in cards}) == 1


def is_run(cards: list[str]) -> bool:
    """Three or more cards of one suit, in a row, in whatever order they are given."""
    if len(cards) < GROUP_SIZE or len({card[1] for card in cards}) != 1:
        return False
    ranks = sorted(rank_of(card) for card in cards)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def fits(card: str, group: Group) -> bool:
    """Whether the card belongs to the meld's value or to either end of the run (R7)."""
    if group.kind == "meld":
        return card[0] == group.cards[0][0]
    if card[1] != group.cards[0][1]:
        return False
    low, high = rank_of(group.cards[0]), rank_of(group.cards[-1])
    return rank_of(card) in (low - 1, high + 1)


def home_of(card: str, groups: list[Group]) -> Group | None:
    """The group the card is laid off on: a run before a meld, the older run first (R7)."""
    for kind in ("run", "meld"):
        for group in groups:
            if group.kind == kind and fits(card, group):
                return group
    return None


def add_to(card: str, group: Group) -> None:
    """Put a fitting card on a group; the group stays in order."""
    group.cards = ascending([*group.cards, card])


def melds_in(hand: list[str]) -> list[list[str]]:
    """Every meld that can be made of cards in hand, all subsets, suits in order."""
    melds: list[list[str]] = []
    for rank in RANKS:
        same = ascending(card for card in hand if card[0] == rank)
        for size in range(GROUP_SIZE, len(same) + 1):
            melds += [list(some) for some in combinations(same, size)]
    return melds


def runs_in(hand: list[str]) -> list[list[str]]:
    """Every run that can be made of cards in hand, all lengths, ascending."""
    runs: list[list[str]] = []
    for suit in SUITS:
        same = ascending(card for card in hand if card[1] == suit)
        for first in range(len(same)):
            for end in range(first + GROUP_SIZE, len(same) + 1):
                if is_run(same[first:end]):
                    runs.append(same[first:end])
    return runs


def lay_off_order(cards: list[str], groups: list[Group]) -> list[str] | None:
    """An order in which all the cards can be laid off one by one, or None (R7).

    Runs are served first: a card goes on a meld only when none of the cards still
    waiting fits a run.
    """
    table = [Group(group.kind, list(group.cards)) for group in groups]
    waiting = list(cards)
    order: list[str] = []
    while waiting:
        homes = [(card, home_of(card, table)) for card in waiting]
        on_runs = [(card, home) for card, home in homes if home and home.kind == "run"]
        on_melds = [(card, home) for card, home in homes if home and home.kind == "meld"]
        if not on_runs and not on_melds:
            return None
        card, home = (on_runs + on_melds)[0]
        add_to(card, home)
        waiting.remove(card)
        order.append(card)
    return order


class Round:
    """One round: the deal, and then draws, lay-downs and discards until it is over.

    `turn` is the seat in turn; once the round is over, the seat that acted last.
    The first of `stock` is its top, the last of `discards` is the visible card.
    """

    def __init__(
        self, players: int, deck: list[str], starter: int = 0, turn_limit: int = 0
    ) -> None:
        """Deal ten cards at a time in order of entry, whoever starts (R3)."""
        rest = list(deck)
        self.players = players
        self.hands: list[list[str]] = []
        for _ in range(players):
            self.hands.append(rest[:HAND_SIZE])
            rest = rest[HAND_SIZE:]
        self.discards: list[str] = [rest[0]]
        self.stock: list[str] = rest[1:]
        self.groups: list[list[Group]] = [[] for _ in range(players)]
        self.turn = starter
        self.phase: Phase = "draw"
        self.over = False
        self.stalemate = False
        self.turn_limit = turn_limit
        self.turns_done = 0

    @property
    def hand(self) -> list[str]:
        """The hand of the player in turn."""
        return self.hands[self.turn]

    @property
    def table(self) -> list[Group]:
        """The groups of the player in turn."""
        return self.groups[self.turn]

    def scores(self) -> list[int]:
        """Points left in each hand."""
        return [hand_points(hand) for hand in self.hands]

    def legal(self) -> set[str]:
        """Texts of all actions that the player in turn may take now."""
        if self.over:
            return set()
        if self.phase == "draw":
            # R10: hand and table hold ten cards per player between turns, so that at
            # least 35 cards lie in stock and discards; both draws are always possible.
            return {"draw stock", "draw discard"}
        actions = {f"discard {card}" for card in self.hand}
        actions |= {f"lay off {card}" for card in self.hand if home_of(card, self.table)}
        actions |= {"meld " + " ".join(cards) for cards in melds_in(self.hand)}
        actions |= {"run " + " ".join(cards) for cards in runs_in(self.hand)}
        return actions

    def play(self, text: str) -> None:
        """Carry out one legal action; ValueError for anything else."""
        if text not in self.legal():
            raise ValueError(f"not legal now: {text}")
        words = text.split()
        if words[0] == "draw":
            self._draw(words[1])
        elif words[0] == "discard":
            self._discard(words[1])
        elif words[0] == "lay":
            self._lay_off(words[2])
        else:
            self._lay_down("run" if words[0] == "run" else "meld", words[1:])

    def select(self, cards: list[str]) -> str | None:
        """Play several chosen cards at once, or return why not and change nothing (R7).

        The cards are either one new group or lay-offs only; what could be both is a
        new group.
        """
        if self.over or self.phase != "play":
            return "no cards can be played now"
        if not cards:
            return "no cards are chosen"
        if len(set(cards)) != len(cards) or not set(cards) <= set(self.hand):
            return "every card must be in the hand and be chosen once"
        if is_run(cards):
            self.play("run " + " ".join(ascending(cards)))
            return None
        if is_meld(cards):
            self.play("meld " + " ".join(ascending(cards)))
            return None
        order = lay_off_order(cards, self.table)
        if order is None:
            return "neither one run or meld, nor cards that all fit groups on the table"
        for card in order:
            self.play(f"lay off {card}")
        return None

    def _draw(self, pile: str) -> None:
        """Take one card from a pile; it becomes the last in hand (R2)."""
        if pile == "discard":
            self.hand.append(self.discards.pop())
        else:
            if not self.stock:
                # R10: the top discard stays, the others are the stock, oldest first.
                self.stock = self.discards[:-1]
                self.discards = self.discards[-1:]
            self.hand.append(self.stock.pop(0))
        self.phase = "play"

    def _lay_down(self, kind: Kind, cards: list[str]) -> None:
        """Put a new group on the table."""
        for card in cards:
            self.hand.remove(card)
        self.table.append(Group(kind, cards))
        self._end_if_out()

    def _lay_off(self, card: str) -> None:
        """Put one card on one of the player's own groups, a run before a meld (R7)."""
        home = home_of(card, self.table)
        assert home is not None
        self.hand.remove(card)
        add_to(card, home)
        self._end_if_out()

    def _discard(self, card: str) -> None:
        """Put one card on the discard pile, which finishes the turn."""
        self.hand.remove(card)
        self.discards.append(card)
        self.turns_done += 1
        self._end_if_out()
        if self.over:
            return
        if self.turn_limit and self.turns_done >= self.turn_limit:
            # R15: the hands are counted as they are.
            self.over = True
            self.stalemate = True
            return
        self.turn = (self.turn + 1) % self.players
        self.phase = "draw"

    def _end_if_out(self) -> None:
        """The round is over as soon as the hand is empty (R9)."""
        if not self.hand:
            self.over = True


def ai_action(current: Round) -> str:
    """The next action of the computer player in turn (R14)."""
    if current.over:
        raise ValueError("the round is over")
    if current.phase == "draw":
        expected = ai_wants(current.discards[-1], current.hand, current.table)
        return "draw discard" if expected else "draw stock"
    runs = runs_in(current.hand)
    if runs:
        longest = min(runs, key=run_preference)
        return "run " + " ".join(longest)
    melds = melds_in(current.hand)
    if melds:
        largest = min(melds, key=meld_preference)
        return "meld " + " ".join(largest)
    for card in current.hand:
        if home_of(card, current.table):
            return f"lay off {card}"
    return f"discard {ai_discard(current.hand)}"


def ai_wants(card: str, hand: list[str], groups: list[Group]) -> bool:
    """Whether the card is part of a run or meld made with the hand, or fits a group."""
    together = [*hand, card]
    new_groups = runs_in(together) + melds_in(together)
    return any(card in cards for cards in new_groups) or home_of(card, groups) is not None


def run_preference(cards: list[str]) -> tuple[int, int, int]:
    """Smallest for the longest run, then by suit order, then for the lowest first card."""
    return (-len(cards), suit_of(cards[0]), rank_of(cards[0]))


def meld_preference(cards: list[str]) -> tuple[int, int]:
    """Smallest for the largest meld, then for the lowest rank."""
    return (-len(cards), rank_of(cards[0]))


def belongs_together(card: str, other: str) -> bool:
    """Whether two cards are a pair or a partial run (next to each other in one suit)."""
    if card[1] == other[1]:
        return abs(rank_of(card) - rank_of(other)) == 1
    return card[0] == other[0]


def ai_discard(hand: list[str]) -> str:
    """The dearest card that breaks no pair and no partial run, else the dearest (R14).

    Among equally dear cards it is the first in hand.
    """
    loose = [card for card in hand if not any(belongs_together(card, other) for other in hand)]
    choice = loose or hand
    dearest = max(points(card) for card in choice)
    return next(card for card in choice if points(card) == dearest)
