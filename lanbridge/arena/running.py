"""Many blocks of duplicate deals, in one process or several, with the same result."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from .duplicate import block_length, play_block
from .players import Faults, player_named
from .standings import points_by_deal, standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lanbridge.engine import Ruleset

    from .duplicate import Line
    from .standings import Standing

_Played = tuple[list[dict[str, "Line"]], dict[str, Faults]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an arena run found; ``lines`` keep every deal for finer sums."""

    rules: Ruleset
    deals: int
    seed: int
    standings: tuple[Standing, ...]
    lines: tuple[dict[str, Line], ...]

    def as_json(self) -> dict[str, Any]:
        """The one object that ``--json`` prints, by its published keys."""
        return {
            "preset": self.rules.preset,
            "deals": self.deals,
            "seed": self.seed,
            "bots": [line.as_json() for line in self.standings],
        }

    def points(self, bot: str) -> list[float]:
        """The bot's points of each deal, in whole points."""
        return points_by_deal(self.lines, bot)


def run_arena(bots: Sequence[str], rules: Ruleset, deals: int, seed: int = 0, jobs: int = 1) -> Outcome:
    """Seat the four bots at ``deals`` duplicate deals (``jobs`` processes); every turn of the table is played.

    Raises:
        UnknownBot: a bot is no level and no URL that answers.
        ValueError: not four bots, no deal or no job.
    """
    if len(bots) != 4 or deals < 1 or jobs < 1:  # noqa: PLR2004 - four seats
        message = "the arena takes four bots, at least one deal and at least one job"
        raise ValueError(message)
    for name in bots:
        player_named(name)
    length = block_length(rules)
    blocks = [(first, min(length, deals - first)) for first in range(0, deals, length)]
    play = partial(_play, tuple(bots), rules, seed)
    played = [play(block) for block in blocks] if jobs == 1 else _in_processes(play, blocks, jobs)
    return _outcome(bots, rules, seed, played)


def _play(bots: tuple[str, ...], rules: Ruleset, seed: int, block: tuple[int, int]) -> _Played:
    players = {name: player_named(name) for name in bots}
    lines = play_block(rules, seed, block[0], block[1], bots, players)
    return lines, {name: player.faults for name, player in players.items()}


def _in_processes(play: partial[_Played], blocks: list[tuple[int, int]], jobs: int) -> Iterable[_Played]:
    context = multiprocessing.get_context("spawn")
    chunk = max(1, len(blocks) // (8 * jobs))
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        yield from pool.map(play, blocks, chunksize=chunk)


def _outcome(bots: Sequence[str], rules: Ruleset, seed: int, played: Iterable[_Played]) -> Outcome:
    lines: list[dict[str, Line]] = []
    faults = {name: Faults() for name in bots}
    for block_lines, block_faults in played:
        lines += block_lines
        for name, found in block_faults.items():
            faults[name] = faults[name].plus(found)
    foreign = {name: found if "://" in name else None for name, found in faults.items()}
    standings = tuple(standing(lines, name, foreign[name]) for name in faults)
    return Outcome(rules, len(lines), seed, standings, tuple(lines))
