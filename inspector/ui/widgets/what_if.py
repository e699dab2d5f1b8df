"""What if: three fields under the gauge in which a window, a share and a host are tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from inspector.hosts import hosts
from inspector.ui.text import content
from inspector.ui.typed_numbers import typed_share, typed_tokens
from inspector.workspace.what_if import Supposition


class WhatIf(Vertical):
    """Says what is supposed whenever a field changes; what that gives is shown by the gauge above."""

    DEFAULT_CSS = """
    WhatIf {
        height: auto;
        .what-if-field { height: 1; width: 1fr; }
        .what-if-label { width: 10; color: $muted; padding: 0 0 0 1; }
        .what-if-field Input { width: 1fr; }
        #what-if-note { height: auto; margin-top: 1; padding: 0 1; }
    }
    """
    BINDING_GROUP_TITLE = "What if"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "field above", show=False, id="what-if.up"),
        Binding("down", "app.focus_next", "field below", show=False, id="what-if.down"),
        Binding("escape", "leave", "as it is", id="what-if.leave", tooltip="Back to how it is"),
    ]

    @dataclass
    class Changed(Message):
        """Something else is supposed."""

        supposed: Supposition

    @dataclass
    class Taken(Message):
        """The person wants it so."""

        supposed: Supposition

    class Left(Message):
        """The person is done trying."""

    def compose(self) -> ComposeResult:
        """Yield a field a line, and what can be done."""
        for name, label in (("window", "window"), ("percent", "percent"), ("host", "host")):
            with Horizontal(classes="what-if-field"):
                yield Static(label, classes="what-if-label")
                known = SuggestFromList(list(hosts()), case_sensitive=False) if name == "host" else None
                yield Input(id=f"what-if-{name}", suggester=known, compact=True)
        yield Static(id="what-if-note")

    def on_mount(self) -> None:
        """Say how it is begun."""
        self._note(Content.styled("i tries other numbers", "$muted"))

    def show(self, window: str, percent: str, host: str) -> None:
        """Show how things are, as what stands in an empty field."""
        for name, value in (("window", window), ("percent", percent), ("host", host)):
            self.query_one(f"#what-if-{name}", Input).placeholder = value

    def begin(self) -> None:
        """Put the cursor into the first field."""
        self.query_one("#what-if-window").focus()

    @property
    def supposed(self) -> Supposition | None:
        """What the fields say; None where one of them says nothing that can be meant."""
        texts = [self.query_one(f"#what-if-{name}", Input).value.strip() for name in ("window", "percent", "host")]
        window, share, host = typed_tokens(texts[0]), typed_share(texts[1]), texts[2].lower()
        wrong = (texts[0] and window is None) or (texts[1] and share is None) or (host and host not in hosts())
        return None if wrong else Supposition(window, share, host or None)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        supposed = self.supposed
        if supposed is None:
            self._note(content(_wrong(event.input.id or "", event.value), "$warning"))
            return
        text = "nothing is supposed" if supposed.empty else "enter takes it over, esc leaves it as it is"
        self._note(Content.styled(text, "$muted"))
        self.post_message(self.Changed(supposed))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        supposed = self.supposed
        if supposed is not None:
            if not supposed.empty:
                self.post_message(self.Taken(supposed))
            self.action_leave()

    def action_leave(self) -> None:
        """Empty the fields: everything is as it is."""
        for field in self.query(Input):
            field.value = ""
        self._note(Content.styled("i tries other numbers", "$muted"))
        self.post_message(self.Left())

    def _note(self, text: Content) -> None:
        self.query_one("#what-if-note", Static).update(text)


def _wrong(field: str, text: str) -> str:
    if field == "what-if-window":
        return f"“{text}” is no number of tokens: write 128000 or 128k"
    if field == "what-if-percent":
        return f"“{text}” is no share: write 10 for ten per cent of the window"
    return f"there is no host “{text}”: {', '.join(hosts())}"
