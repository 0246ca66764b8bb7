"""A phone as the camera for a score sheet at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dealt.errors import SetupError
from dealt.extras import not_installed
from dealt.language import message, say
from dealt.terminal.console import Console

if TYPE_CHECKING:
    from dealt.scoresheet.terminal.side import Source
    from dealt.service.web.cameras import Shot
    from dealt.service.web.serving import PhoneServer

TAKEN = {
    "table": message("Photo {n}, the table"),
    "hand": message("Photo {n}, the hand"),
}


class Phone:
    """A phone for one evening; its link stays the same until it is closed."""

    def __init__(self) -> None:
        self._server: PhoneServer | None = None

    def photos(self, title: str, console: Console) -> tuple[list[Source], list[Source]]:
        """Photos of the table and of hands, taken with the link that is shown.

        Args:
            title: of the photographed sheet.
            console: where to print the link; an empty line ends the photos.

        Raises:
            SetupError: no phone can reach this machine, or a package is missing.
        """
        server = self._opened()
        _show_link(server.link, console)

        def tell(shot: Shot) -> None:
            console.say(say(TAKEN[shot.shows], n=shot.number))

        for shot in server.camera.shots:  # taken since the last time
            tell(shot)
        server.camera.on_shot = tell
        server.attend(title)
        try:
            console.ask(say("Press Enter when all photos are taken: "))
        finally:
            server.leave()
        shots, server.camera.shots = server.camera.shots, []
        sources: dict[str, list[Source]] = {shows: [] for shows in TAKEN}
        for shot in shots:
            sources[shot.shows].append((say(TAKEN[shot.shows], n=shot.number), shot.photo))
        return sources["table"], sources["hand"]

    def close(self) -> None:
        """Stop taking photos."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _opened(self) -> PhoneServer:
        if self._server is None:
            try:
                from dealt.service.web.serving import PhoneServer
            except ModuleNotFoundError as error:
                raise SetupError(not_installed(error.name, "web")) from None
            self._server = PhoneServer()
        return self._server


def _show_link(link: str, console: Console) -> None:
    """Print the link for the phone, and what to do if it does not open."""
    from dealt.service.web.cameras import qr_text

    picture = qr_text(link)
    if picture is not None:
        print(picture)  # noqa: T201 - its colours are its own
    steps = say(
        "Scan this with a phone in the same network, or type the address there. The phone takes "
        "the photo, this computer reads it, and no photo leaves the house."
    )
    if picture is None:
        steps = say(
            "Open this address on a phone in the same network. The phone takes the photo, this "
            "computer reads it, and no photo leaves the house."
        )
    console.say(steps, cards=False)
    console.say(link, cards=False)
    trouble = say(
        "If the phone does not find {address}: is it in the same Wi-Fi, and not in a guest "
        "network? Does the firewall of the computer that serves let this port in?",
        address=urlsplit(link).netloc,
    )
    console.say(trouble, cards=False)
