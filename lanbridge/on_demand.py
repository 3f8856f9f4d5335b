"""Names of a package whose modules are loaded when they are first asked for: the window opens before most of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def on_demand(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """A module's ``__getattr__``: ``homes`` maps each module of ``package`` to the names it gives, in one string."""
    home_of = {name: module for module, names in homes.items() for name in names.split()}

    def find(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
