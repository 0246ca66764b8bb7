"""Puzzles: clear answers from what the seat can see, made step by step, and one a day."""

import gzip

import pytest

from dealt import agents
from dealt.agents.analysis import analyse
from dealt.history import puzzles
from dealt.history.judging import judge
from dealt.service.hall.puzzling import framed
from dealt.service.table.messages import Puzzle
from dealt.service.table.protocol import encode
from tests.history.test_review import with_other_hidden_cards
from tests.program import run

SHIPPED = puzzles.collection()
GAMES = dict.fromkeys(each.record.game for each in SHIPPED)
EACH = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in GAMES]
)


def some_of(name, most=3):
    own = [each for each in SHIPPED if each.record.game == name]
    return own[:: -(-len(own) // most)]


def test_the_collection_is_of_every_game_and_has_no_position_twice():
    assert len(GAMES) == 5
    assert len({(each.record.game, each.question()) for each in SHIPPED}) == len(SHIPPED)
    for each in SHIPPED:
        texts = [action.text for action in each.table.actions]
        assert each.judged.is_mistake and each.best in texts and each.move in texts
        assert {each.best, each.move} & each.costs.keys() <= {each.move}


@EACH
def test_another_search_finds_the_same_answer(name):
    """With seeds that the maker did not use; it is what neither `good` nor the hint says."""
    for each in some_of(name):
        judged = each.judged
        if judged.exact:
            assert judge(each.table, each.move).best == judged.best
        else:
            analysis = analyse(
                each.table, playouts=4000, seed=77, against=each.move, moves=[each.best]
            )
            duel = next(one for one in analysis.tried if one.action == judged.best)
            assert duel.gain > 2 * duel.standard_error
        good = each.table.choice_of(agents.adviser(each.table.game, "good", 0))
        assert good.text == each.move
        hint = each.table.hint()
        assert judged.exact or judged.game.wording.action_phrase(judged.best.id) not in hint


@EACH
def test_a_puzzle_shows_what_its_seat_could_know(name, monkeypatch):
    """With all hidden cards dealt anew, every text and every frame is the same."""
    for each in some_of(name, 10):

        def texts(puzzle=each):
            ids = [action.id for action in puzzle.table.actions]
            moves = [action.text for action in puzzle.table.actions]
            frames = [framed(puzzle, Puzzle(game=name, action=each), 1, 1) for each in (None, *ids)]
            answers = [puzzle.answer(text) for text in moves]
            return puzzle.question(), puzzle.solution, answers, [*map(encode, frames)]

        table = each.table
        as_dealt, other = texts(), with_other_hidden_cards(table, 5)
        other._tricks = table._tricks  # what lies open
        with monkeypatch.context() as patched:
            patched.setattr(puzzles.Puzzle, "table", property(lambda _, other=other: other))
            assert texts() == as_dealt


def test_made_puzzles_are_kept_and_the_next_ones_added(tmp_path):
    """Matches that were played before are not played again."""
    file = tmp_path / "own.gz"
    make = "puzzle", "penney", "--option", "scoring=cards", "--make", "1", "--file", str(file)
    for count in (1, 2):
        assert run(*make).stdout == f"Puzzles in {file}: {count}\n"
    one, two = puzzles.collection(file)
    assert one.number < two.number and one.question() != two.question()
    puzzles.save([one, two], again := tmp_path / "again.gz")
    assert again.read_bytes() == file.read_bytes()
    judged = judge(one.table, one.move)
    assert one.judged.best == judged.best and one.judged.cost == pytest.approx(
        judged.cost, abs=0.001
    )


def test_a_day_has_one_puzzle():
    """A collection that grows changes few days, and no puzzle comes every day."""
    days = [f"2027-01-{day:02}" for day in range(1, 32)]
    ours = [puzzles.of_day(SHIPPED, day) for day in days]
    fewer = [puzzles.of_day(SHIPPED[: len(SHIPPED) * 3 // 4], day) for day in days]
    assert len({each.question() for each in ours}) > 20
    assert sum(a == b for a, b in zip(ours, fewer, strict=True)) > 15
    first, second = (run("puzzle", "--today", "--answer").stdout for _ in range(2))
    assert first == second and "The best move: " in first


def test_a_move_is_asked_for_until_it_is_one(tmp_path):
    """By its number or its words; the end of the input leaves."""
    answer = run("puzzle", "penney", "--number", "1", typed="9\nRRB\n")
    assert "enter a number from 1 to 7" in answer.stdout
    assert "The best move: BBR" in answer.stdout and "better than RRB" in answer.stdout
    right = run("puzzle", "penney", "--number", "1", typed="6\n").stdout
    assert "Right!" in right
    assert "BBB costs" in run("puzzle", "penney", "--number", "1", typed="BBB\n").stdout
    left = run("puzzle", "penney", typed="")
    assert left.returncode == 0 and "better" not in left.stdout


@pytest.mark.parametrize(
    ("arguments", "content", "message"),
    [
        ("penney --number 999", None, "no puzzle 999: there are 1 to 2"),
        ("penney --file FILE", None, "no puzzles yet"),
        ("--make 3", None, "name the game and the file"),
        ("penney --file FILE", b"text", "not a collection of puzzles"),
        (
            "penney --file FILE",
            gzip.compress(b"{}\n", mtime=0),
            "not a collection of puzzles",
        ),
        ("penney --make 1 --file FILE/own.gz", b"text", "cannot write"),
        ("penney --file .", None, "cannot read"),
        ("penny", None, "did you mean penney?"),
    ],
)
def test_wrong_input_gets_one_line(arguments, content, message, tmp_path):
    file = tmp_path / "own.gz"
    if content is not None:
        file.write_bytes(content)
    result = run("puzzle", *arguments.replace("FILE", str(file)).split())
    assert result.returncode != 0 and message in result.stderr
    assert len(result.stderr.splitlines()) == 1
