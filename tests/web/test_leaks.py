"""Nobody's frames depend on what that one cannot know."""

import pytest

from dealt.games import games
from dealt.web import boards, frames
from dealt.web import protocol as p
from dealt.web.boards import PresidentBoard
from tests.marks import first_measured
from tests.web import leaks

GAMES = games()
MATCHES = 18


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("part", first_measured(range(3), 1))
def test_frames_do_not_depend_on_hidden_cards(game, part):
    """Other hidden cards leave every frame byte for byte the same."""
    found = [leaks.check(game, seed) for seed in range(part, MATCHES, 3)]
    assert sum(looked for looked, _ in found) > 5
    assert sum(changed for _, changed in found) > 5


def caught(name, matches=40):
    """Whether the check notices what is wrong now."""
    game = next(game for game in GAMES if game.name == name)
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
    right = boards.BOARDS[leaks_view("president")]

    def wrong(view):
        made = right(view)
        return PresidentBoard(made.giving, view.hand[0] if view.hand else None, *list_of(made)[2:])

    monkeypatch.setitem(boards.BOARDS, leaks_view("president"), wrong)
    assert caught("president")


def leaks_view(name):
    return next(view for view in boards.BOARDS if view.__name__.lower() == f"{name}view")


def list_of(board):
    return [getattr(board, name) for name in board.__struct_fields__]


def test_what_others_gave_is_noticed(monkeypatch):
    """Mutant: the log says to all what only the actor may know."""

    def wrong(table, seat, by, most=None):
        return [str(action) for _, action in table.history]

    monkeypatch.setattr(frames, "log_lines", wrong)
    assert caught("president")


def test_points_before_the_end_are_noticed(monkeypatch):
    """Mutant: the sheet counts hands while they are played."""

    def wrong(sheet, game):
        made = right(sheet, game)
        made.notes.append(str(leaks_now[0].scores))
        return made

    right, leaks_now = frames._sheet_data, []
    whole = frames.table_frame

    def noting(state, *told, **named):
        leaks_now[:] = [state.table]
        return whole(state, *told, **named)

    monkeypatch.setattr(frames, "_sheet_data", wrong)
    monkeypatch.setattr(frames, "table_frame", noting)
    assert caught("mason-rummy")


def test_the_secret_of_a_deal_is_noticed(monkeypatch):
    """Mutant: the dealer's seed is published while the round is played."""

    def wrong(state):
        receipt = state.receipts[state.matches, len(state.match.tables)]
        return p.Chance(1, 1, receipt.seed, [], [])

    monkeypatch.setattr(frames, "_chance_at_hand", wrong)
    assert caught("penney")


def test_why_not_asks_nobody_else_s_hand(monkeypatch):
    """Mutant: anybody may ask why the seat in turn may not do something."""
    right = leaks.orders.why_not

    def wrong(state, person, message):
        return right(state, state.places[state.turn].person, message)

    monkeypatch.setattr(leaks.orders, "why_not", wrong)
    assert caught("mason-rummy")
