"""Mason Rummy: the classes and menus of the original document, built on the rules (R17).

`Card`, `Hand`, `Player` with its two subclasses, `ScoreTable`, and `RoundOver`, which signals the
end of a round.  The program around them, with the main menu, is
`dealt.clients.line.programs.mason_rummy`.

Two computer players play a round:

>>> players = [pc_player("AI"), pc_player("AI 2")]
>>> table = deal_round(players, seed=7)
>>> print(players[0].hand)
JP 8P 5C 9H AP 6C TH 8C QC 5P
>>> players[0].take_turn(table)
AI: draw stock, discard JP

A person, `live_player("Ana")`, is asked through the document's menus, using `input`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from dealt.cards import FIVE_SUITS, RANKS, SUITS, long_name
from dealt.core.agent import AnyAgent, PolicyAgent, Seat
from dealt.core.arguments import check_names
from dealt.core.chance import check_seed
from dealt.core.match import Match
from dealt.core.table import Table
from dealt.core.view import View
from dealt.core.zones import Group
from dealt.errors import IllegalAction, ParseError
from dealt.games.mason_rummy import bots
from dealt.games.mason_rummy.game import GAME
from dealt.games.mason_rummy.scores import ScoreRow, ScoreTable
from dealt.games.mason_rummy.state import DISCARD, DRAW_DISCARD, LAY_OFF, POINTS, SHORTEST
from dealt.games.mason_rummy.state import RANKS as RANKS_OF_SUIT
from dealt.games.mason_rummy.words import group_of, groups_text, is_run
from dealt.language import Phrase, message, message_n, say, say_n

__all__ = [
    "Card",
    "Hand",
    "LivePlayer",
    "PcPlayer",
    "Player",
    "RoundOver",
    "ScoreRow",
    "ScoreTable",
    "deal_round",
    "live_player",
    "pc_player",
]

AI = "AI"

MENU_A = (
    message("Menu A: Main Menu"),
    (
        message("View scores"),
        message("Play 2-player game"),
        message("Play 3-player game"),
        message("Play 2-player game with stacked deck"),
        message("Play 3-player game with stacked deck"),
        message("Quit"),
    ),
)
MENU_B = (
    message("Menu B: Choose Player Type"),
    (message("new player"), message("returning player")),
)
MENU_C = message("Menu C: Choose Previous Player")
MENU_D = (
    message("Menu D: Which Card to Draw"),
    (message("Draw from stock pile"), message("Draw from discard pile")),
)
MENU_E = (message("Menu E: Next Action"), (message("Play down cards"), message("Discard")))
MENU_F = message("Menu F: Select Cards")


def in_language(menu: tuple[str, Sequence[str]]) -> tuple[str, tuple[str, ...]]:
    """The title and the options of a menu, in the current language."""
    title, options = menu
    return say(title), tuple(map(say, options))


class RoundOver(Exception):  # noqa: N818 - a signal, not an error
    """The current round is over."""


class Card:
    """A card: a value of 23456789TJQKA and a suit of CDHSP.

    >>> Card("7", "H") == Card("H", "7") == Card("7H")
    True

    Args:
        value: the value, or both as one text, such as `7H`.
        suit: the suit; no letter is both a value and a suit, so they may be swapped.

    Raises:
        ParseError: there is no such card.
    """

    def __init__(self, value: str, suit: str = "") -> None:
        face = f"{value}{suit}"
        if str(value) in tuple(SUITS):
            face = f"{suit}{value}"
        FIVE_SUITS.parse(face, strict=True)
        self.value, self.suit = face[0], face[1]

    @staticmethod
    def from_text(face: str) -> Card:
        """The card that a text such as `7H` describes."""
        return Card(face)

    def extends_run(self, run: Cards) -> bool:
        """Whether the card fits at either end of a run; aces are always high."""
        run = _cards_in(run)
        if not run or any(card.suit != self.suit for card in run):
            return False
        places = [RANKS.index(card.value) for card in run]
        return RANKS.index(self.value) in (min(places) - 1, max(places) + 1)

    def card_point_value(self) -> int:
        """Number cards count their number, face cards ten, an ace fifteen."""
        return POINTS[RANKS.index(self.value)]

    def __str__(self) -> str:
        return self.value + self.suit

    def __repr__(self) -> str:
        return f"Card({self.value!r}, {self.suit!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def number(self) -> int:
        """The card's number in the rules."""
        return SUITS.index(self.suit) * RANKS_OF_SUIT + RANKS.index(self.value)


# cards, or their descriptions: one by one, or as one text with blanks between
Cards = Iterable[Card | str] | str


def _cards_in(cards: Cards) -> list[Card]:
    """The cards in a text or list.

    >>> _cards_in("7H TP") == _cards_in(["7H", Card("T", "P")])
    True

    Raises:
        ParseError: one of them is not a card.
    """
    parts = cards.split() if isinstance(cards, str) else cards
    return [card if isinstance(card, Card) else Card(card) for card in parts]


class Hand:
    """A player's cards in dealt order, and the groups already laid down.

    >>> hand = Hand("7H TP AC")
    >>> len(hand), hand.hand_point_value(), str(hand)
    (3, 32, '7H TP AC')

    Args:
        cards: the cards in the hand.
        groups: the melds and runs on the table, each a list of cards.

    Raises:
        ParseError: one of them is not a card.
    """

    def __init__(self, cards: Cards = (), groups: Iterable[Cards] = ()) -> None:
        self.cards = _cards_in(cards)
        self.groups = [_cards_in(group) for group in groups]

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    @staticmethod
    def from_view(view: View) -> Hand:
        """The hand of the seat that has this view."""
        return Hand(view.hand, [group.cards for group in view.groups(seat=view.seat)])

    def hand_point_value(self) -> int:
        """Points of the cards still in the hand."""
        return sum(card.card_point_value() for card in self.cards)

    def already_laid_down(self, card: Card | str) -> bool:
        """Whether the card is in one of the player's groups on the table."""
        (card,) = _cards_in([card])
        return any(card in group for group in self.groups)

    def __str__(self) -> str:
        return " ".join(str(card) for card in self.cards)


class _Console(Protocol):
    """What a player at the menus needs: a way to ask and to show."""

    def choose(self, title: str, options: Sequence[str]) -> int:
        """Ask for the number of an option, from 1, until the answer is valid."""

    def select(self, title: str, cards: Sequence[Card], *, one: bool = False) -> list[Card]:
        """Ask for cards of the numbered list (R8) until the answer is valid."""

    def show_table(self, table: Table, seat: int) -> None:
        """Show what the seat may see of the table."""

    def tell(self, line: str) -> None:
        """Show one line of news."""


class PlainConsole:
    """Menus and news as plain lines, using `input` and `print`."""

    def say(self, text: str = "") -> None:
        """Print lines."""
        print(text)

    def tell(self, line: str) -> None:
        """Show one line of news."""
        self.say(line)

    def ask(self, prompt: str) -> str:
        """Ask for a line of input and strip the blanks around it.

        Raises:
            EOFError: the input has ended.
        """
        return input(prompt).strip()

    def choose(self, title: str, options: Sequence[str]) -> int:
        """Ask for the number of an option, from 1, until the answer is valid."""
        self.say(title)
        for number, option in enumerate(options, 1):
            self.say(f"{number}. {option}")
        while True:
            try:
                return _numbers_in(self.ask("> "), len(options), one=True)[0]
            except ParseError as error:
                self.say(str(error))

    def select(self, title: str, cards: Sequence[Card], *, one: bool = False) -> list[Card]:
        """Ask for cards of the numbered list (R8) until the answer is valid."""
        self.say(title)
        for number, card in enumerate(cards, 1):
            self.say(f"{number}. {card} ({long_name(str(card))})")
        prompt = say("One number: ") if one else say("Numbers separated by commas: ")
        while True:
            try:
                numbers = _numbers_in(self.ask(prompt), len(cards), one=one)
            except ParseError as error:
                self.say(str(error))
            else:
                return [cards[number - 1] for number in numbers]

    def show_table(self, table: Table, seat: int) -> None:
        """Show what the seat may see of the table."""
        self.say("\n".join(["", *lines_of(table, seat), ""]))


def lines_of(table: Table, seat: int) -> list[str]:
    """What a seat may see: piles, groups of all players, its hand; the number of lines is fixed."""
    view = table.view(seat)
    piles = say(
        "Discard pile: {top}   Stock pile: {stock} cards",
        top=view.pile("discard").top or say("empty"), stock=view.pile("stock").count,
    )  # fmt: skip
    lines = [piles]
    for number, name in enumerate(view.names):
        line = say_n(
            "{name}, 1 card in hand, on the table: {groups}",
            "{name}, {n} cards in hand, on the table: {groups}",
            view.count(number), name=name, groups=groups_text(view.groups(seat=number)),
        )  # fmt: skip
        lines.append(line)
    hand = " ".join(view.hand)
    return [*lines, say("{name}, your hand: {cards}", name=view.names[seat], cards=hand)]


class Player:
    """A player at the table: a name, a hand of cards, and the score in this game.

    Args:
        name: the name, not empty.
        hand: the cards; a turn replaces them with the cards dealt.
        score: points so far in this game.
        seat: the number of the seat, from 0; by default the seat with this name at the table.

    Raises:
        SetupError: the name is empty or cannot be shown.
        ParseError: something in the hand is not a card.
    """

    def __init__(
        self, name: str, hand: Hand | Cards = (), score: int = 0, *, seat: int | None = None
    ) -> None:
        check_names([name])
        self.name = name
        self.seat = seat
        self.score = score
        self.hand = hand if isinstance(hand, Hand) else Hand(hand)

    @property
    def row(self) -> str:
        """The player's name in the scores; all computer players share one."""
        return self.name

    @property
    def agent(self) -> AnyAgent | None:
        """The computer player in the seat, if any."""
        return None

    def take_turn(self, table: Table, console: _Console | None = None) -> None:
        """Draw, lay down, discard.

        Args:
            table: the table, see `deal_round`.
            console: asks and shows; by default `input` and `print`.

        Raises:
            RoundOver: the round ended with this turn, or was over before.
            IllegalAction: it is another player's turn.
            SetupError: no seat has this name.
        """
        console = PlainConsole() if console is None else console
        seat = self.seat_at(table)
        if not table.is_over and table.seat_in_turn != seat:
            raise IllegalAction(
                "{name} cannot play: it is {other}'s turn", name=self.name, other=table.turn
            )
        while not table.is_over and table.seat_in_turn == seat:
            self.look(table)
            self.act(table, console)
        self.look(table)
        if table.is_over:
            raise RoundOver(table.outcome)

    def seat_at(self, table: Table) -> int:
        """The number of the player's seat."""
        return table.seat(self.name if self.seat is None else self.seat)

    def act(self, table: Table, console: _Console) -> None:
        """Take the next step of a turn."""
        raise TypeError(f"Player {self.name} cannot play; use live_player or pc_player")

    def look(self, table: Table) -> View:
        """Update the hand, and show the rest of the table."""
        view = table.view(self.seat_at(table))
        self.hand = Hand.from_view(view)
        return view

    def __str__(self) -> str:
        return f"{self.name}: {self.score} points"


class LivePlayer(Player):
    """A person, who chooses from menus D, E and F."""

    def act(self, table: Table, console: _Console) -> None:
        """Show one menu and do what is chosen."""
        console.show_table(table, self.seat_at(table))
        if self.look(table).asked == "draw":
            table.step(table.actions[console.choose(*in_language(MENU_D)) - 1])
        elif console.choose(*in_language(MENU_E)) == 1:
            cards = console.select(say(MENU_F), self.hand.cards)
            try:
                lay_down(table, cards)
            except IllegalAction as error:
                console.tell(say("Not possible: {why}", why=error))
        else:
            card = console.select(say(MENU_F), self.hand.cards, one=True)[0]
            table.step(table.read(DISCARD + card.number()))


class PcPlayer(Player):
    """A computer player, which plays by R14 unless given another agent."""

    def __init__(
        self,
        name: str = AI,
        hand: Hand | Cards = (),
        score: int = 0,
        *,
        seat: int | None = None,
        agent: AnyAgent | None = None,
    ) -> None:
        super().__init__(name, hand, score, seat=seat)
        self._agent = agent or PolicyAgent(AI, bots.seed_ai)

    @property
    def row(self) -> str:
        """All computer players of one kind share a row, `AI` (R13)."""
        return self._agent.name

    @property
    def agent(self) -> AnyAgent | None:
        """The computer player in the seat."""
        return self._agent

    def take_turn(self, table: Table, console: _Console | None = None) -> None:
        """Draw, lay down, discard, and report it in one line."""
        console = PlainConsole() if console is None else console
        self.done: list[str] = []
        try:
            super().take_turn(table, console)
        finally:
            if self.done:
                console.tell(f"{self.name}: {', '.join(self.done)}")

    def act(self, table: Table, console: _Console) -> None:
        """Take one action."""
        top = self.look(table).pile("discard").top
        action = table.step(table.choice_of(self._agent))
        words = table.game.wording.action_phrase(action.id)
        self.done.append(f"{words} {top}" if action.id == DRAW_DISCARD else words)


# the document's own spelling
live_player = LivePlayer
pc_player = PcPlayer


def deal_round(
    players: Sequence[Player], *, seed: int | None = None, deck: Cards | None = None
) -> Table:
    """Deal a round to players, in the order given; nobody has moved yet.

    This also sets each player's `hand`; `take_turn` plays at the table.

    Args:
        players: two or three, with different names.
        seed: determines the shuffle, 0 to 2**63 - 1; a fresh one by default.
        deck: a stacked deck of all 65 cards in dealing order; nothing is shuffled then.

    Raises:
        SetupError: not two or three players, or two with the same name.
        DeckError: `deck` is not a deck of the game.
    """
    from dealt import fresh_seed

    GAME.check_seats(len(players))
    seats = [Seat(player.name, player.agent) for player in players]
    seed = fresh_seed() if seed is None else check_seed(seed)
    decks = [] if deck is None else [[str(card) for card in _cards_in(deck)]]
    table = Match(GAME, seats, seed=seed, rounds=1, decks=decks).table
    for number, player in enumerate(players):
        player.seat = number
        player.look(table)
    return table


def lay_down(table: Table, cards: Sequence[Card]) -> None:
    """Lay down one selection of cards for the seat to move: a new group, or lay-offs only (R7).

    Raises:
        IllegalAction: the rules do not allow it; nothing has changed.
    """
    view = table.view(table.seat_in_turn)
    hand = Hand.from_view(view)
    down = [str(card) for card in cards if hand.already_laid_down(card)]
    if down:
        raise IllegalAction(
            message_n("{cards} is laid down already", "{cards} are laid down already"),
            n=len(down), cards=" ".join(down),
        )  # fmt: skip
    group = group_of([card.number() for card in cards])
    if group is not None:
        table.step(table.read(group))
        return
    for card in _in_laying_order(view.groups(seat=view.seat), cards):
        table.step(table.read(LAY_OFF + card.number()))


def _in_laying_order(groups: Sequence[Group], cards: Sequence[Card]) -> list[Card]:
    """An order in which all cards can be laid off on groups, first on runs, then on melds.

    Raises:
        IllegalAction: one of the cards fits nowhere.
    """
    runs = [_cards_in(group.cards) for group in groups if is_run(group)]
    values = {group.cards[0][0] for group in groups if not is_run(group)}
    order: list[Card] = []
    rest = list(cards)
    while fitting := [(card, run) for card in rest for run in runs if card.extends_run(run)]:
        card, run = fitting[0]
        run.append(card)
        order.append(card)
        rest.remove(card)
    misfits = [card for card in rest if card.value not in values]
    if misfits:
        raise _why_not(cards, misfits, groups)
    return order + rest


def _why_not(
    cards: Sequence[Card], misfits: Sequence[Card], groups: Sequence[Group]
) -> IllegalAction:
    """Why a selection is neither a new group nor can be laid off."""
    chosen, left = " ".join(map(str, cards)), " ".join(map(str, misfits))
    if len(cards) < SHORTEST:
        group = Phrase("a new group needs {n} cards", {"n": SHORTEST})
    else:
        group = Phrase("neither cards of one rank nor consecutive cards of one suit")
    if not groups:
        return IllegalAction(
            "{cards}: {why}, and you have no group on the table yet", cards=chosen, why=group
        )
    return IllegalAction(
        message_n(
            "{cards}: {why}, and {others} fits none of your groups ({groups})",
            "{cards}: {why}, and {others} fit none of your groups ({groups})",
        ),
        n=len(misfits), cards=chosen, why=group, others=left, groups=groups_text(groups),
    )  # fmt: skip


DIGITS = 9  # no number here is longer


def _numbers_in(text: str, n: int, *, one: bool = False) -> list[int]:
    """Numbers from 1 to `n`, separated by commas, without repetition (R8); `5,` also means 5.

    Raises:
        ParseError: anything else.
    """
    parts = [part.strip() for part in text.strip().removesuffix(",").split(",")]
    if one:
        allowed = say("one number from 1 to {last}", last=n)
    else:
        allowed = say("numbers from 1 to {last} separated by commas", last=n)
    if not all(part.isascii() and part.isdigit() and len(part) < DIGITS for part in parts):
        raise ParseError("cannot read {text}; enter {wanted}", text=repr(text[:60]), wanted=allowed)
    numbers = [int(part) for part in parts]
    outside = [number for number in numbers if not 1 <= number <= n]
    if outside:
        raise ParseError("{n} is out of range: enter {wanted}", n=outside[0], wanted=allowed)
    if len(set(numbers)) < len(numbers):
        raise ParseError(
            "a number is repeated in {text}; enter {wanted}", text=repr(text[:60]), wanted=allowed
        )
    if one and len(numbers) != 1:
        raise ParseError(
            "{n} numbers in {text}; enter {wanted}",
            n=len(numbers),
            text=repr(text[:60]),
            wanted=allowed,
        )
    return numbers
