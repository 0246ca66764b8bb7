"""Any game at prompts: boxes with the table, the hand and the moves, and a typed answer.

Views and actions arrive as data; no game is named here.
"""

from __future__ import annotations

import contextlib
from collections import Counter

from dealt.cards import in_letters
from dealt.clients.line.background import MovedElsewhereError
from dealt.clients.line.client_match import AnyMatch, ClientMatch, left_alone
from dealt.clients.line.moves import Menu, cards_in
from dealt.clients.line.requests import Hints, Requests
from dealt.clients.line.telling import Telling, changed
from dealt.core.view import zone_text
from dealt.core.zones import AnyZone, Group, Pile
from dealt.errors import IllegalAction, ParseError
from dealt.language import listed, message, say
from dealt.service.table.refusals import Refused
from dealt.terminal.boxes import Screen, leave_by
from dealt.terminal.console import Leave, number_in

HELP = message("Enter the number of a move, its words, or its cards where they mean one move.")
_HELP_WITH_PASS = message("p passes, where that is possible.")
_HELP_WITH_MOVES = message("? and a kind of moves, or cards, lists all moves of that kind.")
HELP_WITH_SORTS = message("You can sort your hand: {sorts}.")
_HELP_WITH_ZONES = message("The name of a pile shows what everybody knows of it.")
_HELP_WITH_REQUESTS = message(
    "Or enter a word, or the letter in front of it: h hint, t score, l log, u undo, rules, "
    "w seats, q quit. why and a move: why is it not possible? name Ana: another name."
)
_HELP_AT_TERMINAL = message("In a terminal, Enter alone shows the table again. q leaves the game.")

_SORT = "sort"


class LineSitting(Telling):
    """One match at one terminal, shared by its players: rounds, turns, and what they ask for.

    Args:
        match: the match, with its first round dealt.
        screen: where to ask and print.
        hints: the hints for a person's choice.
    """

    def __init__(self, match: AnyMatch, screen: Screen, hints: Hints) -> None:
        super().__init__(match, screen)
        self.hints = hints
        self.requests = Requests(match, screen, hints)
        self.menu: Menu | None = None  # of the turn
        self.more: list[str] = []  # of a list that is longer than the screen

    def run(self) -> None:
        """Play until the match or the input ends or the player leaves, then print the totals."""
        try:
            self.play()
        except (Leave, EOFError):
            self.screen.say()
        except KeyboardInterrupt:  # at a prompt, after which nothing stands
            self.screen.say()
            raise
        finally:
            self.screen.recover()
            self.screen.show(self.match.sheet)

    def play(self) -> None:
        """Play rounds until the match is over."""
        while True:
            number = len(self.match.tables)
            self.tell_start()
            self.play_round()
            if len(self.match.tables) > number:  # another window has gone on
                continue
            self.show_end()
            if self.match.is_over:
                return
            self.wait()
            if len(self.match.tables) == number:
                self.match.next_round()
            if len(self.match.tables) == number:  # the host has ended the match
                return

    def play_round(self) -> None:
        """Play turns until the round is over, here or in another window."""
        number = len(self.match.tables)
        while len(self.match.tables) == number and not self.match.table.is_over:
            try:
                self.take_step()
            except MovedElsewhereError:
                self.match_moved()

    def wait(self) -> None:
        """Wait at a terminal until somebody asks for the next round."""
        if self.screen.at_terminal and self.people:
            prompt = say("Press Enter for the next round ")
            with contextlib.suppress(MovedElsewhereError):
                while self.requests.is_request(self.ask(prompt)):
                    pass

    def ask(self, prompt: str) -> str:
        """Ask for a line of input, while another window may play.

        Raises:
            MovedElsewhereError: it has.
            EOFError, KeyboardInterrupt: see `Console.ask`.
        """
        with left_alone(self.match):
            return self.screen.ask(prompt)

    def take_step(self) -> None:
        """Play one action, and print it as news."""
        table = self.match.table
        seat = table.seat_in_turn
        before = table.view(seat)
        if table.seats[seat].agent is None:
            self.take_turn(seat)
        else:
            table.step()
        self.tell_step(before)

    def match_moved(self) -> None:
        """Adjust to moves made in another window, or taken back: add their news, or drop it."""
        if isinstance(self.match, ClientMatch):
            self.match.catch_up()
        number = len(self.match.table.history)
        self.log = [each for each in self.log if isinstance(each, str) or each < number]
        for seat in {*self.bookmarks, *self.people}:
            self.bookmarks[seat] = min(self.bookmarks.get(seat, 0), len(self.log))
            self.sorted_by.setdefault(seat, self.usual_sort)
        for entry in range(self.actions_heard, number):
            self.tell(entry)
        self.actions_heard = number
        if isinstance(self.match, ClientMatch):
            for line in self.match.news():
                self.tell(line)

    def take_turn(self, seat: int) -> None:
        """Show a person the game, and play the answer; the moves keep their numbers until then.

        Raises:
            Leave: the player leaves.
            EOFError: the input has ended.
            MovedElsewhereError: somebody has moved in another window, or a move was taken back.
        """
        self.menu, self.more = Menu(self.match.table), []
        self.screen.pass_to(seat, self.match.names[seat], self.people)
        self.show(seat)
        while True:
            try:
                if self.answered(seat):
                    return
            except (ParseError, IllegalAction, Refused) as error:
                self.screen.say(str(error))

    def show(self, seat: int) -> None:
        """Show a person the table, the news, the hand and the moves, each in a box."""
        assert self.menu is not None
        view, screen = self.match.table.view(seat), self.screen
        screen.clear()
        table, hand = self.table_lines(view), self.hand_lines(view)
        title = self.round_of()
        if len(self.match.seats) > 1:
            title = say("{round}, in turn order", round=title)
        if screen.aloud:  # nothing twice
            before, self.read_aloud[seat] = self.read_aloud.get(seat, ([], [])), (table, hand)
            title = "" if before[0] else title
            table, hand = changed(table, before[0]), [] if hand == before[1] else hand
        screen.print_box(title, table)
        news = self.news(seat) if self.keeps_news else []
        for line in news:
            screen.say(line)
        if hand:
            screen.print_box(say("Hand of {name}", name=view.names[seat]), hand)
        below = self.hints.lines(self.match.table)
        task = "" if view.open.ask is None else view.open.ask.text
        turn = say("Turn: {name}, {asked} (? for help)", name=view.names[seat], asked=task)
        moves = self.menu.lines(screen, screen.room([*table, *news, *hand, *below, turn]))
        screen.print_box(say("Moves"), moves)
        for line in (*below, turn):
            screen.say(line)

    def answered(self, seat: int) -> bool:
        """Ask once, and return whether an action was played.

        Raises:
            ParseError, IllegalAction: the answer cannot be used.
            Leave: the player leaves.
            MovedElsewhereError: see `take_turn`.
        """
        answer = in_letters(self.ask("> "))
        leave_by(answer)  # before it is read as a queen
        if self.is_request(seat, answer):
            return False
        assert self.menu is not None
        before = Counter(self.match.table.view(seat).hand)
        self.match.table.step(self.menu.action_of(answer))
        self.held[seat] = before
        self.bookmarks[seat] = len(self.log)
        return True

    def is_request(self, seat: int, answer: str) -> bool:
        """Show the reply if the answer asks for something else; whether it did."""
        assert self.menu is not None
        words = answer.lower()
        if words in ("?", "help", say("help")):
            self.page(self.help(seat))
        elif words.startswith("?"):
            self.page(self.menu.asked_for(answer[1:].strip(), self.screen))
        elif self.is_sorted(seat, words):
            self.show(seat)
        elif not words and self.more:
            self.page(self.more)
        elif not words and (self.screen.live or self.screen.aloud):
            self.read_aloud.clear()
            self.show(seat)
        elif not cards_in(self.game, answer) and self.requests.is_request(answer):
            pass
        elif zones := self.zones_called(seat, words):
            for zone in zones:
                self.screen.say(_whole(zone))
        else:
            return False
        return True

    def help(self, seat: int) -> list[str]:
        """Show what can be entered."""
        lines = [say(HELP), say(_HELP_WITH_MOVES)]
        if self.menu is not None and self.menu.passing is not None:
            lines.append(say(_HELP_WITH_PASS))
        if self.game.cards.sorts:
            sorts = ", ".join(f"{_SORT} {by}" for by in self.game.cards.sorts)
            lines.append(say(HELP_WITH_SORTS, sorts=sorts))
        if any(isinstance(zone, Pile) for zone in self.match.table.view(seat).zones):
            lines.append(say(_HELP_WITH_ZONES))
        return [*lines, say(_HELP_WITH_REQUESTS), say(_HELP_AT_TERMINAL)]

    def is_sorted(self, seat: int, words: str) -> bool:
        """Whether the words name a sort order; `sort` alone chooses the next one.

        Raises:
            ParseError: the game has no such sort order.
        """
        sorts = list(self.game.cards.sorts)
        word, _, by = words.partition(" ")
        if word not in (_SORT, say(_SORT), _SORT[0]) or not sorts:
            return False
        if by not in ("", *sorts):
            ways = listed([f"{_SORT} {each}" for each in sorts], "or")
            raise ParseError("cannot sort by {way}; enter {ways}", way=repr(by[:60]), ways=ways)
        after = sorts.index(self.sorted_by[seat]) + 1
        self.sorted_by[seat] = by or sorts[after % len(sorts)]
        return True

    def zones_called(self, seat: int, words: str) -> list[AnyZone]:
        """The zones whose name is or contains a word."""
        if number_in(words) is not None:
            return []
        zones = [
            zone
            for zone in self.match.table.view(seat).zones
            if zone.label and not (isinstance(zone, Group) and zone.is_new)
        ]
        exact = [zone for zone in zones if words in (zone.id, zone.label.lower())]
        return exact or [zone for zone in zones if words in zone.label.lower().split()]

    def page(self, lines: list[str]) -> None:
        """Print one screen of lines; Enter shows the next ones."""
        size = self.screen.screen.height - 2 if self.screen.live else len(lines)
        self.more = lines[size:]
        for line in lines[:size]:
            self.screen.say(line)
        if self.more:
            self.screen.say(say("(Enter shows the rest, {n} lines)", n=len(self.more)))


def _whole(zone: AnyZone) -> str:
    """A zone with all cards that everybody may know."""
    if isinstance(zone, Pile) and zone.cards:
        cards = " ".join(zone.cards)
        return say("{name}, oldest first: {cards}", name=zone.label, cards=cards)
    return zone_text(zone, {}) or say("{name}: {told}", name=zone.label, told=say("empty"))
