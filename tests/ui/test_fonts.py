from __future__ import annotations

from collections.abc import Iterator

import pytest

from lanbridge.ui import fonts as fonts_module
from lanbridge.ui.artwork import artwork
from lanbridge.ui.fonts import Fonts
from lanbridge.ui.glyphs import covered
from lanbridge.ui.scripts import Run, cleaned, initials, runs

WHITE = (255, 255, 255)


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts()


def test_a_line_is_split_where_the_script_changes() -> None:
    assert runs("Rahim রহিম") == (Run("Latn", "Rahim "), Run("Beng", "রহিম"))
    assert [run.script for run in runs("कल ল ລາ")] == ["Deva", "Beng", "Laoo"]


def test_digits_and_points_go_with_the_letters_before_them() -> None:
    assert runs("রহিম 5!") == (Run("Beng", "রহিম 5!"),)
    assert runs("12 রহিম") == (Run("Beng", "12 রহিম"),)


def test_suit_signs_are_marks_and_the_minus_sign_is_a_hyphen() -> None:
    assert runs("5♠") == (Run("Latn", "5"), Run("mark", "spade"))
    assert cleaned("\u22124") == "-4"


def test_what_cannot_be_seen_is_dropped() -> None:
    assert cleaned("Ra\u202efi\u200e\x07\n") == "Rafi"


def test_joiners_that_shape_letters_stay() -> None:
    assert "\u200d" in cleaned("র\u200d্য")


def test_a_danda_is_drawn_by_the_script_around_it() -> None:
    assert runs("রহিম।") == (Run("Beng", "রহিম।"),)
    assert runs("ok।")[1].script == "Deva"


def test_bengali_is_shaped_so_it_is_narrower_than_its_letters_in_a_row(fonts: Fonts) -> None:
    apart = sum(fonts.width(letter, 40) for letter in "ব্রিজ")
    assert fonts.width("ব্রিজ", 40) < apart


@pytest.mark.parametrize("text", ["Call Bridge", "কল ব্রিজ", "कल ब्रिज", "ກົດ", "5♠ → ✓", "Zoë Ğül"])
def test_our_fonts_draw_every_language_of_the_game(fonts: Fonts, text: str) -> None:
    assert fonts.can_draw(text)
    line = fonts.render(text, 30, WHITE)
    assert line.get_width() == fonts.width(text, 30)
    assert line.get_height() == fonts.height(30)
    assert line.get_bounding_rect().w > 10


def test_a_letter_that_no_font_has_becomes_a_dot(fonts: Fonts) -> None:
    private = "\U0010fffd"  # nobody's letter, in no font
    assert not fonts.can_draw(private)
    assert fonts.width(private * 9, 30) == fonts.width("···", 30)


@pytest.fixture
def no_system_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A laptop whose system has no font that we know of."""
    monkeypatch.setattr(fonts_module, "_system_files", tuple)
    fonts_module._by_font.cache_clear()  # noqa: SLF001 - what was found before is forgotten
    yield
    fonts_module._by_font.cache_clear()  # noqa: SLF001 - and what was not found


@pytest.mark.parametrize("name", ["王小明", "முகில்", "이민호"])
def test_a_name_in_a_script_without_a_font_is_never_boxes(name: str, no_system_fonts: None) -> None:
    fonts = Fonts()
    assert not fonts.can_draw(name)
    ink = fonts.render(name, 40, WHITE).get_bounding_rect()
    assert ink.h < fonts.render("x", 40, WHITE).get_bounding_rect().h / 2  # dots on the line, no box
    assert initials(name) == "?"


def test_too_long_a_line_ends_in_an_ellipsis_and_fits(fonts: Fonts) -> None:
    short = fonts.shortened("A name of many letters", 20, 100)
    assert short.endswith("…")
    assert fonts.width(short, 20) <= 100
    assert fonts.shortened("Short", 20, 100) == "Short"
    assert fonts.shortened("Anything", 20, 3) == ""


def test_wrapped_lines_fit_and_lose_no_word(fonts: Fonts) -> None:
    text = "Beat the five of spades with a higher spade if you have one"
    lines = fonts.wrapped(text, 20, 150)
    assert " ".join(lines) == text
    assert max(fonts.width(line, 20) for line in lines) <= 150


def test_a_word_wider_than_the_line_is_broken(fonts: Fonts) -> None:
    lines = fonts.wrapped("W" * 60, 20, 150)
    assert "".join(lines) == "W" * 60
    assert max(fonts.width(line, 20) for line in lines) <= 150


def test_lao_breaks_at_zero_width_spaces(fonts: Fonts) -> None:
    assert len(fonts.wrapped("ກົດ\u200bແລະ\u200bສະຖານ", 20, fonts.width("ກົດແລະ", 20) + 2)) == 2


def test_a_line_is_set_smaller_until_it_fits(fonts: Fonts) -> None:
    size = fonts.fitting("Practise with three bots", 40, 200)
    assert size < 40
    assert fonts.width("Practise with three bots", size) <= 200
    assert fonts.fitting("Ok", 40, 200) == 40


def test_a_rendered_line_is_kept(fonts: Fonts) -> None:
    assert fonts.render("again", 20, WHITE) is fonts.render("again", 20, WHITE)


@pytest.mark.parametrize(
    ("name", "badge"),
    [("rafi", "R"), ("রহিম", "র"), ("नेपाल", "ने"), ("  ☂ zoe", "Z"), ("你好", "?"), ("", "?"), ("ক্ষমা", "ক")],
)
def test_a_badge_shows_the_first_letter_with_its_signs(name: str, badge: str) -> None:
    assert initials(name) == badge


def test_the_fonts_own_tables_say_what_they_cover() -> None:
    latin = covered(str(artwork("fonts", "NotoSans-Regular.ttf")))
    assert ord("A") in latin
    assert ord("♠") not in latin
    assert 0x4F60 not in latin
    assert ord("ক") in covered(str(artwork("fonts", "NotoSansBengali-Bold.ttf")))
    assert covered(str(artwork("SOURCES.md"))) == frozenset()
    assert covered("/nowhere/at/all.ttf") == frozenset()
