"""Words such as `hard` that ask for a computer player without naming a level of the games.

Given as the name of a seat, such a word is an error: it hardly means a person.
"""

from __future__ import annotations

import unicodedata

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
