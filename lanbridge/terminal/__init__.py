"""The same game in plain text, line by line: for screen readers, ssh, and machines without a display."""

from __future__ import annotations

from .game import Opening, main
from .memory import Memory
from .replay import replay
from .screens import ToHosting, ToLobby, ToPractice, ToTable

__all__ = ["Memory", "Opening", "ToHosting", "ToLobby", "ToPractice", "ToTable", "main", "replay"]
