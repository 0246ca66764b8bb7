"""From marks to cards: finding the two or four marks that belong to one card.

In games with two decks, the same face may appear twice, often right beside itself. So marks are
joined if one card explains them better than two cards do: each pair has a score, the logarithm of
how much likelier one card is than two (`dealt.vision.mark_pairs`), and among all ways to divide the
marks, the one with the largest sum is taken.  If no face appears twice beyond doubt, there is one
deck, and marks of one face are joined more readily.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dealt.cards import RANKS
from dealt.vision.corners import TANGLED, Standing, contradictions, outlines_of, spanned
from dealt.vision.framing import Evidence, Look, examine, examine_further, examine_wholes
from dealt.vision.geometry import (
    SUITS,
    Floats,
    Mark,
    Outline,
    Point,
    as_outline,
    chained,
    long_direction,
    sides,
)
from dealt.vision.mark_pairs import CLEARLY, NEVER, Marks

FACES = tuple(rank + suit for rank in RANKS for suit in SUITS)
DOUBTFUL = 0.7  # a card read with less confidence needs checking
FAINT = 0.25  # and one with still less does not count
# networks trained on synthetic scenes are overconfident on photos: of cards with a chance of 0.8,
# less than two of three were right on photos set aside for tuning
SOBER = 2.2
_CLEAR_RANK = 0.8
SUIT_KNOWN = 0.5  # least chance of a known suit: the colour alone leaves two
_ODD_SIZE = 2.5  # a doubtful card larger or smaller than usual by this factor does not count
LIKE_SIZE, OF_A_DECK = 0.2, 2  # unless this many sure cards differ from it by less, as a logarithm
_RANK_ALONE = 0.6  # a faint card counts if its rank is this clear, as in a tight column
_ONE_OF_TWO = 0.8  # or if it is one of two faces with this chance
ALTERNATIVES = 5
OPTIONS = 8  # faces offered in a question about a card
_UNLIKELY = 1.5 / len(FACES)  # chance of a face without any evidence, at most
UNREAD = "?"  # in place of the face of a card that could not be read

LEAST_CERTAINTY = 0.3  # marks below it do not count
# two marks nearer than this share of their height are one; for equal faces the second applies
SAME_PLACE, SAME_FACE = 0.3, 0.4
# the suit of one mark and the rank of the next look like a mark on its head, nearer to both than
# this along itself, and no further aside than this, in its heights
AMID, ASIDE = 0.6, 0.3
_ALIGNED = 0.9  # the cosine of the angle between marks in one line
_NEAREST_CORNERS = 0.35  # of one card, in its heights
_TWO_CARDS_AWAY = 2.0
BEYOND_DOUBT = 0.8
_CARDS_TO_A_PROOF = 16
MOST_SPLITS, MOST_TRIED = 8, 6  # cards split for contradictions, and candidates tried each time
# two parts may be one card with a score above the first, and are with evidence above the second
NOT_UNLIKELY, WHOLE = -3.0, 2.0
_EXHAUSTED = 8  # marks that are divided in every possible way; more are joined best pair first


@dataclass(frozen=True)
class SeenCard:
    """A card as it was read.

    Attributes:
        face: such as `TH`, the likeliest one.
        confidence: chance that the card is there and has this face; below `DOUBTFUL` it needs
            checking.
        presence: chance that there is a separate card here at all.
        chances: of all `FACES`, given that the card is there; they sum to 1.
        outline: its corners in pixels of the photo, clockwise from the printed card's upper left
            corner, or from the lower right one, which looks the same.
        marks: its visible marks, the clearest first; none if only a gap shows that it is there.
        pile: chance that it lies on top of a squared-up pile, if estimated.
        inferred: the face was inferred from neighbouring cards rather than from the marks alone.
        unread: it is there, but its face is unknown: `face` is the likeliest of many.
    """

    face: str
    confidence: float
    presence: float
    chances: tuple[float, ...]
    outline: Outline
    marks: tuple[Mark, ...]
    pile: float = 0.0
    inferred: bool = False
    unread: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether the card needs checking."""
        return self.unread or self.confidence < DOUBTFUL

    @property
    def is_gap(self) -> bool:
        """Whether only a gap between other cards shows that it is there."""
        return self.unread and not self.marks

    @property
    def text(self) -> str:
        """The face for people; only the rank if the suit cannot be read, as in a column.

        `UNREAD` if neither can be read.
        """
        if self.unread:
            return UNREAD
        faint = self.confidence < FAINT and self.shows_rank
        return self.face[0] if faint or (self.hides_suit and not self.inferred) else self.face

    @property
    def shows_rank(self) -> bool:
        """Whether its marks show its rank clearly enough for a card of any suit."""
        return self.presence * self.rank_chance(self.face[0]) >= _RANK_ALONE

    @property
    def hides_suit(self) -> bool:
        """Whether its marks show its rank clearly but not its suit."""
        rank = self.rank_chance(self.face[0])
        return rank >= _CLEAR_RANK and self.chance(self.face) < SUIT_KNOWN * rank

    @property
    def is_clear(self) -> bool:
        """Whether the reading is clear enough for a card at all."""
        one_of_two = self.presence * sum(chance for _, chance in self.alternatives[:2])
        return self.confidence >= FAINT or self.shows_rank or one_of_two >= _ONE_OF_TWO

    @property
    def alternatives(self) -> tuple[tuple[str, float], ...]:
        """Up to five likeliest faces with their chances, the likeliest first."""
        return self.likeliest(ALTERNATIVES)

    def likeliest(self, most: int) -> tuple[tuple[str, float], ...]:
        """At most this number of faces with their chances, the likeliest first.

        Of a card that is only a gap these are the faces that its neighbours suggest.
        """
        best = sorted(range(len(FACES)), key=lambda i: -self.chances[i])[:most]
        least = _UNLIKELY if self.is_gap else 0.001
        return tuple((FACES[i], self.chances[i]) for i in best if self.chances[i] >= least)

    @property
    def middle(self) -> Point:
        """The middle of its outline."""
        return sum(x for x, _ in self.outline) / 4, sum(y for _, y in self.outline) / 4

    @property
    def spot(self) -> Point:
        """Where to point at it: its clearest mark or, if none was seen, its middle."""
        return (self.marks[0].x, self.marks[0].y) if self.marks else self.middle

    @property
    def corners(self) -> Floats:
        """The outline as float64 [corner, xy]."""
        return np.array(self.outline)

    @property
    def direction(self) -> float:
        """The direction of its long sides, radians modulo pi; 0 points down the photo."""
        return long_direction(self.corners)

    @property
    def height(self) -> float:
        """The length of its long sides in pixels."""
        return sides(self.corners)[1]

    def chance(self, face: str) -> float:
        """The chance of a face, given that the card is there."""
        return self.chances[FACES.index(face)]

    def rank_chance(self, rank: str) -> float:
        """The chance of a rank, given that the card is there."""
        return sum(self.chance(rank + suit) for suit in SUITS)

    def with_face(self, face: str, confidence: float, *, inferred: bool = True) -> SeenCard:
        """The same card with another face."""
        return replace(self, face=face, confidence=confidence, inferred=inferred)


def cards_and_faint(
    marks: Sequence[Mark], look: Look | None = None
) -> tuple[list[SeenCard], list[SeenCard]]:
    """The cards that marks belong to, and candidates too faint to be cards.

    Args:
        marks: all marks seen.
        look: judges guesses of where cards lie; no judging by default.

    Returns:
        The cards from the upper left of the photo to the lower right, and the candidates.
    """
    clear = _apart(_real([mark for mark in marks if mark.certainty >= LEAST_CERTAINTY]))
    if not clear:
        return [], []
    standing = Standing.from_marks(Marks(clear))
    # a first division shows whether there are two decks; with one, equal marks are of one card
    crowded = _has_twins(standing, _divided(standing.score))
    evidence = Evidence() if look is None else examine(standing, look, pairs=crowded)
    standing.marks.left = evidence.sides(standing.marks.left)
    standing = evidence.joined(standing.scored(crowded=crowded))
    divided = _divided(standing.score)
    if look is not None and standing.four:
        standing, divided = _spanned(standing, divided, look)
        if crowded:
            divided = _mended(standing, divided, look, evidence)
    divided, outlines = _untangled(standing, divided)
    sureness = _sureness(divided, standing.score)
    cards = [
        _card(standing.marks, group, sure, outline)
        for group, sure, outline in zip(divided, sureness, outlines, strict=True)
    ]
    likely = [card for card in cards if card.is_clear]
    likely = of_one_size(likely, likely)
    faint = [card for card in cards if not card.is_clear]
    return sorted(likely, key=place_of), faint


def place_of(card: SeenCard) -> tuple[float, Point]:
    """The sort key for cards, from the upper left of the photo to the lower right."""
    return card.middle[1] + card.middle[0], card.middle


def of_one_size(cards: Sequence[SeenCard], beside: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards without doubtful ones that are far too small or too large compared with sure ones.

    Print on a table has letters that look like marks. The marks of a photo have about one size,
    apart from those of a second deck.

    Args:
        cards: the cards to choose from.
        beside: all cards on the photo.
    """
    sure = np.array([card.marks[0].height for card in beside if not card.doubtful])
    if not len(sure):
        return list(cards)

    def is_odd(card: SeenCard) -> bool:
        off = np.abs(np.log(sure / card.marks[0].height))
        return bool(np.median(off) >= math.log(_ODD_SIZE) and (off < LIKE_SIZE).sum() < OF_A_DECK)

    return [card for card in cards if not card.doubtful or not is_odd(card)]


def _apart(marks: list[Mark]) -> list[Mark]:
    """The marks without those that coincide with a clearer one."""
    apart: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: -mark.certainty):
        if all(
            math.hypot(mark.x - other.x, mark.y - other.y)
            >= (SAME_FACE if mark.face == other.face else SAME_PLACE)
            * min(mark.height, other.height)
            for other in apart
        ):
            apart.append(mark)
    return apart


def _real(marks: list[Mark]) -> list[Mark]:
    """The marks without false ones, upside down, made of one mark's suit and the next one's rank.

    No two cards have marks so near.  False marks lie between real ones, so these are more.
    """
    places = np.array([(mark.x, mark.y) for mark in marks]).reshape(-1, 2)
    angles = np.array([mark.angle for mark in marks])
    heights = np.array([mark.height for mark in marks])
    down = np.stack([np.sin(angles), np.cos(angles)], axis=1)
    step = (places[None] - places[:, None]) / np.minimum(heights[:, None], heights)[..., None]
    along = np.abs((step * down[:, None]).sum(axis=2))
    across = np.abs(step[..., 0] * down[:, None, 1] - step[..., 1] * down[:, None, 0])
    opposed = (along < AMID) & (across < ASIDE) & (down @ down.T < -_ALIGNED)
    opposed |= opposed.T
    false: set[int] = set()
    for chain in _joined(opposed.astype(float)):
        upright = [i for i in chain if down[i] @ down[chain[0]] > 0]
        turned = [i for i in chain if i not in upright]
        false.update(min(upright, turned, key=lambda way: sum(_sure(marks[i]) for i in way)))
    return [mark for i, mark in enumerate(marks) if i not in false]


def _sure(mark: Mark) -> float:
    """The confidence in a mark and its face; hidden suits count little against it."""
    return mark.certainty * max(mark.rank) * math.sqrt(max(mark.suit))


def _divided(score: Floats) -> list[list[int]]:
    """The marks of each card."""
    parts: list[list[int]] = []
    for marks in _joined(score):
        parts += _best_division(marks, score)
    return parts


def _mended(
    standing: Standing, divided: Sequence[list[int]], look: Look, evidence: Evidence
) -> list[list[int]]:
    """The division, with torn cards of four marks rejoined.

    All pairs of a card count alike, so two clear pairs can outweigh the four across them, though
    nothing suggests two cards.  The photo decides such cases.
    """
    torn = [
        (i, j)
        for j, other in enumerate(divided)
        for i, one in enumerate(divided[:j])
        if 2 < len(one) + len(other) <= 4
        and standing.score[np.ix_(one, other)].min() > NOT_UNLIKELY
    ]
    pairs = [(min(a, b), max(a, b)) for i, j in torn for a in divided[i] for b in divided[j]]
    evidence = examine_further(standing, look, evidence, pairs)
    worth = {
        (i, j): support + float(standing.score[np.ix_(divided[i], divided[j])].mean())
        for i, j in torn
        if (support := evidence.across(divided[i], divided[j])) > WHOLE
    }
    return _put_together(divided, worth)


def _spanned(
    standing: Standing, divided: Sequence[list[int]], look: Look
) -> tuple[Standing, list[list[int]]]:
    """The marks and their division, with cards of four marks seen from a low angle rejoined.

    There, marks are far from where their partners are expected.  But four marks of one face that
    span a card are one if the photo shows a card there.
    """
    alike = standing.marks.agreement() > CLEARLY
    wholes = {
        (i, j): whole
        for j, other in enumerate(divided)
        for i, one in enumerate(divided[:j])
        if len(one) + len(other) == 4
        and alike[np.ix_(one, other)].all()
        and (whole := spanned(standing.marks, one + other)) is not None
    }
    evidence = dict(zip(wholes, examine_wholes(list(wholes.values()), look), strict=True))
    worth = {pair: each for pair, each in evidence.items() if each > WHOLE}
    score = standing.score.copy()
    for (i, j), each in worth.items():
        across = np.ix_(divided[i], divided[j])
        score[across] = np.maximum(score[across], each)
    return replace(standing, score=np.maximum(score, score.T)), _put_together(divided, worth)


def _put_together(
    divided: Sequence[list[int]], worth: dict[tuple[int, int], float]
) -> list[list[int]]:
    """The division with some cards joined, those with the most evidence first.

    Args:
        divided: the marks of each card.
        worth: the evidence, by the numbers of two cards.
    """
    mended: set[int] = set()
    whole = []
    for i, j in sorted(worth, key=lambda pair: -worth[pair]):
        if not mended & {i, j}:
            mended |= {i, j}
            whole.append(sorted(divided[i] + divided[j]))
    return [group for i, group in enumerate(divided) if i not in mended] + whole


def _untangled(
    standing: Standing, divided: list[list[int]]
) -> tuple[list[list[int]], list[Floats]]:
    """The division and its outlines, with cards split that would hide one another.

    Marks of two copies that lie a card's width apart look like those of one card; but then the
    cards between them would lie both above and below it.
    """
    score, outlines = standing.score, outlines_of(standing, divided)
    tangled = contradictions(standing.marks, divided, outlines)
    for _ in range(MOST_SPLITS):
        often = tangled.sum(axis=1) * np.array([len(group) > 1 for group in divided])
        worth = sum(_worth(group, score) for group in divided) - TANGLED * tangled.sum() / 2
        better = None
        for at in np.argsort(-often)[:MOST_TRIED]:
            if not often[at]:
                break
            split = [*divided[:at], *_halves(divided[at], score), *divided[at + 1 :]]
            lying = outlines_of(standing, split)
            left = contradictions(standing.marks, split, lying)
            gain = sum(_worth(group, score) for group in split) - TANGLED * left.sum() / 2 - worth
            if gain > 0 and (better is None or gain > better[0]):
                better = gain, split, lying, left
        if better is None:
            break
        _, divided, outlines, tangled = better
    return divided, outlines


def _halves(group: Sequence[int], score: Floats) -> tuple[list[int], list[int]]:
    """The best division of the marks of a card into those of two."""
    ways = []
    for chosen in range(1, 1 << (len(group) - 1)):
        one = [mark for i, mark in enumerate(group) if chosen >> i & 1]
        other = [mark for mark in group if mark not in one]
        ways.append((_worth(one, score) + _worth(other, score), one, other))
    _, one, other = max(ways)
    return one, other


def _sureness(divided: Sequence[list[int]], score: Floats) -> list[float]:
    """The confidence that each group of marks is one separate card, 0 to 1."""
    sureness = []
    for i, group in enumerate(divided):
        inside = _worth(group, score) if len(group) > 1 else 6.0
        outside = max(
            (
                _worth(group + other, score) - _worth(group, score) - _worth(other, score)
                for j, other in enumerate(divided)
                if j != i
            ),
            default=-6.0,
        )
        margin = min(inside, -outside)
        sureness.append(1 / (1 + math.exp(-max(margin, 0.0) - 0.5)))
    return sureness


def _joined(score: Floats) -> list[list[int]]:
    """The marks, in groups connected by likely pairs."""
    return [sorted(chain) for chain in chained(range(len(score)), lambda a, b: score[a, b] > 0)]


def _worth(group: Sequence[int], score: Floats) -> float:
    """How much likelier marks are one card than one card each."""
    n = len(group)
    if n < 2:
        return 0.0
    if n > 4:
        return NEVER
    pairs = [float(score[a, b]) for i, a in enumerate(group) for b in group[:i]]
    return NEVER if min(pairs) <= NEVER else sum(pairs) * 2 / n


def _best_division(marks: Sequence[int], score: Floats) -> list[list[int]]:
    """The division of marks into cards with the best sum of worths."""
    if len(marks) > _EXHAUSTED:
        return _joined_greedily(marks, score)
    best: tuple[float, list[list[int]]] = (-math.inf, [])

    def divide(at: int, parts: list[list[int]]) -> None:
        nonlocal best
        if at == len(marks):
            worth = sum(_worth(group, score) for group in parts)
            if worth > best[0]:
                best = worth, [list(group) for group in parts]
            return
        for group in parts:
            if all(score[marks[at], other] > NEVER for other in group):
                group.append(marks[at])
                divide(at + 1, parts)
                group.pop()
        parts.append([marks[at]])
        divide(at + 1, parts)
        parts.pop()

    divide(0, [])
    return best[1]


def _joined_greedily(marks: Sequence[int], score: Floats) -> list[list[int]]:
    """A division by greedy joins, the best one first."""
    joined = [[mark] for mark in marks]
    while True:
        gain, i, j = max(
            (
                (_worth(one + other, score) - _worth(one, score) - _worth(other, score), i, j)
                for i, one in enumerate(joined)
                for j, other in enumerate(joined[:i])
            ),
            default=(0.0, 0, 0),
        )
        if gain <= 0:
            return joined
        joined[j] += joined.pop(i)


def _has_twins(standing: Standing, divided: Sequence[Sequence[int]]) -> bool:
    """Whether there is more than one deck: some faces occur twice beyond doubt.

    A single misread face proves nothing; with two decks a table shows many copies.
    """
    marks, pairs, four = standing.marks, standing.pairs, standing.four
    rank, suit = marks.rank.argmax(axis=1), marks.suit.argmax(axis=1)
    certain = np.array([mark.certainty for mark in marks.marks])
    clear = marks.rank.max(axis=1) * marks.suit.max(axis=1) * certain > BEYOND_DOUBT
    step = pairs.step
    away = np.abs(step * pairs.size).max(axis=2)
    proofs = 0
    for i, one in enumerate(divided):
        for other in divided[:i]:
            alike = [
                (a, b)
                for a, b in itertools.product(one, other)
                if clear[a] and clear[b] and rank[a] == rank[b] and suit[a] == suit[b]
            ]
            # a torn card of four marks proves nothing
            whole = four and len(one) + len(other) <= 4
            if not alike or (whole and standing.score[np.ix_(one, other)].min() > 0):
                continue
            # upright marks of one card stand beside one another, a card's width apart
            beside = any(
                pairs.same[a, b]
                and (
                    away[a, b] < _NEAREST_CORNERS
                    or not (four and abs(step[a, b, 1]) < 0.5 * abs(step[a, b, 0]))
                )
                for a, b in alike
            )
            # more marks than one card has, and not just strays
            many = len(one) > 1 < len(other) and len(one) + len(other) > (4 if four else 2)
            proofs += beside or many or min(away[pair] for pair in alike) > _TWO_CARDS_AWAY
    return proofs * _CARDS_TO_A_PROOF >= len(divided)


def _card(all_marks: Marks, group: Sequence[int], sure: float, outline: Floats) -> SeenCard:
    """The card that has these marks."""
    group = sorted(group, key=lambda i: -all_marks.marks[i].certainty)
    rank = _together([all_marks.rank[i] for i in group])
    suit = _together([all_marks.suit[i] for i in group])
    chances = (rank[:, None] * suit[None, :]).ravel()
    best = int(chances.argmax())
    marks = tuple(all_marks.marks[i] for i in group)
    presence = sure * (1 - math.prod(1 - mark.certainty for mark in marks))
    return SeenCard(
        face=FACES[best],
        confidence=(float(chances[best]) * presence) ** SOBER,
        presence=presence,
        chances=tuple(map(float, chances)),
        outline=as_outline(outline),
        marks=marks,
    )


def _together(chances: Sequence[Floats]) -> Floats:
    """The combined chances of several readings, each counting less than the one before."""
    logs = sum(np.log(each) for each in chances) / len(chances) ** 0.5
    odds = np.exp(logs - np.max(logs))
    return np.asarray(odds / odds.sum())
