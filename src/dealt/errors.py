"""Every error that the package raises on purpose.

DealtError                  one clear line: who, what, on what, and what would be right
 |- ParseError              text that cannot be read (also a ValueError)
 |   `- DeckError           text or a file that is no deck of the game
 |- IllegalAction           readable, but not allowed now (also a ValueError)
 |- SetupError              seats, options or a game that cannot be had (also a ValueError)
 |- ScoreError              cards or facts that cannot be scored as they are (also a ValueError)
 `- StorageError            a file that cannot be read or written
"""


class DealtError(Exception):
    """The root of all errors of this package; its text is one line made to be shown."""


class ParseError(DealtError, ValueError):
    """Text that cannot be read as what it should be."""


class DeckError(ParseError):
    """A deck that is not complete, or has cards that the game does not know."""


class IllegalAction(DealtError, ValueError):  # noqa: N818 - named as players say it
    """An action that can be read but is not open to the player now."""


class SetupError(DealtError, ValueError):
    """A game, a seat or an option that cannot be had."""


class ScoreError(DealtError, ValueError):
    """Cards or facts of a round that cannot be scored as they are."""


class StorageError(DealtError):
    """A file that cannot be read or written."""
