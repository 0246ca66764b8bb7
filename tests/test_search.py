"""A player that searches: the same plain and compiled, nothing hidden seen, and stronger."""

import dataclasses
import itertools

import pytest

import dealt
from dealt import agents
from dealt.agents import playouts, search
from dealt.agents.playouts import Sums
from dealt.agents.search import FIRST_DEALS, SearchAgent, Tried
from dealt.core.agent import Action, PolicyAgent, Searcher, Seat, Standing
from dealt.core.compiled import has_numba, is_kept
from dealt.core.game import Bots
from dealt.core.match import Match
from dealt.core.search import Searching
from dealt.core.table import Table
from dealt.errors import SetupError
from dealt.games import game, games
from dealt.testing import walk
from tests import decisions

SEARCHED = [game for game in games() if agents.is_search(game, "strong")]
EACH = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.xdist_group(game.name)) for game in SEARCHED],
    ids=[game.name for game in SEARCHED],
)


def searcher(game, seed, **settings):
    """A player that searches with few playouts."""
    return SearchAgent(game, seed, **{"playouts": 200, **settings})


def choices_at(game, agent_of, seed):
    """What players choose at some positions of a random match, for the seat in turn."""
    for s in walk.some_positions(game, seed, 4):
        if not game.rules.is_over(s):
            yield s, choice(game, agent_of(), s)


def choice(game, agent, s):
    """What a player does in a state."""
    table = Table(game, [Seat(name, agent) for name in walk.names_of(s)], s.copy())
    return table.step()


@pytest.mark.no_cover
@EACH
def test_a_search_chooses_the_same_plain_and_compiled(game):
    """Same seed, same playouts: the same action, the same numbers."""
    for s in walk.some_positions(game, 0, 3):
        if game.rules.is_over(s):
            continue
        pair = [searcher(game, 7, fast=fast, playouts=40) for fast in (True, False)]
        fast, plain = (choice(game, agent, s) for agent in pair)
        assert fast == plain
        assert pair[0].ranking == pair[1].ranking


@pytest.mark.no_cover
@EACH
def test_a_search_sees_nothing_hidden(game):
    """Cards that the seat cannot see dealt anew: the same choice, the same numbers."""
    trials = 0
    for seed in range(4):
        for s, chosen in choices_at(game, lambda: searcher(game, 3), seed):
            twin = walk.redealt(game, s, s.turn, seed + 11)
            agent = searcher(game, 3)
            assert choice(game, agent, twin) == chosen
            trials += twin.fields() != s.fields()
    assert trials > 5


@pytest.mark.no_cover
@EACH
def test_a_search_plays_whole_matches_and_tells_what_it_saw(game):
    """Always an open action; the simple player's choice has no gain on itself."""
    seats = [Seat("Ana", searcher(game, 1, playouts=64)), Seat("Bob", game.bots.by_name["AI"](0))]
    match = Match(game, seats, seed=4, rounds=1).run()
    assert match.is_over
    agent = match.seats[0].agent
    assert isinstance(agent, Searcher)
    for trial in agent.ranking:
        assert trial.deals >= FIRST_DEALS or trial.deals == 0
    assert [t.gain for t in agent.ranking] == sorted((t.gain for t in agent.ranking), reverse=True)


def test_a_search_is_better_than_the_player_it_stands_on():
    """Mason Rummy, 20 deals in both seats: fewer points than the document's player."""
    rummy = game("mason-rummy")
    points = {"strong": 0, "AI": 0}
    for seed in range(20):
        for order in (("strong", "AI"), ("AI", "strong")):
            seats = [
                Seat(name, searcher(rummy, seed, playouts=600) if name == "strong" else
                     rummy.bots.by_name["AI"](0))
                for name in order
            ]  # fmt: skip
            for name, total in Match(rummy, seats, seed=seed, rounds=1).run().totals.items():
                points[name] += total
    assert points["strong"] < points["AI"]


@pytest.mark.xdist_group("president")
def test_a_search_with_a_clock_stops_when_its_time_is_up():
    """It looks at the clock after each few deals, and chooses all the same."""
    president = game("president")
    seconds = itertools.count()
    agent = searcher(president, 1, clock=lambda: float(next(seconds)), seconds=2.5)
    table = Table(president, [Seat("A", agent), Seat("B", agent)], a_deal(president))
    table.step()
    assert 0 < max(trial.deals for trial in agent.ranking) <= 4 * FIRST_DEALS


@EACH
def test_a_search_can_be_compiled_before_anybody_asks(game):
    """From then on its machine code is there."""
    search.compile_search(game)
    assert not has_numba() or is_kept(playouts.driver(game, search.plan_of(game), has_numba()))
    assert agents.is_search(game, "strong")
    assert not any(agents.is_search(game, name) for name in agents.bots(game) if name != "strong")


def test_waiting_for_a_player_to_compile_is_announced(monkeypatch):
    """Once, and only without machine code; plain play does not wait."""
    president, messages = game("president"), []
    monkeypatch.setattr(playouts, "driver", lambda game, plan, fast: lambda *arguments: None)

    def choose_twice(fast):
        agent = searcher(president, 1, waiting=messages.append, fast=fast, playouts=1)
        table = Table(president, [Seat("A", agent), Seat("B", agent)], a_deal(president))
        table.step()
        table.step()

    choose_twice(fast=False)
    assert messages == []
    for is_stored, count in ((False, 1), (True, 0)):
        monkeypatch.setattr(search, "is_kept", lambda function, is_stored=is_stored: is_stored)
        messages.clear()
        choose_twice(fast=True)
        assert len(messages) == count
        assert all("strong is being compiled" in line for line in messages)


def test_a_search_explains_its_choice():
    """Nothing of a choice that was none; else what was compared, by how much, and what is next."""
    president = game("president")
    agent = searcher(president, 1, fast=False)
    assert agent.why == ""
    four, five, pass_ = (
        Action(president.words.parse_action(text), text) for text in ("4C", "5C", "pass")
    )
    agent.ranking = [
        Tried(five, False, 320, 1.0, 0.42, 0.11),
        Tried(four, True, 320, 0.5, 0.0, 0.0),
    ]
    assert agent.why == (
        "0.42 places better than 4C in 320 possible deals, with a standard error of 0.11"
    )
    agent.ranking = [Tried(four, True, 64, 0.5, 0.0, 0.0), Tried(five, False, 64, 0.1, -0.31, 0.11)]
    assert agent.why == "0.31 places better than 5C in 64 possible deals"
    agent.ranking = [Tried(pass_, False, 64, 0.1, 0.02, 0.11), Tried(four, True, 64, 0.5, 0.0, 0.0)]
    assert agent.why == "no other was clearly better in 64 possible deals; next best pass"
    agent.ranking = [Tried(five, False, 320, 0.6, 0.042, 0.01), Tried(four, True, 320, 0.5, 0, 0)]
    agent._is_chance = True
    assert agent.why == (
        "its chance to win the match is 4.20 percentage points above that of 4C in 320 possible "
        "deals, with a standard error of 1.00"
    )


# --- errors ---------------------------------------------------------------------------------------


def sums_of(*chains):
    """The sums of gains that are these in each chain."""
    sums = Sums()
    for number, gains in enumerate(chains):
        sums.add(number, gains)
    return sums


def test_the_error_is_that_of_the_chains_and_at_least_that_of_the_deals():
    """Deals of a chain that are all alike count as one; a chain alone says nothing, and equal
    gains leave the doubt that one deal might be off.
    """
    alike = sums_of([4] * 9, [0] * 9)
    assert (alike.mean, alike.standard_error, alike.deals) == (2, 2, 18)
    mixed = sums_of([0, 4], [4, 0])
    assert mixed.standard_error == pytest.approx((16 / 3 / 4) ** 0.5)
    assert sums_of([1, 2, 3]).standard_error == float("inf")
    assert sums_of([3] * 5, [3] * 5).standard_error == 0.3
    uneven = sums_of([4] * 4, [0] * 4, [2])  # with three chains, twice what they differ beyond
    within, between = 4 / 9, 128 * 3 / 2 / 81
    assert uneven.mean == 2
    assert uneven.standard_error == pytest.approx((within + 2 * (between - within)) ** 0.5)


@pytest.mark.xdist_group("president")
@pytest.mark.parametrize(
    ("which", "errors", "least", "most"),
    [
        pytest.param(slice(0, 38, 9), 4, 1, 1, id="few"),
        pytest.param(slice(None), 2, 0.9, 0.98, id="all"),
    ],
)
def test_the_stated_interval_covers_what_a_far_larger_search_says(which, errors, least, most):
    """Two standard errors on either side, over recorded decisions: in 90 to 98 of 100."""
    covered = []
    for decision in decisions.recorded()[which]:
        for seed in range(3):
            tried = decision.compared(seed)
            error = (tried.standard_error**2 + decision.error**2) ** 0.5
            covered.append(abs(tried.gain - decision.gain) <= errors * error)
    assert least <= sum(covered) / len(covered) <= most


# --- the match ------------------------------------------------------------------------------------


def test_every_table_of_a_match_knows_how_the_match_stands():
    """From the match, a step, a twin, a deal: totals and number of the rounds before."""
    match = dealt.match("mason-rummy", ["AI", "good", "random"], seed=3, rounds=3).run()
    totals = tuple(match.tables[0].scores.values())
    expected = Standing(totals, 1, 3)
    second = match.tables[1]
    replayed = dealt.replay(match.record)
    tables = [second, second.twin(), match.at(1), replayed.at(1), replayed.tables[1]]
    assert [each.standing for each in tables] == [expected] * 5
    assert second.deals(0).standing == expected == second.deals(0).table(1).standing
    assert match.tables[0].standing == Standing((0, 0, 0), 0, 3)
    assert Table(match.game, match.seats, second._state).deals(0).standing is None


def worth(name, seat, totals, points, played=2, rounds=3):
    """What a round with these points is worth, as a share of the match."""
    each, standing = game(name), Standing(totals, played, rounds)
    plan = search.plan_of(each)
    return search._worth_in_match(each, plan, seat, len(totals), standing).of(points) / search._WON


def test_in_the_last_round_only_the_match_counts():
    """The fewest points win; who shares the best total has a share of it."""
    cases = [(0, (10, 0), 1), (1, (11, 0), 0.5), (1, (10, 0), 0)]
    for seat, points, share in cases:
        assert worth("mason-rummy", seat, (9, 20), points) == pytest.approx(share, abs=1e-6)
    assert abs(worth("mason-rummy", 0, (9, 20), (10, 0), played=1)) < 1e-6
    assert abs(worth("mason-rummy", 0, (0, 0), (0, 9), 0, 1)) < 1e-6
    assert abs(worth("tranca", 0, (3000, 0) * 2, (900, 0) * 2, 5, None)) < 1e-6


def test_where_the_match_is_decided_the_round_counts():
    """The gain is then in points; else in shares of the match."""
    each = game("mason-rummy")
    for lead, gains, is_chance in ((90, [0, 10], False), (5, [0, 1], True)):
        standing = Standing((0, lead), 2, 3)
        worth = search._worth_in_match(each, search.plan_of(each), 0, 2, standing)
        tally = search.Tally(worth, [1, 2])
        for chain in (0, 1):
            tally.add(chain, [1, 2], [[(10, 0), (0, 0)]] * 5)
        assert tally.is_chance == is_chance
        results = tally.results({1: Action(1, "one"), 2: Action(2, "two")})
        assert sorted(round(result.gain, 3) for result in results) == gains


def test_places_are_gained_one_at_a_time():
    """President of two, plainly, from ten cards left on: a choice gains one place at most, and a
    seat is half a place from the mean of both when all is decided.
    """
    president = game("president")
    simple = president.bots.by_name["AI"](0).policy
    plan = Searching(simple, (simple,), constant_sum=True)
    s = a_deal(president)
    before = Table(president, [Seat(name, president.bots.by_name["AI"](0)) for name in "AB"], s)
    while min(cards.bit_count() for cards in s.hand[:2]) > 10:
        before.step()
    agent = searcher(president, 5, fast=False, plan=plan, playouts=64)
    table = Table(president, [Seat("A", agent), Seat("B", agent)], s.copy())
    gains, values = [], []
    while not table.is_over:
        table.step()
        gains += [abs(trial.gain) for trial in agent.ranking]
        values += [abs(trial.value) for trial in agent.ranking]
    assert 0.2 < max(gains) <= 1 and max(values) == 0.5


def a_deal(game):
    """A round of two, dealt."""
    return next(walk.rounds_of(game, 0))[0]


def test_the_ladder_of_names():
    """The same five in every game, then the game's own; `strong` searches where that can help."""
    for each in games():
        names = agents.bots(each)
        assert names[:5] == agents.LADDER and "AI" in names and len(set(names)) == len(names)
        assert agents.bot(each, "Ana", 1) is None
        for name in names:
            assert agents.bot(each, name, 1).name == name
        strong = agents.bot(each, "strong", 1)
        assert isinstance(strong, SearchAgent) == (each in SEARCHED)
    assert {each.name for each in SEARCHED} == {"mason-rummy", "president", "tranca"}
    rummy = game("mason-rummy")
    seed = agents.bot(rummy, "seed", 1)
    assert isinstance(seed, PolicyAgent) and seed.policy is rummy.bots.by_name["AI"](1).policy
    table = dealt.table("mason-rummy", seats=["Ana", "strong", "seed"], seed=3)
    assert table.names == ("Ana", "strong", "seed")


def test_a_game_without_a_player_of_its_own_has_random_alone():
    """There is nothing to stand on."""
    bare = dataclasses.replace(game("mason-rummy"), bots=Bots())
    assert agents.bots(bare) == ("random",)
    assert agents.bot(bare, "strong", 1) is None
    with pytest.raises(SetupError, match="no player to play rounds out"):
        SearchAgent(bare, 1)


def test_deals_are_for_seats_that_are_there():
    """One line."""
    table = dealt.table("mason-rummy", ["Ana", "Bob"], seed=3)
    assert table.deals("Bob").one(5).fields() == table.deals(1).one(5).fields()
    with pytest.raises(SetupError, match="no seat 'Cid'"):
        table.deals("Cid")
