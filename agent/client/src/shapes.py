"""Shapes: the fields of a tool's result. Its compact form and its field paths derive from them.

A shape is written as `balance:int products[id name] product{id photos[url]} nextCursor`. A name alone is a
string, `name[]` and `name{}` pass their content through, and `name:any` has any type.
"""

from __future__ import annotations

import re

JSON_TYPES = {"str": "string", "int": "integer", "num": "number", "bool": "boolean", "any": ""}
PYTHON_TYPES = {
    **{"string": str, "integer": int, "number": (int, float), "boolean": bool},
    **{"array": list, "object": dict, "": object},
}
ROW_TEXT_CHARACTERS = 240
TEXT_CHARACTERS = 600
# The longest text that the service stores. One object that was asked for is never cut.
WHOLE_TEXT_CHARACTERS = 2_000
URL_CHARACTERS = 2_048


def parse_shape(text: str) -> dict:
    """Returns nested dicts: name -> (JSON type, inner shape or None)."""
    tokens = re.findall(r"\w+:\w+|\w+|[\[\]{}]", text)
    shape, rest = _parse(tokens)
    if rest:
        raise ValueError(f"shape: {text}")
    return shape


def _parse(tokens: list[str]) -> tuple[dict, list[str]]:
    shape: dict = {}
    while tokens and tokens[0] not in "]}":
        name, _, kind = tokens.pop(0).partition(":")
        if tokens and tokens[0] in "[{":
            kind = "array" if tokens.pop(0) == "[" else "object"
            inner, tokens = _parse(tokens)
            tokens = tokens[1:]
            shape[name] = (kind, inner)
        else:
            shape[name] = (JSON_TYPES[kind or "str"], None)
    return shape, tokens


def compact(
    shape: dict,
    data: dict,
    max_characters: int = TEXT_CHARACTERS,
    row_characters: int = ROW_TEXT_CHARACTERS,
) -> dict:
    """Returns only the fields of the shape. Leaves out empty values, and values that violate the schema.

    Texts are cut at `max_characters`, those in rows of lists at `row_characters`.
    """
    result = {}
    for name, (kind, inner) in shape.items():
        value = data.get(name)
        if value is None or value in ("", [], {}) or not _has_type(kind, value):
            continue
        if kind == "array" and inner:
            rows = [row for row in value if isinstance(row, dict)]
            value = [compact(inner, row, row_characters, row_characters) for row in rows]
        elif kind == "object" and inner:
            value = compact(inner, value, max_characters, row_characters)
            if not value:
                continue
        elif kind == "string":
            value = truncate(value, max_characters)
        result[name] = value
    return result


def truncate(text: str, max_characters: int) -> str:
    """Shortens a text. URLs get a higher limit, because a truncated URL is useless."""
    max_characters = URL_CHARACTERS if text.startswith("http") else max_characters
    return text if len(text) <= max_characters else text[: max_characters - 1] + "…"


def is_complete(shape: dict, data: object) -> bool:
    """Checks the fields that every response has: the first of its shape, and `id` and `status` if listed."""
    if not isinstance(data, dict):
        return False
    required = [*list(shape)[:1], *(name for name in ("id", "status") if name in shape)]
    return all(_is_present(*shape[name], data.get(name)) for name in required)


def _is_present(kind: str, inner: dict | None, value: object) -> bool:
    if value is None or value == "" or not _has_type(kind, value):
        return False
    if not inner:
        return True
    return all(is_complete(inner, row) for row in value) if kind == "array" else is_complete(inner, value)


def _has_type(kind: str, value: object) -> bool:
    return isinstance(value, PYTHON_TYPES[kind]) and (kind in ("boolean", "") or not isinstance(value, bool))


def has_declared_type(shape: dict, name: str, value: object) -> bool:
    """Reports whether a field of a refusal has the type that the shape declares for it, if any."""
    return name not in shape or _has_type(shape[name][0], value)


def shape_paths(shape: dict, prefix: str = "") -> set[str]:
    """Returns every field of a result as a path, such as `history[].drift.verdict`."""
    paths = set()
    for name, (kind, inner) in shape.items():
        path = prefix + name
        paths.add(path)
        if inner is not None:
            inner_path = path + ("[]" if kind == "array" else "")
            paths.add(inner_path)
            paths |= shape_paths(inner, inner_path + ".")
    return paths
