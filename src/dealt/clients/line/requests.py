"""Requests at a prompt besides moves, the words and keys of every face, and hints for a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import click

from dealt import agents
from dealt.clients.choices import Choice, matching
from dealt.clients.line.background import MovedElsewhereError
from dealt.clients.line.client_match import AnyMatch, AnyTable, ClientMatch
from dealt.clients.seat_choices import request_text, seat_choices
from dealt.core.view import hints_together
from dealt.errors import DealtError, IllegalAction, ParseError
from dealt.language import message, say
from dealt.service.table import protocol as p
from dealt.terminal.console import Console, Leave, as_lines, clean
from dealt.terminal.verbs import verb_in

ADVISERS = (agents.GOOD, agents.SEED)  # the first that a game has is asked for a hint
NOT_SAVED = message("this match is not saved, so that is not possible here")


class Hints:
    """The choice of hints shown at a turn, for any game and any face.

    Args:
        own: whether to show the game's own hint.
        adviser: the name of a computer player that gives its choice and reason; None: none.
    """

    def __init__(self, *, own: bool = True, adviser: str | None = None) -> None:
        self.own = own
        self.adviser = adviser
        self._turn: tuple[AnyTable, int] | None = None
        self._lines: list[str] = []

    def lines(self, table: AnyTable) -> list[str]:
        """The hints for the seat to move, one per line; they stay the same until it plays.

        Raises:
            SetupError: the table knows no such computer player.
        """
        turn = table, len(table.history)
        if self._turn != turn:
            own = table.hint() if self.own else ""
            advice = "" if self.adviser is None else table.hint(self.adviser)
            hints = hints_together(own, advice)
            self._turn, self._lines = turn, [f"({line})" for line in hints]
        return self._lines

    def advice(self, table: AnyTable) -> list[str]:
        """The game's facts about the current choice, and a computer player's advice.

        Raises:
            SetupError: the table knows no such computer player.
        """
        bots = agents.bots(table.game)
        adviser = self.adviser or next((name for name in ADVISERS if name in bots), None)
        advice = "" if adviser is None else table.hint(adviser)
        return [*hints_together(table.hint(), advice)] or [say("No hint is available.")]


class Requests:
    """Answers to requests at the prompts of a match.

    Args:
        match: that is played.
        screen: where answers are shown.
        hints: the hints for a person's choice.
    """

    def __init__(self, match: AnyMatch, screen: Console, hints: Hints) -> None:
        self._match = match
        self._screen = screen
        self._hints = hints
        self._answers: dict[str, Callable[[str], None]] = {
            "app.quit": self._leave,
            "menu": self._leave,
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "score": self._score,
            "log": self._log,
            "rules": self._rules,
            "seats": self._seats,
            "seat": self._seat,
            "name": self._name,
            "say": self._say,
            "verify": self._verify,
            "receipt": self._verify,
        }

    def is_request(self, answer: str) -> bool:
        """Answer a request other than a move; return whether it was one.

        What cannot be done is answered by a line that says why.

        Raises:
            Leave: to leave the table.
            MovedElsewhereError: the table is another one now.
        """
        request = verb_in(answer, letters=True)
        if request is None:
            return False
        verb, words = request
        if verb.name in ("replay", "review") and len(answer) > 1 and not self._match.is_over:
            self._screen.say(say("You can replay and review matches once this one is over."))
            return True
        if verb.name not in self._answers:
            return self._screen.others(answer)
        try:
            if verb.question and not words:
                raise ParseError(verb.question)
            self._answers[verb.name](words)
        except MovedElsewhereError:
            raise
        except DealtError as error:
            self._screen.say(str(error))
        return True

    def page(self, lines: Sequence[str]) -> None:
        """Show lines, with the terminal's pager if they do not fit."""
        if self._screen.live and len(lines) >= self._screen.screen.height:
            click.echo_via_pager("\n".join(map(clean, lines)))
            return
        for line in lines:
            self._screen.say(line)

    @property
    def _served(self) -> ClientMatch:
        """The match at a table that has seats, names and chat."""
        if not isinstance(self._match, ClientMatch):
            raise ParseError(NOT_SAVED)
        return self._match

    def _frame(self) -> p.TableFrame:
        """The table as the seat to move sees it."""
        return self._served.frame(self._match.table.seat_in_turn)

    def _seat_choices(self, frame: p.TableFrame) -> list[Choice]:
        return seat_choices(frame, is_own=self._served.is_own)

    def _leave(self, words: str) -> None:
        raise Leave

    def _hint(self, words: str) -> None:
        """Show the game's hint and a computer player's advice."""
        self.page(self._hints.advice(self._match.table))

    def _why(self, words: str) -> None:
        """Explain why a move is not possible."""
        try:
            self._match.table.read(words)
        except IllegalAction as refused:
            self._screen.say(str(refused))
        else:
            self._screen.say(say("that is allowed now"))

    def _undo(self, words: str) -> None:
        self._served.take_back()
        self._screen.say(say("Your last move is taken back."))
        raise MovedElsewhereError("look again")

    def _score(self, words: str) -> None:
        """Show the points of the rounds so far."""
        self._screen.show(replace(self._match.sheet, title=say("Score")))

    def _log(self, words: str) -> None:
        """Show the actions of the round, as far as the seat to move may know them."""
        table = self._match.table
        self.page([say("Round {n}, from its beginning", n=len(self._match.tables))])
        self.page(table.log(table.seat_in_turn))

    def _rules(self, words: str) -> None:
        self.page(as_lines(self._match.game.document(), self._screen.width))

    def _seats(self, words: str) -> None:
        """Show who sits where, and the possible changes."""
        match = self._match
        kinds = ["bot" if seat.agent else "person" for seat in match.seats]
        frame = None
        if isinstance(match, ClientMatch):
            frame = self._frame()
            kinds = [info.kind for info in frame.seats]
        for number, (seat, kind) in enumerate(zip(match.seats, kinds, strict=True)):
            role = say("a person") if kind == "person" else say("computer player")
            line = f"{number + 1}. {seat.name}: {role}"
            if match.table.turn == seat.name:
                line = say("{seat}, whose turn it is", seat=line)
            self._screen.say(line)
        if frame is not None:
            self.page([request_text(frame, request) for request in frame.requests])
            for choice in self._seat_choices(frame):
                self._screen.say(f"  {say('seat')} {choice.text}")

    def _seat(self, words: str) -> None:
        """Do one of the choices that `seats` lists."""
        choices = self._seat_choices(self._frame())
        fitting = matching(choices, words)
        if len(fitting) != 1:
            texts = ", ".join(choice.text for choice in fitting or choices)
            raise ParseError(
                "enter one of these after {word}: {texts}", word=say("seat"), texts=texts
            )
        (choice,) = fitting
        if choice.sure and self._screen.choose(choice.sure, (say("Yes"), say("No"))) == 2:
            return
        self._served.order(choice.do, **choice.fields)
        self._look_again()

    def _name(self, words: str) -> None:
        """Change the name of the person to move."""
        self._served.order("rename", name=words, seat=self._match.table.seat_in_turn)
        self._look_again()

    def _look_again(self) -> None:
        self._served.catch_up()
        raise MovedElsewhereError("look again")

    def _say(self, words: str) -> None:
        """Send a line of chat to the table's other windows."""
        self._served.order("say", text=words)
        self._screen.say(say("{name} says: ", name=self._match.table.turn) + words)

    def _verify(self, words: str) -> None:
        """Check whether the last finished round was dealt as promised."""
        number = sum(table.is_over for table in self._match.tables)
        if not number:
            raise ParseError("A deal can be checked once its round is over.")
        self._served.check_deal(number)
        self._screen.say(say("Round {n} was dealt as promised", n=number))
