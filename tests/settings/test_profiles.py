from __future__ import annotations

import ssl
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from lanbridge.settings import Places, ProfileBusy, open_profile


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.under(tmp_path)


def test_a_profile_is_the_same_person_at_every_start(places: Places) -> None:
    first = open_profile(places)
    first.release()
    again = open_profile(places)
    again.release()
    assert (again.seat_key, again.fingerprint) == (first.seat_key, first.fingerprint)
    assert len(first.seat_key) == len(first.public_key) == len(first.fingerprint) == 32


def test_two_windows_on_one_laptop_are_two_persons(places: Places) -> None:
    one, two = open_profile(places), open_profile(places)
    assert one.public_key != two.public_key
    one.release()
    third = open_profile(places)
    assert third.public_key == one.public_key
    two.release()
    third.release()


def test_another_program_holds_its_profile_until_it_ends(places: Places, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from lanbridge.settings import Places, open_profile\n"
        "held = open_profile(Places.under(Path(sys.argv[1]))); print(held.name, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == "1"
        mine = open_profile(places)
        other.kill()
    freed = open_profile(places)
    assert (mine.name, freed.name) == ("2", "1")
    mine.release()
    freed.release()


def test_a_profile_asked_for_by_name_is_refused_while_in_use(places: Places) -> None:
    held = open_profile(places, "rafi")
    with pytest.raises(ProfileBusy):
        open_profile(places, "rafi")
    held.release()
    held.release()
    open_profile(places, "rafi").release()


def test_a_profiles_name_cannot_leave_its_folder(places: Places) -> None:
    held = open_profile(places, "../../x")
    held.release()
    assert held.folder.parent == places.profiles


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")
def test_keys_are_readable_by_their_owner_only(places: Places) -> None:
    held = open_profile(places)
    held.release()
    for path in (held.folder / "seat.key", held.private_key):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_certificate_serves_tls(places: Places) -> None:
    held = open_profile(places)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(held.certificate, held.private_key)
    held.release()


def test_damaged_files_are_made_anew(places: Places) -> None:
    first = open_profile(places)
    first.release()
    (first.folder / "seat.key").write_bytes(b"short")
    first.certificate.write_bytes(b"rubbish")
    second = open_profile(places)
    second.release()
    assert len(second.seat_key) == 32
    assert second.seat_key != first.seat_key
    assert (first.folder / "seat.key.damaged").read_bytes() == b"short"
    assert len(second.fingerprint) == 32


def test_without_a_place_to_write_a_profile_lasts_for_this_time(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    held = open_profile(Places.under(tmp_path))
    assert not held.kept
    assert len(held.fingerprint) == 32
    held.release()
    assert not held.folder.exists()


def test_a_profile_printed_shows_no_key(places: Places) -> None:
    held = open_profile(places)
    held.release()
    assert repr(held.seat_key) not in repr(held)
