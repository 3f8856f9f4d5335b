"""Make every asset that is not a font again: `python3 scripts/build_assets.py [courts] [sounds] [icon]`.

Courts need rsvg-convert (Debian: librsvg2-bin) and pygame, the icon pygame, sounds the standard library only.
The same input gives the same bytes.
"""

from __future__ import annotations

import math
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import wave
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "assets"
sys.path.insert(0, str(ROOT))

# ---------------------------------------------------------------------------------------------------- courts

FIGURE = (-82.4, -130.4, 164.8, 260.8)  # the inner picture in the sources' own coordinates
FIGURE_HEIGHT = 640  # pixels: that of a card 900 px high, more than a 4K window asks for
PALETTE_SIZE = 64
INKS = (  # the sources' four loud inks -> the theme's
    ("#44F", "#2A4A86"),
    ("#FC4", "#EDBE55"),
    ('"red"', '"#C8322F"'),
    ("#000", "#1C2431"),
)
Colour = tuple[int, int, int]


def figure_only(svg: str) -> str:
    """The source without card, frame, indices and pips: our own face brings those."""
    head, tail = svg.split("</defs>")
    tail = re.sub(r'<rect width="239".*?</rect>', "", tail)
    tail = re.sub(r'<use [^>]*xlink:href="#[^"]*__[ahi]"[^>]*></use>', "", tail)
    head = re.sub(r'preserveAspectRatio="none" viewBox="[^"]*" width="240"', "", head, count=1)
    view = " ".join(str(number) for number in FIGURE)
    head = re.sub(
        r'height="336"',
        f'height="{FIGURE[3]}" width="{FIGURE[2]}" viewBox="{view}" fill="#1C2431"',
        head,
        count=1,
    )
    out = head + "</defs>" + tail
    for old, new in INKS:
        out = out.replace(old, new)
    return out


def rasterised(svg: str) -> tuple[int, int, bytes]:
    """Width, height and RGB bytes of a figure on white."""
    import pygame  # noqa: PLC0415 - sounds are made without it

    command = ["rsvg-convert", "-h", str(FIGURE_HEIGHT), "--keep-aspect-ratio", "-b", "white", "-f", "png"]
    png = subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, check=True).stdout

    picture = pygame.image.load(BytesIO(png), "figure.png")
    return (*picture.get_size(), pygame.image.tobytes(picture, "RGB"))


def few_colours(counted: Counter[Colour], most: int) -> list[Colour]:
    """Median cut: boxes of colours are halved along their longest side until there are enough."""
    boxes = [list(counted)]
    while len(boxes) < most:
        spread = [max(_spans(box)) * math.sqrt(sum(counted[c] for c in box)) if len(box) > 1 else -1.0 for box in boxes]
        widest = spread.index(max(spread))
        if spread[widest] < 0:
            break
        boxes += _halves(boxes.pop(widest), counted)
    return [_average(box, counted) for box in boxes]


def _spans(box: Sequence[Colour]) -> tuple[int, ...]:
    return tuple(max(c[i] for c in box) - min(c[i] for c in box) for i in range(3))


def _halves(box: list[Colour], counted: Counter[Colour]) -> list[list[Colour]]:
    spans = _spans(box)
    ordered = sorted(box, key=lambda c: (c[spans.index(max(spans))], c))
    half, seen = sum(counted[c] for c in ordered) / 2, 0
    for at, shade in enumerate(ordered[:-1], 1):
        seen += counted[shade]
        if seen >= half:
            return [ordered[:at], ordered[at:]]
    return [ordered[:-1], ordered[-1:]]


def _average(box: Sequence[Colour], counted: Counter[Colour]) -> Colour:
    weight = sum(counted[c] for c in box)
    red, green, blue = (round(sum(c[i] * counted[c] for c in box) / weight) for i in range(3))
    return red, green, blue


def indexed_png(width: int, height: int, rgb: bytes) -> bytes:
    """A palette PNG of at most PALETTE_SIZE colours."""
    pixels = list(zip(rgb[0::3], rgb[1::3], rgb[2::3], strict=True))
    counted = Counter(pixels)
    palette = few_colours(counted, PALETTE_SIZE)
    nearest = {shade: min(range(len(palette)), key=lambda i: _distance(palette[i], shade)) for shade in counted}
    rows = b"".join(b"\0" + bytes(nearest[p] for p in pixels[y * width : (y + 1) * width]) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [
        (b"IHDR", header),
        (b"PLTE", bytes(v for c in palette for v in c)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def build_courts() -> None:
    """assets/source/courts/Sk.svg -> assets/cards/KS.png, and the other eleven."""
    if shutil.which("rsvg-convert") is None:
        sys.exit("build_assets: rsvg-convert is missing; install librsvg2-bin (Debian) or librsvg (others)")
    for source in sorted((ASSETS / "source" / "courts").glob("*.svg")):
        suit, rank = source.stem[0], source.stem[1]
        target = ASSETS / "cards" / f"{rank.upper()}{suit}.png"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(indexed_png(*rasterised(figure_only(source.read_text("utf-8")))))


# ---------------------------------------------------------------------------------------------------- sounds

RATE = 22050  # samples a second: enough for clicks and soft bells, half the bytes of 44100
Wave = list[float]


def silence(seconds: float) -> Wave:
    """A stretch of nothing."""
    return [0.0] * round(seconds * RATE)


def bell(pitch: float, seconds: float, loud: float) -> Wave:
    """A soft wooden bell: a sine with two quiet partials, a rounded start and an exponential end."""
    partials = ((1.0, 1.0, 5.0), (2.0, 0.28, 8.0), (3.93, 0.12, 14.0))

    def sample(at: float) -> float:
        rise = min(1.0, at / 0.006)
        last = min(1.0, (seconds - at) / 0.03)
        tone = sum(
            part * math.exp(-fall * at / seconds) * math.sin(2 * math.pi * pitch * step * at)
            for step, part, fall in partials
        )
        return loud * rise * rise * last * tone

    return [sample(n / RATE) for n in range(round(seconds * RATE))]


def brush(seconds: float, loud: float, dark: float, seed: int) -> Wave:
    """Paper over felt: filtered noise that swells and dies; `dark` 0-1 takes the hiss away."""
    dice, low, slow, out = random.Random(seed), 0.0, 0.0, []
    for n in range(round(seconds * RATE)):
        place = n / RATE / seconds
        low += (dice.uniform(-1, 1) - low) * (1 - dark)
        slow += (low - slow) * 0.06
        out.append(loud * (low - slow) * math.sin(math.pi * place**0.55) ** 2)
    return out


def thump(pitch: float, seconds: float, loud: float) -> Wave:
    """A card that lands: a short falling tone."""
    return [
        loud
        * min(1.0, n / 40)
        * math.exp(-7 * n / RATE / seconds)
        * math.sin(2 * math.pi * pitch * (1 - 0.25 * n / RATE / seconds) * n / RATE)
        for n in range(round(seconds * RATE))
    ]


def together(*waves: Wave) -> Wave:
    """Waves added."""
    length = max(map(len, waves))
    return [sum(w[n] for w in waves if n < len(w)) for n in range(length)]


def later(seconds: float, wave_: Wave) -> Wave:
    """A wave that starts later."""
    return silence(seconds) + wave_


SOUNDS: dict[str, Callable[[], Wave]] = {
    "deal": lambda: brush(0.11, 0.55, 0.45, 3),
    "play": lambda: together(brush(0.09, 0.40, 0.55, 5), later(0.03, thump(150, 0.12, 0.42))),
    "win": lambda: together(
        bell(523.25, 0.42, 0.20), later(0.09, bell(659.25, 0.42, 0.20)), later(0.18, bell(783.99, 0.5, 0.20))
    ),
    "turn": lambda: together(bell(587.33, 0.30, 0.20), later(0.11, bell(880.0, 0.36, 0.17))),
    "call": lambda: together(thump(220, 0.1, 0.25), bell(440.0, 0.28, 0.22)),
    "error": lambda: together(bell(207.65, 0.20, 0.26), later(0.10, bell(174.61, 0.26, 0.26))),
    "nudge": lambda: together(*(later(0.14 * n, bell(p, 0.34, 0.24)) for n, p in enumerate((659.25, 987.77, 659.25)))),
}


def write_sound(path: Path, samples: Iterable[float]) -> None:
    """Mono, 16 bit. Softly limited: never a crack."""
    frames = b"".join(struct.pack("<h", round(32000 * math.tanh(s))) for s in samples)
    with wave.open(str(path), "wb") as out:
        out.setparams((1, 2, RATE, 0, "NONE", "not compressed"))
        out.writeframes(frames)


def build_sounds() -> None:
    """Every sound of SOUNDS into assets/sounds."""
    (ASSETS / "sounds").mkdir(exist_ok=True)
    for name, make in SOUNDS.items():
        write_sound(ASSETS / "sounds" / f"{name}.wav", make())


# ---------------------------------------------------------------------------------------------------- icon


def build_icon() -> None:
    """Two cards on felt, the ace of spades in front: assets/icon.png, 256 px."""
    import pygame  # noqa: PLC0415 - sounds are made without it

    from lanbridge.ui.marks import mark  # noqa: PLC0415 the same

    size, grown = 256, 1024
    big = pygame.Surface((grown, grown), pygame.SRCALPHA)
    pygame.draw.rect(big, (8, 37, 41), (0, 0, grown, grown), border_radius=230)
    pygame.draw.rect(big, (29, 106, 99), (22, 22, grown - 44, grown - 44), border_radius=210)
    for name, ink, lean, middle in (("heart", (200, 50, 47), 14, (402, 500)), ("spade", (28, 36, 49), -9, (590, 530))):
        card = pygame.Surface((500, 700), pygame.SRCALPHA)
        pygame.draw.rect(card, (8, 37, 41), card.get_rect(), border_radius=64)
        pygame.draw.rect(card, (255, 253, 248), card.get_rect().inflate(-20, -20), border_radius=56)
        for polygon in mark(name):
            pygame.draw.polygon(card, ink, [(80 + 340 * x, 180 + 340 * y) for x, y in polygon])
        turned = pygame.transform.rotozoom(card, lean, 1)
        big.blit(turned, turned.get_rect(center=middle))
    pygame.image.save(pygame.transform.smoothscale(big, (size, size)), str(ASSETS / "icon.png"))


def main(wanted: Sequence[str]) -> None:
    """Build what is named, or everything."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    builders = {"courts": build_courts, "sounds": build_sounds, "icon": build_icon}
    for name in wanted or builders:
        if name not in builders:
            sys.exit(f"build_assets: {name}? I know {', '.join(builders)}")
        builders[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
