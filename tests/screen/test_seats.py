"""Seats during a match at the full-screen table: taken over, given up, taken back, swapped."""

import contextlib

import pytest

pytest.importorskip("textual")

from dealt.clients.plan import Plan
from dealt.clients.screen.dialogs import SeatsScreen, SureScreen
from dealt.clients.screen.room import RoomScreen
from dealt.service.web.local import Keys
from tests.screen.playing import sitting
from tests.screen.test_remote import coming
from tests.served import listen, served
from tests.service.talk import Client, fresh_file, open_table


@contextlib.asynccontextmanager
async def late(folder, **settings):
    """Ana, who plays President with two computer players, and Bob, who comes to a terminal."""
    async with served(fresh_file(folder), listen(), folder) as (service, origin):
        ana = await Client.of(service, "Ana")
        await open_table(ana, "president", 3, "seed", "seed", rounds=2, **settings)
        await ana.done("ready")
        code = (await ana.say("invite", kind="player"))["code"]
        keys = Keys(folder / "keys.json")
        async with coming(f"{origin}/#{code}", keys, Plan(name="Bob")) as bob:
            await bob.until(lambda: bob.frame is not None)
            await bob.calm()
            yield ana, bob


def offers(bob):
    """What is offered in the window of the seats, or at the table."""
    listed = bob.app.screen.query_one(
        "#menu" if isinstance(bob.app.screen, SeatsScreen) else "#actions"
    )
    return [str(listed.get_option_at_index(i).prompt) for i in range(listed.option_count)]


async def chooses(bob, text):
    """Choose something in the window of the seats."""
    await bob.press("escape", "w")
    await bob.until(lambda: isinstance(bob.app.screen, SeatsScreen))
    await bob.press("home", *["down"] * offers(bob).index(text), "enter")


async def takes_over(bob):
    await bob.press("down", "enter")
    await bob.until(lambda: bob.frame.seats[1].yours)
    await bob.calm()


async def test_a_latecomer_takes_over_from_a_computer_player(tmp_path):
    """From the list of what may be done, by one key; the hand is there, and a name for all."""
    async with late(tmp_path) as (ana, bob):
        assert bob.note.startswith("You are watching. Ana's turn.")
        assert bob.offered == ["take over from Bia", "take over from Rui"]
        assert not bob.hand.display
        await takes_over(bob)
        assert bob.frame.own.seat == 1 and bob.held
        assert (await ana.table())["seats"][1]["name"] == "Bob"
        assert "watching" not in bob.note
        eva = await Client.of(ana.service, "Eva")
        await eva.done("enter", table=ana.session.live.name)
        await eva.done("sit", seat=2)
        await bob.until(lambda: "Eva plays on for Rui" in bob.screen())
        assert [toast.message for toast in bob.app._notifications] == ["Eva plays on for Rui"]


async def test_a_seat_is_given_up_after_a_question_and_taken_back(tmp_path):
    """Escape leaves all as it is, and so does another Enter."""
    async with late(tmp_path) as (_, bob):
        await takes_over(bob)
        for keys, stays in ((("escape",), True), (("enter",), True), (("down", "enter"), False)):
            await chooses(bob, "give up your seat")
            await bob.until(lambda: isinstance(bob.app.screen, SureScreen))
            assert "A computer player plays on for you." in bob.screen()
            await bob.press(*keys)
            await bob.until(lambda: isinstance(bob.app.screen, RoomScreen))
            await bob.until(lambda stays=stays: bob.frame.seats[1].yours == stays)
        await bob.calm()
        assert "Your seat is kept for you until somebody takes it." in bob.note
        assert bob.offered == ["take your seat back"]
        await chooses(bob, "take your seat back")
        await bob.until(lambda: bob.frame.seats[1].yours)


async def test_two_people_swap_if_both_want_to(tmp_path):
    """Each asks once; what is asked for is seen by both, and answered at the terminal."""
    async with late(tmp_path) as (ana, bob):
        await takes_over(bob)
        await chooses(bob, "ask to swap seats with Ana")
        await bob.until(lambda: isinstance(bob.app.screen, SureScreen))
        assert "see each other's cards of this round" in " ".join(bob.screen().split())
        await bob.press("down", "enter")
        await bob.until(lambda: bob.frame.requests)
        await bob.calm()
        assert bob.note.startswith("You have asked for the seat of Ana. Waiting for an answer.")
        request = (await ana.table())["requests"][0]
        await ana.done("answer", request=request["number"], yes=False)
        await bob.until(lambda: bob.frame.requests[0].declined)
        await bob.calm()
        assert bob.note.startswith("Your request for the seat of Ana was declined.")
        await chooses(bob, "dismiss that")
        await bob.until(lambda: not bob.frame.requests)
        await ana.done("swap", seat=1)
        await bob.until(lambda: bob.frame.requests)
        await bob.calm()
        assert "Ana would like to swap seats with you." in bob.note and "w answers." in bob.note
        await chooses(bob, "agree to Ana's request")
        await bob.until(lambda: bob.frame.seats[0].yours)
        await bob.calm()
        assert bob.frame.own.seat == 0
        assert [seat["name"] for seat in (await ana.table())["seats"]] == ["Bob", "Ana", "Rui"]


async def test_the_host_is_asked_first_if_the_host_wants_that(tmp_path):
    """The request can be withdrawn; a host at the terminal answers it, and can clear a seat."""
    async with late(tmp_path, ask_first=True) as (ana, bob):
        assert bob.offered == ["ask to take over from Bia", "ask to take over from Rui"]
        await bob.press("down", "enter")
        await bob.until(lambda: bob.frame.requests)
        await bob.calm()
        assert bob.offered == []
        await chooses(bob, "withdraw your request")
        await bob.until(lambda: not bob.frame.requests)
        await bob.calm()
        await bob.press("escape", "down", "enter")
        await bob.until(lambda: bob.frame.requests)
        request = (await ana.table())["requests"][0]
        await ana.done("answer", request=request["number"], yes=True)
        await bob.until(lambda: bob.frame.seats[1].yours)
        await ana.done("stand")
        await bob.until(lambda: bob.frame.host)
        eve = await Client.of(ana.service, "Eve")
        await eve.done("enter", table=bob.frame.table)
        await eve.done("sit", seat=2)
        await bob.until(lambda: bob.frame.requests)
        await bob.calm()
        assert "Eve would like to take over from Rui." in bob.note
        await chooses(bob, "agree to Eve's request")
        await bob.until(lambda: bob.frame.seats[2].name == "Eve")
        await chooses(bob, "give the seat of Eve to a computer player")
        await bob.until(lambda: isinstance(bob.app.screen, SureScreen))
        await bob.press("down", "enter")
        await bob.until(lambda: bob.frame.seats[2].kind == "bot")


async def test_a_host_at_the_terminal_chooses_to_be_asked_first(tmp_path):
    """From the window of the seats, in a match, too; back again in the same way."""
    async with late(tmp_path) as (ana, bob):
        await takes_over(bob)
        asking = "be asked before somebody takes a seat during a match"
        await bob.press("w")
        await bob.until(lambda: isinstance(bob.app.screen, SeatsScreen))
        assert asking not in offers(bob), "that is for the host"
        await ana.done("stand")
        await bob.until(lambda: bob.frame.host)
        await chooses(bob, asking)
        await bob.until(lambda: bob.frame.settings.ask_first)
        eve = await Client.of(ana.service, "Eve")
        await eve.done("enter", table=bob.frame.table)
        assert [seat["take"] for seat in (await eve.table())["seats"]] == ["ask", "", "ask"]
        await bob.press("w")
        await bob.until(lambda: isinstance(bob.app.screen, SeatsScreen))
        assert "you are asked before somebody takes a seat" in " ".join(bob.screen().split())
        await chooses(bob, "let people take seats during a match without asking you")
        await bob.until(lambda: not bob.frame.settings.ask_first)
        assert [seat["take"] for seat in (await eve.table())["seats"]] == ["sit", "", "sit"]


async def test_the_window_follows_the_table_and_the_service_refuses(tmp_path):
    """What is chosen stays chosen; what is too late is refused in the words of the service."""
    async with late(tmp_path) as (ana, bob):
        await bob.press("w")
        await bob.until(lambda: isinstance(bob.app.screen, SeatsScreen))
        await bob.press("down")
        seats_offered = offers(bob)
        assert seats_offered == ["take over from Bia", "take over from Rui"]
        eve = await Client.of(ana.service, "Eve")
        await eve.done("enter", table=bob.frame.table)
        await eve.done("sit", seat=1)
        await bob.until(lambda: offers(bob) == seats_offered[1:])
        assert "Eve" in bob.screen()
        bob.app.client.changed = lambda: None  # the last news has not come
        cid = await Client.of(ana.service, "Cid")
        await cid.done("enter", table=bob.frame.table)
        await cid.done("sit", seat=2)
        await bob.press("enter")
        await bob.until(lambda: bob.note.startswith("No: "))
        assert bob.note == "No: Cid sits there; take another seat"


async def test_each_of_several_at_one_screen_can_give_up_a_seat():
    """By the name of the seat; between two rounds one may move to that of a computer player."""
    async with sitting(Plan("mason-rummy", ("Ana", "Bob"))) as player:
        await player.press("space", "w")
        assert offers(player) == ["give up the seat of Ana", "give up the seat of Bob"]
        await player.press("end", "enter")
        assert isinstance(player.app.screen, SureScreen)
        await player.press("down", "enter")
        assert [seat.yours for seat in player.frame.seats] == [True, False]
    async with sitting(Plan("three-card-poker", ("Ana",))) as player:
        await player.press("down", "enter", "w")
        assert player.frame.phase == "between"
        assert offers(player) == ["give up your seat"]
    async with sitting(Plan("penney", ("Ana", "seed"))) as player:
        await player.press("down", "enter", "w")
        assert player.frame.phase == "between"
        assert offers(player) == [
            "give up your seat", "move to seat 2", "somebody here takes over from Bia",
        ]  # fmt: skip
        await player.press("down", "enter")
        assert [seat.yours for seat in player.frame.seats] == [False, True]


async def test_a_deputy_begins_without_the_host(tmp_path):
    """As soon as the host has left, with a part in the chance; before that it is not offered."""
    async with served(fresh_file(tmp_path), listen(), tmp_path) as (service, origin):
        ana = await Client.of(service, "Ana")
        await open_table(ana, "penney", 2, rounds=1)
        code = (await ana.say("invite", kind="player"))["code"]
        keys = Keys(tmp_path / "keys.json")
        async with coming(f"{origin}/#{code}", keys, Plan(name="Bob")) as bob:
            await bob.until(lambda: bob.frame is not None)
            await bob.calm()
            await bob.type("sit")
            await bob.until(lambda: bob.frame.seats[1].yours)
            await bob.calm()
            await bob.type("begin")
            await bob.until(lambda: bob.frame.seats[1].ready)
            await bob.calm()
            assert "begin without Ana" not in bob.offered
            await ana.done("leave")
            await bob.until(lambda: bob.frame.host)
            await bob.calm()
            assert "begin without Ana" in bob.offered
            await bob.type("begin without")
            await bob.until(lambda: bob.frame.phase == "playing")
            assert bob.frame.chance.entropy[1] is not None
