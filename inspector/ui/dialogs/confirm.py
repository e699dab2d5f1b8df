"""A question with a few answers, each with a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from inspector.ui.dialogs.dialog import Dialog
from inspector.ui.text import content, disarmed_line


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer: what the dialog returns, its words, and its letter (empty: the first free one of the words)."""

    id: str
    label: str
    key: str = ""


class Confirm(Dialog):
    """Asks and returns the id of the chosen answer; None when the person pressed esc.

    `default` is the answer under the cursor at first: the harmless one, where one of them does harm.
    """

    DEFAULT_CSS = """
    Confirm {
        #confirm-body { height: auto; max-height: 45vh; margin-top: 1; scrollbar-size-vertical: 1; }
        #confirm-body Static { width: 1fr; height: auto; }
        #confirm-choices { height: auto; margin-top: 1; }
        #confirm-choices Button {
            width: 1fr;
            height: 1;
            padding: 0 1;
            text-align: left;
            content-align: left middle;
            color: $foreground;
            background: $surface;
        }
        #confirm-choices Button:hover { background: $cursor-background-blurred; }
        #confirm-choices Button:focus {
            color: $cursor-foreground;
            background: $cursor-background;
            text-style: bold;
        }
    }
    """

    AUTO_FOCUS = "#confirm-choices .-default"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left", "app.focus_previous", "Previous", show=False, id="confirm.previous"),
        Binding("down,right", "app.focus_next", "Next", show=False, id="confirm.next"),
        Binding("pageup", "scroll_body(-1)", "Page up", show=False, id="confirm.page-up"),
        Binding("pagedown", "scroll_body(1)", "Page down", show=False, id="confirm.page-down"),
    ]

    def __init__(self, title: str, body: str | Content, choices: Sequence[Choice], default: str | None = None) -> None:
        super().__init__(title, "enter or letter choose   ↑↓ move   esc cancel")
        self._body = body
        self._choices = tuple(choices)
        self._letters = _letters(self._choices)
        self._default = default if default is not None else self._choices[0].id

    def compose_body(self) -> ComposeResult:
        """Yield the body, scrolling when long, and the answers one under the other."""
        with VerticalScroll(id="confirm-body", can_focus=False):
            yield Static(content(self._body) if isinstance(self._body, str) else self._body, markup=False)
        with Vertical(id="confirm-choices"):
            for choice in self._choices:
                label = Content.assemble(
                    (self._letters[choice.id] or " ", "bold $primary"), "  ", disarmed_line(choice.label)
                )
                button = Button(label, name=choice.id, compact=True)
                button.set_class(choice.id == self._default, "-default")
                yield button

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """End with the answer that was pressed."""
        event.stop()
        self.dismiss(event.button.name)

    def on_key(self, event: events.Key) -> None:
        """End with the answer whose letter was typed."""
        typed = (event.character or "").lower()
        for choice in self._choices:
            if typed and typed == self._letters[choice.id]:
                event.stop()
                self.dismiss(choice.id)
                return

    def action_scroll_body(self, step: int) -> None:
        """Scroll a long body by a page."""
        body = self.query_one("#confirm-body", VerticalScroll)
        if step > 0:
            body.scroll_page_down(animate=False)
        else:
            body.scroll_page_up(animate=False)


def _letters(choices: Sequence[Choice]) -> dict[str, str]:
    """Return the letter of every choice: its own, or the first of its words' initials, then letters, still free."""
    taken = {choice.key.lower() for choice in choices if choice.key}
    letters = {}
    for choice in choices:
        letter = choice.key.lower()
        if not letter:
            initials = [word[0] for word in choice.label.lower().split()]
            wanted = [*initials, *choice.label.lower()]
            letter = next((letter for letter in wanted if letter.isalnum() and letter not in taken), "")
        taken.add(letter)
        letters[choice.id] = letter
    return letters
