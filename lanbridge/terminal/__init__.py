"""The whole game in plain text, line by line."""
