"""What has to change in an existing document so that it says what an export says, and what stands against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from inspector.config.values import kind
from inspector.export.merging.edits import Append, Edit, Path, Put, Remove
from inspector.export.merging.same_server import same_server
from inspector.export.protocol import MergeRule

_KEPT = ("$schema",)
"""Keys whose value in the existing file stays."""


@dataclass(slots=True)
class Plan:
    """The `edits` to make, the `conflicts` that forbid them, and `notes` on what stays as it was; sentences."""

    edits: list[Edit] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def planned(old: Any, new: Any, rule: MergeRule, *, force: bool = False) -> Plan:
    """Return the plan for bringing the plain value `new` into `old`. `force` replaces servers that are others."""
    plan = Plan()
    _visit((), old, new, rule, force, plan)
    return plan


def _visit(path: Path, old: Any, new: Any, rule: MergeRule, force: bool, plan: Plan) -> None:
    if path and path == rule.servers and _alike(path, old, new, plan):
        _servers(path, old, new, rule, force, plan)
    elif path in rule.lists and _alike(path, old, new, plan):
        plan.edits += [Append(path, item) for item in new if not _holds(old, item)]
    elif isinstance(new, Mapping):
        if not _alike(path, old, new, plan):
            return
        for key, value in new.items():
            if key not in old:
                plan.edits.append(Put((*path, key), value))
            elif not (key in _KEPT and len(path) == 0):
                _visit((*path, key), old[key], value, rule, force, plan)
    elif _alike(path, old, new, plan) and old != new:
        plan.edits.append(Put(path, new))


def _servers(path: Path, old: Any, new: Any, rule: MergeRule, force: bool, plan: Plan) -> None:
    places = {name: name for name in old} if isinstance(old, Mapping) else _places(old, rule.key)
    entries = new.items() if isinstance(new, Mapping) else ((item[rule.key], item) for item in new)
    for name, entry in entries:
        if name not in places:
            plan.edits.append(Append(path, entry) if isinstance(new, list) else Put((*path, name), entry))
            continue
        place = (*path, places[name])
        known = old[places[name]]
        if not _alike(place, known, entry, plan):
            continue
        if same_server(known, entry):
            _knobs(place, name, known, entry, rule, plan)
        elif force:
            plan.edits.append(Put(place, entry))
        else:
            plan.conflicts.append(f"the server “{name}” there has another command or address")


def _knobs(place: Path, name: str, old: Mapping[str, Any], new: Mapping[str, Any], rule: MergeRule, plan: Plan) -> None:
    """Plan the keys that an export decides; how the server is reached stays as the person wrote it."""
    if name in rule.untouched:
        plan.notes.append(f"{name} could not be listed, so what the file says about its tools stays")
        return
    for knob in rule.knobs:
        *above, last = knob.split(".")
        inner_old, inner_new = _inside(old, above), _inside(new, above)
        if last in inner_new:
            if inner_old is None:
                plan.conflicts.append(f"{_shown((*place, *above))} is no object there")
            elif last not in inner_old or inner_old[last] != inner_new[last]:
                plan.edits.append(Put((*place, *above, last), inner_new[last]))
        elif inner_old and last in inner_old:
            plan.edits.append(Remove((*place, *above, last)))


def _inside(entry: Mapping[str, Any], keys: list[str]) -> Any:
    inside: Any = entry
    for key in keys:
        inside = inside.get(key, {}) if isinstance(inside, Mapping) else None
    return inside if isinstance(inside, Mapping) else None


def _places(items: list[Any], key: str) -> dict[Any, int]:
    return {item.get(key): place for place, item in enumerate(items) if isinstance(item, Mapping)}


def _holds(items: list[Any], wanted: Any) -> bool:
    if isinstance(wanted, Mapping) and "id" in wanted:
        return any(isinstance(item, Mapping) and item.get("id") == wanted["id"] for item in items)
    return wanted in items


def _alike(path: Path, old: Any, new: Any, plan: Plan) -> bool:
    """Return whether both are objects, both lists, or both neither; what differs in that is a conflict."""
    for form in (Mapping, list):
        if isinstance(old, form) != isinstance(new, form):
            plan.conflicts.append(f"{_shown(path)} is {kind(old)} there, but has to be {kind(new)}")
            return False
    return True


def _shown(path: Path) -> str:
    return ".".join(str(step) for step in path) or "the whole file"
