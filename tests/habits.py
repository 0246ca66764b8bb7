"""Habits of speech that make an English text read as if it were translated.

Messages, pages of the documentation and docstrings of the reference are held to them.
"""

import re

# what must not be said: what to say instead
HABITS = {
    r"(?<![Tt]here\s)\b(?:is|are) no (?!longer|more\b|such)\w+(?! (?:or|and) no)": "is not a ...",
    r"\b(?<!cannot )(?:is|are|was|were|be) told\b(?! apart)": "is shown, listed, printed, named",
    r"\bTold (?:is|are)\b": "the report has",
    r"\btells (?:that|what|who|why|of)\b": "shows, says",
    r"\bcannot be had\b": "is not available, not found",
    r"\bcan be had\b": "is available, can be computed",
    r"\bmade scenes?\b": "synthetic scenes",
    r"\b(?:seat|player|one|who is|is) in turn\b(?! order)": "whose turn it is, the seat to move",
    r"\bwhat is doubtful\b": "doubtful cards",
    r"\bthat is made new\b": "a new one is created",
    r"\b[Tt]ake up (?:a|the) (?:match|table)\b": "resume",
    r"\bnobody's\b(?! (?:cards|hand))": "belongs to nobody",
    r"\b[Hh]ow many there are of them\b": "their number",
    r"\banew\b": "again",
    r"\bone's\b": "your, the player's",
    r"\b[Tt]hat is what\b": "say it directly",
    r"\bthat could be\b": "possible",
    r"(?<!None )\bif not (?:said|given)\b": "by default",
    r"\bunless told\b": "by default",
    r"\bheld against\b": "compared with",
    r"\bpassed over\b": "skipped",
    r"\bbroken off\b": "interrupted",
    r"\btaken up again\b": "resumed",
    r"\bput right\b": "corrected",
    r"\bbe it\b": "or",
    r"\b(?:decides|depends on) all\b": "determines everything",
    r"\b(?:a|one) \w+ a (?:card|cell|deck|game|line|mark|person|photo|round|row|scoring|seat|shard|"
    r"side|thing|turn)\b": "one ... per ...",
    r"\b(?:rising|falling) order\b": "ascending, descending order",
    r"\bworth a (?:try|look)\b": "worth trying, examining",
}
PATTERNS = {re.compile(habit): better for habit, better in HABITS.items()}


def found_in(text: str, patterns: dict[re.Pattern[str], str] = PATTERNS):
    """What a text says that it should not, each with what to say instead."""
    for habit, better in patterns.items():
        for match in habit.finditer(text):
            yield f"{' '.join(match[0].split())!r}: {better}"
