"""What is offered for a card that is asked about could lie there: never an illegal sequence."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.core.melding import CANASTA
from dealt.scoresheet.round.draft import Draft, DraftCard, DraftMeld, guessed
from dealt.scoresheet.round.edits import Remove, correct
from dealt.scoresheet.round.questions import BLACK, CARD, MELD, can_offer, proposals, questions
from dealt.vision.cards import FACES

SOME = [face for face in FACES if face[0] in "23456K" and face[1] in "HS"]


def draft_with(*melds, hand="", decks=2):
    """A draft of melds; a card with a question mark is doubtful, and may be what follows it.

    `5H?5H=5D=KC` was read as the five of hearts and may also be that of diamonds or a king.
    """
    draft = Draft(decks=decks, morto="used", final_move=True)

    def take(word):
        face, _, others = word.partition("?")
        options = tuple(others.split("=")) if others else (face,)
        sure = 0.4 if "?" in word else 0.99
        draft.cards.append(DraftCard(0, len(draft.cards), face, face, sure, options))
        return len(draft.cards) - 1

    for words in melds:
        draft.melds.append(DraftMeld([take(word) for word in words.split()]))
    draft.hand = [take(word) for word in hand.split()]
    return draft


def offered(*melds, **more):
    """What is offered for the only doubtful card."""
    draft = draft_with(*melds, **more)
    (card,) = (i for i, each in enumerate(draft.cards) if each.doubtful)
    return " ".join(proposals(draft, card))


@pytest.mark.parametrize(
    ("meld", "faces"),
    [
        ("5H 6H 7H?KD=7D=7H 8H", "7H"),
        ("5H 6H 7H?KD=7H=2C 8H", "7H 2C"),
        ("2C 6H 7H?KD=2C=7H=3H 8H", "7H"),
        ("KS KD KH?QH=KH=KC=3H=2H", "KH KC 2H"),
        ("KS 2D KH?2H=KH=QH", "KH"),
        ("5H 6H 7H 3H?3H=8H=3D", "8H"),
        ("5H 6H ?9H=7H=5S", "7H"),
        ("5H 6H 7H ?KC=QD", ""),
        ("5H KD ?6H=KC=QD", ""),
        ("?3H=3S=KC=2D", "3H KC 2D"),
        ("3D ?3H=3S=KC", "3H"),
        ("AC KC ?4C=QC=JC", "QC"),
        ("4C 5C 6C 7C 8C 9C TC JC QC KC AC ?2C=4C", ""),
    ],
)
def test_a_meld_offers_the_faces_that_fit(meld, faces):
    assert offered(meld) == faces


def test_a_face_that_lies_there_often_enough_is_not_offered():
    """Wherever it lies; with three decks once more. Doubtful ones do not count."""
    melds = ("KS KD KH?KS=KC=KH", "KS KC KD")
    assert offered(*melds) == "KC KH"
    assert offered(*melds, decks=3) == "KS KC KH"
    assert offered("KS KD KH?KS=KC", hand="KS") == "KC"
    draft = draft_with("KS KD KH?KS=KC", "KS?KS=KH KC KD")
    assert proposals(draft, 2) == ("KS", "KC")


def test_in_the_hand_any_face_is_offered_that_is_left():
    assert offered("KS KD KC", hand="KS 3S?3S=3C=KS") == "3S 3C"


def test_a_doubtful_neighbour_may_be_anything():
    """Read as five of hearts, king, king, five, of which two are doubtful."""
    draft = draft_with("5H?5H=KC KD KS?KS=5S KH")
    assert proposals(draft, 0) == ("KC",)
    draft = draft_with("5H?5H=KC KD?KD=6H KS?KS=7H")
    assert proposals(draft, 0) == ("5H", "KC")


def test_on_a_pile_no_black_three_is_offered():
    draft = draft_with("?KC=3S=3H")
    draft.melds[0].pile = guessed("KC", crosswise=True, sure=True)
    assert proposals(draft, 0) == ("KC", "3H")


def test_a_removed_card_asks_nothing():
    draft = draft_with("5H 6H 7H?7H")
    correct(draft, Remove(2))
    assert proposals(draft, 2) == ()


def test_the_questions_offer_just_that():
    """A black three on the table included; it was read clearly."""
    draft = draft_with("5H 6H KD?KD=7H")
    (question,) = [each for each in questions(draft) if each.kind == CARD]
    assert question.options == ("7H",)
    draft = draft_with("3S")
    draft.cards[0].options = ("3S", "3H", "9S")
    (question,) = [each for each in questions(draft) if each.kind == BLACK]
    assert question.options == ("3H", "9S")


def test_a_sequence_is_not_offered_of_which_there_are_not_enough_copies():
    draft = draft_with("KS KD 6C", "KC KH KC")
    draft.melds[0].legal = ("KS", "KD", "KC")
    assert not can_offer(draft, draft.melds[0])
    (question,) = [each for each in questions(draft) if each.kind == MELD]
    assert question.options == ("leave it",)
    draft.melds[0].legal = ("KS", "KD", "KH")
    (question,) = [each for each in questions(draft) if each.kind == MELD]
    assert question.options == ("KS KD KH", "leave it")


@given(st.lists(st.sampled_from(SOME), min_size=1, max_size=4), st.integers(0, 2))
@settings(max_examples=300, deadline=None)
def test_what_cards_can_become_is_what_the_rules_say(faces, free):
    """Against all that so many more cards could be."""
    free = max(free, 3 - len(faces))
    every = any(
        CANASTA.form([*faces, *more])
        for more in itertools.combinations_with_replacement(FACES, free)
        if len({face[0] for face in more} - {"3"}) == len({face[0] for face in more})
    )
    # of copies the packs decide, not the sequence
    assert CANASTA.can_become(faces, free) == every


melds = st.lists(st.sampled_from(SOME), min_size=3, max_size=5)


@given(melds, st.lists(st.sampled_from(SOME), min_size=1, max_size=8, unique=True), st.data())
@settings(deadline=None)
def test_nothing_is_offered_that_makes_a_sequence_illegal(faces, options, data):
    place = data.draw(st.integers(0, len(faces) - 1))
    words = list(faces)
    words[place] += "?" + "=".join(options)
    draft = draft_with(" ".join(words))
    for face in proposals(draft, place):
        laid = [*faces[:place], face, *faces[place + 1 :]]
        assert CANASTA.form(laid) or set(laid) == {"3H"}
        assert laid.count(face) <= 2
