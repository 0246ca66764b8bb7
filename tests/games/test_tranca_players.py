"""Tranca: the player `good`, what a search of it looks at, and the hint in its words."""

import re

import numpy as np
import pytest

from dealt.core.agent import PolicyAgent, Seat
from dealt.core.compiled import compiled
from dealt.core.match import Match
from dealt.games.tranca import GAME, heuristic, hints, rules
from dealt.games.tranca.state import ACTIONS, DISCARD, TURN_LIMIT, USED
from dealt.games.tranca.words import action_text, view
from dealt.testing import walk
from tests.games.tranca_tables import NAMES, position

SEEDS = range(12)
MOST = 24


def open_at(s):
    """What the seat in turn sees, and what is open to it."""
    observation, out = [0] * GAME.sizes.observation, [0] * ACTIONS
    rules.observe(s, s.turn, observation)
    return observation, out[: rules.legal(s, out)]


def chosen(s):
    """What `good` does in a state."""
    observation, legal_ids = open_at(s)
    return heuristic.good(observation, legal_ids, len(legal_ids))


def says(table):
    """What `good` does at a table, in words."""
    return action_text(chosen(table._state))


def random_positions():
    """Positions of random matches with all numbers of seats and all options."""
    for seed in SEEDS:
        yield from (s for s in walk.some_positions(GAME, seed, 12) if not rules.is_over(s))


def rounds(seeds, *policies):
    """Finished rounds of four, the policies in turn around the table."""
    for seed in seeds:
        agents = [PolicyAgent("p", policies[seat % len(policies)]) for seat in range(4)]
        seats = [Seat(name, agent) for name, agent in zip(NAMES, agents, strict=False)]
        yield Match(GAME, seats, seed=seed, rounds=1).run()


# --- the choices ----------------------------------------------------------------------------------


def test_good_is_an_open_action_and_sees_nothing_hidden():
    """Random positions, all numbers of seats; hidden cards dealt anew change nothing."""
    changed = 0
    for number, s in enumerate(random_positions()):
        observation, legal_ids = open_at(s)
        action = heuristic.good(observation, legal_ids, len(legal_ids))
        assert action in legal_ids
        twin = walk.redealt(GAME, s, s.turn, number)
        assert chosen(twin) == action
        changed += twin.fields() != s.fields()
    assert changed > 50


@pytest.mark.no_cover
def test_good_chooses_the_same_plain_and_compiled():
    """The policy alone, without the rules around it, which take long to compile."""
    fast = compiled({"good": heuristic.good}, GAME.verbs())["good"]
    for s in random_positions():
        observation, legal_ids = open_at(s)
        arrays = np.array(observation, np.int64), np.array(legal_ids, np.int64)
        assert fast(*arrays, len(legal_ids)) == heuristic.good(
            observation, legal_ids, len(legal_ids)
        )


def test_rounds_of_good_end_by_play():
    """By going out, or with the stock used up; far from the limits."""
    played = [match.tables[0] for match in rounds(range(20), heuristic.good)]
    assert all(table._state.outcome != TURN_LIMIT for table in played)
    assert max(len(table.history) for table in played) < 400
    assert sum("went out" in table.outcome for table in played) > 12


def test_good_is_better_than_the_greedy_player():
    """Ten deals, each side of the table for each of the two."""
    greedy = GAME.bots.by_name["AI"](0)
    lead = 0
    for order, sign in (
        ((heuristic.good, greedy.policy), 1),
        ((greedy.policy, heuristic.good), -1),
    ):
        for match in rounds(range(10), *order):
            one, other, *_ = match.totals.values()
            lead += sign * (one - other)
    assert lead > 0


# --- its reasons, at tables built by hand ---------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "more", "text"),
    [
        ("5D 9C 6C", {}, "take new 6C 7C 8C"),
        ("5D 9C", {"laid": ("6C 7C 8C",)}, "take on 1"),
        ("3C 3S 3C 9C", {"laid": ("6C 7C 8C",)}, "draw"),
        ("5D 9C", {"laid": ("6C 7C 8C|4D 5D 6D 7D 8D 9D TD",), "mortos": ()}, "draw"),
    ],
    ids=["into a new sequence", "onto one", "trancas spoil it", "going out is near"],
)
def test_a_pile_is_weighed(pile, more, text):
    """Its cards, its trancas, and whether a big hand is wanted."""
    assert says(position("7C 8C KD 4S", "QD QH JS 5S", pile=pile, **more)) == text


def test_good_lays_the_best_sequence_first():
    """Natural cards on what lies there, then new sequences, sets before runs; twos are kept."""
    at = {"playing": True, "laid": ("4H 5H 6H",)}
    assert says(position("7H QC QD QS 8S 9S TS 2C", **at)) == "lay 7H on 1"
    assert says(position("QC QD QS 8S 9S TS 2C 4D", **at)) == "new QC QD QS"
    assert says(position("8S 9S TS 2C 4D", **at)) == "new 8S 9S TS"
    assert says(position("8S 9S 2C 4D KD", **at)) == "new 8S 9S 2"
    assert says(position("2C 4D 8S KD", **at)) == "discard 4D"
    assert says(position("2C 4D 8S", **at)) == "lay 2 on 1", "a hand of three is to be emptied"


def test_a_two_makes_a_canastra():
    """However many cards are in hand."""
    table = position("2C 4D 8S KD JC", playing=True, laid=("4H 5H 6H 7H 8H 9H",))
    assert says(table) == "lay 2 on 1"
    table = position("2C 2D 2H 4D 8S KD JC", playing=True, laid=("4H 5H 6H 7H",))
    assert says(table) == "discard 4D", "three twos are worth more one by one"


def test_discards():
    """A tranca first, then what nothing goes with; a pair and neighbours are kept, twos too."""
    assert says(position("3C 4D KD KS", playing=True)) == "discard 3C"
    assert says(position("4D KD JS 2C", playing=True)) == "discard 4D"
    assert says(position("4D 7S 8S JC", playing=True)) == "discard 4D"
    assert says(position("4D 5D 9C JS", playing=True)) == "discard 9C"


def test_a_gift_is_for_those_with_few_cards():
    """What fits the others' table is dear on a big pile, and a burden for a small hand."""
    at = {"playing": True, "laid": ("", "9H TH JH"), "mortos": (), "had": ((1, USED),)}
    pile = "5C 7D 9S 4S JS 4H 5C 7C"
    assert says(position("8H QD 4C", "KD KH QS JS 9S 8S 7S 5S", pile=pile, **at)) == "discard 4C"
    assert says(position("8H QD", "KD KH QS JS 9S 8S 7S 5S", pile=pile, **at)) == "discard QD"
    assert says(position("8H QD 9C", "KD", pile="5C", **at)) == "discard 8H"


def test_a_canastra_is_not_given_away():
    """The seventh card is the dearest to give."""
    at = {"playing": True, "laid": ("", "9H TH JH QH KH AH"), "mortos": (), "had": ((1, USED),)}
    assert says(position("8H QD 9C", "KD", pile="5C", **at)) == "discard 9C"


def test_three_players_watch_both_others():
    """A card that fits the table of either is not thrown on a big pile."""
    at = {"playing": True, "seats": 3, "laid": ("", "", "9H TH JH"), "mortos": ()}
    pile = "5C 7D 9S 4S JS 4H 5C 7C"
    assert says(position("8H QD", "KD KH QS JS 9S 8S 7S 5S", pile=pile, **at)) == "discard QD"


def test_twos_alone_are_not_begun_with():
    """Nor is the pile taken for them; where nothing else is open, something is."""
    table = position("2C 2D 9S", pile="5C 2H")
    assert says(table) == "draw"


# --- what a search looks at -----------------------------------------------------------------------


def shortlisted(s):
    """The actions that a search tries in a state, the choice of `good`, and all that is open."""
    observation, legal_ids = open_at(s)
    simple, listed = heuristic.good(observation, legal_ids, len(legal_ids)), list(legal_ids)
    n = heuristic.shortlist(observation, listed, len(listed), MOST)
    assert sorted(listed) == legal_ids
    return listed[:n], simple, legal_ids


def test_a_shortlist_begins_with_the_choice_of_good():
    """Open actions, each once, few of them; they do not depend on what is hidden."""
    lengths = []
    for number, s in enumerate(random_positions()):
        listed, simple, legal_ids = shortlisted(s)
        assert (
            listed[0] == simple and len(set(listed)) == len(listed) and set(listed) <= {*legal_ids}
        )
        assert len(listed) > 1 or len(legal_ids) == 1 or simple < DISCARD
        assert shortlisted(walk.redealt(GAME, s, s.turn, number))[0] == listed
        lengths.append(len(listed))
    assert 6 < max(lengths) <= 12


def test_a_shortlist_is_cut_to_the_requested_length():
    """Not more than asked for, and the choice of `good` always."""
    observation, legal_ids = open_at(position("4D 6H 8S TC QD AH", playing=True)._state)
    assert heuristic.shortlist(observation, legal_ids, len(legal_ids), 3) == 3


def test_refused_ways_to_lay_are_tried_too():
    """After the choice of `good`, before the other discards."""
    table = position("2C 2D 2H 4D 8S KD JC", playing=True, laid=("4H 5H 6H 7H",))
    listed, simple, _ = shortlisted(table._state)
    assert [action_text(action) for action in listed][:4] == [
        "discard 4D", "new 2 2 2", "lay 2 on 1", "discard JC",
    ]  # fmt: skip
    assert simple == listed[0]


def test_a_card_that_goes_on_one_sequence_asks_nothing():
    """With two sequences to choose from, or the hand nearly empty, it is."""
    at = {"playing": True, "laid": ("4H 5H 6H",)}
    assert len(shortlisted(position("7H QC KD 4S 8S", **at)._state)[0]) == 1
    assert len(shortlisted(position("7H QC KD", **at)._state)[0]) > 1
    at["laid"] = ("4H 5H 6H|7C 7D 7S",)
    assert len(shortlisted(position("7H QC KD 4S 8S", **at)._state)[0]) > 1


# --- hints ----------------------------------------------------------------------------------------


def hinted(table):
    """The hint for the seat in turn."""
    return GAME.wording.hint(table.view(table.seat_in_turn))


def test_a_hint_is_the_choice_of_good_in_one_line():
    """What the hint builds from a view has the same open actions as the round itself."""
    for s in random_positions():
        view_of_seat = view(s, s.turn, NAMES[: s.seats])
        assert hints._choice(view_of_seat) == chosen(s)
        out = [0] * ACTIONS
        assert out[: rules.legal(hints._situation(view_of_seat), out)] == open_at(s)[1]
        line = GAME.wording.hint(view_of_seat)
        assert line.startswith(f"{action_text(chosen(s))}: ") and "\n" not in line


def test_a_hint_says_the_reason_first():
    """Then the nearest canastra, and what going out needs."""
    at = {"laid": ("4H 5H 6H|7C 7D 7S 7H 7C",), "pile": "3C 9C 5D 8D"}
    line = hinted(position("8C 9D TS 3S 6D 4S KC", **at))
    assert line.startswith(
        "draw: 8D on the pile is of no use to you; sequence 2 needs 2 more cards"
    )
    assert line.endswith("; to go out you still need the morto, a canastra and 7 cards played"
                         " (1 tranca in hand: -100)")  # fmt: skip


@pytest.mark.parametrize(
    ("faces", "more", "reason"),
    [
        ("7C 8C", {"pile": "KS 9C"}, "the pile holds 2 cards, 1 useful"),
        ("7C 8C", {"pile": "3C 3S 3C 3S 9C"},
         "the pile costs more than it brings: 5 cards, 1 useful, 4 trancas at 100"),
        ("KC QC", {}, "the discard pile is empty"),
        ("KC KD KS 4D 6S", {"playing": True}, "cards count for you on the table"),
        ("7H KC QC 4D 9D", {"playing": True, "laid": ("4H 5H 6H",)},
         "the sequence then needs 3 more cards for a canastra"),
        ("TH KC QC 4D 9D", {"playing": True, "laid": ("4H 5H 6H 7H 8H 9H",)},
         "it makes a clean canastra, 200 points"),
        ("2H KC QC 4D 9D", {"playing": True, "laid": ("4H 5H 6H 7H 8H 9H",)},
         "it makes a dirty canastra, 100 points"),
        ("JH KC QC 4D 9D", {"playing": True, "laid": ("4H 5H 6H 7H 8H 9H TH",)},
         "its points count on the canastra"),
        ("3C KC QC 4D 9D", {"playing": True}, "a tranca left in the hand costs 100"),
        ("KC", {"playing": True}, "it is the last card of the hand"),
        ("KC 9D 4H", {"playing": True, "laid": ("", "5H 6H 7H")},
         "it fits the others' table, but whoever takes it must take a pile of 1 card"),
        ("KC 9D 4H", {"playing": True}, "nothing in the hand goes with it"),
        ("KC QC KD QD", {"playing": True}, "the hand needs it least"),
    ],
)  # fmt: skip
def test_the_reasons_of_hints(faces, more, reason):
    """One for each kind of action."""
    line = hinted(position(faces, **more))
    assert re.match(rf"[^:]+: {re.escape(reason)}", line), line


def test_a_hint_says_what_going_out_needs():
    """A clean canastra where the option asks for one; nothing but an empty hand in the end."""
    at = {"playing": True, "mortos": (), "had": ((0, USED),)}
    dirty, clean = ("4C 5C 6C 7C 8C 9C 2C",), ("4C 5C 6C 7C 8C 9C TC",)
    needs = "to go out you still need {}3 cards played"
    assert hinted(position("KD 9D 4H", laid=dirty, **at)).endswith(needs.format(""))
    line = hinted(position("KD 9D 4H", laid=dirty, clean_to_go_out="yes", **at))
    assert line.endswith(needs.format("a clean canastra and "))
    assert hinted(position("KD 9D 4H", laid=clean, **at)).endswith(needs.format(""))
