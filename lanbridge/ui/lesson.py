"""The walk through a first deal: which of its steps have been explained. No pygame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanbridge.engine import SeatView
    from lanbridge.text.first_deal import Step


@dataclass(slots=True)
class Lesson:
    """Lives from its start until the first deal is scored, or until the player leaves it.

    ``open``: an explanation lies on the table, and nothing moves under it.
    """

    done: frozenset[Step] = frozenset()
    open: bool = False

    def due(self, view: SeatView, *, scored: bool) -> Step | None:
        """What is to be explained now."""
        from lanbridge.text.first_deal import step_due  # noqa: PLC0415 - few need it, and the first frame comes early

        return None if self.open else step_due(view, self.done, scored)
