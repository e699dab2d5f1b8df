"""What became of a catalog since it was last looked at: differences between two, and locks of approved tools."""
