"""The ways to a table: joining, hosting, practising, going on. Each shows the connecting screen first."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lanbridge.client.addresses import Place, parse_place
from lanbridge.client.ports import (
    FoundTable,
    HostedTable,
    HostingFailed,
    StartHosting,
    StartInLobby,
    StartJoining,
    StartPractising,
    StartReplaying,
    Target,
)
from lanbridge.client.ports import Start as StartWith
from lanbridge.protocol.messages import Wish
from lanbridge.protocol.names import clean_name
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings.places import default_name
from lanbridge.text import hosting_sentence
from lanbridge.ui.lesson import Lesson
from lanbridge.ui.scene import Context, Joining
from lanbridge.ui.told_table import ToldTable

PRACTICE_PAUSE_MS: Final = 500
"""Bots alone with a learner answer a little faster than at a table of friends."""


def own_name(ctx: Context) -> str:
    """The player's name, or the system's user before one was chosen."""
    return ctx.preferences.name or default_name()


def table_name(ctx: Context) -> str:
    """What a table of ours is called: as last time, else after the player."""
    default = clean_name(ctx.words.say("window.host.default_name", name=own_name(ctx)))
    return ctx.preferences.host.name or default


def practice_settings(ctx: Context) -> TableSettings:
    """The host's last choices for a table that nobody else sees."""
    usual = ctx.preferences.host
    return replace(
        usual, name=table_name(ctx), listed=False, locked=False, hints=True, clock=None, bot_pause_ms=PRACTICE_PAUSE_MS
    )


def target_of(table: FoundTable) -> Target:
    """Where to join the table of a lobby's row."""
    return Target(table.addresses, table.port, table.table_id, table.fingerprint, table.name)


def typed_target(text: str) -> Target:
    """The table that a typed code or address names.

    Raises:
        BadAddress: it names none; `key` says why.
    """
    place: Place = parse_place(text)
    return Target((place.host,), place.port)


def join_table(ctx: Context, target: Target, wish: Wish = Wish.SEAT, pin: str = "") -> None:
    """Knock at somebody's table."""
    ctx.forget_table()
    _enter(ctx, Joining(target, wish, pin))


def host_table(ctx: Context, settings: TableSettings, pin: str = "", port: int | None = None) -> str:
    """Open a table here and sit down; gives the sentence that says why not, empty when it is open."""
    try:
        hosted = ctx.network.host(settings, pin, port)
    except HostingFailed as failed:
        return hosting_sentence(ctx.words, failed)
    _sit_down(ctx, hosted, Joining(hosted.target, Wish.SEAT, pin))
    return ""


def practise(ctx: Context, settings: TableSettings, *, watch_only: bool = False) -> str:
    """Play alone, or look at four bots; gives the sentence that says why not, empty when it begins."""
    try:
        hosted = ctx.network.practise(settings)
    except HostingFailed as failed:
        return hosting_sentence(ctx.words, failed)
    _sit_down(ctx, hosted, Joining(hosted.target, Wish.WATCH if watch_only else Wish.SEAT), practising=True)
    return ""


def learn(ctx: Context) -> str:
    """Practise with a walk through the first deal; gives the sentence that says why not, empty when it begins."""
    problem = practise(ctx, practice_settings(ctx))
    if not problem:
        ctx.lesson = Lesson()
    return problem


def resume_table(ctx: Context, table_id: bytes) -> str:
    """Open a table of ours again; gives the sentence that says why not, empty when it is open."""
    try:
        hosted = ctx.network.resume(table_id)
    except HostingFailed as failed:
        return hosting_sentence(ctx.words, failed)
    _sit_down(ctx, hosted, Joining(hosted.target, Wish.SEAT))
    return ""


def _sit_down(ctx: Context, hosted: HostedTable, joining: Joining, *, practising: bool = False) -> None:
    client, ctx.client = ctx.client, None
    if client is not None:
        client.leave()
    ctx.hosted, ctx.practising, ctx.lesson = hosted, practising, None
    _enter(ctx, joining)


def _enter(ctx: Context, joining: Joining) -> None:
    ctx.joining = joining
    ctx.client = ToldTable(ctx.network.join(joining.target, joining.wish, joining.pin))
    ctx.stack.open("connecting")


def begin(ctx: Context, start: StartWith) -> None:
    """Go where the command line says; what cannot be done is told in the lobby."""
    problem = ""
    match start:
        case StartHosting():
            named = start.settings if start.settings.name else replace(start.settings, name=table_name(ctx))
            problem = host_table(ctx, named, start.pin)
        case StartPractising():
            named = start.settings if start.settings.name else replace(start.settings, name=table_name(ctx))
            problem = practise(ctx, named, watch_only=start.watch_only)
        case StartJoining():
            join_table(ctx, start.target, start.wish, start.pin)
        case StartReplaying():
            ctx.record = start.record
            ctx.stack.open("replay")
        case StartInLobby():
            ctx.stack.open("lobby" if ctx.preferences.name else "first_run")
    if problem:
        ctx.stack.open("lobby" if ctx.preferences.name else "first_run")
        ctx.toast(problem, error=True)
