"""The rules of a table, or of any way of playing, in the player's words."""

from __future__ import annotations

from collections.abc import Sequence

from lanbridge.engine import PRESETS, Ruleset, house_switches
from lanbridge.text import preset_name, preset_title, rules_page
from lanbridge.ui.layout import Rect
from lanbridge.ui.reading import Passage, ReadingSheet
from lanbridge.ui.scene import Context
from lanbridge.ui.ways_in import learn
from lanbridge.ui.widgets import Button, Choice, Widget


class RulesScene(ReadingSheet):
    """At a table its own rules; in the lobby those that will be played, and the others to look at."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        settings = ctx.client.known.settings if ctx.client is not None else None
        self._at_table = settings is not None
        self._rules: Ruleset = settings.rules if settings is not None else ctx.preferences.host.rules

    def title(self) -> str:
        """Which rules these are."""
        if self._at_table or house_switches(self._rules):
            return preset_title(self.ctx.words, self._rules)
        return self.say("window.rules.of", name=preset_name(self.ctx.words, self._rules.preset))

    def passages(self) -> Sequence[Passage]:
        """Made from the rules themselves."""
        return [Passage(section.title, section.lines) for section in rules_page(self.ctx.words, self._rules)]

    def content(self, room: Rect) -> Sequence[Widget]:
        """A choice of presets above the text, where no table has chosen."""
        if self._at_table:
            return (self.reading(room),)
        tall = self.ctx.canvas.screen.grown(42, 0.4)
        names = [preset_name(self.ctx.words, name) for name in PRESETS]
        index = list(PRESETS).index(self._rules.preset)
        place = Rect(room.x + 12, room.y, room.w - 34, tall)
        choice = Choice(place, self.say("window.rules.which"), names, index, self._choose)
        return choice, self.reading(room.below(tall + 12))

    def foot(self, room: Rect) -> Sequence[Widget]:
        """Close; in the lobby also the walk through a first deal."""
        close = self.button_at(room, self.say("window.sheet.close"), self.close, primary=True)
        if self._at_table:
            return (close,)
        text = self.say("window.first_deal.start")
        wide = min(self.button_width(text), close.rect.x - 12 - room.x)
        return Button(room.left_part(wide), text, self._learn), close

    def _learn(self) -> None:
        problem = learn(self.ctx)
        if problem:
            self.ctx.toast(problem, error=True)

    def _choose(self, index: int) -> None:
        self._rules = list(PRESETS.values())[index]
        self.scroll("text", -1e9)
        self.rebuild()
