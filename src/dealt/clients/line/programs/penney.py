"""Penney's game: any game's prompts, and the deck card by card with every comparison.

The rules stand in `dealt.games.penney`.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence

from dealt.clients.line.any_game import LineSitting
from dealt.clients.line.client_match import AnyMatch, AnyTable
from dealt.clients.line.face import Face
from dealt.clients.line.order import Order
from dealt.clients.line.requests import Hints
from dealt.core.view import View, cards_text
from dealt.core.zones import Tape
from dealt.errors import ParseError
from dealt.games.penney import exact
from dealt.games.penney.bots import either, scoring
from dealt.games.penney.choices import LENGTH, parse_choice
from dealt.games.penney.state import SEATS
from dealt.games.penney.tally import CARDS, TRICKS, share_text
from dealt.games.penney.trace import Played, play
from dealt.games.penney.words import Step, choice_in, tricks_text
from dealt.language import decimal, message, say, say_n
from dealt.terminal.boxes import Screen, columns_of, cut

_HELP = (
    message("d shows the last deal card by card."),
    message("short shows only the deck and the result of each round, full every card."),
)
# the table of a deal
WIDE = 80  # columns; narrower tables put the winner of a trick on its own line
COLUMNS = ((message("card"), 4), (message("window"), 6), (message("drawn"), 5))
COUNTS = ((message("tricks"), 6), (message("cards"), 5))
_WON_BY = (message("won by"), 20)
NO_CARD = "."
_NOT_COMPARED = "-"

FULL = "full"
SHORT = "short"


# --- a deal, card by card -------------------------------------------------------------------------


class Deal:
    """A finished round as lines, card by card.

    Args:
        title: which round it is.
        view: the round, as anybody sees it.
        width: the columns there are; from WIDE on a card with all that follows from it takes one
            line.
    """

    def __init__(self, title: str, view: View, width: int) -> None:
        self.names = view.names
        self.choices = _choices_of(view)
        self.steps = _played(view).steps
        self.width = width
        self.is_wide = width >= WIDE
        compared = 2 * LENGTH + (4 if self.is_wide else 2)
        self.columns = [(say(name), width) for name, width in COLUMNS]
        self.columns += [(name, compared) for name in self.names]
        if self.is_wide:
            self.columns += [(say(name), width) for name, width in (*COUNTS, _WON_BY)]
        room = (width - columns_of(title)) // SEATS - LENGTH - 4
        chosen = zip(self.names, self.choices, strict=True)
        players = ", ".join(f"{cut(name, room)} {choice}" for name, choice in chosen)
        self.heading = [f"{title}: {players}", self.row([name for name, _ in self.columns])]

    @property
    def lines(self) -> list[str]:
        """The heading, the lines of each card, and how many are left over (N4)."""
        lines = [*self.heading, *(line for step in self.steps for line in self._of_card(step))]
        if self.steps[-1].winner is None:
            over = say_n(
                "1 card is left over, for nobody", "{n} cards are left over, for nobody",
                self.steps[-1].waiting,
            )  # fmt: skip
            lines.append(over)
        return lines

    def _of_card(self, step: Step) -> list[str]:
        """The lines for one card, and who wins the trick with it."""
        window = " ".join(step.window.rjust(LENGTH, NO_CARD))
        gap = " " * self.is_wide
        compared = [
            f"{step.window}{gap}{'==' if same else '!='}{gap}{choice}"
            for same, choice in zip(step.equal, self.choices, strict=False)
        ]
        cells = [f"{step.number:2} {step.card}", window, f"{step.waiting:5}"]
        cells += compared or [_NOT_COMPARED] * SEATS
        if step.winner is None:
            return [self.row(cells)]
        name, cards = self.names[step.winner], cards_text(step.waiting)
        tricks, won = (":".join(map(str, counts)) for counts in (step.tricks, step.cards))
        if self.is_wide:
            room = _WON_BY[1] - len(cards) - 2
            return [self.row([*cells, tricks, won, f"{cut(name, room)}, {cards}"])]
        room = self.width - len(say("{name} wins the trick: {cards}", name="", cards=cards))
        return [
            self.row(cells),
            say("{name} wins the trick: {cards}", name=cut(name, room), cards=cards),
            say("tricks {tricks}, cards {cards}", tricks=tricks, cards=won),
        ]

    def row(self, cells: Sequence[str]) -> str:
        """Cells in their columns."""
        line = ""
        for cell, (_, width) in zip(cells, self.columns, strict=False):
            text = cut(cell, width)
            line += text + " " * (width - columns_of(text) + 1 + self.is_wide)
        return line.rstrip()


def _played(view: View) -> Played:
    """A finished round, with one step for each card of its deck."""
    tape = view.find("tape")
    assert isinstance(tape, Tape)
    return play("".join(tape.items), *_choices_of(view))


def _choices_of(view: View) -> list[str]:
    """The choice of each seat; empty if it has not chosen."""
    return [choice_in(view, seat) for seat in range(SEATS)]


# --- the end of a round ---------------------------------------------------------------------------


def _result(table: AnyTable) -> list[str]:
    """The result: both counts, who wins, the deck with its tricks, and the odds."""
    view = _view_of(table)
    lines = []
    played = _played(view)
    seats = zip(view.names, played.choices, played.tricks, played.cards, strict=True)
    for number, (name, choice, tricks, cards) in enumerate(seats, 1):
        lines.append(f"{number}. {name}, {choice}: {tricks_text(tricks)}, {cards_text(cards)}")
    deck = say("Deck and winners: {deck}", deck=_marked(played.steps))
    return [*lines, _verdict(view, played), deck, *_odds(table)]


def _marked(steps: Sequence[Step]) -> str:
    """The deck with the number of the player who won after each trick: `RBRRB(2) BRRR(1) B(-)`."""
    text = "".join(
        step.card + ("" if step.winner is None else f"({step.winner + 1}) ") for step in steps
    )
    return text.strip() if text.endswith(" ") else f"{text}(-)"


def _verdict(view: View, played: Played) -> str:
    """Who wins by what counts here, and who by the other count."""
    counts = {TRICKS: played.tricks, CARDS: played.cards}
    (other,) = {*counts} - {scoring(view)}

    def winner(by: str) -> int | None:
        first, second = counts[by]
        return None if first == second else int(second > first)

    def numbers(by: str) -> str:
        most, least = max(counts[by]), min(counts[by])
        if most == least:
            return say("{n} each", n=most)
        return say("{most} to {least}", most=most, least=least)

    wins, would = winner(scoring(view)), winner(other)
    names = {"tricks": say("by tricks"), "cards": say("by cards")}
    by = names[scoring(view)], names[other]
    facts = {"by": by[0], "counts": numbers(scoring(view))}
    if wins is None:
        sentence = say("A draw {by}, {counts}", **facts)
    else:
        sentence = say("{name} wins {by}, {counts}", name=view.names[wins], **facts)
    facts = {"result": sentence, "by": by[1], "counts": numbers(other)}
    if would == wins:
        return say("{result}; {by} too, {counts}", **facts)
    if would is None:
        return say("{result}; {by} it is a draw, {counts}", **facts)
    return say("{result}; {by} {name} is ahead, {counts}", name=view.names[would], **facts)


def _odds(table: AnyTable) -> list[str]:
    """The exact odds of the two choices, and whether the second choice was the best."""
    view, names = _view_of(table), table.names
    by, counted = scoring(view), exact.tally()
    first, second = (seat for seat, _ in table.history)
    other, choice = (_choices_of(view)[seat] for seat in (first, second))
    other_id, choice_id = parse_choice(other), parse_choice(choice)
    shares = [
        decimal(share_text(decks, counted.decks, 1))
        for decks in (
            counted.won(by, other_id, choice_id),
            counted.won(by, choice_id, other_id),
            counted.drawn(by, choice_id, other_id),
        )
    ]
    sentence = say(
        "Of all decks {first} wins {share} with {choice}, {second} {other_share} with "
        "{other_choice}; {draws} are draws",
        first=names[first], share=shares[0], choice=other, second=names[second],
        other_share=shares[1], other_choice=choice, draws=shares[2],
    )  # fmt: skip
    reply = exact.best_reply(other_id, by, counted)
    if choice_id in reply.best:
        best = say("{choice} was the best reply to {other}", choice=choice, other=other)
        return [sentence, best]
    worse = say(
        "{choice} was not the best reply to {other}: {best} wins {share}",
        choice=choice, other=other, best=either(reply.best),
        share=decimal(share_text(reply.wins, counted.decks, 1)),
    )  # fmt: skip
    return [sentence, worse]


def _view_of(table: AnyTable) -> View:
    """The view of a round without a reader's seat; everything is open."""
    return table.view(0)


# --- a match --------------------------------------------------------------------------------------


class _PenneySitting(LineSitting):
    """One match at one terminal; where nobody reads along, every deal is printed card by card.

    Args:
        match, screen, hints: see `LineSitting`.
    """

    def __init__(self, match: AnyMatch, screen: Screen, hints: Hints) -> None:
        super().__init__(match, screen, hints)
        is_read = screen.aloud or screen.at_terminal and bool(self.people)
        self._form = SHORT if is_read else FULL  # how deals are shown

    def take_turn(self, seat: int) -> None:
        """Ask for a choice; choices are open, so nobody has to look away."""
        self.screen.at_screen = seat
        super().take_turn(seat)

    def show_end(self) -> None:
        """Print the deal, both counts, the winner and the odds."""
        if self._form == FULL:
            self._show_deal()
        lines = _result(self.match.table)
        folded = [part for line in lines for part in textwrap.wrap(line, self._width)]
        self.screen.print_box(self.end_of_round(), folded)
        self.screen.say(say(_HELP[0]) if self.screen.at_terminal and self.people else "")

    @property
    def _width(self) -> int:
        """The columns available for a table."""
        return self.screen.screen.width if sys.stdout.isatty() else WIDE

    def _show_deal(self) -> None:
        """Print the last deal card by card.

        Raises:
            ParseError: there was none yet.
        """
        tables: Sequence[AnyTable] = self.match.tables
        dealt = [number for number, table in enumerate(tables, 1) if table.is_over]
        if not dealt:
            raise ParseError("no deck has been dealt yet; it is dealt after both choices")
        view = _view_of(tables[dealt[-1] - 1])
        self.requests.page(Deal(say("Deal of round {n}", n=dealt[-1]), view, self._width).lines)

    def help(self, seat: int) -> list[str]:
        """Show what can be entered."""
        return [*super().help(seat), *map(say, _HELP)]

    def ask(self, prompt: str) -> str:
        """Ask as `LineSitting.ask` does; what is said about deals is answered first."""
        while True:
            words = (answer := super().ask(prompt)).lower()
            if words in ("d", "deal"):
                try:
                    self._show_deal()
                except ParseError as error:
                    self.screen.say(str(error))
            elif words == FULL:
                self._form = words
                self.screen.say(say("Deals will be shown card by card."))
            elif words == SHORT:
                self._form = words
                self.screen.say(say("Deals will be shown as a deck and a result."))
            else:
                return answer


def _play(match: AnyMatch, order: Order) -> None:
    """Play any game's prompts, and show the deck card by card."""
    _PenneySitting(match, order.screen, order.hints_shown()).run()


FACE = Face(play=_play)
