"""What a journal holds: its entries, and how each is written as msgpack can hold it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from lanbridge.engine import SHARE_BYTES, TRICKS_IN_DEAL, DealProof, PackDealt, Share
from lanbridge.engine.record import Dealing
from lanbridge.engine.rules import MOST_DEALS
from lanbridge.protocol.advert import MOST_PORT
from lanbridge.protocol.fields import COUNT, data, many, optional, record, text, variant, whole
from lanbridge.protocol.game_values import DEAL_NAME, EVENT, HANDS, PARTICIPANT, RESULT, SEAT, TABLE, cards
from lanbridge.protocol.message_kinds import ADDRESS_CHARACTERS, CLAIMED, QUESTION, SEAT_INFO, SETTINGS
from lanbridge.protocol.messages import ID_BYTES, KEY_BYTES
from lanbridge.protocol.table_settings import PIN_CHARACTERS, TableSettings

from .effects import (
    Remember,
    RememberCarried,
    RememberDealing,
    RememberEvents,
    RememberPast,
    RememberQuestion,
    RememberRemoval,
    RememberSeats,
    RememberSettings,
)

MOST_EVENTS: Final = 128
"""Events of one entry: a claim with its play-out makes 68, a whole deal of the past 73."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first entry: which table this is and under which settings it was opened. The PIN stays on this laptop."""

    table_id: bytes
    epoch: int
    owner: bytes
    pin: str
    settings: TableSettings


@dataclass(frozen=True, slots=True)
class Listening:
    """Where the table was reached: who comes back tries there first."""

    port: int


Entry: TypeAlias = Opening | Remember | Listening

_EVENT_KEPT: Final = variant("event", {**EVENT.cases, 100: record(PackDealt, dealer=SEAT, hands=HANDS)})
_SHARE: Final = record(Share, participant=PARTICIPANT, commitment=data(0, SHARE_BYTES), secret=data(0, SHARE_BYTES))
_PROOF: Final = record(DealProof, name=DEAL_NAME, shares=many(_SHARE, 0, 5))
_DEALING: Final = record(Dealing, proof=optional(_PROOF), given_up=many(_PROOF, 0, 8))
_EVENT_PAST: Final = variant(
    "event", {**EVENT.cases, 100: record(PackDealt, dealer=SEAT, hands=many(cards(TRICKS_IN_DEAL), 4, 4))}
)
"""Of hands that were dealt elsewhere only some cards may be known."""
ENTRY: Final = variant(
    "entry",
    {
        0: record(
            Opening,
            table_id=data(ID_BYTES),
            epoch=COUNT,
            owner=data(0, KEY_BYTES),
            pin=text(PIN_CHARACTERS),
            settings=SETTINGS,
        ),
        1: record(RememberEvents, match=COUNT, events=many(_EVENT_KEPT, 0, MOST_EVENTS)),
        2: record(RememberDealing, match=COUNT, dealing=_DEALING),
        3: record(RememberSeats, seats=many(SEAT_INFO, 4, 4)),
        4: record(RememberSettings, settings=SETTINGS),
        5: record(Listening, port=whole(0, MOST_PORT)),
        6: record(
            RememberCarried,
            match=COUNT,
            table=optional(TABLE),
            sheet=many(RESULT, 0, MOST_DEALS),
            claimed=CLAIMED,
        ),
        7: record(RememberRemoval, key=data(KEY_BYTES), address=text(ADDRESS_CHARACTERS)),
        8: record(RememberQuestion, question=QUESTION),
        9: record(RememberPast, events=many(_EVENT_PAST, 0, MOST_EVENTS), dealings=many(_DEALING, 0, 1)),
    },
)
