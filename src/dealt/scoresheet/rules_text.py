"""House rules of an evening in words, for the sheet of a terminal and for the page."""

from __future__ import annotations

from typing import Any

from dealt.games.tranca.house import (
    PRESETS,
    SETTINGS,
    HouseRules,
    Preset,
    changes,
    nearest_preset,
)
from dealt.language import number, say

SIX = 6  # people, who play to a higher target


def target_of(preset: Preset, people: int) -> int:
    """The points that usually end a match of a game."""
    return preset.targets[people == SIX]


def rules_title(rules: HouseRules) -> str:
    """The game whose rules they are, or almost are: `Buraco, open, with changes`."""
    preset = nearest_preset(rules)
    title = say(preset.title)
    return title if preset.rules == rules else say("{game}, with changes", game=title)


def rules_changed(rules: HouseRules) -> list[str]:
    """What differs from that game, one line each: `a clean canastra, without a stand-in: 300`."""
    different = changes(rules, nearest_preset(rules).rules)
    lines = []
    for option in SETTINGS:
        if option.name in different:
            value = different[option.name]
            text = option.choice_text(str(value))
            if isinstance(value, int) and text == str(value):
                text = number(value)
            lines.append(f"{say(option.meaning)}: {text}")
    return lines


def rules_data(rules: HouseRules) -> dict[str, Any]:
    """The rules for a page: their name and source, what is changed, and all presets."""
    preset = nearest_preset(rules)
    return {
        "title": rules_title(rules),
        "changed": rules_changed(rules),
        "source": say(preset.source),
        "gaps": preset.gaps and say(preset.gaps),
        "changes": changes(rules),
        "values": {option.name: option.text(getattr(rules, option.name)) for option in SETTINGS},
        "has_jokers": bool(rules.joker),
        "has_morto": bool(rules.morto),
        "has_low_aces": bool(rules.ace_low),
        "preset": preset.name,
        "presets": [
            {
                "name": each.name,
                "title": say(each.title),
                "changes": changes(each.rules),
                "targets": each.targets,
            }
            for each in PRESETS.values()
        ],
    }
