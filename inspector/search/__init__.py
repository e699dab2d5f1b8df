"""Search algorithms without a product's name: tokenisers, keyword points, BM25, selection by name. Pure."""

from __future__ import annotations

from inspector.search.ranking import Contribution, Hit, Miss, Mode, Ranking, SearchIndex, spelled_points, total_points

__all__ = ["Contribution", "Hit", "Miss", "Mode", "Ranking", "SearchIndex", "spelled_points", "total_points"]
