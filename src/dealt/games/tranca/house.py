"""Tranca: the values and melds that families change, for the score sheet of a real table.

The original document's rules are `TRANCA`, the default everywhere.  The played game keeps them; a
score sheet can use others, such as those of a `Preset`.

>>> house_rules({"clean": 300}).clean, changes(house_rules({"clean": 300}))
(300, {'clean': 300})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from dealt.cards import JOKER
from dealt.core.fields import YES_OR_NO, Option, option, option_values
from dealt.language import message

BLACK_THREES = ("3C", "3S")
_CARD_FIELDS = (
    {"2": "two", "A": "ace"} | dict.fromkeys("4567", "low") | dict.fromkeys("89TJQK", "high")
)
_LAYING = ("threes", "trancas_laid", "joker", "runs", "sets", "ace_low", "most_wilds")
_MOST = 99_999  # points


_AS_CLEAN = message("as a clean one")
_NOTHING = message("nothing")


def _setting(
    default: int, meaning: str, choices: Mapping[str, int] | range, words: Mapping[str, str] = {}
) -> Any:
    """A field of `HouseRules` with all that people read and may choose."""
    row = option(default, meaning, choices, words=words)
    return field(default=default, metadata={"option": row})


def _points(default: int, meaning: str, zero: str = "") -> Any:
    return _setting(default, meaning, range(-_MOST, _MOST + 1), {"0": zero} if zero else {})


@dataclass(frozen=True)
class HouseRules:
    """What a score sheet counts, in points, and what may be laid; see `SETTINGS` for each field.

    The defaults are those of the original document. Penalties are negative.
    """

    clean: int = _points(200, message("a clean canastra, without a stand-in"))
    dirty: int = _points(100, message("a dirty canastra, with a stand-in"))
    twos: int = _points(1000, message("a canastra of wild cards only"), message("not allowed"))
    real: int = _points(0, message("a clean run of 13 cards, such as ace to king"), _AS_CLEAN)
    ace_to_ace: int = _points(0, message("a clean run of 14 cards, ace to ace"), _AS_CLEAN)
    threes: int = _setting(
        1,
        message("threes"),
        {"apart": 1, "ordinary": 0},
        {"apart": message("red and black ones apart"), "ordinary": message("ordinary cards")},
    )
    dollar: int = _points(100, message("each red three laid down, with what it needs"))
    dollar_without: int = _points(-100, message("each red three laid down, without it"))
    dollars_need: int = _setting(
        1,
        message("what red threes need to count for you"),
        {"nothing": 0, "canastra": 1, "meld": 2},
        {
            "nothing": _NOTHING,
            "canastra": message("any canastra"),
            "meld": message("any meld"),
        },
    )
    all_dollars: int = _points(0, message("all red threes on one side, in addition"), _NOTHING)
    tranca: int = _points(-100, message("each black three left in the hand"))
    trancas_laid: int = _setting(
        0, message("whether black threes may be laid when going out"), YES_OR_NO
    )
    morto: int = _points(-100, message("a morto not used"), message("there is no morto"))
    final_move: int = _points(100, message("going out"))
    clean_to_go_out: int = _setting(
        0, message("whether going out needs a clean canastra"), YES_OR_NO
    )
    joker: int = _points(0, message("a joker, two in each deck"), message("there are no jokers"))
    two: int = _points(10, message("a two"))
    dollar_card: int = _points(5, message("a red three, as a card"))
    low: int = _points(5, message("four to seven, and threes that are ordinary or melded"))
    high: int = _points(10, message("eight to king"))
    ace: int = _points(15, message("an ace"))
    runs: int = _setting(1, message("whether runs of one suit may be laid"), YES_OR_NO)
    sets: int = _setting(1, message("whether equal cards may be laid"), YES_OR_NO)
    ace_low: int = _setting(
        0,
        message("whether a run may begin with the ace, with the two in its place"),
        YES_OR_NO,
    )
    most_wilds: int = _setting(1, message("stand-ins in a meld, at most"), range(1, 5))
    minimum: int = _points(0, message("least points to lay down at first"), message("any"))
    minimum_below_zero: int = _points(
        0, message("least points with a total below zero"), message("the same")
    )
    middle: int = _points(1500, message("a total from which the least is higher"))
    minimum_middle: int = _points(0, message("least points from there"), message("the same"))
    late: int = _points(3000, message("a total from which it is higher again"))
    minimum_late: int = _points(0, message("least points from that total"), message("the same"))

    @property
    def lowest(self) -> str:
        """The rank that a run begins with at the earliest."""
        return "A" if self.ace_low else "3" if not self.threes else "4"

    @property
    def lays_like_tranca(self) -> bool:
        """Whether what may be laid is what the original document allows."""
        return all(getattr(self, name) == getattr(TRANCA, name) for name in _LAYING)

    def is_apart(self, card: str) -> bool:
        """Whether a card never lies in a meld."""
        red = card[0] == "3" and card not in BLACK_THREES
        return bool(card[0] == "3" and self.threes and (red or not self.trancas_laid))

    def value(self, card: str) -> int:
        """The points of a card, given by its short name; 0 for a black three that costs apart."""
        if card == JOKER:
            return self.joker
        if card[0] != "3":
            return int(getattr(self, _CARD_FIELDS[card[0]]))
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
SETTINGS: tuple[Option, ...] = tuple(
    replace(each.metadata["option"], name=each.name) for each in fields(HouseRules)
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
