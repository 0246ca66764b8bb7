"""What the table service asks of the core: decks from outside, whole states, records as data."""

import json

from dealt.core.agent import Seat
from dealt.core.match import Match, replay
from dealt.core.record import Record
from dealt.games import registered


def test_a_dealer_gives_the_deck_of_each_round():
    """The seed has no part in it; a record of the match can be replayed."""
    game = registered("penney")
    cards = game.deck.cards()
    decks = [cards, cards[::-1]]
    rounds = []

    def dealer(number):
        rounds.append(number)
        return decks[number]

    match = Match(game, [Seat("Ana"), Seat("Bob")], seed=9, rounds=2, dealer=dealer)
    for number in range(2):
        assert match.table.fields()["deck"] == decks[number]
        match.play("RRB")
        match.play("BRR")
        if not number:
            match.next_round()
    assert set(rounds) == {0, 1}
    record = match.record
    assert record.seed is None
    assert Record.from_json(json.dumps(record.to_data())) == record
    assert replay(record, game).totals == match.totals


def test_the_fields_of_a_table_are_a_copy():
    """Their holder can change nothing."""
    table = Match(registered("mason-rummy"), [Seat("Ana"), Seat("Bob")], seed=1, rounds=1).table
    fields = table.fields()
    before = table.fields()
    fields["stock"].clear()
    fields["held"][0][0] = 0
    assert table.fields() == before
