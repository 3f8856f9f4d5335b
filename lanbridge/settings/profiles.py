"""Profiles: who this laptop is at a table. Two windows on one laptop use two profiles and never fight for a seat."""

from __future__ import annotations

import contextlib
import datetime as dt
import logging
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

from .places import Places
from .profile_lock import Busy, FolderLock

LOG = logging.getLogger("lanbridge.settings")

SEAT_KEY_BYTES: Final = 32
MOST_PROFILES: Final = 64
"""Windows of one user on one laptop; a lab with more gives each its own LANBRIDGE_HOME."""
_YEARS: Final = 50
"""How long a certificate holds: its key is what players remember, a date would only lock tables one day."""
_LONGEST_NAME: Final = 40


class ProfileBusy(Exception):
    """The profile that was asked for by name is in use by another window."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One identity, held until `release`. ``seat_key`` are the 32 private bytes of an Ed25519 key.

    ``certificate`` and ``private_key`` are PEM files for TLS. ``kept`` is False when nothing could be written:
    then the identity ends with the program, and a seat cannot be taken again after it.
    """

    name: str
    folder: Path
    seat_key: bytes = field(repr=False)
    certificate: Path
    private_key: Path
    kept: bool
    _let_go: Callable[[], None] = field(repr=False)

    @property
    def public_key(self) -> bytes:
        """The 32 public bytes of the seat key: who everybody knows this profile as."""
        return Ed25519PrivateKey.from_private_bytes(self.seat_key).public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> bytes:
        """SHA-256 of the certificate (DER), 32 bytes."""
        return x509.load_pem_x509_certificate(self.certificate.read_bytes()).fingerprint(hashes.SHA256())

    def release(self) -> None:
        """Let other windows use the profile; twice is harmless."""
        self._let_go()


def open_profile(places: Places, name: str = "") -> Profile:
    """The profile called ``name``, else the first that no other window uses; made when it is new.

    Raises:
        ProfileBusy: the profile asked for by name is in use.
    """
    try:
        return _first_free(places.profiles, [_safe_name(name)] if name else _numbers())
    except OSError as error:
        LOG.warning("no profile can be kept, playing under one for this time only: %s", error)
        return _for_this_time()


def _numbers() -> Iterator[str]:
    return map(str, range(1, MOST_PROFILES + 1))


def _safe_name(name: str) -> str:
    kept = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name)
    return kept[:_LONGEST_NAME]


def _first_free(profiles: Path, names: list[str] | Iterator[str]) -> Profile:
    tried = ""
    for tried in names:
        with contextlib.suppress(Busy):
            return _held(tried, profiles / tried, FolderLock(profiles / tried))
    raise ProfileBusy(tried)


def _held(name: str, folder: Path, lock: FolderLock) -> Profile:
    try:
        seat_key = _seat_key(folder / "seat.key")
        certificate, private_key = _certificate(folder)
    except BaseException:
        lock.release()
        raise
    return Profile(name, folder, seat_key, certificate, private_key, kept=True, _let_go=lock.release)


def _for_this_time() -> Profile:
    folder = tempfile.TemporaryDirectory(prefix="lanbridge-", ignore_cleanup_errors=True)
    path = Path(folder.name)
    certificate, private_key = _certificate(path)
    return Profile("", path, _seat_key(path / "seat.key"), certificate, private_key, kept=False, _let_go=folder.cleanup)


def _seat_key(path: Path) -> bytes:
    """The key in the file; a missing one is made, a damaged one set aside and made anew."""
    with contextlib.suppress(FileNotFoundError):
        raw = path.read_bytes()
        if len(raw) == SEAT_KEY_BYTES:
            return raw
        LOG.warning("%s is damaged: a new seat key is made, seats held with the old one are lost", path.name)
        path.replace(path.with_name("seat.key.damaged"))
    fresh = Ed25519PrivateKey.generate().private_bytes_raw()
    write_private(path, fresh)
    return fresh


def _certificate(folder: Path) -> tuple[Path, Path]:
    """Certificate and key for TLS; made when missing, damaged or not a pair."""
    certificate, private_key = folder / "certificate.pem", folder / "tls.key"
    if not _are_a_pair(certificate, private_key):
        key_pem, certificate_pem = self_signed()
        write_private(private_key, key_pem)
        write_private(certificate, certificate_pem)
    return certificate, private_key


def _are_a_pair(certificate: Path, private_key: Path) -> bool:
    try:
        told = x509.load_pem_x509_certificate(certificate.read_bytes()).public_key()
        held = load_pem_private_key(private_key.read_bytes(), None).public_key()
    except (OSError, ValueError, TypeError):
        return False
    return told == held


def self_signed() -> tuple[bytes, bytes]:
    """A new P-256 key and its certificate, both PEM, that says nothing about the player or the laptop."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "lanbridge")])
    start = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)  # not today: a laptop's clock may be years behind
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start.replace(year=start.year + _YEARS))
        .sign(key, hashes.SHA256())
    )
    key_pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return key_pem, certificate.public_bytes(Encoding.PEM)


def write_private(path: Path, raw: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # mkstemp makes it 0600
    temporary = Path(name)
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
