"""The host dialog's last choices, as plain values for a file and back. The PIN is never among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from lanbridge.engine import InvalidRuleset, Ruleset, house_switches, preset_named
from lanbridge.protocol.names import clean_name
from lanbridge.protocol.table_settings import LEAST_CLOCK_SECONDS, MOST_SECONDS, Latecomers, TableSettings, Watch

from .plain_values import a_choice, a_flag, a_number, a_text, perhaps

_MOST_DEALS: Final = 500
_SHORT: Final = 40
_MOST_PAUSE_MS: Final = 10_000


def _read_rules(value: object) -> Ruleset:
    if not isinstance(value, dict):
        raise ValueError("rules are no object")  # noqa: TRY004 - one error for every bad value
    switches = {str(name): str(text) for name, text in value.items() if name != "preset"}
    try:
        return preset_named(str(value.get("preset"))).changed(**switches)
    except InvalidRuleset as error:
        raise ValueError(str(error)) from error


def _read_name(value: object) -> str:
    return clean_name(a_text(200)(value))


_READERS: Final[Mapping[str, Callable[[object], object]]] = MappingProxyType(
    {
        "name": _read_name,
        "rules": _read_rules,
        "bots": a_text(_SHORT),
        "clock": perhaps(a_number(LEAST_CLOCK_SECONDS, MOST_SECONDS)),
        "grace": a_number(0, MOST_SECONDS),
        "pace": perhaps(a_number(0, MOST_SECONDS)),
        "deals_tonight": perhaps(a_number(1, _MOST_DEALS)),
        "watch": a_choice(Watch),
        "latecomers": a_choice(Latecomers),
        "hints": a_flag,
        "listed": a_flag,
        "locked": a_flag,
        "bot_pause_ms": a_number(0, _MOST_PAUSE_MS),
    }
)


def host_choices_to_plain(settings: TableSettings) -> dict[str, object]:
    """The settings as JSON values by their names."""
    plain: dict[str, object] = {name: getattr(settings, name) for name in _READERS}
    plain["rules"] = {"preset": settings.rules.preset, **house_switches(settings.rules)}
    return plain


def host_choices_from_plain(value: object) -> TableSettings:
    """The settings from JSON values; each that cannot be read keeps its default.

    Raises:
        ValueError: the value is no object.
    """
    if not isinstance(value, dict):
        raise ValueError("host choices are no object")  # noqa: TRY004 - one error for every bad value
    read = {"name": ""} | readable(_READERS, value)
    return TableSettings(**read)  # type: ignore[arg-type]  # each reader gives its field's own type


def readable(readers: Mapping[str, Callable[[object], object]], plain: Mapping[str, object]) -> dict[str, object]:
    """Those values that their readers accept, by their names."""
    found: dict[str, object] = {}
    for name, reader in readers.items():
        try:
            if name in plain:
                found[name] = reader(plain[name])
        except ValueError:
            continue
    return found
