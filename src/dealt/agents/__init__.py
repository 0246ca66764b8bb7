"""Players for any game, and seats from what people write.

The ladder of names is the same in every game: `random`; `seed`, the player of the document, also
called `AI`; `good`, which weighs its moves by rules of thumb; `strong`, which tries its choices in
many possible deals. In Penney's game and Three-card Poker `seed` and `strong` know the exact odds,
and there is nothing stronger. Games have other players besides, such as `learned` in President.
"""

from collections.abc import Callable, Sequence

from dealt.agents.random import RandomAgent
from dealt.core.agent import Agent, AnyAgent, Searcher, Seat
from dealt.core.game import Game
from dealt.errors import SetupError
from dealt.language import say

RANDOM, SEED, GOOD, STRONG = LADDER = "random", "seed", "good", "strong"
OWN = "AI"  # the player that every game has under this name

Clock = Callable[[], float]


def bots(game: Game) -> tuple[str, ...]:
    """The names of the computer players that can play a game: the ladder, then others."""
    ladder = LADDER if OWN in game.bots else (RANDOM,)
    return (*ladder, *(name for name in game.bots if name not in ladder))


def usual(game: Game) -> str:
    """The computer player that sits down if nobody says which: AI, or one that any game has."""
    return OWN if OWN in game.bots else RANDOM


def check_bot(game: Game, name: str) -> None:
    """Raise SetupError if no computer player of a game is called so; it names those that are."""
    known = bots(game)
    if name not in known:
        there = ", ".join(known)
        wrong = say(
            "no computer player {name} for {title}; there are {there}",
            name=repr(name), title=game.title, there=there,
        )  # fmt: skip
        raise SetupError(wrong)


def can_search(game: Game) -> bool:
    """Whether there is a player to play rounds out for a search."""
    from dealt.agents.search import plan_of

    return plan_of(game) is not None


def bot(
    game: Game,
    name: str,
    seed: int,
    *,
    clock: Clock | None = None,
    waiting: Callable[[str], None] | None = None,
) -> AnyAgent | None:
    """The computer player called `name`, or None if no one is called so.

    Args:
        game: what is played.
        name: one of `bots`.
        seed: decides what chance decides.
        clock: seconds that pass: a player that searches then takes its time, else so many playouts.
        waiting: is told when a player that searches has to be compiled first.
    """
    if name in game.bots:
        return game.bots[name](seed)
    if name == RANDOM:
        return RandomAgent(seed)
    if name not in bots(game):
        return None
    if name == STRONG and can_search(game):
        from dealt.agents.search import SearchAgent

        return SearchAgent(game, seed, clock=clock, waiting=waiting)
    agent = game.bots[OWN](seed)
    agent.name = name
    return agent


def seats(
    game: Game,
    given: Sequence[str | AnyAgent],
    seed: int = 0,
    *,
    clock: Clock | None = None,
    waiting: Callable[[str], None] | None = None,
) -> list[Seat]:
    """The seats for names and computer players; for `clock` and `waiting` see `bot`.

    The name of a computer player makes one; several of one name are shown as AI, AI 2, AI 3.

    Raises:
        SetupError: something in the list is neither a name nor a computer player.
    """
    is_list = isinstance(given, Sequence) and not isinstance(given, str)
    if not is_list or not all(isinstance(part, str | Agent | Searcher) for part in given):
        wrong = say(
            "seats are a list of names and computer players, not {given}",
            given=repr(given),
        )  # fmt: skip
        raise SetupError(wrong)
    made: list[Seat] = []
    taken = {part for part in given if isinstance(part, str)}
    for number, part in enumerate(given):
        agent: AnyAgent | None
        if isinstance(part, str):
            agent = bot(game, part, seed + number, clock=clock, waiting=waiting)
        else:
            agent = part
        base = part if isinstance(part, str) else part.name
        name, copy = base, 1
        while agent is not None and (name in {x.name for x in made} or copy > 1 and name in taken):
            copy += 1
            name = f"{base} {copy}"
        made.append(Seat(name, agent))
    return made
