"""The choices of a new table, line by line."""

from __future__ import annotations

from .help_page import form_help
from .host_form import HostForm, changed_form, form_lines
from .parsing import Command, Input
from .screens import ToEnd, ToHosting, ToLobby, Way
from .shared import Shared
from .troubles import Trouble
from .verbs import Verb


class FormScreen:
    """Until the table is opened, or not."""

    def __init__(self, shared: Shared, form: HostForm) -> None:
        self._shared = shared
        self._form = form
        shared.at_home = True
        self._show()

    def typed(self, said: Input) -> Way | None:
        """React to a line."""
        if not isinstance(said, Command):
            self._shared.say("terminal.form.not_here")
            return None
        match said.verb:
            case Verb.OPEN | Verb.START | Verb.HOST:
                self._shared.keep(host=self._form.settings)
                return ToHosting(self._form.settings, self._form.pin)
            case Verb.CANCEL | Verb.LEAVE:
                return ToLobby()
            case Verb.QUIT:
                return ToEnd()
            case Verb.HELP:
                self._shared.tell(form_help(self._shared.words))
            case _:
                self._change(said)
        return None

    def tick(self) -> Way | None:
        """Nothing happens here by itself."""
        return None

    def leave(self) -> None:
        """Nothing is open yet."""

    def _show(self) -> None:
        self._shared.tell(form_lines(self._shared.words, self._form))

    def _change(self, said: Command) -> None:
        after = changed_form(self._form, said, self._shared.lexicon)
        if after is None:
            self._shared.say("terminal.form.not_here")
        elif isinstance(after, Trouble):
            self._shared.tell([after.said(self._shared.words)])
        else:
            self._form = after
            self._show()
