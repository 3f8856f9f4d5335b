"""The composition root: the only place that knows every floor. A player gets one sentence, never a traceback."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from .display import has_display, show_lobby_at_once
from .failure import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 fine, 1 a clear error in one line on stderr, 2 usage."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        if not words and has_display():
            show_lobby_at_once()
        return _run(words)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:  # whoever read our output has gone
        return 0
    except Exception as error:  # noqa: BLE001 - whatever it is, a player reads a sentence and the log has the rest
        _note(error)
        print(f"Something went wrong in the program ({type(error).__name__}); the log has it all.", file=sys.stderr)
        return 1
    finally:
        _let_go()


def _run(words: Sequence[str]) -> int:
    from .faults import faults_in_the_log
    from .parser import build_parser

    options = build_parser().parse_args(words)
    with faults_in_the_log():
        return int(options.run(options))


def _let_go() -> None:
    """Python flushes once more at its end, and complains on stderr where the reader of our output has gone."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # a window started from a Windows shortcut has neither
                stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def _note(error: Exception) -> None:
    import logging

    logging.getLogger("lanbridge").error("a fault in the program", exc_info=error)
