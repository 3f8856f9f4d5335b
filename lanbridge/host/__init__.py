"""The table's authority: `room` decides, `server` carries bytes, `journal` remembers."""
