"""Why a table is not listed: this laptop is examined, and the way to a host if one is typed; then what to press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from lanbridge.client.addresses import BadAddress, Place, parse_place
from lanbridge.client.doctor import Facts, diagnose, ways_heard
from lanbridge.lan.shown import outward_addresses
from lanbridge.ui.layout import Rect
from lanbridge.ui.reading import Passage, ReadingSheet
from lanbridge.ui.scene import Context, Pace
from lanbridge.ui.widgets import Button, Widget

ADVICE: Final = ("same_network", "hosting", "code", "firewall", "guest", "vpn")
_LONGEST: Final = 300  # characters of an address
_ASK_SECONDS: Final = 0.25


class DoctorScene(ReadingSheet):
    """Looks for two seconds; what it finds comes first, plain advice after it."""

    size = (900, 660)

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._addresses = outward_addresses()
        self._running: Callable[[], Facts | None] | None = None
        self._facts: Facts | None = None
        self._asked = 0.0

    def title(self) -> str:
        """Why don't I see the table?"""
        return self.say("window.doctor.title")

    def opened(self) -> None:
        """Look at once."""
        self._examine(None)
        super().opened()

    def _examine(self, place: Place | None) -> None:
        self._facts = None
        if self.ctx.examine is not None:
            self._running = self.ctx.examine(place)

    def update(self, now: float) -> Pace:
        """Whether the facts are in."""
        if self._running is None or now - self._asked < _ASK_SECONDS:
            return Pace.STILL
        self._asked = now
        self._facts = self._running()
        if self._facts is None:
            return Pace.STILL
        self._running = None
        self.scroll("text", -1e9)
        self.rebuild()
        self.ctx.announce(" ".join(self._causes()))
        return Pace.ONCE

    # ------------------------------------------------------------------ what is shown

    def passages(self) -> Sequence[Passage]:
        """What it probably is, what was found, what to try."""
        tries = [self.say(f"window.doctor.advice.{name}") for name in ADVICE]
        return (*self._found(), Passage(self.say("window.doctor.try"), tries))

    def _found(self) -> Sequence[Passage]:
        if self._running is not None:
            return (
                Passage(self.say("window.doctor.running"), ()),
                Passage(self.say("window.doctor.here"), self._here()),
            )
        if self._facts is None:
            return (Passage(self.say("window.doctor.here"), self._here()),)
        lines = [*self._here(), *self._seen(self._facts)]
        return Passage(self.say("window.doctor.cause"), self._causes()), Passage(self.say("window.doctor.here"), lines)

    def _here(self) -> list[str]:
        if not self._addresses:
            return [self.say("window.doctor.no_address")]
        return [self.say("window.doctor.address", address=address) for address in self._addresses]

    def _seen(self, facts: Facts) -> list[str]:
        heard, tables = ways_heard(facts), list(facts.tables)
        return [
            self.say("doctor.heard", means=", ".join(heard)) if heard else self.say("doctor.heard_nothing"),
            self.say("doctor.tables", names=", ".join(tables)) if tables else self.say("doctor.no_tables"),
        ]

    def _causes(self) -> list[str]:
        if self._facts is None:
            return []
        return [self.say(finding.key, **finding.facts) for finding in diagnose(self._facts)]

    def content(self, room: Rect) -> Sequence[Widget]:
        """An address to call above the text."""
        if self.ctx.examine is None:
            return (self.reading(room),)
        canvas = self.ctx.canvas
        line = room.top(canvas.screen.grown(46, 0.4))
        text = self.say("window.doctor.again")
        wide = min(line.w * 0.4, canvas.text_width(text, canvas.theme.sizes.label, bold=True) + 48)
        again = Button(line.right_part(wide), text, self._again)
        again.enabled = self._running is None
        field = self.field(
            "where",
            line.left_part(line.w - wide - 12),
            self.say("window.doctor.where"),
            placeholder=self.say("window.doctor.where"),
            most=_LONGEST,
            on_submit=lambda _: self._again(),
        )
        return field, again, self.reading(room.below(line.h + 14))

    def _again(self) -> None:
        typed = self.typed.get("where", "").strip()
        if self._running is not None:
            return
        try:
            place = parse_place(typed) if typed else None
        except BadAddress as bad:
            self.ctx.toast(self.say(f"address.{bad.key}"), error=True)
            return
        self._examine(place)
        self.rebuild()
