"""Bots behind the tournament API for tests: our server in a thread, and servers without manners."""

from __future__ import annotations

import socketserver
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HELLO = b'{"value": "hello"}'


@contextmanager
def answering(server: socketserver.TCPServer) -> Iterator[str]:
    """The server's address while it runs in a thread."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Rude(BaseHTTPRequestHandler):
    """Says hello, and leaves the rest to those who are rude in their own way."""

    def do_GET(self) -> None:
        self.reply(HELLO, 200)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.misbehave()

    def misbehave(self) -> None:
        raise NotImplementedError

    def reply(self, data: bytes, code: int) -> None:
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's signature
        pass


def rude_server(body: bytes, status: int = 200) -> HTTPServer:
    """A bot that says hello and then always the same."""

    class Rude(_Rude):
        def misbehave(self) -> None:
            self.reply(body, status)

    return HTTPServer(("127.0.0.1", 0), Rude)


def raw_server(words: bytes) -> HTTPServer:
    """A bot that says hello and then words that need not be HTTP."""

    class Raw(_Rude):
        def misbehave(self) -> None:
            self.wfile.write(words)
            self.close_connection = True

    return HTTPServer(("127.0.0.1", 0), Raw)


def silent_server(over: threading.Event) -> HTTPServer:
    """A bot that says hello and then nothing until the test is over."""

    class Silent(_Rude):
        def misbehave(self) -> None:
            over.wait()

    return HTTPServer(("127.0.0.1", 0), Silent)


def dripping_server(over: threading.Event) -> HTTPServer:
    """A bot that says hello and then a long answer, byte by byte, until the test is over."""

    class Dripping(_Rude):
        def misbehave(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "9000")
            self.end_headers()
            while not over.wait(0.001):
                self.wfile.write(b" ")
                self.wfile.flush()

    return HTTPServer(("127.0.0.1", 0), Dripping)
