"""Hosts are pinned after the first visit; a man in the middle is found out by the pin, or by the host itself."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from lanbridge.client.dial import tls_context as client_context
from lanbridge.client.host_pins import HostPins, HostStanding
from lanbridge.client.known import Link, LinkProblem
from lanbridge.client.ports import Target
from lanbridge.host.door import WRONG_PINS
from lanbridge.host.server import tls_context as host_context
from lanbridge.protocol.fingerprint import fingerprint_words
from lanbridge.protocol.look_alikes import look
from lanbridge.protocol.messages import Admit, CloseReason
from lanbridge.settings.profiles import Profile, self_signed
from tests.client.evenings import FINGERPRINT, Evening
from tests.client.wires import HERE, Visitor, hosted

OLD, NEW = bytes([1]) * 32, bytes([2]) * 32
NAME = "Rafi's table"


def pinned(*fingerprints: bytes, name: str = NAME, own: bytes = b"") -> HostPins:
    return HostPins({look(name): fingerprints}, own)


@dataclass
class Middle:
    """A relay that ends TLS with a certificate of its own and passes every decrypted byte on."""

    port: int
    fingerprint: bytes
    seen: bytearray = field(default_factory=bytearray)


@contextlib.asynccontextmanager
async def in_the_middle(port: int, folder: Path) -> AsyncIterator[Middle]:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    for path, text in zip((key, certificate), self_signed(), strict=True):
        path.write_bytes(text)
    fingerprint = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate.read_text())).digest()
    tasks: set[asyncio.Task[None]] = set()

    async def carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                middle.seen += data
                sink.write(data)
        sink.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host_reader, host_writer = await asyncio.open_connection(HERE, port, ssl=client_context())
        tasks.update({asyncio.create_task(carry(reader, host_writer)), asyncio.create_task(carry(host_reader, writer))})

    server = await asyncio.start_server(serve, HERE, 0, ssl=host_context(certificate, key))
    middle = Middle(server.sockets[0].getsockname()[1], fingerprint)
    try:
        yield middle
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def test_a_man_in_the_middle_is_found_out_at_the_first_visit_by_the_host(laptop: Profile, tmp_path: Path) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting, in_the_middle(hosting.server.port, tmp_path) as middle:
            rafi = Visitor(Target((HERE,), middle.port))  # by a code: nothing is known of the host
            known = await rafi.until(lambda known: known.link is Link.CLOSED)
            assert known.closed is CloseReason.BAD_SIGNATURE
            assert known.fingerprint == middle.fingerprint != laptop.fingerprint
            assert middle.seen  # it could read along, and still nobody sat down through it
            assert not hosting.room.desk.people

    asyncio.run(evening())


def test_a_man_in_the_middle_is_found_out_after_the_first_visit_before_a_word_is_said(
    laptop: Profile, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting, in_the_middle(hosting.server.port, tmp_path) as middle:
            target = Target((HERE,), middle.port, name=NAME)
            rafi = Visitor(target, pins=pinned(laptop.fingerprint))
            known = await rafi.until(lambda known: known.link is Link.CLOSED)
            assert known.closed is LinkProblem.HOST_KEY_CHANGED
            assert known.host is HostStanding.CHANGED
            assert (known.fingerprint, known.pinned) == (middle.fingerprint, (laptop.fingerprint,))
            assert rafi.session.key.public not in middle.seen
            again = Visitor(replace(target, port=hosting.server.port), seed=2, pins=pinned(laptop.fingerprint))
            assert (await again.until(lambda known: known.link is Link.SEATED)).host is HostStanding.KNOWN

    asyncio.run(evening())


def test_a_rogue_host_of_a_known_name_is_found_out_though_it_was_typed_by_address(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting:
            rafi = Visitor(Target((HERE,), hosting.server.port), pins=pinned(OLD))
            known = await rafi.until(lambda known: known.link is Link.CLOSED)
            assert known.closed is LinkProblem.HOST_KEY_CHANGED
            assert known.seating is None
            accepting = rafi.target.trusting(known.fingerprint)
            again = Visitor(accepting, seed=2, pins=pinned(OLD))
            known = await again.until(lambda known: known.link is Link.SEATED)
            assert known.host is HostStanding.FIRST_VISIT
            assert known.fingerprint == laptop.fingerprint
            assert len(fingerprint_words(known.fingerprint)) == 4

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("pins", "standing"),
    [
        (HostPins(), HostStanding.FIRST_VISIT),
        (pinned(NEW), HostStanding.KNOWN),
        (pinned(OLD, NEW), HostStanding.KNOWN),
        (pinned(OLD, own=NEW), HostStanding.KNOWN),
        (pinned(OLD), HostStanding.CHANGED),
        (pinned(OLD, name="R\u0430fi's table"), HostStanding.CHANGED),
        (pinned(OLD, name="Mitu's table"), HostStanding.FIRST_VISIT),
    ],
)
def test_what_is_known_of_a_host(pins: HostPins, standing: HostStanding) -> None:
    assert pins.standing(NAME, NEW) is standing


def test_acceptance_holds_for_one_certificate_only() -> None:
    rafi = Evening().guest("Rafi").session
    rafi.pins = pinned(OLD)
    rafi.target = replace(rafi.target, name=NAME, accepted=NEW)
    assert rafi.pins.standing(NAME, FINGERPRINT) is HostStanding.CHANGED
    evening = Evening()
    guest = evening.guest("Rafi")
    guest.session.pins = pinned(OLD, name="t")
    guest.session.target = guest.session.target.trusting(NEW)
    guest.session.target = replace(guest.session.target, fingerprint=FINGERPRINT)
    evening.arrive(guest)
    assert guest.known.closed is LinkProblem.HOST_KEY_CHANGED


def test_who_was_let_in_before_is_not_warned_when_the_table_moves_to_another_laptop() -> None:
    evening = Evening()
    guest = evening.guest("Rafi")
    guest.session.pins = pinned(FINGERPRINT, name="t")
    evening.arrive(guest)
    assert guest.known.host is HostStanding.KNOWN
    guest.session.target = replace(guest.session.target, fingerprint=NEW)  # what succession does, once seats signed
    guest.session.lost(None, evening.now)
    assert not guest.session._is_not_pinned("t", NEW)  # noqa: SLF001 - no second host is at hand here


@pytest.mark.parametrize(("pin", "link"), [("4711", Link.SEATED), ("0000", Link.CLOSED)])
def test_behind_a_shut_door_only_the_right_pin_is_let_in_by_the_hosts_yes(pin: str, link: Link) -> None:
    evening = Evening(pin="4711")
    rafi, mitu = evening.guest("Rafi", pin="4711"), evening.guest("Mitu", pin=pin)
    evening.arrive(rafi)
    evening.room.desk.door.wrong_pins = (evening.now,) * WRONG_PINS
    evening.arrive(mitu)
    assert rafi.known.seating is not None
    assert [name for _, name in rafi.known.seating.knocks] == ["Mitu"]
    rafi.session.request(Admit(0, rafi.known.seating.knocks[0][0], admitted=True))
    evening.settle()
    assert mitu.known.link is link
    assert mitu.known.closed is (None if link is Link.SEATED else CloseReason.WRONG_PIN)
