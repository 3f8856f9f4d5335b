"""The window: the only floor that imports pygame."""
