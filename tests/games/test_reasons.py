"""Why an action is not open, for programs: each reason has a word of its own in any language."""

import random
import re
from functools import cache
from pathlib import Path

import pytest

import dealt
from dealt.errors import IllegalAction
from dealt.games import games
from dealt.games.three_card_poker import words as three_card_poker
from dealt.language import LANGUAGES, speaking
from dealt.testing.walk import some_actions
from tests.games import test_president_words as president
from tests.games import test_tranca_words as tranca
from tests.games.president_tables import trade
from tests.own_games import EIGHTS, LEDUC, offered

PROTOCOL = Path(__file__).parent.parent.parent / "docs" / "reference" / "protocol.md"
BRACKETS = re.compile(r" \(\{\w+\}\)")
RULING = re.compile(r"\(([A-Z]\d+)\)")


def documented():
    """The reasons that docs/reference/protocol.md names, by game."""
    section = PROTOCOL.read_text(encoding="utf-8").partition("### Refusals")[2]
    rows = re.findall(
        r"^\| `?([\w.:-]+)`? \| (`.+) \|$", section.partition("\n## ")[0], re.MULTILINE
    )
    return {name: re.findall(r"`(\w+)`", row) for name, row in rows if name != "game"}


DOCUMENTED = documented()


def refused(table, text):
    """The errors of one action or words, if it is not open."""
    with pytest.raises(IllegalAction) as caught:
        table.read(text)
    return caught.value


def parameters(test):
    """What a test is run with."""
    return test.pytestmark[0].args[1]


def of_the_tests():
    """The refusals of the tests of the words, by game."""
    for to_beat, text, _ in parameters(president.test_refusals_say_why):
        table = president.position(
            president.HAND, "3S", to_beat=to_beat, mover=1 if to_beat else -1
        )
        yield "president", refused(table, text)
    for to_beat, text, options in parameters(
        president.test_a_forbidden_move_that_would_be_higher_is_not_called_lower
    ):
        table = president.position(f"{text} AS", "3D", to_beat=to_beat, mover=1, **options)
        yield "president", refused(table, text)
    table = president.position(president.HAND, "3S", to_beat="3H", mover=1, passing="unable")
    yield "president", refused(table, "pass")
    table = president.position("3D 4C 9S", "3S")
    table._state.opening, table._state.lowest = 1, 0
    yield "president", refused(table, "4C")
    for options in ({}, {"trade": "request"}):
        table = trade("4D 4C 9S TD JD QD KD", *[""] * 6, **options)
        for text in ("pass", "give 4S", "ask for twos", "ask for aces", "give 4D", "give 4D"):
            try:
                table.play(text)
            except IllegalAction as error:
                yield "president", error
    view = dealt.table("three-card-poker", ["Ana"], seed=1).view("Ana")
    yield "three-card-poker", IllegalAction("{why}", why=three_card_poker.refusal(view, 0))
    for cards, more, text, _ in parameters(tranca.test_refusals_after_drawing):
        yield "tranca", refused(tranca.position(cards, playing=True, **more), text)
    for pile, options, text, _ in parameters(tranca.test_refusals_before_drawing):
        more = {**options}
        cards = more.pop("hand", "7C 8C 7S")
        yield "tranca", refused(tranca.position(cards, pile=pile, **more), text)


def of_play(game):
    """The refusals of a few rounds of random play."""
    for seed in range(10):
        dice = random.Random(seed)
        options = {
            option.name: dice.choice([*option.choices])
            for option in game.options
            if not isinstance(option.choices, range)
        }
        names = ["Ana", "Bob", "Cy", "Di", "Eva", "Fay", "Gil"][: dice.choice(game.seats)]
        match = dealt.match(game.name, names, seed=seed, rounds=2, **options)
        for _ in range(2):
            table = match.table
            while not table.is_over and len(table.history) < 150:
                if dice.random() < 0.2:
                    actions = some_actions(game, seed)
                    yield from refusals(table, dice.sample(actions, min(60, len(actions))))
                table.step(dice.choice(table.actions))
            if not table.is_over:
                break
            yield from refusals(table, [0])
            if not match.is_over:
                match.next_round()


def refusals(table, actions):
    """Those of some actions that are not open."""
    for action in actions:
        try:
            table.read(action)
        except IllegalAction as error:
            yield error


@cache
def all_refusals():
    """Those of all games that tests reach, by game."""
    refusals_by_game = list(of_the_tests())
    with offered(LEDUC, EIGHTS):
        for game in games():
            refusals_by_game += [(game.name, error) for error in of_play(game)]
    return refusals_by_game


@pytest.mark.no_cover
def test_each_reason_has_a_word_and_each_word_a_reason():
    """In a game, but for types in brackets; protocol.md names all of them, and no others."""
    words, messages = {}, {}
    for game, error in all_refusals():
        phrase = error.facts.get("why", error.phrase)
        assert error.reason, (game, str(error))
        assert words.setdefault((game, phrase.message), error.reason) == error.reason
        message = BRACKETS.sub("", str(phrase.message))
        assert messages.setdefault((game, error.reason), message) == message
    (over,) = DOCUMENTED["any"]
    documented_reasons = {(name, code) for name, codes in DOCUMENTED.items() for code in codes}
    assert {
        ("any" if code == over else game, code) for game, code in messages
    } == documented_reasons


@pytest.mark.no_cover
def test_what_programs_read_is_the_same_in_every_language():
    """Reason, ruling and facts; a ruling in the words is the one in the data."""
    for game, error in all_refusals():
        facts = error.reason, error.rule, error.data()
        for language in LANGUAGES:
            with speaking(language):
                assert (error.reason, error.rule, error.data()) == facts
                ruling = RULING.search(str(error))
                assert ruling is None or ruling[1] == error.rule, (game, str(error))
