"""Scorers and dealers that die at any step: no deck is lost, none is counted or dealt twice."""

import hashlib
import json
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from dealt.games.penney.tally import Tally
from dealt.penney import deck_files as penney_decks
from dealt.penney.deck_files import Store, deck_chunks, deck_files
from dealt.penney.decks import cards_of, deal
from dealt.penney.score_files import Scorer, read_scores
from dealt.penney.scoring import score

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems"),
    pytest.mark.no_cover,  # programs are started again and again
]


@cache
def words(name):
    """The decks of file a_0.bin, a_1.bin, ...: from 20 to 40."""
    number = int(name.split("_")[1].split(".")[0])
    return deal(number, 0, 20 + number % 21, fast=False)


@cache
def tally(name, first, last):
    return score(words(name)[first:last], fast=False)


def whole(names):
    total = Tally.empty()
    for name in names:
        total += tally(name, 0, len(words(name)))
    return total


def write_files(folder, many):
    folder.mkdir()
    names = [f"a_{number}.bin" for number in range(many)]
    for name in names:
        (folder / name).write_bytes(cards_of(words(name)).tobytes())
    return names


def check_scores(path):
    """Scores and ledger can be read and say exactly which decks are counted, each once."""
    scorer = Scorer(path)
    ledger = scorer.ledger.read()
    if ledger is None:
        assert scorer.tally == Tally.empty() and read_scores(path) is None
        return 0
    total = Tally.empty()
    ends = {}
    for file in json.loads(ledger)["files"]:
        name, last = file["name"], file["decks"]
        first = last - file["new"]
        assert first == ends.get(name, 0), "decks of a file are counted one after the other"
        ends[name] = last
        hashed = hashlib.sha256(words(name)[:last].astype(">u8").tobytes()).hexdigest()
        assert file["sha256"] == hashed
        total += tally(name, first, last)
    assert scorer.tally == total
    written = read_scores(path)
    assert written is None or written.decks <= total.decks
    return total.decks


def check_store(folder):
    """The metadata of a store list whole files of the decks in their turn."""
    contents = Store(folder).contents()
    if contents is None:
        return 0
    end = 0
    for file in contents.files:
        assert file.first == end
        assert (deal(5, file.first, file.decks, fast=False) == read(folder / file.name)).all()
        end += file.decks
    assert contents.next == end
    return end


def read(path):
    return np.concatenate(list(deck_chunks(path)))


# runs a program again and again, dying right before, in the middle of or right after each step
DYING = """
import os, sys
from pathlib import Path
from dealt.penney import deck_files as penney_decks
from dealt.penney.deck_files import Store
from dealt.penney.score_files import Scorer
import numpy  # once, and not in every child

STEPS = ("ftruncate", "write", "fsync", "replace", "unlink")
penney_decks.DECKS_A_FILE = 64
calls = 0

def dying(step, name):
    call = getattr(os, name)
    def instead(*arguments, **named):
        global calls
        calls += 1
        if calls == step // 3:
            if step % 3 == 1 and name == "write":
                call(arguments[0], arguments[1][: len(arguments[1]) // 2])
            elif step % 3 == 2:
                call(*arguments, **named)
            os._exit(9)
        return call(*arguments, **named)
    setattr(os, name, instead)

what, folder, *more = sys.argv[1:]
for step in range(3, 3000):
    (Path(folder) / str(step)).mkdir()
    child = os.fork()
    if child == 0:
        for name in STEPS:
            dying(step, name)
        if what == "score":
            path = Path(folder) / str(step) / "scores.csv"
            Scorer(path, at_once=32, commit_decks=1).score(more[0], fast=False)
        else:
            Store(Path(folder) / str(step)).deal(100, 5, fast=False)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        break
    assert status == 9, status
print(step)
"""


def folders_of_the_dead(*arguments):
    """Run `DYING`; how many steps there were."""
    result = subprocess.run(
        [sys.executable, "-c", DYING, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return range(3, int(result.stdout))


def test_a_scorer_that_dies_at_any_step_of_a_commit(tmp_path):
    """Before, amid and after each call that changes a file."""
    names = write_files(tmp_path / "decks", 2)
    (tmp_path / "scores").mkdir()
    steps = folders_of_the_dead("score", tmp_path / "scores", tmp_path / "decks")
    assert len(steps) > 50
    states = set()
    for step in steps:
        path = tmp_path / "scores" / str(step) / "scores.csv"
        states.add((check_scores(path), path.exists()))
        Scorer(path).score(tmp_path / "decks", fast=False)
        check_scores(path)
        assert read_scores(path) == whole(names)
        left = sorted(file.name for file in path.parent.iterdir())
        assert left == ["scores.csv", "scores.ledger.json"]
    assert states == {(0, False), (20, False), (20, True), (41, True)}


def test_a_dealer_that_dies_at_any_step_of_a_file(tmp_path, monkeypatch):
    """Before, amid and after each call that changes a file."""
    monkeypatch.setattr(penney_decks, "DECKS_A_FILE", 64)
    steps = folders_of_the_dead("deal", tmp_path)
    assert len(steps) > 50
    stores = set()
    for step in steps:
        folder = tmp_path / str(step)
        stores.add(check_store(folder))
        last = Store(folder).deal(70, 5, fast=False)
        assert check_store(folder) == last.first + 70
        every = np.concatenate([read(path) for path in deck_files(folder)])
        assert (every == deal(5, 0, last.first + 70, fast=False)).all()
        assert not list(folder.glob(".*"))
    assert stores == {0, 64, 100}
