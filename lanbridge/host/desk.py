"""All that the room remembers, in one place; the modules beside it are the things that can be done with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lanbridge.engine import Phase
from lanbridge.protocol.messages import Cause, CloseReason, Stage

from . import seating
from .door import Door
from .effects import Effect, Readvertise, RememberSeats, Send
from .timing import Timing

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanbridge.engine import Seat, State, Viewer
    from lanbridge.protocol.messages import Accepted, HostMessage, Question, Rejected, Request
    from lanbridge.protocol.table_settings import TableSettings

    from .claimed import Succession
    from .effects import ClientId
    from .game import Game
    from .identity import TableIdentity
    from .open_question import OpenQuestion
    from .seating import Chairs
    from .shuffling import Shuffling


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has been let in, by connection."""

    client: ClientId
    key: bytes
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's move that is waited for: the turn (match, moves made) and why a bot makes it."""

    turn: tuple[int, int]
    cause: Cause


@dataclass
class Desk:
    """The table's memory; ``out`` collects effects.

    ``dice`` and ``entropy`` give fresh random bytes (count in, bytes out): the dice may repeat from a seed and make
    the host's share of each deal, the first dealer and the bots' dice; entropy makes nonces and must be secret.

    ``succession`` is the claim under which the table is hosted here, if it has had another host or a rival;
    ``asked_to_host`` the key of the person who is asked to take it over.

    ``reservations`` maps bots' seats to the keys of latecomers; ``seen`` maps keys of those who left a seat in this
    deal to that seat, whose hand they know; ``answers`` maps a key to its last requests and what they were told;
    ``chatter`` maps a key to the seconds of its last lines, ``changes`` to those of its last requests that changed the
    table before this deal; ``withdrawn`` maps seats' keys to a question that did not
    outlive the last host, of which they have to be told.
    """

    identity: TableIdentity
    settings: TableSettings
    dice: Callable[[int], bytes]
    entropy: Callable[[int], bytes]
    chairs: Chairs = seating.ALL_EMPTY
    people: dict[ClientId, Person] = field(default_factory=dict)
    game: Game | None = None
    matches: int = 0
    seq: int = 0
    shuffling: Shuffling | None = None
    thought: Thought | None = None
    paused: bool = False
    closed: bool = False
    close_reason: CloseReason = CloseReason.TABLE_CLOSED
    succession: Succession | None = None
    asked_to_host: bytes = b""
    menu_key: bytes = b""
    timing: Timing = field(default_factory=Timing)
    reservations: dict[Seat, bytes] = field(default_factory=dict)
    seen: dict[bytes, Seat] = field(default_factory=dict)
    answers: dict[bytes, dict[int, tuple[Request, Accepted | Rejected]]] = field(default_factory=dict)
    chatter: dict[bytes, tuple[float, ...]] = field(default_factory=dict)
    changes: dict[bytes, tuple[float, ...]] = field(default_factory=dict)
    question: OpenQuestion | None = None
    questions: int = 0
    withdrawn: dict[bytes, Question] = field(default_factory=dict)
    out: list[Effect] = field(default_factory=list)
    door: Door = field(init=False)

    def __post_init__(self) -> None:
        self.menu_key = self.menu_key or self.identity.owner
        self.door = Door(self.identity, self.entropy)

    @property
    def match(self) -> Game:
        """The running or last match.

        Raises:
            LookupError: there has been none; callers ask `stage` first.
        """
        if self.game is None:
            message = "no match has begun"
            raise LookupError(message)
        return self.game

    @property
    def state(self) -> State:
        """The state of `match`."""
        return self.match.state

    @property
    def stage(self) -> Stage:
        """What the table is doing."""
        if self.game is None:
            return Stage.WAITING
        if self.shuffling is not None:
            return Stage.SHUFFLING
        return {Phase.OVER: Stage.OVER, Phase.BETWEEN: Stage.BETWEEN}.get(self.state.table.phase, Stage.PLAYING)

    @property
    def match_is_on(self) -> bool:
        """Whether a match has begun and not ended."""
        return self.stage not in (Stage.WAITING, Stage.OVER)

    @property
    def to_act(self) -> Seat | None:
        """The seat whose call or card the table waits for."""
        return self.state.table.to_act if self.stage is Stage.PLAYING else None

    @property
    def turn(self) -> tuple[int, int]:
        """The present turn: match number and moves made in it."""
        return self.matches, self.state.table.moves

    def viewer_of(self, person: Person) -> Viewer:
        """The seat from which the person looks, or None."""
        return seating.seat_of(self.chairs, person.key)

    def person_with(self, key: bytes) -> Person | None:
        """The connected person with this key."""
        return next((person for person in self.people.values() if person.key == key), None)

    def holds_menu(self, person: Person) -> bool:
        """Whether the person may start, pause and end."""
        return bool(self.menu_key) and person.key == self.menu_key

    def set_chairs(self, chairs: Chairs) -> None:
        """Seats have changed: remember what must be, and let the advertisement follow."""
        if chairs != self.chairs:
            before, after = seating.lasting(self.chairs), seating.lasting(chairs)
            self.chairs = chairs
            self.out += [*((RememberSeats(after),) if after != before else ()), Readvertise()]

    def send(self, client: ClientId, message: HostMessage) -> None:
        """To one connection."""
        self.out.append(Send(client, message))

    def broadcast(self, message: HostMessage) -> None:
        """To everybody who has been let in."""
        for client in self.people:
            self.send(client, message)
