"""Settings of Sphinx for this documentation; `make docs` builds it."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLACES = [str(ROOT / "src"), str(ROOT), str(ROOT / "docs")]
sys.path[:0] = PLACES
os.environ["PYTHONPATH"] = os.pathsep.join(PLACES[:2])  # for notebooks
os.environ["DEALT_LANGUAGE"] = "en"

import dealt  # noqa: E402 - the package of this checkout

project = "dealt"
author = copyright = "The dealt developers"  # noqa: A001 - Sphinx's own name
version = release = dealt.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "sphinx_copybutton",
    "generated",  # what this project says of itself: docs/generated.py
    "cells",  # notebooks that run in the tab: docs/cells.py
]
exclude_patterns = ["pictures"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
# notebooks are run anew each time, from nothing, and a cell that fails stops the build
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # fields are described once
default_role = "code"  # docstrings write names between single backquotes
smartquotes = False  # options keep their two dashes
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# names of types that stand for several; which one is meant is clear from where it stands
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = "dealt"
html_favicon = "../page/static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_search_scorer = str(ROOT / "docs" / "search_order.js")
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}
