"""The program: `dealt-train`, and `python -m dealt_training`."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Load the command line and run it, as `dealt` does."""
    try:
        from dealt.cli.main import main as run
        from dealt_training.cli import PROGRAM, train

        run(train, PROGRAM)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
