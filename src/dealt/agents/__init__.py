"""Players for any game, and seats from what people write.

The ladder of names is the same in every game: `random`; `seed`, the player from the original
document, also called `AI`; `good`, which weighs its moves by rules of thumb; `strong`, which tries
its choices in many possible deals. In Penney's game and Three-card Poker `seed` and `strong` know
the exact odds, so no player can be stronger. Some games have further players, such as `learned` in
President.

Wherever one of these names can be given, so can a player of your own, see `dealt.agents.own`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from dealt.agents import own
from dealt.agents.given_names import GIVEN_NAMES as GIVEN_NAMES
from dealt.agents.given_names import given_name as given_name
from dealt.agents.level_words import is_level_word
from dealt.agents.own import PERSON as PERSON
from dealt.agents.own import is_address as is_address
from dealt.agents.random import RandomAgent
from dealt.agents.weights import Weights
from dealt.core.agent import AnyAgent, PolicyAgent, Searcher, Seat
from dealt.core.game import Game, Level
from dealt.errors import SetupError
from dealt.language import Phrase, message
from dealt.nearest import nearest, or_nearest
from dealt.own_code import contained

RANDOM, SEED, GOOD, STRONG = LADDER = "random", "seed", "good", "strong"
OWN = "AI"  # the player that every game has under this name
LEVELS = {
    RANDOM: Level(message("random"), message("any open move")),
    SEED: Level(message("classic"), message("as in the original rules")),
    GOOD: Level(message("good")),
    STRONG: Level(message("strong"), message("thinks longest")),
    OWN: Level(message("rule of thumb")),
}
# addresses of your own players, by the name of their game and their own
OFFERED: dict[str, dict[str, str]] = {}

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]+")  # of levels
LONGEST_NAME = 30  # letters

Clock = Callable[[], float]


def bots(game: Game) -> tuple[str, ...]:
    """The names of the computer players for a game: the ladder first, then others.

    The last ones are players of your own that are offered, see `offer`.
    """
    ladder = LADDER if OWN in game.bots.by_name else (RANDOM,)
    others = (name for name in game.bots.by_name if name not in ladder)
    return (*ladder, *others, *OFFERED.get(game.name, ()))


def levels(game: Game) -> dict[str, Level]:
    """How computer players of a game are described beside their names; some have no description."""
    described = {**LEVELS, **game.bots.levels}
    return {name: level for name, level in described.items() if name in bots(game)}


def offer(game: Game, address: str) -> str:
    """Add a player of your own to the computer players of a game, and return its name there.

    Whoever may choose among these may choose it then, strangers at a table service included.

    Args:
        game: the game that it plays.
        address: `module:NAME`, or a file of weights.

    Raises:
        SetupError: the player was not found, or cannot be created.
    """
    player = Player.of(game, address)
    player.agent(0)
    offered = OFFERED.setdefault(game.name, {})
    for name, other in offered.items():
        if other == address:
            return name
    title = _NOT_IN_NAMES.sub("-", player.title)[:LONGEST_NAME].strip("-") or "own"
    name, copy = title, 1
    while name in bots(game):
        copy += 1
        name = f"{title}-{copy}"
    offered[name] = address
    return name


def usual(game: Game) -> str:
    """The default computer player: AI, or one that can play any game."""
    return OWN if OWN in game.bots.by_name else RANDOM


def check_bot(game: Game, name: str) -> None:
    """Raise SetupError if the game has no such computer player; the message lists those it has.

    For names from strangers: nothing is imported, and players of your own are found only if they
    have been offered.
    """
    players = bots(game)
    if name not in players:
        facts = {"name": repr(name), "title": game.title, "there": ", ".join(players)}
        hint = Phrase("available: {there}", facts)
        problem = Phrase("no computer player {name} for {title}", facts)
        raise SetupError(or_nearest(problem, name, players, hint))


def person_of(game: Game, text: str) -> str:
    """The name of the person to be seated.

    Raises:
        SetupError: it is nearly the name of a computer player, it is one that the game does not
            have, a word for a level, or a placeholder; `person:NAME` is always a person.
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


def _can_search(game: Game) -> bool:
    """Whether the game has a player that can do a search's playouts."""
    from dealt.agents.search import plan_of

    return plan_of(game) is not None


def is_search(game: Game, name: str) -> bool:
    """Whether the computer player called `name` searches: it is compiled before its first use."""
    return (
        name == STRONG
        and name not in game.bots.by_name
        and OWN in game.bots.by_name
        and _can_search(game)
    )


@dataclass(frozen=True)
class Player:
    """A computer player as somebody gave it, from which agents are made.

    Attributes:
        game: the game it plays.
        name: what reports and ledgers call it: the text that was given, or the object's name.
        given: one of `bots`, an address, or an object, see `dealt.agents.own`.
    """

    game: Game
    name: str
    given: Any

    @classmethod
    def of(cls, game: Game, given: object) -> Player:
        """The computer player that is given as a name, an address or an object.

        Raises:
            SetupError: the player was not found.
        """
        if isinstance(given, cls):
            return given
        if not isinstance(given, str):
            if not own.is_player(given):
                raise own.not_a_player(repr(given)[:60], given)
            return cls(game, own.name_of(given), given)
        if given in bots(game) and not is_address(given):
            return cls(game, given, given)
        if not is_address(given):
            check_bot(game, given)
        value = own.value_of(given)
        # weights travel with what was read; the rest is imported again by other processes
        return cls(game, given, value if isinstance(value, Weights) else given)

    @property
    def is_own(self) -> bool:
        """Whether it is your own, and not one of the game's."""
        return not isinstance(self.given, str) or is_address(self.given)

    @property
    def is_slow(self) -> bool:
        """Whether it may take its time: it searches, or is your own and in plain Python."""
        agent = self.agent(0)
        return isinstance(agent, Searcher) or self.is_own and not isinstance(agent, PolicyAgent)

    @property
    def title(self) -> str:
        """What people call it."""
        return own.name_of(self._value) if self.is_own else self.name

    @property
    def _value(self) -> Any:
        """What agents are made of: an object, or a name that the game knows."""
        is_address = isinstance(self.given, str) and self.is_own
        return own.value_of(self.given) if is_address else self.given

    def agent(
        self,
        seed: int,
        *,
        clock: Clock | None = None,
        seconds: float | None = None,
        waiting: Callable[[str], None] | None = None,
    ) -> AnyAgent:
        """The agent; an object that is one already is used as it is, and not made for the seed.

        Raises:
            SetupError: it cannot be made.
        """
        if self.is_own:
            return own.agent_from(self.game, self._value, seed)
        agent = bot(self.game, self.given, seed, clock=clock, seconds=seconds, waiting=waiting)
        assert agent is not None, "a name that was looked up"
        return agent

    def apart(self) -> Player:
        """The same player, which shares nothing with this one that its choices can change.

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
        own.check_portable(self.name, self.given)
        return Player, (self.game, self.name, self.given)


def adviser(game: Game, given: object, seed: int) -> AnyAgent:
    """The computer player that is given, see `bot`.

    Raises:
        SetupError: there is none, or it cannot be created.
    """
    agent = bot(game, given, seed)
    if agent is None:
        check_bot(game, str(given))
        raise SetupError("no computer player {name}", name=repr(given))
    return agent


def bot(
    game: Game,
    given: object,
    seed: int,
    *,
    clock: Clock | None = None,
    seconds: float | None = None,
    waiting: Callable[[str], None] | None = None,
) -> AnyAgent | None:
    """The computer player that is given, or None if a text names none.

    Args:
        game: the game it will play.
        given: one of `bots`, or a player of your own: its address or an object, see
            `dealt.agents.own`.
        seed: determines its random choices.
        clock: a clock in seconds; a searching player then uses a time limit instead of a number of
            playouts.
        seconds: the time limit, with a clock; the search's usual one by default.
        waiting: called when a searching player has to be compiled first.

    Raises:
        SetupError: no player was found at the address, or it cannot be created.
    """
    if not isinstance(given, str) or is_address(given):
        return Player.of(game, given).agent(seed, clock=clock, seconds=seconds, waiting=waiting)
    if given in game.bots.by_name:
        return game.bots.by_name[given](seed)
    if given == RANDOM:
        return RandomAgent(seed)
    if given in OFFERED.get(game.name, ()):
        return Player.of(game, OFFERED[game.name][given]).agent(seed)
    if given not in bots(game):
        return None
    if given == STRONG and _can_search(game):
        from dealt.agents.search import SECONDS, SearchAgent

        budget = SECONDS if seconds is None else seconds
        return SearchAgent(game, seed, clock=clock, seconds=budget, waiting=waiting)
    agent = game.bots.by_name[OWN](seed)
    agent.name = given
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

    The name of a computer player seats one, and so does whatever else `bot` takes; if a name is
    repeated they are shown as AI, AI 2, AI 3.  `person:Good` is a person called Good.

    Raises:
        SetupError: something in the list is neither a name nor a computer player, or is nearly the
            name of one.
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
        source = part.given if isinstance(part, Player) else part
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
