"""Wrong arguments of public functions: the library's own errors, in one line each.

What programs give is tried in every argument of every public method, by its signature: negative and
too large indices, True, None, texts, fractions, lists. None is taken for something else.
"""

import inspect
import math

import numpy as np
import pytest

import dealt
from dealt.core.agent import Action
from dealt.core.record import Record
from dealt.errors import DealtError, SetupError
from dealt.simulate.batches import play_random
from dealt.simulate.lineup import Lineup

WRONG = (
    -1, 10**6, 10**30, -(2**70), True, None, "", "nope", b"x", 0.5, math.nan, [], ("a",), {"a": 1},
    object(), np.int64(-1), np.float64(0.5),
)  # fmt: skip
RIGHT = {
    "actions": [], "adviser": "AI", "cards": [], "game": "mason-rummy", "move": "draw stock",
    "name": "Ana", "names": ["Ana", "Bia"], "number": 0, "seat": 0, "seats": ["Ana", "AI"],
    "seed": 1, "text": "{}", "zone": "discard", "hands": {"Ana": "KH"}, "piles": {}, "turn": 0,
    "unknown": "deal", "rounds": 1, "deck": None, "record": None, "turn_limit": 9,
}  # fmt: skip


def match():
    """A match in which somebody has moved."""
    begun = dealt.match("mason-rummy", ["Ana", "AI"], seed=3, rounds=2)
    begun.play("draw stock")
    return begun


# what makes the object, and its methods; an argument that takes anything stands behind a colon
METHODS = [
    (match, "rename", "name_seats", "deck", "at", "play"),
    (lambda: match().table, "rename", "log", "event:name", "is_public", "view", "seat", "read",
     "why:zone", "find_action:zone", "play", "step", "hint", "choice_of", "deals"),
    (lambda: match().table.view(0), "pile", "count"),
    (lambda: match().table.deals(0), "one"),
    (lambda: Record, "from_json"),
    (lambda: dealt, "match", "table", "position", "replay"),
]  # fmt: skip
OPEN = {name: ["turn_limit"] for name in ("match", "table", "position")}  # beside those named
ALLOWED = {  # values that say something after all
    ("rename", "name"): ("nope",), ("deck", "number"): (10**6,), ("seed",): (10**6,),
    ("event", "seat"): (None,), ("event", "number"): (-1, np.int64(-1)),
    ("is_public", "number"): (-1, np.int64(-1)), ("cards",): ([],),
    ("seed", None): (None,), ("rounds",): (10**6, None), ("deck",): (None, "", []),
    ("step", "action"): (None,), ("hint", "adviser"): (None,), ("game",): (None,),
    ("hands",): (None, {"a": 1}), ("piles",): (None,), ("turn",): (None,), ("unknown",): (None, ""),
    ("seats",): (None,), ("zone",): (None,),
}  # fmt: skip
CALLS = [
    pytest.param(make, method.partition(":")[0], method.partition(":")[2], id=f"{number}-{method}")
    for number, (make, *methods) in enumerate(METHODS)
    for method in methods
]


def is_allowed(method, argument, value):
    """Whether a value is right for an argument."""
    allowed = [*ALLOWED.get((method, argument), ()), *ALLOWED.get((argument,), ())]
    if argument == "seed" and method in ("match", "table"):
        allowed.append(None)
    return any(type(value) is type(each) and value == each for each in allowed)


@pytest.mark.no_cover
@pytest.mark.parametrize(("make", "method", "anything"), CALLS)
def test_wrong_arguments_are_refused_in_one_line(make, method, anything):
    parameters = inspect.signature(getattr(make(), method)).parameters.values()
    names = [each.name for each in parameters if each.kind is not each.VAR_KEYWORD]
    needed = {each.name for each in parameters if each.default is each.empty} & {*names}
    for name in [*names, *OPEN.get(method, ())]:
        if name == anything:
            continue
        for value in WRONG:
            if is_allowed(method, name, value):
                continue
            right = {each: RIGHT.get(each) for each in needed if each != name}
            if "unknown" in names and name != "unknown":
                right["unknown"] = "deal"
            if method == "replay" and name != "record":
                right["record"] = match().record
            with pytest.raises(DealtError) as refused:
                pytest.fail(
                    f"{name}={value!r}: {getattr(make(), method)(**right, **{name: value})}"
                )
            assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("call", "right"),
    [
        (lambda: match().table.view(0).pile("stok"), "no pile 'stok': did you mean stock?"),
        (lambda: match().table.view(0).pile("hand:0"), "available: stock, discard"),
        (lambda: match().at(5), "round 5: must be a whole number from 0 to 0"),
        (lambda: match().deck(-1), "round -1: must be a whole number from 0 to "),
        (lambda: match().table.play(True), "True is not an action; give words, an id or an Action"),
        (lambda: match().table.play(Action(True, "")), "is not an action; give words, an id"),
        (lambda: dealt.match("mason-rummy", ["A", "B"]).table.event(0, 0), "nobody has moved in"),
        (
            lambda: dealt.position("mason-rummy; hand 0: ?12; unknown=deal"),
            "'hand 0' has 12 cards: at most 11 fit",
        ),
        (
            lambda: Lineup.of("mason-rummy", ["AI", "AI"], rounds="2"),
            "rounds must be a whole number, 1 or more, not '2'",
        ),
        (lambda: Lineup.of("mason-rummy", ["AI", "AI"], options="x"), "options must be a dict"),
        (lambda: play_random(match().game, 0, seed=1), "rounds 0: must be a whole number from 1"),
    ],
)
def test_the_error_says_what_would_be_right(call, right):
    with pytest.raises(DealtError) as refused:
        call()
    assert right in str(refused.value)


def test_a_round_that_begins_in_a_position_has_no_deck():
    """Neither its own nor that of another round."""
    table = dealt.position("mason-rummy", {"Ana": "KH QS"}, unknown="deal")
    begun = table._recorder.__self__
    with pytest.raises(SetupError, match="round 0: must be a whole number from 1"):
        begun.deck(0)
    assert begun.record.played[0].position
