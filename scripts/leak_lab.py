"""Does anybody see a card before its time? Reads every byte that four players and a spectator receive.

Run ``codec``: many matches with breaking connections, frames taken at the codec's door. Run ``client``: matches over
TLS, frames as the client decrypted them. In each frame every card, and every secret of the making of the pack, is
looked for that its receiver may not know yet; the log is read for cards, too. Prints one JSON object a run and ends
with 1 if anything was found. ``--plant`` lets a spectator see a hand: then something must be found.
"""

from __future__ import annotations

import argparse
import io
import json
import logging
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from lab.evening import Evening, Wire
from lab.leaks import Finding, Truth, findings
from lab.tapped import TappedMatch, tapped_match
from lanbridge.engine import PRESETS, Viewer, observe
from lanbridge.host import seating
from lanbridge.host.room import Room
from lanbridge.protocol.codec import decode_host
from lanbridge.protocol.messages import HostMessage, Update, Welcome
from lanbridge.protocol.table_settings import TableSettings, Watch

CARD_IN_TEXT: Final = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKA])[CDHS♠♥♦♣](?![0-9A-Za-z])")
DEALS: Final = 3
DROPS: Final = 0.01
"""Share of steps in which a connection breaks: a few in each match, in all its phases."""
SHOWN: Final = 5


def settings_for(number: int, dice: random.Random) -> TableSettings:
    """A table of three deals; all presets and ways of watching come up."""
    names = sorted(PRESETS)
    rules = PRESETS[names[number % len(names)]]
    watch = dice.choice([Watch.HIDDEN, Watch.AFTER])
    return TableSettings("leak lab", rules, watch=watch, deals_tonight=DEALS, bot_pause_ms=0, grace=0)


def codec_run(matches: int, seed: int, *, plant: bool) -> dict[str, Any]:
    """Frames at the codec's door."""
    dice = random.Random(seed)
    found: list[Finding] = []
    frames = size = 0
    for number in range(matches):
        evening = Evening(settings_for(number, dice), dice.getrandbits(32), _planted if plant else _honest)
        evening.play(DROPS)
        truth = Truth(evening.told, evening.room.desk.match.dealings)
        for wire in evening.wires:
            frames, size = frames + len(wire.frames), size + sum(map(len, wire.frames))
            found += findings(truth, _viewer(evening, wire), wire.frames)
    return _told("codec", matches, frames, size, found)


def _viewer(evening: Evening, wire: Wire) -> Viewer:
    return seating.seat_of(evening.room.desk.chairs, wire.session.key.public)


def _honest(_wire: Wire, message: HostMessage, _room: Room) -> HostMessage:
    return message


def _planted(wire: Wire, message: HostMessage, room: Room) -> HostMessage:
    if wire.spectator and isinstance(message, Update):
        return replace(message, view=observe(room.desk.state, 0))
    return message


def client_run(matches: int, seed: int) -> dict[str, Any]:
    """Frames as the client decrypted them."""
    dice = random.Random(seed)
    found: list[Finding] = []
    frames = size = 0
    for number in range(matches):
        match = tapped_match(settings_for(number, dice), dice.getrandbits(32))
        for viewer, heard in _receivers(match):
            frames, size = frames + len(heard), size + sum(map(len, heard))
            found += findings(Truth(match.told, match.dealings), viewer, heard)
    return _told("client", matches, frames, size, found)


def _receivers(match: TappedMatch) -> Iterator[tuple[Viewer, tuple[bytes, ...]]]:
    for heard in match.heard:
        welcome = next(message for message in map(decode_host, heard) if isinstance(message, Welcome))
        yield welcome.seating.you, heard


def _told(run: str, matches: int, frames: int, size: int, found: list[Finding]) -> dict[str, Any]:
    shown = [f"{finding.viewer} learned {finding.what} from {finding.message}" for finding in found[:SHOWN]]
    return {"run": run, "matches": matches, "frames": frames, "bytes": size, "leaks": len(found), "first": shown}


def main() -> int:
    """Both runs, then the log."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--plant", action="store_true", help="plant a leak; only the first run")
    options = parser.parse_args()
    log = io.StringIO()
    logging.basicConfig(stream=log, level=logging.DEBUG)
    leaks = 0
    runs: list[Callable[[], dict[str, Any]]] = [partial(codec_run, options.matches, options.seed, plant=options.plant)]
    if not options.plant:
        runs.append(partial(client_run, options.matches, options.seed))
    for run in runs:
        started = time.monotonic()
        told = run()
        leaks += told["leaks"]
        print(json.dumps({**told, "took_s": round(time.monotonic() - started, 1)}), flush=True)
    cards = CARD_IN_TEXT.findall(log.getvalue())
    print(json.dumps({"run": "log", "lines": log.getvalue().count("\n"), "leaks": len(cards), "first": cards[:SHOWN]}))
    return 1 if leaks or cards else 0


if __name__ == "__main__":
    sys.exit(main())
