"""Words of every script as HarfBuzz itself sets and draws them, beside ours: widths and pictures."""

from __future__ import annotations

from typing import Final, get_args

import pygame
import pytest
import uharfbuzz

from lanbridge.ui.artwork import artwork
from lanbridge.ui.fonts import Fonts
from lanbridge.ui.scripts import Script

SIZE: Final = 96
SAME: Final = 0.80  # of the ink that either has, both have: they round advances and soften edges differently
WIDE: Final = 0.035  # of the width; a vowel sign or a conjunct set wrong is more
FILES: Final = {
    "Latn": "NotoSans",
    "Beng": "NotoSansBengali",
    "Deva": "NotoSansDevanagari",
    "Laoo": "NotoSansLao",
}
WORDS: Final = {
    "Latn": "Call Bridge côté Zoë piques Über ñandú Kartu Ålesund crème Ğül Łódź",
    "Beng": "ব্রিজ ক্ষমা রহিম ইস্কাপন চিড়িতন স্বাগত কার্ড প্রথম হৃদয় ত্রয়োদশ বৈশাখী র‍্যাঙ্ক",
    "Deva": "ब्रिज क्षमा हुकुम पत्ती नेपाल श्री कार्ड प्रथम चिड़ी द्वितीय खिलाड़ी ज्ञान",
    "Laoo": "ກົດ ໄພ້ ໂພແດງ ຜູ້ຫຼິ້ນ ຄຳ ນ້ຳ ເຈົ້າພາບ ດອກຈິກ ຊະນະ ກິນ ເລີ່ມ ສຽງ",
}
CASES: Final = [(script, word) for script, words in WORDS.items() for word in words.split()]


def test_every_script_with_fonts_of_ours_has_words_here() -> None:
    assert set(WORDS) == set(FILES) == set(get_args(Script)) - {"mark", "other"}


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts()


def font_file(script: str, *, bold: bool = False) -> str:
    return str(artwork("fonts", f"{FILES[script]}-{'Bold' if bold else 'Regular'}.ttf"))


def shaped(
    script: str, word: str, *, bold: bool = False
) -> tuple[uharfbuzz.Font, list[tuple[int, float, float]], float]:
    """HarfBuzz's font, (glyph, x, y) of each glyph and the width of all, in pixels."""
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(font_file(script, bold=bold)))
    font = uharfbuzz.Font(face)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    unit, x = SIZE / face.upem, 0.0
    placed = []
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        placed.append((info.codepoint, x + position.x_offset * unit, position.y_offset * unit))
        x += position.x_advance * unit
    return font, placed, x


def drawn_by_harfbuzz(script: str, word: str, *, bold: bool = False) -> uharfbuzz.RasterImage:
    font, placed, _ = shaped(script, word, bold=bold)
    unit = SIZE / font.face.upem
    pen = uharfbuzz.RasterDraw()
    for glyph, x, y in placed:
        pen.transform = (unit, 0, 0, unit, x, y)
        pen.draw_glyph(font, glyph)
    return pen.render()


def picture_of(script: str, word: str, *, bold: bool = False) -> pygame.Mask:
    """The word's ink as HarfBuzz draws it."""
    image = drawn_by_harfbuzz(script, word, bold=bold)
    extents, rows = image.extents, image.buffer
    mask = pygame.Mask((extents.width, extents.height))
    for row in range(extents.height):
        for column in range(extents.width):
            if rows[row * extents.stride + column] > 127:
                mask.set_at((column, extents.height - 1 - row))
    return cropped(mask)


def cropped(mask: pygame.Mask) -> pygame.Mask:
    """The ink without its margins."""
    boxes = mask.get_bounding_rects()
    box = boxes[0].unionall(boxes[1:])
    done = pygame.Mask(box.size)
    done.draw(mask, (-box.x, -box.y))
    return done


def likeness(one: pygame.Mask, other: pygame.Mask) -> float:
    """Of the ink that either has, the share that both have; the second is stretched over the first."""
    other = other.scale(one.get_size())
    both = one.overlap_area(other, (0, 0))
    return both / (one.count() + other.count() - both)


def ours(surface: pygame.Surface) -> pygame.Mask:
    return cropped(pygame.mask.from_surface(surface, 127))


@pytest.mark.parametrize(("script", "word"), CASES)
def test_a_word_is_as_wide_as_harfbuzz_sets_it(fonts: Fonts, script: str, word: str) -> None:
    """The advance of its glyphs, and a sign that stands out at its end is not cut off."""
    _, _, advance = shaped(script, word)
    ink = drawn_by_harfbuzz(script, word).extents
    assert fonts.width(word, SIZE) == pytest.approx(max(advance, ink.x_origin + ink.width), rel=WIDE, abs=2)


@pytest.mark.parametrize(("script", "word"), CASES)
def test_a_word_looks_as_harfbuzz_draws_it(fonts: Fonts, script: str, word: str) -> None:
    drawn, theirs = ours(fonts.render(word, SIZE, (0, 0, 0))), picture_of(script, word)
    assert drawn.get_size() == pytest.approx(theirs.get_size(), rel=WIDE, abs=3)
    assert likeness(theirs, drawn) > SAME


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(("script", "word"), [("Laoo", "ຫຼິ້ນ"), ("Beng", "বন্ধুর"), ("Deva", "हूँ"), ("Latn", "Åg")])
def test_signs_over_signs_and_under_conjuncts_are_not_cut(fonts: Fonts, script: str, word: str, *, bold: bool) -> None:
    """Their line is taller by the same above and below, so that words of all scripts keep one baseline."""
    line = fonts.render(word, SIZE, (0, 0, 0), bold=bold)
    theirs = picture_of(script, word, bold=bold)
    assert ours(line).get_size() == pytest.approx(theirs.get_size(), rel=WIDE, abs=3)
    assert (line.get_height() - fonts.height(SIZE)) % 2 == 0


@pytest.mark.parametrize(("script", "word"), [("Beng", "ক্ষমা"), ("Deva", "श्री"), ("Laoo", "ຜູ້ຫຼິ້ນ")])
def test_letters_that_are_not_shaped_look_different(script: str, word: str) -> None:
    """What the test above would see if letters were set one by one."""
    font = pygame.Font(font_file(script), SIZE)
    apart = [font.render(letter, True, (0, 0, 0)) for letter in word]
    line = pygame.Surface((sum(piece.get_width() for piece in apart), apart[0].get_height()), pygame.SRCALPHA)
    x = 0
    for piece in apart:
        line.blit(piece, (x, 0))
        x += piece.get_width()
    assert likeness(picture_of(script, word), ours(line)) < SAME - 0.2
