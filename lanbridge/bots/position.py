"""What a seat knows, as numbers: made from its `SeatView` and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lanbridge.engine import Phase, Trick, next_seat

from .masks import BIT, SPADES, SUIT_SHIFT, bits_of, place_of, suits_of
from .scheme import scheme_of
from .stakes import stake_of

if TYPE_CHECKING:
    from lanbridge.engine import SeatView

    from .masks import Bits, Place, Suits
    from .scheme import Scheme
    from .stakes import Stake

NOT_CALLED: Final = -1


@dataclass(frozen=True, slots=True)
class Position:
    """One seat's knowledge while it is to call or to play; everything by place, not by seat.

    ``played`` are the finished tricks as (leader, cards); ``trick`` the cards of the open one, led by
    ``leader``; ``gone[place]`` what each place has played in this deal, the open trick included; ``stake`` is
    what hangs on the deal for the match, None while points are all that counts.
    """

    scheme: Scheme
    me: Place
    hand: Suits
    calls: tuple[int, ...]
    won: tuple[int, ...]
    played: tuple[tuple[Place, tuple[Bits, ...]], ...]
    leader: Place
    trick: tuple[Bits, ...]
    gone: tuple[Suits, ...]
    calling: bool
    stake: Stake | None

    @property
    def left(self) -> Suits:
        """All cards not yet played by anybody, as a new list."""
        return [BIT ^ (a | b | c | d) for a, b, c, d in zip(*self.gone, strict=True)]

    @property
    def held(self) -> tuple[int, ...]:
        """How many cards each place holds."""
        return tuple(13 - sum(map(int.bit_count, suits)) for suits in self.gone)


def position_of(view: SeatView) -> Position:
    """The position of the viewer.

    Raises:
        ValueError: it is not the viewer's turn.
    """
    table = view.table
    if view.viewer is None or not view.my_turn:
        message = "a bot thinks only when it is its turn"
        raise ValueError(message)
    direction = table.rules.direction
    order = [place_of(place, direction) for place in range(4)]
    tricks = [(place_of(trick.leader, direction), _bits(trick)) for trick in table.tricks]
    opened = table.trick or Trick(next_seat(table.dealer, direction))
    leader = place_of(opened.leader, direction)
    return Position(
        scheme=scheme_of(table.rules),
        me=place_of(view.viewer, direction),
        hand=suits_of(view.hand),
        calls=tuple(NOT_CALLED if table.calls[seat] is None else table.calls[seat] or 0 for seat in order),
        won=tuple(table.won[seat] for seat in order),
        played=tuple(tricks),
        leader=leader,
        trick=_bits(opened),
        gone=_gone([*tricks, (leader, _bits(opened))]),
        calling=table.phase is Phase.CALLING,
        stake=stake_of(table),
    )


def _bits(trick: Trick) -> tuple[Bits, ...]:
    return tuple(bits_of(card) for card in trick.cards)


def _gone(tricks: list[tuple[Place, tuple[Bits, ...]]]) -> tuple[Suits, ...]:
    gone = ([0] * 4, [0] * 4, [0] * 4, [0] * 4)
    for leader, cards in tricks:
        for turn, bits in enumerate(cards):
            gone[(leader + turn) & 3][bits >> SUIT_SHIFT] |= bits & BIT
    return gone


def beats(bits: Bits, best: Bits) -> bool:
    """Whether a card played later takes the trick from ``best`` (rules 3.6); 0 stands for no card yet."""
    suit = bits >> SUIT_SHIFT
    return not best or (bits > best and (suit == best >> SUIT_SHIFT or suit == SPADES))


def best_of(trick: tuple[Bits, ...]) -> Bits:
    """The card that wins the trick as it stands, 0 for no card."""
    best = 0
    for bits in trick:
        if beats(bits, best):
            best = bits
    return best
