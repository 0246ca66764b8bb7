"""What can be asked for about photos; what reads them is imported when somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import cached_property
from typing import TYPE_CHECKING

from dealt.service.cameras import Cameras
from dealt.service.questions import Answer, Question, Reply

if TYPE_CHECKING:
    from dealt.service.photos import Photos


class Photographing:
    """What reads photos; it brings NumPy, so it comes when it is asked for.

    Args:
        may_read: counts a photo of an address; False: there were enough lately.
        cameras: where photos of phones wait for a desk.
        reader: makes the worker that reads photos.
    """

    def __init__(
        self, may_read: Callable[[str], bool], cameras: Cameras, reader: Callable[[], Executor]
    ) -> None:
        self._may_read, self._cameras, self._reader = may_read, cameras, reader

    @cached_property
    def _photos(self) -> Photos:
        from dealt.service.photos import Photos

        return Photos(self._may_read, self._reader, cameras=self._cameras)

    def answers(self) -> list[Answer]:
        """What can be asked for."""
        return [
            Answer("GET", "/photo", self.about),
            Answer("POST", "/photo", self.photo),
            Answer("GET", "/camera", self._cameras.phone),
            Answer("POST", "/camera", self._cameras.desk),
        ]

    async def about(self, question: Question) -> Reply:
        """GET /photo."""
        return await self._photos.about(question)

    async def photo(self, question: Question) -> Reply:
        """POST /photo."""
        return await self._photos.photo(question)

    def close(self) -> None:
        """Read nothing more."""
        if "_photos" in self.__dict__:
            self._photos.close()
