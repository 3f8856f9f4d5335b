"""What ``hint`` says when there is none."""

from __future__ import annotations

from dataclasses import replace

from lanbridge.client.known import Known
from lanbridge.engine import observe
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.terminal.requests import why_no_hint
from lanbridge.terminal.troubles import Trouble
from tests.terminal.test_telling import recorded

ALLOWED = TableSettings("t", hints=True)
NOT_NOW = Trouble("terminal.table.no_hint_now")


def test_before_the_seat_is_known_nobody_says_that_hints_are_not_allowed() -> None:
    assert why_no_hint(Known()) == NOT_NOW


def test_hints_are_refused_where_the_table_plays_without_them() -> None:
    assert why_no_hint(Known(settings=replace(ALLOWED, hints=False))) == Trouble("terminal.table.no_hints")


def test_there_is_a_hint_in_ones_turn_and_only_then() -> None:
    _, state = recorded(6)
    turn = state.table.to_act
    assert turn is not None
    assert why_no_hint(Known(settings=ALLOWED, view=observe(state, turn))) is None
    assert why_no_hint(Known(settings=ALLOWED, view=observe(state, (turn + 1) % 4))) == NOT_NOW
    assert why_no_hint(Known(settings=ALLOWED)) == NOT_NOW
