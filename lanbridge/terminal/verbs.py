"""What may be typed: the verbs, their words in the player's language, and the names of cards."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from lanbridge.engine import PACK, SEATS, Card, Rank, Suit
from lanbridge.text import Words

SUIT_SIGNS: Final[Mapping[str, Suit]] = {
    sign: suit
    for suit, signs in zip(Suit, ("c\u2663\u2667", "d\u2666\u2662", "h\u2665\u2661", "s\u2660\u2664"), strict=True)
    for sign in signs
}
_RANKS: Final[Mapping[str, Rank]] = {rank.letter.casefold(): rank for rank in Rank} | {"10": Rank.TEN}


class Verb(StrEnum):
    """Everything that may be asked for; the value is the key of its words and of its help."""

    LIST = "list"
    JOIN = "join"
    WATCH = "watch"
    HOST = "host"
    RESUME = "resume"
    RETURN = "return"
    PRACTISE = "practise"
    NAME = "name"
    LANGUAGE = "language"
    DIGITS = "digits"
    PRESET = "preset"
    SET = "set"
    BOTS = "bots"
    CLOCK = "clock"
    GRACE = "grace"
    PACE = "pace"
    DEALS = "deals"
    HINTS = "hints"
    PIN = "pin"
    LISTED = "listed"
    OPEN = "open"
    CANCEL = "cancel"
    CALL = "call"
    PLAY = "play"
    HAND = "hand"
    TABLE = "table"
    LAST = "last"
    SCORES = "scores"
    CLAIM = "claim"
    HINT = "hint"
    SAY = "say"
    READY = "ready"
    WHO = "who"
    RULES = "rules"
    SIT = "sit"
    STAND = "stand"
    DRAW = "draw"
    START = "start"
    NEXT = "next"
    STOP = "stop"
    PAUSE = "pause"
    CONTINUE = "continue"
    REMOVE = "remove"
    CARRY = "carry"
    HANDOVER = "handover"
    ADMIT = "admit"
    REFUSE = "refuse"
    CLOSE = "close"
    LEAVE = "leave"
    HELP = "help"
    QUIT = "quit"
    YES = "yes"
    NO = "no"
    NONE = "none"
    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Folded word -> verb, folded name -> card."""

    verbs: Mapping[str, Verb]
    cards: Mapping[str, Card]


def lexicon(words: Words) -> Lexicon:
    """What a player of this language may type; English words always work, the language's own win where they differ."""
    verbs: dict[str, Verb] = {}
    for tongue in (Words("en"), words):
        verbs |= {folded(word): verb for verb in Verb for word in tongue.say(f"terminal.word.{verb}").split()}
    return Lexicon(verbs, _card_names(Words("en")) | _card_names(words))


def shown(words: Words, verb: Verb) -> str:
    """The word that help and prompts show for a verb."""
    return words.say(f"terminal.word.{verb}").split()[0]


def folded(text: str) -> str:
    """The text without case, spare spaces, invisible breaks and the language's own digits: how words are compared."""
    plain = unicodedata.normalize("NFKC", text).replace("\u200b", "")
    return " ".join("".join(_digit(letter) for letter in plain).casefold().split())


def card_of(text: str, known: Lexicon) -> Card | None:
    """The card that a text names: ``AS``, ``10h``, ``th``, ``sa``, with a suit's sign, or in words; else None."""
    plain = folded(text)
    named = known.cards.get(plain)
    if named is not None:
        return named
    packed = plain.replace(" ", "")
    return _rank_and_suit(packed[:-1], packed[-1:]) or _rank_and_suit(packed[1:], packed[:1])


def seat_of(text: str) -> int | None:
    """The seat (0-3) that a player's number 1-4 names."""
    plain = folded(text)
    return int(plain) - 1 if plain in {str(seat + 1) for seat in SEATS} else None


def _rank_and_suit(rank: str, suit: str) -> Card | None:
    if rank in _RANKS and suit in SUIT_SIGNS:
        return Card(_RANKS[rank], SUIT_SIGNS[suit])
    return None


def _card_names(words: Words) -> dict[str, Card]:
    return {folded(words.card(card)): card for card in PACK}


def _digit(letter: str) -> str:
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)
