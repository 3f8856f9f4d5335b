"""Which languages there are, what they call themselves, and which one the system speaks."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

NATIVE_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "en": "English",
        "bn": "বাংলা",
        "ne": "नेपाली",
        "hi": "हिन्दी",
        "id": "Bahasa Indonesia",
        "es": "Español",
        "fr": "Français",
        "lo": "ລາວ",
    }
)
"""Language code -> its name in itself, in the order in which settings show them."""

LANGUAGES: Final = tuple(NATIVE_NAMES)
ENGLISH: Final = "en"

_ZEROS: Final[Mapping[str, str]] = MappingProxyType({"bn": "\u09e6", "ne": "\u0966", "hi": "\u0966", "lo": "\u0ed0"})
_ALIASES: Final[Mapping[str, str]] = MappingProxyType({"in": "id"})
"""Old code of Indonesian that some systems still report."""


def own_zero(language: str) -> str:
    """The language's own digit for zero; the nine others follow it in Unicode. ``0`` where there are no others."""
    return _ZEROS.get(language, "0")


def known_language(code: str) -> str:
    """The language that a locale name such as ``bn_BD.UTF-8`` asks for; empty when we do not have it."""
    short = code.replace("-", "_").split("_")[0].split(".")[0].lower()
    short = _ALIASES.get(short, short)
    return short if short in NATIVE_NAMES else ""


def language_of_system() -> str:
    """The language of this computer's user, ``en`` when it is none of ours."""
    return next((known for code in _system_codes() if (known := known_language(code))), ENGLISH)


def _system_codes() -> list[str]:
    """Locale names, the most binding first (gettext's order of environment variables)."""
    listed = os.environ.get("LANGUAGE", "").split(":")
    named = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return [code for code in (*named[:1], *listed, *named[1:], *_platform_codes()) if code]


def _platform_codes() -> list[str]:
    """What Windows and macOS know where no environment variable says it."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only this system has the call

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return [locale.windows_locale.get(number, "")]
    return [locale.getlocale()[0] or ""]
