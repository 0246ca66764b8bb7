"""The program `dealt`, also run as `python -m dealt`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in typing, which is imported below, where Ctrl-C is a way to leave
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Load the command line and run it; Ctrl-C ends it cleanly from the first moment on."""
    try:
        from dealt.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
    except RuntimeError as error:
        # Python 3.11 wraps what breaks the making of a class, Ctrl-C too
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        sys.exit(130)


if __name__ == "__main__":
    main()
