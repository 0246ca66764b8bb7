"""An archived match once more: the same deal again, or from one of its steps on."""

from __future__ import annotations

from msgspec import structs

from dealt.core.match import replay
from dealt.errors import DealtError
from dealt.games import registered
from dealt.history.archived import AnyArchive, record_of
from dealt.language import message
from dealt.service.table.parts import Settings
from dealt.service.table.refusals import Refused

NO_MATCH = message("you have no such match")
_NO_MOVE = message("nobody moves after that step; choose an earlier one")


async def record_again(archive: AnyArchive, person: str, match: str) -> str:
    """The packed record of a person's match; raises Refused if there is none."""
    held = await archive.match(person, match)
    if held is None or held.record is None:
        raise Refused("unknown", NO_MATCH)
    return held.record


def dealt_again(packed: str, settings: Settings) -> tuple[Settings, tuple[str, ...]]:
    """Settings with the game, seats and options of a recorded match, and its decks.

    With a step they have its position in place of decks.

    Raises:
        Refused: its cards cannot be dealt now, or its records lack that step.
    """
    record = record_of(packed)
    decks = tuple(part.deck for part in record.played)
    try:
        game = registered(record.game)
        pack = game.deck_for(len(record.seats), record.options)
        for deck in filter(None, decks):
            pack.order(deck.split(), replacing=game.replaces(record.options))
        position = record.played[0].position or None
        if settings.step is not None:
            number, step = settings.step
            match = replay(record, game)
            if not 1 <= number <= len(decks) or step >= len(match.tables[number - 1].history):
                raise Refused("settings", _NO_MOVE)
            position, decks = match.at(number - 1, step).position, ()
    except DealtError as error:
        raise Refused("settings", error) from None
    is_endless = record.rounds is None and game.match.match_is_over is None
    rounds = len(decks) if is_endless else record.rounds
    settings = structs.replace(
        settings, game=game.name, seats=len(record.seats), options={**record.options},
        rounds=rounds if settings.step is None else 1,
        seed=None, deck=None, position=position, step=None,
    )  # fmt: skip
    return settings, decks
