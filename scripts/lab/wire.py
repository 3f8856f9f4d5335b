"""What the network sees of a match with chat: every packet on the switch is read by somebody who wants to know."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from lab.lan import Lan
from lab.laptops import ROOT, Laptop, Room, laptops_on
from lab.packets import reading
from lanbridge.protocol.codec import encode
from lanbridge.protocol.framing import frame
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import Say

TABLE: Final = "Dhanmondi table"
"""The table's name is meant to be seen: it shows that the search finds what is there."""
NAMES: Final = {2: "Zubaida-Rahman", 3: "Kamalakanta", 4: "Phoutthasone"}
WATCHER: Final = "Quddus-the-watcher"
CHAT: Final = "the-jack-was-worth-it"
PIN: Final = "27182818"
MATCH_SECONDS: Final = 120.0
SAY_SECONDS: Final = 1.1
"""Six lines in six seconds are taken from one person."""
PLAIN_PORT: Final = 7999


def wire(lan: Lan) -> dict[str, Any]:
    """A locked match of three bots' laptops with a spectator who chats, and then one frame in plain sight."""
    with laptops_on(lan) as room:
        with _capture(lan, room.folder / "match.pcap") as match:
            lines = _match_with_chat(room)
        with _capture(lan, room.folder / "plain.pcap") as plain:
            _say_in_plain_sight(lan)
        secrets = _secrets(room.folder)
        read, control = reading(match, secrets), reading(plain, secrets)
        return {
            "chat_lines": lines,
            "tcp_payloads": read.tcp_payloads,
            "udp_payloads": read.udp_payloads,
            "tcp_bytes": read.tcp_bytes,
            "secrets_looked_for": len(secrets),
            "plain_frames": read.plain_frames,
            "seen": list(read.seen),
            "table_name_seen": bool(reading(match, {"table": TABLE.encode()}).seen),
            "control_frames": control.plain_frames,
            "control_seen": list(control.seen),
            **_by_tshark(match, secrets),
        }


@contextlib.contextmanager
def _capture(lan: Lan, path: Path) -> Iterator[Path]:
    command = ["ip", "netns", "exec", lan.space("sw"), sys.executable, str(ROOT / "scripts/lab/capture.py"), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as watching:
        assert watching.stdout is not None  # noqa: S101 - a pipe was asked for
        watching.stdout.readline()
        try:
            yield path
        finally:
            watching.terminate()


def _match_with_chat(room: Room) -> int:
    """Play a match while a spectator chats; how many lines came back to the one who typed them."""
    options = ("--rules", "nepal", "--deals", "3", "--bot-pause", "0", "--pin", PIN)
    host = room.start(1, "host", "--no-window", "--seats", "3", "--name", TABLE, *options)
    address = f"{room.lan.address(1)}:7468"
    with _watcher(room, address) as (watcher, out):
        _until(lambda: TABLE in out.read_text() or "watch" in out.read_text())
        players = [
            room.start(number, "join", address, "--bot", "medium", "--name", name, "--pin", PIN)
            for number, name in NAMES.items()
        ]
        _chat_while(players, watcher)
        for player in players:
            if player.wait(MATCH_SECONDS):
                message = f"laptop {player.host}: {player.errors()}"
                raise RuntimeError(message)
        heard = out.read_text().count(CHAT)
    host.end()
    return heard


@contextlib.contextmanager
def _watcher(room: Room, address: str) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    home = room.folder / "watcher"
    home.mkdir()
    command = ["ip", "netns", "exec", room.lan.space(4), sys.executable, "-m", "lanbridge", "join", address]
    command += ["--text", "--watch", "--name", WATCHER, "--pin", PIN]
    environment = os.environ | {"LANBRIDGE_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with (home / "out.txt").open("w") as out:
        watcher = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=out, env=environment)
        try:
            yield watcher, home / "out.txt"
        finally:
            watcher.kill()
            watcher.communicate()


def _chat_while(players: list[Laptop], watcher: subprocess.Popen[bytes]) -> None:
    assert watcher.stdin is not None  # noqa: S101 - a pipe was asked for
    while any(player.process.poll() is None for player in players) and watcher.poll() is None:
        watcher.stdin.write(f"say {CHAT}\n".encode())
        watcher.stdin.flush()
        time.sleep(SAY_SECONDS)


def _until(met: Callable[[], bool]) -> None:
    end = time.monotonic() + MATCH_SECONDS
    while not met():
        if time.monotonic() > end:
            message = "waited in vain"
            raise TimeoutError(message)
        time.sleep(0.05)


def _secrets(folder: Path) -> Mapping[str, bytes]:
    """What nobody on the network may read: names, chat, the PIN, every laptop's seat keys."""
    names = {f"name {name}": name.encode() for name in (*NAMES.values(), WATCHER)}
    secrets = names | {"chat": CHAT.encode(), "PIN": PIN.encode()}
    for path in sorted(folder.rglob("seat.key")):
        home = path.relative_to(folder).parts[0]
        private = path.read_bytes()
        public = SeatKey(private).public
        secrets |= {f"secret key of {home}": private, f"seat key of {home}": public}
        secrets |= {f"seat key of {home} in hex": public.hex().encode()}
    return secrets


_LISTENS: Final = (
    "import socket, sys; s = socket.create_server(('', int(sys.argv[1]))); print(flush=True); s.accept()[0].recv(9999)"
)
_SAYS: Final = (
    "import socket, sys; s = socket.create_connection((sys.argv[1], int(sys.argv[2]))); "
    "s.sendall(bytes.fromhex(sys.argv[3])); s.close()"
)


def _say_in_plain_sight(lan: Lan) -> None:
    """One frame without TLS from laptop 2 to laptop 3: who reads the wire must find this one."""
    python = [sys.executable, "-c"]
    listen = ["ip", "netns", "exec", lan.space(3), *python, _LISTENS, str(PLAIN_PORT)]
    with subprocess.Popen(listen, stdout=subprocess.PIPE) as listening:
        assert listening.stdout is not None  # noqa: S101 - a pipe was asked for
        listening.stdout.readline()
        said = frame(encode(Say(1, text=CHAT))).hex()
        lan.within(2, *python, _SAYS, lan.address(3), str(PLAIN_PORT), said)
    time.sleep(0.2)  # the last packet is on its way to the file


def _by_tshark(path: Path, secrets: Mapping[str, bytes]) -> dict[str, Any]:
    """The same question to another program, where it is installed."""
    if shutil.which("tshark") is None:
        return {"tshark": None}
    contains = " or ".join(f"frame contains {_as_filter(secret)}" for secret in secrets.values())
    return {
        "tshark": "read",
        "tshark_seen": len(_tshark(path, contains, "frame.number")),
        "tshark_table_name_seen": bool(_tshark(path, f"frame contains {_as_filter(TABLE.encode())}", "frame.number")),
        "tshark_tls_versions": sorted(
            set(_tshark(path, "tls.handshake.type == 2", "tls.handshake.extensions.supported_version"))
        ),
        "tshark_client_certificates": len(_tshark(path, "tls.handshake.type == 13", "frame.number")),
    }


def _as_filter(secret: bytes) -> str:
    return ":".join(f"{byte:02x}" for byte in secret)


def _tshark(path: Path, wanted: str, field: str) -> list[str]:
    command = ["tshark", "-r", str(path), "-Y", wanted, "-T", "fields", "-e", field]
    done = subprocess.run(command, capture_output=True, text=True, timeout=MATCH_SECONDS, check=True)
    return done.stdout.split()
