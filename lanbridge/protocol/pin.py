"""A table's PIN, proved to both sides and never sent: SPAKE2 over Ed25519 (the `spake2` package, pure Python).

The client is side A with its seat key as identity, the host side B with its certificate's fingerprint: a share is of
no use to another client or at another host. The client confirms first; so each connection gives a stranger one guess,
and a host that does not know the PIN learns nothing to try others with.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Final, Protocol

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_basic import NotOnCurve

from .errors import ProtocolError, bad_message
from .messages import CloseReason

ENTROPY_BYTES: Final = 64
"""Secret random bytes for one exchange; never used for a second one."""

_CLIENT_LABEL: Final = b"LAN Bridge PIN client 1"
_HOST_LABEL: Final = b"LAN Bridge PIN host 1"


class _Exchange(Protocol):
    """What we use of the package, which ships no types."""

    def start(self) -> bytes:
        """Our share."""

    def finish(self, share: bytes) -> bytes:
        """The key."""


class ClientPin:
    """The client's side: ``share`` goes into the hello, `answer` into `PinAnswer`, then `host_knows` is asked."""

    def __init__(self, pin: str, key: bytes, fingerprint: bytes, entropy: bytes) -> None:
        self._exchange: _Exchange = SPAKE2_A(pin.encode(), idA=key, idB=fingerprint, entropy_f=_entropy_source(entropy))
        self.share: bytes = self._exchange.start()
        self._key = b""

    def answer(self, host_share: bytes) -> bytes:
        """The proof that the client knows the PIN, in answer to `PinChallenge`.

        Raises:
            ProtocolError: BAD_MESSAGE, the share is none.
        """
        self._key = _finish(self._exchange, host_share)
        return _proof(self._key, _CLIENT_LABEL)

    def host_knows(self, confirmation: bytes) -> bool:
        """Whether the host proved in its `Welcome` that it knows the PIN, too."""
        return bool(self._key) and hmac.compare_digest(confirmation, _proof(self._key, _HOST_LABEL))


class HostPin:
    """The host's side, made from the client's share: ``share`` goes into `PinChallenge`, then `confirm` the answer."""

    def __init__(self, pin: str, key: bytes, fingerprint: bytes, client_share: bytes, entropy: bytes) -> None:
        """Raises ProtocolError: BAD_MESSAGE, the client's share is none."""
        exchange: _Exchange = SPAKE2_B(pin.encode(), idA=key, idB=fingerprint, entropy_f=_entropy_source(entropy))
        self.share: bytes = exchange.start()
        self._key = _finish(exchange, client_share)

    def confirm(self, answer: bytes) -> bytes:
        """The host's own proof, for `Welcome.pin_confirmation`.

        Raises:
            ProtocolError: WRONG_PIN.
        """
        if not hmac.compare_digest(answer, _proof(self._key, _CLIENT_LABEL)):
            raise ProtocolError(CloseReason.WRONG_PIN, "the PINs differ")
        return _proof(self._key, _HOST_LABEL)


def _entropy_source(entropy: bytes) -> Callable[[int], bytes]:
    """What the package wants in the place of os.urandom; it asks once, for all of it."""
    if len(entropy) != ENTROPY_BYTES:
        raise ValueError(f"an exchange needs {ENTROPY_BYTES} random bytes")
    return lambda count: entropy[:count]


def _finish(exchange: _Exchange, share: bytes) -> bytes:
    try:
        return exchange.finish(share)
    except (SPAKEError, NotOnCurve, ValueError):
        raise bad_message("not a share of a PIN exchange") from None


def _proof(key: bytes, label: bytes) -> bytes:
    return hmac.digest(key, label, "sha256")
