"""An entry is put into a configuration and taken out again; everything else stays byte for byte."""

from __future__ import annotations

import json

import pytest
import tomllib
from fresh_host import load_connect

connect = load_connect()
ENTRY = {"command": "uv", "args": ["run", "x"], "env": {"A": "1"}}
PATHS = [["mcpServers", "svc"], ["mcp", "servers", "svc"]]
JSON_TEXTS = [
    "",
    "\n",
    "{}",
    "{}\n",
    '{"mcpServers":{}}',
    '{"mcpServers": {"a": {"x": 1}}, "b": 2}',
    '{\n  "a": 1\n}\n',
    '{\n    "mcpServers": {\n        "a": { "x": [1, 2,], }, // mine\n    },\n    // last\n}\n',
    '// top\n{\n\t"theme": "dark", /* keep, this */\n\t"mcpServers": {\n\t}\n}',
    "{\n  // json5\n  gateway: { port: 1, },\n  mcp: { servers: { 'old': { url: 'x' } } },\n}\n",
    '{\r\n  "a": "x // y",\r\n  "mcpServers": {}\r\n}\r\n',
    '\ufeff{\n  "a": "\\"{ \\u00e9"\n}\n',
]
TOML_TEXTS = [
    "",
    'model = "x"',
    'model = "x"\n\n# mine\n[mcp_servers.a]\ncommand = "b" # why\n',
    'text = """\n# not a comment\n"""\n[a]\nb = [1,\n  2]\n',
]
TABLE = {"command": "uv", "args": ["run", "x y\\z"], "env": {"A": "1"}, "startup_timeout_sec": 60}


def value_at(text: str, path: list[str]) -> object:
    node = connect.find_node(text, path)
    return node and json.loads(text[node.start : node.end])


@pytest.mark.parametrize("path", PATHS, ids=".".join)
@pytest.mark.parametrize("text", JSON_TEXTS)
def test_json_is_the_same_after_the_entry_was_taken_out(text: str, path: list[str]) -> None:
    new, inserted, replaced = connect.put_value(text, path, ENTRY)
    assert value_at(new, path) == ENTRY
    assert new.count(inserted) == 1 and new.replace(inserted, replaced) == text


@pytest.mark.parametrize("path", PATHS, ids=".".join)
@pytest.mark.parametrize("text", JSON_TEXTS)
def test_the_entry_can_be_cut_out_of_a_file_that_was_changed_since(text: str, path: list[str]) -> None:
    new, _, _ = connect.put_value(text, path, ENTRY)
    # Another server beside ours, as the host adds it.
    more, _, _ = connect.put_value(new, [*path[:-1], "later"], {"url": "y"})
    rest = connect.cut_value(more, path)
    assert value_at(rest, path) is None and value_at(rest, [*path[:-1], "later"]) == {"url": "y"}
    for comment in ("// mine", "// last", "/* keep, this */", "// json5", "// top"):
        assert (comment in rest) == (comment in text)
    assert connect.find_node(connect.cut_value(rest, [*path[:-1], "later"]), path[:1]) is None or text.strip()


def test_an_entry_of_the_same_name_is_replaced_and_comes_back() -> None:
    text = '{"mcpServers": {"svc": {"url": "mine"}, "b": {}}}'
    new, inserted, replaced = connect.put_value(text, PATHS[0], ENTRY)
    assert value_at(new, PATHS[0]) == ENTRY and value_at(new, ["mcpServers", "b"]) == {}
    assert new.replace(inserted, replaced) == text


@pytest.mark.parametrize("text", ["", "{}\n", '{\n  "inputs": []\n}\n', '{"inputs": [{"id": "a"}, ]}'])
def test_an_item_is_put_into_an_array_and_taken_out_again(text: str) -> None:
    new, inserted, replaced = connect.put_item(text, ["inputs"], {"id": "svc"})
    assert '"id": "svc"' in new and new.replace(inserted, replaced) == text
    assert connect.find_node(new, ["inputs"]).items


@pytest.mark.parametrize("text", ["[]", "{", '{"a" 1}', '{"a": 1} x', "{'a': 1 'b': 2}", '{"mcpServers": 7}'])
def test_a_file_that_is_not_an_object_is_refused(text: str) -> None:
    with pytest.raises((ValueError, connect.StepFailed)):
        connect.put_value(text, PATHS[0], ENTRY)


@pytest.mark.parametrize("text", TOML_TEXTS)
def test_toml_is_the_same_after_the_table_was_taken_out(text: str) -> None:
    new, inserted, replaced = connect.put_table(text, "mcp_servers.svc", TABLE)
    assert tomllib.loads(new)["mcp_servers"]["svc"] == TABLE
    assert new.count(inserted) == 1 and new.replace(inserted, replaced) == text
    later = new + '\n# theirs\n[mcp_servers.later]\ncommand = "z"\n'
    rest = connect.cut_table(later, "mcp_servers.svc")
    assert "svc" not in tomllib.loads(rest)["mcp_servers"] and "# theirs" in rest
    assert tomllib.loads(rest) == tomllib.loads(text + '\n[mcp_servers.later]\ncommand = "z"\n')


def test_a_table_of_the_same_name_is_replaced_and_comes_back() -> None:
    text = '[mcp_servers."svc"]\ncommand = "old"\n[mcp_servers.svc.env]\nA = "1"\n\n# next\n[other]\nx = 1\n'
    new, inserted, replaced = connect.put_table(text, "mcp_servers.svc", TABLE)
    assert tomllib.loads(new) == {"mcp_servers": {"svc": TABLE}, "other": {"x": 1}}
    assert "# next" in new and new.replace(inserted, replaced) == text


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { svc = { command = "a" } }\n',
        '[mcp_servers]\nsvc = { command = "a" }\n',
        "not toml",
        '[mcp_servers.svc]\ncommand = "a"\n[other]\n[mcp_servers.svc.env]\nA = "1"\n',
    ],
)
def test_a_table_in_another_form_is_not_touched(text: str) -> None:
    with pytest.raises(connect.StepFailed):
        connect.put_table(text, "mcp_servers.svc", TABLE)
