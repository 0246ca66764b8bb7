"""The contract suite: what every game promises, to check anybody's game against.

`dealt check MODULE:GAME` runs all of it.  In your own tests, each check is a function of a game and
a seed::

    @pytest.mark.parametrize("check", testing.CHECKS.values(), ids=str)
    def test_my_game_keeps_its_promises(check):
        for seed in range(20):
            check(GAME, seed)
"""

from dealt.testing.check import Check
from dealt.testing.suite import CHECKS, Result, examine
from dealt.testing.walk import Broken, Where, reach

__all__ = ["CHECKS", "Broken", "Check", "Result", "Where", "examine", "reach"]
