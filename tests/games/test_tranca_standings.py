"""The leaderboard, the statistics and the partners of players and teams over many matches."""

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest

from dealt.games.tranca.scoring import score
from dealt.scoresheet.leaderboard import BOARDS
from dealt.scoresheet.standings import (
    PlayedMatch,
    PlayedSide,
    RoundCounts,
    SideRound,
    leaderboard,
    names_in,
    pairs,
    places,
    players,
    teams,
)

CARDS = RoundCounts.from_score(
    score(
        ["4H 5H 6H 7H 8H 9H TH", "KS KD KH KC KS KD 2C"],
        dollars=3, hand="3C 3S 4H", morto="used", final_move=True,
    )
)  # fmt: skip
POOR = RoundCounts.from_score(score(["2H 2C 2D 2S 2H 2D 2C"], morto="unused", hand="4H"))


def side(name, *rounds, won=False):
    """A side of the players in its name; a round is points, or points with what was counted."""
    scores = (SideRound(*each) if isinstance(each, tuple) else SideRound(each) for each in rounds)
    return PlayedSide(name, names_in(name), tuple(scores), won)


EVENINGS = [
    PlayedMatch((side("Ana & Bia", (2600, CARDS), 1000, won=True), side("Caio & Duda", 300, -85))),
    PlayedMatch((side("bia", 300), side("Caio", 3800, won=True), side("Duda", 10))),
    PlayedMatch((side("Caio e Ana", (300, POOR)), side("DUDA + Bia", 450))),
    PlayedMatch((side("Eva"), side("Ana"))),  # nothing entered yet
]


def by_name(rows):
    return {row.name: row for row in rows}


def test_counts_are_those_of_the_score():
    counts = RoundCounts(1, 1, 0, 3, 2, morto_used=True, final_move=True)
    assert replace(counts, parts=CARDS.parts) == CARDS
    counts = RoundCounts(0, 0, 1, 0, 0, morto_used=False, final_move=False)
    assert replace(counts, parts=POOR.parts) == POOR


@pytest.mark.parametrize(
    ("side_name", "names"),
    [
        ("Ana", ["Ana"]),
        ("Ana & Bia", ["Ana", "Bia"]),
        ("Ana+Bia", ["Ana", "Bia"]),
        ("Ana/Bia/Caio", ["Ana", "Bia", "Caio"]),
        ("Ana, Bia and Caio", ["Ana", "Bia", "Caio"]),
        ("Ana e Bia", ["Ana", "Bia"]),
        ("Andrew", ["Andrew"]),
        ("Sandy Ede", ["Sandy Ede"]),
        ("Ana & ana", ["ana"]),
        ("&", ["&"]),
    ],
)
def test_the_players_are_read_from_the_name_of_a_side(side_name, names):
    assert list(names_in(side_name)) == names


def test_players_have_the_rounds_of_their_sides_and_matches_count_when_they_are_over():
    rows = by_name(players(EVENINGS))
    assert list(rows) == ["Ana", "Bia", "Caio", "DUDA"]  # as written last; Eva has no round
    caio = rows["Caio"]
    assert (caio.matches, caio.won, caio.unfinished) == (2, 1, 1)
    assert (len(caio.rounds), caio.points, caio.best) == (4, 300 - 85 + 3800 + 300, 3800)
    assert caio.a_round == Fraction(4315, 4)
    assert (rows["Bia"].won, len(rows["Bia"].rounds)) == (1, 4)


def test_rounds_by_cards_know_the_cards_on_the_table():
    ana = by_name(players(EVENINGS))["Ana"]
    assert (len(ana.counted), len(ana.rounds)) == (2, 3)
    assert [ana.total(figure) for figure in ("clean", "dirty", "twos", "dollars", "trancas")] == [
        1, 1, 1, 3, 2,
    ]  # fmt: skip
    assert (ana.total("morto_used"), ana.mortos_not_used, ana.total("final_move")) == (1, 1, 1)


def test_a_team_is_who_is_on_it():
    again = [*EVENINGS, PlayedMatch((side("Bia & Ana", 4000, won=True), side("Caio", 0)))]
    rows = by_name(teams(again))
    assert list(rows) == ["Bia & Ana", "Caio & Duda", "Caio e Ana", "DUDA + Bia"]
    assert (rows["Bia & Ana"].won, rows["Bia & Ana"].points) == (2, 7600)
    assert not teams(EVENINGS[1:2])


def test_the_leaderboard_has_wins_first_and_points_a_round_second():
    board = leaderboard(players(EVENINGS))
    assert [(row.name, row.won) for row in board] == [
        ("Ana", 1), ("Bia", 1), ("Caio", 1), ("DUDA", 0),
    ]  # fmt: skip
    assert board[0].a_round > board[1].a_round > board[2].a_round
    equal = leaderboard(players([PlayedMatch((side("A", 5), side("B", 5), side("C", 0)))]))
    assert places(board) == [1, 2, 3, 4] and places(equal) == [1, 1, 3]


def test_pairs_say_with_whom_and_against_whom():
    rows = {(each.player, each.other, each.kind): each for each in pairs(EVENINGS)}
    with_bia = rows["Ana", "Bia", "with"]
    assert (with_bia.matches, with_bia.won, with_bia.rounds) == (1, 1, 2)
    against = rows["Caio", "Bia", "against"]  # lost one, won one, and one is not over
    assert (against.matches, against.won, against.rounds) == (2, 1, 4)
    assert rows["Bia", "Ana", "against"].matches == 0 and ("Ana", "Ana", "against") not in rows
    assert not any("Eva" in key for key in rows)


def test_boards_are_drawn_and_written_as_csv():
    (of_players, of_teams) = BOARDS["leaderboard"].sheets(EVENINGS)
    assert of_players.rows[0] == (1, "Ana", 1, 1, 3, 3900, 1300, 2600)
    assert of_teams.title == "Leaderboard of the teams" and of_teams.rows[0][1] == "Ana & Bia"
    assert of_players.notes == (
        "1 match is not over yet: its rounds count, but not as a match played or won.",
    )
    statistics = BOARDS["statistics"].sheets(EVENINGS)[0]
    assert statistics.rows[0] == ("Ana", "2 of 3", 1, 1, 1, 3, 2, 1, 1, 1)
    partners, opponents = BOARDS["partners"].sheets(EVENINGS)
    assert partners.columns[1] == "with" and opponents.columns[1] == "against"
    for name, rows in (("leaderboard", 8), ("statistics", 8), ("partners", 20)):
        board = BOARDS[name]
        read = list(csv.DictReader(io.StringIO(board.csv(EVENINGS))))
        rows_as_text = [
            {key: str(cell) for key, cell in each.items()} for each in board.records(EVENINGS)
        ]
        assert read == rows_as_text and len(read) == rows and [*read[0]] == [*rows_as_text[0]]
        assert board.sheets([]) == [] and board.csv([]).count("\n") == 1
    row = BOARDS["leaderboard"].records(EVENINGS)[2]
    assert (row["name"], row["points_a_round"], row["unfinished"]) == ("Caio", 1078.75, 1)


def test_no_name_becomes_a_formula():
    evil = [PlayedMatch((side("=1+1", 5), side("@SUM", 6)))]
    for board in BOARDS.values():
        for line in board.csv(evil).splitlines()[1:]:
            assert not any(cell.startswith(("=", "@", "+")) for cell in line.split(","))
