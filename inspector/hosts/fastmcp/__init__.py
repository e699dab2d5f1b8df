"""FastMCP with a search transform: names, definitions, searched text, both searches and texts, one module each."""
