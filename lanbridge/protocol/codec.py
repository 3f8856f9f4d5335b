"""Messages to frame bodies and back: strict, typed, bounded msgpack arrays ``[code, field, ...]``."""

from __future__ import annotations

from typing import Any, Final

import msgpack

from .errors import ProtocolError, bad_message
from .fields import Variant, variant
from .message_kinds import CLIENT_CODES, HELLO_CODE, HOST_CODES
from .messages import PROTOCOL_VERSION, TEXT_CHARACTERS, ClientMessage, CloseReason, HostMessage, Message

MOST_CLIENT_BYTES: Final = 4 * 1024
"""Longest frame body from a client: its longest message, new settings or a line of chat, is under 1 KiB."""
MOST_HOST_BYTES: Final = 64 * 1024
"""Longest frame body from a host: a `Welcome` with the score sheet of 500 deals is under 48 KiB."""

_MOST_STRING_BYTES: Final = 4 * TEXT_CHARACTERS  # UTF-8 has at most four bytes for a character
_MOST_BIN_BYTES: Final = 64  # a signature
_MOST_CLIENT_ITEMS: Final = 16  # the settings, or a list of 13 switches
_MOST_HOST_ITEMS: Final = 500  # the deals of a match

CLIENT: Final[Variant[Any]] = variant("client message", CLIENT_CODES)
HOST: Final[Variant[Any]] = variant("host message", HOST_CODES)
_EITHER: Final = variant("message", {**CLIENT_CODES, **HOST_CODES})


def encode(message: Message) -> bytes:
    """The frame body of a message.

    Raises:
        TypeError: the value has no place on the wire, such as `State` or `PackDealt`.
        ValueError: a field is outside its limits.
    """
    try:
        body: bytes = msgpack.packb(_EITHER.write(message))
    except ProtocolError as error:
        raise ValueError(f"{type(message).__name__} cannot be written: {error.text}") from None
    return body


def decode_client(body: bytes) -> ClientMessage:
    """The client's message in a frame body.

    Raises:
        ProtocolError: BAD_MESSAGE or TOO_LONG; VERSION for a hello of another protocol version.
    """
    values = _unpack(body, MOST_CLIENT_BYTES, _MOST_CLIENT_ITEMS)
    _check_version(values)
    message: ClientMessage = CLIENT.read(values)
    return message


def decode_host(body: bytes) -> HostMessage:
    """The host's message in a frame body.

    Raises:
        ProtocolError: BAD_MESSAGE or TOO_LONG.
    """
    message: HostMessage = HOST.read(_unpack(body, MOST_HOST_BYTES, _MOST_HOST_ITEMS))
    return message


def unpack(body: bytes, most_items: int) -> object:
    """What msgpack reads, maps and extensions refused; strings and lists are bounded before they are made.

    Raises:
        ProtocolError: BAD_MESSAGE.
    """
    try:
        values: object = msgpack.unpackb(
            body,
            raw=False,
            strict_map_key=True,
            max_str_len=_MOST_STRING_BYTES,
            max_bin_len=_MOST_BIN_BYTES,
            max_array_len=most_items,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, TypeError, msgpack.UnpackException):
        # All that msgpack raises for bad input; `from None` keeps the payload out of any log.
        raise bad_message("not msgpack within the limits") from None
    return values


def _unpack(body: bytes, most_bytes: int, most_items: int) -> object:
    if len(body) > most_bytes:
        raise ProtocolError(CloseReason.TOO_LONG, f"a frame has at most {most_bytes} bytes")
    return unpack(body, most_items)


def _check_version(values: object) -> None:
    match values:
        case [int(code), int(version), *_] if code == HELLO_CODE and version != PROTOCOL_VERSION:
            raise ProtocolError(CloseReason.VERSION, "the client speaks another version")
