"""The people of a score sheet: joined names count as one person.

A correction (`NameData`) joins a name to a person, or makes it a separate person again.  Of several
corrections of a name the latest counts.  Two people of one evening never become one, and joins
never form a circle: if joins conflict, as after a merge, the latest ones count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from dealt.errors import SetupError
from dealt.language import Phrase, message, say, say_n
from dealt.nearest import nearest, or_nearest, same
from dealt.scoresheet.evenings import EveningData, NameData
from dealt.scoresheet.standings import BETWEEN, names_in

LONGEST_NAME = 40
_MOST_LISTED = 10  # names after an unknown one

_MOVES = {  # by whether the whole person moves, and whether the new name existed before
    (True, True): message("{name} counts as {right} from now on: {evenings}."),
    (True, False): message("{name} is called {right} from now on: {evenings}."),
    (False, True): message("{name} counts as {right}, no longer as {before}: {evenings}."),
    (False, False): message("{name} counts separately from {before} again: {evenings}."),
}


class People:
    """The people of some evenings, under their right names.

    Args:
        evenings: the oldest first.
        corrections: of names, in order.
    """

    def __init__(self, evenings: Sequence[EveningData], corrections: Sequence[NameData]) -> None:
        self._evenings = evenings
        self._corrections = corrections
        self._members: dict[str, str] = {}  # the latest spelling of each name, by the form `same`
        # where each name occurs: twice the number of the evening, plus one for a side
        self._places: dict[str, set[int]] = {}
        for number, evening in enumerate(evenings):
            for names, place in ((chain(*evening.members()), 0), (evening.sides, 1)):
                for name in names:
                    self._members[same(name)] = name
                    self._places.setdefault(same(name), set()).add(2 * number + place)
        self._latest = {same(each.name): each for each in corrections}
        self._above: dict[str, str] = {}  # of a name that is joined: nearer to the person
        self._spelling: dict[str, str] = {}  # of the people
        self._clashes: dict[str, dict[str, str]] = {}  # of joins that do not count; empty: a circle
        self._names: dict[str, str] = {}
        self._join()

    def name(self, name: str) -> str:
        """The right name of a person, by any of their names."""
        if name not in self._names:
            self._names[name] = self._spelling.get(self._person(same(name)), name)
        return self._names[name]

    def side(self, name: str) -> str:
        """The name of a side with the right names of the people in it."""
        if self._is_corrected(name):
            return self.name(name)
        parts = re.split(f"({BETWEEN.pattern})", name, flags=re.IGNORECASE)
        return "".join(
            part.replace(part.strip(), self.name(part)) if self._is_corrected(part) else part
            for part in parts
        )

    def check_new(self, name: str, playing: Iterable[str]) -> None:
        """Raise SetupError if a person already plays, under this name or another one."""
        person = self.name(name)
        if same(person) not in (same(self.name(each)) for each in playing):
            return
        if same(person) == same(name):
            raise SetupError("{name} is already playing; enter another name", name=name)
        raise SetupError(
            "{name} counts as {right}, who is already playing; enter another name",
            name=name, right=person,
        )  # fmt: skip

    def correction(self, name: str, right: str) -> tuple[NameData, list[str]]:
        """The correction that counts a name as `right` or, if equal, separately again.

        Returns:
            The correction, with the names spelled as on the sheet, and its changes, as lines in the
            current language; empty if nothing changes.

        Raises:
            SetupError: a name is unknown or of several people, the join would close a circle, or
                two people of one evening would become one.
        """
        key, right_key = same(name), same(right)
        others = [each for each in self._corrections if same(each.name) != key]
        if key != right_key:
            for each in (name, right):
                if len(names_in(each)) > 1:
                    raise SetupError(
                        "{name} are several people: join them one at a time", name=repr(each)
                    )
        self._check_known(name)
        if key != right_key:
            People(self._evenings, others)._check_join(name, right)
            right = self._written(right)
        elif name == right:
            name = right = self._latest[key].name if key in self._latest else self._written(name)
        correction = NameData(name, right)
        after = People(self._evenings, [*others, correction])
        lines = self._moves(after, name)
        if key in self._clashes and key == right_key and not lines:
            lines = [say("{name} counts separately, as before.", name=name)]
        suggestion = self._nearest_other(right, key) if lines else None
        if suggestion is not None:
            text = say("Nobody was called {right} so far. Did you mean {name}?",
                       right=right, name=suggestion)  # fmt: skip
            lines.append(text)
        return correction, lines

    def history(self) -> Iterator[tuple[NameData, str, bool]]:
        """Each correction, its effect in words, and whether it can be undone."""
        for each in self._corrections:
            key, facts = same(each.name), {"name": each.name, "right": each.right}
            is_back, is_latest = key == same(each.right), self._latest[key] is each
            if is_latest and key in self._clashes:
                text = self._problem(each)
            elif is_back:
                text = say("{name} counts separately again.", **facts)
            else:
                text = say("{name} counts as {right}.", **facts)
            yield each, text, is_latest and not is_back

    def problems(self) -> list[str]:
        """The joins that do not count, with the reasons."""
        return [self._problem(self._latest[key]) for key in self._clashes]

    def _join(self) -> None:
        """Join the names, beginning with the latest correction."""
        places = {key: {*numbers} for key, numbers in self._places.items()}
        for key in dict.fromkeys(same(each.name) for each in reversed(self._corrections)):
            correction = self._latest[key]
            right = same(correction.right)
            if key != right:
                person = self._person(right)
                clash = self._clash(key, person, places)
                if person == key or clash:
                    self._clashes[key] = clash
                    continue
                self._above[key] = person
                sets = places.pop(key, set()), places.get(person, set())
                small, large = sorted(sets, key=len)
                large |= small
                places[person] = large
            self._spelling.setdefault(right, correction.right)

    def _person(self, key: str) -> str:
        """The key of a person, by the key of any name."""
        path = []
        while key in self._above:
            path.append(key)
            key = self._above[key]
        for each in path:
            self._above[each] = key
        return key

    def _clash(self, one: str, other: str, places: Mapping[str, set[int]]) -> dict[str, str]:
        """The first evening in which two people both played, and who; empty if there is none."""
        shared = places.get(one, set()) & places.get(other, set())
        if one == other or not shared:
            return {}
        evening = self._evenings[min(shared) // 2]
        names = evening.sides if min(shared) % 2 else chain(*evening.members())
        by_person = {self._person(same(each)): each for each in names}
        title = evening_title(evening.title, evening.begun, evening.sides)
        return {"evening": title, "one": by_person[one], "other": by_person[other]}

    def _written(self, name: str) -> str:
        """A name in the spelling of the sheet."""
        key = same(name)
        return self._spelling.get(key, self._members.get(key, name))

    def _is_corrected(self, name: str) -> bool:
        return same(name) in self._above or same(name) in self._spelling

    def _check_known(self, name: str) -> None:
        """Raise SetupError if nobody has this name."""
        if any(same(name) in each for each in (self._members, self._latest, self._spelling)):
            return
        written = [each for each in self._members.values() if len(names_in(each)) == 1]
        people = [*dict.fromkeys(map(self.name, written))]
        listing = ", ".join([*people[:_MOST_LISTED], *["..."] * (len(people) > _MOST_LISTED)])
        problem = Phrase("nobody here is called {name}", {"name": repr(name)})
        ending = Phrase("the names are {names}", {"names": listing})
        raise SetupError(or_nearest(problem, name, [*people, *written], ending))

    def _nearest_other(self, right: str, key: str) -> str | None:
        """The nearest name of a person other than `key`, if nobody is called `right` yet."""
        if same(right) in self._members or same(right) in self._spelling:
            return None
        people = {self._person(each): name for each, name in self._members.items()}
        people.pop(self._person(key), None)
        return nearest(right, map(self.name, people.values()))

    def _check_join(self, name: str, right: str) -> None:
        """Raise SetupError if a name without a join cannot count as a person."""
        key, person = same(name), self._person(same(right))
        if person == key:
            through = self._latest[same(right)].right
            if same(through) == key:
                raise SetupError(
                    "{name} cannot count as {right}: {right} counts as {name}; undo that first",
                    name=name, right=right,
                )  # fmt: skip
            raise SetupError(
                "{name} cannot count as {right}: {right} counts as {through}, who counts as "
                "{name}; undo one of these first",
                name=name, right=right, through=through,
            )  # fmt: skip
        places: dict[str, set[int]] = {key: set(), person: set()}
        for each, numbers in self._places.items():
            places.get(self._person(each), set()).update(numbers)
        if clash := self._clash(key, person, places):
            raise SetupError(
                "{name} cannot count as {right}: {one} and {other} played in one evening "
                "({evening})",
                name=name, right=right, **clash,
            )  # fmt: skip

    def _problem(self, correction: NameData) -> str:
        """The reason why a join does not count."""
        facts = {"name": correction.name, "right": correction.right}
        clash = self._clashes[same(correction.name)]
        if not clash:
            return say("{name} does not count as {right}: {right} counts as {name}.", **facts)
        return say(
            "{name} does not count as {right}: {one} and {other} played in one evening "
            "({evening}).",
            **facts, **clash,
        )  # fmt: skip

    def _moves(self, after: People, name: str) -> list[str]:
        """The changes of a correction, one line for each person affected."""
        groups: dict[tuple[str, str], list[str]] = {}
        for key in self._members:
            groups.setdefault((self._person(key), after._person(key)), []).append(key)
        people = Counter(old for old, _ in groups)
        is_respelled = all(old == new for old, new in groups)
        lines = []
        for (old, new), keys in groups.items():
            written = self._members[keys[-1]]
            before, right = self.name(written), after.name(written)
            if before == right or (old == new and not is_respelled):
                continue
            is_whole, is_known = people[old] == 1, new in people and old != new
            if not is_whole and is_known:
                written = name if same(name) in keys else written
            facts = {"name": before if is_whole else written if is_known else right}
            evenings = self._evenings_text(keys)
            text = _MOVES[is_whole, is_known]
            lines.append(say(text, **facts, right=right, before=before, evenings=evenings))
        return lines

    def _evenings_text(self, keys: Iterable[str]) -> str:
        """The number of evenings with some names, and their first and last days."""
        numbers = {place // 2 for key in keys for place in self._places[key]}
        days = sorted(filter(None, (self._evenings[number].begun[:10] for number in numbers)))
        n = say_n("1 evening", "{n} evenings", len(numbers))
        first, last = (_day_text(days[0]), _day_text(days[-1])) if days else ("", "")
        if first == last:
            return ", ".join(filter(None, (n, first)))
        return say("{evenings}, {first} to {last}", evenings=n, first=first, last=last)


def evening_title(title: str, begun: str, sides: Iterable[str]) -> str:
    """The title and the day of an evening, as far as known, else its sides."""
    parts = [title, _day_text(begun)]
    if title.startswith(begun[:10] or "-"):
        parts = parts[1:]
    return ", ".join(filter(None, parts)) or ", ".join(sides)


def _day_text(begun: str) -> str:
    """The day of a date in ISO 8601, in the current language; empty without a date."""
    if len(begun) < len("2026-11-26"):
        return ""
    return say("{year}-{month}-{day}", year=begun[:4], month=begun[5:7], day=begun[8:10])


def check_name(name: Any, noun: str, longest: int) -> str:
    """A name or title, without surrounding white space.

    Raises:
        SetupError: it is empty, too long, or not printable.
    """
    if not isinstance(name, str) or not name.strip():
        raise SetupError("a {what} must not be empty", what=Phrase(noun))
    name = name.strip()
    if not name.isprintable():
        raise SetupError(
            "the {what} {name} has characters that cannot be shown",
            what=Phrase(noun), name=repr(name[:20]),
        )  # fmt: skip
    if len(name) > longest:
        raise SetupError(
            "the {what} {name}... is longer than {longest} letters",
            what=Phrase(noun), name=repr(name[:20]), longest=longest,
        )  # fmt: skip
    return str(name)


def check_person(name: Any) -> str:
    """The name of a person or a side, see `check_name`."""
    return check_name(name, message("name"), LONGEST_NAME)
