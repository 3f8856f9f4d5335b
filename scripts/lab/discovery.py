"""The scenarios of finding tables, by name; each has a short form, which is part of the tests, and a long one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from lab.discovery_alive import alive, flapping
from lab.discovery_changes import changes
from lab.discovery_crowd import crowd
from lab.discovery_doctor import doctor
from lab.discovery_times import blocked, discovery
from lab.lan import Lan
from lab.watching import Length

FINDING: Final[Mapping[str, Callable[[Lan, Length], dict[str, Any]]]] = {
    "discovery": discovery,
    "blocked": blocked,
    "alive": alive,
    "flapping": flapping,
    "changes": changes,
    "crowd": crowd,
    "doctor": doctor,
}
