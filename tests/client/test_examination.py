"""The doctor's facts, gathered on loopback: our own announcement heard back, hosts called."""

from __future__ import annotations

import asyncio
import socket

import pytest

from lanbridge.client import examination
from lanbridge.client.addresses import Place
from lanbridge.client.doctor import Cause, Facts, Visit, diagnose
from lanbridge.client.examination import examine
from lanbridge.client.known import LinkProblem
from lanbridge.host.advert import Advert
from lanbridge.settings.profiles import Profile
from tests.client.wires import HERE, answering, hosted


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "LISTEN_SECONDS", 0.5)


def visited(place: Place) -> Visit:
    facts = asyncio.run(examine(place, Advert))
    assert facts.visit is not None
    return facts.visit


def test_our_own_announcement_comes_back_and_only_loopback_is_no_network() -> None:
    facts: Facts = asyncio.run(examine(None, Advert))
    assert "beacon" in facts.heard
    assert facts.beacon_opened
    assert facts.visit is None
    assert diagnose(facts)[0].cause is Cause.NO_NETWORK


def test_a_table_that_answers_is_reached(laptop: Profile) -> None:
    async def evening() -> Facts:
        async with hosted(laptop) as hosting:
            return await examine(Place(HERE, hosting.server.port), Advert)

    visit = asyncio.run(evening()).visit
    assert visit is not None
    assert (visit.problem, visit.address, visit.listed) == (None, HERE, False)
    assert visit.rtt_ms is not None


def test_nobody_and_nothing_sensible_are_told_apart() -> None:
    with socket.socket() as taken:
        taken.bind((HERE, 0))
        assert visited(Place(HERE, taken.getsockname()[1])).problem is LinkProblem.REFUSED

    async def evening() -> Facts:
        async with answering(b"SSH-2.0-x\r\n") as port:
            return await examine(Place(HERE, port), Advert)

    visit = asyncio.run(evening()).visit
    assert visit is not None
    assert visit.problem is LinkProblem.NOT_A_TABLE


def test_an_unknown_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert visited(Place("rafi.local")).problem is LinkProblem.NO_SUCH_HOST
