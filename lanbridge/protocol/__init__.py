"""Bytes to messages and back: no sockets, no clock. `messages` says what can be said, `codec` how it is written."""
