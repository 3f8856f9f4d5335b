"""A release is refused unless everything says the same."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import release


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "lanbridge").mkdir()
    (tmp_path / "lanbridge" / "__init__.py").write_text('"""Package."""\n\n__version__ = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [1.2.3] - 2026-01-31\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def test_the_version_is_the_packages(tree: Path) -> None:
    assert release.version(tree) == "1.2.3"


def test_no_version_is_refused(tree: Path) -> None:
    (tree / "lanbridge" / "__init__.py").write_text("")
    with pytest.raises(release.NotReady, match="__version__"):
        release.version(tree)


def test_a_changelog_without_the_version_is_refused(tree: Path) -> None:
    release.require_changelog(tree, "1.2.3")
    with pytest.raises(release.NotReady, match=r"1\.2\.4"):
        release.require_changelog(tree, "1.2.4")


def test_a_dirty_tree_is_refused(tree: Path) -> None:
    with pytest.raises(release.NotReady, match="not clean"):
        release.require_clean(tree)


def test_a_clean_tree_is_fine(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    release.require_clean(tmp_path)
