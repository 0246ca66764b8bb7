"""President in words: actions as people say them, and why a move is refused."""

import pytest

from dealt.errors import IllegalAction, ParseError
from dealt.games.president import state, words
from tests.games.president_tables import DECK, NO_MOVE, UNKNOWN, position, trade

# --- words ----------------------------------------------------------------------------------------


def test_actions_read_as_in_the_rules():
    """0 is pass, then the moves by type, strength and cards, then a card to give."""
    texts = {
        0: "pass",
        1: "3D",
        52: "2S",
        53: "3D 3C",
        54: "3D 3H",
        55: "3C 3H",
        56: "3D 3S",
        130: "2H 2S",
        182: "2C 2H 2S",
        195: "2D 2C 2H 2S",
        196: "3D 4D 5D 6C 7D",
        18_892: "give 3D",
        18_943: "give 2S",
        18_944: "ask for threes",
        18_956: "ask for twos",
    }
    for action, text in texts.items():
        assert words.action_text(action) == text and words.parse_action(text) == action
    assert words.public_text(18_943) == "gives a card" == words.public_text(18_892)
    assert words.public_text(18_956) == "ask for twos"
    assert words.public_text(53) == "3D 3C" and words.public_text(0) == "pass"
    assert sorted(state.PLAYS) == state.PLAYS and len(set(state.PLAY_MASK)) == 18_892


def test_words_are_read_in_any_order_and_case():
    """Commas, small letters and 10 for the ten are understood."""
    assert words.parse_action("3c 3d") == words.parse_action("3D,3C") == 53
    assert words.parse_action("play 7d 10c,9H  js 8D") == words.parse_action("7D 8D 9H TC JS")
    assert words.parse_action(" PASS ") == 0
    assert words.parse_action("Give 10h") == state.GIVE + DECK.parse("TH")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing entered; enter cards such as 3D 3C, pass, or give 2S"),
        (" , ", "nothing entered; enter cards such as 3D 3C, pass, or give 2S"),
        ("play", NO_MOVE.format("no card")),
        ("give", "cards are given one by one, not 0, in 'give'"),
        ("give 3D 4D", "cards are given one by one, not 2, in 'give 3D 4D'"),
        ("give 1D", UNKNOWN.format("1D")),
        ("pass 3D", UNKNOWN.format("pass")),
        ("3D 3X", UNKNOWN.format("3X")),
        ("3D 4D", NO_MOVE.format("3D 4D")),
        ("4D 3D", NO_MOVE.format("4D 3D")),
        ("AD 2C 3H 4S 5D", NO_MOVE.format("AD 2C 3H 4S 5D")),
        ("3D 3C 3D", "3D 3C 3D: the same card twice"),
    ],
)
def test_unreadable_words_get_an_example(text, reason):
    """One line with what was read and what can be said."""
    with pytest.raises(ParseError) as error:
        words.parse_action(text)
    assert str(error.value) == reason


# --- refusals -------------------------------------------------------------------------------------

HAND = "4D 4C 9S TD JD QD KD"


@pytest.mark.parametrize(
    ("to_beat", "text", "reason"),
    [
        ("", "pass", "a leader may not pass"),
        ("", "give 4D", "cards are given only in the trade before a round"),
        ("", "4H 4S", "4H and 4S not in hand; the hand is 4D 4C 9S TD JD QD KD"),
        ("", "4D 4S", "4S not in hand; the hand is 4D 4C 9S TD JD QD KD"),
        ("5S", "4D", "4D is not higher than 5S"),
        ("5S", "4D 4C", "an answer to 5S needs the same number of cards"),
        ("5D 5S", "4D 4C", "4D 4C is not higher than 5D 5S"),
        ("5D 5S", "9S", "an answer to 5D 5S needs the same number of cards"),
        ("5D 5S", "give 9S", "cards are given only in the trade before a round"),
        (
            "3D 3C 3H 5D 5C",
            "9S TD JD QD KD",
            "9S TD JD QD KD (straight) is not higher than 3D 3C 3H 5D 5C (full house)",
        ),
    ],
)
def test_refusals_say_why(to_beat, text, reason):
    """The reason names the cards, the ruling and what is to be answered."""
    table = position(HAND, "3S", to_beat=to_beat, mover=1 if to_beat else -1)
    before = table._state.fields()
    with pytest.raises(IllegalAction) as error:
        table.play(text)
    action = words.action_text(words.parse_action(text))
    deed = action if action[0].islower() else f"play {action}"
    assert str(error.value) == f"Ana cannot {deed}: {reason}"
    assert table._state.fields() == before


def test_refusals_in_the_trade_and_of_types_left_out():
    """Before the trade is done nothing is played; a type may be forbidden."""
    table = trade("4D 4C 9S TD JD QD KD", *[""] * 6)
    for text, reason in [
        ("pass", r"first give cards in the trade: enter give and a card"),
        ("4D 4C", r"first give cards in the trade: enter give and a card"),
        ("give 4S", "4S not in hand; the hand is 4D 4C 9S TD JD QD KD"),
    ]:
        with pytest.raises(IllegalAction, match=reason):
            table.play(text)
    table.play("give 9S")
    with pytest.raises(IllegalAction, match="Ana cannot give 9S: 9S is chosen already"):
        table.play("give 9S")
    table = position(HAND, "3S", pairs="no")
    with pytest.raises(IllegalAction, match=r"pair: this match does not allow such moves"):
        table.play("4D 4C")
    table = position(HAND, "3S", to_beat="3H", mover=1, passing="unable")
    with pytest.raises(
        IllegalAction, match=r"cannot pass: only a player who cannot answer may pass"
    ):
        table.play("pass")
    table = position("3D 4C 9S", "3S")
    table._state.opening, table._state.lowest = 1, 0
    with pytest.raises(IllegalAction, match=r"the first move of a match contains 3D"):
        table.play("4C")


@pytest.mark.parametrize(
    ("to_beat", "text", "options"),
    [
        ("3S 5S 7S 9S JS", "4D 4C 4H 9D 9C", {"full_houses": "no"}),
        ("3S 4S 5S 6S 7H", "8D TD JD QD KD", {"flushes": "no"}),
        ("3S 4S 5S 6S 7H", "JD QC KC AC 2C", {"two_in_straights": "no"}),
    ],
)
def test_a_forbidden_move_that_would_be_higher_is_not_called_lower(to_beat, text, options):
    """P2, P4: the reason is that the round is not played with it, not P3."""
    table = position(f"{text} AS", "3D", to_beat=to_beat, mover=1, **options)
    with pytest.raises(IllegalAction) as error:
        table.play(text)
    assert "is not higher than" not in str(error.value)


def test_a_row_with_a_two_is_a_flush_where_a_two_is_in_no_straight():
    """P4: and a flush is not higher than a full house."""
    table = position(
        "JD QD KD AD 2D AS", "3D", to_beat="3S 3C 3H 4S 4H", mover=1, two_in_straights="no"
    )
    with pytest.raises(IllegalAction, match=r"\(flush\) is not higher than 3C 3H 3S 4H 4S"):
        table.play("JD QD KD AD 2D")
