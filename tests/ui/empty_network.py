"""A network on which nothing is found: the lobby alone."""

from __future__ import annotations

from lanbridge.client.ports import FoundTable, HostedTable, ResumableTable, TableClient, Target
from lanbridge.protocol.messages import Wish
from lanbridge.protocol.table_settings import TableSettings


class EmptyNetwork:
    """Looks and finds nothing; hosts and joins nothing."""

    def rename(self, name: str) -> None:
        """Nothing to rename."""

    def look(self) -> EmptyNetwork:
        """Itself."""
        return self

    def tables(self) -> tuple[FoundTable, ...]:
        """None."""
        return ()

    def close(self) -> None:
        """Nothing to close."""

    def join(self, target: Target, wish: Wish, pin: str = "") -> TableClient:
        """Never asked for."""
        raise NotImplementedError

    def host(self, settings: TableSettings, pin: str = "") -> HostedTable:
        """Never asked for."""
        raise NotImplementedError

    def practise(self, settings: TableSettings) -> HostedTable:
        """Never asked for."""
        raise NotImplementedError

    def resumable(self) -> tuple[ResumableTable, ...]:
        """None."""
        return ()

    def resume(self, table_id: bytes) -> HostedTable:
        """Never asked for."""
        raise NotImplementedError

    def forget_resumable(self, table_id: bytes) -> None:
        """Nothing to forget."""

    def stop_hosting(self) -> None:
        """Nothing to stop."""
