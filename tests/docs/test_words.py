"""Habits of speech that make a text read as if it were translated."""

import re

import pytest

from tests.docs.pages import PAGES, README, ROOT, name_of, prose

# what must not be said: what to say instead
HABITS = {
    r"(?<!\bthere )(?<!\bThere )\b(?:is|are) no (?!longer|more\b|such)\w+(?! (?:or|and) no)": "is not a ...",
    r"\b(?:is|are|was|were|be) told\b": "is shown, listed, printed, named",
    r"\bTold (?:is|are)\b": "the report has",
    r"\btells (?:that|what|who|why|of)\b": "shows, says",
    r"\bcannot be had\b": "is not available, not found",
    r"\bmade scenes?\b": "synthetic scenes",
    r"\b(?:seat|player|one|who is) in turn\b(?! order)": "whose turn it is",
    r"±": "+-, with what it is: a standard error or a 95 % interval",
    r"\bwhat is doubtful\b": "doubtful cards",
    r"\bthat is made new\b": "a new one is created",
    r"\b[Tt]ake up (?:a|the) (?:match|table)\b": "resume",
    r"\bnobody's\b": "belongs to nobody",
    r"\b[Hh]ow many there are of them\b": "their number",
}
# sentences that have one of these words with good reason
RIGHT = (
    "`12.3 ± 0.1`",
    'No bare "±" is used here',
    'a bare "±" is never used',
)
TEXTS = [README, ROOT / "SECURITY.md", ROOT / "CONTRIBUTING.md", *PAGES]


def found_in(text):
    """What a text says that it should not."""
    for each in RIGHT:
        text = text.replace(each, "")
    for habit, better in HABITS.items():
        for found in re.finditer(habit, text):
            yield f"{' '.join(found[0].split())!r}: {better}"


@pytest.mark.parametrize(
    "page", TEXTS, ids=lambda path: path.name if path not in PAGES else name_of(path)
)
def test_no_page_has_the_habits_of_a_translation(page):
    assert list(found_in(prose(page))) == []


@pytest.mark.parametrize(
    "text",
    ["'x' is no card", "the piles are told", "Told are all cards", "it tells what was missed",
     "20 made scenes", "the seat in turn", "50 ± 3", "an option that cannot be had"],
)  # fmt: skip
def test_a_habit_is_noticed(text):
    assert list(found_in(text))
