"""`Words`: texts of one language with their facts filled in. A missing text is English, and one line in the log."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, TypeAlias

from babel.core import Locale, UnknownLocaleError

from lanbridge.engine import Card, Rank, Ruleset, Suit, Tenths

from .catalogue import LOG, Entry, catalogue
from .languages import ENGLISH, own_zero

Fact: TypeAlias = str | int | Card | Suit
"""What may be filled into a text: words as they are, whole numbers, cards and suits in the language's words."""

SUIT_SYMBOLS: Final = "\u2663\u2666\u2665\u2660"
"""Clubs, diamonds, hearts, spades; the window draws these four as shapes."""

_PLACE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
_SMALL_NUMBER: Final = re.compile(r"(?<![A-Za-z0-9])\d{1,3}(?![A-Za-z0-9])")
"""A number that a text itself holds, such as 13 tricks; not F11, 10H, or a port, which are typed as they stand."""
_TENTHS_IN_POINT: Final = 10


class Words:
    """The texts of one language.

    ``own_digits`` writes numbers in the language's own digits where it has some. An unknown language is English.
    Placeholders are ``{name}``; a card also ``{name:short}`` (10 and a suit symbol), a suit also ``{name:one}``
    (one card of it) and ``{name:symbol}``. Plural forms are chosen by the fact ``count`` (CLDR).
    """

    def __init__(self, language: str = ENGLISH, *, own_digits: bool = False) -> None:
        self.language = language if catalogue(language) else ENGLISH
        self.own_digits = own_digits
        self._digits = _digits(self.language) if own_digits else {}

    def say(self, key: str, /, **facts: Fact) -> str:
        """The text of ``key`` with its facts; never raises: English, else the key itself, stands in."""
        for language in dict.fromkeys((self.language, ENGLISH)):
            text = self._text(language, key, facts)
            if text is not None:
                return text
        return key

    def has(self, key: str) -> bool:
        """Whether English has a text of this key."""
        return key in catalogue(ENGLISH)

    def number(self, number: int, *, signed: bool = False) -> str:
        """A whole number in the player's digits; ``signed`` writes + before a number above 0."""
        return f"{number:+d}".translate(self._digits) if signed and number else f"{number:d}".translate(self._digits)

    def points(self, tenths: Tenths, rules: Ruleset, *, signed: bool = False) -> str:
        """Points, with one decimal only where the rules have tenths (rules 4)."""
        sign = "-" if tenths < 0 else "+" if signed and tenths > 0 else ""
        whole, tenth = divmod(abs(tenths), _TENTHS_IN_POINT)
        if not has_tenths(rules) and not tenth:
            return (sign + str(whole)).translate(self._digits)
        return f"{sign}{whole}{_decimal_sign(self.language)}{tenth}".translate(self._digits)

    def tenths(self, tenths: int) -> str:
        """A number counted in tenths, always with one decimal: 3.4."""
        sign, (whole, tenth) = "-" if tenths < 0 else "", divmod(abs(tenths), _TENTHS_IN_POINT)
        return f"{sign}{whole}{_decimal_sign(self.language)}{tenth}".translate(self._digits)

    def card(self, card: Card) -> str:
        """A card in words: 5 of spades."""
        return self.say("cards.name", rank=self.rank(card.rank), suit=card.suit)

    def card_short(self, card: Card) -> str:
        """Rank and suit symbol: 10 and a spade."""
        return self.rank_short(card.rank) + SUIT_SYMBOLS[card.suit]

    def rank(self, rank: Rank) -> str:
        """A rank in words: ace, king, 10."""
        return self.number(rank) if rank <= Rank.TEN else self.say(f"cards.rank.{rank.letter}")

    def rank_short(self, rank: Rank) -> str:
        """A rank as it stands in a card's corner: A, K, 10."""
        return self.number(rank) if rank <= Rank.TEN else rank.letter

    def suit(self, suit: Suit) -> str:
        """A suit in words: spades."""
        return self.say(f"cards.suit.{suit.letter}")

    def listed(self, parts: list[str] | tuple[str, ...]) -> str:
        """Several names as one: ``A, B and C``."""
        if len(parts) < 2:  # noqa: PLR2004 - with one or none there is nothing to join
            return "".join(parts)
        return self.say("lists.last", most=self.say("lists.comma").join(parts[:-1]), last=parts[-1])

    def _text(self, language: str, key: str, facts: dict[str, Fact]) -> str | None:
        entry = catalogue(language).get(key)
        if entry is None:
            complain_once(language, key, "missing")
            return None
        text = entry if isinstance(entry, str) else _plural(language, entry, facts.get("count"))
        unknown = {name for name, _ in _PLACE.findall(text)} - facts.keys()
        if unknown or "{" in _PLACE.sub("", text):
            complain_once(language, key, f"placeholder {', '.join(sorted(unknown)) or 'is broken'}")
            return None if language != ENGLISH else self._filled(text, facts)
        return self._filled(text, facts)

    def _filled(self, text: str, facts: dict[str, Fact]) -> str:
        written = _SMALL_NUMBER.sub(lambda number: number[0].translate(self._digits), text)
        return _PLACE.sub(lambda place: self._fact(facts.get(place[1], "?"), place[2] or ""), written)

    def _fact(self, fact: Fact, form: str) -> str:
        match fact:
            case Card():
                return self.card_short(fact) if form == "short" else self.card(fact)
            case Suit():
                return self._suit_in(fact, form)
            case int():
                return self.number(fact, signed=form == "signed")
            case str():
                return fact

    def _suit_in(self, suit: Suit, form: str) -> str:
        if form == "symbol":
            return SUIT_SYMBOLS[suit]
        return self.say(f"cards.one_of_suit.{suit.letter}") if form == "one" else self.suit(suit)


def has_tenths(rules: Ruleset) -> bool:
    """Whether points under these rules can be broken ones, so that every figure shows its decimal."""
    values = (rules.per_call, rules.per_over, rules.bonus.points if rules.bonus else 0)
    return any(value % _TENTHS_IN_POINT for value in values)


def placeholders(entry: Entry) -> frozenset[str]:
    """The names of all placeholders of a text, over all its plural forms."""
    texts = (entry,) if isinstance(entry, str) else tuple(entry.values())
    return frozenset(name for text in texts for name, _ in _PLACE.findall(text))


def _plural(language: str, forms: Entry, count: Fact | None) -> str:
    assert not isinstance(forms, str)  # noqa: S101 - the caller has seen to it
    form = str(_locale(language).plural_form(count)) if isinstance(count, int) else "other"
    return forms.get(form, forms["other"])


@cache
def _locale(language: str) -> Locale:
    try:
        return Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return Locale.parse(ENGLISH)


@cache
def _decimal_sign(language: str) -> str:
    return str(_locale(language).number_symbols["latn"]["decimal"])


@cache
def _digits(language: str) -> dict[int, int]:
    zero = ord(own_zero(language))
    return {ord("0") + value: zero + value for value in range(10)}


@cache
def complain_once(language: str, key: str, complaint: str) -> None:
    """One line in the log for each text that cannot be used, however often it is asked for."""
    LOG.warning("text %s in %s: %s", key, language, complaint)
