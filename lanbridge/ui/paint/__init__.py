"""Drawing: decides nothing. Scenes use `canvas.Canvas`, whose every length is in logical units."""
