from __future__ import annotations

import pytest
from calls import Tool
from toolbox import TOOLS

SAMPLE = {"string": "x", "integer": 1, "number": 1, "boolean": True, "strings": ["x"], "objects": [{}]}
URL, KEY = "https://svc.example", "hsk_0123456789"


def valid_arguments(tool: Tool) -> dict:
    """Arguments that pass the client's own check."""
    wanted = [
        one for one in tool.params.values() if one.required or one.name == (tool.exactly_one or [""])[0]
    ]
    return {one.name: one.choices[0] if one.choices else SAMPLE[one.kind] for one in wanted}


@pytest.mark.parametrize("name", [name for name in TOOLS if name != "get_platform_marketing_guide"])
def test_every_tool_names_the_variables_that_are_not_set(name, call, monkeypatch) -> None:
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "1")
    result = call(name, **valid_arguments(TOOLS[name]))
    assert result["code"] == "not_configured"
    assert result["message"] == "SVC_API_KEY and SVC_BASE_URL are not set."
    assert ".env" in result["hint"] and result["retryable"] is False


@pytest.mark.parametrize(
    ("url", "key", "words"),
    [
        (URL, "${SVC_API_KEY}", "SVC_API_KEY is not set"),
        ("${SVC_BASE_URL}", KEY, "SVC_BASE_URL is not set"),
        ("  ", KEY, "SVC_BASE_URL is not set"),
        ("svc.example", KEY, "SVC_BASE_URL is not a valid URL"),
        ("ftp://svc.example", KEY, "SVC_BASE_URL is not a valid URL"),
        ("https://", KEY, "SVC_BASE_URL is not a valid URL"),
        ("https://svc.example:port", KEY, "SVC_BASE_URL is not a valid URL"),
        ("https://[svc", KEY, "SVC_BASE_URL is not a valid URL"),
        ("https://user:word@svc.example", KEY, "SVC_BASE_URL is not a valid URL"),
        ("https://svc.example?a=1", KEY, "SVC_BASE_URL is not a valid URL"),
        (URL, "hsk_one\nx: two", "SVC_API_KEY contains spaces"),
        (URL, "hsk_schlüssel", "SVC_API_KEY contains spaces"),
    ],
)
def test_a_wrong_variable_is_named_without_its_value(url, key, words, call, monkeypatch) -> None:
    monkeypatch.setenv("SVC_BASE_URL", url)
    monkeypatch.setenv("SVC_API_KEY", key)
    result = call("ping")
    assert result["code"] == "not_configured" and words in result["message"]


def test_the_guide_needs_no_settings(call) -> None:
    result = call("get_platform_marketing_guide")
    assert result["ok"] and "# D. Cookbook" in result["markdown"]
