"""The beacon's manners and answers, and what a record claims. Multicast DNS itself is tried in the LAN lab."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from lanbridge.host.advert import shown_addresses
from lanbridge.host.beacon import ANSWERS_A_SECOND, ANSWERS_EACH, GOODBYE_SECONDS, MOST_ASKERS, Beacon, Manners
from lanbridge.host.lighthouse import Lighthouse
from lanbridge.lan.adapters import Adapter
from lanbridge.protocol.advert import TableCard
from lanbridge.protocol.beacon import BeaconAnswer, BeaconGone, BeaconQuery, decode_beacon, encode_beacon

CARD = TableCard(bytes(16), 1, "t", "nepal", (), 1, False, False, True, 1, 7468, bytes(32))
NONCE = b"nonce-00"


@pytest.fixture
def beacon() -> Iterator[Beacon]:
    beacon = Beacon(CARD)
    beacon.start()
    yield beacon
    beacon.stop()


@pytest.fixture
def asker() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        asker.bind(("127.0.0.1", 0))
        asker.settimeout(5)
        yield asker


def ask(asker: socket.socket, beacon: Beacon, datagram: bytes = encode_beacon(BeaconQuery(NONCE))) -> None:
    asker.sendto(datagram, ("127.0.0.1", beacon.ports[0]))


def test_a_question_is_answered_with_its_nonce_and_the_newest_card(beacon: Beacon, asker: socket.socket) -> None:
    ask(asker, beacon)
    assert decode_beacon(asker.recv(1024)) == BeaconAnswer(NONCE, CARD)
    beacon.update(replace(CARD, humans=4))
    ask(asker, beacon)
    assert decode_beacon(asker.recv(1024)) == BeaconAnswer(NONCE, replace(CARD, humans=4))


def test_whoever_asked_is_told_when_the_table_closes(beacon: Beacon, asker: socket.socket) -> None:
    ask(asker, beacon)
    asker.recv(1024)
    beacon.stop()
    assert decode_beacon(asker.recv(1024)) == BeaconGone(NONCE, CARD.table_id)


def test_rubbish_is_not_answered_and_stops_nothing(beacon: Beacon, asker: socket.socket) -> None:
    for rubbish in (b"", b"x", b"LANB\x01", b"LANB\x01\xc1", encode_beacon(BeaconAnswer(NONCE, CARD)), bytes(900)):
        ask(asker, beacon, rubbish)
    ask(asker, beacon)
    assert decode_beacon(asker.recv(1024)) == BeaconAnswer(NONCE, CARD)


def test_one_address_gets_so_many_answers_a_second_and_others_still_get_theirs() -> None:
    manners = Manners()
    assert [manners.allows("10.0.0.1", 5.0) for _ in range(ANSWERS_EACH + 1)] == [True] * ANSWERS_EACH + [False]
    assert manners.allows("10.0.0.2", 5.1)
    assert manners.allows("10.0.0.1", 6.0)


def test_answers_are_bounded_in_all_and_memory_too() -> None:
    manners = Manners()
    for number in range(ANSWERS_A_SECOND):
        assert manners.allows(f"10.1.{number // 250}.{number % 250}", 5.0)
        manners.answered((f"10.1.{number // 250}.{number % 250}", 1), NONCE, 5.0)
    assert not manners.allows("10.9.9.9", 5.5)
    for number in range(MOST_ASKERS * 3):
        manners.allows(f"flood {number}", 6.0)
        manners.answered((f"flood {number}", 1), NONCE, 6.0)
    assert len(manners.recent(6.0)) <= MOST_ASKERS


def test_only_those_who_asked_lately_are_told_good_bye() -> None:
    manners = Manners()
    manners.answered(("10.0.0.1", 1), NONCE, 5.0)
    assert manners.recent(5.0 + GOODBYE_SECONDS + 0.1) == []


def test_a_flood_costs_a_bounded_share_of_a_core(beacon: Beacon, asker: socket.socket) -> None:
    """Ten thousand questions from one address: at most so many answers, and the next second is as ever."""
    for _ in range(10_000):
        ask(asker, beacon)
    asker.setblocking(False)
    answers, ends = 0, time.monotonic() + 0.2
    while time.monotonic() < ends:
        try:
            asker.recv(1024)
        except BlockingIOError:
            continue
        answers += 1
    assert answers <= 3 * ANSWERS_EACH


def test_a_record_claims_every_address_but_loopback_unless_there_is_nothing_else() -> None:
    lo, eth = Adapter("lo", 1, "127.0.0.1", 8), Adapter("eth0", 2, "10.77.0.11", 24)
    assert shown_addresses([lo, eth]) == ["10.77.0.11"]
    assert shown_addresses([lo]) == ["127.0.0.1"]


def test_a_beacon_that_was_never_started_stops_without_a_word() -> None:
    Beacon(CARD).stop()


@contextlib.contextmanager
def answering(lighthouse: Lighthouse, *ports: int) -> Iterator[list[Beacon]]:
    beacons = [Beacon(replace(CARD, port=port), lighthouse) for port in ports]
    try:
        for beacon in beacons:
            beacon.start()
        yield beacons
    finally:
        for beacon in beacons:
            beacon.stop()


def beacon_threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "lanbridge beacon"}


def test_tables_of_one_program_answer_in_one_thread_which_ends_with_the_last_of_them(asker: socket.socket) -> None:
    before = beacon_threads()
    lighthouse = Lighthouse()
    for evening in range(2):
        ports = [7468 + 10 * evening + table for table in range(3)]
        nonces = [port.to_bytes(8, "big") for port in ports]
        with answering(lighthouse, *ports) as beacons:
            (thread,) = beacon_threads() - before
            for beacon, nonce in zip(beacons, nonces, strict=True):
                ask(asker, beacon, encode_beacon(BeaconQuery(nonce)))
            heard: list[tuple[bytes, int]] = []
            while len(heard) < len(ports):
                answer = decode_beacon(asker.recv(1024))
                heard += [(answer.nonce, answer.card.port)] if isinstance(answer, BeaconAnswer) else []
            assert sorted(heard) == list(zip(nonces, ports, strict=True))
        thread.join(5)
        assert beacon_threads() == before


def test_a_beacon_that_follows_the_adapters_joins_the_groups_of_new_ones_once(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[object] = []
    monkeypatch.setattr("lanbridge.host.beacon.join_groups", lambda _, here: joined.append(here))
    lo, eth = Adapter("lo", 1, "127.0.0.1", 8), Adapter("eth0", 2, "10.77.0.11", 24)
    beacon = Beacon(CARD)
    for here in ((lo,), (lo,), (lo, eth), (lo, eth)):
        beacon.follow(here)
    assert joined == [(lo,), (lo, eth)]


def test_what_comes_to_the_shared_port_is_answered_from_there_too(
    asker: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A firewall at the asker's may let in only what comes from the port that was asked."""
    shared = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    shared.bind(("127.0.0.1", 0))
    shared.setblocking(False)
    place = shared.getsockname()
    monkeypatch.setattr("lanbridge.host.beacon.listening_sockets", lambda: (shared,))
    beacon = Beacon(CARD)
    beacon.start()
    asker.sendto(encode_beacon(BeaconQuery(NONCE)), place)
    heard = [asker.recvfrom(1024) for _ in range(2)]
    beacon.stop()
    assert {decode_beacon(datagram) for datagram, _ in heard} == {BeaconAnswer(NONCE, CARD)}
    ports = {source[1] for _, source in heard}
    assert place[1] in ports
    assert len(ports) == 2
