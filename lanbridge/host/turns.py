"""Turns: for whom the table waits, how long, and when a bot moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lanbridge.engine import IllegalMove, legal_moves, observe
from lanbridge.protocol.messages import Cause, Stage

from . import dealing, matches, people, questions, seating
from .desk import Thought
from .effects import Think
from .telling import show_table, tell_seating

if TYPE_CHECKING:
    from lanbridge.engine import Move, Seat

    from .desk import Desk

BOTS_ONLY_PACE: Final = 3
"""Seconds between deals when there is nobody who could say that they are ready."""
SEED_BYTES: Final = 8


def settle(desk: Desk, now: float) -> None:
    """Do all that waits for nobody: end a shuffle's step, begin the next deal, let a bot think."""
    if desk.shuffling is not None and now >= desk.shuffling.deadline:
        dealing.shuffle_again(desk, desk.shuffling.missing(), now)
    if not desk.match_is_on:
        people.give_up_the_absent(desk, now)
    questions.review(desk, now)
    if desk.paused or desk.closed or desk.game is None:
        return
    if desk.stage is Stage.BETWEEN and _may_deal(desk, now):
        dealing.open_shuffle(desk, now)
    if desk.stage is Stage.PLAYING and desk.thought is None:
        _let_bot_think(desk, now)


def deadline(desk: Desk) -> float | None:
    """The monotonic second at which `settle` has something to do; None if only messages move the table."""
    times = [] if desk.shuffling is None else [desk.shuffling.deadline]
    times += [] if desk.question is None else [desk.question.until]
    if not desk.match_is_on:
        times += [people.free_at(desk, seat) for seat in desk.timing.away_since]
    if not desk.paused and not desk.closed and desk.game is not None:
        times += [at for at in (_turn_deadline(desk), _pace_deadline(desk)) if at is not None]
    return min(times, default=None)


def _may_deal(desk: Desk, now: float) -> bool:
    due = _pace_deadline(desk)
    present = seating.present_humans(desk.chairs)
    everybody_ready = bool(present) and all(desk.chairs[seat].ready for seat in present)
    return everybody_ready or (due is not None and now >= due)


def _pace_deadline(desk: Desk) -> float | None:
    if desk.stage is not Stage.BETWEEN:
        return None
    if not seating.humans(desk.chairs):
        return desk.timing.pause_since + BOTS_ONLY_PACE
    if desk.settings.pace is None or not seating.present_humans(desk.chairs):
        return None
    return desk.timing.pause_since + desk.settings.pace


def _turn_deadline(desk: Desk) -> float | None:
    seat = desk.to_act
    if seat is None or desk.thought is not None or not seating.is_human(desk.chairs[seat]):
        return None
    return desk.timing.turn_over(seat, desk.settings)


def _let_bot_think(desk: Desk, now: float) -> None:
    seat = desk.to_act
    cause = None if seat is None else _bot_cause(desk, seat, now)
    if seat is not None and cause is not None:
        _think(desk, seat, cause)


def _bot_cause(desk: Desk, seat: Seat, now: float) -> Cause | None:
    chair, settings = desk.chairs[seat], desk.settings
    if not seating.is_human(chair):
        return Cause.BOT
    if not chair.present and now >= desk.timing.grace_over(seat, settings.grace):
        return Cause.AWAY
    if settings.clock is not None and now >= desk.timing.clock_over(settings.clock):
        return Cause.CLOCK
    return None


def _think(desk: Desk, seat: Seat, cause: Cause) -> None:
    desk.thought = Thought(desk.turn, cause)
    level = desk.chairs[seat].bot or desk.settings.bots
    if cause is Cause.AWAY and not desk.chairs[seat].bot:
        desk.set_chairs(seating.with_stand_in(desk.chairs, seat, level))
        tell_seating(desk)
    pause_ms = 0 if cause is Cause.CLOCK else desk.settings.bot_pause_ms
    seed = int.from_bytes(desk.dice(SEED_BYTES), "big")
    desk.out.append(Think(desk.turn, seat, observe(desk.state, seat), level, seed, pause_ms))


def bot_moves(desk: Desk, turn: tuple[int, int], move: Move, now: float) -> None:
    """A bot's answer; one that nobody waits for any more changes nothing."""
    thought, seat = desk.thought, desk.to_act
    if desk.paused or thought is None or seat is None or thought.turn != turn:
        return
    try:
        matches.play(desk, seat, move, thought.cause, now)
    except IllegalMove:
        matches.play(desk, seat, legal_moves(observe(desk.state, seat))[0], thought.cause, now)


def pause(desk: Desk, now: float) -> None:
    """Stop the clocks; a bot's thought is dropped and thought again later."""
    desk.paused, desk.thought = True, None
    desk.timing.stop(now)
    tell_seating(desk)
    show_table(desk, now)


def go_on(desk: Desk, now: float) -> None:
    """The clocks run again."""
    desk.paused = False
    desk.timing.go_on(now)
    tell_seating(desk)
    show_table(desk, now)
