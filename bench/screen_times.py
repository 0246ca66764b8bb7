"""How long the full screen takes: `python -m bench.screen_times [OTHER_CHECKOUT]`.

The first paint is timed from the start of `dealt table` in a pseudo-terminal until anything is on
its screen, the first screen until its menu or the question for a name is there; a move from its
order until the table is drawn again, in the same process. With another checkout both are measured
in turns, in one run.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pexpect

TIMES = 7
SIZES = ((80, 24), (200, 60))
MOVES = """
import asyncio, json, sys, time
from tests.screen.playing import sitting
from dealt.clients.plan import Plan
async def main():
    times = []
    async with sitting(Plan("mason-rummy", ("Ana", "random")), size=(COLUMNS, LINES)) as player:
        for _ in range(12):
            if player.frame.phase != "playing":
                break
            action = player.frame.own.actions[-1].id
            before, version = time.perf_counter(), player.frame.version
            await player.app.client.play(action=action)
            player.app.screen.show()
            await player.pilot.pause()
            times.append(time.perf_counter() - before)
            await player.calm()
    print(json.dumps(times))
asyncio.run(main())
"""


def environment(checkout: Path) -> dict[str, str]:
    """That of this process, with the program of a checkout."""
    return {**os.environ, "PYTHONPATH": str(checkout / "src"), "TERM": "xterm-256color"}


def first_paint_s(checkout: Path, size: tuple[int, int]) -> float:
    """Seconds until anything is on the screen."""
    return _until(r"\x1b\[\?1049h.*dealt", checkout, size)


def first_screen_s(checkout: Path, size: tuple[int, int]) -> float:
    """Seconds until the first screen is there, for somebody who has never played."""
    return _until("Which game|your name", checkout, size)


def _until(sight: str, checkout: Path, size: tuple[int, int]) -> float:
    with tempfile.TemporaryDirectory() as home:
        env = {**environment(checkout), "HOME": home, "XDG_CONFIG_HOME": home}
        command = [sys.executable, "-m", "dealt", "table", "--data", f"{home}/table.db"]
        before = time.perf_counter()
        child = pexpect.spawn(command[0], command[1:], env=env, dimensions=size[::-1], timeout=60)
        child.expect(sight)
        took_s = time.perf_counter() - before
        child.close(force=True)
    return took_s


def move_s(checkout: Path, size: tuple[int, int]) -> float:
    """Seconds for a move and its drawing, the median of a dozen."""
    code = MOVES.replace("COLUMNS", str(size[0])).replace("LINES", str(size[1]))
    answer = subprocess.run(
        [sys.executable, "-c", code],
        cwd=checkout, env=environment(checkout), check=True, capture_output=True, text=True,
    )  # fmt: skip
    return statistics.median(json.loads(answer.stdout))


def main() -> None:
    """Print the best and the median of several runs."""
    here = Path(__file__).parent.parent
    checkouts = {"this": here} | ({"other": Path(sys.argv[1])} if len(sys.argv) > 1 else {})
    measures = ("first paint", first_paint_s, TIMES), ("first screen", first_screen_s, TIMES)
    for what, measure, times in (*measures, ("move", move_s, 3)):
        for size in SIZES:
            taken: dict[str, list[float]] = {name: [] for name in checkouts}
            for _ in range(times):
                for name, checkout in checkouts.items():
                    taken[name].append(measure(checkout, size))
            for name, seconds in taken.items():
                best, middle = min(seconds), statistics.median(seconds)
                print(f"{what}, {size[0]}x{size[1]}, {name}: {best:.3f} s, median {middle:.3f} s")


if __name__ == "__main__":
    main()
