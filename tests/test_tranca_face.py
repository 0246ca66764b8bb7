"""Tranca at the terminal: the questions, the table of all sides, the hand, what is told."""

import re
from collections import Counter

import pytest

import dealt
from dealt.core.agent import Action
from dealt.games import game
from dealt.games.tranca.tables import NEW
from dealt.games.tranca.words import TrancaView, action_text, parse_action
from dealt.terminal.boxes import Screen
from dealt.terminal.tranca import actions_shown, in_order, round_sheet
from tests.test_cli import at_a_terminal, run, spawn

TWO = ("--seat", "Ana", "--seat", "AI", "--seed", "5")


def play(*arguments, given="", **more):
    """A finished `dealt play tranca`, which has left no traceback and no codes of a terminal."""
    done = run("play", "tranca", *arguments, given=given, **more)
    assert done.returncode == 0 and done.stderr == "" and "\x1b" not in done.stdout
    return done.stdout


def test_the_questions_ask_for_players_and_not_for_rounds():
    """The match goes to the target; five cannot play."""
    said = play(given="5\n4\nAna\nno\n\nyes\nBob\nno\n\ny\n")
    assert "'5' is no number of players; enter 2, 3, 4 or 6" in said
    assert "Number of rounds" not in said
    assert "Your side" in said and "Ana and Bob: morto none" in said and "0 of 3,500 points" in said


def test_a_turn_shows_the_table_the_hand_and_numbered_actions():
    """Both sides, the piles, the hand sorted, and what came into it."""
    said = play(*TWO, given="1\n13\nq\n")
    assert "Pile: empty   Stock: 60   Mortos left: 2\nIn hand: AI 11\n" in said
    assert "8C  TC  JC  7H  8H  AH  4S  8S  9S  2C  2D\n" in said
    assert "New: JH\n" in said and "dollars 3H" in said
    assert "Ana: draw; lays 3H; discard JC\nAI: draw; new 6S 7S 2; discard 3C\n" in said
    assert "  1: 6S 7S 2H (3 of 7, dirty)\n" in said
    assert "Turn: Ana, lay down or discard (? for help)" in said


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
    said = play(*TWO, given="\n".join(script) + "\n")
    assert "4S  7H  8C  8H  8S  9S  TC  JH  AH  2C  2D\n" in said
    assert said.count("8C  TC  7H  8H  JH  AH  4S  8S  9S  2C  2D\n") >= 3
    assert "Discard pile, oldest first: JC 3C" in said
    assert "Sequences are numbered as your side made them." in said
    assert "3C lies on top, and a tranca cannot be taken (T5)" in said
    assert "there is no number 99; enter 1 to" in said and "there is no number 0;" in said
    assert "no sequence: cards are of one rank, or of one suit in a row (T2)" in said
    assert "unknown card 'zz'" in said
    assert "there is no sequence 1; one's own side has 0 sequences" in said
    assert "QD not in hand" in said
    assert "Tranca, seed 5" in said


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_round_ends_with_what_each_side_gets_for_what(seats):
    """A match of computer players to a low target."""
    computer = play(*["--seat", "AI"] * seats, "--seed", "3", "--option", "target=300")
    assert re.search(r"^this round +-?\d+ +-?\d+", computer, re.MULTILINE)
    assert "Won by" in computer and "clean canastras" in computer


def test_the_sheet_of_a_round_is_the_score_of_the_game():
    """The scorer, given the cards on the table, counts what the game counts."""
    for seed in range(12):
        seats = game("tranca").seats[seed % 4]
        players = (["AI", "random"] * 3)[:seats]
        match = dealt.match("tranca", players, seed=seed, rounds=1).run()
        sheet = round_sheet(match)
        row = next(row for row in sheet.rows if row[0] == "this round")
        view = match.table.view(0)
        assert isinstance(view, TrancaView)
        scores = match.table.scores
        assert list(row[1:]) == [scores[side.names[0]] for side in view.sides]


def test_hands_are_sorted_with_the_twos_last():
    """By suit or by rank."""
    hand = ["2S", "AC", "4D", "4C", "2C"]
    assert in_order(hand, "suit") == ["4C", "AC", "4D", "2C", "2S"]
    assert in_order(hand, "rank") == ["4C", "4D", "AC", "2C", "2S"]


def test_very_many_actions_are_left_to_words():
    """Forty are shown; the discards keep their numbers and come with their cards alone."""
    ids = [*range(NEW, NEW + 61), parse_action("discard 5H")]
    actions = [Action(i, action_text(i)) for i in ids]
    lines = actions_shown(Screen(live=False), actions)
    assert " 1. new 4C 5C 6C" in lines[0] and "40. new 5C 7C 2" in lines[-4]
    assert lines[-3:] == ["... and 21 more, to be said in words", "discard:", "62. 5H"]


def test_nobody_sees_what_came_to_somebody_else(tmp_path):
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
    said = play(*seats, given=script, cwd=tmp_path)
    assert "discard 7S; takes the morto\n" in said
    bob = said[said.index("takes the morto") :]
    assert "New: 7D" in bob and "AS" not in bob and "QH" not in bob


def test_cards_can_be_typed_as_they_are_shown():
    """With the symbol after the letter or instead of it."""
    said = play(*TWO, given="draw\ndiscard JC♣\ndraw\ndiscard 8♥\nq\n")
    assert "Ana: draw; lays 3H; discard JC\n" in said and "Ana: draw; discard 8H\n" in said


def test_a_record_can_be_replayed(tmp_path):
    """What people and computer players did comes out of the record."""
    play(*TWO, "--record", "m.json", given="draw\ndiscard JC\nq\n", cwd=tmp_path)
    story = run("replay", "m.json", cwd=tmp_path)
    assert story.returncode == 0 and "Ana: discard JC" in story.stdout


@at_a_terminal
def test_two_people_pass_the_screen(tmp_path):
    """Nobody sees the hand of the person before; Enter shows the table again."""
    seats = ("--seat", "Ana", "--seat", "Bob", "--seed", "5")
    table = spawn("play", "tranca", *seats, cwd=tmp_path)
    table.expect("Turn: Ana, draw")
    table.sendline("")
    table.expect("Turn: Ana, draw")
    table.sendline("draw")
    table.expect("Turn: Ana, lay down")
    table.sendline("discard JC")
    table.expect("Pass the screen to Bob and press Enter")
    assert "Hand of Bob" not in table.before
    table.sendline("")
    table.expect("Ana: draw; lays")
    table.expect("Turn: Bob")
    table.sendline("q")
    table.expect("total")
    table.wait()
    assert table.exitstatus == 0
