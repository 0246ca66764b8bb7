"""Tranca at the terminal: the questions, the table of all sides, the hand, the log."""

import functools
import re
from collections import Counter

import pytest

import dealt
from dealt.clients.line.moves import Menu, in_order
from dealt.errors import ParseError
from dealt.games import game
from dealt.language import speaking
from dealt.terminal.boxes import Screen
from tests import program
from tests.program import at_a_terminal, run, spawn

TWO = ("--seat", "Ana", "--seat", "AI", "--seed", "5")


play = functools.partial(program.play, "tranca")


def test_slips_are_answered_with_what_would_be_right():
    """In one line, and what was typed is not repeated without end."""
    slips = ["sort foo", "? meld", "y" * 300]
    output = play(typed="\n".join(["2", "x" * 50, "Ana", "no", "Bob", "no", *slips, "q"]))
    assert "a name has 40 letters at most, not 50\n" in output
    assert "cannot sort by 'foo'; enter sort suit, sort rank or sort groups\n" in output
    assert "no open moves are called 'meld'; try draw\n" in output
    assert f"cannot read '{'y' * 60}'; try draw, " in output


def test_the_questions_ask_for_players_and_not_for_rounds():
    """The match goes to the target; five cannot play."""
    output = play(typed="5\n4\nAna\nno\n\nyes\nBob\nno\n\ny\n")
    assert "'5' is not a valid number of players: enter 2, 3, 4 or 6" in output
    assert "Number of rounds" not in output
    assert re.search(
        r"\n\* Ana and Bob: morto not taken.*\n    Ana: 11 cards   Bob: 11 cards\n", output
    )
    assert "So far: Ana and Bob 0, AI and AI 2 0, of 3,500\n" in output


def test_a_turn_shows_the_table_the_hand_and_numbered_actions():
    """Both sides, the piles, the hand sorted, and what came into it."""
    output = play(*TWO, typed="1\ndiscard JC\nq\n")
    assert (
        "Stock: 60 cards   Discard pile: empty   Morto 1: 11 cards   Morto 2: 11 cards\n" in output
    )
    assert "* Ana: 11 cards, morto not taken\n  AI: 11 cards, morto not taken\n" in output
    assert "8C  TC  JC  7H  8H  AH  4S  8S  9S  2C  2D\n" in output
    assert "New: JH\n" in output and "dollars 3H" in output
    assert "Ana drew from the stock\nAna laid the dollar 3H\n" in output
    assert (
        "Ana discarded JC\nAI drew from the stock\nAI laid 6S 7S 2H (run)\nAI discarded 3C\n"
        in output
    )
    assert "  1: 6S 7S 2H (run, 3 of 7, dirty)\n" in output
    assert "new run:\n" in output and "discard:\n" in output
    assert "Turn: Ana, to lay down or discard (? for help)" in output


def test_actions_in_words_and_requests():
    """Words, help, sorting by rank and back, the whole pile, and what cannot be done."""
    script = [
        "draw",
        "discard JC",
        "sort rank",
        "sort",
        "sort suit",
        "pile",
        "?",
        "take on 1",
        "99",
        "0",
        "new 4C 9D KS",
    ]
    script += ["discard ZZ", "Draw", "lay 4S on 1", "discard qd", "q"]
    output = play(*TWO, typed="\n".join(script) + "\n")
    assert "4S  7H  8C  8H  8S  9S  TC  JH  AH  2C  2D\n" in output
    assert "8C  8H  8S  4S  7H" in play(*TWO, typed="sort groups\nq\n")
    assert output.count("8C  TC  7H  8H  JH  AH  4S  8S  9S  2C  2D\n") >= 2
    assert "Discard pile, oldest first: JC 3C" in output
    assert "You can sort your hand: sort suit, sort rank, sort groups.\n" in output
    assert "3C lies on top, and a tranca cannot be taken" in output
    assert output.count("you can only draw: enter 1\n") == 2
    assert "not a sequence: cards must be of one rank, or consecutive in one suit" in output
    assert "unknown card 'zz'" in output
    assert "there is no sequence 1; your side has 0 sequences" in output
    assert "QD not in hand" in output
    assert "Tranca, seed 5" in output


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_round_ends_with_the_points_of_each_side_by_cause(seats):
    """A match of computer players to a low target."""
    computer = play(*["--seat", "AI"] * seats, "--seed", "3", "--option", "target=300")
    assert re.search(r"^this round +-?\d+ +-?\d+", computer, re.MULTILINE)
    assert "Won by" in computer and "clean canastras" in computer


def test_hands_are_sorted_with_the_twos_last():
    """By suit or by rank."""
    hand = ["2S", "AC", "4D", "4C", "2C"]
    assert in_order(game("tranca"), hand, "suit") == ["4C", "AC", "4D", "2C", "2S"]
    assert in_order(game("tranca"), hand, "rank") == ["4C", "4D", "AC", "2C", "2S"]


def test_lines_with_the_same_beginning_say_it_once():
    """Discards come with their cards alone, new sequences by form, a draw by itself."""
    table = dealt.table("tranca", ["Ana", "Bob"], seed=5)
    assert Menu(table).lines(Screen(live=False), 99) == ["1. draw"]
    table.play("draw")
    menu = Menu(table)
    assert [group.title for group in menu.groups] == ["new run", "new set", "discard"]
    lines = menu.lines(Screen(live=False), 99)
    assert lines[:2] == ["new run:", "1. 8C TC 2  2. TC JC 2  3. 7H 8H 2  4. 8S 9S 2"]
    assert [menu.numbered(n).text for n in (1, len(menu.moves))] == ["new 8C TC 2", "discard 9S"]
    table.play("new 8C 8H 8S")
    lines = Menu(table).lines(Screen(live=False), 99)
    assert lines[lines.index("new set:") + 1].endswith(". JC JH 2")  # alone, and yet no `new`
    with speaking("pt-BR"):
        titles = [group.title for group in Menu(table).groups]
        assert titles[1:] == ["sequência nova", "trinca nova", "descartar"]


def test_cards_alone_are_an_answer_where_they_mean_one_action():
    """A two of any suit stands for the `2` of a move; of several moves all are listed."""
    output = play(*TWO, typed="8C\ndraw\n8c tc 2d\nJC\ndraw\nq\n")
    assert "cannot discard 8C: first a card is drawn" in output
    assert "Ana laid 8C TC 2C (run)\n" in output
    table = dealt.table("tranca", ["Ana", "Bob"], seed=5)
    table.play("draw")
    table.play("new 8C TC 2")
    menu = Menu(table)
    number = len(menu.moves)
    with pytest.raises(
        ParseError, match=r"JC can be several moves: 1\. lay JC on 1, \d+\. discard"
    ):
        menu.with_cards(["JC"])
    assert number > 2 and menu.with_cards(["AS"]) is None
    assert menu.with_cards(["AH"]).text == "discard AH"


def test_cards_drawn_by_others_stay_hidden(tmp_path):
    """A morto taken by one person is not shown to the next one, nor in the next round."""
    hands = ["4C 5C 6C 7C 8C 9C TC JC QC KC AC", "4D 4D 5D 5D 6D 7H 8H 8S 9S TS JS"]
    morto = "4H 5H 6H 8D 9D JD QD QH KH AS 2S"
    cards = [*" ".join(hands).split(), *morto.split()]
    rest = Counter(face for face in game("tranca").deck.faces for _ in range(2)) - Counter(cards)
    rest -= Counter(["7S", "7D"])
    others = sorted(rest.elements(), key=lambda card: card[0] == "3")
    deck = [*cards, *others[:11], "7S", "7D", *others[11:]]
    (tmp_path / "stacked.deck").write_text(" ".join(deck))
    lays = "".join(f"lay {card} on 1\n" for card in hands[0].split()[3:])
    script = f"draw\nnew 4C 5C 6C\n{lays}discard 7S\ndraw\nq\n"
    seats = ("--seat", "Ana", "--seat", "Bob", "--deck", "stacked.deck")
    output = play(*seats, typed=script, cwd=tmp_path)
    assert "Ana discarded 7S\nAna took the morto\n" in output
    bob = output[output.index("took the morto") :]
    assert "New: 7D" in bob and "AS" not in bob and "QH" not in bob


def test_cards_can_be_typed_as_they_are_shown():
    """With the symbol after the letter or instead of it."""
    output = play(*TWO, typed="draw\ndiscard JC♣\ndraw\ndiscard 8♥\nq\n")
    assert "Ana discarded JC\n" in output and "Ana discarded 8H\n" in output


def test_a_record_can_be_replayed(tmp_path):
    """What people and computer players did comes out of the record."""
    play(*TWO, "--record", "m.json", typed="draw\ndiscard JC\nq\n", cwd=tmp_path)
    story = run("replay", "m.json", cwd=tmp_path)
    assert story.returncode == 0 and "Ana discarded JC" in story.stdout


@at_a_terminal
def test_two_people_pass_the_screen(tmp_path):
    """Nobody sees the hand of the person before, nor scrolls to it; Enter again shows nothing."""
    seats = ("--seat", "Ana", "--seat", "Bob", "--seed", "5")
    table = spawn("play", "tranca", *seats, cwd=tmp_path)
    table.expect("Turn: Ana, to draw")
    table.sendline("")
    table.expect("Turn: Ana, to draw")
    table.sendline("draw")
    table.expect("Turn: Ana, to lay down")
    table.sendline("discard JC")
    table.expect("Pass the screen to Bob. Bob, type Bo and press Enter: ")
    assert "Hand of Bob" not in table.before
    assert not table.before[table.before.rindex("\x1b[3J") :].removeprefix("\x1b[3J").strip()
    table.sendline("")
    table.expect("Pass the screen to Bob")
    assert "Turn: Bob" not in table.before
    table.sendline("Bo")
    table.expect("Ana drew from the stock")
    table.expect("Turn: Bob")
    table.sendline("q")
    table.expect("total")
    table.wait()
    assert table.exitstatus == 0
