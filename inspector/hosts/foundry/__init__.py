"""Microsoft Foundry toolbox: search and host, one module each."""
