#!/bin/sh
# Store each secret named below first: thv secret set NAME
set -eu
thv group create tools
thv run --name orders --group tools --tools get_order --tools list_orders --tools-override toolhive_overrides_1.json https://orders.example.test/mcp
thv run --name files --group tools --tools-override toolhive_overrides_2.json --secret FILES_API_KEY,target=API_KEY uvx://files-mcp -- --root /srv/docs
thv run --name crm --group tools https://crm.example.test/sse
