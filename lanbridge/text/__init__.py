"""Sentences in the player's language: a key and its facts in, words out. Nothing here stops the program.

`words` reads assets/text/<language>.toml; the other modules make whole sentences from values of the floors below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.on_demand import on_demand

if TYPE_CHECKING:
    from .call_words import bonus_note, call_meaning
    from .closings import close_sentence, hosting_sentence, link_sentence
    from .happenings import Names, event_sentences, seat_name
    from .hint_words import advice_sentences, why_sentence
    from .host_words import host_sentence, moved_sentences, waits_for_signatures
    from .languages import LANGUAGES, NATIVE_NAMES, language_of_system, own_zero
    from .refusal_words import refusal_sentence, reject_sentence
    from .rules_words import Section, rules_in_one_line, rules_page, switch_phrases
    from .table_titles import preset_name, preset_title, ruleset_of, title_of
    from .words import Fact, Words
else:
    __getattr__ = on_demand(
        __name__,
        {
            "call_words": "bonus_note call_meaning",
            "closings": "close_sentence hosting_sentence link_sentence",
            "happenings": "Names event_sentences seat_name",
            "hint_words": "advice_sentences why_sentence",
            "host_words": "host_sentence moved_sentences waits_for_signatures",
            "languages": "LANGUAGES NATIVE_NAMES language_of_system own_zero",
            "refusal_words": "refusal_sentence reject_sentence",
            "rules_words": "Section rules_in_one_line rules_page switch_phrases",
            "table_titles": "preset_name preset_title ruleset_of title_of",
            "words": "Fact Words",
        },
    )

__all__ = [
    "LANGUAGES",
    "NATIVE_NAMES",
    "Fact",
    "Names",
    "Section",
    "Words",
    "advice_sentences",
    "bonus_note",
    "call_meaning",
    "close_sentence",
    "event_sentences",
    "host_sentence",
    "hosting_sentence",
    "language_of_system",
    "link_sentence",
    "moved_sentences",
    "own_zero",
    "preset_name",
    "preset_title",
    "refusal_sentence",
    "reject_sentence",
    "rules_in_one_line",
    "rules_page",
    "ruleset_of",
    "seat_name",
    "switch_phrases",
    "title_of",
    "waits_for_signatures",
    "why_sentence",
]
