"""Crazy Eights, a second time: naive on purpose, from the RULES.md of examples/crazy_eights alone.

Cards are rank then suit ("3D", "TC", "8S"); actions are said in words, as `play 8S for hearts`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
COURT = {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 1, "8": 50}


def worth(hand: list[str]) -> int:
    """The points of the cards in a hand."""
    return sum(COURT[card[0]] if card[0] in COURT else int(card[0]) for card in hand)


@dataclass
class Round:
    """One round, from the deck as it lies: the first card is dealt first."""

    deck: list[str]
    players: int
    first: int
    draws: int
    hands: list[list[str]] = field(init=False)
    pile: list[str] = field(init=False)
    stock: list[str] = field(init=False)
    asked: str = field(init=False)
    turns: list[str] = field(default_factory=list)  # what was said since the turn began
    said: list[str] = field(default_factory=list)  # all that was said in the round

    def __post_init__(self) -> None:
        self.stock = list(self.deck)
        self.hands = [[] for _ in range(self.players)]
        self.turn = self.first
        for _ in range({2: 7, 3: 5, 4: 5}[self.players]):
            for after in range(self.players):
                self.hands[(self.first + after) % self.players].append(self.stock.pop(0))
        self.pile = [self.stock.pop(0)]
        self.asked = self.pile[0][1]

    def over(self) -> bool:
        """Somebody is out, or every player has passed, one after the other."""
        last = self.said[-self.players :]
        return [] in self.hands or last == ["pass"] * self.players

    def open(self) -> set[str]:
        """All that can be said now."""
        if self.over():
            return set()
        actions = set()
        for card in self.hands[self.turn]:
            if card[0] == "8":
                actions |= {f"play {card} for {suit}" for suit in SUITS.values()}
            elif card[1] == self.asked or card[0] == self.pile[-1][0]:
                actions.add(f"play {card}")
        drawing = self.stock and len(self.turns) < self.draws
        return actions | {"draw" if drawing else "pass"}

    def say(self, text: str) -> None:
        """Play on."""
        self.said.append(text)
        self.turns.append(text)
        if text == "draw":
            self.hands[self.turn].append(self.stock.pop(0))
            return
        if text != "pass":
            card = text.split()[1]
            self.hands[self.turn].remove(card)
            self.pile.append(card)
            self.asked = card[1]
            if " for " in text:
                (self.asked,) = (suit for suit, name in SUITS.items() if text.endswith(name))
        self.turns = []
        self.turn = (self.turn + 1) % self.players

    def points(self) -> list[int]:
        """What each player scores once the round is over."""
        least = min(worth(hand) for hand in self.hands)
        return [
            sum(worth(other) - least for other in self.hands) if worth(hand) == least else 0
            for hand in self.hands
        ]
