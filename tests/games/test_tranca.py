"""Tranca: the rulings of play in positions built by hand."""

import random
from itertools import combinations_with_replacement

import pytest

from dealt.errors import ParseError
from dealt.games.tranca import GAME, rules
from dealt.games.tranca.state import BEGIN_KIND, BEGINNINGS, RUN, SET, TWOS, USED
from dealt.games.tranca.words import _beginning_text, cards_in_play, parse_action
from tests.games.tranca_tables import (
    DECK,
    MORTO,
    NAMES,
    OTHER_MORTO,
    STOCK,
    counts,
    dealt_round,
    dollars,
    fill_hand,
    hand,
    laying,
    morto_states,
    mortos,
    on_table,
    place,
    play,
    position,
    stacked,
    table_of,
    texts,
)
from tests.oracles import tranca_score as oracle

CLEAN = "4C 5C 6C 7C 8C 9C TC"
DIRTY = "4C 5C 6C 7C 8C 9C 2C"
SIX = "4C 5C 6C 7C 8C 9C"
SIX_TWOS = "2C 2C 2D 2D 2H 2S"


# --- the deal (T1, T4) ----------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "stock"), [(2, 60), (3, 49), (4, 38), (6, 68)])
def test_T1_eleven_cards_each_and_two_mortos(seats, stock):
    """T1: hands from the starter on, then two mortos, then the stock; who starts has the turn."""
    deck = stacked(*[""] * seats, packs=2 + seats // 6)
    random.Random(seats).shuffle(low := deck[:-8])
    deck[:-8] = low
    for starter in range(seats):
        s = dealt_round(seats, deck, starter)
        places, rest = cards_in_play(s), deck[11 * seats :]
        for i in range(seats):
            dealt_cards = sorted(deck[11 * i : 11 * i + 11])
            assert places[f"hand {(starter + i) % seats}"] == dealt_cards
        assert (places["morto 1"], places["morto 2"]) == (rest[:11], rest[11:22])
        assert places["stock"] == rest[22:] and len(rest[22:]) == stock
        assert places["pile"] == [] and not any(
            places[p] for p in places if p[:5] in ("group", "dolla")
        )
        assert s.turn == starter and texts(table_of(s)) == ["draw"] and not rules.is_over(s)
        after = GAME.fresh(seats, {})
        rules.carry_over(after, s)
        assert after.starter == (starter + 1) % seats


@pytest.mark.parametrize(
    ("seats", "partners"),
    [
        (2, [("Ana",), ("Bob",)]),
        (3, [("Ana",), ("Bob",), ("Cid",)]),
        (4, [("Ana", "Cid"), ("Bob", "Dan")]),
        (6, [("Ana", "Cid", "Eva"), ("Bob", "Dan", "Fay")]),
    ],
)
def test_T1_partners_sit_alternately(seats, partners):
    """T1: two sides of partners with four and six players, else everybody alone; turns go round."""
    table = position(*["5H 6D 9S JC"] * seats, seats=seats, stock=f"{STOCK} QH AH AC 8D 7S")
    names = [tuple(NAMES[seat] for seat in side.seats) for side in table.view(1).open.sides]
    assert names == partners
    for seat in [*range(seats), 0]:
        assert table.seat_in_turn == seat
        play(table, "draw", "discard JC" if seat or table._state.turns == 0 else "discard 5H")


def test_T4_dollars_are_laid_and_replaced_at_once():
    """T4: in the deal in the order of turns, on a draw and in a morto; chains go on."""
    deck = stacked("3D 3H", "3H", stock="KC 3D QC JC 9S")
    table = table_of(dealt_round(2, deck, starter=1))
    assert dollars(table) == [("3H",), ("3D", "3D", "3H")]
    assert "JC" in hand(table, 0) and "KC" in hand(table, 1) and "QC" in hand(table, 1)
    assert counts(table) == (11, 11) and place(table, "stock")[:2] == "9S"
    table = position("5H", stock="3D 3H KC QC")
    table.play("draw")
    assert hand(table) == "KC 5H" and place(table, "stock") == "QC"
    assert dollars(table)[0] == ("3D", "3H")
    morto = "3H 4C 3D 5S 6S 7S 8S 9S TS JS QS"
    table = position("5H", playing=True, mortos=(morto, MORTO), stock="3D KC QC 9D")
    table.play("discard 5H")
    assert hand(table) == "4C QC KC 5S 6S 7S 8S 9S TS JS QS" and place(table, "stock") == "9D"
    assert dollars(table)[0] == ("3D", "3D", "3H")
    assert counts(table) == (11, 2) and table.turn == "Bob"


def test_T4_a_dollar_of_a_partner_lies_before_the_side():
    """T4: in the deal as on a draw, each dollar is its side's."""
    deck = stacked("", "3D", "3H", "3H", stock="KS QS 3D JS")
    table = table_of(dealt_round(4, deck))
    assert [hand(table, seat)[-2:] for seat in (1, 2, 3)] == ["KS", "QS", "JS"]
    assert dollars(table) == [("3H",), ("3D", "3D", "3H")]
    table = position(seats=4, stock="3H AC 9S", turn=2)
    table.play("draw")
    assert dollars(table)[0] == ("3H",) and hand(table, 2) == "AC KD KH"


def test_T4_dollars_are_replaced_as_far_as_there_is_a_stock():
    """T4: a morto becomes the stock for them; without one the hand is shorter or the round ends."""
    table = position("5H", stock="3D", mortos=(f"3H {MORTO[:-3]}",))
    table.play("draw")
    assert hand(table) == "5H 4S" and len(place(table, "stock").split()) == 9
    assert dollars(table)[0] == ("3D", "3H") and mortos(table) == 0
    table = position("5H", stock="3D 3H", mortos=())
    table.play("draw")
    assert table.is_over and table.outcome == "the stock is used up" and hand(table) == "5H"
    assert dollars(table)[0] == ("3D", "3H") and table.actions == ()
    morto = "3D 3H 3H 5S 6S 7S 8S 9S TS JS QS"
    table = position("5D 6D 7D", playing=True, stock="KC", mortos=(morto,))
    table.play("new 5D 6D 7D")
    assert hand(table) == "KC 5S 6S 7S 8S 9S TS JS QS" and not table.is_over
    table.play("discard KC")
    assert table.outcome == "the stock is used up" and morto_states(table)[0] == "used"
    table = position("5D", playing=True, stock="KC", mortos=(morto,))
    table.play("discard 5D")
    assert table.outcome == "the stock is used up" and morto_states(table)[0] == "taken"
    table = position("5D", playing=True, stock="KC QC", mortos=(morto, MORTO))
    table.play("discard 5D")
    assert "4S" in hand(table) and place(table, "stock").split() == MORTO.split()[1:]


# --- sequences (T2) -------------------------------------------------------------------------------


@pytest.mark.no_cover
def test_T2_what_a_sequence_is():
    """T2: of all threes of card kinds 36 + 76 + 220 + 110 + 1 are sequences, no others."""
    kinds = [face for face in DECK.faces if face[0] != "2"] + ["2"]
    numbers = []
    for three in combinations_with_replacement(kinds, 3):
        text = "new " + " ".join(three)
        if oracle.is_sequence([face if face != "2" else "2C" for face in three]):
            numbers.append(parse_action(text) - parse_action("new 4C 5C 6C"))
            assert parse_action(" ".join(three)) == parse_action(text)  # three cards alone
        else:
            with pytest.raises(ParseError, match=r"is not a sequence: .*$"):
                parse_action(text)
    assert sorted(numbers) == list(range(443)) and len(BEGINNINGS) == 443
    with_two = [kind for kind, _, _, twos in BEGINNINGS if twos == 1]
    assert (with_two.count(RUN), with_two.count(SET)) == (76, 110)
    assert [BEGIN_KIND.count(kind) for kind in (RUN, SET, TWOS)] == [36 + 76, 220 + 110, 1]


@pytest.mark.no_cover
@pytest.mark.parametrize("sets", ["any", "edges"])
def test_T2_each_beginning_is_offered_to_a_hand_with_its_cards(sets):
    """T2: exactly those that the hand and the option allow, in the hand and with the pile."""
    for number in range(len(BEGINNINGS)):
        cards = _beginning_text(number).replace(" 2", " 2H").replace("2 2H 2H", "2H 2H 2H")
        ranks = {face[0] for face in cards.split() if face[0] != "2"}
        allowed = sets == "any" or len(ranks) != 1 or ranks <= set("45KA")
        offered = [f"new {_beginning_text(number)}"] if allowed else []
        table = position(f"{cards} 3C 3S", playing=True, sets=sets)
        assert laying(table) == offered, cards
        for top in set(cards.split()):
            two = cards.split()
            two.remove(top)
            table = position(f"{' '.join(two)} 3C", pile=f"3S {top}", sets=sets)
            before = table._state.fields()
            assert laying(table) == [f"take {sequence}" for sequence in offered], cards
            assert table._state.fields() == before
            table = position(f"{two[0]} 3C", pile=f"{two[1]} {top}", sets=sets)
            assert laying(table) == []


def test_T2_beginnings_in_a_hand_with_many_cards():
    """T2: all sequences that a hand can begin, and with the pile only those with its top."""
    faces = "5C 6C 8C 9C 9C 9D 2H 3C"
    sequences = [
        "5C 6C 2", "6C 8C 2", "8C 9C 2", "9C 9C 9D", "9C 9C 2", "9C 9D 2",
    ]  # fmt: skip
    assert laying(position(faces, playing=True)) == [f"new {cards}" for cards in sequences]
    with_seven = ["5C 6C 7C", "6C 7C 8C", "7C 8C 9C", "5C 7C 2", "6C 7C 2", "7C 8C 2", "7C 9C 2"]
    table = position(faces, pile="7C")
    assert sorted(laying(table)) == sorted(f"take new {cards}" for cards in with_seven)
    sequences = ["5C 6C 2", "5C 7C 2", "6C 7C 2", "KH KH 2", "2 2 2"]
    table = position("5C 6C 7C KH KH 2D 2D", pile="2S")
    assert laying(table) == [f"take new {cards}" for cards in sequences]


@pytest.mark.parametrize(
    ("sequence", "fitting"),
    [
        ("5C 6C 7C", "4C 8C 2"),
        ("4C 5C 6C", "7C 2"),
        ("QD KD AD", "JD 2"),
        ("5C 6C 2H", "4C 7C 8C"),
        ("4C 5C 2H", "6C 7C"),
        ("KH AH 2H", "JH QH"),
        ("5S 7S 2H", "4S 6S 8S"),
        ("4C 5C 6C 7C 8C 9C TC JC QC KC", "AC 2"),
        ("4C 5C 6C 7C 8C 9C TC JC QC KC AC", ""),
        ("5C 6C 7C 8C 9C TC JC QC KC AC 2D", ""),
        ("4C 6C 7C 8C 9C TC JC QC KC AC 2D", ""),
        ("4C 5C 6C 7C 8C 9C TC JC QC 2D", "KC AC"),
        ("4C 5C 6C 7C 8C 9C TC JC KC 2D", "QC AC"),
        ("9C 9C 9D", "9C 9D 9H 9S 2"),
        ("AC AD 2S", "AC AD AH AS"),
        ("2C 2C 2D", "2"),
        ("2C 2C 2D 2D 2H 2H 2S 2S", "2"),
    ],
)
def test_T2_what_fits_on_a_sequence(sequence, fitting):
    """T2: of all cards only these; one stand-in, no place in particular, an ace only high."""
    every = " ".join(DECK.faces)
    table = position(every, playing=True, laid=[sequence])
    lays = [text.split()[1] for text in texts(table) if text[:4] == "lay "]
    assert sorted(lays) == sorted(fitting.split())
    twos = every.replace("2C ", "")
    lays = texts(position(twos, playing=True, laid=[sequence]))
    assert ("lay 2 on 1" in lays) == ("2" in fitting.split())
    for face in DECK.faces:
        table = position("KD 3C", pile=face, laid=[sequence])
        assert ("take on 1" in texts(table)) == ((face, "2")[face[0] == "2"] in fitting.split())


@pytest.mark.parametrize(
    ("first", "then", "sequences"),
    [
        ("5C 6C 2", "7C 4C", ["5C 6C 2H", "5C 6C 7C 2H", "4C 5C 6C 7C 2H"]),
        ("5C 6C 2", "8C 4C 7C", ["5C 6C 2H", "5C 6C 2H 8C", "4C 5C 6C 2H 8C", "4C 5C 6C 7C 8C 2H"]),
        ("QC KC 2", "AC JC", ["QC KC 2H", "2H QC KC AC", "2H JC QC KC AC"]),
        ("9C 9C 2", "9D 9S", ["9C 9C 2H", "9C 9C 9D 2H", "9C 9C 9D 9S 2H"]),
        ("7C 8C 9C", "2 5C", ["7C 8C 9C", "7C 8C 9C 2H", "5C 2H 7C 8C 9C"]),
        ("2 2 2", "2", ["2H 2H 2S", "2H 2H 2S 2S"]),
    ],
)
def test_T2_a_stand_in_moves_in_its_run(first, then, sequences):
    """T2: it may be followed by the card it stood for; the views show it where it stands in."""
    twos = "2H 2H 2S 2S" if first == "2 2 2" else "2H"
    faces = f"{first} {then}".replace(" 2", "").replace("2 ", "").strip("2")
    table = position(f"{faces} {twos} 3C KH", playing=True)
    table.play(f"new {first}")
    assert on_table(table) == sequences[:1]
    for face, cards in zip(then.split(), sequences[1:], strict=True):
        table.play(f"lay {face} on 1")
        assert on_table(table) == [cards]
        assert table._state.size[0][0] == len(cards.split())


def test_two_sequences_of_one_suit_may_lie_side_by_side():
    """A card goes on the sequence that is named; those of other sides are out of reach."""
    table = position(
        "7C 7C 8C KD 3C", playing=True, laid=["4C 5C 6C|4C 5C 6C|9D 9H 9S", "KD KH KS"]
    )
    assert laying(table) == ["lay 7C on 1", "lay 7C on 2"]
    play(table, "lay 7C on 2", "lay 8C on 2", "lay 7C on 1")
    assert on_table(table) == ["4C 5C 6C 7C", "4C 5C 6C 7C 8C", "9D 9H 9S"]
    assert hand(table) == "3C KD"
    table = position("7C KD 3C 8H 9H", seats=4, playing=True, laid=["", "4C 5C 6C"], turn=1)
    assert laying(table) == []
    fill_hand(table._state, 3, "7C KD 3C")
    table._state.turn = 3
    table = table_of(table._state)
    table.play("lay 7C on 1")
    assert on_table(table, 1) == ["4C 5C 6C 7C"]


# --- the pile (T5, T6) ----------------------------------------------------------------------------


@pytest.mark.parametrize("tranca", ["3C", "3S"])
def test_T5_a_tranca_cannot_be_taken_from_the_pile(tranca):
    """T5: with a tranca on top there is only the stock; under the top it comes along."""
    table = position(
        f"4C 5C 2H 2D {tranca} {tranca}", pile=f"6C {tranca}", laid=["4C 5C 6C|9D 9H 9S|2S 2S 2S"]
    )
    assert texts(table) == ["draw"]
    table = position("4C 5C 2H", pile=f"{tranca} 6C")
    table.play("take new 4C 5C 6C")
    assert tranca in hand(table).split() and f"discard {tranca}" in texts(table)
    table = position("5H", stock=f"{tranca} 5C")
    table.play("draw")
    assert sorted(hand(table).split()) == sorted(["5H", tranca])


PILE = "5H KD TC"
HAND = "JC 2D 4S 6H"


@pytest.mark.parametrize(
    ("text", "laid", "left"),
    [
        ("take on 1", ["7C 8C 9C TC"], "JC 2D KD 5H 6H 4S"),
        ("take new TC JC 2", ["7C 8C 9C", "TC JC 2D"], "KD 5H 6H 4S"),
    ],
)
def test_T6_the_top_of_the_pile_is_used_at_once(text, laid, left):
    """T6: both examples of section 4.4: the ten is used, the rest of the pile taken, then play."""
    table = position("KD KH", HAND, pile=PILE, laid=["", "7C 8C 9C"], turn=1)
    assert texts(table) == ["draw", "take on 1", "take new TC JC 2"]
    table.play(text)
    assert on_table(table, 1) == laid and hand(table, 1) == left
    assert table.view(0).pile("discard").cards == () and table.turn == "Bob"
    assert counts(table) == (2, len(left.split()))
    assert {"draw", "take on 1"}.isdisjoint(texts(table)) and place(table, "stock") == STOCK
    assert known_to_all(table, 1) == "KD 5H"
    assert texts(table)[-1] == "discard 4S"
    table.play("discard KD")
    assert table.turn == "Ana"
    assert table.view(0).pile("discard").cards == ("KD",)
    assert known_to_all(table, 1) == "5H"


def test_T6_the_switch_forbids_the_pile_for_a_sequence_on_the_table():
    """T6: with pile_on_sequence=no the ten starts a new sequence, or stays."""
    table = position(HAND, pile=PILE, laid=["7C 8C 9C"], pile_on_sequence="no")
    assert texts(table) == ["draw", "take new TC JC 2"]
    table.play("draw")
    assert [text for text in laying(table) if text[:3] == "lay"] == ["lay 2 on 1"]


def test_T6_a_two_on_top_is_the_stand_in():
    """T6: the very two of the pile goes down, and a two of the hand stays there."""
    table = position("7C 8C 2H 9S KD", pile="5H 2S", laid=["9H TH JH|QD QH 2C"])
    assert texts(table) == ["draw", "take on 1", "take new 7C 8C 2"]
    table.play("take new 7C 8C 2")
    assert on_table(table)[2] == "7C 8C 2S" and hand(table) == "KD 2H 5H 9S"
    table = position("7C 8C 2H 9S", pile="5H 2S", laid=["9H TH JH"])
    table.play("take on 1")
    assert on_table(table) == ["9H TH JH 2S"] and "lay 2 on 1" not in texts(table)
    table = position("7C 8C 2H 2S", pile="5H 2C")
    table.play("take new 7C 8C 2")
    assert on_table(table) == ["7C 8C 2C"] and hand(table) == "2H 5H 2S"
    table = position("2C 2H 2H 2S KD", pile="QD 2D")
    table.play("take new 2 2 2")
    assert on_table(table) == ["2C 2D 2H"] and hand(table) == "QD KD 2H 2S"


def test_T6_a_copy_of_the_top_in_the_hand_stays_there():
    """T6: nobody has seen the copy that was there before; the one of the pile is on the table."""
    table = position("7C 8C 9C 9D 4S", pile="9C 5H 9C")
    assert laying(table) == [
        "take new 7C 8C 9C", "take new 9C 9C 9D"
    ]  # fmt: skip
    table.play("take new 7C 8C 9C")
    assert hand(table) == "9C 9C 9D 5H 4S" and known_to_all(table) == "9C 5H"
    table.play("discard 9C")
    assert known_to_all(table) == "5H"
    table = position("7C 8C 9C 4S", pile="9C")
    table._state.known[0][DECK.parse("9C")] = 1
    assert laying(table) and known_to_all(table) == "9C"
    table.play("take new 7C 8C 9C")
    assert hand(table) == "9C 4S" and known_to_all(table) == "9C"


def known_to_all(table, seat=0):
    """The cards that all have seen come to a hand."""
    own = table._state.known[seat]
    return DECK.text([card for card in range(52) for _ in range(own[card])])


# --- mortos, going out, the end (T7, T8) ----------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "laid", "text", "any_canastra", "clean"),
    [
        # nothing lies there: two cards have to stay
        ("4C 5C 6C", "", "new 4C 5C 6C", False, False),
        ("4C 5C 6C 9D", "", "new 4C 5C 6C", False, False),
        ("4C 5C 6C 9D 9H", "", "new 4C 5C 6C", True, True),
        ("9D 9H", "9C 9C 9S", "lay 9D on 1", False, False),
        ("9D 9H KD", "9C 9C 9S", "lay 9D on 1", True, True),
        # a canastra lies there
        ("4C 5C 6C", CLEAN, "new 4C 5C 6C", True, True),
        ("4C 5C 6C", DIRTY, "new 4C 5C 6C", True, False),
        ("4C 5C 6C 9D", DIRTY, "new 4C 5C 6C", True, False),
        ("4C 5C 6C", f"{SIX_TWOS} 2S", "new 4C 5C 6C", True, True),
        ("KD", CLEAN, "discard KD", True, True),
        ("KD", f"9D 9H 9S|{DIRTY}", "discard KD", True, False),
        # the card makes the canastra, and one is left
        ("TC KD", SIX, "lay TC on 1", True, True),
        ("2D KD", SIX, "lay 2 on 1", True, False),
        ("TC KD", "4C 2H 6C 7C 8C 9C", "lay TC on 1", True, False),
        ("2D KD", SIX_TWOS, "lay 2 on 1", True, True),
        ("9S KD", "9C 9C 9D 9D 9H 9H", "lay 9S on 1", True, True),
        # the card that is left makes it
        ("TC", SIX, "lay TC on 1", True, True),
        ("9C TC", "4C 5C 6C 7C 8C", "lay 9C on 1", True, True),
        ("9C JC", "4C 5C 6C 7C 8C", "lay 9C on 1", False, False),
        ("9C 2S", "4C 5C 6C 7C 8C", "lay 9C on 1", True, False),
        ("9C 2S", "4C 5C 6C 7C 8C", "lay 2 on 1", True, False),
        ("2H 2S", "2C 2C 2D 2D 2H", "lay 2 on 1", True, True),
        ("2H 2S", "2C 2C 2D 2D", "lay 2 on 1", False, False),
        ("2H TC", f"{SIX}|9D 9H 9S", "lay 2 on 2", True, True),
        ("2H 2S", f"{SIX}|9D 9H 9S", "lay 2 on 2", True, False),
        ("9D 9H", "9C 9C 9S 9S 2C", "lay 9D on 1", True, False),
        ("9D 2H", "9C 9C 9S 9S 2C", "lay 9D on 1", False, False),
        ("4C KD", "5C 6C 7C 8C 9C TC", "lay 4C on 1", True, True),
        ("4C TC", "5C 6C 7C 8C 9C", "lay 4C on 1", True, True),
        ("4C 5C 6C TC", SIX, "new 4C 5C 6C", True, True),
        ("4D 5D 6D TC", SIX, "new 4D 5D 6D", True, True),
        ("4D 5D 6D JC", SIX, "new 4D 5D 6D", False, False),
        ("4D 5D 2H TC", SIX, "new 4D 5D 2", True, True),
        ("4D 5D 2H 2S", SIX, "new 4D 5D 2", True, False),
        ("2C 2H 2S TC", SIX, "new 2 2 2", True, True),
        ("2C 2C 2H 2S", SIX, "new 2 2 2", True, False),
        ("2C 2D 2S 2S", SIX_TWOS, "new 2 2 2", True, True),
        ("9D 9H 2H TC", SIX, "new 9D 9H 2", True, True),
        ("9D 9D 9H TC", SIX, "new 9D 9D 9H", True, True),
        # a stand-in spoils the only clean canastra
        ("2D KD", CLEAN, "lay 2 on 1", True, False),
        ("2D KD QD", CLEAN, "lay 2 on 1", True, True),
        ("2D KD", f"{CLEAN}|{SIX_TWOS} 2S", "lay 2 on 1", True, True),
        ("2D", CLEAN, "lay 2 on 1", True, False),
        ("2D", CLEAN, "discard 2D", True, True),
    ],
)
def test_T7_going_out_needs_a_canastra_and_a_card_must_be_kept(
    cards, laid, text, any_canastra, clean
):
    """T7: what would leave a hand without a lawful end of the turn is not offered."""
    for option, offered in (("no", any_canastra), ("yes", clean)):
        more = {"playing": True, "laid": [laid], "clean_to_go_out": option, "pile": "KS 2S"}
        for table in (
            position(cards, mortos=(), **more),
            position(cards, mortos=(OTHER_MORTO,), had=[(0, USED)], **more),
        ):
            before = table._state.fields()
            assert (text in texts(table)) == offered
            assert table._state.fields() == before
            if offered:
                table.play(text)
                assert table.is_over or table.actions
        assert text in texts(position(cards, mortos=(MORTO,), **more))


@pytest.mark.parametrize(
    ("cards", "pile", "laid", "text", "any_canastra", "clean"),
    [
        ("KD", "8C", "4C 5C 6C 7C", "take on 1", False, False),
        ("KD", "9S 8C", "4C 5C 6C 7C", "take on 1", True, True),
        ("KD", "TC", SIX, "take on 1", True, True),
        ("KD", "2S", SIX, "take on 1", True, False),
        ("KD", "2S", SIX_TWOS, "take on 1", True, True),
        ("KD", "2S", CLEAN, "take on 1", True, False),
        ("TC", "9C", "4C 5C 6C 7C 8C", "take on 1", True, True),
        ("JC", "9C", "4C 5C 6C 7C 8C", "take on 1", False, False),
        ("2D", "9C", "4C 5C 6C 7C 8C", "take on 1", True, False),
        ("9C", "2D", "4C 5C 6C 7C 8C", "take on 1", True, False),
        ("9S", "9D", "9C 9C 9D 9H 9H", "take on 1", True, True),
        ("TC", "9D", f"9C 9C 9D|{SIX}", "take on 1", True, True),
        ("7H 8H", "9H", "", "take new 7H 8H 9H", False, False),
        ("7H 8H", "9H", CLEAN, "take new 7H 8H 9H", True, True),
        ("7H 8H", "9H", DIRTY, "take new 7H 8H 9H", True, False),
        ("7H 8H", "9H", SIX, "take new 7H 8H 9H", False, False),
        ("7H 8H KD", "9H", SIX, "take new 7H 8H 9H", False, False),
        ("7H 8H", "KD 9H", SIX, "take new 7H 8H 9H", False, False),
        ("7H 8H KD", "KD 9H", SIX, "take new 7H 8H 9H", True, True),
        ("7H 8H TC", "9H", SIX, "take new 7H 8H 9H", True, True),
        ("7H 8H", "TC 9H", SIX, "take new 7H 8H 9H", True, True),
        ("9D 9H", "9S", "9C 9C 9D", "take on 1", True, True),
        ("4C 5C KD", "6C", SIX, "take new 4C 5C 6C", False, False),
        ("7H 8H KD", "9H", "9C 9D 9S", "take new 7H 8H 9H", False, False),
        ("4C 5C TC", "6C", SIX, "take new 4C 5C 6C", True, True),
        ("4C 5C", "TC 6C", SIX, "take new 4C 5C 6C", True, True),
        ("7H 2D TC", "9H", SIX, "take new 7H 9H 2", True, True),
        ("7H 9H TC", "2D", SIX, "take new 7H 9H 2", True, True),
        ("7H 9H", "TC 2D", SIX, "take new 7H 9H 2", True, True),
        ("7H 9H 2S", "2D", SIX, "take new 7H 9H 2", True, False),
        ("7H 2C", "2S 9H", SIX, "take new 7H 9H 2", True, False),
        ("2C 2S TC", "2D", SIX, "take new 2 2 2", True, True),
        ("2C 2S", "TC 2D", SIX, "take new 2 2 2", True, True),
        ("2C 2C 2S", "2D", SIX_TWOS, "take new 2 2 2", True, True),
        ("9D 9H 9H", "9S", "9C 9C 9D 9H 9S 9S", "take new 9D 9H 9S", True, True),
    ],
)
def test_T7_a_take_leaves_a_lawful_end_of_the_turn(cards, pile, laid, text, any_canastra, clean):
    """T7: the pile counts as cards of the hand, and its top as laid down."""
    for option, offered in (("no", any_canastra), ("yes", clean)):
        more = {"pile": pile, "laid": [laid], "clean_to_go_out": option}
        table = position(cards, mortos=(), **more)
        before = table._state.fields()
        assert (text in texts(table)) == offered
        assert table._state.fields() == before
        if offered:
            table.play(text)
            assert table.is_over or table.actions
        assert text in texts(position(cards, mortos=(MORTO,), **more))
