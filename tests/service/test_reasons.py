"""Why a round gave its points: told once it is over, and never before."""

import pytest

from dealt.games import games
from tests.service.talk import Client, fresh_file, house, open_table

pytestmark = pytest.mark.usefixtures("kept")


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
async def test_points_have_their_reasons_once_the_round_is_over(tmp_path, game):
    """The lines add up to what the sheet has; where the outcome says it all there are none."""
    seats = game.seats[0]
    options = {"turn_limit": 12} if "turn_limit" in {o.name for o in game.options} else {}
    async with house(fresh_file(tmp_path)) as service:
        ana = await Client.of(service, "Ana")
        levels = ["seed"] * (seats - 1)
        await open_table(ana, game.name, seats, *levels, options=options, rounds=1)
        await ana.done("ready")
        while (table := await ana.table())["phase"] == "playing":
            assert table["reasons"] is None
            await ana.play()
        reasons = table["reasons"]
        assert (reasons is None) == (not hasattr(game.words, "points_sheet"))
        if reasons is None:
            return
        points = next(row for row in table["sheet"]["rows"] if row[0] == "round 1")[1:]
        points_with_reasons = next(row for row in reasons["rows"] if row[0] == "this round")[1:]
        assert points_with_reasons == points
        lines = [row[1:] for row in reasons["rows"][:-2]]
        if lines:
            assert [sum(column) for column in zip(*lines, strict=True)] == points
        else:
            assert len(reasons["notes"]) == seats
