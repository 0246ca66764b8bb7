"""What a table frame says, in words: who sits where, whose task it is, how much time is left."""

from __future__ import annotations

from rich.text import Text

from dealt.core.zones import Hand
from dealt.language import say, say_n
from dealt.service.table import protocol as p
from dealt.service.table.parts import SeatInfo

HOUR_S = 3600
LOUD = "bold"


def task_text(frame: p.TableFrame) -> str:
    """What the seat in turn is to do, in words."""
    ask = None if frame.board is None else frame.board.ask
    return say("to move") if ask is None else ask.text


def sentence(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def hand_of(frame: p.TableFrame) -> list[str]:
    """The cards in the reader's hand, as they came."""
    zones = () if frame.own is None else frame.own.zones
    return [card for zone in zones if isinstance(zone, Hand) for card in zone.cards]


def time_text(left_s: float) -> str:
    """How much time is left for a move: `0:42`, `2:05`, `3 hours`, `2 days`."""
    left = max(0, round(left_s))
    if left < HOUR_S:
        return f"{left // 60}:{left % 60:02}"
    hours = left // HOUR_S
    if hours >= 48:
        return say("{n} days", n=hours // 24)
    return say_n("1 hour", "{n} hours", hours)


def level_of(info: SeatInfo) -> str:
    """The level of a computer player, to stand beside its name: `, good`."""
    is_named_so = info.level is None or info.level == info.name  # at tables of former days
    return "" if info.kind != "bot" or is_named_so else f", {say(info.level or '')}"


def absence(info: SeatInfo) -> str:
    """Who plays instead of somebody, or that a person is not here, to stand behind a name."""
    if info.away:
        return f" ({say('away')})"
    if info.by:
        return f" ({say('{name} plays', name=info.by)})"
    if info.kind == "person" and not info.present and not info.yours:
        return f" ({say('not connected')})"
    return ""


def seat_lines(frame: p.TableFrame, quiet: str) -> list[Text]:
    """The seats, and who has them."""
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
