"""Checks that hold for every result of every tool."""

from __future__ import annotations

import os

import jsonschema
from calls import Tool
from read_result import read_result
from result_text import write_result

KEY = "hsk_not_a_real_key_but_long_enough"


def check_result(tool: Tool | None, result: dict) -> None:
    assert isinstance(result["ok"], bool)
    if tool:
        jsonschema.validate(result, result_schema(tool.shape))
    text = write_result(result)
    assert read_result(text) == result, "the text loses a field"
    key = os.environ.get("SVC_API_KEY", "")
    assert not key or key not in text
    if not result["ok"]:
        assert list(result)[:6] == ["ok", "code", "message", "hint", "retryable", "charged"]
        assert result["charged"] in ("none", "refunded", "charged", "unknown")
        assert result["message"] and result["hint"] and "<" not in result["hint"], result["hint"]
        assert "\n" not in text


def result_schema(shape: dict) -> dict:
    """The types of the fields. Only `ok` is required: a failure is a result with other fields."""
    properties = {"ok": {"type": "boolean"}}
    properties.update({name: {"type": kind} if kind else {} for name, (kind, _) in shape.items()})
    return {"type": "object", "properties": properties, "required": ["ok"]}


def minimal_answer(shape: dict) -> dict:
    """Returns the smallest body that the client recognizes as a response of the service."""
    names = {*list(shape)[:1], *(name for name in ("id", "status") if name in shape)}
    return {name: _minimal_value(*shape[name]) for name in names}


def _minimal_value(kind: str, inner: dict | None) -> object:
    if kind == "array":
        return [minimal_answer(inner)] if inner else []
    if kind == "object":
        return minimal_answer(inner) if inner else {}
    return {"string": "x", "integer": 1, "number": 1.5, "boolean": True}.get(kind, "x")
