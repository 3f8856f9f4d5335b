"""The wire of a match tells a listener nothing; and the one who listens is not deaf."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from lab.packets import FILE_HEAD, holds_our_frame, payloads, reading, streams
from lanbridge.protocol.codec import encode
from lanbridge.protocol.framing import frame
from lanbridge.protocol.messages import Say
from tests.scripts.test_lan_lab import needs_lab, run_lab

SAID = frame(encode(Say(1, text="a line of chat")))


def packet(data: bytes, sequence: int = 1, *, ipv6: bool = False) -> bytes:
    tcp = struct.pack("!HHIIBBHHH", 5000, 7468, sequence, 0, 5 << 4, 0, 0, 0, 0) + data
    if ipv6:
        return bytes(12) + b"\x86\xdd" + struct.pack("!IHBB", 6 << 28, len(tcp), 6, 64) + bytes(32) + tcp
    head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(tcp), 0, 0, 64, 6, 0, b"abcd", b"efgh")
    return bytes(12) + b"\x08\x00" + head + tcp + b"padding of a short frame"


def pcap(path: Path, *packets: bytes) -> Path:
    records = b"".join(struct.pack("=IIII", 0, 0, len(raw), len(raw)) + raw for raw in packets)
    path.write_bytes(bytes(FILE_HEAD) + records)
    return path


@pytest.mark.parametrize("ipv6", [False, True])
def test_a_frame_in_plain_sight_is_found(tmp_path: Path, *, ipv6: bool) -> None:
    path = pcap(tmp_path / "a.pcap", packet(SAID, ipv6=ipv6))
    found = reading(path, {"chat": b"a line of chat", "name": b"Rafi"})
    assert found.plain_frames == 2  # in its packet, and in its stream
    assert found.seen == ("chat",)


def test_what_is_cut_over_packets_out_of_order_is_put_together(tmp_path: Path) -> None:
    parts = [packet(SAID[7:], 8), packet(SAID[:7], 1), packet(SAID[:7], 1), b"", bytes(14)]
    path = pcap(tmp_path / "a.pcap", *reversed(parts))
    assert list(streams(payloads(path)).values()) == [SAID]
    assert reading(path, {"chat": b"a line of chat"}).seen == ("chat",)


def test_tls_and_rubbish_are_no_frames() -> None:
    for data in (b"\x17\x03\x03\x00\x20" + bytes(32), b"", b"\x00\x00\x00\x02\xff\xff", b"GET / HTTP/1.1\r\n"):
        assert not holds_our_frame(data)


@needs_lab
@pytest.mark.timeout(200)
def test_no_packet_of_a_match_with_chat_tells_a_listener_anything() -> None:
    (told,) = run_lab("wire")

    assert told["plain_frames"] == 0
    assert told["seen"] == []
    assert isinstance(told["tcp_payloads"], int)
    assert told["tcp_payloads"] > 500
    assert isinstance(told["chat_lines"], int)
    assert told["chat_lines"] >= 1
    assert told["table_name_seen"]
    assert told["control_seen"] == ["chat"]
    if told["tshark"] is not None:
        assert told["tshark_seen"] == 0
        assert told["tshark_table_name_seen"]
        assert told["tshark_tls_versions"] == ["0x0304"]
