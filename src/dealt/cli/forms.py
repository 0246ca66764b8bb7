"""The output forms of all commands: tables for people, JSON, CSV or Markdown, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from dealt.language import ENGLISH, say, speaking

if TYPE_CHECKING:
    from dealt.core.sheet import Sheet
    from dealt.figures.drawing import Figure

JSON, CSV, MARKDOWN = "json", "csv", "markdown"


def form_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add `--json`, `--csv` and `--markdown` to a command, which gets one of them as `form`."""

    @wraps(command)
    def with_form(*arguments: Any, **options: Any) -> None:
        forms = [form for form in (JSON, CSV, MARKDOWN) if options.pop(form)]
        if len(forms) > 1:
            raise click.UsageError(say("use one of --json, --csv and --markdown"))
        command(*arguments, form=forms[0] if forms else None, **options)

    for option in (
        click.option("--markdown", is_flag=True, help="As tables in Markdown."),
        click.option("--csv", is_flag=True, help="As CSV."),
        click.option("--json", is_flag=True, help="As JSON."),
    ):
        with_form = option(with_form)
    return with_form


def show_sheets(
    sheets: Callable[[], Sequence[Sheet]],
    form: str | None,
    *,
    data: Callable[[], Any] | None = None,
    csv: Callable[[], str] | None = None,
    people: Callable[[], None] | None = None,
) -> None:
    """Print sheets in a form.

    Args:
        sheets: creates them, in the current language; in English for JSON and CSV.
        form: see `form_options`; None: as tables for people.
        data: creates the values for JSON instead of the sheets.
        csv: creates the text of CSV instead of the sheets.
        people: prints the output for people instead of the sheets.
    """
    if form == JSON:
        import json

        with speaking(ENGLISH):
            content = [sheet.to_data() for sheet in sheets()] if data is None else data()
        click.echo(json.dumps(content, indent=1))
    elif form == CSV:
        with speaking(ENGLISH):
            text = "\n".join(sheet.csv() for sheet in sheets()) if csv is None else csv()
        click.echo(text, nl=False)
    elif form == MARKDOWN:
        click.echo("\n".join(sheet.markdown() for sheet in sheets()), nl=False)
    elif people is not None:
        people()
    else:
        from dealt.terminal.console import Console

        for sheet in sheets():
            Console().show(sheet)


def check_picture(ctx: Any, param: Any, path: str | None) -> str | None:
    """The file of `--picture`, checked before the work; None without one."""
    if path is not None:
        from dealt.figures import drawing

        drawing.check_picture(path)
    return path


def draw(figure: Figure, path: str | None) -> None:
    """Write a figure to the file of `--picture`, if there is one."""
    if path is not None:
        from dealt.figures.drawing import save

        save(figure, path)


def show_figure(figure: Figure) -> None:
    """Print a figure as a chart."""
    from dealt.terminal.charts import show
    from dealt.terminal.console import Console

    show(Console(), figure)
