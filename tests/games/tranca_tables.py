"""Positions, decks and rounds of Tranca for tests."""

import random
from collections import Counter

from dealt.core.agent import Seat
from dealt.core.table import Table
from dealt.games.tranca import GAME, rules
from dealt.games.tranca.state import RUN, SET, TWOS
from dealt.games.tranca.view import dollars_seen, morto_of, mortos_left
from dealt.games.tranca.words import cards_in_play

DECK = GAME.deck
NAMES = ("Ana", "Bob", "Cid", "Dan", "Eva", "Fay")
DOLLARS = ("3D", "3H")
STOCK = "4H 6H 8H TH"
MORTO = "4S 6S 8S TS QS 5D 7D 9D JD KD 3C"
OTHER_MORTO = "5S 7S 9S JS KS 4D 6D 8D TD QD 3S"
CLEAN = "4C 5C 6C 7C 8C 9C TC"
DIRTY = "4D 5D 6D 7D 8D 2C TD"

# why a move is refused
ONE_BY_ONE = "lay the others on it one by one"
NO_ROW = "the cards are not consecutive, and one two fills only one gap"
NEITHER = "cards must be of one rank, or consecutive in one suit"
FIRST = "first a card is drawn from the stock, or the pile is taken"


def ids(faces):
    """Written cards as numbers."""
    return [DECK.parse(face) for face in faces.split()]


def fill_hand(s, seat, faces):
    """Give a seat these cards."""
    for card in ids(faces):
        s.hand[seat][card] += 1
        s.hand_count[seat] += 1
        s.of_rank[seat][card % 13] += 1
        s.held[seat][card // 13] |= 1 << card % 13


def fill_sequence(s, side, faces):
    """Lay a sequence down, without asking the rules."""
    cards = ids(faces)
    number, naturals = s.sequence_count[side], [card for card in cards if card % 13]
    s.sequence_count[side] += 1
    s.size[side][number] = len(cards)
    if len({card % 13 for card in naturals}) > 1:
        s.kind[side][number], s.suit_or_rank[side][number] = RUN, naturals[0] // 13
        s.ranks[side][number] = sum(1 << card % 13 for card in naturals)
    else:
        s.kind[side][number] = SET if naturals else TWOS
        s.suit_or_rank[side][number] = naturals[0] % 13 if naturals else 0
        for card in naturals or cards:
            s.copies[side][number][card // 13] += 1
    for card in cards:
        if naturals and card % 13 == 0:
            s.stand_in[side][number] = card // 13 + 1


def position(*hands, seats=2, pile="", stock=STOCK, mortos=(MORTO, OTHER_MORTO), **more):
    """A table in the middle of a round; seats without a hand given have two kings.

    Args:
        hands: cards by seat.
        seats: how many play.
        pile: the discard pile, top last.
        stock: cards to draw.
        mortos: those that are left.
        more: `laid`: sequences by side, `|` between; `had`: (seat, state) for mortos taken;
            `turn`; `playing`: the draw is done; options.
    """
    laid, had, turn = more.pop("laid", ()), more.pop("had", ()), more.pop("turn", 0)
    playing = more.pop("playing", False)
    s = GAME.fresh(seats, GAME.option_values(more))
    s.turn, s.phase, s.mortos_left, s.morto_seat = turn, int(playing), len(mortos), [-1] * 3
    for seat in range(seats):
        fill_hand(s, seat, hands[seat] if seat < len(hands) else "KD KH")
    for place, morto in enumerate(mortos, 2 - len(mortos)):
        s.mortos[place] = ids(morto)
    s.stock[: len(stock.split())], s.stock_end = ids(stock), len(stock.split())
    s.pile[: len(pile.split())], s.pile_count = ids(pile), len(pile.split())
    for side, sequences in enumerate(laid):
        for faces in sequences.split("|") if sequences else ():
            fill_sequence(s, side, faces)
    for seat, state in had:
        side = seat if seats < 4 else seat % 2
        s.morto[side], s.morto_seat[side] = state, seat
    return Table(GAME, [Seat(name) for name in NAMES[:seats]], s)


def stacked(*hands, mortos=("", ""), stock="", packs=2):
    """A deck that deals hands and mortos beginning with these cards, and begins the stock so."""
    left = Counter(DECK.times(packs).cards())
    left.subtract(ids(" ".join([*hands, *mortos, stock])))
    rest = [card for card in left.elements() if DECK.faces[card] not in DOLLARS]
    deck = []
    for faces in (*hands, *mortos):
        deck += ids(faces) + [rest.pop(0) for _ in range(11 - len(faces.split()))]
    dollars = [card for card in left.elements() if DECK.faces[card] in DOLLARS]
    return deck + ids(stock) + rest + dollars


def dealt_round(seats, deck, starter=0, **options):
    """A state just dealt."""
    s = GAME.fresh(seats, GAME.option_values(options))
    s.starter = starter
    rules.deal(s, deck)
    return s


def table_of(s):
    """A table of people for a state."""
    return Table(GAME, [Seat(name) for name in NAMES[: s.seats]], s)


def texts(table):
    """What is open, in words."""
    return [str(action) for action in table.actions]


def laying(table):
    """What is open but drawing and discarding."""
    return [text for text in texts(table) if text.split()[0] in ("take", "new", "lay")]


def play(table, *texts_to_play):
    """Play one after the other."""
    for words in texts_to_play:
        table.play(words)


def hand(table, seat=0):
    """The cards of a hand, as that seat sees them."""
    return " ".join(table.view(seat).hand)


def on_table(table, side=0):
    """The sequences of a side in words."""
    return [" ".join(sequence.cards) for sequence in table.view(0).groups(side=side)]


def dollars(table):
    """The dollars of each side, as they lie on the table."""
    return [dollars_seen(side) for side in table.view(0).open.sides]


def counts(table):
    """How many cards each seat holds."""
    view = table.view(0)
    return tuple(view.count(seat) for seat in range(len(view.names)))


def mortos(table):
    """How many mortos are left."""
    return mortos_left(table.view(0))


def morto_states(table):
    """How the mortos of the sides stand: none, taken or used."""
    return [morto_of(side).removeprefix("morto_") for side in table.view(0).open.sides]


def place(table, name):
    """The cards of a place in their order."""
    return DECK.text(cards_in_play(table._state)[name])


def random_rounds(seeds):
    """States of random rounds that like laying down, by all numbers of seats, and their dice."""
    out = [0] * GAME.sizes.actions
    for seed in seeds:
        dice = random.Random(seed)
        seats = GAME.seats[seed % 4]
        deck = GAME.deck_for(seats, {}).cards()
        dice.shuffle(deck)
        s = dealt_round(seats, deck, dice.randrange(seats), clean_to_go_out=seed // 4 % 2)
        while not rules.is_over(s):
            yield s, dice
            legal_ids = out[: rules.legal(s, out)]
            down = [action for action in legal_ids if 0 < action < GAME.sizes.actions - 52]
            rules.apply(s, dice.choice(down if down and dice.random() < 0.6 else legal_ids))
        yield s, dice
