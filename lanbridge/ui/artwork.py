"""Where the pictures, fonts and sounds are: inside an installed wheel, or beside the package in a checkout."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path


@cache
def assets_folder() -> Path:
    """The folder that holds fonts/, cards/ and sounds/.

    Raises FileNotFoundError when the installation is incomplete.
    """
    installed = files("lanbridge") / "assets"
    if installed.is_dir():
        with as_file(installed) as path:
            return Path(path)
    checkout = Path(__file__).resolve().parents[2] / "assets"
    if checkout.is_dir():
        return checkout
    raise FileNotFoundError(checkout)


def artwork(*parts: str) -> Path:
    """The path of one asset, as in `artwork("fonts", "NotoSans-Bold.ttf")`."""
    return assets_folder().joinpath(*parts)
