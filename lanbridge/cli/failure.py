"""What ends a command with one sentence and exit code 1."""

from __future__ import annotations


class Failure(Exception):
    """The text is the sentence that the player reads: what is wrong and what to do."""
