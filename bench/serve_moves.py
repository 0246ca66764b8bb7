"""What a move costs the table service, without sockets: CPU time, for machines that are not quiet.

    python bench/serve_moves.py [--tables 100] [--moves 1000] [--game mason-rummy] [--seats 3]

Three persons play at each table and one watches, all in this process. Measured is the CPU time from
a move to the four frames that show it, all threads together, saving among them; then that of a tick
of the clock, and of taking a table up again for somebody who enters.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from pathlib import Path

from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.table.limits import Limits
from dealt.service.table.protocol import PROTOCOL
from dealt.service.web.session import Session

GROUP = 50  # moves; what else the machine does falls on some groups more than on others
NO_LIMITS = Limits(
    sockets=1 << 20, tables_min=1 << 20, posts_min=1 << 20, frames_s=1e9, frames_burst=1e9
)


def service_on(path):
    """A service that deals the same cards every time."""
    around = Surroundings(fresh=random.Random(5).randbytes)
    return Service(Store(path), in_threads(), limits=NO_LIMITS, around=around)


async def say(session, do, **message):
    await session.receive(json.dumps({"do": do, **message}).encode())


async def person(service, token=None):
    if token is None:
        _, token = await service.new_person("Ana")
    session = Session(service, "here")
    await say(session, "hello", protocol=PROTOCOL, token=token)
    return session, token


def read(sessions):
    return sum(len(frame) for session in sessions for frame in iter(session.waiting_frame, None))


async def open_table(service, game, seats):
    """The sessions at a new table, the watcher last, and the token of the first."""
    first, token = await person(service)
    sessions = [first] + [(await person(service))[0] for _ in range(seats)]
    settings = {"game": game, "seats": seats, "public": True, "rounds": 999}
    await say(first, "open", settings=settings)
    for seat, session in enumerate(sessions):
        if seat:
            await say(session, "enter", table=first.live.name)
        if seat < seats:
            await say(session, "sit", seat=seat)
    await deal(sessions)
    return sessions, token


async def deal(sessions):
    for session in sessions[:-1]:
        await say(session, "ready")
    read(sessions)


async def move(sessions, number, dice):
    """Somebody moves; CPU seconds, and the bytes of all frames."""
    state = sessions[0].live.state
    if not state.is_playing:
        await deal(sessions)
    action = dice.choice(state.table.actions).id
    began = time.process_time()
    mover = sessions[state.turn]
    await say(mover, "play", move=f"m{number}", version=state.version, action=action)
    size = read(sessions)
    return time.process_time() - began, size


async def measure(wanted, path):
    dice = random.Random(1)
    service = service_on(path)
    tables = [await open_table(service, wanted.game, wanted.seats) for _ in range(wanted.tables)]
    made = [await move(dice.choice(tables)[0], n, dice) for n in range(wanted.moves)]
    groups = [made[first : first + GROUP] for first in range(0, len(made), GROUP)]
    each = sorted(1000 * statistics.fmean(spent for spent, _ in group) for group in groups)
    size = statistics.fmean(size for _, size in made)
    print(f"a move: {statistics.median(each):.2f} ms, at best {each[0]:.2f}; {size:.0f} bytes sent")
    ticks = []
    for _ in range(20):
        began = time.process_time()
        await service.tick()
        ticks.append(1000 * (time.process_time() - began))
    print(f"a tick of {len(tables)} tables: {statistics.median(ticks):.2f} ms")
    found = [(sessions[0].live.name, token) for sessions, token in tables]
    await service.stop()
    service.store.close()
    service = service_on(path)
    began = time.process_time()
    for name, token in found:
        session, _ = await person(service, token)
        await say(session, "enter", table=name)
        read([session])
    spent = time.process_time() - began
    print(f"taking a table up for somebody: {1000 * spent / len(found):.2f} ms")
    await service.stop()
    service.store.close()


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=100)
    asked.add_argument("--moves", type=int, default=1000)
    asked.add_argument("--game", default="mason-rummy")
    asked.add_argument("--seats", type=int, default=3)
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(wanted, Path(folder) / "moves.db"))


if __name__ == "__main__":
    main()
