"""Habits of speech that make a text read as if it were translated."""

import re

import pytest

from tests.docs.pages import PAGES, README, ROOT, prose
from tests.habits import PATTERNS, found_in

# and what stands in no page, though terminals and pictures may show it
SIGNS = {re.compile("±"): "+-, with what it is: a standard error or a 95 % interval"}
# sentences that have one of these words with good reason
RIGHT = ("`12.3 ± 0.1`", 'No bare "±" is used here', 'a bare "±" is never used')
TEXTS = [README, ROOT / "SECURITY.md", ROOT / "CONTRIBUTING.md", *PAGES]


def found_on(text):
    """What a text says that it should not."""
    for each in RIGHT:
        text = text.replace(each, "")
    yield from found_in(text, PATTERNS | SIGNS)


def test_no_page_has_the_habits_of_a_translation():
    assert not [(page, *faults) for page in TEXTS if (faults := [*found_on(prose(page))])]


@pytest.mark.parametrize(
    "text",
    ["'x' is no card", "the piles are told", "Told are all cards", "it tells what was missed",
     "20 made scenes", "the seat in turn", "50 ± 3", "an option that cannot be had"],
)  # fmt: skip
def test_a_habit_is_noticed(text):
    assert list(found_on(text))
