"""Tables of Penney's game in every layout in which people publish them: a table of cases.

`LAYOUTS` has writers by name. Each takes results, which are wins, draws and losses by scoring and
pair, and the number of decks they are of. It returns the name of a file and its content: a text,
or arrays of NumPy. `asked` is what must be asked for a layout whose file does not say it.
"""

from tests.penney.layouts_arrays import ARRAYS
from tests.penney.layouts_json import JSON, in_json, json_lines
from tests.penney.layouts_rows import (
    CSV,
    csv_decimal_commas,
    csv_differing_decks,
    csv_hyphens,
    csv_long,
    csv_quoted_commas,
    csv_tidy,
    csv_win_or_draw,
    csv_with_errors,
    csv_with_semicolons,
    rows_in_csv,
    tsv_with_thousands,
)
from tests.penney.layouts_texts import TEXTS


def in_file(name, content):
    """A writer of what `content` makes."""
    return lambda results, n: (name.format(n=n), content(results, n))


LAYOUTS = {
    **{name: rows_in_csv(*case) for name, case in CSV.items()},
    "hyphens": csv_hyphens,
    "tidy": csv_tidy,
    "long": csv_long,
    "by scoring": lambda r, n: csv_long(r, n, by_pair=False),
    "win or draw": csv_win_or_draw,
    "differing decks": csv_differing_decks,
    "decimal commas": csv_decimal_commas,
    "quoted commas": csv_quoted_commas,
    "semicolons": csv_with_semicolons,
    "thousands": tsv_with_thousands,
    "with errors": csv_with_errors,
    **{name: in_json(*case) for name, case in JSON.items()},
    "json lines": json_lines,
    **{name: in_file(*case) for name, case in (ARRAYS | TEXTS).items()},
}


def asked(name, n):
    """What must be asked for a layout whose file does not say it."""
    by = {"matrix": "cards", "whole percents": "tricks", "plain": "tricks"}.get(name)
    return {"decks": n, "by": by} if by else {"decks": n} if name == "second's" else {}
