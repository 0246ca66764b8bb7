"""Reviews: only what the seat could know, exact where that is possible, and blunders are found."""

import dataclasses
import json

import pytest

import dealt
from dealt.agents.analysis import analyse
from dealt.core.agent import Seat
from dealt.core.table import Table
from dealt.errors import SetupError
from dealt.games import game, games
from dealt.history.judging import judge, standing
from dealt.history.report import people, report
from dealt.history.review import review
from dealt.storage.records import save_record
from tests.program import run

EACH = pytest.mark.parametrize(
    "name", [pytest.param(g.name, marks=pytest.mark.xdist_group(g.name)) for g in games()]
)
SEARCHED = [
    pytest.param(name, seats, marks=pytest.mark.xdist_group(name))
    for name, seats in (("president", 4), ("mason-rummy", 2), ("tranca", 2))
]


def played(name, level="random", seats=None, seed=5, rounds=1):
    seats = seats or game(name).seats[0]
    return dealt.match(name, [level] * seats, seed=seed, rounds=rounds).run()


def decisions(match, seat=0):
    tables = [step for step in match.steps if step.move is not None]
    return [s for s in tables if s.table.seat_in_turn == seat and len(s.table.actions) > 1]


def with_other_hidden_cards(table, seed):
    """The same round for the seat to move, with everything it cannot know dealt anew."""
    seat = table.seat_in_turn
    other = Table(table.game, [Seat(n) for n in table.names], table.deals(seat).one(seed))
    public = table.game.wording.public_text
    for actor, action in table.history:
        hidden = actor != seat and public(action.id) != action.text
        other.history.append((actor, dataclasses.replace(action, id=0) if hidden else action))
    return other


@EACH
def test_a_review_knows_what_its_seat_knew(name):
    """With all hidden cards dealt anew it is the same, whatever others did unseen."""
    some = decisions(played(name, seed=9))
    for step in some[:: max(1, len(some) // 3)]:
        other = with_other_hidden_cards(step.table, 77)
        assert judge(other, step.move) == judge(step.table, step.move)
        assert standing(other) == standing(step.table)
        assert other.hint() == step.table.hint()


def test_what_is_known_exactly_has_no_error():
    """Three-card Poker, the colours of Penney's game, and the end of a round of President."""
    ending = dealt.position("president; hand 0: 3C 5C KH; hand 1: 9H TS; turn=0; unknown=deal")
    cases = [(ending, "KH", "3C", 1)]
    cases.append((dealt.match("penney", ["A", "B"], seed=1).table, "RRR", "RBR", 0.19))
    poker = dealt.match("three-card-poker", ["A"], seed=4).table
    cases.append((poker, "fold", "play", 25.7))
    for table, move, best, cost in cases:
        judged = judge(table, move)
        assert judged.exact and judged.error == 0 and judged.is_mistake
        assert judged.best.text == best and judged.cost == pytest.approx(cost, abs=0.02)
        assert "exactly" in judged.reason
        assert judge(table, best).cost == 0 and not judge(table, best).is_mistake


def test_a_match_that_goes_on_is_not_reviewed():
    match = dealt.match("president", ["A", "B"], seed=3)
    with pytest.raises(SetupError, match="the match is still running"):
        review(match, 0)
    assert review(match, 0, is_ended=True).total == 0
    with pytest.raises(SetupError, match="no seat"):
        review(played("president"), "Zoe")


@pytest.mark.xdist_group("president")
def test_what_has_been_judged_is_kept():
    """A review can be left and taken up; rounds that are not finished do not count."""
    whole = review(played("president", rounds=2), 0)
    reviewed = review(played("president", rounds=2), 0)
    first = next(iter(reviewed))
    assert [*report(reviewed)][1].startswith("Stopped early: ")
    assert reviewed.summary().rounds == 0 and reviewed.summary().cost == (0, 0)
    assert [first, *reviewed] == [*whole] and reviewed.summary() == whole.summary()
    assert reviewed.summary().to_data()["decisions"][0] == first.to_data()


def test_people_are_reviewed_unless_somebody_else_is_named():
    seats = ["Ana", "good", "good"]
    match = dealt.match("president", seats, seed=3)
    assert match.names == ("Ana", "good", "good 2") and people(match) == ("Ana",)
    match = played("president")
    assert people(match) == match.names


def test_the_command_reviews_a_record(tmp_path):
    path = tmp_path / "match.json"
    save_record(played("three-card-poker", rounds=3).record, path)
    printed = run("review", str(path))
    assert printed.returncode == 0 and "decisions judged" in printed.stdout
    data = json.loads(run("review", str(path), "--json").stdout)
    assert [len(each["decisions"]) for each in data] == [3]
    path = tmp_path / "penney.json"
    save_record(played("penney").record, path)
    assert "mistakes" in run("review", str(path), "--all", "--csv").stdout.splitlines()[0]
    assert "cost of play" in run("review", str(path), "--all").stdout
    save_record(dealt.match("president", ["A", "B"], seed=3).record, path)
    refused = run("review", str(path))
    assert refused.returncode == 2 and "the match is still running" in refused.stderr


# --- blunders are found, and nothing else is called one -------------------------------------------


def with_a_blunder(name, seats, seed):
    """A match of one round of a strong player who once reviewed a surely bad move, and where."""
    match = dealt.match(name, ["strong", *["good"] * (seats - 1)], seed=seed, rounds=1).run()
    results = []
    for step in decisions(match)[::2]:
        for each in analyse(step.table, playouts=2_000, seed=seed, shortlist=True).tried:
            results.append((each.gain + 3 * each.standard_error, step, each.action))
    some = sorted(results, key=lambda each: each[0])[:12]
    _, at, worst = max(some, key=lambda each: judge(each[1].table, each[2], salt="planted").cost)
    people = dealt.match(name, ["A", "B", "C", "D"][:seats], seed=seed, rounds=1)
    for _, action in at.table.history:
        people.play(action.text)
    people.play(worst)
    while not people.table.is_over:
        people.play(people.table.choice_of("good" if people.table.seat_in_turn else "strong"))
    return people, at.number


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), SEARCHED)
def test_a_planted_blunder_costs_most(name, seats):
    """In 9 of 10 matches."""
    hits = 0
    for seed in range(10):
        match, number = with_a_blunder(name, seats, seed)
        reviewed = review(match, 0)
        costliest = max(reviewed, key=lambda each: each.cost)
        hits += costliest.number == number
    assert hits >= 9


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), SEARCHED)
def test_a_strong_player_makes_few_mistakes(name, seats):
    """At most one decision in 20 is called one: chance, and what more deals would show."""
    reviewed = [review(played(name, "strong", seats, seed), 0) for seed in range(3)]
    judged = [each for one in reviewed for each in one]
    assert sum(each.mistake for each in judged) <= max(1, len(judged) / 20)
