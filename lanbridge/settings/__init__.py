"""What this laptop keeps for its player: preferences, seat keys, statistics."""
