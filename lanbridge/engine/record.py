"""A match as text that a person can read, and whether what it says is true.

Tags come first, then each deal: how its cards were made, the hands, the calls, a line for each trick, points
with one decimal. Lines end in a line feed. Seats are numbers; a suit without cards is ``-``; a secret that was
never shown is ``sealed``, a commitment that never came is ``missing``.

    [LanBridge "1"]
    [Table "6c616e2062726964676520207461626c"]
    [Preset "bangladesh"]
    [Switches "void=optional; over_max=none"]
    [Dealer "3"]
    [Result "won by 0; totals 4.0 -3.0 -8.0 3.0"]
    [Seat0 "Rafi"]

    Deal 1
    Attempt 1 given up
    Share 0 commitment 9f... secret sealed
    Share host commitment 44... secret sealed
    Attempt 2 dealt
    Share host commitment a1... secret 5c...
    Dealer 3
    Hand 0  S AK4  H QT9  D 8643  C 532
    (and three more)
    Calls 0=4 1=3 2=8 3=3
    Trick 1  0: QH 4H 2H KH  won 3
    Claim 3
    Score  won 4 2 4 3  points 4.0 -3.0 -8.0 3.0  totals 4.0 -3.0 -8.0 3.0

    End stopped, won by 0

A void deal has a line ``Void four_aces by 2``, ``Void too_few_called`` or ``Void abandoned`` instead of points.
A match that lost its host says after how many deals, ``[Cut "3"]``: up to there hands and tricks may be missing.
The laws: ``parse(write(record)) == record``, and ``write(parse(text)) == text`` for a text that was written.
"""

from __future__ import annotations

from .record_check import DealCheck, FalseRecord, Fault, Verdict, replay, verify_deals
from .record_reading import parse
from .record_values import COUNTED, CUT, LONGEST_RECORD, NOT_COUNTED, TABLE_ID_BYTES, Dealing, InvalidRecord, Record
from .record_writing import write

__all__ = [
    "COUNTED",
    "CUT",
    "LONGEST_RECORD",
    "NOT_COUNTED",
    "TABLE_ID_BYTES",
    "DealCheck",
    "Dealing",
    "FalseRecord",
    "Fault",
    "InvalidRecord",
    "Record",
    "Verdict",
    "parse",
    "replay",
    "verify_deals",
    "write",
]
