"""President: the features by which a player weighs a move, in the language of the rules.

`prepare` examines an observation once. For each action, `describe` then writes small numbers about
the move and about the cards it would leave.
"""

from dealt.core.chance import ones
from dealt.core.fields import Numbers
from dealt.games.president.plays import beginning, in_a_row, lowest_card, values_with
from dealt.games.president.rules import (
    CHOSEN,
    IN_HAND,
    SEES_CARD,
    SEES_COUNT,
    SEES_OPTIONS,
    SEES_PASSED,
    SEES_PHASE,
    SEES_PREVIOUS,
    SEES_SEATS,
    UNSEEN,
)
from dealt.games.president.state import (
    ASKING,
    CARDS,
    DIAMONDS,
    FIVE,
    GIVE,
    GIVING,
    PASS,
    PLAY_MASK,
    PLAY_SIZE,
    PLAY_STRENGTH,
    SUITS,
    TOP_STRAIGHT,
    TWO,
)

# what `prepare` writes
HAND = 0  # mask of the own cards
OTHERS = 1  # mask of the cards that others may hold
PREVIOUS = 2  # the play to beat, PASS for a lead
FEWEST = 3  # cards of the other player who has the fewest
NEXT = 4  # cards of the next player still in
TOP = 5  # the highest card that others may hold, -1: none
LAST = 6  # the highest value that a straight may begin with
PHASE = 7
TO_COME = 8  # others who may still answer: they have cards, and have not passed
FACTS = 9

FEW = 3  # cards with which a player is soon out
LATE = 3  # moves left with which one is soon out
LOW, MIDDLE = 6, 10  # values below which a card is low, or neither low nor high
BELOW_LOW = (1 << LOW * SUITS) - 1
BELOW_HIGH = (1 << MIDDLE * SUITS) - 1
EQUAL = 0b1111  # times the diamond of a value: its four cards
ROW = 0x11111  # times the diamond of a value: the diamonds of five values in a row
ACES = 0b1111 << (TWO - 1) * SUITS
TWOS = 0b1111 << TWO * SUITS

# what `describe` writes: of the cards left, those apart that would go as five-card moves
MOVES_LEFT = 0  # moves that it takes to shed all, nearly
CARDS_LEFT = 1
FIVES_LEFT = 2  # five-card moves among them
LOW_SINGLES = 3
MIDDLE_SINGLES = 4
HIGH_SINGLES = 5
LOW_PAIRS = 6
HIGH_PAIRS = 7
THREES_LEFT = 8
TWOS_LEFT = 9
ACES_LEFT = 10
SURE_CARDS = 11  # higher than any that others may hold
LOWEST_VALUE = 12  # of the sets
FOUR_LEFT = 13
LOW_SINGLES_LATE = 14  # low singles while somebody has few cards
OUT = 15  # none is left
ONE_MOVE_LEFT = 16
SURE_AND_OUT = 17  # a sure card and one more move
# of a lead
LEADS_SINGLE = 18
LEADS_PAIR = 19
LEADS_THREE = 20  # or four
LEADS_FIVE = 21
LEAD_VALUE = 22
LEAD_UNBEATEN = 23
LEADS_TO_ONE_CARD = 24  # a single, and the next player has one card: the value
LEAD_SIZE_OF_FEW = 25  # the player with the fewest cards has that many, few
# of an answer
PASSES = 26
PASSES_WITH_FEW = 27  # somebody has few cards
PASS_CARDS = 28  # own cards, passing
ANSWER_GAP = 29  # values above the play to beat
ANSWER_VALUE = 30
ANSWER_UNBEATEN = 31
ANSWERS_TWO = 32
ANSWERS_FEW = 33  # somebody has few cards
BREAKS_SET = 34  # others of the value stay
ANSWERS_FIVE = 35
# of either, where something matters more or less late in the round
LEAD_HIGHER = 36  # sets of the size that others may hold above it
ANSWER_HIGHER = 37
LEAD_VALUE_LATE = 38  # with few moves left
ANSWER_VALUE_LATE = 39
PASSES_LATE = 40
ANSWER_TO_COME = 41  # others who may still answer
FEATURES = 42

_written = [*globals()]
NAMES = tuple(  # as people read them: `moves left`
    name.lower().replace("_", " ")
    for name in _written[_written.index("MOVES_LEFT") : _written.index("FEATURES")]
)
assert len(NAMES) == FEATURES


def own_hand(obs: Numbers) -> int:
    """The player's hand, including the cards already chosen to be given."""
    hand = 0
    for card in range(CARDS):
        if obs[SEES_CARD + card] == IN_HAND or obs[SEES_CARD + card] == CHOSEN:
            hand |= 1 << card
    return hand


def prepare(obs: Numbers, facts: Numbers) -> None:
    """Write the FACTS numbers that all actions have in common."""
    hand = own_hand(obs)
    others = 0
    for card in range(CARDS):
        place = obs[SEES_CARD + card]
        if place == UNSEEN or place > IN_HAND:
            others |= 1 << card
    fewest = CARDS
    following = 0
    to_come = 0
    for k in range(1, obs[SEES_SEATS]):
        count = obs[SEES_COUNT + k]
        if count > 0:
            fewest = min(fewest, count)
            if following == 0:
                following = count
            to_come += 1 - obs[SEES_PASSED + k]
    facts[HAND] = hand
    facts[OTHERS] = others
    facts[PREVIOUS] = obs[SEES_PREVIOUS]
    facts[FEWEST] = fewest
    facts[NEXT] = following
    facts[TOP] = _highest_card(others)
    facts[LAST] = TOP_STRAIGHT if obs[SEES_OPTIONS] else TOP_STRAIGHT - 1
    facts[PHASE] = obs[SEES_PHASE]
    facts[TO_COME] = to_come


def _highest_card(cards: int) -> int:
    """The highest of some cards, -1 if there is none."""
    high = -1
    while cards:
        high = lowest_card(cards)
        cards &= cards - 1
    return high


def describe(facts: Numbers, action: int, out: Numbers) -> None:
    """Write the FEATURES numbers of an action."""
    left = facts[HAND]
    if facts[PHASE] == GIVING:
        left &= ~(1 << action - GIVE)
    elif facts[PHASE] != ASKING:
        left &= ~PLAY_MASK[action]
    _describe_rest(left, facts, out)
    for i in range(LEADS_SINGLE, FEATURES):
        out[i] = 0
    if facts[PHASE] == GIVING or facts[PHASE] == ASKING:
        return
    if action == PASS:
        out[PASSES] = 1
        out[PASSES_WITH_FEW] = int(facts[FEWEST] <= FEW)
        out[PASS_CARDS] = out[CARDS_LEFT]
        out[PASSES_LATE] = int(out[MOVES_LEFT] <= LATE)
    elif facts[PREVIOUS] == PASS:
        _describe_lead(facts, action, out)
    else:
        _describe_answer(facts, action, left, out)


def _describe_rest(left: int, facts: Numbers, out: Numbers) -> None:
    """Write the numbers about the cards left."""
    fives = 0
    rest = left
    five = _best_five(rest, facts[LAST])
    while five:
        fives += 1
        rest &= ~five
        five = _best_five(rest, facts[LAST])
    once = values_with(rest, 1)
    twice = values_with(rest, 2)
    thrice = values_with(rest, 3)
    singles = once & ~twice
    pairs = twice & ~thrice
    moves = fives + ones(once)
    sure = ones(left >> facts[TOP] + 1)
    out[MOVES_LEFT] = moves
    out[CARDS_LEFT] = ones(left)
    out[FIVES_LEFT] = fives
    out[LOW_SINGLES] = ones(singles & BELOW_LOW)
    out[MIDDLE_SINGLES] = ones(singles & BELOW_HIGH & ~BELOW_LOW)
    out[HIGH_SINGLES] = ones(singles & ~BELOW_HIGH)
    out[LOW_PAIRS] = ones(pairs & BELOW_LOW)
    out[HIGH_PAIRS] = ones(pairs & ~BELOW_LOW)
    out[THREES_LEFT] = ones(thrice)
    out[TWOS_LEFT] = ones(left & TWOS)
    out[ACES_LEFT] = ones(left & ACES)
    out[SURE_CARDS] = sure
    out[LOWEST_VALUE] = lowest_card(once) // SUITS if once else 0
    out[FOUR_LEFT] = int(values_with(left, 4) != 0)
    out[LOW_SINGLES_LATE] = out[LOW_SINGLES] if facts[FEWEST] <= FEW else 0
    out[OUT] = int(left == 0)
    out[ONE_MOVE_LEFT] = int(moves == 1)
    out[SURE_AND_OUT] = int(sure > 0 and moves == 2)


def _best_five(cards: int, last: int) -> int:
    """A five-card move, as a mask, that saves most moves compared with sets; 0 if none does.

    Five values in a row or of one suit save a move for each card without an equal, except one; a
    full house or four cards with another save one.
    """
    once = values_with(cards, 1)
    twice = values_with(cards, 2)
    single = once & ~twice
    most = 1
    best = 0
    starts = beginning(in_a_row(once), last)
    while starts:
        row = (starts & -starts) * ROW
        saved = ones(row & single)
        if saved > most:
            most = saved
            best = _one_of_each(cards, row)
        starts &= starts - 1
    for suit in range(SUITS):
        of_suit = cards >> suit & DIAMONDS
        if ones(of_suit) >= FIVE:
            saved = min(ones(of_suit & single), FIVE)
            if saved > most:
                most = saved
                best = _five_of(of_suit & single, of_suit & ~single) << suit
    if best:
        return best
    thrice = values_with(cards, 3)
    if thrice:
        return _full_house_or_four(cards, once, twice, thrice)
    return 0


def _one_of_each(cards: int, values: int) -> int:
    """The lowest card of each of some values, given by their diamonds."""
    chosen = 0
    for suit in range(SUITS):
        more = cards >> suit & values
        chosen |= more << suit
        values &= ~more
    return chosen


def _five_of(first: int, then: int) -> int:
    """The five lowest bits, those of `first` before those of `then`."""
    cards = 0
    for _ in range(FIVE):
        if first:
            cards |= first & -first
            first &= first - 1
        else:
            cards |= then & -then
            then &= then - 1
    return cards


def _full_house_or_four(cards: int, once: int, twice: int, thrice: int) -> int:
    """Three or four equal cards and the lowest pair or card to go with them; 0 if none."""
    pairs = twice & ~thrice
    if pairs:
        three = thrice & -thrice
        of_three = cards & three * EQUAL
        if values_with(of_three, 4):
            of_three &= of_three - 1
        return of_three | cards & (pairs & -pairs) * EQUAL
    fours = values_with(cards, 4)
    singles = once & ~twice
    if fours and singles:
        return (fours & -fours) * EQUAL | cards & (singles & -singles) * EQUAL
    return 0


def _describe_lead(facts: Numbers, action: int, out: Numbers) -> None:
    """Write the numbers about a lead."""
    size = PLAY_SIZE[action]
    value = PLAY_STRENGTH[action] // SUITS
    if size == FIVE:
        out[LEADS_FIVE] = 1
    else:
        out[LEADS_SINGLE] = int(size == 1)
        out[LEADS_PAIR] = int(size == 2)
        out[LEADS_THREE] = int(size > 2)
        out[LEAD_VALUE] = value
        higher = _higher_sets(facts, action)
        out[LEAD_UNBEATEN] = int(higher == 0)
        out[LEAD_HIGHER] = higher
        out[LEAD_VALUE_LATE] = value if out[MOVES_LEFT] <= LATE else 0
    if size == 1 and facts[NEXT] == 1:
        out[LEADS_TO_ONE_CARD] = TWO - value
    out[LEAD_SIZE_OF_FEW] = int(facts[FEWEST] <= FEW and size == facts[FEWEST])


def _describe_answer(facts: Numbers, action: int, left: int, out: Numbers) -> None:
    """Write the numbers about an answer other than a pass."""
    size = PLAY_SIZE[action]
    out[ANSWERS_FEW] = int(facts[FEWEST] <= FEW)
    out[ANSWER_TO_COME] = facts[TO_COME]
    if size == FIVE:
        out[ANSWERS_FIVE] = 1
        return
    value = PLAY_STRENGTH[action] // SUITS
    out[ANSWER_GAP] = value - PLAY_STRENGTH[facts[PREVIOUS]] // SUITS
    out[ANSWER_VALUE] = value
    higher = _higher_sets(facts, action)
    out[ANSWER_UNBEATEN] = int(higher == 0)
    out[ANSWER_HIGHER] = higher
    out[ANSWER_VALUE_LATE] = value if out[MOVES_LEFT] <= LATE else 0
    out[ANSWERS_TWO] = int(value == TWO)
    out[BREAKS_SET] = int(left >> value * SUITS & 0b1111 != 0)


def _higher_sets(facts: Numbers, action: int) -> int:
    """How many values or, for single cards, cards above a play others may hold."""
    if PLAY_SIZE[action] == 1:
        return ones(facts[OTHERS] >> PLAY_STRENGTH[action] + 1)
    value = PLAY_STRENGTH[action] // SUITS
    return ones(values_with(facts[OTHERS], PLAY_SIZE[action]) >> (value + 1) * SUITS)
