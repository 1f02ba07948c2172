"""Edits JSON as text: everything else in the file stays byte for byte. Comments and JSON5 are read, too."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from output import StepFailed

SPACE = re.compile(r"(?:\s|\ufeff|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
BARE = re.compile(r"[^\s,:{}\[\]\"'/]+")


@dataclass
class Node:
    """A value in the text. Objects have `members`, arrays have `items`."""

    start: int
    end: int = 0
    members: dict[str, Node] | None = None
    items: list[Node] | None = None
    # Where the name of the value begins, if it is a member.
    name_start: int = 0


def parse_json(text: str) -> Node:
    """Returns the position of every value. Raises if the text is not JSON, JSON with comments, or JSON5."""
    at = _skip(text, 0)
    node = _parse(text, at)
    if _skip(text, node.end) != len(text):
        raise ValueError(f"unexpected text at character {node.end}")
    return node


def find_node(text: str, path: list[str]) -> Node | None:
    node: Node | None = parse_json(text)
    for name in path:
        node = (node.members or {}).get(name) if node else None
    return node


def put_value(text: str, path: list[str], value: object) -> tuple[str, str, str]:
    """Returns the new text, what was inserted into it, and what that replaced."""
    if not text.strip("\ufeff \t\r\n"):
        inserted = json.dumps(_nest(path, value), indent=2) + "\n"
        return text + inserted, inserted, ""
    node, depth = parse_json(text), 0
    while depth < len(path) and node.members is not None and path[depth] in node.members:
        node, depth = node.members[path[depth]], depth + 1
    if depth == len(path):
        replaced = text[node.start : node.end]
        inserted = _write(value, text, _indent_of(text, node.name_start))
        return text[: node.start] + inserted + text[node.end :], inserted, replaced
    if node.members is None:
        raise StepFailed(f"{'.'.join(path[:depth]) or 'The file'} is not an object.", "Correct it by hand.")
    name, rest = path[depth], _nest(path[depth + 1 :], value)
    return _insert_first(text, node, lambda indent: f"{json.dumps(name)}: {_write(rest, text, indent)}")


def put_item(text: str, path: list[str], item: object) -> tuple[str, str, str]:
    """Like put_value, for a new first item of an array, which is created if it is missing."""
    node = find_node(text, path) if text.strip() else None
    if node is None or node.items is None:
        return put_value(text, path, [item])
    return _insert_first(text, node, lambda indent: _write(item, text, indent))


def cut_value(text: str, path: list[str]) -> str:
    """Removes a member with its comma, and its parents if nothing is left in them."""
    parent, node = find_node(text, path[:-1]), find_node(text, path)
    if parent is None or node is None:
        return text
    if len(parent.members or {}) == 1 and len(path) > 1:
        return cut_value(text, path[:-1])
    start, end = node.name_start, node.end
    after = _skip(text, end)
    while text[start - 1] in " \t":
        start -= 1
    start -= text[start - 1] == "\n"
    start -= text[start - 1] == "\r"
    if text[after] == ",":
        return text[:start] + text[after + 1 :]
    # The last member: the comma in front of it goes, comments between them stay.
    others = [other.end for other in (parent.members or {}).values() if other.end < node.start]
    comma = _skip(text, max(others)) if others else start
    return text[:comma] + text[comma + 1 : start] + text[end:] if comma < start else text[:start] + text[end:]


def _insert_first(text: str, node: Node, write) -> tuple[str, str, str]:
    """Inserts behind the opening bracket: what follows, with its comments and commas, stays as it is."""
    is_empty = not (node.members or node.items)
    inside = text[node.start : node.end]
    if "\n" in inside or (is_empty and "\n" in text):
        outer = _indent_of(text, node.start)
        indent = outer + _unit_of(text)
        inserted = f"\n{indent}{write(indent)}" + (f"\n{outer}" if is_empty else ",")
    else:
        inserted = write(None) + ("" if is_empty else ", ")
    at = node.start + 1
    return text[:at] + inserted + text[at:], inserted, ""


def _write(value: object, text: str, indent: str | None) -> str:
    """Without an indent, all of it is one line."""
    if indent is None or "\n" not in text.strip():
        return json.dumps(value)
    return json.dumps(value, indent=_unit_of(text)).replace("\n", f"\n{indent}")


def _nest(path: list[str], value: object) -> object:
    for name in reversed(path):
        value = {name: value}
    return value


def _indent_of(text: str, at: int) -> str:
    """The white space at the beginning of the line."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit_of(text: str) -> str:
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


def _skip(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def _parse(text: str, at: int) -> Node:
    if text[at : at + 1] in ("{", "["):
        return _parse_container(text, at)
    found = STRING.match(text, at) or BARE.match(text, at)
    if not found:
        raise ValueError(f"a value is missing at character {at}")
    return Node(at, found.end())


def _parse_container(text: str, at: int) -> Node:
    is_object = text[at] == "{"
    node = Node(at, members={} if is_object else None, items=None if is_object else [])
    close, at = "}" if is_object else "]", _skip(text, at + 1)
    while text[at : at + 1] != close:
        name, name_start = "", at
        if is_object:
            key = STRING.match(text, at) or BARE.match(text, at)
            colon = _skip(text, key.end()) if key else len(text)
            if not key or text[colon : colon + 1] != ":":
                raise ValueError(f"a name is missing at character {at}")
            name, at = _read_name(key[0]), _skip(text, colon + 1)
        value = _parse(text, at)
        value.name_start = name_start
        if node.members is not None:
            node.members[name] = value
        elif node.items is not None:
            node.items.append(value)
        at = _skip(text, value.end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != close:
            raise ValueError(f"a comma is missing at character {at}")
    node.end = at + 1
    return node


def _read_name(text: str) -> str:
    if text.startswith('"'):
        return json.loads(text)
    return text.strip("'")
