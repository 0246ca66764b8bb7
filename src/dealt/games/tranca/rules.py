"""Tranca: build sequences, make canastras, empty your hand, then your morto.

RULES.md explains rulings T1 to T12.  The same functions are used in plain and in compiled play; `s`
is a state, `out` an array for results.
"""

from dealt.core.fields import Numbers
from dealt.games.tranca.knowledge import observe, redeal
from dealt.games.tranca.sequences import (
    beginnings,
    beginnings_with,
    fits,
    give_up,
    has_good_canastra,
    is_red_three,
    lays,
    put,
    score,
    side_of,
    take,
)
from dealt.games.tranca.state import (
    BEGIN_ABOUT,
    BEGIN_CARDS,
    BEGIN_KIND,
    BEGIN_TWOS,
    CANASTRA,
    CARDS,
    DEALT,
    DISCARD,
    DRAW,
    DRAWING,
    FOUR,
    GOING_ON,
    LAID,
    LAID_TWO,
    LAY,
    LOWEST,
    MORTOS,
    MOST_CARDS,
    MOST_SEQUENCES,
    NATURALS,
    NEW,
    NO_CARD,
    NO_SEQUENCE,
    NONE,
    PLAYING,
    RANKS,
    RED,
    RUN,
    SEATS,
    SHORTEST,
    SIDES,
    STOCK_OUT,
    SUITS,
    TAKE_NEW,
    TAKE_ON,
    TAKEN,
    THREE,
    TURN_LIMIT,
    TWO,
    TWOS,
    USED,
    WENT_OUT,
    State,
)

__all__ = ["apply", "carry_over", "deal", "is_over", "legal", "observe", "redeal", "score"]


# --- the deal -------------------------------------------------------------------------------------


def deal(s: State, deck: Numbers) -> None:
    """Deal eleven cards to each seat from the starter on; two mortos of eleven; the stock (T1).

    Then each player, in turn order, lays down dollars and draws replacements (T4).
    """
    clear(s)
    place = 0
    for i in range(s.seats):
        for _ in range(DEALT):
            take(s, (s.starter + i) % s.seats, deck[place])
            place += 1
    for morto in range(MORTOS):
        for i in range(DEALT):
            s.mortos[morto][i] = deck[place]
            place += 1
    s.mortos_left = MORTOS
    s.stock_next = 0
    s.stock_end = _cards_in_game(s) - place
    for i in range(s.stock_end):
        s.stock[i] = deck[place + i]
    for i in range(s.seats):
        _lay_dollars(s, (s.starter + i) % s.seats)
    s.turn = s.starter


def clear(s: State) -> None:
    """Clear the table."""
    s.phase = DRAWING
    s.outcome = GOING_ON
    s.turns = 0
    s.pile_count = 0
    for place in range(MOST_CARDS):
        s.stock[place] = 0
        s.pile[place] = 0
    for seat in range(SEATS):
        s.hand_count[seat] = 0
        for suit in range(SUITS):
            s.held[seat][suit] = 0
        for rank in range(RANKS):
            s.of_rank[seat][rank] = 0
        for card in range(CARDS):
            s.hand[seat][card] = 0
            s.known[seat][card] = 0
    for side in range(SIDES):
        s.morto[side] = NONE
        s.morto_seat[side] = -1
        for suit in range(SUITS):
            s.dollars[side][suit] = 0
        for sequence in range(MOST_SEQUENCES):
            s.kind[side][sequence] = NO_SEQUENCE
            s.suit_or_rank[side][sequence] = 0
            s.size[side][sequence] = 0
            s.ranks[side][sequence] = 0
            s.stand_in[side][sequence] = 0
            for suit in range(SUITS):
                s.copies[side][sequence][suit] = 0
        s.sequence_count[side] = 0


def _cards_in_game(s: State) -> int:
    """The packs in play: two, or three for six players (T1)."""
    return MOST_CARDS if s.seats == SEATS else 2 * CARDS


def carry_over(s: State, before: State) -> None:
    """The starter shuffles and comes last; the next seat starts (sections 5 and 6)."""
    s.starter = (before.starter + 1) % s.seats


# --- cards that come ------------------------------------------------------------------------------


def _from_stock(s: State) -> int:
    """The next card of the stock; after the last one, a morto becomes the stock (T7)."""
    card = s.stock[s.stock_next]
    s.stock_next += 1
    if s.stock_next == s.stock_end and s.mortos_left > 0:
        morto = MORTOS - s.mortos_left
        for i in range(DEALT):
            s.stock[i] = s.mortos[morto][i]
        s.mortos_left -= 1
        s.stock_next = 0
        s.stock_end = DEALT
    return card


def _draw_one(s: State, seat: int) -> bool:
    """Draw a card, laying dollars (T4); False if the stock ran out first."""
    while s.stock_next < s.stock_end:
        card = _from_stock(s)
        if not is_red_three(card):
            take(s, seat, card)
            return True
        s.dollars[side_of(s, seat)][card // RANKS] += 1
    return False


def _lay_dollars(s: State, seat: int) -> None:
    """Lay down the dollars of a hand and draw replacements while cards last (T4)."""
    missing = 0
    for suit in range(RED, RED + 2):
        card = suit * RANKS + THREE
        while s.hand[seat][card] > 0:
            give_up(s, seat, card)
            s.dollars[side_of(s, seat)][suit] += 1
            missing += 1
    for _ in range(missing):
        _draw_one(s, seat)


# --- what may be done -----------------------------------------------------------------------------


def legal(s: State, out: Numbers) -> int:
    """Write the actions open to the seat to move, in the order of the ids; return their number."""
    if s.outcome != GOING_ON:
        return 0
    if s.phase == DRAWING:
        out[0] = DRAW
        return _ways_to_take_pile(s, out, 1)
    side = side_of(s, s.turn)
    n = 0
    if s.sequence_count[side] < MOST_SEQUENCES:
        n = beginnings(s, s.turn, NEW, out, n)
        n = _keep_if_lawful(s, out, 0, n)
    first = n
    n = lays(s, side, out, n)
    n = _keep_if_lawful(s, out, first, n)
    return _discards(s, side, out, n)


def _discards(s: State, side: int, out: Numbers, n: int) -> int:
    """Any card; the last one only if a morto comes or the side may go out (T7)."""
    if s.hand_count[s.turn] == 1 and not _may_be_empty(s, side):
        return n
    for suit in range(SUITS):
        ranks = s.held[s.turn][suit]
        while ranks:
            out[n] = DISCARD + suit * RANKS + LOWEST[ranks]
            n += 1
            ranks &= ranks - 1
    return n


def _ways_to_take_pile(s: State, out: Numbers, n: int) -> int:
    """Take the pile by using its top card at once, on a sequence or in a new one (T6)."""
    if s.pile_count == 0:
        return n
    top = s.pile[s.pile_count - 1]
    if top % RANKS == THREE:  # T5
        return n
    side = side_of(s, s.turn)
    first = n
    if s.pile_on_sequence:
        for sequence in range(s.sequence_count[side]):
            if fits(s, side, sequence, top):
                out[n] = TAKE_ON + sequence
                n += 1
    if s.sequence_count[side] < MOST_SEQUENCES:
        n = beginnings_with(s, top, out, n)
    return _keep_if_lawful(s, out, first, n)


def _may_get_morto(s: State, side: int) -> bool:
    """Whether the side has not had a morto, and one is left (T7)."""
    return s.morto[side] == NONE and s.mortos_left > 0


def _may_be_empty(s: State, side: int) -> bool:
    """Whether a hand may be emptied: a morto comes, or the side may go out (T7)."""
    return _may_get_morto(s, side) or has_good_canastra(s, side)


# --- never into a position without a lawful end of the turn (T7) ----------------------------------


def _keep_if_lawful(s: State, out: Numbers, first: int, n: int) -> int:
    """Keep those of the actions `first` to `n` that let the turn end; return their number.

    With two cards left, one can be discarded and one kept.  With fewer, a morto has to come, or the
    side has to be able to go out.
    """
    if n == first or _left_in_hand(s, out[first]) > 1 and _left_in_hand(s, out[n - 1]) > 1:
        return n
    side = side_of(s, s.turn)
    if _may_get_morto(s, side):
        return n
    number = first
    for i in range(first, n):
        if _left_in_hand(s, out[i]) > 1 or _can_end_after(s, side, out[i]):
            out[number] = out[i]
            number += 1
    return number


def _left_in_hand(s: State, action: int) -> int:
    """The size of the hand after an action that lays cards, including cards from the pile."""
    if action < TAKE_NEW:
        return s.hand_count[s.turn] + s.pile_count - 1
    if action < NEW:
        return s.hand_count[s.turn] - 2 + s.pile_count - 1
    if action < LAY:
        return s.hand_count[s.turn] - SHORTEST
    return s.hand_count[s.turn] - 1


def _can_end_after(s: State, side: int, action: int) -> bool:
    """Whether the side can go out after an action, at once or with the last card."""
    if action < TAKE_NEW or action >= LAY:
        sequence = action - TAKE_ON if action < TAKE_NEW else (action - LAY) // LAID
        card = s.pile[s.pile_count - 1] if action < TAKE_NEW else _laid_card(s, action)
        stand_in = s.stand_in[side][sequence]
        ranks = s.ranks[side][sequence]
        put(s, side, sequence, card)
        can_end = has_good_canastra(s, side)
        if not can_end and _left_in_hand(s, action) == 1:
            can_end = _last_card_makes_canastra(s, side, _card_left(s, action))
        s.size[side][sequence] -= 1
        s.ranks[side][sequence] = ranks
        if s.stand_in[side][sequence] == stand_in and s.kind[side][sequence] != RUN:
            s.copies[side][sequence][card // RANKS] -= 1
        s.stand_in[side][sequence] = stand_in
        return can_end
    if has_good_canastra(s, side):
        return True
    return _left_in_hand(s, action) == 1 and _last_card_makes_canastra(
        s, side, _card_left(s, action)
    )


def _last_card_makes_canastra(s: State, side: int, card: int) -> bool:
    """Whether the last card of the hand, put on a sequence, makes a canastra to go out with."""
    for sequence in range(s.sequence_count[side]):
        if s.size[side][sequence] == CANASTRA - 1 and fits(s, side, sequence, card):
            dirty = s.stand_in[side][sequence] > 0
            if card % RANKS == TWO and s.kind[side][sequence] != TWOS:
                dirty = True
            if not dirty or s.clean_to_go_out == 0:
                return True
    return False


def _card_left(s: State, action: int) -> int:
    """The one card left in the hand after an action.

    It is the sum of all cards, in the hand and in a pile taken with it, minus those laid down.
    """
    total = 0
    for card in range(CARDS):
        total += card * s.hand[s.turn][card]
    if action < NEW:
        for i in range(s.pile_count):
            total += s.pile[i]
    if action < TAKE_NEW:
        return total - s.pile[s.pile_count - 1]
    if action >= LAY:
        return total - _laid_card(s, action)
    beginning = action - TAKE_NEW if action < NEW else action - NEW
    twos = BEGIN_TWOS[beginning]
    for i in range(SHORTEST - twos):
        total -= BEGIN_CARDS[beginning][i]
    if action < NEW and s.pile[s.pile_count - 1] % RANKS == TWO:
        total -= s.pile[s.pile_count - 1]
        twos -= 1
    for i in range(twos):
        total -= _which_two(s, i)
    return total


def _laid_card(s: State, action: int) -> int:
    """The card that an action puts on a sequence."""
    which = (action - LAY) % LAID
    if which == LAID_TWO:
        return _which_two(s, 0)
    return which // NATURALS * RANKS + which % NATURALS + FOUR


def _which_two(s: State, number: int) -> int:
    """The two in the hand with this number of twos before it, suits in order."""
    for suit in range(SUITS):
        number -= s.hand[s.turn][suit * RANKS + TWO]
        if number < 0:
            return suit * RANKS + TWO
    return TWO


# --- doing it -------------------------------------------------------------------------------------


def apply(s: State, action: int) -> None:
    """Play an action that `legal` offers."""
    if action == DRAW:
        s.phase = PLAYING
        if not _draw_one(s, s.turn):
            s.outcome = STOCK_OUT
    elif action >= DISCARD:
        _discard(s, action - DISCARD)
    else:
        _lay_down(s, action)
        s.phase = PLAYING
        if s.hand_count[s.turn] == 0:
            _empty_hand(s)


def _lay_down(s: State, action: int) -> None:
    """Put cards of the hand, or first the top of the pile, on a sequence or down as a new one."""
    side = side_of(s, s.turn)
    _use_morto(s, side)
    if action >= LAY:
        card = _laid_card(s, action)
        give_up(s, s.turn, card)
        put(s, side, (action - LAY) // LAID, card)
    elif action >= NEW:
        _begin(s, side, action - NEW, NO_CARD)
    elif action >= TAKE_NEW:
        s.pile_count -= 1
        _begin(s, side, action - TAKE_NEW, s.pile[s.pile_count])
        _take_pile(s)
    else:
        s.pile_count -= 1
        put(s, side, action - TAKE_ON, s.pile[s.pile_count])
        _take_pile(s)


def _begin(s: State, side: int, beginning: int, top: int) -> None:
    """Lay three cards down as a new sequence, one of them from the pile if `top` is a card.

    Twos of the hand are taken in the order of the suits.
    """
    sequence = s.sequence_count[side]
    s.sequence_count[side] += 1
    s.kind[side][sequence] = BEGIN_KIND[beginning]
    s.suit_or_rank[side][sequence] = BEGIN_ABOUT[beginning]
    twos = BEGIN_TWOS[beginning]
    if top >= 0 and top % RANKS == TWO:
        put(s, side, sequence, top)
        twos -= 1
    elif top >= 0:
        take(s, s.turn, top)
        s.known[s.turn][top] += 1
    for i in range(SHORTEST - BEGIN_TWOS[beginning]):
        card = BEGIN_CARDS[beginning][i]
        give_up(s, s.turn, card)
        put(s, side, sequence, card)
    for _ in range(twos):
        two = _which_two(s, 0)
        give_up(s, s.turn, two)
        put(s, side, sequence, two)


def _take_pile(s: State) -> None:
    """The rest of the pile goes to the hand, for everybody to see (T6)."""
    for i in range(s.pile_count):
        take(s, s.turn, s.pile[i])
        s.known[s.turn][s.pile[i]] += 1
    s.pile_count = 0


def _discard(s: State, card: int) -> None:
    """Discard and end the turn; an empty hand gets a morto or goes out."""
    _use_morto(s, side_of(s, s.turn))
    give_up(s, s.turn, card)
    s.pile[s.pile_count] = card
    s.pile_count += 1
    if s.hand_count[s.turn] == 0:
        _empty_hand(s)
    if s.outcome == GOING_ON:
        _end_turn(s)


def _use_morto(s: State, side: int) -> None:
    """The seat that took the morto lays down or discards, so the morto is in use (T8)."""
    if s.morto[side] == TAKEN and s.morto_seat[side] == s.turn:
        s.morto[side] = USED


def _empty_hand(s: State) -> None:
    """Take the morto if there is one for the side, else end the round (T7)."""
    side = side_of(s, s.turn)
    if not _may_get_morto(s, side):
        s.outcome = WENT_OUT
        return
    s.morto[side] = TAKEN
    s.morto_seat[side] = s.turn
    morto = MORTOS - s.mortos_left
    s.mortos_left -= 1
    for i in range(DEALT):
        take(s, s.turn, s.mortos[morto][i])
    _lay_dollars(s, s.turn)


def _end_turn(s: State) -> None:
    """End the turn; the round ends with stock and mortos used up (T7), or at the turn limit."""
    s.turns += 1
    if s.stock_next == s.stock_end and s.mortos_left == 0:
        s.outcome = STOCK_OUT
    elif s.turns == s.turn_limit:
        s.outcome = TURN_LIMIT
    else:
        s.turn = (s.turn + 1) % s.seats
        s.phase = DRAWING


# --- the end --------------------------------------------------------------------------------------


def is_over(s: State) -> bool:
    """Whether somebody went out, the stock is used up, or the turn limit is reached."""
    return s.outcome != GOING_ON
