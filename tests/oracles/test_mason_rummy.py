"""Tests of the plain Mason Rummy implementation against the seed document and rulings."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from tests.oracles import mason_rummy as mr
from tests.oracles.mason_rummy import Group, Round

DECKS = st.permutations(mr.full_deck())


def stacked(*parts: str) -> list[str]:
    """A deck that begins with the given cards; the rest follow in fixed order."""
    start = " ".join(parts).split()
    return start + [card for card in mr.full_deck() if card not in start]


def position(
    hand: str, *groups: tuple[mr.Kind, str], top: str = "", phase: mr.Phase = "play"
) -> Round:
    """A round in which the first player has the given hand and groups.

    The other cards: ten to the second player, one to the discards, the rest to the stock.
    """
    current = Round(2, mr.full_deck())
    used = hand.split() + [card for _, cards in groups for card in cards.split()]
    rest = [card for card in mr.full_deck() if card not in used and card != top]
    current.hands = [hand.split(), rest[:10]]
    current.groups = [[Group(kind, cards.split()) for kind, cards in groups], []]
    current.discards = [top] if top else [rest.pop()]
    current.stock = rest[10:]
    current.phase = phase
    return current


def all_cards(current: Round) -> list[str]:
    """Every card of the round, wherever it lies."""
    cards = current.stock + current.discards
    for hand, groups in zip(current.hands, current.groups, strict=True):
        cards = cards + hand + [card for group in groups for card in group.cards]
    return cards


# ----------------------------------------------------------------------------- cards


def test_deck_has_65_different_cards() -> None:
    assert len(set(mr.full_deck())) == 65


def test_whole_deck_is_worth_495() -> None:
    assert mr.hand_points(mr.full_deck()) == 5 * (44 + 40 + 15)


@pytest.mark.parametrize(
    ("card", "worth"),
    [("2C", 2), ("7H", 7), ("9P", 9), ("TC", 10), ("JD", 10), ("QS", 10), ("KP", 10), ("AH", 15)],
)
def test_points(card: str, worth: int) -> None:
    assert mr.points(card) == worth


@pytest.mark.parametrize("cards", ["3S 4S 5S", "9P TP JP", "QC KC AC", "5S 3S 4S", "2D 3D 4D 5D"])
def test_runs(cards: str) -> None:
    assert mr.is_run(cards.split())


@pytest.mark.parametrize(
    "cards", ["3S 4S", "3S 4S 6S", "3S 4S 5H", "AC 2C 3C", "KC AC 2C", "7C 7D 7H", ""]
)
def test_no_runs(cards: str) -> None:
    assert not mr.is_run(cards.split())


def test_melds() -> None:
    assert mr.is_meld(["7C", "7D", "7H"])
    assert mr.is_meld(["AP", "AC", "AD", "AH", "AS"])
    assert not mr.is_meld(["7C", "7D"])
    assert not mr.is_meld(["7C", "7D", "8H"])


@pytest.mark.parametrize(
    ("card", "kind", "cards", "expected"),
    [
        ("6S", "run", "3S 4S 5S", True),
        ("2S", "run", "3S 4S 5S", True),
        ("7S", "run", "3S 4S 5S", False),
        ("6H", "run", "3S 4S 5S", False),
        ("2S", "run", "QS KS AS", False),
        ("AS", "run", "2S 3S 4S", False),
        ("AS", "run", "JS QS KS", True),
        ("7P", "meld", "7C 7D 7H", True),
        ("8H", "meld", "7C 7D 7H", False),
    ],
)
def test_fits(card: str, kind: mr.Kind, cards: str, expected: bool) -> None:
    assert mr.fits(card, Group(kind, cards.split())) is expected


# ----------------------------------------------------------------------------- round


def test_legal_actions_of_a_small_hand() -> None:
    current = position("7C 7H 7D 3S 5S 4S KP", ("run", "6S 7S 8S"))
    assert current.legal() == {
        *(f"discard {card}" for card in ["7C", "7H", "7D", "3S", "5S", "4S", "KP"]),
        "meld 7C 7D 7H",
        "run 3S 4S 5S",
        "lay off 5S",
    }


def test_all_lengths_of_a_run_are_legal() -> None:
    current = position("6S 5S 4S 3S 2H")
    runs = {action for action in current.legal() if action.startswith("run")}
    assert runs == {"run 3S 4S 5S", "run 4S 5S 6S", "run 3S 4S 5S 6S"}


def test_all_subsets_of_a_meld_are_legal() -> None:
    current = position("7P 7S 7H 7D 7C 2H")
    melds = [action for action in current.legal() if action.startswith("meld")]
    assert len(melds) == 10 + 5 + 1
    assert "meld 7C 7D 7H 7S 7P" in melds
    assert "meld 7D 7S 7P" in melds


def test_lay_off_at_the_low_end_and_on_a_meld() -> None:
    current = position("2S 6P 2H", ("meld", "6C 6D 6H"), ("run", "3S 4S 5S"))
    current.play("lay off 2S")
    current.play("lay off 6P")
    assert current.table[1].cards == ["2S", "3S", "4S", "5S"]
    assert current.table[0].cards == ["6C", "6D", "6H", "6P"]


def test_card_between_two_runs_goes_on_the_older_one() -> None:
    current = position("6S 2H", ("run", "7S 8S 9S"), ("run", "3S 4S 5S"))
    current.play("lay off 6S")
    assert current.table[0].cards == ["6S", "7S", "8S", "9S"]
    assert current.table[1].cards == ["3S", "4S", "5S"]


def test_draw_from_the_discards_does_not_refill() -> None:
    current = Round(2, mr.full_deck())
    while current.stock:
        current.play("draw stock")
        current.play(f"discard {current.hand[-1]}")
    count = len(current.discards)
    current.play("draw discard")
    assert (len(current.stock), len(current.discards)) == (0, count - 1)


# ---------------------------------------------------------------------------- select


@pytest.mark.parametrize("cards", [["7S", "6S"], ["6S", "7S"]])
def test_select_prefers_runs_even_if_the_meld_fits_first(cards: list[str]) -> None:
    current = position("6S 7S KH", ("meld", "7C 7D 7H"), ("run", "3S 4S 5S"))
    assert current.select(cards) is None
    assert current.table[1].cards == ["3S", "4S", "5S", "6S", "7S"]
    assert current.table[0].cards == ["7C", "7D", "7H"]


def test_select_of_both_is_a_new_group() -> None:
    current = position("6S 7S 8S KH", ("run", "3S 4S 5S"))
    assert current.select(["8S", "7S", "6S"]) is None
    assert [group.cards for group in current.table] == [["3S", "4S", "5S"], ["6S", "7S", "8S"]]


# -------------------------------------------------------------------------------- AI


@pytest.mark.parametrize(
    ("hand", "top", "expected"),
    [
        ("3S 4S KH", "5S", "draw discard"),
        ("3S 5S KH", "4S", "draw discard"),
        ("3S 6S KH", "4S", "draw stock"),
        ("7C 7D KH", "7P", "draw discard"),
        ("7C 8D KH", "7P", "draw stock"),
        ("2S 3S KH", "AS", "draw stock"),
        ("7C 7D 7H 2S", "9S", "draw stock"),
        ("7C 7D 7H 2S", "7S", "draw discard"),
    ],
)
def test_ai_draw(hand: str, top: str, expected: str) -> None:
    assert mr.ai_action(position(hand, top=top, phase="draw")) == expected


def test_ai_draws_what_fits_its_own_groups_only() -> None:
    current = position("KH 2C", ("run", "3S 4S 5S"), top="6S", phase="draw")
    assert mr.ai_action(current) == "draw discard"
    current.groups = [[], current.groups[0]]
    assert mr.ai_action(current) == "draw stock"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("7C 7D 7H 7S 3P 4P 5P", "run 3P 4P 5P"),
        ("3P 4P 5P 6P 9C TC JC", "run 3P 4P 5P 6P"),
        ("3P 4P 5P 9C TC JC 2D 3D 4D", "run 9C TC JC"),
        ("9C TC JC 2C 3C 4C", "run 2C 3C 4C"),
        ("AC 9C TC JC QC KC 2H", "run 9C TC JC QC KC AC"),
        ("7C 7D 7H 9C 9D 9H 9S", "meld 9C 9D 9H 9S"),
        ("9C 9D 9H 7P 7D 7H", "meld 7D 7H 7P"),
        ("9P 9C 9S 9D 9H", "meld 9C 9D 9H 9S 9P"),
    ],
)
def test_ai_groups(hand: str, expected: str) -> None:
    assert mr.ai_action(position(hand)) == expected


def test_ai_lays_off_the_first_in_hand() -> None:
    current = position("KH 7P 6S", ("run", "3S 4S 5S"), ("meld", "7C 7D 7H"))
    assert mr.ai_action(current) == "lay off 7P"


def test_ai_plays_groups_before_single_cards() -> None:
    current = position("6S 7S 8S 2H", ("run", "3S 4S 5S"))
    assert mr.ai_action(current) == "run 6S 7S 8S"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("2C KD 9H", "KD"),
        ("KD KH 9H", "9H"),  # The kings are a pair.
        ("QD KD 9H", "9H"),  # The queen and the king are a partial run.
        ("QD AD 9H", "AD"),  # A gap is no partial run.
        ("AD 2D 9H", "AD"),  # The ace is high only.
        ("KD KH 9D 9H", "KD"),  # Everything is bound: the dearest, the first in hand.
        ("TC KD 9H", "TC"),  # Equal: the first in hand.
        ("KD TC 9H", "KD"),
        ("KD KH 2C 3C 4H", "4H"),
    ],
)
def test_ai_discard(hand: str, expected: str) -> None:
    assert mr.ai_action(position(hand)) == f"discard {expected}"
