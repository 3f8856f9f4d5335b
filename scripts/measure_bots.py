"""Measure the bots and print what was found: strength, speed, plain blunders, match sense, lag, the peeking reference.

    python scripts/measure_bots.py levels --rules nepal --deals 200 --seed 41
    python scripts/measure_bots.py over --pairs hard expert --deals 1000 --seconds 280 --seed 505
    python scripts/measure_bots.py speed --open-spiel /path/to/a/python/with/open_spiel
    python scripts/measure_bots.py blunders --positions 500 --seed 9
    python scripts/measure_bots.py match --rules nepal --deals 1000 --seed 5
    python scripts/measure_bots.py peek --deals 100
    python scripts/measure_bots.py laws --deals 10000 --moves 10000 --positions 10000 --seed 8 --seconds 1500
    python scripts/measure_bots.py lag --deals 12 --level hard --rules nepal

Deals are the unit: every difference is taken on the same deals, its standard error over deals. The last line
is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from bot_laws import changed_by_swaps, legal_deals, legal_moves_of_hard
from bot_matches import matches
from bot_positions import Labelled, after_moves, labelled_positions
from bot_table import table_lag
from lanbridge.arena import mean_and_error, run_arena
from lanbridge.arena.duplicate import Block, Line, block_length, dealt, turns
from lanbridge.arena.players import Faults, LevelPlayer
from lanbridge.arena.standings import points_by_deal, standing
from lanbridge.bots import CONTENDERS, LEVELS, choose
from lanbridge.bots.estimate import best_call
from lanbridge.bots.masks import BIT, Suits, bits_of, card_of, place_of, suits_of
from lanbridge.bots.monte_carlo import judge_in, play_in
from lanbridge.bots.options import candidates
from lanbridge.bots.position import position_of
from lanbridge.bots.rollout import play_out
from lanbridge.bots.scheme import scheme_of
from lanbridge.bots.worlds import Worlds, worlds_of
from lanbridge.engine import PRESETS, SEATS, Call, Play, observe

if TYPE_CHECKING:
    from lanbridge.arena.players import Player
    from lanbridge.bots.position import Position
    from lanbridge.engine import Move, Ruleset, SeatView, State

_TOLD_EVERY: Final = 20
"""Deals between two lines on stderr."""

_OPEN_SPIEL = """
import random, time, pyspiel
game = pyspiel.load_game("spades")
dice, deals, begun = random.Random(1), 0, time.perf_counter()
while time.perf_counter() - begun < 3:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
    deals += 1
print(deals / (time.perf_counter() - begun))
"""


def show(found: dict[str, Any]) -> None:
    """Print the one JSON line."""
    print(json.dumps(found))


def step(better: str, worse: str, rules: Ruleset, deals: int, seed: int, jobs: int) -> dict[str, Any]:
    """One ``better`` in each seat in turn against three ``worse``, minus four ``worse`` on the same deals."""
    mixed = run_arena([better, worse, worse, worse], rules, deals, seed, jobs)
    plain = run_arena([worse] * 4, rules, deals, seed, jobs)
    gains = [a - b for a, b in zip(mixed.points(better), plain.points(worse), strict=True)]
    gain, error = mean_and_error(gains)
    line = mixed.standings[0]
    print(
        f"{rules.preset:<11}{better:>7} over {worse:<7} {gain:+.3f} +- {error:.3f} ({gain / (error or 1):.1f} SE)"
        f"  points {line.points_per_deal:.3f}, all-{worse} {plain.standings[0].points_per_deal:.3f}"
        f"  made {line.made:.0%} under {line.under:.0%} over {line.over:.0%} call {line.mean_call:.2f}"
        f"  {line.ms_per_move:.1f} ms",
        flush=True,
    )
    return {"better": better, "worse": worse, "preset": rules.preset, "gain_points": gain, "se_points": error}


def levels(args: argparse.Namespace) -> None:
    """Each level over the one below, and the null: a level over itself."""
    names = list(LEVELS) if not args.pairs else args.pairs
    rules = PRESETS[args.rules]
    steps = [step(b, w, rules, args.deals, args.seed, args.jobs) for w, b in pairwise(names)]
    null = step("medium", "medium", rules, min(args.deals, 50), args.seed, 1)
    show({"deals": args.deals, "seed": args.seed, "steps": steps, "null_points": null["gain_points"]})


def speed(args: argparse.Namespace) -> None:
    """Whole deals by rules of thumb, sampled worlds, and OpenSpiel's random deals, a second."""
    dice, scheme = random.Random(1), scheme_of(PRESETS["bangladesh"])
    deals = [[suits_of(hand) for hand in dealt(1, number, 0)] for number in range(500)]
    aims = [[scheme.aims[best_call(hand, scheme)] for hand in hands] for hands in deals]

    def roll(number: int) -> None:
        play_out([h[:] for h in deals[number]], [BIT] * 4, [0] * 4, aims[number], 0, [], scheme)

    rollouts = _rate(roll, 500)
    samplers = [_sampler(number) for number in range(30)]
    draws = _rate(lambda number: samplers[number].draw(dice), len(samplers))
    found = {"rollouts_per_second": rollouts, "worlds_per_second": draws}
    if args.open_spiel:
        run = subprocess.run([args.open_spiel, "-c", _OPEN_SPIEL], capture_output=True, text=True, check=True)
        found["open_spiel_random_deals_per_second"] = float(run.stdout)
    for name, rate in found.items():
        print(f"{name:<40} {rate:>10,.0f}")
    show(found)


def _sampler(number: int) -> Worlds:
    state = after_moves(PRESETS["bangladesh"], 5, number, 4 + number)
    return worlds_of(position_of(observe(state, state.table.to_act)))


def _rate(work: Any, choices: int) -> float:  # noqa: ANN401 - any function of a number, its answer unused
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < 2:  # noqa: PLR2004 - seconds: long enough to be steady
        work(done % choices)
        done += 1
    return done / (time.perf_counter() - begun)


class Peeker:
    """Sees all hands and plays the best rollout: a reference for what information is worth, not a ceiling."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.state: State | None = None

    def choose(self, view: SeatView, rng: random.Random) -> Move:  # noqa: ARG002 - a player takes dice
        """The move that the true hands make best."""
        position = replace(position_of(view), stake=None)
        hands = self._hands(view)
        if position.calling:
            return Call(self._call(position, hands))
        options = candidates(position)
        return Play(
            card_of(judge_in(position, options, play_in(position, options, [hands], position.scheme.aims))[0].option)
        )

    def _hands(self, view: SeatView) -> list[Suits]:
        direction = view.table.rules.direction
        state = self.state
        assert state is not None  # noqa: S101 - set by the block before every move
        return [suits_of(state.hands[place_of(place, direction)]) for place in SEATS]

    def _call(self, position: Position, hands: list[Suits]) -> int:
        scheme, me = position.scheme, position.me
        calls = [best_call(hands[p], scheme) if c < 0 else c for p, c in enumerate(position.calls)]

        def points(call: int) -> int:
            aims = [scheme.aims[call if place == me else calls[place]] for place in SEATS]
            won = play_out([h[:] for h in hands], [BIT] * 4, [0] * 4, aims, position.leader, [], scheme)
            return scheme.score[call][won[me]]

        return max(range(scheme.least, scheme.most + 1), key=points)


class PeekBlock(Block):
    """A block that lets peekers look."""

    def _play_move(self, state: State, seat: int, name: str, dice: random.Random, index: int) -> State:
        player = self.players[name]
        if isinstance(player, Peeker):
            player.state = state
        return super()._play_move(state, seat, name, dice, index)


def _block_lines(
    rules: Ruleset, seed: int, first: int, players: dict[str, Player], names: list[str]
) -> list[dict[str, Line]]:
    """One block of duplicate deals, beginning with deal ``first``."""
    lines = [{name: Line() for name in players} for _ in range(block_length(rules))]
    block = PeekBlock(rules, seed, first, len(lines), players, lines)
    for seating in turns(names):
        block.play(seating)
    return lines


def _all_lines(
    rules: Ruleset, args: argparse.Namespace, players: dict[str, Player], names: list[str]
) -> list[dict[str, Line]]:
    firsts = range(0, args.deals, block_length(rules))
    return [line for first in firsts for line in _block_lines(rules, args.seed, first, players, names)]


def over(args: argparse.Namespace) -> None:
    """Each of several levels over three of a baseline, and over the level named before it, on the same deals."""
    rules, base, begun = PRESETS[args.rules], args.baseline, time.perf_counter()
    tables = [[base] * 4, *([name, base, base, base] for name in args.pairs)]
    played: list[list[dict[str, Line]]] = [[] for _ in tables]
    for first in range(0, args.deals, block_length(rules)):
        for names, done in zip(tables, played, strict=True):
            players: dict[str, Player] = {name: LevelPlayer(name) for name in names}
            done.extend(_block_lines(rules, args.seed, first, players, names))
        _tell(tables, played)
        if time.perf_counter() - begun > args.seconds:
            break
    points = [points_by_deal(lines, names[0]) for names, lines in zip(tables, played, strict=True)]
    found = {}
    for place, names in enumerate(tables[1:], 1):
        gain, error = _gain(points[place], points[0])
        step_gain, step_error = _gain(points[place], points[place - 1])
        line = standing(played[place], names[0], None)
        print(
            f"{rules.preset:<11}{names[0]:>7} over {base} {gain:+.3f} +- {error:.3f}"
            f"  over {tables[place - 1][0]} {step_gain:+.3f} +- {step_error:.3f}"
            f" ({step_gain / (step_error or 1):.1f} SE)"
            f"  points {line.points_per_deal:.3f} made {line.made:.0%} under {line.under:.0%} over {line.over:.0%}"
            f" call {line.mean_call:.2f} {line.ms_per_move:.1f} ms, {len(points[0])} deals",
            flush=True,
        )
        found[names[0]] = {"gain_points": gain, "se_points": error, "step_points": step_gain, "step_se": step_error}
    show({"preset": rules.preset, "baseline": base, "deals": len(points[0]), "seed": args.seed, "over": found})


def _tell(tables: list[list[str]], played: list[list[dict[str, Line]]]) -> None:
    """A line on stderr now and then, so that a run that is lost has still shown something."""
    if len(played[0]) % _TOLD_EVERY == 0:
        base, *others = [points_by_deal(lines, names[0]) for names, lines in zip(tables, played, strict=True)]
        gains = [
            f"{names[0]} {gain:+.3f} +- {error:.3f}"
            for names, (gain, error) in zip(tables[1:], (_gain(points, base) for points in others), strict=True)
        ]
        print(f"{len(base)} deals: {', '.join(gains)}", file=sys.stderr, flush=True)


def _gain(better: list[float], worse: list[float]) -> tuple[float, float]:
    return mean_and_error([a - b for a, b in zip(better, worse, strict=True)])


def peek(args: argparse.Namespace) -> None:
    """The card-seeing reference over rules of thumb."""
    rules = PRESETS[args.rules]
    players: dict[str, Player] = {"peek": Peeker(), "medium": LevelPlayer("medium")}
    lines = _all_lines(rules, args, players, ["peek", "medium", "medium", "medium"])
    plain = run_arena(["medium"] * 4, rules, len(lines), args.seed).points("medium")
    mine = [line["peek"].points / line["peek"].seats / 10 for line in lines]
    gain, error = mean_and_error([a - b for a, b in zip(mine, plain, strict=True)])
    print(f"{rules.preset}: sees all hands, over medium: {gain:+.3f} +- {error:.3f} in {len(lines)} deals")
    show({"preset": rules.preset, "peek_gain_points": gain, "se_points": error, "deals": len(lines)})


def match(args: argparse.Namespace) -> None:
    """Matches won by one hard bot among three medium ones, with match sense and without, on the same deals."""
    found = matches(PRESETS[args.rules], args.deals, args.seconds, args.seed)
    won, points = (mean_and_error([sense[k] - plain[k] for sense, plain in found]) for k in (0, 1))
    shares = [mean_and_error([pair[k][0] for pair in found])[0] for k in (0, 1)]
    print(f"{args.rules}: {len(found)} matches, won with match sense {shares[0]:.1%}, without {shares[1]:.1%}")
    print(f"with minus without: matches {won[0]:+.1%} +- {won[1]:.1%}, points {points[0]:+.3f} +- {points[1]:.3f}")
    show({"preset": args.rules, "matches": len(found), "won_gain": won, "points_gain": points, "seed": args.seed})


def lag(args: argparse.Namespace) -> None:
    """How late a real host's event loop and its four bots are."""
    found = table_lag(PRESETS[args.rules], args.level, args.deals, args.seed)
    for part in ("answer", "lag"):
        told = ", ".join(f"{kind} {found[f'{part}_ms_{kind}']:.2f} ms" for kind in ("median", "p99", "worst"))
        print(f"{part} of four {args.level} bots in {args.rules}: {told}")
    print(f"{found['moves']} moves; the first, while the worker starts, after {found['first_answer_ms']:.0f} ms")
    idle, load = found["idle_lag_ms_p99"], found["load_1_minute"]
    print(f"lag of an idle loop at that time: p99 {idle:.2f} ms; load of the machine {load:.1f}")
    show({"preset": args.rules, "deals": args.deals, "seed": args.seed, **found})


def laws(args: argparse.Namespace) -> None:
    """No illegal move and no look at hidden cards."""
    found: dict[str, Any] = {"seed": args.seed}
    if args.deals:
        found["legal_moves_easy_medium"] = legal_deals(args.deals, args.seed)
        total = sum(found["legal_moves_easy_medium"].values())
        print(f"{args.deals} deals of each preset by easy and medium: {total} moves, 0 illegal", flush=True)
    if args.moves:
        found["legal_moves_hard"] = legal_moves_of_hard(args.moves, args.seed, args.seconds)
        counts = ", ".join(f"{preset} {count}" for preset, count in found["legal_moves_hard"].items())
        print(f"hard at full thought: {counts} moves, 0 illegal", flush=True)
    if args.positions:
        found["asked_and_changed"] = changed_by_swaps(args.positions, args.seed, args.seconds)
        for level, (asked, changed) in found["asked_and_changed"].items():
            print(
                f"{level}: {asked} positions asked again with hidden cards swapped, {changed} moves changed", flush=True
            )
    show(found)


def blunders(args: argparse.Namespace) -> None:
    """How often each level plays a card that exact solving over sampled deals shows to be plainly wrong."""
    begun = time.perf_counter()
    labels = labelled_positions(PRESETS[args.rules], args.positions, args.seed, args.seconds)
    print(f"{len(labels)} positions labelled in {time.perf_counter() - begun:.0f} s")
    agreement = _agreement(labels)
    print("the sampled deals agree:", ", ".join(f"{name} {share:.2%}" for name, share in agreement.items()))
    rates: dict[str, float] = {}
    for level in (*LEVELS, *CONTENDERS):
        wrong = [label for number, label in enumerate(labels) if _errs(level, label, number)]
        rates[level] = len(wrong) / len(labels)
        print(f"{level:<8} {rates[level]:7.2%}", _by_theme(wrong))
    print("themes:", _by_theme(labels))
    found = {"positions": len(labels), "blunder_rates": rates, "themes": _by_theme(labels), "seed": args.seed}
    show({**found, "agreement": agreement})


def _agreement(labels: list[Labelled]) -> dict[str, float]:
    """Shares of the sampled deals in which the best and the wrong cards make the call for certain."""
    best, wrong = [label.best_sure for label in labels], [label.wrong_sure for label in labels]
    return {
        "best_sure_mean": sum(best) / len(best),
        "best_sure_least": min(best),
        "wrong_sure_mean": sum(wrong) / len(wrong),
        "wrong_sure_most": max(wrong),
    }


def _errs(level: str, label: Labelled, number: int) -> bool:
    move = choose(level, label.view, random.Random(f"blunder {number}"))
    return isinstance(move, Play) and bits_of(move.card) in label.wrong


def _by_theme(labels: list[Labelled]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for label in labels:
        counts[label.theme] = counts.get(label.theme, 0) + 1
    return dict(sorted(counts.items()))


def main() -> None:
    """Run the part that the first argument names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = {
        "levels": levels,
        "over": over,
        "speed": speed,
        "peek": peek,
        "match": match,
        "blunders": blunders,
        "laws": laws,
        "lag": lag,
    }
    parser.add_argument("part", choices=parts)
    parser.add_argument("--rules", default="bangladesh", choices=PRESETS)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--moves", type=int, default=10_000, help="of `laws`: moves of hard in each preset")
    parser.add_argument("--pairs", nargs="*", help="levels from weak to strong; each is measured over the one before")
    parser.add_argument("--level", default="hard", choices=LEVELS, help="of `lag`: who sits at the table")
    parser.add_argument("--baseline", default="medium", choices=LEVELS)
    parser.add_argument("--seconds", type=float, default=280, help="begin nothing more after so long")
    parser.add_argument("--open-spiel", help="a Python that has open_spiel, to time its random deals")
    args = parser.parse_args()
    parts[args.part](args)


if __name__ == "__main__":
    main()
