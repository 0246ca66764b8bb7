"""Mason Rummy: rummy with five suits for two or three; the fewest points after three rounds win.

The classes of the original document can be imported from here under its names: `Card`, `Hand`,
`Player` with `LivePlayer` and `PcPlayer`, `ScoreTable` with its rows, and `RoundOver`, which
signals the end of a round; `deal_round` deals a round to players.
"""

from dealt.games.mason_rummy.game import GAME
from dealt.games.mason_rummy.scores import ScoreRow, ScoreTable
from dealt.games.mason_rummy.seed import (
    Card,
    Hand,
    LivePlayer,
    PcPlayer,
    Player,
    RoundOver,
    deal_round,
    live_player,
    pc_player,
)

__all__ = [
    "GAME",
    "Card",
    "Hand",
    "LivePlayer",
    "PcPlayer",
    "Player",
    "RoundOver",
    "ScoreRow",
    "ScoreTable",
    "deal_round",
    "live_player",
    "pc_player",
]
