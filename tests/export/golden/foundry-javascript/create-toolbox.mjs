// Creates a version of a Microsoft Foundry toolbox, written by Tool Search Inspector (tsi export foundry).
//
//   npm install @azure/ai-projects @azure/identity
//   PROJECT_ENDPOINT=https://ACCOUNT.services.ai.azure.com/api/projects/PROJECT node create-toolbox.mjs
import { AIProjectClient } from "@azure/ai-projects";
import { DefaultAzureCredential } from "@azure/identity";

const tools = [
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
];
const options = {};

const project = new AIProjectClient(process.env.PROJECT_ENDPOINT, new DefaultAzureCredential());
const version = await project.toolboxes.createVersion("tools", tools, options);
console.log(`version ${version.version}`);
