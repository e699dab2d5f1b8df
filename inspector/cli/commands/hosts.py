"""``tsi hosts``: the agent products known, the rules of each in words, and how each fact is known."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import json_option
from inspector.cli.terminal import write_data, write_json

if TYPE_CHECKING:
    from inspector.hosts import Host

_WIDTH = 110


@click.command("hosts")
@click.argument("names", nargs=-1, metavar="[NAME]…")
@json_option
def command(names: tuple[str, ...], as_json: bool) -> None:
    """List the agent products known; with NAME, tell the rules of that one: how it names, searches and defers."""
    from inspector.hosts import host, hosts

    found = [host(name) for each in names for name in each.split(",") if name] or list(hosts().values())
    if as_json:
        write_json({"hosts": [_form(each) for each in found]})
    else:
        write_data("\n\n".join(_card(each) if names else _summary(each) for each in found))


def _form(host: Host) -> dict[str, Any]:
    return {
        "id": host.id,
        "title": host.title,
        "version": host.version,
        "label": host.label,
        "summary": host.summary,
        "default_model": host.default_model,
        "default_limit": host.default_limit,
        "maximum_limit": host.maximum_limit,
        "knobs": [{"knob": k.knob, "how": k.how, "label": k.label} for k in host.knobs],
        "rules": [{"about": r.about, "rule": r.text, "label": r.label, "source": r.source} for r in host.rules],
        "texts": list(host.text_ids),
    }


def _summary(host: Host) -> str:
    most = f", at most {host.maximum_limit}" if host.maximum_limit else ""
    return "\n".join(
        [
            f"{host.id}  {host.title}, {host.version} ({host.label})",
            _indented(host.summary),
            f"    results: {host.default_limit} by default{most}",
            *(f"    {k.knob:<12}{k.how} ({k.label})" for k in host.knobs),
        ]
    )


def _card(host: Host) -> str:
    lines = [f"{host.id}  {host.title}, {host.version} ({host.label})", _indented(host.summary), ""]
    for rule in host.rules:
        lines += [f"  {rule.about}  ({rule.label}, {rule.source})", _indented(rule.text)]
    lines += ["", "  what can be set"]
    lines += [f"    {k.knob:<12}{k.how} ({k.label})" for k in host.knobs] or ["    nothing per tool"]
    if host.text_ids:
        where = f'[host."{host.id}".texts]' if "@" in host.id else f"[host.{host.id}.texts]"
        lines += ["", f"  texts that {where} of a toolset can replace: {', '.join(host.text_ids)}"]
    model = host.default_model or "none (window 200,000)"
    lines += ["", f"  model unless given: {model}; results unless given: {host.default_limit or 'no search'}"]
    return "\n".join(lines)


def _indented(text: str) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")
