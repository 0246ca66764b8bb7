"""What may be done at a table, as a list to choose from; cards and words that mean one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dealt.language import say
from dealt.terminal.boxes import in_letters
from dealt.terminal.table.faces import is_face
from dealt.web import protocol as p
from dealt.web.boards import MasonRummyBoard, PresidentBoard, TrancaBoard
from dealt.web.parts import SeatInfo

ANY_TWO = "2"  # in Tranca a two of any suit


@dataclass(frozen=True)
class Choice:
    """Something that may be done.

    Attributes:
        text: its words.
        do: what is said to the service.
        said: the fields of that.
        cards: the cards of the hand that it needs, `2` for a two of any suit.
    """

    text: str
    do: str
    said: dict[str, Any] = field(default_factory=dict)
    cards: tuple[str, ...] = ()

    def needs(self, chosen: Sequence[str], *, exactly: bool) -> bool:
        """Whether it is done with the chosen cards, and, if `exactly`, with no others."""
        known = Counter(card for card in self.cards if card != ANY_TWO)
        any_twos = len(self.cards) - known.total()
        others = Counter(chosen) - known
        fits = others.total() <= any_twos and all(face[0] == ANY_TWO for face in others)
        if not exactly:
            return fits
        return fits and known <= Counter(chosen) and others.total() == any_twos


def check() -> Choice:
    """To have a deal checked that is over."""
    return Choice(say("check the deal"), "verify")


def open_choices(frame: p.TableFrame, levels: Sequence[str], *, links: bool) -> list[Choice]:
    """What the reader of a frame may do now.

    Args:
        frame: the table.
        levels: the computer players of its game.
        links: whether others can come by a link.
    """
    if frame.phase == "playing":
        return _moves(frame)
    if frame.phase == "between":
        return _between(frame)
    if frame.phase == "revealing":
        return []
    found = _seating(frame, levels, links=links)
    return [*found[:1], check(), *found[1:]] if frame.phase == "over" else found


def _moves(frame: p.TableFrame) -> list[Choice]:
    own = frame.own
    if own is None or own.seat != frame.turn:
        return []
    found = []
    for action in own.actions:
        cards = action.cards
        if isinstance(frame.board, TrancaBoard):
            cards = _of_tranca(action.text, frame.board)
        said = action.said or action.text
        found.append(Choice(said, "play", {"action": action.id}, tuple(cards)))
    return found


def _of_tranca(text: str, board: TrancaBoard) -> list[str]:
    """The cards that an action of Tranca takes from the hand."""
    words = text.partition(" on ")[0].split()
    found = [word for word in words if is_face(word) or word == ANY_TWO]
    if words[0] == "take":
        top = board.pile[-1] if board.pile else ""
        for used in (top, ANY_TWO if top.startswith(ANY_TWO) else ""):
            if used in found:
                found.remove(used)
                break
    return found


def _mine(frame: p.TableFrame) -> list[SeatInfo]:
    return [seat for seat in frame.seats if seat.yours]


def _between(frame: p.TableFrame) -> list[Choice]:
    found = []
    if mine := _mine(frame):
        if all(seat.ready for seat in mine):
            found.append(Choice(say("wait, not ready yet"), "ready", {"ready": False}))
        else:
            found.append(Choice(say("next round"), "ready"))
    found.append(check())
    if frame.host and frame.rounds is None:
        found.append(Choice(say("end the match"), "finish"))
    return found


def _seating(frame: p.TableFrame, levels: Sequence[str], *, links: bool) -> list[Choice]:
    mine = _mine(frame)
    free = [number for number, seat in enumerate(frame.seats) if seat.kind == "empty"]
    nobody = not any(seat.kind == "person" for seat in frame.seats)
    found = []
    if mine and all(seat.ready for seat in mine):
        found.append(Choice(say("wait, not ready yet"), "ready", {"ready": False}))
    elif not free and (mine or frame.host and nobody):
        found.append(
            Choice(say("begin") if frame.phase == "seating" else say("play again"), "ready")
        )
    if frame.may_sit and not mine:
        found += [
            Choice(say("sit on seat {n}", n=seat + 1), "sit", {"seat": seat}) for seat in free
        ]
    if links and (frame.host or mine):
        found.append(Choice(say("invite somebody by a link"), "invite", {"kind": "player"}))
    if frame.host:
        for seat in free:
            for level in levels:
                said = {"seat": seat, "level": level}
                text = say("computer player {name} on seat {n}", name=level, n=seat + 1)
                found.append(Choice(text, "bot", said))
    if mine:
        found.append(Choice(say("stand up"), "stand"))
    if frame.host:
        for number, info in enumerate(frame.seats):
            if info.kind == "bot":
                text = say("empty seat {n}", n=number + 1)
                found.append(Choice(text, "clear", {"seat": number}))
    return found


# --- words ----------------------------------------------------------------------------------------


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: small letters, suits in letters, no commas."""
    return in_letters(text).replace(",", " ").lower().split()


def matching(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices in which every typed word begins a word; all, if nothing is typed."""
    wanted = words_of(typed)
    exact = [choice for choice in choices if words_of(choice.text) == wanted]
    if exact:
        return exact
    return [
        choice
        for choice in choices
        if all(any(word.startswith(part) for word in words_of(choice.text)) for part in wanted)
    ]


def words_for(frame: p.TableFrame, chosen: Sequence[str]) -> str:
    """Words that mean to play these cards, so that the service can say why not; or empty."""
    cards = " ".join(chosen)
    board = frame.board
    if isinstance(board, PresidentBoard):
        return f"give {cards}" if board.giving else cards
    if isinstance(board, MasonRummyBoard):
        if len(chosen) == 1:
            return f"lay off {cards}"
        return f"{'meld' if len({face[0] for face in chosen}) == 1 else 'run'} {cards}"
    if isinstance(board, TrancaBoard):
        return f"discard {cards}" if len(chosen) == 1 else f"new {cards}"
    return ""
