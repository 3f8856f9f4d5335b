"""Things to press, type into and choose from. Scenes make them, a `FocusGroup` gives them inputs and draws them."""

from lanbridge.ui.widgets.button import Button, ButtonKind, ListRow
from lanbridge.ui.widgets.choice import Choice, Stepper, Toggle
from lanbridge.ui.widgets.dialog import Dialog, Toasts
from lanbridge.ui.widgets.field import TextField
from lanbridge.ui.widgets.focus import FocusGroup
from lanbridge.ui.widgets.scroll import ScrollArea
from lanbridge.ui.widgets.widget import Label, Light, Widget

__all__ = [
    "Button",
    "ButtonKind",
    "Choice",
    "Dialog",
    "FocusGroup",
    "Label",
    "Light",
    "ListRow",
    "ScrollArea",
    "Stepper",
    "TextField",
    "Toasts",
    "Toggle",
    "Widget",
]
