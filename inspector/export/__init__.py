"""Export targets: one product's configuration a module, and coded warnings for what it cannot carry. Pure."""

from __future__ import annotations

from inspector.export.protocol import Export, ExportedFile, Exporter, ExportRequest
from inspector.export.registry import exporter, exporters
from inspector.export.warning_codes import ExportWarning

__all__ = ["Export", "ExportRequest", "ExportWarning", "ExportedFile", "Exporter", "exporter", "exporters"]
