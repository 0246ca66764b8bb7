"""The games as learning libraries want them, each adapter in a module of its own.

- `vector`: thousands of rounds side by side in one array; needs NumPy only.
- `gym_env`: one seat against chosen players, for Gymnasium (extra `gym`).
- `pettingzoo_env`: all seats by turns, for PettingZoo (extra `pettingzoo`).
- `openspiel_game`: games with chance nodes and information states, for OpenSpiel (extra
  `openspiel`).

Points are rewards: where few points win, as in Mason Rummy, a reward is the points negated.
"""
