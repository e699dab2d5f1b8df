"""Dialogs: every answer by keyboard, esc turns away, all of it visible at 80×24."""

from __future__ import annotations

import pytest

from inspector.ui.dialogs import Choice, Choose, Confirm, EditText, Option

LEAVE = (Choice("save", "Save and quit"), Choice("discard", "Quit without saving"), Choice("stay", "Stay"))
HOSTS = [Option("claude-code", "Claude Code", "measured"), Option("codex", "Codex", "documented"), Option("x", "X", "")]


@pytest.fixture
def ask(stage):
    """Shows a dialog, presses keys, returns (answers, screen text)."""

    async def answer(dialog, *keys, size=(80, 24)):
        app = stage()
        answers = []
        async with app.run_test(size=size) as pilot:
            app.push_screen(dialog, answers.append)
            await pilot.pause()
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
        return answers

    return answer


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], "save"),
        (["s"], "save"),
        (["q"], "discard"),
        (["T"], "stay"),
        (["down", "enter"], "discard"),
        (["down", "down", "right", "enter"], "save"),
        (["up", "enter"], "stay"),
        (["tab", "enter"], "discard"),
        (["escape"], None),
    ],
)
async def test_confirm(ask, keys, answer):
    assert await ask(Confirm("Leave?", "3 edits are not saved.", LEAVE), *keys) == [answer]


async def test_confirm_starts_on_the_harmless_answer(ask):
    choices = (Choice("run", "Run", "y"), Choice("no", "Do not"))
    assert await ask(Confirm("Run it?", "npx evil", choices, default="no"), "enter") == ["no"]
    assert await ask(Confirm("Run it?", "npx evil", choices, default="no"), "y") == ["run"]
    assert await ask(Confirm("Run it?", "npx evil", choices, default="no"), "x") == []


async def test_a_long_body_scrolls_and_the_answers_stay_visible(stage, shown):
    app = stage()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Confirm("Run this command?", "\n".join(f"line {n}" for n in range(500)), LEAVE))
        await pilot.pause()
        for text in ("Run this command?", "line 0", "Save and quit", "Stay", "esc cancel"):
            assert text in shown(app)
        await pilot.press("pagedown", "pagedown")
        await pilot.pause()
        assert "line 0" not in shown(app)
        assert "Stay" in shown(app)


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], "codex"),
        (["up", "enter"], "claude-code"),
        (["down", "enter"], "x"),
        ([*"clau", "enter"], "claude-code"),
        ([*"measured", "enter"], "claude-code"),
        ([*"o", "down", "enter"], "codex"),
        ([*"zzz", "enter", "escape"], None),
        (["escape"], None),
    ],
)
async def test_choose(ask, keys, answer):
    assert await ask(Choose("Which host?", HOSTS, "codex"), *keys) == [answer]


async def test_choose_among_thousands(stage, shown):
    app = stage()
    answers = []
    async with app.run_test(size=(80, 24)) as pilot:
        options = [Option(f"server/tool_{n}", f"tool_{n}", "获取现货行情" * 20) for n in range(6_292)]
        app.push_screen(Choose("Why not which tool?", options, "server/tool_5000"), answers.append)
        await pilot.pause()
        await pilot.pause()
        assert "▸ tool_5000 current" in shown(app)
        assert "esc cancel" in shown(app)
        await pilot.press(*"6291")
        await pilot.pause()
        assert "▸ tool_6291" in shown(app)
        await pilot.press("backspace", *"x")
        await pilot.pause()
        assert "Nothing matches" in shown(app)
        await pilot.press("backspace", "enter")
    assert answers == ["server/tool_629"]


async def test_choose_by_mouse(stage):
    app = stage()
    answers = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Choose("Which?", HOSTS), answers.append)
        await pilot.pause()
        await pilot.click("#choose-options", offset=(4, 1), times=2)
        await pilot.pause()
    assert answers == ["codex"]


async def test_edit_text(ask):
    assert await ask(EditText("Words", "old", help="Words that should find it"), "end", *" new", "enter") == ["old new"]
    assert await ask(EditText("Words", "", placeholder="none"), "enter") == [""]
    assert await ask(EditText("Words", "old"), "x", "escape") == [None]


async def test_a_refused_text_stays_with_the_reason(stage, shown):
    app = stage()
    answers = []
    async with app.run_test(size=(80, 24)) as pilot:
        dialog = EditText(
            "Window", help="tokens", check=lambda text: None if text.isdigit() else f"“{text}” is no number"
        )
        app.push_screen(dialog, answers.append)
        await pilot.pause()
        await pilot.press("x", "enter")
        await pilot.pause()
        assert "“x” is no number" in shown(app)
        await pilot.press("backspace", "1")
        await pilot.pause()
        assert "is no number" not in shown(app)
        await pilot.press("enter")
        await pilot.pause()
    assert answers == ["1"]
