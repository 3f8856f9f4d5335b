"""This seat's share in every shuffle, and the check of each finished deal (docs/fair-deal.md). No I/O, no dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from lanbridge.engine import (
    HOST,
    SEATS,
    TRICKS_IN_DEAL,
    Card,
    DealName,
    DealProof,
    DealVoided,
    Hand,
    HandDealt,
    Phase,
    PublicEvent,
    Ruleset,
    Seat,
    SeatView,
    Table,
    VoidReason,
    broken_shares,
    commit,
    hands_of,
    redeal_reasons,
    seat_of_card,
    sorted_hand,
)
from lanbridge.protocol.messages import Commit, Commitments, Reveal, ShuffleOpened

from .known import ShuffleRestarted, Verdict
from .record import DEALS_KEPT

Entropy: TypeAlias = Callable[[], bytes]
"""Gives 32 fresh secret bytes at each call."""

_REDEALS: Final = (VoidReason.NO_SPADE, VoidReason.NO_AKQ, VoidReason.FOUR_ACES)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What this client saw of one attempt to shuffle; ``secret`` is None without a share of our own."""

    opened: ShuffleOpened
    seat: Seat | None
    secret: bytes | None
    listed: tuple[bytes, ...] | None = None
    revealed: bool = False
    """Whether our secret has gone out; from then on it protects nothing but this attempt."""


@dataclass(frozen=True, slots=True)
class DealSeen:
    """The public side of a deal: who had which cards, as far as this viewer saw."""

    dealer: Seat | None = None
    table: Table | None = None
    viewer: Seat | None = None
    hand: Hand | None = None
    void: DealVoided | None = None


@dataclass(slots=True)
class DealWatch:
    """Answers shuffles for one table and checks their proofs."""

    entropy: Entropy
    table_id: bytes = b""
    _attempts: dict[int, Attempt] = field(default_factory=dict)
    _seen: dict[int, DealSeen] = field(default_factory=dict)
    _undealt: int | None = None
    """The deal being shuffled, until its cards are out."""
    _on_table: int | None = None
    """The deal on the table; None if its shuffle was not seen."""
    _begun: int = 0

    def opened(self, message: ShuffleOpened, seat: Seat | None) -> tuple[Commit | None, ShuffleRestarted | None]:
        """Our commitment, if we take part, and what must be told about an attempt that was broken off.

        The same opening again (after a reconnect) gives the same commitment; any other gets a fresh secret, so that
        a host that has read our secret can never use it.
        """
        before = self._attempts.get(message.deal)
        if before is None or before.opened != message or before.seat != seat:
            self._remember(message, seat)
        return self._commitment(message.deal), _restarted(before, message, seat)

    def listed(self, message: Commitments) -> Reveal | None:
        """Our secret, if our commitment stands in the list as we gave it; never twice for different lists."""
        attempt = self._attempts.get(message.deal)
        if attempt is None or attempt.opened.attempt != message.attempt:
            return None
        if attempt.listed is None:
            attempt = replace(attempt, listed=message.commitments)
            self._attempts[message.deal] = attempt
        if attempt.secret is None or attempt.listed != message.commitments or not self._list_is_sound(attempt):
            return None
        self._attempts[message.deal] = replace(attempt, revealed=True)
        return Reveal(message.deal, message.attempt, attempt.secret)

    def saw(self, events: Sequence[PublicEvent], view: SeatView) -> None:
        """Keep what the table showed, for the check."""
        self._bind(events, view.table.deals_begun)
        if self._on_table is None:
            return
        seen = self._seen.get(self._on_table, DealSeen())
        for event in events:
            seen = _after_event(seen, event, view)
        self._seen[self._on_table] = _after_view(seen, view)

    def new_match(self) -> None:
        """Forget the deals of the match before: numbers start again."""
        self._attempts.clear()
        self._seen.clear()
        self._undealt = self._on_table = None
        self._begun = 0

    def check(self, proof: DealProof, rules: Ruleset) -> Verdict:
        """Deal the pack again under ``rules`` and compare with all that was seen (docs/fair-deal.md)."""
        attempt = self._attempts.get(proof.name.deal)
        if proof.name.table_id != self.table_id or broken_shares(proof) or not self._seen_fits(proof, rules):
            return Verdict.BROKEN
        if attempt is None or attempt.opened.attempt < proof.name.attempt:
            return Verdict.NOT_MINE
        if not _is_what_was_promised(attempt, proof):
            return Verdict.BROKEN
        return Verdict.VERIFIED if attempt.revealed and proof.name.deal in self._seen else Verdict.NOT_MINE

    def _bind(self, events: Sequence[PublicEvent], begun: int) -> None:
        dealt = any(isinstance(event, HandDealt) for event in events)
        if dealt or begun == self._begun + 1:
            self._on_table, self._undealt = self._undealt, None
        elif begun != self._begun:  # away for more than one deal, or another match
            self._on_table = self._undealt = None
        self._begun = begun

    def _remember(self, message: ShuffleOpened, seat: Seat | None) -> None:
        takes_part = seat is not None and seat in message.participants and message.participants[-1:] == (HOST,)
        self._attempts[message.deal] = Attempt(message, seat, self.entropy() if takes_part else None)
        self._seen.pop(message.deal, None)
        self._undealt = message.deal
        for deal in sorted(self._attempts)[:-DEALS_KEPT]:
            del self._attempts[deal]
            self._seen.pop(deal, None)

    def _commitment(self, deal: int) -> Commit | None:
        attempt = self._attempts.get(deal)
        if attempt is None or attempt.secret is None:
            return None
        return Commit(deal, attempt.opened.attempt, self._own_commitment(attempt))

    def _own_commitment(self, attempt: Attempt) -> bytes:
        name = DealName(self.table_id, attempt.opened.deal, attempt.opened.attempt)
        return commit(name, attempt.seat or 0, attempt.secret or b"")

    def _list_is_sound(self, attempt: Attempt) -> bool:
        by_participant = dict(zip(attempt.opened.participants, attempt.listed or (), strict=False))
        return (
            len(attempt.listed or ()) == len(attempt.opened.participants)
            and by_participant.get(HOST) == attempt.opened.host_commitment
            and by_participant.get(attempt.seat or 0) == self._own_commitment(attempt)
        )

    def _seen_fits(self, proof: DealProof, rules: Ruleset) -> bool:
        seen = self._seen.get(proof.name.deal)
        if seen is None or seen.dealer is None:
            return True
        hands = hands_of(proof, seen.dealer, rules.direction)
        own_fits = seen.hand is None or seen.viewer is None or hands[seen.viewer] == seen.hand
        return own_fits and _played_fits(seen.table, hands) and _void_fits(seen.void, hands, rules)


def _after_event(seen: DealSeen, event: PublicEvent, view: SeatView) -> DealSeen:
    match event:
        case HandDealt():
            return DealSeen(event.dealer, None, view.viewer, event.hand)
        case DealVoided():
            return replace(seen, void=event)
        case _:
            return seen


def _after_view(seen: DealSeen, view: SeatView) -> DealSeen:
    table = view.table
    if not table.tricks and table.phase not in (Phase.CALLING, Phase.PLAYING):
        return seen
    return replace(seen, dealer=table.dealer, table=table, viewer=view.viewer, hand=_hand_as_dealt(view))


def _restarted(before: Attempt | None, message: ShuffleOpened, seat: Seat | None) -> ShuffleRestarted | None:
    again = before is not None and before.opened != message
    if not again and not (before is None and message.attempt > 1):
        return None
    mine = before is not None and before.revealed and seat in message.left_out
    return ShuffleRestarted(message.attempt, message.left_out, mine)


def _is_what_was_promised(attempt: Attempt, proof: DealProof) -> bool:
    commitments = tuple(share.commitment for share in proof.shares)
    secrets = {share.participant: share.secret for share in proof.shares}
    return (
        attempt.opened.attempt == proof.name.attempt
        and tuple(share.participant for share in proof.shares) == attempt.opened.participants
        and commitments[-1] == attempt.opened.host_commitment
        and attempt.listed in (None, commitments)
        and (attempt.secret is None or secrets.get(attempt.seat or 0) == attempt.secret)
    )


def cards_played(table: Table) -> dict[Seat, list[Card]]:
    """The cards that each seat has played in this deal."""
    played: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for trick in (*table.tricks, *((table.trick,) if table.trick else ())):
        for place, card in enumerate(trick.cards):
            played[seat_of_card(trick, place, table.rules.direction)].append(card)
    return played


def _hand_as_dealt(view: SeatView) -> Hand | None:
    if view.viewer is None:
        return None
    hand = sorted_hand([*view.hand, *cards_played(view.table)[view.viewer]])
    return hand if len(hand) == TRICKS_IN_DEAL else None


def _played_fits(table: Table | None, hands: tuple[Hand, ...]) -> bool:
    played = {} if table is None else cards_played(table)
    return all(set(cards) <= set(hands[seat]) for seat, cards in played.items())


def _void_fits(void: DealVoided | None, hands: tuple[Hand, ...], rules: Ruleset) -> bool:
    if void is None or void.seat is None or void.reason not in _REDEALS:
        return True
    return void.reason.value in [str(reason) for reason in redeal_reasons(hands[void.seat], rules)]
