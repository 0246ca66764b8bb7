"""Photos of cards, read for the page; nothing of a photo is kept, nor told to anybody else.

A photo is decoded and read by a worker of its own, one after the other: what is in a file from
outside can take long, or worse, and must hold up nobody.  What that needs is imported there.
"""

from __future__ import annotations

import asyncio
import importlib.util
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from dealt.errors import DealtError, SetupError
from dealt.extras import install_command
from dealt.language import message, say
from dealt.service.hall.workers import IDLE_S, NICENESS, Limit, Workers
from dealt.service.sheet.cameras import Cameras
from dealt.service.table.limits import Addresses
from dealt.service.table.questions import Question, Reply
from dealt.service.table.refusals import Refused

if TYPE_CHECKING:
    from dealt.vision.reading import Eyes

MOST_BYTES = 12 * 1024 * 1024
MOST_PIXELS = 52_000_000  # a file of few bytes can hold a picture of many
MEMORY = 3 << 29  # bytes that reading may address: a gigabyte and a half
SENDING_S = 120.0
READING = Limit(30.0, 60.0, MEMORY, IDLE_S, NICENESS)
WAITING = 8  # photos at a time, of all addresses
NEEDED = ("PIL", "cv2", "onnxruntime")
MISSING = message("photos are not read here; add the cards by hand")
ONE_AT_A_TIME = message("one photo at a time; wait until the last one has been read")
FULL = message("others have photos read; try again in a moment")
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
    from dealt.vision.reading import default_eyes

    return default_eyes()


def read_photo(content: bytes | bytearray, shows: str) -> bytes:
    """What can be read on a photo, as JSON of a draft with this photo alone.

    Args:
        content: what a file holds.
        shows: `table` or `hand`, see `dealt.scoresheet.draft`.

    Raises:
        StorageError, SetupError: see `dealt.vision.photo.load`.
    """
    from dealt.scoresheet.draft import Draft
    from dealt.scoresheet.draft_data import data_of
    from dealt.scoresheet.seen import see
    from dealt.vision.photo import load
    from dealt.vision.reading import read

    pixels = load(bytes(content), most_pixels=MOST_PIXELS)
    draft = Draft()
    see(draft, read(pixels, _own_eyes()), shows)
    return msgspec.json.encode(data_of(draft))


class Photos:
    """Reads photos for the page.

    Args:
        accounts: what each address has cost.
        cameras: where photos of phones wait for a desk.
        in_threads: the worker is a thread of this process.
        limit: what the worker may use.

    Attributes:
        workers: the worker.
    """

    def __init__(
        self,
        accounts: Addresses,
        cameras: Cameras,
        *,
        in_threads: bool = True,
        limit: Limit = READING,
    ) -> None:
        self._cameras = cameras
        self.workers = Workers(
            1, limit, in_threads=in_threads, most_of_one=1, most_of_all=WAITING,
            own_queue=ONE_AT_A_TIME, full=FULL,
        )  # fmt: skip
        self.workers.accounts = accounts

    async def about(self, question: Question) -> Reply:
        """GET /photo: whether photos are read here, and how large they may be."""
        obstacle = "" if can_read() else say(MISSING)
        return Reply.from_data({"reads": not obstacle, "why": obstacle, "most_bytes": MOST_BYTES})

    async def photo(self, question: Question) -> Reply:
        """POST /photo?shows=table: the photo alone; a draft of what was read comes back.

        With the code of a camera it goes to the desk, too, if there are cards on it.
        """
        shows = question.query.get("shows", "table")
        if shows not in ("table", "hand"):
            raise Refused("settings", "a photo shows the table or a hand")
        if not question.kind.startswith("image/") and question.kind != "application/octet-stream":
            raise Refused("unreadable", "the body is a photo: image/jpeg or the like")
        if not can_read():
            raise Refused("settings", MISSING)
        camera = self._cameras.camera_of(question)
        if camera is not None:
            self._cameras.check_room(camera)
        address = question.address
        try:
            with self.workers.admitted(address):
                async with asyncio.timeout(SENDING_S):
                    content = await question.body(MOST_BYTES)
                photo: bytes = await self.workers.do(address, read_photo, content, shows)
        except TimeoutError:
            raise Refused("busy", "the photo takes too long; try again") from None
        except SetupError:  # those that it needs are there, but that of HEIC
            raise Refused("settings", HEIC) from None
        except Refused:
            raise
        except DealtError as error:
            raise Refused("unreadable", error) from None
        if camera is not None and msgspec.json.decode(photo)["cards"]:
            camera.receive(shows, photo, bytes(content))
        return Reply(photo)
