"""Tranca: what a computer player would do is a sentence, and its words can be said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dealt
from dealt.games.tranca.state import ACTIONS, LAY, NEW
from dealt.games.tranca.words import action_text, parse_action, purpose
from dealt.language import speaking


@pytest.mark.parametrize("language", ["en", "pt-BR"])
@given(action=st.integers(0, ACTIONS - 1))
def test_an_intent_can_be_read_back(language, action):
    """In every language."""
    with speaking(language):
        assert parse_action(purpose(action)) == action


@given(action=st.integers(0, ACTIONS - 1))
def test_an_intent_begins_with_a_verb(action):
    """Where the words of the action do not, it has one of its own."""
    verb = purpose(action).split()[0]
    assert verb in ("draw", "take", "lay", "discard")
    assert (purpose(action) == f"lay {action_text(action)}") == (NEW <= action < LAY)


def test_a_hint_says_what_would_be_laid_down():
    """`good would lay new ...`, in a game in which that happens."""
    table = dealt.table("tranca", seats=["Ana", "Bob"], seed=5)
    for _ in range(300):
        hint = table.hint("good")
        if hint.startswith("good would lay new "):
            break
        table.play(table.hint("good").partition("would ")[2].partition(":")[0])
    else:
        pytest.fail("nobody lays anything down")
