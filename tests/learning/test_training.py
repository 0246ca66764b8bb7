"""Training: the same plain and compiled, broken off or not; what was learned plays well."""

import json
from dataclasses import replace

import numpy as np
import pytest

from dealt.cli.main import cli
from dealt.errors import IllegalAction, SetupError, StorageError
from dealt.games import game
from dealt.learning import training
from dealt.learning.training import Generation, Tables, TrainingFile, train
from tests import players

PRESIDENT = game("president")
FEATURES = PRESIDENT.bots.learning
pytestmark = pytest.mark.xdist_group("president")


def seed_as_a_choice(view, actions):
    """What the game's own player does, as a player of one's own."""
    return PRESIDENT.bots.by_name["AI"](0).choose(view, actions)


def test_compiled_tables_are_plain_tables():
    """Each kind of opponents: the same leads and wins."""
    weights = np.array(FEATURES.weights, np.float64)
    fast, plain = (Tables(PRESIDENT, FEATURES, 16, fast=fast) for fast in (True, False))
    for kinds in ("_alone", "_mixed"):
        pairs = [t.play(getattr(t, kinds), weights, -weights, 5) for t in (fast, plain)]
        for one, two in zip(*pairs, strict=True):
            assert one.tolist() == two.tolist()


def test_the_weights_that_are_shipped_beat_the_players_they_met():
    """More than the 25 % of an equal, in the same deals; others than those it learned from."""
    tables = Tables(PRESIDENT, FEATURES, 800)
    (meeting,) = tables.meetings(np.array(FEATURES.weights, np.float64), 99)
    assert meeting.wins - 3 * meeting.error > 0.3
    (nothing,) = tables.meetings(np.zeros(len(FEATURES.names)), 99)
    assert nothing.wins < 0.1


def test_a_training_gets_better_and_can_be_broken_off():
    """Taken up after the first generation it goes on as it would have."""
    whole = list(train(PRESIDENT, 3, deals=24, seed=2))
    assert [generation.number for generation in whole] == [1, 2, 3]
    stored_data = json.loads(json.dumps(whole[0].to_dict()))
    later = list(train(PRESIDENT, 3, deals=24, seed=2, after=Generation.from_dict(stored_data)))
    assert [each.to_dict() for each in later] == [each.to_dict() for each in whole[1:]]
    worth = [Tables(PRESIDENT, FEATURES, 400).worth(w, w, 3) for w in (0 * whole[0].mean,
             whole[2].mean)]  # fmt: skip
    assert worth[1] > worth[0]
    assert max(abs(weight) for weight in whole[2].weights) == training.SCALE


def test_an_opponent_s_closed_choice_stops_a_training():
    """With the deal, the seat and the seed."""
    far = replace(FEATURES, opponents=(lambda observation, actions, n: PRESIDENT.sizes.actions,))
    tables, weights = Tables(PRESIDENT, far, 4, fast=False), np.zeros(len(FEATURES.names))
    with pytest.raises(
        IllegalAction, match="row 0: action 18957 is not open to seat 2, in round 0 of seed 5"
    ):
        tables.play(tables._alone, weights, weights, 5)


@pytest.mark.parametrize(
    ("player", "same", "name"),
    [
        (["AI"], (), "AI"),
        ([seed_as_a_choice], (), "seed_as_a_choice"),
        ([players.Hasty, "AI"], [players.highest, "AI"], "Hasty"),
    ],
)
def test_any_player_is_trained_against(player, same, name):
    """By name or one's own; in plain Python as in the language of the rules."""
    weights = np.array(FEATURES.weights, np.float64)
    one, two = (Tables(PRESIDENT, FEATURES, 8, against=a, fast=False) for a in (player, same))
    for kinds in ("_alone", "_mixed"):
        pairs = [t.play(getattr(t, kinds), weights, -weights, 5) for t in (one, two)]
        assert [x.tolist() for x in pairs[0]] == [x.tolist() for x in pairs[1]]
    assert one.meetings(weights, 1)[0].against == name


@pytest.mark.parametrize(
    ("against", "wrong"),
    [
        (["strong"], "strong searches; train against players that choose at once"),
        (["AI", "good", "random"], "3 players to train against; at most 2"),
        (["godo"], "no computer player 'godo' for President: did you mean good"),
    ],
)
def test_invalid_opponents_are_refused(against, wrong):
    with pytest.raises(SetupError, match=wrong):
        Tables(PRESIDENT, FEATURES, 8, against=against, fast=False)


def test_a_training_that_is_stopped_leaves_its_generation_out():
    """Nothing half done."""
    answers = iter([False] * 50 + [True])
    assert len(list(train(PRESIDENT, 3, deals=4, stopped=lambda: next(answers)))) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "tranca"}, "Tranca has no features to learn from"),
        ({"deals": 0}, "3 generations of 0 deals; at least one is needed"),
        ({"after": Generation(1, np.zeros(3), np.zeros(3), ())}, "3 weights; president has 42"),
    ],
)
def test_invalid_trainings_are_refused(changes, message):
    """One line."""
    changes = {"game": "president", "deals": 4, "after": None, **changes}
    with pytest.raises(SetupError, match=message):
        next(train(game(changes.pop("game")), 3, **changes))


def test_a_history_is_kept_and_taken_up(tmp_path):
    """Line by line; a file of something else is refused in one line."""
    file = tmp_path / "history.jsonl"
    job = {"game": "president", "seed": 1}
    TrainingFile(file, job).add({"number": 1})
    again = TrainingFile(file, job)
    again.add({"number": 2})
    assert [each["number"] for each in TrainingFile(file, job).generations] == [1, 2]
    with pytest.raises(SetupError, match="belongs to another training run: game president, seed 1"):
        TrainingFile(file, {"game": "president", "seed": 2})
    for text in ("no history", "[1]\n", '{"game": "president", "seed": 1}\n3\n'):
        file.write_text(text)
        with pytest.raises(StorageError, match="is not a training history"):
            TrainingFile(file, job)
    with pytest.raises(SetupError, match="no generation of a training: 'mean'"):
        Generation.from_dict({"number": 1})


def test_the_command(tmp_path, capsys):
    """Generations as lines; what was learned as JSON and as a module; a history that is full."""

    def dealt(*arguments):
        cli.main([str(part) for part in arguments], standalone_mode=False)
        return capsys.readouterr().out

    history, weights = tmp_path / "h.jsonl", tmp_path / "w.json"
    command = ["train", "president", "--generations", 1, "--deals", 8, "--history", history]
    first = dealt(*command, "--weights", weights)
    assert first.startswith("1: wins ") and first.endswith("% (95 % interval) against AI\n")
    assert set(json.loads(weights.read_text())) == set(FEATURES.names)
    module, picture = tmp_path / "w.py", tmp_path / "p.png"
    assert dealt(*command, "--weights", module, "--picture", picture) == ""
    assert picture.read_bytes().startswith(b"\x89PNG")
    space: dict[str, object] = {}
    exec(module.read_text(), space)
    assert space["WEIGHTS"] == tuple(json.loads(weights.read_text()).values())
    two = dealt("train", "president", "--generations", 2, "--deals", 8)
    assert two.startswith(first[:8]) and "against AI: " in two
    with pytest.raises(SetupError, match="cannot save a figure as .txt"):
        dealt(*command, "--picture", tmp_path / "p.txt")
    with pytest.raises(SetupError, match="w.foo': a name that ends in .json or .py"):
        dealt(*command, "--weights", tmp_path / "w.foo")
    with pytest.raises(SetupError, match="Tranca has no features to learn from"):
        dealt("train", "tranca")
    with pytest.raises(SetupError, match="belongs to another training run"):
        dealt(*command, "--seed", 2)
