"""Decks, positions and cards of President for tests."""

import dealt
from dealt.core.agent import PolicyAgent, Seat
from dealt.core.chance import new_rng, start
from dealt.core.table import Table
from dealt.games import game
from dealt.games.president import bots, rules, state
from dealt.games.president.state import PLAYING

PRESIDENT = game("president")
TRADED = slice(rules.SEES_GAVE, rules.SEES_COUNT)  # of an observation
DECK = PRESIDENT.deck
NAMES = ["Ana", "Bob", "Cid", "Dan", "Eva", "Fay", "Gil"]
TYPES = (
    "one-card",
    "pair",
    "three-of-a-kind",
    "four-of-a-kind",
    "straight",
    "flush",
    "full house",
    "four-of-a-kind plus one",
    "straight flush",
)

# why words are refused
NO_MOVE = (
    "{}: not a move; play one to four cards of one rank, or a straight, a flush, a full house, "
    "four of a kind plus one, or a straight flush"
)
UNKNOWN = "unknown card '{}'; cards of this game look like '3D', '9H'"


def mask(faces):
    """Written cards as a set of cards."""
    return sum(1 << DECK.parse(face) for face in faces.split())


def faces(cards):
    """A set of cards as people write it."""
    return DECK.text([card for card in range(52) if cards >> card & 1])


def stacked(*hands, out=""):
    """A deck that deals hands beginning with these cards, and leaves out those; then any."""
    seats = len(hands)
    each = 52 // seats
    placed = " ".join([*hands, out]).split()
    rest = [face for face in reversed(DECK.faces) if face not in placed]
    full = [hand.split() for hand in hands]
    for hand in full:
        hand.extend(rest.pop() for _ in range(each - len(hand)))
    return [hand[i] for i in range(each) for hand in full] + out.split() + rest


def seated(seats):
    """People, or computer players where the name is AI."""
    return [Seat(n, PolicyAgent(n, bots.seed_ai) if n == "AI" else None) for n in seats]


def position(*hands, turn=0, to_beat="", mover=-1, order=(), names=NAMES, **options):
    """A later round after the trade: these hands, and all other cards played; "": out.

    Args:
        hands: cards of the seats; who has none is out, in the order of the seats.
        turn: the seat in turn.
        to_beat: the move to answer, made by the seat `mover`.
        mover: see `to_beat`.
        order: the seats in turn order, if not 0 1 2 and so on.
        names: AI for a computer player.
        options: of the game.
    """
    s = PRESIDENT.fresh(len(hands), PRESIDENT.option_values(options))
    s.turn_order[: len(hands)] = list(order) or list(range(len(hands)))
    s.phase, s.turn, s.is_later_round, s.lowest, s.mover = PLAYING, turn, 1, -1, mover
    s.played = (1 << 52) - 1
    for seat, hand in enumerate(hands):
        s.hand[seat], s.count[seat] = mask(hand), len(hand.split())
        s.played ^= s.hand[seat]
        if not hand:
            s.finished[s.finished_count] = seat
            s.finished_count += 1
    if to_beat:
        s.previous = state.PLAY_OF_MASK[mask(to_beat)]
    return Table(PRESIDENT, seated(names[: len(hands)]), s)


def trade(*hands, names=NAMES, **options):
    """A later round, dealt, before the trade; the seats stand in the order of their roles."""
    s = PRESIDENT.fresh(len(hands), PRESIDENT.option_values(options))
    before = PRESIDENT.fresh(len(hands), {})
    before.finished[: len(hands)] = list(range(len(hands)))
    rules.carry_over(s, before)
    rules.deal(s, DECK.order(stacked(*hands)))
    return Table(PRESIDENT, seated(names[: len(hands)]), s)


def texts(table):
    """What is open, in words."""
    return [str(action) for action in table.actions]


def previous_of(view):
    """The play to beat in words, None while the lead is free."""
    trick = view.find("trick")
    return None if trick.best is None else " ".join(trick.plays[trick.best].cards)


def told_of(view):
    """Codes of the facts of each seat, by name, in turn order."""
    return {seat.name: [note.code for note in seat.notes] for seat in view.open.seats}


def play(table, *texts):
    """Play one after the other."""
    for words in texts:
        table.play(words)


def first_round(seats=3, **options):
    """A match of people whose first round ends with Bob before Ana before all the others."""
    hands = ["", "4D 4C 9S KD KC 2D 2H", "", "6D 6H 6S QD QC QH 2S"][: seats + 1]
    deck = stacked(*(hands[1:4] + [""] * (seats - 3)))
    match = dealt.match("president", NAMES[:seats], deck=deck, **options)
    s = match.table._state
    s.hand[0], s.count[0], s.hand[1], s.count[1] = mask("5D"), 1, mask("4D"), 1
    s.turn, s.opening = 1, 0
    play(match, "4D", *["pass"] * (seats - 2), "5D")
    rest = list(range(2, seats))
    for i, seat in enumerate(rest[:-1]):
        s.hand[seat], s.count[seat] = mask("2S"), 1
        play(match, *["pass"] * (seats - 2 - i if i else 0), "2S")
    return match


def redealt(table, seat, tries, number=1):
    """Copies of the state of a table with other cards for all that the seat does not know."""
    rng = new_rng()
    start(rng, number, 2, 3)
    for _ in range(tries):
        twin = table._state.copy()
        rules.redeal(twin, table.seat(seat), rng)
        yield twin
