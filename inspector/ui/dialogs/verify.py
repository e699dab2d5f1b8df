"""Verifying with the installed client: how far it is, then what agrees and what differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import LoadingIndicator, Static

from inspector.catalog import Listing
from inspector.errors import InspectorError
from inspector.foreign_text import one_line
from inspector.ui.dialogs.dialog import Dialog
from inspector.ui.text import content
from inspector.verification.agreement import Agreement
from inspector.verification.observing import Step
from inspector.workspace.agreement_text import Line, definition_place, lines, query_difference, verdict
from inspector.workspace.inspection import Inspection
from inspector.workspace.verifying import Verified, verify

_SHOWN = 20
_MARKS = {True: ("=", "$success"), False: ("≠", "$error"), None: ("–", "$muted")}


class Verify(Dialog):
    """Asks the client behind `inspection` about `listings`; esc ends it, and the client with it."""

    DEFAULT_CSS = """
    Verify {
        & > #dialog { width: 110; }
        #verify-step { height: auto; margin-top: 1; }
        LoadingIndicator { height: 1; margin-top: 1; }
        #verify-body { height: auto; max-height: 70vh; margin-top: 1; scrollbar-size-vertical: 1; display: none; }
        #verify-body Static { width: 1fr; height: auto; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "cancel", "Close", show=False, id="verify.close"),
        Binding("c", "copy", "Copy", show=False, id="verify.copy", tooltip="Copy the result"),
    ]

    def __init__(self, inspection: Inspection, listings: Sequence[Listing], program: str | None = None) -> None:
        super().__init__(f"Verify {inspection.host.id} with the installed client", "esc stop")
        self._inspection = inspection
        self._listings = listings
        self._program = program
        self._result = Content("")

    def compose_body(self) -> ComposeResult:
        """Yield the progress, and room for the result."""
        yield Static(
            "It runs on this machine alone, with an empty home and no key. Servers are played from what they listed.",
            id="verify-step",
            markup=False,
        )
        yield LoadingIndicator()
        with VerticalScroll(id="verify-body"):
            yield Static(id="verify-result", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        self.ask()

    @work(exclusive=True, group="verify", exit_on_error=False)
    async def ask(self) -> None:
        """Ask the client and show what came of it; ended, it ends the client."""
        try:
            found = await verify(self._inspection, self._listings, program=self._program, on_step=self._show_step)
        except InspectorError as error:
            self._show(content(f"{error.message}\n{error.hint}" if error.hint else error.message))
        else:
            self._show(told(found))

    def action_copy(self) -> None:
        """Copy the result."""
        self.app.copy_to_clipboard(self._result.plain)
        self.notify("copied", markup=False)

    def _show_step(self, step: Step) -> None:
        self.query_one("#verify-step", Static).update(content(f"{step.number} of {step.of} · {step.doing}"))

    def _show(self, result: Content) -> None:
        self._result = result
        self.query_one(LoadingIndicator).display = False
        self.query_one("#verify-step").display = False
        self.query_one("#verify-result", Static).update(result)
        body = self.query_one("#verify-body")
        body.display = True
        body.focus()
        self.query_one("#dialog-keys", Static).update("↑↓ scroll   c copy   esc close")


def told(found: Verified) -> Content:
    """Return a verification in words, differences with the host module's breakdown below it."""
    agreement = found.agreement
    parts = [content(verdict(agreement)), Content(""), *(_line(line) for line in lines(agreement))]
    parts += [content(line) for line in _differences(agreement)]
    parts += [content(one_line(note), "$muted") for note in agreement.notes]
    return Content("\n").join(parts)


def _line(line: Line) -> Content:
    mark, colour = _MARKS[line.equal]
    return Content.assemble((f"{mark} ", colour), (f"{line.what:<12}", "bold"), content(line.said))


def _differences(agreement: Agreement) -> list[str]:
    told: list[str] = []
    for each in agreement.differences[:_SHOWN]:
        first, *rest = query_difference(each)
        told += ["", first, *(f"    {line}" for line in rest)]
    for definition in agreement.definition_differences[:_SHOWN]:
        told += ["", definition_place(definition), f"    client       {definition.observed}"]
        told += [f"    host module  {definition.expected}"]
    more = len(agreement.differences[_SHOWN:]) + len(agreement.definition_differences[_SHOWN:])
    return [*told, *([f"{more:,} more differences: tsi verify --json"] if more else []), *([""] if told else [])]
