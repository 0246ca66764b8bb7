"""Which of several own seats a window looks from, when others are heard of late."""

from dataclasses import replace

from dealt.service.hall.live import Elsewhere
from tests.service.talk import Client, house, open_table


async def test_a_window_looks_on_when_another_one_is_heard_of_late(path):
    """The screen was to go to the one in turn, who has a window of their own."""
    async with house(path) as service:
        service.tables.around = service.around = replace(service.around, own=True)
        ana = await Client.of(service, "Ana")
        name = await open_table(ana, "penney", 2)
        await ana.done("sit", seat=1, hot=True, name="Bia")
        await ana.done("ready")
        live = service.tables.live[name]
        turn = live.state.turn
        await ana.done("look", seat=1 - turn)
        live.changed()
        assert ana.session.looking is None
        person = ana.session.person
        live.elsewhere["other"] = Elsewhere({person: "w"}, {person: [turn]})
        live.changed()
        assert ana.session.looking == 1 - turn
