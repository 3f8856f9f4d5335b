"""Questions to the table and changed certificates in text mode: what is said, and what the answer does."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from lanbridge.client.host_pins import HostStanding
from lanbridge.client.known import Known, Link, LinkProblem, TableAsked
from lanbridge.engine import PRESETS
from lanbridge.protocol.fingerprint import fingerprint_words
from lanbridge.protocol.messages import Answer, AskForSettings, AskToGoOn, Outcome, Question, Request, Stage
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Preferences
from lanbridge.terminal import ToLobby, main
from lanbridge.terminal.game import Streams
from lanbridge.terminal.parsing import parse
from lanbridge.terminal.questions import question_lines
from lanbridge.terminal.requests import TableRequests
from lanbridge.terminal.trust import changed_lines, host_lines
from lanbridge.terminal.verbs import lexicon
from lanbridge.text import Words
from tests.terminal.toy_network import Player, Refusing, ToyNetwork, Typist, listed, seating

EN = Words("en")
SETTINGS = TableSettings("Rafi's table", PRESETS["nepal"], clock=30)
KNOWN = Known(Link.SEATED, SETTINGS, seating=seating(Stage.PLAYING))
ABOUT_SETTINGS = Question(3, 1, None, SETTINGS, (0, 1, 2), (1,), (), 60_000)
ABOUT_ABSENT = Question(4, 1, 2, None, (0, 1), (1,), (), 60_000)
OLD, NEW = bytes([1]) * 32, bytes([2]) * 32


def asked(line: str, known: Known) -> object:
    words = lexicon(EN)
    typed = parse(line, words)
    assert typed is not None
    return TableRequests(EN, words, ((), True)).asked(typed, known)


def test_a_question_about_settings_names_them_and_says_how_to_answer() -> None:
    lines = question_lines(EN, ABOUT_SETTINGS, KNOWN)
    assert lines[0].startswith("Nadia asks for these settings")
    assert any("30" in line for line in lines)
    assert lines[-1] == "Type yes or no."


def test_a_question_about_somebody_away_names_them() -> None:
    assert question_lines(EN, ABOUT_ABSENT, KNOWN) == (
        "Nadia asks: shall a bot play for Sabbir now?",
        "Type yes or no.",
    )


def test_who_asked_or_only_watches_is_not_asked_to_answer() -> None:
    assert question_lines(EN, replace(ABOUT_ABSENT, yes=(0,), asker=0), KNOWN)[-1].endswith("now?")
    assert question_lines(EN, replace(ABOUT_ABSENT, voters=(1, 3)), KNOWN)[-1].endswith("now?")


def test_later_answers_say_how_it_stands_and_the_outcome_is_told() -> None:
    assert question_lines(EN, replace(ABOUT_SETTINGS, yes=(1, 2)), KNOWN) == ("2 of 3 have said yes.",)
    for outcome in Outcome:
        if outcome is not Outcome.OPEN:
            assert len(question_lines(EN, replace(ABOUT_SETTINGS, outcome=outcome), KNOWN)) == 1


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("yes", Answer(0, 3, yes=True)),
        ("no", Answer(0, 3, yes=False)),
        ("continue 3", AskToGoOn(0, 2)),
    ],
)
def test_answers_and_questions_are_typed(line: str, wanted: Request) -> None:
    assert asked(line, replace(KNOWN, question=ABOUT_SETTINGS)) == wanted


def test_yes_means_nothing_while_nothing_is_asked() -> None:
    assert asked("yes", KNOWN) is None


def played(network: ToyNetwork, *lines: str, opening: ToLobby) -> tuple[int, Player, str]:
    typist = Typist(*lines)
    player, errors = Player(typist, {}), io.StringIO()
    code = main(network, EN, Preferences(name="Rafi"), opening, streams=Streams(typist, player, errors))
    return code, player, errors.getvalue()


class Asking(ToyNetwork):
    """Its table is in a match and has a question open as soon as it is joined."""

    def join(self, *rest: object) -> object:  # type: ignore[override]  # handed on as it came
        table = super().join(*rest)  # type: ignore[arg-type]  # the same
        assert self.table is not None
        self.table.tell(TableAsked(ABOUT_SETTINGS), question=ABOUT_SETTINGS, seating=seating(Stage.PLAYING))
        return table


def test_a_question_is_answered_and_settings_are_asked_for_in_a_match() -> None:
    network = Asking((listed("Rafi's table"),))
    _, player, _ = played(network, "yes", "clock 60", "quit", opening=ToLobby("Rafi's table"))
    assert network.table is not None
    answers = [request for request in network.table.asked if isinstance(request, Answer | AskForSettings)]
    assert answers[0] == Answer(0, 3, yes=True)
    assert isinstance(answers[1], AskForSettings)
    assert answers[1].settings.clock == 60
    assert "Nadia asks for these settings" in player.text


class Changed(ToyNetwork):
    """Its host's certificate is not the one it was; a target that trusts the new one is let in."""

    def join(self, target: object, wish: object, pin: str = "") -> object:  # type: ignore[override]  # handed on
        if target.accepted == NEW:  # type: ignore[attr-defined]  # a target
            return super().join(target, wish, pin)  # type: ignore[arg-type]  # the same
        refusing = Refusing(LinkProblem.HOST_KEY_CHANGED)
        changes = {"fingerprint": NEW, "pinned": (OLD,), "host": HostStanding.CHANGED}
        ((notice, known),) = refusing.poll()
        refusing._notices = ((notice, replace(known, **changes)),)  # type: ignore[arg-type]  # noqa: SLF001 - its own class
        return refusing


@pytest.mark.parametrize(("answer", "joined"), [("yes", 1), ("no", 0), ("what?", 0)])
def test_a_changed_certificate_is_told_in_words_and_accepted_by_yes_only(answer: str, joined: int) -> None:
    network = Changed((listed("Rafi's table"),))
    _, player, errors = played(network, answer, "quit", opening=ToLobby("Rafi's table"))
    assert " ".join(fingerprint_words(NEW)) in player.text
    assert " ".join(fingerprint_words(OLD)) in player.text
    assert len(network.joined) == joined
    assert joined or "its host's key has changed" in player.text + errors


def test_the_four_words_are_shown_to_who_asks() -> None:
    words = " ".join(fingerprint_words(NEW))
    assert host_lines(EN, Known()) == ()
    assert words in host_lines(EN, Known(fingerprint=NEW, host=HostStanding.KNOWN))[0]
    assert "first time" in host_lines(EN, Known(fingerprint=NEW, host=HostStanding.FIRST_VISIT))[0]
    assert len(changed_lines(EN, Known(fingerprint=NEW, pinned=(OLD,)))) == 2
