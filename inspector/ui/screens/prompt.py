"""Prompt: every text the host sends, its tokens, and whether it is still the text of the last save."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from inspector.text_diff import diff
from inspector.ui.bars import grouped
from inspector.ui.screens.base import SessionScreen
from inspector.ui.text import content, content_line
from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.virtual_table import Column, Rows, VirtualTable
from inspector.workspace.prompt_texts import CountedText
from inspector.workspace.session import Session

_COLUMNS = (Column("title", "text"), Column("tokens", "tokens", width=8, align="right"), Column("changed", "", width=1))
_LANGUAGES = {"search-tool": "json", "tools-array": "json"}


class PromptScreen(SessionScreen):
    """The texts in a list, the chosen one beside it, and the digest of all."""

    NAME = "prompt"
    CSS_PATH = "prompt.tcss"
    BINDING_GROUP_TITLE = "Prompt"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "difference", "diff", id="prompt.diff", tooltip="What changed since the last save, or the text"),
        Binding("c", "copy", "copy", id="prompt.copy", tooltip="Copy the text to the clipboard"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._texts: dict[str, CountedText] = {}
        self._saved: dict[str, CountedText] = {}
        self._difference = False

    def compose_body(self) -> ComposeResult:
        """List and digest on the left, text on the right."""
        with Horizontal(id="prompt-body"):
            with Vertical(id="prompt-side"):
                with Vertical(id="texts-pane", classes="pane"):
                    yield VirtualTable(_COLUMNS, id="text-table", empty_text="This host writes no text.")
                with Vertical(id="digest-pane", classes="pane"):
                    yield Static(id="digest-facts")
            with Vertical(id="text-pane", classes="pane"):
                yield Static(id="text-origin")
                yield CodeView(id="text-view")

    def on_mount(self) -> None:
        """Give the panes their titles."""
        self.query_one("#digest-pane").border_title = "Digest"
        self.query_one("#text-table").focus()

    def show(self, session: Session) -> None:
        """Show the texts under the session's tuning."""
        prompt, saved = session.prompt, session.prompt_as_saved
        self._texts = {item.text.id: item for item in prompt.texts}
        self._saved = {item.text.id: item for item in saved.texts}
        sign = "" if session.inspection.counter.exact else "≈"
        rows = [
            (key, [item.text.title, f"{sign}{grouped(item.tokens)}", "●" if self._changed(key) else ""])
            for key, item in self._texts.items()
        ]
        self.query_one("#text-table", VirtualTable).show(Rows(rows), keep_cursor=self.keep_cursor())
        whole = sum(item.tokens for item in prompt.texts if item.text.every_turn)
        self.query_one("#texts-pane").border_title = f"Every request · {sign}{grouped(whole)} tokens"
        same = prompt.digest == saved.digest
        mark = Content.styled("✓ byte-identical to the last save", "$success")
        changed = Content.styled("● changed since the last save: prompt caches start over", "$warning")
        decision = session.inspection.plan.decision
        self.query_one("#digest-facts", Static).update(
            Content("\n").join(
                [
                    content(f"sha256:{prompt.digest[:16]}…"),
                    mark if same else changed,
                    *([] if decision.deferred else [content(f"Nothing is deferred: {decision.rule}", "$muted")]),
                    *([] if session.inspection.builtins else [_without_builtins()]),
                ]
            )
        )
        self._show_text()

    def _changed(self, key: str) -> bool:
        return key not in self._saved or self._saved[key].text.text != self._texts[key].text.text

    @on(VirtualTable.RowHighlighted, "#text-table")
    def _highlighted(self) -> None:
        self._show_text()

    def _show_text(self) -> None:
        key = self.query_one("#text-table", VirtualTable).cursor_key
        item = self._texts.get(key or "")
        view = self.query_one("#text-view", CodeView)
        if item is None:
            view.show("", "text")
            return
        self.query_one("#text-pane").border_title = content_line(item.text.title)
        self.query_one("#text-origin", Static).update(content(item.text.origin, "$muted"))
        if self._difference:
            before = self._saved.get(item.text.id)
            changes = diff("" if before is None else before.text.text, item.text.text, item.text.id)
            view.show(changes or "No difference from the last save.", "diff")
        else:
            view.show(item.text.text, _LANGUAGES.get(item.text.id, "markdown"))

    def action_difference(self) -> None:
        """Switch between the text and its difference from the last save."""
        self._difference = not self._difference
        self._show_text()

    def action_copy(self) -> None:
        """Copy the text under the cursor."""
        key = self.query_one("#text-table", VirtualTable).cursor_key
        item = self._texts.get(key or "")
        if item is not None:
            self.app.copy_to_clipboard(item.text.text)
            self.inspector.say(f"{item.text.title}: copied")


def _without_builtins() -> Content:
    return content("the host's own deferred built-ins are left out; --builtins adds their names", "$muted")


SCREEN = PromptScreen
