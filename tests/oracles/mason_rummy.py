"""Mason Rummy: a plain second implementation of the rules, made to compare against.

Cards are two-character strings such as "7H" and "TP".  The first character is the value
(2 3 4 5 6 7 8 9 T J Q K A, aces high), the second the suit (C D H S P).
Three parts: Round (one round of play), ai_action (the computer player) and Program (the
whole menu-driven program, fed with a list of input lines).
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

RANKS = "23456789TJQKA"
SUITS = "CDHSP"
HAND_SIZE = 10
GROUP_SIZE = 3
ROUNDS = 3
AI_NAME = "AI"
AI_TURN_LIMIT = 500
HEADER = ["name", "games won", "games lost", "best score"]

Kind = Literal["run", "meld"]
Phase = Literal["draw", "play"]


# ----------------------------------------------------------------------------- cards


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
    known = full_deck()
    for card in cards:
        if card not in known:
            return f"unknown card {card}"
    if len(cards) != len(known):
        return f"{len(cards)} cards instead of {len(known)}"
    for card in cards:
        if cards.count(card) > 1:
            return f"{card} is there more than once"
    return None


# ---------------------------------------------------------------------------- groups


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
    found: list[list[str]] = []
    for rank in RANKS:
        same = ascending(card for card in hand if card[0] == rank)
        for size in range(GROUP_SIZE, len(same) + 1):
            found += [list(some) for some in combinations(same, size)]
    return found


def runs_in(hand: list[str]) -> list[list[str]]:
    """Every run that can be made of cards in hand, all lengths, ascending."""
    found: list[list[str]] = []
    for suit in SUITS:
        same = ascending(card for card in hand if card[1] == suit)
        for first in range(len(same)):
            for end in range(first + GROUP_SIZE, len(same) + 1):
                if is_run(same[first:end]):
                    found.append(same[first:end])
    return found


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


# ----------------------------------------------------------------------------- round


class Round:
    """One round: the deal, and then draws, lay-downs and discards until it is over.

    `turn` is the seat in turn; once the round is over, the seat that acted last.
    The first of `stock` is its top, the last of `discards` is the visible card.
    """

    def __init__(
        self, players: int, deck: list[str], starter: int = 0, turn_limit: int = 0
    ) -> None:
        """Deal ten cards at a time in order of entry, whoever starts (R3)."""
        problem = check_deck(deck)
        if problem is not None:
            raise ValueError(problem)
        if players not in (2, 3) or not 0 <= starter < players:
            raise ValueError("two or three players, and one of them starts")
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


# -------------------------------------------------------------------------------- AI


def ai_action(current: Round) -> str:
    """The next action of the computer player in turn (R14)."""
    if current.over:
        raise ValueError("the round is over")
    if current.phase == "draw":
        wanted = ai_wants(current.discards[-1], current.hand, current.table)
        return "draw discard" if wanted else "draw stock"
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


# ---------------------------------------------------------------------------- scores


@dataclass
class Row:
    """One line of the scores; `best` is None before the first win (R5)."""

    name: str
    won: int = 0
    lost: int = 0
    best: int | None = None


def read_scores(text: str) -> list[Row]:
    """The rows of a scores file, in file order, with LF or CRLF line ends (R16)."""
    rows: list[Row] = []
    lines = [line for line in csv.reader(io.StringIO(text, newline="")) if line]
    for name, won, lost, best in lines[1:]:
        rows.append(Row(name, int(won), int(lost), int(best) if best else None))
    return rows


def write_scores(rows: list[Row]) -> str:
    """The text of a scores file: every field in double quotes, LF line ends (R16)."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(HEADER)
    for row in rows:
        writer.writerow([row.name, row.won, row.lost, "" if row.best is None else row.best])
    return out.getvalue()


def record_seat(rows: list[Row], name: str, total: int, won: bool) -> None:
    """Add one seat's win or loss to its row; a new name gets a row at the end."""
    row = next((row for row in rows if row.name == name), None)
    if row is None:
        row = Row(name)
        rows.append(row)
    if won:
        row.won += 1
        # R5: the lowest score with which the player has won.
        row.best = total if row.best is None else min(row.best, total)
    else:
        row.lost += 1


def winning_seats(totals: list[int]) -> list[int]:
    """Seats that share the lowest total (R6)."""
    return [seat for seat, total in enumerate(totals) if total == min(totals)]


def alphabetical(names: Iterable[str]) -> list[str]:
    """Names in the order of Menu C: upper and lower case alike (R12)."""
    return sorted(names, key=lambda name: (name.casefold(), name))


# --------------------------------------------------------------------------- program


class OutOfLines(Exception):
    """A question was asked and no input line was left."""


@dataclass
class GameResult:
    """A finished game: names as shown, totals and winning seats, and the single rounds."""

    names: list[str]
    totals: list[int]
    winners: list[int]
    rounds: list[list[int]] = field(default_factory=list)
    stalemates: list[bool] = field(default_factory=list)


def parse_numbers(text: str, count: int) -> list[int] | None:
    """The numbers of a Menu F answer, from 1 to `count`; None if unusable (R8)."""
    listed = [str(number) for number in range(1, count + 1)]
    pieces = [piece.strip() for piece in text.split(",")]
    if any(piece not in listed for piece in pieces) or len(set(pieces)) != len(pieces):
        return None
    return [int(piece) for piece in pieces]


def shown_names(names: list[str]) -> list[str]:
    """How the seats are shown: the second AI is "AI 2", the third "AI 3" (R13)."""
    shown: list[str] = []
    for seat, name in enumerate(names):
        nth = names[: seat + 1].count(AI_NAME)
        shown.append(f"{AI_NAME} {nth}" if name == AI_NAME and nth > 1 else name)
    return shown


class Program:
    """The whole program, from Menu A to Menu A, answered by a list of input lines.

    `prompts` keeps what was asked, in order: "A" to "F" for the menus, "deck" and "name"
    for the two questions.  It is one longer than `used` when the lines ran out.
    `current` is the round in play or last played.
    """

    def __init__(
        self,
        lines: list[str],
        files: dict[str, str],
        scores_text: str | None,
        shuffle: Callable[[list[str]], None] = random.shuffle,
    ) -> None:
        """`files` maps deck file names to contents; `scores_text` None: no scores file."""
        self.lines = lines
        self.files = files
        self.scores_text = scores_text
        self.shuffle = shuffle
        self.used = 0
        self.prompts: list[str] = []
        self.results: list[GameResult] = []
        self.current: Round | None = None

    def run(self) -> str | None:
        """Play until "6" at Menu A or the end of the lines; the scores file as it is then."""
        try:
            while self._main_menu():
                pass
        except OutOfLines:
            pass
        return self.scores_text

    # -- asking

    def _ask(self, prompt: str) -> str:
        """The next input line without surrounding white space."""
        self.prompts.append(prompt)
        if self.used >= len(self.lines):
            raise OutOfLines
        self.used += 1
        return self.lines[self.used - 1].strip()

    def _choose(self, menu: str, count: int) -> int:
        """Ask a menu until the answer is one of its numbers."""
        listed = [str(number) for number in range(1, count + 1)]
        while True:
            answer = self._ask(menu)
            if answer in listed:
                return int(answer)

    # -- from the main menu to the seats

    def _main_menu(self) -> bool:
        """Menu A once and what follows from it; False after "6"."""
        choice = self._choose("A", 6)
        if choice == 6:
            return False
        if choice == 1:
            return True  # The scores are shown; nothing is asked.
        players = 2 if choice in (2, 4) else 3
        if choice in (2, 3):
            self._game(players, None)
            return True
        deck = self._stacked_deck()
        if deck is not None:
            self._game(players, deck)
        return True

    def _stacked_deck(self) -> list[str] | None:
        """Ask for a deck file until one is good; None after "no" (R4, R11)."""
        while True:
            name = self._ask("deck")
            if name == "no":
                return None
            if name in self.files:
                cards = self.files[name].split()
                if check_deck(cards) is None:
                    return cards

    def _rows(self) -> list[Row]:
        """The rows of the scores file; none if there is no file."""
        return [] if self.scores_text is None else read_scores(self.scores_text)

    def _seat(self, seated: list[str]) -> str:
        """Menu B and what follows from it: the name of one more player."""
        while True:
            if self._choose("B", 2) == 1:
                return self._new_name(seated)
            # R12: seated players are left out, and so is an AI while one is seated (R13).
            taken = [*seated, *shown_names(seated)]
            free = [row.name for row in self._rows() if row.name not in taken]
            if free:
                return alphabetical(free)[self._choose("C", len(free)) - 1]

    def _new_name(self, seated: list[str]) -> str:
        """Ask for a new player's name until it can be taken (R12)."""
        taken = [*seated, *shown_names(seated), *(row.name for row in self._rows())]
        while True:
            name = self._ask("name")
            # R13: the exact name AI is always accepted.
            if name == AI_NAME or (name != "" and name not in taken):
                return name

    # -- playing

    def _game(self, players: int, deck: list[str] | None) -> None:
        """Seat the players, play three rounds and update the scores."""
        names: list[str] = []
        for _ in range(players):
            names.append(self._seat(names))
        everyone_ai = all(name == AI_NAME for name in names)
        result = GameResult(shown_names(names), [0] * players, [])
        for number in range(ROUNDS):
            cards = self._shuffled() if deck is None else deck
            limit = AI_TURN_LIMIT if everyone_ai else 0  # R15
            # R3: the starter moves on by one seat every round.
            current = Round(players, cards, number % players, limit)
            self.current = current
            while not current.over:
                self._turn(current, names[current.turn])
            result.rounds.append(current.scores())
            result.stalemates.append(current.stalemate)
        result.totals = [sum(column) for column in zip(*result.rounds, strict=True)]
        result.winners = winning_seats(result.totals)
        self._record(names, result)

    def _shuffled(self) -> list[str]:
        """A full deck in a new order."""
        cards = full_deck()
        self.shuffle(cards)
        return cards

    def _turn(self, current: Round, name: str) -> None:
        """One turn, from the draw to the discard or the end of the round."""
        seat = current.turn
        if name == AI_NAME:
            while not current.over and current.turn == seat:
                current.play(ai_action(current))
            return
        pile = "stock" if self._choose("D", 2) == 1 else "discard"
        current.play(f"draw {pile}")
        while not current.over and current.turn == seat:
            if self._choose("E", 2) == 1:
                # R8: a refused play leaves everything as it was; Menu E comes again (R1).
                current.select(self._pick_cards(current.hand))
            else:
                current.play(f"discard {self._pick_one(current.hand)}")

    def _pick_cards(self, hand: list[str]) -> list[str]:
        """Ask Menu F until the numbers are usable (R8); hands are numbered unsorted (R2)."""
        while True:
            numbers = parse_numbers(self._ask("F"), len(hand))
            if numbers is not None:
                return [hand[number - 1] for number in numbers]

    def _pick_one(self, hand: list[str]) -> str:
        """Ask Menu F until exactly one card is chosen (R8)."""
        while True:
            cards = self._pick_cards(hand)
            if len(cards) == 1:
                return cards[0]

    def _record(self, names: list[str], result: GameResult) -> None:
        """Put the game into the scores file at once (R16), each AI seat by itself (R13)."""
        rows = self._rows()
        for seat, name in enumerate(names):
            record_seat(rows, name, result.totals[seat], seat in result.winners)
        self.scores_text = write_scores(rows)
        self.results.append(result)
