"""The parts of docs/protocol.md that are made from the code: field tables and the example session.

`python scripts/protocol_example.py` writes them anew between their markers; a test fails while they are old.
"""

from __future__ import annotations

import hashlib
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgpack

from lanbridge.engine import (
    Call,
    Card,
    DealName,
    Event,
    HandDealt,
    MatchStarted,
    Play,
    Reason,
    Refusal,
    State,
    commit,
    deal,
    dealt_hands,
    decide,
    evolve,
    observe,
    opened,
    redact,
    seed_of,
    shuffled_pack,
)
from lanbridge.protocol import game_values as g
from lanbridge.protocol import message_kinds as k
from lanbridge.protocol import messages as m
from lanbridge.protocol.advert import CARD_KIND, TableCard, txt_of
from lanbridge.protocol.beacon import BeaconAnswer, BeaconQuery, encode_beacon
from lanbridge.protocol.codec import encode
from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.fields import Record
from lanbridge.protocol.framing import frame
from lanbridge.protocol.handshake import SeatKey, hello_text
from lanbridge.protocol.pin import ClientPin, HostPin
from lanbridge.protocol.table_settings import TableSettings

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "protocol.md"
HEX_WIDTH = 32
NOTE_WIDTH = 110

VALUES = (
    k.SETTINGS,
    k.SEAT_INFO,
    k.CLAIM,
    k.ENDORSEMENT,
    k.CLOCK,
    g.VIEW,
    g.TABLE,
    g.TRICK,
    g.RESULT,
    g.REFUSAL,
    g.PROOF,
    g.DEAL_NAME,
    g.SHARE,
    CARD_KIND,
)

# --- field tables


def described(title: str, kind: Record[Any]) -> str:
    """A heading, what the class says of itself, and its fields in their order."""
    about = inspect.cleandoc(kind.make.__doc__ or "").split("\n\nRaises:")[0].replace("``", "`")
    rows = [f"| {number} | `{name}` | {each.says} |" for number, (name, each) in enumerate(kind.fields.items(), 1)]
    table = ["| place | field | type |", "|---|---|---|", *rows] if rows else ["No fields."]
    return "\n".join([f"#### {title}", "", about, "", *table, ""])


def coded(cases: Mapping[int, Record[Any]]) -> str:
    """All records of a variant, by code."""
    return "\n".join(described(f"{code} {kind.make.__name__}", kind) for code, kind in sorted(cases.items()))


def values() -> str:
    """The records that stand inside others."""
    return "\n".join(described(kind.make.__name__, kind) for kind in VALUES)


# --- the example session


def bytes_of(label: str, count: int) -> bytes:
    """Bytes that stand for randomness, so that everybody can make the example again: SHA-512 of a label."""
    return hashlib.sha512(f"example {label}".encode()).digest()[:count]


TABLE_ID = bytes_of("table id", 16)
NONCE = bytes_of("nonce", 32)
FINGERPRINT = bytes_of("certificate", 32)
SEAT_KEY = SeatKey(bytes_of("seat key", 32))
SECRETS = {0: bytes_of("share of seat 0", 32), 4: bytes_of("share of the host", 32)}
DEAL = DealName(TABLE_ID, 1, 1)
PIN = "4711"
CLIENT_DICE, HOST_DICE = bytes_of("client's dice", 64), bytes_of("host's dice", 64)


def note(value: object) -> str:
    """A msgpack value in words: bin as h'..', nil, true and false, str in double quotes."""
    match value:
        case None:
            return "nil"
        case bool():
            return str(value).lower()
        case bytes():
            return f"h'{value.hex()}'"
        case str():
            return '"' + value + '"'
        case list():
            return "[" + ", ".join(map(note, value)) + "]"
        case _:
            return str(value)


def hex_lines(data: bytes) -> Iterator[str]:
    """The bytes in hexadecimal, a few groups of four on a line."""
    for start in range(0, len(data), HEX_WIDTH):
        yield "    " + data[start : start + HEX_WIDTH].hex(" ", -4)


@dataclass
class Session:
    """Both ends of one connection; each message goes over the wire and is written down."""

    host: Connection = field(default_factory=lambda: Connection(Side.HOST, 0))
    client: Connection = field(default_factory=lambda: Connection(Side.CLIENT, 0))
    lines: list[str] = field(default_factory=list)

    def say(self, message: m.Message, *, by_host: bool) -> None:
        """One message, which the other end must understand."""
        speaker, hearer = (self.host, self.client) if by_host else (self.client, self.host)
        speaker.send(message)
        data = speaker.take_bytes()
        if hearer.receive(data, 0) != (message,):
            raise AssertionError(message)
        self._write(message, data, by_host=by_host)

    def ping(self, stamp: int) -> None:
        """A ping by the client, which the host's connection answers by itself."""
        self.client.send(m.Ping(stamp))
        data = self.client.take_bytes()
        self.host.receive(data, 0)
        self._write(m.Ping(stamp), data, by_host=False)
        self._write(m.Pong(stamp), self.host.take_bytes(), by_host=True)

    def _write(self, message: m.Message, data: bytes, *, by_host: bool) -> None:
        arrow = "host -> client" if by_host else "client -> host"
        said = textwrap.wrap(note(msgpack.unpackb(data[4:])), NOTE_WIDTH, break_on_hyphens=False)
        self.lines += [f"{arrow}  {type(message).__name__}, {len(data)} bytes", *said, *hex_lines(data), ""]


def shake_hands(session: Session, settings: TableSettings, seating: m.Seating) -> None:
    """Greeting, hello, PIN, welcome."""
    session.say(m.Greeting(m.PROTOCOL_VERSION, TABLE_ID, 0, NONCE, locked=True), by_host=True)
    client = ClientPin(PIN, SEAT_KEY.public, FINGERPRINT, CLIENT_DICE)
    signature = SEAT_KEY.sign(hello_text(TABLE_ID, 0, NONCE, FINGERPRINT))
    hello = m.Hello(m.PROTOCOL_VERSION, "Rafi", SEAT_KEY.public, signature, m.Wish.SEAT, client.share)
    session.say(hello, by_host=False)
    host = HostPin(PIN, hello.key, FINGERPRINT, hello.pin_share, HOST_DICE)
    session.say(m.PinChallenge(host.share), by_host=True)
    answer = client.answer(host.share)
    session.say(m.PinAnswer(answer), by_host=False)
    proof = host.confirm(answer)
    if not client.host_knows(proof):
        raise AssertionError(proof)
    session.say(m.Welcome(TABLE_ID, 0, settings, seating, 0, 0, None, (), None, proof), by_host=True)


def play(session: Session, settings: TableSettings, seating: m.Seating) -> None:
    """Ready, a fair shuffle, a call, and a card at the wrong time."""
    session.say(m.StartMatch(1), by_host=False)
    session.say(m.Accepted(1), by_host=True)
    host_commitment, own = (commit(DEAL, number, SECRETS[number]) for number in (4, 0))
    session.say(m.ShuffleOpened(1, 1, (0, 4), host_commitment), by_host=True)
    session.say(m.Commit(1, 1, own), by_host=False)
    session.say(m.Commitments(1, 1, (own, host_commitment)), by_host=True)
    session.say(m.Reveal(1, 1, SECRETS[0]), by_host=False)
    started = MatchStarted(settings.rules, 3)
    hands = dealt_hands(shuffled_pack(seed_of(DEAL, SECRETS)), 3, settings.rules.direction)
    state = tell(session, opened(started), deal(opened(started), hands), 1, started)
    session.say(m.SubmitMove(2, 0, Call(3)), by_host=False)
    session.say(m.Accepted(2), by_host=True)
    state = tell(session, state, decide(state, 0, Call(3)), 2)
    session.say(m.SubmitMove(3, 1, Play(Card.parse("AS"))), by_host=False)
    session.say(m.Rejected(3, m.RejectReason.ILLEGAL, Refusal(Reason.CALL_FIRST)), by_host=True)
    session.say(m.Say(4, phrase="well_played"), by_host=False)
    session.say(m.Accepted(4), by_host=True)
    session.say(m.Said(0, seating.seats[0].name, "", "well_played"), by_host=True)


def tell(session: Session, state: State, events: tuple[Event, ...], seq: int, *before: MatchStarted) -> State:
    """The update for seat 0 after these events; returns the state after them."""
    for event in events:
        state = evolve(state, event)
    told = tuple(redact(event, 0) for event in (*before, *events))
    if not all(each.hand for each in told if isinstance(each, HandDealt)):
        raise AssertionError(told)
    session.say(m.Update(seq, 1, told, observe(state, 0), None), by_host=True)
    return state


def session_text() -> str:
    """The whole session, with all that is needed to make it again."""
    session, settings = Session(), TableSettings("Rafi's table", locked=True)
    seats = (
        m.SeatInfo(m.Occupant.HUMAN, "Rafi", SEAT_KEY.public),
        *(m.SeatInfo(m.Occupant.BOT, name, bot="medium") for name in ("Bela", "Tuni", "Moyna")),
    )
    seating = m.Seating(0, seats, m.Stage.WAITING, 0, menu=True)
    shake_hands(session, settings, seating)
    play(session, settings, seating)
    session.ping(7)
    session.say(m.Bye(), by_host=False)
    return "\n".join(["```text", *given(), *session.lines, "```", ""])


def given() -> list[str]:
    """The bytes that the session starts from."""
    names = {
        "table id": TABLE_ID,
        "nonce": NONCE,
        "certificate's fingerprint": FINGERPRINT,
        "private seat key": SEAT_KEY.private,
        "public seat key": SEAT_KEY.public,
        "text that the hello signs": hello_text(TABLE_ID, 0, NONCE, FINGERPRINT),
        f"PIN {PIN}, client's 64 random bytes": CLIENT_DICE,
        "host's 64 random bytes": HOST_DICE,
        "secret of seat 0": SECRETS[0],
        "secret of the host": SECRETS[4],
    }
    return [line for name, value in names.items() for line in (name, *hex_lines(value))] + [""]


def discovery_text() -> str:
    """The TXT items and the beacon of the same table."""
    card = TableCard(
        TABLE_ID, 0, "Rafi's table", "bangladesh", (("over_max", "none"),), 1, False, True, True, 1, 7468, FINGERPRINT
    )
    nonce = bytes_of("beacon", 8)
    items = [f"{key}={value.decode()}" for key, value in txt_of(card).items()]
    query, answer = encode_beacon(BeaconQuery(nonce)), encode_beacon(BeaconAnswer(nonce, card))
    lines = ["TXT", *(f"    {item}" for item in items), "", "query", *hex_lines(query), "", "answer"]
    return "\n".join(["```text", *lines, *hex_lines(answer), "```", ""])


def frame_text() -> str:
    """The smallest frame."""
    return "\n".join(["```text", *hex_lines(frame(encode(m.Bye()))), "```", ""])


def parts() -> dict[str, str]:
    """Marker -> what stands behind it."""
    return {
        "frame": frame_text(),
        "client messages": coded(k.CLIENT_CODES),
        "host messages": coded(k.HOST_CODES),
        "values": values(),
        "events": coded(g.EVENT.cases),
        "moves": coded(g.MOVE.cases),
        "discovery": discovery_text(),
        "session": session_text(),
    }


def renewed(document: str) -> str:
    """The document with all generated parts made anew."""
    for name, text in parts().items():
        start, end = f"<!-- made: {name} -->\n", "<!-- end -->"
        before, found, rest = document.partition(start)
        if not found:
            raise ValueError(f"the document has no marker for {name}")
        document = before + start + "\n" + text + "\n" + end + rest.partition(end)[2]
    return document


if __name__ == "__main__":
    DOCUMENT.write_text(renewed(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
