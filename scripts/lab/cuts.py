"""A match without sockets whose connections are cut before and after every single message."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from lanbridge.engine import PRESETS, Event
from lanbridge.protocol.table_settings import TableSettings
from tests.host.nights import Night

NEVER = 10**9
SETTINGS = TableSettings("t", rules=PRESETS["nepal"], bot_pause_ms=0, grace=5, deals_tonight=1)


class CutNight(Night):
    """The connection that carries message number ``at`` breaks: before it arrives, or right after."""

    def __init__(self, folder: Path, *, at: int = NEVER, after: bool = False) -> None:
        super().__init__(folder, SETTINGS)
        self.at, self.after, self.messages = at, after, 0

    def step(self) -> bool:
        """One message is delivered, or lost with its connection."""
        self.messages += 1
        if self.messages != self.at:
            return super().step()
        carrier = next((guest for guest in self.guests if guest.inbox), self.guests[self.at % len(self.guests)])
        stepped = super().step() if self.after else True
        if carrier.client:
            self.cut(carrier)
            self.connect(carrier)
        return stepped

    @property
    def was_reshuffled(self) -> bool:
        """Whether the cut came in a shuffle or right before it: other people shuffled, so other cards came."""
        proofs = [dealing.proof for dealing in self.room.desk.match.dealings]
        everybody = len(self.guests) + 1  # and the host
        again = any(dealing.given_up for dealing in self.room.desk.match.dealings)
        return again or any(proof is not None and len(proof.shares) < everybody for proof in proofs)


def cut_everywhere(every: int) -> dict[str, Any]:
    """Cut at every n-th message, before and after; the record must be the one without a cut."""
    with tempfile.TemporaryDirectory() as folder:
        plain = CutNight(Path(folder) / "plain")
        history = plain.whole_match(3)
        plain.journal.close()
        outcomes = Counter[str]()
        for at in range(1, plain.messages, every):
            for after in (False, True):
                outcomes[_outcome(Path(folder) / f"{at}{after}", history, at, after=after)] += 1
    return {"messages": plain.messages, "cuts": outcomes.total(), **outcomes}


def _outcome(folder: Path, history: tuple[Event, ...], at: int, *, after: bool) -> str:
    night = CutNight(folder, at=at, after=after)
    try:
        same = night.whole_match(3) == history
        if len({guest.known.sheet for guest in night.guests}) > 1:
            return "sheets_differing"
        if same:
            return "records_equal"
        return "shuffled_anew" if night.was_reshuffled else "records_differing"
    finally:
        night.journal.close()
