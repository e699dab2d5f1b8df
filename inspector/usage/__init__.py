"""Which tools were really used: read from local transcripts, mapped back to the catalog, and what that is worth."""
