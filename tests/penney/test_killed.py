"""Scorers and dealers killed at any moment: no deck is lost, none is counted or dealt twice."""

import hashlib
import json
import random
import signal
import subprocess
import sys
import time
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

AT_ONCE = 16
FILES = 80


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


SCORER = f"""
import sys
import numpy
from dealt.penney.score_files import Scorer
scorer = Scorer(sys.argv[1], at_once={AT_ONCE}, commit_decks=1)
print("ready", flush=True)
scorer.score(sys.argv[2], fast=False)
"""

DEALER = """
import sys
import numpy
from dealt.penney import deck_files as penney_decks
penney_decks.DECKS_A_FILE = 64
penney_decks.DEALT_AT_ONCE = 16
store = penney_decks.Store(sys.argv[1])
print("ready", flush=True)
while True:
    store.deal(100, 5, fast=False)
"""


def killed_after(seconds, program, *arguments):
    """Run a program for so long from when it is ready on; whether it was still running then."""
    running = subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)], stdout=subprocess.PIPE, text=True
    )
    assert running.stdout.readline() == "ready\n"
    time.sleep(seconds)
    running.send_signal(signal.SIGKILL)
    running.stdout.close()
    return running.wait() == -signal.SIGKILL


def test_a_scorer_killed_again_and_again_counts_every_deck_once(tmp_path):
    """After each kill the counts are those of an exact set of decks; in the end, of all."""
    names = write_files(tmp_path / "decks", FILES)
    dice = random.Random(6)
    folder = tmp_path / "0"
    folder.mkdir()
    rounds = before = 0
    for _ in range(27):
        killed_after(dice.random() * 0.2, SCORER, folder / "scores.csv", tmp_path / "decks")
        counted = check_scores(folder / "scores.csv")
        assert counted >= before, "nothing that was counted is lost"
        before = counted
        if counted == whole(names).decks:  # a fast machine begins anew
            rounds, before = rounds + 1, 0
            folder = tmp_path / str(rounds)
            folder.mkdir()
    scorer = Scorer(folder / "scores.csv")
    report = scorer.score(tmp_path / "decks", fast=False)
    assert report.decks == whole(names).decks - before
    check_scores(folder / "scores.csv")
    assert scorer.tally == read_scores(folder / "scores.csv") == whole(names)
    assert sorted(path.name for path in folder.iterdir()) == ["scores.csv", "scores.ledger.json"]


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


def test_a_dealer_killed_again_and_again_deals_every_deck_once(tmp_path):
    """Numbers of decks go on where they ended, without a gap and without a repetition."""
    dice = random.Random(7)
    before = 0
    for _ in range(12):
        killed_after(dice.random() * 0.2, DEALER, tmp_path)
        dealt = check_store(tmp_path)
        assert dealt >= before
        before = dealt
    last = Store(tmp_path).deal(10, 5, fast=False)
    assert check_store(tmp_path) == last.first + 10
    every = np.concatenate([read(path) for path in deck_files(tmp_path)])
    assert (every == deal(5, 0, last.first + 10, fast=False)).all()
    assert not list(tmp_path.glob(".*"))


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
