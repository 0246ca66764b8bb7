"""Verifiable deals: the dealer and the players commit to numbers, and the deck follows from all.

Before a round the dealer publishes the SHA-256 of a secret, and each player who wants a part in the
chance publishes the SHA-256 of a number.  Then the players reveal their numbers.  The deck is a
function of all these numbers, and nobody could choose one knowing the others.  After the round the
dealer reveals the secret, and the receipt has everything needed to deal again.

Every hashed text is ASCII lines joined by a line feed, so that programs in any language can build
it.  docs/reference/protocol.md lists them line by line.

Source: commitments and HMAC, Katz and Lindell, "Introduction to Modern Cryptography" (2014);
bounded numbers by rejection, and the shuffle of Fisher and Yates.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from dealt.core.record import Record
from dealt.errors import DeckError, ParseError
from dealt.language import no_json, wrong_entry

if TYPE_CHECKING:
    from dealt.core.game import Game

_FORMAT = 1
_DOMAIN = f"dealt fair {_FORMAT}"
SEED_BYTES = 32
ENTROPY_BYTES = 16
NO_ENTROPY = "00" * ENTROPY_BYTES  # for seats that reveal nothing, such as computer players
WORDS = 1 << 32

_MOST_SEATS = 16
LEAST_SHOWN = 16  # digits of a commitment that are enough to recognize it
_HEX = re.compile(r"[0-9a-f]*")

_Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,80}\Z")]
_Word = Annotated[str, Meta(pattern=r"^[\0-\x7f]*\Z")]
_Number = Annotated[int, Meta(ge=0, lt=1 << 53)]
_Hash = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{2 * SEED_BYTES}}}\Z")]
_Entropy = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{2 * ENTROPY_BYTES}}}\Z")]


@dataclass(frozen=True)
class Subject:
    """What a deal is for; every hash is bound to it.

    Attributes:
        table: name of the table: letters, digits and `_.:-`.
        match, round: numbers from 1.
        game, version: the game and the version of its rules.
        seats: number of players.
        options: the options of the round, as numbers.
    """

    table: _Name
    match: _Number
    round: _Number
    game: _Name
    version: _Number
    seats: Annotated[int, Meta(ge=1, le=_MOST_SEATS)]
    options: dict[_Word, _Number]

    def lines(self) -> list[str]:
        """The subject as lines of text, to be hashed."""
        return [
            self.table,
            str(self.match),
            str(self.round),
            self.game,
            str(self.version),
            str(self.seats),
            " ".join(f"{name}={value}" for name, value in sorted(self.options.items())),
        ]


def _hashed(purpose: str, *lines: str) -> str:
    """The SHA-256 of lines of text in hexadecimal digits; each purpose has texts of its own."""
    return sha256("\n".join([_DOMAIN, purpose, *lines]).encode("ascii")).hexdigest()


def dealer_commitment(table: str, match: int, number: int, seed: str) -> str:
    """What the dealer publishes before a round; `seed` is 64 hexadecimal digits."""
    return _hashed("dealer", table, str(match), str(number), seed)


def player_commitment(table: str, match: int, number: int, entropy: str) -> str:
    """What a player publishes before a round; `entropy` is 32 hexadecimal digits."""
    return _hashed("player", table, str(match), str(number), entropy)


class Stream:
    """Random numbers from a key: HMAC-SHA256 of a counter, eight words of 32 bits at a time."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._blocks = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next number from 0 to 2**32 - 1."""
        if not self._words:
            text = f"{_DOMAIN}\nstream\n{self._blocks}".encode("ascii")
            block = hmac.digest(self._key, text, "sha256")
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
            self._blocks += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each exactly equally likely; 1 <= n <= 2**32."""
        limit = WORDS - WORDS % n
        while (word := self.word()) >= limit:
            pass  # a word from the incomplete last stretch would favour small numbers
        return word % n


def receipt_of(
    game: Game,
    subject: Subject,
    seed: str,
    commitments: Sequence[str | None],
    entropy: Sequence[str | None],
    deck: str,
) -> Receipt:
    """The receipt of a round, with the dealer's commitment and the game's pack worked out."""
    pack = game.deck_for(subject.seats, subject.options)
    return Receipt(
        subject=subject,
        commitment=dealer_commitment(subject.table, subject.match, subject.round, seed),
        seed=seed,
        commitments=tuple(commitments),
        entropy=tuple(entropy),
        deck=deck,
        faces=" ".join(pack.faces),
        copies=pack.copies,
        replacing=game.replaces(subject.options),
    )


def deck_of(game: Game, subject: Subject, seed: str, entropy: Sequence[str]) -> list[int]:
    """The deck order that follows from the revealed numbers, the first card first.

    A key has 256 bits, so some orders of 65 cards or of two packs cannot come up; nobody can
    tell the difference.

    Raises:
        SetupError: the game is not for this many players.
    """
    game.check_seats(subject.seats)
    cards = game.deck_for(subject.seats, subject.options).cards()
    # the key of the stream: a hash of the dealer's seed and each seat's number
    stream = Stream(bytes.fromhex(_hashed("key", *subject.lines(), seed, *entropy)))
    if game.replaces(subject.options):
        return [cards[stream.below(len(cards))] for _ in cards]
    for last in range(len(cards) - 1, 0, -1):
        other = stream.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


@dataclass(frozen=True)
class Receipt:
    """Everything needed to deal a round again.

    Attributes:
        subject: what was dealt.
        commitment: what the dealer published.
        seed: the dealer's secret.
        commitments: what each seat published; None: nothing.
        entropy: what each seat revealed; None: nothing, and NO_ENTROPY was used.
        deck: the deck as dealt.
        faces: the different cards of the pack, in their order before the shuffle.
        copies: number of copies of each card, which lie side by side.
        replacing: each place was drawn from all cards, with replacement, instead of a shuffle.
    """

    subject: Subject
    commitment: _Hash
    seed: _Hash
    commitments: tuple[_Hash | None, ...]
    entropy: tuple[_Entropy | None, ...]
    deck: str
    faces: str
    copies: _Number
    replacing: bool

    def to_data(self) -> dict[str, Any]:
        """The receipt for JSON."""
        own = {name: value for name, value in asdict(self).items() if name != "subject"}
        return {"dealt receipt": _FORMAT, **asdict(self.subject), **own}

    def to_json(self) -> str:
        """The receipt as text."""
        return json.dumps(self.to_data(), indent=1) + "\n"

    @staticmethod
    def from_json(text: str) -> Receipt:
        """The receipt that `to_json` wrote.

        Raises:
            ParseError: the text is not a receipt, is incomplete, or has another format.
        """
        return _receipt(_decoded(text))


def read_receipts(text: str) -> tuple[Receipt, ...]:
    """The receipt in a text, or those of all rounds of a match that was saved at a table.

    Raises:
        ParseError: the text is neither, or its rounds were not played with these decks.
    """
    data = _decoded(text)
    if not isinstance(data, dict) or "dealt record" not in data:
        return (_receipt(data),)
    played = Record.from_json(text).played
    entries = data.get("receipts")
    if not isinstance(entries, list) or len(entries) != len(played):
        raise ParseError(
            "the record does not have a receipt of each round; matches saved at a table of dealt "
            "serve have them"
        )
    receipts = tuple(_receipt(each) for each in entries)
    for number, (receipt, part) in enumerate(zip(receipts, played, strict=True), 1):
        if receipt.deck.split() != part.deck.split() or receipt.subject.round != number:
            raise ParseError("round {n} was not played with the deck of its receipt", n=number)
    return receipts


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ParseError(
            "not a receipt: {why}; a receipt is the file that a table gives after a round",
            why=no_json(error),
        ) from None


def _receipt(data: Any) -> Receipt:
    if not isinstance(data, dict) or "dealt receipt" not in data:
        raise ParseError(
            "not a receipt: it has no entry 'dealt receipt'; a receipt is the file that a "
            "table gives after a round"
        )
    if data["dealt receipt"] != _FORMAT:
        raise ParseError(
            "receipt of format {found}; this version reads {format}",
            found=repr(data["dealt receipt"]), format=_FORMAT,
        )  # fmt: skip
    try:
        receipt = msgspec.convert({**data, "subject": data}, Receipt)
    except msgspec.ValidationError as error:
        raise ParseError("incomplete receipt: {wrong}", wrong=wrong_entry(error)) from None
    if not len(receipt.commitments) == len(receipt.entropy) == receipt.subject.seats:
        raise ParseError("incomplete receipt: commitments and entropy have an entry for each seat")
    return receipt


def check_promise(receipts: Sequence[Receipt], promised: str) -> None:
    """Compare the commitments of receipts with the one shown before one of the rounds.

    Args:
        receipts: of finished rounds; at least one.
        promised: the commitment shown: 64 hexadecimal digits, or at least the first 16.

    Raises:
        ParseError: it is not a commitment, or another one.
    """
    digits = promised.strip().lower()
    if not LEAST_SHOWN <= len(digits) <= 2 * SEED_BYTES or not _HEX.fullmatch(digits):
        raise ParseError(
            "{promised} is not a commitment; it has {n} hexadecimal digits, and the first "
            "{least} are enough",
            promised=repr(promised[:80]), n=2 * SEED_BYTES, least=LEAST_SHOWN,
        )  # fmt: skip
    if not any(receipt.commitment.startswith(digits) for receipt in receipts):
        raise ParseError(
            "the dealer's promise is another one: {digits}... was shown before the round, "
            "{commitment}... is in the receipt",
            digits=digits[:LEAST_SHOWN], commitment=receipts[-1].commitment[:LEAST_SHOWN],
        )  # fmt: skip


def verify(receipt: Receipt, game: Game) -> None:
    """Deal again and compare; returns if everything matches.

    A receipt cannot prove that its commitments are those published before the round: compare them
    with what the table showed then.

    Raises:
        ParseError: the receipt is for other rules, or a revealed number does not match its
            commitment.
        DeckError: the deck is not the one that follows.
        SetupError: the game is not for this many players.
    """
    subject = receipt.subject
    if subject.game != game.name:
        raise ParseError("receipt for {game}, not for {name}", game=subject.game, name=game.name)
    if subject.version != game.version:
        raise ParseError(
            "receipt for {name} rules version {version}; these are {own}",
            name=game.name, version=subject.version, own=game.version,
        )  # fmt: skip
    if dict(subject.options) != game.option_values(subject.options):
        raise ParseError("incomplete receipt: options are missing")
    bound = subject.table, subject.match, subject.round
    if dealer_commitment(*bound, receipt.seed) != receipt.commitment:
        raise ParseError("the dealer's seed does not fit the commitment: not the seed promised")
    for seat, (promised, revealed) in enumerate(
        zip(receipt.commitments, receipt.entropy, strict=True), 1
    ):
        if revealed is not None and (
            promised is None or player_commitment(*bound, revealed) != promised
        ):
            raise ParseError("what seat {seat} revealed does not fit its commitment", seat=seat)
    entropy = [NO_ENTROPY if revealed is None else revealed for revealed in receipt.entropy]
    pack = game.deck_for(subject.seats, subject.options)
    replacing = game.replaces(subject.options)
    dealt_from = receipt.faces, receipt.copies, receipt.replacing
    if dealt_from != (" ".join(pack.faces), pack.copies, replacing):
        raise DeckError("this is not the pack that the game is played with")
    deck = pack.text(deck_of(game, subject, receipt.seed, entropy))
    if deck != receipt.deck:
        same = [a == b for a, b in zip(receipt.deck.split(), deck.split(), strict=False)]
        at = same.index(False) if False in same else len(same)
        raise DeckError(
            "the deck was not dealt from what was revealed: card {at} differs", at=at + 1
        )
