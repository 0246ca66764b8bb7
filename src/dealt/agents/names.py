"""Names of computer players, and words that ask for one without naming a level of the games.

Given as the name of a seat, a word such as `hard` is an error: it hardly means a person.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

# in English and in Portuguese, without accents
WORDS = """
    easy easier easiest simple beginner novice weak casual
    medium middle moderate normal regular standard average intermediate default
    hard harder hardest difficult tough advanced expert master pro professional impossible
    bot computer cpu robot machine npc level opponent
    facil simples iniciante principiante novato fraco fraca
    medio media mediano intermediario padrao comum
    dificil avancado especialista perito mestre profissional forte bom boa
    computador robo maquina nivel adversario classico aleatorio
"""
LEVEL_WORDS = frozenset(WORDS.split())


def is_level_word(text: str) -> bool:
    """Whether a text is such a word, ignoring case, accents and a number at the end.

    >>> [is_level_word(text) for text in ("Hard", "difícil", "Easy 2", "Eva", "Bia Forte")]
    [True, True, True, False, False]
    """
    plain = unicodedata.normalize("NFD", text).casefold()
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return letters.rstrip(" 0123456789-_#") in LEVEL_WORDS


# --- common given names for computer players at a table; the level stands beside them -------------

GIVEN_NAMES = (
    "Bia", "Rui", "Lia", "Ivo", "Noa", "Téo", "Gil", "Isa", "Leo", "Mila", "Enzo", "Clara", "Davi",
    "Luna", "Otto", "Nina", "Hugo", "Flora", "Raul", "Vera", "Joel", "Elsa", "Tito", "Yara",
)  # fmt: skip


def given_name(names_in_use: Iterable[str]) -> str:
    """The first given name that is free; numbered once all of them are in use.

    Args:
        names_in_use: names in use; upper and lower case do not matter.
    """
    used = {name.casefold() for name in names_in_use}
    copy = 1
    while True:
        for base in GIVEN_NAMES:
            name = base if copy == 1 else f"{base} {copy}"
            if name.casefold() not in used:
                return name
        copy += 1
