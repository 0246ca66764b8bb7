"""Plain and compiled rules compared action by action."""

from __future__ import annotations

import importlib.util
import random
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealt.core.chance import HIDDEN, new_rng, start
from dealt.core.compiled import compiled, has_numba
from dealt.core.fields import dtype, fill_row, row_fields
from dealt.errors import DealtError
from dealt.language import Phrase, message
from dealt.simulate.lineup import check_open
from dealt.testing import steps
from dealt.testing.check import difference, phrase, promised
from dealt.testing.deals import check_deal, rubbish
from dealt.testing.walk import ROUNDS, Broken, Walk, open_actions

if TYPE_CHECKING:
    from dealt.core.game import Game

_PLACE = re.compile(r'(?:File "|Raised from )(.*?)(?:", line | \()(\d+)')  # in what numba says


def _no_numba() -> Phrase | None:
    """Why nothing can be compiled here; None if it can."""
    if has_numba() and importlib.util.find_spec("numpy") is not None:
        return None
    return Phrase("numba is not installed: compiled rules were not compared")


@promised("compiled", message("compiled rules play exactly like plain ones"), missing=_no_numba)
def plain_play_is_compiled_play(walk: Walk) -> None:
    """Both speeds offer the same actions at every step; full states are often compared, too."""
    import numpy as np

    game = walk.game
    rows = np.zeros(ROUNDS + 1, dtype(game.state))
    dice = random.Random(walk.seed)

    def deal(s: Any, deck: Sequence[int]) -> dict[str, Any]:
        fill_row(game.state, rows[ROUNDS], s)
        _fast(game, "deal", rows, ROUNDS, np.array(deck))
        return row_fields(game.state, rows[ROUNDS])

    for number, (s, deck) in enumerate(walk.rounds()):
        fill_row(game.state, rows[number], game.fresh(walk.seats, walk.options))
        if number:
            _fast(game, "carry_over", rows, number, rows, number - 1)
        _fast(game, "deal", rows, number, np.array(deck))
        if number == 0:
            used = rubbish(game, random.Random(walk.seed))
            check_deal(game, walk.begun, used, s.fields(), deal)
        _Pair(walk, s, rows, number, dice).play()


def _fast(game: Game, verb: str, *arguments: Any) -> Any:
    """Call a compiled verb.

    Raises:
        Broken: it cannot be compiled, or ends with an error.
    """
    try:
        return _steps_of(game)[verb](*arguments)
    except Exception as error:
        reason = _said_by_numba(error)
        if reason is None:
            if isinstance(error, DealtError):
                raise
            facts = {"verb": verb, "what": f"{type(error).__name__}: {error}"}
            reason = Phrase("{verb} ends with {what}, but only when compiled", facts)
        raise Broken(reason) from error


@lru_cache(maxsize=16)
def _steps_of(game: Game) -> dict[str, Any]:
    """The compiled steps of a game, with bounds checks.

    The code of rules that are not in a file is not kept on disk.
    """
    verbs: dict[str, Any] = game.verbs()
    codes = [getattr(verb, "__code__", None) for verb in verbs.values()]
    on_disk = all(code is not None and Path(code.co_filename).is_file() for code in codes)
    return compiled(steps.STEPS, verbs, bounds_check=True, on_disk=on_disk)


class _Pair:
    """One round played at both speeds, in `s` and in row `number`."""

    def __init__(self, walk: Walk, s: Any, rows: Any, number: int, dice: random.Random) -> None:
        self.walk, self.game = walk, walk.game
        self.s, self.rows, self.number, self.dice = s, rows, number, dice

    def play(self) -> None:
        """To the end of the round, by the same actions."""
        import numpy as np

        game, s, at, dice = self.game, self.s, (self.rows, self.number), self.dice
        out = np.zeros(game.sizes.actions, np.int64)
        if self.number == 0:  # so that all is compiled with the first match
            self.same_observation(0)
            self.same_redeal(0, dice.randrange(1 << 60))
        while True:
            legal = open_actions(game, s)
            self.same("legal", legal, out[: _fast(game, "legal", *at, out)].tolist())
            if not legal or dice.random() < 0.06:
                self.same("state", s.fields(), row_fields(game.state, self.rows[self.number]))
            if not legal:
                break
            if dice.random() < 0.08:
                seat = dice.randrange(s.seats)
                self.same_observation(seat)
                self.same_redeal(seat, dice.randrange(1 << 60))
            action = dice.choice(legal)
            game.rules.apply(s, action)
            _fast(game, "apply", *at, action)
            self.walk.note(action)
        over = bool(game.rules.is_over(s))
        if not over:
            check_open(game, [])
        self.same("is_over", over, bool(_fast(game, "is_over", *at)))
        points, compiled_points = [0] * s.seats, np.zeros(s.seats, np.int64)
        game.rules.score(s, points)
        _fast(game, "score", *at, compiled_points)
        self.same("score", points, compiled_points.tolist())

    def same_observation(self, seat: int) -> None:
        """Both speeds tell a seat the same numbers."""
        import numpy as np

        numbers = [0] * self.game.sizes.observation
        compiled_seen = np.zeros(self.game.sizes.observation, np.int64)
        self.game.rules.observe(self.s, seat, numbers)
        _fast(self.game, "observe", self.rows, self.number, seat, compiled_seen)
        self.same("observe", numbers, compiled_seen.tolist())

    def same_redeal(self, seat: int, seed: int) -> None:
        """Both speeds replace hidden cards by the same others."""
        import numpy as np

        twin, rng = self.s.copy(), new_rng()
        start(rng, seed, 0, HIDDEN)
        self.game.rules.redeal(twin, seat, rng)
        self.rows[ROUNDS] = self.rows[self.number]
        _fast(self.game, "redeal", self.rows, ROUNDS, seat, np.zeros(2, np.uint64), seed)
        self.same("redeal", twin.fields(), row_fields(self.game.state, self.rows[ROUNDS]))

    def same(self, name: str, plain: Any, fast: Any) -> None:
        """Both speeds give the same."""
        differing = difference(plain, fast, name)
        if differing is not None:
            raise Broken("compiled rules differ from plain ones: {wrong}", wrong=phrase(differing))


def _said_by_numba(error: Exception) -> Phrase | None:
    """Why numba cannot compile something, in one line; None: the error is of another kind."""
    if not type(error).__module__.startswith("numba."):
        return None
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    reason = next(
        (line for line in lines if not line.startswith("Failed in")), type(error).__name__
    )
    places = [
        f"{Path(file).name}:{number}"
        for file, number in _PLACE.findall(str(error))
        if Path(file).name != Path(steps.__file__).name
    ]
    place = places[0] if places else "?"
    return Phrase(
        "numba cannot compile {place}: {what}",
        {"place": place, "what": reason.partition(" Raised from ")[0]},
    )
