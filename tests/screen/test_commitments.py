"""Deals are checked at the table; a dealer who does not deal as promised is caught."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealt.cli.serve import verify
from dealt.clients.plan import Plan
from dealt.clients.screen.dialogs import PageScreen, SureScreen
from dealt.service.table import commands, fairness
from dealt.service.table.parts import Seal
from dealt.service.table.state import TableState
from tests.screen.playing import sitting

VECTORS = Path(__file__).parent.parent / "data" / "fair.vectors.json"
POKER = Plan("three-card-poker", ("Ana",))
OTHER = "ab" * fairness.SEED_BYTES


def checked_by_command(path, *options):
    """What `dealt verify` says, and whether it is content."""
    result = CliRunner().invoke(verify, [str(path), *options])
    return result.exit_code == 0, result.output or str(result.exception)


async def receipt_at(player, folder, monkeypatch):
    """The file in which the receipt is kept by the table's own order."""
    monkeypatch.chdir(folder)
    await player.press("escape")
    await player.type("receipt")
    (path,) = folder.glob("receipt-*.json")
    assert player.note.endswith(f"dealt verify {path.name}")
    return path


@pytest.mark.sitting(POKER)
async def test_a_deal_is_checked_once_its_round_is_over(player, tmp_path, monkeypatch):
    """By key, by word and from the list; its receipt is kept in a file."""
    promise = player.frame.chance.commitment
    await player.press("v")
    assert player.note == "No: A deal can be checked once its round is over."
    await player.type("receipt")
    assert player.note.startswith("No: ")
    await player.press("escape", "down", "enter")
    assert player.frame.phase == "between"
    assert "check the deal" in player.offered
    await player.press("down", "down", "enter")
    screen = player.screen()
    assert isinstance(player.app.screen, PageScreen)
    assert "Round 1 was dealt as promised" in screen
    assert f"{promise[:16]}..." in screen
    assert "contributed to the randomness: Ana." in screen
    assert "all 52 cards" in screen
    assert f"promise for the next deal: {player.frame.next.commitment[:16]}" in screen
    await player.press("escape", "down", "enter")  # from the same choice to the next, the last
    assert isinstance(player.app.screen, SureScreen)
    await player.press("enter")
    assert player.frame.phase == "between"
    path = await receipt_at(player, tmp_path, monkeypatch)
    assert checked_by_command(path, "--promised", promise)[0]
    await player.press("escape", "home", "enter")
    assert (player.frame.round, player.frame.phase) == (2, "playing")
    await player.type("verify")
    assert "Round 1 was dealt as promised" in player.screen()


@pytest.mark.sitting(POKER)
async def test_a_latecomer_reads_which_promises_cannot_be_checked(player, tmp_path):
    """The promise was not seen, so that it is the receipt's own word."""
    await player.press("down", "enter")
    player.app.client.commitments = type(player.app.client.commitments)(bytes)
    await player.press("v")
    text = " ".join(player.screen().split())
    assert "was dealt as promised" in text
    assert "you were not here when it was shown" in text


def deal_another(state):
    """Put another secret in the place of the one that was promised, and deal from that."""
    seal = state.seal
    promise = fairness.dealer_commitment(state.name, seal.match, seal.round, OTHER)
    state.seal = Seal(seal.match, seal.round, OTHER, promise)
    return commands.honest_deal(state)


@pytest.mark.sitting(POKER)
async def test_a_dealer_who_swaps_the_secret_is_caught(player, tmp_path, monkeypatch):
    """Its receipt is right in itself; the table and --promised know what was shown before."""
    await player.press("down", "enter")
    promise = player.frame.next.commitment
    monkeypatch.setattr(commands, "honest_deal", commands._deal, raising=False)
    monkeypatch.setattr(commands, "_deal", deal_another)
    await player.press("down", "enter")
    assert player.frame.round == 2
    await player.press("down", "enter", "v")
    assert player.frame.phase == "between"
    text = " ".join(player.screen().split())
    assert "Round 2 was NOT dealt as promised" in text
    assert f"the dealer's promise is another one: {promise[:16]}... was shown" in text
    path = await receipt_at(player, tmp_path, monkeypatch)
    assert json.loads(path.read_text(encoding="utf-8"))["seed"] == OTHER
    assert checked_by_command(path)[0], "nothing else in it is wrong"
    is_content, line = checked_by_command(path, "--promised", promise)
    assert not is_content
    assert "promise is another one" in line


@pytest.mark.sitting(POKER)
async def test_a_dealer_who_keeps_the_promise_in_the_receipt_is_caught(
    player, tmp_path, monkeypatch
):
    """The promised hash over another secret: it does not fit, for `dealt verify` as well."""
    await player.press("down", "enter")
    promise = player.frame.next.commitment
    honest = TableState.receipt_of
    monkeypatch.setattr(commands, "honest_deal", commands._deal, raising=False)
    monkeypatch.setattr(commands, "_deal", deal_another)
    monkeypatch.setattr(
        TableState, "receipt_of", lambda *arguments: replace(honest(*arguments), commitment=promise)
    )
    await player.press("down", "enter")
    await player.press("down", "enter", "v")
    text = " ".join(player.screen().split())
    assert "Round 2 was NOT dealt as promised" in text
    assert "not the seed promised" in text
    path = await receipt_at(player, tmp_path, monkeypatch)
    is_content, line = checked_by_command(path)
    assert not is_content
    assert "not the seed promised" in line


@pytest.mark.sitting(POKER)
async def test_a_dealer_who_leaves_ones_number_out_is_caught(player, monkeypatch):
    """It was revealed, and the service had taken it."""
    await player.press("down", "enter")
    monkeypatch.setattr(commands, "honest_deal", commands._deal, raising=False)

    def without(state):
        for place in state.places:
            place.commit = place.entropy = None
        return commands.honest_deal(state)

    monkeypatch.setattr(commands, "_deal", without)
    await player.press("down", "enter")
    await player.press("down", "enter", "v")
    text = " ".join(player.screen().split())
    assert "NOT dealt as promised" in text
    assert "the number that you revealed was not used in the deal" in text


@pytest.mark.sitting(POKER)
async def test_a_receipt_of_another_round_is_refused(player, monkeypatch):
    """So that an honest old one does not stand for a new one."""
    await player.press(*["down", "enter"] * 3)
    assert player.frame.round == 2
    receipts = next(iter(player.service.tables.live.values())).state.receipts
    receipts[1] = receipts[0]
    await player.press("v")
    assert player.note == "No: the service sent the receipt of another round"


@pytest.mark.parametrize("digits", ["", "ab", "x" * 64, "a" * 65, "ab" * 8])
def test_promises_that_do_not_fit_get_one_line(tmp_path, digits):
    """None, too short, no digits, too long, another one."""
    data = json.loads(VECTORS.read_text(encoding="utf-8"))[0]
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    is_content, line = checked_by_command(path, "--promised", digits)
    assert not is_content
    assert "\n" not in line
    assert "is not a commitment" in line or "promise is another one" in line
    assert checked_by_command(path, "--promised", data["commitment"][:16].upper())[0]


async def test_the_time_for_a_move_is_shown():
    """In minutes and seconds; the last ten seconds stand out; set in the form."""
    plan = Plan("three-card-poker")
    async with sitting(plan) as player:
        await player.press("down", "down", "down", "down", "right", "right", "home", "enter")
        assert player.frame.settings.move_s == 30
        for left, text in ((30, "0:30"), (9.4, "0:09"), (-5, "0:00"), (7300, "2 hours")):
            player.app.timer = lambda at=left: player.app._ends[1] - at
            player.app.screen._show_time()
            await player.calm()
            assert player.screen().splitlines()[0].endswith(f"Ana, to play or fold · {text}")
