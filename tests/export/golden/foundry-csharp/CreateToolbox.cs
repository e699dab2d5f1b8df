// Creates a version of a Microsoft Foundry toolbox, written by Tool Search Inspector (tsi export foundry).
//
//   dotnet add package Azure.Identity
//   PROJECT_ENDPOINT=https://ACCOUNT.services.ai.azure.com/api/projects/PROJECT dotnet run
using System.Net.Http.Headers;
using System.Text;
using Azure.Core;
using Azure.Identity;

const string name = "tools";
const string body = """
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
