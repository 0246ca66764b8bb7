"""Answers for a page about the evenings in its browser: results, the file to save, a file read.

Nothing is stored here.  `dealt.scoresheet.standings` computes the results, as in a terminal.  What
is not an evening, or a file of them, raises ParseError.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from dealt.core.fields import Option
from dealt.figures.drawing import WIDTH, svg
from dealt.games.tranca.house import (
    PRESETS,
    SETTINGS,
    HouseRules,
    Preset,
    changes,
    nearest_preset,
)
from dealt.games.tranca.scoring import winner_of
from dealt.language import number, say
from dealt.scoresheet.evening import Evening as Setup
from dealt.scoresheet.evening import Number, Points, RulesData, Strict, Text
from dealt.scoresheet.evenings import (
    MOST_ROUNDS,
    MOST_SIDES,
    Evening,
    EveningData,
    Evenings,
    Report,
    checked,
    counting,
    marked,
    merge,
    read,
)
from dealt.scoresheet.leaderboard import BOARD_PICTURES, BOARDS, Drawn, evening_picture, text_of
from dealt.scoresheet.people import People, check_person
from dealt.scoresheet.standings import MOST_PEOPLE, PlayedMatch, PlayedSide, SideRound, names_in


class EveningsBody(Struct, forbid_unknown_fields=True, kw_only=True):
    """The evenings of a page.

    Attributes:
        evenings: the oldest first, as `dealt.scoresheet.evenings.EveningData`.
        names: corrections, as `dealt.scoresheet.evenings.NameData`.
    """

    evenings: list[dict[str, Any]]
    names: list[dict[str, str]] = []


class FileBody(EveningsBody, kw_only=True):
    """The evenings of a page, and a file, or a part of one, to merge into them.

    Attributes:
        report: of the parts before this one.
    """

    text: str
    file: Annotated[str, Meta(max_length=300)]
    report: Report = field(default_factory=Report)


class ResultsBody(EveningsBody, kw_only=True):
    """The evenings of a page, the one it shows, and the width and theme of pictures."""

    evening: str = ""
    width: Annotated[int, Meta(ge=0, le=10_000)] = WIDTH
    dark: bool = False


class JoinBody(EveningsBody, kw_only=True):
    """The evenings of a page, and a name to count as the person `right`; equal names undo it."""

    name: Text
    right: Text


def backup_of(body: EveningsBody) -> dict[str, Any]:
    """The text of the file to save, and the evenings with the marks written to it."""
    own = checked(body.evenings, body.names)
    saved = replace(own, evenings=marked(own.evenings))
    return {"file": saved.text(), "evenings": saved.evenings}


def merged_of(body: FileBody) -> dict[str, Any]:
    """The evenings of a page merged with those of a file, and the changes in words."""
    other = read(body.text, body.file)
    merged, report = merge(checked(body.evenings, body.names), other, body.report)
    return {
        "evenings": merged.evenings,
        "names": merged.names,
        "lines": report.lines(),
        "report": report,
        "latest": other.evenings[-1]["id"] if other.evenings else None,
    }


def people_of(evenings: Evenings) -> People:
    """The people of some evenings."""
    counted = msgspec.convert(counting(evenings.evenings), list[EveningData])
    return People(counted, evenings.names)


def joined_of(body: JoinBody) -> dict[str, Any]:
    """The changes, in words, if a name counts as another; nothing is saved.

    Raises:
        SetupError: the two cannot be one person, see `People.correction`.
    """
    name, right = check_person(body.name), check_person(body.right)
    people = people_of(checked(body.evenings, body.names))
    correction, lines = people.correction(name, right)
    return {"name": correction.name, "right": correction.right, "lines": lines}


def played(evenings: Sequence[Evening], people: People) -> list[PlayedMatch]:
    """Evenings as played matches, with corrected names and without second versions."""
    counted = msgspec.convert(counting(evenings), list[EveningData])
    return [_played(each, people) for each in counted]


def _played(data: EveningData, people: People) -> PlayedMatch:
    entries = [
        [(n, each) for n, row in enumerate(data.rounds, 1) for each in row[side : side + 1] if each]
        for side in range(len(data.sides))
    ]
    winner = None  # decided after complete rounds
    if data.rounds and all(len(each) == len(data.rounds) for each in entries):
        winner = winner_of([sum(e.points for _, e in each) for each in entries], data.target)
    sides = tuple(
        PlayedSide(
            name=people.side(name),
            players=tuple(map(people.name, members)),
            rounds=tuple(SideRound(e.points, e.counts, number) for number, e in entries[place]),
            has_won=place == winner,
        )
        for place, (name, members) in enumerate(zip(data.sides, data.members(), strict=True))
    )
    return PlayedMatch(sides, data.title, data.begun, data.target)


def results_of(body: ResultsBody) -> dict[str, Any]:
    """Each board as sheets, CSV and a picture, and the evening that is shown."""
    evenings = checked(body.evenings, body.names)
    people = people_of(evenings)
    matches = played(evenings.evenings, people)
    answer: dict[str, Any] = {
        name: {
            "tables": board.sheets(matches),
            "csv": board.csv(matches),
            "picture": _drawn(BOARD_PICTURES[name](matches, body.width), body)
            if name in BOARD_PICTURES
            else None,
        }
        for name, board in BOARDS.items()
    }
    shown = [each for each in evenings.evenings if each["id"] == body.evening]
    for match in played(shown, people):
        drawn = evening_picture(match, body.width)
        answer["evening"] = {
            "tables": [drawn.sheet] if drawn else [],
            "csv": BOARDS["rounds"].csv([match]),
            "picture": _drawn(drawn, body),
            "text": text_of(match),
        }
    answer["names"] = [
        {"name": each.name, "at": each.at, "text": text, "can_undo": can_undo}
        for each, text, can_undo in people.history()
    ]
    return answer


def _drawn(drawn: Drawn | None, body: ResultsBody) -> dict[str, Any] | None:
    """A picture as SVG, and what is to be seen in it."""
    if drawn is None:
        return None
    return {
        "svg": svg(drawn.figure, dark=body.dark),
        "title": drawn.figure.title,
        "description": drawn.figure.text,
        "table": drawn.sheet,
    }


SIX = 6  # people, who play to a higher target


def target_of(preset: Preset, people: int) -> int:
    """The points that usually end a match of a game."""
    return preset.targets[people == SIX]


def rules_title(rules: HouseRules) -> str:
    """The name of the nearest game: `Buraco, open, with changes`."""
    preset = nearest_preset(rules)
    title = say(preset.title)
    return title if preset.rules == rules else say("{game}, with changes", game=title)


def rules_changed(rules: HouseRules) -> list[str]:
    """The changes from that game, one per line: `a clean canastra, without a stand-in: 300`."""
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


def _rules_data(rules: HouseRules) -> dict[str, Any]:
    """The rules for a page: their name, source and changes, and all presets."""
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


class _SideData(Strict):
    """A side: its name, and the names of its players as typed, or empty."""

    name: Annotated[str, Meta(max_length=40)]
    players: Annotated[str, Meta(max_length=300)] = ""


class EveningBody(Strict):
    """A request for the seats, the deal and the rules of an evening.

    Attributes:
        rules, seats, dealer: see `dealt.scoresheet.evening.Evening.to_data`.
        totals: the points of each side before it.
        swap: two seats whose people swap.
    """

    sides: Annotated[list[_SideData], Meta(min_length=1, max_length=MOST_SIDES)]
    rules: RulesData = field(default_factory=dict)
    seats: Annotated[list[Number], Meta(max_length=MOST_PEOPLE)] = field(default_factory=list)
    dealer: tuple[Number, Annotated[int, Meta(ge=1, le=MOST_ROUNDS + 1)]] = (0, 1)
    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS + 1)] = 1
    totals: Annotated[list[Points], Meta(max_length=MOST_SIDES)] = field(default_factory=list)
    swap: tuple[Number, Number] | None = None


def evening_of(body: EveningBody, describe: Callable[[Option], Any]) -> dict[str, Any]:
    """The seats, the roles in the open round, the minimums of first melds, and the rules.

    `describe` returns the form field of a setting.

    Raises:
        SetupError: unknown rule, or people who cannot swap.
    """
    players = [names_in(side.players if side.players.strip() else side.name) for side in body.sides]
    setting = {"rules": body.rules, "seats": body.seats, "dealer": body.dealer}
    evening = Setup.from_data(setting)
    if body.swap is not None:
        evening = evening.swapped(players, *body.swap)
    seats = evening.seats(players)
    return {
        "people": [
            {
                "name": seat.name,
                "side": seat.side,
                "swaps": [
                    number
                    for number, other in enumerate(seats)
                    if other.side == seat.side or len(seats) == len(players)
                ],
            }
            for seat in seats
        ],
        "seats": evening.order,
        "deal": evening.deal(players, body.round),
        "minimums": [evening.rules.minimum_at(total) for total in body.totals],
        "rules": _rules_data(evening.rules),
        "options": [describe(option) for option in SETTINGS],
    }
