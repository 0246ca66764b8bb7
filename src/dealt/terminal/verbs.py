"""Commands at a table besides moves: their words, keys and labels in the last line.

One list for every face: nothing here draws. The keys that go from one part of the screen to
another are those of the parts.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealt.language import message, say
from dealt.nearest import without_accents


@dataclass(frozen=True)
class Verb:
    """A command at a table.

    Attributes:
        name: of the action: `action_hint` of the screen does `hint`.
        keys: in Textual's names; none if there is only a word.
        words: to type at the line instead.
        label: for the last line; empty: not listed there.
        spared: order of leaving a last line that is too short, the greatest first; 0: never.
        at_once: whether the key works everywhere, except while letters are typed.
        question: asked if the word stands alone; empty: the word may stand alone.
        takes_words: whether other words may follow.
    """

    name: str
    keys: str = ""
    words: tuple[str, ...] = ()
    label: str = ""
    spared: int = 0
    at_once: bool = False
    question: str = ""
    takes_words: bool = False


VERBS = (  # the last line has them in this order
    Verb("pass", "p", label=message("p pass")),
    Verb("hint", "h", (message("hint"),), message("h hint"), spared=1),
    Verb("sort", "s", (message("sort"),), message("s sort"), spared=2),
    Verb("score", "t", (message("score"),), message("t score"), spared=3),
    Verb("chat", "c", (), message("c chat"), spared=4, at_once=True),
    Verb("rules", "f1", (message("rules"),), message("F1 rules"), spared=5),
    Verb("help", "question_mark,f2", (message("help"), "?"), message("? keys")),
    Verb("app.quit", "q", (message("quit"), "q"), message("q quit")),
    Verb("log", "l", (message("log"),)),
    Verb("undo", "u", (message("undo"),)),
    Verb("verify", "v", (message("verify"),)),
    Verb("replay", "f5", (message("replay"),), takes_words=True),
    Verb("review", "r", (message("review"), message("analyse")), takes_words=True),
    Verb("again", "a", (message("again"),)),
    Verb("history", words=(message("history"),), takes_words=True),
    Verb("puzzle", words=(message("puzzle"),), takes_words=True),
    Verb("receipt", words=(message("receipt"), message("proof"))),
    Verb("seats", "w", (message("seats"),)),
    Verb("menu", "m", (message("menu"),)),
    Verb("command", "slash,colon", at_once=True),
    Verb(
        "say",
        words=(message("say"),),
        question=message("Say what? For example: say well played"),
    ),
    Verb("why", words=(message("why"),), question=message("Which move? For example: why pass")),
    Verb("name", words=(message("name"),), question=message("Which name? For example: name Ana")),
    Verb(
        "seat",
        words=(message("seat"),),
        question=message("What about a seat? For example: seat swap Ana"),
    ),
)
LOOKS = ("history", "replay", "review", "puzzle")  # at what was played before
LABELS_AT_LINE = (message("esc back"), message("F1 rules"), message("F2 keys and words"))


def verb_in(typed: str, *, letters: bool = False) -> tuple[Verb, str] | None:
    """The command at the start of a typed line, and the words after it: `hint`, `why pass`.

    Args:
        typed: in English, or in the current language.
        letters: whether to accept a key's letter, too, as for prompts.

    Returns:
        The command and its words, if any; None: the line may be a move.
    """
    line = typed.removeprefix("/").strip()
    begin = without_accents(line.lower())
    for verb in VERBS:
        follows = bool(verb.question) or verb.takes_words
        for word in map(without_accents, {*verb.words, *map(say, verb.words)}):
            if begin == word or (follows and begin.startswith(f"{word} ")):
                return verb, line[len(word) :].strip()
        if letters and len(line) == 1 and line.lower() == verb.keys:
            return verb, ""
    return None
