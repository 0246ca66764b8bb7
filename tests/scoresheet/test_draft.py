"""A round of Tranca from photos: melds, piles, what is to be asked, and the score."""

import math
from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from dealt.games.tranca.scoring import DIRTY, MORTO, TABLE
from dealt.scoresheet.round.draft import Draft, PileFacts, check_pile, guessed, pile_faces
from dealt.scoresheet.round.edits import (
    Add,
    Dollars,
    Leave,
    MakePile,
    Put,
    Remove,
    Rename,
    Single,
    correct,
)
from dealt.scoresheet.round.photos import see
from dealt.scoresheet.round.questions import (
    BLACK,
    CARD,
    COPIES,
    FINAL_MOVE,
    MELD,
    PILE,
    place_of,
    questions,
)
from dealt.scoresheet.round.questions import MORTO as ASK_MORTO
from dealt.vision.geometry import Mark
from dealt.vision.melds import melds_of
from dealt.vision.reading import reading_of
from tests.vision import tables
from tests.vision.eyes import small_table


def laid(*strips, doubt=None):
    """A draft of columns side by side, see `read_of`."""
    draft = Draft()
    see(draft, read_of(*strips, doubt=doubt))
    return draft


def read_of(*strips, doubt=None):
    """Columns side by side, read; `doubt` names a face read with doubt, and the other one."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    for group, faces in enumerate(strips):
        layer.strip(faces.split(), 110 * group, 0, 24, group=group, along=math.pi / 2, jitter=0.3)
    truth = tables.scene(layer, steep=0)
    marks = tables.read_marks(truth, rng, blur=0.5)
    if doubt is not None:
        marks = [torn(mark, *doubt) if mark.face == doubt[0] else mark for mark in marks]
    return tables.read(truth, marks)


def torn(mark, face, other):
    """A mark that is read as one of two faces, the first a little likelier."""
    rank, suit = [1e-6] * 13, [1e-6] * 4
    for each, chance in ((face, 0.55), (other, 0.45)):
        rank["23456789TJQKA".index(each[0])] += chance
        suit["CDHS".index(each[1])] += chance
    fields = {name: getattr(mark, name) for name in Mark.__slots__}
    return Mark(**{**fields, "rank": tuple(rank), "suit": tuple(suit)})


def table():
    truth, marks = small_table()
    draft = Draft()
    see(draft, reading_of(marks, truth.width, truth.height, "1", piles=tables.piles(truth)))
    return draft, truth


def kinds(draft):
    return [question.kind for question in questions(draft)]


def test_a_table_becomes_melds_piles_and_dollars():
    """With the guess that a pile has seven cards that end with its top."""
    draft, _ = table()
    faces = [" ".join(draft.faces(meld)) for meld in draft.melds]
    assert faces[:3] == ["5H 6H 7H 8H", "KS KD KC", "4C 5C 6C 7C 8C 9C TC"]
    assert faces[3].split()[0] == "6D" and faces[3].split()[-1] == "QD"
    assert sorted(draft.dollars) == ["3D", "3H"]
    assert kinds(draft) == [PILE, PILE, ASK_MORTO, FINAL_MOVE]


def test_a_card_that_peeks_out_of_a_pile_belongs_to_the_pile():
    """It is among the cards under the top, about which is asked."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.lay("8H", -10, 0, group=0, pile=6)
    layer.lay("TC", 0, 0, group=0, pile=7)
    truth = tables.scene(layer, steep=0)
    marks = tables.read_marks(truth, rng, blur=0.5)
    reading = tables.read(truth, marks)
    assert sorted(card.face for card in reading.cards) == ["8H", "TC"]
    draft = Draft()
    see(draft, reading)
    assert [[draft.cards[i].face for i in meld.cards] for meld in draft.melds] == [["TC"]]
    assert draft.label(0)["cards"] == ["TC"] and draft.label(0)["maybe"] == ["8H"]
    assert kinds(draft)[0] == PILE


def test_the_score_is_right_once_every_question_is_answered():
    """Against the score of the true cards."""
    draft, truth = table()
    for meld in draft.melds:
        if meld.pile is not None:
            top = draft.cards[meld.cards[0]].face
            pile = next(faces for faces in truth.piled.values() if faces[-1] == top)
            meld.pile = structs.replace(meld.pile, faces=pile, checked=True)
    draft.morto, draft.final_move = "used", True
    assert questions(draft) == []
    scored = draft.score()
    # 25 + 30 + 50 + 60 for the cards, 10 for dollars; 200 + 100; 200; 100
    assert scored.total == 25 + 30 + 50 + 60 + 10 + 200 + 100 + 200 + 100
    assert not scored.errors and not scored.warnings


def test_a_morto_without_an_answer_counts_as_none():
    """And the question stays."""
    draft, _ = table()
    assert draft.score().line(MORTO).points == -100 and ASK_MORTO in kinds(draft)


def test_a_doubtful_card_that_the_run_explains_is_not_asked():
    """Torn between 7H and 7D in a run of hearts."""
    draft = laid("5H 6H 7H 8H", doubt=("7H", "7D"))
    assert [card.face for card in draft.cards] == ["5H", "6H", "7H", "8H"]
    assert CARD not in kinds(draft)


def test_a_doubtful_card_that_no_meld_explains_is_asked():
    """Torn between KD and KH in a set of kings: both are legal."""
    draft = laid("KS KD KC", doubt=("KD", "KH"))
    (question,) = [each for each in questions(draft) if each.kind == CARD]
    assert question.options[:2] == ("KD", "KH")
    assert "[KD?]" in question.text and "KS" in question.text
    correct(draft, Rename(question.cards[0], "KH"))
    assert CARD not in kinds(draft)
    assert draft.label(0)["corrections"] == [{"card": 1, "read": "KD", "now": "KH"}]


def test_a_doubtful_card_is_read_as_the_run_wants_it():
    """Read as 8D, a little likelier than 8H; what was read is kept for the record."""
    draft = laid("6H 7H 8D", doubt=("8D", "8H"))
    assert [card.face for card in draft.cards] == ["6H", "7H", "8H"]
    assert draft.label(0)["corrections"] == [{"card": 2, "read": "8D", "now": "8H"}]


def test_a_doubtful_card_of_a_long_run_is_read_so_on_the_photo_already():
    """Three cards beside it show what it is."""
    draft = laid("6H 7H 8D 9H", doubt=("8D", "8H"))
    assert [card.face for card in draft.cards] == ["6H", "7H", "8H", "9H"]
    assert draft.photos[0].inferred == (2,)


def test_a_clear_card_is_not_changed_to_make_a_run():
    """The run that it would be is offered, the cards stay as they were read."""
    draft = laid("6H 7H KD 9H")
    (question,) = [each for each in questions(draft) if each.kind == MELD]
    assert "is not a sequence" in question.text
    assert [card.face for card in draft.cards] == ["6H", "7H", "KD", "9H"]
    assert len(question.options[0].split()) == 4  # what would be legal
    correct(draft, Leave(question.meld))
    assert MELD not in kinds(draft)
    assert draft.score().errors


def test_melds_that_touch_are_parted_where_both_are_legal():
    """One column of a run and a set below it."""
    draft = laid("5H 6H 7H KD KS KC")
    assert [" ".join(draft.faces(meld)) for meld in draft.melds] == ["5H 6H 7H", "KD KS KC"]


def test_a_meld_laid_with_a_gap_is_put_together():
    """Two cards and one, in line, that are a run together."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.strip(["5H", "6H"], 0, 0, 24, group=0, along=math.pi / 2)
    layer.lay("7H", 0, 120, group=0)
    truth = tables.scene(layer, steep=0)
    reading = tables.read(truth, tables.read_marks(truth, rng))
    assert len(reading.groups) == 2
    (meld,) = melds_of(reading)
    assert [card.face for card in meld.cards] == ["5H", "6H", "7H"]


def test_a_single_card_may_be_the_top_of_a_pile_and_is_asked_about():
    """Only threes can lie alone on a table of Tranca; until somebody says so no pile counts."""
    draft = laid("KD", "5H 6H", "3H")
    (question,) = [each for each in questions(draft) if each.kind == PILE]
    assert question.text.startswith("KD lies alone, upright (dirty)")
    assert draft.score().line(DIRTY).count == 0
    draft.melds[question.meld].pile.checked = True
    assert draft.score().line(DIRTY).count == 1
    (pair,) = [each for each in questions(draft) if each.kind == MELD]
    assert "2 cards; a sequence has 3 or more" in pair.text
    draft.melds[question.meld].pile = None
    (alone,) = [each for each in questions(draft) if each.kind == MELD and len(each.cards) == 1]
    assert alone.options[0] == "top of a pile"
    correct(draft, MakePile(alone.meld))
    assert draft.score().line(DIRTY).count == 1


def test_T5_a_black_three_on_the_table_is_a_question_and_never_counts():
    """With any answers."""
    draft = laid("3S")
    (question,) = [each for each in questions(draft) if each.kind == BLACK]
    assert draft.score().line(TABLE).count == 0
    assert any("black three" in warning for warning in draft.score().warnings)
    correct(draft, Rename(question.cards[0], "3S"))
    assert BLACK not in kinds(draft)
    correct(draft, Rename(question.cards[0], "3D"))
    assert draft.dollars == ("3D",) and draft.black_threes == []


def test_a_face_more_often_than_there_are_decks_is_asked_about():
    """Until every one of them was looked at."""
    draft = laid("KS KS KD", "KS KC KH")
    (question,) = [each for each in questions(draft) if each.kind == COPIES]
    assert "KS appears 3 times with 2 decks" in question.text and len(question.cards) == 3
    for number in question.cards:
        correct(draft, Rename(number, "KS"))
    assert COPIES not in kinds(draft)
    assert any("more copies than 2 decks have: KS 3" in w for w in draft.score().warnings)
    draft.decks = 3
    assert draft.too_many() == [] and not draft.score().warnings


def test_cards_of_the_hand_and_of_the_table_are_counted_together():
    """The same face twice on the table and once in the hand, with two decks."""
    draft = laid("KS KS KD")
    reading = read_of("KS KS KD")
    hand = replace(reading, cards=reading.cards[:1], groups=reading.groups, piles=())
    see(draft, hand, "hand")
    assert [face for face, _ in draft.too_many()] == ["KS"]
    assert draft.facts()["hand"] == ("KS",)
    correct(draft, Remove(draft.hand[0]))
    assert draft.facts()["hand"] == () and draft.too_many() == []


def test_more_cards_than_all_decks_have_is_warned_of():
    """Nothing is hidden by scoring all the same."""
    draft = Draft(morto="used", final_move=False)
    for _ in range(105):
        correct(draft, Add(["KS"], hand=True))
    warnings = draft.score().warnings
    assert "105 cards, and 2 decks have 104" in warnings


def test_corrections_of_a_table():
    """Cards are added, moved, taken out and renamed; melds that are empty vanish."""
    draft = laid("5H 6H 7H", "KD KS KC")
    added = len(draft.cards)
    correct(draft, Add(["8H"], 0))
    assert draft.faces(draft.melds[0]) == ("5H", "6H", "7H", "8H")
    correct(draft, Put(added, 1))
    assert draft.faces(draft.melds[1])[-1] == "8H"
    correct(draft, Put(added, None))
    assert draft.faces(draft.melds[2]) == ("8H",)
    correct(draft, Remove(added))
    assert len(draft.melds) == 2
    assert place_of(draft, 0).startswith("[5H?] 6H")


def test_a_card_taken_away_does_not_come_back_with_the_likeliest_meld():
    """What the cards most probably were was worked out with it."""
    draft = laid("6H 7H KD 9H", doubt=("7H", "8D"))
    draft.melds[0].legal = ("6H", "7H", "8H", "9H")
    correct(draft, Remove(1))
    assert draft.melds[0].legal is None


def test_a_meld_of_removed_cards_is_dropped():
    """However it came to have them."""
    draft = laid("4D 5D 6D", "TC")
    correct(draft, Single(1), Add(["JC"], 1))
    top = draft.melds[1].cards[0]
    draft.cards[top].removed = True
    correct(draft, Put(draft.melds[1].cards[1], None))
    assert all(draft.open_cards(meld) for meld in draft.melds)


def test_a_long_row_of_any_cards_is_parted_at_once():
    """Twenty mixed cards once took half a minute."""
    draft = laid("4H 9C KD 5S TD 2H QC 7S 8D JH AC 6D 4S TH 9D KS 5C QH 7D JS AD 8C 6S 4C")
    assert len(draft.cards) == 24 and len(draft.melds) == 1


def test_a_doubtful_three_that_fills_a_run_lies_in_it():
    """6H 7H 8H 9H with the eight read as a three, nearly."""
    draft = laid("6H 7H 3H 9H", doubt=("3H", "8H"))
    assert [" ".join(draft.faces(meld)) for meld in draft.melds] == ["6H 7H 8H 9H"]


def test_labels_of_photos_have_what_lies_on_each():
    """An added card lies on the photo of its neighbours; what lies under another does not show."""
    draft = laid("5H 6H 7H")
    see(draft, read_of("5H 6H 7H"))
    correct(draft, Add(["8H"], 1))
    assert "8H" not in draft.label(0)["cards"] and "8H" in draft.label(1)["cards"]
    dollars = laid("3H")
    dollars.melds[0].pile = guessed("3H", crosswise=False, sure=True)
    correct(dollars, Dollars(0, 3))
    label = dollars.label(0)
    assert label["cards"] == ["3H"] and sorted(label["maybe"]) == ["3D", "3H"]


def test_labels_of_a_photo_are_what_it_shows_in_truth():
    """Added and removed cards too, group by group."""
    draft = laid("5H 6H 7H", "KD KS KC")
    correct(draft, Add(["8H"], 0))
    gone = draft.melds[1].cards[2]
    correct(draft, Remove(gone))
    label = draft.label(0)
    assert sorted(label["cards"]) == sorted(["5H", "6H", "7H", "8H", "KD", "KS"])
    assert label["groups"] == [["5H", "6H", "7H", "8H"], ["KD", "KS"]]
    assert {"card": -1, "read": "", "now": "8H"} in label["corrections"]
    assert len(label["corrections"]) == 2 and label["tags"] == ["table"]


PILES = {
    ("TC", True): "4C 5C 6C 7C 8C 9C TC",
    ("AC", True): "8C 9C TC JC QC KC AC",
    ("4C", True): "4C 5C 6C 7C 8C 9C TC",
    ("9C", True): "8C 9C TC JC QC KC AC",
    ("2C", True): "2C 2D 2H 2S 2C 2D 2H",
}


@pytest.mark.parametrize(("top", "crosswise"), PILES)
def test_the_guess_of_a_pile_is_a_run_that_ends_with_its_top(top, crosswise):
    """Of seven cards; of twos for a 2."""
    facts = guessed(top, crosswise=crosswise, sure=True)
    assert " ".join(pile_faces(top, facts, 2)) == PILES[top, crosswise]
    assert check_pile(top, facts, 2) is None


@pytest.mark.parametrize("top", [rank + "D" for rank in "456789TJQKA"])
@pytest.mark.parametrize("count", [7, 8, 10])
@pytest.mark.parametrize("lowest", ["", "set"])
@pytest.mark.parametrize("crosswise", [True, False])
def test_every_guess_of_a_pile_is_a_canastra_of_its_kind(top, count, lowest, crosswise):
    """Clean without a 2, dirty with one, with its top in it; or the reason why it cannot be one."""
    facts = guessed(top, crosswise=crosswise, sure=True, count=count, lowest=lowest)
    wrong = check_pile(top, facts, 2)
    if lowest == "set" and count - (not crosswise) > 8:
        assert wrong == f"2 decks do not have {count} cards of one kind"
        return
    faces = pile_faces(top, facts, 2)
    assert wrong is None and len(faces) == count and top in faces
    assert sum(face[0] == "2" for face in faces) == (0 if crosswise else 1)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (PileFacts(True, True, 1, "4D"), "a pile has 3 to 16 cards, not 1"),
        (PileFacts(True, True, 99, "4D"), "a pile has 3 to 16 cards, not 99"),
        (PileFacts(True, True, 7, "9D"), "a run from 9D has at most 6 cards, not 7"),
        (PileFacts(True, True, 7, "4C"), "TD is on top and not among"),
        (PileFacts(True, True, 3, faces=("TD", "KS", "5C")), "is not a sequence"),
    ],
)
def test_an_impossible_pile_is_reported(facts, reason):
    """In one line, with what is wrong."""
    assert reason in check_pile("TD", facts, 2)


def test_cards_of_others_are_neither_right_nor_wrong_as_labels():
    """Their pictures lie on the photo; a removed card does not."""
    draft = laid("KS KD KC")
    correct(draft, Remove(0, others=True))
    correct(draft, Remove(1))
    label = draft.label(0)
    assert (label["cards"], label["maybe"]) == (["KC"], ["KS"])
    assert label["corrections"] == [{"card": 1, "read": "KD", "now": ""}]
    correct(draft, Rename(0, "KS"))
    assert draft.label(0)["maybe"] == []
    assert draft.label(0)["cards"] == ["KS", "KC"]


@pytest.mark.parametrize("turn", [0.0, 0.7, math.pi / 2])
@pytest.mark.parametrize("lengthwise", [False, True], ids=["side by side", "end to end"])
def test_cards_of_a_meld_need_not_cover_one_another(turn, lengthwise):
    """Kings in a line, a gap between them, are a set; what is none of it stays out."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    step = 96 if lengthwise else 70
    along = turn + math.pi / 2 if lengthwise else turn
    layer.strip(["KS", "KD", "KS", "KC", "5H"], 0, 0, step, group=0, along=along, turn=turn)
    truth = tables.scene(layer, steep=0)
    marks = tables.read_marks(truth, rng, blur=0.5)
    draft = Draft()
    see(draft, reading_of(marks, truth.width, truth.height))
    melds = sorted(sorted(draft.faces(meld)) for meld in draft.melds if meld.pile is None)
    assert melds == [["KC", "KD", "KS", "KS"]]
    assert [draft.cards[meld.cards[0]].face for meld in draft.melds if meld.pile] == ["5H"]


@pytest.mark.parametrize(("step", "melds"), [(1.42, 1), (1.65, 4)])
def test_cards_of_a_meld_are_not_far_apart(step, melds):
    """Less than half a card lies between them; with more, each lies alone."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.strip(["KS", "KD", "KS", "KC"], 0, 0, step * tables.WIDE, group=0)
    truth = tables.scene(layer, steep=0)
    marks = tables.read_marks(truth, rng, blur=0.2)
    draft = Draft()
    see(draft, reading_of(marks, truth.width, truth.height))
    assert len(draft.melds) == melds


def test_cards_in_a_line_without_a_sequence_stay_alone():
    """Three tops of piles side by side; and two kings do not make a set."""
    for faces in (["KS", "QD", "4C"], ["KS", "KD"], ["5H", "6H", "8H"]):
        rng = np.random.default_rng(3)
        layer = tables.Layer(rng)
        layer.strip(faces, 0, 0, 70, group=0, along=0.0, turn=0.0)
        truth = tables.scene(layer, steep=0)
        marks = tables.read_marks(truth, rng, blur=0.5)
        draft = Draft()
        see(draft, reading_of(marks, truth.width, truth.height))
        assert sorted(len(meld.cards) for meld in draft.melds) == [1] * len(faces)


@pytest.mark.parametrize(
    ("faces", "open_"),
    [("9S TS JS QS", True), ("9S TS JS", False), ("9S TS JS QH", False), ("KS KD KH KC", True)],
)
def test_tops_of_piles_that_are_a_sequence_lie_open(faces, open_):
    """Four that were taken for piles, side by side: nobody lays canastras so; three may lie so."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.strip(faces.split(), 0, 0, 70, group=0, along=0.0, turn=0.0)
    truth = tables.scene(layer, steep=0)
    marks = tables.read_marks(truth, rng, blur=0.5)
    draft = Draft()
    see(
        draft,
        reading_of(
            marks, truth.width, truth.height, piles=lambda outlines: [0.99 for _ in outlines]
        ),
    )
    assert [meld.pile is None for meld in draft.melds] == (
        [True] if open_ else [False] * len(faces.split())
    )


def test_a_hand_without_cards_is_warned_of_unless_the_side_went_out():
    """It was not photographed, say; as long as nobody has said who went out nothing is known."""
    draft = laid("4D 5D 6D")
    wrong = "The hand is empty, but a player who does not make the final move still holds cards."
    for final_move, warned in ((None, False), (True, False), (False, True)):
        draft.final_move = final_move
        assert (wrong in draft.score().warnings) == warned == draft.lacks_hand
    correct(draft, Add(["KS"], hand=True))
    assert not draft.lacks_hand and wrong not in draft.score().warnings
    correct(draft, Remove(draft.hand[0]))
    assert draft.lacks_hand
