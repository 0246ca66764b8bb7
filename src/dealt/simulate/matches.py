"""Many matches of any game between chosen players, and their results with standard errors.

Match i of a seed is dealt and played exactly as `dealt play --seed` does with that match's own
seed, which is a pure function of (seed, i). If all players choose by functions in the language of
the rules, whole rounds are compiled; otherwise each decision goes through tables and views. The
results are the same, and do not depend on shards, threads or processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from dealt import agents
from dealt.agents.kinds import ASKED
from dealt.agents.kinds import kinds_of as kinds_of_players
from dealt.agents.playouts import driver as search_driver
from dealt.agents.search import SearchAgent
from dealt.core.agent import Policy
from dealt.core.arguments import never, silent
from dealt.core.chance import MATCHES, MAX_SEED, check_seed, new_rng, start, word
from dealt.core.compiled import has_numba, is_kept
from dealt.core.match import Match
from dealt.core.sheet import Cell, Sheet, data_frame
from dealt.errors import SetupError
from dealt.language import decimal, listed, number, say
from dealt.simulate.compiled_play import driver, play_compiled
from dealt.simulate.distributions import Bins, Distribution
from dealt.simulate.estimates import Estimate
from dealt.simulate.lineup import Lineup, rehearse
from dealt.simulate.round_rows import CountedRows, RoundRows, RowsInOrder, counts_of
from dealt.simulate.shards import Counts, Job, Ledger, Result, Workers, run, threads

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.record import Record

WORK = "dealt.simulate.matches:count_shard"
_WORK_WITH_ROWS = "dealt.simulate.matches:count_rows"
SHARD = 1 << 12  # matches in a shard of quick players; of others, one

# the counts of each seat, and of all matches
_OF_SEAT = ("wins", "shared", "points", "squares")
_OF_MATCH = ("matches", "rounds", "rounds squared", "decisions", "decisions squared")


def match_seed(seed: int, number: int) -> int:
    """The seed of match `number` of a simulation, 0 to MAX_SEED."""
    rng = new_rng()
    start(rng, seed, number, MATCHES)
    return word(rng) & MAX_SEED


@dataclass(frozen=True)
class Ending:
    """The end of one match.

    Attributes:
        totals: points of each seat.
        winners: the seats that share the best total.
        rounds: number of rounds played.
        decisions: number of actions chosen in all rounds.
        points: of each seat in each round, [round][seat].
        lengths: number of decisions in each round.
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    decisions: int
    points: tuple[tuple[int, ...], ...]
    lengths: tuple[int, ...]


def play(
    lineup: Lineup, seed: int, first: int, n: int, *, fast: bool | None = None
) -> list[Ending]:
    """Play matches first to first + n - 1 of a seed.

    Args:
        lineup: who plays what.
        seed: 0 to MAX_SEED.
        first: number of the first match.
        n: number of matches.
        fast: use compiled play if all players allow it; by default if numba is installed.

    Raises:
        SetupError: no such seed.
    """
    seed = check_seed(seed)
    return play_seeds(
        lineup, [match_seed(seed, number) for number in range(first, first + n)], fast=fast
    )


def is_ready(lineup: Lineup) -> bool:
    """Whether matches can be played at once, without compiling anything first."""
    if not has_numba():
        return True
    kinds, policies = kinds_of(lineup)
    if kinds:
        return is_kept(driver(lineup.game, tuple(policies)))
    searches = [seat.agent for seat in lineup.seats(0) if isinstance(seat.agent, SearchAgent)]
    return all(is_kept(search_driver(lineup.game, agent.plan, fast=True)) for agent in searches)


def play_seeds(lineup: Lineup, seeds: Sequence[int], *, fast: bool | None = None) -> list[Ending]:
    """Play the matches with these seeds, see `play`."""
    kinds, policies = kinds_of(lineup)
    if kinds and (has_numba() if fast is None else fast):
        points: list[list[tuple[int, ...]]] = [[] for _ in seeds]
        lengths: list[list[int]] = [[] for _ in seeds]
        for matches, _, scores, decisions in play_compiled(lineup, seeds, kinds, policies):
            of_round = matches.tolist(), scores.tolist(), decisions.tolist()
            for match, scored, length in zip(*of_round, strict=True):
                points[match].append(tuple(scored))
                lengths[match].append(length)
        return [_ending_of(lineup.game, *each) for each in zip(points, lengths, strict=True)]
    return [_ending(lineup, _match_of(lineup, each).run()) for each in seeds]


def _match_of(lineup: Lineup, seed: int) -> Match:
    """One match with its first round dealt."""
    return Match(
        lineup.game,
        lineup.seats(seed),
        seed=seed,
        rounds=lineup.rounds,
        options=lineup.options,
        make_adviser=partial(agents.adviser, lineup.game, seed=seed),
    )


def records(lineup: Lineup, seed: int, first: int, n: int) -> Iterator[Record]:
    """The records of matches first to first + n - 1, for replay."""
    for each in range(first, first + n):
        yield _match_of(lineup, match_seed(seed, each)).run().record


def _ending(lineup: Lineup, match: Match) -> Ending:
    points = [tuple(each.scores.values()) for each in match.tables]
    return _ending_of(lineup.game, points, [len(each.history) for each in match.tables])


def _ending_of(game: Game, points: Sequence[tuple[int, ...]], lengths: Sequence[int]) -> Ending:
    """The ending of a match made of these rounds."""
    totals = tuple(map(sum, zip(*points, strict=True)))
    leaders = game.leaders(totals)
    return Ending(totals, leaders, len(lengths), sum(lengths), tuple(points), tuple(lengths))


def kinds_of(lineup: Lineup) -> tuple[list[int], list[Policy]]:
    """The kind of player in each seat, and the choices of kinds 1, 2 and 3.

    Both are empty if a player is not a function in the language of the rules, or if there are too
    many different ones.
    """
    kinds, policies = kinds_of_players([seat.agent for seat in lineup.seats(0)])
    return ([], []) if ASKED in kinds else (kinds, policies)


def count_shard(settings: Mapping[str, Any], seed: int, first: int, n: int) -> Counts:
    """The counts of some matches.

    First those of `_OF_MATCH`, then those of `_OF_SEAT` for each seat, then the bins of round
    lengths, and for each seat the bins of its points in a round.
    """
    return list(count_rows(settings, seed, first, n))


def count_rows(settings: Mapping[str, Any], seed: int, first: int, n: int) -> CountedRows:
    """The counts of some matches, see `count_shard`, with the rounds that were counted."""
    lineup: Lineup = settings["lineup"]
    bins = _bins_of(lineup)
    kinds, policies = kinds_of(lineup)
    if kinds and has_numba():
        seeds = [match_seed(check_seed(seed), first + i) for i in range(n)]
        rows = RoundRows.joined(list(play_compiled(lineup, seeds, kinds, policies)), first)
        return CountedRows(counts_of(lineup.game, rows, n, bins), rows)
    endings = play(lineup, seed, first, n)
    rows = _rows_of(endings, first)
    counts = _sums(endings)
    for each, numbers in zip(bins, (rows.decisions, *rows.points), strict=True):
        counts += each.counts(numbers)
    return CountedRows(counts, rows)


def _rows_of(endings: Sequence[Ending], first: int) -> RoundRows:
    """The rounds of matches, from number `first` on."""
    points = [points for ending in endings for points in ending.points]
    return RoundRows(
        [first + i for i, ending in enumerate(endings) for _ in ending.points],
        [number for ending in endings for number in range(1, ending.rounds + 1)],
        [length for ending in endings for length in ending.lengths],
        [list(each) for each in zip(*points, strict=True)],
    )


def _bins_of(lineup: Lineup) -> list[Bins]:
    """The bins of round lengths, and those of each seat's points."""
    points = Bins.over(*lineup.game.sizes.score_bounds)
    return [Bins.over(0, lineup.game.sizes.most_decisions), *[points] * len(lineup.players)]


def _sums(endings: Sequence[Ending]) -> list[int]:
    """The sums over matches."""
    seats = len(endings[0].totals)
    totals = [
        len(endings),
        sum(e.rounds for e in endings),
        sum(e.rounds**2 for e in endings),
        sum(e.decisions for e in endings),
        sum(e.decisions**2 for e in endings),
    ]
    for seat in range(seats):
        totals += [
            sum(seat in e.winners for e in endings),
            sum(seat in e.winners and len(e.winners) > 1 for e in endings),
            sum(e.totals[seat] for e in endings),
            sum(e.totals[seat] ** 2 for e in endings),
        ]
    return totals


@dataclass(frozen=True)
class SeatReport:
    """The results of one seat.

    Attributes:
        player: the name of the computer player.
        wins: share of the matches with the best total; None for a single seat.
        shared: share of the matches in which others, such as partners, had the same best total;
            None for a single seat.
        points: points of a match.
    """

    player: str
    wins: Estimate | None
    shared: Estimate | None
    points: Estimate

    @property
    def parts(self) -> list[Estimate]:
        """Wins, shared wins and points, as far as they apply."""
        return [part for part in (self.wins, self.shared, self.points) if part is not None]


@dataclass(frozen=True, repr=False)
class Report:
    """The results of many matches.

    Attributes:
        game: name of the game.
        seed: seed of the simulation.
        matches: number of matches played.
        is_whole: whether all matches asked for have been played.
        rounds: rounds of a match.
        decisions: actions of a match.
        seats: the results of each seat.
        lengths: distribution of the number of decisions in a round.
        points: for each seat, the distribution of its points in a round.
        rules: the options worth naming, such as `model=deck`.
    """

    game: str
    seed: int
    matches: int
    is_whole: bool
    rounds: Estimate
    decisions: Estimate
    seats: tuple[SeatReport, ...]
    lengths: Distribution
    points: tuple[Distribution, ...]
    rules: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Report on {self.title}: {self.matches} matches, seed {self.seed}>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        return self.sheet()._repr_html_()

    def __str__(self) -> str:
        return str(self.sheet())

    @property
    def title(self) -> str:
        """The game with the options worth naming."""
        return ", ".join((self.game, *self.rules))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        from dataclasses import asdict

        return asdict(self)

    def to_frame(self) -> Any:
        """A data frame with a row for each seat.

        Columns: `seat` from 1, `player`, `matches`, and a mean and its standard error for `wins`,
        `shared` and `points`.
        """
        columns: dict[str, list[Any]] = {
            "seat": list(range(1, len(self.seats) + 1)),
            "player": [seat.player for seat in self.seats],
            "matches": [self.matches] * len(self.seats),
        }
        for name in ("wins", "shared", "points"):
            for heading, kind in ((name, "mean"), (f"{name}_se", "standard_error")):
                parts = [getattr(seat, name) for seat in self.seats]
                columns[heading] = [part and getattr(part, kind) for part in parts]
        return data_frame(columns)

    def sheet(self) -> Sheet:
        """The report as a sheet."""
        title = say(
            "{game}: {matches} matches, seed {seed}",
            game=self.title, matches=number(self.matches), seed=self.seed,
        )  # fmt: skip
        columns = [say("seat"), say("player"), say("wins"), say("shared"), say("points")]
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (i, seat.player, *(decimal(str(part)) for part in seat.parts))
            for i, seat in enumerate(self.seats, 1)
        )
        notes = [
            say(
                "A match has {rounds} rounds and {decisions} decisions.",
                rounds=decimal(str(self.rounds)),
                decisions=decimal(str(self.decisions)),
            ),
            say("wins: nobody has a better total; shared: others have the same total."),
            say("+-: half of a {share} interval.", share=say("95 %"))
            if self.matches > 1
            else say("One match gives no standard error."),
        ]
        if len(self.seats) == 1:  # nobody to win against
            del columns[2:4], notes[1]
        return Sheet(title, tuple(columns), rows, tuple(notes))


def of_seats(report: Report) -> list[tuple[str, Distribution]]:
    """The points of each seat with its name: `seat 1, AI`; once for partners, who share them."""
    by_shape: dict[tuple[str, Distribution], list[str]] = {}
    for i, (seat, points) in enumerate(zip(report.seats, report.points, strict=True), 1):
        by_shape.setdefault((seat.player, points), []).append(str(i))
    return [
        (
            say("seat {seats}, {player}", seats=listed(numbers), player=player)
            if len(numbers) == 1
            else say("seats {seats}, {player}", seats=listed(numbers), player=player),
            points,
        )
        for (player, points), numbers in by_shape.items()
    ]


def job(lineup: Lineup, matches: int, *, seed: int, shard: int | None = None) -> Job:
    """Matches 0 to `matches` - 1 of a seed, as a job in shards.

    Args:
        lineup: who plays what.
        matches: number of matches.
        seed: 0 to MAX_SEED.
        shard: matches in a shard; by default SHARD, or one if a player may be slow.

    Raises:
        SetupError: no such seed, or fewer than one match.
    """
    bins = ", ".join(str(bins) for bins in _bins_of(lineup)[:2])
    settings = {**lineup.settings(), "bins": bins}
    if shard is None:
        shard = SHARD if lineup.is_quick else 1
    former = (SHARD,) if shard == 1 else ()
    return Job(WORK, seed, matches, shard, settings, (), former, {"lineup": lineup})


def simulate(
    lineup: Lineup,
    matches: int,
    *,
    seed: int,
    workers: Workers | None = None,
    ledger: Ledger | None = None,
    shard: int | None = None,
    progress: Callable[[int, int], None] = silent,
    stopped: Callable[[], bool] = never,
    rows: Callable[[RoundRows], None] | None = None,
) -> Report | None:
    """Play many matches and report the results; None if stopped before the first.

    Args:
        lineup: who plays what.
        matches: number of matches.
        seed: 0 to MAX_SEED; the report depends only on lineup, matches and seed.
        workers: see `dealt.simulate.shards`; one thread by default.
        ledger: keeps finished shards, so that the work can be interrupted and resumed.
        shard: matches in a shard, see `job`.
        progress: called with the number of matches done and the total.
        stopped: called from time to time; if it returns true, work in progress is finished and the
            rest is skipped.
        rows: called with the rounds of one shard after the other, in order.

    Raises:
        SetupError: no such seed, fewer than one match, workers that are not available, or both rows
            and a ledger, which has none.
    """
    rehearse([lineup])
    work = job(lineup, matches, seed=seed, shard=shard)
    if rows is not None:
        if ledger is not None:
            raise SetupError("a ledger keeps no rounds: leave it out to get all of them")
        work, ledger = replace(work, work=_WORK_WITH_ROWS), RowsInOrder(rows)
    result = run(
        work,
        workers or threads(1),
        ledger=ledger,
        progress=progress,
        stopped=stopped,
    )
    if not result.counts:
        return None
    return _report_of(lineup, seed, result)


def _report_of(lineup: Lineup, seed: int, result: Result) -> Report:
    """The report on the counts of a job."""
    counts = iter(result.counts)
    n, rounds, rounds_2, decisions, decisions_2 = islice(counts, len(_OF_MATCH))
    seats = []
    for player in lineup.names:
        wins, shared, points, squares = islice(counts, len(_OF_SEAT))
        is_alone = len(lineup.players) == 1
        seats.append(
            SeatReport(
                player,
                None if is_alone else Estimate.of_share(n, wins),
                None if is_alone else Estimate.of_share(n, shared),
                Estimate.from_sums(n, points, squares),
            )
        )
    lengths, *of_seats = [
        bins.distribution(list(islice(counts, bins.count + 2))) for bins in _bins_of(lineup)
    ]
    return Report(
        lineup.game.name, seed, n, result.is_whole,
        Estimate.from_sums(n, rounds, rounds_2), Estimate.from_sums(n, decisions, decisions_2),
        tuple(seats), lengths, tuple(of_seats), lineup.game.rules_told(lineup.options),
    )  # fmt: skip
