"""What strangers announce of a table that is there: it stays in the list, at its own place, under its own name."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from lanbridge.client.sightings import GONE_SECONDS, MOST_HOSTS, TRIAL_VERSION, Sightings, host_key
from lanbridge.protocol.advert import TableCard
from tests.client.test_sightings import PORT, answered, card


def test_a_living_table_is_not_overwritten_by_another_certificate() -> None:
    sightings = Sightings()
    answered(sightings)
    sightings.answered(card(name="Eve's table", fingerprint=bytes([1]) * 32), ("10.77.0.66", 1), 1, 0.1, "beacon")
    assert [(row.name, row.addresses) for row in sightings.rows()] == [
        ("Rafi's table", ("10.77.0.11",)),
        ("Eve's table", ("10.77.0.66",)),
    ]


def test_a_stranger_with_a_higher_epoch_takes_no_row_away_and_comes_behind_the_true_table() -> None:
    sightings = Sightings()
    answered(sightings)
    answered(sightings, 2)
    false = card(epoch=9, fingerprint=bytes([6]) * 32)
    for now in (0.1, 1.0, 2.0, 3.0):
        sightings.answered(false, ("10.77.0.66", 1), 1, now, "beacon")
        sightings.named(false, ["10.77.0.11", "10.77.0.66"], PORT, now)
        answered(sightings, now=now)
        answered(sightings, 2, now=now)
        sightings.sweep(now)
    rows = sightings.rows()
    assert [(row.table_id[0], row.epoch, row.mark) for row in rows] == [(1, 1, 1), (1, 9, 2), (2, 1, 3)]
    assert (rows[0].addresses, rows[0].port, rows[0].fingerprint) == (("10.77.0.11",), PORT, bytes(32))


def test_a_stranger_who_copies_the_card_with_another_port_does_not_lead_callers_there() -> None:
    sightings = Sightings()
    answered(sightings)
    sightings.answered(replace(card(), port=666), ("10.77.0.66", 1), 0, 0.1, "beacon")
    assert (sightings.rows()[0].port, sightings.rows()[0].addresses) == (PORT, ("10.77.0.11",))


def test_a_good_bye_counts_only_from_where_the_table_has_answered() -> None:
    sightings = Sightings()
    answered(sightings)
    sightings.left_from(card().table_id, ("10.77.0.66", 5000), 0.1)
    answered(sightings, address="10.77.0.66", now=0.1)
    sightings.left_from(card().table_id, ("10.77.0.66", 5000), 0.1)
    assert sightings.rows()
    sightings.left_from(card().table_id, ("10.77.0.11", 5000), 0.2)
    assert not sightings.rows()


def test_a_record_that_is_taken_back_takes_no_table_away_that_answers_for_itself() -> None:
    """Anybody on the network may take back anybody's record."""
    sightings = Sightings()
    answered(sightings)
    sightings.withdrawn(host_key(card()), 0.1)
    assert len(sightings.rows()) == 1
    sightings.sweep(GONE_SECONDS + 0.1)
    assert not sightings.rows()
    sightings.greeted(host_key(card()), "10.77.0.11", 5, 4.0)
    assert not sightings.rows(), "it was the table's own doing: it may greet still, and is not on the list"


def test_a_table_that_only_its_record_names_goes_with_it() -> None:
    sightings = Sightings()
    sightings.named(card(), ["10.77.0.11"], PORT, 0.0)
    sightings.greeted(host_key(card()), "10.77.0.11", 5, 0.5)
    sightings.withdrawn(host_key(card()), 1.0)
    assert not sightings.rows()
    sightings.withdrawn(host_key(card(2)), 1.0)
    assert len(sightings.all()) == 1


def test_who_copies_the_card_elsewhere_rewrites_nothing_in_it() -> None:
    """Full, locked, another version or the doctor's trial: each would keep players away."""
    sightings = Sightings()
    for now in range(5):
        answered(sightings, now=now)
        for lie in (
            replace(card(), name="closed", humans=4, watch=False, locked=True),
            replace(card(), version=TRIAL_VERSION),
            replace(card(), version=9),
        ):
            sightings.answered(lie, ("10.77.0.66", 1), 0, now + 0.1, "beacon")
            sightings.named(lie, ["10.77.0.66"], PORT, now + 0.1)
    (true, *_) = sightings.rows()
    assert (true.name, true.humans, true.locked, true.version) == ("Rafi's table", 1, False, 1)


FALSE_CARDS = st.builds(
    lambda epoch, key, port, version, humans: replace(
        card(epoch=epoch, fingerprint=bytes([key]) * 32), port=port, version=version, humans=humans
    ),
    st.integers(0, 20),
    st.integers(0, 3),
    st.sampled_from([PORT, PORT + 1]),
    st.integers(0, 2),
    st.integers(0, 4),
)
FALSE_ADDRESSES = st.integers(0, 40).map(lambda number: f"10.66.0.{number}")
FALSE_SIGNS = st.one_of(
    st.tuples(st.just("answer"), FALSE_CARDS, FALSE_ADDRESSES),
    st.tuples(st.just("record"), FALSE_CARDS, st.just("10.77.0.11")),
    st.tuples(st.just("bye"), FALSE_CARDS, FALSE_ADDRESSES),
    st.tuples(st.just("taken back"), FALSE_CARDS, FALSE_ADDRESSES),
)


@given(st.lists(st.lists(FALSE_SIGNS, max_size=30), max_size=8))
def test_whatever_strangers_announce_a_table_that_answers_stays_in_the_list_at_its_own_place(
    seconds: list[list[tuple[str, TableCard, str]]],
) -> None:
    sightings = Sightings()
    answered(sightings)
    for now, signs in enumerate(seconds, 1):
        for kind, false, address in signs:
            match kind:
                case "answer":
                    sightings.answered(false, (address, 1), 0, now - 0.5, "beacon")
                case "record":
                    sightings.named(false, [address], PORT, now - 0.5)
                case "taken back":
                    sightings.withdrawn(host_key(false), now - 0.5)
                case _:
                    sightings.left_from(false.table_id, (address, 1), now - 0.5)
            assert any((row.epoch, row.fingerprint) == (1, bytes(32)) for row in sightings.rows())
        answered(sightings, now=now)
        sightings.sweep(now)
        true = next(row for row in sightings.rows() if (row.epoch, row.fingerprint) == (1, bytes(32)))
        assert "10.77.0.11" in true.addresses
        assert (true.port, true.version, true.humans) == (PORT, 1, 1)
        assert len(sightings.all()) <= MOST_HOSTS
