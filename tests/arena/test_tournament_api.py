"""The public tournament bot API: our words for it both ways, our server, and foreign bots that misbehave."""

from __future__ import annotations

import json
import random
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from lanbridge.arena import bot_server, player_named, run_arena
from lanbridge.arena.bhoos import BadRequest, answer_of, card_named, card_text, move_in, request_of, view_of
from lanbridge.arena.players import ForeignPlayer
from lanbridge.arena.serving import answer
from lanbridge.bots import choose
from lanbridge.engine import PACK, PRESETS, Call, Card, Claim, Phase, Play, SeatView, legal_moves
from tests.bots.tables import dealt, turns

if TYPE_CHECKING:
    from collections.abc import Iterator

NEPAL = PRESETS["nepal"]


def views(seed: int) -> list[SeatView]:
    dice = random.Random(seed)
    return [view for _, view, _ in turns(dealt(NEPAL, dice), lambda view: choose("easy", view, dice))]


@contextmanager
def answering(server: HTTPServer) -> Iterator[str]:
    """The server's address while it runs in a thread."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def rude_server(body: bytes, status: int = 200) -> HTTPServer:
    """A bot that says hello and then always the same."""

    class Rude(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.reply(b'{"value": "hello"}', 200)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.reply(body, status)

        def reply(self, data: bytes, code: int) -> None:
            self.send_response(code)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's signature
            pass

    return HTTPServer(("127.0.0.1", 0), Rude)


def test_cards_in_the_words_of_the_api() -> None:
    assert (card_text(Card.parse("AS")), card_text(Card.parse("TH"))) == ("1S", "TH")
    assert [card_named(card_text(card)) for card in PACK] == list(PACK)


def test_a_request_says_what_the_api_documents() -> None:
    seen = views(3)
    path, bid = request_of(seen[2], 900)
    assert path == "/bid"
    assert sorted(bid) == ["cards", "context", "playerId", "playerIds"]
    path, play = request_of(seen[4 + 4 * 3 + 2], 900)
    assert path == "/play"
    assert sorted(set(play) - set(bid)) == ["history", "played", "timeBudget"]
    assert len(play["history"]) == 3
    starter, cards, winner = play["history"][0]
    assert starter in range(4)
    assert winner in range(4)
    assert len(cards) == 4
    assert len(play["played"]) == 2


@pytest.mark.parametrize("seed", range(4))
def test_a_view_goes_through_the_api_and_back_with_all_that_matters(seed: int) -> None:
    for view in views(seed):
        path, body = request_of(view, 1000)
        back = view_of(path, json.loads(json.dumps(body)))
        assert (back.viewer, back.hand) == (view.viewer, view.hand)
        assert legal_moves(back) == tuple(legal_moves(view))
        assert back.table.tricks == view.table.tricks
        assert back.table.won == view.table.won
        assert back.table.trick == view.table.trick
        assert back.table.to_act == view.table.to_act
        if view.table.phase is Phase.PLAYING:
            assert back.table.calls == view.table.calls


def test_answers_both_ways() -> None:
    assert move_in("/bid", answer_of(Call(4))) == Call(4)
    assert move_in("/play", answer_of(Play(Card.parse("AS")))) == Play(Card.parse("AS"))
    with pytest.raises(ValueError, match="no claim"):
        answer_of(Claim())
    for path, rubbish in (("/bid", {"value": "3"}), ("/bid", [3]), ("/play", {"value": "XX"}), ("/play", None)):
        with pytest.raises(BadRequest):
            move_in(path, rubbish)


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"{}", b'{"playerId": 1}', b'{"playerIds": ["a"], "playerId": "a"}', b"\xff"]
)
def test_a_request_that_cannot_be_read_is_refused(raw: bytes) -> None:
    with pytest.raises(BadRequest):
        answer("medium", "/play", raw, 0)


def test_our_server_plays_a_whole_match_as_the_level_itself_does() -> None:
    with answering(bot_server("medium", 0)) as url:
        (foreign,) = run_arena([url] * 4, NEPAL, 5, seed=3).standings
    (own,) = run_arena(["medium"] * 4, NEPAL, 5, seed=3).standings
    assert foreign.points_per_deal == own.points_per_deal
    assert foreign.as_json()["illegal"] == 0


def test_our_server_answers_hello_and_refuses_what_is_not_the_api() -> None:
    with answering(bot_server("easy", 0)) as url:
        with urlopen(f"{url}/hi", timeout=5) as hello:  # noqa: S310 - our own http address
            assert json.loads(hello.read()) == {"value": "hello"}
        for path, body, code in (("/bid", b"{}", 400), ("/steal", b"{}", 404), ("/bid", b"x" * 70_000, 413)):
            with pytest.raises(HTTPError) as caught:
                urlopen(Request(url + path, body), timeout=5)  # noqa: S310 - our own http address
            assert caught.value.code == code
            caught.value.close()


def test_an_illegal_answer_is_counted_and_replaced() -> None:
    with answering(rude_server(b'{"value": 99}')) as url:
        outcome = run_arena([url, "medium", "medium", "medium"], NEPAL, 1)
    (rude,) = [line for line in outcome.standings if line.bot == url]
    assert rude.as_json()["illegal"] == 4 * 14
    assert rude.as_json()["missing"] == 0


def test_a_missing_answer_is_counted_and_replaced() -> None:
    with answering(rude_server(b"oops", 500)) as url:
        outcome = run_arena([url, "medium", "medium", "medium"], NEPAL, 1)
    (rude,) = [line for line in outcome.standings if line.bot == url]
    assert rude.as_json()["missing"] == 4 * 14


def test_a_late_answer_is_counted_and_replaced() -> None:
    view = views(1)[0]
    late = ForeignPlayer("http://127.0.0.1:9", deal=(view.table.deals_begun, view.viewer or 0), budget_ms=0)
    move = late.choose(view, random.Random(1))
    assert move in legal_moves(view)
    assert late.faults.late == 1


def test_a_player_is_a_level_or_a_url() -> None:
    assert player_named("hard").faults.illegal == 0
    assert player_named("expert").faults.illegal == 0
