"""Mason Rummy: draw, lay down melds and runs, discard; the first empty hand ends the round.

RULES.md explains rulings R1 to R18.  The same functions are used in plain and in compiled play; `s`
is a state, `out` an array for results.
"""

from dealt.core.chance import Words, shuffle_hidden, sort
from dealt.core.fields import Numbers
from dealt.games.mason_rummy.state import (
    ALL_RANKS,
    CARDS,
    DEALT,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    DRAWING,
    FIRST_RUN,
    GOING_ON,
    LAY_OFF,
    LOWEST,
    MELD,
    MELD_SUITS,
    MELDS_OF_RANK,
    PLAYING,
    POINTS,
    RANKS,
    RUN,
    RUN_MASK,
    RUNS_OF_SUIT,
    SEATS,
    STALEMATE,
    SUITS,
    WENT_OUT,
    State,
)


def deal(s: State, deck: Numbers) -> None:
    """Ten cards to the first seat, ten to the next; one card starts the discard pile (R3)."""
    clear(s)
    dealt = s.seats * DEALT
    for place in range(dealt):
        take(s, place // DEALT, deck[place], place)
    _discard(s, deck[dealt])
    s.stock_next = 0
    s.stock_end = CARDS - dealt - 1
    for i in range(s.stock_end):
        s.stock[i] = deck[dealt + 1 + i]
    s.turn = s.starter
    s.phase = DRAWING
    s.outcome = GOING_ON
    s.turns = 0


def clear(s: State) -> None:
    """Clear the table."""
    s.discard_count = 0
    for seat in range(SEATS):
        s.hand_count[seat] = 0
        s.meld_ranks[seat] = 0
        for suit in range(SUITS):
            s.held[seat][suit] = 0
            s.runs[seat][suit] = 0
        for rank in range(RANKS):
            s.melds[seat][rank] = 0
    for card in range(CARDS):
        s.seen[card] = 0
        s.arrived[card] = 0
        s.stock[card] = 0
        s.discards[card] = 0


def carry_over(s: State, before: State) -> None:
    """The next player starts the next round (R3)."""
    s.starter = (before.starter + 1) % s.seats


# --- what may be done -------------------------------------------------------------------------


def legal(s: State, out: Numbers) -> int:
    """Write the actions open to the seat to move, in the order of the ids; return their number."""
    if s.outcome != GOING_ON:
        return 0
    if s.phase == DRAWING:
        out[0] = DRAW_STOCK
        out[1] = DRAW_DISCARD
        return 2
    n = _discards(s, out)
    n = _lay_offs(s, out, n)
    n = _melds(s, out, n)
    return _runs(s, out, n)


def _discards(s: State, out: Numbers) -> int:
    """Any card of the hand, even one just taken from the discard pile (R9)."""
    n = 0
    held = s.held[s.turn]
    for suit in range(SUITS):
        n = _with_each(out, n, DISCARD + suit * RANKS, held[suit])
    return n


def _with_each(out: Numbers, n: int, first: int, ranks: int) -> int:
    """Write the action `first` + rank for some ranks, after the `n` actions in `out`."""
    while ranks:
        out[n] = first + LOWEST[ranks]
        n += 1
        ranks &= ranks - 1
    return n


def _lay_offs(s: State, out: Numbers, n: int) -> int:
    """Single cards that fit one of the seat's runs or melds (R7)."""
    held = s.held[s.turn]
    own_runs = s.runs[s.turn]
    own_melds = s.meld_ranks[s.turn]
    for suit in range(SUITS):
        fitting = held[suit] & (beside(own_runs[suit]) | own_melds)
        n = _with_each(out, n, LAY_OFF + suit * RANKS, fitting)
    return n


def beside(run: int) -> int:
    """The ranks next to a run, at both ends; the ace is only high."""
    return (run << 1 | run >> 1) & ALL_RANKS


def _melds(s: State, out: Numbers, n: int) -> int:
    """Three or more cards of one rank."""
    held = s.held[s.turn]
    ranks = in_three_suits(held[0], held[1], held[2], held[3], held[4])
    while ranks:
        rank = LOWEST[ranks]
        missing = ~_suits_of(held, rank)
        for choice in range(MELDS_OF_RANK):
            if MELD_SUITS[choice] & missing == 0:
                out[n] = MELD + rank * MELDS_OF_RANK + choice
                n += 1
        ranks &= ranks - 1
    return n


def in_three_suits(a: int, b: int, c: int, d: int, e: int) -> int:
    """The ranks that are in at least three of five masks."""
    odd = a ^ b ^ c
    twos = a & b | c & (a ^ b)
    more = odd & d | e & (odd ^ d)
    return twos & more | (twos ^ more) & (odd ^ d ^ e)


def _suits_of(held: Numbers, rank: int) -> int:
    """The mask of suits in which the hand has a rank."""
    suits = 0
    for suit in range(SUITS):
        suits |= (held[suit] >> rank & 1) << suit
    return suits


def _runs(s: State, out: Numbers, n: int) -> int:
    """Three or more cards of one suit in a row."""
    held = s.held[s.turn]
    for suit in range(SUITS):
        ranks = held[suit]
        starts = ranks & ranks >> 1 & ranks >> 2
        while starts:
            start = LOWEST[starts]
            run = RUN + suit * RUNS_OF_SUIT + FIRST_RUN[start]
            end = start + 2
            while end < RANKS and ranks >> end & 1:
                out[n] = run
                n += 1
                run += 1
                end += 1
            starts &= starts - 1
    return n


# --- doing it ---------------------------------------------------------------------------------


def apply(s: State, action: int) -> None:
    """Play an action that `legal` offers."""
    if action == DRAW_STOCK:
        _draw_from_stock(s)
    elif action == DRAW_DISCARD:
        _draw_from_discards(s)
    elif action < LAY_OFF:
        _give_up(s, action - DISCARD)
        _discard(s, action - DISCARD)
        _end_turn(s)
    else:
        _lay_down(s, action)
        if s.hand_count[s.turn] == 0:  # R9
            s.outcome = WENT_OUT


def _draw_from_stock(s: State) -> None:
    """Draw the next card of the stock; an empty stock is renewed first (R10)."""
    if s.stock_next == s.stock_end:
        _turn_over_discards(s)
    take(s, s.turn, s.stock[s.stock_next], CARDS + s.turns)
    s.stock_next += 1
    s.phase = PLAYING


def _turn_over_discards(s: State) -> None:
    """All discards except the top one become the stock, oldest first, not shuffled (R10)."""
    top = s.discard_count - 1
    for i in range(top):
        s.stock[i] = s.discards[i]
    s.stock_next = 0
    s.stock_end = top
    s.discards[0] = s.discards[top]
    s.discard_count = 1


def _draw_from_discards(s: State) -> None:
    """Draw the top card of the discard pile."""
    s.discard_count -= 1
    take(s, s.turn, s.discards[s.discard_count], CARDS + s.turns)
    s.phase = PLAYING


def _lay_down(s: State, action: int) -> None:
    """Put a meld, a run or a fitting card in front of the seat."""
    seat = s.turn
    if action < MELD:
        card = action - LAY_OFF
        _give_up(s, card)
        _show(s, card)
        suit = card // RANKS
        rank = card % RANKS
        if beside(s.runs[seat][suit]) >> rank & 1:  # R7: a run before a meld
            s.runs[seat][suit] |= 1 << rank
        else:
            s.melds[seat][rank] |= 1 << suit
    elif action < RUN:
        rank = (action - MELD) // MELDS_OF_RANK
        suits = MELD_SUITS[(action - MELD) % MELDS_OF_RANK]
        for suit in range(SUITS):
            if suits >> suit & 1:
                _give_up(s, suit * RANKS + rank)
                _show(s, suit * RANKS + rank)
        s.melds[seat][rank] |= suits
        s.meld_ranks[seat] |= 1 << rank
    else:
        suit = (action - RUN) // RUNS_OF_SUIT
        run = RUN_MASK[(action - RUN) % RUNS_OF_SUIT]
        s.runs[seat][suit] |= run
        while run:
            _give_up(s, suit * RANKS + LOWEST[run])
            _show(s, suit * RANKS + LOWEST[run])
            run &= run - 1


def _end_turn(s: State) -> None:
    """End the round if the hand is empty (R9) or at the turn limit (R15); else move on."""
    s.turns += 1
    if s.hand_count[s.turn] == 0:
        s.outcome = WENT_OUT
    elif s.turns == s.turn_limit:
        s.outcome = STALEMATE
    else:
        s.turn = (s.turn + 1) % s.seats
        s.phase = DRAWING


def take(s: State, seat: int, card: int, when: int) -> None:
    """Add a card to a hand."""
    s.held[seat][card // RANKS] |= 1 << card % RANKS
    s.hand_count[seat] += 1
    s.arrived[card] = when


def _give_up(s: State, card: int) -> None:
    """Remove a card from the hand of the seat to move."""
    s.held[s.turn][card // RANKS] &= ~(1 << card % RANKS)
    s.hand_count[s.turn] -= 1


def _discard(s: State, card: int) -> None:
    """Put a card on top of the discard pile."""
    s.discards[s.discard_count] = card
    s.discard_count += 1
    _show(s, card)


def _show(s: State, card: int) -> None:
    """Everybody has seen the card and knows from now on where it is."""
    s.seen[card] = 1


# --- the end ----------------------------------------------------------------------------------


def is_over(s: State) -> bool:
    """Whether somebody went out, or the turn limit was reached."""
    return s.outcome != GOING_ON


def score(s: State, out: Numbers) -> None:
    """Points of the cards left in each hand; fewer are better."""
    for seat in range(s.seats):
        out[seat] = _hand_points(s, seat)


def _hand_points(s: State, seat: int) -> int:
    """Number cards count their number, face cards ten, an ace fifteen."""
    points = 0
    for suit in range(SUITS):
        ranks = s.held[seat][suit]
        while ranks:
            points += POINTS[LOWEST[ranks]]
            ranks &= ranks - 1
    return points


# --- what a seat knows ------------------------------------------------------------------------

MOST_IN_HAND = DEALT + 1

# the numbers of an observation; "next k" is the k-th seat after the observer, 0 the observer
SEES_SEATS = 0  # players
SEES_OWN_TURN = SEES_SEATS + 1  # how many seats after the observer the seat to move sits
SEES_PHASE = SEES_OWN_TURN + 1  # DRAWING (0) or PLAYING (1)
SEES_OUTCOME = SEES_PHASE + 1  # GOING_ON (0), WENT_OUT or STALEMATE (2)
SEES_TURNS = SEES_OUTCOME + 1  # turns completed
SEES_TURN_LIMIT = SEES_TURNS + 1  # the option
SEES_STOCK = SEES_TURN_LIMIT + 1  # cards in the stock
SEES_DISCARDS = SEES_STOCK + 1  # cards in the discard pile
SEES_TOP = SEES_DISCARDS + 1  # top card of the discard pile, -1: none
SEES_COUNTS = SEES_TOP + 1  # + k: cards in the hand of next k, 3 numbers
SEES_HAND = SEES_COUNTS + SEATS  # own hand in order of arrival, -1: no card, 11 numbers
SEES_PLACE = SEES_HAND + MOST_IN_HAND  # + card: where it is, one of the places below, 65 numbers
# + card: if in the discard pile or a turned-over stock, cards above it, 65 numbers
SEES_DEPTH = SEES_PLACE + CARDS
OBSERVATION = SEES_DEPTH + CARDS

UNSEEN = 0  # face down in the stock or in another hand, never seen
IN_DISCARDS = 1  # in the discard pile
IN_STOCK = 2  # in a stock made from discards, whose order all have seen
IN_HAND = 3  # + 3 * k: in the hand of next k, taken from a pile that all have seen
IN_RUN = 4  # + 3 * k: in a run in front of next k
IN_MELD = 5  # + 3 * k: in a meld in front of next k


def observe(s: State, seat: int, out: Numbers) -> None:
    """Write what `seat` may know, with a perfect memory, as OBSERVATION numbers."""
    out[SEES_SEATS] = s.seats
    out[SEES_OWN_TURN] = (s.turn - seat) % s.seats
    out[SEES_PHASE] = s.phase
    out[SEES_OUTCOME] = s.outcome
    out[SEES_TURNS] = s.turns
    out[SEES_TURN_LIMIT] = s.turn_limit
    out[SEES_STOCK] = s.stock_end - s.stock_next
    out[SEES_DISCARDS] = s.discard_count
    out[SEES_TOP] = top_discard(s)
    for card in range(CARDS):
        out[SEES_PLACE + card] = UNSEEN
        out[SEES_DEPTH + card] = 0
    _observe_piles(s, out)
    for k in range(3):
        out[SEES_COUNTS + k] = 0
    for k in range(s.seats):
        _observe_seat(s, (seat + k) % s.seats, k, out)
    n = _hand_in_order(s, seat, out, SEES_HAND)
    for i in range(n, MOST_IN_HAND):
        out[SEES_HAND + i] = -1


def top_discard(s: State) -> int:
    """The top card of the discard pile, -1 if it is empty."""
    if s.discard_count == 0:
        return -1
    return s.discards[s.discard_count - 1]


def _observe_piles(s: State, out: Numbers) -> None:
    """Where the cards are that have been in the discard pile."""
    discards = s.discards
    for i in range(s.discard_count):
        card = discards[i]
        out[SEES_PLACE + card] = IN_DISCARDS
        out[SEES_DEPTH + card] = s.discard_count - 1 - i
    stock = s.stock
    shown_by_seat = s.seen
    for i in range(s.stock_next, s.stock_end):
        card = stock[i]
        if shown_by_seat[card]:
            out[SEES_PLACE + card] = IN_STOCK
            out[SEES_DEPTH + card] = i - s.stock_next


def _observe_seat(s: State, seat: int, k: int, out: Numbers) -> None:
    """What is known about the cards of the seat `k` places after the observer."""
    out[SEES_COUNTS + k] = s.hand_count[seat]
    held = s.held[seat]
    runs = s.runs[seat]
    melds = s.melds[seat]
    shown_by_seat = s.seen
    for suit in range(SUITS):
        first = suit * RANKS
        ranks = held[suit]
        while ranks:
            card = first + LOWEST[ranks]
            if k == 0 or shown_by_seat[card]:
                out[SEES_PLACE + card] = IN_HAND + 3 * k
            ranks &= ranks - 1
        ranks = runs[suit]
        while ranks:
            out[SEES_PLACE + first + LOWEST[ranks]] = IN_RUN + 3 * k
            ranks &= ranks - 1
    ranks = s.meld_ranks[seat]
    while ranks:
        rank = LOWEST[ranks]
        for suit in range(SUITS):
            if melds[rank] >> suit & 1:
                out[SEES_PLACE + suit * RANKS + rank] = IN_MELD + 3 * k
        ranks &= ranks - 1


def _hand_in_order(s: State, seat: int, out: Numbers, first: int) -> int:
    """Write the hand from index `first` on: dealt order, drawn card last (R2); return its size."""
    held = s.held[seat]
    arrived = s.arrived
    n = 0
    for suit in range(SUITS):
        ranks = held[suit]
        while ranks:
            card = suit * RANKS + LOWEST[ranks]
            when = arrived[card]
            place = first + n
            while place > first and arrived[out[place - 1]] > when:
                out[place] = out[place - 1]
                place -= 1
            out[place] = card
            n += 1
            ranks &= ranks - 1
    return n


def redeal(s: State, seat: int, rng: Words) -> None:
    """Deal everything that `seat` cannot know again, all possible deals being equally likely.

    Cards that have been face up stay where they are: everybody saw where they went.
    """
    hidden = [0] * CARDS
    n = 0
    for i in range(s.stock_next, s.stock_end):
        if not s.seen[s.stock[i]]:
            hidden[n] = s.stock[i]
            n += 1
    for card in range(CARDS):
        if _hides(s, seat, card):
            hidden[n] = card
            n += 1
    shuffle_hidden(rng, hidden, n)
    for i in range(s.stock_next, s.stock_end):
        if not s.seen[s.stock[i]]:
            n -= 1
            s.stock[i] = hidden[n]
    times = [0] * (SEATS * MOST_IN_HAND)
    gone = [0] * SEATS
    for other in range(s.seats):
        if other != seat:
            gone[other] = _take_unseen(s, other, times)
    for other in range(s.seats):
        for i in range(gone[other]):
            n -= 1
            take(s, other, hidden[n], times[other * MOST_IN_HAND + i])


def _hides(s: State, seat: int, card: int) -> bool:
    """Whether another seat than `seat` holds the card and nobody has seen it."""
    for other in range(s.seats):
        if other != seat and not s.seen[card] and s.held[other][card // RANKS] >> card % RANKS & 1:
            return True
    return False


def _take_unseen(s: State, seat: int, times: Numbers) -> int:
    """Take the unseen cards out of a hand; write when they came; return how many."""
    first = seat * MOST_IN_HAND
    when = [0] * MOST_IN_HAND
    n = 0
    for card in range(CARDS):
        bit = 1 << card % RANKS
        if s.held[seat][card // RANKS] & bit and not s.seen[card]:
            s.held[seat][card // RANKS] &= ~bit
            when[n] = s.arrived[card]
            s.hand_count[seat] -= 1
            s.arrived[card] = 0
            n += 1
    sort(when, n)  # which hidden card came when is not known either
    for i in range(n):
        times[first + i] = when[i]
    return n
