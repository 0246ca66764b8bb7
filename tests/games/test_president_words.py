"""President: words, refusals, views, options and the document's functions."""

import doctest

import msgspec
import pytest

import dealt
from dealt.core.tricks import trick_of
from dealt.errors import IllegalAction, ParseError, SetupError
from dealt.games.president import (
    ai_choose_cards,
    ai_move,
    answers,
    full_deck,
    get_finishing_roles,
    get_lowest_card,
    get_type,
    get_valid_moves,
    options,
    seed,
    sorted_by_hand_type,
    tables,
    words,
)
from dealt.games.president.state import State
from dealt.language import speaking
from tests.games.president_tables import (
    DECK,
    NAMES,
    PRESIDENT,
    TYPES,
    first_round,
    mask,
    play,
    position,
    previous_of,
    stacked,
    told_of,
    trade,
)

# --- words ----------------------------------------------------------------------------------------


def test_actions_are_said_as_the_rules_say():
    """0 is pass, then the moves by type, strength and cards, then a card to give."""
    said = {
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
    for action, text in said.items():
        assert words.action_text(action) == text and words.parse_action(text) == action
    assert words.told(18_943) == "gives a card" == words.told(18_892)
    assert words.told(18_956) == "ask for twos"
    assert words.told(53) == "3D 3C" and words.told(0) == "pass"
    assert sorted(tables.PLAYS) == tables.PLAYS and len(set(tables.PLAY_MASK)) == 18_892


def test_words_are_read_in_any_order_and_case():
    """Commas, small letters and 10 for the ten are understood."""
    assert words.parse_action("3c 3d") == words.parse_action("3D,3C") == 53
    assert words.parse_action("play 7d 10c,9H  js 8D") == words.parse_action("7D 8D 9H TC JS")
    assert words.parse_action(" PASS ") == 0
    assert words.parse_action("Give 10h") == tables.GIVE + DECK.parse("TH")


NO_MOVE = (
    "{}: not a move; play one to four cards of one rank, or a straight, a flush, a full house, "
    "four of a kind plus one, or a straight flush (P2)"
)
UNKNOWN = "unknown card '{}'; cards of this game look like '3D', '9H'"


@pytest.mark.parametrize(
    ("said", "reason"),
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
def test_words_that_cannot_be_read_say_what_can(said, reason):
    """One line with what was read and what can be said."""
    with pytest.raises(ParseError) as error:
        words.parse_action(said)
    assert str(error.value) == reason


# --- refusals -------------------------------------------------------------------------------------

HAND = "4D 4C 9S TD JD QD KD"


@pytest.mark.parametrize(
    ("to_beat", "said", "reason"),
    [
        ("", "pass", "a leader may not pass (P5)"),
        ("", "give 4D", "cards are given only in the trade before a round (P9)"),
        ("", "4H 4S", "4H and 4S not in hand; the hand is 4D 4C 9S TD JD QD KD"),
        ("", "4D 4S", "4S not in hand; the hand is 4D 4C 9S TD JD QD KD"),
        ("5S", "4D", "one-card is not higher than 5S (one-card) (P3)"),
        ("5S", "4D 4C", "5S is answered with as many cards (P3)"),
        ("5D 5S", "4D 4C", "pair is not higher than 5D 5S (pair) (P3)"),
        ("5D 5S", "9S", "5D 5S is answered with as many cards (P3)"),
        ("5D 5S", "give 9S", "cards are given only in the trade before a round (P9)"),
        (
            "3D 3C 3H 5D 5C",
            "9S TD JD QD KD",
            "straight is not higher than 3D 3C 3H 5D 5C (full house) (P3)",
        ),
    ],
)
def test_refusals_say_why(to_beat, said, reason):
    """The reason names the cards, the ruling and what is to be answered."""
    table = position(HAND, "3S", to_beat=to_beat, mover=1 if to_beat else -1)
    before = table._state.fields()
    with pytest.raises(IllegalAction) as error:
        table.play(said)
    action = words.action_text(words.parse_action(said))
    done = action if action[0].islower() else f"play {action}"
    assert str(error.value) == f"Ana cannot {done}: {reason}"
    assert table._state.fields() == before


def test_refusals_in_the_trade_and_of_what_is_not_played():
    """Before the trade is done nothing is played; a type may be forbidden."""
    table = trade("4D 4C 9S TD JD QD KD", *[""] * 6)
    for said, reason in [
        ("pass", r"first give cards in the trade: enter give and a card \(P9\)"),
        ("4D 4C", r"first give cards in the trade: enter give and a card \(P9\)"),
        ("give 4S", "4S not in hand; the hand is 4D 4C 9S TD JD QD KD"),
    ]:
        with pytest.raises(IllegalAction, match=reason):
            table.play(said)
    table.play("give 9S")
    with pytest.raises(IllegalAction, match="Ana cannot give 9S: 9S is chosen already"):
        table.play("give 9S")
    table = position(HAND, "3S", pairs="no")
    with pytest.raises(IllegalAction, match=r"pair: the round is not played with such moves \(P2"):
        table.play("4D 4C")
    table = position(HAND, "3S", to_beat="3H", mover=1, passing="unable")
    with pytest.raises(
        IllegalAction, match=r"cannot pass: only a player who cannot answer may pass \(P5\)"
    ):
        table.play("pass")
    table = position("3D 4C 9S", "3S")
    table._state.opening, table._state.lowest = 1, 0
    with pytest.raises(IllegalAction, match=r"the first move of a match contains 3D \(P5\)"):
        table.play("4C")


@pytest.mark.parametrize(
    ("to_beat", "said", "given"),
    [
        ("3S 5S 7S 9S JS", "4D 4C 4H 9D 9C", {"full_houses": "no"}),
        ("3S 4S 5S 6S 7H", "8D TD JD QD KD", {"flushes": "no"}),
        ("3S 4S 5S 6S 7H", "JD QC KC AC 2C", {"two_in_straights": "no"}),
    ],
)
def test_a_forbidden_move_that_would_be_higher_is_not_called_lower(to_beat, said, given):
    """P2, P4: the reason is that the round is not played with it, not P3."""
    table = position(f"{said} AS", "3D", to_beat=to_beat, mover=1, **given)
    with pytest.raises(IllegalAction) as error:
        table.play(said)
    assert "is not higher than" not in str(error.value)


def test_a_row_with_a_two_is_a_flush_where_a_two_is_in_no_straight():
    """P4: and a flush is not higher than a full house."""
    table = position(
        "JD QD KD AD 2D AS", "3D", to_beat="3S 3C 3H 4S 4H", mover=1, two_in_straights="no"
    )
    with pytest.raises(IllegalAction, match="flush is not higher than 3C 3H 3S 4H 4S"):
        table.play("JD QD KD AD 2D")


# --- views ----------------------------------------------------------------------------------------


def test_a_view_prints_what_a_player_sees():
    """Plays since the lead, roles, cards, passes and the own hand, in turn order."""
    table = position("4D 9D", "", "8H 6D 9H", "3D", order=(2, 3, 0, 1), turn=2)
    assert str(table.view("Cid")).splitlines()[0] == "Trick: any move may lead"
    play(table, "6D", "pass")
    assert str(table.view("Cid")).splitlines() == [
        "Trick: Cid 6D (one-card), Dan passed",
        "Cid, President",
        "Dan, Vice-President: 1 card, passed",
        "Ana, Vice-Bum: 2 cards",
        "Bob, President: 0 cards, out, place 1",
        "Hand of Cid: 8H 9H",
        "Turn: Ana, to answer or pass",
    ]
    assert str(table.view("Bob")).splitlines()[-2:] == [
        "Hand of Bob: empty",
        "Turn: Ana, to answer or pass",
    ]
    play(table, "9D")
    assert "Trick: Cid 6D (one-card), Dan passed, Ana 9D (one-card)" in str(table.view("Bob"))
    play(table, "9H", "pass", "pass")
    assert str(table.view("Dan")).splitlines()[-1] == "Turn: Cid, to lead"
    play(table, "8H")
    assert told_of(table.view("Cid"))["Cid"] == ["out"]
    line = str(table.view("Dan")).splitlines()[1]
    assert line == "Cid, Vice-President: 0 cards, out, place 2"


def test_a_view_of_the_first_round_has_no_roles():
    """Until somebody is out; the first lead says which card it contains."""
    table = dealt.table("president", NAMES[:3], deck=stacked("", "3D", ""))
    assert str(table).splitlines()[:5] == [
        "Trick: no lead yet",
        "The first move must contain 3D",
        "Ana: 17 cards",
        "Bob",
        "Cid: 17 cards",
    ]
    assert str(table).splitlines()[-1] == "Turn: Bob, to lead"
    s = table._state
    s.hand[1], s.count[1] = mask("3D"), 1
    table.play("3D")
    assert [seat.role and seat.role.code for seat in table.view(0).open.seats] == [
        None,
        "president",
        None,
    ]
    assert str(table.view(0)).splitlines()[2] == "Bob, President: 0 cards, out, place 1"


def test_nobody_leads_after_the_last_card():
    """A two that ends the trick and the round leaves no trick to lead to (P6, P7)."""
    table = position("2S", "3D", twos_end_trick=True)
    assert str(table.view(1)).splitlines()[0] == "Trick: any move may lead"
    table.play("2S")
    assert table.is_over and not trick_of(table.view(1).open).empty
    assert "may lead" not in str(table.view(1))


def test_a_view_tells_of_the_own_trade_alone():
    """What is chosen, given and got, from low to high."""
    table = trade("4D 4C KS", "", "", "", "8D 2H 2D 2S AC")
    trades = "Ana (President) and Eva (Bum) trade 2 cards; Bob (Vice-President) and Dan (Vice-Bum)"
    assert str(table).splitlines()[:2] == ["Trick: after the trade", f"{trades} trade 1 card"]
    table.play("give KS")
    assert "Cards chosen: KS" in str(table.view("Ana")).splitlines()
    assert "chosen" not in str(table.view("Bob")) and table.view("Bob").group("chosen") == ()
    assert str(table.view("Bob")).splitlines()[-1] == "Turn: Ana, to give 1 card to Eva, the Bum"
    assert "KS" in table.view("Ana").hand
    table.play("give 4D")
    assert str(table.view("Ana")).splitlines()[-3:-1] == [
        "Given to Eva, the Bum: 4D KS",
        "Received from Eva, the Bum: 2H 2S",
    ]
    assert str(table.view("Eva")).splitlines()[-3:-1] == [
        "Given to Ana, the President: 2H 2S",
        "Received from Ana, the President: 4D KS",
    ]
    for name in ("Bob", "Cid", "Dan"):
        assert [zone.id for zone in table.view(name).own.zones] == [f"hand:{NAMES.index(name)}"]


def test_a_view_has_all_that_is_known_as_data():
    """Who passed, who is out, the trick, what the seat in turn has asked for: each with a code."""
    table = position("4D 9D", "", "8H 6D 9H", "3D", order=(2, 3, 0, 1), turn=2)
    play(table, "6D", "pass")
    assert data(table.view("Dan").open) == {
        "seats": [
            {"seat": 2, "name": "Cid", "role": {"code": "president", "text": "President"}},
            {
                "seat": 3,
                "name": "Dan",
                "role": {"code": "vice-president", "text": "Vice-President"},
                "notes": [{"code": "passed", "text": "passed"}],
            },
            {"seat": 0, "name": "Ana", "role": {"code": "vice-bum", "text": "Vice-Bum"}},
            {
                "seat": 1,
                "name": "Bob",
                "role": {"code": "president", "text": "President"},
                "notes": [{"code": "out", "text": "out, place 1"}],
            },
        ],
        "zones": [
            {
                "kind": "trick",
                "id": "trick",
                "label": "Trick",
                "plays": [
                    {"seat": 2, "cards": ["6D"], "note": {"code": "one-card", "text": "one-card"}},
                    {"seat": 3, "note": {"code": "passed", "text": "passed"}},
                ],
                "best": 0,
            },
            {"kind": "hand", "id": "hand:2", "seat": 2, "count": 2},
            {"kind": "hand", "id": "hand:3", "seat": 3, "count": 1},
            {"kind": "hand", "id": "hand:0", "seat": 0, "count": 2},
            {"kind": "hand", "id": "hand:1", "seat": 1, "count": 0},
        ],
        "ask": {"seat": 0, "code": "answer", "text": "to answer or pass"},
    }
    table = trade("4D 4C KS", "", "", "8D 2H 2D 2S AC", trade="request")
    play(table, "ask for kings", "ask for twos", "give KS")
    view = table.view("Ana")
    assert data(view.open.facts)[1:] == [
        {"code": "requested", "text": "Asked for: kings, twos", "value": "kings, twos"}
    ]
    assert data(view.open.ask) == {
        "seat": 0,
        "code": "give",
        "text": "to give 1 card to Dan, the Bum",
    }
    assert data(view.own.zones[1:]) == [
        {"kind": "group", "id": "chosen", "label": "Cards chosen", "seat": 0, "cards": ["KS"]}
    ]


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("3D", "one-card"),
        ("3D 3C", "pair"),
        ("3D 3C 3H", "three-of-a-kind"),
        ("3D 3C 3H 3S", "four-of-a-kind"),
        ("3D 4D 5D 6D 7C", "straight"),
        ("3D 4D 5D 6D 8D", "flush"),
        ("3D 3C 3H 4D 4C", "full house"),
        ("3D 3C 3H 3S 4D", "four-of-a-kind plus one"),
        ("JD QD KD AD 2D", "straight flush"),
    ],
)
def test_a_view_names_the_type_that_is_to_be_beaten(cards, kind):
    """A row to the two of one suit is a flush where a two is in no straight."""
    assert type_in(position("9S", "9H", to_beat=cards, mover=1)) == kind
    no = position("9S", "9H", to_beat=cards, mover=1, two_in_straights="no")
    assert type_in(no) == ("flush" if "2D" in cards else kind)
    assert previous_of(no.view(0)) == cards
    for two_in_straights in ("yes", "no"):
        table = position(f"{cards} AS", "9H", two_in_straights=two_in_straights)
        form = table.read(cards).form
        table.play(cards)
        assert form == type_in(table)


def type_in(table):
    """What the play to beat is."""
    trick = table.view(0).find("trick")
    return trick.plays[trick.best].note.code


# --- actions as data ------------------------------------------------------------------------------


def data(part):
    """A part of a view as it is sent."""
    return msgspec.json.decode(msgspec.json.encode(part))


def test_actions_are_data():
    """A play goes to the trick, a card that is given to the hand of the partner."""
    table = position("4D 4C 9S", "3S", "5D", order=(1, 0, 2), to_beat="3H 3D", mover=1)
    assert [data_of(action) for action in table.actions] == [
        ("pass", (), None, (), "", ()),
        ("play", ("4D", "4C"), "hand:0", ("trick",), "pair", ()),
    ]
    table = trade("4D 4C KS", "5D", "", "", trade="request")
    assert data_of(table.actions[-1]) == (
        "ask", (), None, (), "", ("2D", "2C", "2H", "2S"),
    )  # fmt: skip
    play(table, "ask for twos", "ask for twos", "give KS", "give 4D", "ask for twos")
    assert data_of(table.read("give 5D")) == ("give", ("5D",), "hand:1", ("hand:2",), "", ())


def data_of(action):
    """All but id and text."""
    return (
        action.verb, action.cards, action.source, action.targets, action.form, action.shows
    )  # fmt: skip


def test_the_log_is_told_in_the_past_tense():
    """In the language of the reader; cards that were given are known to the giver alone."""
    table = trade("4D 4C KS", "5D", "", "8D 2H 2D 2S AC", trade="request")
    play(table, "ask for twos", "ask for kings", "give KS", "give 4D", "ask for twos", "give 5D")
    play(table, "4C", "pass")
    assert table.log("Dan") == [
        "Ana asked for twos",
        "Ana asked for kings",
        "Ana gave a card",
        "Ana gave a card",
        "Bob asked for twos",
        "Bob gave a card",
        "Ana played 4C",
        "Bob passed",
    ]
    assert table.log("Ana")[2] == "Ana gave KS" and table.event(2, 3).cards == ()
    with speaking("pt-BR"):
        assert table.log("Ana")[2::2] == ["Ana deu KS", "Bob pediu dois", "Ana jogou 4C"]


@pytest.mark.parametrize(
    ("cards", "zone", "reason"),
    [
        ("9S", "trick", "Ana cannot play 9S: 5D 5S is answered with as many cards (P3)"),
        ("4C 4D", None, "Ana cannot play 4D 4C: pair is not higher than 5D 5S (pair) (P3)"),
        ("9S 9H", "trick", ""),
        (
            "4D",
            "hand:1",
            "Ana cannot give 4D: cards are given only in the trade before a round (P9)",
        ),
    ],
)
def test_chosen_cards_mean_a_move(cards, zone, reason):
    """Of the cards and the zone that somebody taps; empty: it may be done."""
    table = position("4D 4C 9S 9H", "3S", to_beat="5D 5S", mover=1)
    assert table.why(cards.split(), zone) == reason


def test_chosen_cards_may_mean_nothing():
    """They are no move; in the trade cards go one by one."""
    table = position("4D 4C 9S 9H", "3S")
    with pytest.raises(ParseError, match="4D 9S: not a move"):
        table.why(["4D", "9S"], "trick")
    with pytest.raises(ParseError, match="no card: not a move"):
        table.why([], "trick")
    table = trade("4D 4C KS", "", "", "")
    assert table.why(["KS"], "hand:3") == table.why(["KS"], None) == ""
    for cards in ([], ["4D", "KS"]):
        with pytest.raises(ParseError, match="choose one card: cards are given one by one"):
            table.why(cards, "hand:3")
    table = trade("4D 4C KS", "", "", "", trade="request")
    assert "first ask for cards" in table.why(["KS"], "hand:3")
    with pytest.raises(ParseError, match="first ask for cards"):
        table.why([], "hand:3")


def test_the_hand_of_another_player_takes_no_cards_in_play():
    """Whatever is chosen for it, also nothing."""
    table = position("4D 4C 9S 9H", "3S")
    for cards in ([], ["4D", "9S"]):
        with pytest.raises(ParseError, match="cards are given only in the trade before a round"):
            table.why(cards, "hand:1")


# --- places ---------------------------------------------------------------------------------------


def test_places_of_cards_are_those_of_the_state():
    """Hands, what is out of play, and what has been played."""
    table = dealt.table("president", NAMES, deck=stacked(*[""] * 7, out="5D 3D 9S"))
    table.play("3C")
    places = words.cards_in_play(table._state)
    assert list(places) == [f"hand {seat}" for seat in range(7)] + ["out of play", "played"]
    assert places["out of play"] == [DECK.parse(face) for face in ("3D", "5D", "9S")]
    assert places["played"] == [DECK.parse("3C")]
    assert sorted(card for cards in places.values() for card in cards) == list(range(52))


def test_what_is_hidden_after_the_deal():
    """The other hands, and what is left over above the lowest card; nothing between two."""
    for seats, out, hidden in [
        (2, "", []),
        (3, "3D", ["hand 1", "hand 2"]),
        (3, "3C", ["hand 1", "hand 2", "out of play"]),
        (4, "", ["hand 1", "hand 2", "hand 3"]),
        (7, "3D 3C 3H", [f"hand {seat}" for seat in range(1, 7)]),
        (7, "3D 3C 2S", [*(f"hand {seat}" for seat in range(1, 7)), "out of play"]),
    ]:
        table = dealt.table("president", NAMES[:seats], deck=stacked(*[""] * seats, out=out))
        assert words.hidden_places(table._state, 0) == set(hidden)


# --- the document's functions ---------------------------------------------------------------------


def test_examples_in_the_texts_are_right():
    """Those of the module and those of RULES.md."""
    failed, tried = doctest.testmod(seed)
    assert failed == 0 and tried == 3
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    failed, tried = runner.run(parser.get_doctest(PRESIDENT.document(), {}, "RULES.md", None, 0))
    assert failed == 0 and tried == 5


def test_cards_are_written_as_a_text_or_a_list():
    """With blanks or commas; a move comes back from low to high."""
    assert get_type(["3D", "3C"]) == get_type("3c,3d") == get_type(("3D", "3C")) == "pair"
    assert get_type("") == get_type([]) == "empty"
    assert get_valid_moves("3C 3D") == ["3D 3C", "3D", "3C"]
    assert answers(["6D", "6S"], "6H,6C")
    assert get_lowest_card(["3D", "3C"]) == "3H" and get_lowest_card(full_deck()[:-1]) == "2S"


def test_valid_moves_come_with_the_greatest_type_first():
    """And the lowest move first within a type; those with a card only, those that answer only."""
    moves = ["4D", "3D 3C", "2S", "5D 5C 5H 6D 6C", "3D 3H", "3S 4S 5S 6S 7S", "3D 4C 5H 6S 7D"]
    assert sorted_by_hand_type(moves) == [
        "3S 4S 5S 6S 7S",
        "5D 5C 5H 6D 6C",
        "3D 4C 5H 6S 7D",
        "3D 3C",
        "3D 3H",
        "4D",
        "2S",
    ]
    assert sorted_by_hand_type(["2H 2S", "2D 2S", "2D 2H", "AH AS"]) == [
        "AH AS",
        "2D 2H",
        "2D 2S",
        "2H 2S",
    ]
    rows = ["JH QH KH AH 2H", "3S 4S 5S 6S 2S", "3H 4H 5H 6H 2H"]
    assert sorted_by_hand_type(rows) == [rows[0], rows[2], rows[1]]
    assert sorted_by_hand_type(rows, two_in_straights="no") == [rows[2], rows[0], rows[1]]
    assert get_valid_moves("3D 3C 4H 9S", containing="3C") == ["3D 3C", "3C"]
    assert get_valid_moves("3D 3C 4H 9S", previous="3H", containing="9S") == ["9S"]
    assert get_valid_moves("3D 3C 4H 9S", previous="2S") == []
    assert get_valid_moves("9S 9H 4D 4C", previous="3D 3C") == ["4D 4C", "9H 9S"]


TWICE = "3D 3D: the same card twice"
NO_OPTION = "president has no option 'jokers'; its options: two_in_straights, equal_values, "
NO_TWO = "JD QC KH AS 2D: not a move in a match where twos are in no straight (P4)"


@pytest.mark.parametrize(
    ("call", "error", "reason"),
    [
        (lambda: get_lowest_card(full_deck()), ParseError, "all 52 cards are left over; at least"),
        (lambda: get_lowest_card("3D 3D"), ParseError, TWICE),
        (lambda: get_type("3D 3D"), ParseError, TWICE),
        (lambda: get_type("3D 1D"), ParseError, UNKNOWN.format("1D")),
        (lambda: get_type("3D", jokers="yes"), SetupError, NO_OPTION),
        (
            lambda: get_type("3D", pairs="maybe"),
            SetupError,
            "option pairs is 'maybe': must be yes or no",
        ),
        (lambda: answers("3D 4D", "3C"), ParseError, NO_MOVE.format("3D 4D")),
        (lambda: answers("3D", "3C 4D"), ParseError, NO_MOVE.format("3C 4D")),
        (lambda: answers("", "3C"), ParseError, NO_MOVE.format("no card")),
        (lambda: answers("3D", ""), ParseError, NO_MOVE.format("no card")),
        (lambda: answers("JD QC KH AS 2D", "3D", two_in_straights="no"), ParseError, NO_TWO),
        (lambda: ai_move("3D", "JD QC KH AS 2D", two_in_straights=0), ParseError, NO_TWO),
        (lambda: get_valid_moves("3D 3D"), ParseError, TWICE),
        (lambda: get_valid_moves("3D", containing="1D"), ParseError, UNKNOWN.format("1D")),
        (lambda: sorted_by_hand_type(["3D", "3D 3D"]), ParseError, TWICE),
        (lambda: ai_move(""), ParseError, "no move in the hand ''"),
        (
            lambda: ai_move("5D 6C", containing="3D"),
            ParseError,
            "no move that contains 3D in the hand '5D 6C'",
        ),
        (lambda: ai_choose_cards("3D", 2), SetupError, "2 cards to give from a hand of 1"),
        (lambda: ai_choose_cards("3D", -1), SetupError, "-1 cards to give from a hand of 1"),
        (lambda: get_finishing_roles(1), SetupError, "President is for 2 to 7 players, not 1"),
        (lambda: get_finishing_roles(8), SetupError, "President is for 2 to 7 players, not 8"),
    ],
)
def test_errors_of_the_functions_are_one_clear_line(call, error, reason):
    """What is wrong and with what."""
    with pytest.raises(error) as found:
        call()
    assert str(found.value).startswith(reason) and "\n" not in str(found.value)


def test_options_are_those_of_the_state_and_default_to_the_document():
    """In the order of the fields; names and numbers are both understood."""
    fields = [field.name for field in State.FIELDS]
    assert tuple(fields[1:15]) == options.OPTIONS
    defaults = dict.fromkeys(options.OPTIONS[:-1], 1)
    for name in ("equal_values", "pass_is_final", "twos_end_trick", "passing"):
        defaults[name] = 0
    assert options.option_values({}) == PRESIDENT.option_values({}) == defaults
    given = {"equal_values": "never", "passing": "unable", "pairs": "no", "pass_is_final": 1}
    changed = {**defaults, "equal_values": 1, "passing": 1, "pairs": 0, "pass_is_final": 1}
    assert options.option_values(given) == changed


def test_facts_of_the_game():
    """Two to seven players, three rounds, few points win."""
    assert PRESIDENT.seats == (2, 3, 4, 5, 6, 7) and PRESIDENT.rounds == 3
    assert PRESIDENT.low_wins and PRESIDENT.score_bounds == (1, 7)
    assert first_round(7).table.scores["Gil"] == 7 and len(TYPES) == len(words.TYPE_NAMES)
    assert words.TYPE_NAMES == TYPES


def test_what_follows_from_an_action_is_told():
    """Who is out and who leads, and trades without their cards (P7, P9)."""
    table = dealt.table("president", NAMES[:3], deck=stacked("", "3D", ""))
    s = table._state
    s.hand[1], s.count[1] = mask("3D"), 1
    s.hand[2], s.count[2] = mask("4D"), 1
    told = []
    for said in ("3D", "4D"):
        before = table.view(table.seat_in_turn)
        table.play(said)
        told.append(words.followed(before, table.view(before.seat)))
    assert told == [["Bob is out, place 1"], ["Cid is out, place 2", "Ana is last, place 3"]]


@pytest.mark.parametrize("number", [1, 2])
def test_a_trade_that_is_done_is_told_without_its_cards(number):
    """Two cards between first and last, one between the vices; then the president leads."""
    match = first_round(4)
    table = match.next_round()
    heard = []
    while table.view(0).asked == "give":
        before = table.view(table.seat_in_turn)
        table.play(table.actions[number])
        heard += words.followed(before, table.view(before.seat))
    assert [line.partition(" trade ")[2] for line in heard[:2]] == ["2 cards", "1 card"]
    assert heard[2] == f"{table.turn} leads" and len(heard) == 3
