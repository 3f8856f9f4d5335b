"""Where things are kept: where the platform keeps them, or all under LANBRIDGE_HOME (tests, several on one machine)."""

from __future__ import annotations

import getpass
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import PlatformDirs

from lanbridge.protocol.names import clean_name

HOME_VARIABLE: Final = "LANBRIDGE_HOME"
FALLBACK_NAME: Final = "Player"


@dataclass(frozen=True, slots=True)
class Places:
    """The folders: ``settings`` (preferences), ``data`` (profiles, records, statistics), ``logs``.

    They need not exist; whoever writes makes them.
    """

    settings: Path
    data: Path
    logs: Path

    @classmethod
    def of_this_system(cls) -> Places:
        """The places of this user; the environment variable LANBRIDGE_HOME gathers them in one folder."""
        home = os.environ.get(HOME_VARIABLE, "")
        return cls.under(Path(home)) if home else cls._of_platform()

    @classmethod
    def under(cls, home: Path) -> Places:
        """All places inside one folder."""
        return cls(home / "settings", home / "data", home / "logs")

    @classmethod
    def _of_platform(cls) -> Places:
        folders = PlatformDirs("lanbridge", appauthor=False)
        return cls(folders.user_config_path, folders.user_data_path, folders.user_log_path)

    @property
    def profiles(self) -> Path:
        """One folder for each profile: its seat key and certificate."""
        return self.data / "profiles"

    @property
    def records(self) -> Path:
        """Records of matches."""
        return self.data / "records"

    @property
    def journals(self) -> Path:
        """Journals of tables hosted here."""
        return self.data / "journals"

    def described(self) -> tuple[tuple[str, Path], ...]:
        """Name and folder of each place, for ``lanbridge --where``."""
        return (
            ("settings", self.settings),
            ("data", self.data),
            ("profiles", self.profiles),
            ("records", self.records),
            ("journals", self.journals),
            ("logs", self.logs),
        )


def default_name() -> str:
    """A first name to offer: the system's user, cleaned; `FALLBACK_NAME` when the system tells none."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user in the system's list, or no list (Windows)
        return FALLBACK_NAME
    return clean_name(user).capitalize() or FALLBACK_NAME
