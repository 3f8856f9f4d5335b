"""What the lobby lists: live tables, the way back, tables of ours that broke off. Values in, values out; no pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from lanbridge.client.ports import FoundTable, ResumableTable, Target
from lanbridge.protocol.messages import PROTOCOL_VERSION
from lanbridge.settings import RememberedTable
from lanbridge.text import Words, preset_name, title_of
from lanbridge.ui.ways_in import target_of

SEATS_IN_ALL: Final = 4
MOST_BEFORE: Final = 2
"""Tables of other evenings that are offered: more would bury those that are open now."""
_DOT: Final = " \u00b7 "


class Act(Enum):
    """What pressing a row, or its second button, does."""

    SIT = auto()
    WATCH = auto()
    RESUME = auto()
    FORGET = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """One row. ``key`` names it from one look to the next; ``tag`` is a word beside the title."""

    key: bytes
    title: str
    subtitle: str
    act: Act
    action: str
    note: str = ""
    tag: str = ""
    locked: bool = False
    taken: int | None = None
    target: Target | None = None
    second: Act = Act.NOTHING
    second_action: str = ""
    promised: bool = False
    """The way back to a seat of ours: it comes first and shines."""


def rows_of(
    words: Words,
    found: Sequence[FoundTable],
    remembered: Sequence[RememberedTable],
    resumable: Sequence[ResumableTable],
    profile: str,
) -> tuple[Row, ...]:
    """All rows: what waits for this player first, then the live tables, then those of other evenings."""
    back = next((t for t in remembered if t.unfinished and t.profile == profile), None)
    live = None if back is None else _same_host(found, back)
    rows = [_resumable_row(words, table) for table in resumable]
    if back is not None:
        rows.append(_return_row(words, back, live))
    rows += [_live_row(words, t) for t in found if t is not live]
    before = _of_other_evenings(found, [table for table in remembered if table is not back])
    rows += [_before_row(words, table) for table in before[:MOST_BEFORE]]
    return tuple(rows)


def _same_host(found: Sequence[FoundTable], table: RememberedTable) -> FoundTable | None:
    """The row of the host that let us in: anybody may announce its table's id, and has a row of its own."""
    rows = (row for row in found if row.table_id == table.table_id)
    return next((row for row in rows if table.fingerprint in (b"", row.fingerprint)), None)


def _of_other_evenings(found: Sequence[FoundTable], remembered: Sequence[RememberedTable]) -> list[RememberedTable]:
    """The latest table of each host that is not seen now, under whatever address or table id it is back."""
    here = {table.fingerprint for table in found if table.fingerprint}
    latest: dict[bytes, RememberedTable] = {}
    for table in remembered:
        if table.addresses and table.fingerprint not in here and _same_host(found, table) is None:
            latest.setdefault(table.fingerprint or table.table_id, table)
    return list(latest.values())


def shown_name(words: Words, table: FoundTable) -> str:
    """The table's name, with its number among those of equal name."""
    name = table.name or words.say("terminal.lobby.unnamed")
    return name if table.mark == 1 else words.say("window.lobby.same_name", name=name, number=table.mark)


def _live_row(words: Words, table: FoundTable) -> Row:
    act, second = _acts(table)
    players = words.say("window.lobby.seats", count=table.humans)
    return Row(
        key=table.key,
        title=shown_name(words, table),
        subtitle=players + _DOT + _rules(words, table),
        act=act,
        action=_action(words, table, act),
        note="" if table.rtt_ms is None else words.say("window.lobby.far_ms", count=table.rtt_ms),
        tag=words.say("window.lobby.playing") if table.playing else "",
        locked=table.locked,
        taken=table.humans,
        target=target_of(table),
        second=second,
        second_action=words.say("window.lobby.watch") if second is Act.WATCH else "",
    )


def _rules(words: Words, table: FoundTable) -> str:
    """A plain preset by its short name; a changed one never under it alone (rules 7)."""
    return title_of(words, table.preset, table.switches) if table.switches else preset_name(words, table.preset)


def _acts(table: FoundTable) -> tuple[Act, Act]:
    if table.version != PROTOCOL_VERSION:
        return Act.NOTHING, Act.NOTHING
    if table.humans < SEATS_IN_ALL:
        return Act.SIT, Act.WATCH if table.watch and table.playing else Act.NOTHING
    return (Act.WATCH if table.watch else Act.NOTHING), Act.NOTHING


def _action(words: Words, table: FoundTable, act: Act) -> str:
    if table.version != PROTOCOL_VERSION:
        return words.say(f"window.lobby.{'newer' if table.version > PROTOCOL_VERSION else 'older'}_version")
    keys = {Act.SIT: "window.lobby.join", Act.WATCH: "window.lobby.watch"}
    return words.say(keys.get(act, "window.lobby.full"))


def _return_row(words: Words, table: RememberedTable, live: FoundTable | None) -> Row:
    far = None if live is None else live.rtt_ms
    return Row(
        key=table.table_id,
        title=words.say("window.lobby.return_to", name=table.name or words.say("terminal.lobby.unnamed")),
        subtitle=words.say("window.lobby.return_about" if live else "window.lobby.return_unseen"),
        act=Act.SIT,
        action=words.say("window.lobby.return"),
        note="" if far is None else words.say("window.lobby.far_ms", count=far),
        target=target_of(live) if live else remembered_target(table),
        second=Act.FORGET,
        second_action=words.say("window.lobby.forget"),
        promised=True,
    )


def remembered_target(table: RememberedTable) -> Target:
    """Where a remembered table was."""
    return Target(table.addresses, table.port, table.table_id, table.fingerprint, table.name)


def _before_row(words: Words, table: RememberedTable) -> Row:
    place = f"{table.addresses[0]}:{table.port}"
    return Row(
        key=table.table_id,
        title=table.name or place,
        subtitle=words.say("window.lobby.before", place=place),
        act=Act.SIT,
        action=words.say("window.lobby.try"),
        target=remembered_target(table),
        second=Act.FORGET,
        second_action=words.say("window.lobby.forget"),
    )


def _resumable_row(words: Words, table: ResumableTable) -> Row:
    about = "window.lobby.resume_about" if table.deals_done else "window.lobby.resume_first"
    return Row(
        key=table.table_id,
        title=words.say("window.lobby.resume_title", name=table.name or words.say("terminal.lobby.unnamed")),
        subtitle=words.say(about, names=words.listed(table.players), count=table.deals_done),
        act=Act.RESUME,
        action=words.say("window.lobby.resume"),
        second=Act.FORGET,
        second_action=words.say("window.lobby.forget"),
        promised=True,
    )
