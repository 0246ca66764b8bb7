"""The end of a round as a scene: who got what and why, the hands left, what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from msgspec import structs
from rich.text import Text

from dealt.clients.screen.drawing import Block, block_width
from dealt.clients.screen.faces import Faces
from dealt.clients.screen.frames import LOUD, sentence
from dealt.clients.screen.pages import sheet_lines
from dealt.clients.seat_choices import name_of
from dealt.core.zones import Hand
from dealt.language import listed, say, say_n
from dealt.service.table import protocol as p

SUMS = 2  # the last rows of reasons: this round and all rounds
WIDEST = 70  # columns of a sentence


def is_scene(frame: p.TableFrame) -> bool:
    """Whether a round has just ended."""
    return frame.phase in ("between", "over") and frame.round > 0


def scene_lines(frame: p.TableFrame, faces: Faces, width: int, hands: Sequence[Hand] = ()) -> Block:
    """What there is to say at the end of a round or a match, without the board.

    Args:
        frame: the table after the round.
        faces: how its cards look.
        width: columns.
        hands: what was left, as far as it is known.
    """
    parts = [
        [Text(_heading(frame), faces.look.best)],
        [faces.within(line) for line in wrap(f"{sentence(frame.outcome)}.", min(width, WIDEST))],
        _points(frame, width),
        _left(frame, faces, hands),
        [Text(_next(frame), faces.look.quiet)] if _next(frame) else [],
    ]
    block: Block = []
    for part in parts:
        block += [Text()] * bool(block and part) + part
    pad = " " * max(0, min(12, (width - block_width(block)) // 2))
    return [Text(pad) + line for line in block]


def _heading(frame: p.TableFrame) -> str:
    if frame.phase == "over":
        return victory(frame) or say("The match is over.")
    if frame.rounds is not None:
        return say("Round {n} of {all} is over.", n=frame.round, all=frame.rounds)
    return say("Round {n} is over.", n=frame.round)


def victory(frame: p.TableFrame) -> str:
    """Who has won the match, and by how much: `You won by 12 points.`; empty: nobody."""
    if not frame.winners:
        return ""
    if len(frame.winners) == len(frame.seats):
        return f"{say('A draw')}."
    own = [seat.name for seat in frame.seats if seat.yours]
    lead = _lead(frame)
    names = listed(frame.winners)
    if len(own) == 1 and own[0] in frame.winners:
        if lead:
            return say_n("You won by 1 point.", "You won by {n} points.", lead)
        return say("You won the match.")
    if lead:
        return say_n("{names} won by 1 point.", "{names} won by {n} points.", lead, names=names)
    return sentence(say("{names} won the match.", names=names))


def _lead(frame: p.TableFrame) -> int:
    """Points between the winners and the next; 0: there are none to tell."""
    rows = [] if frame.sheet is None else frame.sheet.rows
    if not rows or len(rows[-1]) != len(frame.seats) + 1:
        return 0
    points = dict(zip((seat.name for seat in frame.seats), rows[-1][1:], strict=True))
    own = [n for name, n in points.items() if name in frame.winners and isinstance(n, int)]
    others = [n for name, n in points.items() if name not in frame.winners and isinstance(n, int)]
    return min((abs(own[0] - n) for n in others), default=0) if own else 0


def _points(frame: p.TableFrame, width: int) -> Block:
    """Why the round gave these points; where there is nothing to explain, the points."""
    if frame.reasons is None:
        return [] if frame.sheet is None else sheet_lines(frame.sheet, width)
    rows = frame.reasons.rows
    telling = [row for row in rows[:-SUMS] if any(row[1:])] + rows[-SUMS:]
    return sheet_lines(structs.replace(frame.reasons, rows=telling), width)


def _left(frame: p.TableFrame, faces: Faces, hands: Sequence[Hand]) -> Block:
    """The hands of others that are seen nowhere else."""
    zones = () if frame.board is None else frame.board.zones
    is_open = {zone.id for zone in zones if isinstance(zone, Hand) and zone.cards}
    notes = [] if frame.reasons is None else frame.reasons.notes
    lines = []
    for hand in hands:
        is_own = frame.own is not None and hand.seat == frame.own.seat
        is_named = any(all(card in note.split() for card in hand.cards) for note in notes)
        if hand.cards and hand.seat is not None and not (is_own or is_named or hand.id in is_open):
            name = Text(f"{name_of(frame, hand.seat)}  ", LOUD)
            lines.append(name + faces.cards(sorted(hand.cards)))
    return [Text(say("Left in hand:")), *lines] if lines else []


def _next(frame: p.TableFrame) -> str:
    if frame.phase == "over":
        return ""
    number = frame.round + 1
    if frame.rounds is not None:
        return say("Next: round {n} of {all}.", n=number, all=frame.rounds)
    return say("Next: round {n}.", n=number)
