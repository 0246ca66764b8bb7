"""Environments and trees: steps a second, microseconds a copy and a node.

    python bench/environments.py [OTHER_CHECKOUT ...]

Measures this checkout and others in turns, three times each, every time in a process of its own;
the best counts. Seconds are those that the process had, so that other programs matter less.
"""

import copy
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent.parent
TURNS = 3
SECONDS = 1.0
ROWS = 1024


def rate(play):
    """The best number of steps a second of `play`, which returns how many it has made."""
    play()  # compiles, fills caches
    best, end = 0.0, time.process_time() + SECONDS
    while time.process_time() < end:
        start = time.process_time()
        steps = play()
        best = max(best, steps / (time.process_time() - start))
    return best


def gymnasium_steps(env):
    """A hundred steps of the first open action."""
    _, info = env.reset(seed=1)
    for _ in range(100):
        *_, is_over, _, info = env.step(int(info["action_mask"].argmax()))
        if is_over:
            _, info = env.reset()
    return 100


def pettingzoo_steps(env):
    """Ten episodes of the first open action."""
    steps = 0
    for seed in range(10):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, is_over, _, _ = env.last()
            env.step(None if is_over else int(seen["action_mask"].argmax()))
            steps += not is_over
    return steps


def vector_steps(envs):
    """A hundred steps of the first open action in every row."""
    _, infos = envs.reset()
    for _ in range(100):
        *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    return 100 * envs.num_envs


def copies(env):
    """A thousand copies."""
    for _ in range(1_000):
        copy.copy(env)
    return 1_000


def walk(state):
    """The number of nodes from here on; each is asked what solvers ask."""
    if state.is_terminal():
        state.returns()
        return 1
    if state.is_chance_node():
        return 1 + sum(walk(state.child(action)) for action, _ in state.chance_outcomes())
    state.information_state_string()
    return 1 + sum(walk(state.child(action)) for action in state.legal_actions())


def measure():
    """Print what was measured in this process as JSON, by what it is."""
    import gymnasium
    import pyspiel
    from examples.leduc import GAME as LEDUC
    from open_spiel.python.games import kuhn_poker  # noqa: F401 - registers it

    from dealt.learning import gym_env, openspiel_game, pettingzoo_env

    found = {}
    for title, game, given in (("Leduc", LEDUC, {}), ("President, 4", "president", {"seats": 4})):
        env, zoo = gym_env.DealtEnv(game, **given), pettingzoo_env.raw_env(game, **given)
        found[f"{title}: Gymnasium, steps/s"] = rate(lambda env=env: gymnasium_steps(env))
        found[f"{title}: PettingZoo, bare, steps/s"] = rate(lambda zoo=zoo: pettingzoo_steps(zoo))
        wrapped = pettingzoo_env.env(game, **given)
        found[f"{title}: PettingZoo, wrapped, steps/s"] = rate(
            lambda zoo=wrapped: pettingzoo_steps(zoo)
        )
        makers = [lambda game=game, given=given: gym_env.DealtEnv(game, **given)] * 16
        sync = gymnasium.vector.SyncVectorEnv(makers)
        found[f"{title}: SyncVectorEnv of 16, steps/s"] = rate(lambda envs=sync: vector_steps(envs))
        if (HERE / "src" / "dealt" / "learning" / "gym_vector.py").exists():
            from dealt.learning.gym_vector import DealtVectorEnv

            envs = DealtVectorEnv(game, ROWS, **given)
            found[f"{title}: make_vec, {ROWS} rows, steps/s"] = rate(
                lambda envs=envs: vector_steps(envs)
            )
        env.reset(seed=1)
        found[f"{title}: copies of a Gymnasium environment/s"] = rate(lambda env=env: copies(env))
    openspiel_game.register(LEDUC)
    trees = ["python_kuhn_poker", "python_dealt_leduc"]
    if (HERE / "examples" / "kuhn").exists():
        from examples.kuhn import GAME as KUHN

        openspiel_game.register(KUHN)
        trees.append("python_dealt_kuhn")
    for name in trees:
        game = pyspiel.load_game(name)
        found[f"{name}: nodes"] = walk(game.new_initial_state())
        found[f"{name}: nodes/s"] = rate(lambda game=game: walk(game.new_initial_state()))
    print(json.dumps(found))


def main():
    """Print a table with a column for each checkout, and the ratio of the first to the last."""
    places = [HERE, *map(Path, sys.argv[1:])]
    best = [{} for _ in places]
    for _ in range(TURNS):
        for place, found in zip(places, best, strict=True):
            script = place / "bench" / "environments.py"
            if place != HERE:
                script.write_text(Path(__file__).read_text("utf-8"), "utf-8")
            path = os.pathsep.join([str(place / "src"), str(place)])
            output = subprocess.run(
                [sys.executable, "-W", "ignore", str(script), "--here"],
                env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, check=True,
            ).stdout  # fmt: skip
            for what, number in json.loads(output).items():
                found[what] = max(number, found.get(what, 0))
    print("| what |", " | ".join(str(place) for place in places), "| ratio |")
    print("|---|" + "---|" * (len(places) + 1))
    for what, number in best[0].items():
        others = [found.get(what) for found in best]
        cells = ["-" if each is None else f"{each:,.0f}" for each in others]
        ratio = f"{number / others[-1]:.3g}" if others[-1] else "-"
        print(f"| {what} |", " | ".join(cells), f"| {ratio} |")


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["--here"] else main()
