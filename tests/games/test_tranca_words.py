"""Tranca in words: actions read and printed, views, refusals; and its computer player."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from dealt.core.agent import Action
from dealt.core.zones import Ask, Board, Group, Hand, Note, Own, Pile, SeatView, SideView
from dealt.errors import IllegalAction, ParseError
from dealt.games.tranca import GAME, bots, rules
from dealt.games.tranca.state import TURN_LIMIT, WENT_OUT
from dealt.games.tranca.words import cards_in_play, hidden_places, parse_action, told
from dealt.language import speaking
from tests.games.tranca_tables import (
    MORTO,
    NAMES,
    OTHER_MORTO,
    dealt_round,
    position,
    stacked,
)

CLEAN = "4C 5C 6C 7C 8C 9C TC"
DIRTY = "4D 5D 6D 7D 8D 2C TD"


@pytest.mark.parametrize(
    ("said", "read"),
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
def test_actions_are_read_as_people_say_them(said, read):
    """Cards in any order, small letters, commas; a two with a suit or without."""
    action = parse_action(said)
    assert GAME.words.action_text(action) == told(action) == read


SAY = "try draw, take on 1, take new 7C 8C 9C, new KC KD 2, lay TC on 1 or discard 5H"
NUMBER = "one number of a sequence is needed, 1 to 24"
ONE_BY_ONE = "lay the others on it one by one"
NO_ROW = "the cards are not consecutive, and one two fills only one gap (T2)"
NEITHER = "cards must be of one rank, or consecutive in one suit (T2)"
UNKNOWN = "cards of this game look like '2C', '2H'"


@pytest.mark.parametrize(
    ("said", "why"),
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
        ("lay 3S on 1", "a three cannot be in a sequence (T2): 'lay 3S on 1'"),
        ("lay 5X on 1", f"unknown card '5x'; {UNKNOWN}"),
        ("discard", "discard takes one card, not 0, in 'discard'"),
        ("discard 5H 6H", "discard takes one card, not 2, in 'discard 5H 6H'"),
        ("discard 2", f"unknown card '2'; {UNKNOWN}"),
        ("new 5C 6C", f"a new sequence begins with 3 cards, not 2, in 'new 5C 6C'; {ONE_BY_ONE}"),
        (
            "take new 5C 6C 7C 2",
            f"a new sequence begins with 3 cards, not 4, in 'take new 5C 6C 7C 2'; {ONE_BY_ONE}",
        ),
        ("new 5C 6C 7", f"unknown card '7'; {UNKNOWN}"),
        ("new 3S 3C 3C", "3C 3C 3S is not a sequence: a three cannot be in a sequence (T2)"),
        ("new 3C 2 2", "3C 2 2 is not a sequence: a three cannot be in a sequence (T2)"),
        ("new 2H 5C 2", "5C 2 2 is not a sequence: only one two may stand in (T2)"),
        ("new 5C 5D 6C", f"5C 6C 5D is not a sequence: {NEITHER}"),
        ("new KD AC 2", f"AC KD 2 is not a sequence: {NEITHER}"),
        ("new 8C 5C 2", f"5C 8C 2 is not a sequence: {NO_ROW}"),
        ("new 5C 5C 6C", f"5C 5C 6C is not a sequence: {NO_ROW}"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(said, why):
    """Each error says what is wrong."""
    with pytest.raises(ParseError) as refused:
        parse_action(said)
    assert str(refused.value) == why


FULL = "|".join(["9D 9H 9S"] * 24)
NO_MORE = "there are already 24 sequences, the most there can be"
ONE_DRAW = "one draw per turn; lay cards down or discard"
EDGES = "only 4, 5, king and ace can form sets (option sets)"
RUN = {"laid": ["4C 5C 6C"]}
NINES = {"laid": ["9D 9H 9S"]}
DIRTY_3 = "(3 of 7, dirty) (T2)"
KEEP = "you must keep a card: no morto is coming, and going out needs a canastra (T7)"


@pytest.mark.parametrize(
    ("cards", "more", "said", "why"),
    [
        ("5C 6C 7C", {}, "draw", ONE_DRAW),
        (
            "5C 6C 7C",
            {"laid": ["4C 5C 6C"]},
            "take on 1",
            ONE_DRAW,
        ),
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
        (
            "7D KD 3C",
            {"laid": ["4C 5C 6C"]},
            "lay 7D on 1",
            "7D does not fit 1: 4C 5C 6C (run, 3 of 7) (T2)",
        ),
        (
            "8C KD 3C",
            {"laid": ["4C 5C 6C"]},
            "lay 8C on 1",
            "8C does not fit 1: 4C 5C 6C (run, 3 of 7) (T2)",
        ),
        (
            "9C KD 3C",
            {"laid": ["4C 5C 6C 2H"]},
            "lay 9C on 1",
            "9C does not fit 1: 4C 5C 6C 2H (run, 4 of 7, dirty) (T2)",
        ),
        (
            "2C KD 3C",
            {"laid": ["9D 9H 2S"]},
            "lay 2 on 1",
            "2 does not fit 1: 9D 9H 2S (set, 3 of 7, dirty) (T2)",
        ),
        (
            "2C KD 3C",
            {"laid": ["5D 6D 2S"]},
            "lay 2 on 1",
            "2 does not fit 1: 5D 6D 2S (run, 3 of 7, dirty) (T2)",
        ),
        (
            "2C KD 3C",
            {"laid": ["4C 5C 6C 7C 8C 9C TC JC QC KC AC"]},
            "lay 2 on 1",
            "2 does not fit 1: 4C 5C 6C 7C 8C 9C TC JC QC KC AC (run, clean canastra) (T2)",
        ),
        (
            "8C KD 3C",
            {"laid": ["9D 9H 9S"]},
            "lay 8C on 1",
            "8C does not fit 1: 9D 9H 9S (set, 3 of 7) (T2)",
        ),
        (
            "8C KD 3C",
            {"laid": ["2D 2H 2S"]},
            "lay 8C on 1",
            "8C does not fit 1: 2D 2H 2S (twos, 3 of 7) (T2)",
        ),
        (
            "9D 9H 9S KD QD",
            {"sets": "edges"},
            "new 9D 9H 9S",
            EDGES,
        ),
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
def test_refusals_after_drawing(cards, more, said, why):
    """Whoever has drawn is told in one line why something is not open."""
    with pytest.raises(IllegalAction) as refused:
        position(cards, playing=True, **more).play(said)
    assert str(refused.value) == f"Ana cannot {said}: {why}"


ONE_OF = "must be one of the three (T6)"
FIRST = "first a card is drawn from the stock, or the pile is taken"


@pytest.mark.parametrize(
    ("pile", "more", "said", "why"),
    [
        ("", {}, "new 7C 8C 9C", FIRST),
        ("", {}, "lay 7C on 1", FIRST),
        ("", {}, "discard 7C", FIRST),
        ("", {}, "take on 1", "the discard pile is empty"),
        (
            "9C",
            {"laid": [FULL]},
            "take new 7C 8C 9C",
            NO_MORE,
        ),
        ("9C 3S", {}, "take on 1", "3S lies on top, and a tranca cannot be taken (T5)"),
        ("9C 3C", {}, "take new 7C 8C 9C", "3C lies on top, and a tranca cannot be taken (T5)"),
        (
            "TC",
            {"laid": ["7C 8C 9C"], "pile_on_sequence": "no"},
            "take on 1",
            "the pile may not be taken onto a sequence (section 6)",
        ),
        ("TC", {}, "take on 1", "there is no sequence 1; your side has 0 sequences"),
        (
            "TC",
            {"laid": ["6C 7C 8C"]},
            "take on 1",
            "TC does not fit 1: 6C 7C 8C (run, 3 of 7) (T2)",
        ),
        (
            "2C",
            {"laid": ["6C 7C 2H"]},
            "take on 1",
            "2C does not fit 1: 6C 7C 2H (run, 3 of 7, dirty) (T2)",
        ),
        (
            "TC",
            {},
            "take new 7C 8C 9C",
            f"the top card of the pile, TC, {ONE_OF}",
        ),
        (
            "2C",
            {},
            "take new 7C 8C 9C",
            f"the top card of the pile, 2C, {ONE_OF}",
        ),
        ("9C", {}, "take new 9C 9C 2", "9C and 2 not in hand; the hand is 7C 8C 7S"),
        ("9C", {}, "take new 9C 9D 9H", "9D and 9H not in hand; the hand is 7C 8C 7S"),
        ("2C", {}, "take new 2 2 2", "2 not in hand; the hand is 7C 8C 7S"),
        (
            "7D",
            {"sets": "edges"},
            "take new 7C 7D 7S",
            EDGES,
        ),
        ("9C", {"mortos": ()}, "take new 7C 8C 9C", KEEP),
        ("9C 2S", {"mortos": (), "hand": "7C 8C"}, "take new 7C 8C 2", KEEP),
        ("9C", {"mortos": (), "hand": "KS", "laid": ["6C 7C 8C"]}, "take on 1", KEEP),
    ],
)
def test_refusals_before_drawing(pile, more, said, why):
    """Whoever has not drawn is told in one line why something is not open."""
    cards = more.get("hand", "7C 8C 7S")
    more = {name: value for name, value in more.items() if name != "hand"}
    table = position(cards, pile=pile, **more)
    with pytest.raises(IllegalAction) as refused:
        table.play(said)
    assert str(refused.value) == f"Ana cannot {said}: {why}"


def test_twenty_four_sequences_are_the_most():
    """With 23 a new one may be begun, from the hand as with the pile; with 24 none."""
    for number, offered in ((23, True), (24, False)):
        laid = ["|".join(["9D 9H 9S"] * number)]
        table = position("4C 5C 6C KD KH", laid=laid, playing=True)
        assert ("new 4C 5C 6C" in [str(action) for action in table.actions]) == offered
        table = position("4C 5C KD KH", pile="6C", laid=laid)
        assert ("take new 4C 5C 6C" in [str(action) for action in table.actions]) == offered


# --- views ----------------------------------------------------------------------------------------


def test_T12_views_say_clean_and_dirty():
    """T12: and of twos; what is no canastra yet says how many of seven, and dirty."""
    twos = "2C 2C 2D 2D 2H 2H 2S"
    laid = f"{CLEAN}|{DIRTY}|{twos}|9C 9D 9D 9H 9S|7H 8H 2S|2S 2S 2S"
    view = position(laid=[laid]).view(0)
    assert str(view).splitlines()[2:8] == [
        "  1: 4C 5C 6C 7C 8C 9C TC (run, clean canastra)",
        "  2: 4D 5D 6D 7D 8D 2C TD (run, dirty canastra)",
        f"  3: {twos} (twos, canastra of twos)",
        "  4: 9C 9D 9D 9H 9S (set, 5 of 7)",
        "  5: 7H 8H 2S (run, 3 of 7, dirty)",
        "  6: 2S 2S 2S (twos, 3 of 7)",
    ]
    groups = view.groups(side=0)
    assert [group.room - len(group.cards) for group in groups] == [0, 0, 0, 2, 4, 4]
    codes = ["clean", "dirty", "twos", "begun", "dirty", "begun"]
    assert [mark.code for group in groups for mark in group.marks] == codes
    tones = ["good", "warn", "good", "", "warn", ""]
    assert [mark.tone for group in groups for mark in group.marks] == tones
    assert [group.form.code for group in groups] == ["run", "run", "twos", "set", "run", "twos"]


def test_a_view_has_all_that_a_seat_may_know():
    """The piles, the mortos left, and before each side its hands, notes and sequences."""
    table = position(
        "KH 9C 2S", "4D", "5D 5D", "6D 6H 6S", seats=4, turn=1, pile="3C TC 4H", had=[(3, 1)],
        laid=["7C 8C 2H", CLEAN], mortos=(OTHER_MORTO,),
    )  # fmt: skip
    table._state.dollars[1][1:3] = [1, 2]
    view = table.view("Cid")
    assert view.open == Board(
        seats=tuple(SeatView(seat, name) for seat, name in enumerate(NAMES[:4])),
        zones=(
            Pile(id="stock", label="Stock", count=4),
            Pile(id="discard", label="Discard pile", count=3, cards=("3C", "TC", "4H")),
            Pile(id="morto:1", label="Morto 2", count=11),
            Hand(id="hand:0", seat=0, count=3),
            Hand(id="hand:2", seat=2, count=2),
            Group(id="group:0:1", label="1", side=0, cards=("7C", "8C", "2H"), room=7,
                  form=Note("run", "run"), marks=(Note("dirty", "3 of 7, dirty", tone="warn"),)),
            Group(id="new:0", label="New sequence", side=0, is_new=True),
            Hand(id="hand:1", seat=1, count=1),
            Hand(id="hand:3", seat=3, count=3),
            Group(id="group:1:1", label="1", side=1, cards=tuple(CLEAN.split()), room=7,
                  form=Note("run", "run"), marks=(Note("clean", "clean canastra", tone="good"),)),
            Group(id="new:1", label="New sequence", side=1, is_new=True),
        ),
        sides=(
            SideView(0, (0, 2), (Note("morto_none", "morto not taken"),)),
            SideView(1, (1, 3), (Note("morto_taken", "morto taken"),
                                 Note("dollars", "dollars", ("3D", "3H", "3H")))),
        ),
        ask=Ask(1, "draw", "to draw or take the pile"),
    )  # fmt: skip
    assert view.own == Own(2, (Hand(id="hand:2", seat=2, count=2, cards=("5D", "5D")),))


def test_a_view_is_printed_for_people():
    """All that a seat may know, line by line."""
    table = position(
        "KH 9C 2S", "4D", "5D 5D", "6D 6H 6S", seats=4, turn=1, pile="3C TC 4H", had=[(3, 1)],
        laid=["7C 8C 9C", CLEAN],
    )  # fmt: skip
    table._state.dollars[1][1:3] = [1, 2]
    assert str(table.view("Cid")).splitlines() == [
        "Stock: 4 cards   Discard pile: 4H on 2 more   Morto 1: 11 cards   Morto 2: 11 cards",
        "Ana and Cid: morto not taken",
        "  Ana: 3 cards   Cid",
        "  1: 7C 8C 9C (run, 3 of 7)",
        "Bob and Dan: morto taken, dollars 3D 3H 3H",
        "  Bob: 1 card   Dan: 3 cards",
        "  1: 4C 5C 6C 7C 8C 9C TC (run, clean canastra)",
        "Hand of Cid: 5D 5D",
        "Turn: Bob, to draw or take the pile",
    ]
    table = position("KH 9C 2S", playing=True, had=[(0, 2)])
    assert str(table).splitlines()[1] == "Ana: morto used"
    assert str(table).splitlines()[-1] == "Turn: Ana, to lay down or discard"
    table = position("KH", playing=True, mortos=(), laid=[CLEAN])
    table.play("discard KH")
    assert str(table).splitlines()[-1] == "Hand of Ana: empty"
    assert table.view(0).turn is None and table.view(0).asked == ""


# --- actions as data ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "more", "said", "data"),
    [
        ("7C 8C", {}, "draw", ("draw", (), "stock", "hand:0", "")),
        ("7C 8C", {"laid": ["6C 7C 8C"]}, "take on 1", ("take", (), "discard", "group:0:1", "")),
        ("7C 8C", {}, "take new 7C 8C 9C", ("take", ("7C", "8C"), "discard", "new:0", "run")),
        ("9D 9D 2H", {}, "take new 9C 9D 2", ("take", ("9D", "2"), "discard", "new:0", "set")),
        ("9C 9D", {}, "take new 9C 9C 9D", ("take", ("9C", "9D"), "discard", "new:0", "set")),
        ("2D 2S", {"pile": "2C"}, "take new 2 2 2",
         ("take", ("2", "2"), "discard", "new:0", "twos")),
        ("7C 8C", {"pile": "2H"}, "take new 7C 8C 2",
         ("take", ("7C", "8C"), "discard", "new:0", "run")),
        ("7C 8C 2D KS", {"playing": True}, "new 7C 8C 2",
         ("lay", ("7C", "8C", "2"), "hand:0", "new:0", "run")),
        ("9C KS", {"playing": True, "laid": ["6C 7C 8C"]}, "lay 9C on 1",
         ("lay", ("9C",), "hand:0", "group:0:1", "")),
        ("2S KS", {"playing": True, "laid": ["9C 9D 9D|6C 7C 8C"]}, "lay 2 on 2",
         ("lay", ("2",), "hand:0", "group:0:2", "")),
        ("2S KS", {"playing": True}, "discard 2S", ("discard", ("2S",), "hand:0", "discard", "")),
    ],
)  # fmt: skip
def test_actions_say_what_moves_from_where_to_where(cards, more, said, data):
    """Of a pile that is taken, the cards are those that the hand gives."""
    table = position(cards, **({"pile": "KH 9C"} | more))
    action = table.read(said)
    verb, needed, source, target, form = data
    bare = replace(action, kind="", laid=())
    assert bare == Action(parse_action(said), said, verb, needed, source, (target,), form)
    assert action in table.actions
    assert GAME.meant(table.view(0), needed, target if target != "hand:0" else "stock") == action.id


@pytest.mark.parametrize(
    ("cards", "more", "said", "told"),
    [
        ("2S KS", {"playing": True, "laid": ["6C 7C 8C"]}, "lay 2 on 1",
         "Ana laid 2S on sequence 1"),
        ("7C 8C 2H KS", {"playing": True}, "new 7C 8C 2", "Ana laid 7C 8C 2H"),
        ("2D 2S", {"pile": "2C"}, "take new 2 2 2", "Ana took the pile and laid 2C 2D 2S"),
        ("7C 8C 2D KS", {"pile": "2H"}, "take new 7C 8C 2", "Ana took the pile and laid 7C 8C 2H"),
        ("9D 2H 4C", {"pile": "9C"}, "take new 9C 9D 2", "Ana took the pile and laid 9C 9D 2H"),
    ],
)  # fmt: skip
def test_all_hear_which_two_was_laid(cards, more, said, told):
    """The one that lies there, of the pile before those of the hand; words have any two."""
    table = position(cards, **more)
    table.play(said)
    assert table.log(1)[-1] == table.log(0)[-1] == told
    laid = told.split(" laid ")[1].split(" on ")[0].split()
    assert set(laid) <= {card for zone in table.view(1).groups(side=0) for card in zone.cards}


def test_an_action_belongs_to_the_side_of_the_seat():
    """The second pair lays on its own sequences."""
    table = position("9C KS", "9C KS", "9C KS", "9C KS", seats=4, turn=3, playing=True,
                     laid=["", "6C 7C 8C"])  # fmt: skip
    assert table.read("lay 9C on 1").targets == ("group:1:1",)
    assert GAME.meant(table.view(3), ["9C"], "group:1:1") == parse_action("lay 9C on 1")


MINE = {"laid": ["6C 7C 8C|9D 9H 9S", "4H 5H 6H"]}
OWN_ONLY = "cards can only go on your own side's sequences"
ONE_CARD = "choose one card from the hand for that"
NOT_THAT = "nothing can be done with that"
ON_TOP = "9C lies on top: choose two cards of the hand that go with it"


@pytest.mark.parametrize(
    ("chosen", "zone", "more", "meaning"),
    [
        # before the draw
        ("", "stock", {}, "draw"),
        ("", "discard", MINE, "take on 1"),
        ("", "discard", MINE | {"pile": "9C 9D"}, "take on 2"),
        ("", "discard", {"pile": ""}, "take on 1"),
        ("", "discard", {"pile": "3C"}, "take on 1"),
        ("", "discard", {}, ON_TOP),
        ("", "new:0", MINE, ON_TOP),
        ("", "group:0:2", MINE, "take on 2"),
        ("7C 8C", "discard", {}, "take new 7C 8C 9C"),
        ("8C 7C", "new:0", {}, "take new 7C 8C 9C"),
        ("7C 8C", None, {}, "take new 7C 8C 9C"),
        ("7C 8C", "discard", {"pile": "3C"}, "take on 1"),
        ("7C 2S", "discard", {"pile": "8C"}, "take new 7C 8C 2"),
        ("7C 8C TC", None, {}, f"7C 8C TC is not a sequence: {NO_ROW}"),
        ("7C 8D", "discard", {}, f"7C 9C 8D is not a sequence: {NEITHER}"),
        ("7C 8C 9C", "new:0", {}, "new 7C 8C 9C"),
        ("7C", "discard", {}, "discard 7C"),
        ("7C", None, {}, "discard 7C"),
        ("9C", "group:0:1", MINE, "lay 9C on 1"),
        # after it
        ("9C", "group:0:1", MINE | {"playing": True}, "lay 9C on 1"),
        ("2S", "group:0:2", MINE | {"playing": True}, "lay 2 on 2"),
        ("3C", "group:0:2", MINE | {"playing": True},
         "a three cannot be in a sequence (T2): '3C'"),
        ("", "group:0:1", MINE | {"playing": True}, ONE_CARD),
        ("7C 8C", "group:0:1", MINE | {"playing": True}, ONE_CARD),
        ("9C", "group:0:3", MINE | {"playing": True}, NOT_THAT),
        ("9C", "group:1:1", MINE | {"playing": True}, OWN_ONLY),
        ("9C", "new:1", {"playing": True}, OWN_ONLY),
        ("9C", "morto:0", {"playing": True}, NOT_THAT),
        ("9C", "hand:0", {"playing": True}, NOT_THAT),
        ("", "stock", {"playing": True}, "draw"),
        ("", "discard", {"playing": True}, "take on 1"),
        ("9C", "discard", {"playing": True}, "discard 9C"),
        ("9C", None, {"playing": True}, "discard 9C"),
        ("7C 8C", "discard", {"playing": True}, ONE_CARD),
        ("7C 8C 2S", "new:0", {"playing": True}, "new 7C 8C 2"),
        ("7C 8C 9C", None, {"playing": True}, "new 7C 8C 9C"),
        ("7C 8C", None, {"pile": ""}, "draw from the stock first: the discard pile is empty"),
        ("7C 8C", "discard", {"pile": ""}, "take on 1"),
        ("7C 8C 9C TC", "new:0", {"playing": True},
         f"a new sequence begins with 3 cards, not 4, in '7C 8C 9C TC'; {ONE_BY_ONE}"),
    ],
)  # fmt: skip
def test_what_cards_and_a_zone_mean(chosen, zone, more, meaning):
    """An action, open or not, or in one line why there is none."""
    view = position("7C 8C 9C TC 2S 3C KH", **({"pile": "9C"} | more)).view(0)
    assert in_words(view, chosen, zone) == meaning


def in_words(view, chosen, zone):
    """What is meant, or why nothing is."""
    try:
        return GAME.words.action_text(GAME.meant(view, chosen.split(), zone))
    except ParseError as refused:
        return str(refused)


def test_the_table_says_why_not():
    """By what the action that is meant is refused for."""
    table = position("7C 8C KH", pile="9C", laid=["9D 9H 9S"], pile_on_sequence="no")
    assert table.why([], "discard").endswith("onto a sequence (section 6)")
    assert table.why(["7C"], "discard") == f"Ana cannot discard 7C: {FIRST}"
    assert table.why(["7C", "8C"], "discard") == ""


@pytest.mark.parametrize(
    ("said", "told", "told_in_portuguese"),
    [
        ("draw", "Ana drew from the stock", "Ana comprou do monte"),
        ("take on 2", "Ana took the pile onto sequence 2", "Ana pegou o lixo no jogo 2"),
        ("take new KC KD 2", "Ana took the pile and laid KC KD 2",
         "Ana pegou o lixo e baixou KC KD 2"),
        ("lay 2 on 3", "Ana laid 2 on sequence 3", "Ana colocou 2 no jogo 3"),
        ("new 5C 6C 7C", "Ana laid 5C 6C 7C", "Ana baixou 5C 6C 7C"),
        ("discard 5H", "Ana discarded 5H", "Ana descartou 5H"),
    ],
)  # fmt: skip
def test_what_happened_is_a_sentence(said, told, told_in_portuguese):
    """In the past tense, in either language; others hear the same."""
    for own in (True, False):
        assert GAME.words.happened("Ana", parse_action(said), own) == told
        with speaking("pt-BR"):
            assert GAME.words.happened("Ana", parse_action(said), own) == told_in_portuguese


def followed(table, said):
    """What follows from an action, as another seat has seen it."""
    before = table.view(1)
    table.play(said)
    return GAME.followed(before, table.view(1))


def test_what_follows_by_itself_is_told():
    """A morto, dollars, and a morto that becomes the stock; nothing else."""
    table = position("5H 9S", stock="3D KC 3H 3H QC")
    assert followed(table, "draw") == ["Ana laid the dollar 3D"]
    assert followed(table, "discard 5H") == []
    assert followed(table, "draw") == ["Bob laid the dollars 3H 3H", "a morto became the stock"]
    morto = "3H 4C 3D 5S 6S 7S 8S 9S TS JS QS"
    table = position("5H", playing=True, mortos=(morto, MORTO), stock="KC QC")
    took = ["Ana took the morto", "Ana laid the dollars 3D 3H", "a morto became the stock"]
    assert followed(table, "discard 5H") == took
    with speaking("pt-BR"):
        table = position("5H", playing=True, mortos=(morto,), stock="KC QC")
        assert followed(table, "discard 5H") == [
            "Ana pegou o morto", "Ana baixou os três vermelhos 3D 3H"
        ]  # fmt: skip


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_hidden_lies_in_the_stock_the_mortos_and_other_hands(seats):
    """The places of the cards have names, and all of them are there."""
    s = dealt_round(seats, stacked(*[""] * seats, packs=2 + seats // 6))
    sides = 2 if seats in (4, 6) else seats
    names = {"stock", "pile", "morto 1", "morto 2"}
    names |= {f"hand {i}" for i in range(seats)} | {f"table {i}" for i in range(sides)}
    assert set(cards_in_play(s)) == names
    hidden = {"stock", "morto 1", "morto 2"} | {f"hand {i}" for i in range(seats)}
    assert all(hidden_places(s, seat) == hidden - {f"hand {seat}"} for seat in range(seats))


# --- the computer player --------------------------------------------------------------------------


def chosen(table):
    """What the computer player does in a position."""
    found = [action.id for action in table.actions]
    action = bots.greedy(list(table.view(table.seat_in_turn).observation), found, len(found))
    return GAME.words.action_text(action)


@pytest.mark.parametrize(
    ("cards", "pile", "laid", "said"),
    [
        # the pile: on a sequence, the longest first; as a new one; with a two for four cards
        ("9C 9D 9H KS", "7C", ["4C 5C 6C"], "take on 1"),
        ("9C 9D 9H KS", "7C", ["4C 5C 6C|7D 7H 7S 7S|4C 5C 6C"], "take on 2"),
        ("5C 6C 7D 7H KS", "7C", [""], "take new 5C 6C 7C"),
        ("7D 7H KS KD QD", "7C", [""], "take new 7C 7D 7H"),
        ("8D 8H 5C 6C KS", "8C", [""], "take new 8C 8D 8H"),
        ("7D 2H KS JS", "4D 4H 8D", [""], "draw"),
        ("7D 2H KS JS", "4D 4H 4S 8D", [""], "take new 7D 8D 2"),
        ("AD AH 2H KS QD", "4D 4H TC AC", [""], "take new AC AD AH"),
        ("5D 2H 6H KS QD", "4D 4H 4C 5C", [""], "take new 5C 5D 2"),
        ("5D 2H 6C KS QD", "4D 4H 4C 5C", [""], "take new 5C 6C 2"),
        ("4D 5C 6C KS", "4C", ["4H 4S 4S", CLEAN], "take on 1"),
        ("2C 2H KS QD", "4D 4H TC QH 2D", [""], "draw"),
        ("2C 2H KS QS", "4D 4H TC TH 2D", [""], "take new QS KS 2"),
        ("KS JD", "3C", ["9S TS JS"], "draw"),
    ],
)
def test_the_computer_player_takes_the_pile_when_it_is_worth_it(cards, pile, laid, said):
    """It spends a two for four cards and more, and none for three twos."""
    assert chosen(position(cards, pile=pile, laid=laid)) == said


@pytest.mark.parametrize(
    ("cards", "laid", "said"),
    [
        # natural cards on the longest sequence below seven, then new sequences, then twos
        ("7C 7D 7H 7S KS", ["4C 5C 6C|4D 5D 6D|4D 5D 6D 8D 2S"], "lay 7D on 3"),
        ("5H JC 4D KS", [f"{CLEAN}|5D 5C 5S"], "lay 5H on 2"),
        ("JC 4D KS", [CLEAN], "lay JC on 1"),
        ("5H 6H 7H KS KD KC 2D", ["QD QS QC"], "new 5H 6H 7H"),
        ("5H 5D 5C KS KD KC", [""], "new KC KD KS"),
        ("5H 5D 2C 9S TS", [""], "new 9S TS 2"),
        ("5H 5D 2C AS AD 8C", [""], "new AD AS 2"),
        ("5H 2C 9D KS", ["4C 5C 6C 7C 8C 9C|4D 4H 4S"], "lay 2 on 1"),
        ("5H 6H 2C KS", ["4C 5C 6C 7C 8C 9C|4D 4H 4S"], "lay 2 on 1"),
        ("5H 6H 2C KS", ["4C 5C 6C 7C 8C|4D 4H 4S"], "new 5H 6H 2"),
        ("5H 9H 2C KS", ["4D 4H 4S|4C 5C 6C 7C 8C"], "lay 2 on 2"),
        ("5H 9H 2C KS", [f"{CLEAN}|4D 4H 4S"], "lay 2 on 2"),
        ("5H 9H 2C KS", [CLEAN], "lay 2 on 1"),
        # three twos are kept; trancas go first, twos last
        ("2C 2D 2H KS 3C", [""], "discard 3C"),
        ("2C 2D 2H KS", [""], "discard KS"),
        ("2C 2D", [""], "discard 2C"),
        ("KS 3S 4D", [""], "discard 3S"),
        # what goes least with the hand: pairs and neighbours stay, then those one rank apart
        ("6H 6S 9C", [""], "discard 9C"),
        ("6H 7H 9C", [""], "discard 9C"),
        ("6H 8H 9C", [""], "discard 9C"),
        ("6H 8H 9C TC", [""], "discard 8H"),
        ("6H 8H KS", [""], "discard KS"),
        ("6D 6H 9C TC", [""], "discard 9C"),
        ("6C 7C 9D 9H", [""], "discard 9D"),
        ("4H QS AS", [""], "discard 4H"),
        ("4H 7H JC JC", [""], "discard 4H"),
        ("2C 4C 6H", [""], "discard 4C"),
        ("AC 2D KH", [""], "discard AC"),
        ("5D 9C AS", [""], "discard AS"),
        ("9C 8D AS AS", [""], "discard 9C"),
        # not what the others can use; one's own sequence counts less
        ("9C 8D", ["", "TC JC QC"], "discard 8D"),
        ("9C 8D", ["", "9D 9H 9S"], "discard 8D"),
        ("9C 8D", ["", "6C 7C 2S"], "discard 8D"),
        ("JC 8D", ["", "6C 7C 8C 2H"], "discard JC"),
        ("9C 8D", ["", "6D 7D 8D"], "discard 9C"),
        ("9C 8D", ["", "4C 4D 4H|2C 2C 2C|TC JC QC"], "discard 8D"),
    ],
)
def test_the_computer_player_lays_down_and_discards(cards, laid, said):
    """What it does with a hand after drawing."""
    assert chosen(position(cards, laid=laid, playing=True)) == said


def bots_round(seats, seed, players):
    """A round of computer players (True) and others who play by chance."""
    dice = random.Random(seed)
    deck = GAME.deck_for(seats, {}).cards()
    dice.shuffle(deck)
    s = dealt_round(seats, deck, seed % seats, **GAME.option_values({}))
    out, seen, points = [0] * GAME.actions, [0] * GAME.observation, [0] * seats
    while not rules.is_over(s):
        n = rules.legal(s, out)
        rules.observe(s, s.turn, seen)
        action = bots.greedy(seen, out, n) if players[s.turn] else dice.choice(out[:n])
        rules.apply(s, action)
    rules.score(s, points)
    return s, points


@pytest.mark.no_cover
def test_rounds_of_computer_players_end_by_play():
    """60 rounds of four: none is stopped by the turn limit, most end by going out."""
    ends = Counter(bots_round(4, seed, [True] * 4)[0].outcome for seed in range(60))
    assert ends[TURN_LIMIT] == 0 and ends[WENT_OUT] > 40


@pytest.mark.no_cover
def test_a_pair_of_computer_players_beats_a_pair_that_plays_by_chance():
    """Nine rounds of ten at least."""
    results = [
        bots_round(4, seed, [seed % 2 == seat % 2 for seat in range(4)]) for seed in range(40)
    ]
    won = sum(points[seed % 2] > points[1 - seed % 2] for seed, (_, points) in enumerate(results))
    assert won >= 36


@pytest.mark.parametrize(
    ("cards", "laid", "said"),
    [
        ("9C 8D", ["TC JC QC"], "discard 8D"),
        ("9C 8D", ["TC JC QC", "9D TD JD"], "discard 9C"),
        ("9C 8D", ["", "", "TC JC QC"], "discard 8D"),
        ("9C 8D", ["", "4H 4D 4S", "KD KH KS|TC JC QC"], "discard 8D"),
    ],
)
def test_the_computer_player_keeps_what_sides_can_use(cards, laid, said):
    """Each of the others counts twice as much as its own side, whose sequence it may not lay on."""
    table = position(cards, laid=laid, seats=3, playing=True, mortos=())
    assert chosen(table) == said
