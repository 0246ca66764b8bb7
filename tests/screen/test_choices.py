"""Which choice cards and words mean, and how hands are drawn."""

import pytest

from dealt.clients.choices import Choice, matching
from dealt.clients.screen.hand import Hand
from dealt.clients.screen.looks import USUAL
from dealt.core.zones import Order
from dealt.service.table.parts import OpenAction

WILD = {"2": ("2C", "2D", "2H", "2S")}


def choice(text, *cards):
    return Choice(text, "play", action=OpenAction(0, text, "play", cards), wild=WILD)


@pytest.mark.parametrize(
    ("cards", "chosen", "partly", "exactly"),
    [
        (("7C", "7D", "7H"), ["7C"], True, False),
        (("7C", "7D", "7H"), ["7H", "7C", "7D"], True, True),
        (("7C", "7D", "7H"), ["7C", "8C"], False, False),
        (("7C",), ["7C", "7C"], False, False),
        (("7C", "8C", "2"), ["8C", "2H"], True, False),
        (("7C", "8C", "2"), ["8C", "2H", "7C"], True, True),
        (("7C", "8C", "2"), ["8C", "7C"], True, False),
        (("2", "2", "2"), ["2H", "2H", "2S"], True, True),
        (("2", "2", "2"), ["2H", "2H", "2S", "2C"], False, False),
        (("2H",), ["2H"], True, True),
        (("2H",), ["2S"], False, False),
        ((), [], True, True),
        ((), ["7C"], False, False),
    ],
)
def test_choices_need_cards(cards, chosen, partly, exactly):
    """A two of any suit stands for `2`; nothing else stands for anything."""
    assert choice("", *cards).needs(chosen, exactly=False) is partly
    assert choice("", *cards).needs(chosen, exactly=True) is exactly


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("", ["draw", "3D", "3D 3C", "discard 3D"]),
        ("d", ["draw", "discard 3D"]),
        ("3d", ["3D"]),
        ("3♦,3♣", ["3D 3C"]),
        ("3c 3", ["3D 3C"]),
        ("DISC 3", ["discard 3D"]),
        ("pass", []),
    ],
)
def test_words_mean_choices(typed, texts):
    """Beginnings of words in any order; the whole words alone if they are there."""
    choices = matching([choice(text) for text in ("draw", "3D", "3D 3C", "discard 3D")], typed)
    assert [each.text for each in choices] == texts


class Still(Hand):
    """A hand of a width, on no screen."""

    def __init__(self, faces, width):
        super().__init__()
        self._came = self._cards = faces
        self._marks = [False] * len(faces)
        self._width = width

    size = property(lambda self: type("Size", (), {"width": self._width}))
    has_focus = property(lambda self: False, lambda self, value: None)

    def drawn(self, *chosen):
        self._marks = [place in chosen for place in range(len(self._cards))]
        return str(self.render()).split("\n")


def test_orders_of_a_hand():
    """As they came, and as the service has put them; one that is not there changes nothing."""
    orders = (Order("rank", (2, 0, 1)), Order("none such", (0, 1, 2)), Order("suit", (1, 2, 0)))
    hand = Still([], 80)
    hand.post_message = lambda message: None
    hand.hold(["7H", "TP", "2C"], USUAL, orders)
    rows_drawn = [str(hand.render()).split("\n")[2]]
    for _ in range(3):
        hand.sort_next()
        rows_drawn.append(hand.order + str(hand.render()).split("\n")[2])
    rows = "│7♥│T★│2♣│", "by rank│2♣│7♥│T★│", "by suit│T★│2♣│7♥│"
    assert rows_drawn == [*rows, "as they came" + rows[0]]


def test_chosen_cards_stand_higher():
    """Edges meet at any heights, at the ends and between neighbours."""
    hand = Still(["7H", "TP", "2C"], 80)
    assert hand.drawn() == ["          ", "╭──┬──┬──╮", "│7♥│T★│2♣│", "╰──┴──┴──╯"]
    assert hand.drawn(1) == ["   ╭──╮   ", "╭──┤T★├──╮", "│7♥│  │2♣│", "╰──┴──┴──╯"]
    assert hand.drawn(0, 1, 2) == ["╭──┬──┬──╮", "│7♥│T★│2♣│", "│  │  │  │", "╰──┴──┴──╯"]


def test_many_cards_are_rows():
    """26 cards stand side by side on 80 columns; more are rows with brackets."""
    few, many = Still(["7H"] * 26, 80), Still(["7H"] * 45, 80)
    assert max(map(len, few.drawn())) == 79
    assert [len(row) for row in many.drawn()] == [80, 80, 20]
    assert many.drawn(21)[1].startswith(" 7♥ [7♥] 7♥ ")
    assert many.get_content_height(None, None, 80) == 4
    assert Still(["7H"] * 120, 80).get_content_height(None, None, 80) == 6
