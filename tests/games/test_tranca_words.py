"""Tranca in words: actions as people say them, and why a move is refused."""

import pytest

from dealt.errors import IllegalAction, ParseError
from dealt.games.tranca import GAME
from dealt.games.tranca.words import parse_action, purpose
from tests.games.tranca_tables import FIRST, NEITHER, NO_ROW, ONE_BY_ONE, position


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("draw", "draw"),
        ("  DRAW ", "draw"),
        ("take on 24", "take on 24"),
        ("take on 01", "take on 1"),
        ("Take New 9c 7c 8c", "take new 7C 8C 9C"),
        ("new 9C, 7C, 8C", "new 7C 8C 9C"),
        ("new 10c jc 9c", "new 9C TC JC"),
        ("10c♣, jc 9♣", "new 9C TC JC"),  # three cards alone
        ("2 kd KC", "new KC KD 2"),
        ("new 2 KD KC", "new KC KD 2"),
        ("new KC 2S KD", "new KC KD 2"),
        ("new 2H 8C 6C", "new 6C 8C 2"),
        ("new AS AC AS", "new AC AS AS"),
        ("take new 2S 2 2C", "take new 2 2 2"),
        ("lay tc on 1", "lay TC on 1"),
        ("lay AS on 24", "lay AS on 24"),
        ("lay 2 on 3", "lay 2 on 3"),
        ("lay 2h on 3", "lay 2 on 3"),
        ("discard 2h", "discard 2H"),
        ("discard 10s", "discard TS"),
        ("discard 3C", "discard 3C"),
    ],
)
def test_actions_are_read_as_people_say_them(text, read):
    """Cards in any order, small letters, commas; a two with a suit or without."""
    action = parse_action(text)
    assert GAME.words.action_text(action) == GAME.wording.public_text(action) == read


SAY = "try draw, take on 1, take new 7C 8C 9C, new KC KD 2, lay TC on 1 or discard 5H"
NUMBER = "one number of a sequence is needed, 1 to 24"
UNKNOWN = "cards of this game look like '2C', '2H'"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", f"cannot read ''; {SAY}"),
        ("draw 1", f"cannot read 'draw 1'; {SAY}"),
        ("take", f"cannot read 'take'; {SAY}"),
        ("7C 8C", f"cannot read '7C 8C'; {SAY}"),
        ("7C 8C 9C TC", f"cannot read '7C 8C 9C TC'; {SAY}"),
        ("7C 8C X", f"cannot read '7C 8C X'; {SAY}"),
        ("take 5C", f"cannot read 'take 5C'; {SAY}"),
        ("lay", f"cannot read 'lay'; {SAY}"),
        ("lay 5C 1", f"cannot read 'lay 5C 1'; {SAY}"),
        ("take on", f"{NUMBER}, in 'take on'"),
        ("take on 0", f"{NUMBER}, in 'take on 0'"),
        ("take on 25", f"{NUMBER}, in 'take on 25'"),
        ("take on 001", f"{NUMBER}, in 'take on 001'"),
        ("take on \u00b2", f"{NUMBER}, in 'take on \u00b2'"),
        ("take on \u0661", f"{NUMBER}, in 'take on \u0661'"),
        ("take on -1", f"{NUMBER}, in 'take on -1'"),
        ("take on 1 2", f"{NUMBER}, in 'take on 1 2'"),
        ("lay 5C on", f"{NUMBER}, in 'lay 5C on'"),
        ("lay 5C on one", f"{NUMBER}, in 'lay 5C on one'"),
        ("lay 3S on 1", "a three cannot be in a sequence: 'lay 3S on 1'"),
        ("lay 5X on 1", f"unknown card '5x'; {UNKNOWN}"),
        ("discard", "discard takes one card, not 0, in 'discard'"),
        ("discard 5H 6H", "discard takes one card, not 2, in 'discard 5H 6H'"),
        ("discard 2", f"unknown card '2'; {UNKNOWN}"),
        ("new 5C 6C", "a new sequence begins with 3 cards, not 2"),
        ("take new 5C 6C 7C 2", f"a new sequence begins with 3 cards, not 4; {ONE_BY_ONE}"),
        ("new 5C 6C 7", f"unknown card '7'; {UNKNOWN}"),
        ("new 3S 3C 3C", "3C 3C 3S is not a sequence: a three cannot be in a sequence"),
        ("new 3C 2 2", "3C 2 2 is not a sequence: a three cannot be in a sequence"),
        ("new 2H 5C 2", "5C 2 2 is not a sequence: only one two may stand in"),
        ("new 5C 5D 6C", f"5C 6C 5D is not a sequence: {NEITHER}"),
        ("new KD AC 2", f"AC KD 2 is not a sequence: {NEITHER}"),
        ("new 8C 5C 2", f"5C 8C 2 is not a sequence: {NO_ROW}"),
        ("new 5C 5C 6C", f"5C 5C 6C is not a sequence: {NO_ROW}"),
    ],
)
def test_unreadable_words_are_refused_in_one_line(text, reason):
    """Each error says what is wrong."""
    with pytest.raises(ParseError) as refused:
        parse_action(text)
    assert str(refused.value) == reason


FULL = "|".join(["9D 9H 9S"] * 24)
NO_MORE = "there are already 24 sequences, the most there can be"
ONE_DRAW = "one draw per turn; lay cards down or discard"
EDGES = "only 4, 5, king and ace can form sets (option sets)"
RUN = {"laid": ["4C 5C 6C"]}
KEEP = "you must keep a card: no morto is coming, and going out needs a canastra"


@pytest.mark.parametrize(
    ("cards", "more", "text", "reason"),
    [
        ("5C 6C 7C", {}, "draw", ONE_DRAW),
        ("5C 6C 7C", {"laid": ["4C 5C 6C"]}, "take on 1", ONE_DRAW),
        ("5C 6C 7C", {}, "take new 5C 6C 7C", ONE_DRAW),
        ("9D KD", {"laid": [FULL]}, "new KD KD 2", NO_MORE),
        ("9D KD", {}, "discard 5H", "5H not in hand; the hand is 9D KD"),
        ("9D KD", {}, "lay 5C on 9", "5C not in hand; the hand is 9D KD"),
        ("9D KD", {}, "new KD KD 2", "KD and 2 not in hand; the hand is 9D KD"),
        ("2D KD", {}, "new 2 2 2", "2 not in hand; the hand is 2D KD"),
        ("5C 6D KD", {}, "new 5C 6C 7C", "6C and 7C not in hand; the hand is 5C 6D KD"),
        (
            "4C 5C",
            {"laid": ["9D 9H 9S|9D 9H 9S"]},
            "lay 4C on 3",
            "there is no sequence 3; your side has 2 sequences",
        ),
        ("9D KD 3C", {}, "lay 9D on 1", "there is no sequence 1; your side has 0 sequences"),
        (
            "9D KD 3C",
            {"laid": ["4C 5C 6C"]},
            "lay 9D on 2",
            "there is no sequence 2; your side has 1 sequence",
        ),
        ("9D 9H 9S KD QD", {"sets": "edges"}, "new 9D 9H 9S", EDGES),
        ("5C 6C 7C KD", {"mortos": (), "sets": "edges"}, "new 5C 6C 7C", KEEP),
        ("5C 5H 5D KD", {"mortos": (), "sets": "edges"}, "new 5C 5D 5H", KEEP),
        ("7C KD", {"mortos": (), "laid": ["4C 5C 6C"]}, "lay 7C on 1", KEEP),
        ("7C KD", {"mortos": (), "laid": ["4C 5C 6C 2H"]}, "lay 7C on 1", KEEP),
        ("2D KD", {"mortos": (), "laid": ["4C 5C 6C"]}, "lay 2 on 1", KEEP),
        ("2D KD", {"mortos": (), "laid": ["9C 9D 9S"]}, "lay 2 on 1", KEEP),
        ("2D KD", {"mortos": (), "laid": ["2H 2H 2S"]}, "lay 2 on 1", KEEP),
        ("9D KD", {"mortos": (), "laid": ["9C 9D 9S"]}, "lay 9D on 1", KEEP),
        ("TC", {"mortos": (), "laid": ["4C 5C 6C 7C 8C 9C"]}, "discard TC", KEEP),
    ],
)
def test_refusals_after_drawing(cards, more, text, reason):
    """After the draw, one line gives the reason for a refusal."""
    with pytest.raises(IllegalAction) as refused:
        position(cards, playing=True, **more).play(text)
    assert str(refused.value) == f"Ana cannot {purpose(parse_action(text))}: {reason}"


@pytest.mark.parametrize(
    ("card", "laid", "kind"),
    [
        ("7D", "4C 5C 6C", "run, 3 of 7"),
        ("8C", "4C 5C 6C", "run, 3 of 7"),
        ("9C", "4C 5C 6C 2H", "run, 4 of 7, dirty"),
        ("2C", "9D 9H 2S", "set, 3 of 7, dirty"),
        ("2C", "5D 6D 2S", "run, 3 of 7, dirty"),
        ("2C", "4C 5C 6C 7C 8C 9C TC JC QC KC AC", "run, clean canastra"),
        ("8C", "9D 9H 9S", "set, 3 of 7"),
        ("8C", "2D 2H 2S", "twos, 3 of 7"),
    ],
)
def test_a_card_that_does_not_fit_is_refused_with_the_sequence(card, laid, kind):
    """The line names the card as it was said, a two without its suit, and the sequence."""
    name = "2" if card[0] == "2" else card
    with pytest.raises(IllegalAction) as refused:
        position(f"{card} KD 3C", playing=True, laid=[laid]).play(f"lay {name} on 1")
    assert str(refused.value).endswith(f": {name} does not fit 1: {laid} ({kind})")


ONE_OF = "must be one of the three"


@pytest.mark.parametrize(
    ("pile", "more", "text", "reason"),
    [
        ("", {}, "new 7C 8C 9C", FIRST),
        ("", {}, "lay 7C on 1", FIRST),
        ("", {}, "discard 7C", FIRST),
        ("", {}, "take on 1", "the discard pile is empty"),
        ("9C", {"laid": [FULL]}, "take new 7C 8C 9C", NO_MORE),
        ("9C 3S", {}, "take on 1", "3S lies on top, and a tranca cannot be taken"),
        ("9C 3C", {}, "take new 7C 8C 9C", "3C lies on top, and a tranca cannot be taken"),
        (
            "TC",
            {"laid": ["7C 8C 9C"], "pile_on_sequence": "no"},
            "take on 1",
            "the pile may not be taken onto a sequence (section 6)",
        ),
        ("TC", {}, "take on 1", "there is no sequence 1; your side has 0 sequences"),
        ("TC", {"laid": ["6C 7C 8C"]}, "take on 1", "TC does not fit 1: 6C 7C 8C (run, 3 of 7)"),
        (
            "2C",
            {"laid": ["6C 7C 2H"]},
            "take on 1",
            "2C does not fit 1: 6C 7C 2H (run, 3 of 7, dirty)",
        ),
        ("TC", {}, "take new 7C 8C 9C", f"the top card of the pile, TC, {ONE_OF}"),
        ("2C", {}, "take new 7C 8C 9C", f"the top card of the pile, 2C, {ONE_OF}"),
        ("9C", {}, "take new 9C 9C 2", "9C and 2 not in hand; the hand is 7C 8C 7S"),
        ("9C", {}, "take new 9C 9D 9H", "9D and 9H not in hand; the hand is 7C 8C 7S"),
        ("2C", {}, "take new 2 2 2", "2 not in hand; the hand is 7C 8C 7S"),
        ("7D", {"sets": "edges"}, "take new 7C 7D 7S", EDGES),
        ("9C", {"mortos": ()}, "take new 7C 8C 9C", KEEP),
        ("9C 2S", {"mortos": (), "hand": "7C 8C"}, "take new 7C 8C 2", KEEP),
        ("9C", {"mortos": (), "hand": "KS", "laid": ["6C 7C 8C"]}, "take on 1", KEEP),
    ],
)
def test_refusals_before_drawing(pile, more, text, reason):
    """Before the draw, one line gives the reason for a refusal."""
    cards = more.get("hand", "7C 8C 7S")
    more = {name: value for name, value in more.items() if name != "hand"}
    table = position(cards, pile=pile, **more)
    with pytest.raises(IllegalAction) as refused:
        table.play(text)
    assert str(refused.value) == f"Ana cannot {purpose(parse_action(text))}: {reason}"


def test_twenty_four_sequences_are_the_most():
    """With 23 a new one may be begun, from the hand as with the pile; with 24 none."""
    for number, offered in ((23, True), (24, False)):
        laid = ["|".join(["9D 9H 9S"] * number)]
        table = position("4C 5C 6C KD KH", laid=laid, playing=True)
        assert ("new 4C 5C 6C" in [str(action) for action in table.actions]) == offered
        table = position("4C 5C KD KH", pile="6C", laid=laid)
        assert ("take new 4C 5C 6C" in [str(action) for action in table.actions]) == offered
