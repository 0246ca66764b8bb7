"""Gymnasium: many matches side by side, one seat of each against chosen players.

`gymnasium.make_vec("dealt/president-v0", num_envs=256)` makes such an environment once
`dealt.learning.gym_env` is imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from dealt.core.arguments import whole_number
from dealt.core.chance import check_seed
from dealt.errors import IllegalAction, SetupError
from dealt.learning.gym_env import METADATA, Learner
from dealt.learning.matches import Array
from dealt.learning.rows import DEAL, OVER, SEED, SEEDS, STATUS, missing

try:
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("Gymnasium", "gym") from None

if TYPE_CHECKING:
    from dealt.core.game import Game

Seeds = int | Sequence[int | None] | None

MOST_ROWS = 1 << 31
DRAWN = 32  # seeds of episodes that a row draws at a time


class DealtVectorEnv(VectorEnv[Any, Any, Any]):
    """Rows of matches, each like a `DealtEnv` with the same arguments.

    Row i of an environment with seed s plays the episodes of a `DealtEnv` with seed s + i.  All
    arrays that `reset` and `step` return are new.

    Args:
        game: its name, or a game of your own.
        num_envs: number of rows.
        autoreset_mode: when a row deals its next match: `NextStep`, in the step after the end,
            whose action counts for nothing; `SameStep`, at once, with the end in `final_obs` and
            `final_info`; `Disabled`, by `reset(options={"reset_mask": rows})`.
        mask_infos: whether infos have `action_mask`, int8 [row, action], which is large in games
            with many actions; `legal_lists` gives the same in less room.
        arguments: the others of `DealtEnv`.

    Raises:
        SetupError: no such game, rows, seat, players, options, rounds or modes.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        mask_infos: bool = True,
        **arguments: Any,
    ) -> None:
        num_envs = whole_number("num_envs", num_envs, 1, MOST_ROWS - 1)
        modes = {mode.value: mode for mode in AutoresetMode}
        mode = autoreset_mode
        if isinstance(mode, AutoresetMode):
            mode = str(mode.value)
        if not isinstance(mode, str) or mode not in modes:
            raise SetupError(f"autoreset_mode={mode!r}; it can be {', '.join(modes)}")
        self._learner = learner = Learner(game, **arguments)
        self.num_envs = num_envs
        self.game, self.seat, self.penalty = learner.game, learner.seat, learner.penalty
        self.render_mode = learner.render_mode
        self.autoreset_mode = modes[mode]
        self.metadata = {**METADATA, "autoreset_mode": self.autoreset_mode}
        self.single_action_space = learner.action_space
        self.single_observation_space = learner.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._mask_infos = mask_infos
        self._matches = learner.matches(num_envs)
        self._all = np.arange(num_envs)
        self._ended = np.ones(num_envs, bool)
        self._dice: list[np.random.Generator | None] = [None] * num_envs
        self._seeds = np.zeros((num_envs, DRAWN), np.int64)
        self._next = np.full(num_envs, DRAWN)  # of these seeds

    def __copy__(self) -> Self:
        """An independent environment in the same state."""
        return deepcopy(self)

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a new match in every row, or in those of `options["reset_mask"]`.

        Args:
            seed: row i gets seed + i, or the i-th of a list.
            options: `reset_mask`, bool [row]: which rows; by default all.

        Raises:
            SetupError: an invalid seed or mask, one of the wrong length, or a mask before all rows
                have been reset.
        """
        rows = self._chosen(options)
        seeds: Sequence[int | None]
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise SetupError(f"{len(seed)} seeds for {self.num_envs} rows")
            seeds = [None if each is None else check_seed(each) for each in seed]
        else:
            first = None if seed is None else check_seed(seed)
            seeds = [None if first is None else first + row for row in range(self.num_envs)]
        for row in rows.tolist():
            if seeds[row] is not None or self._dice[row] is None:
                self._dice[row], _ = seeding.np_random(seeds[row])
                self._next[row] = DRAWN
        self._deal(rows)
        observations, masks = self._look(self._all)
        if len(rows) < self.num_envs:
            unasked = np.ones(self.num_envs, bool)
            unasked[rows] = False
            return observations, self._infos(np.where(unasked[:, None], 0, masks), ~unasked)
        return observations, self._infos(masks, np.ones(self.num_envs, bool))

    def _chosen(self, options: dict[str, Any] | None) -> Array:
        """The rows to reset."""
        options = {} if options is None else options
        if not isinstance(options, Mapping):
            raise SetupError(f"options: must be a dict such as {{'reset_mask': rows}}: {options!r}")
        mask = options.get("reset_mask")
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != bool:
            raise SetupError(f"reset_mask: must be an array of bool ({self.num_envs},)")
        if not mask.any():
            raise SetupError("reset_mask: at least one row must be True")
        self._check_begun("reset_mask: ")
        return np.flatnonzero(mask)

    def _check_begun(self, before: str = "") -> None:
        """Raise SetupError before the first reset of all rows."""
        if None in self._dice:
            raise SetupError(f"{before}no episode has begun; call reset() for all rows first")

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play an action in every row, then let the others play until it is the seat's turn again.

        Args:
            actions: ids, integers [row].

        Returns:
            observations; rewards, float64 [row]; whether the episode has ended, bool [row]; False
            for each row; infos.  `infos["illegal"]` says why an action was not open.

        Raises:
            IllegalAction: an action is not open, and `illegal` is `raise`; nothing has changed.
            SetupError: not one integer for each row, or an episode is over.
        """
        self._check_begun()
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise SetupError(
                f"actions {actions.dtype} {actions.shape}; they are integers ({self.num_envs},)"
            )
        resting = self._ended
        if resting.any() and self.autoreset_mode is not AutoresetMode.NEXT_STEP:
            row = int(resting.argmax())
            raise SetupError(f"the episode of row {row} is over; call reset")
        refusals = self._refusals(actions, ~resting)
        at = np.flatnonzero(~resting)
        if refusals:
            at = np.setdiff1d(at, list(refusals))
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        self._matches.play(at, actions[at].astype(np.int64))
        rewards[at] = self._matches.gained[at, self.seat]
        self._matches.gained[at] = 0
        ended[at] = self._matches.rows[at, STATUS] == OVER
        for row in refusals:
            rewards[row], ended[row] = self.penalty, True
        self._ended = ended.copy()
        if resting.any():
            self._deal(np.flatnonzero(resting))
        observations, infos = self._after(ended, refusals)
        return observations, rewards, ended, np.zeros(self.num_envs, bool), infos

    def _refusals(self, actions: Array, playing: Array) -> dict[int, str]:
        """Why actions are not open, by row.

        Raises:
            IllegalAction: one is not, and errors are to be raised.
        """
        ids, counts = self._matches.ids, self._matches.counts
        places = np.arange(ids.shape[1])
        is_open = ((ids == actions[:, None]) & (places < counts[:, None])).any(axis=1)
        closed = np.flatnonzero(playing & ~is_open).tolist()
        refusals = {row: self._matches.refusal(row, int(actions[row])) for row in closed}
        if refusals and self._learner.raises:
            row, refused = next(iter(refusals.items()))
            raise IllegalAction(f"row {row}: {refused}")
        return {row: str(refused) for row, refused in refusals.items()}

    def _after(self, ended: Array, refusals: dict[int, str]) -> tuple[Any, dict[str, Any]]:
        """Observations and infos after a step; ended rows are dealt anew in mode SAME_STEP."""
        every = np.ones(self.num_envs, bool)
        observations, masks = self._look(self._all)
        infos = self._infos(masks, every)
        refused: dict[str, Any] = {}
        if refusals:
            refused["illegal"] = np.full(self.num_envs, None, object)
            refused["_illegal"] = np.zeros(self.num_envs, bool)
            for row, text in refusals.items():
                refused["illegal"][row], refused["_illegal"][row] = text, True
        if self.autoreset_mode is not AutoresetMode.SAME_STEP or not ended.any():
            return observations, infos | refused
        rows = np.flatnonzero(ended)
        final = np.full(self.num_envs, None, object)
        for row in rows.tolist():
            final[row] = self._row_of(observations, row)
        final_infos = self._infos(np.where(ended[:, None], masks, 0), ended.copy()) | refused
        self._deal(rows)
        later, later_masks = self._look(rows)
        masks[rows] = later_masks
        if isinstance(observations, dict):
            for name, part in observations.items():
                part[rows] = later[name]
        else:
            observations[rows] = later
        ends = {"final_obs": final, "final_info": final_infos}
        ends |= {f"_{name}": ended.copy() for name in ends}
        return observations, self._infos(masks, every) | ends

    @staticmethod
    def _row_of(observations: Any, row: int) -> Any:
        """The observation of one row, on its own."""
        if isinstance(observations, dict):
            return {name: part[row].copy() for name, part in observations.items()}
        return observations[row].copy()

    def _look(self, rows: Array) -> tuple[Any, Array]:
        """Observations and masks of some rows."""
        masked = self._mask_infos or self._learner.masked
        observations, masks = self._matches.look(rows, self.seat, masked=masked)
        return self._learner.observation(observations, masks), masks

    def _infos(self, masks: Array, rows: Array) -> dict[str, Any]:
        """The infos with the masks of some rows."""
        return {"action_mask": masks, "_action_mask": rows} if self._mask_infos else {}

    def _deal(self, rows: Array) -> None:
        """Deal matches in some rows until it is the seat's turn in each."""
        self._ended[rows] = False
        while len(rows):
            for row in rows[self._next[rows] == DRAWN].tolist():
                dice = self._dice[row]
                assert dice is not None, "reset gives each row its own"
                self._seeds[row], self._next[row] = dice.integers(SEEDS, size=DRAWN), 0
            self._matches.rows[rows, SEED] = self._seeds[rows, self._next[rows]]
            self._next[rows] += 1
            self._matches.play(rows, np.full(len(rows), DEAL))
            rows = rows[self._matches.rows[rows, STATUS] == OVER]

    def legal_lists(self) -> tuple[Array, Array]:
        """The open actions of each row, ascending.

        Returns:
            ids, int32 [row, place], meaningless beyond their number; and that number, int32 [row],
            0 where the episode is over.

        Raises:
            SetupError: no episode has begun.
        """
        self._check_begun()
        return self._matches.ids.copy(), self._matches.counts.copy()

    def action_masks(self) -> Array:
        """The open actions, bool [row, action]; errors as `legal_lists`."""
        self._check_begun()
        return self._matches.look(self._all, self.seat)[1].astype(bool)

    def render(self) -> tuple[Any, ...] | None:
        """The seat's view in each row, see `DealtEnv.render`."""
        self._check_begun()
        if self.render_mode is None:
            return None
        return tuple(self._learner.picture(self._matches, row) for row in range(self.num_envs))
