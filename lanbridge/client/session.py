"""One seat at one table, without sockets or clocks: host messages in, replies, notices and `Known` out.

The link gives it the fingerprint that TLS saw and every message; it outlives connections, so that a lost answer is
asked for again under its old number and nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from lanbridge.engine import SHARE_BYTES, DealProof, MatchStarted
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import (
    PROTOCOL_VERSION,
    Accepted,
    Announced,
    Bye,
    ClientMessage,
    CloseReason,
    Closing,
    Commitments,
    EpochClaimed,
    Greeting,
    HandedOver,
    HandOverAsked,
    HandsShown,
    HostMessage,
    Knocking,
    Outcome,
    PinChallenge,
    ProofShown,
    Question,
    Rejected,
    RejectReason,
    Request,
    Said,
    Seating,
    SentAway,
    SettingsChanged,
    ShuffleOpened,
    Update,
    Welcome,
    Wish,
)

from .arrival import Arrival
from .fair_deal import DealWatch
from .host_pins import HostPins, HostStanding
from .known import (
    Answered,
    DealChecked,
    HostAnnounced,
    Known,
    Link,
    LinkChanged,
    LinkProblem,
    Notice,
    SeatingChanged,
    Spoke,
    TableAsked,
    Updated,
)
from .open_requests import OpenRequests
from .ports import Target
from .problems import HostRefused
from .record import DEALS_KEPT, longer_sheet
from .succession import Followed, shown

CHAT_LINES: Final = 200
"""Lines of chat kept: more than anybody scrolls back."""

COME_BACK: Final = frozenset({CloseReason.SILENT, CloseReason.TOO_SLOW, CloseReason.HANDED_OVER, CloseReason.TOO_MANY})
"""Reasons after which the connection is tried again; every other one is final."""


@dataclass(slots=True)
class Session:
    """A seat, or a place to watch, at the table of ``target``.

    ``entropy`` gives so many fresh secret bytes at each call. ``first_request_id`` (below 2**31) is drawn at random:
    the host remembers answers by seat key, also those of this program's last run.
    """

    key: SeatKey
    name: str
    wish: Wish
    target: Target
    entropy: Callable[[int], bytes]
    pin: str = ""
    pins: HostPins = field(default_factory=HostPins)
    first_request_id: int = 1
    known: Known = field(default_factory=Known)
    welcomed: bool = False
    """Whether this table has ever let us in: from then on a broken connection is tried again."""
    asked_to_host: bool = False
    """Whether the host wants to hand over to us."""
    _followed: Followed = field(init=False)
    _asked: OpenRequests = field(init=False)
    _watch: DealWatch = field(init=False)
    _arrival: Arrival | None = None
    """The way in of this connection, until its first welcome."""
    _notices: list[tuple[Notice, Known]] = field(default_factory=list)
    _replies: list[ClientMessage] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._asked = OpenRequests(self.first_request_id)
        self._followed = Followed(self.key)
        self._watch = DealWatch(lambda: self.entropy(SHARE_BYTES))

    # --- what the link and the screen do

    def take_replies(self) -> tuple[ClientMessage, ...]:
        """Messages to send now, in order; each is handed out once."""
        replies, self._replies = tuple(self._replies), []
        return replies

    def take_notices(self) -> tuple[tuple[Notice, Known], ...]:
        """What has happened since the last call, each with the knowledge after it."""
        notices, self._notices = tuple(self._notices), []
        return notices

    @property
    def over(self) -> bool:
        """Whether the session has ended for good."""
        return self.known.link is Link.CLOSED

    def judge(self, greeting: Greeting, fingerprint: bytes) -> LinkProblem | CloseReason | None:
        """What is wrong with the table that greets us; None if it is the one we look for."""
        if greeting.version != PROTOCOL_VERSION:
            return CloseReason.VERSION
        if self.target.table_id not in (b"", greeting.table_id):
            return LinkProblem.WRONG_TABLE
        if self.welcomed:
            return self._followed.judge(self.known.epoch, greeting, fingerprint)
        if self.target.fingerprint not in (b"", fingerprint):
            return self._changed_to(fingerprint, (self.target.fingerprint,))
        if self._is_not_pinned(self.target.name, fingerprint):
            return self._changed_to(fingerprint, self.pins.pinned(self.target.name))
        return None

    def must_prove(self, greeting: Greeting) -> bool:
        """Whether the host that greets us must show a claim before anything that it says counts."""
        return self.welcomed and self._followed.must_prove(self.known.epoch, greeting)

    def doubts(self, greeting: Greeting, claimed: EpochClaimed | None, fingerprint: bytes) -> LinkProblem | None:
        """Why a later host's claim is none: anybody may greet with our table's id and a higher epoch."""
        return self._followed.doubts(self.known, claimed, greeting, fingerprint)

    def reached(self, address: str, port: int) -> None:
        """The table let us in here: its last good place from now on."""
        self.target = self.target.found_at(address, port)
        self._know(reached=self.target)

    def _is_not_pinned(self, name: str, fingerprint: bytes) -> bool:
        """Whether the name was hosted with other certificates; who was let in before knows the table better."""
        changed = self.pins.standing(name, fingerprint) is HostStanding.CHANGED
        return changed and not self.welcomed and fingerprint != self.target.accepted

    def _standing(self, name: str) -> HostStanding:
        """Of a host that is not refused: one that the player, or the seats of its table, accept is new, not changed."""
        standing = self.pins.standing(name, self.target.fingerprint)
        return HostStanding.FIRST_VISIT if standing is HostStanding.CHANGED else standing

    def _changed_to(self, fingerprint: bytes, pinned: tuple[bytes, ...]) -> LinkProblem:
        self._know(fingerprint=fingerprint, host=HostStanding.CHANGED, pinned=pinned)
        return LinkProblem.HOST_KEY_CHANGED

    def begin(self, greeting: Greeting, fingerprint: bytes) -> None:
        """A connection whose greeting `judge` approved: say who we are."""
        self._replies.clear()
        self._watch.table_id = greeting.table_id
        self.target = replace(self.target, table_id=greeting.table_id, fingerprint=fingerprint)
        self._know(fingerprint=fingerprint, host=self._standing(self.target.name), pinned=())
        self._arrival = Arrival(self.key, greeting, fingerprint, self.pin, self.entropy)
        self._reply(self._arrival.hello(self.name, self.wish))

    def request(self, request: Request) -> None:
        """Ask for something under a new number; a move for a turn that has been asked for already is not repeated."""
        if self._asked.asks_again(request):
            return
        request = self._asked.numbered(request)
        if self._asked.full or self.over:
            self._notify(Answered(request, RejectReason.TOO_OFTEN))
            return
        self._asked.add(request)
        if self.known.link is Link.SEATED:
            self._replies.append(request)
        self._know(pending=self._asked.waited_for())

    def lost(self, problem: CloseReason | LinkProblem | None, now: float) -> None:
        """The connection broke at the monotonic second ``now``; it will be tried again."""
        if self.known.lost_at is None:
            self._know(lost_at=now)
        if not self.over and (self.known.link, self.known.closed) != (Link.LOST, problem):
            self._change_link(Link.LOST, problem)

    def agree(self) -> None:
        """The player wants to go on without the host."""
        self._know(carrying_on=True)
        self._notify(SeatingChanged())

    def disagree(self) -> None:
        """It could not be done here; the player may ask for it again."""
        self._know(carrying_on=False)
        self._notify(SeatingChanged())

    def close(self, problem: CloseReason | LinkProblem, host_version: int | None = None) -> None:
        """It is over, and why."""
        if not self.over:
            self._know(host_version=host_version if host_version is not None else self.known.host_version)
            self._change_link(Link.CLOSED, problem)

    def leave(self) -> None:
        """We go: nothing more is asked for and no notice follows."""
        self._replies = [Bye()] if self.known.link in (Link.SEATED, Link.KNOCKING) else []
        self._asked.clear()
        self._know(link=Link.CLOSED, pending=None)
        self._notices.clear()

    def refuse(self, request_id: int) -> None:
        """Answer here a request that cannot be put on the wire: a line of chat too long, a number out of range."""
        self._answered(Rejected(request_id, RejectReason.NOT_NOW))

    def measured(self, rtt_ms: int | None) -> None:
        """The last round trip, in milliseconds."""
        if rtt_ms != self.known.rtt_ms:
            self._know(rtt_ms=rtt_ms)

    # --- what the host says

    def receive(self, message: HostMessage, now: float) -> None:  # noqa: C901, PLR0912 - one door for each message
        """Take in one message that came at the monotonic second ``now``; when it is over, nothing counts any more."""
        if self.over:
            return
        match message:
            case Welcome():
                self._welcome(message, now)
            case Update():
                self._update(message, now)
            case Seating():
                self._know(seating=message)
                self._notify(SeatingChanged())
            case SettingsChanged():
                self._know(settings=message.settings)
                self._notify(SeatingChanged())
            case Accepted() | Rejected():
                self._answered(message)
            case Said():
                self._know(chat=(*self.known.chat, message)[-CHAT_LINES:])
                self._notify(Spoke(message))
            case ShuffleOpened():
                self._shuffle(message)
            case Commitments():
                self._reply(self._watch.listed(message))
            case ProofShown():
                self._check(message.proof)
            case PinChallenge():
                self._reply(self._arrival.prove_pin(message) if self._arrival else None)
            case Knocking():
                self._change_link(Link.KNOCKING, None)
            case EpochClaimed():
                self._claimed(message)
            case HandedOver():
                self.target = self.target.found_at(message.address, message.port)
            case HandOverAsked():
                self.asked_to_host = True
            case SentAway():
                self._know(removed=message.keys)
            case Announced():
                self._notify(HostAnnounced(message.news))
            case HandsShown():
                self._know(hands_shown=message)
            case Question():
                self._know(question=message if message.outcome is Outcome.OPEN else None)
                self._notify(TableAsked(message))
            case Closing():
                self._closing(message, now)
            case _:
                pass  # the link greets, the connection keeps itself alive, other news are for others

    def _welcome(self, message: Welcome, now: float) -> None:
        arriving, self._arrival = self._arrival, None
        if arriving is not None and arriving.is_deceived(message):
            # It does not know our PIN: the host said yes to a wrong one, or somebody plays host.
            self.close(CloseReason.WRONG_PIN if self.known.link is Link.KNOCKING else LinkProblem.NOT_A_TABLE)
            return
        if self.welcomed and (problem := self._followed.refuses(self.known, message, self.target.fingerprint)):
            raise HostRefused(problem)
        if self._is_not_pinned(message.settings.name, self.target.fingerprint):
            self.close(self._changed_to(self.target.fingerprint, self.pins.pinned(message.settings.name)))
            return
        if message.match != self.known.match:
            self._watch.new_match()
            self._know(verdicts={})
            self._forget_moves()
        self._follow(message)
        self._know(record=self.known.record.welcomed(message.match, message.view))
        if message.view is not None:
            self._watch.saw((), message.view)
        self._know(
            settings=message.settings,
            host=self._standing(message.settings.name),
            question=None,
            table_id=message.table_id,
            seq=message.seq,
            match=message.match,
            view=message.view,
            sheet=message.sheet,
            clock=message.clock,
            clock_at=now,
        )
        if arriving is not None:
            self._change_link(Link.SEATED, None)
            self._replies.extend(self._asked.all())
        self._notify(Updated((), message.view, fresh=False))

    def _follow(self, message: Welcome) -> None:
        """The host is accepted: sign for it, if it asks for signatures."""
        if message.epoch > self.known.epoch:
            self._forget_moves()
        self.welcomed = True
        self._followed.follow(message.epoch, self.target.fingerprint)
        self._know(lost_at=None, carrying_on=False, host_claim=None, seating=message.seating, epoch=message.epoch)
        if self._followed.claimed is not None:
            self._claimed(self._followed.claimed)

    def _claimed(self, message: EpochClaimed) -> None:
        """Who hosts, and who has signed for it; before the welcome it is only kept."""
        self._followed.claimed = message
        is_ours = self._followed.is_followed(message.claim, self.target.table_id, self.known.epoch)
        if self._arrival is not None or self.known.seating is None or not is_ours:
            return
        self._reply(self._followed.endorsement(message))
        self._know(host_claim=shown(message, self.known.seating))
        self._notify(SeatingChanged())

    def _update(self, message: Update, now: float) -> None:
        if (message.match, message.seq) <= (self.known.match, self.known.seq):
            return
        if any(isinstance(event, MatchStarted) for event in message.events):
            self._watch.new_match()
            self._know(sheet=(), verdicts={})
        self._know(record=self.known.record.told(message.match, message.events, message.view))
        self._watch.saw(message.events, message.view)
        self._know(sheet=longer_sheet(self.known.sheet, message.events))
        self._know(seq=message.seq, match=message.match, view=message.view, clock=message.clock, clock_at=now)
        self._notify(Updated(message.events, message.view, cause=message.cause))

    def _answered(self, message: Accepted | Rejected) -> None:
        request = self._asked.answered(message.request_id)
        if request is None:
            return
        self._know(pending=self._asked.waited_for())
        why = (message.reason, message.refusal) if isinstance(message, Rejected) else (None, None)
        self._notify(Answered(request, *why))

    def _shuffle(self, message: ShuffleOpened) -> None:
        commitment, restarted = self._watch.opened(message, self.known.seating.you if self.known.seating else None)
        self._know(attempt=message.attempt)
        if restarted is not None:
            self._notify(restarted)
        self._reply(commitment)

    def _check(self, proof: DealProof) -> None:
        if self.known.view is None or proof.name.deal in self.known.verdicts or proof.name.deal > DEALS_KEPT:
            return
        verdict = self._watch.check(proof, self.known.view.table.rules)
        self._know(record=self.known.record.proved(proof))
        self._know(verdicts={**self.known.verdicts, proof.name.deal: verdict})
        self._notify(DealChecked(proof.name.deal, verdict))

    def _closing(self, message: Closing, now: float) -> None:
        self._followed.yielding = self._followed.yielding or message.reason is CloseReason.HANDED_OVER
        if message.reason in COME_BACK and self.welcomed:
            self.lost(message.reason, now)
        else:
            self.close(message.reason, message.version)

    # --- small moves

    def _forget_moves(self) -> None:
        for request in self._asked.forget_moves():
            self._know(pending=self._asked.waited_for())
            self._notify(Answered(request, RejectReason.STALE))

    def _reply(self, message: ClientMessage | None) -> None:
        if message is not None:
            self._replies.append(message)

    def _know(self, **facts: object) -> None:
        self.known = replace(self.known, **facts)  # type: ignore[arg-type]  # checked by the dataclass's own fields

    def _change_link(self, link: Link, problem: CloseReason | LinkProblem | None) -> None:
        self._know(link=link, closed=problem)
        self._notify(LinkChanged(link, problem))

    def _notify(self, notice: Notice) -> None:
        self._notices.append((notice, self.known))
