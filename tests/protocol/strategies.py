"""Hypothesis strategies for everything that crosses the wire, written without a look at the codec."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from lanbridge import engine as g
from lanbridge.protocol import messages as m
from lanbridge.protocol.advert import TableCard
from lanbridge.protocol.names import clean_line, clean_name
from lanbridge.protocol.table_settings import Latecomers, TableSettings, Watch

COUNTS = st.integers(0, 2**32 - 1)
SEATS = st.integers(0, 3)
RISING = st.sets(SEATS).map(lambda seats: tuple(sorted(seats)))
KEYS = st.binary(min_size=32, max_size=32)
IDS = st.binary(min_size=16, max_size=16)
CHARACTERS = st.characters(exclude_categories=["Cs"])
NAMES = st.text(CHARACTERS, max_size=32).map(clean_name)
LINES = st.text(CHARACTERS, max_size=200).map(clean_line)
TEXTS = st.text(CHARACTERS, min_size=1, max_size=200)
WORDS = st.text(CHARACTERS, max_size=32)
FLAGS = st.booleans()
CARDS = st.sampled_from(g.PACK)
SECONDS = st.integers(0, 3600)

SWITCHES: tuple[dict[str, str], ...] = (
    {},
    {"direction": "cw", "over_max": "none"},
    {"void": "any_spade", "cannot_win": "must_waste", "head": "if_can_win"},
    {"min_call": "1", "max_call": "13", "total_calls": "9", "fail": "minus_shortfall"},
    {"bonus": "9 200 none", "per_over": "2", "end": "target 5000", "redeals": "no_spade,no_akq,four_aces"},
    {"bonus": "none", "redeals": "none", "end": "deals 500", "fail": "zero"},
)
RULES = st.builds(
    lambda preset, switches: g.PRESETS[preset].changed(**switches),
    st.sampled_from(sorted(g.PRESETS)),
    st.sampled_from(SWITCHES),
)


def cards(least: int, most: int) -> st.SearchStrategy[g.Hand]:
    return st.lists(CARDS, min_size=least, max_size=most, unique=True).map(tuple)


def four(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.tuples(values, values, values, values)


TRICK_COUNTS = st.integers(0, 13)
TENTHS = st.integers(-13_000_000, 13_000_000)
TOTALS = st.integers(-6_500_000_000, 6_500_000_000)
HANDS = cards(0, 13).map(g.sorted_hand)
RESULTS = st.builds(
    g.DealResult, st.integers(1, 500), SEATS, four(TRICK_COUNTS), four(TRICK_COUNTS), four(TENTHS), four(TOTALS)
)
TABLES = st.builds(
    g.Table,
    rules=RULES,
    dealer=SEATS,
    phase=st.sampled_from(g.Phase),
    deals_begun=COUNTS,
    deals_done=st.integers(0, 500),
    calls=four(st.none() | TRICK_COUNTS),
    won=four(TRICK_COUNTS),
    tricks=st.lists(st.builds(g.Trick, SEATS, cards(4, 4)), max_size=13).map(tuple),
    trick=st.none() | st.builds(g.Trick, SEATS, cards(0, 4)),
    totals=four(TOTALS),
    last_deal=st.none() | RESULTS,
    winners=st.none() | RISING,
    moves=COUNTS,
)
VIEWS = st.builds(g.SeatView, TABLES, SEATS, HANDS) | st.builds(g.SeatView, TABLES, st.none())
EVENTS: st.SearchStrategy[g.PublicEvent] = st.one_of(
    st.builds(g.MatchStarted, RULES, SEATS),
    st.builds(g.HandDealt, SEATS, st.none() | cards(13, 13).map(g.sorted_hand)),
    st.builds(g.DealVoided, st.sampled_from(g.VoidReason), st.none() | SEATS),
    st.builds(g.Called, SEATS, TRICK_COUNTS),
    st.builds(g.Played, SEATS, CARDS),
    st.builds(g.TrickWon, SEATS),
    st.builds(g.Claimed, SEATS),
    st.builds(g.DealScored, RESULTS),
    st.builds(g.MatchEnded, RISING, st.sampled_from(g.EndReason)),
)
MOVES: st.SearchStrategy[g.Move] = st.one_of(
    st.builds(g.Call, st.integers(0, 99)), st.builds(g.Play, CARDS), st.just(g.Claim())
)
REFUSALS = st.builds(
    g.Refusal,
    st.sampled_from(g.Reason),
    st.none() | CARDS,
    st.none() | st.sampled_from(g.Suit),
    st.none() | CARDS,
    st.none() | TRICK_COUNTS,
    st.none() | TRICK_COUNTS,
)
SETTINGS = st.builds(
    TableSettings,
    name=NAMES,
    rules=RULES,
    bots=WORDS,
    clock=st.none() | st.integers(1, 3600),
    grace=SECONDS,
    pace=st.none() | SECONDS,
    deals_tonight=st.none() | st.integers(1, 500),
    watch=st.sampled_from(Watch),
    latecomers=st.sampled_from(Latecomers),
    hints=FLAGS,
    listed=FLAGS,
    locked=FLAGS,
    bot_pause_ms=st.integers(0, 60_000),
)
SEAT_INFOS = st.builds(
    m.SeatInfo,
    st.sampled_from(m.Occupant),
    NAMES,
    st.just(b"") | KEYS,
    FLAGS,
    FLAGS,
    WORDS,
    st.integers(0, 255),
    NAMES,
)
SEATINGS = st.builds(
    m.Seating,
    st.none() | SEATS,
    four(SEAT_INFOS),
    st.sampled_from(m.Stage),
    st.none() | SEATS,
    FLAGS,
    FLAGS,
    RISING,
    st.lists(NAMES, max_size=32).map(tuple),
    st.lists(st.tuples(COUNTS, NAMES), max_size=16).map(tuple),
)
CLOCKS = st.builds(m.TurnClock, SEATS, st.integers(0, 3_600_000), st.integers(0, 3_600_000))
PARTICIPANTS = RISING.map(lambda seats: (*seats, 4))
PROOFS = st.builds(
    g.DealProof,
    st.builds(g.DealName, IDS, COUNTS, COUNTS),
    PARTICIPANTS.flatmap(lambda who: st.tuples(*(st.builds(g.Share, st.just(number), KEYS, KEYS) for number in who))),
)
SHARES = st.binary(min_size=33, max_size=33)
STAMPS = st.integers(0, 2**53 - 1)

SIGNATURES = st.binary(min_size=64, max_size=64)
PORTS = st.integers(1, 65_535)
CLAIMS = st.builds(m.Claim, IDS, COUNTS, KEYS, KEYS, COUNTS, KEYS)
ENDORSEMENTS = st.lists(st.builds(m.Endorsement, KEYS, SIGNATURES), max_size=4).map(tuple)

QUESTIONS = st.builds(
    lambda about, *rest: m.Question(rest[0], rest[1], *about, *rest[2:]),
    st.tuples(SEATS, st.none()) | st.tuples(st.none(), SETTINGS),
    COUNTS,
    st.none() | SEATS,
    RISING,
    RISING,
    RISING,
    st.integers(0, 3_600_000),
    st.sampled_from(m.Outcome),
)

CLIENT_MESSAGES: st.SearchStrategy[m.ClientMessage] = st.one_of(
    st.builds(
        m.Hello,
        st.just(m.PROTOCOL_VERSION),
        NAMES,
        KEYS,
        st.binary(min_size=64, max_size=64),
        st.sampled_from(m.Wish),
        st.just(b"") | SHARES,
    ),
    st.builds(m.PinAnswer, KEYS),
    st.builds(m.SubmitMove, COUNTS, COUNTS, MOVES),
    st.builds(m.TakeSeat, COUNTS, SEATS),
    st.builds(m.LeaveSeat, COUNTS),
    st.builds(m.SetReady, COUNTS, FLAGS),
    st.builds(m.Say, COUNTS, text=TEXTS),
    st.builds(m.Say, COUNTS, phrase=WORDS.filter(bool)),
    st.builds(m.StartMatch, COUNTS),
    st.builds(m.NextDeal, COUNTS),
    st.builds(m.StopMatch, COUNTS),
    st.builds(m.Pause, COUNTS, FLAGS),
    st.builds(m.RemovePlayer, COUNTS, SEATS),
    st.builds(m.ChangeSettings, COUNTS, SETTINGS),
    st.builds(m.Admit, COUNTS, COUNTS, FLAGS),
    st.builds(m.CloseTable, COUNTS),
    st.builds(m.Commit, COUNTS, COUNTS, KEYS),
    st.builds(m.Reveal, COUNTS, COUNTS, KEYS),
    st.builds(m.Endorse, COUNTS, SIGNATURES),
    st.builds(m.Contest, CLAIMS, ENDORSEMENTS, SIGNATURES),
    st.builds(m.HandOver, COUNTS, SEATS),
    st.builds(m.TakeOver, COUNTS, PORTS),
    st.builds(m.AskForSettings, COUNTS, SETTINGS),
    st.builds(m.AskToGoOn, COUNTS, SEATS),
    st.builds(m.Answer, COUNTS, COUNTS, FLAGS),
    st.builds(m.Ping, STAMPS),
    st.builds(m.Pong, STAMPS),
    st.just(m.Bye()),
)
HOST_MESSAGES: st.SearchStrategy[m.HostMessage] = st.one_of(
    st.builds(m.Greeting, st.integers(0, 65_535), IDS, COUNTS, KEYS, FLAGS),
    st.builds(m.PinChallenge, SHARES),
    st.just(m.Knocking()),
    st.builds(
        m.Welcome,
        IDS,
        COUNTS,
        SETTINGS,
        SEATINGS,
        COUNTS,
        COUNTS,
        st.none() | VIEWS,
        st.lists(RESULTS, max_size=5).map(tuple),
        st.none() | CLOCKS,
        st.just(b"") | KEYS,
    ),
    SEATINGS,
    st.builds(m.SettingsChanged, SETTINGS),
    st.builds(
        m.Update,
        COUNTS,
        COUNTS,
        st.lists(EVENTS, max_size=8).map(tuple),
        VIEWS,
        st.none() | CLOCKS,
        st.sampled_from(m.Cause),
    ),
    st.builds(m.Accepted, COUNTS),
    st.builds(m.Rejected, COUNTS, st.sampled_from(m.RejectReason), st.none() | REFUSALS),
    st.builds(m.Said, st.none() | SEATS, NAMES, LINES, WORDS),
    st.builds(m.ShuffleOpened, COUNTS, COUNTS, PARTICIPANTS, KEYS, RISING),
    st.builds(m.Commitments, COUNTS, COUNTS, st.lists(KEYS, min_size=1, max_size=5).map(tuple)),
    st.builds(m.ProofShown, PROOFS),
    st.builds(
        m.HandsShown,
        COUNTS,
        st.permutations(g.PACK).map(lambda pack: tuple(g.sorted_hand(pack[k : k + 13]) for k in range(0, 52, 13))),
    ),
    st.builds(m.Announced, st.sampled_from(m.News)),
    st.builds(m.EpochClaimed, CLAIMS, ENDORSEMENTS, st.lists(KEYS, max_size=4).map(tuple)),
    st.just(m.HandOverAsked()),
    st.builds(m.HandedOver, SEATS, st.text(max_size=64), PORTS),
    QUESTIONS,
    st.builds(m.SentAway, st.lists(KEYS, max_size=8).map(tuple)),
    st.builds(m.Ping, STAMPS),
    st.builds(m.Pong, STAMPS),
    st.builds(m.Closing, st.sampled_from(m.CloseReason), st.integers(0, 65_535)),
)
TABLE_CARDS = st.builds(
    TableCard,
    IDS,
    COUNTS,
    NAMES,
    st.sampled_from(sorted(g.PRESETS)),
    RULES.map(lambda rules: tuple(g.house_switches(rules).items())),
    st.integers(0, 4),
    FLAGS,
    FLAGS,
    FLAGS,
    st.integers(0, 65_535),
    st.integers(1, 65_535),
    KEYS,
)
