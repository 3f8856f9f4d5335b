"""A seat at somebody's table: `session` knows, `link` carries bytes, `browse` finds tables."""
