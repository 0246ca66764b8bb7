"""The table at a terminal in other languages: what is drawn, offered and told."""

import pytest

pytest.importorskip("textual")

from rich.text import Text
from textual.widgets import Static

from dealt.agents import GIVEN_NAMES
from dealt.clients.choices import open_choices
from dealt.clients.screen import board
from dealt.clients.screen.frame_text import standing
from dealt.clients.screen.looks import Faces
from dealt.clients.screen.pages import help_page, keys_line
from dealt.clients.seat_choices import seat_choices, takings
from dealt.games import games
from dealt.language import LANGUAGES, speaking
from dealt.service.table import frames, offers
from tests.brackets import in_brackets, outside
from tests.screen.playing import SMALL, sitting
from tests.service.leaks import NAMES, positions

WORDS = [*NAMES, *GIVEN_NAMES, "good", "seed"]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_nothing_is_shown_outside_of_the_catalogue(game):
    """Boards, choices and how things stand, in a language of brackets, for players and others."""
    with in_brackets():
        info = next(each for each in offers.game_infos("pt-BR") if each.name == game.name)
        faces = Faces([*offers._usual_faces("pt-BR"), *info.faces])
        for table in positions(game, 5):
            for person in (NAMES[0].lower(), NAMES[1].lower(), None):
                frame = frames.Showing(table.state, ()).frame(frames.Viewer(person))
                for width, height in ((44, 16), (120, 40)):
                    lines = board.board_lines(frame, faces, width, height)
                    assert not outside("\n".join(map(str, lines)), WORDS)
                levels = {name: level.word for name, level in info.level_words.items()}
                offered = open_choices(frame, levels, info.wild, links=True)
                for choice in [*offered, *seat_choices(frame), *takings(frame)]:
                    assert not outside(choice.text, WORDS), choice
                assert not outside(standing(frame), WORDS)
                assert not outside(str(help_page(frame)))
                for at_line in (False, True):
                    keys = keys_line(frame, Text(), at_line=at_line, width=SMALL[0])
                    assert not outside(str(keys), WORDS)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_line_of_keys_is_seen_to_its_end(language):
    """At the list of games, the form, the table, the rules, the seats and the line, at 80x24."""
    with speaking(language):
        async with sitting() as player:
            key_lines = set()
            words = ("escape", "slash")
            for pressed in ((), ("enter",), ("home", "enter"), ("f1",), ("escape", "w"), words):
                await player.press(*pressed)
                keys = str(player.app.screen.query_one("#keys", Static).render())
                assert len(keys) <= SMALL[0] - 2, keys
                key_lines.add(keys)
            assert len(key_lines) == 6
