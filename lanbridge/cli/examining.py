"""`lanbridge doctor`: what this laptop is on the network, what came back, what it probably is and what to press."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from lanbridge.client.addresses import BadAddress, parse_place
from lanbridge.client.doctor import diagnose, places_here, ways_heard
from lanbridge.client.examination import examine
from lanbridge.host.advert import Advert
from lanbridge.text import Words, language_of_system

from .failure import Failure

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from lanbridge.client.addresses import Place
    from lanbridge.client.doctor import Facts


def doctor(options: Namespace) -> int:
    """Examine this laptop, and the way to a host if one is named; print what was found.

    Raises:
        Failure: what was typed is no address.
    """
    words = Words(language_of_system())
    place = _place(options.where, words)
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # its UDP works on every system
        facts = runner.run(examine(place, Advert))
    for line in (*_found(facts, words), "", *(words.say(finding.key, **finding.facts) for finding in diagnose(facts))):
        print(line)
    return 0


def begin_examination(place: Place | None) -> Callable[[], Facts | None]:
    """Examine in a thread of its own; what is given is asked until the facts are in."""
    found: list[Facts] = []

    def work() -> None:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            found.append(runner.run(examine(place, Advert)))

    threading.Thread(target=work, name="examine the network", daemon=True).start()
    return lambda: found[0] if found else None


def _place(typed: str, words: Words) -> Place | None:
    if not typed:
        return None
    try:
        return parse_place(typed)
    except BadAddress as bad:
        raise Failure(words.say(f"address.{bad.key}")) from None


def _found(facts: Facts, words: Words) -> list[str]:
    addresses, means, names = places_here(facts), ways_heard(facts), list(facts.tables)
    return [
        words.say("doctor.adapters", addresses=", ".join(addresses)) if addresses else words.say("doctor.no_adapters"),
        words.say("doctor.heard", means=", ".join(means)) if means else words.say("doctor.heard_nothing"),
        words.say("doctor.tables", names=", ".join(names)) if names else words.say("doctor.no_tables"),
    ]
