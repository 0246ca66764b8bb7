"""A plain, table-driven scorer for the card game Tranca."""

from collections.abc import Sequence

# The ranks of a run, lowest first; twos and threes have no place in it.
RUN_RANKS = "456789TJQKA"
SUITS = "CDHS"

# The value of a card by its rank; a black three is the exception and counts nothing.
VALUES = {
    "2": 10,
    "3": 5,
    "4": 5,
    "5": 5,
    "6": 5,
    "7": 5,
    "8": 10,
    "9": 10,
    "T": 10,
    "J": 10,
    "Q": 10,
    "K": 10,
    "A": 15,
}

DOLLARS = ("3D", "3H")
TRANCAS = ("3C", "3S")

CANASTRA_SIZE = 7
CANASTRA_POINTS = {"clean": 200, "dirty": 100, "twos": 1000}
DOLLAR_POINTS = 100
FINAL_MOVE_POINTS = 100
TRANCA_POINTS = -100
MORTO_POINTS = {"none": -100, "unused": -100, "used": 0}


def check_card(card: str) -> None:
    """Raise ValueError if the text does not name a card."""
    if len(card) != 2 or card[0] not in VALUES or card[1] not in SUITS:
        raise ValueError(f"no such card: {card!r}")


def value(card: str) -> int:
    """Return what a card counts: a black three counts 0."""
    check_card(card)
    return 0 if card in TRANCAS else VALUES[card[0]]


def is_plain_run(cards: Sequence[str]) -> bool:
    """Tell whether natural cards of one suit are neighbours, each rank once."""
    if len({card[1] for card in cards}) != 1:
        return False
    ranks = {card[0] for card in cards}
    if len(ranks) != len(cards):
        return False
    stretches = [
        set(RUN_RANKS[start : start + len(cards)])
        for start in range(len(RUN_RANKS) - len(cards) + 1)
    ]
    return ranks in stretches


def is_plain_set(cards: Sequence[str]) -> bool:
    """Tell whether natural cards are all of one rank from four to ace."""
    return len({card[0] for card in cards}) == 1 and cards[0][0] in RUN_RANKS


def is_sequence(cards: Sequence[str]) -> bool:
    """Tell whether cards, in any order, are a run, a set or only twos."""
    for card in cards:
        check_card(card)
    if len(cards) < 3:
        return False
    naturals = [card for card in cards if card[0] != "2"]
    twos = len(cards) - len(naturals)
    if not naturals:
        return True
    if twos > 1:
        return False
    if twos == 0:
        return is_plain_run(naturals) or is_plain_set(naturals)
    every_card = [rank + suit for rank in RUN_RANKS for suit in SUITS]
    completed = [[*naturals, stand_in] for stand_in in every_card]
    return any(is_plain_run(group) or is_plain_set(group) for group in completed)


def canastra(cards: Sequence[str]) -> str | None:
    """Return 'clean', 'dirty' or 'twos' for a canastra, None for anything else."""
    if not is_sequence(cards) or len(cards) < CANASTRA_SIZE:
        return None
    twos = [card for card in cards if card[0] == "2"]
    if len(twos) == len(cards):
        return "twos"
    return "dirty" if twos else "clean"


def check_table(sequences: Sequence[Sequence[str]], dollars: Sequence[str], lenient: bool) -> None:
    """Raise ValueError for a group that may not lie on the table, unless lenient."""
    if lenient:
        return
    for card in dollars:
        if card not in DOLLARS:
            raise ValueError(f"not a dollar: {card}")
    for group in sequences:
        only_dollars = len(group) > 0 and all(card in DOLLARS for card in group)
        if not only_dollars and not is_sequence(group):
            raise ValueError("not a sequence: " + " ".join(group))


def score(
    sequences: Sequence[Sequence[str]],
    *,
    dollars: Sequence[str] = (),
    hand: Sequence[str] = (),
    morto: str = "none",
    final_move: bool = False,
    lenient: bool = False,
) -> dict[str, int]:
    """Return the points of one side at the end of a round, item by item."""
    if morto not in MORTO_POINTS:
        raise ValueError(f"no such state of the morto: {morto!r}")
    check_table(sequences, dollars, lenient)
    table = [card for group in sequences for card in group] + list(dollars)
    kinds = [canastra(group) for group in sequences]
    any_canastra = any(kind is not None for kind in kinds)
    laid_dollars = len([card for card in table if card in DOLLARS])
    trancas = len([card for card in hand if card in TRANCAS])
    points = {
        "table": sum(value(card) for card in table),
        "clean": kinds.count("clean") * CANASTRA_POINTS["clean"],
        "dirty": kinds.count("dirty") * CANASTRA_POINTS["dirty"],
        "twos": kinds.count("twos") * CANASTRA_POINTS["twos"],
        "dollars": laid_dollars * (DOLLAR_POINTS if any_canastra else -DOLLAR_POINTS),
        "final move": FINAL_MOVE_POINTS if final_move else 0,
        "hand": -sum(value(card) for card in hand),
        "trancas": trancas * TRANCA_POINTS,
        "morto": MORTO_POINTS[morto],
    }
    points["total"] = sum(points.values())
    return points
