"""An arena: players compared with the same cards in every seat.

Each pair of players meets over many deals. In each deal, the first of the two sits in every seat
once, with the second in all others. Luck with the cards therefore affects both alike, and deals are
compared, not matches. With more than two sides both players also swap parts: one against many is
not the mirror image of many against one. If seats play together, a player also has the seats of its
partners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import permutations
from math import sqrt
from typing import TYPE_CHECKING, Any

from dealt import games
from dealt.agents import Player, versions
from dealt.core.arguments import never, silent
from dealt.core.sheet import Displayed, Sheet, rows_frame
from dealt.errors import SetupError
from dealt.language import decimal, number, say, say_n
from dealt.simulate.estimates import half_of, half_of_share, with_half
from dealt.simulate.lineup import Lineup, options_told, rehearse
from dealt.simulate.matches import is_ready as is_lineup_ready
from dealt.simulate.matches import match_seed, play_seeds
from dealt.simulate.shards import Counts, Job, Ledger, Memory, Workers, run, threads

if TYPE_CHECKING:
    from dealt.core.game import Game

WORK = "dealt.simulate.arena:play_shard"
FEW = 10  # deals, of which the spread says little
QUICK = 64  # deals in a shard of quick players; of others, one


@dataclass(frozen=True)
class Contest:
    """Who plays against whom, and which game.

    Attributes:
        game: the game.
        players: the computer players; no two have the same name.
        seats: number of seats at a table.
        options: the options by name.
        rounds: rounds of a match; use one if nothing should carry over.
        first_only: only the first player sits alone, against each of the others.
    """

    game: Game
    players: tuple[Player, ...]
    seats: int
    options: Mapping[str, int]
    rounds: int
    first_only: bool = False

    @classmethod
    def of(
        cls,
        game: str | Game,
        players: Sequence[Any],
        *,
        seats: int | None = None,
        options: Mapping[str, int | str] | None = None,
        rounds: int = 1,
        first_only: bool = False,
    ) -> Contest:
        """A contest whose settings have been checked.

        Args:
            game: its name, or a game of your own.
            players: names of computer players, or players of your own, see `dealt.agents.own`;
                objects of one name are numbered.
            seats: number of seats at a table; by default the fewest.
            options: the options by name.
            rounds: rounds of a match.
            first_only: only the first player sits alone.

        Raises:
            SetupError: players, seats, options or rounds that are not available.
        """
        game = games.game(game)
        several = [number for number in game.seats if number > 1]
        if not several:
            raise SetupError("{title} is for a single player; an arena needs two", title=game.title)
        seats = several[0] if seats is None else seats
        names = [each for each in players if isinstance(each, str)]
        if len(players) < 2 or len(set(names)) != len(names):
            raise SetupError("an arena needs two or more players, each named once")
        contestants = _numbered([Player.from_source(game, each) for each in players])
        Lineup.of(game, [contestants[0]] * seats, options, rounds)
        values = game.option_values(options)
        return cls(game, contestants, seats, values, rounds, first_only)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(player.name for player in self.players)

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """Who sits alone against whom: both ways round, or just once with two sides."""
        if self.first_only:
            return [(self.names[0], other) for other in self.names[1:]]
        pairs = list(permutations(self.names, 2))
        if len(set(self.sides)) == 2:
            pairs = [(a, b) for a, b in pairs if self.names.index(a) < self.names.index(b)]
        return pairs

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return self.game.seating.sides(self.seats)

    def seatings(self, one: str, others: str) -> list[Lineup]:
        """The lineups with `one` on one side and `others` on all others."""
        by_name = dict(zip(self.names, self.players, strict=True))
        return [
            Lineup.of(
                self.game,
                [by_name[one if each == side else others] for each in self.sides],
                self.options,
                self.rounds,
            )
            for side in dict.fromkeys(self.sides)
        ]

    @property
    def lineups(self) -> list[Lineup]:
        """The lineups of all pairings, in order."""
        return [lineup for pair in self.pairings for lineup in self.seatings(*pair)]

    def settings(self) -> dict[str, int | str]:
        """The contest as plain values, which identify the job in a ledger."""
        settings = {**self.game.called(), "players": ",".join(self.names)}
        settings |= {"seats": self.seats, "rounds": self.rounds}
        if self.first_only:
            settings["first only"] = 1
        return settings | options_told(self.options) | versions(self.players)


def _numbered(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players with different names: `Mine`, `Mine 2`."""
    numbered: list[Player] = []
    for player in players:
        name, copy = player.name, 1
        while name in {each.name for each in numbered}:
            copy += 1
            name = f"{player.name} {copy}"
        numbered.append(replace(player, name=name))
    return tuple(numbered)


def play_shard(settings: Mapping[str, Any], seed: int, first: int, n: int) -> Counts:
    """The totals of all seats for each deal, each pairing and each seating, in that order."""
    contest: Contest = settings["contest"]
    seeds = [match_seed(seed, number) for number in range(first, first + n)]
    endings = [play_seeds(lineup, seeds) for lineup in contest.lineups]
    return [total for deal in range(n) for each in endings for total in each[deal].totals]


@dataclass(frozen=True)
class Meeting:
    """The result of one player against another.

    Attributes:
        player: the one that sits alone, or with its partners.
        against: the one in all other seats.
        deals: number of deals, each played in every seat.
        wins: share of the matches won; a shared win counts in part.
        wins_error: its standard error, over deals; None for fewer than two deals.
        even: the share that an equally good player would have.
        lead: its points minus the mean of the others', turned so that more is better.
        lead_error: its standard error, over deals, likewise.
    """

    player: str
    against: str
    deals: int
    wins: float
    wins_error: float | None
    even: float
    lead: float
    lead_error: float | None

    @property
    def half(self) -> float | None:
        """Half of the 95 % interval of `wins`; None for a single deal."""
        return half_of_share(self.deals, self.wins, self.wins_error)

    @property
    def lead_half(self) -> float | None:
        """Half of the 95 % interval of `lead`; None if the deals show no spread."""
        return half_of(self.deals, self.lead_error)

    @property
    def is_clear(self) -> bool:
        """Whether the interval of `wins` excludes `even`."""
        return self.half is not None and abs(self.wins - self.even) > self.half

    def __str__(self) -> str:
        wins = decimal(with_half(self.wins, self.half, ".1%"))
        if self.wins_error is None:
            return say(
                "{player} against {against}: wins {wins}, deals: {deals}, without a standard error",
                player=self.player, against=self.against, wins=wins, deals=number(self.deals),
            )  # fmt: skip
        return say(
            "{player} against {against}: wins {wins} ({level} interval), {deals} deals",
            player=self.player, against=self.against, wins=wins, deals=number(self.deals),
            level=say("95 %"),
        )  # fmt: skip


@dataclass(frozen=True)
class Rating:
    """The strength of a player as openskill estimates it: mean and uncertainty."""

    player: str
    mean: float
    uncertainty: float

    def __str__(self) -> str:
        return say(
            "{player}: rating {mean}, uncertainty {uncertainty}",
            player=self.player, mean=decimal(f"{self.mean:.2f}"),
            uncertainty=decimal(f"{self.uncertainty:.2f}"),
        )  # fmt: skip


@dataclass(frozen=True, repr=False)
class Result(Displayed):
    """The result of a contest.

    Attributes:
        game: name of the game.
        seed: determines all deals.
        deals: number of deals played.
        is_whole: whether all deals asked for have been played.
        meetings: one for each pairing.
        ratings: of all players, the best first.
        rules: the options worth naming, such as `passing=unable`.
    """

    game: str
    seed: int
    deals: int
    is_whole: bool
    meetings: tuple[Meeting, ...]
    ratings: tuple[Rating, ...]
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.sheets()))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)

    def to_frame(self) -> Any:
        """A data frame with a row for each meeting, see `Meeting`."""
        return rows_frame(self.meetings)

    def sheets(self) -> tuple[Sheet, ...]:
        """The meetings and the ratings as sheets."""
        meetings = tuple(
            (
                m.player,
                m.against,
                decimal(with_half(m.wins, m.half, ".1%")),
                decimal(f"{m.even:.1%}"),
                decimal(with_half(m.lead, m.lead_half, "+.2f")),
            )
            for m in self.meetings
        )
        ratings = tuple(
            (r.player, decimal(f"{r.mean:.2f}"), decimal(f"{r.uncertainty:.2f}"))
            for r in self.ratings
        )
        title = say(
            "{game}: {deals} deals in every seat, seed {seed}",
            game=", ".join((self.game, *self.rules)), deals=number(self.deals), seed=self.seed,
        )  # fmt: skip
        columns = (
            *(say("player"), say("against"), say("wins")),
            *(say("even"), say("points more")),
        )
        few = say_n(
            "1 deal gives no standard error: play 2 or more.",
            "{n} deals say little about the spread.",
            self.deals,
        )
        note = say(
            "+-: half of a {share} interval, estimated from the spread between deals.",
            share=say("95 %"),
        )
        notes = (note, few)[0 if self.deals > 1 else 1 : 2 if self.deals < FEW else 1]
        of_ratings = (say("player"), say("rating"), say("uncertainty"))
        return (
            Sheet(title, columns, meetings, notes=notes),
            Sheet(say("Ratings"), of_ratings, ratings),
        )


def job(contest: Contest, deals: int, *, seed: int) -> Job:
    """Deals 0 to `deals` - 1 of a seed, as a job in shards.

    Raises:
        SetupError: no such seed, or fewer than one deal.
    """
    is_quick = all(lineup.is_quick for lineup in contest.lineups)
    shard, former = (QUICK, ()) if is_quick else (1, (QUICK,))
    return Job(WORK, seed, deals, shard, contest.settings(), (), former, {"contest": contest})


def is_ready(contest: Contest) -> bool:
    """Whether deals can be played at once, without compiling anything first."""
    return all(map(is_lineup_ready, contest.lineups))


def play(
    contest: Contest,
    deals: int,
    *,
    seed: int,
    workers: Workers | None = None,
    ledger: Ledger | None = None,
    progress: Callable[[int, int], None] = silent,
    stopped: Callable[[], bool] = never,
) -> Result:
    """Let all pairs meet over deals 0 to `deals` - 1 of a seed.

    Args:
        contest: who plays against whom.
        deals: number of deals.
        seed: 0 to 2**63 - 1; the result depends only on contest, deals and seed.
        workers: see `dealt.simulate.shards`; one thread by default.
        ledger: keeps finished deals, so that more can be added later.
        progress: called with the number of deals done and the total.
        stopped: called from time to time; if it returns true, work in progress is finished and the
            rest is skipped.

    Raises:
        SetupError: no such seed, fewer than one deal, or workers that are not available.
    """
    rehearse(contest.lineups)
    ledger = Memory() if ledger is None else ledger
    work = job(contest, deals, seed=seed).cut_as(ledger)
    result = run(
        work,
        workers or threads(1),
        ledger=ledger,
        progress=progress,
        stopped=stopped,
    )
    counted = ledger.counts()
    totals = [count for span in work.spans if span in counted for count in counted[span]]
    played = _by_pairing(contest, totals)
    meetings = tuple(_meeting(contest, pair, played[pair]) for pair in contest.pairings)
    ratings = _ratings(contest, played)
    rules = contest.game.rules_told(contest.options)
    return Result(contest.game.name, seed, result.done, result.is_whole, meetings, ratings, rules)


# for each deal and each seating the totals of all seats
Played = list[list[list[int]]]


def _by_pairing(contest: Contest, totals: Sequence[int]) -> dict[tuple[str, str], Played]:
    """The totals of all shards, divided by pairing."""
    numbers = iter(totals)
    seatings = len(set(contest.sides))
    by_pair: dict[tuple[str, str], Played] = {pair: [] for pair in contest.pairings}
    deals = len(totals) // (len(by_pair) * seatings * contest.seats)
    for _ in range(deals):
        for played in by_pair.values():
            played.append([[next(numbers) for _ in range(contest.seats)] for _ in range(seatings)])
    return by_pair


def _meeting(contest: Contest, pair: tuple[str, str], played: Played) -> Meeting:
    """The result of one pairing."""
    shares, leads = [], []
    for deal in played:
        outcomes = [_outcome(contest, side, totals) for side, totals in enumerate(deal)]
        shares.append(sum(share for share, _ in outcomes) / len(outcomes))
        leads.append(sum(lead for _, lead in outcomes) / len(outcomes))
    even = 1 / len(set(contest.sides))
    return Meeting(*pair, len(played), *_mean_and_error(shares), even, *_mean_and_error(leads))


def _outcome(contest: Contest, side: int, totals: Sequence[int]) -> tuple[float, float]:
    """A side's share of the win, and its lead."""
    names = list(dict.fromkeys(contest.sides))
    own = [total for seat, total in enumerate(totals) if contest.sides[seat] == names[side]]
    others = [total for seat, total in enumerate(totals) if contest.sides[seat] != names[side]]
    winners = {contest.sides[seat] for seat in contest.game.leaders(totals)}
    share = (names[side] in winners) / len(winners)
    return share, contest.game.worth(sum(own) / len(own) - sum(others) / len(others))


def _mean_and_error(numbers: Sequence[float]) -> tuple[float, float | None]:
    """The mean of numbers, 0 of none, and its standard error."""
    n = len(numbers)
    mean = sum(numbers) / max(1, n)
    if n < 2:
        return mean, None
    squares = sum((number - mean) ** 2 for number in numbers)
    return mean, sqrt(squares / (n - 1) / n)


def _ratings(contest: Contest, played: Mapping[tuple[str, str], Played]) -> tuple[Rating, ...]:
    """Ratings from all matches, deal by deal, the best player first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {player: model.rating(name=player) for player in contest.names}
    deals = max((len(each) for each in played.values()), default=0)
    for deal in range(deals):
        for (one, other), each in played.items():
            for side, totals in enumerate(each[deal]):
                lead = _outcome(contest, side, totals)[1]
                (mine,), (theirs,) = model.rate(
                    [[ratings[one]], [ratings[other]]], scores=[lead, -lead]
                )
                ratings[one], ratings[other] = mine, theirs
    rated = [Rating(name, rating.mu, rating.sigma) for name, rating in ratings.items()]
    return tuple(sorted(rated, key=lambda rating: -rating.mean))
