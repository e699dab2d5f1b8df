"""The SDKs of the services take the exported bodies: their own types check every field."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from inspector.export import ExportRequest, exporter

pytestmark = pytest.mark.consumers

SHARED = Path(__file__).parents[2].parent / "shared" / "schemas"


def body(request: ExportRequest, target: str, form: str = "") -> Any:
    (file,) = exporter(target).render(replace(request, form=form)).files
    return json.loads(file.text)


def strict(typed: Any) -> Any:
    """A validator of an SDK's TypedDict that refuses keys the type does not have."""
    pydantic = pytest.importorskip("pydantic")
    return pydantic.TypeAdapter(typed)


def unknown_keys(value: dict[str, Any], *types: Any) -> set[str]:
    return set(value) - {key for typed in types for key in typed.__annotations__}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("search", ["bm25", "regex"])
def test_anthropic_custom_tools(three_servers: ExportRequest, search: str) -> None:
    pytest.importorskip("anthropic")
    from anthropic.types import ToolParam, ToolSearchToolBm25_20251119Param, ToolSearchToolRegex20251119Param

    tuning = replace(three_servers.tuning, exports={"anthropic": {"search": search}})
    tools = body(replace(three_servers, tuning=tuning), "anthropic")["tools"]
    searcher = ToolSearchToolBm25_20251119Param if search == "bm25" else ToolSearchToolRegex20251119Param
    strict(searcher).validate_python(tools[0])
    for tool in tools[1:]:
        strict(ToolParam).validate_python(tool)
        assert not unknown_keys(tool, ToolParam)
    assert [tool["name"] for tool in tools[1:] if not tool.get("defer_loading")] == ["orders_get_order"]


@pytest.mark.filterwarnings("ignore")
def test_anthropic_toolsets(three_servers: ExportRequest) -> None:
    pytest.importorskip("anthropic")
    from anthropic.types.beta import (
        BetaMCPToolConfigParam,
        BetaMCPToolDefaultConfigParam,
        BetaMCPToolsetParam,
        BetaRequestMCPServerURLDefinitionParam,
    )

    found = body(three_servers, "anthropic", "mcp")
    for server in found["mcp_servers"]:
        strict(BetaRequestMCPServerURLDefinitionParam).validate_python(server)
        assert not unknown_keys(server, BetaRequestMCPServerURLDefinitionParam)
    for toolset in found["tools"][1:]:
        strict(BetaMCPToolsetParam).validate_python(toolset)
        assert not unknown_keys(toolset, BetaMCPToolsetParam)
        assert not unknown_keys(toolset["default_config"], BetaMCPToolDefaultConfigParam)
        for config in toolset.get("configs", {}).values():
            assert not unknown_keys(config, BetaMCPToolConfigParam)
    names = [server["name"] for server in found["mcp_servers"]]
    assert names == [toolset["mcp_server_name"] for toolset in found["tools"][1:]]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("form", ["functions", "mcp"])
def test_openai(three_servers: ExportRequest, form: str) -> None:
    pytest.importorskip("openai")
    from openai.types.responses import NamespaceToolParam, ToolSearchToolParam
    from openai.types.responses.namespace_tool_param import ToolFunction, _ToolFunctionReservedKeywords
    from openai.types.responses.tool_param import Mcp, ToolParam

    tools = body(three_servers, "openai", form)["tools"]
    strict(ToolSearchToolParam).validate_python(tools[0])
    for tool in tools[1:]:
        strict(ToolParam).validate_python(tool)
        assert not unknown_keys(tool, NamespaceToolParam if form == "functions" else Mcp)
        for function in tool.get("tools", []):
            assert not unknown_keys(function, ToolFunction, _ToolFunctionReservedKeywords)


@pytest.mark.filterwarnings("ignore")
def test_foundry_body(three_servers: ExportRequest) -> None:
    pytest.importorskip("azure.ai.projects")
    from azure.ai.projects import models

    extra = {"type": "work_iq_preview", "project_connection_id": "wiq", "tool_configs": {"*": {"pin": True}}}
    found = body(replace(three_servers, toolbox={"tools": [extra]}), "foundry")
    kinds = [type(models.ToolboxTool._deserialize(entry, [])).__name__ for entry in found["tools"]]
    assert kinds == ["ToolSearchToolboxTool", "MCPToolboxTool", "MCPToolboxTool", "WorkIQPreviewToolboxTool"]
    orders = models.ToolboxTool._deserialize(found["tools"][1], [])
    assert orders.tool_configs["get_order"].pin is True
    assert orders.tool_configs["list_orders"].additional_search_text == "purchases invoices"


@pytest.mark.filterwarnings("ignore")
def test_foundry_python_builds_the_same_body(three_servers: ExportRequest) -> None:
    pytest.importorskip("azure.ai.projects")
    pytest.importorskip("azure.identity")
    (file,) = exporter("foundry").render(replace(three_servers, form="python")).files
    names: dict[str, Any] = {"__name__": "exported"}
    exec(compile(file.text, file.name, "exec"), names)
    made = [tool.as_dict() for tool in names["TOOLS"]]
    assert made == body(three_servers, "foundry")["tools"]


@pytest.mark.filterwarnings("ignore")
def test_foundry_python_sends_the_exported_request(
    three_servers: ExportRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The exported script is run; only the network below the SDK is replaced, which keeps what would be sent."""
    pytest.importorskip("azure.ai.projects")
    pytest.importorskip("azure.identity")
    iq = {"type": "work_iq_preview", "project_connection_id": "wiq"}
    passed = {"tools": [iq], "description": "Desk", "metadata": {"team": "desk"}}
    asked = replace(three_servers, toolbox=passed)
    (file,) = exporter("foundry").render(replace(asked, form="python")).files
    sent: list[Any] = []
    names: dict[str, Any] = {"__name__": "exported"}
    exec(compile(file.text, file.name, "exec"), names)

    from azure.core.credentials import AccessToken
    from azure.core.pipeline.transport import RequestsTransport

    class Credential:
        def get_token(self, *_: str, **__: Any) -> AccessToken:
            return AccessToken("t", 2**31)

    class Stopped(Exception):
        """Nothing is sent."""

    def send(self: Any, request: Any, **_: Any) -> Any:
        sent.append(request)
        raise Stopped

    monkeypatch.setattr(RequestsTransport, "send", send)
    client = names["AIProjectClient"](endpoint="https://a.test/api/projects/p", credential=Credential())
    with pytest.raises(Stopped):
        client.toolboxes.create_version(names["NAME"], tools=names["TOOLS"], **names["MORE"])
    (request,) = sent
    assert (request.method, request.url) == (
        "POST",
        "https://a.test/api/projects/p/toolboxes/tools/versions?api-version=v1",
    )
    assert json.loads(request.body) == body(asked, "foundry")


def test_foundry_scripts_are_well_formed(three_servers: ExportRequest) -> None:
    hostile = replace(three_servers, toolbox={"tools": [{"type": "x", "note": "@NAME@ $(id) `id` ''' \"\"\" \u2028"}]})
    for form, command in (("curl", ["sh", "-n"]), ("javascript", ["node", "--check"])):
        (file,) = exporter("foundry").render(replace(hostile, form=form)).files
        if shutil.which(command[0]) is None:
            continue
        given = [*command, "-"] if form == "javascript" else command
        module = ["--input-type=module"] if form == "javascript" else []
        done = subprocess.run([given[0], *module, *given[1:]], input=file.text, text=True, capture_output=True)
        assert done.returncode == 0, done.stderr
    for form in ("python", "verify"):
        (file,) = exporter("foundry").render(replace(hostile, form=form)).files
        ast.parse(file.text)
    (file,) = exporter("foundry").render(replace(hostile, form="csharp")).files
    inside = file.text.partition('"""\n')[2].partition('\n""";')[0]
    assert json.loads(inside) == body(hostile, "foundry")


@pytest.mark.parametrize(
    ("target", "form", "schema"),
    [
        ("anthropic", "", "anthropic-messages-tools.derived"),
        ("anthropic", "mcp", "anthropic-messages-tools.derived"),
        ("openai", "", "openai-responses-tools.derived"),
        ("openai", "mcp", "openai-responses-tools.derived"),
        ("foundry", "", "foundry-toolbox-version.derived"),
    ],
)
def test_schemas(three_servers: ExportRequest, target: str, form: str, schema: str) -> None:
    path = SHARED / f"{schema}.schema.json"
    if not path.is_file():
        pytest.skip("the schemas are not here")
    found = body(three_servers, target, form)
    if target == "anthropic":
        found = {"model": "m", "max_tokens": 1, "messages": [{"role": "user", "content": "hi"}], **found}
    if target == "openai":
        found = {"model": "m", "input": "hi", **found}
    jsonschema.validate(found, json.loads(path.read_text("utf-8")))
