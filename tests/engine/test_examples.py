"""The examples in the engine's docstrings are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import lanbridge.engine

MODULES = sorted(path.stem for path in Path(lanbridge.engine.__file__).parent.glob("*.py") if path.stem[0] != "_")


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"lanbridge.engine.{name}")).failed == 0
