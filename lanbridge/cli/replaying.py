"""`lanbridge replay`: a recorded match, checked or shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from lanbridge.engine.record import FalseRecord, InvalidRecord, Record, Verdict, parse, verify_deals
from lanbridge.engine.record import replay as replay_record

from .failure import Failure

if TYPE_CHECKING:
    from argparse import Namespace

UNPROVEN: Final = (Verdict.NO_PROOF, Verdict.SEALED)
"""Deals that prove nothing, which is not a fault: a match cut short by its host, or one without proofs."""


def replay(options: Namespace) -> int:
    """Check the record in the file, or show it."""
    record = _read(Path(options.file))
    if options.check:
        return _check(record)
    from . import screens

    return screens.replay(options, record)


def _read(path: Path) -> Record:
    try:
        return parse(path.read_text(encoding="utf-8"))
    except InvalidRecord as error:
        raise Failure(f"{path.name} is no record of a match: {error}.") from None
    except UnicodeDecodeError:
        raise Failure(f"{path.name} is no record of a match: it is not text.") from None
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror}.") from None


def _check(record: Record) -> int:
    try:
        state = replay_record(record)
    except FalseRecord as error:
        raise Failure(f"The record is not true: {error}.") from None
    checks = verify_deals(record)
    broken = [check for check in checks if check.verdict not in UNPROVEN and check.verdict is not Verdict.VERIFIED]
    for check in checks:
        print(f"deal {check.deal}: {check.verdict}")
    if broken:
        raise Failure(f"{len(broken)} of {len(checks)} deals are not what their commitments say.")
    print(f"{len(checks)} deals, every move legal, every score right; totals in tenths {state.table.totals}")
    return 0
