"""Players for any game, and seats from what people write."""

from collections.abc import Sequence

from dealt.agents.random import RandomAgent
from dealt.core.agent import Agent, Seat
from dealt.core.game import Game
from dealt.errors import SetupError


def bots(game: Game) -> tuple[str, ...]:
    """The names of the computer players that can play a game."""
    return (*game.bots, "random")


def bot(game: Game, name: str, seed: int) -> Agent | None:
    """The computer player called `name`, or None if no one is called so."""
    if name in game.bots:
        return game.bots[name](seed)
    return RandomAgent(seed) if name == "random" else None


def seats(game: Game, given: Sequence[str | Agent], seed: int = 0) -> list[Seat]:
    """The seats for names and computer players.

    The name of a computer player makes one; several of one name are shown as AI, AI 2, AI 3.

    Raises:
        SetupError: something in the list is neither a name nor a computer player.
    """
    is_list = isinstance(given, Sequence) and not isinstance(given, str)
    if not is_list or not all(isinstance(part, str | Agent) for part in given):
        raise SetupError(f"seats are a list of names and computer players, not {given!r}")
    made: list[Seat] = []
    taken = {part for part in given if isinstance(part, str)}
    for number, part in enumerate(given):
        agent = bot(game, part, seed + number) if isinstance(part, str) else part
        base = part if isinstance(part, str) else part.name
        name, copy = base, 1
        while agent is not None and (name in {x.name for x in made} or copy > 1 and name in taken):
            copy += 1
            name = f"{base} {copy}"
        made.append(Seat(name, agent))
    return made
