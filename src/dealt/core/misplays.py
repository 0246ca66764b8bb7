"""Errors of computer players: whose they are, where they happened, and what was wrong."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.errors import DealtError, PlayerError
from dealt.language import Phrase

SOME_ACTIONS = 6  # that an error lists


def player_at(player: str, seat: int, place: tuple[int, int | None] | None) -> Phrase:
    """A computer player, and where it went wrong.

    Args:
        player: its name.
        seat: its number, from 0.
        place: the number of the round, from 1, and the seed of the match; None: it is in none.
    """
    facts = {"player": player, "seat": seat + 1}
    if place is None or place[1] is None:
        return Phrase("computer player {player} (seat {seat})", facts)
    number, seed = place
    return Phrase(
        "computer player {player} (seat {seat}, round {round} of seed {seed})",
        {**facts, "round": number, "seed": seed},
    )


def not_open_error(who: Phrase, wrong: DealtError, actions: Sequence[str]) -> PlayerError:
    """The error of one that chose an action that is not open.

    Args:
        who: see `player_at`.
        wrong: what is wrong with its choice.
        actions: the texts of the open actions.
    """
    more = len(actions) - SOME_ACTIONS
    listed: Phrase | str = ", ".join(actions[:SOME_ACTIONS])
    if more > 0:
        listed = Phrase("{actions} and {n} more", {"actions": listed, "n": more})
    return PlayerError(
        "{who} chose an action that is not open: {wrong}; open: {actions}",
        who=who, wrong=wrong, actions=listed,
    )  # fmt: skip
