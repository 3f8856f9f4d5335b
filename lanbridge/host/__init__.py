"""The table's authority: `room` decides, `server` carries bytes, `journal` remembers.

- Around the room's `desk`: who is let in (`door`, `people`, `seating`), what is asked for (`requests`, `questions`),
  what is played (`matches`, `game`, `dealing`, `shuffling`, `turns`, `timing`), what is told (`telling`).
- What the room wants done are `effects`; `hosting` opens server, `journal` and `advert` around it, `thread` runs it.
- Being found: `advert` by `megaphone` (multicast DNS) and `beacon` (UDP, in the thread of the `lighthouse`).
- Going on: `resuming` from a journal (`journal_entries`, `remembered`), `carrying_on` where another laptop hosted
  before; `epochs` and `claimed` settle which of two hosts of one table counts.
"""
