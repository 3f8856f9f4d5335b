"""Each command as a function from its options to the exit code; it loads only the floors that it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace


def lobby(options: Namespace) -> int:
    """The lobby, in a window or in the terminal."""
    if options.where:
        from .places import show

        return show()
    from . import screens

    return screens.lobby(options)


def host(options: Namespace) -> int:
    """Host a table: headless, in a window or in the terminal."""
    if options.no_window:
        from . import headless

        return headless.host(options)
    from . import screens

    return screens.host(options)


def tables(options: Namespace) -> int:
    """Print the tables that are seen."""
    from . import looking

    return looking.tables(options)


def join(options: Namespace) -> int:
    """Join a table as a person or as a bot."""
    if options.bot:
        from . import bot_joining

        return bot_joining.join(options)
    from . import screens

    return screens.join(options)


def practise(options: Namespace) -> int:
    """Play alone against bots, or watch four of them."""
    from . import screens

    return screens.practise(options)


def replay(options: Namespace) -> int:
    """Show or check a recorded match."""
    from . import replaying

    return replaying.replay(options)


def doctor(options: Namespace) -> int:
    """Say why a table is not seen."""
    from . import examining

    return examining.doctor(options)
