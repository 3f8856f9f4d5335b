"""Of Babel's locales (over 30 MB) a program takes those that the game speaks; PyInstaller's own hook takes all."""

from __future__ import annotations

from PyInstaller.utils.hooks import collect_data_files  # type: ignore[import-untyped]  # there only where programs are built

from lanbridge.text.languages import LANGUAGES

hiddenimports = ["babel.dates", "babel.numbers", "babel.plural"]  # locale data are pickles: they name modules
datas = collect_data_files("babel", includes=["global.dat", "locale-data/root.dat"])
for _language in LANGUAGES:
    datas += collect_data_files("babel", includes=[f"locale-data/{_language}.dat", f"locale-data/{_language}_*.dat"])
