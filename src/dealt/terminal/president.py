"""President: the table in boxes, numbered moves by type.

The rules stand in `dealt.games.president`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from dealt.core.agent import Action
from dealt.core.match import Match
from dealt.core.table import Table
from dealt.errors import ParseError
from dealt.games.president import rules
from dealt.games.president.exact import situation
from dealt.games.president.seed import by_type
from dealt.games.president.tables import DECK, GIVE, PASS, PLAY_MASK
from dealt.games.president.words import TYPE_NAMES, PresidentView, role, said
from dealt.language import message, say, say_n
from dealt.terminal.boxes import QUIT, Screen, in_letters, is_card, number_in
from dealt.terminal.hints import Hints
from dealt.terminal.line import Leave
from dealt.terminal.sitting import Sitting

HELP = (
    message("Enter the number of a move or its cards, such as 3D 3C; pass or p to pass."),
    message("In the trade, enter the number of a card or the card."),
    message("? straight lists all straights that are open, ? 5H all moves with that card."),
    message("At a terminal, Enter alone shows the table again. q leaves the game."),
)
GIFTS = message("cards to give")
ORDINALS = (message("1st"), message("2nd"), message("3rd"))


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, for the places of seven players."""
    return say(ORDINALS[number - 1]) if number < 4 else say("{n}th", n=number)


# --- the moves of a turn -------------------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """Moves of one type, from the lowest up, with the number of the first."""

    name: str
    first: int
    moves: tuple[Action, ...]

    @property
    def cells(self) -> list[str]:
        """Each move with its number."""
        wide = len(str(self.first + len(self.moves) - 1))
        return [f"{n:>{wide}}. {face(move)}" for n, move in enumerate(self.moves, self.first)]


class Menu:
    """The open actions of a turn: the greatest type first, the lowest of a type first.

    The numbers start at 1; a pass is 0.
    """

    def __init__(self, table: Table, options: dict[str, int]) -> None:
        actions = {action.id: action for action in table.actions}
        self.can_pass = actions.pop(PASS, None)
        self.gifts = any(number >= GIVE for number in actions)
        s = situation(0, options)
        ids = sorted(actions) if self.gifts else by_type(s, list(actions))
        self.moves = tuple(actions[number] for number in ids)
        self.groups: list[Group] = []
        first = 1
        for kind, same in itertools.groupby(
            self.moves, lambda move: -1 if self.gifts else rules.kind(s, move.id)
        ):
            moves = tuple(same)
            name = GIFTS if self.gifts else TYPE_NAMES[kind]
            self.groups.append(Group(name, first, moves))
            first += len(moves)

    def numbered(self, number: int) -> Action:
        """The action with a number.

        Raises:
            ParseError: there is none.
        """
        if number == 0 and self.can_pass is not None:
            return self.can_pass
        if not 1 <= number <= len(self.moves):
            least = 1 if self.can_pass is None else 0
            if len(self.moves) <= least:
                raise ParseError(
                    say("there is no number {n}; the only one is {least}", n=number, least=least)
                )
            wrong = say(
                "there is no number {n}; enter {least} to {last}",
                n=number, least=least, last=len(self.moves),
            )  # fmt: skip
            raise ParseError(wrong)
        return self.moves[number - 1]

    def lines(self, screen: Screen, room: int) -> list[str]:
        """All moves, or as many rows of each type as `room` lines hold."""
        tables = [screen.table(group.cells) for group in self.groups]
        wanted = [len(rows) for rows in tables]
        shown = shares(wanted, room - len(tables) - (self.can_pass is not None))
        if shown != wanted:  # one line is for how to see them all
            shown = shares(wanted, room - len(tables) - 2)
        lines = [f"0. {said(PASS)}"] if self.can_pass is not None else []
        for group, rows, share in zip(self.groups, tables, shown, strict=True):
            name = say(group.name)
            if share == len(rows):
                lines += [] if self.gifts else [f"{name}:"]  # the box says it
            else:
                many = say_n("{type}, 1 move", "{type}, {n} moves", len(group.moves), type=name)
                lines.append(f"{many}{':' if share else ''}")
            lines += rows[:share]
        if shown != wanted:
            left_out = max(self.groups, key=lambda group: len(group.moves))
            lines.append(say("(? {type} lists all of that type)", type=say(left_out.name)))
        return lines

    def asked_for(self, text: str, screen: Screen) -> list[str]:
        """Lines with all moves of the types, and with the cards, that somebody names.

        Raises:
            ParseError: there is no such type, or no such move.
        """
        words, cards = [], 0
        for word in text.replace(",", " ").split():
            try:
                cards |= 1 << DECK.parse(word)
            except ParseError:
                words.append(word.lower())
        wanted = types_called(" ".join(words))
        lines = []
        for group in self.groups:
            cells = [
                cell
                for cell, move in zip(group.cells, group.moves, strict=True)
                if group.name in wanted and not cards & ~PLAY_MASK[move.id]
            ]
            if cells:
                lines += [f"{say(group.name)}:", *screen.table(cells)]
        if not lines:
            raise ParseError(say("there is no {what} among the open moves", what=text[:60]))
        return lines


def shares(wanted: Sequence[int], room: int) -> list[int]:
    """How many rows each gets of those it wants, one in turn as long as there is room.

    >>> shares([3, 1, 5], 6)
    [3, 1, 2]
    """
    given = [0] * len(wanted)
    for row in range(max(wanted, default=0)):
        for i, rows in enumerate(wanted):
            if row < rows and sum(given) < room:
                given[i] += 1
    return given


def types_called(name: str) -> tuple[str, ...]:
    """The types of moves that a name or a part of it means; all of them for no name.

    Args:
        name: in English, or in the language that is spoken.

    Raises:
        ParseError: it means none.
    """
    exact = [known for known in TYPE_NAMES if name in (known, say(known))]
    if exact:
        return (exact[0],)
    found = tuple(known for known in TYPE_NAMES if name in known or name in say(known))
    if not found:
        wrong = say(
            "no type of moves is called {name}; {names} are",
            name=repr(name[:30]), names=", ".join(map(say, TYPE_NAMES)),
        )  # fmt: skip
        raise ParseError(wrong)
    return found


def face(action: Action) -> str:
    """What is played or given, without a verb before it."""
    return action.text.removeprefix("give ")


# --- a match -------------------------------------------------------------------------------------


def play_match(match: Match, screen: Screen, hints: Hints) -> None:
    """Play a match to its end, or until the player leaves or the input ends; tell the totals.

    Args:
        match: what is played, its first round dealt.
        screen: where to ask and tell.
        hints: what a person is told about a choice.
    """
    PresidentSitting(match, screen, hints).run()


class PresidentSitting(Sitting):
    """One match at one terminal, with what each person has been told so far.

    Args:
        match, screen, hints: see `play_match`.
    """

    def __init__(self, match: Match, screen: Screen, hints: Hints) -> None:
        super().__init__(match, screen)
        self.hints = hints
        self.told: list[str] = []  # at a terminal; elsewhere lines are printed at once
        self.menu = Menu(match.table, dict(match.options))  # of the turn
        self.more: list[str] = []  # of a list that is longer than the screen

    def play_round(self) -> None:
        """Turns until all but one are out."""
        table = self.match.table
        while not table.is_over:
            seat = table.seat_in_turn
            before = self.view(seat)
            if table.seats[seat].agent is None:
                self.take_turn(seat)
            else:
                table.step()
            self.tell_step(before)

    def view(self, seat: int) -> PresidentView:
        """What a seat knows of the round."""
        view = self.match.table.view(seat)
        assert isinstance(view, PresidentView)
        return view

    # --- telling

    def tell(self, line: str) -> None:
        """What everybody hears: at a terminal each person at the next turn."""
        if self.screen.live:
            self.told.append(line)
        else:
            self.screen.say(line)

    def news(self, seat: int) -> list[str]:
        """At a terminal, what a person has not heard yet."""
        news = self.told[self.heard[seat] :]
        self.heard[seat] = len(self.told)
        return news

    def tell_start(self) -> None:
        """The number of the round, the turn order with the roles, who leads with which card."""
        view = self.view(0)
        order = [f"{p.name} ({say(p.role)})" if p.role else p.name for p in view.players]
        names = ", ".join(order)
        self.tell(say("{round}. Turn order: {names}", round=self.round_of(), names=names))
        if view.must_contain is not None:
            told = say(
                "The lowest card dealt is {card}: {name} leads",
                card=view.must_contain, name=self.match.table.turn,
            )  # fmt: skip
            self.tell(told)

    def tell_step(self, before: PresidentView) -> None:
        """What the action just played was, who is out by it, and who leads anew."""
        actor, action = self.match.table.history[-1]
        after = self.view(actor)
        name = after.names[actor]
        if action.id >= GIVE:
            self.tell_trade(name, after)
            return
        if action.id == PASS:
            self.tell(say("{name} passes", name=name))
        else:
            kind = say(TYPE_NAMES[rules.kind(situation(0, self.match.options), action.id)])
            self.tell(say("{name} plays {cards} ({type})", name=name, cards=action, type=kind))
        already = {player.name for player in before.players if player.place is not None}
        places = {player.place: player.name for player in after.players if player.place is not None}
        for place in sorted(places):
            if places[place] not in already:
                told = {"name": places[place], "place": place}
                if place == len(after.names):
                    self.tell(say("{name} is last, place {place}", **told))
                else:
                    self.tell(say("{name} is out, place {place}", **told))
        if after.previous is None and after.turn is not None:
            self.tell(say("{name} leads", name=after.names[after.turn]))

    def tell_trade(self, name: str, view: PresidentView) -> None:
        """Who traded how many cards with whom, once it is done; nobody else sees which."""
        if not view.gave:
            return
        order = [player.name for player in view.players]
        other = order[-1 - order.index(name)]
        told = say_n(
            "{first} and {second} trade 1 card", "{first} and {second} trade {n} cards",
            len(view.gave), first=name, second=other,
        )  # fmt: skip
        self.tell(told)
        if not view.giving:
            self.tell(say("{name} leads", name=self.match.table.turn))

    def show_end(self) -> None:
        """The roles of a finished round, and at which places everybody has finished so far."""
        if self.screen.live:
            if self.people:
                self.screen.clear()
            for line in self.told[min(self.heard.values(), default=0) :]:
                self.screen.say(line)
            self.told.clear()
            self.heard = dict.fromkeys(self.people, 0)
        places = self.match.table.scores
        lines = []
        for name in sorted(places, key=lambda name: places[name]):
            record = ", ".join(ordinal(table.scores[name]) for table in self.match.tables)
            total = self.match.totals[name]
            lines.append(f"{name}: {say(role(places[name], len(places)))}")
            lines.append(say("  finished {places}; total {total}", places=record, total=total))
        self.screen.print_box(self.end_of_round(), lines)
        self.screen.say()

    # --- asking

    def take_turn(self, seat: int) -> None:
        """See `Sitting`; the numbers of the moves stay the same until one is played."""
        self.menu, self.more = Menu(self.match.table, dict(self.match.options)), []
        super().take_turn(seat)

    def show(self, seat: int) -> None:
        """The news, then the round, the hand and the moves of a person, each in a box."""
        view, screen = self.view(seat), self.screen
        screen.clear()
        news = self.news(seat)
        for line in news:
            screen.say(line)
        lines = [f"{'*' if p.name == view.names[seat] else ' '} {p}" for p in view.players]
        if view.previous is not None:
            lines.append(view.to_beat)
        screen.print_box(say("{round}, in turn order", round=self.round_of()), lines)
        hand = screen.table(view.hand)
        if view.trade:
            hand.append(view.trade)
        if view.chosen:
            hand.append(say("Chosen to be given: {cards}", cards=" ".join(view.chosen)))
        screen.print_box(say("Hand of {name}", name=view.names[seat]), hand)
        below = self.hints.lines(self.match.table)
        turn = say("Turn: {name}, {asked} (? for help)", name=view.names[seat], asked=view.asked)
        moves = self.menu.lines(screen, screen.room([*news, *lines, *hand, *below, turn]))
        screen.print_box(say("Cards to give") if view.giving else say("Moves"), moves)
        for line in (*below, turn):
            screen.say(line)

    def answered(self, seat: int) -> bool:
        """Ask once; whether an action was played.

        Raises:
            ParseError, IllegalAction: the answer cannot be used.
            Leave: the player leaves.
        """
        answer = in_letters(self.screen.ask("> "))
        small = answer.lower()
        table = self.match.table
        if small in QUIT:
            raise Leave
        if small.startswith("?"):
            self.help(answer[1:].strip())
            return False
        number = number_in(answer)
        if number is not None:
            table.step(self.menu.numbered(number))
        elif small == "p":
            table.step(table.read("pass"))
        elif self.menu.gifts and is_card(answer.upper().replace("10", "T")):
            table.step(table.read(f"give {answer}"))
        elif not answer and self.more:
            self.page(self.more)
            return False
        elif not answer and self.screen.live:
            self.show(seat)
            return False
        else:
            table.step(table.read(answer))
        return True

    def help(self, what: str) -> None:
        """What can be entered, or the moves asked for."""
        self.page(self.menu.asked_for(what, self.screen) if what else [*map(say, HELP)])

    def page(self, lines: list[str]) -> None:
        """As many lines as the screen is high; Enter shows those that follow."""
        size = self.screen.screen.height - 2 if self.screen.live else len(lines)
        self.more = lines[size:]
        for line in lines[:size]:
            self.screen.say(line)
        if self.more:
            self.screen.say(say("(Enter shows the rest, {n} lines)", n=len(self.more)))
