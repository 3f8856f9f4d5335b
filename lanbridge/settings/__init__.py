"""What this laptop keeps: preferences, profiles, statistics, tables it knew, logs. Nothing damaged stops the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.on_demand import on_demand

if TYPE_CHECKING:
    from .known_hosts import KnownHost, load_hosts, remember_host
    from .logs import start_logging
    from .places import Places, default_name
    from .preferences import Motion, Preferences, load_preferences, save_preferences
    from .profiles import Profile, ProfileBusy, open_profile
    from .remembered import RememberedTable, forget_table, load_tables, remember_table, table_to_return_to
    from .safe_files import CannotSave
    from .statistics import MatchOutcome, Tally, load_statistics, note_match
else:
    __getattr__ = on_demand(
        __name__,
        {
            "known_hosts": "KnownHost load_hosts remember_host",
            "logs": "start_logging",
            "places": "Places default_name",
            "preferences": "Motion Preferences load_preferences save_preferences",
            "profiles": "Profile ProfileBusy open_profile",
            "remembered": "RememberedTable forget_table load_tables remember_table table_to_return_to",
            "safe_files": "CannotSave",
            "statistics": "MatchOutcome Tally load_statistics note_match",
        },
    )

__all__ = [
    "CannotSave",
    "KnownHost",
    "MatchOutcome",
    "Motion",
    "Places",
    "Preferences",
    "Profile",
    "ProfileBusy",
    "RememberedTable",
    "Tally",
    "default_name",
    "forget_table",
    "load_hosts",
    "load_preferences",
    "load_statistics",
    "load_tables",
    "note_match",
    "open_profile",
    "remember_host",
    "remember_table",
    "save_preferences",
    "start_logging",
    "table_to_return_to",
]
