"""Positions: their text is read and written, and errors get one line."""

from collections import Counter
from itertools import count

import pytest

import dealt
from dealt import games
from dealt.core.match import replay
from dealt.core.position import position_text, read_position
from dealt.core.record import Record
from dealt.errors import DealtError
from dealt.games.mason_rummy import rules as mason_rummy
from tests.own_games import EIGHTS, LEDUC, offered

ENDING = {"Ana": "2C KH", "Bia": "3S 9H"}


def test_hands_are_set_up_and_the_other_cards_are_played():
    """The players are those of the hands; what nobody names is dealt, by a seed."""
    table = dealt.position("president", ENDING, unknown="deal", turn="Bia")
    assert (table.names, table.turn) == (("Ana", "Bia"), "Bia")
    assert table.view("Ana").hand == ("KH", "2C") and table.view("Bia").count(0) == 2
    assert [str(action) for action in table.actions] == ["3S", "9H"]
    assert "played: 3D 3C" in table.position and table.position.endswith("turn=1")


def test_unknown_cards_are_dealt_by_a_seed():
    """As many as are asked for; by default as many as after a deal."""
    hands = {"Ana": "4S 5S ?2", "Bia": 3, "Cid": "?", "Dee": "??"}
    one, same, other = (
        dealt.position("tranca", hands, piles={"pile": "KC"}, unknown="deal", seed=seed)
        for seed in (1, 1, 2)
    )
    assert one.position == same.position != other.position
    assert [one.view(0).count(seat) for seat in range(4)] == [4, 3, 1, 2]
    assert {"4S", "5S"} <= set(one.view(0).hand)
    assert one.view(0).pile("stock").count == 104 - 10 - 22 - 1
    assert dealt.position("tranca", {0: "4S"}, unknown="deal").view(0).count(1) == 11


def test_a_position_is_played_recorded_and_replayed():
    """The record begins with the position; a round after it is dealt as always."""
    table = dealt.position("mason-rummy", {"Ana": "2C 3C 4C", "Bia": 4}, unknown="deal")
    table.play("draw stock")
    record = Record.from_json(table._recorder().to_json())
    again = replay(record, table.game)
    assert again.table.position == table.position
    assert record.played[0].position.startswith("mason-rummy; ") and not record.played[0].deck
    again.take_back()
    assert again.table.position == record.played[0].position


def test_records_without_positions_are_as_they_were():
    """No new entry, so that files do not change."""
    match = dealt.match("penney", ["AI", "AI"], seed=1, rounds=1)
    assert '"position"' not in match.record.to_json()


def test_a_text_is_changed_by_arguments():
    """The text of a table sets it up again, with what is changed."""
    table = dealt.position("president", ENDING, unknown="deal", turn="Bia")
    again = dealt.position(table.position, turn=0, seats=["Eva", "good"], pairs="yes")
    assert again.turn == "Eva" and again.names == ("Eva", "good")
    assert again.run().turn == "Eva"
    assert dealt.position(table.position, previous=1, mover=1, turn=0).actions[0].text == "pass"


@pytest.mark.parametrize("place", [LEDUC, EIGHTS])
def test_games_of_other_packages_have_positions(place):
    """Without code of their own they have any deal, and any position as fields."""
    with offered(place):
        game = games.game(place)
        hands = {"Ana": game.deck.faces[4], "Bia": game.deck.faces[2]}
        table = dealt.position(place, hands, unknown="deal")
        assert table.view("Ana").hand == (hands["Ana"],)
        text = table.position
        assert dealt.position(text).position == text


def test_a_game_without_places_has_its_fields():
    """What no deal lays out like that is written field by field."""
    with offered(LEDUC):
        game = games.game(LEDUC)
        text = f"{LEDUC}; cards=4,2,0,1,3,5; street=1; chips=3,3; said=2,3,2; count=3"
        state = read_position(game, text)
        assert (state.cards, state.chips) == ([4, 2, 0, 1, 3, 5], [3, 3])
        assert "hand 0: KH; hand 1: QH; public: JH; rest: JS QS KS" in position_text(game, state)
        with pytest.raises(DealtError, match="too often in the position: QH"):
            read_position(game, f"{LEDUC}; cards=2,2,0,1,3,5")
        with pytest.raises(DealtError, match="no deal of .* puts the cards there"):
            read_position(game, f"{LEDUC}; hand 0: KH QH; unknown=deal")


def test_any_card_may_be_anywhere_if_ranks_are_independent():
    """Only how many there are is checked then."""
    table = dealt.position(
        "three-card-poker", {"Ana": "A A A"}, unknown="deal", model="independent",
        piles={"dealer": "A A A"},
    )  # fmt: skip
    assert table.view("Ana").hand == ("A", "A", "A")
    with pytest.raises(DealtError, match="'undealt' has 46 cards"):
        dealt.position("three-card-poker; hand: A A A; dealer: A A A; model=independent")


WRONG = [
    ("president; hand 0: 2C 2C", {}, "too often in the position: 2C"),
    ("president; hand 0: 2C", {}, r"missing in the position: 3D 3C .* \(\+39\); name them"),
    ("president; foo=1", {}, "no field 'foo'; its fields: seats, two"),
    ("president; phaes=1", {}, "no field 'phaes': did you mean phase"),
    ("president; hand 9: 3S", {}, "no place 'hand 9': did you mean hand 1"),
    ("president; pile: 3S", {}, "no place 'pile'; its places: hand 0"),
    ("president; hand 0: 3Z", {}, "unknown card '3Z'"),
    ("president; hand 0: ?x", {}, r"cannot read '\?x': write \? for an unknown card"),
    ("president; fo", {}, "cannot read 'fo' in a position"),
    ("president; turn=1; turn=0", {}, "'turn' is there twice"),
    ("president; turn=5; unknown=deal", {}, "turn is 5: must be a seat from 0 to 1"),
    ("president; seats=9", {}, "for 2 to 7 players, not 9"),
    ("president; seats=x", {}, "seats is 'x': must be a number"),
    ("president; pairs=maybe", {}, "option pairs is 'maybe'"),
    ("president; phase=7", {}, "phase is '7': must be asking, giving or playing"),
    ("president; phase=plying", {}, "phase is 'plying': did you mean playing"),
    ("president; passed=1,1,1,1,1,1,1,1", {}, "must be at most 7 values"),
    ("president; gave=9X", {}, "gave: unknown card '9X'"),
    ("president; count=1", {}, "'count' follows from the cards of president"),
    ("president; unknown=what", {}, "unknown is 'what': must be deal"),
    ("president; hand 0: ?60", {}, "60 unknown cards, but only 52 are left"),
    ("president; hand 0: 2C; mover=9; previous=3; unknown=deal", {}, "its rules stop with"),
    ("mason-rummy; seen=4C*900", {}, "seen is '900': must be a number from -128 to 127"),
    ("tranca; hand 0: 3H; unknown=deal", {}, "3H is a dollar"),
    ("tranca; dollars 0: 4H; unknown=deal", {}, "4H is not a dollar"),
    ("tranca; group 0 0: 4H 6H 9H; unknown=deal", {}, "4H 6H 9H are not a sequence"),
    ("tranca; group 0 0: 4H 5S 6H; unknown=deal", {}, "4H 5S 6H are not a sequence"),
    ("tranca; group 0 0: 4H 2H 2S; unknown=deal", {}, "4H 2H 2S are not a sequence"),
    ("tranca; group 0 7: 4H 5H 6H; unknown=deal", {}, "no place 'group 0 7'"),
    ("tranca; morto 2: 4H; unknown=deal", {}, "a morto has 11 cards"),
    ("three-card-poker; hand: A K; unknown=deal", {}, "'hand' has 3 cards"),
    ("presidnet; turn=1", {}, "did you mean president"),
    (";", {}, "no game ''"),
    ("president", {"hands": {"Ana": 5}, "turn": "Eva"}, "no seat 'Eva'; the players are Ana, seat"),
    ("president", {"hands": {"Ana": -1}}, "cards must be a text such as"),
    ("president", {"hands": {"Ana": [4]}}, "cards must be a text such as"),
    ("president", {"hands": ["2C"]}, r"hands must be a dict such as .*, not \['2C'\]"),
    ("president", {"piles": "2C"}, "piles must be a dict such as"),
    ("president", {"hand": {}}, "no argument hand: did you mean hands"),
    ("president", {"seed": -1}, "seed -1: must be"),
    (5, {}, "game must be a name such as penney"),
]


@pytest.mark.parametrize(("game", "arguments", "wrong"), WRONG, ids=str)
def test_wrong_input_gets_one_line(game, arguments, wrong):
    """Missing and doubled cards, unknown fields, places, players and phases."""
    with pytest.raises(DealtError, match=wrong):
        dealt.position(game, **arguments)


def test_sequences_of_tranca_are_laid_as_they_are():
    """Runs and sets, clean and dirty, and twos; the order of their cards does not matter."""
    groups = ["7H 5H 2C 4H", "KC KD 2D KH", "2S 2S 2H", "4S 5S 6S 7S 8S 9S TS"]
    piles = {f"group 1 {number}": cards for number, cards in enumerate(groups)}
    table = dealt.position("tranca", {0: "3S", 1: "4D"}, piles=piles, unknown="deal")
    laid = [group.cards for group in table.view(0).groups(side=1)]
    assert [Counter(cards) for cards in laid] == [Counter(cards.split()) for cards in groups]
    assert laid[0] == ("4H", "5H", "2C", "7H")


def test_who_has_no_cards_is_out():
    """In President, in the order of the seats; who is left alone is last."""
    table = dealt.position("president", {"Ana": "", "Bia": "3S", "Cid": "4S"}, turn=1,
                           unknown="", piles={"played": "?50"})  # fmt: skip
    assert not table.is_over and table.view(0).open.seats[0].notes
    over = dealt.position("president", {"Ana": "", "Bia": "3S"}, piles={"played": "?51"})
    assert over.is_over and over.scores == {"Ana": 1, "Bia": 2}


@pytest.mark.parametrize("game", games.games(), ids=lambda game: game.name)
def test_each_position_of_a_round_is_read_back(game):
    """To its end, with all that has been laid down, traded and given up."""
    match = dealt.match(game, ["random"] * game.seats[0], seed=3, rounds=2)
    for _ in range(2):
        for number in count():
            text = match.table.position
            if number % 3 == 0 or match.table.is_over:
                assert position_text(game, read_position(game, text)) == text
            if match.table.is_over:
                break
            match.table.step()
        if not match.is_over:
            match.next_round()


def test_a_hand_of_mason_rummy_has_an_end():
    """One line says how many cards fit."""
    most = mason_rummy.MOST_IN_HAND
    with pytest.raises(DealtError, match=f"has {most + 1} cards: at most {most} fit"):
        dealt.position("mason-rummy", {"Ana": most + 1, "Bia": 1}, unknown="deal")
