"""How soon a table is on the list: from opening the lobby, from hosting; with packets lost, with means blocked."""

from __future__ import annotations

import random
import time
from typing import Any, Final

from lab.lan import Lan
from lab.watching import Length, Watch, Watcher, all_lose, link, named, rows, summary, watching
from lanbridge.protocol.join_code import code_of

LOSSES: Final = (0, 5, 20)
MDNS: Final = "udp dport 5353"
BEACON: Final = "udp dport 7468"
NO_ROW_SECONDS: Final = 3.0
STEADY_SECONDS: Final = 3.2
"""Longer than a row stays without an answer."""
SPREAD_SECONDS: Final = 1.0
"""Pauses differ within this, so that a round of questions is met at any of its moments."""


def discovery(lan: Lan, length: Length) -> dict[str, Any]:
    """Lobby to row and hosting to row on three others, at no loss, 5 % and 20 % of all packets lost at each laptop."""
    dice = random.Random(4)
    told = {}
    with watching(lan) as watch:
        host, *others = watch.on(1, 2, 3, 4)
        for percent in LOSSES:
            all_lose(lan, percent)
            told[f"loss_{percent}"] = {
                "lobby": lobby_to_row(host, others, length.times(3, 20), dice),
                "hosting": hosting_to_row(host, others, length.times(3, 20), dice),
            }
    return told


def lobby_to_row(host: Watcher, others: list[Watcher], repeats: int, dice: random.Random) -> dict[str, Any]:
    """Seconds from opening a lobby to the row, on laptops that looked for nothing before."""
    samples: list[float | None] = []
    host.do("host 1 Rafi's table", "hosted")
    time.sleep(1.0)  # the announcements are over: what is found now was asked for
    for _ in range(repeats):
        samples += _look(others)
        time.sleep(dice.random() * SPREAD_SECONDS / 4)
    host.do("leave", "left")
    return summary(samples)


def _look(others: list[Watcher], means: str = "") -> list[float | None]:
    """All open their lobby, wait for the row and shut it again."""
    begun = [other.do(f"look {means}", "looking")["t"] for other in others]
    found = [other.after(rows(1), at) for other, at in zip(others, begun, strict=True)]
    for other in others:
        other.do("shut", "shut")
    return found


def hosting_to_row(host: Watcher, others: list[Watcher], repeats: int, dice: random.Random) -> dict[str, Any]:
    """Seconds from hosting to the row on laptops that are looking, and from a tidy exit to no row."""
    samples: list[float | None] = []
    gone: list[float | None] = []
    for other in others:
        other.do("look", "looking")
    for _ in range(repeats):
        time.sleep(dice.random() * SPREAD_SECONDS)
        begun = host.do("host 1 Rafi's table", "hosting")["t"]
        samples += [other.after(rows(1), begun) for other in others]
        host.must(named("hosted"), begun)
        ended = host.do("leave", "leaving")["t"]
        gone += [other.after(rows(0), ended) for other in others]
        host.must(named("left"), ended)
    for other in others:
        other.do("shut", "shut")
    return {**summary(samples), "gone": summary(gone)}


def blocked(lan: Lan, length: Length) -> dict[str, Any]:
    """One means blocked: found by the other. Both blocked: nothing is listed; joined by code and by address."""
    repeats = length.times(2, 10)
    told: dict[str, Any] = {}
    with watching(lan) as watch:
        host, *others = watch.on(1, 2, 3, 4)
        host.do("host 1 Rafi's table", "hosted")
        for name, rule in (("mdns_blocked", MDNS), ("beacon_blocked", BEACON)):
            all_lose(lan, rule=rule)
            told[name] = summary([found for _ in range(repeats) for found in _look(others)])
        all_lose(lan)
        told["firewall"] = _behind_a_firewall(lan, others[0])
        told["udp_blocked"] = _only_typed(watch, others)
    return told


def _behind_a_firewall(lan: Lan, looker: Watcher) -> dict[str, Any]:
    """As Linux systems come: only answers to what was asked, and multicast DNS, get in; the row stays, by UDP."""
    lan.shut_out(int(looker.host))
    begun = looker.do("look", "looking")["t"]
    found = looker.after(rows(1), begun)
    time.sleep(STEADY_SECONDS)
    seen = [event for event in looker.since(begun) if event["event"] == "rows"]
    looker.do("shut", "shut")
    lan.drop(int(looker.host))
    by = seen[-1]["rows"][0]["by"] if seen and seen[-1]["rows"] else []
    return {"found_s": found, "vanished": sum(rows(0)(event) for event in seen), "by": by}


def _only_typed(watch: Watch, others: list[Watcher]) -> dict[str, Any]:
    """No UDP at all: two ways of typing where the table is."""
    all_lose(watch.lan, rule="meta l4proto udp")
    looker, coder, addresser = others
    begun = looker.do("look", "looking")["t"]
    code = code_of(Lan.address(1), 7468)
    by_code = coder.after(link("seated"), coder.tell(f"join {code}"))
    by_address = addresser.after(link("seated"), addresser.tell(f"join {Lan.address(1)}"))
    unlisted = looker.until(rows(1), begun, NO_ROW_SECONDS) is None
    return {"listed": not unlisted, "by_code_s": by_code, "by_address_s": by_address}
