"""The cells of notebooks: a Sphinx extension.

A page that has cells loads `cells.js` from the folder `play` (page/play_site.py builds it), if the
site has one, and they run in the visitor's own tab.  Without it, or without JavaScript, a notebook
is read as it is stored.  Examples with prompts run, too, on a page that begins with `runs: tab`.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes

CELL = 'class="cell_input'


def join_streams(app: Any, tree: nodes.document) -> None:
    """Make one text of what a cell prints.

    Jupyter hands it over in pieces that end anywhere, also before the end of a line; MyST-NB shows
    each by itself, or joins them with a line too many.
    """
    for output in list(tree.findall(is_output)):
        before = None
        for piece in list(output.children):
            if before is not None and is_stream(piece) and piece["classes"] == before["classes"]:
                text = before.rawsource + piece.rawsource
                before.rawsource, before.children = text, [nodes.Text(text)]
                output.remove(piece)
            else:
                before = piece if is_stream(piece) else None


def is_output(node: nodes.Node) -> bool:
    """Whether a node holds what a cell shows."""
    return isinstance(node, nodes.container) and "cell_output" in node["classes"]


def is_stream(node: nodes.Node) -> bool:
    """Whether a node is something that was printed."""
    return isinstance(node, nodes.literal_block) and "stream" in node["classes"]


def add_cells(app: Any, name: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Have a page with cells load what runs them."""
    has_cells = CELL in context.get("body", "") or (context.get("meta") or {}).get("runs") == "tab"
    if not app.tags.has("play") or not has_cells:
        return
    script, style = (context["pathto"](f"play/{each}", 1) for each in ("cells.js", "cells.css"))
    context["metatags"] += (
        f'<script type="module" src="{script}"></script><link rel="stylesheet" href="{style}">'
    )


def setup(app: Any) -> dict[str, bool]:
    """Look at each page when it is read, and when it is written."""
    app.connect("doctree-read", join_streams)
    app.connect("html-page-context", add_cells)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
