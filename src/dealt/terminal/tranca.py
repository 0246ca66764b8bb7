"""Tranca: the table of all sides, the hand in the order one likes, numbered actions.

The rules stand in `dealt.games.tranca`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dealt.cards import FRENCH, RANKS, SUITS
from dealt.core.agent import Action
from dealt.core.match import Match
from dealt.errors import ParseError
from dealt.games.tranca import target_of
from dealt.games.tranca.rounds import round_sheet
from dealt.games.tranca.tables import DISCARD
from dealt.games.tranca.words import Side, TrancaView, said
from dealt.language import message, say, say_n
from dealt.language import number as numeral
from dealt.terminal.boxes import QUIT, Screen, in_letters, number_in
from dealt.terminal.hints import Hints
from dealt.terminal.line import Leave
from dealt.terminal.sitting import Sitting

HELP = (
    message("Enter the number of an action, or its words:"),
    message("draw, take on 1, take new 7C 8C 9C, new KC KD 2, lay TC on 1, discard 5H."),
    message("Sequences are numbered as your side made them."),
    message("sort rank and sort suit put your hand into order;"),
    message("pile shows the whole discard pile."),
    message("At a terminal, Enter alone shows the table again. q leaves the game."),
)
MOST_NUMBERED = 40
BY_SUIT = "suit"
BY_RANK = "rank"


def play_match(match: Match, screen: Screen, hints: Hints) -> None:
    """Play a match to its end, or until the player leaves or the input ends; tell the totals.

    Args:
        match: what is played, its first round dealt.
        screen: where to ask and tell.
        hints: what a person is told about a choice.
    """
    TrancaSitting(match, screen, hints).run()


class TrancaSitting(Sitting):
    """One match at one terminal, with what each person has been told so far.

    Args:
        match, screen, hints: see `play_match`.
    """

    def __init__(self, match: Match, screen: Screen, hints: Hints) -> None:
        super().__init__(match, screen)
        self.hints = hints
        self.sorted_by = dict.fromkeys(self.people, BY_SUIT)
        self.came: dict[int, str] = {}  # what each person's last action brought into the hand
        self.events: dict[int, str] = {}  # what followed from each action, by its number
        self.target = match.options["target"] or target_of(len(match.seats))

    def tell_start(self) -> None:
        """The number of the round; nobody has heard anything of it."""
        self.screen.say(say("Round {n}", n=len(self.match.tables)))
        self.heard = dict.fromkeys(self.people, 0)
        self.came = {}
        self.events = {}

    def play_round(self) -> None:
        """Turns until somebody goes out, or the stock is used up."""
        table = self.match.table
        while not table.is_over:
            before = self.view(0)
            if table.seats[table.seat_in_turn].agent is None:
                self.take_turn(table.seat_in_turn)
            else:
                table.step()
            self.events[len(table.history)] = happened(before, self.view(0))
            if not self.screen.live and self.turn_has_ended():
                self.screen.say(self.turns(len(table.history) - self.length_of_turn())[-1])

    # --- telling

    def view(self, seat: int) -> TrancaView:
        """What a seat knows of the round."""
        view = self.match.table.view(seat)
        assert isinstance(view, TrancaView)
        return view

    def length_of_turn(self) -> int:
        """How many of the last actions one seat has made in a row."""
        history = self.match.table.history
        length = 1
        while length < len(history) and history[-length - 1][0] == history[-1][0]:
            length += 1
        return length

    def turn_has_ended(self) -> bool:
        """Whether the last action was the last of its turn."""
        table = self.match.table
        return table.is_over or table.seat_in_turn != table.history[-1][0]

    def turns(self, start: int) -> list[str]:
        """What has been done since action `start`, a line a turn."""
        lines: list[str] = []
        before = None
        for number, (actor, action) in enumerate(self.match.table.history[start:], start + 1):
            said = self.match.game.action_said(action.id)
            if actor == before:
                lines[-1] += f"; {said}"
            else:
                lines.append(f"{self.match.names[actor]}: {said}")
            lines[-1] += self.events.get(number, "")
            before = actor
        return lines

    def side_lines(self, side: Side) -> list[str]:
        """What lies in front of a side, and the points it has so far."""
        total = numeral(self.match.totals[side.names[0]])
        first, *rest = str(side).split("\n")
        if self.match.rounds is None:
            target = numeral(self.target)
            title = say("{side}, {n} of {target} points", side=first, n=total, target=target)
        else:
            title = say("{side}, {n} points", side=first, n=total)
        return [title, *rest]

    def show_end(self) -> None:
        """How a round ended, and what each side gets for what."""
        if self.screen.live and self.people:
            self.screen.clear()
        for line in self.turns(min(self.heard.values(), default=0))[-8:] if self.people else []:
            if self.screen.live:
                self.screen.say(line)
        self.screen.say(self.match.table.outcome)
        self.screen.say()
        self.screen.show(round_sheet(self.match))

    # --- asking

    def show(self, seat: int) -> None:
        """The table, the news, the hand and the actions of a person."""
        view, screen = self.view(seat), self.screen
        screen.clear()
        for side in view.sides:
            own = self.match.names[seat] in side.names
            lines = self.side_lines(side)
            screen.print_box(say("Your side") if own else say("Against you"), lines)
        if screen.live:  # next to the hand: the top of a full table may not fit the screen
            for line in self.turns(self.heard[seat]):
                screen.say(line)
        piles = say(
            "Pile: {top}   Stock: {stock}   Mortos left: {mortos}",
            top=view.top, stock=view.stock, mortos=view.mortos,
        )  # fmt: skip
        screen.say(piles)
        others = [i for i in range(len(view.names)) if i != seat]
        counts = ", ".join(f"{view.names[i]} {view.counts[i]}" for i in others)
        screen.say(say("In hand: {counts}", counts=counts))
        hand = screen.table(in_order(view.hand, self.sorted_by[seat]))
        if self.came.get(seat):
            hand.append(self.came[seat])
        name = view.names[seat]
        title = say_n(
            "Hand of {name}, 1 card", "Hand of {name}, {n} cards", view.counts[seat], name=name
        )
        screen.print_box(title, hand)
        table = self.match.table
        for line in (*actions_shown(screen, table.actions), *self.hints.lines(table)):
            screen.say(line)
        if view.drawing:
            screen.say(say("Turn: {name}, draw or take the pile (? for help)", name=name))
        else:
            screen.say(say("Turn: {name}, lay down or discard (? for help)", name=name))

    def answered(self, seat: int) -> bool:
        """Ask once; whether an action was played.

        Raises:
            ParseError, IllegalAction: the answer cannot be used.
            Leave: the player leaves.
        """
        answer = in_letters(self.screen.ask("> "))
        table = self.match.table
        if answer.lower() in QUIT:
            raise Leave
        if self.is_request(seat, answer.lower()):
            return False
        number = number_in(answer)
        before = Counter(self.view(seat).hand)
        if number is None:
            table.step(table.read(answer))
        else:
            actions = table.actions
            if not 1 <= number <= len(actions):
                last = len(actions)
                raise ParseError(
                    say("there is no number {n}; enter 1 to {last}", n=number, last=last)
                )
            table.step(actions[number - 1])
        self.heard[seat] = len(table.history)
        new = Counter(self.view(seat).hand) - before
        came = " ".join(in_order([*new.elements()], BY_SUIT))
        self.came[seat] = say("New: {cards}", cards=came) if new else ""
        return True

    def is_request(self, seat: int, said: str) -> bool:
        """Whether something else than an action was asked for; it is shown then."""
        if said in ("?", "help"):
            for line in HELP:
                self.screen.say(say(line))
        elif said in ("sort", "sort rank", "sort suit"):
            other = BY_RANK if self.sorted_by[seat] == BY_SUIT else BY_SUIT
            self.sorted_by[seat] = said[5:] or other
            self.show(seat)
        elif said == "pile":
            pile = " ".join(self.view(seat).pile) or say("empty")
            self.screen.say(say("Discard pile, oldest first: {cards}", cards=pile))
        elif not said and self.screen.live:
            self.show(seat)
        else:
            return False
        return True


def happened(before: TrancaView, after: TrancaView) -> str:
    """What all have seen happen by itself: dollars laid, a morto taken, or made the stock."""
    said = ""
    taken = 0
    for old, new in zip(before.sides, after.sides, strict=True):
        if old.morto == "none" and new.morto != "none":
            said += f"; {say('takes the morto')}"
            taken += 1
        dollars = Counter(new.dollars) - Counter(old.dollars)
        if dollars:
            said += f"; {say('lays {cards}', cards=' '.join(sorted(dollars.elements())))}"
    if before.mortos - after.mortos > taken:
        said += f"; {say('a morto becomes the stock')}"
    return said


def in_order(hand: Sequence[str], by: str) -> list[str]:
    """A hand by suit and rank, or by rank and suit; twos stand last, as they go with all."""
    keys = {
        BY_SUIT: lambda card: (card[0] == "2", SUITS.index(card[1]), RANKS.index(card[0])),
        BY_RANK: lambda card: (card[0] == "2", RANKS.index(card[0]), SUITS.index(card[1])),
    }
    return sorted(hand, key=keys[by])


def actions_shown(screen: Screen, actions: Sequence[Action]) -> list[str]:
    """Actions with their numbers: discards with their cards only; too many are left to words."""
    cells, gone = [], []
    for place, action in enumerate(actions, 1):
        if action.id < DISCARD:
            cells.append(f"{place:2d}. {said(action.id)}")
        else:
            gone.append(f"{place:2d}. {FRENCH.faces[action.id - DISCARD]}")
    lines = screen.table(cells[:MOST_NUMBERED])
    if len(cells) > MOST_NUMBERED:
        lines.append(say("... and {n} more, to be said in words", n=len(cells) - MOST_NUMBERED))
    return [*lines, say("discard:"), *screen.table(gone)] if gone else lines
