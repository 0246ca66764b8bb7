"""The state of a table, which changes by `fold` alone, event by event."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace

from msgspec import Struct

from dealt.core.agent import Seat
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.table import Table
from dealt.errors import DealtError, StorageError
from dealt.games import registered
from dealt.history.archived import Archived, Holding
from dealt.history.heads import hashed, head_of
from dealt.service.table import fairness
from dealt.service.table.parts import Code, Phase, Place, Request, Seal, SeatNews, Settings

_CHAT_LINES = 30
_PAUSE_MS = 300_000  # a longer one is not time played


class TableState:
    """A table after its events so far; times are in milliseconds since 1970.

    Attributes:
        version: number of events.
        moved: the version of the last event that changed the position.
        waiting_since: when the table began to wait for a move, or for the next deal.
        host: the person who opened the table, or inherited it.
        deputy: the acting host, see `events.Hosted`.
        members: `player` or `watcher`, by person who came by a link.
        places: the seats.
        match: the match being played, or the last one; None before the first.
        matches: number of matches.
        names: the players of that match.
        seal: the dealer's part in the next deal.
        receipts: of all rounds of that match, the current one included; none for arranged cards.
        by: who took each action of each round, see `events.Played`.
        takers: who may undo each action of this round while it is the last one, unless it showed
            a hidden card; None: nobody, because no person took it.
        took_back: the name of the player who undid the last move, until somebody moves.
        moves: the versions that people's moves led to, by person and the client's id of the move.
        seats_seen: which seats each person has seen in this round.
        saw: which seats each person held during each round of the match.
        doers: the player of an action of each round, by its number, if the seat has another name
            now.
        requests: seats that people have asked for, by person.
        seat_news: what happened to seats in each round of the match, or after it.
        is_closed: the host has closed the table for good.
        changed_at: time of the last event.
        archived: how many finished matches the archive has had.
        unarchived: those that are still to be added.
        trimmed: the version up to which a snapshot has replaced the events.
        snapshot: the table before the latest match began, once another match has been played.
        began_at, played_ms: when the match began, and how long it has been played.
        codes: the valid links, by the hash of their codes.
        chat: the latest lines, as name and text.
        host_ready: the host wants a match of computer players to begin.
        decks: the deck order of each round.
        stack: the decks to deal again, one each round.
        is_finished: the host has ended the match between two rounds.
        practice: the match does not count: moves were taken back that would stay otherwise, or it
            goes on from a step of an earlier match.
        before_move: the round before its last action, until `may_undo` has compared the two.
        has_shown: whether that action showed its seat a hidden card; None: not yet compared.
    """

    def __init__(self, name: str, archived: int = 0) -> None:
        self.name = name
        self.archived = archived
        self.version = 0
        self.moved = 0
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
        self.receipts: list[fairness.Receipt] = []
        self.by: list[list[str]] = []
        self.takers: list[str | None] = []
        self.took_back: str | None = None
        self.moves: dict[tuple[str, str], int] = {}
        self.seats_seen: dict[str, set[int]] = {}
        self.saw: list[dict[str, set[int]]] = []
        self.doers: list[dict[int, str]] = []
        self.requests: dict[str, Request] = {}
        self.seat_news: list[list[SeatNews]] = []
        self.is_closed = False
        self.changed_at = 0
        self.unarchived: list[Archived] = []
        self.trimmed = 0
        self.snapshot: Trimmed | None = None
        self.began_at = self.played_ms = 0
        self.codes: dict[str, Code] = {}
        self.chat: deque[tuple[str, str]] = deque(maxlen=_CHAT_LINES)
        self.host_ready = False
        self.before_move: Table | None = None
        self.has_shown: bool | None = None
        self.decks: list[list[int]] = []
        self.stack: tuple[str, ...] = ()
        self.is_finished = self.practice = False

    @property
    def game(self) -> Game:
        """The table's game."""
        return registered(self.settings.game)

    @property
    def acting_host(self) -> str:
        """The person who may change the settings and begin a match; empty: nobody now."""
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
        return self.match is None or self.is_finished or self.match.is_over

    @property
    def phase(self) -> Phase:
        """The phase of the table, as frames show it."""
        if self.is_playing:
            return "playing"
        if self.is_agreed:
            return "revealing"
        if self.match is None:
            return "seating"
        return "over" if self.is_between_matches else "between"

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        return self.table.seat_in_turn if self.table is not None and self.is_playing else None

    @property
    def next_deal(self) -> tuple[int, int]:
        """The match and the round of the next deal."""
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
            # with everybody away, nobody would see the deal
            any(place.ready for place in people)
        )

    @property
    def is_revealed(self) -> bool:
        """Whether everybody who committed to a number has revealed it."""
        return all(place.commit is None or place.entropy is not None for place in self.places)

    @property
    def mover(self) -> str | None:
        """The level of the computer player to move; None: a person's turn, or nobody's."""
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
        """Whether frames for a person may differ from those for spectators."""
        return (
            person == self.host
            or person in self.requests
            or person in self.seats_seen
            or any(person in (place.person, place.reserved_for) for place in self.places)
        )

    def may_undo(self, person: str) -> bool:
        """Whether the last move is the person's own, and can be undone."""
        # an undone move would restart the clock, as often as a player likes
        if not self.is_playing or not self.takers or self.settings.move_s is not None:
            return False
        assert self.table is not None, "playing without a round"
        seat, _ = self.table.history[-1]
        is_own = self.takers[-1] == person == self.places[seat].person
        return is_own and not self._has_shown_something(seat)

    def moves_to_choice(self, person: str) -> int:
        """How many moves lead back to a person's last choice, for practice; 0: that is not open.

        It is open to somebody who plays against computer players alone, without a clock.
        """
        own = self.seats_of(person)
        people = [place for place in self.places if place.person or place.reserved_for]
        if not self.is_playing or self.settings.move_s is not None or len(people) != 1 or not own:
            return 0
        assert self.table is not None, "playing without a round"
        held = {seat for saw in self.saw for seat in saw.get(person, ())}
        if any(not seats <= held for saw in self.saw for seats in saw.values()):
            return 0  # somebody else has played in this match
        moves = zip(self.takers, self.table.history, strict=True)
        choices = [taker == person and seat in own for taker, (seat, _) in moves]
        return 1 + choices[::-1].index(True) if any(choices) else 0

    def _has_shown_something(self, seat: int) -> bool:
        """Whether the last action of the round showed its seat a hidden card."""
        assert self.match is not None, "an action without a match"
        if self.has_shown is None:
            if self.before_move is None:  # a later action has been undone
                rounds, moves = len(self.match.tables), len(self.match.table.history)
                self.before_move = self.match.at(rounds - 1, moves - 1)
            self.has_shown = _reveals(self.before_move, self.match.table, seat)
            self.before_move = None
        return self.has_shown

    # --- for events

    def adopt(self, settings: Settings) -> None:
        """Take over settings; seats are added or removed at the end."""
        self.settings = settings
        old = self.places[: settings.seats]
        self.places = old + [Place() for _ in range(settings.seats - len(old))]

    def announce(self, seat: int, kind: str, name: str, other: str = "") -> None:
        """Log what happens to a seat during a match; between matches the seats show it."""
        if self.table is not None and not self.is_between_matches:
            news = SeatNews(seat, kind, name, other, len(self.table.history))
            self.seat_news[-1].append(news)

    def name_seats(self, called: dict[int, str]) -> None:
        """Rename seats in this match, because other people play on there."""
        assert self.match is not None, "a name without a match"
        for doers, table in zip(self.doers, self.match.tables, strict=True):
            for number, (seat, _) in enumerate(table.history):
                if seat in called:
                    doers.setdefault(number, self.names[seat])
        self.match.name_seats([called.get(seat, name) for seat, name in enumerate(self.names)])
        self.names = self.match.names

    def note_sight(self, person: str, seat: int) -> None:
        """Note that a person sees what a seat sees."""
        self.seats_seen.setdefault(person, set()).add(seat)
        if self.is_playing:
            self.saw[-1].setdefault(person, set()).add(seat)

    def ask_again(self) -> None:
        """Between matches, ask everybody again: they agreed to other people or settings."""
        if self.is_between_matches:
            self.host_ready = False
            for place in self.places:
                place.forget()

    def note_move(self, at: int) -> None:
        """Note that the position has changed."""
        self.moved, self.waiting_since = self.version, at

    def begin_match(
        self,
        number: int,
        names: Sequence[str],
        options: Mapping[str, int],
        rounds: int | None,
        deck: list[int],
    ) -> None:
        """Begin the match of this number, with the deck of its first round."""
        if self.matches and self.version > self.trimmed + 1:
            self.snapshot = Trimmed.from_state(self)
        decks, settings = [deck], self.settings
        is_by_chance = not settings.is_arranged or settings.again is not None
        self.match = Match(
            self.game,
            [Seat(name) for name in names],
            seed=settings.seed_of(number),
            rounds=rounds,
            options=dict(options),
            decks=[] if settings.deck is None else [settings.deck.split()],
            position=settings.position,
            dealer=(lambda number: decks[number]) if is_by_chance else None,
        )
        self.matches, self.names, self.decks = number, tuple(names), decks
        self.by, self.saw, self.doers, self.seat_news = [], [], [], []
        self.requests, self.moves, self.receipts = {}, {}, []
        self.host_ready = self.is_finished = False
        self.practice = settings.again is not None and settings.position is not None

    def begin_round(self) -> None:
        """Begin the round that was just dealt."""
        self.seal = None
        self.by.append([])
        self.doers.append({})
        self.seat_news.append([])
        self.saw.append({})
        self.takers, self.took_back = [], None
        self.seats_seen = {}
        for seat, place in enumerate(self.places):
            place.forget()
            if place.person is not None:
                self.note_sight(place.person, seat)

    def receipt_of(self, subject: fairness.Subject, deck: str) -> fairness.Receipt:
        """The receipt of the deal at hand, which stays secret until the round is over."""
        assert self.seal is not None, "a receipt without a seal"
        commitments = [place.commit for place in self.places]
        entropy = [place.entropy for place in self.places]
        return fairness.receipt_of(self.game, subject, self.seal.seed, commitments, entropy, deck)

    def take_back(self, seat: int, *, practice: bool) -> None:
        """Undo the last action of the round, which this seat took."""
        assert self.match is not None, "an action without a match"
        self.match.take_back()
        self.by[-1].pop()
        self.takers.pop()
        number = len(self.match.table.history)
        self.doers[-1].pop(number, None)
        news = [replace(each, after=min(each.after, number)) for each in self.seat_news[-1]]
        self.seat_news[-1] = news
        self.has_shown = self.before_move = None
        self.took_back = self.names[seat]
        self.practice = self.practice or practice


def _reveals(before: Table, after: Table, seat: int) -> bool:
    """Whether a card entered or left a place hidden from a seat, which may have seen it."""
    return after.places(hidden_from=seat) != before.places(hidden_from=seat)


def _archived(state: TableState, match: Match, at: int) -> Archived:
    """The match that has just ended, for the archive."""
    settings = state.settings
    head = head_of(
        match,
        settings.position or match.pack.text(match.deck(0)),
        [place.level for place in state.places],
        id=hashed(state.name, state.matches),
        number=state.matches,
        began_at=state.began_at,
        ended_at=at,
        seconds=state.played_ms // 1000,
        label=settings.label,
        arranged=(settings.deck, settings.position, settings.again) != (None, None, None),
        again=settings.again or "",
        practice=state.practice,
    )
    record = match.record.to_data()
    if not settings.is_arranged:
        record["receipts"] = [{**receipt.to_data(), "deck": ""} for receipt in state.receipts]
    at_end = ["bot" if level else "person" for level in head.levels]
    record["by"] = [
        {
            "by": {
                str(n): by
                for n, ((seat, _), by) in enumerate(zip(table.history, doers, strict=True))
                if by != at_end[seat]
            },
            "names": {str(n): name for n, name in names.items()},
        }
        for table, doers, names in zip(match.tables, state.by, state.doers, strict=True)
    ]
    holdings = {}
    for person in {person for seats in state.saw for person in seats}:
        own = state.seats_of(person)
        seats = [sorted(each.get(person, ())) for each in state.saw]
        holdings[person] = Holding(seats, own[0] if len(own) == 1 else None)
    return Archived(head, record, holdings)


class Event(Struct, frozen=True, kw_only=True, tag_field="e", omit_defaults=True):
    """Something that happened, see `dealt.service.table.events`."""

    def _apply(self, state: TableState, at: int) -> None:
        """Change the table; `at` is the time in milliseconds since 1970."""


class Trimmed(Event, frozen=True, kw_only=True, tag="trimmed"):
    """What a table needs to deal its next match, in place of all events up to a version.

    Its matches are in the archive.  For the fields see `TableState`.
    """

    version: int
    changed_at: int
    matches: int
    settings: Settings
    host: str
    deputy: str | None = None
    members: dict[str, str] = {}
    places: list[Place] = []
    seal: Seal | None = None
    codes: dict[str, Code] = {}
    chat: list[tuple[str, str]] = []
    stack: tuple[str, ...] = ()

    @staticmethod
    def from_state(state: TableState) -> Trimmed:
        """A table as it was before the event that is being applied."""
        fields = {name: deepcopy(getattr(state, name)) for name in Trimmed.__struct_fields__}
        return Trimmed(**{**fields, "version": state.version - 1, "chat": [*state.chat]})

    def _apply(self, state: TableState, at: int) -> None:
        for name in self.__struct_fields__:
            setattr(state, name, deepcopy(getattr(self, name)))
        state.trimmed, state.match = self.version, None
        state.chat = deque(self.chat, maxlen=_CHAT_LINES)


def fold(state: TableState, event: Event, at: int) -> None:
    """Apply the next event, accepted at a time in milliseconds since 1970.

    Raises:
        StorageError: it contradicts the state, or is of another version of the rules.
    """
    try:
        state.version += 1
        was_over = state.is_between_matches
        event._apply(state, at)
        if was_over and not state.is_between_matches:
            state.began_at, state.played_ms = at, 0
        elif at - state.changed_at <= _PAUSE_MS:
            state.played_ms += at - state.changed_at
        state.changed_at = at
        has_ended = state.match is not None and state.is_between_matches and not was_over
        if has_ended and state.match is not None and state.matches > state.archived:
            state.unarchived.append(_archived(state, state.match, at))
    except (DealtError, IndexError, KeyError, AttributeError, AssertionError) as error:
        raise StorageError(
            "table {name} cannot be taken up at event {n}: {error}",
            name=state.name, n=state.version, error=error,
        ) from error  # fmt: skip
