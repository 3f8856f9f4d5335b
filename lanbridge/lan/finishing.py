"""Closing that is not cut short: whoever is told to stop a second time still lets go of every socket."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


async def finish(closing: Coroutine[None, None, None]) -> None:
    """Carry ``closing`` through to its end also when cancelled meanwhile; the cancellation is raised after it."""
    task = asyncio.ensure_future(closing)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
