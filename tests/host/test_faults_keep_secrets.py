"""Secrecy of logs and crash reports: a fault in the middle of a deal leaves no card and no secret in any of them."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from lanbridge.cli import main
from lanbridge.cli.faults import faults_in_the_log
from lanbridge.client.known import Link, LinkProblem
from lanbridge.client.session import Session
from lanbridge.client.thread import NetworkThread
from lanbridge.engine import PACK, SEATS, deal, dealt_hands, observe, opened, shuffled_pack
from lanbridge.engine import MatchStarted as Started
from lanbridge.engine.presets import PRESETS
from lanbridge.engine.table import evolve
from lanbridge.host import bot_seats, requests, turns
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import LeaveSeat, StartMatch, Wish
from lanbridge.settings import Places, Profile, open_profile, start_logging
from lanbridge.settings.logs import stop_logging
from tests.client.test_thread import until as wait_until
from tests.client.wires import PATIENCE, Visitor, hosted, target_of

CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKA])[CDHS\u2660-\u2667](?![0-9A-Za-z])|<Rank\.|<Suit\.")
SECRET = bytes(range(200, 232))


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Profile]:
    profile = open_profile(Places.under(tmp_path_factory.mktemp("laptop")))
    yield profile
    profile.release()


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    path = start_logging(Places.under(tmp_path), logging.DEBUG)
    assert path is not None
    yield path
    stop_logging()


def everything() -> str:
    """The worst that an error's text could hold: the whole state, a hand, a secret, the pack in words."""
    state = opened(Started(PRESETS["nepal"], 0))
    for event in deal(state, dealt_hands(shuffled_pack(SECRET), 0, state.table.rules.direction)):
        state = evolve(state, event)
    words = " ".join(map(str, PACK))
    return f"{state!r} {[observe(state, seat) for seat in SEATS]!r} {SECRET!r} {SECRET.hex()} {words}"


def stumble(*_: object, **__: object) -> NoReturn:
    raise RuntimeError(everything())


def assert_silent(*texts: str) -> None:
    for text in texts:
        assert CARD.findall(text) == []
        assert repr(SECRET)[2:-1] not in text
        assert SECRET.hex() not in text


PLACES = {
    "a person's request": (requests, "_tried"),
    "a bot's move": (turns, "bot_moves"),
    "a bot that thinks": (bot_seats, "chosen"),
    "the clock": (turns, "settle"),
}


@pytest.mark.parametrize("where", sorted(PLACES))
def test_a_host_that_stumbles_in_mid_deal_tells_no_card_and_closes_in_order(
    where: str, laptop: Profile, log: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting:
            rafi = Visitor(target_of(hosting))
            await rafi.until(lambda known: known.seating is not None)
            fallen = asyncio.Event()

            def fall(*_: object, **__: object) -> NoReturn:
                fallen.set()
                stumble()

            monkeypatch.setattr(*PLACES[where], fall)
            rafi.link.request(StartMatch(0))
            rafi.link.request(LeaveSeat(0))  # whoever is first to call is a bot
            async with asyncio.timeout(PATIENCE):
                await fallen.wait()
            await rafi.go()

    asyncio.run(evening())
    written = log.read_text(encoding="utf-8")
    assert "RuntimeError" in written
    captured = capfd.readouterr()
    assert_silent(written, captured.err, captured.out)


def test_a_client_that_stumbles_tells_no_card_and_says_that_this_is_no_table(
    laptop: Profile, log: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Session, "_welcome", stumble)

    async def evening() -> None:
        async with hosted(laptop) as hosting:
            network = NetworkThread(SeatKey(bytes(32)), "Rafi")
            table = network.join(target_of(hosting), Wish.SEAT)
            await asyncio.to_thread(wait_until, lambda: table.known.link is Link.CLOSED)
            assert table.known.closed is LinkProblem.NOT_A_TABLE
            await asyncio.to_thread(network.close)

    asyncio.run(evening())
    captured = capfd.readouterr()
    written = log.read_text(encoding="utf-8")
    assert "RuntimeError" in written
    assert_silent(written, captured.err, captured.out)


def test_a_command_that_stumbles_says_one_sentence_without_a_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANBRIDGE_HOME", str(tmp_path))
    monkeypatch.setattr("lanbridge.cli.replaying.replay", stumble)
    start_logging(Places.under(tmp_path))
    try:
        assert main(["replay", "nothing.txt", "--check"]) == 1
    finally:
        stop_logging()
    captured = capfd.readouterr()
    assert captured.err.count("\n") == 1
    written = (tmp_path / "logs" / "lanbridge.log").read_text(encoding="utf-8")
    assert "RuntimeError" in written
    assert_silent(captured.err, captured.out, written)


def test_a_thread_that_stumbles_writes_to_the_log_only(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with faults_in_the_log():
        thread = threading.Thread(target=stumble, name="somebody")
        thread.start()
        thread.join()
    written = log.read_text(encoding="utf-8")
    assert "a fault in somebody" in written
    captured = capfd.readouterr()
    assert captured.err == ""
    assert_silent(written)


def test_the_search_for_cards_is_not_blind() -> None:
    assert len(CARD.findall(everything())) > 100
    with pytest.raises(AssertionError):
        assert_silent(everything())
