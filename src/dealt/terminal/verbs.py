"""What can be said at a table besides moves: the words, the keys, and how the last line names them.

One list for every face: nothing here draws. The keys that go from one part of the screen to
another are those of the parts.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealt.language import message, say


@dataclass(frozen=True)
class Verb:
    """Something to be said.

    Attributes:
        name: of what is done: `action_hint` of the screen does `hint`.
        keys: as Textual calls them; none where there is only a word.
        words: to be typed at the line instead.
        label: for the last line; empty: it does not stand there.
        spared: when it leaves the last line where there is no room, the greatest first; 0: never.
        at_once: the key works wherever one is, except where letters are typed.
        question: asked where the word stands alone; empty: the word stands alone, and only so.
    """

    name: str
    keys: str = ""
    words: tuple[str, ...] = ()
    label: str = ""
    spared: int = 0
    at_once: bool = False
    question: str = ""


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
    Verb("receipt", words=(message("receipt"),)),
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
LABELS_AT_LINE = (message("esc back"), message("F1 rules"), message("F2 keys and words"))


def verb_in(typed: str, *, letters: bool = False) -> tuple[Verb, str] | None:
    """What is typed that is no move, and the words behind it: `hint`, `why pass` and so on.

    Args:
        typed: in English, or in the language that is spoken.
        letters: a key alone is read, too, as where there are no keys to press.

    Returns:
        The verb and its words, empty where none were typed; None: it may be a move.
    """
    line = typed.removeprefix("/").strip()
    for verb in VERBS:
        for word in {*verb.words, *map(say, verb.words)}:
            if line.lower() == word or (verb.question and line.lower().startswith(f"{word} ")):
                return verb, line[len(word) :].strip()
        if letters and len(line) == 1 and line.lower() == verb.keys:
            return verb, ""
    return None
