"""Players from a file of weights, such as `dealt train GAME --weights FILE` writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealt.core.agent import Policy
from dealt.errors import SetupError
from dealt.language import reason

if TYPE_CHECKING:
    from dealt.core.game import Game

ENDINGS = (".json", ".py")  # of files of weights
NAME = "WEIGHTS"  # of the weights in a file of Python
LARGEST = 1 << 31  # weight; sums of them stay within 64 bits

# a player in the language of the rules, its numbers and functions bound to those of a game
_WEIGHING = '''
def heaviest(obs, actions, n, weights):
    """The action with the largest sum; among equals, the one with the lowest id."""
    facts = [0] * FACTS
    numbers = [0] * FEATURES
    prepare(obs, facts)
    best = actions[0]
    most = 0
    for i in range(n):
        describe(facts, actions[i], numbers)
        value = 0
        for k in range(FEATURES):
            value += weights[k] * numbers[k]
        if i == 0 or value > most:
            most = value
            best = actions[i]
    return best


def weighing(obs, actions, n):
    """The choice of a player with these weights."""
    return heaviest(obs, actions, n, WEIGHTS)
'''


@dataclass(frozen=True)
class Weights:
    """The weights by which a player multiplies the features of a move.

    Attributes:
        name: the player's name.
        values: one for each feature of the game, in order.
        features: the names of the features; empty if unknown.
    """

    name: str
    values: tuple[int, ...]
    features: tuple[str, ...] = ()

    def check(self, game: Game) -> None:
        """Raise SetupError if they are not for this game."""
        features = game.bots.learning
        if features is None:
            raise SetupError(
                "{name}: {title} has no player that weighs its moves",
                name=self.name, title=game.title,
            )  # fmt: skip
        if len(self.values) != len(features.names):
            raise SetupError(
                "{name} has {n} weights; {title} needs {all}",
                name=self.name, n=len(self.values), title=game.title, all=len(features.names),
            )  # fmt: skip
        for own, name in zip(self.features, features.names, strict=False):
            if own != name:
                raise SetupError(
                    "{name} has a weight for {own}, where {title} has {feature}; train it again",
                    name=self.name, own=repr(own), title=game.title, feature=repr(name),
                )  # fmt: skip

    def policy(self, game: Game) -> Policy:
        """The choice of a player with these weights, in the language of the rules.

        Raises:
            SetupError: they are not for this game.
        """
        from dealt.core.compiled import written

        self.check(game)
        features = game.bots.learning
        assert features is not None, "checked"
        text = (
            f"FACTS = {features.facts}\nFEATURES = {len(features.names)}\n"
            f"WEIGHTS = {self.values!r}\n{_WEIGHING}"
        )
        label = "".join(letter if letter.isalnum() else "_" for letter in game.name)
        module: Any = written(f"weights_{label}", text)
        module.prepare, module.describe = features.prepare, features.describe
        if features.heaviest is not None:
            module.heaviest = features.heaviest
        policy: Policy = module.weighing
        return policy


def read_weights(path: str) -> Weights:
    """The weights in a file.

    Raises:
        SetupError: the file cannot be read, or has something else.
    """
    import json

    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SetupError("file of weights {file} not found", file=repr(path)) from None
    except OSError as error:
        raise SetupError(
            "cannot read {file}: {reason}", file=repr(path), reason=reason(error)
        ) from None
    except UnicodeDecodeError:
        text = ""
    names: tuple[str, ...] = ()
    try:
        values: Any = json.loads(text) if path.endswith(".json") else _assigned(text)
    except (ValueError, SyntaxError, RecursionError):
        values = None
    if isinstance(values, dict):
        names, values = tuple(values), tuple(values.values())
    if not is_weights(values):
        if path.endswith(".py"):
            raise SetupError(
                "{file} has no {name}; a player in it is {place}",
                file=repr(path), name=NAME, place=f"{file.stem}:NAME",
            )  # fmt: skip
        raise SetupError(
            "{file} is not a file of weights; dealt train GAME --weights FILE writes one",
            file=repr(path),
        )
    return Weights(file.stem, tuple(values), names)


def _assigned(text: str) -> Any:
    """The value assigned to WEIGHTS in a Python file, which is not executed."""
    import ast

    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == NAME for target in statement.targets
        ):
            return ast.literal_eval(statement.value)
    return None


def is_weights(values: object) -> bool:
    """Whether a value is a list of weights, which are whole numbers."""
    return (
        isinstance(values, Sequence)
        and not isinstance(values, str | bytes)
        and len(values) > 0
        and all(type(each) is int and abs(each) < LARGEST for each in values)
    )
