"""Windows of one account on one file of tables, each in a process of its own.

    python -m tests.service.windows FILE KEYS

is such a window: messages come on its standard input, frames go to its standard output, a line for
each.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
from pathlib import Path

from dealt.service.hall.tables import Surroundings
from dealt.service.table import protocol as p
from dealt.service.web.local import Keys, service_on, token_at
from dealt.service.web.session import Session

PATIENCE_S = 240.0  # for whatever is waited for; it comes within a second where there is room


async def attend(path, keys):
    """Be a window until the input ends."""
    around = Surroundings(own=True, say=lambda line: print("trouble:", line, file=sys.stderr))
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async with service_on(path, around) as service:
        token = await token_at(service, Keys(Path(keys)), str(path))
        session = Session(service, "here")
        writing = asyncio.create_task(write(session))
        hello = {"do": "hello", "ack": 0, "protocol": p.PROTOCOL, "token": token}
        await session.receive(json.dumps(hello).encode())
        while line := await reader.readline():
            await session.receive(line)
        service.disconnect(session)
        writing.cancel()


async def write(session):
    """Print what comes."""
    while (frame := await session.next_frame()) is not None:
        sys.stdout.write(frame.decode() + "\n")
        sys.stdout.flush()


class Window:
    """A window in another process, and the table as it was shown there last."""

    def __init__(self, process):
        self._process = process
        self._answers = {}
        self._acks = 0
        self._news = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())
        self.frame = None

    @classmethod
    async def on(cls, path, keys):
        """One that has the file open."""
        command = [sys.executable, "-m", "tests.service.windows", str(path), str(keys)]
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, limit=1 << 24, env=os.environ
        )
        window = cls(process)
        assert (await window._answer(0))["is"] == "welcome"
        return window

    async def _read(self):
        while line := await self._process.stdout.readline():
            frame = json.loads(line)
            async with self._news:
                if frame["is"] == "table":
                    self.frame = frame
                elif "ack" in frame or frame["is"] == "welcome":
                    self._answers[frame.get("ack", 0)] = frame
                self._news.notify_all()
        async with self._news:
            self._news.notify_all()

    async def _wait(self, holds):
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(lambda: self._reading.done() or holds())
        if not holds():
            errors = (await self._process.stderr.read()).decode()
            raise EOFError(f"the window has ended: {errors}")

    async def _answer(self, ack):
        await self._wait(lambda: ack in self._answers)
        return self._answers[ack]

    async def say(self, do, **message):
        """Say something; the answer to it."""
        self._acks += 1
        line = json.dumps({"do": do, "ack": self._acks, **message}) + "\n"
        self._process.stdin.write(line.encode())
        return await self._answer(self._acks)

    async def done(self, do, **message):
        """Say something that must be done, if not at once."""
        async with asyncio.timeout(PATIENCE_S):
            while (answer := await self.say(do, **message))["is"] == "refused":
                assert answer["code"] == "busy", answer
                await asyncio.sleep(0.1)
        return answer

    async def until(self, holds):
        """The table as soon as something holds of it."""
        await self._wait(lambda: self.frame is not None and holds(self.frame))
        return self.frame

    def send_signal(self, number):
        """Have the system stop it, say."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    def kill(self):
        """End it as abruptly as the system can."""
        self.send_signal(signal.SIGKILL)

    async def close(self):
        """End it in good order, or as it was killed; what it has printed of trouble."""
        self._process.stdin.close()
        trouble = (await self._process.stderr.read()).decode()
        await self._process.wait()
        await self._reading
        return trouble


@contextlib.asynccontextmanager
async def windows(path, keys, count):
    """So many windows; more can be added to the list."""
    opened = list(await asyncio.gather(*(Window.on(path, keys) for _ in range(count))))
    try:
        yield opened
    finally:
        for window in opened:
            window.kill()
        for window in opened:
            await window.close()


if __name__ == "__main__":
    asyncio.run(attend(*sys.argv[1:]))
