"""Bots over HTTP: ours plays as the level itself does; what a foreign one does wrong is counted and replaced."""

from __future__ import annotations

import json
import random
import threading
from dataclasses import dataclass, field

import pytest

from lanbridge.arena import bot_server, run_arena
from lanbridge.arena.bhoos import request_of, view_of
from lanbridge.arena.duplicate import Line, play_block
from lanbridge.arena.players import Faults, ForeignPlayer, UnknownBot, player_named
from lanbridge.arena.serving import dice_of
from lanbridge.bots import LEVELS, choose
from lanbridge.engine import PRESETS, Move, SeatView, legal_moves
from tests.arena.foreign import answering, dripping_server, raw_server, rude_server, silent_server
from tests.bots.tables import dealt, turns

NEPAL = PRESETS["nepal"]


def views(seed: int) -> list[SeatView]:
    dice = random.Random(seed)
    return [view for _, view, _ in turns(dealt(NEPAL, dice), lambda view: choose("easy", view, dice))]


@dataclass
class Locally:
    """The level itself, with the dice that the server makes of a request."""

    level: str
    faults: Faults = field(default_factory=Faults)

    def choose(self, view: SeatView, rng: random.Random) -> Move:
        return choose(self.level, view, dice_of(request_of(view, 1)[1], 0))


def without_time(lines: list[dict[str, Line]], name: str) -> list[tuple[object, ...]]:
    played = [line[name] for line in lines]
    return [(each.points, each.made, each.called, each.moves, each.won_matches) for each in played]


@pytest.mark.parametrize("level", LEVELS)
def test_our_server_plays_a_whole_match_as_the_level_itself_does(level: str) -> None:
    with answering(bot_server(level, 0)) as url:
        foreign = player_named(url)
        over_http = play_block(NEPAL, 3, 0, 5, ["bot"] * 4, {"bot": foreign})
    at_home = play_block(NEPAL, 3, 0, 5, ["bot"] * 4, {"bot": Locally(level)})
    assert without_time(over_http, "bot") == without_time(at_home, "bot")
    assert foreign.faults == Faults()


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_plays_otherwise_for_having_gone_through_the_api(level: str) -> None:
    for number, view in enumerate(views(8)[::3]):
        path, body = request_of(view, 700)
        back = view_of(path, json.loads(json.dumps(body)))
        assert choose(level, back, random.Random(number)) == choose(level, view, random.Random(number))


def test_the_dice_of_a_request_do_not_depend_on_the_time_left() -> None:
    view = views(2)[20]
    assert dice_of(request_of(view, 900)[1], 1).random() == dice_of(request_of(view, 3)[1], 1).random()
    assert dice_of(request_of(view, 900)[1], 1).random() != dice_of(request_of(view, 900)[1], 2).random()


@pytest.mark.parametrize(
    ("rude", "reason"),
    [
        (lambda: rude_server(b'{"value": 99}'), "illegal"),
        (lambda: rude_server(b'{"value": "XX"}'), "illegal"),
        (lambda: rude_server(b'{"answer": 3}'), "illegal"),
        (lambda: rude_server(b"[3]"), "illegal"),
        (lambda: rude_server(b"oops", 500), "missing"),
        (lambda: rude_server(b""), "missing"),
        (lambda: rude_server(b"\xff\x00 no JSON"), "missing"),
        (lambda: rude_server(b"[" * 9_000), "missing"),
        (lambda: raw_server(b""), "missing"),
        (lambda: raw_server(b"good day to you\r\n\r\n"), "missing"),
        (lambda: raw_server(b"HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive"), "missing"),
        (lambda: raw_server(b"HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\n{"), "missing"),
    ],
    ids=[
        "no such call or card",
        "no card",
        "no value",
        "no object",
        "error",
        "nothing",
        "no JSON",
        "deep JSON",
        "hangs up",
        "no HTTP",
        "no chunk",
        "cut off",
    ],
)
def test_a_wrong_answer_is_counted_and_replaced(rude: object, reason: str) -> None:
    assert callable(rude)
    with answering(rude()) as url:
        outcome = run_arena([url, "medium", "medium", "medium"], NEPAL, 1)
    (standing,) = [line for line in outcome.standings if line.bot == url]
    told = standing.as_json()
    assert {name: told[name] for name in ("illegal", "late", "missing") if told[name]} == {reason: 4 * 14}


@pytest.mark.parametrize("slow", [silent_server, dripping_server])
def test_a_late_answer_is_counted_and_replaced_and_so_are_all_later_ones_of_the_deal(slow: object) -> None:
    assert callable(slow)
    over, seen = threading.Event(), [view for view in views(1) if view.viewer == 0]
    with answering(slow(over)) as url:
        late = ForeignPlayer(url, deal=(seen[0].table.deals_begun, 0), budget_ms=60)
        moves = [late.choose(view, random.Random(1)) for view in seen[:3]]
        over.set()
    assert all(move in legal_moves(view) for move, view in zip(moves, seen, strict=False))
    assert late.faults == Faults(late=3)


def test_the_budget_is_renewed_with_each_deal() -> None:
    view = views(1)[0]
    with answering(bot_server("easy", 0)) as url:
        player = ForeignPlayer(url, deal=(view.table.deals_begun + 1, view.viewer or 0), budget_ms=0)
        assert player.choose(view, random.Random(1)) in legal_moves(view)
    assert player.faults == Faults()


@pytest.mark.parametrize("name", ["champion", "ftp://127.0.0.1/bot", "http://127.0.0.1:9"])
def test_who_is_neither_a_level_nor_answers_is_no_bot(name: str) -> None:
    with pytest.raises(UnknownBot):
        player_named(name)
