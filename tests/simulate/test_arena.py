"""The arena: every deal in every seat, right shares, leads and intervals, files to go on from."""

import json
import pickle
import re
import statistics

import pytest

from dealt.errors import SetupError
from dealt.figures.drawing import svg
from dealt.figures.simulations import ladder
from dealt.games import game
from dealt.simulate.arena import Contest, job, play
from dealt.simulate.lineup import Lineup
from dealt.simulate.matches import _match_of, match_seed
from dealt.simulate.shards import Memory, processes, threads
from dealt.storage.ledger import LedgerFile
from dealt.terminal.charts import lines
from tests import program

HALF = "+-: half of a 95 % interval, estimated from the spread between deals."


def penney(*players, **changes):
    """A contest that takes no time."""
    return Contest.of(game("penney"), players or ("AI", "bad", "random"), **changes)


def test_each_pair_meets_in_every_seat():
    """With two seats once, with more both ways; partners sit together."""
    assert penney().pairings == [("AI", "bad"), ("AI", "random"), ("bad", "random")]
    president = Contest.of(game("president"), ["AI", "random"], seats=3)
    assert president.pairings == [("AI", "random"), ("random", "AI")]
    assert [lineup.names for lineup in president.seatings("AI", "random")] == [
        ("AI", "random", "random"), ("random", "AI", "random"), ("random", "random", "AI"),
    ]  # fmt: skip
    tranca = Contest.of(game("tranca"), ["AI", "random"], seats=4)
    assert [lineup.names for lineup in tranca.seatings("AI", "random")] == [
        ("AI", "random") * 2, ("random", "AI") * 2,
    ]  # fmt: skip
    assert tranca.pairings == [("AI", "random")]


@pytest.mark.xdist_group("president")  # which is compiled there
def test_the_result_is_that_of_the_matches():
    """Shares and leads of the deals, played by hand, with the standard errors of the deals."""
    contest = Contest.of(game("president"), ["AI", "random"], seats=3)
    result = play(contest, 6, seed=5)
    shares, leads = [], []
    for number in range(6):
        share = lead = 0
        for seat in range(3):
            players = ["random"] * 3
            players[seat] = "AI"
            lineup = Lineup.of(contest.game, players, {}, 1)
            totals = list(_match_of(lineup, match_seed(5, number)).run().totals.values())
            others = [total for i, total in enumerate(totals) if i != seat]
            share += (totals[seat] == min(totals)) / totals.count(min(totals)) / 3
            lead += (statistics.mean(others) - totals[seat]) / 3
        shares.append(share)
        leads.append(lead)
    meeting = result.meetings[0]
    assert (meeting.player, meeting.against, meeting.deals) == ("AI", "random", 6)
    assert meeting.wins == pytest.approx(statistics.mean(shares))
    assert meeting.wins_error == pytest.approx(statistics.stdev(shares) / 6**0.5)
    assert meeting.lead == pytest.approx(statistics.mean(leads))
    assert meeting.even == 1 / 3
    assert result.ratings[0].player == "AI" and result.ratings[0].mean > result.ratings[1].mean


def test_a_contest_does_not_depend_on_workers_or_breaks(tmp_path):
    """Threads, processes, and a file that is stopped, taken up again, and asked for more."""
    whole = play(penney(), 150, seed=2)
    assert whole.is_whole and whole.deals == 150
    assert play(penney(), 150, seed=2, workers=threads(3)) == whole
    assert play(penney(), 150, seed=2, workers=processes(2)) == whole
    with LedgerFile(tmp_path / "l", job(penney(), 150, seed=2)) as ledger:
        answers = iter([False, False, True])
        part = play(penney(), 150, seed=2, ledger=ledger, stopped=lambda: next(answers, True))
        assert 0 < part.deals < 150 and not part.is_whole
        assert play(penney(), 150, seed=2, ledger=ledger) == whole
    with LedgerFile(tmp_path / "l", job(penney(), 200, seed=2)) as ledger:
        assert play(penney(), 200, seed=2, ledger=ledger) == play(penney(), 200, seed=2)


def test_players_that_know_the_odds_win_and_their_ladder_says_so():
    """AI above random above bad; nobody wins against an equal more than half."""
    result = play(penney(), 200, seed=1)
    assert [rating.player for rating in result.ratings] == ["AI", "random", "bad"]
    for meeting in result.meetings[:2]:
        assert meeting.wins - 3 * meeting.wins_error > meeting.even
    assert json.loads(json.dumps(result.to_dict()))["deals"] == 200
    meetings, ratings = result.sheets()
    assert meetings.rows[0][:2] == ("AI", "bad") and ratings.rows[0][0] == "AI"
    drawn = svg(ladder(result))
    assert "AI against bad" in drawn and "bad against random" in drawn
    assert "200 deals in every seat" in drawn


def test_little_that_is_played():
    """Nothing at all cannot be drawn; one deal has no standard error."""
    none = play(penney(), 5, seed=1, ledger=Memory(), stopped=lambda: True)
    assert none.deals == 0 and none.meetings[0].wins == 0
    with pytest.raises(SetupError, match="no deals have been played"):
        ladder(none)
    one = play(penney("AI", "bad"), 1, seed=1)
    (meeting,) = one.meetings
    wins = f"{meeting.wins:.1%}"
    assert meeting.wins_error is None and meeting.lead_error is None and not meeting.is_clear
    assert '"lead_error": null' in json.dumps(one.to_dict(), allow_nan=False)
    assert "1 deal gives no standard error: play 2 or more." in str(one)
    text = "\n".join(part for line in lines(ladder(one), 70) for part, _ in line)
    assert wins in text and "─" not in text
    assert not re.search(r"\+-|inf|interval", f"{one} {meeting} {text}")
    assert ladder(one).groups[0][0].rows[0].value == wins


def test_contests_can_be_written_down_and_read():
    """For other processes; a ledger has their settings."""
    for contest in (penney(rounds=3, options={"scoring": "cards"}), penney("AI", "bad")):
        assert pickle.loads(pickle.dumps(contest)) == contest
        assert job(contest, 9, seed=1).settings == contest.settings()
    assert job(penney(), 9, seed=1).shard > 1
    rummy = Contest.of(game("mason-rummy"), ["strong", "AI"])
    assert job(rummy, 9, seed=1).shard == 1  # each deal takes long, and is kept at once


def test_invalid_contests_are_refused():
    """One line each."""
    for call, reason in (
        (lambda: penney("AI"), "an arena needs two or more players, each named once"),
        (lambda: penney("AI", "AI"), "each named once"),
        (lambda: penney("AI", "Ana"), "no computer player 'Ana' for Penney's game"),
        (lambda: penney("AI", "bad", seats=3), "Penney's game is for 2 players, not 3"),
        (lambda: penney("AI", "bad", rounds=0), "rounds must be a whole number, 1 or more, not 0"),
        (lambda: Contest.of(game("three-card-poker"), ["AI", "random"]), "is for a single player"),
        (lambda: play(penney(), 0, seed=1), "0 in all"),
    ):
        with pytest.raises(SetupError, match=reason):
            call()


def test_the_command(tmp_path):
    """Tables, JSON, a picture, a ledger, and one line for wrong input."""

    def run(*arguments):
        return program.run("arena", *arguments, cwd=tmp_path)

    order = ["penney", "AI", "bad", "--deals", "1e2", "--ledger", "l", "--picture", "a.svg"]
    text = run(*order).stdout
    assert text.startswith("penney: 100 deals in every seat, seed 1\nplayer  against  wins")
    assert "Ratings" in text and (tmp_path / "a.svg").read_text().startswith("<svg")
    data = json.loads(run(*order, "--json").stdout)
    assert data["deals"] == 100 and data["meetings"][0]["player"] == "AI"
    result = run("penney", "AI", "Ana")
    assert result.returncode == 2 and result.stderr.startswith("dealt: no computer player 'Ana'")


@pytest.mark.parametrize(
    ("deals", "notes"),
    [
        (1, ["1 deal gives no standard error: play 2 or more."]),
        (9, [HALF, "9 deals say little about the spread."]),
        (10, [HALF]),
    ],
)
def test_a_result_of_few_deals_says_that_it_means_little(deals, notes):
    meetings, _ = play(penney("AI", "bad"), deals, seed=1).sheets()
    assert list(meetings.notes) == notes
