"""Where the texts are kept."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def text_folder() -> Traversable:
    """The folder of the language files: inside an installed package, or beside it in a checkout."""
    installed = files("lanbridge") / "assets" / "text"
    return installed if installed.is_dir() else Path(__file__).resolve().parents[2] / "assets" / "text"
