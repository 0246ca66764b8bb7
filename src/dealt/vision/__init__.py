"""Reading photos of cards on a table."""

import importlib.util

from dealt.errors import SetupError
from dealt.extras import not_installed

if importlib.util.find_spec("numpy") is None:
    raise SetupError(not_installed("numpy", "vision"))
