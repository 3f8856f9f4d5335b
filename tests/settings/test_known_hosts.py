"""Hosts are pinned for the laptop, and a damaged file pins nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanbridge.cli.network import LocalNetwork
from lanbridge.client.host_pins import HostStanding
from lanbridge.client.known import Known
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import KnownHost, Places, load_hosts, open_profile, remember_host
from lanbridge.settings.known_hosts import MOST_HOSTS

RAFI = KnownHost("Rafi's table", bytes([1]) * 32)


def test_the_latest_host_comes_first_and_other_certificates_of_the_name_stay(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    other = KnownHost(RAFI.name, bytes([2]) * 32)
    for host in (RAFI, other, RAFI, RAFI):
        remember_host(places, host)
    assert load_hosts(places) == (RAFI, other)


def test_old_visits_are_forgotten(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    for number in range(MOST_HOSTS + 1):
        remember_host(places, KnownHost(f"table {number}", bytes(31) + b"x"))
    assert len(load_hosts(places)) == MOST_HOSTS
    assert load_hosts(places)[0].name == f"table {MOST_HOSTS}"


@pytest.mark.parametrize(
    "text", ["", "[]", '{"hosts": 1}', '{"hosts": [1, {"name": "a", "fingerprint": "zz"}, {"fingerprint": "00"}]}']
)
def test_a_damaged_file_pins_nothing(tmp_path: Path, text: str) -> None:
    places = Places.under(tmp_path)
    places.data.mkdir()
    (places.data / "hosts.json").write_text(text)
    assert load_hosts(places) == ()


def test_two_profiles_of_a_laptop_share_its_pins_and_nobody_is_warned_of_their_own_table(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    seen = Known(fingerprint=RAFI.fingerprint, settings=TableSettings(RAFI.name))
    first, second = (LocalNetwork(open_profile(places), "x", places) for _ in range(2))
    try:
        first._remember(seen)  # noqa: SLF001 - what the network's thread calls
        pins = second._pins()  # noqa: SLF001 - the same
        assert pins.standing("rafi's TABLE", RAFI.fingerprint) is HostStanding.KNOWN
        assert pins.standing(RAFI.name, bytes(32)) is HostStanding.CHANGED
        assert pins.standing(RAFI.name, second.profile.fingerprint) is HostStanding.KNOWN
        first._remember(Known(fingerprint=first.profile.fingerprint, settings=TableSettings("mine")))  # noqa: SLF001 - what a join leads to, without a network
        assert load_hosts(places) == (RAFI,)
    finally:
        for network in (first, second):
            network.close()
            network.profile.release()
