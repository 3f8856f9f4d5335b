"""Telling: every viewer gets a view of their own, built for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.engine import observe, redact
from lanbridge.protocol.messages import Cause, HandsShown, ProofShown, Seating, Stage, TurnClock, Update, Welcome
from lanbridge.protocol.table_settings import Watch

from . import seating
from .effects import RememberEvents

if TYPE_CHECKING:
    from lanbridge.engine import Event, Seat, Viewer

    from .desk import Desk, Person


def tell_events(desk: Desk, events: tuple[Event, ...], cause: Cause, now: float) -> None:
    """What has happened: into the journal, then to every viewer as they may know it."""
    desk.seq += 1
    desk.out.append(RememberEvents(desk.match.number, events))
    for person in desk.people.values():
        desk.send(person.client, _update(desk, desk.viewer_of(person), events, cause, now))


def show_table(desk: Desk, now: float) -> None:
    """Somebody looks from another place, or a clock has changed: everybody's table anew, without any event."""
    if desk.game is not None:
        desk.seq += 1
        for person in desk.people.values():
            desk.send(person.client, _update(desk, desk.viewer_of(person), (), Cause.PLAYER, now))


def _update(desk: Desk, viewer: Viewer, events: tuple[Event, ...], cause: Cause, now: float) -> Update:
    shown = tuple(redact(event, viewer) for event in events)
    return Update(desk.seq, desk.matches, shown, observe(desk.state, viewer), clock_now(desk, now), cause)


def welcome(desk: Desk, person: Person, now: float, pin_confirmation: bytes) -> None:
    """Everything that this person may know, in one message."""
    game = desk.game
    message = Welcome(
        desk.identity.table_id,
        desk.identity.epoch,
        desk.settings,
        _seating_for(desk, person),
        desk.seq,
        desk.matches,
        view=None if game is None else observe(game.state, desk.viewer_of(person)),
        sheet=() if game is None else game.sheet,
        clock=clock_now(desk, now),
        pin_confirmation=pin_confirmation,
    )
    desk.send(person.client, message)
    if desk.succession is not None:  # a seat may have signed since this person was greeted
        desk.send(person.client, desk.succession.told())


def tell_shuffle(desk: Desk, person: Person) -> None:
    """Somebody came in while the pack is made: what has been asked of everybody."""
    if desk.shuffling is not None:
        desk.send(person.client, desk.shuffling.opened())
        if desk.shuffling.all_committed:
            desk.send(person.client, desk.shuffling.listed())


def tell_seating(desk: Desk) -> None:
    """Everybody learns who sits where and what the table is doing."""
    for person in desk.people.values():
        desk.send(person.client, _seating_for(desk, person))


def _seating_for(desk: Desk, person: Person) -> Seating:
    menu = desk.holds_menu(person)
    return Seating(
        you=desk.viewer_of(person),
        seats=desk.chairs,
        stage=desk.stage,
        menu_seat=seating.seat_of(desk.chairs, desk.menu_key),
        menu=menu,
        paused=desk.paused,
        waited_for=_waited_for(desk),
        spectators=tuple(other.name for other in desk.people.values() if desk.viewer_of(other) is None),
        knocks=desk.door.knocks() if menu else (),
    )


def _waited_for(desk: Desk) -> tuple[Seat, ...]:
    seat = desk.to_act
    if seat is None:
        return ()
    chair = desk.chairs[seat]
    return (seat,) if seating.is_human(chair) and not chair.present and not chair.bot else ()


def clock_now(desk: Desk, now: float) -> TurnClock | None:
    """The running clock of the seat whose turn it is."""
    seat = desk.to_act if desk.stage is Stage.PLAYING else None
    if seat is None or not seating.is_human(desk.chairs[seat]):
        return None
    return desk.timing.shown(seat, desk.settings, now)


def tell_proofs(desk: Desk) -> None:
    """Finished deals can be checked from now on.

    The proof of a deal that was not played out shows cards that nobody laid down: spectators get it only where they
    may see all hands.
    """
    for proof, played_out in desk.match.proofs_due():
        open_to_all = played_out or desk.settings.watch is Watch.AFTER
        for person in desk.people.values():
            if open_to_all or desk.viewer_of(person) is not None:
                desk.send(person.client, ProofShown(proof))
    desk.game = desk.match.with_proofs_shown()


def show_hands(desk: Desk) -> None:
    """Spectators of a table that allows it see the hands of the deal that has just been scored."""
    dealt = desk.match.hands_dealt
    if desk.settings.watch is not Watch.AFTER or dealt is None:
        return
    message = HandsShown(desk.state.table.deals_begun, dealt.hands)
    for person in desk.people.values():
        if desk.viewer_of(person) is None:
            desk.send(person.client, message)
