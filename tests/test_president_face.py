"""President at the terminal: the questions, boxes, moves by number and in words, the log."""

import functools
import random
import re

import pytest

import dealt
from dealt.clients.line.moves import Menu
from dealt.clients.line.play import LINES, face_of, faces
from dealt.core.agent import Seat
from dealt.core.match import Match
from dealt.errors import ParseError
from dealt.games import game, games
from dealt.games.president import get_finishing_roles, get_type, get_valid_moves
from dealt.games.president.state import PASS
from dealt.terminal import boxes
from tests import program
from tests.games.president_tables import position
from tests.program import at_a_terminal, interrupt, run, spawn

ASKED = "2\n1\nAna\nno\n\nyes\n"  # two players, one round, Ana and a computer player
ANY_TURN = "1\np\n" * 400  # a leader may not pass, and then takes number 1
TITLE = re.compile(r"^┌ (.+?) ─*┐$", re.MULTILINE)


play = functools.partial(program.play, "president")


# --- the questions -------------------------------------------------------------------------------


def test_the_questions_of_the_document_in_its_order():
    output = play(typed=ASKED)
    questions = re.findall(
        r"^(Number of \w+|Name of player \d|Is .+?) ?[:(?]", output, re.MULTILINE
    )
    assert output.index("Welcome to President!") < output.index("Number of players (2 to 7): 2")
    assert [q.split(" a computer")[0] for q in questions] == [
        "Number of players", "Number of rounds", "Name of player 1", "Is Ana", "Name of player 2",
        "Is player 2",
    ]  # fmt: skip
    assert "Round 1 of 1. Turn order: Ana, AI\n" in output and "Hand of Ana" in output


def test_wrong_answers_are_asked_again_with_one_line():
    script = [
        "", "1", "8", "two", "9" * 5_000, "3", "0", "-1", "1.5", "2",
        "a\tb", "Ana", "perhaps", "", "NO", "Ana", "Bob", "n", "", "no", "", "Ana", "Cy",
    ]  # fmt: skip
    output = play(typed="\n".join(script) + "\n")
    assert output.count("enter a number from 2 to 7") == 5
    assert output.count("enter a whole number, 1 or more") == 3
    assert output.count("is neither yes nor no; enter yes or no") == 2
    assert output.count("the name 'a\\tb' has characters that cannot be shown") == 1
    assert output.count("Ana is already at the table; enter another name") == 2
    assert output.count("a person needs a name") == 2
    assert "Round 1 of 2. Turn order: Ana, Bob, Cy\n" in output


def test_computer_players_without_a_name_are_numbered():
    """A name that is typed is kept, also that of a person who is called AI."""
    output = play(typed="5\n1\nHal\nyes\n\ny\nAI 2\nyes\n\nYES\nAI 4\nno\n")
    assert "Turn order: Hal, AI, AI 2, AI 3, AI 4\n" in output and "Hand of AI 4" in output


def test_rounds_that_are_given_are_not_asked():
    output = play("--rounds", "4", typed="2\nAna\nno\n\nyes\n")
    assert "Number of rounds" not in output and "Round 1 of 4." in output


def test_with_seats_nothing_is_asked():
    output = play("--seat", "Ana", "--seat", "AI")
    assert (
        "Number of" not in output and "Welcome" not in output and output.startswith("Round 1 of 3.")
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--record", "no/x"], "there is no folder"),
        (["--deck", "none"], "not found"),
        (["--option", "pairs=maybe"], "must be yes or no"),
        (["--seed", "9" * 20], "must be a whole number from 0"),
        (["--scores", "x"], "president keeps no scores file"),
        (["--seat", "Ana"], "is for 2 to 7 players, not 1"),
    ],
)
def test_impossible_options_are_refused_before_the_first_question(arguments, reason, tmp_path):
    result = run("play", "president", *arguments, typed=ASKED, cwd=tmp_path)
    assert result.returncode == 2 and result.stdout == "" and reason in result.stderr
    assert result.stderr.count("\n") == 1 and not list(tmp_path.iterdir())


def test_flags_work_together_with_the_questions(tmp_path):
    """A stacked deck from a stream, an option, a seed, a record of it all."""
    deck = " ".join(game("president").deck.faces)
    (tmp_path / "rising.deck").write_text(deck)
    output = play(
        "--deck", "rising.deck", "--option", "passing=unable", "--seed", "3", "--record", "r.json",
        "--no-hints", typed=ASKED + ANY_TURN, cwd=tmp_path,
    )  # fmt: skip
    assert "Hand of Ana" in output
    assert "3D  3H  4D  4H  5D  5H" in output
    assert "left at least" not in output
    assert "cannot pass: only a player who cannot answer may pass" in output
    record = (tmp_path / "r.json").read_text()
    assert '"Ana"' in record and "passing" in record
    assert "Won by" in run("replay", "r.json", cwd=tmp_path).stdout


# --- the log --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "people"), [(2, 1), (4, 2), (5, 1), (7, 0)])
def test_the_log_is_what_was_played(seats, people, tmp_path):
    """Every move with its type, every trade, place and role, as the match has them."""
    names = [*("Ana", "Bob")[:people], *["AI"] * (seats - people)]
    chosen = [part for name in names for part in ("--seat", name)]
    output = play(
        *chosen, "--seed", str(seats), "--record", "r.json", typed=ANY_TURN * 3, cwd=tmp_path
    )
    record = run("replay", "r.json", cwd=tmp_path).stdout
    played = re.findall(r"^(.+) played (.+)$", record, re.MULTILINE)
    plays = re.findall(r"^(.+) played ([^(\n]+)(?: \((.+)\))?$", output, re.MULTILINE)
    assert [(name, cards) for name, cards, _ in plays] == played
    assert all(kind == name_of(cards) for _, cards, kind in plays)
    assert len(re.findall(r"^(?!Trick:)\w.* passed$", output, re.MULTILINE)) == record.count(
        " passed\n"
    )
    trades = re.findall(r"^([^(\n]+) and ([^(\n]+) trade (\d) cards?$", output, re.MULTILINE)
    assert [int(n) for *_, n in trades] == ([2, 1] if seats > 3 else [2]) * 2
    check_ends(output, seats)
    assert output.count("\nWon by ") == 1


def name_of(cards, **options):
    """What a move is called; nothing for a card alone."""
    kind = get_type(cards, **options)
    return "" if kind == "one-card" else kind.replace("-", " ")


def check_ends(output, seats):
    """The lines at the end of each round fit each other and the next turn order."""
    finished = {}
    for number in (1, 2, 3):
        part = output[output.index(f"Round {number} of 3.") :]
        end = part[part.index(f"┌ End of round {number} of 3 ─") :]
        row = re.compile(r"^(.+): ([A-Z][a-zA-Z-]+)\n  points (.+); total (\d+)$", re.MULTILINE)
        rows = row.findall(end)[:seats]
        assert [role for _, role, *_ in rows] == get_finishing_roles(seats)
        places = re.findall(r"^(.+) is (?:out|last), place (\d)$", part, re.MULTILINE)[:seats]
        assert [name for name, _ in places] == [name for name, *_ in rows]
        assert [int(place) for _, place in places] == list(range(1, seats + 1))
        for place, (name, _, record, total) in enumerate(rows, 1):
            finished.setdefault(name, []).append(place)
            assert int(total) == sum(finished[name])
            assert record == ", ".join(map(str, finished[name]))
        if number < 3:
            order = ", ".join(f"{name} ({role})" for name, role, *_ in rows)
            assert f"Round {number + 1} of 3. Turn order: {order}\n" in part
            assert end.index(f"Round {number + 1} of 3.") < end.index(f"{rows[0][0]} leads\n")


def test_a_new_lead_is_announced(tmp_path):
    output = play("--seat", "Ana", "--seat", "AI", "--seed", "1", typed="1\np\n")
    assert re.search(r"Ana passed\nAI leads\nAI played ", output)


def test_types_follow_the_rules_of_the_table(tmp_path):
    """Where a two is in no straight, J Q K A 2 of one suit is a flush (P4)."""
    faces = game("president").deck.faces
    suit = ["JD", "QD", "KD", "AD", "2D", "3D"]
    others = [face for face in faces if face not in suit]
    deck = [card for pair in zip(suit + others[:20], others[20:], strict=True) for card in pair]
    (tmp_path / "d").write_text(" ".join(deck))
    arguments = ["--seat", "Ana", "--seat", "Bob", "--deck", "d"]
    script = "3D\np\nJD QD KD AD 2D\n"
    output = play(*arguments, typed=script, cwd=tmp_path)
    assert "Ana played JD QD KD AD 2D (straight flush)\n" in output
    output = play(*arguments, "--option", "two_in_straights=no", typed=script, cwd=tmp_path)
    assert "Ana played JD QD KD AD 2D (flush)\n" in output


def test_hints_are_shown_unless_they_are_not_wanted():
    seats = ["--seat", "Ana", "--seat", "AI", "--seed", "1"]
    assert re.search(r"\(At least \d moves to empty your hand", play(*seats))
    assert "to empty your hand" not in play(*seats, "--no-hints")


# --- boxes and moves -----------------------------------------------------------------------------


def test_the_top_of_a_box_is_the_one_of_the_document(monkeypatch, capsys):
    """Corner, blank, title, blank, lines, corner: 50 columns as a rule; long titles are cut."""
    screen = boxes.Screen(live=False)
    for title, length in (("Moves", 50), ("Moves", 12), ("x" * 99, 50), ("名" * 99, 20)):
        monkeypatch.setattr(boxes.Screen, "length", length)
        screen.print_box(title, [])
    lines = capsys.readouterr().out.splitlines()[::2]
    assert lines[0] == "┌ Moves " + "─" * 41 + "┐" and lines[1] == "┌ Moves ───┐"
    assert [len(lines[0]), len(lines[2])] == [50, 50] and lines[2].endswith("x... ┐")
    assert boxes.columns_of(lines[3]) == 20


def test_each_turn_shows_its_boxes():
    output = play("--seat", "Ana", "--seat", "AI", "--seat", "Bob", "--seed", "3", typed="3D\n")
    first, second = output.split("> 3D\n")
    assert TITLE.findall(first) == ["Round 1 of 3, in turn order", "Hand of Ana", "Moves"]
    assert TITLE.findall(second) == ["Round 1 of 3, in turn order", "Hand of Bob", "Moves"]
    assert "* Ana: 17 cards\n  AI: 17 cards\n  Bob: 17 cards\n" in first
    assert re.search(r"  Ana: 16 cards\n  AI: 16 cards\n\* Bob: 17 cards\n", second)
    assert all(len(line) == 50 for line in output.splitlines() if line[:1] in "┌└" and line)


def test_who_trades_sees_what_is_given_and_got(tmp_path):
    """The upper player is asked for each card; the lower one gives the highest."""
    output = play(
        "--seat", "Ana", "--seat", "Bob", "--rounds", "2", "--seed", "2",
        typed="1\np\n" * 40, cwd=tmp_path,
    )  # fmt: skip
    president_, bum = re.search(r"Turn order: (\w+) \(President\), (\w+) \(Bum\)", output).groups()
    trade = output[output.index("Round 2 of 2") :]
    assert TITLE.findall(trade)[:6] == [
        "Round 2 of 2, in turn order", f"Hand of {president_}", "Moves",
    ] * 2  # fmt: skip
    assert f"Turn: {president_}, to give 2 cards to {bum}, the Bum" in trade
    assert "\nCards chosen: " in trade and "\ngive:\n" in trade
    traded = re.compile(r"Given to .*: (.. ..)\nReceived from .*: (.. ..)\n")
    gave, got = traded.search(trade).groups()
    assert traded.search(trade, trade.index(f"Hand of {bum}")).groups() == (got, gave)
    assert f"{president_} and {bum} trade 2 cards\n{president_} leads\n" in trade


def tables(seats, options=None, leads=6):
    """Tables with moves to choose from: random play, at each turn."""
    rng = random.Random(seats)
    chosen = [Seat("ABCDEFG"[i]) for i in range(seats)]
    match = Match(game("president"), chosen, seed=seats, rounds=2, options=options)
    for _ in range(leads * 20):
        if match.table.is_over:
            if match.is_over:
                return
            match.next_round()
        yield match
        match.table.step(rng.choice(match.table.actions))


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"two_in_straights": "no"}), (5, {"flushes": "no"})]
)
def test_each_open_action_has_one_number(seats, options):
    """Moves of one type stand together under its name; they are those of `get_valid_moves`."""
    for match in tables(seats, options):
        table = match.table
        menu = Menu(table)
        moves = [menu.numbered(n) for n in range(1, len(menu.moves) + 1)]
        ids = [move.id for move in moves]
        assert sorted(ids + [PASS] * (menu.passing is not None)) == [a.id for a in table.actions]
        view = table.view(table.seat_in_turn)
        if view.asked == "give":
            assert [group.title for group in menu.groups] == ["give"] and ids == sorted(ids)
            assert menu.groups[0].texts == tuple(move.cards[0] for move in moves)
            continue
        previous = next((zone for zone in view.zones if zone.id == "trick" and zone.plays), None)
        to_beat = None if previous is None else " ".join(previous.plays[previous.best].cards)
        valid = get_valid_moves(view.hand, to_beat, view.fact("must_contain"), **options)
        assert sorted(move.text for move in moves) == sorted(valid)
        for group in menu.groups:
            kinds = {name_of(move.text, **options) for move in group.moves}
            assert kinds == {"" if group.title == "single cards" else group.title}
            numbers = [int(cell.split(".")[0]) for cell in group.cells]
            assert [menu.numbered(n) for n in numbers] == list(group.moves)


def test_long_lists_are_shortened_to_the_room_there_is():
    """Each type is named with how many moves it has; `? type` lists them all."""
    screen = boxes.Screen(live=False)
    for match in tables(2):
        menu = Menu(match.table)
        for room in (6, 12, 16, 30):
            lines = menu.lines(screen, room)
            assert len(lines) <= max(room, len(menu.groups) + 2)
            titles = [group.title for group in menu.groups]
            assert [name for name in titles if not any(x.startswith(name) for x in lines)] == []
            assert all(len(line) <= 50 for line in lines)
            count = "\n".join(lines).count(". ") - lines.count("0. pass")
            rows = sum(len(screen.table(group.cells)) for group in menu.groups)
            above = len(menu.groups) + (menu.passing is not None)
            assert count == len(menu.moves) or room < rows + above  # none is left out for nothing
            assert ("lists all of that type)" in lines[-1]) == (count < len(menu.moves))
        for group in menu.groups:
            listed = "\n".join(menu.asked_for(group.title, screen))
            assert all(cell in listed for cell in group.cells)


def test_without_a_screen_all_options_are_printed():
    """The document's person player: "print out all the options to the user"."""
    output = play("--seat", "Ana", "--seat", "Bob", "--seed", "2", "--no-hints", typed="q\n")
    table = dealt.table("president", ["Ana", "Bob"], seed=2)
    options = re.findall(r"\d+\. (..(?: \w\w)*)(?=  |\n)", output)
    assert sorted(options) == sorted(action.text for action in table.actions)
    assert len(options) > 50 and "lists all" not in output


def test_moves_can_be_asked_for():
    output = play(
        "--seat", "Ana", "--seat", "AI", "--seat", "AI", "--seed", "3", "--option", "fours=no",
        typed="?\n? straight\n? 3D 4D\n? strai 2S\n? whist\n? 2Z\n? four\n",
    )  # fmt: skip
    assert "Enter the number of a move, its words, or its cards" in output
    answers = re.split(r"^> \?.*\n", output, flags=re.MULTILINE)[1:]
    assert answers[1].startswith("straight:\n") and "flush" not in answers[1]
    cells = re.findall(r"\d+\. ((?:.. ?)+?)(?=  |\n)", answers[2])
    assert cells and all({"3D", "4D"} <= set(cell.split()) for cell in cells)
    assert "no strai 2S among the open moves" in answers[3]
    assert "no open moves are called 'whist'; try other moves, " in answers[4]
    assert "no open moves are called '2z'" in answers[5]


def test_a_move_is_chosen_by_number_or_in_words():
    """The same match for every way to type a move; symbols of suits may be typed along."""
    seats = ["--seat", "Ana", "--seat", "Bob", "--seed", "9", "--rounds", "1"]
    output = [
        play(*seats, typed=f"{first}\n{second}\n").split("> ")[-3:]
        for first, second in (("1", "0"), ("3D", "p"), ("play 3d", "PASS"), ("3D♦", "pass"))
    ]
    plays = [
        re.findall(r"^\w+ (?:played|passed).*$", "".join(part), re.MULTILINE) for part in output
    ]
    assert plays[0] == ["Bob played 3D", "Ana passed"] and plays == [plays[0]] * 4


def test_wrong_moves_are_refused_with_one_line_each():
    wrong = ["", "p", "0", "999", "9" * 5_000, "٣", "2Z", "3D 4D", "give 3D", "\x1b[A", "3D 3D"]
    output = play(
        "--seat", "Ana", "--seat", "Bob", "--seed", "9", typed="\n".join([*wrong, "q", ""])
    )
    answers = output.split("\n> ")[1:]
    assert [answer.count("\n") for answer in answers[:-1]] == [1] * len(wrong)
    assert "Bob cannot pass: a leader may not pass" in output
    assert "0 is out of range: enter 1 to 93" in output and "999 is out of range" in output
    assert "President, seed 9" in answers[-1]


@pytest.mark.parametrize(
    ("hand", "to_beat", "reason"),
    [
        ("4D 5D", "6S", "you can only pass: enter 0 or p"),
        ("4D", "", "you can only play 4D: enter 1"),
        ("4D 7D", "6S", "7 is out of range: enter 0 to 1"),
    ],
)
def test_what_alone_is_open_is_named(hand, to_beat, reason):
    menu = Menu(position(hand, "9S KS", to_beat=to_beat, mover=1 if to_beat else -1))
    with pytest.raises(ParseError, match=f"^{reason}$"):
        menu.numbered(7)


def test_cards_are_given_by_number_or_in_words():
    """`2S`, `give 2S` and its number; a pass is refused in the trade."""
    first = "1\np\n" * 40
    seats = ["--seat", "Ana", "--seat", "Bob", "--rounds", "2", "--seed", "2", "--no-hints"]
    output = play(*seats, typed=first)
    used = output[: output.index("Round 2 of 2")].count("\n> ")
    script = "\n".join(first.split("\n")[:used])
    hand = re.search(r"Hand of .*\n((?:.*\n)+?)└", output[output.index("Round 2 of 2") :])[
        1
    ].split()
    low, other = hand[0], hand[5]
    for answers_typed in ("1\n5", f"{low}\n{other}", f"give {low.lower()}\n{low}\nGIVE {other}"):
        output = play(*seats, typed=f"{script}\np\n{low} {other}\n{answers_typed}\n")
        assert (f"{low} is chosen already" in output) == (answers_typed.count("\n") == 2)
        assert re.search(rf"Given to .*: {low} {other}\nReceived from ", output)
        assert "choose one card: cards are given one by one" in output


# --- leaving -------------------------------------------------------------------------------------


def test_leaving_shows_the_totals():
    for typed in ("q\n", "quit\n", "", "1\n"):
        output = play("--seat", "Ana", "--seat", "AI", "--seed", "1", typed=typed)
        assert re.search(r"President, seed 1\n +Ana  AI\ntotal    0   0\n", output)


@pytest.mark.parametrize("lines", range(7))
def test_the_end_of_input_leaves_at_each_question(lines):
    output = play(typed="".join(ASKED.splitlines(keepends=True)[:lines]))
    assert ("total" in output) == (lines == 6)


@pytest.mark.parametrize("seed", range(3))
def test_no_answer_is_a_traceback(seed):
    """Noise at every question and every turn, in the end the end of input."""
    rng = random.Random(seed)
    noise = "?/? 5/?straight/q!/give/give 3D 4D/play/,/1/p/2/yes/no/3D/2S 2S/? 3D 4D/-1/1e3/♦"
    noise = [*noise.split("/"), "\x00", "\u202e", "? \u0130"]
    script = "\n".join(rng.choice(noise) for _ in range(400))
    play(typed=script)
    play("--seat", "Ana", "--seat", "Bob", "--seat", "AI", typed=script)


# --- the table of faces --------------------------------------------------------------------------


def test_only_what_a_document_prescribes_has_a_face_of_its_own():
    assert {*faces()} < {each.name for each in games()}
    assert face_of("president") is LINES
    assert face_of("mason-rummy").run is not None
    assert face_of("three-card-poker") is LINES


def test_numbers_of_players_read_naturally():
    lines = run("games").stdout.split("Rules to set")[0].splitlines()
    rows = {line.split("  ")[0]: line for line in lines}
    assert "  2 to 7  " in rows["president"] and "  2 or 3  " in rows["mason-rummy"]
    assert re.search(r"poker  1  ", rows["three-card-poker"])


# --- at a terminal -------------------------------------------------------------------------------


@at_a_terminal
def test_the_screen_is_cleared_before_another_person_may_see_it(tmp_path):
    """Ana's hand is shown after Bob has passed the screen and she has typed her name; in colour."""
    program = spawn("play", "president", cwd=tmp_path, size=(30, 80))
    for answer in ("2", "1", "Ana", "no", "Bob", "no"):
        program.sendline(answer)
    program.expect("Hand of (Ana|Bob) ")
    first = program.match[1]
    second = {"Ana": "Bob", "Bob": "Ana"}[first]
    program.expect(r"Turn: \w+, to lead")
    assert re.search(r"\x1b\[[0-9;]*m3D♦", program.before) and "Hand of" not in program.before
    program.sendline("3D")
    program.expect(f"Pass the screen to {second}")
    assert program.before.rindex("\x1b[2J") > 0 and "Hand of" not in program.before
    program.sendline(second)
    program.expect(f"{first} played .*3D♦")
    assert "\x1b[2J" in program.before
    program.expect(f"Hand of {second} ")
    interrupt(program)


@at_a_terminal
def test_a_narrow_terminal_is_enough(tmp_path):
    """A whole match at 40 columns: no line is longer; rounds begin when Enter is pressed."""
    program = spawn(
        "play", "president", "--seat", "Ana", "--seat", "AI", "--seat", "AI", "--rounds", "2",
        "--seed", "4", cwd=tmp_path, size=(24, 40),
    )  # fmt: skip
    screen = ""
    for _ in range(200):
        prompt = program.expect(
            [r"to lead[^>]*> ", r"to (?:answer|give)[^>]*> ", "next round ", "Won by"]
        )
        screen += program.before + program.after
        if prompt == 3:
            break
        program.sendline(["1", "0" if "answer" in program.after else "1", ""][prompt])
    else:
        pytest.fail("the match did not end")
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen)
    lines = [line for line in plain.replace("\r", "").split("\n") if not line.startswith("> ")]
    assert all(len(line) <= 41 for line in lines)  # what is typed stands after a question
    assert all(line[-1] in "┐┘" and len(line) == 40 for line in lines if line[:1] in set("┌└"))
    assert [plain.count(f"Round {n} of 2. Turn order") for n in (1, 2)] == [1, 1]  # told once
    assert "Press Enter for the next round" in plain and "End of round 2 of 2" in plain
    assert plain.index("End of round 1") < plain.index("Round 2 of 2. Turn order")
    program.close(force=True)


@at_a_terminal
def test_long_lists_come_page_by_page(tmp_path):
    program = spawn(
        "play", "president", "--seat", "Ana", "--seat", "Bob", "--seed", "9", cwd=tmp_path,
        size=(24, 60),
    )  # fmt: skip
    program.expect("Turn: Bob")
    program.sendline("? full house")
    program.expect(r"\(Enter shows the rest, (\d+) lines\)")
    left = int(program.match[1])
    assert len(re.findall(r"\d+\. ", program.before)) == 2 * 21 and left == 4
    program.sendline("")
    program.expect(r"90\. ")
    program.sendline("")
    program.expect("Hand of Bob ")
    program.close(force=True)
