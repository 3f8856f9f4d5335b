"""From options to the settings of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lanbridge.engine import InvalidRuleset, Ruleset, preset_named
from lanbridge.protocol.names import clean_name
from lanbridge.protocol.table_settings import Watch

from .failure import Failure

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from lanbridge.protocol.table_settings import TableSettings


def rules_of(preset: str | None, switches: Sequence[str], usual: Ruleset) -> Ruleset:
    """The preset, or the usual rules, with the switches ``FIELD=VALUE`` set.

    Raises:
        Failure: a switch cannot be read, or the rules cannot be played.
    """
    try:
        rules = usual if preset is None else preset_named(preset)
        return rules.changed(**dict(_switch(text) for text in switches)) if switches else rules
    except InvalidRuleset as error:
        raise Failure(f"These rules cannot be played: {error}.") from None


def _switch(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InvalidRuleset(f"{text[:40]!r} is not FIELD=VALUE")
    return name.strip(), value


def settings_of(options: Namespace, usual: TableSettings) -> TableSettings:
    """The table that the options ask for; what they leave open is as last time.

    Raises:
        Failure: the rules cannot be played.
    """
    return replace(
        usual,
        name=clean_name(options.name) or usual.name,
        rules=rules_of(options.rules, options.set, usual.rules),
        bots=options.bots or usual.bots,
        clock=usual.clock if options.clock is ... else options.clock,
        deals_tonight=options.deals,
        watch=Watch(options.watch) if options.watch else usual.watch,
        locked=bool(options.pin),
        listed=usual.listed and not options.unlisted,
        bot_pause_ms=usual.bot_pause_ms if options.bot_pause is None else options.bot_pause,
    )
