"""How all tests run, as those of `dealt` do."""

import os

from hypothesis import settings

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
os.environ["DEALT_LANGUAGE"] = "en"  # whatever the system speaks
