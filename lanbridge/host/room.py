"""The room: authority over one table. Messages and times in, effects out; no socket, no clock, no dice of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.protocol.messages import (
    Announced,
    Bye,
    Commit,
    Contest,
    Endorse,
    Hello,
    PinAnswer,
    Ping,
    Pong,
    Reveal,
)

from . import dealing, epochs, people, seating, turns
from .carrying_on import carry_on
from .desk import Desk
from .effects import Close, Effect, Shut
from .requests import answer
from .resuming import resume
from .telling import tell_seating

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanbridge.engine import Move
    from lanbridge.protocol.handshake import SeatKey
    from lanbridge.protocol.messages import ClientMessage, CloseReason, EpochClaimed, News
    from lanbridge.protocol.table_settings import TableSettings

    from .carrying_on import Carried
    from .desk import Person
    from .effects import ClientId
    from .identity import TableIdentity
    from .remembered import Remembered


class Room:
    """One table. Every method returns the effects to carry out, in order; times are monotonic seconds.

    ``dice`` and ``entropy`` give fresh random bytes (count in, bytes out): the dice may repeat from a seed and make
    the host's share of each deal, the first dealer and the bots' dice; entropy makes nonces and must be secret.
    """

    def __init__(
        self,
        identity: TableIdentity,
        settings: TableSettings,
        dice: Callable[[int], bytes],
        entropy: Callable[[int], bytes],
    ) -> None:
        self.desk = Desk(identity, settings, dice, entropy)

    def connected(self, client: ClientId, address: str, now: float) -> tuple[Effect, ...]:
        """A connection was made from ``address``: greet it."""
        self.desk.send(client, self.desk.door.greet(client, address))
        if self.desk.succession is not None:
            self.desk.send(client, self.desk.succession.told())
        return self._settled(now)

    def received(self, client: ClientId, message: ClientMessage, now: float) -> tuple[Effect, ...]:
        """A message came in."""
        person = self.desk.people.get(client)
        if person is None:
            self._at_the_door(client, message, now)
        else:
            self._at_the_table(person, message, now)
        return self._settled(now)

    def dropped(self, client: ClientId, now: float) -> tuple[Effect, ...]:
        """The connection is gone."""
        self._leave(client, now, in_order=False)
        return self._settled(now)

    def bot_chose(self, turn: tuple[int, int], move: Move, now: float) -> tuple[Effect, ...]:
        """A bot's answer to a `Think`."""
        turns.bot_moves(self.desk, turn, move, now)
        return self._settled(now)

    def tick(self, now: float) -> tuple[Effect, ...]:
        """Time has passed; to be called at `deadline` at the latest."""
        return self._settled(now)

    def deadline(self) -> float | None:
        """The monotonic second at which `tick` has something to do; None if only messages move the table."""
        return turns.deadline(self.desk)

    def resume(self, known: Remembered, now: float) -> None:
        """Go on with a table that a journal tells of; to be called before anything else."""
        resume(self.desk, known, now)

    def start(self, now: float) -> tuple[Effect, ...]:
        """Begin a match as if the menu's holder had said so; nothing happens while one is on."""
        if not self.desk.match_is_on:
            dealing.begin_match(self.desk, now)
        return self._settled(now)

    def close(self, reason: CloseReason, now: float) -> tuple[Effect, ...]:
        """Everybody is told why and sent home; the room does nothing afterwards."""
        self.desk.closed, self.desk.close_reason = True, reason
        return self._settled(now)

    def carry_on(self, known: Carried, now: float) -> tuple[Effect, ...]:
        """Go on with a table whose host was lost; to be called before anything else."""
        carry_on(self.desk, known, now)
        return self._settled(now)

    def announce(self, news: News, now: float) -> tuple[Effect, ...]:
        """Tell everybody something once."""
        self.desk.broadcast(Announced(news))
        return self._settled(now)

    def rally(self, key: SeatKey, now: float) -> tuple[Effect, ...]:
        """Another host claims this table: collect the signatures of those who are here."""
        epochs.rally(self.desk, key)
        return self._settled(now)

    def meet(self, rival: EpochClaimed, now: float) -> tuple[Effect, ...]:
        """A later host was met: step down if this table's people have gone over to it."""
        if epochs.is_outvoted(self.desk, rival) or epochs.must_yield(self.desk, rival):
            epochs.hand_over(self.desk)
        return self._settled(now)

    def _at_the_door(self, client: ClientId, message: ClientMessage, now: float) -> None:
        desk = self.desk
        stranger = desk.door.strangers.get(client)
        if isinstance(message, Contest) and stranger is not None:
            epochs.contest(desk, stranger, message)
            return
        step = desk.door.receive(client, message, now, known=self._is_known)
        for reply in step.replies:
            desk.send(client, reply)
        if step.refused is not None:
            desk.out.append(Close(client, step.refused))
        if step.admitted is not None:
            people.let_in(desk, step.admitted, now)
        if step.knocked:
            tell_seating(desk)

    def _is_known(self, key: bytes) -> bool:
        return key == self.desk.identity.owner or seating.seat_of(self.desk.chairs, key) is not None

    def _at_the_table(self, person: Person, message: ClientMessage, now: float) -> None:
        match message:
            case Bye():
                self._leave(person.client, now, in_order=True)
            case Commit() | Reveal():
                dealing.share(self.desk, person, message, now)
            case Endorse():
                epochs.endorse(self.desk, person, message, now)
            case Hello() | PinAnswer() | Contest() | Ping() | Pong():
                pass  # the connection lets none of these through after the welcome
            case _:
                answer(self.desk, person, message, now)

    def _leave(self, client: ClientId, now: float, *, in_order: bool) -> None:
        knocking = bool(self.desk.door.knocks())
        self.desk.door.forget(client)
        person = self.desk.people.get(client)
        if person is not None:
            people.go_away(self.desk, person, now, in_order=in_order)
            dealing.shuffle_without_the_absent(self.desk, now)
        elif knocking:
            tell_seating(self.desk)

    def _settled(self, now: float) -> tuple[Effect, ...]:
        desk = self.desk
        turns.settle(desk, now)
        if desk.closed:
            desk.out += [Close(client, desk.close_reason) for client in (*desk.people, *desk.door.strangers)]
            desk.people.clear()
            desk.door.strangers.clear()
            desk.out.append(Shut())
        effects, desk.out = tuple(desk.out), []
        return effects
