"""Everything that goes wrong on a real evening, done on purpose over a LAN of four. One JSON object a scenario.

Without arguments the short form of all scenarios (under two minutes, part of the tests); `--long` is the whole of it.
Scenarios: faults, carry_on, stranger, return, cuts, sessions; not in the short form seat, tables. Needs Linux, root,
iproute2 and nftables.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lab.crowding import crowd_at_tables
from lab.cuts import cut_everywhere
from lab.faults import PLAYERS, Evening
from lab.figures import fsyncs, move_times, ms, quantile
from lab.judging import foreign_cards, is_true, lines_of, lost_and_doubled, read, sheet_of
from lab.lan import LabUnavailable, Lan, lab_name, lan_of_four
from lab.laptops import ROOT, end_on_signals, laptops_on
from lab.ping_pong import ping_pong
from lab.rudeness import rude_seat
from lab.seen import (
    CALM_SECONDS,
    complain,
    deals_seen,
    first,
    records_checked,
    seated_in,
    summary,
    tables_seen,
    wait_for,
)
from lab.stranger import stranger_at

MATCH_SECONDS: Final = 90.0
"""A match under faults takes 10-30 s; what is not over by then is stuck."""
FIRST_FAULT_SECONDS: Final = 2.5
FAULTS_EACH: Final = 4
CARRIED_SECONDS: Final = 150.0
"""For the three deals left after the cut; they take 30 s on an idle machine."""
UNHURRIED_MS: Final = 150
"""Between moves while rubbish arrives: a host keeps 20 KB of each deal, and what rubbish costs is asked for."""
QUIET_SECONDS: Final = 6.0
CHECKPOINT_MATCHES: Final = 10
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - folders in it are made under random names
"""A disk in memory, as Linux has it."""


@dataclass(frozen=True)
class Form:
    """How much is done: matches under faults, losses of a link, messages between two cuts, sessions of rubbish.

    ``rude_seconds`` is how long each kind of rudeness lasts.

    ``keep``: where everything that the programs of a failed match wrote is left.
    """

    matches: int
    returns: int
    every: int
    sessions: int
    tables: int = 100
    rude_seconds: float = 5.0
    keep: Path | None = None


SHORT: Final = Form(matches=1, returns=1, every=29, sessions=150)
LONG: Final = Form(matches=200, returns=30, every=1, sessions=10_000)


# --- matches under random faults


def faults(lan: Lan, form: Form, seed: int) -> dict[str, Any]:
    """Matches of three deals, each with several faults at random; all must end with every move there once."""
    totals: Counter[str] = Counter()
    injected: Counter[str] = Counter()
    for number in range(form.matches):
        with laptops_on(lan) as room:
            evening = Evening(room, f"m{number}", 3, random.Random(f"{seed} {number}"))
            told = _match_under_faults(evening)
            if form.keep and (not told.get("sheets_equal") or told["foreign_cards_seen"]):
                room.keep(form.keep / f"{seed}-{evening.name}")
        totals.update(told)
        injected.update(evening.injected)
        if not (number + 1) % CHECKPOINT_MATCHES:
            _checkpoint({"scenario": "faults", "matches_done": number + 1, **totals})
    return {"matches": form.matches, **totals, "faults": sum(injected.values()), "by_fault": dict(injected)}


def _match_under_faults(evening: Evening) -> dict[str, int]:
    evening.open()
    end = time.monotonic() + MATCH_SECONDS
    time.sleep(FIRST_FAULT_SECONDS)
    for _ in range(FAULTS_EACH):
        if not evening.over():
            evening.inject()
            time.sleep(evening.dice.uniform(0.0, 0.8))
    while time.monotonic() < end and not (evening.over() and evening.record.exists()):
        evening.try_again()
        time.sleep(0.05)
    return _judged(evening)


def _judged(evening: Evening) -> dict[str, int]:
    if not evening.record.exists():
        complain(evening, "no record")
        return {"matches_finished": 0, "moves_lost": 0, "moves_doubled": 0}
    record = read(evening.record)
    diaries = [lines_of(evening.diary(player)) for player in PLAYERS]
    lost, doubled, accepted = lost_and_doubled(record, diaries)
    looks, foreign = foreign_cards(record, diaries)
    sheets = [[deal["points"] for deal in summary(evening, player).get("deals", [])] for player in PLAYERS]
    equal = all(sheet == sheet_of(record) for sheet in sheets)
    if not equal or lost or doubled or foreign:
        told = f"lost {lost} doubled {doubled} foreign cards {foreign}"
        complain(evening, f"sheets {sheets} record {sheet_of(record)} {told}")
    return {
        "matches_finished": 1,
        "sheets_equal": int(equal),
        "records_true": int(is_true(record)),
        "moves_accepted": accepted,
        "moves_lost": lost,
        "moves_doubled": doubled,
        "hands_looked_at": looks,
        "foreign_cards_seen": foreign,
    }


# --- the host's laptop is lost


def carry_on(lan: Lan, form: Form, seed: int) -> dict[str, Any]:
    """The host's laptop is cut off for good; the others carry on; then its cable is put in again."""
    with laptops_on(lan) as room:
        slow_bots = 150  # stand-ins must not finish the match alone before the cable is back
        evening = Evening(room, "cut", 4, random.Random(1), slow_bots)
        evening.open()
        wait_for(lambda: deals_seen(evening, 2) >= 1, CALM_SECONDS)
        lan.pull_cable(1)
        cut = time.monotonic()
        wait_for(lambda: all(seated_in(evening, player, 2) for player in PLAYERS[1:]), CALM_SECONDS)
        seated = [seated_in(evening, player, 2) for player in PLAYERS[1:]]
        lost = [first(evening, player, lambda line: line.get("link") == "lost") for player in PLAYERS[1:]]
        time.sleep(1.0)
        lan.plug_cable(1)
        plugged = time.monotonic()
        wait_for(lambda: bool(seated_in(evening, 1, 2)), CALM_SECONDS)
        back = seated_in(evening, 1, 2)
        tables = tables_seen(room)
        wait_for(evening.over, CARRIED_SECONDS)
        sheets = [summary(evening, player).get("deals") for player in PLAYERS]
        if None in sheets:
            complain(evening, "a player did not finish")
        if form.keep and not all(sheet == sheets[1] for sheet in sheets[1:]):
            room.keep(form.keep / f"{seed}-{evening.name}")
        return {
            "seated_after_cut_s": [round(at - cut, 2) for at in seated if at],
            "seated_after_loss_s": [round(at - gone, 2) for at, gone in zip(seated, lost, strict=True) if at and gone],
            "old_host_joined_after_s": round(back - plugged, 2) if back else None,
            "tables": len(tables),
            "old_host_stepped_down": evening.host.process.poll() == 0,
            "matches_finished": sum(sheet is not None for sheet in sheets),
            "sheets_equal": all(sheet == sheets[1] for sheet in sheets[1:]) and sheets[1] is not None,
            "finished_deals_stand": _finished_deals_stand(evening),
            "records_checked": records_checked(room, evening),
        }


def _finished_deals_stand(evening: Evening) -> bool:
    """Whether nobody's number of scored deals ever went down at those who carried on."""
    for player in PLAYERS[1:]:
        deals = [line["deals"] for line in lines_of(evening.diary(player)) if "deals" in line]
        if deals != sorted(deals):
            return False
    return True


def stranger(lan: Lan, form: Form, seed: int) -> dict[str, Any]:
    """Somebody without a seat claims the table at later epochs; a program, all lines, the host's laptop are lost."""
    return stranger_at(lan, seed, form.keep)


def seat(lan: Lan, form: Form, seed: int) -> dict[str, Any]:
    """A player who has a seat asks, votes, chats, replays and reconnects as fast as the wire allows."""
    del seed
    return rude_seat(lan, form.rude_seconds)


# --- coming back, and how long moves take


def returning(lan: Lan, form: Form, seed: int) -> dict[str, Any]:
    """The host's cable is out for 5 s, again and again: from link-up to seated; between, moves beside bare TCP."""
    del seed
    with laptops_on(lan) as room:
        evening = Evening(room, "return", 400, random.Random(1))
        evening.open()
        wait_for(lambda: deals_seen(evening, 2) >= 1, CALM_SECONDS)
        bare = ping_pong(lan, 1, 2)
        ups = []
        for _ in range(form.returns):
            lan.pull_cable(1)
            time.sleep(5.0)
            lan.plug_cable(1)
            ups.append(time.monotonic())
            time.sleep(4.0)
        diaries = {player: lines_of(evening.diary(player)) for player in PLAYERS}
        disk = fsyncs(room.folder)
    back = [_seated_after(diaries[player], up) for up in ups for player in PLAYERS[1:]]
    moves, unwritten = move_times(diaries, ups), _moves_without_a_disk(lan)
    return {
        "losses": len(back),
        "back_ms_median": ms(statistics.median(back)),
        "back_ms_p95": ms(quantile(back, 0.95)),
        "moves": len(moves),
        "move_ms_median": ms(statistics.median(moves)),
        "move_ms_p99": ms(quantile(moves, 0.99)),
        "move_without_disk_ms_median": ms(statistics.median(unwritten)),
        "move_without_disk_ms_p99": ms(quantile(unwritten, 0.99)),
        "bare_tcp_ms_median": ms(statistics.median(bare)),
        "bare_tcp_ms_p99": ms(quantile(bare, 0.99)),
        "fsync_ms_median": ms(statistics.median(disk)),
    }


def _moves_without_a_disk(lan: Lan) -> list[float]:
    """The same with every home in memory, where an fsync costs nothing: what is left is ours and TLS's."""
    with laptops_on(lan, MEMORY if MEMORY.is_dir() else None) as room:
        evening = Evening(room, "memory", 400, random.Random(1))
        evening.open()
        wait_for(lambda: deals_seen(evening, 2) >= 1, CALM_SECONDS)
        return move_times({player: lines_of(evening.diary(player)) for player in PLAYERS}, ())


def _seated_after(diary: list[dict[str, Any]], up: float) -> float:
    """Seconds until the next seat; a line that never broke counts from its next update."""
    signs = [line["at"] for line in diary if line["at"] > up and (line.get("link") == "seated" or "seen" in line)]
    return min(signs, default=up + 60.0) - up


# --- cuts between messages, and sessions of rubbish


def cuts(_lan: Lan, form: Form, seed: int) -> dict[str, Any]:
    """Every connection cut before and after every message of a match, without sockets."""
    del seed
    return cut_everywhere(form.every)


def sessions(lan: Lan, form: Form, seed: int) -> dict[str, Any]:
    """Mutated sessions against a live host, while honest people play; what it costs them and the host."""
    with laptops_on(lan) as room:
        evening = Evening(room, "rubbish", 400, random.Random(1), move_pause_ms=UNHURRIED_MS)
        evening.open()
        wait_for(lambda: deals_seen(evening, 2) >= 1, CALM_SECONDS)
        before, quiet_from, deals = _memory(evening), time.monotonic(), deals_seen(evening, 2)
        time.sleep(QUIET_SECONDS)
        quiet_to = time.monotonic()
        command = [sys.executable, str(ROOT / "scripts" / "lab" / "rubbish.py")]
        arguments = [lan.address(1), "7468", str(form.sessions), str(seed)]
        done = subprocess.run(
            ["ip", "netns", "exec", lan.space(3), *command, *arguments],
            capture_output=True, text=True, check=False, timeout=3600,
        )  # fmt: skip
        loud_to = time.monotonic()
        after, deals = _memory(evening), deals_seen(evening, 2) - deals
        diaries = {player: lines_of(evening.diary(player)) for player in PLAYERS}
    told = json.loads(done.stdout.strip().splitlines()[-1]) if done.stdout.strip() else {"errors": done.stderr[-400:]}
    quiet, loud = _times_between(diaries, quiet_from, quiet_to), _times_between(diaries, quiet_to, loud_to)
    return {
        **told,
        "host_alive": after > 0,
        "host_memory_growth_mb": round((after - before) / 1024, 1),
        "deals_meanwhile": deals,
        "honest_move_ms_quiet": ms(statistics.median(quiet)),
        "honest_move_ms_loud": ms(statistics.median(loud)),
        "honest_ratio": round(statistics.median(loud) / statistics.median(quiet), 2),
    }


def _times_between(diaries: Mapping[int, list[dict[str, Any]]], begin: float, end: float) -> list[float]:
    part = {player: [line for line in diary if begin <= line["at"] < end] for player, diary in diaries.items()}
    return move_times(part, ()) or [float("nan")]


def _memory(evening: Evening) -> int:
    """KiB that the host's program holds."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{evening.host.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
    return 0


def tables(lan: Lan, form: Form, seed: int) -> dict[str, Any]:
    """One headless host with many tables and four players at each, one move a second a table, all under TLS."""
    del seed
    return crowd_at_tables(lan, form.tables)


# --- all of it


def _checkpoint(told: Mapping[str, Any]) -> None:
    print(json.dumps({"checkpoint": True, **told}), file=sys.stderr, flush=True)


Scenario = Callable[[Lan, Form, int], dict[str, Any]]
SCENARIOS: Final[Mapping[str, Scenario]] = {
    "faults": faults,
    "carry_on": carry_on,
    "stranger": stranger,
    "seat": seat,
    "return": returning,
    "cuts": cuts,
    "sessions": sessions,
    "tables": tables,
}
SHORT_SCENARIOS: Final = ("faults", "carry_on", "stranger", "return", "cuts", "sessions")


def main() -> int:
    """Run the scenarios asked for, all in one network; one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--long", action="store_true", help="the whole of it; with --lab, several at once")
    parser.add_argument("--matches", type=int, default=0, help="matches under faults, instead of the form's number")
    parser.add_argument("--seed", type=int, default=1, help="other faults with another seed")
    parser.add_argument("--lab", default="", metavar="NAME", help="a name that lets several labs run at once")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave there what a failed match's programs wrote")
    options = parser.parse_args()
    unknown = [name for name in options.scenarios if name not in SCENARIOS]
    if unknown:
        parser.error(f"there is no scenario {unknown[0]!r}; there are {', '.join(SCENARIOS)}")
    form = replace(LONG if options.long else SHORT, keep=options.keep)
    if options.matches:
        form = replace(form, matches=options.matches)
    end_on_signals()
    try:
        with lan_of_four(lab_name(options.lab)) as lan:
            for name in options.scenarios or (SCENARIOS if options.long else SHORT_SCENARIOS):
                started = time.monotonic()
                told = SCENARIOS[name](lan, form, options.seed)
                took = round(time.monotonic() - started, 1)
                print(json.dumps({"scenario": name, **told, "took_s": took}), flush=True)
    except LabUnavailable as error:
        print(f"No LAN of four can be made here: {error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
