"""Is the shuffle fair, and what does it cost? Deals many packs from the published function (docs/fair-deal.md).

Counts in which of the 52 places each of the 52 cards comes to lie, and which seat gets it, and compares with what a
fair shuffle gives (chi-square). Then times all that a deal costs one program: drawing, committing, dealing, checking.
Prints one JSON object; ends with 1 if chance could hardly explain the counts, or a deal costs too much.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))

from lanbridge.engine import (
    HOST,
    PACK,
    SEATS,
    DealName,
    DealProof,
    Share,
    broken_shares,
    commit,
    hands_of,
    seed_of,
    shuffled_pack,
)
from lanbridge.engine.rules import Direction

DEALS: Final = 100_000
TIMED: Final = 2_000
MOST_MS: Final = 2.0
LEAST_P: Final = 0.0001
"""A fair shuffle fails this once in ten thousand seeds."""
PLACES: Final = len(PACK)
PARTICIPANTS: Final = (*SEATS, HOST)


def counted(deals: int, dice: random.Random) -> list[list[int]]:
    """How often each card (row) lay in each place (column)."""
    counts = [[0] * PLACES for _ in PACK]
    rows = {card: counts[number] for number, card in enumerate(PACK)}
    for number in range(deals):
        name = DealName(dice.randbytes(16), number, 1)
        pack = shuffled_pack(seed_of(name, {seat: dice.randbytes(32) for seat in PARTICIPANTS}))
        for place, card in enumerate(pack):
            rows[card][place] += 1
    return counts


def by_seat(counts: list[list[int]]) -> list[list[int]]:
    """The same, place by the seat that is dealt it."""
    return [[sum(row[seat::4]) for seat in range(4)] for row in counts]


def chi_square(counts: Sequence[Sequence[int]]) -> tuple[float, int]:
    """The statistic and its degrees of freedom, rows and columns having fixed sums."""
    rows, columns = len(counts), len(counts[0])
    wanted = sum(map(sum, counts)) / (rows * columns)
    value = sum((seen - wanted) ** 2 / wanted for row in counts for seen in row)
    return value, (rows - 1) * (columns - 1)


def p_value(value: float, freedom: int) -> float:
    """The probability of so large a chi-square by chance (Wilson and Hilferty's approximation, good above 30)."""
    spread = 2 / (9 * freedom)
    z = ((value / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2


def cost_ms(deals: int, dice: random.Random) -> list[float]:
    """Milliseconds for each deal: five secrets, five commitments, the deal, and its check."""
    times = []
    for number in range(deals):
        name, started = DealName(bytes(16), number, 1), time.perf_counter()
        secrets = {participant: dice.randbytes(32) for participant in PARTICIPANTS}
        shares = tuple(Share(seat, commit(name, seat, secret), secret) for seat, secret in secrets.items())
        proof = DealProof(name, shares)
        dealt = hands_of(proof, number % 4, Direction.CCW)
        fair = not broken_shares(proof) and hands_of(proof, number % 4, Direction.CCW) == dealt
        times.append((time.perf_counter() - started) * 1000)
        if not fair:
            raise AssertionError(proof)
    return times


def main() -> int:
    """Count, compare, time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    times = cost_ms(TIMED, dice)
    counts = counted(options.deals, dice)
    places, seats = chi_square(counts), chi_square(by_seat(counts))
    told = {
        "deals": options.deals,
        "seed": options.seed,
        "places_chi2": round(places[0], 1),
        "places_df": places[1],
        "places_p": round(p_value(*places), 4),
        "seats_chi2": round(seats[0], 1),
        "seats_df": seats[1],
        "seats_p": round(p_value(*seats), 4),
        "deal_ms_median": round(statistics.median(times), 3),
        "deal_ms_p95": round(statistics.quantiles(times, n=20)[-1], 3),
    }
    print(json.dumps(told))
    fair = min(p_value(*places), p_value(*seats)) >= LEAST_P
    return 0 if fair and statistics.median(times) < MOST_MS else 1


if __name__ == "__main__":
    sys.exit(main())
