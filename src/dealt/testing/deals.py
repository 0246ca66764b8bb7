"""The promise about deals: a round does not depend on what was in its state before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dealt.core.fields import copied
from dealt.errors import DealtError
from dealt.language import Phrase, message
from dealt.own_code import what_was_raised
from dealt.testing.check import difference, phrase, promised
from dealt.testing.walk import Broken, Walk

if TYPE_CHECKING:
    from dealt.core.fields import Field
    from dealt.core.game import Game
    from dealt.testing.walk import Begun

_LEAST, _MOST = -128, 127  # of the rubbish in a field, so that a loop over it ends soon
_MANY = 20  # matches in which it is looked for what carries over, before a field is blamed

_Values = Mapping[str, Any]
_Deal = Callable[[Any, Sequence[int]], _Values]  # deals into a plain state; returns its fields


@promised("deals", message("deal sets every field that is not carried over"))
def deals_begin_anew(walk: Walk) -> None:
    """A deal into a used state gives the same as one into a fresh state.

    Each round is dealt again where the round before was played, and where numbers are random.
    """
    game, dice = walk.game, random.Random(walk.seed)

    def deal(s: Any, deck: Sequence[int]) -> _Values:
        game.rules.deal(s, list(deck))
        fields: _Values = s.fields()
        return fields

    last: _Values = {}
    for s, _ in walk.positions():
        if walk.where.count == 0:
            for used in (rubbish(game, dice), last):
                check_deal(game, walk.begun, used, s.fields(), deal)
        if game.rules.is_over(s):
            last = s.fields()


def rubbish(game: Game, dice: random.Random) -> _Values:
    """Random numbers for all fields of a state."""
    return {each.name: _random_value(each, each.shape, dice) for each in game.state.FIELDS}


def _random_value(field: Field, shape: tuple[int, ...], dice: random.Random) -> Any:
    if shape:
        return [_random_value(field, shape[1:], dice) for _ in range(shape[0])]
    least, most = field.bounds()
    return dice.randint(max(_LEAST, least), min(_MOST, most))


def check_deal(game: Game, begun: Begun, used: _Values, expected: _Values, deal: _Deal) -> None:
    """Raise Broken if a deal into a used state differs from one into a fresh state.

    Args:
        game: the game.
        begun: how the round began.
        used: what was in the fields before, except in those that are set before a deal.
        expected: the fields after the deal into a fresh state.
        deal: deals.
    """
    names = [name for name in used if name not in _set_before(game)]
    for matches in (0, 1, _MANY):
        names = [name for name in names if name not in _carried_over(game, matches)]
        problem = _problem(begun, used, names, expected, deal)
        if problem is None:
            return
    alone = {name: _problem(begun, used, [name], expected, deal) for name in names}
    field = next((name for name in names if alone[name] is not None), ", ".join(names))
    raise Broken(
        "deal depends on what {field} was before: {wrong}; set every field in deal, or in "
        "carry_over if it carries over",
        field=field, wrong=alone.get(field) or problem,
    )  # fmt: skip


def _problem(
    begun: Begun, used: _Values, names: Sequence[str], expected: _Values, deal: _Deal
) -> Phrase | DealtError | None:
    """What goes wrong in a deal if some fields have been used; None: nothing does."""
    s = begun.s.copy()
    for name in names:
        setattr(s, name, copied(used[name]))
    try:
        differing = difference(expected, deal(s, begun.deck))
    except Exception as error:  # somebody else's deal may run into anything
        return error if isinstance(error, DealtError) else what_was_raised(error)
    return None if differing is None else phrase(differing)


def _set_before(game: Game) -> set[str]:
    """The fields that are set before the deal of a first round."""
    return {"seats", *(option.name for option in game.options)}


@lru_cache(maxsize=64)
def _carried_over(game: Game, matches: int) -> frozenset[str]:
    """The fields that `carry_over` has written in any of so many random matches.

    It writes to two states, one of zeros and one of ones: what it writes differs from one of them.
    """
    written: set[str] = set()
    for before in _finished_rounds(game, matches):
        for number in (0, 1):
            s = before.copy()
            for each in game.state.FIELDS:
                if each.name not in _set_before(game):
                    setattr(s, each.name, _filled(each.shape, number))
            fields = s.fields()
            game.rules.carry_over(s, before)
            written |= {name for name, value in s.fields().items() if value != fields[name]}
    return frozenset(written)


def _finished_rounds(game: Game, matches: int) -> Iterator[Any]:
    """The last states of all rounds of some matches."""
    for seed in range(matches):
        for s, _ in Walk(game, seed).positions():
            if game.rules.is_over(s):
                yield s


def _filled(shape: tuple[int, ...], number: int) -> Any:
    """One number, or nested lists of it."""
    return [_filled(shape[1:], number) for _ in range(shape[0])] if shape else number
