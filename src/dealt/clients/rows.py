"""Tables and finished matches as entries of lists, for every face."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from dealt.errors import SetupError
from dealt.games import registered
from dealt.history.heads import Head
from dealt.language import listed, message, number, say, say_n
from dealt.service.table.parts import TableRow

_PHASES = {
    "seating": message("not begun"),
    "over": message("played to the end"),
}


def phase_text(phase: str) -> str:
    """The state of a table's match."""
    return say(_PHASES.get(phase, message("being played")))


def round_text(n: int, rounds: int | None) -> str:
    """The number of a round, and of all rounds if they are known."""
    return say("round {n}", n=n) if rounds is None else say("round {n} of {all}", n=n, all=rounds)


def title_of(row: TableRow | Head) -> str:
    """The game and the name of the table; a match may have a name of its own."""
    if isinstance(row, TableRow):
        title = row.title
    elif row.title:
        return row.title
    else:
        title = game_title(row.game)
    return f"{title}, {row.label}" if row.label else title


def game_title(name: str) -> str:
    """The title of a game; its name, if it is one of somebody's own that is not loaded."""
    try:
        return say(registered(name).title)
    except SetupError:
        return name


def table_facts(row: TableRow) -> str:
    """The players with their points, the round, and when somebody last moved."""
    is_played = row.phase in ("playing", "between")
    facts = [
        _players(row.names, row.points if is_played else ()) or say("nobody yet"),
        round_text(row.round, row.rounds) if is_played else phase_text(row.phase),
        say_n("1 free seat", "{n} free seats", row.free) if row.free else "",
        when(row.changed_at) if row.changed_at else "",
    ]
    return " · ".join(fact for fact in facts if fact)


def row_text(row: TableRow) -> str:
    """A table of the lobby, as an entry of a list."""
    facts = f"{title_of(row)}: {table_facts(row)}"
    return say("Continue {table}", table=facts) if row.yours else say("Join {table}", table=facts)


def match_facts(head: Head) -> str:
    """The players of a finished match with their points, who won, and when."""
    facts = [
        game_title(head.game) if head.title else "",
        *(_players(head.names, head.points), _result_of(head), when(head.ended_at)),
    ]
    return " · ".join(fact for fact in facts if fact)


def _result_of(head: Head) -> str:
    """Who won a match; or why that says little."""
    names = [head.names[seat] for seat in head.winners] if head.over else []
    won = [say("won by {names}", names=listed(names))] if names else []
    marks = [say("practice")] * head.practice + [say("ended early")] * (not head.over)
    return ", ".join(won + marks)


def when(at: int) -> str:
    """A time in milliseconds since 1970, as people say it."""
    moment, now = datetime.fromtimestamp(at / 1000), datetime.now()
    time = f"{moment:%H:%M}"
    match (now.date() - moment.date()).days:
        case 0:
            return say("today {time}", time=time)
        case 1:
            return say("yesterday {time}", time=time)
    return f"{moment:%Y-%m-%d} {time}"


def _players(names: Sequence[str], points: Sequence[int]) -> str:
    if len(points) != len(names):
        return ", ".join(names)
    return ", ".join(f"{name} {number(n)}" for name, n in zip(names, points, strict=True))
