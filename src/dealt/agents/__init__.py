"""Players for any game, and seats from what people write.

The ladder of names is the same in every game: `random`; `easy`, which overlooks some moves; `seed`,
the player from the original document, also called `AI`; `good`, which weighs its moves by rules of
thumb; `strong`, which tries its choices in many possible deals. In Penney's game and Three-card
Poker `seed` and `strong` know the exact odds, so no player can be stronger. Some games have further
players, such as `learned` in President.

A player of your own can take the place of any of these names, see `dealt.agents.own`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from dealt.agents import own
from dealt.agents.easy import EASY, EasyAgent, rate_in
from dealt.agents.names import GIVEN_NAMES as GIVEN_NAMES
from dealt.agents.names import given_name as given_name
from dealt.agents.names import is_level_word
from dealt.agents.own import PERSON as PERSON
from dealt.agents.own import is_address as is_address
from dealt.agents.random import RandomAgent
from dealt.agents.weights import Weights
from dealt.core.agent import Agent, AnyAgent, PolicyAgent, Searcher, Seat
from dealt.core.game import Game, Level
from dealt.errors import SetupError
from dealt.language import Phrase, message
from dealt.nearest import nearest, or_nearest
from dealt.own_code import contained

RANDOM, SEED, GOOD, STRONG = "random", "seed", "good", "strong"
LADDER = RANDOM, EASY, SEED, GOOD, STRONG
OWN = "AI"  # the player that every game has under this name
LEVELS = {
    RANDOM: Level(message("random"), message("any open move")),
    EASY: Level(message("easy"), message("overlooks moves, as people do")),
    SEED: Level(message("classic"), message("as in the original rules")),
    GOOD: Level(message("good"), message("plays by rules of thumb")),
    STRONG: Level(message("strong"), message("thinks longest")),
    OWN: Level(message("rule of thumb")),
}
# addresses of your own players, by the name of their game and their own
OFFERED: dict[str, dict[str, str]] = {}

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]+")  # of levels
LONGEST_NAME = 30  # letters
_SEARCH_VERSION = 2  # raise it with every change of what players that search choose

Clock = Callable[[], float]


def bots(game: Game) -> tuple[str, ...]:
    """The names of the computer players for a game: the ladder first, then others.

    Players of your own that are offered come last, see `offer`.
    """
    ladder = LADDER if OWN in game.bots.by_name else (RANDOM,)
    others = (name for name in game.bots.by_name if name not in ladder)
    return (*ladder, *others, *OFFERED.get(game.name, ()))


def is_bot(game: Game, name: str | None) -> bool:
    """Whether a name is one of `bots`, or an easy player's with its own rate, as `easy-40`."""
    players = bots(game)
    return name in players or EASY in players and rate_in(name or "") is not None


def levels(game: Game) -> dict[str, Level]:
    """The descriptions shown beside the names of computer players; some have none."""
    described = {**LEVELS, **game.bots.levels}
    return {name: level for name, level in described.items() if name in bots(game)}


def offer(game: Game, address: str) -> str:
    """Add a player of your own to the computer players of a game, and return its name there.

    From then on everybody can choose it, including strangers at a table service.

    Args:
        game: the game that it plays.
        address: `module:NAME`, or a file of weights.

    Raises:
        SetupError: the player was not found, or cannot be created.
    """
    player = Player.from_source(game, address)
    player.agent(0)
    offered = OFFERED.setdefault(game.name, {})
    for name, other in offered.items():
        if other == address:
            return name
    title = _NOT_IN_NAMES.sub("-", player.title)[:LONGEST_NAME].strip("-") or "own"
    name, copy = title, 1
    while is_bot(game, name):
        copy += 1
        name = f"{title}-{copy}"
    offered[name] = address
    return name


def usual(game: Game) -> str:
    """The default computer player: AI, or the random one in games without an AI."""
    return OWN if OWN in game.bots.by_name else RANDOM


def check_bot(game: Game, name: str) -> None:
    """Raise SetupError, with the names available, if the game has no such computer player.

    Safe for names from strangers: nothing is imported, and of your own players only those that are
    offered are found.
    """
    if not is_bot(game, name):
        players = bots(game)
        facts = {"name": repr(name), "title": game.title, "there": ", ".join(players)}
        hint = Phrase("available: {there}", facts)
        problem = Phrase("no computer player {name} for {title}", facts)
        raise SetupError(or_nearest(problem, name, players, hint))


def person_of(game: Game, text: str) -> str:
    """The name of the person to be seated.

    Raises:
        SetupError: the text is, or nearly is, the name of a computer player, or a word for a level;
            `person:NAME` is always a person.
    """
    if text.startswith(PERSON):
        return text.removeprefix(PERSON).strip()
    if text in (*LADDER, OWN):
        check_bot(game, text)
    nearest_name = nearest(text, bots(game))
    if nearest_name is not None:
        raise SetupError(
            "no computer player {name} for {title}: did you mean {bot}? "
            "A person of that name is {person}",
            name=repr(text), title=game.title, bot=nearest_name, person=f"{PERSON}{text}",
        )  # fmt: skip
    if is_level_word(text):
        raise SetupError(
            "{name} is not a level of {title}: choose from {levels}. "
            "A person of that name is {person}",
            name=repr(text), title=game.title, levels=", ".join(bots(game)),
            person=f"{PERSON}{text[:1].upper()}{text[1:]}",
        )  # fmt: skip
    return text


def is_search(game: Game, name: str) -> bool:
    """Whether a computer player searches, so that it is compiled before its first use."""
    if name != STRONG or name in game.bots.by_name or OWN not in game.bots.by_name:
        return False
    from dealt.agents.search import plan_of

    return plan_of(game) is not None


def versions(players: Sequence[Player]) -> dict[str, int]:
    """The versions of players whose choices have changed, so that ledgers never mix them."""
    searches = any(is_search(player.game, player.name) for player in players)
    return {STRONG: _SEARCH_VERSION} if searches else {}


@dataclass(frozen=True)
class Player:
    """A computer player as it was named, which makes agents.

    Attributes:
        game: the game it plays.
        name: its name in reports and ledgers: the text, or the object's name.
        source: one of `bots`, an address, or an object, see `dealt.agents.own`.
    """

    game: Game
    name: str
    source: Any

    @classmethod
    def from_source(cls, game: Game, source: object) -> Player:
        """The computer player for a name, an address or an object.

        Raises:
            SetupError: the player was not found.
        """
        if isinstance(source, cls):
            return source
        if not isinstance(source, str):
            if not own.is_player(source):
                raise own.not_a_player(repr(source)[:60], source)
            return cls(game, own.name_of(source), source)
        if is_bot(game, source) and not is_address(source):
            return cls(game, source, source)
        if not is_address(source):
            check_bot(game, source)
        value = own.value_of(source)
        # weights are sent to other processes as read; the rest is imported again there
        return cls(game, source, value if isinstance(value, Weights) else source)

    @property
    def is_own(self) -> bool:
        """Whether it is your own rather than one of the game's."""
        return not isinstance(self.source, str) or is_address(self.source)

    @property
    def is_slow(self) -> bool:
        """Whether it may be slow: it searches, or it is your own in plain Python."""
        agent = self.agent(0)
        return isinstance(agent, Searcher) or self.is_own and not isinstance(agent, PolicyAgent)

    @property
    def title(self) -> str:
        """Its name for people."""
        return own.name_of(self._value) if self.is_own else self.name

    @property
    def _value(self) -> Any:
        """The object, or the name known to the game, that makes agents."""
        is_address = isinstance(self.source, str) and self.is_own
        return own.value_of(self.source) if is_address else self.source

    def agent(
        self,
        seed: int,
        *,
        clock: Clock | None = None,
        seconds: float | None = None,
        waiting: Callable[[str], None] | None = None,
    ) -> AnyAgent:
        """The agent for a seed; an object that is an agent already is used as it is.

        Raises:
            SetupError: it cannot be made.
        """
        if self.is_own:
            return own.agent_from(self.game, self._value, seed)
        agent = bot(self.game, self.source, seed, clock=clock, seconds=seconds, waiting=waiting)
        assert agent is not None, "a name that was looked up"
        return agent

    def apart(self) -> Player:
        """A copy of the player that shares no state with this one.

        Raises:
            SetupError: it cannot be copied.
        """
        value = self._value
        if not own.is_agent(value):
            return self
        try:
            with contained:
                return Player(self.game, self.name, deepcopy(value))
        except Exception as error:
            raise SetupError(
                "player {name} cannot be copied for each match ({why}): give its class, or a "
                "function of the seed",
                name=self.name, why=f"{type(error).__name__}: {error}",
            ) from error  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes.

        Raises:
            SetupError: the object cannot be found there, or cannot be written.
        """
        own.check_portable(self.name, self.source)
        return Player, (self.game, self.name, self.source)


def adviser(game: Game, source: object, seed: int) -> AnyAgent:
    """The computer player for a name, an address or an object, see `bot`.

    Raises:
        SetupError: it was not found, or cannot be created.
    """
    agent = bot(game, source, seed)
    if agent is None:
        check_bot(game, str(source))
        raise SetupError("no computer player {name}", name=repr(source))
    return agent


def bot(
    game: Game,
    source: object,
    seed: int,
    *,
    clock: Clock | None = None,
    seconds: float | None = None,
    waiting: Callable[[str], None] | None = None,
) -> AnyAgent | None:
    """The computer player for a name, an address or an object; None for any other text.

    Args:
        game: the game it will play.
        source: one of `bots`, `easy-40` for an easy one that overlooks 40 per cent of the moves, or
            a player of your own: its address or an object, see `dealt.agents.own`.
        seed: determines its random choices.
        clock: a clock in seconds; a searching player then uses a time limit instead of a number of
            playouts.
        seconds: the time limit, with a clock; the search's usual one by default.
        waiting: called when a searching player has to be compiled first.

    Raises:
        SetupError: no player was found at the address, or it cannot be created.
    """
    if not isinstance(source, str) or is_address(source):
        return Player.from_source(game, source).agent(
            seed, clock=clock, seconds=seconds, waiting=waiting
        )
    if source in game.bots.by_name:
        return game.bots.by_name[source](seed)
    if source == RANDOM:
        return RandomAgent(seed)
    if source in OFFERED.get(game.name, ()):
        return Player.from_source(game, OFFERED[game.name][source]).agent(seed)
    if not is_bot(game, source):
        return None
    if is_search(game, source):
        from dealt.agents.search import SECONDS, SearchAgent

        budget = SECONDS if seconds is None else seconds
        return SearchAgent(game, seed, clock=clock, seconds=budget, waiting=waiting)
    rate = rate_in(source)
    if rate is not None:
        good = bot(game, GOOD, seed)
        return EasyAgent(game, good if isinstance(good, Agent) else RandomAgent(seed), seed, rate)
    agent = game.bots.by_name[OWN](seed)
    agent.name = source
    return agent


def seats(
    game: Game,
    players: Sequence[Any],
    seed: int = 0,
    *,
    clock: Clock | None = None,
    waiting: Callable[[str], None] | None = None,
) -> list[Seat]:
    """The seats for names and computer players; for `clock` and `waiting` see `bot`.

    Everything that `bot` takes seats a computer player; repeated names are shown as AI, AI 2, AI 3.
    `person:Good` is a person called Good.

    Raises:
        SetupError: an item is neither a name nor a computer player, or nearly names one.
    """
    is_list = isinstance(players, Sequence) and not isinstance(players, str)
    if not is_list or not all(isinstance(x, str | Player) or own.is_player(x) for x in players):
        raise SetupError(
            "seats must be a list of names and computer players, such as {example}, not {given}",
            example='["Ana", "AI"]', given=repr(players)[:60],
        )  # fmt: skip
    seats_taken: list[Seat] = []
    names_in_use = {part for part in players if isinstance(part, str)}
    for number, part in enumerate(players):
        source = part.source if isinstance(part, Player) else part
        agent = bot(game, part, seed + number, clock=clock, waiting=waiting)
        is_name = isinstance(source, str) and not is_address(source)
        if agent is None:
            base = person_of(game, source)
        else:
            base = source if is_name else agent.name
        name, copy = base, 1
        while agent is not None and (
            name in {x.name for x in seats_taken} or copy > 1 and name in names_in_use
        ):
            copy += 1
            name = f"{base} {copy}"
        seats_taken.append(Seat(name, agent))
    return seats_taken
