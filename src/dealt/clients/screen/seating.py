"""Who sits where, at any time: seats are taken over, given up, taken back and swapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dealt.clients.screen import boards
from dealt.clients.screen.choices import Choice
from dealt.clients.screen.program import Program
from dealt.language import say
from dealt.service import protocol as p
from dealt.service.parts import RequestInfo, SeatInfo


def is_running(frame: p.TableFrame) -> bool:
    """Whether a match goes on, so that seats have hands and points."""
    return frame.phase in ("playing", "between")


def takings(frame: p.TableFrame) -> list[Choice]:
    """The seats that somebody who has none may have in a match; one's own comes first."""
    has_asked = any(request.mine and not request.declined for request in frame.requests)
    if has_asked or not is_running(frame) or any(seat.yours for seat in frame.seats):
        return []
    choices = [_taking(frame, n, seat) for n, seat in enumerate(frame.seats) if seat.take]
    return sorted(choices, key=lambda choice: frame.seats[choice.fields["seat"]].take != "back")


def seat_choices(frame: p.TableFrame) -> list[Choice]:
    """All that the reader of a frame may do about seats now."""
    choices = [choice for request in frame.requests for choice in _answers(frame, request)]
    choices += takings(frame)
    own = [number for number, seat in enumerate(frame.seats) if seat.yours]
    for number, seat in enumerate(frame.seats):
        if seat.yours:
            choices.append(_giving_up(frame, number, is_only=len(own) == 1))
        elif len(own) == 1 and (seat.kind == "person" or frame.phase != "playing"):
            choices.append(_swapping(frame, number, seat))
        if frame.host and seat.kind == "person" and not seat.yours and is_running(frame):
            choices.append(_clearing(frame, number))
    return choices


def _asking_first(frame: p.TableFrame) -> Choice:
    """For the host: switch whether they are asked before somebody takes a seat during a match."""
    asks = not frame.settings.ask_first
    text = say("let people take seats during a match without asking you")
    if asks:
        text = say("be asked before somebody takes a seat during a match")
    settings = msgspec.to_builtins(msgspec.structs.replace(frame.settings, ask_first=asks))
    return Choice(text, "change", {"settings": settings})


def _taking(frame: p.TableFrame, number: int, seat: SeatInfo) -> Choice:
    name = seat.by or boards.name_of(frame, number)
    texts = {
        "back": say("take your seat back"),
        "ask": say("ask to take over from {name}", name=name),
        "sit": say("take over from {name}", name=name),
    }
    return Choice(texts[seat.take], "sit", {"seat": number})


def _giving_up(frame: p.TableFrame, number: int, *, is_only: bool) -> Choice:
    text = say("give up your seat")
    if not is_only:
        text = say("give up the seat of {name}", name=boards.name_of(frame, number))
    sure = ""
    if is_running(frame):
        sure = say(
            "A computer player plays on for you. You can come back at any time, until somebody "
            "else takes the seat."
        )
    return Choice(text, "stand", {"seat": number}, sure=sure)


def _swapping(frame: p.TableFrame, number: int, seat: SeatInfo) -> Choice:
    fields = {"seat": number}
    if seat.kind != "person":
        return Choice(say("move to seat {n}", n=number + 1), "swap", fields)
    text = say("ask to swap seats with {name}", name=boards.name_of(frame, number))
    sure = say("Points stay with the seats.")
    if frame.phase == "playing":
        sure = say(
            "Cards and points stay with the seats, so you two will see each other's cards of this "
            "round."
        )
    return Choice(text, "swap", fields, sure=sure)


def _clearing(frame: p.TableFrame, number: int) -> Choice:
    name = boards.name_of(frame, number)
    sure = say("The seat is not kept: it can be taken over by anybody who may sit here.")
    text = say("give the seat of {name} to a computer player", name=name)
    return Choice(text, "clear", {"seat": number}, sure=sure)


def _answers(frame: p.TableFrame, request: RequestInfo) -> list[Choice]:
    """How a request can be answered by its reader."""
    no = {"request": request.number, "yes": False}
    if request.mine:
        text = say("dismiss that") if request.declined else say("withdraw your request")
        return [Choice(text, "answer", no)]
    name = request.name
    return [
        Choice(say("agree to {name}'s request", name=name), "answer", {**no, "yes": True}),
        Choice(say("decline {name}'s request", name=name), "answer", no),
    ]


def request_text(frame: p.TableFrame, request: RequestInfo) -> str:
    """What is asked for, and by whom."""
    name, other = request.name, boards.name_of(frame, request.seat)
    if request.mine:
        if request.declined:
            return say("Your request for the seat of {name} was declined.", name=other)
        return say("You have asked for the seat of {name}. Waiting for an answer.", name=other)
    if request.own is None:
        return say("{name} would like to take over from {other}.", name=name, other=other)
    if not frame.seats[request.seat].yours:
        return say("{name} and {other} would like to swap seats.", name=name, other=other)
    if frame.phase != "playing":
        return say("{name} would like to swap seats with you.", name=name)
    return say(
        "{name} would like to swap seats with you. You two will see each other's cards of this "
        "round.",
        name=name,
    )


class SeatsScreen(ModalScreen[Choice | None]):
    """Who sits where, and what may be done about it; what was chosen, or None.

    Args:
        frame: gives the table as it is.
    """

    app: Program

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,w", "leave", "Back")]

    def __init__(self, frame: Callable[[], p.TableFrame | None]) -> None:
        super().__init__(classes="paper")
        self._frame = frame
        self._choices: list[Choice] = []

    def compose(self) -> ComposeResult:
        """The seats, what is asked for, what may be done."""
        yield Static(Text(say("Who sits where")), id="title")
        with Vertical(id="page"):
            yield Static(id="heading")
            yield OptionList(id="menu")
        yield Static(say("up and down: go   enter: choose   esc: back"), id="keys")

    def on_mount(self) -> None:
        """Show them."""
        self.show()

    def show(self) -> None:
        """Show the seats as they are now."""
        frame = self._frame()
        if frame is None:
            self.dismiss(None)
            return
        requests = [Text(request_text(frame, request), "bold") for request in frame.requests]
        if frame.host and frame.settings.ask_first:
            requests.insert(
                0, Text(say("During a match you are asked before somebody takes a seat."))
            )
        lines = [*boards.seat_lines(frame), *([Text()] if requests else []), *requests]
        self.query_one("#heading", Static).update(Text("\n").join(lines))
        # nobody else can come to a table that only this terminal knows
        asking = [_asking_first(frame)] if frame.host and self.app.links else []
        self._offer([*seat_choices(frame), *asking])

    def _offer(self, choices: list[Choice]) -> None:
        """List what may be done; the cursor stays where it is though the table goes on."""
        listed = self.query_one("#menu", OptionList)
        at = listed.highlighted
        before = None if at is None else self._choices[at]
        self._choices = choices
        listed.clear_options()
        listed.add_options([Option(Text(choice.text)) for choice in choices])
        if choices:
            listed.highlighted = choices.index(before) if before in choices else 0
        listed.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """It is chosen."""
        self.dismiss(self._choices[event.option_index])

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)
