"""Text into a record: notation is judged here, play is judged by `record_check`."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from .cards import SEATS, Card, Hand, Seat, sorted_hand
from .events import (
    Called,
    Claimed,
    DealResult,
    DealScored,
    DealVoided,
    EndReason,
    Event,
    MatchEnded,
    MatchStarted,
    PackDealt,
    Played,
    TrickWon,
    VoidReason,
)
from .presets import preset_named
from .record_notation import KEPT_TAGS, MISSING, NOTHING, SEALED, VERSION, result_text, tenths_of
from .record_values import LONGEST_RECORD, LONGEST_TAG, MOST_TAGS, Dealing, InvalidRecord, Record
from .rules import InvalidRuleset, Ruleset
from .shuffle import HOST, DealName, DealProof, Share
from .tricks import next_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_FIRST_PRINTABLE: Final = " "
_TAG: Final = re.compile(r'\[([A-Z][A-Za-z0-9]{0,31}) "((?:[^"\\]|\\["\\])*)"\]')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_POINTS: Final = r"((?: -?\d{1,9}\.\d){4})"


class _Wrong(Exception):
    """A line cannot be read; the text says why."""


class _Tag(NamedTuple):
    value: str
    line: int


def parse(text: str) -> Record:
    """The record that the text holds.

    Raises:
        InvalidRecord: with the number of the first line that is wrong, and what is wrong with it.
    """
    if len(text) > LONGEST_RECORD:
        raise InvalidRecord(0, f"longer than {LONGEST_RECORD} characters")
    lines = text.split("\n")
    if lines.pop():
        raise InvalidRecord(len(lines) + 1, "the last line is cut: it has no end")
    tags = _read_tags(lines)
    reader = _BodyReader(_table_id(tags), _started(tags))
    for number, line in enumerate(lines[len(tags) :], len(tags) + 1):
        _at(number, partial(reader.take, line))
    _at(len(lines), reader.finish)
    _check_result(tags, reader.events)
    free = tuple((name, tag.value) for name, tag in tags.items() if name not in KEPT_TAGS)
    return Record(reader.table_id, free, tuple(reader.events), tuple(reader.dealings))


def _at(line: int, step: Callable[[], None]) -> None:
    try:
        step()
    except _Wrong as wrong:
        raise InvalidRecord(line, str(wrong)) from None


def _read_tags(lines: Sequence[str]) -> dict[str, _Tag]:
    tags: dict[str, _Tag] = {}
    for number, line in enumerate(lines, 1):
        if not line.startswith("["):
            break
        name, value = _tag_pair(number, line)
        if name in tags:
            raise InvalidRecord(number, f"the tag {name} stands twice")
        tags[name] = _Tag(value, number)
    if len(tags) > MOST_TAGS:
        raise InvalidRecord(MOST_TAGS + 1, f"more than {MOST_TAGS} tags")
    return tags


def _tag_pair(number: int, line: str) -> tuple[str, str]:
    found = _TAG.fullmatch(line)
    if found is None or any(sign < _FIRST_PRINTABLE or "\ud800" <= sign <= "\udfff" for sign in line):
        raise InvalidRecord(number, 'a tag is written [Name "value"]')
    value = _ESCAPED.sub(r"\1", found[2])
    if len(value) > LONGEST_TAG:
        raise InvalidRecord(number, f"a tag's value has at most {LONGEST_TAG} characters")
    return found[1], value


def _needed(tags: Mapping[str, _Tag], name: str, pattern: str, wanted: str) -> _Tag:
    if name not in tags:
        raise InvalidRecord(len(tags) + 1, f"the tag {name} is missing")
    if not re.fullmatch(pattern, tags[name].value):
        raise InvalidRecord(tags[name].line, f"{name} must be {wanted}")
    return tags[name]


def _table_id(tags: Mapping[str, _Tag]) -> bytes:
    _needed(tags, "LanBridge", VERSION, f"{VERSION}: a newer program wrote this")
    return bytes.fromhex(_needed(tags, "Table", r"[0-9a-f]{32}", "32 hexadecimal digits").value)


def _started(tags: Mapping[str, _Tag]) -> MatchStarted:
    preset = _needed(tags, "Preset", ".*", "the name of a preset")
    dealer = _needed(tags, "Dealer", "[0-3]", "a seat, 0 to 3")
    switches = tags.get("Switches", _Tag("", preset.line))
    try:
        rules = preset_named(preset.value)
    except InvalidRuleset as error:
        raise InvalidRecord(preset.line, str(error)) from None
    try:
        return MatchStarted(_switched(rules, switches.value), int(dealer.value))
    except InvalidRuleset as error:
        raise InvalidRecord(switches.line, str(error)) from None


def _switched(rules: Ruleset, text: str) -> Ruleset:
    pairs = [part.partition("=") for part in text.split("; ") if part]
    return rules.changed(**{name: value for name, _, value in pairs})


def _bytes_of(text: str) -> bytes:
    return b"" if text in (MISSING, SEALED) else bytes.fromhex(text)


def _check_result(tags: Mapping[str, _Tag], events: Sequence[Event]) -> None:
    told = _needed(tags, "Result", ".*", "the result")
    if told.value != result_text(events):
        raise InvalidRecord(told.line, f"Result is not what the deals say: {result_text(events)}")


class _BodyReader:
    """Takes line after line; knows just enough of the match to give every card its seat."""

    def __init__(self, table_id: bytes, started: MatchStarted) -> None:
        self.table_id = table_id
        self.events: list[Event] = [started]
        self.dealings: list[Dealing] = []
        self._direction = started.rules.direction
        self._attempts: list[tuple[str, int, list[Share]]] | None = None
        self._dealer: Seat = started.dealer
        self._hands: list[Hand] | None = None
        self._calls: dict[Seat, int] = {}
        self._tricks = 0
        self._scored = 0

    def take(self, line: str) -> None:
        """Read one line; blank lines say nothing."""
        if not line:
            return
        word = line.split(" ", 1)[0]
        if word not in _LINES:
            raise _Wrong(f"no line of a record begins so: {line[:40]!r}")
        pattern, read = _LINES[word]
        found = pattern.fullmatch(line)
        if found is None:
            raise _Wrong(f"this is not how a line {word} is written: {line[:80]!r}")
        self._check_place(word)
        read(self, found)

    def finish(self) -> None:
        """Read the end of the text."""
        if self._hands is not None:
            raise _Wrong("a deal has four hands")
        self._close_dealing()

    def _check_place(self, word: str) -> None:
        if (word == "Hand") != (self._hands is not None):
            raise _Wrong("four hands follow the dealer, and stand nowhere else")
        if (word in _BEFORE_CARDS) != (self._attempts is not None) and word not in _ANYWHERE:
            raise _Wrong(f"a line {word} does not stand here")

    def read_deal(self, found: re.Match[str]) -> None:
        if self._attempts is not None or int(found[1]) != len(self.dealings) + 1:
            raise _Wrong(f"deal {len(self.dealings) + 1} was expected here, with its cards")
        self._attempts = []

    def read_attempt(self, found: re.Match[str]) -> None:
        attempts = self._attempts or []
        if attempts and attempts[-1][0] == "dealt":
            raise _Wrong("no attempt follows the one that was dealt")
        attempts.append((found[2], int(found[1]), []))
        self._attempts = attempts

    def read_share(self, found: re.Match[str]) -> None:
        if not self._attempts:
            raise _Wrong("a share belongs to an attempt")
        participant = HOST if found[1] == "host" else int(found[1])
        commitment, secret = map(_bytes_of, found.group(2, 3))
        self._attempts[-1][2].append(Share(participant, commitment, secret))

    def read_dealer(self, found: re.Match[str]) -> None:
        self._close_dealing()
        self._dealer, self._hands = int(found[1]), []

    def _close_dealing(self) -> None:
        if self._attempts is None:
            return
        deal = len(self.dealings) + 1
        proofs = [
            DealProof(DealName(self.table_id, deal, attempt), tuple(shares)) for _, attempt, shares in self._attempts
        ]
        dealt = proofs.pop() if self._attempts and self._attempts[-1][0] == "dealt" else None
        self.dealings.append(Dealing(dealt, tuple(proofs)))
        self._attempts = None

    def read_hand(self, found: re.Match[str]) -> None:
        hands = self._hands or []
        if int(found[1]) != len(hands):
            raise _Wrong(f"the hand of seat {len(hands)} was expected here")
        suits = zip("SHDC", found.groups()[1:], strict=True)
        cards = [Card.parse(rank + suit) for suit, ranks in suits for rank in ranks if rank != NOTHING]
        hands.append(sorted_hand(cards))
        self._hands = hands
        if len(hands) == len(SEATS):
            self.events.append(PackDealt(self._dealer, tuple(hands)))
            self._hands, self._calls, self._tricks = None, {}, 0

    def read_calls(self, found: re.Match[str]) -> None:
        for pair in found[1].split():
            seat, tricks = map(int, pair.split("="))
            self._calls[seat] = tricks
            self.events.append(Called(seat, tricks))

    def read_trick(self, found: re.Match[str]) -> None:
        if int(found[1]) != self._tricks + 1:
            raise _Wrong(f"trick {self._tricks + 1} was expected here")
        self._tricks += 1
        for place, card in enumerate(found[3].split()):
            seat = next_seat(int(found[2]), self._direction, place)
            self.events.append(Played(seat, Card.parse(card)))
        if found[4] is not None:
            self.events.append(TrickWon(int(found[4])))

    def read_claim(self, found: re.Match[str]) -> None:
        self.events.append(Claimed(int(found[1])))

    def read_void(self, found: re.Match[str]) -> None:
        self.events.append(DealVoided(VoidReason(found[1]), None if found[2] is None else int(found[2])))

    def read_score(self, found: re.Match[str]) -> None:
        self._scored += 1
        calls = tuple(self._calls.get(seat, 0) for seat in SEATS)
        won = tuple(map(int, found[1].split()))
        points, totals = (tuple(map(tenths_of, found[group].split())) for group in (2, 3))
        self.events.append(DealScored(DealResult(self._scored, self._dealer, calls, won, points, totals)))

    def read_end(self, found: re.Match[str]) -> None:
        self.events.append(MatchEnded(tuple(map(int, found[2].split())), EndReason(found[1])))


_BEFORE_CARDS: Final = frozenset({"Attempt", "Share", "Dealer"})
_ANYWHERE: Final = frozenset({"Deal", "Hand", "End"})

_LINES: Final[Mapping[str, tuple[re.Pattern[str], Callable[[_BodyReader, re.Match[str]], None]]]] = {
    word: (re.compile(pattern, re.ASCII), read)
    for word, pattern, read in (
        ("Deal", r"Deal (\d{1,5})", _BodyReader.read_deal),
        ("Attempt", r"Attempt (\d{1,4}) (given up|dealt)", _BodyReader.read_attempt),
        (
            "Share",
            rf"Share ([0-3]|host) commitment ([0-9a-f]{{64}}|{MISSING}) secret ([0-9a-f]{{64}}|{SEALED})",
            _BodyReader.read_share,
        ),
        ("Dealer", r"Dealer ([0-3])", _BodyReader.read_dealer),
        (
            "Hand",
            r"Hand ([0-3])  S ([2-9TJQKA]+|-)  H ([2-9TJQKA]+|-)  D ([2-9TJQKA]+|-)  C ([2-9TJQKA]+|-)",
            _BodyReader.read_hand,
        ),
        ("Calls", r"Calls((?: [0-3]=\d{1,2}){1,4})", _BodyReader.read_calls),
        (
            "Trick",
            r"Trick (\d{1,2})  ([0-3]):((?: [2-9TJQKA][CDHS]){1,4})(?:  won ([0-3]))?",
            _BodyReader.read_trick,
        ),
        ("Claim", r"Claim ([0-3])", _BodyReader.read_claim),
        ("Void", rf"Void ({'|'.join(VoidReason)})(?: by ([0-3]))?", _BodyReader.read_void),
        (
            "Score",
            rf"Score  won((?: \d{{1,2}}){{4}})  points{_POINTS}  totals{_POINTS}",
            _BodyReader.read_score,
        ),
        ("End", rf"End ({'|'.join(EndReason)}), won by ([0-3](?: [0-3]){{0,3}})", _BodyReader.read_end),
    )
}
