"""Promises about the chance of each deal, by the dealer and by this player, and their check."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dealt.errors import ParseError
from dealt.games import registered
from dealt.language import say
from dealt.service.table import fairness

Deal = tuple[str, int, int]  # table, match, round


class Commitments:
    """The commitments of all deals that this program has seen.

    Args:
        fresh: returns this many random bytes that nobody can guess.
    """

    def __init__(self, fresh: Callable[[int], bytes]) -> None:
        self._fresh = fresh
        self._commitments: dict[Deal, str] = {}
        self._numbers: dict[Deal, str] = {}
        self._owed: set[Deal] = set()
        self._revealed: set[Deal] = set()

    def commit(self, deal: Deal, commitment: str) -> str:
        """Commit to a number for the chance of a deal.

        Args:
            deal: the deal.
            commitment: the dealer's commitment, as shown now.

        Returns:
            The commitment to publish, the same for each call.
        """
        self._commitments[deal] = commitment
        if deal not in self._numbers:
            self._numbers[deal] = self._fresh(fairness.ENTROPY_BYTES).hex()
            self._owed.add(deal)
        return fairness.player_commitment(*deal, self._numbers[deal])

    def number(self, deal: Deal) -> str | None:
        """The number to reveal now; None if there is none or it was already returned."""
        if deal not in self._owed:
            return None
        self._owed.discard(deal)
        return self._numbers[deal]

    def was_revealed(self, deal: Deal) -> None:
        """Note that the service has the number: from now on the receipt must contain it."""
        self._revealed.add(deal)

    def check(self, receipt: fairness.Receipt, names: Sequence[str]) -> list[str]:
        """Deal again from a receipt, and compare the result with what was promised.

        Args:
            receipt: of a finished round.
            names: the players at the table.

        Returns:
            One line for each fact that is as promised.

        Raises:
            DealtError: the round was not dealt as promised; the message says how.
        """
        subject = receipt.subject
        deal = subject.table, subject.match, subject.round
        fairness.verify(receipt, registered(subject.game))
        commitment = self._commitments.get(deal)
        if commitment is not None:
            fairness.check_promise([receipt], commitment)
        if deal in self._revealed and self._numbers[deal] not in receipt.entropy:
            raise ParseError("the number that you revealed was not used in the deal")
        digits = receipt.commitment[: fairness.LEAST_SHOWN]
        first = say(
            "The dealer's secret fits the promise that was shown before the deal, {digits}...",
            digits=digits,
        )
        if commitment is None:
            first = say(
                "The dealer's secret fits the promise in the receipt, {digits}...; you were not "
                "here when it was shown.",
                digits=digits,
            )
        parts = [
            names[seat] if seat < len(names) else say("seat {n}", n=seat + 1)
            for seat, entropy in enumerate(receipt.entropy)
            if entropy is not None
        ]
        second = say("Only the dealer contributed to the randomness.")
        if parts:
            names_told = ", ".join(parts)
            second = say(
                "Besides the dealer, these contributed to the randomness: {names}.",
                names=names_told,
            )
        if deal in self._revealed:
            second += " " + say("Your number is the one that you revealed.")
        count = len(receipt.deck.split())
        third = say(
            "Repeating the deal with these numbers gives all {n} cards in the same order.", n=count
        )
        return [first, second, third]
