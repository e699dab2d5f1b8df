"""``tsi hosts``: the agent products known, their knobs, and how each fact is known."""

from __future__ import annotations

import click

from inspector.cli.options import json_option
from inspector.cli.terminal import write_data, write_json


@click.command("hosts")
@json_option
def command(as_json: bool) -> None:
    """List the agent products known, with version, limits and knobs, and how each fact is known."""
    from inspector.hosts import hosts

    found = list(hosts().values())
    if as_json:
        write_json(
            {
                "hosts": [
                    {
                        "id": host.id,
                        "title": host.title,
                        "version": host.version,
                        "label": host.label,
                        "summary": host.summary,
                        "default_model": host.default_model,
                        "default_limit": host.default_limit,
                        "maximum_limit": host.maximum_limit,
                        "knobs": [{"knob": k.knob, "how": k.how, "label": k.label} for k in host.knobs],
                    }
                    for host in found
                ]
            }
        )
        return
    blocks = []
    for host in found:
        most = f", at most {host.maximum_limit}" if host.maximum_limit else ""
        knobs = "\n".join(f"    {k.knob:<12}{k.how} ({k.label})" for k in host.knobs)
        blocks.append(
            f"{host.id}  {host.title}, {host.version} ({host.label})\n"
            f"    {host.summary}\n    results: {host.default_limit} by default{most}\n{knobs}"
        )
    write_data("\n\n".join(blocks))
