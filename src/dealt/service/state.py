"""A table as its events leave it: `TableState.fold` is the only way in which it changes.

The same events always lead to the same state, whoever folds them and when; no chance, no clock and
no computer player has a part in it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace as changed
from typing import Any

from msgspec.structs import replace

from dealt.core.agent import Action, Seat
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.table import Table
from dealt.errors import DealtError, StorageError
from dealt.games import registered
from dealt.service import events as ev
from dealt.service import fairness
from dealt.service.history import PastMatch, past_match
from dealt.service.parts import Phase
from dealt.service.places import Code, Place, Request, Seal, SeatNews
from dealt.service.protocol import Settings

CHAT_LINES = 30


class TableState:
    """A table as it stands.

    Args:
        name: of the table.

    Attributes:
        version: how many events there were.
        moved: the version of the last event that changed the position.
        moved_at: when that was, milliseconds since 1970.
        waiting_since: when the table began to wait for the one in turn, or for the next deal.
        host: the person whose table it is.
        deputy: who does the host's part while the host is away, see `events.Hosted`.
        settings: how it plays.
        members: who came by a link, and as what.
        places: the seats.
        match: the match being played, or the last one; None before the first.
        matches: how many matches there were.
        names: who plays in that match.
        seal: the dealer's part in the next deal.
        receipts: of all rounds dealt, also of the one being played, by match and round.
        by: who did each action of each round, see `events.Played`.
        takers: who may take each action of this round back, when it is the last one, unless it
            showed a hidden card; None: nobody, for it was not a person's.
        took_back: the name of who took the last move back, until somebody moves.
        moves: the versions that moves of persons led to, by person and the client's name.
        seen: which seat each person has seen in this round.
        saw: which seats each person held in each round of the match, while it was played.
        doers: who did an action of each round of the match, by its number, if that was not the one
            whose name the seat has now.
        requests: seats that persons have asked for, by person.
        seat_news: what happened to a seat since the last move.
        is_closed: nobody comes any more.
        changed_at: when something happened there last, milliseconds since 1970.
        past: the matches that are over.
        codes: the links that work, by the hash of their codes.
        chat: the latest lines, each who and what.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.version = 0
        self.moved = 0
        self.moved_at = 0
        self.waiting_since = 0
        self.host = ""
        self.deputy: str | None = None
        self.settings = Settings(game="", seats=1)
        self.members: dict[str, str] = {}
        self.places: list[Place] = []
        self.match: Match | None = None
        self.matches = 0
        self.names: tuple[str, ...] = ()
        self.seal: Seal | None = None
        self.receipts: dict[tuple[int, int], fairness.Receipt] = {}
        self.by: list[list[str]] = []
        self.takers: list[str | None] = []
        self.took_back: str | None = None
        self.moves: dict[tuple[str, str], int] = {}
        self.seen: dict[str, set[int]] = {}
        self.saw: list[dict[str, set[int]]] = []
        self.doers: list[dict[int, str]] = []
        self.requests: dict[str, Request] = {}
        self.seat_news: SeatNews | None = None
        self.is_closed = False
        self.changed_at = 0
        self.past: list[PastMatch] = []
        self.codes: dict[str, Code] = {}
        self.chat: deque[tuple[str, str]] = deque(maxlen=CHAT_LINES)
        self.host_ready = False
        self._before: Table | None = None  # the last action, until somebody asks about it
        self._has_shown: bool | None = None
        self._decks: list[list[int]] = []
        self._is_finished = False

    # --- what the events say

    @property
    def game(self) -> Game:
        """The game that is played."""
        return registered(self.settings.game)

    @property
    def acting_host(self) -> str:
        """Who may change the settings and begin; empty: nobody now."""
        return self.host if self.deputy is None else self.deputy

    @property
    def table(self) -> Table | None:
        """The round being played, or the last one."""
        return None if self.match is None else self.match.table

    @property
    def is_playing(self) -> bool:
        """Whether a round is being played."""
        return self.table is not None and not self.table.is_over

    @property
    def is_between_matches(self) -> bool:
        """Whether no match is being played: seats and settings can change."""
        return self.match is None or self._is_finished or self.match.is_over

    @property
    def phase(self) -> Phase:
        """See `protocol.TableFrame.phase`."""
        if self.is_playing:
            return "playing"
        if self.is_agreed:
            return "revealing"
        if self.match is None:
            return "seating"
        return "over" if self.is_between_matches else "between"

    @property
    def turn(self) -> int | None:
        """The seat in turn."""
        return self.table.seat_in_turn if self.table is not None and self.is_playing else None

    @property
    def next_deal(self) -> tuple[int, int]:
        """The match and the round that the next deal is for."""
        if self.match is None or self.is_between_matches:
            return self.matches + 1, 1
        return self.matches, len(self.match.tables) + 1

    @property
    def is_agreed(self) -> bool:
        """Whether everybody is ready for the next deal."""
        if self.is_playing or any(place.is_empty for place in self.places) or self.seal is None:
            return False
        people = [place for place in self.places if place.person is not None]
        if not people:
            return self.host_ready or not self.is_between_matches
        return all(place.ready or place.away for place in people) and (
            # somebody has to be there who wants it
            any(place.ready for place in people)
        )

    @property
    def is_revealed(self) -> bool:
        """Whether all who committed have revealed."""
        return all(place.commit is None or place.entropy is not None for place in self.places)

    @property
    def mover(self) -> str | None:
        """The computer player who is to move now, if it is one."""
        turn = self.turn
        if turn is None:
            return None
        place = self.places[turn]
        if place.person is None:
            return place.level
        return self.settings.stand_in if place.away else None

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person holds."""
        if person is None:
            return []
        return [seat for seat, place in enumerate(self.places) if place.person == person]

    def seats_in(self, person: str | None, number: int) -> list[int]:
        """The seats that a person held while round `number` of this match was played."""
        return [] if person is None else sorted(self.saw[number - 1].get(person, ()))

    def may_attend(self, person: str | None) -> bool:
        """Whether a person may see the table."""
        is_known = person == self.host or person in self.members or bool(self.seats_of(person))
        return (self.settings.public or is_known) and not self.is_closed

    def may_sit(self, person: str | None) -> bool:
        """Whether a person may take a seat."""
        is_player = self.members.get(person or "") == "player"
        return self.settings.public or person == self.host or is_player

    def has_part(self, person: str) -> bool:
        """Whether a person sees another table than those who have only come to watch."""
        return (
            person == self.host
            or person in self.requests
            or person in self.seen
            or any(person in (place.person, place.kept) for place in self.places)
        )

    def may_undo(self, person: str) -> bool:
        """Whether the last move is the person's own, and can be taken back."""
        # with a clock, taking back would stop it as often as one likes
        if not self.is_playing or not self.takers or self.settings.move_s is not None:
            return False
        assert self.table is not None, "playing without a round"
        seat, _ = self.table.history[-1]
        is_own = self.takers[-1] == person == self.places[seat].person
        return is_own and not self._has_shown_something(seat)

    def _has_shown_something(self, seat: int) -> bool:
        """Whether the last action of the round, of this seat, has shown it a hidden card."""
        assert self.match is not None, "an action without a match"
        if self._has_shown is None:
            if self._before is None:  # what came after the action has been taken back
                self._before = self.match.dealt_again(len(self.match.tables) - 1)
                for _, action in self.match.table.history[:-1]:
                    self._before.repeat(action)
            self._has_shown = reveals(self._before, self.match.table, seat)
            self._before = None
        return self._has_shown

    def is_over(self, match: int, number: int) -> bool:
        """Whether a round has been played to the end, so that its cards are no secret."""
        if match != self.matches or self.match is None:
            return 0 < match < self.matches + (self.match is None)
        return 1 <= number <= len(self.match.tables) and self.match.tables[number - 1].is_over

    # --- how it changes

    def fold(self, event: ev.AnyEvent, at: int) -> None:
        """Let an event happen.

        Args:
            event: the next one.
            at: when it was accepted, milliseconds since 1970.

        Raises:
            StorageError: it does not fit what was before, or is of other rules.
        """
        try:
            self.version += 1
            was_over = self.is_between_matches
            HAPPENS[type(event)](self, event, at)
            self.changed_at = at
            if self.match is not None and self.is_between_matches and not was_over:
                self.past.append(past_match(self.matches, self.match, self.places, at))
        except (DealtError, IndexError, KeyError, AttributeError, AssertionError) as error:
            raise StorageError(
                f"table {self.name} cannot be taken up at event {self.version}: {error}"
            ) from error

    def _opened(self, event: ev.Opened, at: int) -> None:
        self.host = event.host
        self._set(event.settings)
        self.waiting_since = at

    def _changed(self, event: ev.Changed, at: int) -> None:
        if (event.settings.game, event.settings.seats) != (self.settings.game, len(self.places)):
            self.match = None  # it cannot be shown at the new table
        before = self.settings
        self._set(event.settings)
        manners = {"label": "", "ask_first": False}
        if replace(event.settings, **manners) != replace(before, **manners):
            self._nobody_ready()

    def _set(self, settings: Settings) -> None:
        self.settings = settings
        old = self.places[: settings.seats]
        self.places = old + [Place() for _ in range(settings.seats - len(old))]

    def _hosted(self, event: ev.Hosted, at: int) -> None:
        self.deputy = event.deputy

    def _joined(self, event: ev.Joined, at: int) -> None:
        if self.members.get(event.person) != "player":
            self.members[event.person] = event.kind

    def _sat(self, event: ev.Sat, at: int) -> None:
        before = self.places[event.seat]
        self.places[event.seat] = Place(person=event.person, name=event.name)
        self.requests.pop(event.person, None)
        is_back = before.kept == event.person
        if is_back and before.was_host:
            self.host = event.person
        if event.named and not self.is_between_matches:
            kind = "back" if is_back else "taken"
            self.seat_news = SeatNews(event.seat, kind, event.name, before.name)
            self._name_seats({event.seat: event.name})
        self._sees(event.person, event.seat)
        self._nobody_ready()

    def _renamed(self, event: ev.Renamed, at: int) -> None:
        before = self.places[event.seat].name
        self.places[event.seat].name = event.name
        if self.match is None or self.is_between_matches or self.names[event.seat] != before:
            return  # a match that is over keeps the names of who played it
        self.match.rename(event.seat, event.name)
        self.names = self.match.names
        if self.took_back == before:
            self.took_back = event.name

    def _seat_moved(self, event: ev.SeatMoved, at: int) -> None:
        place = self.places[event.seat]
        before = place.person
        place.person, place.away = event.person, False
        self.members.setdefault(event.person, "player")
        if self.host == before:
            self.host = event.person
        self._sees(event.person, event.seat)
        self.takers = [event.person if taker == before else taker for taker in self.takers]
        for seats in self.saw:  # it is the same player, who keeps what the seat has seen
            if before is not None and event.seat in seats.get(before, ()):
                seats.setdefault(event.person, set()).add(event.seat)

    def _name_seats(self, called: dict[int, str]) -> None:
        """Seats have other names in this match: other people play on there."""
        assert self.match is not None, "a name without a match"
        for done, table in zip(self.doers, self.match.tables, strict=True):
            for number, (seat, _) in enumerate(table.history):
                if seat in called:
                    done.setdefault(number, self.names[seat])
        names = [called.get(seat, name) for seat, name in enumerate(self.names)]
        self.match.name_seats(names)
        self.names = self.match.names

    def _sees(self, person: str, seat: int) -> None:
        """A person sees what a seat sees."""
        self.seen.setdefault(person, set()).add(seat)
        if self.is_playing:
            self.saw[-1].setdefault(person, set()).add(seat)

    def _stood(self, event: ev.Stood, at: int) -> None:
        person = self.places[event.seat].person
        place = Place()
        if event.level is not None:
            place = Place(name=event.name or event.level, level=event.level)
            self.seat_news = SeatNews(event.seat, "left", place.name, self.names[event.seat])
        if event.kept and person is not None:
            place.kept, place.was_host = person, person == self.host
            self.members[person] = "player"
        self.places[event.seat] = place
        others = [place.person for place in self.places if place.person is not None]
        if others and person == self.host and not self.seats_of(person):
            self.host, self.deputy = others[0], ""  # who may be away, too
        self._nobody_ready()

    def _asked(self, event: ev.Asked, at: int) -> None:
        self.requests[event.person] = Request(
            self.version, event.person, event.name, event.seat, event.own
        )

    def _agreed(self, event: ev.Agreed, at: int) -> None:
        self.requests[event.person] = changed(self.requests[event.person], agreed=True)

    def _answered(self, event: ev.Answered, at: int) -> None:
        if event.declined:
            self.requests[event.person] = changed(self.requests[event.person], declined=True)
        else:
            self.requests.pop(event.person, None)

    def _swapped(self, event: ev.Swapped, at: int) -> None:
        one, other = event.seat, event.other
        places, names = self.places, self.names
        places[one], places[other] = places[other], places[one]
        if not self.is_between_matches:
            self.seat_news = SeatNews(one, "swapped", names[one], names[other])
            self._name_seats({one: names[other], other: names[one]})
        for seat in (one, other):
            person = places[seat].person
            if person is not None:
                self.requests.pop(person, None)
                self._sees(person, seat)
        self._nobody_ready()

    def _bot_sat(self, event: ev.BotSat, at: int) -> None:
        kept, was_host = self.places[event.seat].kept, self.places[event.seat].was_host
        self.places[event.seat] = Place(
            name=event.name, level=event.level, kept=kept, was_host=was_host
        )
        self._nobody_ready()

    def _cleared(self, event: ev.Cleared, at: int) -> None:
        self.places[event.seat] = Place()
        self._nobody_ready()

    def _nobody_ready(self) -> None:
        """Nobody begins with other people or settings than were agreed to."""
        if self.is_between_matches:
            self.host_ready = False
            for place in self.places:
                place.forget()

    def _got_ready(self, event: ev.GotReady, at: int) -> None:
        if not event.seats:
            self.host_ready = event.ready
        for seat in event.seats:
            place = self.places[seat]
            place.ready, place.commit, place.entropy = event.ready, event.commit, None
        if self.is_agreed:
            self.waiting_since = at

    def _sealed(self, event: ev.Sealed, at: int) -> None:
        promise = fairness.dealer_commitment(self.name, event.match, event.round, event.seed)
        self.seal = Seal(event.match, event.round, event.seed, promise)

    def _revealed(self, event: ev.Revealed, at: int) -> None:
        for seat in event.seats:
            self.places[seat].entropy = event.entropy

    def _dealt(self, event: ev.Dealt, at: int) -> None:
        assert self.seal is not None, "dealt without a seal"
        game = self.game
        if event.version != game.version:
            raise StorageError(
                f"it is played by {game.title} rules version {event.version}; "
                f"these are {game.version}"
            )
        pack = game.deck_for(len(event.names), event.options)
        replacing = game.with_replacement(event.options)
        if event.round == 1:
            self._decks = []
            self.by = []
            self.saw = []
            self.doers = []
            self.requests = {}
        self._decks.append(pack.order(event.deck.split(), replacing=replacing))
        if event.round == 1:
            self._begin(event, game)
        else:
            assert self.match is not None, "a later round without a match"
            self.match.next_round()
        self.receipts[event.match, event.round] = self._receipt(event)
        self.seal = None
        self.by.append([])
        self.doers.append({})
        self.saw.append({})
        self.takers, self.took_back = [], None
        self.seen = {}
        for seat, place in enumerate(self.places):
            place.forget()
            if place.person is not None:
                self._sees(place.person, seat)
        self._moved(at)

    def _begin(self, event: ev.Dealt, game: Game) -> None:
        """Begin a match."""
        decks = self._decks
        self.match = Match(
            game,
            [Seat(name) for name in event.names],
            seed=0,
            rounds=event.rounds,
            options=dict(event.options),
            dealer=lambda number: decks[number],
        )
        self.matches = event.match
        self.names = tuple(event.names)
        self.host_ready = False
        self.moves = {}
        self._is_finished = False

    def _receipt(self, event: ev.Dealt) -> fairness.Receipt:
        """All that is needed to deal the round again; a secret until it is over."""
        assert self.seal is not None
        return fairness.receipt_of(
            self.game,
            fairness.Subject(
                table=self.name,
                match=event.match,
                round=event.round,
                game=self.settings.game,
                version=event.version,
                seats=len(event.names),
                options=dict(event.options),
            ),
            self.seal.seed,
            [place.commit for place in self.places],
            [place.entropy for place in self.places],
            event.deck,
        )

    def _played(self, event: ev.Played, at: int) -> None:
        table = self.table
        assert table is not None, "played without a deal"
        assert table.seat_in_turn == event.seat, "played by a seat that is not in turn"
        taker = event.person if event.by == "person" else None
        self._has_shown = None
        self._before = None if taker is None else table.twin()
        place, number = self.places[event.seat], len(table.history)
        if place.level is not None and place.name != self.names[event.seat]:
            self.doers[-1][number] = place.name
        table.step(Action(event.action, ""))
        self.by[-1].append(event.by)
        self.takers.append(taker)
        self.took_back = None
        if event.person is not None and event.move is not None:
            self.moves[event.person, event.move] = self.version
        self._moved(at)

    def _undone(self, event: ev.Undone, at: int) -> None:
        match = self.match
        assert match is not None, "taken back without a deal"
        assert match.table.history[-1][0] == event.seat, "taken back by another seat"
        match.take_back()
        self.by[-1].pop()
        self.takers.pop()
        self.doers[-1].pop(len(match.table.history), None)
        self._has_shown = self._before = None
        self.took_back = self.names[event.seat]
        self._moved(at)

    def _moved(self, at: int) -> None:
        self.moved, self.moved_at, self.waiting_since = self.version, at, at
        self.seat_news = None

    def _went_away(self, event: ev.WentAway, at: int) -> None:
        self.places[event.seat].away = True

    def _came_back(self, event: ev.CameBack, at: int) -> None:
        self.places[event.seat].away = False

    def _chatted(self, event: ev.Chatted, at: int) -> None:
        self.chat.append((event.who, event.text))

    def _code_made(self, event: ev.CodeMade, at: int) -> None:
        self.codes[event.code_hash] = Code(event.kind, event.seat, event.person)

    def _codes_revoked(self, event: ev.CodesRevoked, at: int) -> None:
        self.codes = {key: code for key, code in self.codes.items() if code.kind != event.kind}

    def _code_used(self, event: ev.CodeUsed, at: int) -> None:
        self.codes.pop(event.code_hash, None)

    def _resumed(self, event: ev.Resumed, at: int) -> None:
        self.waiting_since = at

    def _finished(self, event: ev.Finished, at: int) -> None:
        self._is_finished = True
        self.seal = None
        for place in self.places:
            place.forget()

    def _closed(self, event: ev.Closed, at: int) -> None:
        self.is_closed = True


def reveals(before: Table, after: Table, seat: int) -> bool:
    """Whether any card came to lie, or ceased to lie, where a seat cannot see it.

    Then the seat may have learned something by its action, and it is not taken back.
    """
    return after.hidden_from(seat) != before.hidden_from(seat)


HAPPENS: dict[type, Callable[[TableState, Any, int], None]] = {
    ev.Opened: TableState._opened,
    ev.Changed: TableState._changed,
    ev.Hosted: TableState._hosted,
    ev.Joined: TableState._joined,
    ev.Sat: TableState._sat,
    ev.Renamed: TableState._renamed,
    ev.SeatMoved: TableState._seat_moved,
    ev.Stood: TableState._stood,
    ev.Asked: TableState._asked,
    ev.Agreed: TableState._agreed,
    ev.Answered: TableState._answered,
    ev.Swapped: TableState._swapped,
    ev.BotSat: TableState._bot_sat,
    ev.Cleared: TableState._cleared,
    ev.GotReady: TableState._got_ready,
    ev.Sealed: TableState._sealed,
    ev.Revealed: TableState._revealed,
    ev.Dealt: TableState._dealt,
    ev.Played: TableState._played,
    ev.Undone: TableState._undone,
    ev.WentAway: TableState._went_away,
    ev.CameBack: TableState._came_back,
    ev.Chatted: TableState._chatted,
    ev.CodeMade: TableState._code_made,
    ev.CodesRevoked: TableState._codes_revoked,
    ev.CodeUsed: TableState._code_used,
    ev.Resumed: TableState._resumed,
    ev.Finished: TableState._finished,
    ev.Closed: TableState._closed,
}
