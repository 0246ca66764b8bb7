"""Any game at prompts: boxes with the table, the hand and the moves, and a typed answer.

Views and actions arrive as data; no game is named here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from dealt.cards import in_letters
from dealt.clients.line.client_match import AnyMatch, ClientMatch
from dealt.clients.line.moves import Menu, cards_in, in_order
from dealt.clients.line.requests import Hints
from dealt.clients.line.sitting import Sitting
from dealt.core.sheet import Sheet
from dealt.core.view import GAP, View, blocks, common_lines, zone_text
from dealt.core.zones import AnyZone, Group, Hand, Pile, Trick
from dealt.errors import ParseError
from dealt.language import listed, message, say
from dealt.language import number as numeral
from dealt.terminal.boxes import Screen, leave_by
from dealt.terminal.console import number_in

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
PART = "    "  # before what lies in front of a seat
_MOST_NEWS = 8  # lines of the last actions at the end of a round
MOST_ROUNDS = 10  # whose points are listed one by one


class LineSitting(Sitting):
    """One match at one terminal, with the news that each person has already seen.

    Args:
        match, screen, hints: see `Sitting`.
    """

    def __init__(self, match: AnyMatch, screen: Screen, hints: Hints) -> None:
        super().__init__(match, screen, hints)
        self.game = match.game
        self.target = None  # points that end the match
        if match.rounds is None and self.game.match.target is not None:
            self.target = self.game.match.target(
                len(match.seats), self.game.all_options(match.options)
            )
        self.log: list[str | int] = []  # at a terminal: lines, or places in the history
        self.actions_heard = 0  # of the round
        self.usual_sort = self.game.cards.sorts[0] if self.game.cards.sorts else ""
        self.sorted_by = dict.fromkeys(self.people, self.usual_sort)
        self.held: dict[int, Counter[str]] = {}  # the hand of each person before the last action
        # what each person heard last of the table and of the hand, where all is read aloud
        self.read_aloud: dict[int, tuple[list[str], list[str]]] = {}
        self.menu: Menu | None = None  # of the turn
        self.more: list[str] = []  # of a list that is longer than the screen

    @property
    def keeps_news(self) -> bool:
        """Whether news waits for a person's next turn, when the screen is cleared."""
        is_wiped = self.screen.live or self.screen.at_terminal and len(self.people) > 1
        return is_wiped and bool(self.people)

    def take_step(self) -> None:
        """Play one action, as in `Sitting.take_step`, and print it as news."""
        table = self.match.table
        seat = table.seat_in_turn
        before = table.view(seat)
        if table.seats[seat].agent is None:
            self.take_turn(seat)
        else:
            table.step()
        self.tell_step(before)

    def match_moved(self) -> None:
        """Adjust the news: add later actions, and drop those taken back."""
        super().match_moved()
        number = len(self.match.table.history)
        self.log = [each for each in self.log if isinstance(each, str) or each < number]
        for seat, mark in self.bookmarks.items():
            self.bookmarks[seat] = min(mark, len(self.log))
            self.sorted_by.setdefault(seat, self.usual_sort)
        for entry in range(self.actions_heard, number):
            self.tell(entry)
        self.actions_heard = number
        if isinstance(self.match, ClientMatch):
            for line in self.match.news():
                self.tell(line)

    # --- telling

    def tell(self, line: str | int) -> None:
        """Add a line of news for everybody, or an action by its place in the history."""
        if self.keeps_news:
            self.log.append(line)
        else:
            self.screen.say(self.line(line, None))

    def line(self, entry: str | int, seat: int | None) -> str:
        """A piece of news as a seat may see it; None means as everybody may see it."""
        if isinstance(entry, str):
            return entry
        table = self.match.table
        event, form = table.event(entry, seat), table.history[entry][1].form
        return f"{event.text} ({say(form)})" if form and event.cards else event.text

    def news(self, seat: int) -> list[str]:
        """The news a person has not seen yet, one line per turn, without their own actions."""
        lines: list[str] = []
        before = None
        for entry in self.log[self.bookmarks[seat] :]:
            actor = None if isinstance(entry, str) else self.match.table.history[entry][0]
            if actor is not None and actor == before:
                lines[-1] += f"; {self.line(entry, seat)}"
            elif actor != seat:
                lines.append(self.line(entry, seat))
            before = None if actor == seat else actor
        return lines

    def tell_start(self) -> None:
        """Print the number of the round, and the turn order with the roles."""
        self.log.clear()
        self.actions_heard = len(self.match.table.history)
        self.bookmarks = dict.fromkeys(self.people, 0)
        self.held, self.read_aloud = {}, {}
        seats = [seat for seat in self.match.table.view(0).open.seats if not seat.is_house]
        names = [f"{seat.name} ({seat.role.text})" if seat.role else seat.name for seat in seats]
        line = self.round_of()
        if len(names) > 1:
            line = say("{round}. Turn order: {names}", round=line, names=", ".join(names))
        self.tell(line)
        if len(self.match.tables) == 1:
            for fact in self.match.table.view(0).open.facts:
                if fact.is_standing:
                    self.tell(fact.text)

    def tell_step(self, before: View) -> None:
        """Print the last action, and what followed from it automatically."""
        table = self.match.table
        self.tell(len(table.history) - 1)
        self.actions_heard = len(table.history)
        for line in self.game.wording.consequences(before, table.view(before.seat)):
            self.tell(line)

    def show_end(self) -> None:
        """Print how a round ended, and everybody's points so far."""
        if self.keeps_news:
            self.screen.clear()
            start = min(self.bookmarks.values())
            for entry in self.log[start:][-_MOST_NEWS:]:
                self.screen.say(self.line(entry, None))
        self.screen.say(self.match.table.outcome)
        self.screen.say()
        sheet = self.reasons()
        if sheet is not None:
            self.screen.show(sheet)
            return
        self.screen.print_box(self.end_of_round(), self.points())
        self.screen.say()

    def reasons(self) -> Sheet | None:
        """The reasons for the points of the round; None if the outcome explains them."""
        if isinstance(self.match, ClientMatch):
            return self.match.reasons()
        return self.game.wording.points_sheet(self.match)

    def points(self) -> list[str]:
        """The points of each seat in this round, the best first, and in earlier rounds."""
        scores, totals = self.match.table.scores, self.match.totals
        seats = {seat.name: seat for seat in self.match.table.view(0).open.seats}
        lines = []
        for name in sorted(scores, key=lambda name: self.game.worth(scores[name]), reverse=True):
            role = seats[name].role
            rounds = [numeral(t.scores[name]) for t in self.match.tables[-MOST_ROUNDS:]]
            cut = "... " if len(self.match.tables) > MOST_ROUNDS else ""
            line = say("points {points}; total {total}", points=cut + ", ".join(rounds),
                       total=numeral(totals[name]))  # fmt: skip
            lines += [f"{name}: {role.text}", f"  {line}"] if role else [f"{name}: {line}"]
        return lines

    # --- asking

    def take_turn(self, seat: int) -> None:
        """Show and ask; the moves keep their numbers until one is played."""
        self.menu, self.more = Menu(self.match.table), []
        super().take_turn(seat)

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
            table, hand = _changed(table, before[0]), [] if hand == before[1] else hand
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

    def table_lines(self, view: View) -> list[str]:
        """The public table in lines, with a star at the reader's seat or side, and any points."""
        board = view.open
        zones = [_before_best(zone) if isinstance(zone, Trick) else zone for zone in board.zones]
        lines = [*common_lines(board, zones), *_to_beat(view)]
        for seats, block in blocks(board, board.zones):
            mark = "*" if view.seat in seats and len(board.seats) > 1 else " "
            lines += [f"{mark if i == 0 else ' '} {line}" for i, line in enumerate(block)]
        return [part for line in (*lines, *self.totals()) for part in self.screen.folded(line)]

    def totals(self) -> list[str]:
        """The points of each side in earlier rounds, and the points that end the match."""
        if len(self.match.tables) == 1 and self.target is None:
            return []
        partners: dict[int, list[str]] = {}
        for side, name in zip(
            self.game.seating.sides(len(self.match.seats)), self.match.names, strict=True
        ):
            partners.setdefault(side, []).append(name)
        points = self.match.totals
        parts = ", ".join(
            f"{listed(names)} {numeral(points[names[0]])}" for names in partners.values()
        )
        if self.target is None:
            return [say("So far: {totals}", totals=parts)]
        return [say("So far: {totals}, of {target}", totals=parts, target=numeral(self.target))]

    def hand_lines(self, view: View) -> list[str]:
        """The person's hand, which cards are new, and other private facts."""
        lines = []
        for zone in view.own.zones:
            if isinstance(zone, Hand) and zone.cards:
                hand = in_order(self.game, zone.cards, self.sorted_by[view.seat])
                lines += self.screen.table(hand)
            else:
                lines += [text for text in [zone_text(zone, {})] if text]
        new = Counter(view.hand) - self.held.setdefault(view.seat, Counter(view.hand))
        if new:
            came = in_order(self.game, [*new.elements()], self.sorted_by[view.seat])
            lines.append(say("New: {cards}", cards=" ".join(came)))
        return lines

    def answered(self, seat: int) -> bool:
        """Ask once, and return whether an action was played.

        Raises:
            ParseError, IllegalAction: the answer cannot be used.
            Leave: the player leaves.
            MovedElsewhereError: see `Sitting.take_turn`.
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


def _changed(lines: Sequence[str], before: Sequence[str]) -> list[str]:
    """The lines of a table that have changed; cards before a seat come with its name."""
    above, changed = "", list[str]()
    for line in lines:
        is_part = line.startswith(PART)
        above = above if is_part else line
        if line not in before:
            changed += [above, line] if is_part and above not in changed else [line]
    return [line.removeprefix("*").strip().replace(GAP, ", ") for line in changed]


def _before_best(trick: Trick) -> Trick:
    """The plays of a trick, except the one to beat, which has its own line."""
    if trick.best is None:
        return trick
    plays = trick.plays[: trick.best] + trick.plays[trick.best + 1 :]
    return replace(trick, plays=plays, best=None)


def _to_beat(view: View) -> list[str]:
    """The play that is winning the trick so far, as a line."""
    lines = []
    for zone in view.open.zones:
        if isinstance(zone, Trick) and zone.best is not None:
            play = zone.plays[zone.best]
            cards = " ".join(play.cards)
            if play.note is not None:
                cards += f" ({play.note.text})"
            name = view.names[play.seat]
            lines.append(say("To beat: {name}'s {cards}", name=name, cards=cards))
    return lines


def _whole(zone: AnyZone) -> str:
    """A zone with all cards that everybody may know."""
    if isinstance(zone, Pile) and zone.cards:
        cards = " ".join(zone.cards)
        return say("{name}, oldest first: {cards}", name=zone.label, cards=cards)
    return zone_text(zone, {}) or say("{name}: {told}", name=zone.label, told=say("empty"))
