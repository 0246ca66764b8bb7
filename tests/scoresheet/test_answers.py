"""A round that is typed needs nothing of what reads photos."""

import subprocess
import sys

from dealt.scoresheet.round import draft
from dealt.vision import cards

TYPED = """
import sys
sys.modules["numpy"] = None
from dealt.scoresheet.round.answers import SheetBody, sheet_of
from dealt.scoresheet.round.draft import DraftData
from dealt.scoresheet.round.edits import Add
print(sheet_of(SheetBody(DraftData(), [Add(["5H", "6H", "7H"])]))["total"])
assert not any(name.startswith("dealt.vision") for name in sys.modules)
"""


def test_a_round_is_typed_and_scored_without_numpy():
    """The page's score sheet works where no photo can be read."""
    result = subprocess.run(
        [sys.executable, "-c", TYPED], capture_output=True, text=True, check=False
    )
    assert (result.stdout, result.stderr) == ("-85\n", "")


def test_doubt_begins_where_it_does_for_those_who_read():
    """Cards are asked about that were read with doubt."""
    assert (draft.DOUBTFUL, draft.UNREAD) == (cards.DOUBTFUL, cards.UNREAD)
