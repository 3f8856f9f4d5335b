"""A seat at somebody's table: `session` knows, `link` carries bytes, `browse` finds tables.

- At the table: `session` with `arrival` (hello, PIN), `open_requests`, `fair_deal`; what it knows is `known`.
- The line: `link`, which calls places by `dial`, after `resolve` and `addresses` made numbers of them; `own_address`.
- Finding tables: `browse` listens, `asking` says whom to ask, `sightings` makes rows of what is heard.
- The host is lost: `refind` says where to look, `succession` judges who hosts instead, `rehosting` hosts here, from
  `record` (what this seat saw of the match) and `past` (the same as a match to go on with).
- For screens: `ports` (what they are given), `thread` (who fulfils it), `problems`, `host_pins`; `doctor`,
  `examination`.
- `bot_player` takes a seat by itself.
"""
