"""One plain example of every message and value that crosses the wire; the golden bytes are made from them."""

from __future__ import annotations

from typing import Final

from lanbridge.engine import (
    PRESETS,
    Call,
    Called,
    Card,
    Claim,
    Claimed,
    DealName,
    DealProof,
    DealResult,
    DealScored,
    DealVoided,
    EndReason,
    Hand,
    HandDealt,
    MatchEnded,
    MatchStarted,
    Phase,
    Play,
    Played,
    Reason,
    Refusal,
    SeatView,
    Share,
    Suit,
    Table,
    Trick,
    TrickWon,
    VoidReason,
    sorted_hand,
)
from lanbridge.protocol import messages as m
from lanbridge.protocol.advert import TableCard
from lanbridge.protocol.table_settings import TableSettings, Watch


def cards(text: str) -> Hand:
    return tuple(Card.parse(word) for word in text.split())


ID: Final = bytes(range(16))
KEY: Final = bytes(range(32))
OTHER: Final = bytes(range(100, 132))
SIGNATURE: Final = bytes(64)
SHARE: Final = b"A" + KEY

RULES: Final = PRESETS["nepal"].changed(void="optional", bonus="8 130 none", redeals="no_akq,four_aces")
SETTINGS: Final = TableSettings("Rafi's table", RULES, clock=30, pace=5, watch=Watch.AFTER)
RESULT: Final = DealResult(2, 1, (3, 2, 4, 1), (4, 2, 3, 4), (31, 20, -40, 13), (72, 40, -10, 26))
FULL_HAND: Final = sorted_hand(cards("2C 9C KC 3D TD AD 4H 5H JH 2S 8S QS AS"))
HANDS: Final = tuple(cards(" ".join(f"{rank}{suit}" for rank in "23456789TJQKA")) for suit in "CDHS")
TABLE: Final = Table(
    RULES,
    dealer=2,
    phase=Phase.PLAYING,
    deals_begun=3,
    deals_done=2,
    calls=(3, 2, 4, None),
    won=(1, 0, 0, 0),
    tricks=(Trick(3, cards("KH 2H AH 3H")),),
    trick=Trick(1, cards("TD AD")),
    totals=(72, 40, -10, 26),
    last_deal=RESULT,
    moves=120,
)
VIEW: Final = SeatView(TABLE, 0, sorted_hand(cards("2C 9C KC 3D 4H 5H JH 2S 8S QS AS")))
CLOCK: Final = m.TurnClock(3, 12_500, 30_000)
SEATING: Final = m.Seating(
    you=0,
    seats=(
        m.SeatInfo(m.Occupant.HUMAN, "Rafi", KEY, ready=True),
        m.SeatInfo(m.Occupant.HUMAN, "মিতা", OTHER, present=False, bot="hard", persona=3),
        m.SeatInfo(m.Occupant.BOT, "Ponky", bot="medium", persona=7, reserved="Ayesha"),
        m.SeatInfo(m.Occupant.NOBODY),
    ),
    stage=m.Stage.PLAYING,
    menu_seat=0,
    menu=True,
    waited_for=(1,),
    spectators=("Ayesha",),
    knocks=((5, "Nobody"),),
)
CLAIM: Final = m.Claim(ID, 2, KEY, OTHER, 1, KEY)
PROOF: Final = DealProof(DealName(ID, 3, 1), (Share(0, KEY, OTHER), Share(4, OTHER, KEY)))

EVENTS: Final = (
    MatchStarted(RULES, 3),
    HandDealt(3, FULL_HAND),
    HandDealt(3, None),
    DealVoided(VoidReason.NO_SPADE, 2),
    DealVoided(VoidReason.TOO_FEW_CALLED),
    Called(1, 5),
    Played(2, Card.parse("TH")),
    TrickWon(3),
    Claimed(0),
    DealScored(RESULT),
    MatchEnded((0, 2), EndReason.REACHED),
)

CLIENT_MESSAGES: Final[tuple[m.ClientMessage, ...]] = (
    m.Hello(1, "Rafi", KEY, SIGNATURE, m.Wish.SEAT),
    m.Hello(1, "মিতা", KEY, SIGNATURE, m.Wish.WATCH, SHARE),
    m.PinAnswer(KEY),
    m.SubmitMove(1, 0, Call(5)),
    m.SubmitMove(2, 51, Play(Card.parse("AS"))),
    m.SubmitMove(3, 52, Claim()),
    m.TakeSeat(4, 2),
    m.LeaveSeat(5),
    m.SetReady(6, ready=True),
    m.Say(7, text="well played"),
    m.Say(8, phrase="thanks"),
    m.StartMatch(9),
    m.NextDeal(10),
    m.StopMatch(11),
    m.Pause(12, paused=True),
    m.RemovePlayer(13, 3),
    m.ChangeSettings(14, SETTINGS),
    m.Admit(15, 5, admitted=False),
    m.CloseTable(16),
    m.Commit(3, 1, KEY),
    m.Reveal(3, 1, OTHER),
    m.Endorse(2, SIGNATURE),
    m.Contest(CLAIM, (m.Endorsement(KEY, SIGNATURE),), SIGNATURE),
    m.HandOver(17, 2),
    m.TakeOver(18, 7468),
    m.AskForSettings(19, SETTINGS),
    m.AskToGoOn(20, 2),
    m.Answer(21, 3, yes=True),
    m.Ping(1),
    m.Pong(2**53 - 1),
    m.Bye(),
)
HOST_MESSAGES: Final[tuple[m.HostMessage, ...]] = (
    m.Greeting(1, ID, 0, KEY, locked=True),
    m.PinChallenge(SHARE),
    m.Knocking(),
    m.Welcome(ID, 1, SETTINGS, SEATING, 17, 1, VIEW, (RESULT,), CLOCK, KEY),
    m.Welcome(ID, 0, TableSettings("Table"), SEATING, 0, 0, None, (), None),
    SEATING,
    m.SettingsChanged(SETTINGS),
    m.Update(18, 1, EVENTS, VIEW, CLOCK, m.Cause.AWAY),
    m.Update(19, 1, (), SeatView(Table(PRESETS["india"], 0), None), None),
    m.Accepted(1),
    m.Rejected(2, m.RejectReason.STALE),
    m.Rejected(3, m.RejectReason.ILLEGAL, Refusal(Reason.HEAD_TRICK, Card.parse("2H"), Suit.HEARTS, Card.parse("JH"))),
    m.Rejected(4, m.RejectReason.ILLEGAL, Refusal(Reason.CALL_OUT_OF_RANGE, least=2, most=12)),
    m.Said(1, "মিতা", "hello", ""),
    m.Said(None, "Ayesha", "", "well_played"),
    m.ShuffleOpened(3, 2, (0, 2, 4), KEY, (1,)),
    m.Commitments(3, 2, (KEY, OTHER, KEY)),
    m.ProofShown(PROOF),
    m.HandsShown(3, HANDS),
    m.Announced(m.News.JOURNAL_LOST),
    m.EpochClaimed(CLAIM, (m.Endorsement(KEY, SIGNATURE), m.Endorsement(OTHER, SIGNATURE)), (KEY, OTHER)),
    m.HandOverAsked(),
    m.HandedOver(2, "10.77.0.12", 7468),
    m.Question(3, 0, None, SETTINGS, (0, 1, 3), (0,), (1,), 59_000),
    m.Question(4, 1, 2, None, (0, 1), (0, 1), (), 0, m.Outcome.CARRIED),
    m.SentAway((KEY, OTHER)),
    m.Ping(7),
    m.Pong(7),
    m.Closing(m.CloseReason.WRONG_PIN),
)
CARD: Final = TableCard(ID, 2, "Rafi's table", "nepal", (("void", "optional"),), 3, True, False, True, 1, 7468, OTHER)
