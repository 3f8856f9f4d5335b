"""Law: Secrecy, over whole matches with breaking connections; and the lab that watches it is not blind."""

from __future__ import annotations

from leak_lab import client_run, codec_run


def test_nobody_learns_a_card_or_a_secret_early_at_the_codecs_door() -> None:
    told = codec_run(5, seed=7, plant=False)

    assert told["frames"] > 1000
    assert told["first"] == []


def test_nobody_learns_a_card_or_a_secret_early_over_tls() -> None:
    told = client_run(1, seed=7)

    assert told["frames"] > 500
    assert told["first"] == []


def test_a_planted_leak_is_found() -> None:
    assert codec_run(1, seed=7, plant=True)["leaks"] > 0
