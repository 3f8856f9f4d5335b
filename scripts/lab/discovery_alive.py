"""Alive or gone: killed, ended in order, unplugged, asleep; and whether a living row stays where packets are lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from lab.lan import Lan
from lab.watching import Length, Watch, Watcher, all_lose, link, named, rows, summary, watching
from lanbridge.client.sightings import GONE_SECONDS

SETTLE_SECONDS: Final = 1.5
"""Longer than a round of questions: what is measured next is the steady state."""
LOST_PERCENT: Final = 20
NOT_MDNS: Final = "meta l4proto udp udp dport != 5353"
"""Questions get through nowhere; mDNS still names the table, and TCP keeps its row."""


def alive(lan: Lan, length: Length) -> dict[str, Any]:
    """How soon a row goes and comes back, on three others; all times in seconds."""
    with watching(lan) as watch:
        host, *others = watch.on(1, 2, 3, 4)
        for other in others:
            other.do("look", "looking")
        told = {
            "tidy_exit": _gone_and_back(host, others, length.times(1, 5), _leave, _host),
            "asleep": _gone_and_back(host, others, length.times(1, 3), _sleep, _wake(length.of(6, 10))),
            "cable": _gone_and_back(host, others, length.times(1, 5), _pull(lan), _plug(lan)),
        }
        told["kill_9"] = summary(_killed(watch, host, others, length.times(1, 5)))
    return told


def _gone_and_back(
    host: Watcher,
    others: list[Watcher],
    repeats: int,
    away: Callable[[Watcher], float],
    back: Callable[[Watcher], float],
) -> dict[str, Any]:
    """The table is open; it goes by one way and comes back by the other."""
    gone: list[float | None] = []
    returned: list[float | None] = []
    _host(host)
    for repeat in range(repeats):
        time.sleep(SETTLE_SECONDS + repeat * 0.17)
        at = away(host)
        gone += [other.after(rows(0), at) for other in others]
        at = back(host)
        returned += [other.after(rows(1), at) for other in others]
    host.do("leave", "left")
    return {"gone": summary(gone), "back": summary(returned)}


def _host(host: Watcher) -> float:
    begun = host.do("host 1 Rafi's table", "hosting")["t"]
    host.must(named("hosted"), begun)
    return float(begun)


def _leave(host: Watcher) -> float:
    ended = host.do("leave", "leaving")["t"]
    host.must(named("left"), ended)
    return float(ended)


def _sleep(host: Watcher) -> float:
    return host.freeze()


def _wake(seconds: float) -> Callable[[Watcher], float]:
    """Asleep for so long in all; the rows have gone by then."""

    def wake(host: Watcher) -> float:
        time.sleep(max(0.0, seconds - GONE_SECONDS))
        return host.thaw()

    return wake


def _pull(lan: Lan) -> Callable[[Watcher], float]:
    def pull(host: Watcher) -> float:
        lan.pull_cable(int(host.host))
        return time.monotonic()

    return pull


def _plug(lan: Lan) -> Callable[[Watcher], float]:
    def plug(host: Watcher) -> float:
        lan.plug_cable(int(host.host))
        return time.monotonic()

    return plug


def _killed(watch: Watch, host: Watcher, others: list[Watcher], repeats: int) -> list[float | None]:
    gone: list[float | None] = []
    for repeat in range(repeats):
        _host(host)
        time.sleep(SETTLE_SECONDS + repeat * 0.17)
        at = host.kill()
        gone += [other.after(rows(0), at) for other in others]
        if repeat < repeats - 1:
            (host,) = watch.on(1)
    return gone


def flapping(lan: Lan, length: Length) -> dict[str, Any]:
    """At 20 % loss: how often a living row vanishes by questions, by TCP alone, and how often a seat is lost."""
    seconds = length.of(15, 600)
    with watching(lan) as watch:
        host, asker, caller, player = watch.on(1, 2, 3, 4)
        _host(host)
        for other in (asker, caller):
            other.do("look", "looking")
            other.must(rows(1))
        lan.drop(3, rule=NOT_MDNS)
        seated = player.must(link("seated"), player.tell(f"join {Lan.address(1)}"))["t"]
        all_lose(lan, LOST_PERCENT)
        lan.drop(3, percent=LOST_PERCENT, rule=NOT_MDNS)
        begun = time.monotonic()
        time.sleep(seconds)
        return {
            "seconds": seconds,
            "percent": LOST_PERCENT,
            "vanished": _vanished(asker, begun),
            "vanished_tcp_only": _vanished(caller, begun),
            "seat_lost": sum(link("lost")(event) for event in player.since(seated)),
        }


def _vanished(looker: Watcher, since: float) -> int:
    return sum(rows(0)(event) for event in looker.since(since))
