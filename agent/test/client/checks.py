"""Checks that hold for every result of every tool."""

from __future__ import annotations

import json
import os

import jsonschema
from calls import Tool
from serve import describe_tool

KEY = "hsk_not_a_real_key_but_long_enough"


def check_result(tool: Tool | None, text: str, result: dict) -> None:
    assert isinstance(result["ok"], bool)
    if tool:
        jsonschema.validate(result, describe_tool(tool)["outputSchema"])
    output = text + json.dumps(result)
    key = os.environ.get("SVC_API_KEY", "")
    assert not key or key not in output
    if not result["ok"]:
        assert list(result)[:6] == ["ok", "code", "message", "hint", "retryable", "charged"]
        assert result["charged"] in ("none", "refunded", "charged", "unknown")
        assert result["message"] and result["hint"] and "<" not in result["hint"], result["hint"]
        assert "\n" not in text


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
