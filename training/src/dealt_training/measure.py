"""How well synthetic scenes, whose cards are known, are read: copies, groups, scores.

A simulated person goes over each round of Tranca as people should: answers every question about a
doubtful card or a pile correctly, then corrects the remaining mistakes card by card.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dealt.core.sheet import Cell, Sheet
from dealt.games.tranca.house import BLACK_THREES
from dealt.games.tranca.judging import RED_THREES
from dealt.games.tranca.scoring import score
from dealt.language import decimal, say
from dealt.scoresheet.round.draft import Draft
from dealt.scoresheet.round.photos import see
from dealt.vision.cards import SeenCard
from dealt.vision.groups import ENOUGH, Pile
from dealt.vision.melds import melds_of
from dealt.vision.photo import Pixels
from dealt.vision.reading import WANTED, Eyes, Reading, seen_by
from dealt_training.photos import part
from dealt_training.truth import Scene, TrueMark

SHOWS = 0.8  # a mark of which so much shows can be read
HINT = 0.25  # and one of which less shows can not
PRINTED = 0.5  # nor one of which light, blur and noise leave less than this (`TrueMark.clear`)
SAME_MARK = 0.5  # a mark that was read is the true one nearer than this, in heights of the mark
SAME_CARD = 0.35  # a card that was read is the true one nearer than this, in heights of a card
FIXES = 3  # corrections after which a round should be right

NAMES = (
    "scenes", "cards", "right", "extra", "missed", "flagged", "copies", "copies_right",
    "pairs_right", "pairs_joined", "pairs_parted", "piles", "piles_right", "piles_extra",
    "piles_taken", "piles_taken_extra", "rounds", "untouched", "corrected",
    "missed_flagged", "unread", "unread_hidden", "unread_twice", "unread_nothing",
)  # fmt: skip


@dataclass
class _Tally:
    """Counts over scenes of one kind, by `NAMES`.

    `copies` are the cards whose face appears more than once; `piles_right` those found with their
    orientation, `piles_taken` those that a round of Tranca takes for piles, including single cards
    that need checking; `rounds` those scored, `untouched` exactly right except for what lies under
    the tops of piles, `corrected` after every question and at most `FIXES` corrections;
    `missed_flagged` the missed cards that are among those to check; `unread` the cards to check
    because they could not be read, including those partly hidden, those already read, and those
    that are not cards.
    """

    counts: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, Any]:
        """The counts and the shares derived from them."""
        n = self.counts
        return {
            **{name: n[name] for name in NAMES},
            "precision": part(n["right"], n["right"] + n["extra"]),
            "recall": part(n["right"], n["right"] + n["missed"]),
            "copies_recall": part(n["copies_right"], n["copies"]),
            "pairs_precision": part(n["pairs_right"], n["pairs_right"] + n["pairs_joined"]),
            "pairs_recall": part(n["pairs_right"], n["pairs_right"] + n["pairs_parted"]),
            "piles_found": part(n["piles_right"], n["piles"]),
            "errors": n["extra"] + n["missed"],
            "errors_flagged": n["flagged"] + n["missed_flagged"],
        }


@dataclass
class _SceneReport:
    """Synthetic scenes, measured by kind."""

    kinds: dict[str, _Tally] = field(default_factory=dict)
    model: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        kinds = {kind: tally.to_dict() for kind, tally in self.kinds.items()}
        return {"model": self.model, "kinds": kinds}

    def sheet(self) -> Sheet:
        """One row for each kind of scene."""
        columns = (
            *(say("scenes of"), say("how many"), say("cards"), say("precision"), say("recall")),
            *(say("copies recall"), say("errors flagged"), say("wrong"), say("missed")),
            *(say("pairs"), say("piles"), say("rounds untouched"), say("corrected")),
        )
        rows: list[tuple[Cell, ...]] = []
        for kind, tally in self.kinds.items():
            n, data = tally.counts, tally.to_dict()
            rows.append(
                (
                    kind,
                    n["scenes"],
                    n["right"] + n["missed"],
                    decimal(f"{data['precision']:.4f}"),
                    decimal(f"{data['recall']:.4f}"),
                    decimal(f"{data['copies_recall']:.4f}") if n["copies"] else "-",
                    say("{n} of {all}", n=data["errors_flagged"], all=data["errors"]),
                    say("{n} of {all}", n=n["flagged"], all=n["extra"]),
                    say("{n} of {all}", n=n["missed_flagged"], all=n["missed"]),
                    decimal(f"{data['pairs_precision']:.4f} / {data['pairs_recall']:.4f}"),
                    say(
                        "{n} of {all}, {extra} extra",
                        n=n["piles_right"], all=n["piles"], extra=n["piles_extra"],
                    ),
                    say("{n} of {all}", n=n["untouched"], all=n["rounds"]),
                    say("{n} of {all}", n=n["corrected"], all=n["rounds"]),
                )
            )  # fmt: skip
        return Sheet(say("Synthetic scenes read"), columns, tuple(rows))


def measure_scenes(
    scenes: Iterable[tuple[Pixels, Scene]],
    eyes: Eyes,
    *,
    least: int = WANTED,
    progress: Callable[[int], object] = lambda count: None,
    on_reading: Callable[[Pixels, Scene, Reading], object] = lambda *_: None,
) -> _SceneReport:
    """Read scenes and compare the readings with the truth.

    Args:
        scenes: pictures, uint8 [y, x, RGB], with their truth.
        eyes: finds the marks.
        least: minimum height in pixels of readable marks; cards with only smaller marks do not
            count either way.
        progress: called after each scene with the number done.
        on_reading: called with each scene and its reading.
    """
    report = _SceneReport(model=eyes.version)
    for count, (pixels, scene) in enumerate(scenes, 1):
        reading = seen_by(eyes, pixels)
        tally = report.kinds.setdefault(scene.kind, _Tally())
        tally.counts.update(judged(reading, scene, least))
        on_reading(pixels, scene, reading)
        progress(count)
    return report


def judged(reading: Reading, scene: Scene, least: int = WANTED) -> Counter[str]:
    """What is right and wrong in a reading of a scene, counted by `NAMES`; see `measure_scenes`."""
    visible, hinted = _visible(scene, least)
    pairs = _paired(reading.cards, scene)
    counts: Counter[str] = Counter(scenes=1)
    true_of = {}
    for number, card in enumerate(reading.cards):
        true = pairs.get(number)
        if card.unread:
            continue
        if true is not None and scene.cards[true].face == card.face:
            true_of[number] = true
            counts["right"] += true in visible
        elif true is None or true in visible or true not in hinted:
            counts["extra"] += 1
            counts["flagged"] += card.doubtful
    cards_found = set(true_of.values())
    counts["cards"] = len(visible)
    counts["missed"] = len(visible - cards_found)
    _judge_questions(reading, scene, pairs, visible - cards_found, counts)
    often = Counter(scene.cards[i].face for i in visible)
    copies = [i for i in visible if often[scene.cards[i].face] > 1]
    counts["copies"] = len(copies)
    counts["copies_right"] = sum(i in cards_found for i in copies)
    _judge_groups(reading, scene, true_of, counts)
    _judge_piles(reading, scene, pairs, visible, counts)
    if scene.kind == "canasta":
        # of the cards that perhaps can be read those count that were, rightly or not
        pairs = {i: t for i, t in pairs.items() if t in visible or not reading.cards[i].unread}
        _judge_round(reading, scene, pairs, visible | (hinted & set(pairs.values())), counts)
    return counts


def _judge_questions(
    reading: Reading,
    scene: Scene,
    pairs: dict[int, int],
    missed: set[int],
    counts: Counter[str],
) -> None:
    """Count the missed cards that are asked about, and the questions that are about none of them.

    A question is about a card if one of its marks is, or if it is where that card lies.
    """
    read = {true for number, true in pairs.items() if not reading.cards[number].unread}
    noticed: set[int] = set()
    for number, card in enumerate(reading.cards):
        if not card.doubtful:
            continue
        near = {mark.card for mark in scene.marks if mark.shows >= HINT / 2}
        near = {true for true in near if _nearest(card, scene, true) < SAME_MARK}
        near |= {pairs[number]} if number in pairs else set()
        noticed |= near & missed
        if card.unread:
            counts["unread"] += 1
            counts["unread_twice"] += not near & missed and bool(near & read)
            counts["unread_hidden"] += not near & (missed | read) and bool(near)
            counts["unread_nothing"] += not near
    counts["missed_flagged"] = len(noticed)


def _nearest(card: SeenCard, scene: Scene, true: int) -> float:
    """How far the marks of a card that was read are from those of a true one, as `_off`."""
    marks = (mark for mark in scene.marks if mark.card == true and mark.shows >= HINT / 2)
    return min((_off(card, mark) for mark in marks), default=math.inf)


def _visible(scene: Scene, least: int = WANTED) -> tuple[set[int], set[int]]:
    """The cards that can be read, and those that perhaps can, as by marks lower than `least`."""
    plain: set[int] = set()
    hinted: set[int] = set()
    for mark in scene.marks:
        inside = 0 <= mark.x < scene.width and 0 <= mark.y < scene.height
        if inside and mark.shows >= HINT and scene.cards[mark.card].face:
            can = mark.shows >= SHOWS and mark.clear >= PRINTED and mark.height >= least
            (plain if can else hinted).add(mark.card)
    return plain, hinted - plain


def _paired(cards: tuple[SeenCard, ...], scene: Scene) -> dict[int, int]:
    """For each card that was read, the true card it matches, nearest first, each used once.

    It is the card whose mark was read or, if none of its marks is a true one, the card on which it
    lies.
    """
    ways = []
    marks: dict[int, list[TrueMark]] = {}
    for mark in scene.marks:
        if mark.shows >= HINT:
            marks.setdefault(mark.card, []).append(mark)
    for number, card in enumerate(cards):
        for true, other in enumerate(scene.cards):
            if not other.face:
                continue
            missed = min((_off(card, mark) for mark in marks.get(true, [])), default=math.inf)
            middle = np.mean(other.outline, axis=0)
            apart = math.hypot(card.middle[0] - middle[0], card.middle[1] - middle[1])
            high = float(np.hypot(*np.subtract(other.outline[3], other.outline[0])))
            far = apart / max(high, 1.0)
            if missed < SAME_MARK or far < SAME_CARD:
                # right beside a card its copy may lie, so the face comes before the place
                own = (card.unread, missed >= SAME_MARK, other.face != card.face)
                ways.append((*own, far, number, true))
    pairs: dict[int, int] = {}
    paired_cards = set()
    for *_, number, true in sorted(ways):
        if number not in pairs and true not in paired_cards:
            pairs[number] = true
            paired_cards.add(true)
    return pairs


def _off(card: SeenCard, mark: TrueMark) -> float:
    """How far the nearest mark of a card that was read is from a true one, in heights of that."""
    away = [math.hypot(read.x - mark.x, read.y - mark.y) for read in card.marks]
    return min(away, default=math.inf) / max(mark.height, 1.0)


def _judge_groups(
    reading: Reading, scene: Scene, true_of: dict[int, int], counts: Counter[str]
) -> None:
    """Count the pairs of cards that are rightly or wrongly in one group."""
    group = {i: number for number, each in enumerate(reading.groups) for i in each.cards}
    for one, other in itertools.combinations(true_of, 2):
        true = scene.cards[true_of[one]].group == scene.cards[true_of[other]].group
        read = group[one] == group[other]
        counts["pairs_right"] += true and read
        counts["pairs_joined"] += read and not true
        counts["pairs_parted"] += true and not read


def _judge_piles(
    reading: Reading,
    scene: Scene,
    pairs: dict[int, int],
    visible: set[int],
    counts: Counter[str],
) -> None:
    """Count the piles found, with their turn where it can be told.

    It means something on a table of Tranca, and only open cards beside the piles tell which way is
    straight; without them it is asked.
    """
    piles = {pairs[pile.card]: pile for pile in reading.piles if pile.card in pairs}
    tranca_piles: dict[int, Pile] = {}
    if scene.kind == "canasta":
        for meld in melds_of(reading):
            true = pairs.get(meld.numbers[0])
            if meld.pile is not None and true is not None and scene.cards[true].pile > 1:
                tranca_piles[true] = meld.pile
            counts["piles_taken_extra"] += meld.pile is not None and true not in tranca_piles
    is_told = scene.kind == "canasta" and sum(scene.cards[i].pile == 1 for i in visible) >= ENOUGH
    for number in visible:
        card = scene.cards[number]
        if card.pile > 1:
            counts["piles"] += 1
            for name, piles_found in (("piles_right", piles), ("piles_taken", tranca_piles)):
                if number in piles_found:
                    counts[name] += piles_found[number].crosswise == card.crosswise or not is_told
    counts["piles_extra"] += sum(
        pile.card not in pairs or scene.cards[pairs[pile.card]].pile == 1 for pile in reading.piles
    )


def _true_facts(scene: Scene, visible: set[int]) -> dict[str, Any]:
    """The true cards on the table of a scene, as arguments of `score`."""
    groups: dict[int, list[str]] = {}
    for number, card in enumerate(scene.cards):
        if number in visible:
            groups.setdefault(card.group, []).append(card.face)
    groups.update({g: list(faces) for g, faces in scene.piled.items() if g in groups})
    dollars = [face for faces in groups.values() for face in faces if face in RED_THREES]
    left = ([f for f in faces if f[0] != "3"] for faces in groups.values())
    return {"sequences": [faces for faces in left if faces], "dollars": dollars}


def _judge_round(
    reading: Reading,
    scene: Scene,
    pairs: dict[int, int],
    visible: set[int],
    counts: Counter[str],
) -> None:
    """Score the round from the reading, untouched and corrected."""
    truth = score(**_true_facts(scene, visible), lenient=True)
    draft = Draft()
    see(draft, reading)
    counts["rounds"] += 1
    _tell_piles(draft, scene, pairs)
    counts["untouched"] += draft.score().total == truth.total
    counts["corrected"] += _fixes_needed(draft, scene, pairs, visible) <= FIXES


def _tell_piles(draft: Draft, scene: Scene, pairs: dict[int, int]) -> None:
    """Say what lies under the tops of those piles that were found."""
    for meld in draft.melds:
        if meld.pile is None:
            continue
        true = pairs.get(draft.cards[meld.cards[0]].number)
        if true is not None and scene.cards[true].group in scene.piled:
            meld.pile.faces = scene.piled[scene.cards[true].group]
            meld.pile.checked = True


def _fixes_needed(draft: Draft, scene: Scene, pairs: dict[int, int], visible: set[int]) -> int:
    """The number of cards left to correct after all questions about doubtful ones.

    A wrong face, a card too many, a missed card, a card in the wrong meld, and a pile mistaken for
    a single card or the reverse each count as one.
    """
    fixes = 0
    places: dict[int, Counter[int]] = {}  # of each true group, the melds of its cards
    for place, meld in enumerate(draft.melds):
        for number in meld.cards:
            card = draft.cards[number]
            true = pairs.get(card.number)
            if true is None:
                fixes += not card.doubtful
                continue
            if scene.cards[true].face != card.face and not card.doubtful:
                fixes += 1
            is_pile = scene.cards[true].pile > 1
            if is_pile != (meld.pile is not None) and card.face not in BLACK_THREES:
                # a single card on a table is asked about: only red threes lie alone
                fixes += len(meld.cards) > 1 or meld.pile is not None
            if scene.cards[true].face not in RED_THREES:
                places.setdefault(scene.cards[true].group, Counter())[place] += 1
    fixes += len(visible - set(pairs.values()))
    owners: Counter[int] = Counter()
    for melds in places.values():
        best = max(melds, key=lambda place: (melds[place], -place))
        fixes += sum(melds.values()) - melds[best]
        owners[best] += 1
    return fixes + sum(n - 1 for n in owners.values())


def label_of(scene: Scene) -> dict[str, Any]:
    """What a scene shows, as an entry of a `labels.json` without its file."""
    visible, hinted = _visible(scene)
    groups: dict[int, list[str]] = {}
    for number in sorted(visible):
        card = scene.cards[number]
        groups.setdefault(card.group, []).append(card.face)
    return {
        "cards": [scene.cards[i].face for i in sorted(visible)],
        "maybe": [scene.cards[i].face for i in sorted(hinted)],
        "tags": [scene.kind],
        "groups": list(groups.values()),
    }
