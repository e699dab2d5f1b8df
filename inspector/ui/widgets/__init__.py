"""Widgets that show values given to them; each stands alone in a five-line app and knows no workspace."""
