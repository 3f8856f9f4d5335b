"""What is said when, which program says it, and that nothing stops where none does."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from lanbridge.ui.speech import Speech
from lanbridge.ui.spoken import MOST_NEWS, VOICE_VARIABLE, Saying, Waiting
from lanbridge.ui.voices import (
    ConsoleVoice,
    SilentVoice,
    Speaker,
    SystemVoice,
    speaker_of,
    voice_of_system,
    voices_of_list,
)


def news(text: str) -> Saying:
    return Saying(text, "en")


def answer(text: str) -> Saying:
    return Saying(text, "en", answer=True)


def order(waiting: Waiting) -> list[str]:
    said = []
    while (waiting := waiting.next()).now is not None:
        said.append(waiting.now.text)
    return said


def test_answers_to_a_key_go_before_news() -> None:
    assert order(Waiting().told(news("a")).told(news("b")).told(answer("card"))) == ["card", "a", "b"]


def test_a_key_drops_old_answers_and_loses_no_news() -> None:
    waiting = Waiting().told(news("a")).next().told(answer("old")).told(news("b")).pressed()
    assert order(waiting.told(answer("new"))) == ["new", "a", "b"]


def test_a_slow_voice_keeps_the_newest() -> None:
    waiting = Waiting()
    for number in range(MOST_NEWS + 5):
        waiting = waiting.told(news(str(number)))
    assert order(waiting)[0] == "5"


@pytest.mark.parametrize(
    ("platform", "here", "name"),
    [
        ("darwin", {"say"}, "say"),
        ("win32", {"powershell"}, "powershell"),
        ("linux", {"spd-say", "espeak-ng"}, "spd-say"),
        ("linux", {"espeak-ng", "espeak"}, "espeak-ng"),
        ("linux", {"espeak"}, "espeak"),
    ],
)
def test_the_platforms_own_command_is_chosen(platform: str, here: set[str], name: str) -> None:
    speaker = speaker_of(platform, lambda command: command if command in here else None)
    assert speaker is not None
    assert speaker.name == name
    assert platform == "darwin" or "bn" in " ".join(speaker.command("bn"))


def test_without_a_command_there_is_silence() -> None:
    assert speaker_of("linux", lambda _: None) is None
    assert isinstance(voice_of_system({VOICE_VARIABLE: "none"}), SilentVoice)
    assert isinstance(voice_of_system({VOICE_VARIABLE: "console"}), ConsoleVoice)


def test_the_voices_of_a_mac_are_found_by_language() -> None:
    listed = "Piya                bn_IN    # hello\nEddy (English (UK)) en_GB    # hi\n\nnonsense\n"
    assert voices_of_list(listed) == [("bn", "Piya"), ("en", "Eddy (English (UK))")]


class Recorder:
    """A speaking command that is a small Python program: it writes what it is told into a file, or hangs."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def speaker(self, program: str) -> Speaker:
        return Speaker("recorder", lambda language: (sys.executable, "-c", program, str(self.file), language))


WRITES = "import sys; open(sys.argv[1], 'a', encoding='utf-8').write(sys.argv[2] + sys.stdin.buffer.read().decode())"
HANGS = "import sys; sys.stdin.read(); open(sys.argv[1], 'a').write('hung'); import time; time.sleep(600)"


def until(done: threading.Event, voice: SystemVoice, file: Path, text: str) -> str:
    for _ in range(500):
        if file.exists() and file.read_text("utf-8") == text:
            break
        done.wait(0.02)
    voice.close()
    return file.read_text("utf-8")


def test_a_command_is_given_each_sentence_in_its_turn(tmp_path: Path) -> None:
    voice = SystemVoice(Recorder(tmp_path / "said").speaker(WRITES))
    voice.say(Saying("তাস ", "bn"))
    voice.say(Saying("card", "en"))
    assert until(threading.Event(), voice, tmp_path / "said", "bnতাস encard") == "bnতাস encard"


def test_a_voice_that_speaks_is_cut_off_at_once(tmp_path: Path) -> None:
    file = tmp_path / "said"
    voice = SystemVoice(Recorder(file).speaker(HANGS))
    voice.say(answer("a long page"))
    assert until(threading.Event(), voice, file, "hung") == "hung"


def test_a_command_that_cannot_be_started_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    voice = SystemVoice(Speaker("nothing", lambda _: ("/nowhere/at/all",)))
    for text in ("a", "b", "c"):
        voice.say(news(text))
    for _ in range(500):
        if caplog.records:
            break
        threading.Event().wait(0.02)
    voice.close()
    assert len(caplog.records) == 1


def test_nothing_is_opened_before_speech_is_wanted() -> None:
    opened: list[bool] = []

    def voice() -> ConsoleVoice:
        opened.append(True)
        return ConsoleVoice()

    speech = Speech(voice)
    speech.say("unheard")
    assert not opened
    speech.follow("bn", wanted=True)
    speech.say("heard")
    speech.say("again")
    assert opened == [True]
    speech.follow("bn", wanted=False)
    speech.say("unheard")
    assert opened == [True]
