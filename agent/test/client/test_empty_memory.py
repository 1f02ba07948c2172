"""A memory without results says so, and which tool fills it."""

from __future__ import annotations

import pytest
from faulty_server import answers

MESSAGE = "The memory is empty. Report the daily rows of your ads with POST /api/agent/reports: it learns."
CALLS = [
    ("get_campaign_history", {}, {"history": []}),
    ("get_winning_patterns", {}, {"patterns": [], "baseline": None}),
    ("search_knowledge", {"q": "mug"}, {"hits": []}),
]


@pytest.mark.parametrize(("tool", "arguments", "body"), CALLS)
@pytest.mark.parametrize("extra", ["", "report_results", "1"])
def test_an_empty_memory_names_the_tool_that_fills_it(
    tool, arguments, body, extra, faulty, call, monkeypatch
) -> None:
    monkeypatch.setenv("SVC_EXTRA_TOOLS", extra)
    faulty(answers(200, {**body, "nextCursor": None, "message": MESSAGE}))
    message = call(tool, **arguments)["message"]
    assert "with report_results" in message and "POST" not in message
    assert ("connect.py" in message) is (extra == "")


@pytest.mark.parametrize(("tool", "arguments", "body"), CALLS)
def test_a_list_without_a_message_has_no_message(tool, arguments, body, faulty, call) -> None:
    faulty(answers(200, {**body, "nextCursor": None}))
    assert "message" not in call(tool, **arguments)
