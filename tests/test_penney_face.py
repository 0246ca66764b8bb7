"""Penney's game at the terminal: the questions, the choices, the deck card by card, the result."""

import functools
import re
from dataclasses import replace

import pytest

import dealt
from dealt.clients.line.programs.penney import Deal, _played, _verdict, _view_of
from dealt.core.agent import Seat
from dealt.core.match import Match
from dealt.games import game
from dealt.terminal.boxes import columns_of
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
    return Deal("Deal", _view_of(match.table), width).lines


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
    played, counts = _played(view), re.findall(r"\d:\d+ +\d+:\d", "\n".join(lines))
    assert tricks == sum(played.tricks) == len(counts)
    last = [line for line in cards if "==" in line][-1]
    assert all(":".join(map(str, won)) in last for won in (played.tricks, played.cards))


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
    assert "More cards win." in output
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
    view = _view_of(match.table)
    assert _verdict(view, replace(_played(view), tricks=tricks, cards=cards)) == verdict


# --- choosing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "choice"),
    [("1", "RRR"), ("8", "BBB"), ("rrb", "RRB"), ("r r b", "RRB"), ("red red black", "RRB")],
)
def test_a_choice_is_a_number_or_colours(typed, choice):
    """Numbers are those of the list."""
    assert f"Ana chose {choice}\n" in play(*TWO, typed=f"{typed}\nq\n")


def test_the_second_player_cannot_take_the_first_choice():
    """It is not in the list, and is refused in words."""
    output = play(*TWO, "--no-hints", typed="2\nRRB\n8\n7\nq\n")
    assert "1. RRR  2. RBR  3. RBB  4. BRR  5. BRB  6. BBR\n7. BBB\n" in output
    assert (
        "Bob cannot play RRB: Ana has chosen it" in output
        and "8 is out of range: enter 1 to 7\n" in output
    )
    assert "Deal of round 1: Ana RRB, Bob BBB\n" in output


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("RRBB", "'RRBB' is not a valid choice: write 3 colours, R or B, such as RRB"),
        ("0", "0 is out of range: enter 1 to 8"),
        ("d", "no deck has been dealt yet; it is dealt after both choices"),
    ],
)
def test_an_invalid_choice_gets_one_line_and_is_asked_again(typed, line):
    """And then a choice is taken."""
    output = play(*TWO, typed=f"{typed}\nRBB\n")
    assert output.count(line) == 1 and "Ana chose RBB\n" in output


def test_deals_can_be_shown_short_and_again():
    """`short` leaves out the cards, `d` shows those of the last deal, `full` brings them back."""
    output = play(*TWO, "--seed", "2", typed="?\nshort\nRRB\nBRR\nd\nfull\nRRB\nBRR\nq\n")
    rounds = output.split("┌ End of round")
    assert "d shows the last deal card by card." in rounds[0] and not CARD.findall(rounds[0])
    assert "Deal of round 1: " in rounds[1] and "Deal of round 2: " in rounds[1]
    assert len(CARD.findall(rounds[1])) == 104


# --- a match -------------------------------------------------------------------------------------


def test_computer_players_print_all_their_rounds():
    """The best and the worst player, three rounds, the totals."""
    output = play("--seat", "AI", "--seat", "bad", "--seed", "1", "--rounds", "3")
    assert output.startswith("Round 1 of 3. Turn order: AI, Bia (bad)\nMore tricks win.")
    assert len(CARD.findall(output)) == 3 * 52 and output.count("┌ End of round") == 3
    assert all(columns_of(line) <= 80 for line in output.split("\n"))
    assert "Won by AI.\n" in output and re.search(r"^total +\d+ +\d+$", output, re.MULTILINE)


def test_one_person_plays_with_the_best_player():
    """Without a question; as many rounds as the person likes."""
    output = play("--seed", "6", typed="RRR\n" * 5)
    assert output.count("AI chose BRR\n") == 5 and "So far: Player " in output
    assert "Penney's game, seed 6\n" in output and "round 6" not in output


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


@at_a_terminal
def test_at_a_terminal_a_deal_is_shown_on_request(folder):
    """In the pager, where it is too long; after the round the result alone stands there."""
    table = spawn("play", "penney", *TWO, "--deck", "example.deck", "--plain", cwd=folder)
    for expected, line in (("Turn: Ana.*> ", "RRR"), ("Turn: Bob", "RRB")):
        table.expect(expected)
        table.sendline(line)
    table.expect("End of round 1.*d shows the last deal.*Press Enter for the next round")
    assert not CARD.findall(table.after)
    table.sendline("d")
    table.expect("Deal of round 1.*52 .*2 cards are left over")
    interrupt(table)
