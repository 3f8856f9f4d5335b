"""Every public name says what it is, and a function that raises says what."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ground

Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

PACKAGE = ground.ROOT / "lanbridge"
MODULES = sorted(PACKAGE.rglob("*.py"))
NEVER_MEANT = {"NotImplementedError", "AssertionError", "SystemExit"}


def public(body: list[ast.stmt], owner: str = "") -> Iterator[tuple[str, Named]]:
    """Public classes and functions, and the public methods of public classes, by their dotted names."""
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and not node.name.startswith("_"):
            yield owner + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{owner}{node.name}.")


def raised(function: ast.AST) -> set[str]:
    """Names of the exceptions that stand after `raise` in the function itself, not in functions inside it."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(function):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            continue
        if isinstance(node, ast.Raise) and node.exc is not None:
            made = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            name = made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")
            found |= {name} if name[:1].isupper() else set()
        found |= raised(node)
    return found - NEVER_MEANT


def unsaid(source: str) -> list[str]:
    """Complaints about one module."""
    tree = ast.parse(source)
    complaints = [] if ast.get_docstring(tree) else ["the module says nothing"]
    for name, node in public(tree.body):
        said = ast.get_docstring(node) or ""
        if not said and not _inherits(node):
            complaints.append(f"{name} says nothing")
        if not isinstance(node, ast.ClassDef):
            complaints += [f"{name} does not say that it raises {error}" for error in raised(node) if error not in said]
    return complaints


def _inherits(node: Named) -> bool:
    """Whether what it promises stands where it is overridden from, or in the function's other forms."""
    marks = [mark.attr if isinstance(mark, ast.Attribute) else getattr(mark, "id", "") for mark in node.decorator_list]
    return bool({"override", "overload", "setter"} & set(marks))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_public_name_says_what_it_is_and_what_it_raises(path: Path) -> None:
    assert unsaid(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("source", "complaints"),
    [
        ('"""M."""\ndef f():\n    """F."""\n', []),
        ("x = 1\n", ["the module says nothing"]),
        ('"""M."""\ndef f(): ...\n', ["f says nothing"]),
        ('"""M."""\ndef _f(): ...\n', []),
        ('"""M."""\nclass C:\n    """C."""\n    def m(self): ...\n', ["C.m says nothing"]),
        ('"""M."""\ndef f():\n    """F."""\n    raise Odd("x")\n', ["f does not say that it raises Odd"]),
        ('"""M."""\ndef f():\n    """F.\n\n    Raises:\n        Odd: it is.\n    """\n    raise Odd\n', []),
        (
            '"""M."""\ndef f():\n    """F."""\n    try:\n        g()\n    except Odd as error:\n        raise error\n',
            [],
        ),
    ],
)
def test_what_the_check_sees(source: str, complaints: list[str]) -> None:
    assert unsaid(source) == complaints
