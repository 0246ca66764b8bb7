"""Any game at plain prompts: what each player reads, can ask for, and how moves are listed."""

import contextlib
import inspect
import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

import dealt
from dealt import agents
from dealt.clients.line import any_game, moves, requests, telling
from dealt.clients.line.any_game import LineSitting
from dealt.clients.line.moves import Menu, cards_in, in_order
from dealt.clients.line.requests import Hints
from dealt.core.match import Match
from dealt.core.presentation import trick_of
from dealt.errors import ParseError
from dealt.games import game, games
from dealt.language import speaking
from dealt.terminal import boxes, console
from dealt.terminal.boxes import Screen
from dealt.terminal.console import Console
from dealt.terminal.verbs import verb_in
from tests.games.president_tables import first_round
from tests.program import play

LEDUC = "examples.leduc:GAME"
SHARED = (any_game, boxes, console, moves, requests, telling)


def match_of(name, *seats, seed=5, rounds=2):
    played_game = game(name)
    return Match(played_game, agents.seats(played_game, seats, seed), seed=seed, rounds=rounds)


def played(match, answers, monkeypatch, capsys):
    """What is printed while these answers are given."""
    replies = iter(answers)
    monkeypatch.setattr("builtins.input", lambda prompt="": print(prompt, end="") or next(replies))
    with contextlib.suppress(StopIteration):
        LineSitting(match, Screen(live=False), Hints(own=False)).run()
    return capsys.readouterr().out


def told(sitting, *actions):
    """Play actions at a sitting, with what is heard of them."""
    table = sitting.match.table
    for action in actions:
        before = table.view(table.seat_in_turn)
        table.step(table.read(action))
        sitting.tell_step(before)


@pytest.mark.parametrize("module", SHARED, ids=lambda module: module.__name__)
def test_no_game_is_named_in_what_all_games_share(module):
    text = inspect.getsource(module).lower()
    for each in games():
        for part in (each.name, each.name.replace("-", "_"), each.title.lower()):
            assert part not in text


def test_legal_is_asked_once_for_each_decision(monkeypatch, capsys):
    """A list of moves, an answer by number, and what it plays look at the same list."""
    match = match_of("president", "Ana", "Bob", rounds=1)
    legal_calls = []
    legal = match.game.rules.legal
    monkeypatch.setattr(
        match.game.rules, "legal", lambda s, out: legal_calls.append(1) or legal(s, out)
    )
    output = played(match, ["1", "1", "99", "? pair", "1", "q"], monkeypatch, capsys)
    assert len(match.table.history) == 3 and len(legal_calls) == 4, output


def test_news_waits_at_a_shared_screen_and_leaves_out_ones_own_moves():
    """A line a turn; what came of it by itself stands alone; a private card stays private."""
    sitting = LineSitting(match_of("tranca", "Ana", "Bob"), Screen(live=True), Hints(own=False))
    sitting.tell_start()
    told(sitting, "draw", "new 8C TC 2")
    assert sitting.news(0) == ["Round 1 of 2. Turn order: Ana, Bob", "Ana laid the dollar 3H"]
    told(sitting, "discard JC")
    assert sitting.news(1) == [
        "Round 1 of 2. Turn order: Ana, Bob",
        "Ana drew from the stock",
        "Ana laid the dollar 3H",
        "Ana laid 8C TC 2C (run); Ana discarded JC",
    ]
    sitting.bookmarks[1] = len(sitting.log)
    assert sitting.news(1) == []


def test_a_pile_is_shown_by_its_name(monkeypatch, capsys):
    """By all of its label, or a word of it; what nobody knows is counted."""
    match = match_of("tranca", "Ana", "Bob")
    answers = ["draw", "discard JC", "pile", "discard pile", "stock", "morto", "q"]
    output = played(match, answers, monkeypatch, capsys)
    assert output.count("\nDiscard pile, oldest first: JC\n") == 2
    assert re.search(r"\nStock: \d+ cards\n> morto\nMorto 1: 11 cards\nMorto 2: 11 cards\n", output)


def test_the_end_of_a_round_has_points_and_totals(monkeypatch, capsys):
    """The best first, round by round; no more than ten rounds one by one."""
    match = match_of(LEDUC, "AI", "random", rounds=12)
    output = played(match, [], monkeypatch, capsys)
    assert "Round 2 of 12. Turn order: AI, random\n" in output
    last = output[output.index("┌ End of round 12 of 12 ") :]
    points = [table.scores["AI"] for table in match.tables]
    last_points = ", ".join(map(str, points[-10:]))
    assert f"AI: points ... {last_points}; total {match.totals['AI']}\n" in last


def test_moves_that_stand_alone_have_no_title():
    """Kinds without a name can be listed as others, or by their verbs."""
    table = dealt.table(LEDUC, ["Ana", "Bob"], seed=3)
    menu = Menu(table)
    assert menu.lines(Screen(live=False), 9) == ["1. call   2. raise"]
    assert menu.asked_for("other", Screen(live=False)) == ["other moves:", "1. call   2. raise"]
    assert menu.asked_for("raise", Screen(live=False))[0] == "other moves:"
    with pytest.raises(ParseError, match="no JS among the open moves"):
        menu.asked_for("JS", Screen(live=False))
    assert menu.lines(Screen(live=False), 0)[0].startswith("other moves, 2 moves")


def test_the_verb_can_be_left_out_if_there_is_one(monkeypatch, capsys):
    """A rank alone is asked for, a card alone is given."""
    match = first_round(4, trade="request")
    match.next_round()
    output = played(match, ["K", "aces", "3d", "pass", "q"], monkeypatch, capsys)
    assert "Bob asked for kings\nBob asked for aces\n" not in output
    assert output.index("Bob asked for kings\n") < output.index("Bob asked for aces\n")


def test_a_hand_is_put_into_order_by_the_deck():
    """Ranks and suits rise as in the deck; groups have the most cards of a rank first."""
    tranca, president = game("tranca"), game("president")
    hand = ["KS", "2H", "4C", "4D", "AC"]
    assert in_order(tranca, hand, "suit") == ["4C", "AC", "4D", "KS", "2H"]
    assert in_order(tranca, hand, "groups") == ["4C", "4D", "KS", "AC", "2H"]
    assert in_order(president, hand, "rank") == ["4D", "4C", "KS", "AC", "2H"]
    assert cards_in(tranca, "4c, 2 ks") == ["4C", "2", "KS"] and cards_in(tranca, "4c on 1") == []


def test_a_list_has_cards_alone_where_these_say_all():
    """With one place to go that is not a group on the table; else the words."""
    table = dealt.table("tranca", ["Ana", "Bob"], seed=5)
    table.play("draw")
    titles = {group.title: group for group in Menu(table).groups}
    assert titles["discard"].texts == tuple(a.cards[0] for a in titles["discard"].moves)
    table.play("new 8C TC 2")
    laid = replace(next(a for a in table.actions if a.kind == "lay on a sequence"), cards=("TC",))
    view = table.view(0)
    assert not moves._say_all(("TC",), [laid], view)
    discards = [action for action in table.actions if action.verb == "discard"]
    faces = [action.cards[0] for action in discards]
    assert moves._say_all(faces, discards, view)
    assert not moves._say_all([faces[0]] * 2, [discards[0]] * 2, view)
    assert not moves._say_all(faces, [*discards[1:], laid], view)


def test_a_kind_of_moves_is_named_by_the_game():
    """By its kind, its form or its verb, and asked for by any of them."""
    match = first_round(4, trade="request")
    match.next_round()
    menu = Menu(match.table)
    (group,) = menu.groups
    assert group.title == "ask for a rank" and group.texts[0] == "ask for threes"
    for name in ("ask", "ask for a rank"):
        assert menu.asked_for(name, Screen(live=False))[0] == "ask for a rank:"
    with speaking("pt-BR"):
        assert Menu(match.table).groups[0].title == "pedir um valor"


ALOUD = {
    "penney": (["Ana", "AI"], "RRB\n"),
    "three-card-poker": (["Ana"], "1\n"),
    "president": (["Ana", "good", "good"], "1\n" * 40),
    "tranca": (["Ana", "good"], "1\n" * 60),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ALOUD)
def test_plain_prompts_can_be_followed_by_ear(name):
    """No lines are drawn, nothing is aligned in columns, and only news is printed."""
    seats, answers = ALOUD[name]
    order = [part for seat in seats for part in ("--seat", seat)]
    order += ["--seed", "3", "--rounds", "1"]
    output = play(name, "--plain", *order, typed=answers)
    with_boxes = play(name, *order, typed=answers)
    assert not set("┌┐└┘─│") & set(output) and "┌" in with_boxes
    assert "   " not in output and len(output) < len(with_boxes) * (0.6 if len(answers) > 20 else 1)
    turns = output.split("\n> ")[1:-1]
    moves_heard = [turn.split("Moves:")[0].splitlines()[1:] for turn in turns if "Moves:" in turn]
    for before, after in pairwise(moves_heard):
        assert not {line for line in after if ": " in line and "cards" in line} & {*before}


def test_the_whole_table_is_printed_again_on_request():
    """By Enter alone, in a pipe, too."""
    order = ["--plain", "--seat", "Ana", "--seat", "AI", "--seed", "3"]
    output = play("president", *order, typed="\n\nq\n")
    assert output.count("Round 1 of 3, in turn order:\n") == 3
    assert output.count("Hand of Ana:") == 3


def test_the_play_to_beat_stands_once_and_long_tricks_are_folded():
    """No line of the table is wider than its box."""
    match = match_of("president", *"ABCDE", rounds=1)
    sitting = LineSitting(match, Screen(live=False), Hints(own=False))
    table = match.table
    while not table.is_over and len(trick_of(table.view(0).open).plays) < 5:
        table.step(table.actions[0 if table.actions[0].verb == "play" else 1])
    trick = trick_of(table.view(0).open)
    lines = sitting.table_lines(table.view(table.seat_in_turn))
    assert max(map(len, lines)) <= 50
    text = " ".join(line.strip() for line in lines)
    best = trick.plays[trick.best]
    assert text.count(" ".join(best.cards)) == 1
    assert f"'s {' '.join(best.cards)}" in text.partition("To beat: ")[2]
    for each in trick.plays:
        assert " ".join(each.cards) in text


@pytest.mark.parametrize("columns", [40, 80])
def test_at_a_terminal_lines_are_folded_to_its_width(columns, monkeypatch):
    """With the symbols that stand there beside the cards."""
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = Screen(live=True)
    line = "  Trick: " + ", ".join(["Ana 3D 3C (pair)"] * 9)
    parts = screen.folded(line)
    assert " ".join(part.strip() for part in parts) == line.strip()
    assert all(part.startswith("    Ana") for part in parts[1:])
    assert max(map(screen.columns, parts)) <= columns < screen.columns(parts[0] + parts[1])
    assert screen.columns("3D (3D)") == 9


def test_passing_the_screen_sends_no_control_codes_to_a_pipe(monkeypatch, capsys):
    monkeypatch.setattr(Console, "ask", lambda _, prompt: print(prompt) or "Bob")
    for live in (True, False):
        console = Console(live=live)
        console.pass_to(0, "Ana", (0, 1))
        console.pass_to(1, "Bob", (0, 1))
        assert "\x1b[3J" not in capsys.readouterr().out


def test_a_long_choice_is_indented_where_the_terminal_is_narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert Console(live=False).hanging("1. ", "a b " * 9) == "1. " + "a b " * 9
    lines = Console(live=True).hanging("1. ", "one two three four 4H").split("\n")
    assert lines == ["1. one two three", "   four 4H"]


@pytest.mark.parametrize(
    ("name", "letters", "refused", "answer"),
    [
        ("Ana", "An", ["", "a", "draw", "and"], "an"),
        ("Pedro", "Pe", ["", "p", "pass"], "PEDRO"),
        ("Zé", "Zé", ["", "z"], "ze"),
        ("O'Neil", "ON", ["", "o"], "o'neil"),
        ("2 Cool", "2C", ["", "2"], "2c"),
        ("J", "J", ["", "jack"], "j"),
        ("नीना", "नी", ["", "न"], "नी"),
        ("🎩", "🎩", ["", "q"], "🎩"),
    ],
)
def test_a_hand_is_not_shown_by_an_impatient_enter(name, letters, refused, answer, monkeypatch):
    """The next player types how their name begins; anything else is asked again.

    Who plays alone is never asked, nor who takes another name.
    """
    prompts, answers = [], iter([*refused, answer])
    monkeypatch.setattr(Console, "clear", lambda _: None)
    monkeypatch.setattr(Console, "ask", lambda _, prompt: prompts.append(prompt) or next(answers))
    console = Console(live=True)
    console.pass_to(0, "Rui", (0, 2))
    console.pass_to(1, name, (1,))
    assert prompts == []
    console.pass_to(2, name, (0, 2))
    asked = f"Pass the screen to {name}. {name}, type {letters} and press Enter: "
    assert prompts == [asked] * (len(refused) + 1)
    console.pass_to(2, "Zoe", (0, 2))  # who sits there already
    assert len(prompts) == len(refused) + 1


def test_the_screen_is_passed_on_in_portuguese(monkeypatch):
    prompts = []
    monkeypatch.setattr(Console, "clear", lambda _: None)
    monkeypatch.setattr(Console, "ask", lambda _, prompt: prompts.append(prompt) or "bi")
    console = Console(live=True)
    with speaking("pt-BR"):
        for seat, name in enumerate(("Ana", "Bia")):
            console.pass_to(seat, name, (0, 1))
    assert prompts == ["Passe a tela para Bia. Bia, digite Bi e aperte Enter: "]


def test_what_was_played_is_asked_for_at_prompts(tmp_path):
    """Before a match and in one, by the words of the commands; nothing is reviewed meanwhile."""
    data = ("--data", str(tmp_path / "tables.db"))
    answers = "history\nreview\npuzzle --number 1 --answer\nq\n"
    text = play("--plain", *data, typed=answers)
    assert "No match has been finished yet." in text and "no match has been finished" in text
    assert "The best move: " in text
    text = play("penney", "--seat", "Ana", "--seat", "AI", *data, typed="review\nhistory\nRRB\nq\n")
    assert (
        "You can replay and review matches once this one is over." in text and "> history" in text
    )
    with speaking("pt-BR"):
        for typed, name in (("análise", "review"), ("historico", "history"),
                            ("problema penney", "puzzle"), ("comprovante", "receipt")):  # fmt: skip
            assert verb_in(typed)[0].name == name
