"""Players for any game, and seats from what people write.

The ladder of names is the same in every game: `random`; `seed`, the player from the original
document, also called `AI`; `good`, which weighs its moves by rules of thumb; `strong`, which tries
its choices in many possible deals. In Penney's game and Three-card Poker `seed` and `strong` know
the exact odds, so no player can be stronger. Some games have further players, such as `learned` in
President.
"""

import re
from collections.abc import Callable, Sequence

from dealt.agents.given_names import GIVEN_NAMES as GIVEN_NAMES
from dealt.agents.given_names import given_name as given_name
from dealt.agents.level_words import is_level_word
from dealt.agents.random import RandomAgent
from dealt.core.agent import Agent, AnyAgent, Searcher, Seat
from dealt.core.game import Game, Level
from dealt.errors import SetupError
from dealt.language import Phrase, message
from dealt.nearest import nearest, or_nearest

RANDOM, SEED, GOOD, STRONG = LADDER = "random", "seed", "good", "strong"
OWN = "AI"  # the player that every game has under this name
LEVELS = {
    RANDOM: Level(message("random"), message("any open move")),
    SEED: Level(message("classic"), message("as in the original rules")),
    GOOD: Level(message("good")),
    STRONG: Level(message("strong"), message("thinks longest")),
    OWN: Level(message("rule of thumb")),
}
PERSON = "person:"  # before the name of a person who is called as a computer player is
PLACE = re.compile(r"[\w.]+:\w+")  # module:NAME

Clock = Callable[[], float]


def bots(game: Game) -> tuple[str, ...]:
    """The names of the computer players for a game: the ladder first, then others."""
    ladder = LADDER if OWN in game.bots.by_name else (RANDOM,)
    return (*ladder, *(name for name in game.bots.by_name if name not in ladder))


def levels(game: Game) -> dict[str, Level]:
    """How computer players of a game are described beside their names; some have no description."""
    return {
        name: level for name, level in {**LEVELS, **game.bots.levels}.items() if name in bots(game)
    }


def usual(game: Game) -> str:
    """The default computer player: AI, or one that can play any game."""
    return OWN if OWN in game.bots.by_name else RANDOM


def check_bot(game: Game, name: str) -> None:
    """Raise SetupError if the game has no such computer player; the message lists those it has."""
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
    if PLACE.fullmatch(text):
        raise SetupError(
            "no computer player {name}: seat players of your own in Python, with "
            "dealt.table({game}, [...])",
            name=repr(text), game=repr(game.name),
        )  # fmt: skip
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


def bot(
    game: Game,
    name: str,
    seed: int,
    *,
    clock: Clock | None = None,
    seconds: float | None = None,
    waiting: Callable[[str], None] | None = None,
) -> AnyAgent | None:
    """The computer player called `name`, or None if there is none.

    Args:
        game: the game it will play.
        name: one of `bots`.
        seed: determines its random choices.
        clock: a clock in seconds; a searching player then uses a time limit instead of a number of
            playouts.
        seconds: the time limit, with a clock; the search's usual one by default.
        waiting: called when a searching player has to be compiled first.
    """
    if name in game.bots.by_name:
        return game.bots.by_name[name](seed)
    if name == RANDOM:
        return RandomAgent(seed)
    if name not in bots(game):
        return None
    if name == STRONG and _can_search(game):
        from dealt.agents.search import SECONDS, SearchAgent

        budget = SECONDS if seconds is None else seconds
        return SearchAgent(game, seed, clock=clock, seconds=budget, waiting=waiting)
    agent = game.bots.by_name[OWN](seed)
    agent.name = name
    return agent


def seats(
    game: Game,
    players: Sequence[str | AnyAgent],
    seed: int = 0,
    *,
    clock: Clock | None = None,
    waiting: Callable[[str], None] | None = None,
) -> list[Seat]:
    """The seats for names and computer players; for `clock` and `waiting` see `bot`.

    The name of a computer player seats one; if a name is repeated they are shown as AI, AI 2, AI 3.
    `person:Good` is a person called Good.

    Raises:
        SetupError: something in the list is neither a name nor a computer player, or is nearly the
            name of one.
    """
    is_list = isinstance(players, Sequence) and not isinstance(players, str)
    if not is_list or not all(isinstance(part, str | Agent | Searcher) for part in players):
        raise SetupError(
            "seats must be a list of names and computer players, such as {example}, not {given}",
            example='["Ana", "AI"]', given=repr(players)[:60],
        )  # fmt: skip
    seats_taken: list[Seat] = []
    names_in_use = {part for part in players if isinstance(part, str)}
    for number, part in enumerate(players):
        agent: AnyAgent | None
        if isinstance(part, str):
            agent = bot(game, part, seed + number, clock=clock, waiting=waiting)
            base = part if agent is not None else person_of(game, part)
        else:
            agent, base = part, part.name
        name, copy = base, 1
        while agent is not None and (
            name in {x.name for x in seats_taken} or copy > 1 and name in names_in_use
        ):
            copy += 1
            name = f"{base} {copy}"
        seats_taken.append(Seat(name, agent))
    return seats_taken
