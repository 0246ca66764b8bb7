"""The promise about positions: a text that goes there and back."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from dealt.core.position import position_text, read_position
from dealt.errors import DealtError
from dealt.language import message
from dealt.testing.check import difference, phrase, promised
from dealt.testing.walk import Broken, Walk, names_of, open_actions

if TYPE_CHECKING:
    from dealt.core.game import Game

_POSITIONS = 3  # of a match that are looked at
_PLAYED_ON = 40  # actions after a position was set up


@promised("positions", message("the text of a position sets up the same position"))
def positions_have_a_text(walk: Walk) -> None:
    """It reads back, gives the same text, and the round goes on in the same way."""
    game = walk.game
    for s in walk.some(_POSITIONS):
        text = position_text(game, s)
        if "\n" in text:
            raise Broken("the text of the position has several lines: {text}", text=repr(text))
        try:
            again = read_position(game, text)
        except DealtError as error:
            raise Broken(
                "the text of the position is refused: {wrong}; {text}", wrong=error, text=text
            ) from None
        if position_text(game, again) != text:
            raise Broken(
                "the position set up from {text} has another text: {other}",
                text=repr(text), other=repr(position_text(game, again)),
            )  # fmt: skip
        _go_on_alike(game, s.copy(), again, random.Random(walk.seed), text)


def _go_on_alike(game: Game, one: Any, other: Any, dice: random.Random, text: str) -> None:
    """Play on from two states; raise Broken when they look different."""
    for number in range(_PLAYED_ON):
        where = difference(_possibilities(game, one), _possibilities(game, other))
        if where is not None:
            raise Broken(
                "{n} actions after it was set up from its text, the position differs: {wrong}; "
                "words.place_cards must set each field that follows from the cards, or the field "
                "must not be marked; {text}",
                n=number, wrong=phrase(where), text=text,
            )  # fmt: skip
        if game.rules.is_over(one):
            return
        action = dice.choice(open_actions(game, one))
        for s in (one, other):
            game.rules.apply(s, action)


def _possibilities(game: Game, s: Any) -> dict[str, Any]:
    """What can be done and seen."""
    points = [0] * s.seats
    game.rules.score(s, points)
    views = [game.words.view(s, seat, names_of(s)) for seat in range(s.seats)]
    return {"open": open_actions(game, s), "points": points, "views": views}
