"""House rules of a game, shown and changed before a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealt.core.fields import Option, option_values
from dealt.errors import SetupError
from dealt.language import Phrase, message, say
from dealt.nearest import or_nearest
from dealt.terminal.boxes import QUIT, Screen
from dealt.terminal.console import number_in

_WORD = message("rules")  # the answer that shows them

Options = dict[str, int | str]


def is_wanted(answer: str) -> bool:
    """Whether an answer to another question asks for the rules, in English or translated."""
    return answer.lower() in (_WORD, say(_WORD).lower())


def ask_rules(
    title: str, rules: Sequence[Option], screen: Screen, changes: Mapping[str, int | str]
) -> Options:
    """Show all house rules, and change them one by one until Enter alone is pressed.

    Args:
        title: whose rules they are.
        rules: all house rules.
        screen: where to ask and print.
        changes: the values that differ from the defaults, by name.

    Returns:
        The new changes, without values equal to the defaults.

    Raises:
        EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    options = dict(changes)
    while True:
        set_now = option_values(title, rules, options, people=True)
        values = {option.name: set_now.get(option.name, option.default) for option in rules}
        lines = [
            screen.hanging(
                f"{number:>2}. ",
                f"{option.name}={option.text(values[option.name])}  {say(option.meaning)}",
            )
            for number, option in enumerate(rules, 1)
        ]
        screen.print_box(say("Rules of {game}", game=title), lines)
        answer = screen.ask(say("Number of a rule to change, or name=value (Enter goes on): "))
        if not answer or answer.lower() in QUIT:
            return options
        try:
            option, value = _change(rules, screen, answer, values)
        except SetupError as error:
            screen.say(str(error), cards=False)
            continue
        options[option.name] = option.text(value)
        if value == option.usual:
            del options[option.name]


def _change(
    rules: Sequence[Option], screen: Screen, answer: str, values: Mapping[str, int]
) -> tuple[Option, int]:
    """Change the rule that an answer names; ask for a missing value.

    Raises:
        SetupError: there is no such rule, or no such value.
    """
    name, sign, value = (part.strip() for part in answer.partition("="))
    option = _option_of(rules, name)
    if not sign:
        prompt = say(
            "{option}, {values} (Enter keeps {now}): ",
            option=option.name, values=option.allowed, now=option.text(values[option.name]),
        )  # fmt: skip
        value = screen.ask(prompt)
        if not value:
            return option, values[option.name]
    return option, option.value(value.lower())


def _option_of(rules: Sequence[Option], name: str) -> Option:
    """The rule with this number in the list, or this name.

    Raises:
        SetupError: there is none.
    """
    number = number_in(name)
    if number is not None and 1 <= number <= len(rules):
        return rules[number - 1]
    for option in rules:
        if option.name == name.lower().replace(" ", "_"):
            return option
    facts = {"given": repr(name[:60]), "last": len(rules)}
    problem = Phrase("{given} is not a rule", facts)
    advice = Phrase("enter 1 to {last}, or name=value", facts)
    raise SetupError(or_nearest(problem, name, [option.name for option in rules], advice))
