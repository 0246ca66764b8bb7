"""Nobody's frames depend on what that one cannot know."""

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from dealt.core.presentation import Tricks, trick_of
from dealt.core.table import Table
from dealt.core.zones import Fact
from dealt.games import games
from dealt.history.archived import Held, pack
from dealt.service.hall.archive import _encoded_archived as encoded_archived
from dealt.service.table import frames
from dealt.service.table import messages as m
from dealt.service.table.parts import Chance
from tests.marks import first_measured
from tests.service import leaks
from tests.service.talk import FRAME, steps_frame

GAMES = games()
MATCHES = 18


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("part", first_measured(range(3), 1))
def test_frames_do_not_depend_on_hidden_cards(game, part):
    """Other hidden cards leave every frame byte for byte the same."""
    counts = [leaks.check(game, seed) for seed in range(part, MATCHES, 3)]
    assert sum(looked for looked, _ in counts) > 5
    assert sum(changed for _, changed in counts) > 5


def game_called(name):
    return next(game for game in GAMES if game.name == name)


def caught(name, matches=40):
    """Whether the check notices what is wrong now."""
    game = game_called(name)
    try:
        for seed in range(matches):
            leaks.check(game, seed)
    except AssertionError:
        return True
    return False


def test_a_hand_of_another_seat_is_noticed(monkeypatch):
    """Mutant: everybody gets the part of seat 0."""
    right = frames.Showing._own_part

    def wrong(self, table, seat):
        return right(self, table, 0)

    monkeypatch.setattr(frames.Showing, "_own_part", wrong)
    assert caught("mason-rummy")


def test_a_hand_on_the_board_is_noticed(monkeypatch):
    """Mutant: the board says the least card of a hand."""
    words = game_called("president").words
    right = words.view

    def wrong(s, seat, names):
        view = right(s, seat, names)
        least = Fact("least", "", min(view.hand, default=""))
        return replace(view, open=replace(view.open, facts=(*view.open.facts, least)))

    monkeypatch.setattr(words, "view", wrong)
    assert caught("president")


@pytest.mark.parametrize("number", [0, -1])
def test_a_card_in_a_trick_is_noticed(monkeypatch, number):
    """Mutant: a play to a trick shows a card that seat 0 still holds."""
    right = Tricks.complete

    def wrong(self, view, history, is_public):
        view_of_seat = right(self, view, history, is_public)
        trick = trick_of(view_of_seat.open)
        if not trick.plays or not view_of_seat.hand:
            return view_of_seat
        plays = [*trick.plays]
        plays[number] = replace(plays[number], cards=(*plays[number].cards, view_of_seat.hand[0]))
        zones = [
            replace(z, plays=tuple(plays)) if z is trick else z for z in view_of_seat.open.zones
        ]
        return replace(view_of_seat, open=replace(view_of_seat.open, zones=tuple(zones)))

    monkeypatch.setattr(Tricks, "complete", wrong)
    assert caught("president")


def test_what_others_gave_is_noticed_in_words(monkeypatch):
    """Mutant: the log says to all what only the actor may know."""
    words = game_called("president").words
    right = words.event_text
    monkeypatch.setattr(words, "event_text", lambda name, action, own: right(name, action, True))
    assert caught("president")


def test_what_others_gave_is_noticed_in_events(monkeypatch):
    """Mutant: the text hides the card that was given, the data beside it do not."""
    monkeypatch.setattr(Table, "_is_public", lambda self, action: True)
    assert caught("president")


def test_a_table_read_to_spectators_is_noticed(monkeypatch):
    """Mutant: a spectator gets the view of seat 0."""
    monkeypatch.setattr(frames, "in_words", lambda state, viewer: str(state.table.view(0)))
    assert caught("mason-rummy")


def test_points_before_the_end_are_noticed(monkeypatch):
    """Mutant: the sheet counts hands while they are played."""

    def wrong(sheet, game):
        sheet_of_game = right(sheet, game)
        sheet_of_game.notes.append(str(leaks_now[0].scores))
        return sheet_of_game

    right, leaks_now = frames.sheet_data, []
    whole = frames.Showing

    def noting(state, present):
        leaks_now[:] = [state.table]
        return whole(state, present)

    monkeypatch.setattr(frames, "sheet_data", wrong)
    monkeypatch.setattr(frames, "Showing", noting)
    assert caught("mason-rummy")


def test_the_secret_of_a_deal_is_noticed(monkeypatch):
    """Mutant: the dealer's seed is published while the round is played."""

    def wrong(state):
        receipt = state.receipts[-1]
        return Chance(1, 1, receipt.seed, [], [])

    monkeypatch.setattr(frames, "_chance_at_hand", wrong)
    assert caught("penney")


def test_why_not_reads_no_other_hand(monkeypatch):
    """Mutant: anybody may ask why the seat in turn may not do something."""
    right = leaks.commands.why_not

    def wrong(state, person, message):
        return right(state, state.places[state.turn].person, message)

    monkeypatch.setattr(leaks.commands, "why_not", wrong)
    assert caught("mason-rummy")


def test_why_not_looks_below_no_card(monkeypatch):
    """Mutant: what chosen cards and a zone mean depends on what nobody knows."""
    right = Table.find_action

    def wrong(self, cards, zone):
        stock = self.game.words.cards_in_play(self._state)["stock"]
        return right(self, cards, zone) + sum(stock[:1])

    monkeypatch.setattr(Table, "find_action", wrong)
    assert caught("tranca")


# --- finished matches -----------------------------------------------------------------------------


def whole_match(game):
    """A table whose match was played to its end while people left, came and changed seats."""
    dice = Random(f"archive {game.name}")
    table = leaks.Table(replace(leaks.settings_for(game, dice), move_s=None), dice)
    table.seat()
    table.agree()
    while not table.state.is_between_matches:
        if dice.random() < 0.1:
            table.change_seats()
        table.play(dice.choice(table.state.table.actions).id)
        if not (table.state.is_playing or table.state.is_between_matches):
            table.agree()
    return table.state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_archive_shows_each_person_what_the_table_showed(game):
    """In every round and from every seat, also to those who came late or left."""
    state = whole_match(game)
    (match,) = state.unarchived
    asked = [
        m.Steps(round=number + 1, seat=seat, face_up=face_up)
        for number in range(len(match.record["played"]))
        for seat in (None, *range(len(state.names)))
        for face_up in (False, True)
    ]

    def later(held, message):
        return replace(FRAME.decode(encoded_archived(held, message)), table=state.name)

    for person, holding in match.holdings.items():
        held = Held(match.head, pack(match.record), holding)
        for message in asked:
            at_table = leaks.answer(partial(steps_frame, state, person, message))
            assert leaks.answer(partial(later, held, message)) == at_table, (person, message)
    assert {place.person for place in state.places} - {None} <= set(match.holdings)
