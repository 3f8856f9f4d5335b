from __future__ import annotations

import random

import pytest

import fuzz_protocol


def run(sessions: int) -> fuzz_protocol.Run:
    tried = fuzz_protocol.Run(random.Random(7), fuzz_protocol.seed_bodies())
    for _ in range(sessions):
        tried.one_session()
    return tried


def test_mutated_frames_give_protocol_errors_only() -> None:
    tried = run(100)
    assert tried.failures == []
    assert tried.decoded
    assert tried.refused


def test_the_fuzzing_finds_any_other_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(body: bytes) -> None:
        raise KeyError(body)

    monkeypatch.setattr(fuzz_protocol, "decode_client", broken)
    tried = fuzz_protocol.Run(random.Random(7), fuzz_protocol.seed_bodies())
    monkeypatch.setattr(tried, "_converse", lambda bodies: bodies)
    tried.one_session()
    assert all("KeyError" in failure for failure in tried.failures)
    assert len(tried.failures) == fuzz_protocol.FRAMES_A_SESSION
