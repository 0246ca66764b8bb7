"""What one connection, or one network address, may ask of the service."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, IPv6Network, ip_address

from dealt.language import message
from dealt.service.table.refusals import Refused

Clock = Callable[[], float]
PEOPLE = 40  # people at one address for whom the usual limits are enough
LOOP_WEIGHT = 10  # work in the event loop costs more: everybody else waits for it
SPARE_FILES = 100  # files that a service needs besides its connections
_AT_A_TIME = ("sockets", "asking", "connections", "cameras")
_MANY = message("too many requests from here; wait a minute")
_A_MINUTE = {  # what is counted for each address, and the message at the limit
    "tables_min": message("too many tables from here; wait a minute"),
    "posts_min": _MANY,
    "polls_min": _MANY,
    "work_min": message("your last requests took too much computing time: wait a minute"),
}


@dataclass(frozen=True)
class Limits:
    """The limits of a service.

    Attributes:
        frames_s, frames_burst: frames of one connection, per second and at once.
        chat_s, chat_burst: lines of chat of one connection, per second and at once.
        hints_s, hints_burst: questions to computer players from one connection, per second and at
            once.
        steps_s, steps_burst: parts of finished rounds replayed for one connection, per second and
            at once.
        excess: refused frames after which a connection is closed.
        sockets: WebSockets of one address at a time.
        hello_s: seconds in which a socket must send `hello`.
        asking: other connections of one address at a time that have not finished a request.
        silent_s: seconds after which a connection is closed that owes a request and sends nothing,
            or reads nothing of an answer.
        request_s: seconds in which a whole request must arrive.
        connections: sockets and other connections of all addresses at a time.
        cameras: phones of one address that serve as cameras at a time.
        tables_min: tables opened from one address, per minute.
        posts_min: sessions and links requested from one address, per minute.
        polls_min: requests for photos from one address, per minute.
        work_min: seconds of processor time for one address, moves excepted, per minute and at once.
        queue: frames that may wait for a slow reader.
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
    """The limits where so many people, such as a school class, share one address."""
    usual = Limits()
    share = max(1.0, people / PEOPLE)
    return replace(
        usual,
        **{name: round(getattr(usual, name) * share) for name in _AT_A_TIME},
        **{name: getattr(usual, name) * share for name in _A_MINUTE},
    )


class Bucket:
    """A token bucket: `burst` at once, and `rate` more each second."""

    def __init__(self, rate: float, burst: float, clock: Clock) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        """Take one; False: there is none left."""
        if self.left < 1:
            return False
        self.spend(1)
        return True

    def spend(self, amount: float) -> None:
        """Take an amount, even if less is left."""
        self._left, self._at = self.left - amount, self._clock()

    @property
    def left(self) -> float:
        """What is left; negative after spending more than there was."""
        return min(self._burst, self._left + (self._clock() - self._at) * self._rate)

    @property
    def is_full(self) -> bool:
        """Whether the bucket has refilled, so that it can be forgotten."""
        return self.left >= self._burst


def source_of(text: str) -> str:
    """The IPv4 address, or IPv6 network, that a client is counted by; empty: not an address.

    A client with one IPv6 address has 2**64 of them.  The text may have a port, brackets or a zone.
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
    """The connections, requests and processor time of each network address."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits, self._clock = limits, clock
        self._sockets: Counter[str] = Counter()
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def connect(self, address: str) -> bool:
        """Count a connection; False: the address has too many."""
        if self._sockets[address] >= self._limits.sockets:
            return False
        self._sockets[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        """Count a connection that has ended."""
        self._sockets -= Counter([address])

    def check(self, limit: str, address: str) -> None:
        """Count a request of an address against a limit, a key of `_A_MINUTE`.

        Raises:
            Refused: there were too many in the last minute.
        """
        if not self._bucket(limit, address).take():
            raise Refused("rate", _A_MINUTE[limit])

    def check_cost(self, address: str) -> None:
        """Raise Refused if an address has used its processor time."""
        if self.left(address) <= 0:
            raise Refused("rate", _A_MINUTE["work_min"])

    def left(self, address: str) -> float:
        """Seconds of processor time that an address may still use."""
        return self._bucket("work_min", address).left

    def spend(self, address: str, seconds: float) -> None:
        """Charge an address for processor time."""
        self._bucket("work_min", address).spend(seconds)

    @contextlib.contextmanager
    def charged(self, address: str) -> Iterator[None]:
        """Charge an address for work in the event loop, done within the context.

        Raises:
            Refused: the address has used its processor time.
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
        """Forget addresses that have sent nothing for a while."""
        self._buckets = {key: b for key, b in self._buckets.items() if not b.is_full}
