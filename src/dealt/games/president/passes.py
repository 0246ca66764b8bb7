"""President: what a pass shows of a hand, if only those pass who cannot answer (P5)."""

from dealt.core.chance import Words, below
from dealt.core.fields import Numbers
from dealt.games.president.plays import higher, how_many, kind
from dealt.games.president.state import (
    MOST_UNANSWERED,
    PASS,
    PLAY_MASK,
    PLAY_SIZE,
    PLAY_STRENGTH,
    PLAYS,
    SEATS,
    State,
)

_CHANGES = 3_000  # exchanges of two cards that are tried at most
_BOLD = 16  # one of so many exchanges is kept although it makes things worse
_MOST_MOVES = len(PLAYS)


def note_pass(s: State) -> None:
    """Note the play that the seat to move cannot answer, unless that is clear from another one."""
    seat = s.turn
    place = 0
    while place < MOST_UNANSWERED and s.unanswered[seat][place] != PASS:
        if _is_as_high(s, s.previous, s.unanswered[seat][place]):
            return
        place += 1
    if place < MOST_UNANSWERED:
        s.unanswered[seat][place] = s.previous
        s.shed_before[seat][place] = s.shed[seat]
        if place + 1 < MOST_UNANSWERED:
            s.unanswered[seat][place + 1] = PASS


def _is_as_high(s: State, play: int, other: int) -> bool:
    """Whether every answer to a play answers the other one, too."""
    if PLAY_SIZE[play] != PLAY_SIZE[other]:
        return False
    if kind(s, play) != kind(s, other):
        return kind(s, play) > kind(s, other)
    return PLAY_STRENGTH[play] >= PLAY_STRENGTH[other]


def _answers_held(s: State, seat: int, out: Numbers) -> int:
    """How many moves a seat held with which it could have answered where it passed."""
    held = 0
    for place in range(MOST_UNANSWERED):
        if s.unanswered[seat][place] == PASS:
            break
        held += higher(s, _hand_at(s, seat, place), s.unanswered[seat][place], out, 0)
    return held


def _hand_at(s: State, seat: int, place: int) -> int:
    """The hand of a seat when it could not answer."""
    return s.hand[seat] | s.shed[seat] & ~s.shed_before[seat][place]


def fit_passes(s: State, seat: int, partner: int, unseen: int, rng: Words) -> None:
    """Exchange cards that `seat` does not see until no pass contradicts the hand that it is from.

    Args:
        s: a state with a possible deal.
        seat: the seat that looks on.
        partner: whose hand may have none of the cards lacked, -1: nobody.
        unseen: mask of the cards that may be exchanged.
        rng: a generator.
    """
    out = [0] * _MOST_MOVES
    held = [0] * SEATS
    for other in range(s.seats):
        if other != seat:
            held[other] = _answers_held(s, other, out)
    for _ in range(_CHANGES):
        one = _contradicted(s, held, rng)
        if one < 0:
            return
        card = _card_to_lose(s, one, unseen, out, rng)
        other_card = random_card(unseen & ~s.hand[one], rng)
        two = holder(s, other_card)
        if (
            one == partner
            and s.lacked[seat] & other_card
            or two == partner
            and s.lacked[seat] & card
        ):
            continue
        swap(s, one, two, card | other_card)
        first = _answers_held(s, one, out)
        second = _answers_held(s, two, out) if two >= 0 else 0
        before = held[one] + (held[two] if two >= 0 else 0)
        if first + second > before and below(rng, _BOLD) > 0:
            swap(s, one, two, card | other_card)
        else:
            held[one] = first
            if two >= 0:
                held[two] = second


def _contradicted(s: State, held: Numbers, rng: Words) -> int:
    """A seat that could have answered where it passed, -1: there is none."""
    first = below(rng, s.seats)
    for i in range(s.seats):
        if held[(first + i) % s.seats] > 0:
            return (first + i) % s.seats
    return -1


def _card_to_lose(s: State, seat: int, unseen: int, out: Numbers, rng: Words) -> int:
    """An unseen card, as a mask, of a move with which the seat could have answered."""
    for place in range(MOST_UNANSWERED):
        n = higher(s, _hand_at(s, seat, place), s.unanswered[seat][place], out, 0)
        if n > 0:
            cards = PLAY_MASK[out[below(rng, n)]] & s.hand[seat] & unseen
            if cards:
                return random_card(cards, rng)
            break
    return random_card(s.hand[seat] & unseen, rng)


def random_card(cards: int, rng: Words) -> int:
    """A random one of some cards, as a mask."""
    for _ in range(below(rng, how_many(cards))):
        cards &= cards - 1
    return cards & -cards


def holder(s: State, card: int) -> int:
    """The seat that holds a card, given as a mask, -1 if it was left over."""
    for seat in range(s.seats):
        if s.hand[seat] & card:
            return seat
    return -1


def swap(s: State, one: int, two: int, cards: int) -> None:
    """Swap two cards between two seats, -1 for those left over."""
    if one >= 0:
        s.hand[one] ^= cards
    else:
        s.out_of_play ^= cards
    if two >= 0:
        s.hand[two] ^= cards
    else:
        s.out_of_play ^= cards
