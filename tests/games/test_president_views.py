"""President's views: actions as data, the log, and the places of cards."""

import msgspec
import pytest

import dealt
from dealt.core.presentation import trick_of
from dealt.errors import ParseError
from dealt.games.president import words
from dealt.language import speaking
from tests.games.president_tables import (
    DECK,
    NAMES,
    mask,
    play,
    position,
    previous_of,
    stacked,
    told_of,
    trade,
)

# --- views ----------------------------------------------------------------------------------------


def test_a_view_prints_what_a_player_sees():
    """Plays since the lead, roles, cards, passes and the own hand, in turn order."""
    table = position("4D 9D", "", "8H 6D 9H", "3D", order=(2, 3, 0, 1), turn=2)
    assert str(table.view("Cid")).splitlines()[0] == "Trick: any move may lead"
    play(table, "6D", "pass")
    assert str(table.view("Cid")).splitlines() == [
        "Trick: Cid 6D, Dan passed",
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
    assert "Trick: Cid 6D, Dan passed, Ana 9D" in str(table.view("Bob"))
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
    roles = [seat.role and seat.role.code for seat in table.view(0).open.seats]
    assert roles == [None, "president", None]
    assert str(table.view(0)).splitlines()[2] == "Bob, President: 0 cards, out, place 1"


def test_no_player_leads_after_the_last_card():
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
                    {"seat": 2, "cards": ["6D"]},
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
        ("3D", ""),
        ("3D 3C", "pair"),
        ("3D 3C 3H", "three of a kind"),
        ("3D 3C 3H 3S", "four of a kind"),
        ("3D 4D 5D 6D 7C", "straight"),
        ("3D 4D 5D 6D 8D", "flush"),
        ("3D 3C 3H 4D 4C", "full house"),
        ("3D 3C 3H 3S 4D", "four of a kind plus one"),
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
    note = trick.plays[trick.best].note
    return "" if note is None else note.code


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


def test_the_log_is_in_the_past_tense():
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
        ("9S", "trick", "Ana cannot play 9S: an answer to 5D 5S needs the same number of cards"),
        ("4C 4D", None, "Ana cannot play 4D 4C: 4D 4C is not higher than 5D 5S"),
        ("9S 9H", "trick", ""),
        ("4D", "hand:1", "Ana cannot give 4D: cards are given only in the trade before a round"),
    ],
)
def test_chosen_cards_mean_a_move(cards, zone, reason):
    """Of the cards and the zone that somebody taps; empty: it may be done."""
    table = position("4D 4C 9S 9H", "3S", to_beat="5D 5S", mover=1)
    assert table.why(cards.split(), zone) == reason


def test_chosen_cards_may_mean_nothing():
    """They do not make a move; in the trade cards go one by one."""
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
    """With any cards chosen for it, or none."""
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
