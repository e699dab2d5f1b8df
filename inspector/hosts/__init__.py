"""Hosts: what each agent product or proxy does with a catalog. One product a module or package; all pure."""

from __future__ import annotations

from inspector.hosts.protocol import (
    Conditions,
    Decision,
    DeferralPlan,
    Definition,
    Delivery,
    Host,
    HostText,
    Knob,
    KnobSupport,
    Label,
    Placement,
    RecordedTexts,
    Rule,
    State,
)
from inspector.hosts.registry import DEFAULT_HOST, host, hosts

__all__ = [
    "DEFAULT_HOST",
    "Conditions",
    "Decision",
    "DeferralPlan",
    "Definition",
    "Delivery",
    "Host",
    "HostText",
    "Knob",
    "KnobSupport",
    "Label",
    "Placement",
    "RecordedTexts",
    "Rule",
    "State",
    "host",
    "hosts",
]
