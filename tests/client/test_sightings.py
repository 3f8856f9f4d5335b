"""Many signs, one row: merging, equal names, order, who is alive and who is gone."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from lanbridge.client.asking import MOST_REMEMBERED, Asking
from lanbridge.client.sightings import (
    FORGET_SECONDS,
    GONE_SECONDS,
    HOSTS_AN_ADDRESS,
    MOST_HOSTS,
    MOST_PLACES,
    MOST_TABLES,
    Sightings,
    host_key,
)
from lanbridge.protocol.advert import TableCard
from lanbridge.protocol.beacon import BEACON_PORT

PORT = 7468


def card(number: int = 1, name: str = "Rafi's table", epoch: int = 1, fingerprint: bytes = bytes(32)) -> TableCard:
    return TableCard(bytes([number] * 16), epoch, name, "nepal", (), 1, False, False, True, 1, PORT, fingerprint)


def answered(sightings: Sightings, number: int = 1, address: str = "10.77.0.11", now: float = 0.0) -> None:
    sightings.answered(card(number), (address, 5000), 2, now, "beacon")


def test_a_table_named_by_mdns_is_a_row_at_once() -> None:
    sightings = Sightings()
    sightings.named(card(), ["10.77.0.11"], PORT, 0.0)
    (row,) = sightings.rows()
    assert (row.name, row.addresses, row.rtt_ms, row.by) == ("Rafi's table", ("10.77.0.11",), None, ("mdns",))


def test_two_means_two_adapters_and_two_versions_of_ip_are_one_row() -> None:
    sightings = Sightings()
    sightings.named(card(), ["172.17.0.1", "10.77.0.11", "fe80::1%2"], PORT, 0.0)
    answered(sightings)
    sightings.answered(card(), ("fe80::1%2", 5001), 3, 0.0, "beacon")
    (row,) = sightings.rows()
    assert row.by == ("mdns", "beacon")
    assert set(row.addresses) == {"172.17.0.1", "10.77.0.11", "fe80::1%2"}


def test_the_address_that_the_packet_came_from_beats_the_claimed_one() -> None:
    sightings = Sightings()
    sightings.named(card(), ["172.17.0.1", "10.99.9.9"], PORT, 0.0)
    answered(sightings, address="10.77.0.11")
    assert sightings.rows()[0].addresses[0] == "10.77.0.11"


def test_the_fastest_answer_comes_first() -> None:
    sightings = Sightings()
    sightings.answered(card(), ("10.77.0.11", 5000), 9, 0.0, "beacon")
    sightings.answered(card(), ("10.88.0.11", 5000), 1, 0.0, "beacon")
    (row,) = sightings.rows()
    assert row.addresses == ("10.88.0.11", "10.77.0.11")
    assert row.rtt_ms == 1


def test_equal_names_are_two_rows_and_the_second_is_marked() -> None:
    sightings = Sightings()
    for number, name in enumerate(("Rafi's table", "RAFI'S TABLE", "Mitu's table", "R\u0430f1's table"), 1):
        sightings.answered(card(number, name), ("10.77.0.11", 5000), 1, 0.0, "beacon")
    assert [row.mark for row in sightings.rows()] == [1, 2, 1, 3]


def test_rows_keep_the_order_in_which_they_came_also_after_a_return() -> None:
    sightings = Sightings()
    for number in (5, 1, 3):
        answered(sightings, number)
    sightings.left(host_key(card(5)), 1.0)
    answered(sightings, 5, now=2.0)
    assert [row.table_id[0] for row in sightings.rows()] == [5, 1, 3]


def test_a_row_without_a_sign_of_life_goes_within_three_seconds() -> None:
    sightings = Sightings()
    answered(sightings)
    sightings.sweep(GONE_SECONDS - 0.1)
    assert sightings.rows()
    sightings.sweep(GONE_SECONDS + 0.1)
    assert not sightings.rows()
    assert GONE_SECONDS < 3


def test_mdns_alone_never_keeps_a_row_alive_nor_brings_it_back() -> None:
    sightings = Sightings()
    answered(sightings)
    sightings.named(card(), ["10.77.0.11"], PORT, 2.5)
    sightings.sweep(3.0)
    sightings.named(card(), ["10.77.0.11"], PORT, 3.1)
    assert not sightings.rows()


def test_a_good_bye_takes_the_row_at_once_and_an_answer_brings_it_back() -> None:
    sightings = Sightings()
    answered(sightings)
    sightings.left(host_key(card()), 0.1)
    assert not sightings.rows()
    answered(sightings, now=0.2)
    assert sightings.rows()


def test_a_good_bye_of_a_table_never_seen_changes_nothing() -> None:
    sightings = Sightings()
    sightings.left(host_key(card()), 0.1)
    assert not sightings.all()


def test_a_call_over_tcp_keeps_a_row_alive() -> None:
    sightings = Sightings()
    sightings.named(card(), ["10.77.0.11"], PORT, 0.0)
    sightings.greeted(host_key(card()), "10.77.0.11", 4, 2.0)
    sightings.sweep(4.0)
    assert sightings.rows()[0].rtt_ms == 4
    sightings.greeted(host_key(card()), "10.0.0.1", 4, 9.0)
    sightings.sweep(9.0)
    assert not sightings.rows()


def test_a_successor_stands_in_the_place_of_the_host_that_is_gone() -> None:
    sightings = Sightings()
    answered(sightings)
    answered(sightings, 2)
    heir = card(epoch=2, fingerprint=bytes([1]) * 32)
    for now in (0.1, 3.0):
        sightings.answered(heir, ("10.77.0.12", 1), 1, now, "beacon")
        answered(sightings, 2, now=now)
    sightings.sweep(3.0)
    assert [(row.table_id[0], row.epoch) for row in sightings.rows()] == [(1, 2), (2, 1)]


def test_a_host_that_comes_back_with_another_port_is_found_there() -> None:
    sightings = Sightings()
    answered(sightings)
    sightings.left(host_key(card()), 1.0)
    sightings.named(replace(card(), port=7470), ["10.77.0.11"], PORT, 2.0)
    assert [row.port for row in sightings.rows()] == [7470]


def test_a_flood_of_false_hosts_of_one_table_leaves_the_true_one_and_fills_no_memory() -> None:
    """From one address with ever new certificates, then from ever new addresses, and by multicast DNS."""
    sightings, asking = Sightings(), Asking(0.0)
    answered(sightings)
    for number in range(2000):
        now = number / 500
        false = card(epoch=2 + number, fingerprint=number.to_bytes(32, "big"))
        address = "10.77.0.66" if number < 500 else f"10.66.{number // 250}.{number % 250}"
        sightings.answered(false, (address, 1), 1, now, "beacon")
        sightings.named(card(epoch=9000 + number), ["10.77.0.11"], PORT, now)
        answered(sightings, now=now)
        for seen in sightings.all():
            asking.to_ask(seen, now)
        if number == 499:
            assert len([row for row in sightings.rows() if "10.77.0.66" in row.addresses]) <= HOSTS_AN_ADDRESS
        assert len(sightings.all()) <= MOST_HOSTS
        assert sightings.rows()[0].fingerprint == bytes(32)
    assert len(asking._asked) <= MOST_REMEMBERED  # noqa: SLF001 - the memory that must be bounded


def test_a_true_successor_gets_into_the_list_beside_a_crowd_of_false_ones() -> None:
    sightings = Sightings()
    for number in range(MOST_HOSTS):
        false = card(epoch=9, fingerprint=bytes([number]) * 32)
        sightings.answered(false, (f"10.66.0.{number}", 1), 1, 0.0, "beacon")
    heir = card(epoch=2, fingerprint=bytes([99]) * 32)
    sightings.answered(heir, ("10.77.0.12", 1), 1, 0.1, "beacon")
    assert 2 in {row.epoch for row in sightings.rows()}
    sightings.named(card(epoch=3), ["10.77.0.13"], PORT, 0.2)
    assert 3 not in {row.epoch for row in sightings.rows()}


def test_who_copies_the_card_at_many_addresses_does_not_keep_the_true_address_out() -> None:
    sightings = Sightings()
    for number in range(50):
        answered(sightings, address=f"10.66.0.{number}", now=0.01 * number)
    answered(sightings, address="10.77.0.11", now=1.0)
    assert "10.77.0.11" in sightings.rows()[0].addresses
    assert len(sightings.rows()[0].addresses) == MOST_PLACES


def test_what_has_been_gone_for_long_is_forgotten() -> None:
    sightings = Sightings()
    answered(sightings)
    sightings.left(host_key(card()), 1.0)
    sightings.sweep(FORGET_SECONDS + 2)
    assert not sightings.all()


def test_a_flood_of_invented_tables_and_places_is_bounded() -> None:
    sightings = Sightings()
    for number in range(MOST_TABLES + 50):
        flood = replace(card(), table_id=number.to_bytes(16, "big"))
        sightings.answered(flood, ("10.77.0.11", 5000), 1, 0.0, "beacon")
    for number in range(200):
        sightings.answered(replace(card(), table_id=bytes(16)), (f"10.0.0.{number}", 5000), 1, 0.0, "beacon")
    assert len(sightings.all()) == MOST_TABLES
    assert max(len(seen.places) for seen in sightings.all()) <= MOST_PLACES


@given(st.lists(st.tuples(st.sampled_from(["named", "answered", "left", "sweep"]), st.integers(1, 4)), max_size=40))
def test_whatever_is_heard_rows_are_unique_by_table_and_marks_by_name(heard: list[tuple[str, int]]) -> None:
    sightings = Sightings()
    for now, (kind, number) in enumerate(heard):
        match kind:
            case "named":
                sightings.named(card(number), ["10.77.0.11"], PORT, now)
            case "answered":
                answered(sightings, number, now=now)
            case "left":
                sightings.left(host_key(card(number)), now)
            case _:
                sightings.sweep(now)
    rows = sightings.rows()
    assert len({row.key for row in rows}) == len(rows)
    assert len({(row.name, row.mark) for row in rows}) == len(rows)


def test_a_table_that_said_good_bye_is_not_called_back_by_a_greeting() -> None:
    """Its program closes its lines last, and a table taken off the list still greets whoever has the code."""
    sightings = Sightings()
    answered(sightings, now=10.0)
    sightings.left(host_key(card()), 11.0)
    sightings.greeted(host_key(card()), "10.77.0.11", 5, 11.1)
    assert sightings.rows() == ()
    assert not Asking(0.0).must_call(sightings.all()[0], 20.0)
    sightings.named(card(), ["10.77.0.11"], PORT, 21.0)
    assert Asking(0.0).must_call(sightings.all()[0], 22.0)
    sightings.greeted(host_key(card()), "10.77.0.11", 5, 22.1)
    assert len(sightings.rows()) == 1


def test_an_address_that_fell_silent_while_another_answers_comes_after_it() -> None:
    """The host has another address now; the old one may be somebody else's."""
    sightings = Sightings()
    answered(sightings, address="10.77.0.11", now=10.0)
    answered(sightings, address="10.77.0.99", now=11.0)
    assert sightings.rows()[0].addresses == ("10.77.0.11", "10.77.0.99")
    answered(sightings, address="10.77.0.99", now=10.0 + GONE_SECONDS + 0.1)
    assert sightings.rows()[0].addresses == ("10.77.0.99", "10.77.0.11")


def test_a_table_is_asked_alone_at_its_own_port_and_at_the_shared_one_only_where_no_other_gets_through() -> None:
    """A firewall at the asker's may let in only what comes from the port that was asked."""
    sightings = Sightings()
    sightings.answered(card(), ("10.77.0.11", BEACON_PORT), 2, 0.0, "beacon")
    assert sightings.all()[0].places["10.77.0.11"].probe_port == BEACON_PORT
    sightings.answered(card(), ("10.77.0.11", 5000), 2, 1.0, "beacon")
    sightings.answered(card(), ("10.77.0.11", BEACON_PORT), 2, 1.0, "beacon")
    assert sightings.all()[0].places["10.77.0.11"].probe_port == 5000


def test_a_flood_of_invented_tables_does_not_keep_a_real_one_off_the_list() -> None:
    sightings = Sightings()
    for number in range(MOST_TABLES):
        sightings.named(replace(card(), table_id=number.to_bytes(16, "big")), ["10.77.0.66"], PORT, 0.0)
    sightings.named(card(250), ["10.77.0.11"], PORT, 0.1)
    assert len(sightings.all()) == MOST_TABLES
    assert card(250).table_id not in {seen.card.table_id for seen in sightings.all()}
    answered(sightings, 251, now=0.2)
    assert card(251).table_id in {row.table_id for row in sightings.rows()}
    sightings.sweep(GONE_SECONDS + 0.1)
    sightings.named(card(250), ["10.77.0.11"], PORT, GONE_SECONDS + 0.2)
    assert {row.table_id for row in sightings.rows()} == {card(250).table_id, card(251).table_id}
    assert len(sightings.all()) == MOST_TABLES


def test_a_host_that_moves_speaks_for_itself_at_its_new_address() -> None:
    sightings = Sightings()
    answered(sightings, address="10.77.0.11")
    for now in (1.0, 2.0, 3.0):
        sightings.answered(replace(card(), humans=3), ("10.77.0.99", 5000), 1, now, "beacon")
    assert sightings.rows()[0].humans == 3
