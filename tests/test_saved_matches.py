"""A match at the prompts is a table of one's own: saved, resumed, and open in several windows."""

import asyncio
import re
import signal

import pytest

import dealt
from dealt import agents
from dealt.clients.line.background import MovedElsewhereError
from dealt.clients.line.client_match import ClientMatch
from dealt.clients.line.matches import Matches, opponents
from dealt.clients.line.play import Order, play
from dealt.clients.opening import list_tables
from dealt.clients.plan import Plan
from dealt.clients.table_client import TableClient
from dealt.clients.wire import Local, own_wire
from dealt.core.agent import Seat
from dealt.core.match import replay
from dealt.core.record import Record
from dealt.games import game as game_called
from dealt.games import games
from dealt.service.table.parts import Settings
from dealt.service.web.local import own_keys, service_on
from tests.own_games import LEDUC, offered
from tests.program import at_a_terminal, pexpect, run, spawn

PRESIDENT = ["play", "president", "--seat", "Ana", "--seat", "AI", "--seat", "AI"]
SAVED = "The match is saved. Run the same command with --resume to go on."


@pytest.fixture
def matches(tmp_path):
    """Matches on a file of this test."""
    opened = Matches(str(tmp_path / "tables.db"), seeded=True)
    with offered():
        yield opened
    opened.close()


def two_seats(game):
    """A person and as many computer players as the game needs."""
    others = max(game.seats[0], 1) - 1
    return [Seat("Ana"), *(Seat(f"Bot {n}", agents.bot(game, "random", n)) for n in range(others))]


def play_on(match, count):
    """Play actions of the match, a person's by number; each as everybody heard of it."""
    for n in range(count):
        table = match.table
        if table.is_over:
            if match.is_over:
                return
            match.next_round()
            continue
        actions = table.actions
        is_person = match.seats[table.seat_in_turn].agent is None
        table.step(actions[n % len(actions)] if is_person else None)


def shown(match):
    """Everything that prompts show of a match."""
    frame, tables = match.shown, match.tables
    history = [[action.text for _, action in table.history] for table in tables[-1:]]
    return frame.board, frame.own, frame.sheet, match.names, match.totals, history


@pytest.mark.parametrize("name", [*(game.name for game in games()), LEDUC])
def test_a_saved_match_is_resumed_where_it_was(name, matches):
    """Every game, one's own included; the same seed and answers give the same match again."""
    game = game_called(name)
    rounds = game.match.rounds or 1
    match = matches.begin(game, two_seats(game), 5, rounds, {})
    assert isinstance(match, ClientMatch)
    play_on(match, 40)
    before, is_over = shown(match), match.is_over
    record = match.record
    again = matches.begin(game, two_seats(game), 5, rounds, {})
    play_on(again, 40)
    assert again.record == record
    replayed = replay(record, game)
    assert replayed.totals == match.totals and replayed.names == match.names
    matches.close()
    table = matches.find(game, [], {})
    assert (table is None) == is_over
    if table is not None:
        resumed = matches.resume(game, table)
        assert shown(resumed) == before and resumed.record == record


def test_moves_of_another_window_are_applied_before_an_answer_counts(tmp_path, matches):
    """A move and one that was taken back; who moves at a stale table is refused."""
    game = game_called("tranca")
    match = matches.begin(game, [Seat("Ana"), Seat("Bia")], 3, None, {})
    elsewhere = Matches(str(tmp_path / "tables.db"))
    other = elsewhere.resume(game, match.shown.table)
    other.table.view(other.table.seat_in_turn)
    with pytest.raises(MovedElsewhereError), match.left_alone():
        play_on(other, 1)
    assert shown(match)[0] == shown(other)[0] and len(match.table.history) == 1
    with other.left_alone():
        pass
    match.table.view(match.table.seat_in_turn)
    match.table.step(match.table.actions[0])
    with pytest.raises(MovedElsewhereError):
        other.table.step(other.table.actions[-1])
    assert shown(other)[0] == shown(match)[0]
    history = list(match.table.history)
    with match.left_alone():
        pass
    assert match.table.history == history
    with pytest.raises(MovedElsewhereError), match.left_alone():
        other.order("stand", seat=0)
    assert match.news() == ["Rui plays on for Ana"] and match.news() == []
    elsewhere.close()


def wait_for(match, version):
    """Wait until a version of the table has come to a match."""
    client = match._background.client
    match._background.wait(lambda: client.table.version >= version)


def test_computer_players_are_told_move_by_move(matches):
    """Also where they move before the person and at once; none is skipped."""
    game = game_called("president")
    players = agents.seats(game, ["AI", "AI", "AI", "Ana"], 5)
    match = matches.begin(game, players, 5, 1, {})
    heard = 0
    while not match.table.is_over:
        table, before = match.table, len(match.table.history)
        is_person = match.seats[table.seat_in_turn].agent is None
        table.step(table.actions[-1] if is_person else None)
        assert len(table.history) == before + 1
        heard += 1
    assert heard == len(match.record.played[0].actions)


def test_a_script_is_saved_and_resumed_where_asked(tmp_path):
    """A script gets a new match each time; with --resume the one that was not finished."""
    begun = run(*PRESIDENT, typed="1\nlog\n", cwd=tmp_path)
    assert begun.returncode == 0 and SAVED in begun.stdout, begun.stderr
    log = begun.stdout.split("from its beginning\n")[1].split("> ")[0]
    resumed = run(*PRESIDENT, "--resume", typed="log\n", cwd=tmp_path)
    assert log in resumed.stdout
    assert log not in run(*PRESIDENT, typed="log\n", cwd=tmp_path).stdout
    listed = run("table", cwd=tmp_path).stdout
    assert listed.count("Ana, AI, AI 2") == 2


WORDS = {
    "hint": r"\nAI|good|at least",
    "h": r"good would",
    "why KS": r"(cannot|allowed|unknown)",
    "score": r"\nScore\n",
    "t": r"\nScore\n",
    "log": r"Round 1, from its beginning\n",
    "undo": r"only the last one is taken back|Your last move is taken back",
    "rules": r"\n +President\n",
    "seats": r"1\. Ana: a person",
    "w": r"1\. Ana: a person",
    "sort rank": r"Hand of Ana",
    "name Zoe": r"Zoe",
    "say hello": r"says: hello",
    "verify": r"can be checked once|nothing to check",
    "?": r"h hint, t score",
    "seat": r"For example: seat",
    "why": r"For example: why",
    "seat nonsense": r"enter one of these after seat",
}
PORTUGUESE = {
    "dica": "bom jogaria",
    "placar": r"\nPlacar\n",
    "jogadas": "Rodada 1, desde o começo",
    "regras": r"\n +Presidente\n",
    "lugares": r"1\. Ana: uma pessoa",
    "hint": "bom jogaria",
    "por que KS": "Ana",
}


def answers(words, language, tmp_path):
    """The program's answer to each word, all in one match."""
    typed = "".join(f"{word}\n" for word in words)
    command = ["play", "president", "--seat", "Ana", "--seat", "AI", "--seed", "2"]
    result = run("--language", language, *command, typed=typed, cwd=tmp_path)
    assert result.returncode == 0 and result.stderr == "", result.stderr
    parts = re.split(r"^> ", result.stdout, flags=re.MULTILINE)[1:]
    return dict(zip(words, parts, strict=False))


@pytest.mark.parametrize(("language", "words"), [("en", WORDS), ("pt-BR", PORTUGUESE)])
def test_every_word_of_a_table_is_answered(language, words, tmp_path):
    """In lines as on the screen, in both languages; none is taken for a move."""
    for word, answer in answers(words, language, tmp_path).items():
        assert re.search(words[word], answer), (word, answer)


def test_a_move_is_taken_back_where_it_showed_nothing(tmp_path):
    """Between two people, say; the table is shown as it was, and somebody else's move stays."""
    command = ["play", "penney", "--seat", "Ana", "--seat", "Bob", "--seed", "2"]
    output = run(*command, typed="RRB\nundo\nundo\nRRR\nBRR\n", cwd=tmp_path).stdout
    assert output.count("Your last move is taken back.") == 1
    assert "Ana, RRR" in output


@pytest.mark.parametrize(
    ("name", "end"),
    [("mason-rummy", "Won by"), ("president", "total: Zoe "), ("penney", "total")],
)
def test_a_seat_is_given_up_and_the_match_played_to_its_end(name, end, tmp_path):
    """A computer player goes on under the name of the person."""
    command = ["play", name, "--seat", "Ana", "--seat", "AI", "--seed", "4", "--rounds", "1"]
    result = run(*command, "--plain", typed="name Zoe\nseat give up\n1\n", cwd=tmp_path)
    assert result.returncode == 0 and result.stderr == "", result.stderr
    assert end in result.stdout and "Zoe" in result.stdout and "not finished" not in result.stdout


async def test_a_record_that_would_show_secret_decks_is_refused_in_a_line(tmp_path):
    """At a table that chance deals, until its match is over."""
    path = tmp_path / "dealt-table.db"
    async with own_wire(str(path)) as wire:
        await wire.open()
        settings = Settings(game="penney", seats=2)
        await wire.open_table(settings, [("Ana", None), ("AI", "AI")])
        client = TableClient(wire)
        running = asyncio.create_task(client.run())
        await client.until(lambda: not client.trouble)
        await client.enter((await list_tables(client))[0].table)
        await client.ready()
        await client.until(lambda: client.table.phase == "playing")
        running.cancel()
    command = ["play", "penney", "--resume", "--record", "match.json"]
    result = await asyncio.to_thread(run, *command, typed="RRB\n", cwd=tmp_path)
    assert result.returncode == 0 and "record of a match is given once" in result.stdout
    assert "is saved in" not in result.stdout and not (tmp_path / "match.json").exists()


@pytest.mark.parametrize("typed", ["q\n", "2\nq\n", "2\n1\nAna\nq\n"])
def test_q_leaves_the_questions_before_a_match(typed, tmp_path):
    """At each of them that asks for a number, or for yes or no."""
    result = run("play", "president", typed=typed, cwd=tmp_path)
    assert result.returncode == 0 and "not a valid" not in result.stdout


@at_a_terminal
@pytest.mark.no_cover
def test_actions_between_two_rounds_are_refused_with_a_reason(tmp_path):
    """And the program goes on."""
    lines = spawn("play", "three-card-poker", "--seat", "Ana", "--rounds", "2", cwd=tmp_path)
    lines.expect("Turn: Ana")
    lines.sendline("f")
    for word, answer in (("undo", "no round"), ("why", "For example: why"), ("seat zz", "seat")):
        lines.expect("next round ")
        lines.sendline(word)
        lines.expect(answer)
    lines.expect("next round ")
    lines.sendline("q")
    lines.expect("Run the same command to resume")
    lines.expect(pexpect.EOF)


@pytest.mark.parametrize("word", ["q", "Q", "quit", "menu"])
def test_q_leaves_where_it_is_a_queen_as_well(word, tmp_path):
    """In a game whose cards are ranks."""
    typed = f"{word}\nfold\n"
    result = run("play", "three-card-poker", "--seat", "Ana", typed=typed, cwd=tmp_path)
    assert result.returncode == 0 and "cannot read" not in result.stdout
    assert re.search(r"total +0\n", result.stdout)


def test_a_match_that_cannot_be_saved_is_still_played(tmp_path):
    """And one line says so."""
    (tmp_path / "notes.txt").write_text("this is not a database, but a text of some length")
    result = run(*PRESIDENT, "--data", "notes.txt", typed="1\nundo\n", cwd=tmp_path)
    assert result.returncode == 0 and "Turn: Ana" in result.stdout
    assert result.stderr.count("\n") == 1 and "will not be saved" in result.stderr
    assert "is not saved" in result.stdout.split("undo\n")[1]


TRANCA = ["play", "tranca", "--seat", "Zé", "--seat", "good"]


@pytest.mark.parametrize(
    ("seats", "settings", "resumes"),
    [
        ((), {}, True),
        (("Zé", "good"), {}, True),
        (("person:Zé", "good"), {"rounds": 2, "options": {"target": 1000}}, True),
        (("good", "Zé"), {}, False),
        (("Zé", "AI"), {}, False),
        ((), {"rounds": 3}, False),
        ((), {"options": {"target": 3500}}, False),
        (("Zé", "good"), {"options": {"target": 1000}, "seed": 4}, False),
    ],
)
def test_every_face_goes_on_with_what_was_ordered(seats, settings, resumes, tmp_path):
    """What is named agrees with the saved match, or a new one begins."""
    path = tmp_path / "dealt-table.db"
    rules = ["--rounds", "2", "--option", "target=1000"]
    assert SAVED in run(*TRANCA, *rules, typed="log\n", cwd=tmp_path).stdout
    matches = Matches(str(path))
    assert (matches.find(game_called("tranca"), seats, settings) is not None) == resumes
    matches.close()

    async def on_the_screen():
        async with service_on(path) as service:
            wire = Local(service, own_keys(), str(path.absolute()))
            await wire.open()
            return await wire.saved_match(Plan("tranca", seats, settings=settings), [])

    assert (asyncio.run(on_the_screen()) is not None) == resumes


@at_a_terminal
@pytest.mark.no_cover
def test_an_evening_in_several_windows(tmp_path):
    """Begun in lines, killed, resumed on the screen, joined in lines, finished in Portuguese."""
    command = ["play", "three-card-poker", "--seat", "Ana", "--rounds", "2"]
    lines = spawn(*command, cwd=tmp_path)
    lines.expect("Turn: Ana")
    lines.sendline("p")
    lines.expect("next round")
    lines.kill(signal.SIGKILL)
    lines.wait()
    screen = spawn(*command, cwd=tmp_path, size=(30, 100), on_screen=True)
    screen.expect("Resuming the match")
    joined = spawn(*command, cwd=tmp_path, DEALT_LANGUAGE="pt-BR")
    joined.expect("Retomando")
    joined.expect("próxima rodada")
    joined.sendline("")
    joined.expect("Vez de Ana")
    screen.expect("Your turn")
    joined.sendline("p")
    joined.expect("total")
    joined.expect("problema: ")
    joined.sendline("")
    joined.expect(pexpect.EOF)
    screen.expect("play again")
    screen.kill(signal.SIGTERM)


def test_a_table_at_which_nothing_was_entered_is_not_offered(tmp_path):
    """Where the input ends at once; what a script has entered is kept."""
    poker = ["play", "three-card-poker", "--plain", "--seat", "Ana", "--rounds", "2"]
    left = run(*poker, cwd=tmp_path).stdout
    assert "is not saved" in left and "Ana" not in run("table", cwd=tmp_path).stdout
    assert SAVED in run(*poker, typed="1\n", cwd=tmp_path).stdout
    assert "Ana" in run("table", cwd=tmp_path).stdout


def test_levels_at_a_terminal_are_called_like_people(tmp_path, capsys):
    """With the level beside the name, never as somebody else is; documents' names stay."""
    president = game_called("president")
    players = ["Bia (good)", "strong", "good", "good", "AI", "seed", "random"]
    seats = opponents(president, agents.seats(president, players))
    names = [seat.name for seat in seats]
    assert names[:4] == ["Bia (good)", "Rui (strong)", "Lia (good)", "Ivo (good)"]
    assert names[4:] == ["AI", "seed", "random"]
    assert len(set(names)) == 7
    path = tmp_path / "match.json"
    play(president, Order(seats=["good", "AI"], seed=3, rounds=1, record=str(path)))
    assert Record.from_json(path.read_text(encoding="utf-8")).seats == ("Bia (good)", "AI")
    out = capsys.readouterr().out
    assert "Bia (good): " in out
    assert dealt.table("president", seats=["good", "AI"]).names == ("good", "AI")
