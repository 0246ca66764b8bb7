"""Photos of cards: read by a worker, and sent by phones that serve as cameras for a desk.

A desk, which is a browser with a score sheet, opens a camera and shows its link.  A phone with the
link may send photos.  They stay in memory until the desk has them, and are written nowhere.

One worker decodes and reads all photos, one after the other: a file from outside can take long, or
worse, and must delay nobody.  It alone imports the libraries for it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import io
import os
import secrets
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from dealt.core.arguments import silent
from dealt.errors import DealtError, SetupError
from dealt.extras import install_command
from dealt.language import message, say
from dealt.service.hall.workers import IDLE_S, NICENESS, Limit, Workers
from dealt.service.table.limits import Addresses, Clock
from dealt.service.table.parts import PageAddress, Picture
from dealt.service.table.questions import AnyWorkers, Question, Reply
from dealt.service.table.refusals import Refused

if TYPE_CHECKING:
    from dealt.vision.reading import Eyes

_HEADER = "camera"  # has the code of a link, which must not be in an address, and so in a log
MOST = 2000  # cameras of all addresses
WAITING = 6  # photos that a desk has not fetched
MOST_BYTES = 128 * 1024 * 1024  # of the photos of all cameras
MOST_OF_ADDRESS = MOST_BYTES // 4
AWAY_S = 15.0  # without a request, after which a desk counts as away
LEFT_S = 600.0  # the same, after which its camera makes room for others
_MOST_BODY = 4096
_NO_CAMERA = message("this link is not in use any more; scan the one on the other screen again")


class _Desk(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /camera.

    Attributes:
        key: of a camera opened before; empty: open a new one.
        title: what is being photographed, such as whose round; the phone shows it.
        page: the address of the page, for the link.
        got: the number of the last photo that the desk has.
    """

    title: Annotated[str, Meta(max_length=80)]
    page: PageAddress
    key: Annotated[str, Meta(max_length=40)] = ""
    got: Annotated[int, Meta(ge=0)] = 0


@dataclass(frozen=True)
class Shot:
    """A photo that waits for its desk.

    Attributes:
        number: counted from 1.
        shows: the table or a hand, see `dealt.scoresheet.round.draft`.
        draft: the cards read, as the JSON of a draft with this photo alone.
        photo: the content of its file.
    """

    number: int
    shows: str
    draft: bytes
    photo: bytes

    def to_data(self) -> dict[str, Any]:
        """The photo in JSON, its file in base 64."""
        return {"number": self.number, "draft": msgspec.Raw(self.draft), "photo": self.photo}


def _encoded(data: dict[str, Any]) -> bytes:
    """The answer to a desk, as JSON."""
    return msgspec.json.encode({**data, "photos": [shot.to_data() for shot in data["photos"]]})


@dataclass
class Camera:
    """A link for sending photos, and the photos sent.

    Attributes:
        title: what is being photographed.
        address: of the desk, for limits.
        asked_s: time of the desk's last request.
        on_shot: called with each photo that arrives.
        shots: the photos that the desk has not fetched.
    """

    title: str
    address: str
    asked_s: float
    on_shot: Callable[[Shot], object] = silent
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    code: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    shots: list[Shot] = field(default_factory=list)
    _count: int = 0

    def receive(self, shows: str, draft: bytes, photo: bytes) -> None:
        """Store a photo until the desk fetches it."""
        self._count += 1
        self.shots.append(Shot(self._count, shows, draft, photo))
        self.on_shot(self.shots[-1])

    @property
    def size(self) -> int:
        """Bytes of the stored photos."""
        return sum(len(shot.photo) for shot in self.shots)


class Cameras:
    """The cameras of a service, and the photos that it reads.

    Args:
        accounts: count requests of addresses, and charge them for reading.
        workers: draw links and pack photos.
        clock: seconds.
        origin: gives the address of the service in its network; None: use the desk's page.
        most: cameras of an address; one more replaces its oldest.
        are_needed: photos are accepted only with the code of a camera.
        in_threads: photos are read in a thread of this process.

    Attributes:
        readers: the worker that reads photos.
    """

    def __init__(
        self,
        accounts: Addresses,
        workers: AnyWorkers,
        clock: Clock = time.monotonic,
        *,
        origin: Callable[[], str | None] = lambda: None,
        most: int = 1,
        are_needed: bool = False,
        in_threads: bool = True,
    ) -> None:
        self._accounts, self._workers, self._clock = accounts, workers, clock
        self._most, self._are_needed, self._origin = most, are_needed, origin
        self._by_code: dict[str, Camera] = {}
        self.readers = Workers(
            1, _READING, in_threads=in_threads, most_of_one=1, most_of_all=_PHOTOS_AT_A_TIME,
            own_queue=_ONE_AT_A_TIME, full=_FULL,
        )  # fmt: skip
        self.readers.accounts = accounts

    def open(self, title: str, address: str = "") -> Camera:
        """Open a camera, perhaps in place of the address's least recently used one.

        Raises:
            Refused: there is no room, because other addresses use all cameras.
        """
        if len(self._by_code) >= MOST:
            self._forget_left()
        own = [each for each in self._by_code.values() if each.address == address]
        if len(own) >= self._most or (own and len(self._by_code) >= MOST):
            del self._by_code[min(own, key=lambda each: each.asked_s).code]
        if len(self._by_code) >= MOST:
            raise Refused("busy", "all cameras are in use; try again later")
        camera = Camera(title, address, self._clock())
        self._by_code[camera.code] = camera
        return camera

    def _forget_left(self) -> None:
        """Drop the cameras whose desks have long been away."""
        until = self._clock() - LEFT_S
        self._by_code = {code: each for code, each in self._by_code.items() if each.asked_s > until}

    def _camera_of(self, question: Question) -> Camera | None:
        """The camera whose code a request has; None: the request has no code.

        Raises:
            Refused: no camera has this code, or a code is required and missing.
        """
        code = question.headers.get(_HEADER)
        if code is None and not self._are_needed:
            return None
        if code is None:
            raise Refused("rights", _NO_CAMERA)
        camera = self._by_code.get(code)
        if camera is None:
            raise Refused("unknown", _NO_CAMERA)
        return camera

    def check_room(self, camera: Camera) -> None:
        """Raise Refused if there is no room for another photo."""
        if self._size() >= MOST_BYTES:
            self._forget_left()
        of_address = self._size(camera.address) >= MOST_OF_ADDRESS
        if len(camera.shots) >= WAITING or of_address or self._size() >= MOST_BYTES:
            raise Refused("busy", "the last photos have not been fetched; look at the other screen")

    def _size(self, address: str | None = None) -> int:
        """Bytes of the photos stored for an address; None: for all."""
        cameras = self._by_code.values()
        return sum(each.size for each in cameras if address in (None, each.address))

    async def desk(self, question: Question) -> Reply:
        """POST /camera: open a camera, or fetch the next photo."""
        self._accounts.check("polls_min", question.address)
        body = await question.read(_Desk, _MOST_BODY)
        data: dict[str, Any] = {}
        if body.key:
            camera = next((c for c in self._by_code.values() if c.key == body.key), None)
            if camera is None:
                raise Refused("unknown", _NO_CAMERA)
        else:
            camera = self.open(body.title, question.address)
            origin = self._origin()
            page = body.page if origin is None else f"{origin}/"
            link = link_of(page, camera)
            picture = await self._workers.do(question.address, Picture.of_link, link)
            data = {"key": camera.key, "link": link, "picture": picture}
        camera.title, camera.asked_s = body.title, self._clock()
        camera.shots = [shot for shot in camera.shots if shot.number > body.got]
        data = {**data, "photos": camera.shots[:1]}  # `got` of the next request is its number
        if not camera.shots:
            return Reply.from_data(data)
        return await self._workers.reply(question, 0, _encoded, data)

    async def phone(self, question: Question) -> Reply:
        """GET /camera: the title of a link's camera, and whether the desk is away."""
        camera = self._camera_of(question)
        if camera is None:
            raise Refused("settings", "the header camera has the code of a link")
        is_away = self._clock() - camera.asked_s > AWAY_S
        return Reply.from_data({"title": camera.title, "is_away": is_away})

    async def about(self, question: Question) -> Reply:
        """GET /photo: whether photos are read here, and how large they may be."""
        obstacle = "" if can_read() else say(MISSING)
        return Reply.from_data({"reads": not obstacle, "why": obstacle, "most_bytes": PHOTO_BYTES})

    async def photo(self, question: Question) -> Reply:
        """POST /photo?shows=table, with the photo as the body: a draft of the cards read.

        With the code of a camera the photo goes to the desk, too, if there are cards on it.
        """
        shows = question.query.get("shows", "table")
        if shows not in ("table", "hand"):
            raise Refused("settings", "a photo shows the table or a hand")
        if not question.kind.startswith("image/") and question.kind != "application/octet-stream":
            raise Refused("unreadable", "the body is a photo: image/jpeg or the like")
        if not can_read():
            raise Refused("settings", MISSING)
        camera = self._camera_of(question)
        if camera is not None:
            self.check_room(camera)
        address = question.address
        try:
            with self.readers.admitted(address):
                async with asyncio.timeout(_SENDING_S):
                    content = await question.body(PHOTO_BYTES)
                photo: bytes = await self.readers.do(address, read_photo, content, shows)
        except TimeoutError:
            raise Refused("busy", "the photo takes too long; try again") from None
        except SetupError:  # the one optional library, for HEIC, is missing
            raise Refused("settings", _HEIC) from None
        except Refused:
            raise
        except DealtError as error:
            raise Refused("unreadable", error) from None
        if camera is not None and msgspec.json.decode(photo)["cards"]:
            camera.receive(shows, photo, bytes(content))
        return Reply(photo)


def link_of(page: str, camera: Camera) -> str:
    """The link to a camera."""
    return f"{page}#/camera/{camera.code}"


_WHITE_ON_BLACK, _PLAIN = "\x1b[97;40m", "\x1b[0m"


def qr_text(link: str) -> str | None:
    """A link as a QR code in characters; None if the standard output cannot show it.

    With colours the code is black on white; without, it is right on a dark screen.
    """
    try:
        import segno
    except ModuleNotFoundError:
        return None
    picture = io.StringIO()
    segno.make(link, micro=False).terminal(picture, compact=True)
    lines = picture.getvalue().splitlines()
    try:
        lines[0].encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return None
    columns, _ = shutil.get_terminal_size()
    if not sys.stdout.isatty() or columns < len(lines[0]) or os.environ.get("TERM") == "dumb":
        return None
    if os.environ.get("NO_COLOR"):
        return "\n".join(lines)
    return "\n".join(f"{_WHITE_ON_BLACK}{line}{_PLAIN}" for line in lines)


# --- reading photos -------------------------------------------------------------------------------

PHOTO_BYTES = 12 * 1024 * 1024
PHOTO_PIXELS = 52_000_000  # a small file can contain a huge picture
_MEMORY = 3 << 29  # bytes that reading may address: 1.5 GiB
_SENDING_S = 120.0
_READING = Limit(30.0, 60.0, _MEMORY, IDLE_S, NICENESS)
_PHOTOS_AT_A_TIME = 8  # of all addresses
NEEDED = ("PIL", "cv2", "onnxruntime")
MISSING = message("photos are not read here; add the cards by hand")
_ONE_AT_A_TIME = message("one photo at a time; wait until the last one has been read")
_FULL = message("others have photos read; try again in a moment")
_HEIC = message(
    "HEIC photos are not read here; set the camera to JPEG (most compatible), or save it as JPEG"
)


def can_read() -> bool:
    """Whether the libraries that read photos are installed."""
    return all(importlib.util.find_spec(name) is not None for name in NEEDED)


def how_to_read() -> str:
    """What the host must install to have photos read."""
    return f"photos of cards are not read here; to read them: {install_command('vision')}"


@cache
def _own_eyes() -> Eyes:
    """The networks of this package, loaded once in each worker."""
    from dealt.vision.reading import default_eyes

    return default_eyes()


def read_photo(content: bytes | bytearray, shows: str) -> bytes:
    """The cards on a photo of a `table` or `hand`, as the JSON of a draft with it alone.

    Raises:
        StorageError, SetupError: see `dealt.vision.photo.load`.
    """
    from dealt.scoresheet.round.draft import Draft
    from dealt.scoresheet.round.edits import data_of
    from dealt.scoresheet.round.photos import see
    from dealt.vision.photo import load
    from dealt.vision.reading import read

    pixels = load(bytes(content), most_pixels=PHOTO_PIXELS)
    draft = Draft()
    see(draft, read(pixels, _own_eyes()), shows)
    return msgspec.json.encode(data_of(draft))
