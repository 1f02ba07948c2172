"""Fills values into the calls of a skill, and selects the fields of an answer that the skill reads."""

from __future__ import annotations

import json
import re

from read_skill import PLACEHOLDER, Call


def fill_call(call: Call, values: dict) -> dict:
    """Returns the arguments. One without a value is left out, as the skills say."""
    args = {}
    for name, template in call.args.items():
        value = fill_value(template, values, call.kind == "platform")
        if value is not None:
            args[name] = value
    return args


def fill_value(template: object, values: dict, as_text: bool) -> object:
    if not isinstance(template, str):
        return template
    placeholder = re.fullmatch(r"<(\w+)>", template)
    if placeholder:
        value = values[placeholder[1]]
        return json.dumps(value) if as_text and isinstance(value, dict | list) else value
    if as_text and template[:1] in "{[":
        return json.dumps(fill_json(json.loads(template), values))
    return fill_text(template, values)


def fill_json(template: object, values: dict) -> object:
    """Fills each string separately, so that a quotation mark in a value cannot break the JSON."""
    if isinstance(template, dict):
        return {name: fill_json(value, values) for name, value in template.items()}
    if isinstance(template, list):
        return [fill_json(item, values) for item in template]
    return fill_text(template, values) if isinstance(template, str) else template


def fill_text(template: str, values: dict) -> str:
    return PLACEHOLDER.sub(
        lambda match: str(values[match[1]] if values[match[1]] is not None else ""), template
    )


def select_fields(answer: dict, paths: list[str]) -> dict:
    """Returns a copy with only these paths; a missing field is None."""
    tree: dict = {}
    for path in paths:
        node = tree
        for part in path.split("."):
            node = node.setdefault(part, {})
    return {name.removesuffix("[]"): select_value(answer, name, inner) for name, inner in tree.items()}


def select_value(answer: dict | None, name: str, inner: dict) -> object:
    if name == "*":
        value = next(iter((answer or {}).values()), None)
    else:
        value = (answer or {}).get(name.removesuffix("[]"))
    if not inner:
        return value
    if name.endswith("[]"):
        return [
            {key.removesuffix("[]"): select_value(row, key, deep) for key, deep in inner.items()}
            for row in value or []
        ]
    return {key.removesuffix("[]"): select_value(value, key, deep) for key, deep in inner.items()}
