"""A table with a computer player that searches, in a program of its own; prints how it got ready.

    python -m tests.screen.strong

What matters is a fresh process: where another test has started a process, one more is no trouble.
"""

import asyncio
import contextlib
import sys
import tempfile

from textual.app import App

from dealt.service.hall.workers import allow_processes
from dealt.service.web.local import service_on


class Bare(App):
    """A program that takes the terminal over."""


async def look():
    async with Bare().run_test() as pilot:
        await pilot.pause()
        stream = Bare()._capture_stderr
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(stream):
            async with service_on(f"{folder}/t.db") as service:
                service.thinkers.prepare("president", "strong")
                searcher, ready, _ = service.thinkers._searchers["president"]
                while not (ready.done() or any(each.is_started for each in searcher._busy)):
                    await asyncio.sleep(0.01)
                return f"not begun: {ready.exception()}" if ready.done() else "begun"


if __name__ == "__main__":
    allow_processes()
    sys.stdout.write(f"{asyncio.run(look())}\n")
