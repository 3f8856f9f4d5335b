"""The host's certificate in words, for those who want to compare it, and for those who must. Pure."""

from __future__ import annotations

from lanbridge.client.host_pins import HostStanding
from lanbridge.client.known import Known
from lanbridge.protocol.fingerprint import fingerprint_words
from lanbridge.text import Words

from .verbs import Verb, shown


def host_lines(words: Words, known: Known) -> tuple[str, ...]:
    """The four words that the host and everybody at the table should see alike."""
    if not known.fingerprint:
        return ()
    return (
        words.say(
            "host_key.first" if known.host is HostStanding.FIRST_VISIT else "host_key.words",
            words=_words(known.fingerprint),
        ),
    )


def changed_lines(words: Words, known: Known) -> tuple[str, ...]:
    """What a changed certificate was and is, and how to join all the same."""
    before = words.say("lists.comma").join(f"'{_words(pinned)}'" for pinned in known.pinned)
    changed = words.say("host_key.changed", before=before, now=f"'{_words(known.fingerprint)}'")
    return changed, words.say("host_key.accept", yes=shown(words, Verb.YES))


def _words(fingerprint: bytes) -> str:
    return " ".join(fingerprint_words(fingerprint))
