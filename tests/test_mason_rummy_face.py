"""Mason Rummy at a terminal: whose hand is shown, what stands above a menu, whose file it is."""

import re

import pytest

import dealt
from dealt.clients.line.any_game import LineSitting
from dealt.clients.line.requests import Hints
from dealt.terminal.boxes import Screen
from dealt.terminal.console import Console
from tests.games.rummy_tables import ANA_ENDS, HEADER, QUICK_DECK
from tests.penney.test_scores import tally
from tests.program import at_a_terminal, interrupt, run, spawn

DECK_FILE = "q.deck"
TWO = ("4", DECK_FILE, "1", "Ana", "1", "Bia")
PASS = "Pass the screen to {}"


@pytest.fixture
def folder(tmp_path):
    """A folder with a stacked deck."""
    (tmp_path / DECK_FILE).write_text(QUICK_DECK, encoding="utf-8")
    return tmp_path


def plain(text):
    """What stands on the screen: without colours, after the last time it was cleared."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text.rpartition("\x1b[2J")[2])


def send(program, *answers):
    """One answer after another, each when it is asked for; pasted ones would be shown early."""
    for answer in answers:
        program.expect([r"> $", r"(Name|commas|number|menu\)): $"])
        program.sendline(answer)


@at_a_terminal
@pytest.mark.parametrize("seated", [False, True], ids=["menus", "--seat"])
def test_the_hand_of_the_next_person_waits_for_their_name(seated, folder):
    """Ana's turn ends: the screen is empty but for a line; Bia says that she is there."""
    seats = ("--seat", "Ana", "--seat", "Bia", "--deck", DECK_FILE) if seated else ()
    program = spawn("play", "mason-rummy", "--menus", *seats, cwd=folder)
    if not seated:
        send(program, *TWO)
    program.expect("Ana, your hand: ")  # the first person is not asked
    assert "Pass the screen" not in program.before
    send(program, "1", "2", "1")
    program.expect(PASS.format("Bia"))
    assert "your hand" not in plain(program.before)
    assert program.before.rindex("\x1b[3J") > program.before.rindex("\x1b[2J")  # nor above
    for impatient in ("", "1"):
        program.sendline(impatient)
        program.expect(PASS.format("Bia"))
        assert "your hand" not in program.before
    program.sendline("bi")
    program.expect("Bia, your hand: ")
    assert "Ana, your hand" not in plain(program.before)
    send(program, "1", "2", "1")
    program.expect(PASS.format("Ana"))
    interrupt(program)


def test_any_game_line_by_line_passes_the_screen_between_people(monkeypatch):
    """At a terminal: a cleared screen and a name before each other person; nothing elsewhere."""
    events = []
    for clears in ("clear", "_forget"):
        monkeypatch.setattr(Console, clears, lambda _: events.append("clear"))
    monkeypatch.setattr(Console, "say", lambda _, text="", **__: events.append(text))

    def ask(_, prompt):
        events.append(prompt)
        asks = [line for line in events if line == "> "]
        return "Bia" if prompt != "> " else ["draw stock", "1", "q"][min(len(asks) - 1, 2)]

    monkeypatch.setattr(Console, "ask", ask)
    prompts = {}
    for live in (True, False):
        events.clear()
        match = dealt.match("mason-rummy", ["Ana", "Bia"], deck=QUICK_DECK, seed=1)
        LineSitting(match, Screen(live=live), Hints(own=False)).run()
        prompts[live] = [x for x in events if x in ("clear", "> ") or x.startswith("Pass")]
    passing = ["clear", "Pass the screen to Bia. Bia, type Bi and press Enter: ", "clear", "> "]
    assert prompts[True] == ["clear", "> ", "clear", "> ", *passing]
    assert [prompt for prompt in prompts[False] if prompt != "clear"] == ["> ", "> ", "> "]


@at_a_terminal
def test_nobody_passes_the_screen_to_a_computer_player(folder):
    program = spawn("play", "mason-rummy", "--menus", cwd=folder)
    send(program, "4", DECK_FILE, "1", "Ana", "1", "AI", "1", "2", "1", "1", "2", "1")
    program.expect("Ana, your hand: ")
    assert "Pass the screen" not in program.before
    interrupt(program)


def test_fed_from_a_file_no_line_is_taken_for_passing_the_screen(folder):
    """Word for word the menus of the document: ten lines of two turns each are ten answers."""
    lines = [*TWO, *ANA_ENDS, "6"]
    result = run("play", "mason-rummy", typed="\n".join(lines) + "\n", cwd=folder)
    assert "Pass the screen" not in result.stdout and "The name AI" not in result.stdout
    assert result.stdout.count("Bia, your hand: ") == 3  # draw, next action, the turn after Ana's


@at_a_terminal
def test_a_menu_has_no_empty_line_above_it(folder):
    """Nor six lines kept free: the table, then the menu, in as few lines as they have."""
    program = spawn("play", "mason-rummy", "--menus", cwd=folder, NO_COLOR="1")
    send(program, *TWO)
    program.expect("Menu D: Which Card to Draw")
    screen = plain(program.before).replace("\r", "").split("\n")
    assert screen[-1] == "" and "" not in [line.strip() for line in screen[:-1]]
    assert any(line.startswith("Ana, your hand: ") for line in screen[-4:])
    interrupt(program)


@at_a_terminal
def test_beside_the_prompt_for_a_name_stands_that_ai_is_a_computer_player(tmp_path):
    program = spawn("play", "mason-rummy", "--menus", cwd=tmp_path)
    send(program, "2", "1")
    program.expect(r"\(The name AI makes a computer player\.\)\s+Name: ")
    interrupt(program)


@at_a_terminal
def test_the_table_opens_as_that_of_any_game_and_takes_words(folder):
    """On the full screen; --plain asks as for any game, and knows no menus."""
    screen = spawn("play", "mason-rummy", cwd=folder, on_screen=True)
    screen.expect("Opening the table.*What is your name|a new table")
    screen.close(force=True)
    program = spawn("play", "mason-rummy", "--plain", "--deck", DECK_FILE, cwd=folder)
    for question, answer in [("players", "2"), ("rounds", "1"), ("Name", "Ana"), ("Ana", "no"),
                             ("Name", "Bia"), ("Bia", "yes"), ("> ", "draw stock")]:  # fmt: skip
        program.expect(question)
        program.sendline(answer)
    program.expect("Ana drew from the stock")
    program.expect("> ")
    program.sendline("meld 2C 2D 2H")
    program.expect("Ana laid down the meld 2C")
    program.close(force=True)


def test_the_menus_have_a_name_of_their_own(folder):
    """By that name, by --menus and from a pipe; no other game has any."""
    lines = "\n".join([*TWO, *ANA_ENDS, "6"]) + "\n"
    piped = run("play", "mason-rummy", typed=lines, cwd=folder).stdout
    for command in (("mason-rummy",), ("play", "mason-rummy", "--menus")):
        assert run(*command, typed=lines, cwd=folder).stdout == piped
    refused = run("play", "president", "--menus").stderr
    assert refused == "dealt: --menus is for mason-rummy; president has no menus of its own\n"


# --- a scores file that is another program's -----------------------------------------------------


def test_the_scores_of_penneys_game_are_named_as_what_they_are(tmp_path):
    """Mason Rummy says whose they are, plays nothing, and leaves them."""
    from dealt.penney.scores_csv import scores_text

    text = scores_text(tally(9))
    (tmp_path / "scores.csv").write_text(text, encoding="utf-8")
    result = run("play", "mason-rummy", typed="1\n6\n", cwd=tmp_path)
    assert result.returncode == 2 and result.stderr == (
        "dealt: scores.csv holds the scores of Penney's game, not of Mason Rummy; "
        "use --scores FILE\n"
    )
    assert (tmp_path / "scores.csv").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("command", [("augment", "10", "--seed", "1"), ("score", "decks")])
def test_the_scores_of_mason_rummy_are_named_as_what_they_are(command, tmp_path):
    """The laboratory of Penney's game says whose they are and leaves them."""
    assert run("penney", "deal", "10", "--seed", "1", cwd=tmp_path).returncode == 0
    text = HEADER + '"Ana","1","0","3"\n'
    (tmp_path / "scores.csv").write_text(text, encoding="utf-8")
    result = run("penney", *command, cwd=tmp_path)
    assert result.returncode != 0 and "Traceback" not in result.stderr
    assert (
        "scores.csv holds the scores of Mason Rummy, not of Penney's game; use --scores FILE"
        in result.stderr
    )
    assert (tmp_path / "scores.csv").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("kind", "message", "told_penney"),
    [
        ("empty", "", "scores.csv is empty; remove it, or use --scores FILE"),
        ("folder", "scores.csv: not a file", "scores.csv: it is a folder; name a file in it"),
        ("bytes", "scores.csv: not a text file", "scores.csv: not a text file"),
    ],
)
def test_a_scores_file_that_is_empty_a_folder_or_not_a_text(kind, message, told_penney, tmp_path):
    """An empty one has no rows for Mason Rummy; else one clear line for either program."""
    path = tmp_path / "scores.csv"
    if kind == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"" if kind == "empty" else b"\x80\x81")
    rummy = run("play", "mason-rummy", typed="1\n6\n", cwd=tmp_path)
    penney = run("penney", "augment", "10", "--seed", "1", cwd=tmp_path)
    assert "Traceback" not in rummy.stderr + penney.stderr
    assert len(penney.stderr.strip().splitlines()) == 1 and penney.returncode != 0
    assert told_penney in penney.stderr
    if kind == "empty":
        assert rummy.returncode == 0 and "There are no scores yet." in rummy.stdout
    else:
        assert message in rummy.stderr
        assert len(rummy.stderr.strip().splitlines()) == 1 and rummy.returncode == 2
