"""``serve-bot``: one of our levels behind the public tournament bot API."""

from __future__ import annotations

import json
import random
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

from lanbridge.bots import choose

from .bhoos import BadRequest, answer_of, view_of

if TYPE_CHECKING:
    from .bhoos import Body

BODY_LIMIT: Final = 64 * 1024
"""Bytes of a request: a full deal's history has under 4,000."""
_PATHS: Final = ("/bid", "/play")


def answer(level: str, path: str, raw: bytes, seed: int) -> Body:
    """The level's answer to a request body; the same request with the same seed gets the same answer.

    Time left is no part of the request here: a bot's dice do not depend on how busy the machine is.

    Raises:
        BadRequest: the request cannot be read.
    """
    try:
        body = json.loads(raw)
        return answer_of(choose(level, view_of(path, body), dice_of(body, seed)))
    except (ValueError, IndexError, KeyError, RecursionError) as error:
        raise BadRequest(str(error)[:80]) from None


def dice_of(body: Body, seed: int) -> random.Random:
    """The dice with which a request is answered: made from all of it but the time that is left."""
    asked = {name: value for name, value in body.items() if name != "timeBudget"}
    return random.Random(f"{seed} {json.dumps(asked, sort_keys=True)}")


def bot_server(level: str, port: int, *, address: str = "127.0.0.1", seed: int = 0) -> ThreadingHTTPServer:
    """A server that answers for ``level``; ``port`` 0 takes a free one. The caller runs and closes it.

    Raises:
        OSError: the port is taken.
    """

    class Handler(BaseHTTPRequestHandler):
        """Reads a request, answers it, logs nothing."""

        timeout = 10  # seconds a silent connection may stay

        def do_GET(self) -> None:
            """``/hi`` says hello."""
            self._send(200, {"value": "hello"}) if self.path == "/hi" else self._send(404, {"error": "no such path"})

        def do_POST(self) -> None:
            """``/bid`` and ``/play`` answer with a move."""
            length = self.headers.get("Content-Length", "")
            if self.path not in _PATHS:
                self._send(404, {"error": "no such path"})
            elif not length.isdigit() or int(length) > BODY_LIMIT:
                self._send(413, {"error": "body too long"})
            else:
                self._answer(self.rfile.read(int(length)))

        def _answer(self, raw: bytes) -> None:
            try:
                self._send(200, answer(level, self.path, raw, seed))
            except BadRequest as error:
                self._send(400, {"error": str(error)})

        def _send(self, status: int, body: Body) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's signature
            """Stay quiet: a tournament asks thousands of times."""

    return ThreadingHTTPServer((address, port), Handler)
