"""What opening a table costs after many matches: CPU time, for machines that are not quiet.

    python -m bench.table_opening [--matches 100] [--game president] [--seats 4] [--rounds 4]

Computer players of the level `good` play the matches in memory; the events of the table, and the
matches of its archive, are then written to a file.  Opened is the table twice: the first time it
has all its events, as tables of older versions have.
"""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from dealt import agents
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.store.table_store import Batch, Row
from dealt.service.table import commands
from dealt.service.table import events as ev
from dealt.service.table.parts import Settings
from dealt.service.table.state import TableState, fold


class Played:
    """A table in memory, whose matches have been played, and its rows."""

    def __init__(self, wanted):
        self.state, self.rows, self.at = TableState("t0"), [], 1_700_000_000_000
        self._dice = random.Random(5)
        settings = Settings(game=wanted.game, seats=wanted.seats, rounds=wanted.rounds)
        self._happen(ev.Opened(host="ana", settings=settings))
        for seat in range(wanted.seats):
            self._happen(ev.BotSat(seat=seat, level=agents.GOOD, name=f"Player {seat + 1}"))
        self._player = agents.bot(self.state.game, agents.GOOD, 7)
        for _ in range(wanted.matches):
            self._match()

    def _happen(self, event):
        self.at += 1000
        fold(self.state, event, self.at)
        self.rows.append(Row(self.at, ev.event_text(event)))

    def _match(self):
        state = self.state
        self._happen(ev.GotReady(seats=[]))
        self._follow()
        while not state.is_between_matches:
            view = state.table.view(state.turn)
            action = self._player.choose(view, state.table.actions)
            self._happen(ev.Played(seat=state.turn, action=action.id, by="bot"))
            if not state.is_playing:
                self._follow()

    def _follow(self):
        while events := commands.follows(self.state, 0, lambda: self._dice.randbytes(32).hex()):
            for event in events:
                self._happen(event)


async def measure(wanted, path):
    played = Played(wanted)
    state, archived = played.state, played.state.unarchived
    store = Store(path)
    await store.append(Batch(state.name, 1, tuple(played.rows), public=True))
    await store.archive.add(archived, state.name)
    print(f"{wanted.matches} matches of {wanted.game}, {len(played.rows)} events")
    around = Surroundings(say=print)
    for which in ("the first time", "again"):
        service = Service(store, in_threads(), around=around)
        began = time.process_time()
        live = await service.tables.load(state.name)
        spent = time.process_time() - began
        assert live.state.version == state.version
        rows = len(await store.events(state.name))
        print(f"opening the table {which}: {1000 * spent:.1f} ms; {rows} events are left")
        await service.stop()
    store.close()


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--matches", type=int, default=100)
    asked.add_argument("--game", default="president")
    asked.add_argument("--seats", type=int, default=4)
    asked.add_argument("--rounds", type=int, default=4)
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(wanted, Path(folder) / "tables.db"))


if __name__ == "__main__":
    main()
