"""What kind of mistake lies between the card that was chosen and the better one."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from .masks import BIT, COUNT, SPADES, SUIT_SHIFT
from .position import beats, best_of

if TYPE_CHECKING:
    from .masks import Bits
    from .position import Position


class Theme(StrEnum):
    """Why a move was dear; a text floor has a sentence for each."""

    CALLED_TOO_MUCH = "called_too_much"
    CALLED_TOO_LITTLE = "called_too_little"
    LED_INTO_RUFF = "led_into_ruff"
    """A suit was led that others are likely to ruff."""
    MASTER_NOT_CASHED = "master_not_cashed"
    """A card that nobody can head in its suit was kept while tricks were needed."""
    DREW_TRUMPS = "drew_trumps"
    """A spade was led and a side suit was better."""
    KEPT_HIGH_CARD = "kept_high_card"
    """The call is made, and a higher card should have gone."""
    WASTED_SPADE = "wasted_spade"
    """The wrong spade went, or a spade where another card would do."""
    TOOK_TRICK = "took_trick"
    """The trick was better left to others."""
    LET_TRICK_GO = "let_trick_go"
    """The trick could have been taken."""
    OTHER_CARD = "other_card"
    """The other card fits more of the deals that are possible; there is no simpler reason."""


_FEW_LEFT = 3
"""With so few cards of a suit among three other players one of them is probably off it."""


def call_theme(chosen: int, best: int) -> Theme:
    """The mistake in a call."""
    return Theme.CALLED_TOO_MUCH if chosen > best else Theme.CALLED_TOO_LITTLE


def card_theme(position: Position, chosen: Bits, best: Bits) -> Theme:
    """The mistake in playing ``chosen`` instead of ``best``."""
    return _lead_theme(position, chosen, best) if not position.trick else _follow_theme(position, chosen, best)


def needs(position: Position) -> int:
    """Tricks still missing for the call; 0 or less when it is made."""
    return position.calls[position.me] - position.won[position.me]


def is_master(position: Position, bits: Bits) -> bool:
    """Whether no card of its suit in other hands is higher."""
    return bits & BIT > others_in(position, bits >> SUIT_SHIFT)


def others_in(position: Position, suit: int) -> int:
    """The cards of a suit in other hands, as a mask."""
    return position.left[suit] & ~position.hand[suit]


def _lead_theme(position: Position, chosen: Bits, best: Bits) -> Theme:
    suit = chosen >> SUIT_SHIFT
    if needs(position) <= 0 and best & BIT > chosen & BIT:
        return Theme.KEPT_HIGH_CARD
    if needs(position) > 0 and is_master(position, best) and not is_master(position, chosen):
        return Theme.MASTER_NOT_CASHED
    if suit == SPADES:
        return Theme.DREW_TRUMPS if best >> SUIT_SHIFT != SPADES else Theme.WASTED_SPADE
    ruff_near = COUNT[others_in(position, suit)] <= _FEW_LEFT and others_in(position, SPADES)
    if ruff_near and best >> SUIT_SHIFT != suit:
        return Theme.LED_INTO_RUFF
    return Theme.OTHER_CARD


def _follow_theme(position: Position, chosen: Bits, best: Bits) -> Theme:
    led = position.trick[0] >> SUIT_SHIFT
    so_far = best_of(position.trick)
    chosen_wins, best_wins = beats(chosen, so_far), beats(best, so_far)
    if chosen >> SUIT_SHIFT == SPADES != led and (best >> SUIT_SHIFT == SPADES or not chosen_wins):
        return Theme.WASTED_SPADE
    if chosen_wins != best_wins:
        return Theme.TOOK_TRICK if chosen_wins else Theme.LET_TRICK_GO
    if needs(position) <= 0 and best & BIT > chosen & BIT:
        return Theme.KEPT_HIGH_CARD
    return Theme.OTHER_CARD
