"""Penney's game at the terminal: the questions, the choices, the deck card by card, the result."""

import functools
import io
import re
import sys

import pytest

import dealt
from dealt.clients.line.play import face_of
from dealt.clients.line.programs.penney import (
    Deal,
    PenneyScreen,
    PenneySitting,
    _stops,
    _verdict,
    _view_of,
    _won,
)
from dealt.clients.line.requests import Hints
from dealt.core.agent import Seat
from dealt.core.match import Match
from dealt.games import game
from dealt.terminal.boxes import columns_of
from dealt.terminal.console import Leave
from tests import program
from tests.program import at_a_terminal, interrupt, run, spawn

# the document's five cards and the one after them; the tricks are those of RRR against RRB
EXAMPLE = ("RBRRB", "BBBRRR", "RRB", "B" * 9 + "BR" * 11 + "RR", "RRR", "RR")
DECK = " ".join("".join(EXAMPLE))
NO_TRICK = " ".join("RB" * 26)
TWO = ("--seat", "Ana", "--seat", "Bob")
CARD = re.compile(r"^[ \d]\d [RB] ", re.MULTILINE)
CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


play = functools.partial(program.play, "penney")


def two_people(deck, *choices, **options):
    """A match of two people with a deck, in which they have chosen."""
    seats = (Seat("Ana"), Seat("Bob"))
    match = Match(game("penney"), seats, seed=1, rounds=None, options=options, decks=[deck.split()])
    for choice in choices:
        match.table.play(choice)
    return match


def deal(match, width):
    """The lines of the last deal."""
    panel = Deal("Deal", _view_of(match.table), width)
    return [*panel.heading, *(line for lines in panel.tricks for line in lines)]


@pytest.fixture(name="folder")
def _folder(tmp_path):
    """A folder with the deck of the document's example, and one that holds no trick."""
    (tmp_path / "example.deck").write_text(DECK)
    (tmp_path / "none.deck").write_text(NO_TRICK)
    return tmp_path


# --- the deck, card by card ----------------------------------------------------------------------


def test_the_example_of_the_document_reads_as_in_the_document(folder):
    """The window, the cards drawn, both comparisons, and both counts after the trick (N6)."""
    seats = (*TWO, "--deck", "example.deck")
    result = run("play", "penney", *seats, typed="RRR\nRRB\nq\n", cwd=folder)
    assert result.returncode == 0 and result.stderr == "" and "\x1b" not in result.stdout
    output = result.stdout
    example = """\
Deal of round 1: Ana RRR, Bob RRB
card  window  drawn  Ana         Bob         tricks  cards  won by
 1 R  . . R       1  -           -
 2 B  . R B       2  -           -
 3 R  R B R       3  RBR != RRR  RBR != RRB
 4 R  B R R       4  BRR != RRR  BRR != RRB
 5 B  R R B       5  RRB != RRR  RRB == RRB  0:1     0:5    Bob, 5 cards
 6 B  . . B       1  -           -
"""
    assert example in output
    assert "11 R  R R R       6  RRR == RRR  RRR != RRB  1:1     6:5    Ana, 6 cards\n" in output


@pytest.mark.parametrize("seed", range(8))
def test_every_card_and_every_count_is_shown_in_80_columns(seed):
    """52 cards, the comparisons of all full windows, the counts of the result in the last trick."""
    match = dealt.match("penney", ["AI", "random"], seed=seed, rounds=1).run()
    lines = deal(match, 80)
    assert all(columns_of(line) <= 80 for line in lines)
    cards = [line for line in lines if CARD.match(line)]
    assert len(cards) == 52
    view = _view_of(match.table)
    colours = "".join(line[3] for line in cards)
    assert colours == "".join(view.find("tape").items)
    tricks = 0
    for line in cards:
        window = line[6:11].replace(" ", "").strip(".")
        compared = re.findall(r"(\w+) (==|!=) (\w+)", line)
        assert len(compared) == (2 if len(window) == 3 else 0)
        for window_shown, sign, choice in compared:
            assert window_shown == window and (window_shown == choice) == (sign == "==")
        tricks += "==" in line
    assert (
        tricks == sum(_won(view, "tricks")) == len(re.findall(r"\d:\d+ +\d+:\d", "\n".join(lines)))
    )
    last = [line for line in cards if "==" in line][-1]
    assert all(":".join(map(str, _won(view, count))) in last for count in ("tricks", "cards"))


@pytest.mark.parametrize("width", [36, 40, 79])
def test_a_narrow_table_tells_the_tricks_in_lines_of_their_own(width):
    """No line is longer than the terminal is wide."""
    match = two_people(DECK, "RRR", "RRB")
    lines = deal(match, width)
    assert all(columns_of(line) <= width for line in lines)
    assert " 5 B R R B      5 RRB!=RRR RRB==RRB" in lines
    after = lines.index(" 5 B R R B      5 RRB!=RRR RRB==RRB") + 1
    assert lines[after : after + 2] == ["Bob wins the trick: 5 cards", "tricks 0:1, cards 0:5"]


@pytest.mark.parametrize("width", [40, 80])
def test_long_and_wide_names_are_cut(width):
    """Letters may take two columns."""
    seats = ("Wilhelmina Alexandra of the House", "北京北京北京北京北京北京北京")
    match = Match(game("penney"), [*map(Seat, seats)], seed=3, rounds=1)
    match.table.play("RBR")
    match.table.play("BRB")
    assert all(columns_of(line) <= width for line in deal(match, width))


def test_cards_left_over_are_reported(folder):
    """Also a whole deck without a trick (N4)."""
    script = "RRR\nBBB\nq\n"
    output = play(*TWO, "--deck", "none.deck", typed=script, cwd=folder)
    assert len(CARD.findall(output)) == 52
    assert "52 cards are left over, for nobody\n" in output
    assert "A draw by tricks, 0 each; by cards too, 0 each\n" in output
    assert f"{'RB' * 26}(-)\n" in output
    assert deal(two_people(DECK, "RRR", "RRB"), 80)[-1] == "2 cards are left over, for nobody"
    assert deal(two_people(NO_TRICK, "RBR", "BBB"), 80)[-1] == "1 card is left over, for nobody"


def test_it_stops_after_each_trick_and_within_a_long_one():
    """A trick longer than the screen comes in parts."""
    assert list(_stops([3, 9, 2], 4)) == [3, 7, 11, 12, 14]
    assert list(_stops([4], 4)) == [4]
    assert list(_stops([], 4)) == []


# --- the result ----------------------------------------------------------------------------------


def test_the_result_has_both_counts_the_deck_and_the_odds(folder):
    """Who wins by what counts; exact odds; whether the second choice was the best reply."""
    output = play(*TWO, "--deck", "example.deck", typed="RRR\nRRB\nRRR\nBRR\nq\n", cwd=folder)
    box = output[output.index("┌ End of round 1") :].split("\n")
    assert box[1:4] == [
        "1. Ana, RRR: 3 tricks, 42 cards",
        "2. Bob, RRB: 2 tricks, 8 cards",
        "Ana wins by tricks, 3 to 2; by cards too, 42 to 8",
    ]
    marks = zip(EXAMPLE, (2, 1, 2, 1, 1, "-"), strict=True)
    assert " ".join(box[4:6]) == "Deck and winners: " + " ".join(f"{x}({n})" for x, n in marks)
    assert "Of all decks Ana wins 40.4% with RRR, Bob 44.1% with RRB; 15.4% are draws" in box
    assert "RRB was not the best reply to RRR: BRR wins 99.5%" in box
    assert "BRR was the best reply to RRR\n" in output
    assert re.search(r"^round 1 +3 +2$", output, re.MULTILINE)


def test_cards_can_decide(folder):
    """The same deck by cards: other points, other odds."""
    seats = (*TWO, "--deck", "example.deck", "--option", "scoring=cards")
    output = play(*seats, typed="RRR\nRRB\nRRR\nBRR\nq\n", cwd=folder)
    assert "Round 1: more cards win\n" in output and "More cards win.\n" in output
    assert "Ana wins by cards, 42 to 8; by tricks too, 3 to 2\n" in output
    assert re.search(r"^round 1 +42 +8$", output, re.MULTILINE)
    assert "Ana wins 0.001% with RRR, Bob 99.998% with BRR; 0.0005% are draws" in output


@pytest.mark.parametrize(
    ("tricks", "cards", "verdict"),
    [
        ((3, 2), (9, 20), "Ana wins by tricks, 3 to 2; by cards Bob is ahead, 20 to 9"),
        ((3, 2), (20, 20), "Ana wins by tricks, 3 to 2; by cards it is a draw, 20 each"),
        ((2, 2), (20, 9), "A draw by tricks, 2 each; by cards Ana is ahead, 20 to 9"),
        ((0, 2), (0, 9), "Bob wins by tricks, 2 to 0; by cards too, 9 to 0"),
    ],
)
def test_the_two_counts_may_differ(tricks, cards, verdict):
    """Both are listed, the one that counts first."""
    match = two_people(DECK, "RRR", "RRB")
    match.table._state.tricks[:] = tricks
    match.table._state.cards[:] = cards
    assert _verdict(_view_of(match.table)) == verdict


# --- choosing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("1", "RRR"),
        ("8", "BBB"),
        ("RRB", "RRB"),
        ("rrb", "RRB"),
        ("r r b", "RRB"),
        ("red red black", "RRB"),
        ("Black, red, black", "BRB"),
        ("001", "RRB"),
        ("111", "BBB"),
    ],
)
def test_a_choice_is_a_number_or_colours(typed, expected):
    """Three digits are colours, as in the document's files."""
    output = play(*TWO, typed=f"{typed}\nq\n")
    assert f"Ana: {expected}\n" in output


def test_the_second_player_cannot_take_the_first_choice():
    """It is not in the list, and is refused in words."""
    output = play(*TWO, "--no-hints", typed="2\nRRB\n8\n7\nq\n")
    assert "1. RRR  2. RBR  3. RBB  4. BRR  5. BRB  6. BBR\n7. BBB\nTurn: Bob" in output
    assert output.count("Ana has chosen RRB; choose another one\n") == 1
    assert "8 is out of range: enter 1 to 7\n" in output
    assert "Deal of round 1: Ana RRB, Bob BBB\n" in output


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("x", "'x' is not a valid choice: write 3 colours, R or B, such as RRB"),
        ("RR", "'RR' is not a valid choice: write 3 colours, R or B, such as RRB"),
        ("RRBB", "'RRBB' is not a valid choice: write 3 colours, R or B, such as RRB"),
        ("", "'' is not a valid choice: write 3 colours, R or B, such as RRB"),
        ("0", "0 is out of range: enter 1 to 8"),
        ("99", "99 is out of range: enter 1 to 8"),
        ("9" * 5000, "is not a valid choice: write 3 colours"),
        ("٣", "'٣' is not a valid choice"),
        ("d", "no deck has been dealt yet; it is dealt after both choices"),
    ],
)
def test_an_invalid_choice_gets_one_line_and_is_asked_again(typed, line):
    """And then a choice is taken."""
    output = play(*TWO, typed=f"{typed}\nRBB\n")
    assert output.count(line) == 1 and "Ana: RBB\n" in output
    question = output[output.index("> ") : output.index("> RBB")]
    assert question.count("\n") == 2


def test_help_and_hints():
    """? tells what can be entered; --no-hints leaves the hint out."""
    output = play(*TWO, typed="?\nRRB\nq\n")
    assert (
        "Enter the number of a choice, or its colours" in output and "q leaves the game." in output
    )
    assert "(RBR or BRB is hardest to answer: the best reply wins 80.1% of all decks)\n" in output
    assert "(BRR wins 93.5% of all decks, draws 3.8%)\n" in output
    output = play(*TWO, "--no-hints", typed="?\nRRB\nq\n")
    assert "of all decks" not in output and "? for help" in output


def test_deals_can_be_shown_short_and_again():
    """`short` leaves out the cards, `d` shows those of the last deal, `full` brings them back."""
    output = play(*TWO, "--seed", "2", typed="short\nRRB\nBRR\nd\nfull\nRRB\nBRR\nq\n")
    rounds = output.split("┌ End of round")
    assert "Deals will be shown as a deck and a result.\n" in rounds[0]
    assert not CARD.findall(rounds[0])
    assert "Deck and winners: " in rounds[1]
    assert "Deal of round 1: " in rounds[1] and "Deal of round 2: " in rounds[1]
    assert "Deals will be shown card by card.\n" in rounds[1]
    assert len(CARD.findall(rounds[1])) == 104


# --- a match -------------------------------------------------------------------------------------


def test_computer_players_print_all_their_rounds():
    """The best and the worst player, three rounds, the totals."""
    output = play("--seat", "AI", "--seat", "bad", "--seed", "1", "--rounds", "3")
    assert output.startswith(
        "Round 1 of 3: more tricks win\nAI chooses BRB\nBia (bad) chooses RRR\n"
    )
    assert len(CARD.findall(output)) == 3 * 52 and output.count("┌ End of round") == 3
    assert all(columns_of(line) <= 80 for line in output.split("\n"))
    assert "Won by AI.\n" in output and re.search(r"^total +\d+ +\d+$", output, re.MULTILINE)


def test_people_play_on_until_they_leave():
    """The computer player answers best; the rounds won so far are shown."""
    output = play("--seat", "Ana", "--seat", "AI", "--seed", "6", typed="RRR\n" * 5)
    assert output.count("AI chooses BRR\n") == 5
    assert re.search(r"More tricks win. So far: Ana \d, AI \d+\n", output)
    assert "Round 6: Ana chooses" in output and "Penney's game, seed 6\n" in output
    assert output.count("BRR was the best reply to RRR\n") == 5 and "round 6" not in output


def test_rounds_can_be_given():
    """Then the match ends by itself, and somebody has won it."""
    output = play(
        "--seat", "Ana", "--seat", "AI", "--seed", "6", "--rounds", "2", typed="RRR\n" * 5
    )
    assert "┌ End of round 2 of 2 ─" in output and "Won by AI." in output
    assert output.count("> RRR") == 2


def test_players_can_take_turns_to_choose_first():
    """The other one starts the second round."""
    output = play(*TWO, "--option", "first=turns", typed="RRR\nBRR\nBBB\nRBB\nq\n")
    assert "Deal of round 2: Ana RBB, Bob BBB\n" in output
    assert "RBB was the best reply to BBB\n" in output


def test_a_record_can_be_replayed(folder):
    """What was chosen comes out of the record, with the deck of the file."""
    seats = (*TWO, "--deck", "example.deck", "--record", "m.json")
    play(*seats, typed="RRR\nRRB\nBBB\nq\n", cwd=folder)
    story = run("replay", "m.json", cwd=folder)
    assert (
        story.returncode == 0
        and "Bob chose RRB" in story.stdout
        and "Ana chose BBB" in story.stdout
    )
    assert DECK in (folder / "m.json").read_text()


def test_an_invalid_deck_is_refused_before_the_first_question(folder):
    """Also without seats; and so is an option that is none."""
    (folder / "bad.deck").write_text("R B R")
    for seats in (TWO, ()):
        result = run("play", "penney", *seats, "--deck", "bad.deck", cwd=folder)
        assert result.returncode == 2 and result.stdout == ""
        assert result.stderr == "dealt: deck file 'bad.deck': 3 cards where 52 are needed\n"
    result = run("play", "penney", "--option", "scoring=x")
    assert result.returncode == 2 and "must be tricks or cards" in result.stderr


# --- the questions before a match ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "answers", "first"),
    [
        ((), "1\n\n1\n1\n", "Player: to choose\nAI: chooses second"),
        ((), "1\nAna\n2\n2\n", "AI: BRB\nAna: to choose"),
        ((), "2\nAna\n4\n1\n", "bad: BBB\nAna: to choose"),
        ((), "3\n\n\n3\n1\n", "Player 1: to choose\nPlayer 2: chooses second"),
        ((), "3\nPlayer 2\n\n2\n1\n", "Player 1: to choose\nPlayer 2: chooses second"),
        (("--option", "first=turns"), "3\nAna\nBob\n2\n1\n", "Bob: to choose\nAna: chooses second"),
        (("--option", "scoring=cards"), "3\nAna\nBob\n1\n", "Ana: to choose\nBob: chooses second"),
    ],
)
def test_the_questions_ask_who_plays_who_is_first_and_what_wins(arguments, answers, first):
    """What has been said on the command line is not asked for."""
    output = play("--seed", "1", *arguments, typed=f"{answers}q\n")
    assert "Welcome to Penney's game!\n" in output and first in output
    assert ("What wins?" in output) == ("scoring=cards" not in arguments)
    assert ("by turns" in output) == ("first=turns" not in arguments)


def test_the_answers_are_kept_to():
    """By cards, by turns."""
    output = play("--seed", "1", typed="3\nAna\nBob\n4\n2\nRRR\nBRR\nRBR\nBRB\nq\n")
    assert "Deal of round 1: Bob RRR, Ana BRR\n" in output and "wins by cards, " in output
    assert "Deal of round 2: Bob BRB, Ana RBR\n" in output


def test_wrong_answers_to_the_questions_are_asked_again():
    """One line each; a name that is taken is refused."""
    output = play(typed="0\nx\n1\nAI\nAna\n5\n1\n3\n2\nq\n")
    assert output.count("enter a number from 1 to 3") == 2
    assert "AI is already at the table; enter another name" in output
    assert "'5' is not a valid choice; enter a number from 1 to 4" in output
    assert "'3' is not a valid choice; enter a number from 1 to 2" in output
    assert "Ana: to choose" in output


@pytest.mark.parametrize("typed", ["", "1\n", "3\nAna\n", "1\n\n1\n", "1\n\n1\n1\n"])
def test_the_end_of_input_leaves_cleanly_everywhere(typed):
    """The sheet is shown if there is a match."""
    output = play("--seed", "3", typed=typed)
    assert ("Penney's game, seed 3\n" in output) == (typed.count("\n") == 4)


def test_the_game_has_its_own_face():
    """In the table of faces."""
    assert face_of("penney").play.__module__ == "dealt.clients.line.programs.penney"


# --- at a terminal -------------------------------------------------------------------------------


def lines_of(text):
    """What a terminal has shown, without codes."""
    return [line.rstrip("\r") for line in CODES.sub("", text).split("\n")]


def test_output_to_a_pipe_prints_all_at_once(capsys):
    """A console of its own, without a process."""
    match = dealt.match("penney", ["AI", "bad"], seed=5, rounds=1)
    PenneySitting(match, PenneyScreen(live=False), Hints(own=False)).run()
    printed = capsys.readouterr().out
    assert len(CARD.findall(printed)) == 52 and "Won by" in printed


def test_keys_have_words_that_mean_the_same(monkeypatch):
    """In any case of letters."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("ALL\n\nskip\nquit\n"))
    screen, keys = PenneyScreen(live=False), {"a": "all", "s": "skip"}
    assert [screen.ask_key("", keys) for _ in range(3)] == ["a", "", "s"]
    with pytest.raises(Leave):
        screen.ask_key("", keys)


@at_a_terminal
@pytest.mark.parametrize("size", [(24, 80), (20, 40)])
def test_a_deal_is_stepped_through_trick_by_trick(size, folder):
    """Enter shows the next trick, a all, then the result; d shows the deal again, s skips it."""
    seats = (*TWO, "--deck", "example.deck", "--seed", "1")
    table = spawn("play", "penney", *seats, cwd=folder, size=size)
    output = ""

    def answer(expected, line):
        nonlocal output
        table.expect(expected)
        output += table.before + table.after
        table.sendline(line)

    answer("Turn: Ana", "RRR")
    answer("Turn: Bob", "RRB")
    answer("Enter: next, a: all, s: skip, q: quit", "")
    assert " 5 \x1b" in output and " 6 \x1b" not in output
    answer("11 .*Enter: next", "x")
    assert "12 \x1b" not in output
    answer(r"'x' is no key; press Enter, a for all, s\s+for skip or q to leave", "a")
    answer("52 .*Enter: result, q: quit", "")
    answer("End of round 1.*Enter: next round, d: deal, q: quit", "d")
    answer("Deal of round 1.*Enter: next", "s")
    answer("End of round 1.*Enter: next round", "")
    answer("Turn: Ana", "")
    answer("Turn: Ana", "RBR")
    answer("Turn: Bob", "deal")
    answer("Deal of round 1.*Enter: next", "s")
    answer("Turn: Bob", "RRB")
    answer("Enter: next round", "q")
    assert "Deal of round 2" not in output  # short after the first one
    table.expect("total")
    output += table.before
    table.wait()
    assert table.exitstatus == 0 and "Pass the screen" not in output
    assert [line for line in lines_of(output) if columns_of(line) > size[1]] == []


@at_a_terminal
def test_pages_end_at_the_height_of_the_screen(folder):
    """A deck without a trick on a low screen comes in parts, the last ones kept in sight."""
    seats = (*TWO, "--deck", "none.deck", "--rounds", "1")
    table = spawn("play", "penney", *seats, cwd=folder, size=(12, 80))
    for name, line in (("Ana", "RRR"), ("Bob", "BBB")):
        table.expect(f"Turn: {name}.*> ")
        table.sendline(line)
    for last in (9, 18, 27, 36, 45):
        table.expect(rf"{last} .*Enter: next")
        cards = [line for line in lines_of(table.before + table.after) if CARD.match(line)]
        # what was drawn last is what is in sight, however often the screen was drawn
        assert [int(line[:2]) for line in cards[-9:]] == list(range(last - 8, last + 1))
        table.sendline("")
    table.expect("52 cards are left over.*Enter: result")
    table.sendline("")
    table.expect("Enter: totals, d: deal, q: quit")
    table.sendline("")
    table.expect("Won by Ana and Bob")
    table.wait()
    assert table.exitstatus == 0


@at_a_terminal
def test_only_valid_choices_are_offered_before_a_match(folder):
    """Its rules are asked for one by one: no word leads to them."""
    program = spawn("play", "penney", cwd=folder)
    program.expect("Welcome to Penney.*Who plays.*> ")
    assert "Enter rules" not in program.after
    interrupt(program)


@at_a_terminal
def test_every_deal_is_stepped_through_if_that_is_asked_for(folder):
    """`full` before the second round; q leaves in the middle, and the round counts."""
    table = spawn("play", "penney", "--seat", "Ana", "--seat", "AI", "--seed", "6", cwd=folder)
    for expected, line in (
        ("Turn: Ana", "full"),
        ("shown card by card", "RRR"),
        ("Enter: next", "a"),
        ("Enter: result", ""),
        ("Enter: next round", ""),
        ("Turn: Ana", "RRR"),
        ("Deal of round 2.*Enter: next", "q"),
    ):
        table.expect(expected)
        table.sendline(line)
    table.expect("round 2")
    table.wait()
    assert table.exitstatus == 0


@at_a_terminal
def test_red_and_black_have_colours_unless_they_are_unwanted(folder):
    """Red for R, bold for both; with NO_COLOR no colour."""
    for environment, red in (({}, True), ({"NO_COLOR": "1"}, False)):
        table = spawn("play", "penney", *TWO, cwd=folder, **environment)
        table.expect("Turn: Ana")
        assert bool(re.search(r"\x1b\[1;31mRR", table.before)) == red
        assert "RRB" in CODES.sub("", table.before)
        table.close(force=True)


@at_a_terminal
def test_computer_players_at_a_terminal_ask_nothing(folder):
    """All cards, in the columns that there are."""
    seats = ("--seat", "AI", "--seat", "bad", "--seed", "1", "--rounds", "2")
    program = spawn("play", "penney", *seats, cwd=folder, size=(20, 40))
    output = lines_of(program.read())
    assert all(columns_of(line) <= 40 for line in output)
    assert len([line for line in output if CARD.match(line)]) == 104 and "Enter" not in "".join(
        output
    )


@at_a_terminal
def test_ctrl_c_leaves_with_the_totals(folder):
    """In the middle of a deal."""
    table = spawn("play", "penney", "--seat", "Ana", "--seat", "AI", "--seed", "6", cwd=folder)
    table.expect("Turn: Ana")
    table.sendline("RRR")
    table.expect("Enter: next")
    interrupt(table)
    assert "seed 6" in table.before
