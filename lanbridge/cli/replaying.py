"""`lanbridge replay`: a recorded match, checked or shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from lanbridge.engine.record import DealCheck, FalseRecord, InvalidRecord, Record, Verdict, parse, verify_deals
from lanbridge.engine.record import replay as replay_record
from lanbridge.protocol.succession_record import InvalidClaim, attested_by

from .failure import Failure

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

UNPROVEN: Final = (Verdict.NO_PROOF, Verdict.SEALED, Verdict.ATTESTED)
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
        seats = attested_by(record)
    except (FalseRecord, InvalidClaim) as error:
        raise Failure(f"The record is not true: {error}.") from None
    checks = verify_deals(record)
    broken = [check for check in checks if check.verdict not in (*UNPROVEN, Verdict.VERIFIED)]
    for check in checks:
        print(f"deal {check.deal}: {check.verdict}")
    if broken:
        raise Failure(f"{len(broken)} of {len(checks)} deals are not what their commitments say.")
    print(f"{len(checks)} deals, {_judged(record, checks)}; totals in tenths {state.table.totals}")
    if record.cut:
        print(_of_the_cut(record, checks, seats))
    if not record.counts:
        print("This branch of the match does not count: more of its people went on with another one.")
    return 0


def _judged(record: Record, checks: Sequence[DealCheck]) -> str:
    unseen = any(check.verdict is Verdict.ATTESTED for check in checks[: record.cut])
    return f"every {'card that was seen' if unseen else 'move'} legal, every score right"


def _of_the_cut(record: Record, checks: Sequence[DealCheck], seats: tuple[int, int] | None) -> str:
    whole = sum(check.verdict is Verdict.VERIFIED for check in checks[: record.cut])
    signed = f"{seats[0]} of the {seats[1]} players present" if seats else "nobody"
    deals = "1 deal" if record.cut == 1 else f"{record.cut} deals"
    return (
        f"Of {deals} before the table changed hosts, {whole} verified in full; "
        f"the score sheet at that moment is signed by {signed}."
    )
