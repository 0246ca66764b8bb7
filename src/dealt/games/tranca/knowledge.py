"""Tranca: what a seat knows, as the numbers of an observation, and other deals that fit it."""

from dealt.core.chance import Words, shuffle, shuffle_hidden, sort
from dealt.core.fields import Numbers, Range
from dealt.games.tranca.sequences import give_up, is_red_three, side_of, sides, take
from dealt.games.tranca.state import (
    CARDS,
    DEALT,
    MORTOS,
    MOST_CARDS,
    MOST_SEQUENCES,
    RANKS,
    RED,
    SEATS,
    SIDES,
    SUITS,
    State,
)

SEEN_OPTIONS = 5
_MOST_PACKS = MOST_CARDS // CARDS
OF_SEQUENCE = 9
OF_SIDE = OF_SEQUENCE * MOST_SEQUENCES

# the numbers of an observation; "next k" is the k-th seat after the observer, 0 the observer, and
# "side j" the side of next j
SEES_SEATS = 0  # players
SEES_TURN = SEES_SEATS + 1  # how many seats after the observer the seat to move sits
SEES_PHASE = SEES_TURN + 1  # DRAWING (0) or PLAYING (1)
SEES_OUTCOME = SEES_PHASE + 1  # GOING_ON (0), WENT_OUT, STOCK_OUT or TURN_LIMIT (3)
SEES_TURNS = SEES_OUTCOME + 1  # turns completed
SEES_OPTIONS = SEES_TURNS + 1  # pile_on_sequence, sets, clean_to_go_out, turn_limit, target
SEES_STOCK = SEES_OPTIONS + SEEN_OPTIONS  # cards in the stock
SEES_MORTOS = SEES_STOCK + 1  # mortos that nobody has
SEES_PILE_COUNT = SEES_MORTOS + 1  # cards in the discard pile
SEES_TOP = SEES_PILE_COUNT + 1  # the top card of the discard pile, -1: none
SEES_MORTO = SEES_TOP + 1  # + side: NONE, TAKEN or USED, 3 numbers
SEES_MORTO_SEAT = SEES_MORTO + SIDES  # + side: next k has taken it, -1: nobody, 3 numbers
# + 2 * side + (0 diamonds, 1 hearts): dollars laid, 6 numbers
SEES_DOLLARS = SEES_MORTO_SEAT + SIDES
SEES_COUNT = SEES_DOLLARS + 2 * SIDES  # + k: cards in the hand of next k, 6 numbers
SEES_HAND = SEES_COUNT + SEATS  # + card: copies in the own hand, 52 numbers
SEES_PILE = SEES_HAND + CARDS  # + card: copies in the discard pile, 52 numbers
# + 52 * k + card: copies known in the hand of next k, 6 * 52 numbers
SEES_KNOWN = SEES_PILE + CARDS
# + 216 * side + 9 * sequence: the sequences, 3 * 24 * 9 numbers
SEES_TABLE = SEES_KNOWN + SEATS * CARDS
OBSERVATION = SEES_TABLE + SIDES * OF_SIDE

# the nine numbers of a sequence
ITS_KIND = 0  # NO_SEQUENCE (0), RUN, SET or TWOS (3)
ITS_ABOUT = 1  # the suit of a run, the rank of a set
ITS_SIZE = 2  # cards in it
ITS_STAND_IN = 3  # suit of the stand-in + 1, 0: none
ITS_RANKS = 4  # of a run: a bit for each rank that lies there
ITS_COPIES = 5  # + suit: cards of each suit in a set or among twos

_SEQUENCE_RANGES = (
    Range(1, 0, 3),
    Range(1, 0, RANKS - 1),
    Range(1, 0, MOST_CARDS, "amount"),
    Range(1, 0, SUITS),
    Range(1, 0, (1 << RANKS + 1) - 1, "bits"),
    Range(SUITS, 0, _MOST_PACKS * SUITS, "amount"),
)
RANGES = (
    Range(1, 2, SEATS),
    Range(1, 0, SEATS - 1),
    Range(1, 0, 1),
    Range(1, 0, 3),
    Range(1, 0, 10_000, "amount"),
    Range(3, 0, 2),
    Range(1, 0, 10_000, "amount"),
    Range(1, 0, 1_000_000, "amount"),
    Range(1, 0, MOST_CARDS, "amount"),
    Range(1, 0, MORTOS),
    Range(1, 0, MOST_CARDS, "amount"),
    Range(1, -1, CARDS - 1),
    Range(SIDES, 0, 2),
    Range(SIDES, -1, SEATS - 1),
    Range(2 * SIDES, 0, _MOST_PACKS, "amount"),
    Range(SEATS, 0, MOST_CARDS, "amount"),
    Range((2 + SEATS) * CARDS, 0, _MOST_PACKS, "amount"),
    *_SEQUENCE_RANGES * (SIDES * MOST_SEQUENCES),
)


def observe(s: State, seat: int, out: Numbers) -> None:
    """Write what `seat` may know, with a perfect memory, as OBSERVATION numbers."""
    for i in range(OBSERVATION):
        out[i] = 0
    out[SEES_SEATS] = s.seats
    out[SEES_TURN] = (s.turn - seat) % s.seats
    out[SEES_PHASE] = s.phase
    out[SEES_OUTCOME] = s.outcome
    out[SEES_TURNS] = s.turns
    out[SEES_OPTIONS] = s.pile_on_sequence
    out[SEES_OPTIONS + 1] = s.sets
    out[SEES_OPTIONS + 2] = s.clean_to_go_out
    out[SEES_OPTIONS + 3] = s.turn_limit
    out[SEES_OPTIONS + 4] = s.target
    out[SEES_STOCK] = s.stock_end - s.stock_next
    out[SEES_MORTOS] = s.mortos_left
    out[SEES_PILE_COUNT] = s.pile_count
    out[SEES_TOP] = s.pile[s.pile_count - 1] if s.pile_count else -1
    for i in range(s.pile_count):
        out[SEES_PILE + s.pile[i]] += 1
    for card in range(CARDS):
        out[SEES_HAND + card] = s.hand[seat][card]
    for k in range(s.seats):
        other = (seat + k) % s.seats
        out[SEES_COUNT + k] = s.hand_count[other]
        for card in range(CARDS):
            out[SEES_KNOWN + k * CARDS + card] = s.known[other][card]
    for j in range(sides(s)):
        _observe_side(s, seat, j, out)


def _observe_side(s: State, seat: int, j: int, out: Numbers) -> None:
    """The cards in front of the side of the seat `j` places after the observer."""
    side = side_of(s, (seat + j) % s.seats)
    out[SEES_MORTO + j] = s.morto[side]
    out[SEES_MORTO_SEAT + j] = -1
    if s.morto_seat[side] >= 0:
        out[SEES_MORTO_SEAT + j] = (s.morto_seat[side] - seat) % s.seats
    out[SEES_DOLLARS + 2 * j] = s.dollars[side][RED]
    out[SEES_DOLLARS + 2 * j + 1] = s.dollars[side][RED + 1]
    for sequence in range(s.sequence_count[side]):
        place = SEES_TABLE + j * OF_SIDE + sequence * OF_SEQUENCE
        out[place + ITS_KIND] = s.kind[side][sequence]
        out[place + ITS_ABOUT] = s.suit_or_rank[side][sequence]
        out[place + ITS_SIZE] = s.size[side][sequence]
        out[place + ITS_STAND_IN] = s.stand_in[side][sequence]
        out[place + ITS_RANKS] = s.ranks[side][sequence]
        for suit in range(SUITS):
            out[place + ITS_COPIES + suit] = s.copies[side][sequence][suit]


# --- another deal ---------------------------------------------------------------------------------


def size_of(obs: Numbers, sequence: int) -> int:
    """How many cards a sequence of the observer's side has; 0 if no sequence has this number."""
    return obs[SEES_TABLE + sequence * OF_SEQUENCE + ITS_SIZE]


def redeal(s: State, seat: int, rng: Words) -> None:
    """Deal everything that `seat` cannot know again, all possible deals being equally likely.

    Cards taken with the pile stay where everybody saw them go.  No hand has a dollar: the hidden
    ones are in the stock and the mortos.
    """
    hidden = [0] * MOST_CARDS
    dollars = [0] * MOST_CARDS
    n = 0
    red = 0
    for i in range(_face_down(s)):
        card = _face_down_card(s, i)
        if is_red_three(card):
            dollars[red] = card
            red += 1
        else:
            hidden[n] = card
            n += 1
    for other in range(s.seats):
        if other != seat:
            n = _unknown_cards(s, other, hidden, n)
    shuffle_hidden(rng, hidden, n)
    sort(dollars, red)
    places = [0] * MOST_CARDS
    for i in range(_face_down(s)):
        places[i] = i
    shuffle(rng, places, _face_down(s))
    for i in range(_face_down(s)):
        if i < red:
            _lay_face_down(s, places[i], dollars[i])
        else:
            n -= 1
            _lay_face_down(s, places[i], hidden[n])
    for other in range(s.seats):
        if other != seat:
            n = _redeal_hand(s, other, hidden, n)


def _face_down(s: State) -> int:
    """The number of cards face down in the stock and the mortos."""
    return s.stock_end - s.stock_next + DEALT * s.mortos_left


def _face_down_card(s: State, i: int) -> int:
    """The card at an index of the stock or, beyond it, of the remaining mortos."""
    stock = s.stock_end - s.stock_next
    if i < stock:
        return s.stock[s.stock_next + i]
    return s.mortos[MORTOS - s.mortos_left + (i - stock) // DEALT][(i - stock) % DEALT]


def _lay_face_down(s: State, i: int, card: int) -> None:
    """Put a card at such an index."""
    stock = s.stock_end - s.stock_next
    if i < stock:
        s.stock[s.stock_next + i] = card
    else:
        s.mortos[MORTOS - s.mortos_left + (i - stock) // DEALT][(i - stock) % DEALT] = card


def _unknown_cards(s: State, seat: int, out: Numbers, n: int) -> int:
    """Write the cards of a hand that nobody else has seen, after the `n` in `out`."""
    for card in range(CARDS):
        for _ in range(s.hand[seat][card] - s.known[seat][card]):
            out[n] = card
            n += 1
    return n


def _redeal_hand(s: State, seat: int, hidden: Numbers, n: int) -> int:
    """Replace a seat's unseen cards with others; return how many hidden ones are left."""
    missing = s.hand_count[seat]
    _empty_but_known(s, seat)
    missing -= s.hand_count[seat]
    for _ in range(missing):
        n -= 1
        take(s, seat, hidden[n])
    return n


def _empty_but_known(s: State, seat: int) -> None:
    """Remove all cards from a hand except those known to be there."""
    for card in range(CARDS):
        count = s.known[seat][card]
        while s.hand[seat][card] > count:
            give_up(s, seat, card)
            s.known[seat][card] = count
