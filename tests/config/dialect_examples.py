"""One example per dialect: the committed table that `test_dialects` runs through."""

from __future__ import annotations

from tests.config.agent_examples import AGENTS
from tests.config.editor_examples import EDITORS

EXAMPLES = (*AGENTS, *EDITORS)
