"""How melds are made: what counts as a run or a set in a game, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SET, RUN, WILDS = _FORMS = "set", "run", "wilds"


@dataclass(frozen=True)
class Melding:
    """Sets of one rank and runs of one suit, with at most one wild card each.

    Attributes:
        ranks: the ranks of sets and runs, the lowest of a run first; other ranks cannot be melded.
        wild: the rank of the wild cards, which may also be melded alone; not one of `ranks`.
        shortest: the smallest number of cards in a meld.
        apart: the faces of cards that are laid down, but never in a meld.
    """

    ranks: str
    wild: str
    shortest: int
    apart: tuple[str, ...] = ()

    def form(self, faces: Sequence[str]) -> str | None:
        """What the faces form, one of `_FORMS`, in any order; None if they are not a meld.

        Args:
            faces: rank and suit of each, such as `4H`.
        """
        naturals = [face for face in faces if face[0] != self.wild]
        wilds = len(faces) - len(naturals)
        if len(faces) < self.shortest:
            return None
        if not naturals:
            return WILDS
        ranks = [face[0] for face in naturals]
        if wilds > 1 or not set(ranks) <= set(self.ranks):
            return None
        if len(set(ranks)) == 1:
            return SET
        places = [self.ranks.index(rank) for rank in ranks]
        room = max(places) - min(places) + 1
        is_run = (
            len({face[1] for face in naturals}) == 1
            and len(set(places)) == len(places)
            and room <= len(faces) <= len(self.ranks)
        )
        return RUN if is_run else None

    def can_become(self, faces: Sequence[str], free: int) -> bool:
        """Whether the faces are part of a possible meld with this number of further cards.

        A group with fewer cards than a meld may continue out of sight.
        """
        free = max(free, self.shortest - len(faces))
        naturals = [face for face in faces if face[0] != self.wild]
        if not naturals:
            return True
        ranks, suits = [face[0] for face in naturals], {face[1] for face in naturals}
        if not set(ranks) <= set(self.ranks) or len(faces) - len(naturals) > 1:
            return False
        if len(set(ranks)) == 1:
            return True
        if len(suits) > 1 or len(set(ranks)) < len(ranks):
            return False
        places = [self.ranks.index(rank) for rank in ranks]
        # not each of the free cards must be needed, but all of them must find a place
        many = len(faces) + free
        return max(places) - min(places) < many <= len(self.ranks)


# its Brazilian kind
CANASTA = Melding("456789TJQKA", wild="2", shortest=3, apart=("3D", "3H"))
