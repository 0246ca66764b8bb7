"""The forms in which every command prints its tables: for people, as JSON, CSV or Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from dealt.language import ENGLISH, speaking

if TYPE_CHECKING:
    from dealt.core.sheet import Sheet

JSON, CSV, MARKDOWN = "json", "csv", "markdown"


def form_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command `--json`, `--csv` and `--markdown`; it gets one of them or None, `form`."""
    for option in (
        click.option("--markdown", "form", flag_value=MARKDOWN, help="As tables in Markdown."),
        click.option("--csv", "form", flag_value=CSV, help="As CSV."),
        click.option("--json", "form", flag_value=JSON, default=None, help="As JSON."),
    ):
        command = option(command)
    return command


def show_sheets(
    sheets: Callable[[], Sequence[Sheet]],
    form: str | None,
    *,
    data: Callable[[], Any] | None = None,
) -> None:
    """Print sheets in a form.

    Args:
        sheets: makes them, in the current language; in English for programs, which read CSV.
        form: see `form_options`; None: as tables for people.
        data: makes what JSON has instead of the sheets.
    """
    if form == JSON:
        import json

        with speaking(ENGLISH):
            content = [sheet.to_data() for sheet in sheets()] if data is None else data()
        click.echo(json.dumps(content, indent=1))
    elif form == CSV:
        with speaking(ENGLISH):
            click.echo("\n".join(sheet.csv() for sheet in sheets()), nl=False)
    elif form == MARKDOWN:
        click.echo("\n".join(sheet.markdown() for sheet in sheets()), nl=False)
    else:
        from dealt.clients.line.console import Console

        for sheet in sheets():
            Console().show(sheet)
