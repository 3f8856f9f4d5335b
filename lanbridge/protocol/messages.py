"""Messages: one frozen class for each envelope that crosses the wire (docs/protocol.md).

Messages that a client sends and that want an answer carry a ``request_id``, chosen by the client and rising; the
host answers each with `Accepted` or `Rejected`, and a repeated id with its first answer.
"""

from __future__ import annotations

from typing import TypeAlias

from .joining_messages import (
    Bye,
    Closing,
    Greeting,
    Hello,
    Knocking,
    PinAnswer,
    PinChallenge,
    Ping,
    Pong,
    SeatInfo,
    Seating,
    TurnClock,
    Welcome,
)
from .message_words import (
    ID_BYTES,
    KEY_BYTES,
    PROTOCOL_VERSION,
    SIGNATURE_BYTES,
    TEXT_CHARACTERS,
    Cause,
    CloseReason,
    News,
    Occupant,
    Outcome,
    RejectReason,
    Stage,
    Wish,
)
from .play_messages import (
    Accepted,
    Commit,
    Commitments,
    HandsShown,
    ProofShown,
    Rejected,
    Reveal,
    ShuffleOpened,
    SubmitMove,
    Update,
)
from .question_messages import Answer, AskForSettings, AskToGoOn, Question
from .request_messages import (
    Admit,
    ChangeSettings,
    CloseTable,
    LeaveSeat,
    NextDeal,
    Pause,
    RemovePlayer,
    Said,
    Say,
    SetReady,
    SettingsChanged,
    StartMatch,
    StopMatch,
    TakeSeat,
)
from .succession_messages import (
    Announced,
    Claim,
    Contest,
    Endorse,
    Endorsement,
    EpochClaimed,
    HandedOver,
    HandOver,
    HandOverAsked,
    SentAway,
    TakeOver,
)

__all__ = [
    "ID_BYTES",
    "KEY_BYTES",
    "PROTOCOL_VERSION",
    "SIGNATURE_BYTES",
    "TEXT_CHARACTERS",
    "Accepted",
    "Admit",
    "Announced",
    "Answer",
    "AskForSettings",
    "AskToGoOn",
    "Bye",
    "Cause",
    "ChangeSettings",
    "Claim",
    "ClientMessage",
    "CloseReason",
    "CloseTable",
    "Closing",
    "Commit",
    "Commitments",
    "Contest",
    "Endorse",
    "Endorsement",
    "EpochClaimed",
    "Greeting",
    "HandOver",
    "HandOverAsked",
    "HandedOver",
    "HandsShown",
    "Hello",
    "HostMessage",
    "Knocking",
    "LeaveSeat",
    "Message",
    "News",
    "NextDeal",
    "Occupant",
    "Outcome",
    "Pause",
    "PinAnswer",
    "PinChallenge",
    "Ping",
    "Pong",
    "ProofShown",
    "Question",
    "RejectReason",
    "Rejected",
    "RemovePlayer",
    "Request",
    "Reveal",
    "Said",
    "Say",
    "SeatInfo",
    "Seating",
    "SentAway",
    "SetReady",
    "SettingsChanged",
    "ShuffleOpened",
    "Stage",
    "StartMatch",
    "StopMatch",
    "SubmitMove",
    "TakeOver",
    "TakeSeat",
    "TurnClock",
    "Update",
    "Welcome",
    "Wish",
]

Request: TypeAlias = (
    SubmitMove
    | TakeSeat
    | LeaveSeat
    | SetReady
    | Say
    | StartMatch
    | NextDeal
    | StopMatch
    | Pause
    | RemovePlayer
    | ChangeSettings
    | Admit
    | CloseTable
    | HandOver
    | TakeOver
    | AskForSettings
    | AskToGoOn
    | Answer
)
"""What a client may ask for; each is answered."""

ClientMessage: TypeAlias = Hello | PinAnswer | Request | Commit | Reveal | Endorse | Contest | Ping | Pong | Bye
HostMessage: TypeAlias = (
    Greeting
    | PinChallenge
    | Knocking
    | Welcome
    | Seating
    | SettingsChanged
    | Update
    | Accepted
    | Rejected
    | Said
    | ShuffleOpened
    | Commitments
    | ProofShown
    | HandsShown
    | Announced
    | EpochClaimed
    | HandOverAsked
    | HandedOver
    | Question
    | SentAway
    | Ping
    | Pong
    | Closing
)
Message: TypeAlias = ClientMessage | HostMessage
