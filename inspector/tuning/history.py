"""Undo and redo over a tuning, and whether there is anything to save."""

from __future__ import annotations

from dataclasses import dataclass, replace

from inspector.tuning.edits import Edit
from inspector.tuning.model import Tuning

MOST_STEPS = 500
"""How many edits can be undone: each holds a whole tuning, and a long sitting makes thousands."""


@dataclass(frozen=True, slots=True)
class Step:
    """An edit that was made: its `label`, and the tuning on the other side of it."""

    label: str
    tuning: Tuning


@dataclass(frozen=True, slots=True)
class EditHistory:
    """A tuning with the way back and forth; every method returns the next history.

    `on_disk` is the tuning as last loaded or saved; pass it as `base` to `save_tuning`.
    """

    present: Tuning
    on_disk: Tuning
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()

    @classmethod
    def of(cls, tuning: Tuning, *, saved: bool = True) -> EditHistory:
        """Return the history that begins with `tuning`, which is on disk unless `saved` is False."""
        return cls(tuning, tuning if saved else Tuning())

    def do(self, edit: Edit) -> EditHistory:
        """Return the history after `edit`; an edit that changes nothing adds no step and keeps the redos."""
        after = edit.apply(self.present)
        if after == self.present:
            return self
        past = (*self.past, Step(edit.label, self.present))[-MOST_STEPS:]
        return replace(self, present=after, past=past, future=())

    def undo(self) -> EditHistory:
        """Return the history one step back; the same when there is none."""
        if not self.past:
            return self
        *past, step = self.past
        future = (Step(step.label, self.present), *self.future)
        return replace(self, present=step.tuning, past=tuple(past), future=future)

    def redo(self) -> EditHistory:
        """Return the history with the last undone step made again; the same when there is none."""
        if not self.future:
            return self
        step, *future = self.future
        past = (*self.past, Step(step.label, self.present))
        return replace(self, present=step.tuning, past=past, future=tuple(future))

    @property
    def unsaved(self) -> bool:
        """Whether the present differs from what is on disk; undoing back to the saved state makes it false."""
        return self.present != self.on_disk

    def saved(self) -> EditHistory:
        """Return the history whose present is on disk; undo goes on working."""
        return replace(self, on_disk=self.present)
