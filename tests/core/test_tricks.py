"""What has been played since the lead: views of a table have all of it."""

import dealt
from dealt.core.presentation import Tricks, trick_of
from dealt.core.zones import Board, Note, Trick, TrickPlay
from dealt.language import speaking
from tests.games.president_tables import NAMES, PRESIDENT, play, position, stacked, trade


def since_lead(table, seat=0):
    """Who did what in the trick, and which play is to be beaten."""
    trick = table.view(seat).find("trick")
    return [(play.seat, " ".join(play.cards) or "-") for play in trick.plays], trick.best


def test_every_play_and_pass_since_the_lead_is_shown():
    """To everybody alike, until the lead is free again."""
    table = position("4D 9D KD", "5D 9C AS", "6D 9H 2S")
    assert since_lead(table) == ([], None)
    play(table, "4D", "pass", "6D", "9D")
    assert since_lead(table) == ([(0, "4D"), (1, "-"), (2, "6D"), (0, "9D")], 3)
    play(table, "pass")
    assert since_lead(table) == ([(0, "4D"), (1, "-"), (2, "6D"), (0, "9D"), (1, "-")], 3)
    assert all(table.view(seat).open == table.view(0).open for seat in range(3))
    play(table, "pass")
    assert since_lead(table) == ([], None)
    play(table, "KD", "AS")
    assert since_lead(table) == ([(0, "KD"), (1, "AS")], 1)
    pairs = position("9D 9S KD", "AD AC 4S")
    play(pairs, "9D 9S", "AD AC")
    with speaking("pt-BR"):
        notes = [play.note for play in pairs.view(0).find("trick").plays]
        assert notes == [Note("pair", "par")] * 2


def test_cards_of_the_trade_are_in_no_trick():
    """The lead is the first play after it."""
    table = trade("4D 4C KS", "5D", "", "")
    play(table, "give KS", "give 4D", "give 5D", "4C", "pass")
    assert since_lead(table) == ([(0, "4C"), (1, "-")], 0)


def test_undone_plays_are_in_no_trick():
    """And what is played then is."""
    match = dealt.match("president", NAMES[:3], deck=stacked("3D 4D", "3C 5D", "3H 6D"))
    play(match, "3D", "5D", "6D", "pass", "pass", "3H")
    assert since_lead(match.table) == ([(2, "3H")], 0)
    match.take_back()
    assert since_lead(match.table) == ([], None)
    match.take_back()
    whole = [(0, "3D"), (1, "5D"), (2, "6D"), (0, "-")], 2
    assert since_lead(match.table) == whole
    again = match.at(0)
    for _, action in match.table.history:
        again.repeat(action)
    assert since_lead(again) == whole


def test_a_table_without_a_past_shows_what_the_state_has():
    """The play to beat alone; a twin has the same past."""
    table = position("4D 9D KD", "5D 9C AS", "6D 9H 2S")
    play(table, "4D", "5D")
    assert since_lead(table.twin()) == since_lead(table) == ([(0, "4D"), (1, "5D")], 1)
    other = position("4D", "9C AS", "6D 9H", to_beat="5D", mover=2, turn=0)
    play(other, "pass")
    assert since_lead(other) == ([(2, "5D")], 0)


def test_a_game_that_shows_the_whole_trick_is_left_alone():
    """So is one whose plays are not those of the history, and cards that not all have seen."""
    table = position("4D 9D KD", "5D 9C AS", "6D 9H 2S")
    tricks, free = Tricks(), table.view(0)
    tricks.note(free.open, 0)
    play(table, "4D", "5D")
    view = PRESIDENT.words.view(table._state, 0, table.names)
    assert trick_of(view.open) == Trick(
        id="trick",
        label="Trick",
        plays=(TrickPlay(1, ("5D",)),),
        best=0,
    )
    whole = tricks.complete(view, table.history, lambda action: True)
    assert tricks.complete(whole, table.history, lambda action: True) is whole
    assert tricks.complete(view, table.history, lambda action: False) is view
    assert tricks.complete(view, table.history[:1] * 2, lambda action: True) is view
    assert tricks.complete(free, table.history, lambda action: True) is free


def test_games_without_tricks_are_asked_once():
    """A view is not made for each action that is repeated."""
    tricks = Tricks()
    assert tricks.are_played
    tricks.note(Board((), ()), 0)
    assert not tricks.are_played
