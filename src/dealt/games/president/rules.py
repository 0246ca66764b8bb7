"""President: shed your hand before the others do.

RULES.md explains rulings P1 to P12.  The same functions are used in plain and in compiled play; `s`
is a state, `out` an array for results, a set of cards is a mask.
"""

from dealt.core.chance import Words, shuffle
from dealt.core.fields import Numbers
from dealt.games.president.passes import fit_passes, note_pass, random_card
from dealt.games.president.plays import (
    FIRST_TWO,
    allowed_sets,
    five_cards,
    higher,
    how_many,
    kind,
    lowest_card,
    singles,
)
from dealt.games.president.state import (
    ALL_CARDS,
    ANYONE,
    ASK,
    ASKING,
    CARDS,
    FOUR,
    GIVE,
    GIVING,
    MOST_UNANSWERED,
    PASS,
    PLAY_MASK,
    PLAY_SIZE,
    PLAY_STRENGTH,
    PLAYING,
    REQUEST,
    SEATS,
    STRAIGHT,
    SUITS,
    TWO,
    UNABLE,
    State,
)
from dealt.games.president.trade import (
    ask_for,
    begin_trade,
    cards_to_give,
    cards_to_trade,
    give_up,
    values_to_ask_for,
)


def deal(s: State, deck: Numbers) -> None:
    """Deal cards one by one in turn order, equally many to all (P1); trade in later rounds."""
    if not s.is_later_round:
        for seat in range(s.seats):
            s.turn_order[seat] = seat
    _clear(s)
    each = CARDS // s.seats
    for i in range(CARDS):
        if i < each * s.seats:
            s.hand[s.turn_order[i % s.seats]] |= 1 << deck[i]
        else:
            s.out_of_play |= 1 << deck[i]
    for seat in range(s.seats):
        s.count[seat] = each
    if s.is_later_round:
        begin_trade(s, 0)
    else:
        open_round(s)


def _clear(s: State) -> None:
    """Clear the table."""
    s.out_of_play = 0
    s.chosen = 0
    s.played = 0
    s.previous = PASS
    s.mover = -1
    s.finished_count = 0
    s.opening = 0
    s.lowest = -1
    for seat in range(SEATS):
        s.hand[seat] = 0
        s.count[seat] = 0
        s.gave[seat] = 0
        s.lacked[seat] = 0
        s.passed[seat] = 0
        s.finished[seat] = 0
        s.shed[seat] = 0
        for i in range(MOST_UNANSWERED):
            s.unanswered[seat][i] = PASS
            s.shed_before[seat][i] = 0
    for i in range(2):
        s.asked[i] = 0


def open_round(s: State) -> None:
    """Whoever holds the lowest card dealt leads with a move that contains it (P5)."""
    s.phase = PLAYING
    s.opening = 1
    s.lowest = lowest_card(ALL_CARDS & ~s.out_of_play)
    for seat in range(s.seats):
        if s.hand[seat] >> s.lowest & 1:
            s.turn = seat


def carry_over(s: State, before: State) -> None:
    """Put the seats in order of their roles in the previous round (P8)."""
    s.is_later_round = 1
    for place in range(s.seats):
        s.turn_order[place] = before.finished[place]


# --- what may be done ---------------------------------------------------------------------------


def legal(s: State, out: Numbers) -> int:
    """Write the actions open to the seat to move, in the order of the ids; return their number."""
    if is_over(s):
        return 0
    if s.phase == GIVING:
        return cards_to_give(s, out)
    if s.phase == ASKING:
        return values_to_ask_for(out)
    if s.previous == PASS:
        return _leads(s, out)
    return _answers(s, out)


def _leads(s: State, out: Numbers) -> int:
    """Any move; the first of the match contains the lowest card; a leader may not pass (P5)."""
    hand = s.hand[s.turn]
    n = singles(hand, -1, out, 0)
    for size in range(2, SUITS + 1):
        n = allowed_sets(s, hand, size, -1, out, n)
    n = five_cards(s, hand, STRAIGHT, -1, out, n)
    if s.opening:
        n = containing(s.lowest, out, n)
    return n


def containing(card: int, out: Numbers, n: int) -> int:
    """Keep only those of the `n` plays in `out` that contain a card; return their number."""
    number = 0
    for i in range(n):
        play = out[i]
        if PLAY_MASK[play] >> card & 1:
            out[number] = play
            number += 1
    return number


def _answers(s: State, out: Numbers) -> int:
    """A higher move with the same number of cards (P3), or a pass (P5, P6)."""
    hand = s.hand[s.turn]
    out[0] = PASS
    n = higher(s, hand, s.previous, out, 1)
    if n == 1 or s.passing == ANYONE:
        return n
    for i in range(1, n):
        out[i - 1] = out[i]
    return n - 1


# --- doing it -----------------------------------------------------------------------------------


def apply(s: State, action: int) -> None:
    """Play an action that `legal` offers."""
    if s.phase == GIVING:
        _choose_to_give(s, 1 << action - GIVE)
    elif s.phase == ASKING:
        ask_for(s, action - ASK)
    elif action == PASS:
        s.passed[s.turn] = 1
        if s.passing == UNABLE:
            note_pass(s)
        _turn_on(s)
    else:
        _play(s, action)
        if s.count[s.turn] == 0:
            _go_out(s)
        if s.twos_end_trick and kind(s, action) <= FOUR and PLAY_STRENGTH[action] >= FIRST_TWO:
            _lead_anew(s)
        else:
            _turn_on(s)


def _choose_to_give(s: State, card: int) -> None:
    """Choose one card; once all are chosen they are exchanged with those of the lower seat (P9)."""
    s.chosen |= card
    number = cards_to_trade(s)
    place = 2 - number
    if how_many(s.chosen) < number:
        return
    lower = s.turn_order[s.seats - 1 - place]
    s.gave[s.turn] = s.chosen
    for i in range(number):
        give_up(s, lower, s.asked[i] - 1 if s.trade == REQUEST else TWO)
        s.asked[i] = 0
    s.hand[s.turn] ^= s.gave[s.turn] | s.gave[lower]
    s.hand[lower] ^= s.gave[s.turn] | s.gave[lower]
    s.chosen = 0
    if place == 0 and s.seats > 3:
        begin_trade(s, 1)
    else:
        s.turn = s.turn_order[0]
        s.phase = PLAYING


def _play(s: State, action: int) -> None:
    """Remove cards from the hand; all who passed may now answer again (P6)."""
    s.hand[s.turn] &= ~PLAY_MASK[action]
    s.count[s.turn] -= PLAY_SIZE[action]
    s.played |= PLAY_MASK[action]
    s.shed[s.turn] |= PLAY_MASK[action]
    s.previous = action
    s.mover = s.turn
    s.opening = 0
    if not s.pass_is_final:
        for seat in range(s.seats):
            s.passed[seat] = 0


def _go_out(s: State) -> None:
    """The seat to move has finished; a single player left with cards is last (P7)."""
    s.finished[s.finished_count] = s.turn
    s.finished_count += 1
    if s.finished_count == s.seats - 1:
        for seat in range(s.seats):
            if s.count[seat] > 0:
                s.finished[s.finished_count] = seat
        s.finished_count += 1


def _turn_on(s: State) -> None:
    """Move on to the next seat; the lead is free when all others still in have passed (P6)."""
    if _all_others_passed(s):
        _lead_anew(s)
        return
    s.turn = _next_in(s, s.turn)
    while s.passed[s.turn] and s.pass_is_final:
        s.turn = _next_in(s, s.turn)


def _all_others_passed(s: State) -> bool:
    """Whether every seat still in, other than the last mover, has passed."""
    for seat in range(s.seats):
        if s.count[seat] > 0 and seat != s.mover and not s.passed[seat]:
            return False
    return True


def _lead_anew(s: State) -> None:
    """The last mover leads, or the next seat still in if the mover has gone out (P6)."""
    s.previous = PASS
    for seat in range(s.seats):
        s.passed[seat] = 0
    s.turn = s.mover if s.count[s.mover] > 0 else _next_in(s, s.mover)
    s.mover = -1


def _next_in(s: State, seat: int) -> int:
    """The next seat in turn order with cards left."""
    place = place_of(s, seat)
    for _ in range(s.seats):
        place = (place + 1) % s.seats
        if s.count[s.turn_order[place]] > 0:
            break
    return s.turn_order[place]


def place_of(s: State, seat: int) -> int:
    """The position of a seat in turn order, from 0."""
    place = 0
    while s.turn_order[place] != seat:
        place += 1
    return place


# --- the end ------------------------------------------------------------------------------------


def is_over(s: State) -> bool:
    """Whether all have finished (P7)."""
    return s.finished_count == s.seats


def score(s: State, out: Numbers) -> None:
    """The place of each seat, 1 for the president; players still in count as last."""
    for seat in range(s.seats):
        out[seat] = s.seats
    for place in range(s.finished_count):
        out[s.finished[place]] = place + 1


# --- what a seat knows --------------------------------------------------------------------------

SEEN_OPTIONS = 13  # those without `trade`, which is part of SEES_LATER

# the numbers of an observation; "next k" is the k-th seat after the observer in turn order
SEES_SEATS = 0  # players
SEES_TURN = SEES_SEATS + 1  # how many seats after the observer the seat to move sits
SEES_PHASE = SEES_TURN + 1  # GIVING (0), PLAYING or ASKING (2)
# 0: the first round, 1: a later one, LATER_ON_REQUEST: one with requests (P12)
SEES_LATER = SEES_PHASE + 1
SEES_OPENING = SEES_LATER + 1  # 1: the lead must contain the lowest card dealt (P5)
SEES_LOWEST = SEES_OPENING + 1  # the lowest card dealt, -1 in later rounds
SEES_PREVIOUS = SEES_LOWEST + 1  # the play to beat, 0: the lead is free
SEES_MOVER = SEES_PREVIOUS + 1  # next k made it, -1: nobody
# cards that the seat in turn has yet to choose, or to ask for, for the trade
SEES_TO_GIVE = SEES_MOVER + 1
SEES_OPTIONS = SEES_TO_GIVE + 1  # the first 13 options in the order of the fields
# the cards given in the trade, -1: none, 2 numbers; to be given: see IS_ASKED
SEES_GAVE = SEES_OPTIONS + SEEN_OPTIONS
SEES_GOT = SEES_GAVE + 2  # the cards got in the trade, -1: none, 2 numbers; asked for: see IS_ASKED
SEES_COUNT = SEES_GOT + 2  # + k: cards in the hand of next k, 7 numbers
SEES_PASSED = SEES_COUNT + SEATS  # + k: whether next k has passed since the last play, 7 numbers
SEES_PLACE = SEES_PASSED + SEATS  # + k: the place at which next k finished, 0: still in, 7 numbers
SEES_CARD = SEES_PLACE + SEATS  # + card: where it is, one of the places below, 52 numbers
OBSERVATION = SEES_CARD + CARDS

UNSEEN = 0  # in another hand, or left over from the deal
PLAYED = 1  # played in this round
LEFT_OVER = 2  # below the lowest card dealt
CHOSEN = 3  # in the own hand, chosen to be given
IN_HAND = 4  # + k: in the hand of next k

IS_ASKED = -2  # minus the value: a card that is asked for, and has not changed hands yet (P12)
LATER_ON_REQUEST = 2
ALLOWED = 5  # of the options: whether pairs are allowed, then threes and so on


def observe(s: State, seat: int, out: Numbers) -> None:
    """Write what `seat` may know as OBSERVATION numbers."""
    place = place_of(s, seat)
    out[SEES_SEATS] = s.seats
    out[SEES_TURN] = (place_of(s, s.turn) - place) % s.seats
    out[SEES_PHASE] = s.phase
    out[SEES_LATER] = s.is_later_round * (1 + s.trade)
    out[SEES_OPENING] = s.opening
    out[SEES_LOWEST] = s.lowest
    out[SEES_PREVIOUS] = s.previous
    out[SEES_MOVER] = -1 if s.mover < 0 else (place_of(s, s.mover) - place) % s.seats
    out[SEES_TO_GIVE] = 0
    if s.phase == GIVING:
        out[SEES_TO_GIVE] = cards_to_trade(s) - how_many(s.chosen)
    elif s.phase == ASKING:
        out[SEES_TO_GIVE] = cards_to_trade(s) - int(s.asked[0] > 0)
    _observe_options(s, out)
    partner = s.turn_order[s.seats - 1 - place]
    _write_two(s.gave[seat], out, SEES_GAVE)
    _write_two(s.gave[partner] if partner != seat else 0, out, SEES_GOT)
    if s.turn == seat or s.turn == partner:
        _write_requests(s, out, SEES_GOT if s.turn == seat else SEES_GAVE)
    for k in range(SEES_PLACE - SEES_PASSED):
        out[SEES_COUNT + k] = 0
        out[SEES_PASSED + k] = 0
        out[SEES_PLACE + k] = 0
    for k in range(s.seats):
        other = s.turn_order[(place + k) % s.seats]
        out[SEES_COUNT + k] = s.count[other]
        out[SEES_PASSED + k] = s.passed[other]
    for i in range(s.finished_count):
        out[SEES_PLACE + (place_of(s, s.finished[i]) - place) % s.seats] = i + 1
    _observe_cards(s, seat, place, out)


def _observe_options(s: State, out: Numbers) -> None:
    """The first 13 options in the order of the fields; `trade` is part of SEES_LATER."""
    out[SEES_OPTIONS] = s.two_in_straights
    out[SEES_OPTIONS + 1] = s.equal_values
    out[SEES_OPTIONS + 2] = s.pass_is_final
    out[SEES_OPTIONS + 3] = s.twos_end_trick
    out[SEES_OPTIONS + 4] = s.passing
    out[SEES_OPTIONS + 5] = s.pairs
    out[SEES_OPTIONS + 6] = s.threes
    out[SEES_OPTIONS + 7] = s.fours
    out[SEES_OPTIONS + 8] = s.straights
    out[SEES_OPTIONS + 9] = s.flushes
    out[SEES_OPTIONS + 10] = s.full_houses
    out[SEES_OPTIONS + 11] = s.fours_plus_one
    out[SEES_OPTIONS + 12] = s.straight_flushes


def _write_two(cards: int, out: Numbers, first: int) -> None:
    """Write up to two cards, -1 for none."""
    for i in range(2):
        out[first + i] = -1 if cards == 0 else lowest_card(cards)
        cards &= cards - 1


def _write_requests(s: State, out: Numbers, first: int) -> None:
    """Write what the seat to move has asked for, before any card changes hands (P12)."""
    for i in range(2):
        if s.asked[i]:
            out[first + i] = IS_ASKED - (s.asked[i] - 1)


def _observe_cards(s: State, seat: int, place: int, out: Numbers) -> None:
    """Where each card is, as far as `seat` knows."""
    for card in range(CARDS):
        out[SEES_CARD + card] = LEFT_OVER if card < s.lowest else UNSEEN
        if s.played >> card & 1:
            out[SEES_CARD + card] = PLAYED
    for k in range(s.seats):
        other = s.turn_order[(place + k) % s.seats]
        cards = s.hand[seat] if k == 0 else _known_cards(s, seat, other)
        while cards:
            out[SEES_CARD + lowest_card(cards)] = IN_HAND + k
            cards &= cards - 1
    if s.turn == seat:
        chosen = s.chosen
        while chosen:
            out[SEES_CARD + lowest_card(chosen)] = CHOSEN
            chosen &= chosen - 1


def _known_cards(s: State, seat: int, other: int) -> int:
    """The cards that `seat` knows in the hand of another seat.

    They are the cards it gave away itself, and the lowest card dealt, in the hand that is to lead.
    """
    cards = s.hand[other] & s.gave[seat]
    if s.opening and s.turn == other:
        cards |= 1 << s.lowest
    return cards


def redeal(s: State, seat: int, rng: Words) -> None:
    """Deal everything that `seat` cannot know again, all possible deals being equally likely.

    A seat that got cards in the trade knows what the lower hand did not keep: higher ones (P9), or
    those asked for in vain (P12).  What others traded among themselves is forgotten.  If only those
    pass who cannot answer (P5), cards are exchanged until nobody could have answered; not all deals
    are then equally likely.
    """
    place = place_of(s, seat)
    partner = s.turn_order[s.seats - 1 - place]
    hidden = [0] * CARDS
    unseen = 0
    n = 0
    for card in range(CARDS):
        if is_hidden(s, seat, card):
            hidden[n] = card
            unseen |= 1 << card
            n += 1
    shuffle(rng, hidden, n)
    if partner != seat:
        n = _redeal_hand(s, seat, partner, s.lacked[seat], hidden, n)
        shuffle(rng, hidden, n)  # the high cards that were passed over have come to the front
    for other in range(s.seats):
        if other != seat and other != partner:
            n = _redeal_hand(s, seat, other, 0, hidden, n)
            s.gave[other] = 0
            s.lacked[other] = 0
    s.out_of_play &= below_lowest(s)
    for i in range(n):
        s.out_of_play |= 1 << hidden[i]
    if s.passing == UNABLE:
        fit_passes(s, seat, partner if partner != seat else -1, unseen, rng)
    if s.turn != seat and s.chosen:
        s.chosen = random_card(s.hand[s.turn], rng)


def below_lowest(s: State) -> int:
    """The cards below the lowest card dealt, which everybody knows were left over."""
    return (1 << max(s.lowest, 0)) - 1


def is_hidden(s: State, seat: int, card: int) -> bool:
    """Whether `seat` does not know where the card is."""
    cards = s.hand[seat] | s.played | below_lowest(s)
    for other in range(s.seats):
        if other != seat:
            cards |= _known_cards(s, seat, other)
    return cards >> card & 1 == 0


def _redeal_hand(s: State, seat: int, other: int, lacked: int, hidden: Numbers, n: int) -> int:
    """Replace another seat's unknown cards, avoiding `lacked`; return how many are left."""
    s.hand[other] = _known_cards(s, seat, other)
    missing = s.count[other] - how_many(s.hand[other])
    left = 0
    for i in range(n):
        if missing > 0 and lacked >> hidden[i] & 1 == 0:
            s.hand[other] |= 1 << hidden[i]
            missing -= 1
        else:
            hidden[left] = hidden[i]
            left += 1
    return left
