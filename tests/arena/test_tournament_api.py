"""The public tournament bot API: our words for it both ways, and our server."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import replace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from lanbridge.arena import bot_server, player_named
from lanbridge.arena.bhoos import BadRequest, answer_of, card_named, card_text, move_in, request_of, view_of
from lanbridge.arena.serving import answer
from lanbridge.bots import choose
from lanbridge.engine import PACK, PRESETS, Call, Card, Claim, Phase, Play, SeatView, legal_moves, sorted_hand
from tests.arena.foreign import answering
from tests.bots.tables import dealt, turns

NEPAL = PRESETS["nepal"]


def views(seed: int) -> list[SeatView]:
    dice = random.Random(seed)
    return [view for _, view, _ in turns(dealt(NEPAL, dice), lambda view: choose("easy", view, dice))]


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


def test_cards_stand_in_the_order_of_the_apis_examples() -> None:
    words = ["QS", "9S", "2S", "KH", "JH", "4H", "JC", "9C", "7C", "6C", "8D", "6D", "3D"]
    view = replace(views(3)[0], hand=sorted_hand([card_named(word) for word in words]))
    assert request_of(view, 1)[1]["cards"] == words


@pytest.mark.parametrize("seed", range(4))
def test_a_view_goes_through_the_api_and_back_with_all_that_matters(seed: int) -> None:
    for first in views(seed):
        view = replace(first, table=replace(first.table, deals_done=seed, totals=(0, 31, -20, 7 * seed)))
        path, body = request_of(view, 1000)
        back = view_of(path, json.loads(json.dumps(body)))
        assert (back.viewer, back.hand) == (view.viewer, view.hand)
        assert legal_moves(back) == tuple(legal_moves(view))
        assert back.table.tricks == view.table.tricks
        assert back.table.won == view.table.won
        assert back.table.trick == view.table.trick
        assert back.table.to_act == view.table.to_act
        assert (back.table.deals_done, back.table.totals) == (view.table.deals_done, view.table.totals)
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
    "raw", [b"", b"[]", b"{}", b'{"playerId": 1}', b'{"playerIds": ["a"], "playerId": "a"}', b"\xff", b"[" * 60_000]
)
def test_a_request_that_cannot_be_read_is_refused(raw: bytes) -> None:
    with pytest.raises(BadRequest):
        answer("medium", "/play", raw, 0)


@pytest.mark.parametrize("odd", [None, -1, 99, float("inf"), float("nan"), "", "XX", [], {}, [[]], 10**30])
def test_a_request_with_an_odd_value_anywhere_is_answered_or_refused(odd: object) -> None:
    path, body = request_of(views(5)[30], 500)
    for name in body:
        for raw in (json.dumps({**body, name: odd}), json.dumps({**body, name: [odd] * 4})):
            answered_or_refused(path, raw)
    for name in ("totalPoints", "bid", "won"):
        players = {who: {**told, name: odd} for who, told in body["context"]["players"].items()}
        answered_or_refused(path, json.dumps({**body, "context": {"round": odd, "players": players}}))
        answered_or_refused("/bid", json.dumps({**body, "context": {"round": odd, "players": players}}))
    answered_or_refused(path, json.dumps({**body, "history": [[odd, line[1], odd] for line in body["history"]]}))


def answered_or_refused(path: str, raw: str) -> None:
    with suppress(BadRequest):
        assert "value" in answer("medium", path, raw.encode(), 0)


def test_our_server_answers_hello_and_refuses_what_is_not_the_api() -> None:
    with answering(bot_server("easy", 0)) as url:
        with urlopen(f"{url}/hi", timeout=5) as hello:  # noqa: S310 - our own http address
            assert json.loads(hello.read()) == {"value": "hello"}
        for path, body, code in (("/bid", b"{}", 400), ("/steal", b"{}", 404), ("/bid", b"x" * 70_000, 413)):
            with pytest.raises(HTTPError) as caught:
                urlopen(Request(url + path, body), timeout=5)  # noqa: S310 - our own http address
            assert caught.value.code == code
            caught.value.close()


def test_a_player_is_a_level_or_a_url() -> None:
    assert player_named("hard").faults.illegal == 0
    assert player_named("expert").faults.illegal == 0
