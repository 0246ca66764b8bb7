"""A table with a computer player that searches, in a program of its own; prints how it got ready.

    python -m tests.screen.strong

What matters is a fresh process: where another test has started a process, one more is no trouble.
"""

import asyncio
import contextlib
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

from textual.app import App

from dealt.service.local import service_on
from dealt.service.thinkers import allow_processes


class Bare(App):
    """A program that takes the terminal over."""


async def look():
    async with Bare().run_test() as pilot:
        await pilot.pause()
        stream = Bare()._capture_stderr
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(stream):
            async with service_on(f"{folder}/t.db") as service:
                service.thinkers.prepare("president", "strong")
                executor, ready, _ = service.thinkers._searchers["president"]
                is_begun = isinstance(executor, ProcessPoolExecutor) and not ready.done()
                return "begun" if is_begun else f"not begun: {ready.exception()}"


if __name__ == "__main__":
    allow_processes()
    sys.stdout.write(f"{asyncio.run(look())}\n")
