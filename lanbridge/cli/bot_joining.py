"""`lanbridge join --bot LEVEL`: a bot on this laptop takes a seat at somebody's table, as an ordinary client."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lanbridge.bots import LEVELS, choose
from lanbridge.client.bot_player import BotPlayer
from lanbridge.client.known import Answered, Link, LinkChanged
from lanbridge.client.refind import Refinder
from lanbridge.client.session import Session
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import SubmitMove, Wish
from lanbridge.text import Words, language_of_system, link_sentence

from .diary import Diary
from .failure import Failure
from .finding import find
from .network import fresh_seed, open_network

if TYPE_CHECKING:
    from argparse import Namespace

    from lanbridge.client.known import Known, Notice
    from lanbridge.client.ports import Target
    from lanbridge.engine import Move, SeatView

    from .network import LocalNetwork


LINGER_SECONDS: Final = 3.0


@dataclass
class Tally:
    """What the bot saw of its own match. Times are seconds from the start of the command."""

    started: float = field(default_factory=time.monotonic)
    found: float | None = None
    seated: float | None = None
    moves: int = 0
    refused: int = 0

    def hear(self, notice: Notice, known: Known) -> None:
        """Count."""
        if isinstance(notice, LinkChanged) and known.link is Link.SEATED and self.seated is None:
            self.seated = time.monotonic() - self.started
        if isinstance(notice, Answered) and isinstance(notice.request, SubmitMove):
            self.moves += notice.reason is None
            self.refused += notice.reason is not None


def join(options: Namespace) -> int:
    """Play until the match ends; prints one JSON object with what came of it.

    Raises:
        Failure: there is no such bot, or the table is not found or does not let it in.
    """
    if options.bot not in LEVELS:
        raise Failure(f"There is no bot {options.bot!r} in this version; there are {', '.join(LEVELS)}.")
    tally = Tally()
    with open_network(options) as network:
        target = find(network, options.where, network.visited())
        tally.found = time.monotonic() - tally.started
        refinder = Refinder(network.look)
        known = asyncio.run(_play(network, target, options, tally, refinder))
        refinder.close()
        if network.hosts:  # others may still wait for the last words of a table that came here
            time.sleep(LINGER_SECONDS)
    if known.view is None or known.view.table.winners is None:
        raise Failure(_why(known))
    print(json.dumps(_summary(known, tally)))
    return 0


async def _play(network: LocalNetwork, target: Target, options: Namespace, tally: Tally, refinder: Refinder) -> Known:
    dice = random.Random(fresh_seed())  # noqa: S311 - a bot's dice, nothing secret hangs on them
    name = options.name or f"Bot {options.bot}"
    session = Session(
        SeatKey(network.profile.seat_key),
        name,
        Wish.SEAT,
        target,
        secrets.token_bytes,
        pin=options.pin,
        first_request_id=secrets.randbelow(2**31),
    )

    diary = _diary(options.diary)

    def choice(view: SeatView) -> Move:
        time.sleep(options.bot_pause / 1000)  # in a thread of its own
        move = choose(options.bot, view, dice)
        if diary is not None:
            diary.chose(view, move)
        return move

    def hear(notice: Notice, known: Known) -> None:
        tally.hear(notice, known)
        refinder.hear(notice, known)
        if isinstance(notice, LinkChanged) and known.link is Link.SEATED:
            network.remember_visit(known)
        if diary is not None:
            diary.hear(notice, known)

    player = BotPlayer(
        session,
        choice,
        clock=time.monotonic,
        dice=dice.random,
        watch=hear,
        find=refinder.find,
        rehost=network.rehost,
        withdraw=network.stop_hosting,
    )
    try:
        return await player.run()
    finally:
        if diary is not None:
            diary.close()


def _diary(file: str) -> Diary | None:
    try:
        return Diary(Path(file)) if file else None
    except OSError as error:
        raise Failure(f"The diary {file} cannot be written: {error.strerror}.") from None


def _why(known: Known) -> str:
    words = Words(language_of_system())
    if known.closed is None:
        return "The match was left before its end."
    return link_sentence(words, known.closed, known.host_version)


def _summary(known: Known, tally: Tally) -> dict[str, object]:
    table = known.view.table if known.view is not None else None
    return {
        "table": known.table_id.hex(),
        "seat": known.view.viewer if known.view is not None else None,
        "find_s": tally.found,
        "seat_s": tally.seated,
        "moves": tally.moves,
        "refused": tally.refused,
        "deals": [{"calls": deal.calls, "won": deal.won, "points": deal.points} for deal in known.sheet],
        "totals_tenths": table.totals if table is not None else None,
        "winners": table.winners if table is not None else None,
        "verified": sorted(deal for deal, verdict in known.verdicts.items() if verdict == "verified"),
    }
