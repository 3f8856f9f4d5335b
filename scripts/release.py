"""Makes the wheel and the sdist of a release, if this is one: clean tree, a changelog entry, one version everywhere.

Refuses with one sentence otherwise. Needs ``pip install build``. Puts the files into dist/ and tags nothing.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
BUILD_SECONDS: Final = 600.0


class NotReady(Exception):
    """Why this is no release; the text says what to do."""


def version(root: Path) -> str:
    """The version that the package says it has.

    Raises:
        NotReady: it says none.
    """
    found = re.search(
        r'^__version__ = "(\d+\.\d+\.\d+)"$', (root / "lanbridge/__init__.py").read_text("utf-8"), re.MULTILINE
    )
    if found is None:
        raise NotReady('lanbridge/__init__.py has no line __version__ = "X.Y.Z".')
    return found[1]


def require_changelog(root: Path, number: str) -> None:
    """The changelog has a dated entry for this version.

    Raises:
        NotReady: it has not.
    """
    entry = rf"^## \[{re.escape(number)}\] - \d{{4}}-\d{{2}}-\d{{2}}$"
    if not re.search(entry, (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        raise NotReady(f"CHANGELOG.md has no entry '## [{number}] - YYYY-MM-DD': write it first.")


def require_clean(root: Path) -> None:
    """Everything is committed.

    Raises:
        NotReady: something is not.
    """
    told = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True)
    if told.stdout:
        raise NotReady(f"The tree is not clean ({told.stdout.splitlines()[0].strip()} ...): commit or remove it first.")


def build(root: Path) -> list[Path]:
    """The wheel and the sdist.

    Raises:
        subprocess.CalledProcessError: the build failed.
    """
    subprocess.run([sys.executable, "-m", "build", "--outdir", "dist"], cwd=root, check=True, timeout=BUILD_SECONDS)
    return sorted((root / "dist").glob(f"lanbridge-{version(root)}*"))


def main() -> int:
    """Check, and unless told otherwise build."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check-only", action="store_true", help="say whether this could be released, build nothing")
    options = parser.parse_args()
    try:
        number = version(ROOT)
        require_changelog(ROOT, number)
        require_clean(ROOT)
    except NotReady as reason:
        print(reason, file=sys.stderr)
        return 1
    made = [] if options.check_only else build(ROOT)
    print(f"lanbridge {number} can be released.", *made, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
