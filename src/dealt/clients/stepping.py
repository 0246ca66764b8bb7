"""A match step by step, forwards and back, from one seat's view or with all hands."""

from __future__ import annotations

from typing import Any

from dealt.core.match import Match
from dealt.errors import ParseError
from dealt.language import message, say
from dealt.service.hall.steps import hands_of, step_of
from dealt.service.table import protocol as p
from dealt.service.table.frames import reasons, sheet_data
from dealt.service.table.parts import OwnPart, SeatInfo, Settings

Place = tuple[int, int]  # a round, from 1, and the actions of it that came before
NOBODY_MOVES = message("Nobody moves here any more; go back a step first.")
ELSEWHERE = message("You can only play on from a match of your history.")
STEPS = {  # words of a way through a match, and what they do
    message("forward"): message("one step on; Enter does it, too"),
    message("back"): message("one step back"),
    message("next"): message("to the next round"),
    message("previous"): message("to the round before"),
    message("first"): message("to the deal of the round"),
    message("last"): message("to the end of the round"),
    message("hands"): message("show all hands, or only one seat's"),
    message("seat"): message("look from the next seat"),
    message("position"): message("the position, to begin there"),
    message("play"): message("play on from here, as practice"),
}


class Walk:
    """A way through the steps of a match.

    Attributes:
        match: that has been played.
        place: number of the step, from 0.
        seat: the point of view.
        all_hands: whether the hands of all seats are open.
    """

    def __init__(self, match: Match, seat: int = 0) -> None:
        self.match = match
        self.place = 0
        self.seat = seat
        self.all_hands = True
        self._steps = match.steps

    def __len__(self) -> int:
        return len(self._steps)

    def go(self, verb: str) -> bool:
        """Do one of `STEPS`; False if there is nothing in that direction."""
        before = self.place, self.seat, self.all_hands
        number = self._steps[self.place].round
        round_ = self._steps.of(number)
        match verb:
            case "forward" | "back":
                place = self.place + (1 if verb == "forward" else -1)
                self.place = min(max(place, 0), len(self._steps) - 1)
            case "next" | "previous":
                number += 1 if verb == "next" else -1
                if 0 <= number < len(self.match.tables):
                    self.place = self._steps.of(number)[0]
            case "first":
                self.place = round_[0]
            case "last":
                self.place = round_[-1]
            case "hands":
                self.all_hands = not self.all_hands
            case "seat":
                self.seat = (self.seat + 1) % len(self.match.names)
        return before != (self.place, self.seat, self.all_hands)

    def go_to_round(self, text: str) -> None:
        """Go to the deal of a round.

        Raises:
            ParseError: the match has no such round.
        """
        rounds = len(self.match.tables)
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= rounds):
            raise ParseError("enter the number of a round, 1 to {n}", n=rounds)
        self.place = self._steps.of(int(text) - 1)[0]

    @property
    def step(self) -> Place | None:
        """The place to play on from; None at the end of a round."""
        step = self._steps[self.place]
        return None if step.move is None else (step.round + 1, step.number)

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self._steps[self.place].round + 1

    @property
    def text(self) -> str:
        """The table of this step in lines: what the seat sees, and all hands if they are open."""
        table = self._steps[self.place].table
        others = [
            say("Hand of {name}: {cards}", name=table.names[hand.seat], cards=" ".join(hand.cards))
            for hand in hands_of(table)
            if self.all_hands and hand.seat not in (None, self.seat)
        ]
        return "\n".join([str(table.view(self.seat)), *others])

    @property
    def position(self) -> str:
        """The position as text, from which anybody can play on."""
        return self._steps[self.place].table.position

    @property
    def line(self) -> str:
        """What happened last; at the end of a round also how it ended."""
        table = self._steps[self.place].table
        if not table.history:
            return say("The cards have been dealt.")
        text = table.event(-1, None if self.all_hands else self.seat).text
        return f"{text}. {table.outcome}" if table.is_over else text

    @property
    def frame(self) -> p.TableFrame:
        """The table of this step, as a client shows tables."""
        step = self._steps[self.place]
        table, match = step.table, self.match
        seen = step_of(table, self.seat, None, self.all_hands)
        is_over = table.is_over
        is_end = is_over and step.round == len(match.tables) - 1
        phase: Any = "playing" if not is_over else "over" if match.is_over and is_end else "between"
        own = None if seen.own is None else OwnPart(self.seat, seen.own.zones, [])
        return p.TableFrame(
            table="", version=0, moved=step.number, phase=phase, title=say(match.game.title),
            settings=Settings(game=match.game.name, seats=len(match.names)), options={},
            rounds=match.rounds, host=False, may_sit=False,
            seats=[self._seat(seat) for seat in range(len(match.names))],
            match=1, round=step.round + 1, turn=None if is_over else table.seat_in_turn, undo=False,
            deadline=None, board=seen.board, own=own,
            log=[table.event(n, self.seat) for n in range(len(table.history))],
            sheet=sheet_data(match.sheet, say(match.game.title)) if is_end else None,
            reasons=reasons(match) if is_end else None, outcome=table.outcome,
            winners=[*match.winners] if is_end else [], chance=None, next=None, chat=[],
            requests=[], moves=step.number,
        )  # fmt: skip

    def _seat(self, seat: int) -> SeatInfo:
        return SeatInfo(
            name=self.match.names[seat], kind="person", level=None, by=None, present=True,
            away=False, ready=False, committed=False, revealed=False, yours=seat == self.seat,
            kept=False, take="",
        )  # fmt: skip
