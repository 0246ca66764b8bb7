"""Whether a game of your own has everything a game needs, checked before anything is played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from dealt.core.compiled import VERBS
from dealt.core.wording import Vocabulary
from dealt.errors import SetupError
from dealt.language import say

if TYPE_CHECKING:
    from dealt.core.fields import Field, Option
    from dealt.core.game import Game

WORDS = tuple(name for name in vars(Vocabulary) if not name.startswith("_"))
FIELDS = ("seats", "turn")  # which every game's state has


def check_game(game: Game) -> None:
    """Raise SetupError, in one line, if a game lacks something; it names the first few things."""
    if any(faults(game)):
        raise SetupError(
            "game {game}: {wrong}",
            game=game.name, wrong=lambda: "; ".join(islice(faults(game), 3)),
        )  # fmt: skip


def faults(game: Game) -> Iterator[str]:
    """What is wrong with the facts of a game, and what its modules lack; nothing is played."""
    for part, names in (("rules", VERBS), ("words", WORDS)):
        module = getattr(game, part)
        missing = [name for name in names if not callable(getattr(module, name, None))]
        if missing:
            yield say("its {part} lack {names}", part=part, names=", ".join(missing))
    yield from _seats_faults(game)
    if game.match.rounds is None and game.match.match_is_over is None:
        yield say("rounds is None, and no match_is_over says when a match ends")
    for name in ("actions", "observation", "most_decisions"):
        if type(value := getattr(game.sizes, name)) is not int or value < 1:
            yield say("{name} is {given}: must be a number from 1", name=name, given=repr(value))
    sums = game.sizes.points_sum
    if not (sums is None or type(sums) is int or callable(sums)):
        yield say(
            "points_sum is {given}: must be a number, a function of the number of seats, or None",
            given=repr(sums),
        )
    ranges, size = game.sizes.ranges, game.sizes.observation
    if ranges and type(size) is int and sum(each.n for each in ranges) != size:
        yield say(
            "ranges are of {n} numbers; an observation has {size}",
            n=sum(each.n for each in ranges), size=size,
        )  # fmt: skip
    state = game.state()
    for name in (*FIELDS, *(option.name for option in game.options)):
        if not hasattr(state, name):
            yield say("its state has no field {name}", name=name)
    yield from _option_faults(game)


def _option_faults(game: Game) -> Iterator[str]:
    """What is wrong with the options."""
    fields = {each.name: each for each in game.state.FIELDS}
    names = [option.name for option in game.options]
    for name in dict.fromkeys(each for each in names if names.count(each) > 1):
        yield say("option {option} is listed twice: its row in the state is enough", option=name)
    for option in game.options:
        if option.came_later and option.with_people is not None:
            yield say(
                "option {option} came later: it cannot have with_people, since what was stored "
                "before it has its default",
                option=option.name,
            )
        for value in _beyond(option, fields.get(option.name)):
            yield say(
                "option {option} can be {value}, but its field cannot", option=option.name,
                value=value,
            )  # fmt: skip
        if not _is_choice(option, option.default):
            yield say(
                "the default of option {option}, {given}, is not one of its choices",
                option=option.name, given=repr(option.default),
            )  # fmt: skip


def _seats_faults(game: Game) -> Iterator[str]:
    """What is wrong with the numbers of players."""
    seats = game.seats
    if not isinstance(seats, tuple) or not seats or not all(type(n) is int for n in seats):
        yield say(
            "seats is {given}; it must be the numbers of players, such as (2, 3)", given=repr(seats)
        )
    elif list(seats) != sorted(set(seats)) or seats[0] < 1:
        yield say("seats is {given}; the numbers must ascend, from 1 or more", given=repr(seats))
    elif game.seats_offered not in seats:
        yield say(
            "seating.usual is {given}; it must be one of seats", given=repr(game.seating.usual)
        )


def _beyond(option: Option, field: Field | None) -> Iterator[int]:
    """The least and the greatest choice of an option, as far as its field cannot hold them."""
    if field is not None and option.choices:
        for value in sorted(set(option.ends)):
            if field.shape or not field.holds(value):
                yield value


def _is_choice(option: Option, value: int) -> bool:
    """Whether an option may have a value."""
    try:
        return option.value(value) == value
    except SetupError:
        return False
