"""Whether the address by which a connection leaves is still this laptop's: its loss is noticed before the silence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from lanbridge.lan.adapters import own_addresses

LOOK_SECONDS: Final = 0.5
"""How often the system is asked: a new lease or another Wi-Fi must not cost the four seconds of a silent host."""


class OwnAddress:
    """Watches one open connection; ``clock`` gives monotonic seconds, ``mine`` the addresses of this laptop now."""

    def __init__(
        self,
        writer: asyncio.StreamWriter,
        clock: Callable[[], float],
        mine: Callable[[], frozenset[str]] = own_addresses,
    ) -> None:
        name = writer.get_extra_info("sockname")
        self._address = str(name[0]).partition("%")[0] if name else ""
        self._clock, self._mine = clock, mine
        self._looked_at = clock()

    def require(self) -> None:
        """Look, if it is time.

        Raises:
            ConnectionError: the address is gone, and nothing will ever come by this connection again.
        """
        if self._clock() - self._looked_at < LOOK_SECONDS:
            return
        self._looked_at = self._clock()
        mine = self._mine()
        if mine and self._address and self._address not in mine:
            raise ConnectionError("this laptop has another address now")
