"""The most probable legal sequence in what was read (T2)."""

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.core.melding import CANASTA
from dealt.vision.cards import FACES, SeenCard
from dealt.vision.sequences import sequence_of

SQUARE = ((0.0, 0.0), (7.0, 0.0), (7.0, 10.0), (0.0, 10.0))


def card(face, chance=0.98, **others):
    """A card read as `face`, with the chances of others, such as `_8H=0.3`."""
    chances = dict.fromkeys(FACES, 1e-7)
    chances.update({other.strip("_"): p for other, p in others.items()})
    chances[face] = chance
    total = sum(chances.values())
    chances_of_faces = tuple(chances[f] / total for f in FACES)
    return SeenCard(face, chance, 1.0, chances_of_faces, SQUARE, (), 0.0)


def cards(text):
    return [card(face) for face in text.split()]


@pytest.mark.parametrize("text", ["4H 5H 6H", "KS KD KC KH", "2C 2D 2H", "9S 2H JS QS", "6H 5H 4H"])
def test_T2_what_is_legal_stays(text):
    """Nothing is changed in a sequence."""
    sequence = sequence_of(cards(text))
    assert " ".join(sequence.faces) == text and not sequence.changed and sequence.ratio == 0


def test_a_doubtful_card_becomes_what_the_run_wants():
    """Read as 3H with doubt, and 8H fits."""
    sequence = sequence_of([*cards("6H 7H"), card("3H", 0.5, _8H=0.4), *cards("9H")])
    assert sequence.faces == ("6H", "7H", "8H", "9H")
    assert sequence.changed == (2,) and sequence.allowed and sequence.ratio < 0


def test_clearly_read_cards_are_not_changed_silently():
    """The legal run is proposed, but not allowed unasked."""
    sequence = sequence_of([*cards("6H 7H"), card("KD", 0.98, _8H=0.01), *cards("9H")])
    assert sequence.faces == ("6H", "7H", "8H", "9H") and not sequence.allowed


def test_a_doubtful_card_never_becomes_an_unseen_face():
    """Doubt between 3H and KD leaves no room for 8H."""
    sequence = sequence_of([*cards("6H 7H"), card("3H", 0.5, _KD=0.45), *cards("9H")])
    assert not sequence.allowed


def test_a_gap_does_not_make_a_two_of_a_rank_that_shows():
    """Of the 6 only the suit does not show; the 9 of the run lies hidden."""
    six = card("6S", 0.49, _6C=0.49, _2S=0.004)
    sequence = sequence_of([*cards("JS TS 8S 7S"), six])
    assert sequence.faces[-1] == "2S" and not sequence.allowed


def test_two_cards_do_not_make_a_sequence():
    """Fewer than three are not looked at."""
    assert sequence_of(cards("4H 5H")) is None


def test_more_cards_than_a_run_has_can_be_a_set():
    """Twelve kings of three decks, one read with doubt."""
    sequence = sequence_of([*cards("KS KD KC KH " * 3)[:-1], card("QH", 0.5, _KH=0.4)])
    assert {face[0] for face in sequence.faces} == {"K"} and sequence.allowed


def brute(members):
    """The probability of the best legal sequence among the faces with more than a trace."""
    ways = [[face for face, chance in each.alternatives if chance > 1e-4] for each in members]
    legal = [faces for faces in itertools.product(*ways) if CANASTA.form(faces)]
    return max((log_of(members, faces) for faces in legal), default=None)


def log_of(members, faces):
    return sum(math.log(c.chance(f)) for c, f in zip(members, faces, strict=True))


faces = st.sampled_from([face for face in FACES if face[0] in "24567" and face[1] in "HS"])


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(faces, faces, st.floats(0.5, 0.95)), min_size=3, max_size=5))
def test_no_legal_sequence_is_likelier(rows):
    """Against all combinations of the alternatives, tried one by one."""
    members = [card(a, p, **({} if a == b else {f"_{b}": 1 - p})) for a, b, p in rows]
    members = [replace(each, confidence=0.5) for each in members]
    best = brute(members)
    sequence = sequence_of(members)
    if best is None:
        assert sequence is None or not sequence.allowed or not sequence.changed
    else:
        log = log_of(members, sequence.faces)
        # what was read is kept if it is legal, even where something else is as likely
        assert log >= best - 1e-6 or not sequence.changed
        assert CANASTA.form(sequence.faces)
