"""What each target writes for one tuning of three servers, kept as files to look at: ``golden/TARGET[-FORM]/``.

``TSI_UPDATE_GOLDEN=1`` writes them anew; what then changes is to be read before it is kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.export import Export, ExportRequest, exporter, exporters
from inspector.export.forms import forms_of

GOLDEN = Path(__file__).parent / "golden"
CANARY = "sk-canary-7f3a9b2c1d4e5f60"


def cases() -> Iterator[tuple[str, str]]:
    for target, found in exporters().items():
        for number, form in enumerate(forms_of(found) or [""]):
            yield target, form if number else ""


def texts(export: Export) -> dict[str, str]:
    warnings = "".join(
        f"{warning.code} [{', '.join(warning.tools)}] {warning.message}\n" for warning in export.warnings
    )
    return {file.name: file.text for file in export.files} | {"warnings.txt": warnings}


@pytest.mark.parametrize(("target", "form"), cases())
def test_output(target: str, form: str, three_servers: ExportRequest) -> None:
    found = texts(exporter(target).render(replace(three_servers, form=form)))
    assert CANARY not in repr(found)
    folder = GOLDEN / (f"{target}-{form}" if form else target)
    if os.environ.get("TSI_UPDATE_GOLDEN"):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for name, text in found.items():
            (folder / name).write_text(text, encoding="utf-8")
    assert folder.is_dir(), "no golden files yet; write them with TSI_UPDATE_GOLDEN=1"
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == found


def test_every_target_says_what_it_can(three_servers: ExportRequest) -> None:
    for target, found in exporters().items():
        assert found.id == target
        assert found.title
        codes = {warning.code for warning in found.render(three_servers).warnings}
        # What a target says it cannot carry it tells for this tuning, which asks for all three.
        for knob, told in (("pin", {"PIN_DROPPED"}), ("words", {"WORDS_DROPPED"})):
            if knob not in found.knobs and found.verified_by != "own format":
                assert codes & told, (target, knob)
