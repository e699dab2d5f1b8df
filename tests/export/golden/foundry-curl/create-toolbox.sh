#!/bin/sh
# Creates a version of a Microsoft Foundry toolbox, written by Tool Search Inspector (tsi export foundry).
#
#   PROJECT_ENDPOINT=https://ACCOUNT.services.ai.azure.com/api/projects/PROJECT sh create-toolbox.sh
set -eu
: "${PROJECT_ENDPOINT:?set it to the address of your Foundry project}"
TOKEN=$(az account get-access-token --resource https://ai.azure.com --query accessToken --output tsv)

curl --fail-with-body --silent --show-error \
  --request POST "$PROJECT_ENDPOINT/toolboxes/tools/versions?api-version=v1" \
  --header "Authorization: Bearer $TOKEN" \
  --header "Content-Type: application/json" \
  --data @- <<'BODY'
{
  "tools": [
    {
      "type": "toolbox_search"
    },
    {
      "type": "mcp",
      "server_label": "orders",
      "server_url": "https://orders.example.test/mcp",
      "allowed_tools": [
        "get_order",
        "list_orders"
      ],
      "tool_configs": {
        "get_order": {
          "pin": true
        },
        "list_orders": {
          "additional_search_text": "purchases invoices"
        }
      }
    },
    {
      "type": "mcp",
      "server_label": "crm",
      "server_url": "https://crm.example.test/sse"
    }
  ]
}
BODY
