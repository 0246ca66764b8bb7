"""Tranca: hands and sequences: what a hand can start, which card fits where, and the points."""

from dealt.core.fields import Numbers
from dealt.games.tranca.state import (
    ACE,
    BEGIN_CARDS,
    BEGIN_TWOS,
    CANASTRA,
    EDGES,
    FITS,
    FITS_WITH_TWO,
    FOUR,
    GAPS_OF_SUIT,
    IS_EDGE,
    LAID,
    LAID_TWO,
    LAY,
    LOWEST,
    NATURALS,
    PAIRS_OF_RANK,
    POINTS,
    RANKS,
    RED,
    RUN,
    RUNS,
    RUNS_OF_SUIT,
    RUNS_WITH_TWO,
    SET,
    SETS,
    SETS_WITH_TWO,
    SHORTEST,
    SUITS,
    SUITS_OF_PAIR,
    SUITS_OF_THREE,
    TAKE_NEW,
    TAKES_TWO,
    THREE,
    THREE_TWOS,
    THREES_OF_RANK,
    TWO,
    TWOS,
    USED,
    WENT_OUT,
    State,
)


def sides(s: State) -> int:
    """The number of sides: two or three players play alone, four or six in two sides (T1)."""
    return s.seats if s.seats < 4 else 2


def side_of(s: State, seat: int) -> int:
    """The side of a seat; partners sit alternately."""
    return seat % sides(s)


def take(s: State, seat: int, card: int) -> None:
    """Add a card to a hand."""
    s.hand[seat][card] += 1
    s.hand_count[seat] += 1
    s.of_rank[seat][card % RANKS] += 1
    s.held[seat][card // RANKS] |= 1 << card % RANKS


def _untake(s: State, seat: int, card: int) -> None:
    """Undo `take`: what is known of the hand stays known."""
    count = s.known[seat][card]
    give_up(s, seat, card)
    s.known[seat][card] = count


def give_up(s: State, seat: int, card: int) -> None:
    """Remove a card from a hand."""
    s.hand[seat][card] -= 1
    s.hand_count[seat] -= 1
    s.of_rank[seat][card % RANKS] -= 1
    if s.hand[seat][card] == 0:
        s.held[seat][card // RANKS] &= ~(1 << card % RANKS)
    if s.known[seat][card] > 0:
        s.known[seat][card] -= 1


def is_red_three(card: int) -> bool:
    """Whether a card is a dollar."""
    return card % RANKS == THREE and RED <= card // RANKS <= RED + 1


def fits(s: State, side: int, sequence: int, card: int) -> bool:
    """Whether a card may be put on a sequence (T2)."""
    kind = s.kind[side][sequence]
    rank = card % RANKS
    if rank == TWO:
        if kind == RUN:
            return s.stand_in[side][sequence] == 0 and TAKES_TWO[s.ranks[side][sequence]] == 1
        return kind == TWOS or s.stand_in[side][sequence] == 0
    if kind == RUN:
        return (
            s.suit_or_rank[side][sequence] == card // RANKS
            and _fitting(s, side, sequence) >> rank & 1 == 1
        )
    return kind == SET and s.suit_or_rank[side][sequence] == rank


def _fitting(s: State, side: int, sequence: int) -> int:
    """The mask of ranks that may be put on a run."""
    if s.stand_in[side][sequence]:
        return FITS_WITH_TWO[s.ranks[side][sequence]]
    return FITS[s.ranks[side][sequence]]


def put(s: State, side: int, sequence: int, card: int) -> None:
    """Put a card on a sequence that it fits."""
    s.size[side][sequence] += 1
    if s.kind[side][sequence] == TWOS:
        s.copies[side][sequence][card // RANKS] += 1
    elif card % RANKS == TWO:
        s.stand_in[side][sequence] = card // RANKS + 1
    elif s.kind[side][sequence] == RUN:
        s.ranks[side][sequence] |= 1 << card % RANKS
    else:
        s.copies[side][sequence][card // RANKS] += 1


def _is_good_canastra(s: State, side: int, sequence: int) -> bool:
    """Whether it is a canastra that allows going out (T7)."""
    if s.size[side][sequence] < CANASTRA:
        return False
    return s.clean_to_go_out == 0 or s.stand_in[side][sequence] == 0


def has_good_canastra(s: State, side: int) -> bool:
    """Whether the side has a canastra that allows going out (T7)."""
    for sequence in range(s.sequence_count[side]):
        if _is_good_canastra(s, side, sequence):
            return True
    return False


def beginnings(s: State, seat: int, first: int, out: Numbers, n: int) -> int:
    """Write `first` + each sequence that a hand can start, after the `n` actions in `out`."""
    held = s.held[seat]
    has_two = s.of_rank[seat][TWO] > 0
    for suit in range(SUITS):
        ranks = held[suit] >> FOUR
        starts = ranks & ranks >> 1 & ranks >> 2
        while starts:
            out[n] = first + RUNS + suit * RUNS_OF_SUIT + LOWEST[starts]
            n += 1
            starts &= starts - 1
    if has_two:
        for suit in range(SUITS):
            n = _runs_with_two(
                held[suit] >> FOUR, first + RUNS_WITH_TWO + suit * GAPS_OF_SUIT, out, n
            )
    for rank in range(FOUR, ACE + 1):
        if s.of_rank[seat][rank] >= SHORTEST and _may_be_set(s, rank):
            n = _sets_of_three(s.hand[seat], rank, first + SETS, out, n)
    if has_two:
        for rank in range(FOUR, ACE + 1):
            if s.of_rank[seat][rank] >= 2 and _may_be_set(s, rank):
                n = _sets_with_two(s.hand[seat], rank, first + SETS_WITH_TWO, out, n)
    if s.of_rank[seat][TWO] >= SHORTEST:
        out[n] = first + THREE_TWOS
        n += 1
    return n


def _runs_with_two(ranks: int, first: int, out: Numbers, n: int) -> int:
    """Two cards of a suit, neighbours or one rank apart; `ranks` counted from the four."""
    near = ranks & ranks >> 1
    far = ranks & ranks >> 2
    lows = near | far
    while lows:
        low = LOWEST[lows]
        if near >> low & 1:
            out[n] = first + 2 * low
            n += 1
        if far >> low & 1:
            out[n] = first + 2 * low + 1
            n += 1
        lows &= lows - 1
    return n


def _may_be_set(s: State, rank: int) -> bool:
    """Whether equal cards of a rank may form a sequence (T2; 4.1 of the original document)."""
    return s.sets != EDGES or IS_EDGE[rank] == 1


def _sets_of_three(hand: Numbers, rank: int, first: int, out: Numbers, n: int) -> int:
    """Three cards of a rank, with each choice of suits."""
    for choice in range(THREES_OF_RANK):
        suits = SUITS_OF_THREE[choice]
        if _has_suits(hand, rank, suits[0], suits[1], suits[2], suits[3]):
            out[n] = first + (rank - FOUR) * THREES_OF_RANK + choice
            n += 1
    return n


def _sets_with_two(hand: Numbers, rank: int, first: int, out: Numbers, n: int) -> int:
    """Two cards of a rank, with each choice of suits, for a set with a stand-in."""
    for choice in range(PAIRS_OF_RANK):
        suits = SUITS_OF_PAIR[choice]
        if _has_suits(hand, rank, suits[0], suits[1], suits[2], suits[3]):
            out[n] = first + (rank - FOUR) * PAIRS_OF_RANK + choice
            n += 1
    return n


def _has_suits(
    hand: Numbers, rank: int, clubs: int, diamonds: int, hearts: int, spades: int
) -> bool:
    """Whether the hand has these numbers of cards in the suits of a rank."""
    return (
        hand[rank] >= clubs
        and hand[RANKS + rank] >= diamonds
        and hand[2 * RANKS + rank] >= hearts
        and hand[3 * RANKS + rank] >= spades
    )


def beginnings_with(s: State, top: int, out: Numbers, n: int) -> int:
    """New sequences of the top card and two cards of the hand."""
    take(s, s.turn, top)
    end = beginnings(s, s.turn, TAKE_NEW, out, n)
    _untake(s, s.turn, top)
    for i in range(n, end):
        if _begins_with(out[i] - TAKE_NEW, top):
            out[n] = out[i]
            n += 1
    return n


def _begins_with(beginning: int, card: int) -> bool:
    """Whether a card is one of the three that start a sequence; all twos are alike."""
    if card % RANKS == TWO:
        return BEGIN_TWOS[beginning] > 0
    cards = BEGIN_CARDS[beginning]
    return card == cards[0] or card == cards[1] or card == cards[2]


def lays(s: State, side: int, out: Numbers, n: int) -> int:
    """Each card of the hand on each sequence of the side that it fits."""
    held = s.held[s.turn]
    has_two = s.of_rank[s.turn][TWO] > 0
    for sequence in range(s.sequence_count[side]):
        first = LAY + sequence * LAID
        about = s.suit_or_rank[side][sequence]
        if s.kind[side][sequence] == RUN:
            ranks = _fitting(s, side, sequence) & held[about]
            while ranks:
                out[n] = first + about * NATURALS + LOWEST[ranks] - FOUR
                n += 1
                ranks &= ranks - 1
        elif s.kind[side][sequence] == SET:
            for suit in range(SUITS):
                if held[suit] >> about & 1:
                    out[n] = first + suit * NATURALS + about - FOUR
                    n += 1
        if has_two and fits(s, side, sequence, TWO):
            out[n] = first + LAID_TWO
            n += 1
    return n


def score(s: State, out: Numbers) -> None:
    """The points of each seat: those of its side (section 7)."""
    for side in range(sides(s)):
        points = _side_points(s, side)
        for seat in range(side, s.seats, sides(s)):
            out[seat] = points


def _side_points(s: State, side: int) -> int:
    """Cards on the table, canastras, dollars, final move and morto, minus the hands of the side."""
    points = 0
    canastras = 0
    for sequence in range(s.sequence_count[side]):
        points += _sequence_points(s, side, sequence)
        if s.size[side][sequence] >= CANASTRA:
            canastras += 1
    dollars = s.dollars[side][RED] + s.dollars[side][RED + 1]
    points += dollars * POINTS[THREE]
    points += 100 * dollars if canastras else -100 * dollars  # T4
    if s.outcome == WENT_OUT and side_of(s, s.turn) == side:
        points += 100  # T7
    if s.morto[side] != USED:
        points -= 100  # T8
    for seat in range(side, s.seats, sides(s)):
        points -= _hand_points(s, seat)
    return points


def _sequence_points(s: State, side: int, sequence: int) -> int:
    """The points of a sequence's cards, and of the canastra it may be (T3)."""
    kind = s.kind[side][sequence]
    points = 0
    if kind == RUN:
        ranks = s.ranks[side][sequence]
        while ranks:
            points += POINTS[LOWEST[ranks]]
            ranks &= ranks - 1
    else:
        for suit in range(SUITS):
            points += s.copies[side][sequence][suit] * POINTS[s.suit_or_rank[side][sequence]]
    if s.stand_in[side][sequence]:
        points += POINTS[TWO]
    if s.size[side][sequence] >= CANASTRA:
        if kind == TWOS:
            points += 1000
        else:
            points += 100 if s.stand_in[side][sequence] else 200
    return points


def _hand_points(s: State, seat: int) -> int:
    """What the cards of a hand cost; a tranca costs a hundred (T5)."""
    points = 0
    for suit in range(SUITS):
        for rank in range(RANKS):
            if rank == THREE:
                points += s.hand[seat][suit * RANKS + rank] * 100
            else:
                points += s.hand[seat][suit * RANKS + rank] * POINTS[rank]
    return points
