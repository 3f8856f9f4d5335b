"""What the player does at the table: a card is meant, a call made, the rest claimed, a hint asked for."""

from __future__ import annotations

from dataclasses import replace

from lanbridge.client.known import Answered, Known
from lanbridge.engine import Call, Card, Claim, Play, SeatView, may_claim
from lanbridge.text import refusal_sentence, reject_sentence
from lanbridge.ui.scene import Context
from lanbridge.ui.table_hint import HintSeeker
from lanbridge.ui.table_moves import Sender
from lanbridge.ui.table_news import News
from lanbridge.ui.table_play import HandPlay, why_not


class Acts:
    """Decides on the newest view that the screen was told of, sends, and says why something cannot be done."""

    def __init__(self, ctx: Context, news: News) -> None:
        self.ctx, self.news = ctx, news
        self.hand = HandPlay()
        self.sender = Sender()
        self.hints = HintSeeker()

    @property
    def view(self) -> SeatView | None:
        """The newest position that this screen was told of."""
        return self.news.story.known

    @property
    def sent_card(self) -> Card | None:
        """The card on its way to the host."""
        return self.sender.card(self.view)

    @property
    def hints_allowed(self) -> bool:
        """By the table's settings, and always when practising."""
        settings = self._known().settings
        return self.ctx.practising or (settings is not None and settings.hints)

    @property
    def free(self) -> bool:
        """Whether my turn is in view and no move of mine is on its way."""
        shown, view = self.news.story.shown, self.view
        in_view = shown is not None and shown.view.my_turn and not shown.dealing
        return in_view and view is not None and view.my_turn and not self.sender.on_its_way(view)

    def _known(self) -> Known:
        return self.ctx.client.known if self.ctx.client is not None else Known()

    def mean(self, card: Card, *, thrown: bool = False) -> None:
        """The player means this card: what moves is shown at once; the card is played, asked about or refused.

        Meant on a picture in which the trick was not complete yet, it is only chosen: it is never read against
        cards that the player has not seen.
        """
        story, now = self.news.story, self.ctx.clock()
        seen = story.seen_all()
        story.finish()
        view = self.view
        if view is None or self.sender.on_its_way(view) or self.sender.echoes(now):
            return
        refusal = why_not(view, card)
        if refusal is not None:
            self.hand.asked = None
            self.warn(refusal_sentence(self.ctx.words, refusal))
        elif not seen:
            self.hand.chosen = card
        elif self.ctx.preferences.confirm_play and self.hand.asked != card and not thrown:
            self.hand.asked = card
            story.warn(self.ctx.words.say("window.table.confirm_play", card=card), now)
        else:
            self.send(Play(card))

    def send(self, move: Play | Call | Claim) -> None:
        """Send a move, once a turn."""
        view = self.view
        if view is not None and self.sender.send(self.ctx.client, view, move, self.ctx.clock()):
            self.hand.asked = self.hand.chosen = None
            self.news.story.forget()

    def call(self, tricks: int) -> None:
        """Call."""
        self.send(Call(tricks))

    def claim(self) -> None:
        """The rest are mine, where that is certain (rules 3.9)."""
        if self.view is not None and may_claim(self.view):
            self.news.story.finish()
            self.send(Claim())

    def ask_hint(self) -> None:
        """Think about a hint, where hints are allowed."""
        if not self.hints_allowed:
            self.warn(self.ctx.words.say("window.table.no_hints"))
        elif self.view is not None and self.view.my_turn:
            self.news.story.finish()
            self.hints.ask(self.view)

    def sort(self) -> None:
        """Turn the hand's order round; a hand arranged by its player is sorted."""
        preferences = self.ctx.preferences
        if preferences.hand_sort:
            self.hand.arrangement = replace(self.hand.arrangement, cards=())
        else:
            self.ctx.change(replace(preferences, high_cards_first=not preferences.high_cards_first))

    def answered(self, answer: Answered) -> None:
        """The host's answer: a refused move comes back with its reason."""
        ours = self.sender.answered(answer)
        if answer.reason is None:
            return
        text = reject_sentence(self.ctx.words, answer.reason, answer.refusal)
        if ours:
            self.warn(text)
        else:
            self.ctx.toast(text, error=True)

    def warn(self, text: str) -> None:
        """Why something cannot be done: under the trick, spoken, and heard."""
        self.news.story.warn(text, self.ctx.clock())
        self.ctx.announce(text)
        self.ctx.sounds.play("error")
