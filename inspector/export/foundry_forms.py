"""The ways to create a Foundry toolbox version from a body: by Python, JavaScript, C# or curl.

Python and JavaScript call azure-ai-projects 2.10.0; C# and curl send the REST request itself, since the .NET names
of per-tool settings are not documented.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from inspector.export.json_text import json_text
from inspector.export.protocol import ExportedFile

_PLACE = re.compile("@([A-Z]+)@")
_MODELS = {"mcp": "MCPToolboxTool", "toolbox_search": "ToolSearchToolboxTool"}


def body_file(body: Mapping[str, Any], name: str) -> ExportedFile:
    """Return the REST body."""
    return ExportedFile("foundry-toolbox.json", json_text(body), "json")


def python_file(body: Mapping[str, Any], name: str) -> ExportedFile:
    """Return a script that creates the version from the SDK's models."""
    tools = "".join(f"    {_model(entry)},\n" for entry in body["tools"])
    more = "".join(f"    {key}={_literal(value, 1)},\n" for key, value in body.items() if key != "tools")
    text = filled(_PYTHON, TOOLS=tools, NAME=_literal(name, 0), MORE=more)
    return ExportedFile("create_toolbox.py", text, "python")


def javascript_file(body: Mapping[str, Any], name: str) -> ExportedFile:
    """Return an ES module that creates the version."""
    options = {key: value for key, value in body.items() if key != "tools"}
    tools = json_text(body["tools"]).rstrip()
    text = filled(_JAVASCRIPT, TOOLS=tools, NAME=json.dumps(name), OPTIONS=json_text(options).rstrip())
    return ExportedFile("create-toolbox.mjs", text, "javascript")


def csharp_file(body: Mapping[str, Any], name: str) -> ExportedFile:
    """Return top-level statements that send the REST request."""
    # In JSON no three quotes follow one another, so a raw string literal holds any body.
    text = filled(_CSHARP, BODY=json_text(body).rstrip(), NAME=json.dumps(name))
    return ExportedFile("CreateToolbox.cs", text, "csharp")


def curl_file(body: Mapping[str, Any], name: str) -> ExportedFile:
    """Return a shell script that sends the REST request."""
    text = filled(_CURL, BODY=json_text(body).rstrip(), NAME=name)
    return ExportedFile("create-toolbox.sh", text, "bash")


WRITERS: Mapping[str, Callable[[Mapping[str, Any], str], ExportedFile]] = {
    "rest": body_file,
    "python": python_file,
    "javascript": javascript_file,
    "csharp": csharp_file,
    "curl": curl_file,
}
"""What writes each form, from the body and the toolbox's name."""


def filled(template: str, **values: str) -> str:
    """Return `template` with ``@KEY@`` replaced in one pass, so that a value is never looked at again."""
    return _PLACE.sub(lambda match: values[match[1]], template)


def _model(entry: Mapping[str, Any]) -> str:
    model = _MODELS.get(str(entry.get("type")))
    if model is None:
        # Kinds that are only passed through stay as the REST interface takes them.
        return _literal(entry, 1)
    fields = [(key, value) for key, value in entry.items() if key != "type"]
    if not fields:
        return f"{model}()"
    lines = "".join(f"        {key}={_field(key, value)},\n" for key, value in fields)
    return f"{model}(\n{lines}    )"


def _field(key: str, value: Any) -> str:
    if key != "tool_configs" or not isinstance(value, Mapping):
        return _literal(value, 2)
    lines = "".join(f"            {_literal(name, 0)}: {_config(config)},\n" for name, config in value.items())
    return f"{{\n{lines}        }}"


def _config(config: Any) -> str:
    if not isinstance(config, Mapping):
        return _literal(config, 3)
    return f"ToolConfig({', '.join(f'{key}={_literal(value, 3)}' for key, value in config.items())})"


def _literal(value: Any, depth: int) -> str:
    """Return `value` as a Python literal, indented by `depth` steps."""
    inner, outer = "    " * (depth + 1), "    " * depth
    if isinstance(value, Mapping):
        if not value:
            return "{}"
        lines = "".join(f"{inner}{_literal(key, 0)}: {_literal(item, depth + 1)},\n" for key, item in value.items())
        return f"{{\n{lines}{outer}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_literal(item, depth) for item in value)}]"
    if isinstance(value, str):
        # JSON writes what lies beyond ASCII as UTF-16 escapes, which Python reads differently.
        return json.dumps(value) if value.isascii() and value.isprintable() else repr(value)
    return repr(value)


def toolbox_name(given: str | None) -> str:
    """Return the toolbox's name, safe inside a URL and a shell script."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", given or "tools").strip("-.") or "tools"


_PYTHON = '''"""Creates a version of a Microsoft Foundry toolbox, written by Tool Search Inspector (tsi export foundry).

    pip install "azure-ai-projects>=2.10,<3" azure-identity
    PROJECT_ENDPOINT=https://ACCOUNT.services.ai.azure.com/api/projects/PROJECT python create_toolbox.py

With --promote the new version becomes the toolbox's default.
"""

import os
import sys

from azure.ai.projects import AIProjectClient
from azure.ai.projects.models import MCPToolboxTool, ToolConfig, ToolSearchToolboxTool
from azure.identity import DefaultAzureCredential

NAME = @NAME@
TOOLS = [
@TOOLS@]
MORE = dict(
@MORE@)

if __name__ == "__main__":
    project = AIProjectClient(endpoint=os.environ["PROJECT_ENDPOINT"], credential=DefaultAzureCredential())
    version = project.toolboxes.create_version(NAME, tools=TOOLS, **MORE)
    print(f"{NAME} version {version.version}")
    if "--promote" in sys.argv:
        project.toolboxes.update(NAME, default_version=version.version)
'''

_JAVASCRIPT = """\
// Creates a version of a Microsoft Foundry toolbox, written by Tool Search Inspector (tsi export foundry).
//
//   npm install @azure/ai-projects @azure/identity
//   PROJECT_ENDPOINT=https://ACCOUNT.services.ai.azure.com/api/projects/PROJECT node create-toolbox.mjs
import { AIProjectClient } from "@azure/ai-projects";
import { DefaultAzureCredential } from "@azure/identity";

const tools = @TOOLS@;
const options = @OPTIONS@;

const project = new AIProjectClient(process.env.PROJECT_ENDPOINT, new DefaultAzureCredential());
const version = await project.toolboxes.createVersion(@NAME@, tools, options);
console.log(`version ${version.version}`);
"""

_CSHARP = '''\
// Creates a version of a Microsoft Foundry toolbox, written by Tool Search Inspector (tsi export foundry).
//
//   dotnet add package Azure.Identity
//   PROJECT_ENDPOINT=https://ACCOUNT.services.ai.azure.com/api/projects/PROJECT dotnet run
using System.Net.Http.Headers;
using System.Text;
using Azure.Core;
using Azure.Identity;

const string name = @NAME@;
const string body = """
@BODY@
""";

string endpoint = Environment.GetEnvironmentVariable("PROJECT_ENDPOINT")
    ?? throw new InvalidOperationException("set PROJECT_ENDPOINT");
AccessToken token = await new DefaultAzureCredential().GetTokenAsync(
    new TokenRequestContext(["https://ai.azure.com/.default"]), default);

using HttpClient http = new();
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token.Token);
using StringContent content = new(body, Encoding.UTF8, "application/json");
HttpResponseMessage answer = await http.PostAsync(
    $"{endpoint}/toolboxes/{Uri.EscapeDataString(name)}/versions?api-version=v1", content);
Console.WriteLine(await answer.Content.ReadAsStringAsync());
answer.EnsureSuccessStatusCode();
'''

_CURL = """#!/bin/sh
# Creates a version of a Microsoft Foundry toolbox, written by Tool Search Inspector (tsi export foundry).
#
#   PROJECT_ENDPOINT=https://ACCOUNT.services.ai.azure.com/api/projects/PROJECT sh create-toolbox.sh
set -eu
: "${PROJECT_ENDPOINT:?set it to the address of your Foundry project}"
TOKEN=$(az account get-access-token --resource https://ai.azure.com --query accessToken --output tsv)

curl --fail-with-body --silent --show-error \\
  --request POST "$PROJECT_ENDPOINT/toolboxes/@NAME@/versions?api-version=v1" \\
  --header "Authorization: Bearer $TOKEN" \\
  --header "Content-Type: application/json" \\
  --data @- <<'BODY'
@BODY@
BODY
"""
