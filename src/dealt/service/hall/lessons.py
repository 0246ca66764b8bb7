"""Guided first rounds, as clients show them: what is seen and said at each moment.

They are made of what the game says of itself, and hold what the learner's seat may know.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from dealt import match
from dealt.core.game import Game
from dealt.core.hand_order import with_orders
from dealt.core.lesson import Turn
from dealt.core.table import Table
from dealt.core.zones import AnyZone, Board, Event
from dealt.language import say, speaking
from dealt.service.table.frames import open_actions
from dealt.service.table.parts import OpenAction
from dealt.service.table.refusals import Refused


class _Moment(Struct, frozen=True):
    """The table before a move of the round.

    Attributes:
        say: what is said now; empty: nothing.
        board, zones: what all see, and what the learner alone sees.
        event: what was done just before, as the learner heard of it.
        actions: what the learner may do, if it is the learner's turn.
        action: the one of them to be done; None: somebody else moves, or nobody.
    """

    say: str
    board: Board
    zones: tuple[AnyZone, ...]
    event: Event | None
    actions: list[OpenAction]
    action: int | None


class _Lesson(Struct, frozen=True):
    """A guided round from the deal on; the last moment is the end."""

    game: str
    title: str
    names: tuple[str, ...]
    seat: int
    moments: list[_Moment]


@cache
def lesson_of(game: Game, language: str) -> bytes:
    """The guided round of a game, as JSON.

    Args:
        game: that has one.
        language: in which it is told.

    Raises:
        Refused: it has none.
    """
    if game.lesson is None:
        raise Refused("unknown", "{game} has no guided round", game=game.title)
    with speaking(language):
        return msgspec.json.encode(_composed(game))


def _composed(game: Game) -> _Lesson:
    """The guided round of a game that has one."""
    lesson = game.lesson
    assert lesson is not None, "a game without a guided round"
    options: dict[str, Any] = dict(lesson.options)
    table = match(game, lesson.names, seed=lesson.seed, rounds=1, **options).table
    moments = []
    event = None
    for turn in lesson.turns:
        text, typed = (turn.text, turn.action) if isinstance(turn, Turn) else ("", turn)
        action = table.read(typed).id if typed else None
        is_own = typed != "" and table.seat_in_turn == lesson.learner
        moments.append(_moment(table, lesson.learner, text, event, action if is_own else None))
        event = None
        if action is not None:
            table.play(action)
            event = table.event(-1, lesson.learner)
    moments.append(_moment(table, lesson.learner, lesson.end, event, None))
    return _Lesson(game.name, say(game.title), lesson.names, lesson.learner, moments)


def _moment(table: Table, seat: int, text: str, event: Event | None, action: int | None) -> _Moment:
    view = table.view(seat)
    return _Moment(
        say=say(text) if text else "",
        board=view.open,
        zones=with_orders(table.game, view.own).zones,
        event=event,
        actions=[] if action is None else open_actions(table),
        action=action,
    )
