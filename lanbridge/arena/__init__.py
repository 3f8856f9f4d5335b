"""The arena: any bots in any seats at duplicate deals, and the public tournament bot API both ways.

``add_arguments``/``run`` and ``add_serve_arguments``/``serve`` are all that a command line has to wire.
"""

from __future__ import annotations

from argparse import ArgumentParser

from .command import add_arguments, add_serve_arguments, rules_named, run, serve, table_of
from .players import UnknownBot, player_named
from .running import Outcome, run_arena
from .serving import bot_server
from .standings import Standing, mean_and_error

__all__ = [
    "Outcome",
    "Standing",
    "UnknownBot",
    "add_arguments",
    "add_serve_arguments",
    "bot_server",
    "main",
    "mean_and_error",
    "player_named",
    "rules_named",
    "run",
    "run_arena",
    "serve",
    "table_of",
]


def main(argv: list[str]) -> int:
    """``arena`` with these arguments; the exit code. A usage error leaves by `SystemExit`, as argparse does."""
    parser = ArgumentParser("lanbridge arena")
    add_arguments(parser)
    return run(parser.parse_args(argv))
