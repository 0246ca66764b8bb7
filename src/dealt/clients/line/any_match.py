"""A match as prompts see it: in this process, saved on this machine, or on another server."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from dealt.clients.line.client_match import ClientMatch, ClientTable
from dealt.clients.line.saved_match import SavedMatch
from dealt.core.match import Match
from dealt.core.table import Table

AnyTable = Table | ClientTable
AnyMatch = Match | ClientMatch
SERVED = SavedMatch, ClientMatch  # at the table of a service, where others may play, too


@contextlib.contextmanager
def left_alone(match: AnyMatch | None) -> Iterator[None]:
    """Leave the match to others while a prompt waits.

    Raises:
        MovedElsewhereError: somebody has.
    """
    with match.left_alone() if isinstance(match, SERVED) else contextlib.nullcontext():
        yield
