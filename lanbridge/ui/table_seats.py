"""What the four plates say: from the shown position, and from what is known of the people."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final

from lanbridge.client.known import Known
from lanbridge.engine import SEATS, Phase, Ruleset, Seat, Table, Tenths, has_bonus
from lanbridge.protocol.messages import Occupant, SeatInfo
from lanbridge.text import Words, seat_name
from lanbridge.ui.layout import seat_at
from lanbridge.ui.paint.pieces import Pips, SeatFace
from lanbridge.ui.timeline_shown import Shown

_EVERY_TRICK: Final = 13
_DOT: Final = "  \u00b7  "


def my_seat(known: Known) -> Seat:
    """The seat at the bottom of the screen: mine, or seat 0 for those who watch."""
    you = known.seating.you if known.seating is not None else None
    if you is None and known.view is not None:
        you = known.view.viewer
    return you or 0


def viewer(known: Known) -> Seat | None:
    """My seat, None for those who watch."""
    if known.view is not None:
        return known.view.viewer
    return known.seating.you if known.seating is not None else None


def player_names(known: Known) -> tuple[str, ...]:
    """The four names by seat, empty for an empty seat."""
    return tuple(info.name for info in known.seating.seats) if known.seating is not None else ("",) * 4


def seat_faces(
    words: Words, known: Known, shown: Shown | None, now: float, away_since: Mapping[Seat, float]
) -> tuple[SeatFace, ...]:
    """The four plates by place; times in seconds of the screen's clock."""
    mine = my_seat(known)
    seats = [seat_at(place, mine) for place in range(4)]
    return tuple(_face(words, known, shown, seat, now, away_since.get(seat)) for seat in seats)


def _face(words: Words, known: Known, shown: Shown | None, seat: Seat, now: float, away: float | None) -> SeatFace:
    info = known.seating.seats[seat] if known.seating is not None else SeatInfo(Occupant.NOBODY)
    name = seat_name(words, player_names(known), seat, viewer(known))
    faded = info.occupant is Occupant.HUMAN and not info.present
    tag = _tag(words, known, info, seat, now, away)
    if shown is None:
        return SeatFace(name, seat, "", tag=tag, faded=faded)
    table = shown.view.table
    turn = table.to_act == seat and not shown.dealing
    return SeatFace(
        name=name,
        seat=seat,
        line=_line(words, table, shown, seat),
        pips=_pips(table, seat),
        tag=tag,
        now=turn,
        clock=clock_share(known, seat, now) if turn else None,
        dealer=words.say("window.table.dealer_letter") if table.dealer == seat else "",
        faded=faded,
    )


def _tag(words: Words, known: Known, info: SeatInfo, seat: Seat, now: float, away: float | None) -> str:
    if info.occupant is Occupant.BOT:
        return words.say("window.table.bot")
    if info.occupant is not Occupant.HUMAN or info.present:
        return ""
    waited = known.seating is not None and seat in known.seating.waited_for
    left = away_left(known, now, away) if waited else 0
    return words.say("window.table.away_for", count=left) if left > 0 else words.say("window.table.away")


def away_left(known: Known, now: float, away: float | None) -> int:
    """Whole seconds until a bot plays for a seat that is away since then; 0 when it may play now."""
    grace = known.settings.grace if known.settings is not None else 0
    return max(0, ceil(grace - (now - away))) if away is not None else 0


def clock_left(known: Known, now: float) -> float | None:
    """Whole seconds left of the turn's clock, None without one; it stands still while the table is paused."""
    if known.clock is None:
        return None
    paused = known.seating is not None and known.seating.paused
    passed = 0.0 if paused else max(0.0, now - known.clock_at)
    return max(0, ceil(known.clock.left_ms / 1000 - passed))


def clock_share(known: Known, seat: Seat, now: float) -> float | None:
    """What is left of the clock of a seat's turn (0-1, by whole seconds); None without one."""
    left = clock_left(known, now)
    if left is None or known.clock is None or known.clock.seat != seat:
        return None
    return min(1.0, left * 1000 / max(1, known.clock.total_ms))


def _line(words: Words, table: Table, shown: Shown, seat: Seat) -> str:
    points = words.say("window.table.points", points=words.points(total_shown(shown, seat), table.rules, signed=True))
    call = table.calls[seat]
    if call is not None and table.phase is not Phase.OVER:
        return words.say("window.table.won_of", won=table.won[seat], call=call) + _DOT + points
    if table.phase is Phase.CALLING:
        return words.say("window.table.to_call") + _DOT + points
    return points


def total_shown(shown: Shown, seat: Seat) -> Tenths:
    """The total while the last deal's points are being counted up, in whole points on the way."""
    table = shown.view.table
    total = table.totals[seat]
    if shown.counted >= 1 or table.last_deal is None:
        return total
    gained = table.last_deal.points[seat]
    step = 1 if gained % 10 else 10
    return total - gained + round(gained * shown.counted / step) * step


def _pips(table: Table, seat: Seat) -> Pips | None:
    call = table.calls[seat]
    return None if call is None else Pips(call, table.won[seat], _allowed(call, table.rules))


def _allowed(call: int, rules: Ruleset) -> int:
    """How many overtricks do no harm; after the last trick of a deal none is left to come."""
    over = rules.bonus.over_max if rules.bonus is not None and has_bonus(call, rules) else rules.over_max
    return _EVERY_TRICK if over is None else over


def away_seats(known: Known) -> tuple[Seat, ...]:
    """The humans who are away."""
    if known.seating is None:
        return ()
    seats = known.seating.seats
    return tuple(s for s in SEATS if seats[s].occupant is Occupant.HUMAN and not seats[s].present)
