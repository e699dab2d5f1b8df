"""Editing on the Suite screen: add, edit and remove queries, open another suite, write this one."""

from __future__ import annotations

import asyncio

from textual import work

from inspector.errors import InspectorError
from inspector.hosts import hosts
from inspector.suites import Case
from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.dialogs.edit_case import EditCase
from inspector.ui.dialogs.edit_text import EditText
from inspector.ui.screens.base import SessionScreen
from inspector.ui.suite_at_hand import suite_at_hand, suite_may_go, write_suite
from inspector.workspace.open_suite import FILE_NAME, OpenSuite, open_suite


class SuiteEdits(SessionScreen):
    """What changes the suite itself. Subclasses bind the keys, and say which case is meant and how it is run."""

    @property
    def case(self) -> Case | None:
        """The case under the cursor; None in an empty table."""
        raise NotImplementedError

    def run_suite(self) -> None:
        """Run the suite as it is now."""
        raise NotImplementedError

    @work(exit_on_error=False)
    async def action_add(self) -> None:
        """Ask for a query and the tool it should find."""
        query = await self.inspector.push_screen_wait(
            EditText("New query", "", placeholder="file a bug about the login page", help="As a person or a model asks")
        )
        if not query or not query.strip():
            return
        inspection = self.inspector.shown.inspection
        options = [Option(tool.id, tool.id, inspection.names.get(tool.id, "")) for tool in inspection.catalog]
        tool = await self.inspector.push_screen_wait(Choose("Which tool should it find?", options))
        if tool is not None:
            self._change((await suite_at_hand(self.inspector) or OpenSuite()).adding(Case(query.strip(), (tool,))))

    def action_remove(self) -> None:
        """Take the query under the cursor out of the suite."""
        case = self.case
        if case is not None and self.inspector.suite is not None:
            self._change(self.inspector.suite.without(case))
            self.inspector.say(f"“{case.query}” is out of the suite. z brings it back.", "Removed")

    @work(exit_on_error=False)
    async def action_edit(self) -> None:
        """Ask for another query, other tools, host or note of the case under the cursor."""
        case, catalog = self.case, self.inspector.shown.inspection.catalog
        if case is None or self.inspector.suite is None:
            return
        dialog = EditCase("Edit the query", case, catalog, list(hosts()))
        if await self.inspector.push_screen_wait(dialog) is not None and self.inspector.suite is not None:
            self._change(self.inspector.suite.editing(case, dialog.edited))

    def action_restore(self) -> None:
        """Take the last change of the suite's queries back."""
        suite = self.inspector.suite
        if suite is None or not suite.past:
            self.inspector.say("The suite's queries stand as they were opened.")
            return
        self._change(suite.undone())

    def _change(self, suite: OpenSuite) -> None:
        self.inspector.suite = suite
        self.run_suite()

    @work(exit_on_error=False)
    async def action_open(self) -> None:
        """Ask for a suite's file."""
        path = await self.inspector.push_screen_wait(
            EditText("Open which suite?", "", placeholder=FILE_NAME, help="TOML with [[case]], or JSON lines")
        )
        if not path or not path.strip():
            return
        try:
            found = await asyncio.to_thread(open_suite, path.strip())
        except InspectorError as error:
            self.inspector.say_problem(error)
            return
        if not await suite_may_go(self.inspector, "open"):
            return
        for problem in found.problems[:3]:
            self.inspector.say(f"line {problem.line}: {problem.message}", "Not all was read", "warning")
        self._change(found)

    @work(exit_on_error=False)
    async def action_write(self) -> None:
        """Write the suite, asking for a name where it has none."""
        if self.inspector.suite is not None and await write_suite(self.inspector):
            self.run_suite()
