from __future__ import annotations

import wave

import pygame
import pytest

from lanbridge.engine.cards import PACK, Rank
from lanbridge.ui.artwork import artwork, assets_folder
from lanbridge.ui.sound import SOUND_NAMES, Sounds

KINDS = ("fonts", "cards", "sounds", "source")


def test_every_kind_of_asset_has_its_author_and_licence_written_down() -> None:
    sources = artwork("SOURCES.md").read_text("utf-8")
    assert all(f"{kind}/" in sources for kind in KINDS)
    assert artwork("fonts", "OFL.txt").is_file()
    strange = {path.name for path in assets_folder().iterdir()} - {*KINDS, "SOURCES.md", "icon.png", "text"}
    assert not strange


def test_there_is_a_figure_for_every_court_card() -> None:
    courts = {f"{card}.png" for card in PACK if Rank.JACK <= card.rank <= Rank.KING}
    assert {path.name for path in artwork("cards").iterdir()} == courts


def test_the_figures_and_sounds_are_small() -> None:
    assert sum(path.stat().st_size for path in artwork("cards").iterdir()) < 900_000
    assert sum(path.stat().st_size for path in artwork("sounds").iterdir()) < 200_000


@pytest.mark.parametrize("name", SOUND_NAMES)
def test_a_sound_is_short_mono_starts_and_ends_softly(name: str) -> None:
    with wave.open(str(artwork("sounds", f"{name}.wav"))) as sound:
        assert sound.getnchannels() == 1
        assert sound.getnframes() / sound.getframerate() < 1
        frames = memoryview(sound.readframes(sound.getnframes())).cast("h")
    assert max(abs(frames[0]), abs(frames[-1])) < 900
    assert 2000 < max(abs(value) for value in frames) < 26000


def test_sounds_play_on_a_device() -> None:
    sounds = Sounds()
    try:
        assert all(sounds.play(name) for name in SOUND_NAMES)
        assert not sounds.silent
    finally:
        pygame.mixer.quit()


def test_a_muted_game_plays_nothing_and_starts_no_device() -> None:
    sounds = Sounds(muted=True)
    assert not sounds.play("win")
    assert not pygame.mixer.get_init()
    assert sounds.toggle() is False


def test_no_audio_device_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise pygame.error("no such audio device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    sounds = Sounds()
    assert not sounds.play("deal")
    assert sounds.silent


def test_the_icon_is_a_square_of_256_pixels() -> None:
    assert pygame.image.load(artwork("icon.png")).get_size() == (256, 256)
