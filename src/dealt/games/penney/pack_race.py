"""Several players and one pack: who takes the first trick, the most tricks, the most cards.

>>> game = pack_race(["RRB", "BRR", "RBB"], {"R": 5, "B": 4})
>>> game.most[1,], game.decks
(41, 126)

Everything is counted over all decks, as by `count`; `race` is the same where letters never end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod, sqrt
from typing import overload

from dealt.core.sheet import Cell, Displayed, Sheet
from dealt.errors import SetupError
from dealt.games.penney.automaton import Reading, automaton
from dealt.games.penney.count import Progress, first_places, leads, mean_and_variance
from dealt.games.penney.race import Race, Winners, checked, race, words_of
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS, check_scoring
from dealt.language import decimal, listed, message, number, say

_MOST_PACK = 60_000  # states of a pack
_MOST_WORK = 20_000_000  # numbers added up for the cards of a pack
_TOO_LONG = message("By cards, this many players and so large a pack would take too long.")


@overload
def odds(
    sequences: Sequence[str], *, weights: Mapping[str, int | Fraction] | None = None
) -> Race: ...


@overload
def odds(sequences: Sequence[str], *, pack: Mapping[str, int]) -> PackRace: ...


def odds(
    sequences: Sequence[str],
    *,
    weights: Mapping[str, int | Fraction] | None = None,
    pack: Mapping[str, int] | None = None,
) -> Race | PackRace:
    """The exact odds of some sequences: without end, see `race`, or in a pack, see `pack_race`."""
    return race(sequences, weights) if pack is None else pack_race(sequences, pack)


@dataclass(frozen=True, repr=False)
class PackRace(Displayed):
    """Several players and one pack: who takes the first trick, and who takes the most.

    Attributes:
        sequences: the choices of the players.
        pack: the number of cards of each letter.
        first: decks by who takes the first trick; nobody is the empty tuple.
        most: decks by who takes the most tricks, several if they have equally many.
        cards: decks by who takes the most cards; None for more than four players or a pack so
            large that it would take long.
        places: decks by the card with which the first trick is complete; 0: with none.
    """

    sequences: tuple[str, ...]
    pack: Mapping[str, int]
    first: Mapping[Winners, int]
    most: Mapping[Winners, int]
    cards: Mapping[Winners, int] | None
    places: Mapping[int, int]

    def __str__(self) -> str:
        """The shares of decks that each player wins, in one line."""
        parts = [
            f"{name} {float(self.share(self.most, (number,))):.2%}"
            for number, name in enumerate(self.sequences)
        ]
        return say("takes most tricks: {chances}", chances=listed(parts))

    @property
    def decks(self) -> int:
        """The number of all decks."""
        return sum(self.first.values())

    def share(self, decks: Mapping[Winners, int], winners: Winners) -> Fraction:
        """The share of all decks in which these players, and nobody else, win."""
        return Fraction(decks.get(winners, 0), self.decks)

    def sheets(self) -> tuple[Sheet, ...]:
        """The decks of each player, and those of nobody alone."""
        counted = {
            say("first trick, decks"): self.first, say("first trick"): self.first,
            say("most tricks, decks"): self.most, say("most tricks"): self.most,
        }  # fmt: skip
        if self.cards is not None:
            counted |= {say("most cards, decks"): self.cards, say("most cards"): self.cards}
        rows: list[tuple[Cell, ...]] = []
        for player, name in enumerate([*self.sequences, say("nobody alone")]):
            cells: list[Cell] = [name]
            for decks in [*counted.values()][::2]:
                part = decks.get((player,), 0)
                if player == len(self.sequences):
                    part = sum(n for winners, n in decks.items() if len(winners) != 1)
                cells += [part, Fraction(part, self.decks)]
            rows.append(tuple(cells))
        cards = listed([f"{number} {letter}" for letter, number in self.pack.items()])
        title = say(
            "{sequences}, exact over all decks of {cards}",
            sequences=listed(self.sequences), cards=cards,
        )  # fmt: skip
        notes = [self._wait_text()]
        if self.cards is None:
            notes.append(say(_TOO_LONG))
        return (Sheet(title, (say("player"), *counted), tuple(rows), tuple(notes)),)

    def _wait_text(self) -> str:
        """The mean and the standard deviation of the cards up to the first trick."""
        if self.places[0] == self.decks:
            return say("No deck has a trick.")
        mean, variance = mean_and_variance({n: k for n, k in self.places.items() if n})
        return say(
            "first trick: after {mean} cards on average, with a standard deviation of {spread}; "
            "decks without a trick: {none}",
            mean=decimal(f"{float(mean):.3f}"), spread=decimal(f"{sqrt(variance):.3f}"),
            none=number(self.places[0]),
        )  # fmt: skip

    def wait_sheet(self, most: int) -> Sheet:
        """The distribution of the wait for the first trick, up to so many cards."""
        rows: list[tuple[Cell, ...]] = []
        so_far = 0
        for place in sorted(place for place in self.places if 0 < place <= most):
            so_far += self.places[place]
            parts = (Fraction(decks, self.decks) for decks in (self.places[place], so_far))
            rows.append((place, self.places[place], *parts))
        columns = say("cards drawn"), say("decks"), say("exactly then"), say("by then")
        return Sheet(say("How many cards until the first trick"), columns, tuple(rows))


def pack_race(
    sequences: Sequence[str],
    pack: Mapping[str, int],
    progress: Progress = lambda drawn, cards: None,
) -> PackRace:
    """Who takes the first trick, the most tricks and the most cards, over all decks of a pack.

    Args:
        sequences: 2 to 8 choices, of any lengths. One that has another inside is never complete.
        pack: the number of cards of each letter, such as `{"R": 26, "B": 26}`.
        progress: gets the number of cards drawn, and of all.

    Raises:
        ParseError: a choice has a letter that the pack lacks.
        SetupError: the choices are not valid, one is the end of another, or the pack is too large.
    """
    words, cards = checked_pack(sequences, pack)
    first = _leaders(leads(words, cards, TRICKS, Reading(one_trick=True)))
    first[()] = first.pop(tuple(range(len(words))), 0)
    counted = [
        _leaders(leads(words, cards, by, progress=progress))
        if _is_quick(words, cards, by)
        else None
        for by in SCORINGS
    ]
    assert counted[0] is not None, "tricks are always counted"
    return PackRace(words, cards, first, counted[0], counted[1], first_places(words, cards))


def pack_replies(
    sequences: Sequence[str],
    pack: Mapping[str, int],
    by: str = TRICKS,
    progress: Progress = lambda done, replies: None,
) -> list[tuple[str, Fraction]]:
    """All replies with the share of decks in which they win alone, the best first.

    Args:
        sequences: the one to answer, or several of one length.
        pack: as for `pack_race`.
        by: `tricks` or `cards`.
        progress: gets the number of replies compared, and of all.

    Raises:
        ParseError, SetupError: as for `pack_race`; or by cards there are too many players.
    """
    replies = [word for word in words_of(pack, len(sequences[0])) if word not in sequences]
    shares = []
    for n, reply in enumerate(replies):
        words, cards = checked_pack([reply, *sequences], pack)
        if not _is_quick(words, cards, check_scoring(by)):
            raise SetupError(_TOO_LONG)
        counts = _leaders(leads(words, cards, by))
        shares.append((reply, Fraction(counts.get((0,), 0), sum(counts.values()))))
        progress(n + 1, len(replies))
    return sorted(shares, key=lambda row: -row[1])


def replies_sheet(
    sequences: Sequence[str], pack: Mapping[str, int], by: str, progress: Progress
) -> Sheet:
    """All replies to one or several choices by one scoring, see `pack_replies`."""
    columns = say("reply"), say("wins alone")
    names = listed([*sequences])
    title = (
        say("Replies to {sequences} by tricks", sequences=names)
        if by == TRICKS
        else say("Replies to {sequences} by cards", sequences=names)
    )
    return Sheet(title, columns, tuple(pack_replies(sequences, pack, by, progress)))


def checked_pack(
    sequences: Sequence[str], pack: Mapping[str, int]
) -> tuple[tuple[str, ...], dict[str, int]]:
    """The choices in capitals, and the pack; SetupError if they cannot be counted."""
    words, _ = checked(sequences, pack, 2)
    for word in words:
        for other in words:
            if word != other and other.endswith(word):
                raise SetupError(
                    "{sequence} is the end of {other}: both would be complete at the same card",
                    sequence=word, other=other,
                )  # fmt: skip
    cards = {letter.upper(): number for letter, number in pack.items()}
    total, states = sum(cards.values()), len(automaton(words, "".join(cards)).after)
    if prod(number + 1 for number in cards.values()) * states * len(words) > _MOST_PACK:
        raise SetupError(
            "a pack of {n} cards is too large for {players} players: take a smaller one",
            n=total, players=len(words),
        )  # fmt: skip
    return words, cards


def _is_quick(words: Sequence[str], pack: Mapping[str, int], by: str) -> bool:
    """Whether the cards of so many players are counted in half a minute or so."""
    scores = comb(sum(pack.values()) + len(words) - 1, len(words) - 1)
    return by != CARDS or scores * prod(n + 1 for n in pack.values()) <= _MOST_WORK


def _leaders(counts: Mapping[tuple[int, ...], int]) -> dict[Winners, int]:
    """Decks by who leads, from decks by leads."""
    leaders: Counter[Winners] = Counter()
    for lead, decks in counts.items():
        leaders[tuple(n for n, most in enumerate(lead) if most == max(lead))] += decks
    return dict(leaders)
