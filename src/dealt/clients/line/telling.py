"""What prompts tell of a match of any game: news, the table, the hand and the points, in lines.

Views and actions arrive as data; no game is named here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from dealt.clients.line.client_match import AnyMatch, ClientMatch
from dealt.clients.line.moves import in_order
from dealt.core.sheet import Sheet
from dealt.core.view import GAP, View, blocks, common_lines, zone_text
from dealt.core.zones import Hand, Trick
from dealt.language import listed, say
from dealt.language import number as numeral
from dealt.terminal.boxes import Screen

PART = "    "  # before what lies in front of a seat
_MOST_NEWS = 8  # lines of the last actions at the end of a round
MOST_ROUNDS = 10  # whose points are listed one by one


class Telling:
    """What one terminal tells of a match, with the news that each person has already seen.

    Args:
        match: the match, with its first round dealt.
        screen: where to print.
    """

    def __init__(self, match: AnyMatch, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.game = match.game
        self.target = None  # points that end the match
        if match.rounds is None and self.game.match.target is not None:
            self.target = self.game.match.target(
                len(match.seats), self.game.all_options(match.options)
            )
        self.log: list[str | int] = []  # at a terminal: lines, or places in the history
        self.actions_heard = 0  # of the round
        self.bookmarks = dict.fromkeys(self.people, 0)  # how much of the news each person knows
        self.usual_sort = self.game.cards.sorts[0] if self.game.cards.sorts else ""
        self.sorted_by = dict.fromkeys(self.people, self.usual_sort)
        self.held: dict[int, Counter[str]] = {}  # the hand of each person before the last action
        # what each person heard last of the table and of the hand, where all is read aloud
        self.read_aloud: dict[int, tuple[list[str], list[str]]] = {}

    @property
    def people(self) -> list[int]:
        """The seats played by people."""
        return [i for i, seat in enumerate(self.match.seats) if seat.agent is None]

    @property
    def keeps_news(self) -> bool:
        """Whether news waits for a person's next turn, when the screen is cleared."""
        is_wiped = self.screen.live or self.screen.at_terminal and len(self.people) > 1
        return is_wiped and bool(self.people)

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

    def round_of(self) -> str:
        """The number of the round, as text: `Round 1 of 3`."""
        number, rounds = len(self.match.tables), self.match.rounds
        if rounds is None:
            return say("Round {n}", n=number)
        return say("Round {n} of {all}", n=number, all=rounds)

    def end_of_round(self) -> str:
        """The end of the round, as text: `End of round 1 of 3`."""
        number, rounds = len(self.match.tables), self.match.rounds
        if rounds is None:
            return say("End of round {n}", n=number)
        return say("End of round {n} of {all}", n=number, all=rounds)

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


def changed(lines: Sequence[str], before: Sequence[str]) -> list[str]:
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
