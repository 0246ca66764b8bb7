"""The same deal again: a table with the cards of an archived match."""

from __future__ import annotations

from msgspec import structs

from dealt.errors import DealtError
from dealt.games import registered
from dealt.history.archived import AnyArchive, record_of
from dealt.language import message
from dealt.service.table.parts import Settings
from dealt.service.table.refusals import Refused

NO_MATCH = message("you have no such match")


async def dealt_again(
    archive: AnyArchive, person: str, settings: Settings
) -> tuple[Settings, tuple[str, ...]]:
    """Settings with the game, seats and options of the match to deal again, and its decks.

    Raises:
        Refused: the person has no such match, or its cards cannot be dealt now.
    """
    held = await archive.match(person, settings.again or "")
    if held is None or held.record is None:
        raise Refused("unknown", NO_MATCH)
    record = record_of(held.record)
    decks = tuple(part.deck for part in record.played)
    try:
        game = registered(record.game)
        pack = game.deck_for(len(record.seats), record.options)
        for deck in filter(None, decks):
            pack.order(deck.split(), replacing=game.replaces(record.options))
    except DealtError as error:
        raise Refused("settings", error) from None
    is_endless = record.rounds is None and game.match.match_is_over is None
    settings = structs.replace(
        settings, game=game.name, seats=len(record.seats), options={**record.options},
        rounds=len(decks) if is_endless else record.rounds,
        seed=None, deck=None, position=record.played[0].position or None,
    )  # fmt: skip
    return settings, decks
