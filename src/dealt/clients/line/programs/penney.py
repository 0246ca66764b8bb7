"""Penney's game: three colours to choose, then the deck card by card with every comparison.

The rules stand in `dealt.games.penney`.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from dealt import agents
from dealt.clients.line.client_match import AnyMatch, AnyTable
from dealt.clients.line.face import Face
from dealt.clients.line.order import Order
from dealt.clients.line.requests import Hints
from dealt.clients.line.seating import AI, Setup, ask_name, welcome
from dealt.clients.line.sitting import Sitting
from dealt.core.agent import Action, Seat
from dealt.core.game import Game
from dealt.core.view import View, cards_text
from dealt.core.zones import Counter, Tape
from dealt.errors import IllegalAction, ParseError
from dealt.games.penney import exact
from dealt.games.penney.bots import either, scoring
from dealt.games.penney.choices import COLOURS, LENGTH, choice_text, parse_choice
from dealt.games.penney.state import SEATS, State
from dealt.games.penney.tally import share_text
from dealt.games.penney.words import (
    SCORINGS,
    Step,
    choice_in,
    steps,
    tricks_text,
)
from dealt.language import decimal, message, say, say_n
from dealt.terminal.boxes import FEWEST, QUIT, Screen, columns_of, cut
from dealt.terminal.console import SUIT_STYLES, Leave, clean, number_in

if TYPE_CHECKING:
    from rich.text import Text

HELP = (
    message("Enter the number of a choice, or its colours: RRB, rrb or red red black."),
    message("Cards are drawn until the last three match a player's choice; that player takes"),
    message("all cards drawn since the last trick, and so on to the end of the deck."),
    message("d shows the last deal card by card."),
    message("short shows only the deck and the result of each round, full every card."),
    message("In a terminal, Enter alone shows the choices again. q leaves the game."),
)

_NEXT_TRICK = message("Enter: next, a: all, s: skip, q: quit ")
_NEXT_TRICK_KEYS = {"a": "all", "s": "skip"}

# the table of a deal
WIDE = 80  # columns; narrower tables put the winner of a trick on its own line
COLUMNS = ((message("card"), 4), (message("window"), 6), (message("drawn"), 5))
COUNTS = ((message("tricks"), 6), (message("cards"), 5))
_WON_BY = (message("won by"), 20)
NO_CARD = "."
_NOT_COMPARED = "-"

FULL = "full"
SHORT = "short"
_COLOUR_STYLES = {"R": SUIT_STYLES["H"], "B": SUIT_STYLES["S"]}
_CARDS_IN_A_ROW = re.compile(rf"\b[{COLOURS}]+\b")
ALIKE = re.compile(r"(.)\1*")

BAD = "bad"
PEOPLE = ("Player 1", "Player 2")


class PenneyScreen(Screen):
    """A console that prints red and black cards in colour."""

    @property
    def width(self) -> int:
        """The columns available for a table."""
        return self.screen.width if sys.stdout.isatty() else WIDE

    def say(self, text: str = "", *, cards: bool = True) -> None:
        """Print text, as in `Console.say`, with its cards in colour."""
        if self.live and cards:
            self.screen.print(_in_colours("\n".join(clean(line) for line in text.split("\n"))))
        else:
            super().say(text, cards=cards)

    def say_all(self, lines: Iterable[str]) -> None:
        """Print lines."""
        for line in lines:
            self.say(line)

    def ask_key(self, prompt: str, keys: Mapping[str, str]) -> str:
        """Ask for one of some letters or its word; empty for Enter. Anything else is asked again.

        Args:
            prompt: what stands before the answer.
            keys: the letters, and what they are short for.

        Raises:
            Leave: the player leaves instead.
        """
        while True:
            key = self.ask(prompt).lower()
            if key in QUIT:
                raise Leave
            if not key or key in keys:
                return key
            for letter, word in keys.items():
                if key == word:
                    return letter
            allowed = "".join(f", {letter} for {word}" for letter, word in keys.items())
            self.say(f"{key[:20]!r} is no key; press Enter{allowed} or q to leave", cards=False)


def _in_colours(text: str) -> Text:
    """Lines with each card in its colour."""
    from rich.text import Text

    coloured = Text(text)
    for row in _CARDS_IN_A_ROW.finditer(text):
        for same in ALIKE.finditer(text, *row.span()):
            coloured.stylize(_COLOUR_STYLES[same[1]], *same.span())
    return coloured


# --- the questions before a match -----------------------------------------------------------------


def _ask(game: Game, order: Order, seed: int) -> Setup:
    """Welcome the player; ask who plays, who chooses first (at the front), and what wins.

    Raises:
        EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    screen = PenneyScreen(aloud=order.plain)
    screen.clear()
    welcome(game, screen)
    seats = _ask_players(game, screen, seed)
    settings = dict(order.options)
    names = [seat.name for seat in seats]
    if "first" in settings:
        rows = [(name, "") for name in names]
    else:
        rows = [(say("{name}, in every round", name=name), "same") for name in names]
        rows += [(say("{name}, then by turns", name=name), "turns") for name in names]
    title = say("Who chooses first? Second is better.")
    chosen = screen.choose(title, [row[0] for row in rows], usual=1)
    settings.setdefault("first", rows[chosen - 1][1])
    if "scoring" not in settings:
        scorings = [say("more tricks"), say("more cards")]
        settings["scoring"] = SCORINGS[screen.choose(say("What wins?"), scorings, usual=1) - 1]
    return Setup(seats if chosen % SEATS else seats[::-1], order.rounds, settings)


def _ask_players(game: Game, screen: Screen, seed: int) -> tuple[Seat, ...]:
    """A person and a computer player, or two people; Enter is enough for a name."""
    rows = [
        say("you against {name}, which answers best", name=AI),
        say("you against {name}, which answers worst", name=BAD),
        say("two people"),
    ]
    chosen = screen.choose(say("Who plays?"), rows, usual=1)
    if chosen < len(rows):
        name = (AI, BAD)[chosen - 1]
        own = ask_name(screen, say("Your name (Enter: Player): "), [name]) or "Player"
        return Seat(own), Seat(name, agents.bot(game, name, seed))
    names: list[str] = []
    for number in range(SEATS):
        other = next(name for name in PEOPLE[number:] + PEOPLE if name not in names)
        prompt = say("Name of player {n} (Enter: {name}): ", n=number + 1, name=other)
        names.append(ask_name(screen, prompt, names) or other)
    return tuple(map(Seat, names))


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
        self.steps = _steps_of(view)
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
    def tricks(self) -> list[list[str]]:
        """The lines of each trick, and those of the cards that are left over (N4)."""
        tricks: list[list[str]] = [[]]
        for step in self.steps:
            tricks[-1] += self.lines(step)
            if step.winner is not None:
                tricks.append([])
        if tricks[-1]:
            left = self.steps[-1].waiting
            over = say_n(
                "1 card is left over, for nobody", "{n} cards are left over, for nobody", left
            )
            tricks[-1].append(over)
        return [lines for lines in tricks if lines]

    def lines(self, step: Step) -> list[str]:
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


def _steps_of(view: View) -> list[Step]:
    """The deck of a finished round, one step for each card."""
    s, tape = State(), view.find("tape")
    assert isinstance(tape, Tape)
    s.deck[:] = [COLOURS.index(card) for card in tape.items]
    s.choice[:] = [parse_choice(choice) for choice in _choices_of(view)]
    return list(steps(s))


def _choices_of(view: View) -> list[str]:
    """The choice of each seat; empty if it has not chosen."""
    return [choice_in(view, seat) for seat in range(SEATS)]


def _won(view: View, unit: str) -> list[int]:
    """The tricks or cards that each seat has won."""
    counters = [view.find(f"{unit}:{seat}") for seat in range(SEATS)]
    return [counter.value for counter in counters if isinstance(counter, Counter)]


def _stops(lengths: Iterable[int], room: int) -> Iterator[int]:
    """The lines after which to stop: after each trick, and within one longer than the room.

    >>> list(_stops([3, 9, 2], 4))
    [3, 7, 11, 12, 14]
    """
    end = 0
    for length in lengths:
        yield from range(end + room, end + length, room)
        end += length
        yield end


# --- the end of a round ---------------------------------------------------------------------------


def _result(table: AnyTable) -> list[str]:
    """The result: both counts, who wins, the deck with its tricks, and the odds."""
    view = _view_of(table)
    lines = []
    counts = (_won(view, unit) for unit in SCORINGS)
    seats = zip(view.names, _choices_of(view), *counts, strict=True)
    for number, (name, choice, tricks, cards) in enumerate(seats, 1):
        lines.append(f"{number}. {name}, {choice}: {tricks_text(tricks)}, {cards_text(cards)}")
    deck = say("Deck and winners: {deck}", deck=_marked(_steps_of(view)))
    return [*lines, _verdict(view), deck, *_odds(table)]


def _marked(steps: Sequence[Step]) -> str:
    """The deck with the number of the player who won after each trick: `RBRRB(2) BRRR(1) B(-)`."""
    text = "".join(
        step.card + ("" if step.winner is None else f"({step.winner + 1}) ") for step in steps
    )
    return text.strip() if text.endswith(" ") else f"{text}(-)"


def _verdict(view: View) -> str:
    """Who wins by what counts here, and who by the other count."""
    counts = {unit: _won(view, unit) for unit in SCORINGS}
    (other,) = set(SCORINGS) - {scoring(view)}

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


class PenneySitting(Sitting):
    """One match at one terminal.

    A person at a terminal steps through the first deal, trick by trick; of later ones only the
    deck and the result are shown, unless they are asked for. Elsewhere every deal is printed.

    Args:
        match, screen, hints: see `Sitting`.
    """

    screen: PenneyScreen

    def __init__(self, match: AnyMatch, screen: PenneyScreen, hints: Hints) -> None:
        super().__init__(match, screen, hints)
        self.form = ""  # how deals are shown; empty until somebody has chosen
        self.is_paged = screen.live and bool(self.people)

    def wait(self) -> None:
        """Do not wait: the end of a round has a question of its own."""

    def take_turn(self, seat: int) -> None:
        """Ask for a choice; choices are open, so nobody has to look away."""
        self.screen.at_screen = seat
        super().take_turn(seat)

    # --- telling

    def tell_start(self) -> None:
        """Print the number of the round, which a cleared screen has in its title."""
        if not self.is_paged:
            if self.scoring == SCORINGS[0]:
                self.screen.say(say("{round}: more tricks win", round=self.round_of()))
            else:
                self.screen.say(say("{round}: more cards win", round=self.round_of()))

    @property
    def scoring(self) -> str:
        """What decides the winner, in words."""
        return scoring(_view_of(self.match.table))

    def take_step(self) -> None:
        """Take one choice; after the second, draw the deck."""
        table = self.match.table
        seat = table.seat_in_turn
        if table.seats[seat].agent is None:
            self.take_turn(seat)
            return
        table.step()
        if not self.is_paged:
            name, choice = table.names[seat], _choices_of(_view_of(table))[seat]
            self.screen.say(say("{name} chooses {choice}", name=name, choice=choice))

    def show_end(self) -> None:
        """Print the deal, the result and the odds; at a terminal, again on request."""
        is_first = len(self.match.tables) == 1
        is_shown = not self.screen.aloud and (is_first or not self.is_paged)
        if self.form == FULL or not self.form and is_shown:
            self.show_deal()
        self.show_result()
        if self.match.is_over:
            prompt = say("Enter: totals, d: deal, q: quit ")
        else:
            prompt = say("Enter: next round, d: deal, q: quit ")
        while self.is_paged and self.screen.ask_key(prompt, {"d": "deal"}):
            self.show_deal()
            self.show_result()

    def show_result(self) -> None:
        """Print both counts, the winner and the odds of the last round."""
        if self.is_paged:
            self.screen.clear()
        wide = self.screen.width
        lines = [part for line in _result(self.match.table) for part in textwrap.wrap(line, wide)]
        self.screen.print_box(self.end_of_round(), lines)
        if not self.is_paged:
            self.screen.say()

    def show_deal(self) -> None:
        """Print the last deal card by card: in pages for a person at a terminal, else at once.

        Raises:
            ParseError: there was none yet.
        """
        tables: Sequence[AnyTable] = self.match.tables
        dealt = [number for number, table in enumerate(tables, 1) if table.is_over]
        if not dealt:
            raise ParseError("no deck has been dealt yet; it is dealt after both choices")
        view = _view_of(tables[dealt[-1] - 1])
        deal = Deal(say("Deal of round {n}", n=dealt[-1]), view, self.screen.width)
        if self.is_paged:
            self.page(deal)
            return
        self.screen.say_all(deal.heading)
        for lines in deal.tricks:
            self.screen.say_all(lines)

    def page(self, deal: Deal) -> None:
        """Show a deal trick by trick, with as much of what came before as fits."""
        screen, tricks = self.screen, deal.tricks
        lines = [line for trick in tricks for line in trick]
        room = max(FEWEST, screen.screen.height - len(deal.heading) - 1)
        for end in _stops(map(len, tricks), room):
            screen.clear()
            screen.say_all([*deal.heading, *lines[max(0, end - room) : end]])
            key = "" if end == len(lines) else screen.ask_key(say(_NEXT_TRICK), _NEXT_TRICK_KEYS)
            if key == "s":
                return
            if key == "a":
                screen.say_all(lines[end:])
                break
        screen.ask_key(say("Enter: result, q: quit "), {})

    # --- asking

    def show(self, seat: int) -> None:
        """Show the round, the open choices and the hint."""
        table, screen = self.match.table, self.screen
        view = table.view(seat)
        screen.clear()
        is_by_tricks = self.scoring == SCORINGS[0]
        sentence = say("More tricks win.") if is_by_tricks else say("More cards win.")
        if len(self.match.tables) > 1:
            totals = ", ".join(f"{name} {n}" for name, n in self.match.totals.items())
            sentence += " " + say("So far: {totals}", totals=totals)
        lines = [sentence]
        for number, (name, choice) in enumerate(zip(view.names, _choices_of(view), strict=True)):
            waits = say("to choose") if number == seat else say("chooses second")
            lines.append(f"{name}: {choice or waits}")
        title = say("{round}: {name} chooses", round=self.round_of(), name=view.names[seat])
        screen.print_box(title, lines)
        screen.say_all(
            screen.table([f"{number}. {choice}" for number, choice in enumerate(table.actions, 1)])
        )
        screen.say_all(self.hints.lines(table))
        name = view.names[seat]
        screen.say(say("Turn: {name}, choose three colours (? for help)", name=name))

    def answered(self, seat: int) -> bool:
        """Ask once, and return whether a choice was made.

        Raises:
            ParseError, IllegalAction: the answer cannot be used.
            Leave: the player leaves.
        """
        answer = self.ask("> ")
        if self.is_request(seat, answer):
            return False
        self.match.table.step(self.parse_answer(answer))
        return True

    def parse_answer(self, answer: str) -> Action:
        """The open choice that a number or colours mean.

        Raises:
            ParseError: it is neither.
            IllegalAction: the other player has chosen it (N1).
        """
        table = self.match.table
        actions = table.actions
        # three digits are colours: 001 is RRB
        number = number_in(answer) if len(answer) < LENGTH else None
        if number is None:
            choice = parse_choice(answer, LENGTH)
            for action in actions:
                if action.id == choice:
                    return action
            other = table.names[1 - table.seat_in_turn]
            raise IllegalAction(
                "{name} has chosen {choice}; choose another one",
                name=other, choice=choice_text(choice),
            )  # fmt: skip
        if not 1 <= number <= len(actions):
            last = len(actions)
            raise ParseError("{n} is out of range: enter 1 to {last}", n=number, last=last)
        return actions[number - 1]

    def is_request(self, seat: int, answer: str) -> bool:
        """Do what the answer asks for, if it is not a choice; whether it was done."""
        words = answer.lower()
        if words in ("?", "help", say("help")):
            self.screen.say_all([*map(say, HELP)])
        elif words in (FULL, SHORT):
            self.form = words
            if words == FULL:
                self.screen.say(say("Deals will be shown card by card."))
            else:
                self.screen.say(say("Deals will be shown as a deck and a result."))
        elif words in ("d", "deal"):
            self.show_deal()
            if self.screen.live:
                self.show(seat)
        elif not words and self.screen.live:
            self.show(seat)
        else:
            return self.requests.is_request(answer)
        return True


def _play(match: AnyMatch, order: Order) -> None:
    """Play with three colours each, then the deck card by card."""
    PenneySitting(match, PenneyScreen(aloud=order.plain), order.hints_shown()).run()


FACE = Face(_ask, _play)
