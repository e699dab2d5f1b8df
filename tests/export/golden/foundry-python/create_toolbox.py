"""Creates a version of a Microsoft Foundry toolbox, written by Tool Search Inspector (tsi export foundry).

    pip install "azure-ai-projects>=2.10,<3" azure-identity
    PROJECT_ENDPOINT=https://ACCOUNT.services.ai.azure.com/api/projects/PROJECT python create_toolbox.py

With --promote the new version becomes the toolbox's default.
"""

import os
import sys

from azure.ai.projects import AIProjectClient
from azure.ai.projects.models import MCPToolboxTool, ToolConfig, ToolSearchToolboxTool
from azure.identity import DefaultAzureCredential

NAME = "tools"
TOOLS = [
    ToolSearchToolboxTool(),
    MCPToolboxTool(
        server_label="orders",
        server_url="https://orders.example.test/mcp",
        allowed_tools=["get_order", "list_orders"],
        tool_configs={
            "get_order": ToolConfig(pin=True),
            "list_orders": ToolConfig(additional_search_text="purchases invoices"),
        },
    ),
    MCPToolboxTool(
        server_label="crm",
        server_url="https://crm.example.test/sse",
    ),
]
MORE = dict(
)

if __name__ == "__main__":
    project = AIProjectClient(endpoint=os.environ["PROJECT_ENDPOINT"], credential=DefaultAzureCredential())
    version = project.toolboxes.create_version(NAME, tools=TOOLS, **MORE)
    print(f"{NAME} version {version.version}")
    if "--promote" in sys.argv:
        project.toolboxes.update(NAME, default_version=version.version)
