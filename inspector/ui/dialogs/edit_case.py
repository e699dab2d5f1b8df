"""A case of a query suite to edit: its query, its expected tools, its host and its note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.suggester import Suggester, SuggestFromList
from textual.widgets import Input, Static

from inspector.catalog import Catalog
from inspector.errors import UsageError
from inspector.foreign_text import one_line
from inspector.suites import Case
from inspector.ui.dialogs.dialog import Dialog
from inspector.ui.text import content
from inspector.workspace.case_editing import CaseTexts, edited_case

_FIELDS = (
    ("query", "Query", "as a person or a model asks"),
    ("tools", "Should find", "server/tool, server/tool"),
    ("host", "Only in host", "empty: every host"),
    ("note", "Note", "for people"),
)


class EditCase(Dialog):
    """Edits `case` and ends with "edited", the new one standing in `edited`; None on esc.

    What cannot be meant is said, and the dialog stays.
    """

    DEFAULT_CSS = """
    EditCase {
        #case-fields { height: auto; max-height: 60vh; scrollbar-size-vertical: 1; }
        .case-label { height: 1; margin-top: 1; color: $muted; }
        Input { height: 1; padding: 0 1; border: none; background: $panel; }
        Input:focus { background: $cursor-background-blurred; }
        #case-problem { width: 1fr; height: auto; max-height: 6; margin-top: 1; color: $error; display: none; }
        &.-refused #case-problem { display: block; }
    }
    """

    AUTO_FOCUS = "#case-query"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Previous", show=False, id="case.previous"),
        Binding("down", "app.focus_next", "Next", show=False, id="case.next"),
    ]

    def __init__(self, title: str, case: Case, catalog: Catalog, hosts: Sequence[str]) -> None:
        super().__init__(title, "enter save   ↑↓ or tab move   → take the suggestion   esc cancel")
        self._case = case
        self._catalog = catalog
        self._hosts = hosts
        self.edited = case

    def compose_body(self) -> ComposeResult:
        """Yield a line for each part of the case, and room for what is wrong with it."""
        texts = CaseTexts.of(self._case)
        suggesters = {"tools": _LastTool(list(self._catalog.by_id)), "host": SuggestFromList(self._hosts)}
        with VerticalScroll(id="case-fields", can_focus=False):
            for name, label, placeholder in _FIELDS:
                yield Static(label, classes="case-label")
                yield Input(
                    getattr(texts, name),
                    placeholder=placeholder,
                    id=f"case-{name}",
                    compact=True,
                    select_on_focus=False,
                    suggester=suggesters.get(name),
                )
        yield Static("", id="case-problem", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """End with the case as it is written now, unless it is refused."""
        event.stop()
        texts = CaseTexts(*(self.query_one(f"#case-{name}", Input).value for name, _, _ in _FIELDS))
        try:
            self.edited = edited_case(self._case, texts, self._catalog)
        except UsageError as error:
            self.query_one("#case-problem", Static).update(content(f"{error.message}\n{error.hint}".strip()))
            self.add_class("-refused")
            return
        self.dismiss("edited")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take the complaint back as soon as something changes."""
        event.stop()
        self.remove_class("-refused")


class _LastTool(Suggester):
    """Completes the last of several names that stand between commas."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(case_sensitive=True)
        # What would not be shown as it is cannot be typed either.
        self._names = [name for name in names if one_line(name) == name and "," not in name]

    async def get_suggestion(self, value: str) -> str | None:
        """Return `value` with its last name completed."""
        before, comma, last = value.rpartition(",")
        typed = last.lstrip()
        if not typed:
            return None
        space = last[: len(last) - len(typed)]
        found = next((name for name in self._names if name.startswith(typed) and name != typed), None)
        return None if found is None else f"{before}{comma}{space}{found}"
