"""The Textual app: one screen or widget a module, over the workspace. Computes nothing itself."""
