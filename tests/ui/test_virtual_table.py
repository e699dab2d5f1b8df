"""The virtual table: only visible rows are built, the cursor keeps its row, selecting and sorting signs."""

from __future__ import annotations

import time

import pytest
from rich.cells import cell_len
from rich.text import Text
from textual.content import Content

from inspector.ui.widgets.table_rows import placed
from inspector.ui.widgets.virtual_table import Column, Rows, VirtualTable

COLUMNS = (Column("tool", "tool"), Column("tokens", "tokens", 8, "right", priority=1))


class Source:
    """Rows named by number, that remember which were asked for."""

    def __init__(self, names, separators=()):
        self.names = [str(name) for name in names]
        self.separators = separators
        self.built = []

    def __len__(self):
        return len(self.names)

    def key(self, index):
        return self.names[index]

    def cells(self, index):
        self.built.append(index)
        return f"tool {self.names[index]}", str(index)

    def separator(self, index):
        return "limit 5" if index in self.separators else None


def heard(app, kind):
    return [message for message in app.heard if isinstance(message, kind)]


async def test_only_visible_rows_are_built_and_only_once(stage):
    table, source = VirtualTable(COLUMNS), Source(range(10_000))
    app = stage(table)
    async with app.run_test(size=(80, 24)) as pilot:
        table.show(source)
        await pilot.pause()
        assert sorted(source.built) == list(range(23))
        await pilot.press("down", "up")
        assert sorted(source.built) == list(range(23))
        await pilot.press("end")
        await pilot.pause()
        assert len(source.built) <= 60
        assert table.cursor_key == "9999"


async def test_ten_thousand_rows_are_quick(stage):
    table = VirtualTable(COLUMNS)
    app = stage(table)
    async with app.run_test(size=(160, 50)) as pilot:
        start = time.perf_counter()
        table.show(Source(range(10_000)))
        await pilot.pause()
        # 50 ms here; a table that measured its rows would need seconds.
        assert time.perf_counter() - start < 1


async def test_keys_move_the_cursor(stage):
    table = VirtualTable(COLUMNS)
    app = stage(table)
    async with app.run_test(size=(60, 11)) as pilot:
        table.show(Source(range(30)))
        await pilot.pause()
        assert table.cursor_key == "0"
        for keys, at in (
            (["down", "j", "j"], "3"),
            (["up", "k"], "1"),
            (["k", "k", "k"], "0"),
            (["pagedown"], "9"),
            (["pageup"], "0"),
            (["end", "down"], "29"),
            (["home"], "0"),
        ):
            await pilot.press(*keys)
            assert table.cursor_key == at, keys
        assert [message.key for message in heard(app, VirtualTable.RowHighlighted)][:4] == ["0", "1", "2", "3"]


async def test_the_cursor_stays_on_its_row_and_in_its_place(stage):
    table = VirtualTable(COLUMNS)
    app = stage(table)
    async with app.run_test(size=(60, 11)) as pilot:
        table.show(Source(range(100)))
        table.move_to("50")
        await pilot.pause()
        top = table.scroll_y
        assert top > 0
        table.show(Source([*range(100), *range(200, 300)]))
        await pilot.pause()
        assert (table.cursor_key, table.scroll_y) == ("50", top), "more rows at the end move nothing"
        table.show(Source(reversed(range(100))))
        await pilot.pause()
        assert (table.cursor_key, table.cursor_row) == ("50", 49)
        line = table.cursor_row - table.scroll_y
        table.show(Source([*range(300, 340), *range(100)]))
        await pilot.pause()
        assert table.cursor_key == "50"
        assert table.cursor_row - table.scroll_y == line, "a row that went far is followed, on the same line"
        before = len(heard(app, VirtualTable.RowHighlighted))
        table.show(Source([7, 8]))
        await pilot.pause()
        assert table.cursor_key == "8", "a row that is gone leaves the cursor near its place"
        assert heard(app, VirtualTable.RowHighlighted)[before].key == "8"
        table.show(Source(range(100)), keep_cursor=False)
        assert (table.cursor_key, table.scroll_y) == ("0", 0)


async def test_without_rows_it_says_so(stage, shown):
    table = VirtualTable(COLUMNS, empty_text="No tool matches. Press esc to see all of them again.")
    app = stage(table)
    async with app.run_test(size=(40, 8)) as pilot:
        table.show(Source(range(3)))
        await pilot.pause()
        table.show(Source([]))
        await pilot.pause()
        assert "No tool matches. Press esc" in shown(app)
        assert "all of them again." in " ".join(shown(app).split())
        assert table.cursor_key is None
        assert heard(app, VirtualTable.RowHighlighted)[-1].key is None
        await pilot.press("down", "up", "end", "home", "pagedown", "enter", "space", "shift+down")
        assert not heard(app, VirtualTable.RowActivated)


async def test_enter_and_clicks_open_rows(stage):
    table = VirtualTable(COLUMNS)
    app = stage(table)
    async with app.run_test(size=(60, 11)) as pilot:
        table.show(Source(range(30)))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.click(table, offset=(4, 3))
        assert table.cursor_key == "2"
        assert [message.key for message in heard(app, VirtualTable.RowActivated)] == ["0"]
        await pilot.click(table, offset=(4, 3))
        assert [message.key for message in heard(app, VirtualTable.RowActivated)] == ["0", "2"]
        await pilot.click(table, offset=(4, 5), times=2)
        assert [message.key for message in heard(app, VirtualTable.RowActivated)] == ["0", "2", "4"]
        await pilot.click(table, offset=(55, 0))
        assert [message.column for message in heard(app, VirtualTable.HeaderClicked)] == ["tokens"]


async def test_the_wheel_scrolls_and_leaves_the_cursor(stage):
    table = VirtualTable(COLUMNS)
    app = stage(table)
    async with app.run_test(size=(60, 11)) as pilot:
        table.show(Source(range(300)))
        await pilot.pause()
        table.scroll_relative(y=20, animate=False)
        await pilot.pause()
        assert (table.cursor_key, table.scroll_y) == ("0", 20)
        await pilot.click(table, offset=(4, 1))
        assert table.cursor_key == "20"
        await pilot.press("up")
        assert table.scroll_y == 19


async def test_selecting(stage):
    table = VirtualTable(COLUMNS, can_select=True)
    app = stage(table)
    async with app.run_test(size=(60, 11)) as pilot:
        table.show(Source(range(6), separators=(2,)))
        await pilot.pause()
        await pilot.press("space")
        assert (table.selected, table.cursor_key) == ({"0"}, "1")
        await pilot.press("shift+down", "shift+down")
        assert table.selected == {"0", "1", "3", "4"}, "a separator is never selected"
        await pilot.press("shift+up")
        assert table.selected == {"0", "1", "3"}, "turning back gives rows up again"
        await pilot.press("ctrl+a")
        assert table.selected == {"0", "1", "3", "4", "5"}
        await pilot.press("ctrl+a")
        assert table.selected == set()
        await pilot.press("home", "space", "escape")
        assert table.selected == set()
        await pilot.click(table, offset=(4, 2), control=True)
        assert heard(app, VirtualTable.SelectionChanged)[-1].keys == {"1"}
        table.show(Source([9]))
        assert table.selected == {"1"}, "a filter does not lose what was selected"


async def test_a_table_without_selecting_leaves_its_keys_to_others(stage):
    table = VirtualTable(COLUMNS)
    app = stage(table)
    async with app.run_test() as pilot:
        table.show(Source(range(3)))
        await pilot.press("space", "ctrl+a", "shift+down", "escape")
        assert (table.selected, table.cursor_key) == (set(), "0")
        assert "space" not in app.screen.active_bindings


async def test_separators_are_passed_over(stage, shown):
    table = VirtualTable(COLUMNS)
    app = stage(table)
    async with app.run_test(size=(60, 11)) as pilot:
        table.show(Source(range(6), separators=(0, 3, 5)))
        await pilot.pause()
        assert table.cursor_key == "1"
        await pilot.press("down", "down")
        assert table.cursor_key == "4"
        await pilot.press("down", "end")
        assert table.cursor_key == "4"
        await pilot.press("home")
        assert table.cursor_key == "1"
        await pilot.click(table, offset=(4, 4))
        assert table.cursor_key == "1"
        assert " ─ limit 5 ───" in shown(app)
        table.show(Source(range(2), separators=(0, 1)))
        assert table.cursor_key is None


async def test_wide_characters_keep_columns_straight(stage, shown):
    table = VirtualTable((*COLUMNS, Column("more", "more", 6)))
    app = stage(table)
    async with app.run_test(size=(44, 13)) as pilot:
        names = ["plain", "获取现货行情获取现货行情获取现货行情", "e\u0301te\u0301", "👍🏽 yes", "x" * 50]
        cells = [(name, (make(name), "12", "end")) for name in names for make in (str, Text, Content)]
        table.show(Rows(cells[:9] + cells[12:]))
        await pilot.pause()
        lines = shown(app).split("\n")[1:]
        starts = {cell_len(line[: line.index("12")]) for line in lines if "12" in line}
        assert len(starts) == 1
        assert {cell_len(line) for line in lines} == {44}
        assert "…" in lines[3]


async def test_the_header_shows_the_order(stage, shown):
    table = VirtualTable(COLUMNS)
    app = stage(table)
    async with app.run_test(size=(40, 6)) as pilot:
        table.sorted_by = ("tokens", True)
        await pilot.pause()
        assert shown(app).split("\n")[0].rstrip().endswith("▼ tokens")
        table.sorted_by = ("tool", False)
        await pilot.pause()
        assert "tool ▲" in shown(app)


async def test_rows_may_come_before_the_table_is_on_a_screen(stage):
    table = VirtualTable(COLUMNS)
    table.show(Source(range(1000)))
    table.move_to("500")
    app = stage(table)
    async with app.run_test(size=(60, 11)) as pilot:
        await pilot.pause()
        assert [message.key for message in heard(app, VirtualTable.RowHighlighted)] == ["500"]
        assert table.scroll_y <= 500 < table.scroll_y + 10
        table.display = False
        await pilot.pause()
        table.move_to("900")
        table.display = True
        await pilot.pause()
        assert table.scroll_y <= 900 < table.scroll_y + 10


async def test_a_theme_change_repaints(stage):
    table = VirtualTable(COLUMNS)
    app = stage(table)
    async with app.run_test(size=(60, 11)) as pilot:
        table.show(Rows([("a", (Content.styled("x", "$state-loaded"), "1"))]))
        await pilot.pause()
        before = table.render_line(1)
        app.theme = "tsi-light"
        await pilot.pause()
        assert table.render_line(1) != before


@pytest.mark.parametrize(
    ("width", "kept"),
    [(120, "a b c d"), (44, "a b c d"), (43, "a b d"), (35, "a b d"), (34, "a b"), (24, "a b"), (23, "a"), (5, "a")],
)
def test_columns_are_dropped_by_priority(width, kept):
    columns = (
        Column("a", "a", minimum=10),
        Column("b", "b", 10),
        Column("c", "c", 7, priority=3),
        Column("d", "d", 9, priority=2),
    )
    places = placed(columns, 2, width)
    assert [place.column.key for place in places] == kept.split()
    assert all(place.x + place.width <= width for place in places)
    flexible = places[0]
    if width > 30:
        assert places[-1].x + places[-1].width == width, "the flexible column takes what is left"
        assert flexible.width >= 10


def test_flexible_columns_share_evenly():
    places = placed((Column("a", "a"), Column("b", "b"), Column("c", "c", 5)), 0, 100)
    assert [(place.x, place.width) for place in places] == [(0, 45), (47, 46), (95, 5)]


async def test_a_smaller_screen_keeps_the_cursor_in_sight_and_a_scrolled_one_where_it_is(stage):
    app = stage(table := VirtualTable(COLUMNS))
    async with app.run_test(size=(60, 30)) as pilot:
        table.show(Source(range(100)))
        table.focus()
        await pilot.pause()
        table.cursor_row = 25
        await pilot.pause()
        await pilot.resize_terminal(60, 12)
        await pilot.pause()
        assert table.scroll_y <= 25 < table.scroll_y + table._page
        table.scroll_to(y=60, animate=False)
        await pilot.pause()
        await pilot.resize_terminal(60, 10)
        await pilot.pause()
        assert table.scroll_y == 60, "whoever scrolled away from the cursor reads there"
