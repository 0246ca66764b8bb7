"""Tests of the second Mason Rummy program, and of whole games of the plain implementation."""

from __future__ import annotations

import csv
import io
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles import mason_rummy as mr
from tests.oracles import mason_rummy_program as mrp
from tests.oracles.mason_rummy import Group, Round
from tests.oracles.mason_rummy_program import Program
from tests.oracles.test_mason_rummy import DECKS, all_cards, stacked

HEADER = '"name","games won","games lost","best score"\n'


# ---------------------------------------------------------------------------- scores


def test_scores_round_trip() -> None:
    text = HEADER + '"Ann","2","1","35"\n"O""Neil, B","0","4",""\n'
    assert mrp.write_scores(mrp.read_scores(text)) == text
    assert mrp.read_scores(text.replace("\n", "\r\n")) == mrp.read_scores(text)


def test_scores_without_quotes_are_read() -> None:
    rows = mrp.read_scores("name,games won,games lost,best score\nAnn,2,1,35\n")
    assert rows == [mrp.Row("Ann", 2, 1, 35)]


def test_scores_of_an_empty_file() -> None:
    assert mrp.read_scores("") == mrp.read_scores(HEADER) == []


def test_best_score_is_the_lowest_won_with() -> None:
    rows: list[mrp.Row] = []
    for total, won in [(5, False), (40, True), (30, True), (60, True), (10, False)]:
        mrp.record_seat(rows, "Ann", total, won)
    assert rows == [mrp.Row("Ann", 3, 2, 30)]


def test_all_lowest_seats_win() -> None:
    assert mrp.winning_seats([20, 10, 10]) == [1, 2]
    assert mrp.winning_seats([7, 7, 7]) == [0, 1, 2]


def test_alphabetical_takes_case_alike() -> None:
    assert mrp.alphabetical(["bob", "Zoe", "Adam", "Bob"]) == ["Adam", "Bob", "bob", "Zoe"]


# ------------------------------------------------------------------------- small parts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", [1]),
        ("3,1", [3, 1]),
        (" 2 , 4,1 ", [2, 4, 1]),
        ("0", None),
        ("5", None),
        ("99", None),
        ("", None),
        ("two", None),
        ("1,1", None),
        ("1,", None),
        ("1,,2", None),
        ("1 2", None),
        ("-1", None),
        ("(1,2)", None),
    ],
)
def test_numbers(text: str, expected: list[int] | None) -> None:
    assert mrp.parse_numbers(text, 4) == expected


def test_shown_names() -> None:
    assert mrp.shown_names(["AI", "Ann", "AI"]) == ["AI", "Ann", "AI 2"]
    assert mrp.shown_names(["AI", "AI", "AI"]) == ["AI", "AI 2", "AI 3"]


# --------------------------------------------------------------------------- program

ORDERED = " ".join(mr.full_deck())
FILES = {"good.deck": ORDERED}
SCORES = HEADER + '"bob","1","0","12"\n"Zoe","0","1",""\n"Adam","0","0",""\n"AI","5","5","9"\n'

# Either player goes out in the first turn: three runs, and the drawn card is discarded.
QUICK = stacked(
    "2C 3C 4C 6C 7C 8C TC JC QC KC",
    "2D 3D 4D 6D 7D 8D TD JD QD KD",
    "5H",
)
QUICK_TURN = ["1", "1", "1,2,3", "1", "1,2,3", "1", "1,2,3,4", "2", "1"]
QUICK_FILES = {"quick.deck": "\n".join(QUICK)}
QUICK_ROUND_1 = mr.hand_points(QUICK[10:20])
QUICK_ROUND_2 = mr.hand_points(QUICK[:10])


def run(
    lines: list[str], files: dict[str, str] | None = None, scores: str | None = None
) -> Program:
    """A program that has run on the lines."""
    program = Program(lines, FILES if files is None else files, scores)
    program.run()
    return program


def asked(lines: list[str], scores: str | None = None) -> str:
    """Everything that is asked, the question without an answer included."""
    return " ".join(run(lines, scores=scores).prompts)


def test_quit_reads_nothing_more() -> None:
    program = Program(["6", "1"], {}, None)
    assert program.run() is None
    assert program.used == 1


def test_view_scores_goes_back_and_writes_nothing() -> None:
    program = Program(["1", "1", "6"], {}, None)
    assert program.run() is None
    assert program.prompts == ["A", "A", "A"]


def test_scores_without_a_game_stay_as_they_are() -> None:
    text = SCORES.replace("\n", "\r\n")
    assert Program(["1", "6"], {}, text).run() == text


@pytest.mark.parametrize("bad", ["0", "7", "", "x", "1.0", "+1", "01", "1 2", "-1"])
def test_menus_ask_again(bad: str) -> None:
    assert asked([bad, "4"]) == "A A deck"
    assert asked(["4", "good.deck", bad, "1"]) == "A deck B B name"


def test_white_space_around_lines_is_ignored() -> None:
    lines = [" 4 ", "\tgood.deck ", " 1", "  Ann  ", "1", "Ann"]
    assert asked(lines) == "A deck B name B name name"


def test_deck_name_no_goes_back() -> None:
    assert asked(["5", "no", "4", "no", "6"]) == "A deck A deck A"
    assert asked(["5", "No", "", "nothing.deck"]) == "A deck deck deck deck"


@pytest.mark.parametrize(
    "content",
    [
        "",
        ORDERED + " 2C",
        ORDERED[:-3],
        ORDERED.replace("2C", "1C"),
        ORDERED.replace("TC", "10C"),
        ORDERED.replace("2C", "2c"),
        ORDERED.replace("2C", "3C"),
        ORDERED.replace(" ", ","),
    ],
)
def test_bad_deck_files_are_asked_again(content: str) -> None:
    files = {"bad.deck": content, "good.deck": ORDERED}
    program = run(["4", "bad.deck", "good.deck"], files)
    assert program.prompts == ["A", "deck", "deck", "B"]


def test_deck_files_take_any_white_space() -> None:
    files = {"odd.deck": "\r\n\t" + ORDERED.replace(" ", " \t\n") + "\n\n"}
    assert run(["4", "odd.deck"], files).prompts == ["A", "deck", "B"]


def test_new_names_refused_are_asked_again() -> None:
    lines = ["4", "good.deck", "1", "", "bob", "Bob", "1", "Bob", "Zoe", "Cy"]
    assert asked(lines, SCORES) == "A deck B name name name B name name name D"


def test_returning_players_are_alphabetical_and_seated_ones_left_out() -> None:
    # Adam, AI, bob, Zoe; after bob: Adam, AI, Zoe.
    program = run(["5", "good.deck", "2", "3", "2", "4", "3", "1", "Cy"], scores=SCORES)
    assert " ".join(program.prompts) == "A deck B C B C C B name D"


def test_returning_ai_is_left_out_once_seated() -> None:
    # AI is the second of four; with it seated, three are left.
    program = run(["5", "good.deck", "2", "2", "2", "4", "3"], scores=SCORES)
    assert " ".join(program.prompts) == "A deck B C B C C B"


def test_nobody_left_asks_menu_b_again() -> None:
    assert asked(["4", "good.deck", "2", "2", "1"]) == "A deck B B B name"


def test_ai_is_always_accepted_as_a_new_name() -> None:
    lines = ["5", "good.deck", "1", "AI", "1", "AI", "1", "AI 2", "ai"]
    assert asked(lines, SCORES) == "A deck B name B name B name name D"


def test_ai_label_is_free_until_seated() -> None:
    assert asked(["5", "good.deck", "1", "AI", "1", "AI 2"]) == "A deck B name B name B"


def test_returning_person_with_a_seated_label_is_left_out() -> None:
    scores = HEADER + '"AI 2","0","1",""\n'
    lines = ["5", "good.deck", "1", "AI", "1", "AI", "2"]
    assert asked(lines, scores) == "A deck B name B name B B"
    assert asked([*lines[:4], "2"], scores) == "A deck B name B C"


SEATED = ["4", "good.deck", "1", "Ann", "1", "Bob"]
SEATED_PROMPTS = "A deck B name B name"


def turn_prompts(lines: list[str]) -> str:
    """What is asked after the seats are taken."""
    text = asked(SEATED + lines)
    assert text.startswith(SEATED_PROMPTS)
    return text[len(SEATED_PROMPTS) :].strip()


def test_turn_order_of_menus() -> None:
    assert turn_prompts(["1", "2", "11"]) == "D E F D"
    assert turn_prompts(["2", "2", "1"]) == "D E F D"
    assert turn_prompts(["3", "1", "0", "2", "12", "11"]) == "D D E E F F D"


def test_lay_down_comes_back_to_menu_e() -> None:
    # Ann holds 2C to JC.  Played, refused, and unusable selections.
    assert turn_prompts(["1", "1", "1,2,3", "1"]) == "D E F E F"
    assert turn_prompts(["1", "1", "1,2", "1"]) == "D E F E F"
    assert turn_prompts(["1", "1", "1,1", "0", "x", "", "1,2,3", "2"]) == "D E F F F F F E F"


def test_discard_wants_exactly_one_card() -> None:
    assert turn_prompts(["1", "2", "1,2", "1,", "", "1"]) == "D E F F F F D"


def test_numbers_follow_the_hand_as_it_is() -> None:
    program = run([*SEATED, "1", "1", "1,2,3", "2", "8"])
    assert program.current is not None
    # Seven dealt cards and the drawn one are left; number 8 is the drawn one.
    assert program.current.discards[-1] == mr.full_deck()[21]
    assert program.current.hands[0] == mr.full_deck()[3:10]


def quick_game(names: list[str], scores: str | None = None) -> Program:
    """A two-player game in which every round ends in its first turn."""
    seats = [line for name in names for line in ("1", name)]
    lines = ["4", "quick.deck", *seats, *QUICK_TURN * 3, "6", "unread"]
    return run(lines, QUICK_FILES, scores)


def test_quick_game_from_start_to_end() -> None:
    program = quick_game(["Ann", "Bob"])
    total = QUICK_ROUND_1 * 2
    [result] = program.results
    assert result.rounds == [[0, QUICK_ROUND_1], [QUICK_ROUND_2, 0], [0, QUICK_ROUND_1]]
    assert result.totals == [QUICK_ROUND_2, total]
    assert result.winners == [0]
    assert result.stalemates == [False] * 3
    assert program.used == len(program.lines) - 1
    assert program.scores_text == (HEADER + f'"Ann","1","0","{QUICK_ROUND_2}"\n"Bob","0","1",""\n')


def test_file_order_is_kept_and_new_players_are_appended() -> None:
    program = quick_game(["Cy", "Al"], SCORES.replace("\n", "\r\n"))
    assert program.scores_text == (SCORES + f'"Cy","1","0","{QUICK_ROUND_2}"\n"Al","0","1",""\n')


def test_returning_player_is_updated_in_place() -> None:
    # Zoe is the fourth name; bob is then the third.
    lines = ["4", "quick.deck", "2", "4", "2", "3", *QUICK_TURN * 3, "6"]
    program = run(lines, QUICK_FILES, SCORES)
    best = QUICK_ROUND_2
    assert program.scores_text == SCORES.replace(
        '"bob","1","0","12"', '"bob","1","1","12"'
    ).replace('"Zoe","0","1",""', f'"Zoe","1","1","{best}"')


def test_scores_are_written_after_the_game_and_not_before() -> None:
    lines = ["4", "quick.deck", "1", "Ann", "1", "Bob", *QUICK_TURN * 3]
    assert run(lines[:-1], QUICK_FILES).scores_text is None
    assert run(lines, QUICK_FILES).scores_text is not None


def test_new_player_of_the_first_game_returns_in_the_second() -> None:
    first = ["4", "quick.deck", "1", "Ann", "1", "Bob", *QUICK_TURN * 3]
    second = ["4", "quick.deck", "1", "Ann", "Cy", "2", "2", *QUICK_TURN * 3]
    program = run(first + second + ["6"], QUICK_FILES)
    assert [result.names for result in program.results] == [["Ann", "Bob"], ["Cy", "Bob"]]
    assert program.scores_text is not None
    assert '"Bob","0","2",""' in program.scores_text


def test_game_of_ais_needs_no_lines_and_shares_a_row() -> None:
    lines = ["4", "quick.deck", "1", "AI", "1", "AI", "6"]
    program = run(lines, QUICK_FILES)
    [result] = program.results
    assert result.names == ["AI", "AI 2"]
    assert program.used == len(lines)
    best = min(result.totals)
    assert program.scores_text == HEADER + f'"AI","1","1","{best}"\n'


def endless_deck() -> list[str]:
    """A deck with which two AIs never finish a round that the first player starts.

    Each holds the one card that the other needs, and throws every drawn card away:
    the first keeps 3D and lacks 2H, the second keeps 2H and lacks 3D.
    """
    return stacked(
        "TC TD TH TS TP 2C 2D 2S 2P 3D",
        "7C 7D 7H 7S 7P 3C 3H 3S 3P 2H",
        "KC",
    )


def test_rounds_without_a_person_stop_after_500_turns() -> None:
    files = {"endless.deck": " ".join(endless_deck())}
    program = run(["4", "endless.deck", "1", "AI", "1", "AI", "6"], files)
    [result] = program.results
    assert result.stalemates == [True] * 3
    assert result.rounds == [[3, 2]] * 3
    assert (result.totals, result.winners) == ([9, 6], [1])
    assert program.current is not None and program.current.turns_done == 500
    assert program.scores_text == HEADER + '"AI","1","1","6"\n'


def test_person_with_an_ai() -> None:
    # The AI opens the second round and goes out at once.
    lines = ["4", "quick.deck", "1", "Ann", "1", "AI", *QUICK_TURN * 2, "6"]
    program = run(lines, QUICK_FILES)
    assert program.used == len(lines)
    assert program.results[0].totals == [QUICK_ROUND_2, QUICK_ROUND_1 * 2]


def test_shuffled_game_shuffles_every_round() -> None:
    calls: list[list[str]] = []

    def shuffle(cards: list[str]) -> None:
        calls.append(list(cards))
        cards[:] = QUICK

    program = Program(["2", "1", "AI", "1", "AI", "6"], {}, None, shuffle)
    program.run()
    assert calls == [mr.full_deck()] * 3
    assert program.prompts == ["A", "B", "name", "B", "name", "A"]


# ------------------------------------------------------------------------- invariants


@settings(max_examples=60, deadline=None, database=None)
@given(DECKS, st.sampled_from([2, 3]), st.integers(0, 1), st.integers())
def test_random_play_keeps_the_invariants(
    deck: list[str], players: int, starter: int, seed: int
) -> None:
    chance = random.Random(seed)
    current = Round(players, deck, starter, turn_limit=150)
    while not current.over:
        assert sorted(all_cards(current)) == sorted(deck)
        for seat in range(players):
            table = current.groups[seat]
            for group in table:
                assert mr.is_run(group.cards) if group.kind == "run" else mr.is_meld(group.cards)
                assert group.cards == mr.ascending(group.cards)
            count = len(current.hands[seat]) + sum(len(group.cards) for group in table)
            drawn = seat == current.turn and current.phase == "play"
            assert count == 10 + drawn
        assert current.discards or current.phase == "play"
        assert len(current.stock) + len(current.discards) >= 34
        current.play(chance.choice(sorted(current.legal())))
    assert current.stalemate or [] in current.hands


@settings(max_examples=60, deadline=None, database=None)
@given(DECKS, st.integers())
def test_select_agrees_with_trying_every_order(deck: list[str], seed: int) -> None:
    chance = random.Random(seed)
    current = Round(2, deck, turn_limit=120)
    while not current.over:
        if current.phase == "play":
            cards = chance.sample(current.hand, min(len(current.hand), chance.randint(1, 4)))
            groups = [Group(group.kind, list(group.cards)) for group in current.table]
            hand = list(current.hand)
            possible = any(all_fit(order, groups) for order in itertools.permutations(cards))
            table = current.table
            refusal = current.select(cards)
            assert (refusal is None) == (possible or mr.is_run(cards) or mr.is_meld(cards))
            if refusal is not None:
                assert (current.hand, current.table) == (hand, groups)
            elif not (mr.is_run(cards) or mr.is_meld(cards)):
                assert len(table) == len(groups)
        if not current.over:
            # Lay-downs are preferred so that there is something to lay off on.
            actions = sorted(current.legal())
            groups_now = [text for text in actions if text[:3] in ("run", "mel")]
            current.play(chance.choice(groups_now or actions))


def all_fit(order: tuple[str, ...], groups: list[Group]) -> bool:
    """Whether the cards can go on the groups in just this order, wherever they fit."""
    if not order:
        return True
    for number, group in enumerate(groups):
        if mr.fits(order[0], group):
            table = [Group(other.kind, list(other.cards)) for other in groups]
            table[number].cards = mr.ascending([*table[number].cards, order[0]])
            if all_fit(order[1:], table):
                return True
    return False


@settings(max_examples=40, deadline=None, database=None)
@given(DECKS, st.sampled_from([2, 3]))
def test_ai_games_are_legal_and_hold_nothing_back(deck: list[str], players: int) -> None:
    current = Round(players, deck, turn_limit=mrp.AI_TURN_LIMIT)
    while not current.over:
        action = mr.ai_action(current)
        legal = current.legal()
        assert action in legal
        if action.startswith("discard"):
            assert all(text.startswith("discard") for text in legal)
        elif action.startswith("lay off"):
            assert not any(text.startswith(("run", "meld")) for text in legal)
        elif action.startswith("meld"):
            assert not any(text.startswith("run") for text in legal)
        current.play(action)
    assert current.turns_done <= mrp.AI_TURN_LIMIT
    assert current.stalemate == (min(map(len, current.hands)) > 0)


def answers(current: Round, action: str) -> list[str]:
    """The input lines with which a person takes an action."""
    words = action.split()
    if words[0] == "draw":
        return ["1" if words[1] == "stock" else "2"]
    cards = [word for word in words if len(word) == 2 and word in current.hand]
    numbers = ",".join(str(current.hand.index(card) + 1) for card in cards)
    return ["2" if words[0] == "discard" else "1", numbers]


def scripted_game(deck: list[str], players: int) -> tuple[list[str], list[list[int]]] | None:
    """Lines with which persons play like AIs, and the points; None for endless rounds."""
    lines: list[str] = []
    rounds: list[list[int]] = []
    for number in range(3):
        current = Round(players, deck, number % players, 500)
        while not current.over:
            action = mr.ai_action(current)
            lines += answers(current, action)
            current.play(action)
        if current.stalemate:
            return None
        rounds.append(current.scores())
    return lines, rounds


@settings(max_examples=30, deadline=None, database=None)
@given(DECKS, st.sampled_from([2, 3]))
def test_program_agrees_with_direct_play(deck: list[str], players: int) -> None:
    script = scripted_game(deck, players)
    if script is None:
        return
    lines, rounds = script
    files = {"d.deck": " ".join(deck)}
    menu = "4" if players == 2 else "5"
    people = [line for name in "ABC"[:players] for line in ("1", name)]
    program = run([menu, "d.deck", *people, *lines, "6"], files)
    assert program.used == len(program.lines)
    assert program.results[0].rounds == rounds
    computers = ["1", "AI"] * players
    other = run([menu, "d.deck", *computers, "6"], files)
    assert other.results[0].rounds == rounds
    assert other.results[0].winners == program.results[0].winners


LINES = st.lists(
    st.one_of(
        st.sampled_from(["1", "2", "3", "4", "5", "good.deck", "no", "AI", "Ann", "AI 2", ""]),
        st.sampled_from(["1,2,3", "11", "1, 2", "x", " 4 ", "Bob", "quick.deck"]),
    ),
    max_size=60,
)


@settings(max_examples=150, deadline=None, database=None)
@given(LINES, st.sampled_from([None, HEADER, SCORES]))
def test_any_lines_are_taken(lines: list[str], scores: str | None) -> None:
    files = {**FILES, **QUICK_FILES}
    program = Program(lines, files, scores, random.Random(1).shuffle)
    text = program.run()
    assert program.used == len(lines)
    assert len(program.prompts) == len(lines) + 1
    if not program.results:
        assert text == scores
        return
    assert text is not None and "\r" not in text
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == mrp.HEADER
    old = mrp.read_scores(scores or "")
    assert [row[0] for row in rows[1 : len(old) + 1]] == [row.name for row in old]
    seats = sum(len(result.names) for result in program.results)
    before = sum(row.won + row.lost for row in old)
    assert sum(int(row[1]) + int(row[2]) for row in rows[1:]) == before + seats
