"""A table frame in words: the state of play, the seats, the time left."""

from __future__ import annotations

from rich.text import Text

from dealt.clients.rows import round_text
from dealt.clients.screen.looks import Faces
from dealt.clients.seat_choices import is_running, late_names, name_of, request_text
from dealt.core.zones import Hand
from dealt.language import listed, message, say, say_n
from dealt.service.table import protocol as p
from dealt.service.table.parts import SeatInfo

_HOUR_S = 3600
LOUD = "bold"


def task_text(frame: p.TableFrame) -> str:
    """The task of the seat to move, in words."""
    ask = None if frame.board is None else frame.board.ask
    return say("to move") if ask is None else ask.text


def sentence(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def hand_of(frame: p.TableFrame) -> list[str]:
    """The cards in the reader's hand, as dealt."""
    zones = () if frame.own is None else frame.own.zones
    return [card for zone in zones if isinstance(zone, Hand) for card in zone.cards]


def _time_text(left_s: float) -> str:
    """The time left for a move: `0:42`, `2:05`, `3 hours`, `2 days`."""
    left = max(0, round(left_s))
    if left < _HOUR_S:
        return f"{left // 60}:{left % 60:02}"
    hours = left // _HOUR_S
    if hours >= 48:
        return say("{n} days", n=hours // 24)
    return say_n("1 hour", "{n} hours", hours)


def level_of(info: SeatInfo) -> str:
    """The level of a computer player to put after its name: `, good`."""
    is_named_so = info.level is None or info.level == info.name  # at tables of former days
    return "" if info.kind != "bot" or is_named_so else f", {say(info.level or '')}"


def absence(info: SeatInfo) -> str:
    """A stand-in or an absence, to put after a player's name."""
    if info.away:
        return f" ({say('away')})"
    if info.by:
        return f" ({say('{name} plays', name=info.by)})"
    if info.kind == "person" and not info.present and not info.yours:
        return f" ({say('not connected')})"
    return ""


def seat_lines(frame: p.TableFrame, quiet: str) -> list[Text]:
    """The seats and their players, one per line."""
    lines = []
    for number, info in enumerate(frame.seats):
        line = Text(f"  {say('seat {n}', n=number + 1)}  ", quiet)
        if info.kind == "empty":
            line.append(say("free"), "italic")
        else:
            line.append(info.name or "", LOUD).append(level_of(info))
            facts = [say("{name} plays", name=info.by) if info.by is not None else ""]
            facts.append(say("computer player") if info.kind == "bot" else "")
            facts.append(say("you") if info.yours else "")
            facts.append(say("ready") if info.ready else "")
            is_absent = info.kind == "person" and not info.present
            facts.append(say("not connected") if is_absent else "")
            line.append("  " + ", ".join(fact for fact in facts if fact), quiet)
        lines.append(line)
    return lines


PHASES = {
    "seating": message("before the first deal"),
    "revealing": message("the cards are being dealt"),
    "between": message("the round is over"),
    "over": message("the match is over"),
}
_SEAT = "seat"  # the verb of lines about seats
NO_MOVES = ("undo", _SEAT)  # lines of the log about the table, not about the cards
HURRY_S = 10  # the last seconds of a move stand out


def title(frame: p.TableFrame, faces: Faces, left_s: float | None, *, is_lost: bool) -> Text:
    """The first line: the game, the round, the turn, and the time left.

    Args:
        frame: the table.
        faces: of its cards.
        left_s: seconds until the clock of the table runs out; None: it has none.
        is_lost: whether the connection is lost.
    """
    line = Text(frame.title)
    if frame.round:
        line.append(f" · {round_text(frame.round, frame.rounds)}")
    if frame.practice:
        line.append(f" · {say('practice')}")
    if is_lost:
        line.append(f" · {say('no connection, trying again')}", faces.look.late)
    elif frame.phase == "playing" and frame.turn is not None:
        text = f" · {name_of(frame, frame.turn)}, {task_text(frame)}"
        is_mine = frame.seats[frame.turn].yours
        line.append_text(faces.within(text, faces.look.best if is_mine else ""))
    else:
        line.append(f" · {say(PHASES[frame.phase]) if frame.phase in PHASES else ''}")
    if left_s is not None:
        line.append(f" · {_time_text(left_s)}", faces.look.late if left_s < HURRY_S else "")
    return line


def standing(frame: p.TableFrame) -> str:
    """The state of play, in a line."""
    seats_text = _about_seats(frame)
    return f"{seats_text} {_standing(frame)}".strip() if seats_text else _standing(frame)


def _about_seats(frame: p.TableFrame) -> str:
    """A request for a seat, or a line that the reader has none; empty if neither."""
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


def seat_news(before: p.TableFrame | None, frame: p.TableFrame) -> list[str]:
    """The changes of others' seats between two frames of a round, from the log."""
    if before is None or (before.match, before.round) != (frame.match, frame.round):
        return []
    old, new = ([e for e in each.log if e.verb == _SEAT] for each in (before, frame))
    return [event.text for event in new[len(old) :] if not frame.seats[event.seat].yours]


def last_mover(frame: p.TableFrame) -> str:
    """The last player to move, from the log; empty if nobody has in this round."""
    moves = (event.seat for event in reversed(frame.log) if event.verb not in NO_MOVES)
    return next((name_of(frame, seat) for seat in moves), "")


def _standing(frame: p.TableFrame) -> str:
    waiting = late_names(frame)
    if frame.phase == "playing" and frame.turn is not None:
        can_undo = frame.undo and not frame.undo_marks
        back = f" {say('u takes your last move back.')}" if can_undo else ""
        if frame.own is not None and frame.own.seat == frame.turn:
            return say("Your turn, {asked}.", asked=task_text(frame)) + back
        return say("{name}'s turn.", name=name_of(frame, frame.turn)) + back
    if frame.phase in ("between", "over"):
        won = ""
        if frame.winners:
            won = say("{names} won the match.", names=listed(frame.winners))
        return f"{sentence(frame.outcome)}. {sentence(won)}".rstrip()
    if any(info.kind == "empty" for info in frame.seats):
        return say("There are free seats.")
    return say("Not ready yet: {names}.", names=", ".join(waiting)) if waiting else ""
