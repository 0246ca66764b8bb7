"""President: the trade in which the upper player asks for cards (P12)."""

from collections import Counter

import pytest

import dealt
from dealt import agents
from dealt.agents.search import SearchAgent
from dealt.core.agent import PolicyAgent, Seat
from dealt.core.match import Match, replay
from dealt.core.record import Record
from dealt.core.table import Table
from dealt.errors import IllegalAction, ParseError
from dealt.games import games
from dealt.games.president import bots, rules, state, words
from dealt.games.president.state import ASKING, GIVING
from dealt.language import speaking
from tests.games.president_tables import (
    DECK,
    PRESIDENT,
    TRADED,
    faces,
    mask,
    play,
    redealt,
    texts,
    trade,
)

ANA = "4D 4C KS 7S"
GIL = "3D 3C 2D 2H KD KC 9H 5D 5C 5H 6D 6C 6H"
ASKS = [f"ask for {rank}" for rank in words.RANKS]


def asking(*hands, **more):
    """A later round before the trade, with requests."""
    return trade(*hands, trade="request", **more)


def test_P12_the_upper_player_asks_and_the_lower_player_gives():
    """P12: the highest card of the rank, the next one for the same rank again; all at once."""
    table = asking(ANA, "", "", GIL)
    assert table.turn == "Ana" and texts(table) == ASKS
    play(table, "ask for kings", "ask for kings")
    assert table.turn == "Ana" and texts(table)[0].startswith("give ")
    assert set(faces(table._state.hand[3]).split()) >= set(GIL.split())  # nothing has moved yet
    play(table, "give 4D", "give 4C")
    assert table.view("Ana").group("got") == ("KD", "KC") == table.view("Dan").group("gave")
    assert table.view("Ana").group("gave") == ("4D", "4C") == table.view("Dan").group("got")
    assert table.turn == "Bob" and texts(table) == ASKS  # the vice-president asks once
    play(table, "ask for aces")
    assert texts(table)[0].startswith("give ")


def test_P12_without_a_card_of_the_rank_the_highest_card_is_given():
    """P12: request by request, each from what is left."""
    for requests, got in [
        (("aces", "jacks"), "2D 2H"),
        (("aces", "twos"), "2D 2H"),
        (("nines", "nines"), "9H 2H"),
        (("twos", "kings"), "KC 2H"),
        (("threes", "nines"), "3C 9H"),
        (("jacks", "sixes"), "6H 2H"),
    ]:
        table = asking(ANA, "", "3H 3S", GIL)
        play(table, *(f"ask for {rank}" for rank in requests), "give 4D", "give 4C")
        assert " ".join(table.view("Ana").group("got")) == got, requests


def test_P12_by_default_nobody_asks():
    """And the trade is what asking for twos again and again would be."""
    plain, by_request = trade(ANA, "", "", GIL), asking(ANA, "", "", GIL)
    assert texts(plain)[0].startswith("give ")
    with pytest.raises(IllegalAction, match=r"cards are not asked for in this match"):
        plain.play("ask for twos")
    play(by_request, "ask for twos", "ask for twos")
    for table in (plain, by_request):
        play(table, "give 4D", "give 4C")
    assert plain.view("Ana").group("got") == by_request.view("Ana").group("got") == ("2D", "2H")
    assert plain._state.hand == by_request._state.hand
    assert plain._state.lacked == by_request._state.lacked


def test_P12_everybody_hears_what_is_asked_for_and_only_two_see_the_cards():
    table = asking(ANA, "", "", GIL)
    play(table, "ask for kings", "ask for nines", "give 4D", "give 4C")
    assert table.log("Bob")[:4] == [
        "Ana asked for kings", "Ana asked for nines", "Ana gave a card", "Ana gave a card",
    ]  # fmt: skip
    assert table.log("Ana")[2] == "Ana gave 4D"
    assert table.view("Bob").group("got") == table.view("Bob").group("gave") == ()
    assert [action for _, action in table.deals("Bob").past] == [18_954, 18_950, -1, -1]


def test_P12_computer_players_ask_for_the_highest_rank_that_others_can_have():
    hand = mask("2D 2C 2H 2S AD AC AH KD")
    ids = list(range(state.ASK, state.ACTIONS))
    assert words.action_text(bots._best_request(hand, ids, len(ids))) == "ask for aces"
    table = asking("2D 2C 2H 2S AD AC AH KD", "", "", "")
    view = table.view("Ana")
    for name in agents.bots(PRESIDENT):
        bot = agents.bot(PRESIDENT, name, 1)
        if isinstance(bot, PolicyAgent):
            assert str(bot.choose(view, table.actions)) == "ask for aces", name
    assert "no higher card can be asked for" in table.hint(agents.bot(PRESIDENT, "good", 1))
    legal_ids = list(ids)
    number = bots.most_promising(list(view.observation), legal_ids, len(legal_ids), 3)
    texts = [words.action_text(action) for action in legal_ids[:number]]
    assert texts == ["ask for aces", "ask for kings", "ask for queens"]


@pytest.mark.parametrize("level", ["AI", "literal", "good", "learned"])
@pytest.mark.parametrize("seats", [2, 3, 7])
def test_matches_with_requests_are_played_to_the_end_and_again(level, seats):
    """By computer players; the record knows the option and every request."""
    match = Match(
        PRESIDENT, agents.seats(PRESIDENT, [level] * seats, 7), seed=7, rounds=3,
        options={"trade": "request"},
    ).run()  # fmt: skip
    requests = [a for table in match.tables for _, a in table.history if a.id >= state.ASK]
    assert len(requests) == 2 * (3 if seats > 3 else 2)
    record = Record.from_json(match.record.to_json())
    assert dict(record.options)["trade"] == "request" or dict(record.options)["trade"] == 1
    assert replay(record, PRESIDENT).totals == match.totals


def test_a_player_that_searches_asks_for_something():
    table = asking(ANA, "", "", GIL, names=["AI", "AI", "AI", "AI"])
    seats = [Seat("Ana", SearchAgent(PRESIDENT, 1, playouts=40, fast=False)), *table.seats[1:]]
    strong = Table(PRESIDENT, [Seat(n, s.agent) for n, s in zip("ABCD", seats, strict=True)],
                   table._state.copy())  # fmt: skip
    assert str(strong.step()) in ASKS and strong._state.asked[0] > 0


def test_records_with_default_options_are_as_before_the_option():
    """Options of records, receipts and ledgers name `trade` only where it is not the default."""
    usual = PRESIDENT.option_values({})
    assert "trade" not in usual
    assert usual == PRESIDENT.option_values({"trade": "highest"})
    assert PRESIDENT.option_values({"trade": 1}) == {**usual, "trade": 1}
    later = [(game, option) for game in games() for option in game.options if option.came_later]
    assert ("president", "trade") in [(game.name, option.name) for game, option in later]
    for each, option in later:
        assert getattr(each.fresh(each.seats[0], {}), option.name) == option.default
    assert PRESIDENT.rules_told(usual) == ()
    assert PRESIDENT.rules_told({**usual, "trade": 1}) == ("trade=request",)


# --- what a seat knows ----------------------------------------------------------------------------


def test_an_observation_shows_requests_to_the_two_until_the_cards_are_there():
    table = asking(ANA, "", "", GIL)
    ana, bob, gil = (table.view(name).observation for name in ("Ana", "Bob", "Dan"))
    assert ana[rules.SEES_PHASE] == ASKING
    assert ana[rules.SEES_LATER] == 2
    assert ana[rules.SEES_TO_GIVE] == bob[rules.SEES_TO_GIVE] == 2
    assert ana[TRADED] == bob[TRADED] == gil[TRADED] == (-1,) * 4
    play(table, "ask for kings")
    assert table.view("Ana").observation[rules.SEES_TO_GIVE] == 1
    play(table, "ask for threes")
    ana, bob, gil = (table.view(name).observation for name in ("Ana", "Bob", "Dan"))
    assert ana[rules.SEES_PHASE] == GIVING and ana[rules.SEES_TO_GIVE] == 2
    assert ana[TRADED] == (-1, -1, -12, -2) and gil[TRADED] == (-12, -2, -1, -1)
    assert bob[TRADED] == (-1,) * 4
    assert table.view("Ana").group("got") == table.view("Dan").group("gave") == ()
    play(table, "give 4D", "give 4C")
    assert table.view("Ana").observation[rules.SEES_GOT : rules.SEES_COUNT] == (
        DECK.parse("3C"),
        DECK.parse("KC"),
    )
    default = trade(ANA, "", "", GIL).view("Ana").observation
    assert default[rules.SEES_PHASE : rules.SEES_OPENING] == (GIVING, 1)


@pytest.mark.no_cover
def test_the_asker_knows_which_cards_the_lower_hand_lacks():
    """P12: nothing of a rank asked for in vain, nothing above what came then; no more than that."""
    table = asking(ANA, "", "", "3D 3C QD QC KD KC 9H 8D 8C 8H 7D 7C 7H")
    play(table, "ask for jacks", "ask for queens", "give 4D", "give 4C")
    assert table.view("Ana").group("got") == ("QC", "KC")
    never = mask("KH KS AD AC AH AS 2D 2C 2H 2S QH QS JD JC JH JS")
    frequencies = Counter()
    for s in redealt(table, "Ana", 600, 5):
        assert not s.hand[3] & never and s.hand[3] & mask("4D 4C") == mask("4D 4C")
        frequencies.update(faces(s.hand[3]).split())
    assert frequencies["KD"] and frequencies["QD"] and frequencies["TS"] and frequencies["3D"]
    # the other way round, and for the others, nothing follows
    upper, other = Counter(), Counter()
    for s in redealt(table, "Dan", 300, 5):
        assert s.lacked[0] == table._state.lacked[0]
        upper.update(faces(s.hand[0]).split())
    for s in redealt(table, "Bob", 300, 5):
        assert s.lacked == [0] * 7
        other.update(faces(s.hand[3]).split())
    assert upper["2S"] and upper["AS"] and other["2S"] and other["KS"]


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("ask for twos", 12), ("ask 2", 12), ("ask for a two", 12), ("ASK FOR AN ACE", 11),
        ("ask six", 3), ("ask for sixes", 3), ("ask 10", 7), ("ask t", 7), ("ask for tens", 7),
        ("ask for a 3", 0),
    ],
)  # fmt: skip
def test_requests_are_read_as_people_say_them(text, rank):
    assert words.parse_action(text) == state.ASK + rank


@pytest.mark.parametrize("text", ["ask", "ask for", "ask for 1", "ask 2S", "ask for two kings"])
def test_other_requests_are_refused_in_one_line(text):
    with pytest.raises(ParseError, match=r"is not a rank; ask for one of threes, fours.* or twos"):
        words.parse_action(text)


def test_requests_have_the_language_of_the_reader():
    with speaking("pt-BR"):
        assert words.action_phrase(state.ASK + 10) == "pedir reis"
        assert words.parse_action("pedir reis") == words.parse_action("ask for kings")
        assert words.parse_action("Pedir 10") == state.ASK + 7


def test_views_and_refusals_follow_the_trade():
    table = asking(ANA, "", "", GIL)
    assert "Turn: Ana, to ask Dan, the Bum, for 2 cards" in str(table.view("Bob"))
    for text in ("give 4D", "pass", "4D"):
        with pytest.raises(IllegalAction, match=r"first ask for cards"):
            table.play(text)
    play(table, "ask for kings")
    view = table.view("Cid")
    assert "Asked for: kings" in str(view) and "for 1 card" in view.open.ask.text
    play(table, "ask for twos")
    assert "Asked for: kings, twos" in str(table.view("Bob"))
    with pytest.raises(
        IllegalAction, match=r"you have asked for everything; now enter give and a card"
    ):
        table.play("ask for twos")
    play(table, "give 4D", "give 4C")
    assert "Asked for" not in str(table.view("Ana"))
    play(table, "ask for twos", "give 9S")
    with pytest.raises(IllegalAction, match=r"only in the trade before a round"):
        table.play("ask for twos")


def test_the_player_who_still_holds_cards_is_last_not_out():
    """P7: the round stops then."""
    match = dealt.match("president", ["Ana", "AI"], seed=3, rounds=1)
    while not match.table.is_over:
        match.play(match.table.actions[-1])
    lines = str(match.table.view("Ana")).splitlines()
    view = match.table.view("Ana")
    last = next(seat for seat in view.open.seats if view.count(seat.seat))
    assert [note.code for note in last.notes] == ["last"] and last.role.code == "bum"
    summaries = [line for line in lines if line.startswith(f"{last.name}, Bum")]
    assert summaries[0].endswith("last, place 2")
    assert sum("out, place 1" in line for line in lines) == 1
