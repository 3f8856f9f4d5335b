"""The fields of each message and its code: what docs/protocol.md lists.

Codes 1-15 belong to the connection, 16-63 to the game; a code is never used again for something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lanbridge.engine import SEATS
from lanbridge.engine.rules import MOST_DEALS

from . import messages as m
from .fields import COUNT, FLAG, Kind, Record, data, many, narrowed, optional, read_as, record, text, whole, word
from .game_values import (
    EVENT,
    HANDS,
    MOVE,
    PARTICIPANTS,
    PROOF,
    REFUSAL,
    RESULT,
    RULES,
    SEAT,
    SEATS_RISING,
    SHARE_OF_DEAL,
    VIEW,
)
from .names import NAME_CHARACTERS, clean_line, clean_name
from .table_settings import MOST_SECONDS, Latecomers, TableSettings, Watch

WORD_CHARACTERS: Final = 32
"""Longest name of a bot's level or key of a quick phrase."""
MOST_SPECTATORS: Final = 32
"""Names in a seating; a host lets no more people watch."""
MOST_KNOCKS: Final = 16
"""People at the door at once; a host tells the next to come back."""
MOST_SENT_AWAY: Final = 64
"""Keys of removed players that travel: more than anybody removes in an evening, in 2 KB; the newest ones stay."""
MOST_EVENTS: Final = 80
"""Events in one update: a claim of the whole deal is 68."""
MOST_STAMP: Final = 2**53 - 1
"""A ping's stamp is whole in every language, also where all numbers are floating."""
MOST_PAUSE_MS: Final = 60_000
"""Longest time that a bot seems to think, in milliseconds."""
MOST_PERSONA: Final = 255
MOST_VERSION: Final = 2**16 - 1
PIN_SHARE_BYTES: Final = 33
"""A SPAKE2 message: the letter of its side and a point of the curve."""

ADDRESS_CHARACTERS: Final = 64
"""Longest address as text: IPv6 with the name of an adapter."""

_PORT: Final = whole(1, 2**16 - 1)
_NAME: Final = read_as(text(NAME_CHARACTERS), "cleaned when read (5.5)", clean_name)
_LINE: Final = read_as(text(m.TEXT_CHARACTERS), "cleaned when read (5.5)", clean_line)
_WORD: Final = text(WORD_CHARACTERS)
_KEY: Final = data(m.KEY_BYTES)
_TABLE_ID: Final = data(m.ID_BYTES)
_VERSION: Final = whole(0, MOST_VERSION)
_SECONDS: Final = whole(0, MOST_SECONDS)
_MILLISECONDS: Final = whole(0, MOST_SECONDS * 1000)
_NUMBERED: Final = {"deal": COUNT, "attempt": COUNT}

SETTINGS: Final = record(
    TableSettings,
    name=_NAME,
    rules=RULES,
    bots=_WORD,
    clock=optional(whole(1, MOST_SECONDS)),
    grace=_SECONDS,
    pace=optional(_SECONDS),
    deals_tonight=optional(whole(1, MOST_DEALS)),
    watch=word(Watch),
    latecomers=word(Latecomers),
    hints=FLAG,
    listed=FLAG,
    locked=FLAG,
    bot_pause_ms=whole(0, MOST_PAUSE_MS),
)
SEAT_INFO: Final = record(
    m.SeatInfo,
    occupant=word(m.Occupant),
    name=_NAME,
    key=data(0, m.KEY_BYTES),
    present=FLAG,
    ready=FLAG,
    bot=_WORD,
    persona=whole(0, MOST_PERSONA),
    reserved=_NAME,
)


def _pair(number: Kind[int], name: Kind[str]) -> Kind[tuple[int, str]]:
    def read(value: object) -> tuple[int, str]:
        numbered, named = many(_ANYTHING, 2, 2).read(value)
        return number.read(numbered), name.read(named)

    return Kind(f"[{number.says}, {name.says}]", lambda pair: [number.write(pair[0]), name.write(pair[1])], read)


_ANYTHING: Final[Kind[object]] = Kind("anything", lambda value: value, lambda value: value)

SEATING: Final = record(
    m.Seating,
    you=optional(SEAT),
    seats=many(SEAT_INFO, 4, 4),
    stage=word(m.Stage),
    menu_seat=optional(SEAT),
    menu=FLAG,
    paused=FLAG,
    waited_for=SEATS_RISING,
    spectators=many(_NAME, 0, MOST_SPECTATORS),
    knocks=many(_pair(COUNT, _NAME), 0, MOST_KNOCKS),
)
CLOCK: Final = record(m.TurnClock, seat=SEAT, left_ms=_MILLISECONDS, total_ms=_MILLISECONDS)
PING: Final = record(m.Ping, stamp=whole(0, MOST_STAMP))
PONG: Final = record(m.Pong, stamp=whole(0, MOST_STAMP))

CLAIM: Final = record(m.Claim, table_id=_TABLE_ID, epoch=COUNT, key=_KEY, fingerprint=_KEY, match=COUNT, sheet=_KEY)
_SIGNATURE: Final = data(m.SIGNATURE_BYTES)
ENDORSEMENT: Final = record(m.Endorsement, key=_KEY, signature=_SIGNATURE)
_ENDORSEMENTS: Final = many(ENDORSEMENT, 0, len(SEATS))
CLAIMED: Final = record(m.EpochClaimed, claim=CLAIM, endorsements=_ENDORSEMENTS, voters=many(_KEY, 0, len(SEATS)))

QUESTION: Final = narrowed(
    record(
        m.Question,
        number=COUNT,
        asker=optional(SEAT),
        absent=optional(SEAT),
        settings=optional(SETTINGS),
        voters=SEATS_RISING,
        yes=SEATS_RISING,
        no=SEATS_RISING,
        left_ms=_MILLISECONDS,
        outcome=word(m.Outcome),
    ),
    "exactly one of absent and settings is nil",
    lambda question: (question.absent is None) is not (question.settings is None),
)

_HELLO: Final = record(
    m.Hello,
    version=_VERSION,
    name=_NAME,
    key=_KEY,
    signature=data(m.SIGNATURE_BYTES),
    wish=word(m.Wish),
    pin_share=data(0, PIN_SHARE_BYTES),
)
_WELCOME: Final = record(
    m.Welcome,
    table_id=_TABLE_ID,
    epoch=COUNT,
    settings=SETTINGS,
    seating=SEATING,
    seq=COUNT,
    match=COUNT,
    view=optional(VIEW),
    sheet=many(RESULT, 0, MOST_DEALS),
    clock=optional(CLOCK),
    pin_confirmation=data(0, m.KEY_BYTES),
)


def _asking(make: type[Any], **fields: Kind[Any]) -> Record[Any]:
    return record(make, request_id=COUNT, **fields)


HELLO_CODE: Final = 2

CLIENT_CODES: Final[Mapping[int, Record[Any]]] = {
    HELLO_CODE: _HELLO,
    4: record(m.PinAnswer, confirmation=_KEY),
    7: PING,
    8: PONG,
    9: record(m.Bye),
    16: _asking(m.SubmitMove, turn=COUNT, move=MOVE),
    17: _asking(m.TakeSeat, seat=SEAT),
    18: _asking(m.LeaveSeat),
    19: _asking(m.SetReady, ready=FLAG),
    20: narrowed(
        _asking(m.Say, text=text(m.TEXT_CHARACTERS), phrase=_WORD),
        "exactly one of text and phrase is not empty",
        lambda say: bool(say.text) is not bool(say.phrase),
    ),
    21: _asking(m.StartMatch),
    22: _asking(m.NextDeal),
    23: _asking(m.StopMatch),
    24: _asking(m.Pause, paused=FLAG),
    25: _asking(m.RemovePlayer, seat=SEAT),
    26: _asking(m.ChangeSettings, settings=SETTINGS),
    27: _asking(m.Admit, knock=COUNT, admitted=FLAG),
    28: _asking(m.CloseTable),
    29: record(m.Commit, **_NUMBERED, commitment=SHARE_OF_DEAL),
    30: record(m.Reveal, **_NUMBERED, secret=SHARE_OF_DEAL),
    31: record(m.Endorse, epoch=COUNT, signature=_SIGNATURE),
    32: record(m.Contest, claim=CLAIM, endorsements=_ENDORSEMENTS, signature=_SIGNATURE),
    33: _asking(m.HandOver, seat=SEAT),
    34: _asking(m.TakeOver, port=_PORT),
    35: _asking(m.AskForSettings, settings=SETTINGS),
    36: _asking(m.AskToGoOn, seat=SEAT),
    37: _asking(m.Answer, question=COUNT, yes=FLAG),
}
"""Code -> what a client says."""

HOST_CODES: Final[Mapping[int, Record[Any]]] = {
    1: record(m.Greeting, version=_VERSION, table_id=_TABLE_ID, epoch=COUNT, nonce=_KEY, locked=FLAG),
    3: record(m.PinChallenge, share=data(PIN_SHARE_BYTES)),
    5: record(m.Knocking),
    6: _WELCOME,
    7: PING,
    8: PONG,
    10: record(m.Closing, reason=word(m.CloseReason), version=_VERSION),
    40: SEATING,
    41: record(m.SettingsChanged, settings=SETTINGS),
    42: record(
        m.Update,
        seq=COUNT,
        match=COUNT,
        events=many(EVENT, 0, MOST_EVENTS),
        view=VIEW,
        clock=optional(CLOCK),
        cause=word(m.Cause),
    ),
    43: record(m.Accepted, request_id=COUNT),
    44: record(m.Rejected, request_id=COUNT, reason=word(m.RejectReason), refusal=optional(REFUSAL)),
    45: record(m.Said, seat=optional(SEAT), name=_NAME, text=_LINE, phrase=_WORD),
    46: record(
        m.ShuffleOpened,
        **_NUMBERED,
        participants=PARTICIPANTS,
        host_commitment=SHARE_OF_DEAL,
        left_out=SEATS_RISING,
    ),
    47: record(m.Commitments, **_NUMBERED, commitments=many(SHARE_OF_DEAL, 1, 5)),
    48: record(m.ProofShown, proof=PROOF),
    49: record(m.HandsShown, deal=COUNT, hands=HANDS),
    50: record(m.Announced, news=word(m.News)),
    51: CLAIMED,
    52: record(m.HandOverAsked),
    53: record(m.HandedOver, seat=SEAT, address=text(ADDRESS_CHARACTERS), port=_PORT),
    54: QUESTION,
    55: record(m.SentAway, keys=many(_KEY, 0, MOST_SENT_AWAY)),
}
"""Code -> what a host says."""
