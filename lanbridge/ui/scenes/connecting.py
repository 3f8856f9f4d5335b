"""On the way to a table: connecting, knocking, asked for a PIN, or why it did not work and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lanbridge.client.known import Answered, Known, Link, LinkProblem, Notice
from lanbridge.protocol.fingerprint import fingerprint_words
from lanbridge.protocol.messages import CloseReason, StartMatch
from lanbridge.text import link_sentence, reject_sentence
from lanbridge.ui.inputs import Back, Input
from lanbridge.ui.layout import Rect, dialog
from lanbridge.ui.page import Page
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.scene import Context, Pace, screen_of
from lanbridge.ui.ways_in import join_table
from lanbridge.ui.widgets import Button, TextField, Widget

_PIN_ASKED: Final = (CloseReason.PIN_NEEDED, CloseReason.WRONG_PIN)
_USELESS_AGAIN: Final = (CloseReason.VERSION, CloseReason.REPLACED, CloseReason.REMOVED)
"""Trying again cannot help with these."""
MOST_PIN: Final = 12  # characters: as long as anybody will read out
_DOT_SECONDS: Final = 0.45


class ConnectingScene(Page):
    """Between the lobby and the table."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._dots = 0
        self._started = False
        self._told: object = None

    @property
    def _known(self) -> Known:
        return self.ctx.client.known if self.ctx.client is not None else Known(link=Link.CLOSED)

    @property
    def _asks_pin(self) -> bool:
        return self._known.link is Link.CLOSED and self._known.closed in _PIN_ASKED

    # ------------------------------------------------------------------ news

    def opened(self) -> None:
        """Perhaps we are at the table already."""
        self._look()

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """The way goes on."""
        for notice, _ in notices:
            if isinstance(notice, Answered) and notice.reason is not None:
                self.ctx.toast(reject_sentence(self.ctx.words, notice.reason, notice.refusal), error=True)
        self._look()
        if self._known.link is not Link.SEATED:
            self.rebuild()

    def _look(self) -> None:
        known = self._known
        if known.link is Link.SEATED and known.seating is not None:
            self._arrived(known)
        elif (known.link, known.closed) != self._told:
            self._told = known.link, known.closed
            self.ctx.announce(f"{self._title()}. {self._sentence()}")
            if known.link is Link.CLOSED:
                self.ctx.sounds.play("error")

    def _arrived(self, known: Known) -> None:
        screen = screen_of(known)
        if screen == "waiting" and self.ctx.practising:
            self._start_alone(known)
        else:
            self.ctx.stack.open(screen)

    def _start_alone(self, known: Known) -> None:
        """Practice begins at once."""
        if not self._started and self.ctx.client is not None and known.seating is not None and known.seating.menu:
            self._started = True
            self.ctx.client.request(StartMatch(0))

    def update(self, now: float) -> Pace:
        """Three dots that walk while we wait."""
        self._look_again()
        if self._known.link is Link.CLOSED:
            return Pace.STILL
        dots = int(now / _DOT_SECONDS) % 4
        changed, self._dots = dots != self._dots, dots
        return Pace.ONCE if changed else Pace.STILL

    def _look_again(self) -> None:
        if self._known.link is Link.SEATED:
            self._look()

    # ------------------------------------------------------------------ what is shown

    def _title(self) -> str:
        joining = self.ctx.joining
        name = joining.target.name if joining is not None else ""
        if name:
            return name
        if joining is not None and joining.target.addresses:
            return f"{joining.target.addresses[0]}:{joining.target.port}"
        return self.say("window.connecting.title")

    def _sentence(self) -> str:
        known = self._known
        if known.link is Link.CLOSED:
            return link_sentence(self.ctx.words, known.closed, known.host_version) if known.closed else ""
        if known.link is Link.SEATED:
            return self.say("window.connecting.dealing")
        return self.say("window.connecting.hosting" if self.ctx.hosted else f"link.state.{known.link}")

    def _advice(self) -> str:
        known = self._known
        if known.link is not Link.CLOSED or known.closed is None:
            return ""
        key = f"window.advice.{known.closed}"
        advice = self.say(key) if self.ctx.words.has(key) else ""
        return f"{self._what_changed(known)} {advice}" if self._host_changed else advice

    @property
    def _host_changed(self) -> bool:
        """Whether another certificate than the known one was shown: the player may join all the same."""
        known = self._known
        return known.closed is LinkProblem.HOST_KEY_CHANGED and bool(known.fingerprint)

    def _what_changed(self, known: Known) -> str:
        before = ", ".join(map(_in_words, known.pinned))
        return self.say("host_key.changed", before=before, now=_in_words(known.fingerprint))

    @property
    def _frame(self) -> Rect:
        return dialog(self.ctx.canvas.screen, 600, 300)

    def build(self) -> Sequence[Widget]:
        """Buttons by how it stands."""
        screen, inner = self.ctx.canvas.screen, self._frame.inset(30, 26)
        foot = inner.low(screen.grown(48, 0.3))
        back = self.say("window.connecting.cancel" if self._known.link is not Link.CLOSED else "window.connecting.back")
        if self._known.link is not Link.CLOSED:
            return (Button(foot.middle(screen.grown(180, 0.3), foot.h), back, self._back),)
        left, right = foot.columns(2, 14)
        leave = Button(left, back, self._back)
        if self._asks_pin:
            tall = screen.grown(48, 0.4)
            place = Rect(inner.x, foot.y - 18 - tall, inner.w, tall)
            pin = self.field(
                "pin",
                place,
                self.say("window.host.pin"),
                most=MOST_PIN,
                labelled=True,
                on_submit=lambda _: self._again(),
            )
            return pin, leave, Button(right, self.say("window.lobby.join"), self._again, kind="primary")
        if self._host_changed:
            join = Button(right, self.say("window.lobby.join"), self._trust)
            return Button(left, back, self._back, kind="primary"), join
        if self._known.closed in _USELESS_AGAIN or self.ctx.hosted is not None:
            return (Button(foot, back, self._back, kind="primary"),)
        return leave, Button(right, self.say("window.connecting.again"), self._again, kind="primary")

    def rebuild(self) -> None:
        """The PIN's field has the focus when it comes."""
        super().rebuild()
        pin = next((widget for widget in self.group.widgets if isinstance(widget, TextField)), None)
        if pin is not None and self.group.focused is None:
            self.group.focus(pin)

    def paint_ground(self, canvas: Canvas) -> None:
        """Where we go, and how it stands."""
        sizes, palette = canvas.theme.sizes, canvas.theme.palette
        canvas.felt()
        canvas.panel(self._frame)
        inner = self._frame.inset(30, 26)
        heading = inner.top(canvas.screen.grown(42, 0.5))
        canvas.text(self._title(), heading, sizes.heading + 2, bold=True, align="center")
        failed = self._known.link is Link.CLOSED
        body = inner.below(heading.h + 10)
        body = body.top(
            body.h - canvas.screen.grown(48, 0.3) - (canvas.screen.grown(66, 0.4) if self._asks_pin else 14)
        )
        text = self._sentence() if failed else self._sentence().rstrip(" .\u2026") + " " + "." * self._dots
        ink = palette.lost if failed and not self._asks_pin else palette.ink
        if not failed:  # from the left end of the widest, so that the words stand still
            wide = canvas.text_width(text.rstrip(" .") + " ...", sizes.body)
            canvas.text(text, body.middle(min(body.w, wide + 4), body.h), sizes.body, colour=ink)
            return
        used = canvas.paragraph(text, body.top(body.h * 0.5), sizes.body, colour=ink, align="center")
        rest = body.below(used + 8)
        canvas.paragraph(self._advice(), rest, sizes.label, colour=palette.ink_soft, align="center")

    # ------------------------------------------------------------------ what is done

    def _again(self) -> None:
        joining = self.ctx.joining
        if joining is not None:
            pin = self.typed.get("pin", "").strip() if self._asks_pin else joining.pin
            join_table(self.ctx, joining.target, joining.wish, pin)

    def _trust(self) -> None:
        """The player says that the changed certificate is their friend's."""
        joining = self.ctx.joining
        if joining is not None:
            join_table(self.ctx, joining.target.trusting(self._known.fingerprint), joining.wish, joining.pin)

    def _back(self) -> None:
        self.ctx.leave_table()

    def otherwise(self, given: Input) -> bool:
        """Escape goes back."""
        if isinstance(given, Back):
            self._back()
            return True
        return False


def _in_words(fingerprint: bytes) -> str:
    return f"'{' '.join(fingerprint_words(fingerprint))}'"
