"""Export: pick a target, see the file and what is lost in it, and write it with the difference shown first."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from inspector.errors import InspectorError
from inspector.export import Export, ExportWarning, exporters
from inspector.export.forms import forms_of
from inspector.export.proxy_entry import CLIENTS, PROXIES
from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.export_writing import merge_export, write_export
from inspector.ui.screens.base import SessionScreen
from inspector.ui.text import content, content_line
from inspector.ui.widgets.code_view import CodeView
from inspector.ui.widgets.virtual_table import Cell, Column, Rows, VirtualTable
from inspector.workspace.exporting import export_session
from inspector.workspace.session import Session

_KNOBS = (("pin", "pin"), ("defer", "defer"), ("hide", "hide"), ("words", "words"), ("description", "desc"))
_COLUMNS = (
    Column("target", "target", minimum=15),
    *(Column(knob, label, width=len(label), priority=1) for knob, label in _KNOBS),
)


class ExportScreen(SessionScreen):
    """Targets on the left, the file in the middle, warnings on the right."""

    NAME = "export"
    CSS_PATH = "export.tcss"
    BINDING_GROUP_TITLE = "Export"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "write", "write", id="export.write", tooltip="Write the files, showing the difference first"),
        Binding("m", "merge", "merge", id="export.merge", tooltip="Merge into a file you have; the rest of it stays"),
        Binding("f", "file", "next file", id="export.file", tooltip="Show the next file of this target"),
        Binding("o", "form", "form", id="export.form", tooltip="Write the target in another form, such as a script"),
        Binding("n", "client", "client entry", id="export.client", tooltip="Proxies: also the entry one client needs"),
        Binding("c", "copy", "copy", id="export.copy", tooltip="Copy the file shown"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._export: Export | None = None
        self._file = 0
        self._forms: dict[str, str] = {}
        self._clients: dict[str, str] = {}

    def compose_body(self) -> ComposeResult:
        """Targets, preview, warnings."""
        with Horizontal(id="export-body"):
            with Vertical(id="export-side"):
                with Vertical(id="targets-pane", classes="pane"):
                    yield VirtualTable(_COLUMNS, id="target-table", empty_text="No target is known.")
                with VerticalScroll(id="warnings-pane", classes="pane"):
                    yield Static(id="warnings-text")
                    yield Static(id="target-facts")
            with Vertical(id="preview-pane", classes="pane"):
                yield CodeView(id="export-view")

    def on_mount(self) -> None:
        """Give the panes their titles."""
        self.query_one("#targets-pane").border_title = "Targets"
        self.query_one("#target-table").focus()

    def show(self, session: Session) -> None:
        """Show the targets and the chosen one's files for the session's tuning."""
        rows: list[tuple[str, list[Cell]]] = [
            (
                target.id,
                [
                    target.id,
                    *(
                        Content.styled("✓", "$success") if knob in target.knobs else Content.styled("✕", "$muted")
                        for knob, _ in _KNOBS
                    ),
                ],
            )
            for target in exporters().values()
        ]
        self.query_one("#target-table", VirtualTable).show(Rows(rows))
        self._render_export()

    @on(VirtualTable.RowHighlighted, "#target-table")
    def _highlighted(self) -> None:
        self._file = 0
        self._render_export()

    @work(exclusive=True, group="export", exit_on_error=False)
    async def _render_export(self) -> None:
        target = self.query_one("#target-table", VirtualTable).cursor_key
        if target is None:
            return
        self.query_one("#target-facts", Static).update(self._facts(target))
        form, client = self._forms.get(target, ""), self._clients.get(target, "")
        try:
            self._export = await asyncio.to_thread(
                partial(export_session, target, self.inspector.shown, form=form, client=client)
            )
        except InspectorError as error:
            self._export = None
            self._show_problem(error)
            return
        self._show_export()

    def _show_problem(self, error: InspectorError) -> None:
        self.query_one("#preview-pane").border_title = "Nothing to preview"
        self.query_one("#export-view", CodeView).show(f"{error.message}\n\n{error.hint}", "text")
        self.query_one("#warnings-pane").border_title = "Warnings"
        self.query_one("#warnings-text", Static).update(content(error.message, "$warning"))

    def _show_export(self) -> None:
        result = self._export
        if result is None:
            return
        file = result.files[self._file % len(result.files)]
        more = f" · file {self._file % len(result.files) + 1} of {len(result.files)}" if len(result.files) > 1 else ""
        form = self._forms.get(result.target)
        self.query_one("#preview-pane").border_title = content_line(
            f"{file.name}{f' · form {form}' if form else ''}{more}"
        )
        self.query_one("#export-view", CodeView).show(file.text, file.language)
        count = len(result.warnings)
        self.query_one("#warnings-pane").border_title = f"Warnings · {count}"
        self.query_one("#warnings-text", Static).update(
            Content("\n\n").join(_warning(warning) for warning in result.warnings)
            if count
            else Content.styled("Nothing is lost.", "$success")
        )

    def _facts(self, target: str) -> Content:
        """Return what the target is: how it was verified, what it carries and how, the form and client chosen."""
        found = exporters()[target]
        lines = [content(f"{found.title} · verified by {found.verified_by}")]
        lines += [
            Content.assemble(Content.styled(f"{knob}: ", "$muted"), content(how)) for knob, how in found.knobs.items()
        ]
        forms = forms_of(found)
        if forms:
            form = self._forms.get(target) or next(iter(forms))
            lines.append(content(f"form {form}: {forms[form]} (o: {len(forms) - 1} others)", "$primary"))
        if target in PROXIES:
            client = self._clients.get(target)
            lines.append(
                content(
                    f"with the entry for {CLIENTS[client].title}" if client else "n: entry for a client", "$primary"
                )
            )
        return Content("\n").join(lines)

    @property
    def _target(self) -> str | None:
        return self.query_one("#target-table", VirtualTable).cursor_key

    @work
    async def action_form(self) -> None:
        """Ask for another form of the target."""
        target = self._target
        forms = {} if target is None else forms_of(exporters()[target])
        if target is None or not forms:
            self.inspector.say("This target is written in one form only.")
            return
        options = [Option(name, name, what) for name, what in forms.items()]
        current = self._forms.get(target) or next(iter(forms))
        chosen = await self.inspector.push_screen_wait(Choose("Write it as", options, current))
        if chosen is not None:
            self._forms[target], self._file = chosen, 0
            self._render_export()

    @work
    async def action_client(self) -> None:
        """Ask for the client that is to use the exported proxy."""
        target = self._target
        if target not in PROXIES:
            self.inspector.say(f"Only proxies have client entries: {', '.join(PROXIES)}.")
            return
        options = [Option("none", "no client", "the proxy alone")]
        options += [Option(name, name, client.title) for name, client in CLIENTS.items()]
        chosen = await self.inspector.push_screen_wait(
            Choose("Which client uses the proxy?", options, self._clients.get(target, "none"))
        )
        if chosen is not None:
            self._clients[target], self._file = ("" if chosen == "none" else chosen), 0
            self._render_export()

    def action_file(self) -> None:
        """Show the target's next file."""
        self._file += 1
        self._show_export()

    def action_copy(self) -> None:
        """Copy the file shown."""
        if self._export is not None:
            file = self._export.files[self._file % len(self._export.files)]
            self.app.copy_to_clipboard(file.text)
            self.inspector.say(f"{file.name}: copied")

    @work
    async def action_write(self) -> None:
        """Write every file of the target: ask where, show the difference, keep what was there."""
        if self._export is not None:
            await write_export(self.inspector, self._export)

    @work
    async def action_merge(self) -> None:
        """Bring the file shown into one the person has: comments, order and everything else in it stay."""
        if self._export is not None:
            await merge_export(self.inspector, self._export, self._export.files[self._file % len(self._export.files)])


def _warning(warning: ExportWarning) -> Content:
    return Content.assemble(
        Content.styled(f"⚠ {warning.code}", "$warning"),
        "\n",
        content(warning.message),
        content(_concerned(warning.tools), "$muted"),
    )


def _concerned(tools: tuple[str, ...]) -> str:
    if not tools:
        return ""
    return "\n" + ", ".join(tools[:8]) + (f" … ({len(tools)} in all)" if len(tools) > 8 else "")


SCREEN = ExportScreen
