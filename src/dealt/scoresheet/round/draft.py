"""A draft of a round of Tranca, from photos or keys: its cards, corrections and score.

A `Draft` knows which of its facts are not confirmed yet, and guesses the cards under the top of a
pile, which a photo cannot show.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from dealt.cards import FRENCH, all_written, written
from dealt.errors import ScoreError
from dealt.games.tranca.house import BLACK_THREES, TRANCA, HouseRules
from dealt.games.tranca.judging import CANASTRA, RED_THREES, RUN, SHORTEST, Remark, judge
from dealt.games.tranca.scoring import JOKERS_OF_A_DECK, Breakdown, score
from dealt.language import Phrase, message, message_n, say
from dealt.scoresheet.card_text import HAND
from dealt.scoresheet.evening import Strict

MOST_CARDS = 200
MOST_PHOTOS = 12
MOST_OPTIONS = 8
_MOST_MELDS = 100

Face = Annotated[str, Meta(pattern=r"^([2-9TJQKA][CDHS]|WJ)$")]
NoFace = Annotated[str, Meta(pattern=r"^([2-9TJQKA][CDHS]|WJ)?$")]
Lowest = Annotated[str, Meta(pattern=r"^([4-9TJQKA][CDHS]|set|twos)?$")]
Place = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
_NoPlace = Annotated[int, Meta(ge=-1, le=MOST_CARDS)]
_Pixel = Annotated[float, Meta(ge=-20_000, le=20_000)]
Outline = Annotated[tuple[tuple[_Pixel, _Pixel], ...], Meta(max_length=8)]
Cards = Annotated[list[Place], Meta(max_length=MOST_CARDS)]
Faces = Annotated[list[Face], Meta(max_length=MOST_CARDS)]
_FaceTuple = Annotated[tuple[Face, ...], Meta(max_length=MOST_CARDS)]
Morto = Literal["used", "unused", "none"]
_Advice = Annotated[str, Meta(max_length=300)]

SUITS = "CDHS"
UNREAD = "?"  # in place of the face of a card that could not be read
DOUBTFUL = 0.7  # as in `dealt.vision.cards`, which need not be installed here
_CARDS_OF_A_DECK = 52
_MOST_OF_A_PILE = 16


class DraftCard(Strict):
    """A card of a round.

    Attributes:
        photo: index of its photo in the draft; -1 for a card that was added.
        number: its number in the reading of that photo; -1 for a card that was added.
        read: the face that was read; empty for a card that was added or could not be read.
        face: its current face; empty while an unread card has not been named.
        options: the likeliest faces, the likeliest first.
        checked: somebody has confirmed or corrected it.
        removed: it is not a card of the round, as somebody has said.
        others: it was removed as a card of somebody else.
    """

    photo: _NoPlace
    number: _NoPlace
    read: NoFace
    face: NoFace
    confidence: Annotated[float, Meta(ge=0, le=1)]
    options: Annotated[tuple[Face, ...], Meta(max_length=MOST_OPTIONS)] = ()
    checked: bool = False
    removed: bool = False
    others: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether it needs checking."""
        unsure = not self.checked and self.confidence < DOUBTFUL
        return not self.removed and (self.is_unread or unsure)

    @property
    def is_unread(self) -> bool:
        """Whether it could not be read and has not been named."""
        return not self.face

    @property
    def text(self) -> str:
        """Its face for people."""
        return written(self.face) if self.face else UNREAD


class PileFacts(Strict):
    """The cards under the top of a pile, a guess until it is checked.

    Attributes:
        crosswise: clean if true, else dirty (T12).
        sure: whether the photo shows its orientation beyond doubt.
        is_visible: whether the photo shows a pile; else it is a single card.
        lowest: the lowest card of its run, such as `4H`, counting the stand-in in its place; or
            `set` for cards of one rank, or `twos`.
        stands_for: in a dirty run, the card that the 2 replaces.
        faces: all its cards, if named.
        checked: somebody has confirmed it.
    """

    crosswise: bool
    sure: bool
    count: Annotated[int, Meta(ge=1, le=99)] = CANASTRA
    lowest: Lowest = ""
    stands_for: NoFace = ""
    faces: _FaceTuple = field(default=(), name="told")
    is_visible: bool = field(default=True, name="seen")
    checked: bool = False


class DraftMeld(Strict):
    """Cards that lie together on the table.

    Attributes:
        cards: their numbers in the draft, in order; for a pile only the top card.
        pile: the cards under the top card; None for cards laid open.
        legal: the most probable legal faces, if the cards as read are clearly not a sequence.
        checked: somebody has confirmed that it lies there like this.
    """

    cards: Cards
    pile: PileFacts | None = None
    legal: _FaceTuple | None = None
    checked: bool = False


class DraftPhoto(Strict):
    """A photo of a round: facts about it, without the picture.

    Attributes:
        shows: `TABLE` or `HAND`.
        outlines: the corners of each card that was read, in pixels.
        faces: the faces of those cards as read, empty for a card that could not be read; not set
            if unknown.
        inferred: numbers of those whose face was inferred from neighbouring cards.
        advice: the problems of the photo and their remedies, one line each.
        model: the version of the networks that read it.
    """

    shows: Literal["table", "hand"]
    width: Annotated[int, Meta(ge=1, le=20_000)]
    height: Annotated[int, Meta(ge=1, le=20_000)]
    outlines: Annotated[tuple[Outline, ...], Meta(max_length=MOST_CARDS)] = ()
    faces: Annotated[tuple[NoFace, ...], Meta(max_length=MOST_CARDS)] | UnsetType = UNSET
    inferred: Annotated[tuple[Place, ...], Meta(max_length=MOST_CARDS)] = ()
    advice: Annotated[tuple[_Advice, ...], Meta(max_length=8)] = ()
    model: Annotated[str, Meta(max_length=80)] = ""


class DraftData(Strict):
    """A round as data.

    Attributes:
        decks: 2, or 3 as with six players.
        morto: `used`, `unused` or `none`; None while unknown.
        final_move: whether the side made it; None while unknown.
        hand: the numbers of the cards in the hand.
    """

    decks: Literal[2, 3] = 2
    morto: Morto | None = None
    final_move: bool | None = None
    photos: Annotated[list[DraftPhoto], Meta(max_length=MOST_PHOTOS)] = field(default_factory=list)
    cards: Annotated[list[DraftCard], Meta(max_length=MOST_CARDS)] = field(default_factory=list)
    melds: Annotated[list[DraftMeld], Meta(max_length=_MOST_MELDS)] = field(default_factory=list)
    hand: Cards = field(default_factory=list)


class Draft(DraftData):
    """The round of a side, as far as it is known, by its house rules.

    `dealt.scoresheet.round.edits` has all that changes it.
    """

    rules: HouseRules = TRANCA

    def meld_of(self, card: int) -> DraftMeld | None:
        """The meld that a card lies in, if any."""
        return next((meld for meld in self.melds if card in meld.cards), None)

    def open_cards(self, meld: DraftMeld) -> list[DraftCard]:
        """The cards of a meld, without removed ones."""
        return [self.cards[i] for i in meld.cards if not self.cards[i].removed]

    def faces(self, meld: DraftMeld) -> tuple[str, ...]:
        """The faces of a meld without those that lie apart; for a pile, the guess.

        A single card does not count as a pile until that is confirmed.
        """
        faces = tuple(face for face in self._faces(meld) if not self.rules.is_apart(face))
        if meld.pile is None or not faces:
            return faces
        # a 2 on top can be a stand-in, worth 100 points, or one of seven twos, worth 1000
        if not meld.pile.checked and (not meld.pile.is_visible or faces[0][0] == "2"):
            return faces
        return pile_faces(faces[0], meld.pile, self.decks)

    def _faces(self, meld: DraftMeld) -> list[str]:
        """The known faces of the open cards of a meld."""
        return [card.face for card in self.open_cards(meld) if card.face]

    @property
    def unread(self) -> list[int]:
        """The numbers of the cards that could not be read and have not been named."""
        return [i for i, card in enumerate(self.cards) if card.is_unread and not card.removed]

    @property
    def dollars(self) -> tuple[str, ...]:
        """The red threes on the table that lie apart."""
        faces = (face for meld in self.melds for face in self._faces(meld))
        return tuple(each for each in faces if each in RED_THREES and self.rules.is_apart(each))

    @property
    def lacks_hand(self) -> bool:
        """Whether the hand is empty, though a side that does not go out holds some cards."""
        return self.final_move is False and all(self.cards[i].removed for i in self.hand)

    @property
    def black_threes(self) -> list[int]:
        """The numbers of the black threes on the table, where none can lie."""
        return [
            i
            for meld in self.melds
            for i in meld.cards
            if not self.cards[i].removed
            and self.cards[i].face in BLACK_THREES
            and self.rules.is_apart(self.cards[i].face)
        ]

    def facts(self) -> dict[str, Any]:
        """The known facts as arguments of `scoring.score`; open questions count as no."""
        sequences = [faces for meld in self.melds if (faces := self.faces(meld))]
        in_hand = (self.cards[i] for i in self.hand)
        hand = tuple(card.face for card in in_hand if card.face and not card.removed)
        return {
            "sequences": sequences,
            "dollars": self.dollars,
            "hand": hand,
            "morto": self.morto or "none",
            "final_move": bool(self.final_move),
            "decks": self.decks,
        }

    def score(self) -> Breakdown:
        """The score of the known facts, computed leniently, with warnings about unlikely ones."""
        facts = self.facts()
        scored = score(**facts, lenient=True, rules=self.rules)
        total = sum(map(len, facts["sequences"])) + len(facts["dollars"]) + len(facts["hand"])
        jokers = JOKERS_OF_A_DECK if self.rules.joker else 0
        most = (_CARDS_OF_A_DECK + jokers) * self.decks
        doubts = list(scored.doubts)
        if total > most:
            values = {"n": total, "decks": self.decks, "most": most}
            doubts.append(Remark("many-cards", "{n} cards, and {decks} decks have {most}", values))
        if self.black_threes:
            doubt = message("a black three on the table, where none can lie; it is not counted")
            doubts.append(Remark("black-three-on-table", doubt))
        if self.unread:
            words = message_n(
                "{cards} could not be read and is not counted",
                "{cards} could not be read and are not counted",
            )
            cards = tuple(Phrase("card {n}", {"n": i + 1}) for i in self.unread)
            doubts.append(Remark("unread", words, {"n": len(cards), "cards": cards}))
        if self.lacks_hand:
            lacks = message(
                "The hand is empty, but a player who does not make the final move still holds "
                "cards."
            )
            doubts.append(Remark("no-hand", lacks))
        return replace(scored, doubts=tuple(doubts))

    def too_many(self) -> list[tuple[str, list[int]]]:
        """Faces that occur more often than the decks contain them, with the card numbers."""
        numbers_of: dict[str, list[int]] = {}
        for number in (*(i for meld in self.melds for i in meld.cards), *self.hand):
            if not self.cards[number].removed and self.cards[number].face:
                numbers_of.setdefault(self.cards[number].face, []).append(number)
        return [
            (face, numbers_of[face])
            for face in FRENCH.faces
            if len(numbers_of.get(face, ())) > self.decks
        ]

    def label(self, photo: int) -> dict[str, Any]:
        """The true content of a photo, as an entry of a `labels.json` without its file.

        `corrections` lists misread cards: the number in the reading, -1 for a card that was not
        seen, the face read and the true one; an empty text means no card.
        """
        shows, faces_read = self.photos[photo].shows, self.photos[photo].faces
        first = [each.shows for each in self.photos].index(shows)
        groups = [self.hand] if shows == HAND else [meld.cards for meld in self.melds]
        own = {i for i, card in enumerate(self.cards) if card.photo == photo}
        # an added card lies on the photo that shows its neighbours
        for group in groups:
            home = next((self.cards[i].photo for i in group if self.cards[i].photo >= 0), first)
            own |= {i for i in group if self.cards[i].photo < 0 and home == photo}
        elsewhere = own - {i for group in groups for i in group}
        present = {i for i in own if not self.cards[i].removed and self.cards[i].face}
        # cards of others do lie there, but their faces were not checked
        others = {i for i in own - present if self.cards[i].others}
        # added dollars lie under another one
        under = {i for i in present if self.cards[i].photo < 0 and self.cards[i].face in RED_THREES}
        faces = [
            [self.cards[i].face for i in group if i in present - under]
            for group in (*groups, *([i] for i in sorted(elsewhere)))
        ]
        numbers = {self.cards[i].number for i in own}
        maybe = [self.cards[i].face for i in sorted(under | others) if self.cards[i].face]
        maybe += [
            face
            for i, face in enumerate(() if faces_read is UNSET else faces_read)
            if i not in numbers and face
        ]
        corrections = []
        for i in sorted(own - others):
            card = self.cards[i]
            face = "" if card.removed else card.face  # also empty for an unread card
            if face != card.read:
                corrections.append({"card": card.number, "read": card.read, "now": face})
        return {
            "cards": [face for group in faces for face in group],
            "maybe": maybe,
            "tags": [shows],
            "groups": [group for group in faces if group],
            "corrections": corrections,
        }


def guessed(
    top: str,
    *,
    crosswise: bool,
    sure: bool,
    count: int = CANASTRA,
    lowest: str = "",
    is_visible: bool = True,
) -> PileFacts:
    """The likeliest pile under a top card: a run that ends with it.

    Args:
        top: the top card; empty while it is unknown.
        crosswise: whether it lies crosswise.
        sure: whether that is certain.
        count: number of cards in the pile.
        lowest: the lowest card of its run, or `set`, if known.
        is_visible: whether the photo shows a pile.
    """
    facts = PileFacts(crosswise, sure, count, lowest, is_visible=is_visible)
    if lowest == "set" or not top:
        return facts
    if top[0] not in RUN and lowest[:1] not in tuple(RUN):
        facts.lowest = "twos"
        return facts
    if not lowest:
        place = RUN.index(top[0])
        # laid from low to high, so that the top card is the highest
        low = place - max(count, 1) + 1
        if low < 0:
            low = max(0, min(place, len(RUN) - count))
        facts.lowest = RUN[low] + top[1]
    if not crosswise and facts.lowest[0] in RUN:
        low = RUN.index(facts.lowest[0])
        run = [rank + facts.lowest[1] for rank in RUN[low : low + count]]
        facts.stands_for = next((face for face in run[1:-1] if face != top), facts.lowest)
    return facts


def pile_faces(top: str, facts: PileFacts, decks: int) -> tuple[str, ...]:
    """The faces of all cards of a pile, as far as known; legal if possible.

    Raises:
        ScoreError: no run of this length begins there.
    """
    if facts.faces:
        return facts.faces
    n, clean = facts.count, facts.crosswise
    stand_in = top if top[0] == "2" else ""
    suits = [top[1], *(suit for suit in SUITS if suit != top[1])]
    if facts.lowest == "twos":
        return tuple("2" + suit for _ in range(n) for suit in suits)[:n]
    if facts.lowest == "set":
        rank = facts.stands_for[:1] if top[0] == "2" else top[0]
        if not rank:
            raise ScoreError("a 2 does not show which rank the set under it has: name its cards")
        naturals = n if clean else n - 1
        faces = tuple(rank + suit for _ in range(max(decks, naturals)) for suit in suits)[:naturals]
        return faces if clean else (*faces, stand_in or "2" + top[1])
    rank, suit = facts.lowest[0], facts.lowest[1]
    if rank not in RUN:
        raise ScoreError(
            "a run begins with a 4 or more, not with {card}", card=written(facts.lowest)
        )
    low = RUN.index(rank)
    if low + n > len(RUN):
        raise ScoreError(
            "a run from {card} has at most {most} cards, not {n}",
            card=written(facts.lowest), most=len(RUN) - low, n=n,
        )  # fmt: skip
    run = [each + suit for each in RUN[low : low + n]]
    if clean:
        return tuple(run)
    missing = facts.stands_for if facts.stands_for in run else run[1 % len(run)]
    return tuple((stand_in or "2" + suit) if face == missing else face for face in run)


def check_pile(top: str, facts: PileFacts, decks: int, rules: HouseRules = TRANCA) -> str | None:
    """The reason why a pile is impossible, in one line; None if it is possible."""
    if not SHORTEST <= facts.count <= _MOST_OF_A_PILE:
        return say(
            "a pile has {least} to {most} cards, not {n}",
            n=facts.count, least=SHORTEST, most=_MOST_OF_A_PILE,
        )  # fmt: skip
    try:
        faces = pile_faces(top, facts, decks)
    except ScoreError as error:
        return str(error)
    if top not in faces:
        return say(
            "{card} is on top and not among {cards}", card=written(top), cards=all_written(faces)
        )
    counts = Counter(faces)
    many = [face for face, n in counts.items() if n > decks]
    if many:
        return say("{decks} decks do not have {n} cards of one kind", n=len(faces), decks=decks)
    if judge(faces, rules).fault is not None:
        return say("{cards} is not a sequence", cards=all_written(faces))
    return None
