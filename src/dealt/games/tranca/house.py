"""Tranca: the values and melds that families change, for the score sheet of a real table.

The original document's rules are `TRANCA`, the default everywhere.  The played game keeps them; a
score sheet can use others, such as those of a `Preset`.

>>> house_rules({"clean": 300}).clean, changes(house_rules({"clean": 300}))
(300, {'clean': 300})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from dealt.cards import JOKER
from dealt.core.options import YES_OR_NO, Option, option_values
from dealt.language import message

BLACK_THREES = ("3C", "3S")
CARD_FIELDS = (
    {"2": "two", "A": "ace"} | dict.fromkeys("4567", "low") | dict.fromkeys("89TJQK", "high")
)
LAYING = ("threes", "trancas_laid", "joker", "runs", "sets", "ace_low", "most_wilds")
MOST = 99_999  # points


@dataclass(frozen=True)
class HouseRules:
    """What a score sheet counts, in points, and what may be laid; see `SETTINGS` for each field.

    The defaults are those of the original document. Penalties are negative.
    """

    clean: int = 200
    dirty: int = 100
    twos: int = 1000
    real: int = 0
    ace_to_ace: int = 0
    threes: int = 1
    dollar: int = 100
    dollar_without: int = -100
    dollars_need: int = 1
    all_dollars: int = 0
    tranca: int = -100
    trancas_laid: int = 0
    morto: int = -100
    final_move: int = 100
    clean_to_go_out: int = 0
    joker: int = 0
    two: int = 10
    dollar_card: int = 5
    low: int = 5
    high: int = 10
    ace: int = 15
    runs: int = 1
    sets: int = 1
    ace_low: int = 0
    most_wilds: int = 1
    minimum: int = 0
    minimum_below_zero: int = 0
    middle: int = 1500
    minimum_middle: int = 0
    late: int = 3000
    minimum_late: int = 0

    @property
    def lowest(self) -> str:
        """The rank that a run begins with at the earliest."""
        return "A" if self.ace_low else "3" if not self.threes else "4"

    @property
    def lays_like_tranca(self) -> bool:
        """Whether what may be laid is what the original document allows."""
        return all(getattr(self, name) == getattr(TRANCA, name) for name in LAYING)

    def is_apart(self, card: str) -> bool:
        """Whether a card never lies in a meld."""
        red = card[0] == "3" and card not in BLACK_THREES
        return bool(card[0] == "3" and self.threes and (red or not self.trancas_laid))

    def value(self, card: str) -> int:
        """The points of a card, given by its short name; 0 for a black three that costs apart."""
        if card == JOKER:
            return self.joker
        if card[0] != "3":
            return int(getattr(self, CARD_FIELDS[card[0]]))
        if not self.threes:
            return self.low
        if card in BLACK_THREES:
            return self.low if self.trancas_laid else 0
        return self.dollar_card

    def bonus(self, canastra: str) -> int:
        """The points of a canastra, by its kind."""
        return int(getattr(self, canastra))

    def dollars(self, count: int, *, is_earned: bool, decks: int) -> int:
        """What the red threes of a side add to its score, without the points of the cards."""
        each = self.dollar if is_earned else self.dollar_without
        extra = self.all_dollars if count >= 2 * decks else 0
        return count * each + (extra if each > 0 else -extra if each < 0 else 0)

    def minimum_at(self, total: int) -> int:
        """The points that a side with this total must lay down at first; 0: any."""
        if total < 0 and self.minimum_below_zero:
            return self.minimum_below_zero
        if total >= self.late and self.minimum_late:
            return self.minimum_late
        return self.minimum_middle if total >= self.middle and self.minimum_middle else self.minimum


TRANCA = HouseRules()


def _setting(
    name: str, meaning: str, choices: Mapping[str, int] | range, words: Mapping[str, str] = {}
) -> Option:
    return Option(name, getattr(TRANCA, name), meaning, choices, words=words)


def _points(name: str, meaning: str, zero: str = "") -> Option:
    return _setting(name, meaning, range(-MOST, MOST + 1), {"0": zero} if zero else {})


AS_CLEAN = message("as a clean one")
NOTHING = message("nothing")
SETTINGS = (
    _points("clean", message("a clean canastra, without a stand-in")),
    _points("dirty", message("a dirty canastra, with a stand-in")),
    _points("twos", message("a canastra of wild cards only"), message("not allowed")),
    _points("real", message("a clean run of 13 cards, such as ace to king"), AS_CLEAN),
    _points("ace_to_ace", message("a clean run of 14 cards, ace to ace"), AS_CLEAN),
    _setting(
        "threes",
        message("threes"),
        {"apart": 1, "ordinary": 0},
        {"apart": message("red and black ones apart"), "ordinary": message("ordinary cards")},
    ),
    _points("dollar", message("each red three laid down, with what it needs")),
    _points("dollar_without", message("each red three laid down, without it")),
    _setting(
        "dollars_need",
        message("what red threes need to count for you"),
        {"nothing": 0, "canastra": 1, "meld": 2},
        {
            "nothing": NOTHING,
            "canastra": message("any canastra"),
            "meld": message("any meld"),
        },
    ),
    _points("all_dollars", message("all red threes on one side, in addition"), NOTHING),
    _points("tranca", message("each black three left in the hand")),
    _setting("trancas_laid", message("whether black threes may be laid when going out"), YES_OR_NO),
    _points("morto", message("a morto not used"), message("there is no morto")),
    _points("final_move", message("going out")),
    _setting("clean_to_go_out", message("whether going out needs a clean canastra"), YES_OR_NO),
    _points("joker", message("a joker, two in each deck"), message("there are no jokers")),
    _points("two", message("a two")),
    _points("dollar_card", message("a red three, as a card")),
    _points("low", message("four to seven, and threes that are ordinary or melded")),
    _points("high", message("eight to king")),
    _points("ace", message("an ace")),
    _setting("runs", message("whether runs of one suit may be laid"), YES_OR_NO),
    _setting("sets", message("whether equal cards may be laid"), YES_OR_NO),
    _setting(
        "ace_low",
        message("whether a run may begin with the ace, with the two in its place"),
        YES_OR_NO,
    ),
    _setting("most_wilds", message("stand-ins in a meld, at most"), range(1, 5)),
    _points("minimum", message("least points to lay down at first"), message("any")),
    _points(
        "minimum_below_zero", message("least points with a total below zero"), message("the same")
    ),
    _points("middle", message("a total from which the least is higher")),
    _points("minimum_middle", message("least points from there"), message("the same")),
    _points("late", message("a total from which it is higher again")),
    _points("minimum_late", message("least points from that total"), message("the same")),
)


@dataclass(frozen=True)
class Preset:
    """The usual rules of a game, for a score sheet.

    Attributes:
        name: in lower case, for commands and programs.
        title: a message.
        rules: its values.
        targets: the points that end a match, and those with six players.
        source: where the values are published.
        gaps: a message: what of its scoring cannot be entered by cards; empty: nothing.
    """

    name: str
    title: str
    rules: HouseRules
    targets: tuple[int, int]
    source: str
    gaps: str = ""


_OPEN = HouseRules(
    twos=0, real=500, ace_to_ace=1000, threes=0, clean_to_go_out=1, joker=20, sets=0, ace_low=1
)
_CANASTA = HouseRules(
    clean=500, dirty=300, twos=0, dollars_need=2, all_dollars=400, tranca=-5, trancas_laid=1,
    morto=0, joker=50, two=20, dollar_card=0, ace=20, runs=0, most_wilds=3,
    minimum=50, minimum_below_zero=15, minimum_middle=90, minimum_late=120,
)  # fmt: skip
_BURACO_SOURCE = message(
    "pagat.com/rummy/buraco.html (cards, deal); jogatina.com (Buraco Aberto, Fechado); "
    "pt.wikipedia.org (Buraco: target); tribunademinas.com.br (Canastra: 500 and 1,000)"
)
PRESETS = {
    preset.name: preset
    for preset in (
        Preset("tranca", message("Tranca"), TRANCA, (3500, 5000),
               message("the original Tranca document, sections 3 and 7")),
        Preset("buraco-open", message("Buraco, open"), _OPEN, (3000, 3000), _BURACO_SOURCE),
        Preset("buraco-closed", message("Buraco, closed"),
               replace(_OPEN, sets=1, clean_to_go_out=0), (3000, 3000), _BURACO_SOURCE),
        Preset(
            "canasta", message("Canasta, classic"), _CANASTA, (5000, 5000),
            "pagat.com/rummy/canasta.html (Classic Canasta); en.wikipedia.org (Canasta); "
            "B. Rigal, Card Games For Dummies",
            message(
                "Going out concealed is worth 100 points more, and a red three that was never laid "
                "down costs 500: type the points of such a round."
            ),
        ),
    )
}  # fmt: skip


def house_rules(data: Mapping[str, int | str]) -> HouseRules:
    """The rules with some settings that differ from the document's; see `changes`.

    Args:
        data: by name; choices by name or number.

    Raises:
        SetupError: a setting or a value that there is not.
    """
    return HouseRules(**option_values("scoresheet", SETTINGS, data))


def changes(rules: HouseRules, base: HouseRules = TRANCA) -> dict[str, int | str]:
    """The settings in which rules differ from others, choices by name; `house_rules` reads them."""
    before: dict[str, Any] = asdict(base)
    return {
        option.name: value if isinstance(option.choices, range) else option.text(value)
        for option in SETTINGS
        if (value := getattr(rules, option.name)) != before[option.name]
    }


def nearest_preset(rules: HouseRules) -> Preset:
    """The preset that rules differ from least; the first of several."""
    return min(PRESETS.values(), key=lambda preset: len(changes(rules, preset.rules)))
