"""``lanbridge arena`` and ``lanbridge serve-bot``: their arguments, and what they print."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

from lanbridge.bots import LEVELS
from lanbridge.engine import InvalidRuleset, preset_named

from .players import UnknownBot
from .running import run_arena
from .serving import bot_server

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lanbridge.engine import Ruleset

    from .running import Outcome
    from .standings import Standing

DEFAULT_DEALS: Final = 100
DEFAULT_PORT: Final = 7000
"""The port of the tournament's own starter bots."""
MOST_DEALS: Final = 1_000_000
MOST_JOBS: Final = 64
_PORTS: Final = 65_535


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of ``arena``; sets ``run`` to `run`, which reads what they parse to."""
    parser.set_defaults(run=run)
    parser.add_argument("bots", nargs=4, metavar="BOT", help=f"{', '.join(LEVELS)}, or a bot's http:// address")
    parser.add_argument("--deals", type=int, default=DEFAULT_DEALS, metavar="N", help="duplicate deals")
    parser.add_argument("--rules", default="bangladesh", metavar="PRESET", help="preset to play by")
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="house switch")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed deals the same cards")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: Namespace) -> int:
    """Play the arena that the arguments name and print it; the exit code (0, or 1 with a line on stderr)."""
    try:
        outcome = run_arena(args.bots, rules_named(args.rules, args.set), _deals(args), args.seed, _jobs(args))
    except (InvalidRuleset, UnknownBot, ValueError) as error:
        return _complain(str(error))
    _say(json.dumps(outcome.as_json()) if args.json else table_of(outcome))
    return 0


def _deals(args: Namespace) -> int:
    return _bounded("--deals", args.deals, MOST_DEALS)


def _jobs(args: Namespace) -> int:
    return _bounded("--jobs", args.jobs, MOST_JOBS)


def _bounded(name: str, value: int, most: int) -> int:
    if not 1 <= value <= most:
        message = f"{name} must be 1 to {most}"
        raise ValueError(message)
    return value


def rules_named(preset: str, switches: list[str]) -> Ruleset:
    """The preset's rules with switches written ``field=value``.

    Raises:
        InvalidRuleset: an unknown preset or switch, or rules that cannot be played.
    """
    pairs = [switch.partition("=") for switch in switches]
    for name, equals, _ in pairs:
        if not equals:
            message = f"write a switch as FIELD=VALUE, not {name[:40]!r}"
            raise InvalidRuleset(message)
    return preset_named(preset).changed(**{name: value for name, _, value in pairs})


def table_of(outcome: Outcome) -> str:
    """The outcome as a table to read."""
    head = f"{outcome.rules.preset}: {outcome.deals} deals, every turn of the table, seed {outcome.seed}"
    names = f"{'bot':<24} {'points':>7} {'+-':>5} {'others':>7} {'+-':>5} {'made':>5} {'under':>5} {'over':>5}"
    lines = [_line(standing) for standing in outcome.standings]
    notes = [_faults(standing) for standing in outcome.standings if standing.faults is not None]
    return "\n".join([head, f"{names} {'call':>5} {'ms':>7} {'matches':>7}", *lines, *notes])


def _line(standing: Standing) -> str:
    return (
        f"{standing.bot[:24]:<24} {standing.points_per_deal:>7.3f} {standing.se:>5.3f}"
        f" {standing.against_others:>+7.3f} {standing.against_others_se:>5.3f}"
        f" {standing.made:>5.0%} {standing.under:>5.0%} {standing.over:>5.0%}"
        f" {standing.mean_call:>5.2f} {standing.ms_per_move:>7.2f} {standing.matches_won:>7.1f}"
    )


def _faults(standing: Standing) -> str:
    faults = standing.faults
    if faults is None:
        return ""
    return f"{standing.bot}: answers replaced: {faults.illegal} illegal, {faults.late} late, {faults.missing} missing"


def add_serve_arguments(parser: ArgumentParser) -> None:
    """The arguments of ``serve-bot``; sets ``run`` to `serve`, which reads what they parse to."""
    parser.set_defaults(run=serve)
    parser.add_argument("level", choices=list(LEVELS), help="which of our bots answers")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help="port on this machine")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the bot's dice")


def serve(args: Namespace) -> int:
    """Answer on the port until interrupted; the exit code."""
    if not 0 <= args.port <= _PORTS:
        return _complain(f"--port must be 0 to {_PORTS}")
    try:
        server = bot_server(args.level, args.port, seed=args.seed)
    except OSError as error:
        return _complain(f"port {args.port} cannot be used: {error.strerror}")
    with server:
        _say(f"{args.level} answers at http://127.0.0.1:{server.server_address[1]}")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def _complain(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return 1


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
