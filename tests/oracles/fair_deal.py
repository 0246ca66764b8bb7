"""A second verifier of receipts, from docs/reference/protocol.md alone; it knows nothing of dealt.

It says how a deck follows from what was revealed, for any language: SHA-256, HMAC and a loop.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections.abc import Iterator
from typing import Any


def sha(lines: list[str]) -> bytes:
    """The SHA-256 of lines, parted by line feeds."""
    return hashlib.sha256("\n".join(lines).encode()).digest()


def numbers(key: bytes) -> Iterator[int]:
    """Words of 32 bits, big end first."""
    for block in itertools.count():
        digest = hmac.new(key, f"dealt fair 1\nstream\n{block}".encode(), hashlib.sha256).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")


def deck(receipt: dict[str, Any]) -> list[str]:
    """The deck that follows from a receipt; AssertionError if a commitment was not kept."""
    cards = [face for face in receipt["faces"].split() for _ in range(receipt["copies"])]
    bound = [receipt["table"], str(receipt["match"]), str(receipt["round"])]
    seed = receipt["seed"]
    assert sha(["dealt fair 1", "dealer", *bound, seed]).hex() == receipt["commitment"]
    shares_said = []
    for promised, number in zip(receipt["commitments"], receipt["entropy"], strict=True):
        if number is not None:
            assert sha(["dealt fair 1", "player", *bound, number]).hex() == promised
        shares_said.append(number or "0" * 32)
    options = sorted(receipt["options"].items())
    key = sha(
        [
            "dealt fair 1",
            "key",
            *bound,
            receipt["game"],
            str(receipt["version"]),
            str(receipt["seats"]),
            " ".join(f"{name}={value}" for name, value in options),
            seed,
            *shares_said,
        ]
    )
    words = numbers(key)

    def below(n: int) -> int:
        for word in words:
            if word < 2**32 // n * n:
                return word % n
        raise AssertionError("words never end")

    if receipt["replacing"]:
        return [cards[below(len(cards))] for _ in cards]
    shuffled = list(cards)
    for last in range(len(shuffled) - 1, 0, -1):
        other = below(last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled
