"""A sitting at the app: what is open, what has been listed so far, and the edits, as one immutable value."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from inspector.catalog import Listing
from inspector.hosts import Host, host
from inspector.sources import ListingChange, Progress, ServerReport
from inspector.tuning.edits import Edit, SetValue, Together
from inspector.tuning.history import EditHistory
from inspector.tuning.model import Tuning
from inspector.tuning.rebase import rebased_history
from inspector.workspace.audit import Audit, audit
from inspector.workspace.connecting import Gathered, gathered
from inspector.workspace.inputs import Inputs
from inspector.workspace.inspecting import Inspector, Memory
from inspector.workspace.inspection import Inspection
from inspector.workspace.opening import Opened, open_inputs, overridden
from inspector.workspace.prompt_texts import Prompt, prompt

_MANY_TOOLS = 300


@dataclass(frozen=True, repr=False)
class Session:
    """Every step makes a new session; what is derived from it is computed once, when asked for.

    `reports` and `progress` are by position in `opened.specs`; a position without a report is still connecting.
    `relisted` is what servers changed of their tools since they were first listed in this sitting, by position.
    `switched` are servers the person switched off or on here, by name.
    `inputs` holds this run's overrides: an edit of the same setting in the app ends the override.
    """

    inputs: Inputs
    opened: Opened
    history: EditHistory
    reports: Mapping[int, ServerReport] = field(default_factory=dict)
    progress: Mapping[int, Progress] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)
    relisted: Mapping[int, ListingChange] = field(default_factory=dict)
    switched: Mapping[str, bool] = field(default_factory=dict)

    def __repr__(self) -> str:
        # Textual describes every worker by its arguments: of thousands of tools that took half a second a key.
        return f"<session of {len(self.opened.specs)} servers and {len(self.opened.listings)} listings>"

    @classmethod
    def begin(cls, inputs: Inputs, *, may_be_empty: bool = False) -> Session:
        """Open `inputs` and return the session before anything is connected; raises as `open_inputs` does."""
        opened = open_inputs(inputs, may_be_empty=may_be_empty)
        return cls(inputs, opened, EditHistory.of(opened.saved_tuning))

    @cached_property
    def tuning(self) -> Tuning:
        """The tuning in force: the edited one under this run's overrides."""
        return overridden(self.history.present, self.inputs.overrides)

    @cached_property
    def host(self) -> Host:
        """The host looked through: the edited one, else the one this run was opened with."""
        chosen = self.history.present.host
        if self.inputs.hosts or chosen is None:
            return self.opened.hosts[0]
        return host(chosen)

    @cached_property
    def gathered(self) -> Gathered:
        """What has been listed so far, in configuration order."""
        ordered = tuple(self.reports[position] for position in sorted(self.reports))
        return gathered(self.opened, ordered)

    @property
    def listings(self) -> tuple[Listing, ...]:
        """What every server listed so far, as it came, in configuration order."""
        return tuple(report.listing for report in self.gathered.reports if report.listing is not None)

    @property
    def connecting(self) -> tuple[str, ...]:
        """The servers that have not answered yet."""
        return tuple(spec.name for position, spec in enumerate(self.opened.specs) if position not in self.reports)

    @cached_property
    def inspection(self) -> Inspection:
        """The catalog as listed so far, through the host in force."""
        return self.inspect(self.host, self.tuning)

    @cached_property
    def inspection_as_saved(self) -> Inspection:
        """The same under the tuning that is on disk: what an edit is compared with."""
        if not self.history.unsaved:
            return self.inspection
        saved = overridden(self.history.on_disk, self.inputs.overrides)
        return self.inspect(self.host, saved)

    def inspect(self, host: Host, tuning: Tuning) -> Inspection:
        """Return the inspection through another host or tuning, counting with what was counted already."""
        return Inspector(self.gathered.catalog, self.inputs.overrides, self.connecting, self.memory).inspect(
            host, tuning
        )

    @cached_property
    def audit(self) -> Audit:
        """The audit of the inspection."""
        return audit(self.inspection)

    @cached_property
    def prompt(self) -> Prompt:
        """The texts the host writes, and their digest."""
        return prompt(self.inspection)

    @cached_property
    def prompt_as_saved(self) -> Prompt:
        """The same under the tuning that is on disk."""
        if not self.history.unsaved:
            return self.prompt
        saved = prompt(self.inspection_as_saved)
        if saved != self.prompt:
            return saved
        # The same texts twice can be tens of megabytes.
        self.inspection_as_saved.forget_texts()
        return self.prompt

    @property
    def unsaved(self) -> bool:
        """Whether the tuning differs from what is on disk."""
        return self.history.unsaved

    @property
    def estimated(self) -> Session | None:
        """The same session with quick estimates, where exact counting takes seconds; None where it does not.

        Claude's tokens are reconstructed at some 400,000 characters a second: a large catalog is shown with
        the labelled estimate first.
        """
        if self.inputs.overrides.counter is not None or self.inspection.counter.name != "claude":
            return None
        if "ctok" not in self.inspection.counter.label or len(self.gathered.catalog) < _MANY_TOOLS:
            return None
        overrides = replace(self.inputs.overrides, counter="claude-estimate")
        return self._with_history(self.history, replace(self.inputs, overrides=overrides))

    def do(self, edit: Edit) -> Session:
        """Return the session after `edit`; raises `UsageError` for a value that means nothing."""
        return self._with_history(self.history.do(edit))

    def set_value(self, name: str, value: Any) -> Session:
        """Return the session with one setting changed; an override of the same setting ends."""
        return self.set_values({name: value})

    def set_values(self, values: Mapping[str, Any]) -> Session:
        """Return the session with several settings changed in one step; overrides of the same settings end."""
        inputs = self.inputs
        for name, value in values.items():
            if name == "host":
                host(value)
                inputs = replace(inputs, hosts=())
                self.memory.leave(self.inspection.view)
            elif hasattr(inputs.overrides, name):
                ended: dict[str, Any] = {name: None}
                inputs = replace(inputs, overrides=replace(inputs.overrides, **ended))
        edits = tuple(SetValue(name, value) for name, value in values.items())
        edit = edits[0] if len(edits) == 1 else Together(edits, f"set {', '.join(values)}")
        return self._with_history(self.history.do(edit), inputs)

    def undo(self) -> Session:
        """Return the session one edit back."""
        return self._with_history(self.history.undo())

    def redo(self) -> Session:
        """Return the session with the last undone edit made again."""
        return self._with_history(self.history.redo())

    def with_progress(self, progress: Progress) -> Session:
        """Return the session that knows of one more step of connecting."""
        changed = replace(self, progress={**self.progress, progress.position: progress})
        # Progress changes nothing that is derived from reports and tuning: hand it on instead of deriving it again.
        for name in ("inspection", "inspection_as_saved", "gathered", "audit", "prompt", "prompt_as_saved"):
            if name in self.__dict__:
                changed.__dict__[name] = self.__dict__[name]
        return changed

    def with_reports(self, reports: Mapping[int, ServerReport]) -> Session:
        """Return the session with servers listed (or failed), by position."""
        return replace(self, reports={**self.reports, **reports})

    def with_change(self, position: int, change: ListingChange) -> Session:
        """Return the session that knows of tools a server changed since it was connected to."""
        known = self.relisted.get(position, ListingChange())
        merged = ListingChange(
            added=tuple(dict.fromkeys((*known.added, *change.added))),
            removed=tuple(dict.fromkeys((*known.removed, *change.removed))),
            changed=tuple(dict.fromkeys((*known.changed, *change.changed))),
        )
        return replace(self, relisted={**self.relisted, position: merged})

    @cached_property
    def changed_tools(self) -> frozenset[str]:
        """The ids of tools that are new or defined otherwise since their server was connected to."""
        return frozenset(
            f"{self.reports[position].name}/{name}"
            for position, change in self.relisted.items()
            if position in self.reports
            for name in (*change.added, *change.changed)
        )

    def without_report(self, position: int) -> Session:
        """Return the session in which the server at `position` is being connected again."""
        progress = {place: step for place, step in self.progress.items() if place != position}
        reports = {place: report for place, report in self.reports.items() if place != position}
        return replace(self, reports=reports, progress=progress)

    def with_enabled(self, position: int, enabled: bool) -> Session:
        """Return the session in which a server is switched off or on, for this sitting: no file says so."""
        switched = {**self.switched, self.opened.specs[position].name: enabled}
        return replace(self, opened=_switched(self.opened, switched), switched=switched)

    def with_variables(self, values: Mapping[str, str]) -> Session:
        """Return the session in which variables have values, in memory only; connecting uses them from now on."""
        inputs = replace(self.inputs, env=(*self.inputs.env, *values.items()))
        opened = replace(self.opened, environment={**self.opened.environment, **values})
        return replace(self, inputs=inputs, opened=opened)

    def reread(self) -> Session:
        """Return the session over the files as they are now: edits stay, and reports of servers that are the same.

        What was agreed to stays agreed to, and nothing else is: a changed command asks again, whatever options this
        run was started with. Positions may change. Raises as `open_inputs` does.
        """
        inputs = self.inputs
        opened = open_inputs(replace(inputs, trust=False, trust_projects=()))
        # Saving makes the toolset refer to what was named beside it: no server is to be there twice.
        added = set(opened.saved_tuning.config_paths()) - set(self.opened.saved_tuning.config_paths())
        named = tuple(path for path in inputs.configs if os.path.abspath(os.path.expanduser(path)) not in added)
        if named != inputs.configs:
            inputs = replace(inputs, configs=named)
            opened = open_inputs(replace(inputs, trust=False, trust_projects=()))
        return self._with_files(inputs, replace(opened, trust=self.opened.trust))

    def with_files_of(self, other: Session) -> Session:
        """Return the session over the files as `other` read them, which was this one a moment ago."""
        environment = {**other.opened.environment, **dict(self.inputs.env)}
        inputs = replace(self.inputs, configs=other.inputs.configs)
        return self._with_files(inputs, replace(other.opened, environment=environment))

    def _with_files(self, inputs: Inputs, opened: Opened) -> Session:
        opened = _switched(opened, self.switched)
        before = {spec.name: (position, spec) for position, spec in enumerate(self.opened.specs)}
        kept: dict[int, int] = {}
        for position, spec in enumerate(opened.specs):
            place, same = before.get(spec.name, (-1, None))
            if same == spec:
                kept[place] = position
        return replace(
            self,
            inputs=inputs,
            opened=opened,
            history=rebased_history(self.history, opened.saved_tuning),
            reports={kept[place]: report for place, report in self.reports.items() if place in kept},
            progress={kept[place]: step for place, step in self.progress.items() if place in kept},
        )

    def saved(self, path: str) -> Session:
        """Return the session whose tuning is on disk at `path`."""
        tuning = replace(self.history.present, path=path)
        return self._with_history(replace(self.history, present=tuning).saved())

    def _with_history(self, history: EditHistory, inputs: Inputs | None = None) -> Session:
        """Return the session with other edits; the catalog stays the same object, and with it all it derived."""
        changed = replace(self, history=history, inputs=inputs or self.inputs)
        changed.__dict__["gathered"] = self.gathered
        return changed


def _switched(opened: Opened, switched: Mapping[str, bool]) -> Opened:
    specs = tuple(
        replace(spec, enabled=switched[spec.name]) if spec.enabled != switched.get(spec.name, spec.enabled) else spec
        for spec in opened.specs
    )
    return replace(opened, specs=specs)
