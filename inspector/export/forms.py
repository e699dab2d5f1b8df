"""Targets that can be written in more than one form, such as a request body or a script that sends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from inspector.errors import UsageError, nearest
from inspector.export.protocol import Exporter, ExportRequest


@runtime_checkable
class HasForms(Protocol):
    """An exporter with `forms`: the name of each form and what it is; the first one is the ordinary one."""

    forms: Mapping[str, str]


def forms_of(exporter: Exporter) -> Mapping[str, str]:
    """Return the forms of `exporter`, empty where there is only one way to write it."""
    return exporter.forms if isinstance(exporter, HasForms) else {}


def chosen_form(request: ExportRequest, target: str, forms: Mapping[str, str]) -> str:
    """Return the form asked for, else the first one; raise `UsageError` naming the nearest for an unknown one."""
    if not request.form:
        return next(iter(forms))
    if request.form not in forms:
        raise UsageError(f"{target} has no form “{request.form}”", nearest(request.form, list(forms)))
    return request.form


def check_form(request: ExportRequest, exporter: Exporter) -> None:
    """Raise `UsageError` when a form is asked for that `exporter` does not have."""
    forms = forms_of(exporter)
    if request.form and not forms:
        raise UsageError(f"{exporter.id} is written in one form only", "leave --form out")
    if request.form:
        chosen_form(request, exporter.id, forms)
