"""Coverage-guided fuzzing of the decoders: `pip install atheris`, `python scripts/fuzz_decoder.py [-runs=N] [CORPUS]`.

Arguments are libFuzzer's. `--seed-corpus FOLDER` writes the golden bodies there.
Anything but a ProtocolError stops the run with the offending input.
"""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))


def write_corpus(folder: Path) -> None:
    """One file for each golden body."""
    folder.mkdir(parents=True, exist_ok=True)
    golden = (ROOT / "tests" / "protocol" / "golden.txt").read_text(encoding="ascii")
    for number, line in enumerate(golden.splitlines()):
        (folder / f"golden-{number:02}").write_bytes(bytes.fromhex(line.split()[1]))


def main() -> int:
    """Fuzz until stopped; returns the exit code."""
    if sys.argv[1:2] == ["--seed-corpus"]:
        write_corpus(Path(sys.argv[2]))
        return 0
    try:
        atheris = importlib.import_module("atheris")
    except ModuleNotFoundError:
        print("This needs the package atheris (Linux or macOS): pip install atheris", file=sys.stderr)
        return 1
    with atheris.instrument_imports(include=["lanbridge"]):
        codec = importlib.import_module("lanbridge.protocol.codec")
        beacon = importlib.import_module("lanbridge.protocol.beacon")
        errors = importlib.import_module("lanbridge.protocol.errors")

    def try_one(data: bytes) -> None:
        for decode in (codec.decode_client, codec.decode_host, beacon.decode_beacon):
            with suppress(errors.ProtocolError):
                decode(data)

    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
