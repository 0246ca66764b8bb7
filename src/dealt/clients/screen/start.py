"""Start `dealt play` on a whole terminal: connect to a service and show its table."""

from __future__ import annotations

import asyncio
import contextlib
import signal

from dealt.clients.first_frame import memory
from dealt.clients.line.matches import players_of
from dealt.clients.line.play import face_of
from dealt.clients.plan import Plan, checked
from dealt.clients.screen.app import TableApp
from dealt.clients.table_client import TableClient
from dealt.clients.terminal_size import check_terminal
from dealt.clients.wire import Remote, Wire, own_wire, read_link
from dealt.errors import PlayerError, SetupError, StorageError
from dealt.language import say
from dealt.service.hall.bots import PAUSE_S
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.workers import allow_processes
from dealt.service.table.state import TableState
from dealt.service.web.local import DATA, own_keys
from dealt.storage.files import kept_at


def open_table(plan: Plan) -> str:
    """Show the table until the player leaves; return a line about how to come back.

    Raises:
        DealtError: the order is not possible, here or there.
    """
    check_terminal()
    plan = checked(plan)
    address = None if plan.join is None else read_link(plan.join)
    if address is not None and plan.data is not None:
        raise SetupError(
            "--data is for your own tables; tables joined with --join are kept by their server"
        )

    data = plan.data or ("" if address is not None else kept_at(DATA))
    if address is None:
        allow_processes()  # computer players of this machine

    async def run() -> TableApp:
        if address is not None:
            return await _show(_app(Remote(address, own_keys()), plan, links=True))
        app: TableApp | None = None

        def count(state: TableState) -> None:
            line = counted(state)
            if line and app is not None and app.is_running:
                app.notify(line, markup=False)

        def tell(error: Exception) -> None:
            if isinstance(error, PlayerError) and app is not None and app.is_running:
                app.notify(str(error), severity="warning", markup=False)

        around = Surroundings(
            pause_s=PAUSE_S, say=lambda line: None, failed=tell, ended=count, own=True
        )
        async with own_wire(data, around) as wire:
            app = _app(wire, plan)
            return await _show(app)

    app = asyncio.run(run())
    if app.failure is not None:
        raise app.failure
    if address is not None:
        return say("Everything is saved there. Run the same command to resume.")
    return say("Saved to {file}. Run the same command to resume.", file=data)


def counted(state: TableState) -> str:
    """Count the finished match of a table, see `Results`; a line about it, or empty."""
    results = face_of(state.game.name).results
    is_played = state.settings.position is None and any(place.person for place in state.places)
    if results is None or state.match is None or not is_played or state.practice:
        return ""
    try:
        file = results.place()
        results.add(state.match, file, players_of(state))
    except StorageError as error:
        return say("Results will not be kept: {error}", error=error)
    return say("Result saved to {file}.", file=file)


def _app(wire: Wire, plan: Plan, *, links: bool = False) -> TableApp:
    return TableApp(TableClient(wire), plan, links=links, memory=memory())


async def _show(app: TableApp) -> TableApp:
    with contextlib.suppress(NotImplementedError):  # loops of Windows know no signals
        # restore the terminal when asked to end
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, app.exit)
    await app.run_async()
    return app
