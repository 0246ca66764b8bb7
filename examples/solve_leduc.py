"""Leduc poker solved by OpenSpiel: play that nobody can exploit by a hundredth of a chip a round.

    python examples/solve_leduc.py

Needs `pip install 'dealt[openspiel]'`, and takes some ten seconds.  The tree is walked once in
Python and written out as an extensive-form game; OpenSpiel then solves that in C++.
"""

import sys
from pathlib import Path

import pyspiel
from open_spiel.python.algorithms.gambit import export_gambit

from dealt.learning.openspiel_game import register

sys.path.insert(0, str(Path(__file__).parent))  # so that the game is found from everywhere

from leduc import GAME

TARGET = 0.01  # chips a round
STEPS = 25  # between two looks at how far it is


def solve(target):
    """Yield the number of steps and how much the best answer wins, until that is below a target."""
    register(GAME)
    game = pyspiel.load_game("python_dealt_leduc")
    written = pyspiel.load_efg_game(export_gambit(game))
    solver, steps, gap = pyspiel.CFRPlusSolver(written), 0, target
    while gap >= target:
        for _ in range(STEPS):
            solver.evaluate_and_update_policy()
        steps += STEPS
        gap = pyspiel.exploitability(written, solver.average_policy())
        yield steps, gap


if __name__ == "__main__":
    for steps, gap in solve(TARGET):
        print(f"{steps:4} steps: exploitability {gap:.4f}")
