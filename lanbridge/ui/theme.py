"""Colours, type sizes, radii and spacings: the only place where a colour is named."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

Colour = tuple[int, int, int]
Paint = tuple[int, int, int, int]  # a colour and how much it covers, 0-255

LEAST_CONTRAST = 4.5  # WCAG 2.1 AA for text
TEXT_FACTORS = (1.0, 1.25, 1.5, 1.75, 2.0)


def colour(code: str) -> Colour:
    """`colour("F2C14E")`; raises ValueError for anything but six hexadecimal digits."""
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def mixed(under: Colour, over: Colour, share: float) -> Colour:
    """`over` laid on `under` with the given share (0-1)."""
    red, green, blue = (round(u + (o - u) * share) for u, o in zip(under, over, strict=True))
    return red, green, blue


def _luminance(shade: Colour) -> float:
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in shade]  # noqa: PLR2004 WCAG's knee
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """WCAG contrast of two colours, 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour of a theme. Gold means only "now" or "won"."""

    felt_light: Colour = colour("1D6A63")
    felt_dark: Colour = colour("082529")
    ink: Colour = colour("F4EFE2")
    ink_soft: Colour = colour("D3DCD3")  # second line of a plate; still 4.5:1 on plates and felt
    gold: Colour = colour("F2C14E")
    on_gold: Colour = colour("10262A")
    won: Colour = colour("F2C14E")
    lost: Colour = colour("FF9C8F")
    good: Colour = colour("8FD8AE")
    card: Colour = colour("FFFDF8")
    card_edge: Colour = colour("D9D3C4")
    black: Colour = colour("1C2431")
    red: Colour = colour("C8322F")
    plate: Paint = (*colour("0B2D30"), 238)
    panel: Paint = (*colour("06181B"), 242)
    veil: Paint = (*colour("020B0D"), 150)
    quiet: Paint = (*colour("F4EFE2"), 28)  # a quiet button's or pill's fill
    quiet_hover: Paint = (*colour("F4EFE2"), 52)
    line: Paint = (*colour("F4EFE2"), 40)
    table_line: Paint = (*colour("E0C98A"), 92)
    focus: Colour = colour("BFE9FF")  # the keyboard's ring: neither gold nor a suit
    seats: tuple[Colour, Colour, Colour, Colour] = (
        colour("347F54"),
        colour("2F70B7"),
        colour("7F52A8"),
        colour("B4572E"),
    )
    seat_lines: tuple[Colour, Colour, Colour, Colour] = (
        colour("5FC48A"),
        colour("6FB1F5"),
        colour("C199EA"),
        colour("F0935F"),
    )
    back: Colour = colour("7E2130")
    back_stitch: Colour = colour("F3E6CC")


@dataclass(frozen=True, slots=True)
class Sizes:
    """Logical units (1 = a pixel at a window 700 units high). Text sizes grow with the text factor, the rest do not."""

    title: float = 46
    heading: float = 22
    body: float = 17
    label: float = 15
    small: float = 13.5
    huge: float = 56
    radius: float = 20
    radius_small: float = 12
    gap: float = 12
    edge: float = 20
    control: float = 44  # least height of anything that is pressed: a finger's width


@dataclass(frozen=True, slots=True)
class Theme:
    """What scenes and painters ask for colours and sizes."""

    palette: Palette = field(default_factory=Palette)
    sizes: Sizes = field(default_factory=Sizes)
    four_colour: bool = False
    text_factor: float = 1.0
    high_contrast: bool = False

    def suit(self, suit: int) -> Colour:
        """The colour of a suit (0 clubs to 3 spades) on a card."""
        return (_FOUR_ON_CARD if self.four_colour else _two_on_card(self.palette))[suit]

    def suit_on_dark(self, suit: int) -> Colour:
        """The colour of a suit sign in a sentence on felt or plate."""
        return (_FOUR_ON_DARK if self.four_colour else _two_on_dark(self.palette))[suit]

    def text(self, size: float) -> float:
        """A text size in logical units, with the player's text factor."""
        return size * self.text_factor


_FOUR_ON_CARD = (colour("1F6B3A"), colour("1F55B5"), colour("C8322F"), colour("1C2431"))
_FOUR_ON_DARK = (colour("8BE0A4"), colour("9CC4FF"), colour("FF9C8F"), colour("F4EFE2"))


def _two_on_card(palette: Palette) -> tuple[Colour, Colour, Colour, Colour]:
    return palette.black, palette.red, palette.red, palette.black


def _two_on_dark(palette: Palette) -> tuple[Colour, Colour, Colour, Colour]:
    return palette.ink, palette.lost, palette.lost, palette.ink


_HIGH_CONTRAST = replace(
    Palette(),
    felt_light=colour("0B2C2E"),
    felt_dark=colour("000B0D"),
    ink=colour("FFFFFF"),
    ink_soft=colour("F0F0F0"),
    gold=colour("FFD84A"),
    on_gold=colour("000000"),
    won=colour("FFD84A"),
    lost=colour("FFB3A8"),
    card=colour("FFFFFF"),
    card_edge=colour("000000"),
    black=colour("000000"),
    red=colour("B00014"),
    plate=(0, 0, 0, 230),
    panel=(0, 0, 0, 245),
    veil=(0, 0, 0, 200),
    quiet=(255, 255, 255, 30),
    quiet_hover=(255, 255, 255, 70),
    line=(255, 255, 255, 150),
    table_line=(255, 255, 255, 160),
    focus=colour("7FE7FF"),
)


def make_theme(*, high_contrast: bool = False, four_colour: bool = False, text_factor: float = 1.0) -> Theme:
    """The theme for a player's settings; the text factor is held between 1 and 2."""
    held = max(TEXT_FACTORS[0], min(TEXT_FACTORS[-1], text_factor))
    palette = _HIGH_CONTRAST if high_contrast else Palette()
    return Theme(palette=palette, four_colour=four_colour, text_factor=held, high_contrast=high_contrast)


def worst_pairs(theme: Theme) -> dict[str, float]:
    """The contrast of every text colour on the worst ground it is used on, by name."""
    palette = theme.palette
    plate = mixed(palette.felt_light, palette.plate[:3], palette.plate[3] / 255)
    quiet = mixed(plate, palette.quiet_hover[:3], palette.quiet_hover[3] / 255)
    pairs: dict[str, float] = {}
    for name in ("ink", "ink_soft", "gold", "lost", "good"):
        shade: Colour = getattr(palette, name)
        pairs[f"{name} on plate"] = contrast(shade, plate)
    for name in ("ink", "ink_soft"):
        pairs[f"{name} on quiet"] = contrast(getattr(palette, name), quiet)
        pairs[f"{name} on felt"] = min(
            contrast(getattr(palette, name), mixed(palette.felt_dark, palette.felt_light, s)) for s in (0, 0.95)
        )
    pairs["on_gold on gold"] = contrast(palette.on_gold, palette.gold)
    for suit in range(4):
        pairs[f"suit {suit} on card"] = contrast(theme.suit(suit), palette.card)
        pairs[f"suit {suit} on plate"] = contrast(theme.suit_on_dark(suit), plate)
        pairs[f"avatar {suit}"] = contrast(colour("FFFFFF"), palette.seats[suit])
    return pairs
