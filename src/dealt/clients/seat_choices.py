"""Choices about seats: take one over, give it up, take it back, swap."""

from __future__ import annotations

from dealt.clients.choices import Choice
from dealt.language import say
from dealt.service.table import protocol as p
from dealt.service.table.parts import RequestInfo, SeatInfo


def name_of(frame: p.TableFrame, seat: int) -> str:
    """The name of the player in a seat."""
    return frame.seats[seat].name or say("seat {n}", n=seat + 1)


def late_names(frame: p.TableFrame, *, others: bool = False) -> list[str]:
    """The people who are not ready yet; `others`: without the reader's own seats."""
    people = [seat for seat in frame.seats if seat.kind == "person" and not seat.ready]
    return [seat.name or "" for seat in people if not (others and seat.yours)]


def is_running(frame: p.TableFrame) -> bool:
    """Whether a match is running, so that seats have hands and points."""
    return frame.phase in ("playing", "between")


def takings(frame: p.TableFrame) -> list[Choice]:
    """The seats that a reader without one may take in a match, the reader's own first."""
    has_asked = any(request.mine and not request.declined for request in frame.requests)
    if has_asked or not is_running(frame) or any(seat.yours for seat in frame.seats):
        return []
    choices = [_taking(frame, n, seat) for n, seat in enumerate(frame.seats) if seat.take]
    return sorted(choices, key=lambda choice: frame.seats[choice.fields["seat"]].take != "back")


def seat_choices(frame: p.TableFrame, *, is_own: bool = False) -> list[Choice]:
    """All choices about seats that the reader of a frame has now.

    Args:
        frame: the table.
        is_own: several people of one account may sit at it.
    """
    choices = [choice for request in frame.requests for choice in _answers(frame, request)]
    choices += takings(frame)
    own = [number for number, seat in enumerate(frame.seats) if seat.yours]
    for number, seat in enumerate(frame.seats):
        if seat.yours:
            choices.append(_giving_up(frame, number, is_only=len(own) == 1))
        elif len(own) == 1 and (seat.kind == "person" or frame.phase != "playing"):
            choices.append(_swapping(frame, number, seat))
        if is_own and own and seat.kind == "bot" and frame.phase != "playing":
            text = say("somebody here takes over from {name}", name=name_of(frame, number))
            choices.append(Choice(text, "sit", {"seat": number, "hot": True}))
        if frame.host and seat.kind == "person" and not seat.yours and is_running(frame):
            choices.append(_clearing(frame, number))
    return choices


def _taking(frame: p.TableFrame, number: int, seat: SeatInfo) -> Choice:
    name = seat.by or name_of(frame, number)
    texts = {
        "back": say("take your seat back"),
        "ask": say("ask to take over from {name}", name=name),
        "sit": say("take over from {name}", name=name),
    }
    return Choice(texts[seat.take], "sit", {"seat": number})


def _giving_up(frame: p.TableFrame, number: int, *, is_only: bool) -> Choice:
    text = say("give up your seat")
    if not is_only:
        text = say("give up the seat of {name}", name=name_of(frame, number))
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
    text = say("ask to swap seats with {name}", name=name_of(frame, number))
    sure = say("Points stay with the seats.")
    if frame.phase == "playing":
        sure = say(
            "Cards and points stay with the seats, so you two will see each other's cards of this "
            "round."
        )
    return Choice(text, "swap", fields, sure=sure)


def _clearing(frame: p.TableFrame, number: int) -> Choice:
    name = name_of(frame, number)
    sure = say("Anybody who may sit here can then take it over.")
    text = say("give the seat of {name} to a computer player", name=name)
    return Choice(text, "clear", {"seat": number}, sure=sure)


def _answers(frame: p.TableFrame, request: RequestInfo) -> list[Choice]:
    """The reader's possible answers to a request."""
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
    """A request and who makes it, in words."""
    name, other = request.name, name_of(frame, request.seat)
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
