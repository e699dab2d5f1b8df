"""OpenAI / Azure Responses API with tool_search: modes, naming, definitions, deferral, search and texts."""
