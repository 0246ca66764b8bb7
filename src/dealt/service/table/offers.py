"""The games of a service, as its `welcome` lists them."""

from __future__ import annotations

from functools import cache

from dealt import agents, games
from dealt.cards import FIVE_SUITS, JOKER, RANKS_ONLY, Face
from dealt.core.fields import Option
from dealt.core.game import Game
from dealt.language import say, speaking, spoken
from dealt.service.table import protocol as p
from dealt.service.table.parts import GameInfo, LevelInfo, OptionInfo


def welcome(language: str) -> p.Welcome:
    """The `welcome` of a service in a language, not yet addressed to a person."""
    return p.Welcome(
        protocol=p.PROTOCOL,
        person="",
        name="",
        games=list(game_infos(language)),
        faces=list(_usual_faces(language)),
        language=language,
    )


def game_infos(language: str) -> tuple[GameInfo, ...]:
    """The games on offer, described in a language."""
    played = games.games()
    return _game_infos(language, played, tuple(map(agents.bots, played)))


@cache
def _game_infos(
    language: str, played: tuple[Game, ...], players: tuple[tuple[str, ...], ...]
) -> tuple[GameInfo, ...]:
    with speaking(language):
        return tuple(_game_info(game) for game in played)


def _game_info(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=say(game.title),
        summary=say(game.summary),
        seats=list(game.seats),
        rounds=game.match.rounds,
        open_ended=game.match.open_ended,
        low_wins=game.match.low_wins,
        options=[option_info(option) for option in game.options],
        levels=list(agents.bots(game)),
        level_words={
            name: LevelInfo(word=say(each.word), about=each.about and say(each.about))
            for name, each in agents.levels(game).items()
        },
        usual_seats=game.seats_offered,
        ranks=list(dict.fromkeys(face[:1] for face in game.deck.faces)),
        suits=list(dict.fromkeys(face[1:] for face in game.deck.faces)),
        wild={face: list(others) for face, others in game.cards.wild.items()},
        faces=[
            face
            for face in map(game.deck.face_of, game.deck.faces)
            if face not in _usual_faces(spoken())
        ],
        lesson=game.lesson is not None,
    )


def option_info(option: Option) -> OptionInfo:
    """An option of a game, described in the current language."""
    choices = option.choices
    words = {} if isinstance(choices, range) else {c: option.choice_text(c) for c in choices}
    return OptionInfo(
        name=option.name,
        meaning=say(option.meaning),
        default=option.text(option.usual),
        choices=None if isinstance(choices, range) else list(choices),
        range=(choices.start, choices.stop - 1) if isinstance(choices, range) else None,
        words={c: option.choice_text(c) for c in option.words if c not in words} | words,
        title=option.title and say(option.title),
    )


@cache
def _usual_faces(language: str) -> tuple[Face, ...]:
    """The faces of most games, described in a language."""
    with speaking(language):
        decks = (FIVE_SUITS, RANKS_ONLY)
        faces = tuple(deck.face_of(text) for deck in decks for text in deck.faces)
        return (*faces, FIVE_SUITS.face_of(JOKER))
