"""What a meld is, against Tranca's own scorer, which says why cards are none."""

import random

import pytest

from dealt.cards import FRENCH
from dealt.core.melding import CANASTA, RUN, SET, WILDS, Melding
from dealt.games.tranca.judging import judge

FORMS = {"run": RUN, "set": SET, "twos": WILDS}


@pytest.mark.parametrize(
    ("faces", "form"),
    [
        ("4H 5H 6H", RUN),
        ("6H 4H 5H", RUN),
        ("4H 2C 6H", RUN),
        ("KS KD KC KS", SET),
        ("KS 2D KC", SET),
        ("2C 2D 2H", WILDS),
        ("4H 5H", None),
        ("4H 5H 7H", None),
        ("4H 2C 2D 6H", None),
        ("4H 5S 6H", None),
        ("4H 4H 5H 6H", None),
        ("3H 3D 3H", None),
        ("3H 4H 5H", None),
        ("AS 4S 5S", None),
    ],
)
def test_what_is_a_meld(faces, form):
    """In any order."""
    assert CANASTA.form(faces.split()) == form


def test_the_scorer_says_the_same():
    """Of hands that are nearly melds, drawn from a suit, a rank and the twos."""
    rng = random.Random(5)
    forms = set()
    for _ in range(20_000):
        near = rng.choice([FRENCH.faces, [f for f in FRENCH.faces if f[1] == "H" or f[0] == "2"]])
        near = rng.choice([near, [f for f in FRENCH.faces if f[0] in "2K"]])
        faces = rng.choices(near, k=rng.randint(1, 13))
        form = FORMS.get(judge(faces).kind)
        assert CANASTA.form(faces) == form, faces
        forms.add(form)
    assert forms == {RUN, SET, WILDS, None}


def test_a_full_run_has_no_room_for_a_wild_card():
    """Nor more cards than there are ranks."""
    full = [rank + "H" for rank in CANASTA.ranks]
    assert CANASTA.form(full) == RUN and CANASTA.form([*full, "2C"]) is None
    assert Melding("A23", wild="K", shortest=2).form(["AH", "2H"]) == RUN


def test_scattered_cards_are_in_no_meld():
    """Of all faces only threes can be in none; the red ones are laid down all the same."""
    alone = [face for face in FRENCH.faces if not CANASTA.can_become([face], 0)]
    assert sorted(alone) == ["3C", "3D", "3H", "3S"] and set(CANASTA.apart) == {"3D", "3H"}
