"""A match at one terminal, shared by its players: rounds, turns, and who may look."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod

from dealt.clients.line.background import MovedElsewhereError
from dealt.clients.line.client_match import AnyMatch, ClientMatch, left_alone
from dealt.clients.line.requests import Hints, Requests
from dealt.errors import IllegalAction, ParseError
from dealt.language import say
from dealt.service.table.refusals import Refused
from dealt.terminal.boxes import Screen
from dealt.terminal.console import Leave


class Sitting(ABC):
    """One match at one terminal; a game's own face says what is shown and asked.

    Args:
        match: the match, with its first round dealt.
        screen: where to ask and print.
        hints: the hints for a person's choice.
    """

    def __init__(self, match: AnyMatch, screen: Screen, hints: Hints) -> None:
        self.match = match
        self.screen = screen
        self.hints = hints
        self.requests = Requests(match, screen, hints)
        self.bookmarks = dict.fromkeys(self.people, 0)  # how much of the news each person knows

    @property
    def people(self) -> list[int]:
        """The seats played by people."""
        return [i for i, seat in enumerate(self.match.seats) if seat.agent is None]

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

    def take_turn(self, seat: int) -> None:
        """Show a person the game, and play the answer.

        Raises:
            Leave: the player leaves.
            EOFError: the input has ended.
            MovedElsewhereError: somebody has moved in another window, or a move was taken back.
        """
        self.screen.pass_to(seat, self.match.names[seat], self.people)
        self.show(seat)
        while True:
            try:
                if self.answered(seat):
                    return
            except (ParseError, IllegalAction, Refused) as error:
                self.screen.say(str(error))

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

    # --- what a game's own face says

    def match_moved(self) -> None:
        """Adjust to moves made in another window, or taken back."""
        if isinstance(self.match, ClientMatch):
            self.match.catch_up()
        for seat in self.people:
            self.bookmarks.setdefault(seat, 0)

    @abstractmethod
    def tell_start(self) -> None:
        """Print that a round begins."""

    @abstractmethod
    def take_step(self) -> None:
        """Take one action for the seat to move."""

    @abstractmethod
    def show_end(self) -> None:
        """Print how the round ended."""

    @abstractmethod
    def show(self, seat: int) -> None:
        """Show a person the table and the open moves."""

    @abstractmethod
    def answered(self, seat: int) -> bool:
        """Ask once, and return whether an action was played.

        Raises:
            ParseError, IllegalAction: the answer cannot be used.
            Leave: the player leaves.
        """
