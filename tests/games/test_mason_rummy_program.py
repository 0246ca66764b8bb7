"""The document's program, fed scripts, held against the second implementation prompt by prompt."""

import random

import pytest

from dealt.games.mason_rummy.seed import Card, Hand, LivePlayer, ScoreTable
from tests.games.rummy_driver import Driver, run_program
from tests.marks import first_measured
from tests.oracles import mason_rummy as oracle
from tests.oracles import mason_rummy_program as program


def deck_text(seed):
    cards = oracle.full_deck()
    random.Random(seed).shuffle(cards)
    return " ".join(cards)


def test_R17_the_methods_of_the_document_are_in_use(tmp_path, monkeypatch):
    """R17: a game of the program calls each of them; menus, rules and scores stand on them."""
    called = set()

    def watched(kind, name):
        method = getattr(kind, name)

        def watching(*arguments):
            called.add(name)
            return method(*arguments)

        monkeypatch.setattr(kind, name, watching)

    for kind, names in {
        Card: ("extends_run", "card_point_value", "__str__"),
        Hand: ("hand_point_value", "already_laid_down", "__init__"),
        LivePlayer: ("take_turn",),
        ScoreTable: ("read_scores", "save_scores"),
    }.items():
        for name in names:
            watched(kind, name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.deck").write_text(deck_text(3))
    assert run_program(Driver(3, ["a.deck"] * 9, games=9), tmp_path) is not None
    assert len(called) == 9


def test_deck_files_for_scripts_are_decks():
    assert oracle.check_deck(deck_text(1).split()) is None


@pytest.mark.parametrize("seed", first_measured(range(60), 6))
def test_the_program_is_the_second_implementation_prompt_by_prompt(seed, tmp_path, monkeypatch):
    """Played by a driver that answers wrongly at every prompt now and then, both programs ask the
    same questions, end games with the same points, and leave the same scores file.
    """
    monkeypatch.chdir(tmp_path)
    files = {
        "a.deck": deck_text(seed),
        "b.deck": deck_text(seed + 1000).replace(" ", "\n", 30).replace(" ", "\t", 5),
        "short.deck": " ".join(deck_text(seed).split()[1:]),
        "long.deck": deck_text(seed) + " 2C",
        "unknown.deck": deck_text(seed).replace("2C", "2c"),
        "twice.deck": deck_text(seed).replace("2C", "3C"),
        "empty.deck": "",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    driver = Driver(seed, ["a.deck", "b.deck", *files])
    scores = run_program(driver, tmp_path)
    other = program.Program(driver.used, files, None)
    assert other.run() == scores
    assert driver.prompts == other.prompts
    totals = [line for line in driver.lines_said if line.startswith("Points of the game: ")][2::3]
    expected = [
        "Points of the game: "
        + ", ".join(f"{n} {x}" for n, x in zip(result.names, result.totals, strict=True))
        for result in other.results
    ]
    assert totals[: len(expected)] == expected
