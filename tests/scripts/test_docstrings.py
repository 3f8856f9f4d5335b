"""Every public name says what it is; a function that raises says what, a number its unit, a container its shape."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ground

Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

PACKAGE = ground.ROOT / "lanbridge"
MODULES = sorted(PACKAGE.rglob("*.py"))
NEVER_MEANT = {"NotImplementedError", "AssertionError", "SystemExit"}

UNITS = re.compile(
    r"\b(seconds?|milliseconds|ms|pixels?|units?|bytes|degrees|points?|tenths|tricks?|deals?|matches|per cent)\b"
    r"|\b(share|times|chance|probability|weight|factor|strength|contrast|ratio)\b|%|\b0-1\b",
    re.IGNORECASE,
)
"""What a docstring calls the unit of a number that is no count; a share, a chance and a factor have none."""
UNIT_IN_NAME = re.compile(r"(^|_)(seconds|s|ms|px|now|percent|ratio|share|scale|progress|probability|chance|factor)$")
KEYED = re.compile(r"\b(by|each|for|of)\b|->")
SEVERAL = re.compile(r"\band\b|[,(;]|->")


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


def unmeasured(tree: ast.Module) -> Iterator[str]:
    """Public fractions (`float`) whose unit neither their name says nor the docstring of function, class or module."""
    module = ast.get_docstring(tree) or ""
    owners = {name: ast.get_docstring(node) or "" for name, node in public(tree.body)}
    for name, node in public(tree.body):
        said = " ".join((module, owners.get(name.rpartition(".")[0], ""), owners[name], _said_of_fields(node)))
        if not UNITS.search(said):
            yield from (f"{name} does not say the unit of {one}" for one in _fractions(node) if not _tells(one, name))


def _tells(one: str, name: str) -> bool:
    return UNIT_IN_NAME.search(name if one == "what it returns" else one) is not None


def _fractions(node: Named) -> list[str]:
    """Fields of a class, or arguments and answer of a function, that are a `float`."""
    if isinstance(node, ast.ClassDef):
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign) and _is_fraction(part.annotation)]
        return [name for name in map(ast.unparse, (field.target for field in fields)) if not name.startswith("_")]
    named = [one.arg for one in (*node.args.args, *node.args.kwonlyargs) if _is_fraction(one.annotation)]
    return named + (["what it returns"] if _is_fraction(node.returns) else [])


def _is_fraction(annotation: ast.expr | None) -> bool:
    return annotation is not None and re.search(r"\bfloat\b", ast.unparse(annotation)) is not None


def _said_of_fields(node: Named) -> str:
    said = [part.value for part in node.body if isinstance(part, ast.Expr)]
    return " ".join(str(part.value) for part in said if isinstance(part, ast.Constant))


def shapeless(tree: ast.Module) -> Iterator[str]:
    """Public functions that return a mapping without saying by what, or a pair without saying of what."""
    for name, node in public(tree.body):
        if isinstance(node, ast.ClassDef) or node.returns is None or _inherits(node):
            continue
        shape, said = ast.unparse(node.returns), ast.get_docstring(node) or ""
        if re.match(r"(dict|Mapping)\[", shape) and not KEYED.search(said):
            yield f"{name} does not say by what its answer is kept"
        if re.match(r"tuple\[(?!.*\.\.\.)", shape) and not SEVERAL.search(said):
            yield f"{name} does not say what its answer's parts are"


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
    return [*complaints, *unmeasured(tree), *shapeless(tree)]


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
        ('"""M."""\ndef f(pause: float):\n    """F."""\n', ["f does not say the unit of pause"]),
        ('"""M."""\ndef f(pause: float):\n    """F, after a pause in seconds."""\n', []),
        ('"""M."""\ndef f(pause_s: float):\n    """F."""\n', []),
        ('"""M; all in units."""\ndef f() -> float:\n    """F."""\n', []),
        ('"""M."""\ndef f() -> float | None:\n    """F."""\n', ["f does not say the unit of what it returns"]),
        ('"""M."""\nclass C:\n    """C."""\n    x: float\n', ["C does not say the unit of x"]),
        ('"""M."""\nclass C:\n    """C."""\n    x: float\n    """In seconds."""\n', []),
        ('"""M."""\ndef f() -> dict[int, str]:\n    """Names."""\n', ["f does not say by what its answer is kept"]),
        ('"""M."""\ndef f() -> dict[int, str]:\n    """Names by seat."""\n', []),
        ('"""M."""\ndef f() -> tuple[int, str]:\n    """F."""\n', ["f does not say what its answer's parts are"]),
        ('"""M."""\ndef f() -> tuple[int, ...]:\n    """F."""\n', []),
    ],
)
def test_what_the_check_sees(source: str, complaints: list[str]) -> None:
    assert unsaid(source) == complaints
