"""News of the table on their way to the player: the story, the people, sounds, spoken sentences, passing lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from lanbridge.client.known import (
    DealChecked,
    HostAnnounced,
    Known,
    LinkChanged,
    Notice,
    SeatingChanged,
    ShuffleRestarted,
    Spoke,
    TableAsked,
    Updated,
    Verdict,
)
from lanbridge.engine import MatchEnded, PublicEvent
from lanbridge.protocol.messages import Outcome, Question, Said
from lanbridge.settings import CannotSave, MatchOutcome, note_match
from lanbridge.text import moved_sentences, seat_name
from lanbridge.ui.scene import Context
from lanbridge.ui.sound import SoundName
from lanbridge.ui.table_people import People, said_text
from lanbridge.ui.table_questions import asked_sentence
from lanbridge.ui.table_seats import player_names, viewer
from lanbridge.ui.table_story import Story, sound_of
from lanbridge.ui.table_voice import cause_heard, event_heard, standing_heard

_COLONS: Final = " :\u00a0\u202f\uff1a"  # in a passing line nothing follows the sentence


class News:
    """Takes notices one by one; nothing else of the table's screen listens to them (but for answers to its moves)."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.story = Story()
        self.people = People()
        self._stood = Known()  # as the table stood when it was last told: under which host, with which sheet

    def begin(self, known: Known) -> None:
        """The screen has opened."""
        self._stood = known
        self.story.begin(known.view, self.ctx.preferences.motion)
        self.people.seated(self.ctx.words, known, self.ctx.clock())
        if known.view is not None and not self.story.busy:
            self.tell_standing(known)

    def tell_standing(self, known: Known) -> None:
        """How everything stands, for those who hear the table."""
        for sentence in standing_heard(self.ctx.words, known, self.story.shown, self.ctx.preferences):
            self.ctx.announce(sentence)

    def take(self, notice: Notice, known: Known) -> bool:
        """One notice; True for a `Welcome`, after which moves on their way may have to be made again."""
        match notice:
            case Updated():
                return self._updated(notice, known)
            case SeatingChanged():
                self._seated(known)
            case Spoke(said):
                self._spoke(said)
            case LinkChanged():
                self.ctx.announce(self.ctx.words.say(f"link.state.{notice.link}"))
            case DealChecked(deal, Verdict.BROKEN):
                self.ctx.toast(self.ctx.words.say("fair.broken", number=deal), error=True)
            case ShuffleRestarted():
                self._restarted(notice, known)
            case _:
                self._of_the_table(notice, known)
        return False

    def _seated(self, known: Known) -> None:
        """Who came and went; at another host everybody comes anew, and that it has the table is told first."""
        lines = self.people.seated(self.ctx.words, known, self.ctx.clock())
        if (known.epoch, known.fingerprint) == (self._stood.epoch, self._stood.fingerprint):
            for line in lines:
                self.ctx.toast(line)

    def _updated(self, update: Updated, known: Known) -> bool:
        moved = " ".join(moved_sentences(self.ctx.words, self._stood, known))
        self._stood = known
        if moved:
            self.ctx.toast(moved)
        self.story.told(update, self.ctx.preferences.motion)
        self._note_end(update.events, known)
        if cause := cause_heard(self.ctx.words, update, known):
            self.ctx.announce(cause)
        if not update.fresh:
            self.tell_standing(known)
        return not update.fresh

    def _spoke(self, said: Said) -> None:
        words = self.ctx.words
        line = self.people.spoke(words, said, self.ctx.clock())
        if line is not None:
            self.ctx.toast(line)
        elif said.seat not in self.people.muted:
            self.ctx.announce(words.say("seat.said", name=said.name, text=said_text(words, said)))

    def _of_the_table(self, notice: Notice, known: Known) -> None:
        match notice:
            case HostAnnounced(news):
                self.ctx.toast(self.ctx.words.say(f"news.{news}"), error=True)
            case TableAsked(question):
                self._asked(question, known)
            case _:
                pass

    def advance(self, seconds: float, now: float) -> bool:
        """Let time pass; True when something has changed that is not in flight."""
        begun = self.story.advance(seconds)
        for event in begun:
            sound = sound_of(event, viewer(self._known()))
            if sound:
                self.ctx.sounds.play(cast("SoundName", sound))
        self._speak_of(begun, now)
        gone = self.people.update(now)
        ran_out = self.story.update_note(now)
        return bool(begun) or gone or ran_out

    def _speak_of(self, begun: Sequence[PublicEvent], now: float) -> None:
        words, known = self.ctx.words, self._known()
        for event in self.story.skipped(begun):
            self._hear(event, self.story.heard(words, (event,), known))
        for event in begun:
            self._hear(event, self.story.tell(words, (event,), known, now))

    def _hear(self, event: PublicEvent, sentences: Sequence[str]) -> None:
        for sentence in (*sentences, *event_heard(self.ctx.words, event, self.ctx.preferences)):
            self.ctx.announce(sentence)

    def _known(self) -> Known:
        return self.ctx.client.known if self.ctx.client is not None else Known()

    def _asked(self, question: Question, known: Known) -> None:
        """A new question in a passing line, and how it ended; in between the pill and its panel tell."""
        words = self.ctx.words
        if question.outcome is not Outcome.OPEN:
            self.ctx.toast(words.say(f"question.{question.outcome}"))
        elif {*question.yes, *question.no} <= {question.asker} and viewer(known) != question.asker:
            self.ctx.toast(asked_sentence(words, question, known).rstrip(_COLONS))

    def _restarted(self, notice: ShuffleRestarted, known: Known) -> None:
        words = self.ctx.words
        if notice.mine:
            self.ctx.toast(words.say("fair.restarted_mine"))
            return
        names = [seat_name(words, player_names(known), seat, viewer(known)) for seat in notice.left_out]
        self.ctx.toast(words.say("fair.restarted", names=words.listed(names)))

    def _note_end(self, events: tuple[PublicEvent, ...], known: Known) -> None:
        """Count a match that has ended, for the table of statistics kept on this laptop."""
        ended = next((event for event in events if isinstance(event, MatchEnded)), None)
        seat = viewer(known)
        if ended is None or seat is None or known.view is None or self.ctx.places is None:
            return
        outcome = MatchOutcome(known.view.table.rules, known.sheet, seat, seat in ended.winners)
        try:
            note_match(self.ctx.places, outcome)
        except CannotSave as problem:
            self.ctx.toast(self.ctx.words.say("window.errors.disk", reason=str(problem)), error=True)
