"""The games in the form that learning libraries expect, each adapter in its own module.

- `vector`: thousands of rounds side by side in one array; needs only NumPy.
- `gym_env`: one seat against chosen players, for Gymnasium (extra `gym`).
- `gym_vector`: the same, many side by side, for Gymnasium's `make_vec`.
- `pettingzoo_env`: all seats taking turns, for PettingZoo (extra `pettingzoo`).
- `openspiel_game`: games with chance nodes and information states, for OpenSpiel (extra
  `openspiel`).

Rewards are points, negated in games where the fewest points win, such as Mason Rummy.
"""
