"""The dearest moments of a match in sentences: what was played, what was better, what it cost and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.bots.review import Moment
from lanbridge.engine import Call, Play

if TYPE_CHECKING:
    from .words import Words


def moment_title(words: Words, moment: Moment) -> str:
    """Which move it was, and what it cost: ``Deal 2, trick 6: 8.0 points``."""
    key = "review.at_call" if moment.trick == 0 else "review.at_trick"
    cost = words.tenths(round(moment.cost))
    return words.say(key, deal=moment.deal, trick=moment.trick, cost=cost)


def moment_sentence(words: Words, moment: Moment) -> str:
    """What was chosen, what was better, and the reason."""
    why = words.say(f"review.why.{moment.theme}") if moment.theme is not None else ""
    match moment.chosen, moment.best:
        case Call(), Call():
            said = words.say("review.call", chosen=moment.chosen.tricks, best=moment.best.tricks)
        case Play(), Play():
            said = words.say("review.card", chosen=moment.chosen.card, best=moment.best.card)
        case _:
            return why
    return f"{said} {why}".strip()
