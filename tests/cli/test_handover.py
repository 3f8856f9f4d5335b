"""Hosting is handed over by menu, with the threads and sockets of two programs, on loopback."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lanbridge.cli.network import LocalNetwork
from lanbridge.client.known import Known, Link
from lanbridge.client.ports import TableClient, Target
from lanbridge.engine import PRESETS
from lanbridge.protocol.messages import HandOver, StartMatch, Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Places, open_profile

PATIENCE_SECONDS = 20.0


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[list[LocalNetwork]]:
    """Two laptops."""
    places = [Places.under(tmp_path / name) for name in ("rafi", "mita")]
    networks = [LocalNetwork(open_profile(place), place.settings.parent.name, place) for place in places]
    yield networks
    for network in networks:
        network.close()
        network.profile.release()


def until(client: TableClient, met: Callable[[Known], bool]) -> Known:
    end = time.monotonic() + PATIENCE_SECONDS
    while not met(client.known):
        assert time.monotonic() < end, client.known
        time.sleep(0.01)
    return client.known


def seats_taken(known: Known) -> int:
    return 0 if known.seating is None else sum(bool(chair.key) for chair in known.seating.seats)


def test_the_other_laptop_hosts_and_both_sit_there(laptops: list[LocalNetwork]) -> None:
    rafi, mita = laptops
    table = rafi.host(TableSettings("t", rules=PRESETS["nepal"], bot_pause_ms=0)).target
    at_home = rafi.join(table, Wish.SEAT)
    until(at_home, lambda known: known.link is Link.SEATED)
    guest = mita.join(Target(table.addresses, table.port, table.table_id, table.fingerprint), Wish.SEAT)
    until(guest, lambda known: seats_taken(known) == 2)
    until(at_home, lambda known: seats_taken(known) == 2)
    at_home.request(HandOver(0, 1))
    for client in (guest, at_home):
        known = until(client, lambda known: known.link is Link.SEATED and known.epoch == 2)
        assert known.table_id == table.table_id
        until(client, lambda known: known.host_claim is not None and known.host_claim.confirmed)
    assert mita.hosts
    guest.request(StartMatch(0))
    known = until(at_home, lambda known: known.view is not None and bool(known.view.hand))
    assert known.seating is not None
    assert known.seating.you == 0
    for client in (at_home, guest):
        client.leave()


def test_a_table_that_was_carried_on_here_is_not_opened_a_second_time(laptops: list[LocalNetwork]) -> None:
    rafi, mita = laptops
    table = rafi.host(TableSettings("t", rules=PRESETS["nepal"], bot_pause_ms=0)).target
    guest = mita.join(Target(table.addresses, table.port, table.table_id, table.fingerprint), Wish.SEAT)
    known = until(guest, lambda known: known.link is Link.SEATED)
    guest.leave()
    rafi.stop_hosting()
    first = mita.rehost(known, "")
    assert mita.rehost(known, "") == first
    mita.stop_hosting()
    assert mita.rehost(known, "").table_id == table.table_id
    mita.host(TableSettings("another", rules=PRESETS["nepal"], bot_pause_ms=0))
    again = mita.rehost(known, "")
    back = mita.join(again, Wish.SEAT)  # somebody listens there: it is not where the table was before the other one
    assert until(back, lambda known: known.link is Link.SEATED).table_id == table.table_id
    back.leave()
