"""What the pages take from the program itself: a Sphinx extension.

A line `<!-- generated: NAME WORDS -->` in a page is replaced by Markdown that a function here makes
from the games, the protocol or the modules, so that no page can fall behind them.  A number within
a sentence, or a text in backticks, says by an expression where it comes from:
`16<!-- = dealt.service.hall.steps.MOST_STEPS -->`, perhaps with arithmetic.
It is rounded to as many decimals as are written.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import pkgutil
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MemberDescriptorType, ModuleType
from typing import Any

import msgspec

import dealt
from dealt import agents
from dealt.core.game import Game
from dealt.games import game as game_of
from dealt.games import games
from dealt.language import say, speaking
from dealt.service.table.limits import Limits

MARK = re.compile(r"^<!-- generated: (\w+)((?: [\w./-]+)*) -->$", re.MULTILINE)

# a number or a text of the program in a sentence, and the expression that it comes from
NUMBER = re.compile(r"([\d.,]*\d|`[^`\n]+`)<!-- = (.+?) -->")

# a module, or what stands in one, in an expression
PLACE = re.compile(r"\bdealt(?:\.\w+)+")

# the first picture of a page
PICTURE = re.compile(r"^!\[(.*)\]\(\.\./pictures/(.*)\)$", re.MULTILINE)

# --- games ----------------------------------------------------------------------------------------


def facts(name: str) -> str:
    """The facts of a game, in a table."""
    game = game_of(name)
    length = str(game.match.rounds)
    if game.match.match_is_over is not None:
        length = "as many as it takes to win"
    if game.match.open_ended:
        length = "as many as the players like"
    rows = [
        ("name", f"`{game.name}`"),
        ("players", game.seats_text),
        ("cards", game.deck_text),
        ("rounds of a match", length),
        ("who wins", "the fewest points" if game.match.low_wins else "the most points"),
        ("version of the rules", str(game.version)),
    ]
    return table(("", ""), rows)


def options(name: str) -> str:
    """The house rules of a game."""
    found = game_of(name).options
    if not found:
        return "This game has no options."
    rows = [
        (f"`{each.name}`", each.allowed, f"`{each.text(each.default)}`", each.meaning)
        for each in found
    ]
    return table(("option", "values", "default", "meaning"), rows)


def players(name: str) -> str:
    """The computer players of a game."""
    game = game_of(name)
    levels = agents.levels(game)
    rows = []
    for each in agents.bots(game):
        level = levels.get(each)
        words = "" if level is None else ": ".join(filter(None, (level.word, level.about)))
        rows.append((f"`{each}`", words))
    return table(("name", "shown as"), rows)


def rules(name: str, language: str = "en") -> str:
    """The rules for people."""
    with speaking(language):
        text = game_of(name).document()
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    title, _, rest = "".join(part for part in parts if not for_programs(part)).partition("\n")
    return f"{title}\n\n{start(name, language)}\n{rest}".rstrip()


def for_programs(section: str) -> bool:
    """Whether a section of the rules is shown in the reference instead."""
    return section.startswith(("## For programs", "## Para programas"))


def counted(name: str) -> str:
    """How the rules say that actions are counted."""
    sections = re.split(r"^(?=## )", game_of(name).document(), flags=re.MULTILINE)
    (found,) = (part for part in sections if part.startswith("## For programs"))
    return found.partition("\n")[2].strip()


def actions(name: str) -> str:
    """The actions of a game in blocks of one kind, by their numbers."""
    game = game_of(name)
    seats = [f"Player {number}" for number in range(1, game.seats_offered + 1)]
    view = dealt.table(game, seats, seed=1).view(seats[0])
    rows = []
    for (verb, _), block in itertools.groupby(
        range(game.sizes.actions), key=lambda n: (game.words.action(view, n).verb, kind(game, n))
    ):
        ids = list(block)
        numbers = str(ids[0]) if len(ids) == 1 else f"{ids[0]} to {ids[-1]}"
        texts = dict.fromkeys(f"`{game.words.action_text(n)}`" for n in (ids[0], ids[-1]))
        rows.append((numbers, str(len(ids)), f"`{verb}`", " … ".join(texts)))
    return table(("ids", "how many", "verb", "in words"), rows)


def kind(game: Game, action: int) -> str:
    """The words with which actions of one kind begin, without cards and numbers."""
    return re.match(r"(?:[a-z]+ ?){0,2}", game.words.action_text(action))[0]  # type: ignore[index]


def observations(name: str) -> str:
    """The numbers of an observation, from the constants and comments of the game's own module."""
    game = game_of(name)
    module = inspect.getmodule(game.rules.observe)
    assert module is not None, "a game is a module"
    said = commented(module)
    sees = [each for each in said if each.startswith("SEES_")]
    places = sorted((getattr(module, each), each) for each in sees)
    ends = [first for first, _ in places[1:]] + [game.sizes.observation]
    rows = []
    for (first, each), end in zip(places, ends, strict=True):
        numbers = str(first) if end == first + 1 else f"{first} to {end - 1}"
        rows.append((numbers, f"`{each}`", said[each]))
    text = table(("numbers", "constant", "what stands there"), rows)
    others = [(str(getattr(module, each)), f"`{each}`", said[each]) for each in said
              if each not in sees]  # fmt: skip
    if others:
        text += "\n\nConstants of the same module:\n\n"
        text += table(("value", "constant", "meaning"), others)
    return f"{text}\n\nThe module is `{module.__name__}`."


def commented(module: ModuleType) -> dict[str, str]:
    """The comments beside the constants about what a seat knows, by name, in order."""
    source = inspect.getsource(module).splitlines()
    body = ast.parse("\n".join(source)).body
    named = [
        (ast.unparse(node.targets[0]), node.lineno - 1)
        for node in body
        if isinstance(node, ast.Assign)
    ]
    first = next(line for name, line in named if name.startswith("SEES_"))
    last = next(node.lineno for node in body
                if isinstance(node, ast.FunctionDef) and node.lineno > first)  # fmt: skip
    said = {}
    for name, line in named:
        if first <= line < last:
            above = source[line - 1] if source[line - 1].startswith("#") else ""
            comment = (source[line] if "#" in source[line] else above).partition("#")[2]
            said[name] = comment.strip().replace("|", "\\|")
    return {name: text for name, text in said.items() if text or name.startswith("SEES_")}


def summaries(folder: str = "") -> str:
    """The five games in a table, with links to their pages in a folder."""
    rows = [
        (f"[{each.title}]({folder}{each.name}.md)", each.seats_text, say(each.summary))
        for each in games()
    ]
    return table(("game", "players", "what it is"), rows)


def gallery(folder: str, pictures: str) -> str:
    """The five games with pictures of their tables, each of which opens the game if it is there."""
    cards = []
    for each in games():
        page = Path(__file__).parent / folder / f"{each.name}.md"
        words, name = PICTURE.search(page.read_text(encoding="utf-8")).groups()  # type: ignore[union-attr]
        link, picture = f"{folder}{each.name}.md", f"![{words}]({pictures}{name})"
        cards.append(
            "::::{container}\n"
            f'```{{only}} play\n<a href="play/index.html#/new/{each.name}">{picture}</a>\n```\n'
            f"```{{only}} not play\n[{picture}]({link})\n```\n\n"
            f"**[{each.title}]({link})**: {say(each.summary)}\n::::"
        )
    return ":::::{container} gallery\n" + "\n".join(cards) + "\n:::::"


START = {
    "en": ("Play now", "In this browser tab, without installing anything."),
    "pt-BR": ("Jogar já", "Nesta aba do navegador, sem instalar nada."),
}


def start(place: str, language: str = "en") -> str:
    """A link that opens the page in the tab, where the site has it: at home or at a new table.

    Args:
        place: `home`, or the name of a game.
        language: of the page, for somebody who opens it for the first time.
    """
    link, about = START[language]
    asked = "" if language == "en" else f"?language={language}"
    at = "" if place == "home" else f"#/new/{place}"
    href = f"../play/index.html{asked}{at}"
    button = f'<a class="start-link" href="{href}">{link}</a>'
    return f"````{{only}} play\n```{{container}} start\n{button}\n\n{about}\n```\n````"


def checks() -> str:
    """What every game promises, one check a promise."""
    from dealt.testing import CHECKS

    return table(("check", "promise"), [(f"`{each}`", each.promise) for each in CHECKS.values()])


# --- the protocol ---------------------------------------------------------------------------------


def protocol(side: str) -> str:
    """All messages of one side, `client` or `server`, with their fields; or the other `parts`."""
    from dealt.service.table.protocol import schema

    kept = schema()["$defs"]
    sent = {
        each: [one["$ref"].rpartition("/")[2] for one in kept[each]["anyOf"]]
        for each in ("client", "server")
    }
    if side == "parts":
        told = {"client", "server", *sent["client"], *sent["server"]}
        names = sorted(each for each in kept if each not in told)
    else:
        names = sent[side]
    return "\n\n".join(struct(name, kept[name]) for name in names)


def struct(name: str, found: dict[str, Any]) -> str:
    """One struct of the protocol: what it is for, and its fields."""
    text, _, attributes = found.get("description", "").partition("Attributes:")
    meanings = dict(re.findall(r"^ *(\w+): ((?:.|\n {9,})+)", attributes, re.MULTILINE))
    rows = []
    for field, kind_of in found.get("properties", {}).items():
        needed = "yes" if field in found.get("required", ()) else ""
        meaning = " ".join(meanings.get(field, "").split())
        rows.append((f"`{field}`", values(kind_of), needed, meaning))
    about = " ".join(text.split())
    fields = table(("field", "value", "required", "meaning"), rows) if rows else ""
    return f"### {name}\n\n{about}\n\n{fields}".rstrip()


def values(kind_of: dict[str, Any]) -> str:
    """What a field can hold, in a few words."""
    if "anyOf" in kind_of:
        return " or ".join(dict.fromkeys(values(each) for each in kind_of["anyOf"]))
    if "$ref" in kind_of:
        name = kind_of["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in kind_of:
        return ", ".join(f"`{each}`" for each in kind_of["enum"])
    if kind_of.get("type") == "array":
        inner = kind_of.get("items") or {}
        return f"list of {values(inner)}" if inner else "list"
    if "additionalProperties" in kind_of and kind_of.get("type") == "object":
        inner = kind_of["additionalProperties"]
        return f"object of {values(inner)}" if isinstance(inner, dict) and inner else "object"
    return "anything" if "type" not in kind_of else kind_of["type"] + limits(kind_of)


def limits(kind_of: dict[str, Any]) -> str:
    """The bounds of a number or a text."""
    if "minimum" in kind_of or "exclusiveMaximum" in kind_of or "maximum" in kind_of:
        least = kind_of.get("minimum", "")
        most = kind_of.get("maximum", kind_of.get("exclusiveMaximum", 0) - 1)
        return f", {least} to {most:,}" if most >= 0 else f", {least} or more"
    if "maxLength" in kind_of:
        return f" of up to {kind_of['maxLength']:,} characters"
    return f" `{kind_of['pattern']}`".replace("|", "\\|") if "pattern" in kind_of else ""


def allowed() -> str:
    """What the service allows, in a table."""
    text = inspect.getdoc(Limits) or ""
    _, _, attributes = text.partition("Attributes:")
    rows = []
    for names, meaning in re.findall(r"(?m)^ +([\w, ]+): (.+(?:\n {8}.+)*)", attributes):
        numbers = (numeral(getattr(Limits, name)) for name in names.split(", "))
        rows.append((" ".join(meaning.split()).rstrip("."), ", ".join(numbers)))
    return table(("what", "limit"), rows)


# --- Python ---------------------------------------------------------------------------------------


def modules(package: str, *left_out: str) -> str:
    """A package and every module right below it, with all that is public there."""
    found = importlib.import_module(package)
    kept = [each for each in submodules(found) if last(each) not in left_out]
    return "\n\n".join((automodule(found), *(automodule(each, found) for each in kept)))


def module(name: str) -> str:
    """One module."""
    return automodule(importlib.import_module(name))


def submodules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules right below a package."""
    for info in pkgutil.iter_modules(package.__path__):
        if not info.ispkg and not info.name.startswith("_"):
            yield importlib.import_module(f"{package.__name__}.{info.name}")


def last(found: ModuleType) -> str:
    """The last part of a module's name."""
    return found.__name__.rpartition(".")[2]


def automodule(found: ModuleType, package: ModuleType | None = None) -> str:
    """A heading and what is public in a module, but what its package offers under a short name."""
    lent = [
        each
        for each in getattr(package, "__all__", ())
        if getattr(found, each, None) is getattr(package, each)
    ]
    lines = [f"```{{eval-rst}}\n.. automodule:: {found.__name__}\n   :members:"]
    if lent:
        lines.append(f"   :exclude-members: {', '.join(lent)}")
    return "\n".join((f"## {found.__name__}\n", *lines, "```"))


# --- into the pages -------------------------------------------------------------------------------


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(each) + " |" for each in lines)


MAKERS: dict[str, Callable[..., str]] = {
    each.__name__: each
    for each in (
        actions, allowed, checks, counted, facts, gallery, module, modules, observations, options,
        players, protocol, rules, start, summaries,
    )
}  # fmt: skip


def filled(text: str) -> str:
    """A page with all its marks replaced."""
    text = NUMBER.sub(lambda found: number_of(found[2], found[1]), text)
    return MARK.sub(lambda found: MAKERS[found[1]](*found[2].split()), text)


def number_of(expression: str, written: str = "") -> str:
    """What the program computes, as pages have it.

    Args:
        expression: of constants, fields, whose defaults they are, and calls by their full names.
        written: what stands on the page: a number has as many decimals, a text the same backticks.
    """
    values: dict[str, Any] = {}

    def named(place: re.Match[str]) -> str:
        values[name := f"value{len(values)}"] = value_of(place[0])
        return name

    value = eval(PLACE.sub(named, expression), values)
    if isinstance(value, str):
        return f"`{value}`"
    _, _, decimals = written.partition(".")
    return f"{float(value):,.{len(decimals)}f}" if decimals else numeral(value)


def value_of(place: str) -> Any:
    """What has this full name; of a field of a struct its default."""
    value = pkgutil.resolve_name(place)
    if not isinstance(value, MemberDescriptorType):
        return value
    fields = msgspec.structs.fields(value.__objclass__)
    return next(field.default for field in fields if field.name == value.__name__)


def numeral(value: float) -> str:
    """A number with commas between thousands, and a point where it is needed."""
    return f"{int(value):,}" if value == int(value) else f"{value:,}"


def setup(app: Any) -> dict[str, bool]:
    """Let Sphinx fill in every page that it reads."""

    def fill(app: Any, name: str, source: list[str]) -> None:
        source[0] = filled(source[0])

    def part(app: Any, what: str, name: str, value: object, options: Any, lines: list[str]) -> None:
        if what in {"attribute", "property"}:
            lines.insert(0, "")  # else napoleon takes what comes before a colon for a type

    app.connect("source-read", fill)
    app.connect("autodoc-process-docstring", part, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def pages(folder: Path) -> list[Path]:
    """All pages of the documentation."""
    return sorted(path for path in folder.rglob("*.md") if "_build" not in path.parts)
