from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.protocol.framing import FrameBuffer, frame
from lanbridge.protocol.messages import CloseReason

BODIES = st.lists(st.binary(min_size=1, max_size=20), max_size=8)


def test_a_frame_is_four_bytes_of_length_and_the_body() -> None:
    assert frame(b"abc") == b"\x00\x00\x00\x03abc"


@given(BODIES, st.lists(st.integers(0, 200), max_size=10))
def test_cut_anywhere_the_same_frames_come_out(bodies: list[bytes], cuts: list[int]) -> None:
    data = b"".join(map(frame, bodies))
    buffer, edges = FrameBuffer(20), sorted({0, *cuts, len(data)})
    out: list[bytes] = []
    for start, end in pairwise(edges):
        out += buffer.feed(data[start:end])
    assert out == bodies
    assert buffer.waiting == 0
    assert buffer.problem is None


@pytest.mark.parametrize(
    ("head", "reason"), [(b"\x00\x00\x00\x15", CloseReason.TOO_LONG), (b"\x00\x00\x00\x00", CloseReason.BAD_MESSAGE)]
)
@pytest.mark.parametrize("step", [1, 3, 100])
def test_a_length_outside_the_limits_is_found_before_the_body(head: bytes, reason: CloseReason, step: int) -> None:
    buffer = FrameBuffer(20)
    out: list[bytes] = []
    data = frame(b"good") + head + b"never read"
    for start in range(0, len(data), step):
        out += buffer.feed(data[start : start + step])
    assert out == [b"good"]
    assert buffer.problem is not None
    assert buffer.problem.reason is reason
    assert buffer.waiting == 0
    assert buffer.feed(frame(b"more")) == ()


def test_at_most_one_unfinished_frame_is_kept() -> None:
    buffer = FrameBuffer(20)
    assert buffer.feed(frame(b"x" * 20) * 50 + b"\x00\x00\x00\x14" + b"x" * 19) == (b"x" * 20,) * 50
    assert buffer.waiting == 23
    assert buffer.feed(b"x") == (b"x" * 20,)
