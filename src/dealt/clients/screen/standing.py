"""How things stand at a table, in a line."""

from __future__ import annotations

from dealt.clients.screen import boards
from dealt.clients.screen.seating import is_running, request_text
from dealt.language import listed, message, say
from dealt.service import protocol as p

PHASES = {
    "seating": message("before the first deal"),
    "revealing": message("the cards are being dealt"),
    "between": message("the round is over"),
    "over": message("the match is over"),
}


def sentence(told: str) -> str:
    """A text that begins with a capital letter."""
    return told[:1].upper() + told[1:]


def standing(frame: p.TableFrame) -> str:
    """How things stand, in a line."""
    told = about_seats(frame)
    return f"{told} {_standing(frame)}".strip() if told else _standing(frame)


def about_seats(frame: p.TableFrame) -> str:
    """That somebody asks for a seat, or that the reader has none; empty: neither."""
    for request in frame.requests:
        if request.mine:
            return request_text(frame, request)
        if request.decide:
            return f"{request_text(frame, request)} {say('w answers.')}"
    if not is_running(frame) or any(seat.yours for seat in frame.seats):
        return ""
    if any(seat.take == "back" for seat in frame.seats):
        return say("You are watching. Your seat is kept for you until somebody takes it.")
    return say("You are watching.")


def _standing(frame: p.TableFrame) -> str:
    waiting = [info.name or "" for info in frame.seats if info.kind == "person" and not info.ready]
    if frame.phase == "playing" and frame.turn is not None:
        back = f" {say('u takes your last move back.')}" if frame.undo else ""
        if frame.own is not None and frame.own.seat == frame.turn:
            return say("Your turn, {asked}.", asked=boards.asked(frame)) + back
        return say("{name}'s turn.", name=boards.name_of(frame, frame.turn)) + back
    if frame.phase in ("between", "over"):
        won = ""
        if frame.winners:
            won = say("{names} won the match.", names=listed(frame.winners))
        return f"{sentence(frame.outcome)}. {sentence(won)}".rstrip()
    if any(info.kind == "empty" for info in frame.seats):
        return say("There are free seats.")
    return say("Not ready yet: {names}.", names=", ".join(waiting)) if waiting else ""
