"""Whatever a tuning says survives saving and loading, in new files and merged into others."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.config.model import ServerSpec
from inspector.tuning import SetHidden, SetPin, SetValue, SetWords, ToolEdits, Tuning, parse_tuning, render_tuning
from inspector.tuning.edits import Edit

# Lone surrogates are no text in TOML (nor in UTF-8); everything else is, line ends and control characters too.
anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
tricky = st.sampled_from(
    [
        "",
        " ",
        "a.b",
        'quo"te',
        "ap'os",
        "back\\slash",
        "new\nline",
        "\r\n",
        "tab\t",
        "\x00",
        "\x7f",
        "\u2028",
        "ü",
        "#",
        "=",
        '"""',
        "[x]",
    ]
)
texts = anything | tricky
names = st.sampled_from(["a", "exchange", "a.b", "ünï", "with space", 'q"q', "#", "a=b", "*"]) | anything.filter(
    str.strip
)
words = texts.filter(str.strip)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def tables(values: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[Any]:
    return st.dictionaries(names, values, min_size=least, max_size=3).map(MappingProxyType)


tool_ids = st.builds("{}/{}".format, names.filter(lambda name: "/" not in name), names)
edits = st.builds(ToolEdits, pin=maybe(st.booleans()), hide=maybe(st.booleans()), words=maybe(texts))
amounts = st.floats(0.001, 1e9, allow_nan=False)
scalars = st.booleans() | st.integers(-(2**40), 2**40) | amounts | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def servers(draw: st.DrawFn) -> ServerSpec:
    common: dict[str, Any] = {
        "name": draw(names),
        "enabled": draw(st.booleans()),
        "protocol": draw(st.sampled_from(["auto", "legacy"])),
        "client": "toolset",
    }
    strings = st.dictionaries(names, texts, max_size=2).map(MappingProxyType)
    if draw(st.booleans()):
        arguments = draw(st.lists(texts, max_size=3))
        return ServerSpec(
            transport="stdio",
            command=draw(words),
            args=tuple(arguments),
            env=draw(strings),
            cwd=draw(maybe(words)),
            **common,
        )
    return ServerSpec(
        transport=draw(st.sampled_from(["http", "sse"])),
        url="https://x.test/" + draw(texts),
        headers=draw(strings),
        **common,
    )


tunings = st.builds(
    Tuning,
    servers=st.lists(servers(), max_size=3, unique_by=lambda server: server.name).map(tuple),
    configs=st.lists(words, max_size=2).map(tuple),
    host=maybe(words),
    model=maybe(words),
    window=maybe(st.integers(1, 10**7)),
    threshold=maybe(st.floats(0.001, 1)),
    limit=maybe(st.integers(1, 50)),
    core_tools=maybe(st.lists(words, max_size=3).map(tuple)),
    system_prompt=maybe(st.integers(0, 10**6)),
    history=maybe(st.integers(0, 10**6)),
    prefill_rate=maybe(amounts),
    price_input=maybe(amounts),
    price_cached=maybe(amounts),
    edits=st.dictionaries(tool_ids, edits.filter(lambda each: not each.empty), max_size=4).map(MappingProxyType),
    texts=tables(tables(texts)),
    exports=tables(st.dictionaries(names, values, max_size=3)),
)


def bare(tuning: Tuning) -> Tuning:
    """Return `tuning` without what only says where it was read."""
    nowhere = MappingProxyType({})
    servers = tuple(replace(server, source="", directory="", raw=nowhere) for server in tuning.servers)
    return replace(tuning, path=None, servers=servers)


def loaded(text: str) -> Tuning:
    reading = parse_tuning(text, "t.toml")
    assert reading.problems == ()
    return bare(reading.tuning)


@settings(deadline=None)
@given(tunings)
def test_what_is_rendered_is_what_is_loaded(tuning: Tuning) -> None:
    assert loaded(render_tuning(tuning, None)) == tuning


@settings(deadline=None)
@given(tunings)
def test_saving_what_was_loaded_changes_no_byte(tuning: Tuning) -> None:
    text = "# mine\n\n" + render_tuning(tuning, None) + "\n  # the end"
    assert render_tuning(parse_tuning(text, "t.toml").tuning, text) == text


@settings(max_examples=200, deadline=None)
@given(tunings, tunings, st.sampled_from(["\n", "\r\n"]))
def test_any_tuning_can_be_merged_into_any_file(old: Tuning, new: Tuning, end: str) -> None:
    text = render_tuning(old, None).replace("\n", end)
    assert in_order(loaded(render_tuning(new, text))) == in_order(new)


def in_order(tuning: Tuning) -> Tuning:
    # Servers that were in the file keep their place in it, whatever the order of the new ones.
    return replace(tuning, servers=tuple(sorted(tuning.servers, key=lambda server: server.name)))


def styled(tuning: Tuning, style: str) -> str:
    """Return a file that says the edits of `tuning` in one of the ways people write them."""
    lines = ["# top", "", 'default_host = "codex"  # why codex', ""]
    given = {
        name: tomllib.loads(render_tuning(Tuning(edits={name: edits}), None)) for name, edits in tuning.edits.items()
    }
    pairs = {name: content["tools"][name] for name, content in given.items()}

    def quoted(name: str) -> str:
        return tomli_w.dumps({name: 0}).removesuffix(" = 0\n")

    def pair(key: str, value: object) -> str:
        return tomli_w.dumps({key: value}).strip("\n")

    if style == "dotted":
        lines += ["[tools]"]
    for name, table in pairs.items():
        inside = [pair(key, value) for key, value in table.items()]
        if style == "headers":
            lines += ["# above", f"[tools.{quoted(name)}]  # beside", *inside, "", "# below", ""]
        elif style == "dotted":
            lines += ["# above", *(f"{quoted(name)}.{each} # beside" for each in inside)]
        else:
            lines[2:2] = [f"tools.{quoted(name)} = {{ {', '.join(inside)} }} # beside"]
    return "\n".join([*lines, "", "[price]", "input = 2.50 # as billed", "# end"])


@settings(max_examples=200, deadline=None)
@given(tunings, tunings, st.sampled_from(["headers", "dotted", "inline"]), st.data())
def test_files_people_wrote_keep_their_comments(old: Tuning, other: Tuning, style: str, data: st.DataObject) -> None:
    text = styled(old, style)
    tuning = loaded(text)
    known = st.sampled_from([*old.edits, *other.edits, "new/tool"])
    for _ in range(data.draw(st.integers(1, 4))):
        edit: Edit = data.draw(
            st.builds(SetPin, known, st.sampled_from([True, False, None]))
            | st.builds(SetHidden, known, st.sampled_from([True, None]))
            | st.builds(SetWords, known, st.sampled_from(["w", 'say "x"\n', None]))
            | st.builds(SetValue, st.just("history"), st.sampled_from([None, 5]))
        )
        tuning = edit.apply(tuning)
    merged = render_tuning(tuning, text)
    assert loaded(merged) == tuning
    for kept in ["# top\n", 'default_host = "codex"  # why codex\n', "[price]\ninput = 2.50 # as billed\n", "# end"]:
        assert kept in merged
    # Comments above and below entries stay even when the entry goes.
    assert merged.count("# above") == text.count("# above")
    assert merged.count("# below") == text.count("# below")


def test_many_edits_are_saved_quickly() -> None:
    tuning = Tuning(host="codex")
    text = render_tuning(tuning, None)
    for number in range(500):
        tuning = SetPin(f"server/tool_{number}", True).apply(tuning)
        tuning = SetWords(f"server/tool_{number}", "words").apply(tuning)
    merged = render_tuning(tuning, text)
    assert loaded(merged) == tuning
    assert merged.count("[tools.") == 500
