"""Errors: facts that are put into words where they are shown, codes, rulings, other processes."""

import json
import pickle
from functools import partial

import pytest

from dealt import errors
from dealt.cards import FRENCH
from dealt.core.agent import Seat
from dealt.core.match import Match
from dealt.errors import DeckError, IllegalAction, ParseError, SetupError, StorageError
from dealt.games import game
from dealt.language import Phrase, listed, message_n, say, speaking
from tests import messages

CLASSES = [each for each in vars(errors).values() if isinstance(each, type) and each in
           (errors.DealtError, *errors.DealtError.__subclasses__(), DeckError)]  # fmt: skip


def test_an_error_is_put_into_words_where_it_is_shown():
    """In the language of that moment, with sentences and lists among its facts."""
    error = ParseError("{cards}: the same card twice", cards=Phrase("no card"))
    assert str(error) == "no card: the same card twice"
    with speaking("pt-BR"):
        assert str(error) == "nenhuma carta: a mesma carta duas vezes"
        later = SetupError("no game {name}", name=partial(listed, ["A", "B"], "or"))
    assert str(later) == "no game A or B"
    with speaking("pt-BR"):
        assert str(later).endswith("A ou B")


def test_one_thing_and_several():
    messages = [
        str(DeckError(message_n("{card} appears twice", "{card} appears more than {n} times"),
                      n=n, card="5H"))
        for n in (1, 2)
    ]  # fmt: skip
    assert messages == ["5H appears twice", "5H appears more than 2 times"]


def test_plain_text_is_shown_as_it_is():
    """Somebody's own words can have braces; with nothing to say there is nothing to read."""
    with speaking("pt-BR"):
        assert str(SetupError("no {place} for {}")) == "no {place} for {}"
        assert str(SetupError()) == str(StorageError("")) == ""


def test_showing_never_fails():
    """A missing fact, a wrong place, words that break: the rest is still shown."""

    class Broken:
        def __str__(self):
            raise ZeroDivisionError

    assert str(SetupError("{a} and {b}", a=1)) == "{a} and {b}"
    assert str(SetupError("{a:x}", a="text")) == "{a:x}"
    assert str(SetupError("{a}", a=Broken())) == "?"
    assert str(SetupError("{n}", n=10**5000)) == "{n}"
    assert str(DeckError(("one", "many"))) == "('one', 'many')"
    assert str(SetupError("{why} (P1)", why=lambda: 1 / 0)) == "{why} (P1)"


def test_an_error_can_say_what_another_one_says():
    first = IllegalAction("{name} cannot {action}: {why}", name="Ana", action="x", why="so")
    assert str(SetupError(first)) == str(first) and SetupError(first).code == "setup"
    assert str(SetupError(first.phrase)) == str(first)
    nested = ParseError("record of {name}: {error}", name="x", error=first)
    assert str(nested) == "record of x: Ana cannot x: so"


def test_programs_read_the_code_the_ruling_and_the_facts():
    """In English, in any language; they are data, and no text is searched for them."""
    with speaking("pt-BR"):
        reason = Phrase("{card} is chosen already", {"card": "9H", "n": 7}, "chosen", "P5")
        error = IllegalAction("{text} of {n}: {why}", text="(P9)", n=3, why=reason)
        facts = {"text": "(P9)", "n": 3, "why": "9H is chosen already", "card": "9H"}
        assert (error.code, error.reason, error.rule) == ("illegal", "chosen", "P5")
        assert error.data() == facts
    assert SetupError("{x}", x=error).rule == SetupError(error).rule == "P5"
    again = pickle.loads(pickle.dumps(error))
    assert (again.reason, again.rule, again.data()) == ("chosen", "P5", facts)
    plain = SetupError("no (P5) here", x="(P6)")
    assert plain.rule == plain.reason == ""
    big = SetupError("{n} {x} {y} {z}", n=10**5000, x=1.5, y=None, z=[1]).data()
    assert json.loads(json.dumps(big)) == {"n": "?", "x": 1.5, "y": None, "z": "[1]"}


def test_each_kind_has_a_code_of_its_own():
    assert len({each.code for each in CLASSES}) == len(CLASSES) == 9
    assert {each.__name__ for each in CLASSES} <= set(messages.errors())


@pytest.mark.parametrize("kind", CLASSES, ids=lambda each: each.__name__)
def test_errors_go_to_other_processes(kind):
    """With functions called; a match is not sent along."""
    error = kind("{a}: {b} {c}", a=1, b=lambda: say("total"), c=SetupError("{d}", d=lambda: "e"))
    error.more = "kept"
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind and str(again) == str(error) == "1: total e"
    assert again.facts["a"] == 1 and again.more == "kept" and again.args == error.args
    assert repr(again) == f"{kind.__name__}('1: total e')"


def test_a_refused_action_says_why_in_the_language_of_the_reader():
    """All of it: the action and the reason of the game too."""
    match = Match(game("president"), [Seat("Ana"), Seat("Bia")], seed=1, rounds=1)
    with pytest.raises(IllegalAction) as caught:
        match.table.play("pass")
    assert str(caught.value) == "Bia cannot pass: a leader may not pass"
    assert caught.value.rule == "P5" and caught.value.data()["name"] == "Bia"
    with speaking("pt-BR"):
        assert "cannot" not in str(caught.value) and "may not" not in str(caught.value)
    with pytest.raises(ParseError) as unread:
        FRENCH.parse("1X")
    with speaking("pt-BR"):
        assert str(unread.value).startswith("carta desconhecida '1X'")
