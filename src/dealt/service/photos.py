"""Photos of cards, read for the page; nothing of a photo is kept, nor told to anybody else.

A photo is decoded and read by a worker of its own, one after the other: what is in a file from
outside can take long, or worse, and must hold up nobody.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any

import msgspec

from dealt.errors import DealtError, SetupError
from dealt.extras import install_command
from dealt.language import message, say, speaking, spoken
from dealt.scoresheet.draft import HAND, TABLE, Draft
from dealt.scoresheet.draft_data import data_of
from dealt.scoresheet.seen import see
from dealt.service.cameras import Cameras
from dealt.service.questions import Question, Reply
from dealt.service.refusals import Refused
from dealt.service.thinkers import one_thread
from dealt.vision.photo import load
from dealt.vision.reading import Eyes, default_eyes, read

MOST_BYTES = 12 * 1024 * 1024
MOST_PIXELS = 52_000_000  # a file of few bytes can hold a picture of many
READING_S = 60.0
SENDING_S = 120.0
WAITING = 8  # photos at a time, of all addresses
NEEDED = ("PIL", "cv2", "onnxruntime")
MISSING = message("photos are not read here; add the cards by hand")
HEIC = message(
    "HEIC photos are not read here; set the camera to JPEG (most compatible), or save it as JPEG"
)


def can_read() -> bool:
    """Whether what reads photos is installed."""
    return all(importlib.util.find_spec(name) is not None for name in NEEDED)


def how_to_read() -> str:
    """What the host has to install to have photos read; players need not know."""
    return f"photos of cards are not read here; to read them: {install_command('vision')}"


@cache
def _own_eyes() -> Eyes:
    """The networks of this package, loaded once by each worker."""
    return default_eyes()


def read_photo(content: bytes, shows: str) -> bytes:
    """What can be read on a photo, as JSON of a draft with this photo alone.

    Args:
        content: what a file holds.
        shows: `TABLE` or `HAND`.

    Raises:
        StorageError, SetupError: see `dealt.vision.photo.load`.
    """
    pixels = load(content, most_pixels=MOST_PIXELS)
    draft = Draft()
    see(draft, read(pixels, _own_eyes()), shows)
    return msgspec.json.encode(data_of(draft))


def _in_language(language: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns where that language is spoken; workers do not know the asker's."""
    with speaking(language):
        return work(*arguments)


class Photos:
    """Reads photos for the page.

    Args:
        count: counts a photo of an address; raises Refused if there were enough lately.
        make: makes the worker; again if it breaks down.
        reading_s: seconds for a photo.
        cameras: where photos of phones wait for a desk.
    """

    def __init__(
        self,
        count: Callable[[str], None],
        make: Callable[[], Executor] = one_thread,
        reading_s: float = READING_S,
        *,
        cameras: Cameras,
    ) -> None:
        self._count = count
        self._cameras = cameras
        self._make = make
        self._reading_s = reading_s
        self._worker: Executor | None = None
        self._one = asyncio.Lock()
        self._reading: set[str] = set()  # addresses

    async def about(self, question: Question) -> Reply:
        """GET /photo: whether photos are read here, and how large they may be."""
        obstacle = "" if can_read() else say(MISSING)
        return Reply.from_data({"reads": not obstacle, "why": obstacle, "most_bytes": MOST_BYTES})

    async def photo(self, question: Question) -> Reply:
        """POST /photo?shows=table: the photo alone; a draft of what was read comes back.

        With the code of a camera it goes to the desk, too, if there are cards on it.
        """
        shows = question.query.get("shows", TABLE)
        if shows not in (TABLE, HAND):
            raise Refused("settings", "a photo shows the table or a hand")
        if not question.kind.startswith("image/") and question.kind != "application/octet-stream":
            raise Refused("unreadable", "the body is a photo: image/jpeg or the like")
        if not can_read():
            raise Refused("settings", MISSING)
        camera = self._cameras.camera_of(question)
        if camera is not None:
            self._cameras.check_room(camera)
        address = question.address
        if address in self._reading:
            raise Refused("busy", "one photo at a time; wait until the last one has been read")
        if len(self._reading) >= WAITING:
            raise Refused("busy", "others have photos read; try again in a moment")
        self._count(address)
        self._reading.add(address)
        try:
            async with asyncio.timeout(SENDING_S):
                content = await question.body(MOST_BYTES)
            photo: bytes = await self._do_in_turn(read_photo, content, shows)
        except TimeoutError:
            raise Refused("busy", "the photo takes too long; try again") from None
        except SetupError:  # those that it needs are there, but that of HEIC
            raise Refused("settings", HEIC) from None
        except DealtError as error:
            raise Refused("unreadable", error) from None
        finally:
            self._reading.discard(address)
        if camera is not None and msgspec.json.decode(photo)["cards"]:
            camera.receive(shows, photo, content)
        return Reply(photo)

    async def _do_in_turn(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Have the worker do something; raises TimeoutError if it does not come back."""
        async with self._one:
            if self._worker is None:
                self._worker = self._make()
            try:
                process: int = await self._do(os.getpid)
                try:
                    result = await self._do(work, *arguments)
                except TimeoutError:
                    self._end(process)
                    raise
            except BrokenProcessPool:
                self._worker = None
                raise TimeoutError from None
            else:
                return result

    async def _do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._worker, _in_language, spoken(), work, *arguments)
        return await asyncio.wait_for(future, self._reading_s)

    def _end(self, process: int) -> None:
        """Let a worker go that does not come back."""
        self._worker = None
        if process != os.getpid():
            os.kill(process, signal.SIGTERM)

    def close(self) -> None:
        """Read nothing more."""
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
