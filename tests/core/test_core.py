"""Cards, chance, fields, tables, matches and records."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dealt
from dealt import agents
from dealt.cards import FIVE_SUITS, FRENCH, RANKS_ONLY, long_name
from dealt.cli.playthrough import playthrough, story
from dealt.core import chance
from dealt.core.agent import Action, Agent, Seat
from dealt.core.chance import below
from dealt.core.compiled import compiled
from dealt.core.fields import PlainState, dtype, number, state
from dealt.core.game import Cards, MatchRules
from dealt.core.match import Match, replay
from dealt.core.record import Record
from dealt.core.sheet import Sheet
from dealt.core.table import Table
from dealt.errors import DealtError, DeckError, IllegalAction, ParseError, SetupError
from dealt.games import game, games

seeds = st.integers(0, chance.MAX_SEED)


# --- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "size", "faces"), [(FRENCH, 52, 52), (FIVE_SUITS, 65, 65), (RANKS_ONLY, 52, 13),
                                (FRENCH.times(2), 104, 52)],
)  # fmt: skip
def test_decks_hold_what_they_should(deck, size, faces):
    """Each face in its copies; text and card are each other's way back."""
    assert len(deck) == size == len(deck.cards()) and len(deck.faces) == faces
    assert set(Counter(deck.cards()).values()) == {deck.copies}
    for card, face in enumerate(deck.faces):
        assert deck.parse(face) == card == deck.parse(face.lower()) and deck.text([card]) == face
    assert deck.order(deck.text(deck.cards()).split()) == deck.cards()


def test_cards_are_read_leniently_from_people_and_strictly_from_files():
    assert FIVE_SUITS.parse("10p") == FIVE_SUITS.parse("TP", strict=True)
    for text in ("T★", "10★", "TP★", "t★\ufe0f", " tp", "TP\n", " 10★ "):
        assert FIVE_SUITS.parse(text) == FIVE_SUITS.parse("TP"), text
    for text in ("T★P", "TH★", "★", "T♥♥"):
        with pytest.raises(ParseError, match=f"unknown card '{text}'"):
            FIVE_SUITS.parse(text)
    for text in ("10P", "tp", "TPP", "T★", " TP", ""):
        with pytest.raises(ParseError, match=f"unknown card '{text}'; cards of this game look"):
            FIVE_SUITS.parse(text, strict=True)
    assert long_name("TP") == "ten of patriots" and long_name("2C") == "two of clubs"


def test_a_deck_with_too_many_copies_is_refused():
    two = FRENCH.times(2)
    faces = [two.faces[card] for card in two.cards()]
    with pytest.raises(DeckError, match="AS appears more than 2 times"):
        two.order(["AS", *faces[1:]])
    assert two.order(["AS", *faces[1:]], replacing=True)[0] == 51


# --- chance --------------------------------------------------------------------------------------


def test_splitmix64_gives_its_published_numbers():
    """The first words of splitmix64 for the counter 1234567, as its authors' code gives them."""
    rng = [1234567, 0]
    assert [chance.word(rng) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(seeds, st.integers(0, 1 << 40), st.integers(1, 70))
def test_a_deck_is_a_pure_function_of_seed_and_game(seed, number_of_game, n):
    """The same again; a whole deck each time; plain and compiled alike."""
    cards, one, two = list(range(n)), [0] * n, np.zeros(n, np.int64)
    chance.deck_of(chance.Dealer(chance.new_rng(), cards, 0, one), seed, number_of_game)
    fast = compiled({"deck": chance.deck_of}, {}, bounds_check=True)["deck"]
    fast(chance.Dealer(np.zeros(2, np.uint64), np.arange(n), 0, two), seed, number_of_game)
    assert one == two.tolist() and sorted(one) == cards


def test_streams_of_one_game_differ():
    """Decks, choices and re-deals do not share numbers; nor do seed 1 game 2 and seed 2 game 1."""
    starts = set()
    for seed in range(20):
        for number_of_game in range(20):
            for use in (chance.DECKS, chance.PLAYERS, chance.HIDDEN):
                rng = chance.new_rng()
                chance.start(rng, seed, number_of_game, use)
                starts.add(rng[0])
    assert len(starts) == 20 * 20 * 3


@pytest.mark.parametrize("n", [1, 2, 3, 7, 65])
def test_numbers_below_a_bound_are_equally_likely(n):
    """Chi-square of 200 draws a value stays below what one in a million exceeds."""
    rng = chance.new_rng()
    chance.start(rng, 5, 0, chance.DECKS)
    counts = Counter(chance.below(rng, n) for _ in range(200 * n))
    assert set(counts) == set(range(n))
    square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert square < n + 5 * (2 * n) ** 0.5 + 15


def difference(rng, n):
    return below(rng, n) - n


def test_bounded_numbers_are_signed_when_compiled():
    """An index made from a random word can be subtracted from without wrapping."""
    fast = compiled({"d": difference}, {}, on_disk=False)["d"]
    assert -9 <= fast(np.array([7, 0], np.uint64), 9) < 0


# --- fields --------------------------------------------------------------------------------------


def test_one_table_of_fields_makes_both_states():
    """The plain state and the row of an array have the same fields, shapes and zeros."""

    @state
    class Small:
        """A state."""

        turn: int = number("i1", "whose turn")
        hand: list[list[int]] = number("i2", "cards", 2, 3)

    s = Small()
    assert isinstance(s, PlainState) and s.fields() == {"turn": 0, "hand": [[0] * 3, [0] * 3]}
    assert Small.__doc__ == "A state." and repr(s) == "State(turn=0, hand=[[0, 0, 0], [0, 0, 0]])"
    s.hand[1][2] = 5
    twin = s.copy()
    twin.hand[1][2] = 6
    assert s.hand[1][2] == 5 and twin.fields() != s.fields()
    assert dtype(Small)["hand"].shape == (2, 3) and dtype(Small)["turn"] == np.int8
    assert [field.bounds() for field in Small.FIELDS] == [(-128, 127), (-32768, 32767)]
    with pytest.raises(AttributeError):
        s.other = 1
    with pytest.raises(TypeError, match="kind 'u8' of a field; use one of i1, i2, i4, i8"):
        number("u8", "unsigned")


# --- games, seats, options -----------------------------------------------------------------------


def test_whole_numbers_of_all_kinds_are_seeds_and_nothing_else():
    assert chance.check_seed(np.int64(3)) == 3
    for wrong in (-1, 1 << 63, 1.5, "3", None):
        with pytest.raises(SetupError, match="must be a whole number from 0"):
            chance.check_seed(wrong)


def test_games_are_found_by_name():
    assert game("mason_rummy") is game("Mason Rummy") is game("mason-rummy")
    with pytest.raises(SetupError, match="no game 'chess'; available: penney, three-card-poker"):
        game("chess")
    assert len({g.name for g in games()}) == len(games())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"seats": ["A"]}, "Mason Rummy is for 2 or 3 players, not 1"),
        ({"seats": "AI"}, r"seats must be a list .*, such as \[.*\], not 'AI'"),
        ({"seats": ["A", None]}, "seats must be a list"),
        ({"seats": ["A", "B\x1b[2J"]}, r"the name 'B.x1b\[2J' has characters that cannot be shown"),
        ({"seats": ["A", "B"], "seed": "x"}, "seed 'x': must be a whole number from 0"),
        ({"seats": ["A", "B"], "rounds": "3"}, "rounds must be a whole number, 1 or more, not '3'"),
        ({"seats": ["A", "B"], "deck": 5}, "deck must be a text or a list of cards, .*, not 5"),
        ({"seats": ["A"] * 2}, "two seats have the same name: A, A"),
        ({"seats": ["A", ""]}, "a seat has no name"),
        (
            {"seats": ["A", "B"], "seed": -1},
            "seed -1: must be a whole number from 0 to 9223372036854775807",
        ),
        ({"seats": ["A", "B"], "rounds": 0}, "rounds must be a whole number, 1 or more, not 0"),
        ({"seats": ["A", "B"], "turn_limit": "x"}, "turn_limit is 'x': must be a number from 0"),
        ({"seats": ["A", "B"], "turn_limit": -2}, "turn_limit is -2: must be a number from 0"),
        ({"seats": ["A", "B"], "jokers": 1}, "mason-rummy has no option 'jokers'; its options"),
        ({"seats": ["A", "B"], "turnlimit": 1}, r"'turnlimit': did you mean turn_limit\?"),
        ({"seats": ["A", "B"], "round": 1}, r"no argument round: did you mean rounds\?"),
        ({"seats": ["A", "B"], "options": {}}, r"given by name, such as turn_limit=..., not as"),
        ({"seats": ["A", "B"], "deck": "2C 3C"}, "2 cards where 65 are needed"),
    ],
)
def test_an_impossible_position_is_refused_in_one_line(arguments, reason):
    with pytest.raises(DealtError, match=reason) as refused:
        dealt.match("mason-rummy", **arguments)
    assert "\n" not in str(refused.value)


def test_a_game_is_named_or_a_game():
    for game_or_name, reason in (
        ("mason", r"no game 'mason': did you mean mason-rummy\?"),
        (None, "game must be a name such as penney, or a Game, not None"),
    ):
        with pytest.raises(SetupError, match=reason):
            dealt.match(game_or_name, ["A", "B"])


def test_a_table_has_one_round():
    with pytest.raises(SetupError, match="dealt.match takes rounds"):
        dealt.table("mason-rummy", ["A", "B"], rounds=2)


def test_a_match_shows_what_everybody_may_know():
    match = dealt.match("president", ["Ana", "AI"], seed=1, rounds=2)
    assert repr(match) == "<President: Ana 0, AI 0; round 1 of 2; turn: Ana>"
    match = dealt.match("three-card-poker", ["AI"], seed=1, rounds=1).run()
    assert repr(match).endswith("; round 1 of 1; match over>")


def test_the_package_lists_its_public_names():
    assert dir(dealt) == list(dealt.__all__) == sorted(dealt.__all__)
    assert all(getattr(dealt, name) is not None for name in dealt.__all__)


class Stubborn:
    """A player of one's own: always the last open action."""

    name = "stubborn"

    def choose(self, view, actions):
        assert view.names[view.seat].startswith("stubborn")
        return actions[-1]


def test_seats_are_people_computer_players_and_agents():
    """Names of computer players make one; several of a name are numbered, around people's names."""
    rummy = game("mason-rummy")
    names = [seat.name for seat in agents.seats(rummy, ["AI", "AI", Stubborn(), Stubborn()])]
    assert names == ["AI", "AI 2", "stubborn", "stubborn 2"]
    names = [seat.name for seat in agents.seats(rummy, ["AI 2", "AI", "AI"])]
    assert names == ["AI 2", "AI", "AI 3"]
    assert agents.bots(rummy) == ("random", "easy", "seed", "good", "strong", "AI", "highest")
    assert agents.bot(rummy, "Ana", 1) is None
    assert isinstance(Stubborn(), Agent)
    match = dealt.match("mason-rummy", [Stubborn(), "random"], seed=1, rounds=1).run()
    assert match.is_over


# --- tables and matches --------------------------------------------------------------------------


def test_a_table_reads_as_the_readme_says():
    """Computer players answer by themselves; the turn is always a person's."""
    table = dealt.table("mason-rummy", seats=["Ana", "AI"], seed=7)
    assert table.turn == "Ana" and [str(a) for a in table.actions] == ["draw stock", "draw discard"]
    table.play("draw stock")
    table.play(table.actions[0])
    assert table.turn == "Ana" and {table.names[seat] for seat, _ in table.history} == {"Ana", "AI"}
    assert set(table.scores) == {"Ana", "AI"} and table.outcome == ""
    assert str(table) == str(table.view("Ana")) == str(table.view(0))
    with pytest.raises(SetupError, match="no seat 'Bob'; the players are Ana, AI"):
        table.view("Bob")
    with pytest.raises(SetupError, match="Ana is not a computer player"):
        table.step()
    with pytest.raises(ParseError, match="None is not an action; give words, an id or an Action"):
        table.play(None)
    with pytest.raises(ParseError, match="is not an action"):
        table.play(Action("x", "y"))
    assert table.play(np.int8(0)).id == 0
    assert table.log("AI")[-1] == "Ana drew from the stock"
    assert replay(table.record, table.game).table.history == table.history
    with pytest.raises(SetupError, match="a table without a match has no record"):
        Table(table.game, table.seats, table._state).record  # noqa: B018


def test_a_table_of_computer_players_prints_the_one_in_turn():
    table = Match(
        game("mason-rummy"), agents.seats(game("mason-rummy"), ["AI", "AI"]), seed=1, rounds=1
    ).table
    assert str(table) == str(table.view("AI"))
    assert repr(table.run()).endswith("turn: round over>")


def test_a_match_goes_on_round_by_round():
    match = dealt.match("mason-rummy", ["AI", "Ana"], seed=3, turn_limit=1, rounds=2)
    assert match.table.is_over, "the computer player starts, and one turn is the limit"
    assert match.winners == () and not match.is_over
    match.next_round()
    with pytest.raises(SetupError, match="the round is not over"):
        match.next_round()
    match.play("draw discard")
    match.play(match.table.actions[0])
    assert match.is_over and set(match.totals) == {"AI", "Ana"} and match.winners
    with pytest.raises(SetupError, match="all 2 rounds have been played"):
        match.next_round()
    assert match.sheet.rows[-1][0] == "total" and len(match.sheet.rows) == 3
    assert match.sheet.notes[0].startswith("Won by")


def test_a_fresh_seed_is_made_if_none_is_given():
    assert (
        dealt.match("mason-rummy", ["A", "B"]).seed != dealt.match("mason-rummy", ["A", "B"]).seed
    )


def test_decks_can_be_given_for_each_round():
    cards = " ".join(FIVE_SUITS.faces).split()
    seats = [Seat("A"), Seat("B")]
    match = Match(game("mason-rummy"), seats, seed=1, rounds=3, decks=[cards, cards[::-1]])
    assert match.deck(0) == match.deck(1)[::-1] == match.deck(2)[::-1]


def test_sheets_become_data():
    from fractions import Fraction

    sheet = Sheet("T", ("a", "b"), ((1, Fraction(1, 3)),), ("n",))
    assert sheet.to_data() == {"title": "T", "rows": [{"a": 1, "b": "1/3"}], "notes": ["n"]}


# --- records -------------------------------------------------------------------------------------


def played():
    return dealt.match("mason-rummy", ["AI", "Ana"], seed=3, turn_limit=3, rounds=2)


def test_a_record_of_an_unfinished_match_is_replayed_up_to_there():
    match = played()
    record = Record.from_json(match.record.to_json())
    assert record == match.record and record.played[-1].scores is None
    again = replay(record, game("mason-rummy"))
    assert again.table.history == match.table.history and str(again.table) == str(match.table)
    match.play("draw stock")
    sentences = list(story(match.record, game("mason-rummy")))
    assert "Ana drew from the stock" in sentences
    assert sentences[-1] == "The record ends here; the match was not finished."
    whole = dealt.match("three-card-poker", ["AI"], seed=3).run().record
    assert not any("ends here" in line for line in story(whole, game("three-card-poker")))
    assert any("-- AI sees" in line for line in playthrough(match.record, game("mason-rummy")))


def test_a_record_finds_its_game():
    """By the name that it gives: one of this package, or one whose module is there."""
    match = dealt.match("president", ["AI", "random"], seed=3)
    for record in (match.record, match.record.to_json()):
        assert dealt.replay(record).totals == match.totals
    from examples.leduc import GAME as LEDUC

    match = dealt.match(LEDUC, ["AI", "random"], seed=3)
    again = dealt.replay(match.record)
    assert again.game.name == "leduc" and again.totals == match.totals
    assert dealt.replay(match.record, LEDUC).totals == match.totals
    other = replace(match.record, game="president")
    with pytest.raises(ParseError, match="record of president"):
        dealt.replay(other)
    with pytest.raises(SetupError, match="no game 'my-game'"):
        dealt.replay(replace(match.record, game="my-game"))
    for text in ("{}", None, 3, [], object()):
        with pytest.raises(ParseError, match="not a record"):
            dealt.replay(text)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"version": 99}, "rules version 99; these are 1"),
        ({"played": []}, "record without a round"),
        ({"rounds": "x"}, "incomplete record: 'rounds' is not what belongs there"),
        ({"seats": [1, 2]}, "incomplete record"),
        ({"seats": ["A"]}, "is for 2 or 3 players"),
        ({"rounds": 1e999}, "'rounds' is not what belongs there"),
        ({"seats": ["A", "\ud800"]}, "has characters that cannot be shown"),
        ({"options": {"x": 1}}, "no option 'x'"),
        ({"dealt record": 7}, "record of format 7; this version reads 1"),
        ({"played": [{"deck": "2C", "actions": [], "scores": None}]}, "1 cards where 65"),
        ({"played": [{"deck": "2C"}]}, "incomplete record: no entry 'actions'"),
        ({"options": []}, "incomplete record"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(change, reason):
    data = json.loads(played().record.to_json())
    with pytest.raises(ParseError, match=reason):
        replay(Record.from_json(json.dumps({**data, **change})), game("mason-rummy"))


def test_a_record_with_wrong_actions_or_points_is_refused():
    match = dealt.match("mason-rummy", ["AI", "AI"], seed=3, rounds=1).run()
    data = json.loads(match.record.to_json())
    data["played"][0]["actions"][0] = "run 3S 4S 5S"
    with pytest.raises(ParseError, match="AI cannot run 3S 4S 5S: first a card must be drawn"):
        replay(Record.from_json(json.dumps(data)), game("mason-rummy"))
    data = json.loads(match.record.to_json())
    data["played"][0]["scores"][0] += 1
    with pytest.raises(ParseError, match="where the rules give"):
        replay(Record.from_json(json.dumps(data)), game("mason-rummy"))


def test_names_in_a_record_cannot_steer_the_terminal():
    data = json.loads(played().record.to_json())
    record = Record.from_json(json.dumps({**data, "seats": ["A", "\x1b[2J"]}))
    for tell in (story, playthrough):
        with pytest.raises(SetupError, match="characters that cannot be shown"):
            next(tell(record, game("mason-rummy")))


@pytest.mark.parametrize("text", ["", "[]", "3", "{", '{"game": "x"}', "\u0000", "[" * 100_000])
def test_texts_that_are_not_records_are_refused(text):
    with pytest.raises(ParseError, match="not a record"):
        Record.from_json(text)


def test_errors_are_of_one_tree():
    """ParseError and IllegalAction are ValueErrors; all are DealtErrors."""
    assert issubclass(ParseError, ValueError) and issubclass(IllegalAction, ValueError)
    assert issubclass(DeckError, ParseError)
    for name in dealt.__all__:
        if isinstance(getattr(dealt, name), type):
            assert issubclass(getattr(dealt, name), DealtError)
    assert str(Action(3, "draw")) == "draw"


def test_a_match_can_end_by_what_the_game_says_or_never():
    """Without a number of rounds: until `match_is_over`, or for as long as somebody plays on."""
    poker = game("three-card-poker")
    seats = agents.seats(poker, ["random"], 1)
    endless = Match(poker, seats, seed=1, rounds=None)
    for _ in range(30):
        endless.table.run()
        endless.next_round()
    assert not endless.is_over
    to_60 = MatchRules(None, match_is_over=lambda totals, rounds, options: abs(totals[0]) >= 60)
    to_100 = replace(poker, match=to_60)
    match = Match(to_100, seats, seed=1, rounds=None).run()
    assert abs(match.totals["random"]) >= 60 and match.is_over
    again = replay(Record.from_json(match.record.to_json()), to_100)
    assert again.is_over and again.totals == match.totals


def test_a_game_of_ones_own_with_several_packs_can_be_played():
    """A game need not be registered, and decides how many packs are shuffled together."""
    own = replace(game("three-card-poker"), name="own", cards=Cards(packs=lambda seats, options: 2))
    assert len(own.deck_for(1, {})) == 104
    match = dealt.match(own, ["AI"], seed=1, rounds=2).run()
    assert len(match.deck(0)) == 104 and match.is_over
