"""Rules that people can set, and their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dealt.errors import SetupError
from dealt.language import Phrase, listed, message, say
from dealt.nearest import or_nearest

YES_OR_NO = {"yes": 1, "no": 0}
USUAL_WORDS = {"yes": message("yes"), "no": message("no")}


@dataclass(frozen=True)
class Option:
    """A rule that people can set: a field of the state.

    Attributes:
        name: name of the option and of the field.
        default: the reading of the game's original document.
        meaning: one line for people.
        choices: values by name, or the range of numbers allowed.
        with_people: the default when a person sits at the table, if different.
        is_always_told: statistics name it even if it has its default value.
        came_later: the option was added later. Records, receipts and ledgers leave it out while it
            has its default value, so older ones stay valid.
        words: messages that explain choices, by name or by a number such as `0`; other choices are
            shown by name.
        title: a message of a few words that names the rule in a settings form; otherwise its
            meaning is shown.
    """

    name: str
    default: int
    meaning: str
    choices: Mapping[str, int] | range
    with_people: int | None = None
    is_always_told: bool = False
    came_later: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
    title: str = ""

    def value(self, choice: int | str) -> int:
        """The number for the value that a person gave.

        Raises:
            SetupError: not one of the choices.
        """
        if isinstance(self.choices, range):
            number = choice
            if (
                isinstance(choice, str)
                and choice.isascii()
                and choice.removeprefix("-").isdecimal()
            ):
                number = int(choice)
            if type(number) is int and number in self.choices:
                return number
        else:
            if isinstance(choice, str) and choice in self.choices:
                return self.choices[choice]
            if isinstance(choice, int) and choice in self.choices.values():
                return int(choice)
        raise SetupError(
            "option {option} is {given}: must be {allowed}",
            option=self.name, given=repr(choice), allowed=lambda: self.allowed,
        )  # fmt: skip

    @property
    def usual(self) -> int:
        """The default at a table with people."""
        return self.default if self.with_people is None else self.with_people

    @property
    def allowed(self) -> str:
        """The choices for people: `yes or no`, `a number from 1 to 9`."""
        if isinstance(self.choices, range):
            least, most = self.choices.start, self.choices.stop - 1
            return say("a number from {least} to {most}", least=least, most=most)
        return listed(list(self.choices), "or")

    def text(self, value: int) -> str:
        """The name of a value."""
        if isinstance(self.choices, range):
            return str(value)
        return next(name for name, number in self.choices.items() if number == value)

    def choice_text(self, choice: str) -> str:
        """What a choice means, in the current language."""
        words = self.words.get(choice, USUAL_WORDS.get(choice))
        return choice if words is None else say(words)


def option_values(
    game: str,
    options: Sequence[Option],
    choices: Mapping[str, int | str] | None,
    *,
    people: bool = False,
) -> dict[str, int]:
    """All options of a game with their values, see `Game.option_values`."""
    by_name = {option.name: option for option in options}
    choices = {} if choices is None else choices
    if not isinstance(choices, Mapping):
        raise SetupError(
            "options must be a dict such as {example}, not {given}",
            example='{"pairs": "no"}', given=repr(choices)[:60],
        )  # fmt: skip
    for name in choices:
        if name not in by_name:
            facts = {"game": game, "option": repr(name)}
            problem = Phrase("{game} has no option {option}", facts)
            hint = Phrase(
                "its options: {options}", {"options": ", ".join(by_name) or Phrase("none")}
            )
            raise SetupError(or_nearest(problem, name, by_name, hint))
    values = {}
    for name, option in by_name.items():
        if name in choices:
            values[name] = option.value(choices[name])
        elif people and option.with_people is not None:
            values[name] = option.with_people
        else:
            values[name] = option.default
        if option.came_later and values[name] == option.default:
            del values[name]
    return values
