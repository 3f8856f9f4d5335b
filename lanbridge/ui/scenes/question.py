"""A question to the table, with two answers; it goes when it is decided."""

from __future__ import annotations

from collections.abc import Sequence

from lanbridge.client.known import Known, Notice
from lanbridge.protocol.messages import Answer, Question
from lanbridge.ui.inputs import Back, Input
from lanbridge.ui.scene import Context
from lanbridge.ui.scenes.menu import SureScene
from lanbridge.ui.table_questions import asked_sentence, mine_to_answer, wanted_sentence


class QuestionScene(SureScene):
    """Escape leaves it open; the answer can wait as long as the table lets it."""

    def __init__(self, ctx: Context, question: Question) -> None:
        super().__init__(ctx, "window.question", self._agree)
        self.question = question

    def sentence(self) -> str:
        """Who asks what."""
        known = self.ctx.client.known if self.ctx.client is not None else Known()
        words = self.ctx.words
        return f"{asked_sentence(words, self.question, known)} {wanted_sentence(words, self.question)}"

    def _agree(self) -> None:
        if self.ctx.client is not None:
            self.ctx.client.request(Answer(0, self.question.number, yes=True))

    def refuse(self) -> None:
        """No."""
        self.ctx.stack.pop(self)
        if self.ctx.client is not None:
            self.ctx.client.request(Answer(0, self.question.number, yes=False))

    def on_input(self, given: Input) -> bool:
        """Escape answers nothing."""
        if isinstance(given, Back):
            self.ctx.stack.pop(self)
            return True
        return super().on_input(given)

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """Decided, or answered: it goes."""
        del notices
        known = self.ctx.client.known if self.ctx.client is not None else Known()
        if mine_to_answer(known) is None:
            self.ctx.stack.pop(self)
