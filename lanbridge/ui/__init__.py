"""The window: the only floor that imports pygame. What SDL must know before it wakes up is said here."""

from __future__ import annotations

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # real pixels instead of a blurred copy
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # a tenth of the CPU time under X without a GPU
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # a signal ends the program in order, without a question
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")  # the click that brings the window up is a click
