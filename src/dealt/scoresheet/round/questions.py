"""The open questions about a round of Tranca read from photos, the most useful first.

A face that would make a sequence illegal (T2), or of which all copies are there, is not offered;
people may still name it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dealt.cards import all_written, written
from dealt.core.melding import CANASTA
from dealt.games.tranca.house import BLACK_THREES
from dealt.games.tranca.judging import RED_THREES, judge
from dealt.language import listed, message, say
from dealt.scoresheet.round.draft import Draft, DraftMeld, Outline

MOST = 5  # faces offered


def proposals(draft: Draft, card: int) -> tuple[str, ...]:
    """The likeliest faces that a card can have in its place, the likeliest first; may be empty."""
    if draft.cards[card].removed:
        return ()
    copies = _copies_beside(draft, {card})
    meld = draft.meld_of(card)
    return tuple(
        face
        for face in draft.cards[card].options
        if copies[face] < draft.decks and (meld is None or _can_lie(draft, meld, card, face))
    )[:MOST]


def can_offer(draft: Draft, meld: DraftMeld) -> bool:
    """Whether the most probable legal faces of a meld can be offered: there are enough copies."""
    if meld.legal is None:
        return False
    count = _copies_beside(draft, meld.cards) + Counter(meld.legal)
    return all(count[face] <= draft.decks for face in meld.legal)


def _copies_beside(draft: Draft, left_out: Sequence[int] | set[int]) -> Counter[str]:
    """How often each face occurs beside some cards, not counting doubtful ones."""
    numbers = [i for meld in draft.melds for i in meld.cards] + draft.hand
    cards = [draft.cards[i] for i in numbers if i not in left_out]
    return Counter(card.face for card in cards if not card.removed and not card.doubtful)


def _can_lie(draft: Draft, meld: DraftMeld, card: int, face: str) -> bool:
    """Whether a card of a meld can have a face, regardless of its doubtful neighbours."""
    if not draft.rules.lays_like_tranca:
        return True
    if face in BLACK_THREES:
        return False
    others = [i for i in meld.cards if i != card and not draft.cards[i].removed]
    if meld.pile is not None or not others:
        return True  # dollars lie alone, and other cards on top of piles
    sure_faces = [draft.cards[i].face for i in others if not draft.cards[i].doubtful]
    if face in RED_THREES and all(each in RED_THREES for each in sure_faces):
        return True
    return CANASTA.can_become([*sure_faces, face], len(others) - len(sure_faces))


CARD, PILE, MELD, BLACK, COPIES = "card", "pile", "meld", "black three", "copies"
DOLLARS, MORTO, FINAL_MOVE = "dollars", "morto", "final move"


@dataclass(frozen=True)
class Question:
    """A question that the photos leave open.

    Attributes:
        kind: one of the kinds of this module, such as `CARD`.
        text: the question, on one line.
        options: possible answers, the likeliest first; for a card its faces, see `proposals`.
        cards: numbers, in the draft, of the cards it is about.
        meld: number, in the draft, of the meld it is about, or None.
    """

    kind: str
    text: str
    options: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    meld: int | None = None


def questions(draft: Draft) -> list[Question]:
    """All open questions: cards first, since they can answer the rest."""
    open_questions = _about_cards(draft)
    for number, meld in enumerate(draft.melds):
        open_questions += _about_meld(draft, number, meld)
    open_questions += _about_copies(draft)
    if draft.morto is None and draft.rules.morto:
        open_questions.append(
            Question(MORTO, say("Did you take the morto?"), ("used", "none", "unused"))
        )
    if draft.final_move is None:
        open_questions.append(Question(FINAL_MOVE, say("Made the final move?"), ("no", "yes")))
    return open_questions


def place_of(draft: Draft, card: int) -> str:
    """A card among its neighbours, such as `5H 6H [8H?] 8H`, or alone."""
    meld, words = draft.meld_of(card), []
    for number in draft.hand if meld is None else meld.cards:
        each = draft.cards[number]
        if number == card:
            words.append(f"[{written(each.face) if each.face else ''}?]")
        elif not each.removed:
            words.append(each.text)
    return " ".join(words)


_WHICH_CARD = {  # by whether the card is in the hand, and could not be read
    (True, False): message("Card {n} (hand), {place}: which one is it?"),
    (False, False): message("Card {n} (table), {place}: which one is it?"),
    (True, True): message(
        "Card {n} (hand), {place}: a card here could not be read; which one is it?"
    ),
    (False, True): message(
        "Card {n} (table), {place}: a card here could not be read; which one is it?"
    ),
}


def _about_cards(draft: Draft) -> list[Question]:
    """The questions about doubtful cards, and about black threes on the table."""
    about_cards = []
    for number, card in enumerate(draft.cards):
        if card.doubtful:
            text = _WHICH_CARD[number in draft.hand, card.is_unread]
            text = say(text, n=number + 1, place=_whereabouts(draft, number))
            about_cards.append(Question(CARD, text, proposals(draft, number), (number,)))
    for number in draft.black_threes:
        card = draft.cards[number]
        if not card.doubtful and not card.checked:
            text = say(
                "Card {n} is read as {card}, and no black three can lie on the table: "
                "which one is it?",
                n=number + 1, card=written(card.face),
            )  # fmt: skip
            about_cards.append(Question(BLACK, text, proposals(draft, number), (number,)))
    return about_cards


def _whereabouts(draft: Draft, number: int) -> str:
    """A card among its neighbours; an unread one that lies alone by its place on the photo."""
    place, outline = place_of(draft, number), _outline(draft, number)
    if place != "[?]" or outline is None:
        return place
    photo = draft.cards[number].photo
    across, down = (sum(places) / len(outline) for places in zip(*outline, strict=True))
    return say(
        "photo {photo}, {across} percent from the left, {down} percent from the top",
        photo=photo + 1,
        across=round(100 * across / draft.photos[photo].width),
        down=round(100 * down / draft.photos[photo].height),
    )


def _outline(draft: Draft, number: int) -> Outline | None:
    """The outline of a card on its photo; None if unknown."""
    card = draft.cards[number]
    if not 0 <= card.photo < len(draft.photos):
        return None
    outlines = draft.photos[card.photo].outlines
    return outlines[card.number] or None if 0 <= card.number < len(outlines) else None


def _about_meld(draft: Draft, number: int, meld: DraftMeld) -> list[Question]:
    """The questions about a meld."""
    faces = draft.faces(meld)
    cards = tuple(meld.cards)
    if any(card.is_unread for card in draft.open_cards(meld)):
        return []  # the questions about these cards come first
    if not faces and meld.pile is not None:
        top = draft.open_cards(meld)[0].face
        if top in draft.dollars:
            text = say("A pile under {card}: how many dollars lie there?", card=written(top))
            return [Question(DOLLARS, text, ("2", "1", "3", "4"), cards, number)]
    if not faces or meld.checked:
        return []
    if (pile := meld.pile) is not None:
        if pile.checked:
            return []
        text = _PILE if pile.is_visible else _LONE_CARD
        text = say(
            text,
            card=written(draft.open_cards(meld)[0].face),
            lies=say(_LIES[pile.sure, pile.crosswise]),
        )
        return [Question(PILE, text, ("pile", "single card"), cards, number)]
    verdict = judge(faces, draft.rules)
    if verdict.reason is None:
        return []
    text = say("{cards} is not a sequence: {why}.", cards=all_written(faces), why=verdict.reason)
    options: tuple[str, ...] = ("leave it",)
    if len(faces) == 1:
        options = ("top of a pile", "leave it")
    elif meld.legal is not None and can_offer(draft, meld):
        options = (" ".join(meld.legal), "leave it")
    return [Question(MELD, text, options, cards, number)]


_PILE = message("A pile under {card}, {lies}: what is in it?")
_LONE_CARD = message("{card} lies alone, {lies}: what is in the pile under it, if it is one?")
_LIES = {  # by whether it is sure, and lies crosswise
    (True, True): message("across (clean)"),
    (True, False): message("upright (dirty)"),
    (False, True): message("across (clean), or nearly so"),
    (False, False): message("upright (dirty), or nearly so"),
}


def _about_copies(draft: Draft) -> list[Question]:
    """The questions about faces with more copies than decks, unless all are checked."""
    about_copies = []
    for face, cards in draft.too_many():
        if all(draft.cards[i].checked for i in cards):
            continue
        text = say(
            "{card} appears {n} times with {decks} decks: {places}.",
            card=written(face), n=len(cards), decks=draft.decks,
            places=listed([say("card {n}", n=i + 1) for i in cards]),
        )  # fmt: skip
        about_copies.append(Question(COPIES, text, (), tuple(cards)))
    return about_copies
