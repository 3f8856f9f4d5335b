"""The command line: names and options that other programs may rely on."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Final

from lanbridge import __version__
from lanbridge.bots import LEVELS
from lanbridge.engine import MOST_DEALS, PRESETS, SWITCHES
from lanbridge.protocol.table_settings import LEAST_CLOCK_SECONDS, MOST_SECONDS, PIN_CHARACTERS, Watch

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_PORT: Final = 65535
MOST_TABLES: Final = 200
BOT_LEVELS: Final = tuple(LEVELS)


def build_parser() -> argparse.ArgumentParser:
    """All commands; each sets ``run``, a function from options to the exit code."""
    from . import commands

    parser = argparse.ArgumentParser(prog="lanbridge", description="Call Bridge with the people in the room.")
    parser.add_argument("--version", action="version", version=f"lanbridge {__version__}")
    parser.add_argument("--where", action="store_true", help="print where settings, data and logs are kept")
    _add_screen(parser)
    parser.set_defaults(run=commands.lobby)
    subparsers = parser.add_subparsers(metavar="COMMAND")
    _add_host(subparsers.add_parser("host", help="host a table on this laptop"), commands.host)
    _add_tables(subparsers.add_parser("tables", help="list the tables that this laptop sees"), commands.tables)
    _add_join(subparsers.add_parser("join", help="join a table"), commands.join)
    _add_practise(subparsers.add_parser("practise", help="play against three bots"), commands.practise)
    _add_replay(subparsers.add_parser("replay", help="show or check a recorded match"), commands.replay)
    _add_doctor(subparsers.add_parser("doctor", help="find out why a table is not seen"), commands.doctor)
    _add_arena(subparsers)
    return parser


def _add_screen(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--text", action="store_true", help="plain text in this terminal instead of a window")
    parser.add_argument("--profile", default="", metavar="P", help="play as another identity of this laptop")


def _add_host(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    _add_screen(parser)
    parser.add_argument("--name", default="", help="the table's name")
    parser.add_argument("--rules", choices=tuple(PRESETS), default=None, metavar="PRESET", help=", ".join(PRESETS))
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help=", ".join(SWITCHES))
    parser.add_argument(
        "--deals", type=_between(1, MOST_DEALS), default=None, metavar="N", help="deals to play tonight"
    )
    parser.add_argument("--bots", choices=BOT_LEVELS, default=None, metavar="LEVEL", help=", ".join(BOT_LEVELS))
    parser.add_argument("--port", type=_between(1, MOST_PORT), default=None)
    parser.add_argument("--pin", type=_pin, default="", help="only who knows it may join")
    parser.add_argument("--unlisted", action="store_true", help="stay off the list: people join by the code only")
    parser.add_argument("--watch", choices=[str(watch) for watch in Watch], default=None, help="what spectators see")
    parser.add_argument("--clock", type=_clock, default=..., metavar="SECONDS|none", help="time for a call or card")
    parser.add_argument("--bot-pause", type=_between(0, 10_000), default=None, metavar="MS", help="bots' thinking time")
    parser.add_argument("--seed", type=_hex, default=None, metavar="HEX", help="make the host's dice repeat")
    parser.add_argument(
        "--record", default=None, metavar="FILE", help="write the match's record here (--tables: FILE, FILE-2 ...)"
    )
    parser.add_argument("--no-window", action="store_true", help="host without playing")
    parser.add_argument("--seats", type=_between(0, 4), default=1, metavar="N", help="start when N people sit")
    parser.add_argument("--resume", action="store_true", help="with --no-window: go on with tables that broke off")
    parser.add_argument("--tables", type=_between(1, MOST_TABLES), default=1, metavar="N", help="so many tables")
    parser.set_defaults(run=run)


def _add_tables(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=_seconds, default=2.0, metavar="S", help="how long to look")
    parser.set_defaults(run=run)


def _add_join(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    _add_screen(parser)
    parser.add_argument("where", nargs="?", default="", metavar="ID | NAME | CODE | HOST[:PORT]")
    parser.add_argument("--name", default="", help="your name")
    parser.add_argument("--pin", type=_pin, default="")
    parser.add_argument("--watch", action="store_true", help="watch, do not play")
    parser.add_argument("--bot", choices=BOT_LEVELS, default=None, metavar="LEVEL", help="let a bot play")
    parser.add_argument(
        "--bot-pause", type=_between(0, 10_000), default=0, metavar="MS", help="with --bot: thinking time"
    )
    parser.add_argument("--diary", default="", metavar="FILE", help="with --bot: what happened when, for measurements")
    parser.set_defaults(run=run)


def _add_practise(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    _add_screen(parser)
    parser.add_argument("--auto", action="store_true", help="bots play all four seats, to look at")
    parser.set_defaults(run=run)


def _add_replay(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--check", action="store_true", help="re-play and verify; exit code 0 or 1")
    _add_screen(parser)
    parser.set_defaults(run=run)


def _add_doctor(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    parser.add_argument("where", nargs="?", default="", metavar="HOST[:PORT]")
    parser.set_defaults(run=run)


def _add_arena(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from lanbridge import arena

    arena.add_arguments(subparsers.add_parser("arena", help="let bots play matches against each other"))
    arena.add_serve_arguments(subparsers.add_parser("serve-bot", help="offer our bot over the tournament API"))


def _between(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
            message = f"must be {least} to {most}, not {text[:20]!r}"
            raise argparse.ArgumentTypeError(message)
        return int(text)

    return read


def _clock(text: str) -> int | None:
    return None if text == "none" else _between(LEAST_CLOCK_SECONDS, MOST_SECONDS)(text)


def _pin(text: str) -> str:
    if len(text) > PIN_CHARACTERS or not text.isprintable():
        message = f"must be at most {PIN_CHARACTERS} letters or digits"
        raise argparse.ArgumentTypeError(message)
    return text


def _seconds(text: str) -> float:
    seconds = float(text)
    if not math.isfinite(seconds):
        message = f"must be a number of seconds, not {text[:20]!r}"
        raise argparse.ArgumentTypeError(message)
    return seconds


def _hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        message = f"must be hexadecimal digits, two for each byte, not {text[:20]!r}"
        raise argparse.ArgumentTypeError(message) from None
