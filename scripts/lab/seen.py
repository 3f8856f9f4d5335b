"""What the programs of an evening have told so far: by their diaries, their last lines, and the list of tables."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from lab.faults import Evening
from lab.judging import lines_of
from lab.laptops import Room

CALM_SECONDS: Final = 20.0
LOOK_SECONDS: Final = "2"


def wait_for(met: Callable[[], bool], seconds: float) -> bool:
    """Whether it came true within so many seconds."""
    end = time.monotonic() + seconds
    while not met():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def deals_seen(evening: Evening, player: int) -> int:
    """How many scored deals the player has seen."""
    return max((line.get("deals", 0) for line in lines_of(evening.diary(player))), default=0)


def first(evening: Evening, player: int, wanted: Callable[[dict[str, Any]], bool]) -> float | None:
    """The monotonic second of the first line of the player's diary that is wanted; None if there is none."""
    return next((line["at"] for line in lines_of(evening.diary(player)) if wanted(line)), None)


def seated_in(evening: Evening, player: int, epoch: int) -> float | None:
    """When the player was first seated in this epoch or a later one."""
    return first(evening, player, lambda line: line.get("link") == "seated" and line.get("epoch", 0) >= epoch)


def summary(evening: Evening, player: int) -> dict[str, Any]:
    """What the player's program printed at its end; nothing while it runs, or if it failed."""
    with contextlib.suppress(ValueError):
        told: dict[str, Any] = evening.players[player].json()
        return told
    return {}


def complain(evening: Evening, what: str) -> None:
    """Say on stderr what went wrong, with all that the programs complained about."""
    errors = {player: laptop.errors()[-300:] for player, laptop in evening.players.items()}
    print(
        f"{evening.name}: {what}; {dict(evening.injected)}; {errors}; host: {evening.host.errors()[-500:]}",
        file=sys.stderr,
    )


def records_checked(room: Room, evening: Evening) -> list[int]:
    """The exit codes of `replay --check` for the records that those who carried on have kept."""
    codes = []
    for record in sorted(room.folder.glob(f"{evening.name}-?/data/records/*.txt")):
        checking = room.start(3, "replay", str(record), "--check", home="checker")
        codes.append(checking.wait(CALM_SECONDS))
    return codes


def tables_seen(room: Room) -> list[dict[str, Any]]:
    """The list of tables as laptop 3 sees it."""
    return look_for_tables(room, 3)()


def look_for_tables(room: Room, laptop: int) -> Callable[[], list[dict[str, Any]]]:
    """Look at the list of tables from now on, on this laptop; the list is told when it is asked for."""
    listing = room.start(laptop, "tables", "--json", "--seconds", LOOK_SECONDS, home="looker")

    def told() -> list[dict[str, Any]]:
        listing.wait(CALM_SECONDS)
        return list(listing.json())

    return told
