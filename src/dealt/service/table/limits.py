"""How much of anything one connection or one address gets."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, IPv6Network, ip_address

from dealt.language import message
from dealt.service.table.refusals import Refused

Clock = Callable[[], float]
PEOPLE = 40  # who come by one address, for whom the usual limits are enough
LOOP_WEIGHT = 10  # times as much as beside the loop
SPARE_FILES = 100  # that a service needs besides its connections
AT_A_TIME = ("sockets", "asking", "connections", "cameras")
MANY = message("too many requests from here; wait a minute")
A_MINUTE = {  # what is counted, and what is said where there was enough of it
    "tables_min": message("too many tables from here; wait a minute"),
    "posts_min": MANY,
    "polls_min": MANY,
    "work_min": message("your last requests took too much computing time: wait a minute"),
}


@dataclass(frozen=True)
class Limits:
    """What the service allows.

    Attributes:
        frames_s, frames_burst: frames of one connection, a second and at once.
        chat_s, chat_burst: lines of chat of one connection, a second and at once.
        hints_s, hints_burst: questions to computer players of one connection, a second and at
            once.
        steps_s, steps_burst: parts of finished rounds shown again to one connection, a second and
            at once.
        excess: refused frames after which a connection is closed.
        sockets: sockets (WebSockets) of one address at a time.
        hello_s: seconds in which a socket must say `hello`.
        asking: other connections of one address at a time that have not finished a request.
        silent_s: seconds after which a connection ends that owes a request and says nothing, or
            takes nothing of an answer.
        request_s: seconds in which a whole request must have arrived.
        connections: sockets and other connections of all addresses at a time.
        cameras: phones of one address that serve as cameras at a time.
        tables_min: tables opened by one address, a minute.
        posts_min: sessions and links of one address, a minute.
        polls_min: questions for photos of phones of one address, a minute.
        work_min: seconds of processor time for all that is worked out for one address beside the
            moves, a minute; as many at once.
        queue: frames that wait for a slow reader, at most.
        attending: connections at one table.
    """

    frames_s: float = 20
    frames_burst: float = 40
    chat_s: float = 1
    chat_burst: float = 3
    hints_s: float = 1
    hints_burst: float = 5
    steps_s: float = 2
    steps_burst: float = 10
    excess: int = 100
    sockets: int = 120
    hello_s: float = 60
    asking: int = 240
    silent_s: float = 20
    request_s: float = 300
    connections: int = 8000
    cameras: int = 20
    tables_min: float = 40
    posts_min: float = 200
    polls_min: float = 300
    work_min: float = 40
    queue: int = 64
    attending: int = 200


def limits_for(people: int) -> Limits:
    """What is allowed where so many people, such as a school class, come by one address."""
    usual = Limits()
    share = max(1.0, people / PEOPLE)
    return replace(
        usual,
        **{name: round(getattr(usual, name) * share) for name in AT_A_TIME},
        **{name: getattr(usual, name) * share for name in A_MINUTE},
    )


class Bucket:
    """So many at once, and so many more a second.

    Args:
        rate: a second.
        burst: at once.
        clock: seconds that pass.
    """

    def __init__(self, rate: float, burst: float, clock: Clock) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        """Whether there is one more to be had."""
        if self.left < 1:
            return False
        self.spend(1)
        return True

    def spend(self, amount: float) -> None:
        """Take so much, even if there is less."""
        self._left, self._at = self.left - amount, self._clock()

    @property
    def left(self) -> float:
        """What can be taken; below 0 where more was spent than there was."""
        return min(self._burst, self._left + (self._clock() - self._at) * self._rate)

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken for so long that it can be forgotten."""
        return self.left >= self._burst


def source_of(text: str) -> str:
    """What an address is counted as: an IPv4 address, or the network of an IPv6 address.

    Whoever has one IPv6 address has 2**64 of them.

    Args:
        text: as a proxy or a connection has it; it may have a port, brackets or a zone.

    Returns:
        Empty: it is not an address.
    """
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))
    return str(address)


class Addresses:
    """What each address has, and how often it came.

    Args:
        limits: what is allowed.
        clock: seconds that pass.
    """

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits, self._clock = limits, clock
        self._sockets: dict[str, int] = {}
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def connect(self, address: str) -> bool:
        """Count a connection; False: there are enough of this address."""
        count = self._sockets.get(address, 0)
        if count >= self._limits.sockets:
            return False
        self._sockets[address] = count + 1
        return True

    def disconnect(self, address: str) -> None:
        """A connection of the address has ended."""
        count = self._sockets.pop(address, 0) - 1
        if count > 0:
            self._sockets[address] = count

    def check(self, limit: str, address: str) -> None:
        """Count something of an address.

        Args:
            limit: what of it, one of `A_MINUTE`.
            address: where it comes from.

        Raises:
            Refused: there was enough of it lately.
        """
        if not self._bucket(limit, address).take():
            raise Refused("rate", A_MINUTE[limit])

    def check_cost(self, address: str) -> None:
        """Raise Refused if what was worked out for an address has cost too much lately."""
        if self.left(address) <= 0:
            raise Refused("rate", A_MINUTE["work_min"])

    def left(self, address: str) -> float:
        """Seconds of processor time that an address may cost now."""
        return self._bucket("work_min", address).left

    def spend(self, address: str, seconds: float) -> None:
        """Charge an address with processor time."""
        self._bucket("work_min", address).spend(seconds)

    @contextlib.contextmanager
    def charged(self, address: str) -> Iterator[None]:
        """Charge an address with what is done meanwhile in the loop, where all others wait for it.

        Raises:
            Refused: see `check_cost`.
        """
        self.check_cost(address)
        began = time.thread_time()
        try:
            yield
        finally:
            self.spend(address, LOOP_WEIGHT * (time.thread_time() - began))

    def _bucket(self, limit: str, address: str) -> Bucket:
        key = limit, address
        if key not in self._buckets:
            a_minute = getattr(self._limits, limit)
            self._buckets[key] = Bucket(a_minute / 60, a_minute, self._clock)
        return self._buckets[key]

    def forget(self) -> None:
        """Forget addresses that have not come for a while."""
        self._buckets = {key: b for key, b in self._buckets.items() if not b.is_full}
