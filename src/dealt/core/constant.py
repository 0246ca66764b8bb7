"""What stands in a module and never changes: a copy of it is itself, a pickle names its place."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, Self

from dealt.errors import SetupError
from dealt.own_code import value_at


class Constant:
    """A frozen dataclass of which each instance is the value of a name in a module.

    Attributes:
        name: what it is called; `module:NAME` says at once where it stands.
    """

    name: str

    def renamed(self, name: str) -> Self:
        """The same under another name."""
        return replace(self, name=name)  # type: ignore[type-var]

    def __copy__(self) -> Self:
        """The same one, which nothing changes."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """See `__copy__`."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Where to find it again, and what it is called.

        Raises:
            SetupError: it stands in no module.
        """
        return _at, (*self._place, self.name)

    @cached_property
    def _place(self) -> tuple[str, str]:
        """The module, and the name in it."""
        if ":" in self.name:
            module, _, attribute = self.name.partition(":")
            return module, attribute
        for module, contents in list(sys.modules.items()):
            for attribute, value in list(getattr(contents, "__dict__", {}).items()):
                if value is self:
                    return module, attribute
        raise SetupError(
            "{name} cannot be pickled: give it a name in a module, such as GAME", name=self.name
        )


@cache
def _at(module: str, attribute: str, name: str) -> Any:
    """What a pickle means."""
    constant = value_at(f"{module}:{attribute}")
    return constant if constant.name == name else constant.renamed(name)
