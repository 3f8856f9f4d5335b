"""The journal: good parts of torn and damaged files, and tables that go on from it."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from lanbridge.engine import PRESETS, DealName, DealProof, MatchEnded, PackDealt, Share
from lanbridge.engine.record import Dealing
from lanbridge.host import seating
from lanbridge.host.effects import RememberDealing, RememberEvents, RememberSeats
from lanbridge.host.journal import Journal, forget_idle, journal_path, read_entries, unfinished
from lanbridge.host.journal_entries import Entry, Listening, Opening
from lanbridge.host.remembered import remembered
from lanbridge.protocol.table_settings import TableSettings

from .nights import Night

ONE_DEAL = TableSettings("t", rules=PRESETS["nepal"], bot_pause_ms=0, grace=5, deals_tonight=1)
OPENING = Opening(bytes(16), 1, b"", "", ONE_DEAL)


def beginning_of_a_night(folder: Path) -> tuple[Path, bytes]:
    """A journal up to the first calls, and its bytes."""
    night = Night(folder, ONE_DEAL)
    night.whole_match(3)
    night.journal.close()
    content = night.path.read_bytes()
    night.path.write_bytes(content[: ends_of_entries(content)[9]])
    return night.path, night.path.read_bytes()


def ends_of_entries(content: bytes) -> list[int]:
    ends, place = [], 0
    while place < len(content):
        place += 8 + int.from_bytes(content[place : place + 4], "big")
        ends.append(place)
    return ends


def test_a_journal_torn_at_any_byte_keeps_the_entries_before(tmp_path: Path) -> None:
    path, content = beginning_of_a_night(tmp_path)
    whole, ends = read_entries(path), ends_of_entries(content)
    assert len(whole) == 10
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        assert read_entries(path) == whole[: sum(end <= length for end in ends)]


def test_a_journal_damaged_at_any_byte_keeps_the_entries_before(tmp_path: Path) -> None:
    path, content = beginning_of_a_night(tmp_path)
    whole, ends = read_entries(path), ends_of_entries(content)
    for place in range(len(content)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :])
        assert read_entries(path) == whole[: sum(end <= place for end in ends)]


def test_what_is_written_after_damage_stands_behind_the_good_part(tmp_path: Path) -> None:
    path, content = beginning_of_a_night(tmp_path)
    good = ends_of_entries(content)[3]
    path.write_bytes(content[: good + 5])
    journal = Journal(path)
    journal.append((Listening(7468),))
    journal.close()
    assert read_entries(path)[4:] == (Listening(7468),)


def test_reading_a_journal_leaves_it_as_it_is(tmp_path: Path) -> None:
    path, content = beginning_of_a_night(tmp_path)
    path.write_bytes(content[:-3])
    unfinished(tmp_path)
    assert path.read_bytes() == content[:-3]


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"\xff" * 100, b"not a journal at all", bytes(range(256)) * 9])
def test_rubbish_in_place_of_a_journal_offers_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "rubbish.journal").write_bytes(content)
    assert unfinished(tmp_path) == ()


def test_the_damaged_part_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path, content = beginning_of_a_night(tmp_path)
    good = ends_of_entries(content)[-2]
    path.write_bytes(content[:-1])
    read_entries(path)
    assert f"damaged after {good} of {len(content) - 1} bytes" in caplog.text


def test_a_folder_that_is_not_there_holds_no_tables(tmp_path: Path) -> None:
    assert unfinished(tmp_path / "nowhere") == ()


@pytest.mark.parametrize("told", [False, True], ids=["before anybody was told", "after everybody was told"])
def test_a_host_that_dies_at_any_entry_ends_with_the_same_match(tmp_path: Path, told: bool) -> None:  # noqa: FBT001 - a case
    plain = Night(tmp_path / "plain", ONE_DEAL)
    history = plain.whole_match(3)
    plain.journal.close()
    assert plain.lines > 60
    for line in range(1, plain.lines):
        night = Night(tmp_path / str(line), ONE_DEAL, dies_at=line, told=told)
        assert night.whole_match(3) == history
        assert night.crashes == 1
        night.journal.close()


def test_a_host_that_dies_again_and_again_ends_with_the_same_match(tmp_path: Path) -> None:
    two = TableSettings("t", rules=PRESETS["bangladesh"], bot_pause_ms=0, grace=5, deals_tonight=2)
    plain = Night(tmp_path / "plain", two)
    history = plain.whole_match(4)
    plain.journal.close()
    night = Night(tmp_path / "unlucky", two, dies_at=7)
    for name in ("Rafi", "Mita", "Ayesha", "Jamal"):
        night.guest(name)
    while not night.over:
        night.surviving(night.everybody_plays)
        night.dies_at = min(night.dies_at, night.lines + 9)
    assert night.history == history
    assert night.crashes > 10
    night.journal.close()


def test_four_sheets_are_equal_after_a_crash_in_every_trick(tmp_path: Path) -> None:
    for line in range(14, 62, 7):
        night = Night(tmp_path / str(line), ONE_DEAL, dies_at=line)
        night.whole_match(4)
        assert len({guest.known.sheet for guest in night.guests}) == 1
        assert night.guests[0].known.sheet
        night.journal.close()


def test_a_pack_that_was_made_and_never_dealt_is_no_deal() -> None:
    hands = Night.hands_of_seed(1)
    proofs = [Dealing(DealProof(DealName(bytes(16), 1, 1), (Share(4, bytes([n]) * 32, b""),))) for n in (1, 2)]
    entries: tuple[Entry, ...] = (
        OPENING,
        RememberEvents(1, Night.start_of_match()),
        RememberDealing(1, proofs[0]),
        RememberDealing(1, proofs[1]),
        RememberEvents(1, (PackDealt(0, hands),)),
        RememberDealing(1, proofs[0]),
    )
    known = remembered(entries)
    assert known is not None
    assert known.dealings == (proofs[1],)


def test_only_the_last_match_is_gone_on_with(tmp_path: Path) -> None:
    night = Night(tmp_path, ONE_DEAL)
    first = night.whole_match(3)
    assert isinstance(first[-1], MatchEnded)
    night.apply(night.room.start(night.now))
    night.settle()
    night.journal.close()
    (known,) = unfinished(tmp_path)
    assert known.match == 2
    assert known.match_is_on
    assert known.events == night.history


def test_a_match_that_has_ended_is_not_on(tmp_path: Path) -> None:
    night = Night(tmp_path, ONE_DEAL)
    night.whole_match(3)
    night.journal.close()
    (known,) = unfinished(tmp_path)
    assert not known.match_is_on


def test_only_tables_left_in_a_match_are_kept_for_later(tmp_path: Path) -> None:
    beginning_of_a_night(tmp_path)
    idle = Journal(journal_path(tmp_path, bytes(16)))
    idle.append((Opening(bytes(16), 1, b"", "", TableSettings("idle")),))
    idle.close()
    assert len(unfinished(tmp_path)) == 2
    forget_idle(tmp_path)
    assert [table.match_is_on for table in unfinished(tmp_path)] == [True]
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(("key", "waits"), [(b"o" * 32, False), (b"f" * 32, True)])
def test_a_table_left_before_its_match_is_kept_if_others_than_its_owner_sat_there(
    tmp_path: Path, key: bytes, *, waits: bool
) -> None:
    journal = Journal(journal_path(tmp_path, bytes(16)))
    chairs = seating.seated(seating.ALL_EMPTY, 2, key, "Mina")
    journal.append((replace(OPENING, owner=b"o" * 32), RememberSeats(chairs)))
    journal.close()

    forget_idle(tmp_path)

    assert [table.seats for table in unfinished(tmp_path)] == ([chairs] if waits else [])


def test_the_newest_port_is_remembered() -> None:
    known = remembered((OPENING, Listening(7468), Listening(7470)))
    assert known is not None
    assert known.port == 7470


def test_a_disk_that_takes_half_of_an_entry_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path / "full.journal")
    journal.append((OPENING,))
    written = [0]

    def write(file: int, content: bytes, real: object = os.write) -> int:
        written[0] += 1
        if written[0] > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        assert callable(real)
        return int(real(file, content[:3]))

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(OSError, match="No space"):
        journal.append((Listening(1),))
    monkeypatch.undo()
    assert read_entries(journal.path) == (OPENING,)
    journal.close()
